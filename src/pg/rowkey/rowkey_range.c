/*
 * rowkey_range.c
 *		Ranges of row keys: canonical form, and tests whether a key is in a
 *		range.
 *
 * rowkeyrange is discrete: every key has a successor (key
 *
 * 00). So each range has one canonical form, start inclusive and stop
 * exclusive, as in an HBase scan. The edges of the key space are open ends: no
 * key is below '', and none is above the longest key of ff bytes.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "pg/base/rowkey_datum.h"
#include "pg/rowkey/rowkey_range.h"

PG_FUNCTION_INFO_V1(rowkeyrange_canonical);
PG_FUNCTION_INFO_V1(rowkeyrange_subdiff);
PG_FUNCTION_INFO_V1(rowkey_prefix_range);
PG_FUNCTION_INFO_V1(rowkey_starts_with);
PG_FUNCTION_INFO_V1(rowkey_in_range);
PG_FUNCTION_INFO_V1(rowkey_in_multirange);
PG_FUNCTION_INFO_V1(rowkey_in_ranges);
PG_FUNCTION_INFO_V1(rowkey_range_contains);
PG_FUNCTION_INFO_V1(rowkey_ranges_contain);
PG_FUNCTION_INFO_V1(rowkey_multirange_contains);

/* ---- building ranges -------------------------------------------------- */

/*
 * The successor of a key: key
 *
 * 00, or for a key of maximum length the first one that is greater; NULL if
 * there is none.
 */
static RowKey *
next_key(RowKey *key)
{
	size_t		n = VARSIZE_ANY_EXHDR(key);
	RowKey	   *next;

	if (n < ROWKEY_MAX_SIZE)
	{
		next = rowkey_new(n + 1);
		memcpy(VARDATA(next), VARDATA_ANY(key), n);
		VARDATA(next)[n] = 0;
		return next;
	}
	next = rowkey_new(n);
	n = bytes_prefix_stop((uint8_t *) VARDATA_ANY(key), n,
						  (uint8_t *) VARDATA(next));
	if (n == 0)
		return NULL;
	SET_VARSIZE(next, VARHDRSZ + n);
	return next;
}

static bool
is_empty_key(Datum key)
{
	return VARSIZE_ANY_EXHDR(DatumGetRowKeyPP(key)) == 0;
}

RangeType *
rowkey_make_range(TypeCacheEntry *typcache, RowKey *start, RowKey *stop)
{
	RangeBound	lower = {.infinite = start == NULL, .inclusive = true,
						 .lower = true};
	RangeBound	upper = {.infinite = stop == NULL, .inclusive = false,
						 .lower = false};

	lower.val = PointerGetDatum(start);
	upper.val = PointerGetDatum(stop);
	return make_range(typcache, &lower, &upper, false COMPAT_NO_ESCONTEXT);
}

Datum
rowkeyrange_canonical(PG_FUNCTION_ARGS)
{
	RangeType  *r = PG_GETARG_RANGE_P(0);
	TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(r));
	RangeBound	lower,
				upper;
	bool		empty;

	range_deserialize(typcache, r, &lower, &upper, &empty);
	if (empty)
		PG_RETURN_RANGE_P(r);

	if (!lower.infinite && !lower.inclusive)
	{
		RowKey	   *next = next_key(DatumGetRowKeyPP(lower.val));

		if (next == NULL)
			PG_RETURN_RANGE_P(make_empty_range(typcache));
		lower.val = PointerGetDatum(next);
		lower.inclusive = true;
	}
	else if (!lower.infinite && is_empty_key(lower.val))
	{
		lower.infinite = true;
		lower.inclusive = false;
	}

	if (!upper.infinite && upper.inclusive)
	{
		RowKey	   *next = next_key(DatumGetRowKeyPP(upper.val));

		upper.infinite = next == NULL;
		upper.val = PointerGetDatum(next);
		upper.inclusive = false;
	}
	else if (!upper.infinite && is_empty_key(upper.val))
		PG_RETURN_RANGE_P(make_empty_range(typcache));

	PG_RETURN_RANGE_P(
		range_serialize(typcache, &lower, &upper, false COMPAT_NO_ESCONTEXT));
}

/* The first eight bytes of a key as a fraction of the key space. */
static double
key_fraction(RowKey *key)
{
	uint8_t		head[8] = {0};

	memcpy(head, VARDATA_ANY(key), Min(sizeof(head), VARSIZE_ANY_EXHDR(key)));
	return (double) core_get_u64(head) / 18446744073709551616.0;
}

/* Distance of two keys, for GiST indexes on ranges. */
Datum
rowkeyrange_subdiff(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(key_fraction(PG_GETARG_ROWKEY_PP(0)) -
					 key_fraction(PG_GETARG_ROWKEY_PP(1)));
}

/* The cache entry of the result type, which is the range type. */
static TypeCacheEntry *
result_range_typcache(FunctionCallInfo fcinfo)
{
	TypeCacheEntry *typcache = (TypeCacheEntry *) fcinfo->flinfo->fn_extra;

	if (typcache == NULL)
	{
		typcache = lookup_type_cache(get_fn_expr_rettype(fcinfo->flinfo),
									 TYPECACHE_RANGE_INFO);
		if (typcache->rngelemtype == NULL)
			elog(ERROR, "function does not return a range");
		fcinfo->flinfo->fn_extra = typcache;
	}
	return typcache;
}

Datum
rowkey_prefix_range(PG_FUNCTION_ARGS)
{
	RowKey	   *prefix = PG_GETARG_ROWKEY_PP(0);
	size_t		n = VARSIZE_ANY_EXHDR(prefix);
	RowKey	   *stop = rowkey_new(n);

	n = bytes_prefix_stop((uint8_t *) VARDATA_ANY(prefix), n,
						  (uint8_t *) VARDATA(stop));
	SET_VARSIZE(stop, VARHDRSZ + n);
	PG_RETURN_RANGE_P(rowkey_make_range(result_range_typcache(fcinfo), prefix,
										n == 0 ? NULL : stop));
}

/* ---- tests of a key ----------------------------------------------------- */

Datum
rowkey_starts_with(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	RowKey	   *prefix = PG_GETARG_ROWKEY_PP(1);
	bool		result = bytes_has_prefix(VARDATA_ANY(key),
										  VARSIZE_ANY_EXHDR(key),
										  VARDATA_ANY(prefix),
										  VARSIZE_ANY_EXHDR(prefix));

	PG_FREE_IF_COPY(key, 0);
	PG_FREE_IF_COPY(prefix, 1);
	PG_RETURN_BOOL(result);
}

static bool
range_has_key(FunctionCallInfo fcinfo, int range_arg, int key_arg)
{
	RangeType  *r = PG_GETARG_RANGE_P(range_arg);
	TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(r));

	return range_contains_elem_internal(typcache, r, PG_GETARG_DATUM(key_arg));
}

static bool
multirange_has_key(FunctionCallInfo fcinfo, int range_arg, int key_arg)
{
	MultirangeType *mr = PG_GETARG_MULTIRANGE_P(range_arg);
	TypeCacheEntry *typcache =
		multirange_get_typcache(fcinfo, MultirangeTypeGetOid(mr));

	return multirange_contains_elem_internal(typcache->rngtype, mr,
											 PG_GETARG_DATUM(key_arg));
}

Datum
rowkey_in_range(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(range_has_key(fcinfo, 1, 0));
}

Datum
rowkey_range_contains(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(range_has_key(fcinfo, 0, 1));
}

Datum
rowkey_in_multirange(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(multirange_has_key(fcinfo, 1, 0));
}

Datum
rowkey_multirange_contains(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(multirange_has_key(fcinfo, 0, 1));
}

/*
 * Whether one of the ranges of an array has the key. NULL elements are
 * ignored.
 */
static bool
ranges_have_key(FunctionCallInfo fcinfo, int ranges_arg, int key_arg)
{
	ArrayType  *ranges = PG_GETARG_ARRAYTYPE_P(ranges_arg);
	ArrayIterator it;
	Datum		range;
	bool		isnull;
	bool		found = false;

	it = array_create_iterator(ranges, 0, NULL);
	while (!found && array_iterate(it, &range, &isnull))
	{
		RangeType  *r;

		CHECK_FOR_INTERRUPTS();
		if (isnull)
			continue;
		r = DatumGetRangeTypeP(range);
		found = range_contains_elem_internal(
			range_get_typcache(fcinfo, RangeTypeGetOid(r)), r,
			PG_GETARG_DATUM(key_arg));
	}
	array_free_iterator(it);
	return found;
}

Datum
rowkey_in_ranges(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(ranges_have_key(fcinfo, 1, 0));
}

Datum
rowkey_ranges_contain(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(ranges_have_key(fcinfo, 0, 1));
}
