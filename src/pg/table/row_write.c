/*
 * row_write.c
 *		Compute a family when cells are written to a table, under the lock of
 *		its row: stamps, applied cells, increments, checks, and the trigger
 *		that stamps direct writes.
 *
 * The timestamp of a write is the clock, or one more than the newest timestamp
 * of the row, whichever is later. These functions are evaluated after the row
 * was locked, so a writer that waited has a later timestamp than the one it
 * waited for. Compared with HRegion.increment, append and checkAndMutate of
 * HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_mutation.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/table/client_relation.h"

PG_FUNCTION_INFO_V1(hbase_next_stamp);
PG_FUNCTION_INFO_V1(hbase_applied);
PG_FUNCTION_INFO_V1(hbase_applied_at);
PG_FUNCTION_INFO_V1(hbase_incremented);
PG_FUNCTION_INFO_V1(hbase_appended);
PG_FUNCTION_INFO_V1(hbase_holds);
PG_FUNCTION_INFO_V1(hbase_is_stamped);
PG_FUNCTION_INFO_V1(hbase_compacted);
PG_FUNCTION_INFO_V1(hbase_stamp_row);

/* ---- stamps ----------------------------------------------------------- */

static void
check_stamped(const WideRow *row)
{
	if (wide_has_unstamped(row))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the row has cells without a timestamp"),
				 errdetail("It cannot be determined which cell is older."),
				 errhint("Use hbase.stamp(relation), which stamps them now and on every write.")));
}

/* hbase_internal.is_stamped(cells) */
Datum
hbase_is_stamped(PG_FUNCTION_ARGS)
{
	WideRow		row;

	widerow_directory_from_arg(fcinfo, 0, &row);
	PG_RETURN_BOOL(!wide_has_unstamped(&row));
}

/* The clock, or the timestamp after "newest" if that is later. */
static int64
stamp_after(int64 newest)
{
	int64		now = client_relation_clock();

	if (newest >= WIDEROW_MAX_TIMESTAMP)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("the row has a cell with the last possible timestamp"),
				 errdetail("It has the last one, " INT64_FORMAT ".", newest)));
	return Max(now, newest + 1);
}

/*
 * The newest timestamp of the families in arguments "first" and later. They
 * are declared "any", so their types are looked up.
 */
static int64
newest_of_args(FunctionCallInfo fcinfo, int first)
{
	Oid			widerow = extension_objects()->widerow;
	int64		newest = -1;

	for (int i = first; i < PG_NARGS(); i++)
	{
		Oid			type;
		WideRow		row;

		if (PG_ARGISNULL(i))
			continue;
		type = get_fn_expr_argtype(fcinfo->flinfo, i);
		if (type != widerow)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("argument %d is of type %s, not widerow", i + 1,
							format_type_be(type))));
		widerow_directory_from_arg(fcinfo, i, &row);
		newest = Max(newest, wide_max_timestamp(&row));
	}
	return newest;
}

/* hbase_internal.next_stamp(VARIADIC families) */
Datum
hbase_next_stamp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(stamp_after(newest_of_args(fcinfo, 0)));
}

/* ---- applying ---------------------------------------------------------- */

/*
 * The family named by arguments 0 and 1, the relation and its column: its
 * index among the families may change while a statement waits. The row before
 * (argument 2) may be NULL; arguments 3 to `given` must not be.
 */
static const DefinedFamily *
family_of_args(FunctionCallInfo fcinfo, int given)
{
	Definition *def = client_relation_open(PG_ARGISNULL(0) ? InvalidOid :
															 PG_GETARG_OID(0))
						  ->definition;
	int			column = PG_ARGISNULL(1) ? 0 : PG_GETARG_INT32(1);

	for (int i = 3; i < given; i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("argument %d is NULL", i + 1)));
	for (int i = 0; i < def->nfamilies; i++)
		if (def->families[i].attnum == column)
			return &def->families[i];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("column %d is not a column family", column)));
	return NULL;
}

/* True if a flush keeps only the newest put of a column. */
static bool
keeps_newest(const Family *options)
{
	return options->versions == 1 && options->ttl == FAMILY_FOREVER &&
		!options->new_version_behavior;
}

/*
 * Apply cells to old and remove the versions that the family does not keep:
 * the table has the state that HBase has after a flush.
 */
static Datum
apply(const DefinedFamily *family, const WideRow *old, const WideRow *cells)
{
	bool		ordered = family->options.new_version_behavior ||
		old->order_width > 0;
	CoreBuf		buf;
	WideRow		row;
	CoreError	err;

	widerow_buf_init(&buf, (size_t) old->size + cells->size + 16);
	if (keeps_newest(&family->options) && wide_replaces(old, cells))
	{
		if (!wide_replace(old, cells, &buf, &err))
			core_error_raise(&err);
		return widerow_buf_datum(&buf);
	}
	if (!wide_apply(old, cells, ordered, &buf, &err))
		core_error_raise(&err);
	if (old->cells == 0)
		return widerow_buf_datum(&buf);
	if (!wide_open(&row, buf.data + VARHDRSZ, buf.len - VARHDRSZ, &err))
		core_error_raise(&err);
	if (row.cells > row.columns)
	{
		WideFamily	wide = definition_wide_family(family,
												  client_relation_clock());
		uint32_t   *selected = palloc(sizeof(uint32_t) * row.cells);
		uint32_t	n = wide_flush(&row, &wide, selected);

		if (n < row.cells)
			return widerow_selection(&row, selected, n);
	}
	return widerow_buf_datum(&buf);
}

/* The same, with unstamped cells stamped at ts. */
static Datum
apply_at(const DefinedFamily *family, const WideRow *old, const WideRow *cells,
		 int64 ts)
{
	CoreBuf		buf;
	WideRow		stamped;
	CoreError	err;

	if (!wide_has_unstamped(cells))
		return apply(family, old, cells);
	widerow_buf_init(&buf, cells->size + 16);
	if (!wide_stamp(cells, ts, &buf, &err))
		core_error_raise(&err);
	if (old->cells == 0 && !family->options.new_version_behavior)
		return widerow_buf_datum(&buf);
	if (!wide_open(&stamped, buf.data + VARHDRSZ, buf.len - VARHDRSZ, &err))
		core_error_raise(&err);
	return apply(family, old, &stamped);
}

/*
 * Read the family before the write; returns the newest timestamp of all
 * families.
 */
static int64
old_row(FunctionCallInfo fcinfo, int first_other, WideRow *old)
{
	widerow_from_arg(fcinfo, 2, old);
	check_stamped(old);
	return Max(wide_max_timestamp(old), newest_of_args(fcinfo, first_other));
}

/* hbase_internal.applied(relation, family, old, cells [, other families]) */
Datum
hbase_applied(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 3);
	WideRow		old,
				cells;
	int64		newest = old_row(fcinfo, 4, &old);

	widerow_from_arg(fcinfo, 3, &cells);
	if (!wide_has_unstamped(&cells))
		return apply(family, &old, &cells);
	return apply_at(family, &old, &cells, stamp_after(newest));
}

/* hbase_internal.applied_at(relation, family, old, cells, ts) */
Datum
hbase_applied_at(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 5);
	WideRow		old,
				cells;

	widerow_from_arg(fcinfo, 2, &old);
	check_stamped(&old);
	widerow_from_arg(fcinfo, 3, &cells);
	return apply_at(family, &old, &cells, PG_GETARG_INT64(4));
}

/* ---- increment, append and checkAndMutate ------------------------------- */

/* The newest value of a column that has not expired; NULL: none. */
static const uint8_t *
current_value(const DefinedFamily *family, const WideRow *row, WideName name,
			  uint32_t *len)
{
	WideFamily	wide = definition_wide_family(family, client_relation_clock());
	bool		found;
	uint32_t	column = wide_search(row, name.data, name.len, &found);
	uint32_t	cell;

	*len = 0;
	if (!found || !wide_newest(row, column, &cell))
		return NULL;
	if (wide_ts(row, cell) < wide.oldest && wide.min_versions == 0)
		return NULL;
	return wide_value(row, cell, len);
}

/* Apply a put of this value to the row. */
static Datum
apply_value(const DefinedFamily *family, const WideRow *old, WideName name,
			const uint8_t *value, size_t len, int64 ts)
{
	WideCell	cell = {.type = CELL_PUT};
	CoreBuf		buf;
	WideRow		row;
	CoreError	err;

	cell.qualifier = name.data;
	cell.qualifier_len = (uint32_t) name.len;
	cell.value = value;
	cell.value_len = (uint32_t) len;
	cell.ts = ts;
	core_buf_init(&buf);
	if (!wide_write(&cell, 1, &buf, &err) ||
		!wide_open(&row, buf.data, buf.len, &err))
		core_error_raise(&err);
	return apply(family, old, &row);
}

/*
 * hbase_internal.incremented(relation, family, old, qualifier, amount [,
 * others])
 */
Datum
hbase_incremented(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 5);
	WideRow		old;
	int64		newest = old_row(fcinfo, 5, &old);
	WideName	name = widerow_name_from_bytea(PG_GETARG_BYTEA_PP(3));
	int64		result = PG_GETARG_INT64(4);
	uint32_t	len;
	const uint8_t *value = current_value(family, &old, name, &len);
	uint8_t		sum[8];
	CoreError	err;

	if (value != NULL &&
		!wide_add(value, len, PG_GETARG_INT64(4), &result, &err))
		core_error_raise(&err);
	core_put_u64(sum, (uint64_t) result);
	return apply_value(family, &old, name, sum, 8, stamp_after(newest));
}

/*
 * hbase_internal.appended(relation, family, old, qualifier, bytes [, others])
 */
Datum
hbase_appended(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 5);
	WideRow		old;
	int64		newest = old_row(fcinfo, 5, &old);
	WideName	name = widerow_name_from_bytea(PG_GETARG_BYTEA_PP(3));
	WideName	more = widerow_name_from_bytea(PG_GETARG_BYTEA_PP(4));
	uint32_t	len;
	const uint8_t *value = current_value(family, &old, name, &len);
	uint8_t    *joined = core_alloc((size_t) len + more.len + 1);

	core_copy(joined, value, len);
	core_copy(joined + len, more.data, more.len);
	return apply_value(family, &old, name, joined, len + more.len,
					   stamp_after(newest));
}

/* hbase_internal.holds(relation, family, row, qualifier, op, expected) */
Datum
hbase_holds(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 5);
	WideRow		row;
	text	   *name = PG_GETARG_TEXT_PP(4);
	WideName	expected = {NULL, 0};
	uint32_t	len;
	const uint8_t *value;
	WideCompareOp op;
	CoreError	err;

	widerow_from_arg(fcinfo, 2, &row);
	value = current_value(family, &row,
						  widerow_name_from_bytea(PG_GETARG_BYTEA_PP(3)),
						  &len);
	if (!PG_ARGISNULL(5))
		expected = widerow_name_from_bytea(PG_GETARG_BYTEA_PP(5));
	if (!wide_compare_op_from_name(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name),
								   &op, &err))
		core_error_raise(&err);
	PG_RETURN_BOOL(wide_check(op, expected.data, expected.len, value, len));
}

/*
 * hbase_internal.compacted(relation, family, cells, now): NULL if no cell is
 * left.
 */
Datum
hbase_compacted(PG_FUNCTION_ARGS)
{
	const DefinedFamily *family = family_of_args(fcinfo, 4);
	WideFamily	wide;
	WideRow		row;
	uint32_t   *selected;
	uint32_t	n;

	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	wide = definition_wide_family(family,
								  widerow_milliseconds(
									  PG_GETARG_TIMESTAMPTZ(3)));
	widerow_from_datum(PG_GETARG_DATUM(2), &row);
	selected = palloc(sizeof(uint32_t) * (row.cells + 1));
	n = wide_compact(&row, &wide, selected);
	if (n == 0)
		PG_RETURN_NULL();
	if (n == row.cells)
		PG_RETURN_DATUM(PG_GETARG_DATUM(2));
	PG_RETURN_DATUM(widerow_selection(&row, selected, n));
}

/* ---- the trigger ------------------------------------------------------ */

/*
 * Get column i (from 0) of a row of the table.  Returns false if it is not of
 * type widerow, is dropped or is NULL.
 */
static bool
get_family(HeapTuple tuple, TupleDesc desc, Oid widerow, int i, Datum *datum)
{
	Form_pg_attribute attribute = TupleDescAttr(desc, i);
	bool		isnull;

	if (attribute->attisdropped || attribute->atttypid != widerow)
		return false;
	*datum = heap_getattr(tuple, i + 1, desc, &isnull);
	return !isnull;
}

/* The newest timestamp of a row of the table. */
static int64
newest_of_tuple(HeapTuple tuple, TupleDesc desc, Oid widerow)
{
	int64		newest = -1;

	for (int i = 0; i < desc->natts; i++)
	{
		WideRow		row;
		Datum		datum;

		if (!get_family(tuple, desc, widerow, i, &datum))
			continue;
		widerow_from_datum(datum, &row);
		newest = Max(newest, wide_max_timestamp(&row));
	}
	return newest;
}

/*
 * True if UPDATE left the column in the toast table as it was, so it is not
 * written now. (A value toasted elsewhere came from another row.)
 */
static bool
still_toasted(HeapTuple before, TupleDesc desc, int attribute, Datum now)
{
	struct varlena *value = (struct varlena *) DatumGetPointer(now);
	bool		isnull;
	Datum		old;

	if (!VARATT_IS_EXTERNAL_ONDISK(value))
		return false;
	old = heap_getattr(before, attribute, desc, &isnull);
	return !isnull && VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(old)) &&
		memcmp(DatumGetPointer(old), value, VARSIZE_EXTERNAL(value)) == 0;
}

/*
 * hbase_internal.stamp_row(): trigger that stamps cells written without a
 * timestamp.
 */
Datum
hbase_stamp_row(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = (TriggerData *) fcinfo->context;
	HeapTuple	tuple;
	TupleDesc	desc;
	Oid			widerow = extension_objects()->widerow;
	bool		update;
	int			columns[MaxTupleAttributeNumber];
	Datum		values[MaxTupleAttributeNumber];
	bool		nulls[MaxTupleAttributeNumber];
	int			n = 0;
	int64		newest;
	int64		ts;

	if (!CALLED_AS_TRIGGER(fcinfo) ||
		!TRIGGER_FIRED_BEFORE(trigger->tg_event) ||
		!TRIGGER_FIRED_FOR_ROW(trigger->tg_event) ||
		!(TRIGGER_FIRED_BY_INSERT(trigger->tg_event) ||
		  TRIGGER_FIRED_BY_UPDATE(trigger->tg_event)))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("hbase_internal.stamp_row() is a trigger BEFORE INSERT OR UPDATE FOR EACH ROW")));
	update = TRIGGER_FIRED_BY_UPDATE(trigger->tg_event);
	tuple = update ? trigger->tg_newtuple : trigger->tg_trigtuple;
	desc = RelationGetDescr(trigger->tg_relation);
	for (int i = 0; i < desc->natts; i++)
	{
		WideRow		row;
		Datum		datum;

		if (!get_family(tuple, desc, widerow, i, &datum) ||
			(update &&
			 still_toasted(trigger->tg_trigtuple, desc, i + 1, datum)))
			continue;
		widerow_from_datum(datum, &row);
		if (!wide_has_unstamped(&row))
			continue;
		columns[n] = i + 1;
		values[n] = datum;
		nulls[n++] = false;
	}
	if (n == 0)
		return PointerGetDatum(tuple);
	newest = newest_of_tuple(tuple, desc, widerow);
	if (update)
		newest = Max(newest,
					 newest_of_tuple(trigger->tg_trigtuple, desc, widerow));
	ts = stamp_after(newest);
	for (int i = 0; i < n; i++)
	{
		WideRow		row;
		CoreBuf		buf;
		CoreError	err;

		widerow_from_datum(values[i], &row);
		widerow_buf_init(&buf, row.size + 16);
		if (!wide_stamp(&row, ts, &buf, &err))
			core_error_raise(&err);
		values[i] = widerow_buf_datum(&buf);
	}
	return PointerGetDatum(
		heap_modify_tuple_by_cols(tuple, desc, n, columns, values, nulls));
}
