/*
 * avro_types.h
 *		Types and functions shared by the Avro files: JSON values of the host,
 *		limits, types of a schema, their names, and places in JSON.
 */
#ifndef AVRO_TYPES_H
#define AVRO_TYPES_H

#include "core/avro/avro_types.h"
#include "core/base/error.h"
#include "core/value/value.h"

/* The size of a schema's text in bytes, checked by the host. */
#define AVRO_MAX_SCHEMA			(1024 * 1024)

/* Nesting of types in a schema. */
#define AVRO_MAX_SCHEMA_DEPTH	64

/* Total size of the encoded defaults of a schema in bytes. */
#define AVRO_MAX_DEFAULTS		(1024 * 1024)

/* Nesting of arrays, maps, records and unions in a value. */
#define AVRO_MAX_DEPTH			1000

/*
 * Number of values and keys of a decoded value, since few bytes can represent
 * many values.  Also the number of keys of one map, because jsonb sorts them
 * without interrupt checks.
 */
#define AVRO_MAX_PARTS			(4 * 1024 * 1024)
#define AVRO_MAX_KEYS			(256 * 1024)

/* jsonb's limit for a string and for the whole, in bytes. */
#define AVRO_MAX_JSON			((size_t) 0x0fffffff)

/*
 * Size of an encoded value in bytes; defaults can make it larger than its
 * JSON.
 */
#define AVRO_MAX_VALUE			AVRO_MAX_JSON

/* Bytes that fit a string of \x and hex digits; the size limit of a fixed. */
#define AVRO_MAX_BYTES			((AVRO_MAX_JSON - 2) / 2)

/* ---- JSON --------------------------------------------------------------- */

typedef enum AvroJsonKind
{
	AVRO_JSON_NULL,
	AVRO_JSON_BOOLEAN,			/* in .boolean */
	AVRO_JSON_NUMBER,			/* in .number, finite */
	AVRO_JSON_STRING,			/* UTF-8 in .text, without terminator */
	AVRO_JSON_ARRAY,
	AVRO_JSON_OBJECT
} AvroJsonKind;

typedef struct AvroJson
{
	AvroJsonKind kind;
	bool		boolean;
	ValueNumeric number;
	const char *text;
	size_t		len;
	uint32_t	n;				/* number of array elements or object
								 * members */
	void	   *container;		/* an array or object of the host */
} AvroJson;

/*
 * Callbacks that read arrays and objects.  The names in an object are
 * distinct.
 *
 * find: get the member with an ASCII name; false if there is none.
 *
 * next: iterate over a container. *state is NULL at first, then the host's; it
 * need not be released. key is unchanged for arrays.  Returns false at the
 * end, after which next is not called again.
 */
typedef struct AvroJsonHost
{
	bool		(*find) (const AvroJson *object, const char *name,
						 AvroJson *value);
	bool		(*next) (const AvroJson *container, void **state,
						 AvroJson *key, AvroJson *value);
} AvroJsonHost;

/*
 * Receives decoded JSON.  A scalar is VALUE_NULL, VALUE_BOOL, VALUE_INT8,
 * VALUE_FLOAT4 or VALUE_FLOAT8 (both finite), VALUE_TEXT, or VALUE_BYTES,
 * which becomes a string of \x and hex digits.  Keys, text and bytes are valid
 * as long as the schema and the decoded bytes.
 */
typedef struct AvroSink
{
	void	   *context;
	void		(*begin) (void *context, bool object);
	void		(*end) (void *context, bool object);
	void		(*key) (void *context, const char *text, size_t len);
	void		(*scalar) (void *context, const CoreValue *value);
} AvroSink;

/* ---- schemas and values ------------------------------------------------- */

typedef struct AvroSchema AvroSchema;

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

/* The state of a field's default. */
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
	bool		finite;			/* it has finite values */
	const char *name;			/* full name of a record, enum or fixed */
	size_t		size;			/* size of a fixed */
	uint32_t	n;				/* number of symbols, branches or fields */
	const char **symbols;
	const AvroType *items;		/* items of an array, values of a map */
	const AvroType **branches;
	AvroField  *fields;
	AvroType   *next;			/* next in the order of definition */
};

/*
 * The meaning of a name in its scope: a record, enum or union, or NULL for the
 * names of types.
 */
typedef struct AvroName
{
	const void *scope;
	uint64_t	hash;
	const char *name;
	const AvroType *type;		/* for the name of a type */
	uint32_t	index;			/* for the name of a field or symbol */
	struct AvroName *next;
} AvroName;

/* A block of the memory of a schema. */
typedef struct AvroBlock
{
	struct AvroBlock *next;
	uint64_t	data[];			/* aligned like the memory of core_alloc */
} AvroBlock;

struct AvroSchema
{
	const AvroType *root;
	AvroType   *first;			/* first of all types that are not primitive */
	AvroType  **last;
	AvroName  **buckets;
	size_t		nbuckets;
	size_t		nnames;
	size_t		defaults;		/* total size of the defaults in bytes */
	AvroBlock  *blocks;			/* all memory of the schema */
};

/* ---- places ------------------------------------------------------------- */

/*
 * A place in JSON, linked to the enclosing place; up is NULL for the whole
 * value.
 */
typedef struct AvroPlace
{
	const struct AvroPlace *up;
	const char *name;			/* name of a member; NULL for an element */
	size_t		len;
	uint64_t	index;
} AvroPlace;

#define AVRO_PATH	120

/* Allocate zeroed memory that is freed with the schema. */
extern void *avro_schema_alloc(AvroSchema *schema, size_t size);

/* Find a name; NULL if the scope does not have it. */
extern const AvroName *avro_name_find(const AvroSchema *schema,
									  const void *scope, const char *name,
									  size_t len);

/* Add a name without copying it.  NULL if the scope already has it. */
extern AvroName *avro_name_add(AvroSchema *schema, const void *scope,
							   const char *name);

/* "null", "int", ..., "record". */
extern const char *avro_kind_name(AvroKind kind);

/* The index of the null branch of a union, or -1. */
extern int	avro_null_branch(const AvroType *type);

/* "$.lines[2].item" for messages; the beginning of a long path is cut off. */
extern const char *avro_path(const AvroPlace *place, char path[AVRO_PATH]);

/* Set the error for a value nested deeper than AVRO_MAX_DEPTH. */
extern bool avro_too_deep(const AvroPlace *place, CoreError *err);

#endif							/* AVRO_TYPES_H */
