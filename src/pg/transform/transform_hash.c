/*
 * transform_hash.c
 *		Transforms of key parts that spread rows: hashes, salts and buckets.
 *
 * The name of an algorithm is looked up once for each call site and kept in
 * fn_extra.
 */
#include "pg/transform/transform.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/transform/salt.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/rowkey/rowkey_text.h"

PG_FUNCTION_INFO_V1(rowkey_hash_text);
PG_FUNCTION_INFO_V1(rowkey_hash_bytes);
PG_FUNCTION_INFO_V1(rowkey_salt);
PG_FUNCTION_INFO_V1(rowkey_salt_random);
PG_FUNCTION_INFO_V1(rowkey_unsalt);
PG_FUNCTION_INFO_V1(rowkey_bucket);

/* ---- algorithms by name ---------------------------------------------- */

/* In fn_extra: the algorithm of the name last used at a call site. */
typedef struct AlgorithmCache
{
	KeySite		key;			/* of salts: argument 0 */
	int			name_len;		/* -1: none yet */
	char		name[64];
	Salt		salt;			/* for hashes, only salt.hash is used */
} AlgorithmCache;

/* Look up an algorithm by name. */
typedef bool (*AlgorithmFinder) (const char *name, size_t len, Salt *salt,
								 CoreError *err);

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
		cache = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									   sizeof(AlgorithmCache));
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
		core_error_raise(&err);
	/* Every valid name is shorter than this. */
	if (len <= sizeof(cache->name))
	{
		memcpy(cache->name, VARDATA_ANY(name), len);
		cache->name_len = len;
	}
	return &cache->salt;
}

/* ---- hashes ---------------------------------------------------------- */

/*
 * The hash of these bytes; arguments 1 to 3 are algorithm, nbytes and seed;
 * the last two may be NULL.
 */
static Datum
hash_value(FunctionCallInfo fcinfo, const void *data, size_t size)
{
	const KeyHash *hash = &algorithm_arg(fcinfo, 1, find_hash)->hash;
	KeyHash		seeded;
	size_t		nbytes = hash->size;
	RowKey	   *key;
	CoreError	err;

	if (!PG_ARGISNULL(2))
	{
		if (!keyhash_check_size(hash, PG_GETARG_INT32(2), &err))
			core_error_raise(&err);
		nbytes = PG_GETARG_INT32(2);
	}
	else if (nbytes == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("digest \"%s\" does not have a fixed length",
						text_to_cstring(PG_GETARG_TEXT_PP(1))),
				 errhint("Say how many bytes: nbytes => 32.")));
	if (!PG_ARGISNULL(3))
	{
		seeded = *hash;
		if (!keyhash_set_seed(&seeded, PG_GETARG_INT32(3), &err))
			core_error_raise(&err);
		hash = &seeded;
	}
	key = rowkey_new(nbytes);
	if (!keyhash_compute(hash, data, size, (uint8_t *) VARDATA(key), nbytes,
						 &err))
		core_error_raise(&err);
	PG_RETURN_ROWKEY_P(key);
}

/* The hash of a text's UTF-8 bytes. */
Datum
rowkey_hash_text(PG_FUNCTION_ARGS)
{
	text	   *value;
	const char *utf8;
	int			len;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	value = PG_GETARG_TEXT_PP(0);
	len = VARSIZE_ANY_EXHDR(value);
	utf8 = utf8_text_from_server(VARDATA_ANY(value), &len);
	return hash_value(fcinfo, utf8, len);
}

/* The hash of a bytea or rowkey. */
Datum
rowkey_hash_bytes(PG_FUNCTION_ARGS)
{
	struct varlena *value;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	value = PG_GETARG_VARLENA_PP(0);
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
		core_error_raise(&err);
	return buckets;
}

/* The key to salt: a rowkey, bytea or string. */
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
	if (!salt_bucket(algorithm_arg(fcinfo, 2, salt_find), data, size, buckets,
					 &bucket, &err))
		core_error_raise(&err);
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
		return core_error_reject(fcinfo, &err);
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
		return core_error_reject(fcinfo, &err);
	return prefix_byte(fcinfo, salt_of(fcinfo, key), key);
}

/* A random salt: volatile. */
Datum
rowkey_salt_random(PG_FUNCTION_ARGS)
{
	uint32		buckets = buckets_arg(fcinfo, 1, SALT_MAX_BUCKETS);
	RowKey	   *key;
	CoreError	err;

	if (!take_key(fcinfo, &key, &err))
		return core_error_reject(fcinfo, &err);
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

/* In fn_extra: the type of the value. */
typedef struct BucketSite
{
	Oid			base;			/* below all domains */
} BucketSite;

/* The type of argument 0, which must have buckets. */
static Oid
bucket_type(FunctionCallInfo fcinfo)
{
	BucketSite *site = fcinfo->flinfo->fn_extra;
	Oid			type;
	Oid			base;

	if (likely(site != NULL))
		return site->base;
	type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	base = OidIsValid(type) ? getBaseType(type) : InvalidOid;
	switch (base)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			break;
		case InvalidOid:
			ereport(ERROR,
					(errcode(ERRCODE_INDETERMINATE_DATATYPE),
					 errmsg("could not determine the type of argument %d",
							1)));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("cannot compute a bucket of type %s",
							format_type_be(type)),
					 base == UNKNOWNOID ?
						 errhint("An untyped literal needs its type: bigint '7'.") :
						 errhint("Buckets are computed of integers, dates and times. Salt other values: rowkey_salt(value, n).")));
	}
	site = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(BucketSite));
	site->base = base;
	fcinfo->flinfo->fn_extra = site;
	return base;
}

/*
 * Argument 0 as the number that the bucket is computed from: an integer,
 * milliseconds since 1970 (timestamp read as UTC), or days since 1970-01-01.
 */
static bool
take_number(FunctionCallInfo fcinfo, int64 *number, CoreError *err)
{
	switch (bucket_type(fcinfo))
	{
		case INT2OID:
			*number = PG_GETARG_INT16(0);
			return true;
		case INT4OID:
			*number = PG_GETARG_INT32(0);
			return true;
		case INT8OID:
			*number = PG_GETARG_INT64(0);
			return true;
		case DATEOID:
			return transform_take_days(PG_GETARG_DATEADT(0), number, err);
		default:
			return transform_take_ms(PG_GETARG_TIMESTAMPTZ(0), number, err);
	}
}

/* The bucket of a number or time as a key part; argument 1 is n. */
Datum
rowkey_bucket(PG_FUNCTION_ARGS)
{
	uint32		buckets = buckets_arg(fcinfo, 1, BUCKET_MAX_BUCKETS);
	size_t		width = bucket_width(buckets);
	int64		number;
	RowKey	   *key;
	CoreError	err;

	if (!take_number(fcinfo, &number, &err))
		return core_error_reject(fcinfo, &err);
	key = rowkey_new(width);
	bucket_write((uint8_t *) VARDATA(key), width, bucket_of(number, buckets));
	PG_RETURN_ROWKEY_P(key);
}
