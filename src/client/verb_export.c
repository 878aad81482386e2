/*
 * verb_export.c
 *		pg2hbase export: write relations as HFiles by several sessions.
 *
 * The first session begins the run and keeps the snapshot. The sessions of the
 * pool write relations, or groups of regions, largest first. Only the last
 * call of the first session publishes the folder.
 */
#include "client/verb_export.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client/pool.h"
#include "client/relation_list.h"
#include "client/table.h"
#include "core/base/buffer.h"

/* A divided relation has at most so many tasks for each job. */
#define TASKS_PER_JOB	4

#define MAX_JOBS		64

/* Seconds between lines of progress. */
#define REPORT_SECONDS	10

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
} Table;

typedef struct Export
{
	const Arguments *arguments;
	const char *directory;
	const char *options;
	int			jobs;
	bool		quiet;
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

/* A line about a relation of which some rows are read or written. */
static void
print_progress(const Table *table, const char *phase, double rows)
{
	double		seconds = difftime(time(NULL), table->start);
	double		rate = seconds > 0 ? rows / seconds : 0;
	double		left = table->expected_rows - rows;
	char		duration[64] = "an unknown time";

	if (rate > 0 && left > 0)
		print_duration(left / rate, duration, sizeof(duration));
	else if (left <= 0)
		snprintf(duration, sizeof(duration), "little");
	message_info(
		"%s: %s, %.0f of about %.0f rows (%.0f %%), %.0f rows/s, %s left",
		table->relation, phase, rows, table->expected_rows,
		table->expected_rows > rows ? 100 * rows / table->expected_rows : 100,
		rate, duration);
}

/* Report each relation that is being exported, every few seconds. */
static void
report(const char *pids, void *context)
{
	Export	   *export = context;
	PGresult   *progress;

	if (export->quiet ||
		difftime(time(NULL), export->reported) < REPORT_SECONDS)
		return;
	export->reported = time(NULL);
	progress = session_query(export->watcher,
							 "SELECT p.relation::text, sum(p.rows) > 0, sum(greatest(p.rows, p.rows_read))\n"
							 "FROM hbase.progress p WHERE p.pid = ANY ($1::int[]) GROUP BY 1 ORDER BY 1",
							 SQL_ARGS(pids));
	for (int i = 0; progress && i < PQntuples(progress); i++)
	{
		for (int t = 0; t < PQntuples(export->begun); t++)
		{
			Table	   *table = &export->tables[t];

			if (strcmp(table->relation, PQgetvalue(progress, i, 0)) == 0)
				print_progress(table,
							   PQgetvalue(progress, i, 1)[0] == 't' ?
								   "writing" :
								   "reading",
							   table->rows + atof(PQgetvalue(progress, i, 2)));
		}
	}
	PQclear(progress);
	for (int i = 0; i < export->ntasks; i++)
	{
		Table	   *table = &export->tables[export->tasks[i].owner];

		if (export->tasks[i].running && !table->started)
		{
			table->started = true;
			table->start = time(NULL);
		}
	}
}

/* A task is done: its result is that of hbase.export_part(). */
static bool
receive(PoolTask *task, PGresult *result, void *context)
{
	Export	   *export = context;
	Table	   *table = &export->tables[task->owner];
	char		duration[64];

	table->tasks_done++;
	table->rows += atof(PQgetvalue(result, 0, 1));
	table->bytes += atof(PQgetvalue(result, 0, 2));
	if (strcmp(PQgetvalue(result, 0, 0), "failed") == 0)
	{
		if (!table->failed)
			message_error("%s cannot be exported: %s", table->relation,
						  PQgetvalue(result, 0, 3));
		table->failed = true;
	}
	if (export->quiet || table->failed || table->tasks_done < table->tasks)
		return true;
	print_duration(difftime(time(NULL), table->start), duration,
				   sizeof(duration));
	message_info("%s: written, %.0f rows, %.0f bytes, %s", table->relation,
				 table->rows, table->bytes, duration);
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

/* Add the tasks of a relation, which EXPLAIN shows to have so many parts. */
static void
add_tasks(Export *export, int owner, int parts, double bytes)
{
	Table	   *table = &export->tables[owner];
	int			n = export->jobs * TASKS_PER_JOB;

	if (export->jobs == 1 || parts < n)
		n = export->jobs == 1 ? 1 : parts;
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
		task->sql =
			"SELECT status, rows, bytes, problem FROM hbase.export_part($1, $2, $3, $4)";
		task->values[0] = export->run;
		task->values[1] = export->directory;
		task->values[2] = table->relation;
		task->values[3] = export->regions[export->ntasks];
		task->owner = owner;
		export->ntasks++;
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

static void
make_tasks(Export *export)
{
	int			n = PQntuples(export->begun);
	int			most = n * export->jobs * TASKS_PER_JOB;

	export->tables = memory_checked(calloc(n, sizeof(Table)));
	export->tasks = memory_checked(calloc(most, sizeof(PoolTask)));
	export->regions = memory_checked(calloc(most, sizeof(char *)));
	export->weights = memory_checked(calloc(most, sizeof(double)));
	for (int i = 0; i < n; i++)
	{
		Table	   *table = &export->tables[i];

		table->relation = PQgetvalue(export->begun, i, 1);
		table->expected_rows = atof(PQgetvalue(export->begun, i, 3));
		table->start = time(NULL);
		add_tasks(export, i, atoi(PQgetvalue(export->begun, i, 2)),
				  atof(PQgetvalue(export->begun, i, 4)));
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

static bool
begin(Export *export)
{
	char	   *array = relation_array(export->relations);
	bool		ok;

	ok = session_run(export->first, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					 SQL_NONE) &&
		(export->begun = session_query(
			 export->first,
			 "SELECT run, relation::text, parts, rows, bytes, folder\n"
			 "FROM hbase.export_begin($1::regclass[], $2, options => $3)\n"
			 "ORDER BY relation::text COLLATE \"C\"",
			 SQL_ARGS(array, export->directory, export->options))) != NULL &&
		(export->snapshot = session_text(export->first,
										 "SELECT pg_export_snapshot()",
										 SQL_NONE)) != NULL;
	if (ok)
		export->run = text_copy(PQgetvalue(export->begun, 0, 0));
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
	export->reported = time(NULL);
	return pool_run(&pool);
}

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
						PQgetvalue(export->begun, i, 5));
		core_buf_add_byte(&folder, '\0');
		folders[pool.n] = (char *) folder.data;
		task->label = export->tables[i].relation;
		task->sql =
			"SELECT hbase.baseline($1::regclass, directory => $2, refresh => true)";
		task->values[0] = task->label;
		task->values[1] = folders[pool.n];
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
	if (!begin(export))
		return session_exit_code(export->first);
	if (!write_files(export))
	{
		/* a statement finds out if the connection is lost */
		(void) session_run(export->first, "SELECT", SQL_NONE);
		message_error("nothing was published in \"%s\"", export->directory);
		return session_exit_code(export->first) == EXIT_CONNECTION ?
			EXIT_CONNECTION :
			EXIT_FAILED;
	}
	result = session_query(export->first,
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
	printf("\n%s is complete; on a host of the cluster: pg2hbase load %s\n",
		   export->directory, export->directory);
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
	{"jobs", 'j', "N", "number of sessions that write side by side (1)"},
	RELATION_OPTIONS,
	{"options", 0, "JSON",
	 "options of hbase.export_all, for example '{\"compression\": \"GZ\"}'"},
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
	"In the same snapshot a baseline of each relation is made, from which pg2hbase delta finds "
	"the changes later.";

const Verb verb_export = {
	.name = "export",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "write relations as HFiles, in one snapshot",
	.description = description,
	.examples = "  pg2hbase export -D /srv/out/shop -j 4 shop\n"
	"  pg2hbase export -D /srv/out/stock -n stock --options '{\"compression\": \"GZ\"}' shop",
	.options = options,
	.run = export_relations
};
