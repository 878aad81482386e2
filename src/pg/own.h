/*
 * own.h
 *		The extension's own types and tables, wherever it is installed.
 */
#ifndef OWN_H
#define OWN_H

#include "postgres.h"

typedef struct OwnObjects
{
	Oid			schema;			/* of the types and their functions */
	Oid			hbase;			/* schema hbase */
	Oid			rowkey;
	Oid			widerow;
	Oid			layout;
	Oid			encoding;
	Oid			outcome;
	Oid			rowkey_array;
	Oid			layout_array;
	char		types[NAMEDATALEN * 2 + 3];	/* the schema's name, quoted */
} OwnObjects;

/* Looked up once; an error when the extension is not there. */
extern const OwnObjects *own_objects(void);

/* A function of schema hbase by its name and the types of its arguments. */
extern Oid	own_function(const char *name, int nargs, const Oid *types);

/* A table of schema hbase by its name. */
extern Oid	own_table(const char *name);

/*
 * Do something as the owner of the configuration tables, whose rows ordinary
 * users change through functions alone.  An error in between ends it too.
 */
typedef struct OwnUser
{
	Oid			user;
	int			context;
} OwnUser;

extern OwnUser own_become_owner(void);
extern void own_become_user(OwnUser before);

#endif							/* OWN_H */
