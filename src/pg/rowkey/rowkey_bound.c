/*
 * rowkey_bound.c
 *		The type rowkey_bound: one edge of a range of keys, comparable with
 *		keys through the btree operator family of rowkey.
 *
 * The planner rewrites key ^@ prefix and key <@ range to comparisons with the
 * two edges (rowkey_support.c). An upper edge may be +infinity, which no key
 * can express, so that a scan without upper bound works for constants,
 * parameters and join columns.
 *
 * Datum: flags (1 byte), length of the start (2 bytes, big-endian), start,
 * stop. Text: its own edge only, so that a plan shows each key once: "lower
 * [start", "upper stop)", "lower empty"; the keys as rowkey prints them. Text
 * that is read back compares in the same way, and is estimated with the other
 * edge beside it.
 */
#include "pg/base/compat.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "hbase_schema.h"
#include "pg/rowkey/rowkey_bound.h"

#define BOUND_HEADER	3

PG_FUNCTION_INFO_V1(rowkey_bound_in);
PG_FUNCTION_INFO_V1(rowkey_bound_out);
PG_FUNCTION_INFO_V1(rowkey_bound_recv);
PG_FUNCTION_INFO_V1(rowkey_bound_send);

/* ---- the datum --------------------------------------------------------- */

static inline void
open_bound(const struct varlena *v, RowKeyBound *bound)
{
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(v);
	size_t		n = VARSIZE_ANY_EXHDR(v);

	bound->flags = p[0];
	bound->start = p + BOUND_HEADER;
	bound->start_len = core_get_u16(p + 1);
	bound->stop = bound->start + bound->start_len;
	bound->stop_len = n - BOUND_HEADER - bound->start_len;
}

void
rowkey_bound_open(Datum datum, RowKeyBound *bound)
{
	open_bound((struct varlena *) PG_DETOAST_DATUM_PACKED(datum), bound);
}

static struct varlena *
make_bound(const RowKeyBound *bound)
{
	size_t		size = VARHDRSZ + BOUND_HEADER + bound->start_len +
		bound->stop_len;
	struct varlena *v = palloc(size);
	uint8_t    *p = (uint8_t *) VARDATA(v);

	SET_VARSIZE(v, size);
	p[0] = bound->flags;
	core_put_u16(p + 1, (uint16_t) bound->start_len);
	core_copy(p + BOUND_HEADER, bound->start, bound->start_len);
	core_copy(p + BOUND_HEADER + bound->start_len, bound->stop,
			  bound->stop_len);
	return v;
}

/*
 * The check of text and binary input: valid flags, and a start below the stop
 * unless one end is open or the range is empty.
 */
static bool
valid_bound(const RowKeyBound *bound)
{
	if (bound->flags & ~(BOUND_UPPER | BOUND_NO_STOP | BOUND_EMPTY |
						 BOUND_LONE))
		return false;
	if ((bound->flags & BOUND_LONE) != 0 &&
		bound->flags != (BOUND_NO_STOP | BOUND_LONE))
		return false;
	if (bound->start_len > ROWKEY_MAX_SIZE ||
		bound->stop_len > ROWKEY_MAX_SIZE)
		return false;
	if (bound->flags & BOUND_EMPTY)
		return (bound->flags & BOUND_NO_STOP) == 0 &&
			bound->start_len == 0 && bound->stop_len == 0;
	if (bound->flags & BOUND_NO_STOP)
		return bound->stop_len == 0;
	return bytes_compare(bound->start, bound->start_len, bound->stop,
						 bound->stop_len) < 0;
}

/* ---- text and binary form ---------------------------------------------- */

Datum
rowkey_bound_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	RowKeyBound bound = {.start = (uint8_t *) "", .stop = (uint8_t *) ""};
	size_t		n = strlen(text);
	uint8_t    *key = palloc(n + 1);
	size_t		len;
	CoreError	err;

	if (strcmp(text, "lower empty") == 0)
		bound.flags = BOUND_EMPTY;
	else if (strcmp(text, "upper empty") == 0)
		bound.flags = BOUND_UPPER | BOUND_EMPTY;
	else if (strncmp(text, "lower [", 7) == 0)
	{
		if (!notation_read(text + 7, n - 7, key, &len, &err))
			goto malformed;
		bound.flags = BOUND_NO_STOP | BOUND_LONE;
		bound.start = key;
		bound.start_len = len;
	}
	else if (strncmp(text, "upper ", 6) == 0 && text[n - 1] == ')')
	{
		if (!notation_read(text + 6, n - 7, key, &len, &err))
			goto malformed;
		bound.flags = len == 0 ? BOUND_UPPER | BOUND_NO_STOP : BOUND_UPPER;
		bound.stop = key;
		bound.stop_len = len;
	}
	else
		goto malformed;
	if (valid_bound(&bound))
		PG_RETURN_POINTER(make_bound(&bound));

malformed:
	ereturn(fcinfo->context, (Datum) 0,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", "rowkey_bound",
					text),
			 errhint("Write \"lower [start\", \"upper stop)\" or \"lower empty\".")));
}

/* Append a key's printed form. */
static void
print_key(StringInfo out, const uint8_t *p, size_t n)
{
	enlargeStringInfo(out, notation_length(p, n));
	out->len += notation_write(p, n, out->data + out->len) -
		(out->data + out->len);
	out->data[out->len] = '\0';
}

Datum
rowkey_bound_out(PG_FUNCTION_ARGS)
{
	RowKeyBound bound;
	bool		upper;
	StringInfoData out;

	rowkey_bound_open(PG_GETARG_DATUM(0), &bound);
	upper = (bound.flags & BOUND_UPPER) != 0;
	initStringInfo(&out);
	appendStringInfoString(&out, upper ? "upper " : "lower ");
	if (bound.flags & BOUND_EMPTY)
		appendStringInfoString(&out, "empty");
	else if (upper)
	{
		print_key(&out, bound.stop, bound.stop_len);
		appendStringInfoChar(&out, ')');
	}
	else
	{
		appendStringInfoChar(&out, '[');
		print_key(&out, bound.start, bound.start_len);
	}
	PG_RETURN_CSTRING(out.data);
}

Datum
rowkey_bound_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			n = buf->len - buf->cursor;
	const uint8_t *p = (const uint8_t *) buf->data + buf->cursor;
	RowKeyBound bound;
	bool		ok = n >= BOUND_HEADER &&
		core_get_u16(p + 1) <= n - BOUND_HEADER;

	if (ok)
	{
		bound.flags = p[0];
		bound.start = p + BOUND_HEADER;
		bound.start_len = core_get_u16(p + 1);
		bound.stop = bound.start + bound.start_len;
		bound.stop_len = n - BOUND_HEADER - bound.start_len;
		ok = valid_bound(&bound);
	}
	if (!ok)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid binary form of type %s", "rowkey_bound")));
	buf->cursor = buf->len;
	PG_RETURN_POINTER(make_bound(&bound));
}

Datum
rowkey_bound_send(PG_FUNCTION_ARGS)
{
	struct varlena *v = (struct varlena *) PG_DETOAST_DATUM_PACKED(
		PG_GETARG_DATUM(0));
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* ---- the edges of prefixes and ranges ---------------------------------- */

/* Both ends of the range of keys that begin with a prefix. */
static Datum
prefix_edge(RowKey *prefix, uint8_t side)
{
	size_t		n = VARSIZE_ANY_EXHDR(prefix);
	struct varlena *v;
	RowKeyBound bound = {.flags = side};

	bound.start = bound.stop = (const uint8_t *) VARDATA_ANY(prefix);
	bound.start_len = bound.stop_len = n;
	v = make_bound(&bound);

	/* the copy in place of the stop is incremented */
	rowkey_bound_open(PointerGetDatum(v), &bound);
	n = bytes_prefix_stop(bound.stop, n, (uint8_t *) bound.stop);
	if (n == 0)
		*(uint8_t *) VARDATA(v) |= BOUND_NO_STOP;
	SET_VARSIZE(v, VARHDRSZ + BOUND_HEADER + bound.start_len + n);
	return PointerGetDatum(v);
}

static Datum
range_edge(TypeCacheEntry *typcache, const RangeType *range, uint8_t side)
{
	RangeBound	lower,
				upper;
	bool		empty;
	RowKeyBound bound = {.flags = side,
						 .start = (uint8_t *) "",
						 .stop = (uint8_t *) ""};

	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
	{
		bound.flags |= BOUND_EMPTY;
		return PointerGetDatum(make_bound(&bound));
	}
	if (!lower.infinite)
	{
		RowKey	   *key = DatumGetRowKeyPP(lower.val);

		bound.start = (const uint8_t *) VARDATA_ANY(key);
		bound.start_len = VARSIZE_ANY_EXHDR(key);
	}
	if (upper.infinite)
		bound.flags |= BOUND_NO_STOP;
	else
	{
		RowKey	   *key = DatumGetRowKeyPP(upper.val);

		bound.stop = (const uint8_t *) VARDATA_ANY(key);
		bound.stop_len = VARSIZE_ANY_EXHDR(key);
	}
	return PointerGetDatum(make_bound(&bound));
}

/* The edge of a multirange is that of its span. */
static Datum
multirange_edge(FunctionCallInfo fcinfo, uint8_t side)
{
	MultirangeType *mr = PG_GETARG_MULTIRANGE_P(0);
	TypeCacheEntry *typcache =
		multirange_get_typcache(fcinfo, MultirangeTypeGetOid(mr))->rngtype;

	return range_edge(typcache, multirange_get_union_range(typcache, mr),
					  side);
}

/*
 * The edge of an array is that of the span of its ranges; NULLs are ignored.
 */
static Datum
ranges_edge(FunctionCallInfo fcinfo, uint8_t side)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	TypeCacheEntry *typcache = range_get_typcache(fcinfo,
												  ARR_ELEMTYPE(array));
	RangeType  *span = make_empty_range(typcache);
	ArrayIterator it = array_create_iterator(array, 0, NULL);
	Datum		range;
	bool		isnull;

	while (array_iterate(it, &range, &isnull))
	{
		CHECK_FOR_INTERRUPTS();
		if (!isnull)
			span = range_union_internal(typcache, span,
										DatumGetRangeTypeP(range), false);
	}
	array_free_iterator(it);
	return range_edge(typcache, span, side);
}

#define BOUND_EDGES(side, flag) \
	PG_FUNCTION_INFO_V1(rowkey_##side##_bound); \
	PG_FUNCTION_INFO_V1(rowkey_##side##_bound_range); \
	PG_FUNCTION_INFO_V1(rowkey_##side##_bound_multirange); \
	PG_FUNCTION_INFO_V1(rowkey_##side##_bound_ranges); \
	Datum rowkey_##side##_bound(PG_FUNCTION_ARGS) \
	{ \
		return prefix_edge(PG_GETARG_ROWKEY_PP(0), flag); \
	} \
	Datum rowkey_##side##_bound_range(PG_FUNCTION_ARGS) \
	{ \
		RangeType  *r = PG_GETARG_RANGE_P(0); \
		return range_edge(range_get_typcache(fcinfo, RangeTypeGetOid(r)), r, \
						  flag); \
	} \
	Datum rowkey_##side##_bound_multirange(PG_FUNCTION_ARGS) \
	{ \
		return multirange_edge(fcinfo, flag); \
	} \
	Datum rowkey_##side##_bound_ranges(PG_FUNCTION_ARGS) \
	{ \
		return ranges_edge(fcinfo, flag); \
	}

BOUND_EDGES(lower, 0)
BOUND_EDGES(upper, BOUND_UPPER)

/* ---- comparison -------------------------------------------------------- */

/* A position among all keys: these bytes, or above every key. */
typedef struct Position
{
	struct varlena *v;			/* the datum that contains them */
	const uint8_t *p;
	size_t		len;
	bool		infinite;
} Position;

static inline Position
key_position(Datum datum)
{
	RowKey	   *key = DatumGetRowKeyPP(datum);

	return (Position) {(struct varlena *) key,
					   (const uint8_t *) VARDATA_ANY(key),
					   VARSIZE_ANY_EXHDR(key), false};
}

/*
 * The position of an edge. The edges of an empty range are crossed: its lower
 * edge is above every key, its upper edge at the start.
 */
static inline Position
edge_position(Datum datum)
{
	struct varlena *v = (struct varlena *) PG_DETOAST_DATUM_PACKED(datum);
	RowKeyBound bound;

	open_bound(v, &bound);
	if (bound.flags & BOUND_UPPER)
		return (Position) {v, bound.stop, bound.stop_len,
						   (bound.flags & BOUND_NO_STOP) != 0};
	return (Position) {v, bound.start, bound.start_len,
					   (bound.flags & BOUND_EMPTY) != 0};
}

static inline int
compare_positions(Position a, Position b)
{
	if (a.infinite || b.infinite)
		return (int) a.infinite - (int) b.infinite;
	return bytes_compare(a.p, a.len, b.p, b.len);
}

/*
 * Free a detoasted copy: an index may compress long keys, and a scan lives
 * long.
 */
static inline void
close_position(Position position, Datum datum)
{
	if (unlikely((Pointer) position.v != DatumGetPointer(datum)))
		pfree(position.v);
}

#define BOUND_COMPARISON(name, left, right, result) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) \
	{ \
		Position	a = left(PG_GETARG_DATUM(0)); \
		Position	b = right(PG_GETARG_DATUM(1)); \
		int			c = compare_positions(a, b); \
		close_position(a, PG_GETARG_DATUM(0)); \
		close_position(b, PG_GETARG_DATUM(1)); \
		return result; \
	}

#define BOUND_COMPARISONS(types, left, right) \
	BOUND_COMPARISON(types##_lt, left, right, BoolGetDatum(c < 0)) \
	BOUND_COMPARISON(types##_le, left, right, BoolGetDatum(c <= 0)) \
	BOUND_COMPARISON(types##_eq, left, right, BoolGetDatum(c == 0)) \
	BOUND_COMPARISON(types##_ge, left, right, BoolGetDatum(c >= 0)) \
	BOUND_COMPARISON(types##_gt, left, right, BoolGetDatum(c > 0)) \
	BOUND_COMPARISON(types##_cmp, left, right, Int32GetDatum(c))

BOUND_COMPARISONS(rowkey_bound, key_position, edge_position)
BOUND_COMPARISONS(bound_rowkey, edge_position, key_position)
BOUND_COMPARISONS(bound_bound, edge_position, edge_position)
