/*
 * rowkey_operators.c
 *		Comparison, sorting and hashing of rowkeys: by unsigned bytes, a prefix
 *		before its continuations.
 *
 * Equal keys are equal bytes, so bytea's own sort support (abbreviated keys)
 * and hash functions can be used. No function here raises an error that
 * depends on the data, which LEAKPROOF requires.
 */
#include "pg/base/compat.h"

#include "common/hashfn.h"
#include "utils/builtins.h"
#include "utils/sortsupport.h"

#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "hbase_schema.h"

/* Compare two rowkey arguments, one of which is toasted. */
static int
compare_toasted(FunctionCallInfo fcinfo)
{
	RowKey	   *a = PG_GETARG_ROWKEY_PP(0);
	RowKey	   *b = PG_GETARG_ROWKEY_PP(1);
	int			c = bytes_compare(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a),
								  VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b));

	PG_FREE_IF_COPY(a, 0);
	PG_FREE_IF_COPY(b, 1);
	return c;
}

/* True if a datum's bytes can be read in place. */
static inline bool
is_plain(const RowKey *key)
{
	return !VARATT_IS_EXTENDED(key) || VARATT_IS_SHORT(key);
}

/*
 * Compare two rowkey arguments. A btree compares every entry of a page, so
 * this is optimized: no call where none is needed, and the first eight bytes,
 * which usually decide, compared as one number.
 */
static inline int
compare_args(FunctionCallInfo fcinfo)
{
	const RowKey *a = (const RowKey *) PG_GETARG_POINTER(0);
	const RowKey *b = (const RowKey *) PG_GETARG_POINTER(1);
	const uint8_t *adata;
	const uint8_t *bdata;
	size_t		alen;
	size_t		blen;

	if (unlikely(!is_plain(a) || !is_plain(b)))
		return compare_toasted(fcinfo);
	adata = (const uint8_t *) VARDATA_ANY(a);
	bdata = (const uint8_t *) VARDATA_ANY(b);
	alen = VARSIZE_ANY_EXHDR(a);
	blen = VARSIZE_ANY_EXHDR(b);
	if (alen >= 8 && blen >= 8)
	{
		uint64_t	x = core_get_u64(adata);
		uint64_t	y = core_get_u64(bdata);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return bytes_compare(adata, alen, bdata, blen);
}

#define ROWKEY_COMPARISON(name, op) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) \
	{ \
		PG_RETURN_BOOL(compare_args(fcinfo) op 0); \
	}

ROWKEY_COMPARISON(rowkey_lt, <)
ROWKEY_COMPARISON(rowkey_le, <=)
ROWKEY_COMPARISON(rowkey_eq, ==)
ROWKEY_COMPARISON(rowkey_ne, !=)
ROWKEY_COMPARISON(rowkey_ge, >=)
ROWKEY_COMPARISON(rowkey_gt, >)

PG_FUNCTION_INFO_V1(rowkey_cmp);
PG_FUNCTION_INFO_V1(rowkey_sortsupport);
PG_FUNCTION_INFO_V1(rowkey_larger);
PG_FUNCTION_INFO_V1(rowkey_smaller);
PG_FUNCTION_INFO_V1(rowkey_hashcode);
PG_FUNCTION_INFO_V1(rowkey_hashcode_extended);

Datum
rowkey_cmp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(compare_args(fcinfo));
}

/*
 * bytea's sort support, with abbreviated keys: same representation, same
 * order.
 */
Datum
rowkey_sortsupport(PG_FUNCTION_ARGS)
{
	return bytea_sortsupport(fcinfo);
}

Datum
rowkey_larger(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(compare_args(fcinfo) >= 0 ? PG_GETARG_DATUM(0) :
												PG_GETARG_DATUM(1));
}

Datum
rowkey_smaller(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(compare_args(fcinfo) <= 0 ? PG_GETARG_DATUM(0) :
												PG_GETARG_DATUM(1));
}

Datum
rowkey_hashcode(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	Datum		h = hash_any((unsigned char *) VARDATA_ANY(key),
							 VARSIZE_ANY_EXHDR(key));

	PG_FREE_IF_COPY(key, 0);
	return h;
}

Datum
rowkey_hashcode_extended(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	Datum		h = hash_any_extended((unsigned char *) VARDATA_ANY(key),
									  VARSIZE_ANY_EXHDR(key),
									  PG_GETARG_INT64(1));

	PG_FREE_IF_COPY(key, 0);
	return h;
}
