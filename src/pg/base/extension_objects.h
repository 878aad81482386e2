/*
 * extension_objects.h
 *		The extension's own schemas, types, functions and tables, in any
 *		schema.
 */
#ifndef EXTENSION_OBJECTS_H
#define EXTENSION_OBJECTS_H

#include "postgres.h"

typedef struct ExtensionObjects
{
	Oid			schema;			/* of the types and their functions */
	Oid			internal;		/* schema hbase_internal */
	Oid			rowkey;
	Oid			widerow;
	Oid			layout;
	Oid			encoding;
	Oid			outcome;
	Oid			rowkey_array;
	Oid			layout_array;
	char		types[NAMEDATALEN * 2 + 3];	/* quoted name of "schema" */
} ExtensionObjects;

/* Looked up once; raises an error if the extension is not installed. */
extern const ExtensionObjects *extension_objects(void);

/* A function of schema hbase_internal by its name and argument types. */
extern Oid	extension_function(const char *name, int nargs, const Oid *types);

/* A table of schema hbase_internal by its name. */
extern Oid	extension_table(const char *name);

/*
 * Switch to the owner of the configuration tables, whose rows other users
 * change only through functions. An error in between also ends the switch.
 */
typedef struct ExtensionUser
{
	Oid			user;
	int			context;
} ExtensionUser;

extern ExtensionUser extension_become_owner(void);
extern void extension_become_user(ExtensionUser before);

/* True if the type is this extension's type of that name. */
extern bool extension_is_type(Oid type, const char *name);

#endif							/* EXTENSION_OBJECTS_H */
