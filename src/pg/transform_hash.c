/*
 * transform_hash.c
 *		Key parts that spread rows: hashes, salts and buckets.
 *
 * An algorithm's name is looked up once a call site and kept in fn_extra.
 */
#include "transform.h"

#include "utils/builtins.h"

#include "core/salt.h"
#include "rowkey_text.h"

PG_FUNCTION_INFO_V1(rowkey_hash_text);
PG_FUNCTION_INFO_V1(rowkey_hash_bytes);
PG_FUNCTION_INFO_V1(rowkey_salt);
PG_FUNCTION_INFO_V1(rowkey_salt_byte);
PG_FUNCTION_INFO_V1(rowkey_salt_random);
PG_FUNCTION_INFO_V1(rowkey_unsalt);
PG_FUNCTION_INFO_V1(rowkey_bucket_int2);
PG_FUNCTION_INFO_V1(rowkey_bucket_int4);
PG_FUNCTION_INFO_V1(rowkey_bucket_int8);
PG_FUNCTION_INFO_V1(rowkey_bucket_timestamptz);
PG_FUNCTION_INFO_V1(rowkey_bucket_date);
PG_FUNCTION_INFO_V1(rowkey_bucket_text);

/* ---- algorithms by name ---------------------------------------------- */

/* What fn_extra holds: the algorithm of the name seen last at a call site. */
typedef struct AlgorithmCache
{
	KeySite		key;			/* of salts: argument 0 */
	int			name_len;		/* -1: none yet */
	char		name[64];
	Salt		salt;			/* of hashes only salt.hash counts */
} AlgorithmCache;

/* How a name becomes an algorithm. */
typedef bool (*AlgorithmFinder) (const char *name, size_t len, Salt *salt, CoreError *err);

static bool
find_hash(const char *name, size_t len, Salt *salt, CoreError *err)
{
	salt->floor_mod = false;
	return keyhash_find(name, len, &salt->hash, err);
}

static AlgorithmCache *
algorithm_cache(FunctionCallInfo fcinfo)
{
	AlgorithmCache *cache = fcinfo->flinfo->fn_extra;

	if (unlikely(cache == NULL))
	{
		cache = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(AlgorithmCache));
		cache->name_len = -1;
		fcinfo->flinfo->fn_extra = cache;
	}
	return cache;
}

/* The algorithm that argument argno names. */
static const Salt *
algorithm_arg(FunctionCallInfo fcinfo, int argno, AlgorithmFinder find)
{
	text	   *name = PG_GETARG_TEXT_PP(argno);
	int			len = VARSIZE_ANY_EXHDR(name);
	AlgorithmCache *cache = algorithm_cache(fcinfo);
	CoreError	err;

	if (likely(cache->name_len == len &&
			   memcmp(cache->name, VARDATA_ANY(name), len) == 0))
		return &cache->salt;
	cache->name_len = -1;
	if (!find(VARDATA_ANY(name), len, &cache->salt, &err))
		glue_raise(&err);
	/* Every name that is found is shorter than this. */
	if (len <= sizeof(cache->name))
	{
		memcpy(cache->name, VARDATA_ANY(name), len);
		cache->name_len = len;
	}
	return &cache->salt;
}

/* ---- hashes ---------------------------------------------------------- */

/* The hash of these bytes; arguments 1 to 3 are algorithm [, nbytes [, seed]]. */
static Datum
hash_value(FunctionCallInfo fcinfo, const void *data, size_t size)
{
	const KeyHash *hash = &algorithm_arg(fcinfo, 1, find_hash)->hash;
	KeyHash		seeded;
	size_t		nbytes = hash->size;
	RowKey	   *key;
	CoreError	err;

	if (PG_NARGS() >= 3)
	{
		if (!keyhash_check_size(hash, PG_GETARG_INT32(2), &err))
			glue_raise(&err);
		nbytes = PG_GETARG_INT32(2);
	}
	else if (nbytes == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("digest \"%s\" has no fixed length", text_to_cstring(PG_GETARG_TEXT_PP(1))),
				 errhint("Say how many bytes as the third argument.")));
	if (PG_NARGS() >= 4)
	{
		seeded = *hash;
		if (!keyhash_set_seed(&seeded, PG_GETARG_INT32(3), &err))
			glue_raise(&err);
		hash = &seeded;
	}
	key = rowkey_new(nbytes);
	if (!keyhash_compute(hash, data, size, (uint8_t *) VARDATA(key), nbytes, &err))
		glue_raise(&err);
	PG_RETURN_ROWKEY_P(key);
}

/* Of a text: the hash of its UTF-8 bytes. */
Datum
rowkey_hash_text(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(value);
	const char *utf8 = glue_to_utf8(VARDATA_ANY(value), &len);

	return hash_value(fcinfo, utf8, len);
}

/* Of a bytea or rowkey. */
Datum
rowkey_hash_bytes(PG_FUNCTION_ARGS)
{
	struct varlena *value = PG_GETARG_VARLENA_PP(0);

	return hash_value(fcinfo, VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value));
}

/* ---- salts ----------------------------------------------------------- */

/* Argument argno as a number of buckets, 1 to most. */
static uint32
buckets_arg(FunctionCallInfo fcinfo, int argno, int most)
{
	int32		buckets = PG_GETARG_INT32(argno);
	CoreError	err;

	if (unlikely(!salt_check_buckets(buckets, most, &err)))
		glue_raise(&err);
	return buckets;
}

/* The key to be salted: a rowkey, bytea or string. */
static bool
take_key(FunctionCallInfo fcinfo, RowKey **key, CoreError *err)
{
	return rowkey_take_arg(fcinfo, 0, &algorithm_cache(fcinfo)->key, key, err);
}

/* The salt of a key; arguments 1 and 2 are n [, algorithm]. */
static uint32
salt_of(FunctionCallInfo fcinfo, RowKey *key)
{
	const uint8_t *data = (const uint8_t *) VARDATA_ANY(key);
	size_t		size = VARSIZE_ANY_EXHDR(key);
	uint32		buckets = buckets_arg(fcinfo, 1, SALT_MAX_BUCKETS);
	uint32		bucket;
	CoreError	err;

	if (PG_NARGS() < 3)
		return salt_phoenix(data, size, buckets);
	if (!salt_bucket(algorithm_arg(fcinfo, 2, salt_find), data, size, buckets, &bucket, &err))
		glue_raise(&err);
	return bucket;
}

/* A new key: one byte before another key. */
static Datum
prefix_byte(FunctionCallInfo fcinfo, uint8_t byte, RowKey *key)
{
	size_t		size = VARSIZE_ANY_EXHDR(key);
	RowKey	   *result;
	CoreError	err;

	if (!rowkey_fits(size + 1, &err))
		return glue_reject(fcinfo, &err);
	result = rowkey_new(size + 1);
	*(uint8_t *) VARDATA(result) = byte;
	memcpy(VARDATA(result) + 1, VARDATA_ANY(key), size);
	PG_RETURN_ROWKEY_P(result);
}

Datum
rowkey_salt(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!take_key(fcinfo, &key, &err))
		return glue_reject(fcinfo, &err);
	return prefix_byte(fcinfo, salt_of(fcinfo, key), key);
}

/* The salt itself, as a number. */
Datum
rowkey_salt_byte(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!take_key(fcinfo, &key, &err))
		return glue_reject(fcinfo, &err);
	PG_RETURN_INT32(salt_of(fcinfo, key));
}

/* A salt that the key does not determine: volatile. */
Datum
rowkey_salt_random(PG_FUNCTION_ARGS)
{
	uint32		buckets = buckets_arg(fcinfo, 1, SALT_MAX_BUCKETS);
	RowKey	   *key;
	CoreError	err;

	if (!take_key(fcinfo, &key, &err))
		return glue_reject(fcinfo, &err);
	return prefix_byte(fcinfo, compat_random_below(buckets), key);
}

/* The key without its first byte. */
Datum
rowkey_unsalt(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	size_t		size = VARSIZE_ANY_EXHDR(key);

	if (size == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the empty row key has no salt byte")));
	PG_RETURN_ROWKEY_P(rowkey_from_bytes(VARDATA_ANY(key) + 1, size - 1));
}

/* ---- buckets --------------------------------------------------------- */

/* A number's bucket as a key part; argument 1 is n. */
static Datum
bucket_key(FunctionCallInfo fcinfo, int64 value)
{
	uint32		buckets = buckets_arg(fcinfo, 1, BUCKET_MAX_BUCKETS);
	size_t		width = bucket_width(buckets);
	RowKey	   *key = rowkey_new(width);

	bucket_write((uint8_t *) VARDATA(key), width, bucket_of(value, buckets));
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_bucket_int2(PG_FUNCTION_ARGS)
{
	return bucket_key(fcinfo, PG_GETARG_INT16(0));
}

Datum
rowkey_bucket_int4(PG_FUNCTION_ARGS)
{
	return bucket_key(fcinfo, PG_GETARG_INT32(0));
}

Datum
rowkey_bucket_int8(PG_FUNCTION_ARGS)
{
	return bucket_key(fcinfo, PG_GETARG_INT64(0));
}

/* timestamptz, and timestamp taken as UTC: milliseconds since 1970. */
Datum
rowkey_bucket_timestamptz(PG_FUNCTION_ARGS)
{
	int64		ms;
	CoreError	err;

	if (!transform_take_ms(PG_GETARG_TIMESTAMPTZ(0), &ms, &err))
		return glue_reject(fcinfo, &err);
	return bucket_key(fcinfo, ms);
}

/* Days since 1970-01-01. */
Datum
rowkey_bucket_date(PG_FUNCTION_ARGS)
{
	int64		days;
	CoreError	err;

	if (!transform_take_days(PG_GETARG_DATEADT(0), &days, &err))
		return glue_reject(fcinfo, &err);
	return bucket_key(fcinfo, days);
}

/* Only to say what to do instead. */
Datum
rowkey_bucket_text(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("text has no bucket, only numbers, dates and timestamps have"),
			 errhint("Salt a text: rowkey_salt(value, n). An untyped literal needs its type: bigint '7'.")));
	PG_RETURN_NULL();
}
