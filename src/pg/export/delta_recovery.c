/*
 * delta_recovery.c
 *		Recover deltas after a crash between the commit and the rename of the
 *		folder.
 *
 * A delta's folder is renamed after the commit record is on disk, so a crash
 * can leave it hidden. hbase.delta_run shows whether its transaction
 * committed: a hidden folder with a run there is published; another hidden
 * folder of this database is removed. A folder with a lock on it is left
 * alone.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/tuplestore.h"

#include "pg/base/set_result.h"
#include "pg/export/delta_outcome.h"
#include "pg/export/delta_recovery.h"
#include "pg/export/delta_run.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_run.h"
#include "pg/file/dir_at.h"
#include "pg/file/server_path.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_finish_deltas);

/* What was done with a hidden folder. */
typedef enum Outcome
{
	OUTCOME_NONE,				/* not the folder of an export */
	OUTCOME_RUNNING,
	OUTCOME_PUBLISHED,
	OUTCOME_DISCARDED,
	OUTCOME_FOREIGN				/* of another database or timeline */
} Outcome;

static const char *const outcome_names[] = {
	NULL, "running", "published", "discarded", "foreign"
};

/* ---- one hidden folder ------------------------------------------------- */

/*
 * Publish or remove a hidden folder if it is ours and no session is writing
 * it. With a baseline, deltas of other baselines are left alone. The device
 * number may change at a reboot, so only the inode is compared.
 */
static Outcome
finish_folder(int parent, const char *path, const char *name, Oid baseline,
			  ExportRunHead *head)
{
	bool		running;
	ExportDir  *dir = export_dir_resume(parent, path, name, &running);
	bool		is_delta;
	int64		inode;

	memset(head, 0, sizeof(ExportRunHead));
	if (dir == NULL)
		return running ? OUTCOME_RUNNING : OUTCOME_NONE;
	is_delta = export_run_read_pending(export_dir_fd(dir), head);
	if (is_delta && OidIsValid(baseline) && !export_run_is_of(head, baseline))
	{
		export_dir_leave(dir, false);
		return OUTCOME_NONE;
	}
	if (is_delta && delta_outcome_in_progress(head))
	{
		export_dir_leave(dir, false);
		return OUTCOME_RUNNING;
	}
	if (is_delta && delta_run_find(head->run, &inode) &&
		inode == (int64) export_dir_id(dir).ino)
	{
		export_dir_resume_publish(dir, RUN_PENDING_MANIFEST, RUN_MANIFEST);
		ereport(NOTICE,
				(errmsg("published \"%s/%s\" of a committed transaction",
						path, name)));
		return OUTCOME_PUBLISHED;
	}
	if (is_delta && (!delta_outcome_is_own(head) ||
					 delta_run_find(head->run, &inode)))
	{
		export_dir_leave(dir, false);
		return OUTCOME_FOREIGN;
	}
	export_dir_leave(dir, true);
	return OUTCOME_DISCARDED;
}

/* ---- a folder of exports ----------------------------------------------- */

/* hbase.finish_deltas(directory): a row for each hidden folder. */
Datum
hbase_finish_deltas(PG_FUNCTION_ARGS)
{
	char		path[MAXPGPATH];
	ReturnSetInfo *rsinfo;
	int			parent;
	List	   *names;
	ListCell   *lc;

	PreventCommandDuringRecovery("hbase.finish_deltas()");
	server_path_check_write(text_to_cstring(PG_GETARG_TEXT_PP(0)), path);
	rsinfo = set_result_begin(fcinfo);
	parent = server_path_open_parent(path);
	names = dir_at_list(parent, path);
	foreach(lc, names)
	{
		const char *name = lfirst(lc);
		ExportRunHead head;
		Outcome		outcome;
		Datum		values[3];
		bool		nulls[3] = {0};

		CHECK_FOR_INTERRUPTS();
		if (!export_dir_is_hidden(name))
			continue;
		outcome = finish_folder(parent, path, name, InvalidOid, &head);
		if (outcome == OUTCOME_NONE)
			continue;
		values[0] = CStringGetTextDatum(name);
		nulls[1] = !head.is_delta;
		if (head.is_delta)
			values[1] = DirectFunctionCall1(uuid_in,
											CStringGetDatum(head.run));
		values[2] = CStringGetTextDatum(outcome_names[outcome]);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc,
							 values, nulls);
	}
	dir_at_close(parent);
	return (Datum) 0;
}

/* Raise the error for a run that this database's history does not contain. */
static void
raise_unknown(Oid baseline, const char *parent_path, const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("folder \"%s/%s\" is a delta of baseline %s of which this database has no record",
					parent_path, name, definition_relation_name(baseline)),
			 errdetail("The database was restored to an earlier time, or failed over without this delta."),
			 errhint("If it was not loaded, remove it; else begin again with a full export.")));
}

/*
 * Recover the deltas of a baseline in a folder of exports; an error if one of
 * them is unrecognized.
 */
static void
check_folder(Oid baseline, int parent, const char *path)
{
	List	   *names = dir_at_list(parent, path);
	ListCell   *lc;

	foreach(lc, names)
	{
		const char *name = lfirst(lc);
		ExportRunHead head;
		int64		inode;
		int			fd;

		CHECK_FOR_INTERRUPTS();
		if (export_dir_is_hidden(name))
		{
			if (finish_folder(parent, path, name, baseline,
							  &head) == OUTCOME_FOREIGN)
				raise_unknown(baseline, path, name);
			continue;
		}
		fd = dir_at_open_owned(parent, name, DIR_AT_FOLDER, 0);
		if (fd < 0)
			continue;
		if (export_run_read_head(fd, RUN_MANIFEST, &head) &&
			export_run_is_of(&head, baseline) &&
			!delta_run_find(head.run, &inode))
			raise_unknown(baseline, path, name);
		dir_at_close(fd);
	}
	list_free_deep(names);
}

void
delta_recovery_finish(Oid baseline, const char *path, const char *last_path)
{
	char		folder[MAXPGPATH];
	char		last_folder[MAXPGPATH];
	int			fd;

	server_path_check_write(path, folder);
	get_parent_directory(folder);
	fd = server_path_open_parent(folder[0] == '\0' ? "/" : folder);
	check_folder(baseline, fd, folder);
	dir_at_close(fd);
	if (last_path == NULL)
		return;

	strlcpy(last_folder, last_path, MAXPGPATH);
	get_parent_directory(last_folder);
	if (strcmp(last_folder, folder) == 0)
		return;
	fd = dir_at_open_path(last_folder[0] == '\0' ? "/" : last_folder);
	if (fd >= 0)
	{
		check_folder(baseline, fd, last_folder);
		dir_at_close(fd);
	}
	else if (errno != ENOENT && errno != ENOTDIR)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open folder \"%s\" of the last run: %m",
						last_folder)));
}
