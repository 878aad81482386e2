/*
 * shared_run.c
 *		A run that several sessions write: what they must agree on.
 *
 * The session that begins the run writes a description into its hidden folder.
 * The sessions that write parts read it. Only the server can write there, so
 * the description is trusted.
 */
#include "pg/base/compat.h"

#include <unistd.h>

#include "access/xact.h"
#include "catalog/pg_type_d.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/snapmgr.h"

#include "pg/export/shared_run.h"
#include "pg/file/dir_at.h"

/* Names of the description and of a part's last file. */
#define RUN_FILE	"run"
#define PART_FILE	"part"

/* ---- files -------------------------------------------------------------- */

/* A small file as a string; NULL: it does not exist. */
static char *
read_text(int folder, const char *name)
{
	int			fd = dir_at_open_owned(folder, name, O_RDONLY, 0);
	StringInfoData text;
	char		piece[8192];
	ssize_t		n = -1;

	if (fd < 0 && errno == ENOENT)
		return NULL;
	initStringInfo(&text);
	while (fd >= 0 && (n = read(fd, piece, sizeof(piece))) > 0)
		appendBinaryStringInfo(&text, piece, n);
	if (n < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read file \"%s\": %m", name)));
	dir_at_close(fd);
	return text.data;
}

/*
 * The session's snapshot, role and database as text. Two sessions with the
 * same text read the same rows: pg_current_snapshot() shows all of a snapshot,
 * except on a standby, where the running transactions are subtransactions.
 */
static char *
session_text(void)
{
	Snapshot	snapshot = GetActiveSnapshot();
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfo(&out, "%u %u %s", MyDatabaseId, GetUserId(),
					 DatumGetCString(DirectFunctionCall1(
						 pg_snapshot_out,
						 DirectFunctionCall1(pg_current_snapshot,
											 (Datum) 0))));
	if (snapshot->takenDuringRecovery)
	{
		for (int i = 0; i < snapshot->subxcnt; i++)
			appendStringInfo(&out, ",%u", snapshot->subxip[i]);
	}
	return out.data;
}

/* ---- the run ------------------------------------------------------------ */

void
shared_run_write(ExportDir *dir, const SharedRun *run)
{
	Oid		   *relations = (Oid *) ARR_DATA_PTR(run->relations);
	int			n = ArrayGetNItems(ARR_NDIM(run->relations),
								   ARR_DIMS(run->relations));
	StringInfoData oids;

	initStringInfo(&oids);
	for (int i = 0; i < n; i++)
		appendStringInfo(&oids, "%u ", relations[i]);
	export_dir_write_text(
		dir, RUN_FILE,
		psprintf("%s\n%s\n" INT64_FORMAT " %d\n%s\n%s\n", run->run,
				 session_text(), run->stamp, run->regions,
				 oids.data,
				 JsonbToCString(NULL, &run->options->root,
								VARSIZE(run->options))),
		false);
}

/* The next line of a text, which must have one. */
static char *
next_line(char **text)
{
	char	   *line = *text;
	char	   *end = strchr(line, '\n');

	if (end == NULL)
		elog(ERROR, "invalid description of a run");
	*end = '\0';
	*text = end + 1;
	return line;
}

/* Numbers, each followed by a blank, as regclass[]. */
static ArrayType *
read_relations(const char *oids)
{
	Datum	   *values = palloc(sizeof(Datum) * (strlen(oids) + 1));
	int			n = 0;

	for (const char *p = oids; *p != '\0'; p = strchr(p, ' ') + 1)
		values[n++] = ObjectIdGetDatum(atooid(p));
	return construct_array(values, n, REGCLASSOID, sizeof(Oid), true,
						   TYPALIGN_INT);
}

void
shared_run_read(int folder, const char *run_id, SharedRun *run)
{
	char	   *text = read_text(folder, RUN_FILE);
	long long	stamp;

	if (text == NULL || strcmp(next_line(&text), run_id) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("run %s does not accept parts", run_id)));
	if (strcmp(next_line(&text), session_text()) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("run %s has another snapshot, role or database than this session",
						run_id),
				 errhint("Use the role that began the run, BEGIN ISOLATION LEVEL REPEATABLE READ, and SET TRANSACTION SNAPSHOT with its exported snapshot.")));
	strlcpy(run->run, run_id, RUN_ID_SIZE);
	if (sscanf(next_line(&text), "%lld %d", &stamp, &run->regions) != 2)
		elog(ERROR, "invalid description of a run");
	run->stamp = stamp;
	run->relations = read_relations(next_line(&text));
	run->options = DatumGetJsonbP(
		DirectFunctionCall1(jsonb_in, CStringGetDatum(next_line(&text))));
}

void
shared_run_close(ExportDir *dir)
{
	if (unlinkat(export_dir_fd(dir), RUN_FILE, 0) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not remove file \"%s\": %m", RUN_FILE)));
}

ExportTable *
shared_run_tables(const SharedRun *run, int *n)
{
	ExportArguments args = {
		.regions = {.value = Int32GetDatum(run->regions),
					.isnull = run->regions == 0},
		.splits = {.isnull = true},
		.stamp = {.value = Int64GetDatum(run->stamp)},
		.options = {.value = JsonbPGetDatum(run->options)}
	};

	return export_tables_read(run->relations, &args, n);
}

/* ---- parts -------------------------------------------------------------- */

void
shared_run_write_part(ExportDir *dir, Oid relid, const char *problem)
{
	export_dir_write_text(dir, PART_FILE,
						  psprintf("%u\n%s", relid,
								   problem == NULL ? "" : problem),
						  false);
}

bool
shared_run_read_part(int folder, Oid *relid, char **problem)
{
	char	   *text = read_text(folder, PART_FILE);

	if (text == NULL)
		return false;
	*relid = atooid(next_line(&text));
	*problem = *text == '\0' ? NULL : text;
	return true;
}
