/*
 * run.c
 *		Runs: what an export is recognized by, and which deltas committed.
 *
 * Every export has a run, a uuid in its manifest.  A delta also names the run
 * that must be loaded before it, and its transaction stores its run in
 * hbase.delta_run: what is there has happened, and nothing else.
 */
#include "compat.h"

#include <unistd.h>

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

#include "definition.h"
#include "dir_at.h"
#include "export.h"
#include "own.h"
#include "run.h"

/* ---- what manifests say ------------------------------------------------ */

void
run_make_id(char run[RUN_ID_SIZE])
{
	Datum		uuid = DirectFunctionCall1(gen_random_uuid, (Datum) 0);

	strlcpy(run, DatumGetCString(DirectFunctionCall1(uuid_out, uuid)),
			RUN_ID_SIZE);
}

/* A baseline's name as JSON. */
static char *
baseline_name(Oid baseline)
{
	StringInfoData out;
	NameData	names[2];

	definition_names(baseline, names);
	initStringInfo(&out);
	export_json_text(&out, quote_qualified_identifier(NameStr(names[0]),
													  NameStr(names[1])));
	return out.data;
}

/* 64 bits are text, for many readers of JSON know only double precision. */
char *
run_describe_delta(Oid baseline)
{
	return psprintf("{\"system\": \"" UINT64_FORMAT "\", \"database\": %u, "
					"\"timeline\": %u, \"xid\": \"" UINT64_FORMAT "\", "
					"\"baseline\": %s}",
					GetSystemIdentifier(), MyDatabaseId, compat_timeline(),
					U64FromFullTransactionId(GetTopFullTransactionId()),
					baseline_name(baseline));
}

char *
run_head(const char *run, const char *previous, const char *delta)
{
	return psprintf("{\n  \"format\": 1,\n  \"run\": \"%s\",\n"
					"  \"previous\": \"%s\",\n%s%s%s",
					run, previous, delta == NULL ? "" : "  \"delta\": ",
					delta == NULL ? "" : delta, delta == NULL ? "" : ",\n");
}

bool
run_read_head(int fd, const char *name, RunHead *head)
{
	char		text[4096];
	unsigned long long system;
	unsigned long long xid;
	int			at = 0;
	int			file = dir_at_open(fd, name, O_RDONLY | O_NONBLOCK, 0);
	ssize_t		n;
	size_t		len;

	if (file < 0)
		return false;
	n = read(file, text, sizeof(text) - 1);
	dir_at_close(file);
	if (n <= 0)
		return false;
	text[n] = '\0';
	memset(head, 0, sizeof(RunHead));
	if (sscanf(text, "{ \"format\": 1, \"run\": \"%36[0-9a-f-]\","
			   " \"previous\": \"%*36[a-z0-9-]\","
			   " \"delta\": {\"system\": \"%20llu\", \"database\": %10u,"
			   " \"timeline\": %10u, \"xid\": \"%20llu\", \"baseline\": %n",
			   head->run, &system, &head->database, &head->timeline,
			   &xid, &at) < 1)
		return false;
	if (strlen(head->run) != RUN_ID_SIZE - 1 || head->run[8] != '-')
		return false;
	if (at == 0)
		return true;			/* no delta */
	len = strcspn(text + at, "\n");
	if (len < 2 || len - 2 >= sizeof(head->baseline) ||
		strncmp(text + at + len - 2, "},", 2) != 0)
		return false;
	memcpy(head->baseline, text + at, len - 2);
	head->system = system;
	head->xid = xid;
	head->is_delta = true;
	return true;
}

bool
run_read_pending(int fd, RunHead *head)
{
	return (run_read_head(fd, RUN_PENDING_MANIFEST, head) ||
			run_read_head(fd, RUN_MANIFEST, head)) && head->is_delta;
}

bool
run_is_of(const RunHead *head, Oid baseline)
{
	return head->is_delta && head->system == GetSystemIdentifier() &&
		head->database == MyDatabaseId &&
		strcmp(head->baseline, baseline_name(baseline)) == 0;
}

/* ---- which runs committed ---------------------------------------------- */

static void
names_of(Oid baseline, NameData names[2], Datum values[2])
{
	definition_names(baseline, names);
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
}

char *
run_last(Oid baseline, char run[RUN_ID_SIZE])
{
	Oid			types[] = {NAMEOID, NAMEOID};
	MemoryContext context = CurrentMemoryContext;
	NameData	names[2];
	Datum		values[2];
	OwnUser		before;
	char	   *directory = NULL;

	names_of(baseline, names, values);
	strlcpy(run, RUN_ANY, RUN_ID_SIZE);
	before = own_become_owner();
	SPI_connect();
	if (SPI_execute_with_args("SELECT b.run, r.directory FROM hbase.delta_baseline b"
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
	own_become_user(before);
	return directory;
}

void
run_store(Oid baseline, const ExportOptions *options, const ExportDir *dir)
{
	Oid			types[] = {NAMEOID, NAMEOID, TEXTOID, TEXTOID, TEXTOID,
		INT8OID, INT8OID, INT8OID, XID8OID};
	DirAtId		id = export_dir_id(dir);
	NameData	names[2];
	Datum		values[9];
	OwnUser		before;

	names_of(baseline, names, values);
	values[2] = CStringGetTextDatum(options->run);
	values[3] = CStringGetTextDatum(options->previous);
	values[4] = CStringGetTextDatum(export_dir_path(dir));
	values[5] = Int64GetDatum((int64) id.dev);
	values[6] = Int64GetDatum((int64) id.ino);
	values[7] = Int64GetDatum(options->stamp);
	values[8] = FullTransactionIdGetDatum(GetTopFullTransactionId());
	before = own_become_owner();
	SPI_connect();
	if (SPI_execute_with_args("INSERT INTO hbase.delta_run"
							  " (baseline_schema, baseline_name, run, previous, directory, device, inode, stamp, xid, created)"
							  " VALUES ($1, $2, $3::pg_catalog.uuid, $4, $5, $6, $7, $8, $9, pg_catalog.clock_timestamp())",
							  9, types, values, NULL, false, 0) != SPI_OK_INSERT ||
		SPI_execute_with_args("UPDATE hbase.delta_baseline SET run = $3"
							  " WHERE baseline_schema OPERATOR(pg_catalog.=) $1 AND baseline_name OPERATOR(pg_catalog.=) $2",
							  3, types, values, NULL, false, 0) != SPI_OK_UPDATE)
		elog(ERROR, "could not store the run");
	SPI_finish();
	own_become_user(before);
}

/*
 * The caller's snapshot may be older than the run's commit, so a new one is
 * taken.
 */
bool
run_find(const char *run, int64 *inode)
{
	Oid			types[] = {TEXTOID};
	Datum		values[] = {CStringGetTextDatum(run)};
	OwnUser		before = own_become_owner();
	bool		found;

	PushActiveSnapshot(GetLatestSnapshot());
	SPI_connect();
	if (SPI_execute_with_args("SELECT inode FROM hbase.delta_run WHERE run OPERATOR(pg_catalog.=) $1::pg_catalog.uuid",
							  1, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read the runs");
	found = SPI_processed > 0;
	if (found)
	{
		bool		isnull;

		*inode = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
											 SPI_tuptable->tupdesc, 1,
											 &isnull));
	}
	SPI_finish();
	PopActiveSnapshot();
	own_become_user(before);
	return found;
}
