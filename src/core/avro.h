/*
 * avro.h
 *		JSON values in Avro's binary encoding (Avro 1.11 and 1.12), by a schema.
 *
 * JSON comes in through an AvroJsonHost and goes out through an AvroSink: in the
 * server both are jsonb.  Schemas, values and bytes are all untrusted: each is
 * held against the bounds below, and recursion always passes through a call of
 * the host or the sink, where the server checks its stack.
 */
#ifndef AVRO_H
#define AVRO_H

#include "value.h"

/* Bytes of a schema's text, for the host to check. */
#define AVRO_MAX_SCHEMA			(1024 * 1024)

/* Types within types, as a schema is written. */
#define AVRO_MAX_SCHEMA_DEPTH	64

/* Bytes of all defaults of a schema, once encoded. */
#define AVRO_MAX_DEFAULTS		(1024 * 1024)

/* Arrays, maps, records and unions within each other, in a value. */
#define AVRO_MAX_DEPTH			1000

/*
 * Values and keys within a value that is decoded, since few bytes can hold very
 * many; and keys of one map, which jsonb sorts without a look at interrupts.
 */
#define AVRO_MAX_PARTS			(4 * 1024 * 1024)
#define AVRO_MAX_KEYS			(256 * 1024)

/* What jsonb holds: bytes of a string, and of a whole. */
#define AVRO_MAX_JSON			((size_t) 0x0fffffff)

/* Bytes of a value: defaults make more of less JSON. */
#define AVRO_MAX_VALUE			AVRO_MAX_JSON

/* Bytes that a string of \x and hex digits has room for; size of a fixed. */
#define AVRO_MAX_BYTES			((AVRO_MAX_JSON - 2) / 2)

/* ---- JSON ----------------------------------------------------------------- */

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
	uint32_t	n;				/* elements of an array, members of an object */
	void	   *container;		/* an array or object, as its host knows it */
} AvroJson;

/*
 * How to read arrays and objects.  The names in an object are distinct.
 *
 * find: the member of a name, which is ASCII.  False when there is none.
 *
 * next: step through a container; *state is NULL at first and the host's from
 * then on, and needs no release.  key is left alone for arrays.  False at the
 * end, after which next is not called again.
 */
typedef struct AvroJsonHost
{
	bool		(*find) (const AvroJson *object, const char *name, AvroJson *value);
	bool		(*next) (const AvroJson *container, void **state,
						 AvroJson *key, AvroJson *value);
} AvroJsonHost;

/*
 * Where decoded JSON goes.  A scalar is VALUE_NULL, VALUE_BOOL, VALUE_INT8,
 * VALUE_FLOAT4 or VALUE_FLOAT8 (both finite), VALUE_TEXT, or VALUE_BYTES, which
 * JSON has as a string of \x and hex digits.  Keys, text and bytes live as long
 * as the schema and the bytes that are decoded.
 */
typedef struct AvroSink
{
	void	   *context;
	void		(*begin) (void *context, bool object);
	void		(*end) (void *context, bool object);
	void		(*key) (void *context, const char *text, size_t len);
	void		(*scalar) (void *context, const CoreValue *value);
} AvroSink;

/* ---- schemas and values --------------------------------------------------- */

typedef struct AvroSchema AvroSchema;

/*
 * Judge a schema, its defaults included.  NULL with an error for one that is
 * invalid; *json is not used after the call.
 */
extern AvroSchema *avro_schema_parse(const AvroJson *json, const AvroJsonHost *host,
									 CoreError *err);
extern void avro_schema_free(AvroSchema *schema);	/* may be NULL */

/*
 * Append the bytes of a value.  On an error *out holds a part of them.
 */
extern bool avro_encode_value(AvroSchema *schema, const AvroJson *json,
							  const AvroJsonHost *host, CoreBuf *out, CoreError *err);

/*
 * Decode bytes, all of which must belong to the value; bytes is not NULL.  On an
 * error the sink has seen a part of it.
 */
extern bool avro_decode_value(const AvroSchema *schema, const uint8_t *bytes, size_t len,
							  const AvroSink *sink, CoreError *err);

#endif							/* AVRO_H */
