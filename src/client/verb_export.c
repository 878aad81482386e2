/*
 * verb_export.c
 *		pg2hbase export: write relations as HFiles by several sessions.
 *
 * The first session begins the run and keeps the snapshot. The sessions of the
 * pool write relations, or groups of regions, largest first. Only the last
 * call of the first session publishes the folder. With --stream the sessions
 * send the files instead, and stream.c writes the folder here.
 */
#include "client/verb_export.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client/pool.h"
#include "client/relation_list.h"
#include "client/stream.h"
#include "client/table.h"
#include "core/base/buffer.h"

/* A divided relation has at most so many tasks for each job. */
#define TASKS_PER_JOB	4

#define MAX_JOBS		64

/* Seconds between lines of progress, and before the first one. */
#define REPORT_SECONDS	10
#define FIRST_REPORT	2

/* The columns of the result of hbase.export_begin() that are read here. */
static const char begin_sql[] =
	"SELECT run, relation::text, table_name, folder, parts, rows, bytes, stamp\n"
	"FROM hbase.export_begin($1::regclass[], $2, options => $3)\n"
	"ORDER BY relation::text COLLATE \"C\"";

enum
{
	BEGUN_RUN,
	BEGUN_RELATION,
	BEGUN_TABLE_NAME,
	BEGUN_FOLDER,
	BEGUN_PARTS,
	BEGUN_ROWS,
	BEGUN_BYTES,
	BEGUN_STAMP
};

/* A relation of the export, and how far it is. */
typedef struct Table
{
	const char *relation;
	double		expected_rows;
	int			tasks;
	int			tasks_done;
	bool		started;
	double		rows;			/* of the tasks done */
	double		bytes;
	bool		failed;
	time_t		start;
	double		seen;			/* rows at the last report */
	time_t		seen_at;
} Table;

typedef struct Export
{
	const Arguments *arguments;
	const char *directory;
	const char *options;
	int			jobs;
	bool		quiet;
	bool		here;			/* the folder is on this host */
	Stream	   *stream;			/* then: what arrives */
	Session    *first;
	Session    *watcher;		/* reads the progress */
	time_t		reported;
	char	   *run;
	char	   *snapshot;
	PGresult   *relations;
	PGresult   *begun;
	Table	   *tables;
	PoolTask   *tasks;
	char	  **regions;		/* of the tasks; NULL: all */
	double	   *weights;		/* expected bytes of the tasks */
	int			ntasks;
} Export;

/* ---- progress ----------------------------------------------------------- */

/* A number of seconds, as "1 h 5 min", "5 min 3 s" or "3 s". */
static void
print_duration(double seconds, char *text, size_t size)
{
	long		n = (long) (seconds + 0.5);

	if (n >= 3600)
		snprintf(text, size, "%ld h %ld min", n / 3600, n % 3600 / 60);
	else if (n >= 60)
		snprintf(text, size, "%ld min %ld s", n / 60, n % 60);
	else
		snprintf(text, size, "%ld s", n);
}

/* The processes that export each relation; of one, share and time too. */
static const char progress_sql[] =
	"SELECT p.relation::text, string_agg(DISTINCT p.phase, ', '),\n"
	"       sum(CASE WHEN p.phase IN ('starting', 'reading', 'sorting') THEN p.rows_read ELSE p.rows END),\n"
	"       max(p.total_rows), max(100 * p.share), max(extract(epoch FROM p.eta))\n"
	"FROM hbase.progress p WHERE p.pid = ANY ($1::int[]) GROUP BY 1 ORDER BY 1";

/*
 * A line about a relation that is being exported, from a row of this query.
 * Phase, share and time are those of the server, except for a relation with
 * several tasks: its rows are those of all tasks.
 */
static void
print_progress(Table *table, const PGresult *progress, int row)
{
	time_t		now = time(NULL);
	double		rows = table->rows + atof(PQgetvalue(progress, row, 2));
	double		seconds = difftime(now, table->seen_at);
	double		rate = rows > table->seen && seconds > 0 ?
		(rows - table->seen) / seconds :
		0;
	double		total = table->expected_rows;
	double		percent = total > rows ? 100 * rows / total : 100;
	double		left = rate > 0 ? (total - rows) / rate : -1;
	char		share[32] = "";
	char		duration[64] = "an unknown time";

	if (table->tasks == 1)
	{
		if (!PQgetisnull(progress, row, 3))
			total = atof(PQgetvalue(progress, row, 3));
		percent = PQgetisnull(progress, row, 4) ? -1 :
			atof(PQgetvalue(progress, row, 4));
		left = PQgetisnull(progress, row, 5) ? -1 :
			atof(PQgetvalue(progress, row, 5));
	}
	if (percent >= 0)
		snprintf(share, sizeof(share), " (%.0f %%)", percent);
	if (left >= 0)
		print_duration(left, duration, sizeof(duration));
	message_info("%s: %s, %.0f of about %.0f rows%s, %.0f rows/s, %s left",
				 table->relation, PQgetvalue(progress, row, 1), rows, total,
				 share, rate, duration);
	table->seen = rows;
	table->seen_at = now;
}

/* Report a relation whose tasks are running. */
static void
report_table(const Export *export, int t, const PGresult *progress)
{
	Table	   *table = &export->tables[t];

	for (int i = 0; progress && i < PQntuples(progress); i++)
		if (strcmp(table->relation, PQgetvalue(progress, i, 0)) == 0)
		{
			print_progress(table, progress, i);
			return;
		}
	if (export->stream && stream_received(export->stream, t) > table->bytes)
		message_info("%s: receiving, %.0f bytes", table->relation,
					 stream_received(export->stream, t));
}

/* Report each relation that is being exported, every few seconds. */
static void
report(const char *pids, void *context)
{
	Export	   *export = context;
	time_t		now = time(NULL);
	PGresult   *progress;

	for (int i = 0; i < export->ntasks; i++)
	{
		Table	   *table = &export->tables[export->tasks[i].owner];

		if (export->tasks[i].running && !table->started)
		{
			table->started = true;
			table->start = table->seen_at = now;
		}
	}
	if (export->quiet || difftime(now, export->reported) < REPORT_SECONDS)
		return;
	export->reported = now;
	progress = session_query(export->watcher, progress_sql, SQL_ARGS(pids));
	for (int i = 0; i < PQntuples(export->begun); i++)
		report_table(export, i, progress);
	PQclear(progress);
}

/* A task of a relation is done. */
static void
count_task(Export *export, Table *table, double rows, double bytes)
{
	char		duration[64];

	table->tasks_done++;
	table->rows += rows;
	table->bytes += bytes;
	if (export->quiet || table->failed || table->tasks_done < table->tasks)
		return;
	print_duration(difftime(time(NULL), table->start), duration,
				   sizeof(duration));
	message_info("%s: written, %.0f rows, %.0f bytes, %s", table->relation,
				 table->rows, table->bytes, duration);
}

/* A relation, or a part of it, cannot be exported. */
static void
note_problem(Table *table, const char *problem)
{
	if (!table->failed)
		message_error("%s cannot be exported: %s", table->relation, problem);
	table->failed = true;
}

/* The result of hbase.export_part(). */
static bool
receive(PoolTask *task, PGresult *result, void *context)
{
	Export	   *export = context;
	Table	   *table = &export->tables[task->owner];

	if (strcmp(PQgetvalue(result, 0, 0), "failed") == 0)
		note_problem(table, PQgetvalue(result, 0, 3));
	count_task(export, table, atof(PQgetvalue(result, 0, 1)),
			   atof(PQgetvalue(result, 0, 2)));
	return true;
}

/* The same for hbase.export_stream(): its rows, their end, its errors. */
static bool
receive_row(PoolTask *task, PGresult *row, void *context)
{
	return stream_take(((Export *) context)->stream, task, row);
}

static bool
receive_end(PoolTask *task, PGresult *result, void *context)
{
	Export	   *export = context;
	StreamPart	part;

	(void) result;
	if (!stream_end_part(export->stream, export->first, task, &part))
		return false;
	count_task(export, &export->tables[task->owner], part.rows, part.bytes);
	return true;
}

static bool
receive_error(PoolTask *task, const char *sqlstate, const char *message,
			  void *context)
{
	Export	   *export = context;
	Table	   *table = &export->tables[task->owner];

	if (!stream_is_problem(sqlstate))
		return false;
	note_problem(table,
				 stream_set_problem(export->stream, task->owner, message));
	count_task(export, table, 0, 0);
	return true;
}

/* ---- tasks -------------------------------------------------------------- */

/* The numbers from first to stop - 1 as an array for SQL. */
static char *
region_numbers(int first, int stop)
{
	CoreBuf		text;

	core_buf_init(&text);
	for (int i = first; i < stop; i++)
		core_buf_printf(&text, "%c%d", i == first ? '{' : ',', i);
	core_buf_add(&text, "}", 2);
	return (char *) text.data;
}

/*
 * The number of tasks of a relation of which EXPLAIN shows so many parts. The
 * server keeps what it sends in temporary files until a task has ended, so a
 * region is a task then.
 */
static int
most_tasks(const Export *export, int parts)
{
	int			n = export->jobs == 1 ? 1 : export->jobs * TASKS_PER_JOB;

	return export->here || parts < n ? parts : n;
}

/* Add the tasks of a relation. */
static void
add_tasks(Export *export, int owner, int parts, double bytes)
{
	Table	   *table = &export->tables[owner];
	int			n = most_tasks(export, parts);

	table->tasks = n;
	for (int i = 0; i < n; i++)
	{
		PoolTask   *task = &export->tasks[export->ntasks];

		export->regions[export->ntasks] = n == 1 ?
			NULL :
			region_numbers((int) ((long) i * parts / n),
						   (int) ((long) (i + 1) * parts / n));
		export->weights[export->ntasks] = bytes / n;
		task->label = table->relation;
		if (export->here)
		{
			task->sql = stream_sql;
			task->values[0] = table->relation;
			task->values[1] = PQgetvalue(export->begun, owner, BEGUN_STAMP);
			task->values[2] = export->options;
		}
		else
		{
			task->sql =
				"SELECT status, rows, bytes, problem FROM hbase.export_part($1, $2, $3, $4)";
			task->values[0] = export->run;
			task->values[1] = export->directory;
			task->values[2] = table->relation;
		}
		task->values[3] = export->regions[export->ntasks];
		task->owner = owner;
		task->number = export->ntasks++;
	}
}

/* Sort the tasks: largest first, those of equal size as they are. */
static void
sort_tasks(Export *export)
{
	for (int i = 1; i < export->ntasks; i++)
	{
		PoolTask	task = export->tasks[i];
		double		weight = export->weights[i];
		int			k = i;

		for (; k > 0 && export->weights[k - 1] < weight; k--)
		{
			export->tasks[k] = export->tasks[k - 1];
			export->weights[k] = export->weights[k - 1];
		}
		export->tasks[k] = task;
		export->weights[k] = weight;
	}
}

static double
begun_number(const Export *export, int table, int column)
{
	return atof(PQgetvalue(export->begun, table, column));
}

static void
make_tasks(Export *export)
{
	size_t		n = PQntuples(export->begun);
	size_t		most = 0;

	for (size_t i = 0; i < n; i++)
		most += most_tasks(export,
						   (int) begun_number(export, i, BEGUN_PARTS));
	export->tables = memory_checked(calloc(n, sizeof(Table)));
	export->tasks = memory_checked(calloc(most, sizeof(PoolTask)));
	export->regions = memory_checked(calloc(most, sizeof(char *)));
	export->weights = memory_checked(calloc(most, sizeof(double)));
	for (size_t i = 0; i < n; i++)
	{
		Table	   *table = &export->tables[i];

		table->relation = PQgetvalue(export->begun, i, BEGUN_RELATION);
		table->expected_rows = begun_number(export, i, BEGUN_ROWS);
		table->start = time(NULL);
		add_tasks(export, i, (int) begun_number(export, i, BEGUN_PARTS),
				  begun_number(export, i, BEGUN_BYTES));
	}
	sort_tasks(export);
}

/* ---- the run ------------------------------------------------------------ */

/* Names of the relations as an array for SQL. */
static char *
relation_array(const PGresult *relations)
{
	int			n = PQntuples(relations);
	const char **names = memory_checked(calloc(n + 1, sizeof(char *)));
	char	   *array;

	for (int i = 0; i < n; i++)
		names[i] = PQgetvalue(relations, i, 0);
	array = session_array(names);
	free(names);
	return array;
}

/*
 * Baselines that would be lost: an error, because deltas of them may not be
 * loaded yet.
 */
static bool
check_baselines(const Export *export)
{
	bool		ok = true;

	for (int i = 0; i < PQntuples(export->relations); i++)
	{
		if (PQgetisnull(export->relations, i, 1))
			continue;
		message_error("%s has the baseline %s of an earlier export",
					  PQgetvalue(export->relations, i, 0),
					  PQgetvalue(export->relations, i, 1));
		ok = false;
	}
	if (!ok)
		message_error("hint: --refresh begins again, for an empty table in HBase; --no-baseline "
					  "leaves it unchanged");
	return ok;
}

/*
 * Baselines are tables beside the relations: an error before the export if the
 * role cannot make them.
 */
static bool
check_schemas(const Export *export)
{
	int			n = PQntuples(export->relations);
	const char **names = memory_checked(calloc(n + 1, sizeof(char *)));
	int			used = 0;
	char	   *relations;
	char	   *schema;
	bool		ok;

	/* existing baselines are refreshed */
	for (int i = 0; i < n; i++)
		if (PQgetisnull(export->relations, i, 1))
			names[used++] = PQgetvalue(export->relations, i, 0);
	relations = session_array(names);
	free(names);
	schema = session_text(
		export->first,
		"SELECT n.nspname\n"
		"FROM unnest($1::text[]) r JOIN pg_class c ON c.oid = r::regclass JOIN pg_namespace n ON n.oid = c.relnamespace\n"
		"WHERE NOT has_schema_privilege(n.oid, 'CREATE')\n"
		"ORDER BY 1 LIMIT 1",
		SQL_ARGS(relations));
	ok = schema == NULL && session_error(export->first) == NULL;
	if (schema)
	{
		message_error("permission denied to make baselines in schema \"%s\"",
					  schema);
		message_error("hint: GRANT CREATE ON SCHEMA; or --no-baseline, if no deltas will follow");
	}
	free(schema);
	free(relations);
	return ok;
}

/* Baselines cannot be written on a standby: an error before the export. */
static bool
check_primary(Session *session)
{
	char	   *is_standby = session_text(
		session, "SELECT true WHERE pg_is_in_recovery()", SQL_NONE);
	bool		ok = is_standby == NULL && session_error(session) == NULL;

	if (is_standby)
	{
		message_error("a standby cannot make baselines");
		message_error("hint: --no-baseline exports without them");
	}
	free(is_standby);
	return ok;
}

/* What a role without the right to write files can do. */
static void
advise_rights(Session *session)
{
	char	   *role;

	if (strcmp(session_sqlstate(session), "42501") != 0 ||
		!session_run(session, "ROLLBACK", SQL_NONE))
		return;
	role = session_text(session,
						"SELECT quote_ident(current_user)\n"
						"WHERE NOT pg_has_role('pg_write_server_files', 'USAGE')",
						SQL_NONE);
	if (role)
		message_error("hint: GRANT pg_write_server_files TO %s; or use --stream, which needs no "
					  "right on files of the server", role);
	free(role);
}

static bool
begin(Export *export)
{
	const char *snapshot = arguments_value(export->arguments, "snapshot");
	char	   *array = relation_array(export->relations);
	bool		ok;

	ok = session_run(export->first, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					 SQL_NONE) &&
		(snapshot == NULL ||
		 session_run(export->first, "SET TRANSACTION SNAPSHOT $1",
					 SQL_ARGS(snapshot))) &&
		(export->begun = session_query(
			 export->first, begin_sql,
			 SQL_ARGS(array, export->here ? NULL : export->directory,
					  export->options))) != NULL &&
		(export->snapshot = session_text(export->first,
										 "SELECT pg_export_snapshot()",
										 SQL_NONE)) != NULL;
	if (ok)
		export->run = text_copy(PQgetvalue(export->begun, 0, BEGUN_RUN));
	free(array);
	return ok;
}

static bool
write_files(Export *export)
{
	Pool		pool = {
		.arguments = export->arguments,
		.first = export->first,
		.snapshot = export->snapshot,
		.jobs = export->jobs,
		.receive = receive,
		.tick = report,
		.context = export
	};

	make_tasks(export);
	if (pool.jobs > export->ntasks)
		pool.jobs = export->ntasks;
	pool.tasks = export->tasks;
	pool.n = export->ntasks;
	export->reported = time(NULL) - REPORT_SECONDS + FIRST_REPORT;
	if (export->here)
	{
		export->stream = stream_begin(export->directory, export->begun,
									  export->ntasks);
		if (export->stream == NULL)
			return false;
		pool.receive = receive_end;
		pool.take_row = receive_row;
		pool.take_error = receive_error;
	}
	return pool_run(&pool);
}

/*
 * Parameters: relation, folder or manifest, directory, options. Deltas do not
 * have all options.
 */
static const char baseline_sql[] =
	"SELECT hbase.baseline($1::regclass, directory => $2, refresh => true,\n"
	"    deltas => regexp_replace($3, '(^/)?/*[^/]+/*$', '\\1'),\n"
	"    options => $4::jsonb - '{jobs,only_regions,phoenix_empty_cell,max_rejects,rejects}'::text[])";
static const char stream_baseline_sql[] =
	"SELECT hbase.baseline($1::regclass, manifest => $2, refresh => true,\n"
	"    options => $4::jsonb - '{jobs,only_regions,phoenix_empty_cell,max_rejects,rejects}'::text[])";

static bool
baseline_made(PoolTask *task, PGresult *result, void *context)
{
	const Export *export = context;

	(void) result;
	if (!export->quiet)
		message_info("%s: baseline made", task->label);
	return true;
}

/* Make the baselines of the relations that were exported, in the snapshot. */
static bool
make_baselines(const Export *export)
{
	int			n = PQntuples(export->begun);
	Pool		pool = {
		.arguments = export->arguments,
		.first = export->first,
		.snapshot = export->snapshot,
		.jobs = export->jobs < n ? export->jobs : n,
		.receive = baseline_made,
		.context = (void *) export,
		.tasks = memory_checked(calloc(n, sizeof(PoolTask)))
	};
	char	  **folders = memory_checked(calloc(n, sizeof(char *)));
	bool		ok;

	for (int i = 0; i < n; i++)
	{
		PoolTask   *task = &pool.tasks[pool.n];
		CoreBuf		folder;

		if (export->tables[i].failed)
			continue;
		core_buf_init(&folder);
		core_buf_printf(&folder, "%s/%s", export->directory,
						PQgetvalue(export->begun, i, BEGUN_FOLDER));
		core_buf_add_byte(&folder, '\0');
		folders[pool.n] = (char *) folder.data;
		task->label = export->tables[i].relation;
		task->sql = export->here ? stream_baseline_sql : baseline_sql;
		task->values[0] = task->label;
		task->values[1] = export->here ? stream_manifest(export->stream, i) :
										 folders[pool.n];
		task->values[2] = export->directory;
		task->values[3] = export->options;
		pool.n++;
	}
	ok = pool_run(&pool);
	for (int i = 0; i < pool.n; i++)
		free(folders[i]);
	free(folders);
	free(pool.tasks);
	return ok;
}

/* The number of jobs; 0 after a message. */
static int
read_jobs(const Arguments *arguments)
{
	const char *text = arguments_value(arguments, "jobs");
	char	   *end;
	long		n = text ? strtol(text, &end, 10) : 1;

	if (text && (*text == '\0' || *end != '\0' || n < 1 || n > MAX_JOBS))
	{
		message_error("the number of jobs must be from 1 to %d, not \"%s\"",
					  MAX_JOBS, text);
		return 0;
	}
	return (int) n;
}

static ExitCode
run(Export *export)
{
	bool		baselines = !arguments_flag(export->arguments, "no-baseline");
	bool		any_failed = false;
	PGresult   *result;

	export->relations = relation_list_read(export->first, export->arguments);
	if (export->relations == NULL)
		return session_error(export->first) ?
			session_exit_code(export->first) :
			EXIT_USAGE;
	if (baselines && !arguments_flag(export->arguments, "refresh") &&
		!check_baselines(export))
		return EXIT_USAGE;
	if (baselines && (!check_primary(export->first) || !check_schemas(export)))
		return session_error(export->first) ?
			session_exit_code(export->first) :
			EXIT_USAGE;
	if (!begin(export))
	{
		if (!export->here)
			advise_rights(export->first);
		return session_exit_code(export->first);
	}
	if (!write_files(export))
	{
		/* a statement finds out if the connection is lost */
		(void) session_run(export->first, "SELECT", SQL_NONE);
		message_error("nothing was published in \"%s\"", export->directory);
		return session_exit_code(export->first) == EXIT_CONNECTION ?
			EXIT_CONNECTION :
			EXIT_FAILED;
	}
	result = export->here ? stream_publish(export->stream, export->first) :
		session_query(export->first,
					  "SELECT relation::text, table_name AS \"table\", status, files, rows, cells,\n"
					  "       pg_size_pretty(bytes) AS size, problem\n"
					  "FROM hbase.export_finish($1) ORDER BY relation::text COLLATE \"C\"",
					  SQL_ARGS(export->run));
	if (result == NULL)
	{
		message_error("nothing was published in \"%s\"", export->directory);
		return session_exit_code(export->first);
	}
	table_print(result);
	for (int i = 0; i < PQntuples(result); i++)
		any_failed |= strcmp(PQgetvalue(result, i, 2), "exported") != 0;
	PQclear(result);
	if (baselines && !make_baselines(export))
	{
		message_error("\"%s\" is complete, but not all baselines were made",
					  export->directory);
		message_error("hint: export again, or with --no-baseline if no deltas will follow");
		return EXIT_FAILED;
	}
	if (!session_run(export->first, "COMMIT", SQL_NONE))
		return session_exit_code(export->first);
	printf("\n%s is complete; on %s: pg2hbase load %s\n", export->directory,
		   export->here ? "this host" : "a host of the cluster",
		   export->directory);
	return any_failed ? EXIT_DECISION : EXIT_DONE;
}

static ExitCode
export_relations(const Arguments *arguments)
{
	Export		export = {
		.arguments = arguments,
		.directory = arguments_value(arguments, "directory"),
		.options = arguments_value(arguments, "options"),
		.jobs = read_jobs(arguments),
		.here = arguments_flag(arguments, "stream"),
		.quiet = arguments_flag(arguments, "quiet")
	};
	ExitCode	result = EXIT_CONNECTION;

	if (export.jobs == 0)
		return EXIT_USAGE;
	if (export.directory == NULL)
	{
		message_error("no directory given; try \"pg2hbase export --help\"");
		return EXIT_USAGE;
	}
	if (export.options == NULL)
		export.options = "{}";
	export.first = session_connect(arguments, arguments_operand(arguments, 0));
	if (export.first)
		export.watcher = session_connect(arguments,
										 arguments_operand(arguments, 0));
	if (export.first && export.watcher)
	{
		session_expect_errors(export.watcher, true);
		result = run(&export);
	}
	stream_free(export.stream);
	/* without COMMIT, this ends the run */
	session_close(export.first);
	session_close(export.watcher);
	PQclear(export.relations);
	PQclear(export.begun);
	for (int i = 0; i < export.ntasks; i++)
		free(export.regions[i]);
	free(export.regions);
	free(export.weights);
	free(export.tasks);
	free(export.tables);
	free(export.run);
	free(export.snapshot);
	return result;
}

static const Option options[] = {
	{"directory", 'D', "DIRECTORY",
	 "folder on the database server, missing or empty; its parent must "
	"exist"},
	{"stream", 0, NULL,
	 "the folder is on this host; the connections bring its files"},
	{"jobs", 'j', "N", "number of sessions that write side by side (1)"},
	RELATION_OPTIONS,
	{"options", 0, "JSON",
	 "options of hbase.export_all, for example '{\"compression\": \"GZ\"}'"},
	{"snapshot", 0, "SNAPSHOT",
	 "read this exported snapshot instead of a new one"},
	{"no-baseline", 0, NULL,
	 "make no baselines, because no deltas will follow"},
	{"refresh", 0, NULL, "begin the baselines of earlier exports again"},
	{.name = NULL}
};

static const char description[] =
	"export writes all relations that have a row key and column families as HFiles, in one "
	"snapshot with one stamp, into a folder on the database server. The folder has one load.sh "
	"for all tables. Until the export is complete, there is no folder of this name; a failed or "
	"cancelled export leaves nothing.\n\n"
	"With -j, relations are written side by side, largest first. A relation is divided by regions "
	"if its split points are defined, and EXPLAIN shows that a region can be read without the "
	"others. A part that fails is tried again once in the same snapshot. There are two more "
	"connections than jobs: one keeps the snapshot, one reads the progress.\n\n"
	"With --stream, the folder is on this host, for example an edge node of the cluster. Its files "
	"come through the connections, and size and checksum of each are compared. The role "
	"needs no right on files of the server. The server keeps what it sends in temporary "
	"files, those of one region for each job, or of the whole relation if it is not divided.\n\n"
	"In the same snapshot a baseline of each relation is made, from which pg2hbase delta finds "
	"the changes later. The role needs CREATE on the schemas of the relations.";

const Verb verb_export = {
	.name = "export",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "write relations as HFiles, in one snapshot",
	.description = description,
	.examples = "  pg2hbase export -D /srv/out/shop -j 4 shop\n"
	"  pg2hbase export --stream -D out/shop -j 4 -h db.example.com shop\n"
	"  pg2hbase export -D /srv/out/stock -n stock --options '{\"compression\": \"GZ\"}' shop",
	.options = options,
	.run = export_relations
};
