/*
 * widerow_change.c
 *		Change wide rows: apply cells, puts and delete markers, stamps,
 *		increments, and find the cells that are visible or left after a
 *		compaction.
 *
 * A NULL row is read as the empty row in all of these. Compared with
 * StoreScanner, NormalUserScanQueryMatcher and MajorCompactionScanQueryMatcher
 * of HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

#include "core/base/host.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_mutation.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/widerow/widerow.h"

/* ---- applying rows ------------------------------------------------------ */

PG_FUNCTION_INFO_V1(widerow_concat);
PG_FUNCTION_INFO_V1(widerow_apply);
PG_FUNCTION_INFO_V1(widerow_at);

static Datum
apply_args(FunctionCallInfo fcinfo, bool ordered)
{
	WideRow		a,
				b;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	widerow_from_arg(fcinfo, 0, &a);
	widerow_from_arg(fcinfo, 1, &b);
	if (a.cells == 0 && !PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(1));
	if (b.cells == 0 && !PG_ARGISNULL(0))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	widerow_buf_init(&buf, (size_t) a.size + b.size);
	if (!wide_apply(&a, &b, ordered, &buf, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

/* a || b: apply the cells of b to a. */
Datum
widerow_concat(PG_FUNCTION_ARGS)
{
	return apply_args(fcinfo, false);
}

/* The same, keeping the order of the writes. */
Datum
widerow_apply(PG_FUNCTION_ARGS)
{
	return apply_args(fcinfo, true);
}

/* Apply one cell to argument 0. */
static Datum
apply_cell(FunctionCallInfo fcinfo, const WideCell *cell)
{
	WideRow		row;
	WideMerge	merge;
	CoreBuf		buf;
	CoreError	err;

	widerow_from_arg(fcinfo, 0, &row);
	widerow_buf_init(&buf,
					 (size_t) row.size + cell->qualifier_len +
						 cell->value_len + 24);
	wide_merge_init(&merge, row.order_width > 0, false);
	if (!wide_merge_add(&merge, &row, &err) ||
		!wide_merge_add_cell(&merge, cell, &err) ||
		!wide_merge_finish(&merge, &buf, &err))
		return core_error_reject(fcinfo, &err);
	wide_merge_free(&merge);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

/* widerow_at(row, timestamp): stamp the unstamped cells. */
Datum
widerow_at(PG_FUNCTION_ARGS)
{
	WideRow		row;
	CoreBuf		buf;
	CoreError	err;
	int64		ts;

	if (!widerow_take_timestamp_arg(fcinfo, 1, &ts, &err))
		return core_error_reject(fcinfo, &err);
	if (PG_ARGISNULL(0) || ts < 0)
		PG_RETURN_NULL();
	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	if (!wide_has_unstamped(&row))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	widerow_buf_init(&buf, row.size + 16);
	if (!wide_stamp(&row, ts, &buf, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

/* ---- puts ------------------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_put);

typedef struct PutSite
{
	NameSite	name;
	ValueSite	value;
} PutSite;

/* The state of a call with a qualifier and a value at these arguments. */
static PutSite *
put_site(FunctionCallInfo fcinfo, int name_arg, int value_arg)
{
	PutSite    *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		MemoryContext context = fcinfo->flinfo->fn_mcxt;
		char		what[32];

		site = MemoryContextAllocZero(context, sizeof(PutSite));
		snprintf(what, sizeof(what), "argument %d", name_arg + 1);
		name_site_init(&site->name,
					   get_fn_expr_argtype(fcinfo->flinfo, name_arg), what);
		snprintf(what, sizeof(what), "argument %d", value_arg + 1);
		value_site_init(&site->value,
						get_fn_expr_argtype(fcinfo->flinfo, value_arg),
						ENCODING_BYTES, context, what);
		fcinfo->flinfo->fn_extra = site;
	}
	return site;
}

/* Set the error for a NULL qualifier. */
static bool
check_name_given(FunctionCallInfo fcinfo, int n, CoreError *err)
{
	if (!PG_ARGISNULL(n))
		return true;
	core_error(err, CORE_ERR_NULL, "qualifier must not be NULL");
	return core_error_hint(err, "The empty qualifier is ''.");
}

/*
 * The qualifier and the timestamp of a cell; a NULL timestamp means unstamped.
 */
static bool
take_place(FunctionCallInfo fcinfo, const NameSite *site, int name_arg,
		   int ts_arg, WideCell *cell, CoreError *err)
{
	WideName	name = {NULL, 0};
	int64		ts;

	if (site != NULL &&
		!name_site_take(site, PG_GETARG_DATUM(name_arg), &name, err))
		return false;
	if (!widerow_take_timestamp_arg(fcinfo, ts_arg, &ts, err))
		return false;
	cell->qualifier = name.data;
	cell->qualifier_len = (uint32_t) name.len;
	cell->ts = ts < 0 ? CELL_LATEST_TIMESTAMP : ts;
	return true;
}

/* widerow_put(row, qualifier, value [, ts]) */
Datum
widerow_put(PG_FUNCTION_ARGS)
{
	PutSite    *site;
	WideName	value;
	WideCell	cell = {.type = CELL_PUT};
	CoreError	err;

	if (!check_name_given(fcinfo, 1, &err))
		return core_error_reject(fcinfo, &err);
	if (PG_ARGISNULL(2))
	{
		/* NULL adds no cell, as in a builder */
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	site = put_site(fcinfo, 1, 2);
	if (!take_place(fcinfo, &site->name, 1, 3, &cell, &err) ||
		!value_site_take(&site->value, PG_GETARG_DATUM(2), &value, &err))
		return core_error_reject(fcinfo, &err);
	cell.value = value.data;
	cell.value_len = (uint32_t) value.len;
	return apply_cell(fcinfo, &cell);
}

/* ---- delete markers ----------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_delete);
PG_FUNCTION_INFO_V1(widerow_delete_version);
PG_FUNCTION_INFO_V1(widerow_delete_family);
PG_FUNCTION_INFO_V1(widerow_delete_family_version);

/* Apply a delete marker of a column, or of the family (name_arg is 0). */
static Datum
apply_marker(FunctionCallInfo fcinfo, CellType type, int name_arg, int ts_arg)
{
	WideCell	cell = {.type = (uint8_t) type};
	NameSite   *site = NULL;
	CoreError	err;

	if (name_arg > 0)
	{
		if (!check_name_given(fcinfo, name_arg, &err))
			return core_error_reject(fcinfo, &err);
		site = fcinfo->flinfo->fn_extra;
		if (site == NULL)
		{
			site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
										  sizeof(NameSite));
			name_site_init(site, get_fn_expr_argtype(fcinfo->flinfo, name_arg),
						   "argument 2");
			fcinfo->flinfo->fn_extra = site;
		}
	}
	if (!take_place(fcinfo, site, name_arg, ts_arg, &cell, &err))
		return core_error_reject(fcinfo, &err);
	return apply_cell(fcinfo, &cell);
}

/*
 * widerow_delete(row, qualifier [, ts]): DeleteColumn marker, all versions up
 * to ts.
 */
Datum
widerow_delete(PG_FUNCTION_ARGS)
{
	return apply_marker(fcinfo, CELL_DELETE_COLUMN, 1, 2);
}

/* widerow_delete_version(row, qualifier, ts): Delete marker, one version. */
Datum
widerow_delete_version(PG_FUNCTION_ARGS)
{
	return apply_marker(fcinfo, CELL_DELETE, 1, 2);
}

/*
 * widerow_delete_family(row [, ts]): DeleteFamily marker, all columns up to
 * ts.
 */
Datum
widerow_delete_family(PG_FUNCTION_ARGS)
{
	return apply_marker(fcinfo, CELL_DELETE_FAMILY, 0, 1);
}

/*
 * widerow_delete_family_version(row, ts): DeleteFamilyVersion marker, one
 * timestamp.
 */
Datum
widerow_delete_family_version(PG_FUNCTION_ARGS)
{
	return apply_marker(fcinfo, CELL_DELETE_FAMILY_VERSION, 0, 1);
}

/* ---- increment and append --------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_increment);
PG_FUNCTION_INFO_V1(widerow_append);

/* The newest visible value of a column of argument 0; NULL: none. */
static const uint8_t *
current_value(FunctionCallInfo fcinfo, const uint8_t *qualifier,
			  size_t qualifier_len, uint32_t *len)
{
	WideRow		row;
	uint32_t	column,
				cell;
	bool		found;

	*len = 0;
	widerow_from_arg(fcinfo, 0, &row);
	column = wide_search(&row, qualifier, qualifier_len, &found);
	if (!found || !wide_newest(&row, column, &cell))
		return NULL;
	return wide_value(&row, cell, len);
}

/*
 * widerow_increment(row, qualifier, by [, ts]): HRegion.increment (HBase
 * 2.6.1).
 */
Datum
widerow_increment(PG_FUNCTION_ARGS)
{
	PutSite    *site;
	WideCell	cell = {.type = CELL_PUT};
	uint8_t		sum[8];
	int64_t		result;
	uint32_t	len;
	const uint8_t *value;
	CoreError	err;

	if (!check_name_given(fcinfo, 1, &err))
		return core_error_reject(fcinfo, &err);
	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	site = put_site(fcinfo, 1, 2);
	if (!take_place(fcinfo, &site->name, 1, 3, &cell, &err))
		return core_error_reject(fcinfo, &err);
	value = current_value(fcinfo, cell.qualifier, cell.qualifier_len, &len);
	if (value == NULL)
		result = PG_GETARG_INT64(2);
	else if (!wide_add(value, len, PG_GETARG_INT64(2), &result, &err))
		return core_error_reject(fcinfo, &err);
	core_put_u64(sum, (uint64_t) result);
	cell.value = sum;
	cell.value_len = 8;
	return apply_cell(fcinfo, &cell);
}

/*
 * widerow_append(row, qualifier, value [, ts]): HRegion.append (HBase 2.6.1).
 */
Datum
widerow_append(PG_FUNCTION_ARGS)
{
	PutSite    *site;
	WideName	more;
	WideCell	cell = {.type = CELL_PUT};
	uint32_t	len;
	const uint8_t *value;
	uint8_t    *joined;
	CoreError	err;

	if (!check_name_given(fcinfo, 1, &err))
		return core_error_reject(fcinfo, &err);
	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	site = put_site(fcinfo, 1, 2);
	if (!take_place(fcinfo, &site->name, 1, 3, &cell, &err) ||
		!value_site_take(&site->value, PG_GETARG_DATUM(2), &more, &err))
		return core_error_reject(fcinfo, &err);
	value = current_value(fcinfo, cell.qualifier, cell.qualifier_len, &len);
	joined = core_alloc((size_t) len + more.len + 1);
	core_copy(joined, value, len);
	core_copy(joined + len, more.data, more.len);
	cell.value = joined;
	cell.value_len = (uint32_t) (len + more.len);
	return apply_cell(fcinfo, &cell);
}

PG_FUNCTION_INFO_V1(widerow_matches);

/*
 * widerow_matches(row, qualifier, operator, value): the comparison of
 * HRegion.checkAndMutate (HBase 2.6.1); a NULL or empty value tests for a
 * missing or empty cell.
 */
Datum
widerow_matches(PG_FUNCTION_ARGS)
{
	PutSite    *site;
	WideName	name,
				given = {NULL, 0};
	text	   *operator;
	WideCompareOp op;
	const uint8_t *stored;
	uint32_t	len;
	CoreError	err;

	if (!check_name_given(fcinfo, 1, &err))
		return core_error_reject(fcinfo, &err);
	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	operator = PG_GETARG_TEXT_PP(2);
	if (!wide_compare_op_from_name(VARDATA_ANY(operator),
								   VARSIZE_ANY_EXHDR(operator), &op, &err))
		core_error_raise(&err);
	site = put_site(fcinfo, 1, 3);
	if (!name_site_take(&site->name, PG_GETARG_DATUM(1), &name, &err) ||
		(!PG_ARGISNULL(3) &&
		 !value_site_take(&site->value, PG_GETARG_DATUM(3), &given, &err)))
		return core_error_reject(fcinfo, &err);
	stored = current_value(fcinfo, name.data, name.len, &len);
	PG_RETURN_BOOL(wide_check(op, given.data, given.len, stored, len));
}

/* ---- visibility ------------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_visible);
PG_FUNCTION_INFO_V1(widerow_flush);
PG_FUNCTION_INFO_V1(widerow_compact);

/* A number of versions; NULL means all. */
static int32_t
versions_arg(FunctionCallInfo fcinfo, int n, int least)
{
	int32		versions;

	if (PG_ARGISNULL(n))
		return WIDEROW_ALL_VERSIONS;
	versions = PG_GETARG_INT32(n);
	if (versions < least)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of versions %d is out of range", versions),
				 errdetail("It is %d or more; NULL means all.", least)));
	return versions;
}

/*
 * Read the family's settings from argument n on: versions, min_versions, ttl
 * in seconds, keep_deleted, now, new_version_behavior.
 */
static void
family_args(FunctionCallInfo fcinfo, int n, WideFamily *family)
{
	CoreError	err;

	family->versions = versions_arg(fcinfo, n, 1);
	family->min_versions = PG_ARGISNULL(n + 1) ?
		0 :
		versions_arg(fcinfo, n + 1, 0);
	family->oldest = WIDEROW_NO_EXPIRY;
	if (!PG_ARGISNULL(n + 2))
	{
		int64		ttl = PG_GETARG_INT64(n + 2);

		if (ttl < 0 || ttl > PG_INT64_MAX / 2000)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("time to live of " INT64_FORMAT
							" seconds is out of range",
							ttl)));
		if (PG_ARGISNULL(n + 4))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("ttl requires the current time"),
					 errhint("Pass now => now().")));
		family->oldest = widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(n + 4)) -
			ttl * 1000;
	}
	family->keep_deleted = WIDEROW_KEEP_FALSE;
	if (!PG_ARGISNULL(n + 3))
	{
		text	   *keep = PG_GETARG_TEXT_PP(n + 3);

		if (!wide_keep_deleted_from_name(VARDATA_ANY(keep),
										 VARSIZE_ANY_EXHDR(keep),
										 &family->keep_deleted, &err))
			core_error_raise(&err);
	}
	family->new_version_behavior = !PG_ARGISNULL(n + 5) &&
		PG_GETARG_BOOL(n + 5);
}

/*
 * A bound of a time range: milliseconds, or a timestamptz. A call without it
 * passes NULL of no type.
 */
static int64
bound_arg(FunctionCallInfo fcinfo, int n, int64 open_end)
{
	return PG_ARGISNULL(n) ? open_end :
		Max(widerow_milliseconds_arg(fcinfo, n, "bound of a time range"), 0);
}

/*
 * widerow_visible(row, versions, time_from, time_to, raw, and the family's
 * settings): the cells that a get returns.
 */
Datum
widerow_visible(PG_FUNCTION_ARGS)
{
	WideRow		row;
	WideFamily	family;
	WideRead	read = wide_plain_read;
	uint32_t   *selected;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	read.versions = versions_arg(fcinfo, 1, 1);
	read.from = bound_arg(fcinfo, 2, 0);
	read.to = bound_arg(fcinfo, 3, PG_INT64_MAX);
	read.raw = !PG_ARGISNULL(4) && PG_GETARG_BOOL(4);
	family_args(fcinfo, 5, &family);
	selected = palloc((Size) row.cells * sizeof(uint32_t) + 1);
	return widerow_selection(&row, selected,
							 wide_visible(&row, &family, &read, selected));
}

/* The row reduced by one of core's functions. */
static Datum
reduce(FunctionCallInfo fcinfo,
	   uint32_t (*walk) (const WideRow *, const WideFamily *, uint32_t *))
{
	WideRow		row;
	WideFamily	family;
	uint32_t   *selected;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	family_args(fcinfo, 1, &family);
	selected = palloc((Size) row.cells * sizeof(uint32_t) + 1);
	return widerow_selection(&row, selected, walk(&row, &family, selected));
}

/*
 * widerow_flush(row, and the family's settings): the cells that a flush keeps.
 */
Datum
widerow_flush(PG_FUNCTION_ARGS)
{
	return reduce(fcinfo, wide_flush);
}

/*
 * widerow_compact(row, and the family's settings): the cells that a major
 * compaction keeps.
 */
Datum
widerow_compact(PG_FUNCTION_ARGS)
{
	return reduce(fcinfo, wide_compact);
}
