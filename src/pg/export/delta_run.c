/*
 * delta_run.c
 *		The runs of deltas that committed, in the table hbase.delta_run.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/snapmgr.h"
#include "utils/uuid.h"
#include "utils/xid8.h"

#include "pg/base/extension_objects.h"
#include "pg/export/delta_run.h"
#include "pg/export/export.h"
#include "pg/export/export_run.h"
#include "pg/file/dir_at.h"
#include "pg/table/definition.h"

/* ---- committed runs ----------------------------------------------------- */

static void
names_of(Oid baseline, NameData names[2], Datum values[2])
{
	definition_names(baseline, names);
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
}

char *
delta_run_last(Oid baseline, char run[RUN_ID_SIZE])
{
	Oid			types[] = {NAMEOID, NAMEOID};
	MemoryContext context = CurrentMemoryContext;
	NameData	names[2];
	Datum		values[2];
	ExtensionUser before;
	char	   *directory = NULL;

	names_of(baseline, names, values);
	strlcpy(run, RUN_ANY, RUN_ID_SIZE);
	before = extension_become_owner();
	SPI_connect();
	if (SPI_execute_with_args(
			"SELECT b.run, r.directory FROM hbase.delta_baseline b"
			" LEFT JOIN hbase.delta_run r ON r.run::pg_catalog.text OPERATOR(pg_catalog.=) b.run"
			" WHERE b.baseline_schema OPERATOR(pg_catalog.=) $1 AND b.baseline_name OPERATOR(pg_catalog.=) $2",
			2, types, values, NULL, false, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read the last run");
	if (SPI_processed > 0)
	{
		HeapTuple	tuple = SPI_tuptable->vals[0];
		char	   *found = SPI_getvalue(tuple, SPI_tuptable->tupdesc, 2);

		strlcpy(run, SPI_getvalue(tuple, SPI_tuptable->tupdesc, 1),
				RUN_ID_SIZE);
		if (found != NULL)
			directory = MemoryContextStrdup(context, found);
	}
	SPI_finish();
	extension_become_user(before);
	return directory;
}

void
delta_run_store(Oid baseline, const ExportOptions *options,
				const ExportDir *dir)
{
	Oid			types[] = {NAMEOID, NAMEOID, TEXTOID, TEXTOID, TEXTOID,
		INT8OID, INT8OID, INT8OID, XID8OID};
	NameData	names[2];
	Datum		values[9];
	char		nulls[] = "         ";
	ExtensionUser before;

	names_of(baseline, names, values);
	values[2] = CStringGetTextDatum(options->run);
	values[3] = CStringGetTextDatum(options->previous);
	if (dir)
	{
		DirAtId		id = export_dir_id(dir);

		values[4] = CStringGetTextDatum(export_dir_path(dir));
		values[5] = Int64GetDatum((int64) id.dev);
		values[6] = Int64GetDatum((int64) id.ino);
	}
	else
		memset(nulls + 4, 'n', 3);
	values[7] = Int64GetDatum(options->stamp);
	values[8] = FullTransactionIdGetDatum(GetTopFullTransactionId());
	before = extension_become_owner();
	SPI_connect();
	if (SPI_execute_with_args(
			"INSERT INTO hbase.delta_run"
			" (baseline_schema, baseline_name, run, previous, directory, device, inode, stamp, xid, created)"
			" VALUES ($1, $2, $3::pg_catalog.uuid, $4, $5, $6, $7, $8, $9, pg_catalog.clock_timestamp())",
			9, types, values, nulls, false, 0) != SPI_OK_INSERT ||
		SPI_execute_with_args(
			"UPDATE hbase.delta_baseline SET run = $3"
			" WHERE baseline_schema OPERATOR(pg_catalog.=) $1 AND baseline_name OPERATOR(pg_catalog.=) $2",
			3, types, values, NULL, false, 0) != SPI_OK_UPDATE)
		elog(ERROR, "could not store the run");
	SPI_finish();
	extension_become_user(before);
}

/*
 * The caller's snapshot may be older than the run's commit, so take a new one.
 */
bool
delta_run_find(const char *run, int64 *inode)
{
	Oid			types[] = {TEXTOID};
	Datum		values[] = {CStringGetTextDatum(run)};
	ExtensionUser before = extension_become_owner();
	bool		found;

	PushActiveSnapshot(GetLatestSnapshot());
	SPI_connect();
	if (SPI_execute_with_args(
			"SELECT inode FROM hbase.delta_run WHERE run OPERATOR(pg_catalog.=) $1::pg_catalog.uuid",
			1, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read the runs");
	found = SPI_processed > 0;
	if (found)
	{
		bool		isnull;

		/* 0 if it is NULL */
		*inode = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
											 SPI_tuptable->tupdesc, 1,
											 &isnull));
	}
	SPI_finish();
	PopActiveSnapshot();
	extension_become_user(before);
	return found;
}
