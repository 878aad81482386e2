/*
 * delta.c
 *		Deltas: the changes of an HBase-shaped relation since its baseline, and
 *		the upkeep of baselines.
 *
 * A query (hbase_internal.delta_query) does the comparison by calling these
 * functions.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/base/bytes.h"
#include "core/widerow/widerow_delta.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/export/delta.h"
#include "pg/export/export.h"
#include "pg/export/manifest.h"
#include "pg/file/server_path.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(hbase_delta_cells);
PG_FUNCTION_INFO_V1(hbase_delta_landed);
PG_FUNCTION_INFO_V1(hbase_delta_key);
PG_FUNCTION_INFO_V1(hbase_delta_stamp);
PG_FUNCTION_INFO_V1(hbase_set_baseline);
PG_FUNCTION_INFO_V1(hbase_baseline_manifest);
PG_FUNCTION_INFO_V1(hbase_baseline_manifest_jsonb);

/* The row as a datum; NULL if nothing was written. */
static Datum
row_or_null(FunctionCallInfo fcinfo, CoreBuf *buf)
{
	if (buf->len == VARHDRSZ)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(widerow_buf_datum(buf));
}

/* Raise an error if argument number "first" or a later one is NULL. */
static void
check_given(FunctionCallInfo fcinfo, int first)
{
	for (int i = first; i < PG_NARGS(); i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("argument %d is NULL", i + 1)));
}

/*
 * hbase_internal.delta_cells(before, after, key, family, stamp, last,
 * versions, restamp): the cells that turn one state of a family into the
 * other; NULL if there are none.
 */
Datum
hbase_delta_cells(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	DeltaRun	run;
	WideRow		before,
				after;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	check_given(fcinfo, 2);
	key = PG_GETARG_ROWKEY_PP(2);
	run.row = (const uint8_t *) VARDATA_ANY(key);
	run.row_len = VARSIZE_ANY_EXHDR(key);
	run.stamp = PG_GETARG_INT64(4);
	run.last = PG_GETARG_INT64(5);
	run.versions = PG_GETARG_INT32(6);
	run.restamp = PG_GETARG_BOOL(7);
	run.family = text_to_cstring(PG_GETARG_TEXT_PP(3));
	if (!delta_check_stamp(run.stamp, run.last, &err))
		core_error_raise(&err);
	widerow_from_arg(fcinfo, 0, &before);
	widerow_from_arg(fcinfo, 1, &after);
	widerow_buf_init(&buf, 64);
	if (!delta_family(&before, &after, &run, &buf, &err))
		core_error_raise(&err);
	return row_or_null(fcinfo, &buf);
}

/*
 * hbase_internal.delta_landed(before, delta, stamp): the state of a baseline
 * after a run; NULL if it is empty.
 */
Datum
hbase_delta_landed(PG_FUNCTION_ARGS)
{
	WideRow		before,
				delta;
	CoreBuf		buf;
	CoreError	err;

	check_given(fcinfo, 2);
	if (!cell_check_stamp(PG_GETARG_INT64(2), &err))
		core_error_raise(&err);
	widerow_from_arg(fcinfo, 0, &before);
	widerow_from_arg(fcinfo, 1, &delta);
	widerow_buf_init(&buf, (size_t) before.size + delta.size);
	if (!delta_apply(&before, &delta, PG_GETARG_INT64(2), &buf, &err))
		core_error_raise(&err);
	return row_or_null(fcinfo, &buf);
}

/*
 * Check argument n, a key of the relation: not NULL, not empty, and not equal
 * to the previous key, argument n + 1.
 */
static void
check_key(FunctionCallInfo fcinfo, int n, Oid relid)
{
	RowKey	   *key;
	RowKey	   *previous;
	char		quoted[CELL_QUOTE_SIZE];

	if (PG_ARGISNULL(n))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("relation %s has a row with key NULL",
						definition_relation_name(relid)),
				 errhint("Every part of a key must have a value; leave such rows out with WHERE, or give them a key.")));
	key = PG_GETARG_ROWKEY_PP(n);
	if (VARSIZE_ANY_EXHDR(key) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("relation %s has a row with an empty key",
						definition_relation_name(relid)),
				 errhint("HBase accepts keys of 1 to 32767 bytes.")));
	if (PG_ARGISNULL(n + 1))
		return;
	previous = PG_GETARG_ROWKEY_PP(n + 1);
	if (bytes_compare(VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key),
					  VARDATA_ANY(previous), VARSIZE_ANY_EXHDR(previous)) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNIQUE_VIOLATION),
				 errmsg("relation %s has several rows with the key %s",
						definition_relation_name(relid),
						cell_quote((const uint8_t *) VARDATA_ANY(key),
								   VARSIZE_ANY_EXHDR(key), quoted,
								   sizeof(quoted))),
				 errhint("Make the key unique, or merge such rows with widerow_merge and GROUP BY.")));
}

/*
 * hbase_internal.delta_key(key, previous, baseline_key, previous, relation,
 * baseline): the key of a row of either side; an error if a side has it twice.
 */
Datum
hbase_delta_key(PG_FUNCTION_ARGS)
{
	check_given(fcinfo, 4);
	if (!PG_ARGISNULL(0) || PG_ARGISNULL(2))
		check_key(fcinfo, 0, PG_GETARG_OID(4));
	if (!PG_ARGISNULL(2))
		check_key(fcinfo, 2, PG_GETARG_OID(5));
	export_progress_count_row();
	PG_RETURN_DATUM(PG_GETARG_DATUM(PG_ARGISNULL(0) ? 2 : 0));
}

/*
 * hbase_internal.delta_stamp(stamp, last): the stamp of the run that follows
 * "last"; NULL stamp: the snapshot's time, or the first one later than "last".
 */
Datum
hbase_delta_stamp(PG_FUNCTION_ARGS)
{
	int64		last;
	int64		stamp;
	CoreError	err;

	check_given(fcinfo, 1);
	last = PG_GETARG_INT64(1);
	if (!PG_ARGISNULL(0))
		stamp = PG_GETARG_INT64(0);
	else if (last > PG_INT64_MAX - 2)
		stamp = PG_INT64_MAX;	/* no later stamp exists */
	else
		stamp = Max(export_default_stamp(), last + 2);
	if (!delta_check_stamp(stamp, last, &err))
		core_error_raise(&err);
	PG_RETURN_INT64(stamp);
}

/*
 * A crash truncates an unlogged table. The next run would then treat every row
 * in HBase as absent.
 */
static void
check_logged(Oid baseline)
{
	if (get_rel_persistence(baseline) == RELPERSISTENCE_UNLOGGED)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("baseline %s must not be unlogged",
						definition_relation_name(baseline)),
				 errhint("A crash would empty it. Use ALTER TABLE ... SET LOGGED.")));
}

/*
 * hbase_internal.set_baseline(baseline, relation, stamp, splits, run,
 * directory, options): record the relation that a table is the baseline of;
 * what is NULL is unchanged. Directory and options of two roles are not mixed.
 */
Datum
hbase_set_baseline(PG_FUNCTION_ARGS)
{
	Oid			baseline = PG_GETARG_OID(0);
	Oid			relation = PG_GETARG_OID(1);
	Oid			types[] = {NAMEOID,
						   NAMEOID,
						   NAMEOID,
						   NAMEOID,
						   NAMEOID,
						   INT8OID,
						   extension_objects()->rowkey_array,
						   TEXTOID,
						   TEXTOID,
						   JSONBOID};
	NameData	names[5];
	Datum		values[10];
	char		nulls[11] = "          ";
	ExtensionUser before;

	for (int i = 0; i < 3; i++)
	{
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("baseline, relation and stamp must not be NULL")));
	}
	definition_check_kind(baseline, true);
	definition_check_owner(baseline);
	check_logged(baseline);
	definition_check_kind(relation, false);
	definition_names(baseline, &names[0]);
	definition_names(relation, &names[2]);
	namestrcpy(&names[4], GetUserNameFromId(GetUserId(), false));
	for (int i = 0; i < 5; i++)
		values[i] = NameGetDatum(&names[i]);
	values[5] = PG_GETARG_DATUM(2);
	for (int i = 6; i < 10; i++)
	{
		values[i] = PG_GETARG_DATUM(i - 3);
		if (PG_ARGISNULL(i - 3))
			nulls[i] = 'n';
	}

	before = extension_become_owner();
	SPI_connect();
	if (SPI_execute_with_args(
			"INSERT INTO hbase.delta_baseline AS b"
			" (baseline_schema, baseline_name, relation_schema, relation_name, owner, stamp, splits, run,"
			" directory, options, job_owner)"
			" VALUES ($1, $2, $3, $4, $5, $6, $7, COALESCE($8, 'any'), $9, $10,"
			" CASE WHEN $9 IS NOT NULL OR $10 IS NOT NULL THEN $5 END)"
			" ON CONFLICT (baseline_schema, baseline_name) DO UPDATE SET"
			" relation_schema = excluded.relation_schema, relation_name = excluded.relation_name,"
			" owner = excluded.owner, stamp = excluded.stamp, splits = COALESCE(excluded.splits, b.splits),"
			" run = COALESCE($8, b.run),"
			" directory = CASE WHEN excluded.job_owner IS NULL OR excluded.job_owner OPERATOR(pg_catalog.=) b.job_owner"
			" THEN COALESCE($9, b.directory) ELSE $9 END,"
			" options = CASE WHEN excluded.job_owner IS NULL OR excluded.job_owner OPERATOR(pg_catalog.=) b.job_owner"
			" THEN COALESCE($10, b.options) ELSE $10 END,"
			" job_owner = COALESCE(excluded.job_owner, b.job_owner)",
			10, types, values, nulls, false, 0) != SPI_OK_INSERT)
		elog(ERROR, "could not store the baseline");
	SPI_finish();
	extension_become_user(before);
	/* the export of this run is on disk already */
	ForceSyncCommit();
	PG_RETURN_VOID();
}

void
delta_remember_splits(Oid baseline, const ExportResult *result)
{
	Oid			rowkey = extension_objects()->rowkey;
	Oid			types[] = {NAMEOID, NAMEOID,
						   extension_objects()->rowkey_array};
	Datum	   *splits = palloc(sizeof(Datum) *
								(list_length(result->regions) + 1));
	NameData	names[2];
	Datum		values[3];
	ExtensionUser before;
	ListCell   *lc;
	int			n = 0;

	definition_check_owner(baseline);
	foreach(lc, result->regions)
	{
		const ExportedRegion *region = lfirst(lc);

		if (region->start != NULL)
			splits[n++] = PointerGetDatum(region->start);
	}
	definition_names(baseline, names);
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
	values[2] = PointerGetDatum(
		construct_array(splits, n, rowkey, -1, false, TYPALIGN_INT));
	before = extension_become_owner();
	SPI_connect();
	if (SPI_execute_with_args(
			"UPDATE hbase.delta_baseline SET splits = $3"
			" WHERE baseline_schema OPERATOR(pg_catalog.=) $1 AND baseline_name OPERATOR(pg_catalog.=) $2",
			3, types, values, NULL, false, 0) != SPI_OK_UPDATE)
		elog(ERROR, "could not store the split points");
	SPI_finish();
	extension_become_user(before);
}

/* Table, stamp, split points and run of an export as a row. */
static Datum
manifest_row(FunctionCallInfo fcinfo, const Manifest *manifest)
{
	Datum	   *splits = palloc(sizeof(Datum) * manifest->nregions);
	TupleDesc	desc;
	Datum		values[4];
	bool		nulls[4] = {false};

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	for (int i = 1; i < manifest->nregions; i++)
		splits[i - 1] = PointerGetDatum(manifest->regions[i].start);
	values[0] = CStringGetTextDatum(manifest->table);
	values[1] = Int64GetDatum(manifest->stamp);
	values[2] = PointerGetDatum(construct_array(splits, manifest->nregions - 1,
												extension_objects()->rowkey,
												-1, false, TYPALIGN_INT));
	values[3] = CStringGetTextDatum(manifest->run);
	return HeapTupleGetDatum(
		heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/* hbase_internal.baseline_manifest(directory) */
Datum
hbase_baseline_manifest(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(manifest_row(
		fcinfo, manifest_read(server_path_check_read(
					text_to_cstring(PG_GETARG_TEXT_PP(0))))));
}

/* hbase_internal.baseline_manifest(manifest) */
Datum
hbase_baseline_manifest_jsonb(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(
		manifest_row(fcinfo, manifest_from_jsonb(PG_GETARG_DATUM(0))));
}
