/*
 * avro_impl.h
 *		What the files of Avro share: types, names and paths.
 */
#ifndef AVRO_IMPL_H
#define AVRO_IMPL_H

#include "avro.h"

typedef enum AvroKind
{
	AVRO_NULL,
	AVRO_BOOLEAN,
	AVRO_INT,
	AVRO_LONG,
	AVRO_FLOAT,
	AVRO_DOUBLE,
	AVRO_BYTES,
	AVRO_STRING,				/* the last of the primitive types */
	AVRO_FIXED,
	AVRO_ENUM,
	AVRO_ARRAY,
	AVRO_MAP,
	AVRO_UNION,
	AVRO_RECORD
} AvroKind;

#define AVRO_PRIMITIVES		(AVRO_STRING + 1)

typedef struct AvroType AvroType;

/* How far a field's default has come. */
typedef enum AvroDefault
{
	AVRO_DEFAULT_NONE,
	AVRO_DEFAULT_JSON,			/* not encoded yet */
	AVRO_DEFAULT_BUSY,			/* being encoded */
	AVRO_DEFAULT_DONE			/* encoded */
} AvroDefault;

typedef struct AvroField
{
	const char *name;
	const AvroType *type;
	AvroDefault default_state;
	AvroJson	default_json;	/* only while the schema is parsed */
	uint8_t    *default_bytes;
	size_t		default_len;
} AvroField;

struct AvroType
{
	AvroKind	kind;
	bool		finite;			/* can a value of it have an end? */
	const char *name;			/* of a record, enum or fixed: its full name */
	size_t		size;			/* of a fixed */
	uint32_t	n;				/* symbols, branches or fields */
	const char **symbols;
	const AvroType *items;		/* of an array; a map's values */
	const AvroType **branches;
	AvroField  *fields;
	AvroType   *next;			/* in the order of definition */
};

/* What a name means in its scope: a record, enum or union, or NULL for types. */
typedef struct AvroName
{
	const void *scope;
	uint64_t	hash;
	const char *name;
	const AvroType *type;		/* of a type's name */
	uint32_t	index;			/* of a field or symbol */
	struct AvroName *next;
} AvroName;

typedef struct AvroBlock AvroBlock;

struct AvroSchema
{
	const AvroType *root;
	AvroType   *first;			/* of all that are not primitive */
	AvroType  **last;
	AvroName  **buckets;
	size_t		nbuckets;
	size_t		nnames;
	size_t		defaults;		/* bytes of all defaults */
	AvroBlock  *blocks;			/* all its memory */
};

/* Memory that goes with the schema, zeroed. */
extern void *avro_schema_alloc(AvroSchema *schema, size_t size);

/* NULL when the scope does not have the name. */
extern const AvroName *avro_name_find(const AvroSchema *schema, const void *scope,
									  const char *name, size_t len);

/* "null", "int", ..., "record". */
extern const char *avro_kind_name(AvroKind kind);

/* The branch of a union that is null, or -1. */
extern int	avro_null_branch(const AvroType *type);

/* Encode the default of a field, at a depth of the value it is wanted in. */
extern bool avro_encode_default(AvroSchema *schema, AvroField *field, int depth,
								const AvroJsonHost *host, CoreError *err);

/* ---- places ----------------------------------------------------------------- */

/* A place in JSON, told from inside out: up is NULL for the whole. */
typedef struct AvroPlace
{
	const struct AvroPlace *up;
	const char *name;			/* of a member; NULL for an element */
	size_t		len;
	uint64_t	index;
} AvroPlace;

#define AVRO_PATH	120

/* "$.lines[2].item" for messages, its beginning cut when it is long. */
extern const char *avro_path(const AvroPlace *place, char path[AVRO_PATH]);

/* The error for a value below AVRO_MAX_DEPTH. */
extern bool avro_too_deep(const AvroPlace *place, CoreError *err);

#endif							/* AVRO_IMPL_H */
