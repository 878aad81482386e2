/*
 * stream.c
 *		Files of an export that arrive through the connections of a pool.
 *
 * Each task of the pool is a call of hbase.export_stream() for a relation, or
 * for some of its regions: a part. Its rows are pieces of files, which go to a
 * folder of the part. When the call has returned, the size and the checksum of
 * each file are compared with the part's manifest, and the files move to the
 * folder of their table. What an attempt left whose connection was lost is
 * removed.
 */
#include "client/stream.h"

#include <stdio.h>
#include <string.h>

#include "client/file_sums.h"
#include "client/folder.h"
#include "core/base/buffer.h"

#define MANIFEST	"manifest.json"
#define SCRIPT		"load.sh"

typedef struct Part
{
	int			attempt;		/* of the task; 0: none */
	FileSum    *files;			/* as far as they have arrived */
	CoreBuf		manifest;
} Part;

typedef struct StreamTable
{
	const char *relation;
	const char *name;			/* in HBase */
	const char *folder;
	double		received;		/* bytes */
	char	  **manifests;		/* of its parts */
	int			n_manifests;
	char	   *manifest;		/* of the table */
	char	   *problem;		/* why it is not exported; NULL: it is */
} StreamTable;

struct Stream
{
	Folder	   *folder;
	const char *stamp;
	Part	   *parts;
	int			n_parts;
	StreamTable *tables;
	int			n_tables;
	CoreBuf		script;
};

const char stream_sql[] =
	"SELECT path, piece FROM hbase.export_stream($1::regclass, stamp => $2,\n"
	"    options => $3::jsonb || jsonb_build_object('only_regions', $4::int[]))";

/*
 * Begin to receive the relations that hbase.export_begin() has returned, which
 * must stay until the end. Returns NULL after a message.
 */
Stream *
stream_begin(const char *directory, const PGresult *begun, int parts)
{
	Folder	   *folder = folder_begin(directory);
	Stream	   *stream;

	if (folder == NULL)
		return NULL;
	stream = memory_checked(calloc(1, sizeof(Stream)));
	stream->folder = folder;
	stream->n_parts = parts;
	stream->parts = memory_checked(calloc(parts, sizeof(Part)));
	stream->n_tables = PQntuples(begun);
	stream->tables = memory_checked(
		calloc(stream->n_tables, sizeof(StreamTable)));
	stream->stamp = PQgetvalue(begun, 0, PQfnumber(begun, "stamp"));
	for (int i = 0; i < stream->n_tables; i++)
	{
		StreamTable *table = &stream->tables[i];

		table->relation = PQgetvalue(begun, i, PQfnumber(begun, "relation"));
		table->name = PQgetvalue(begun, i, PQfnumber(begun, "table_name"));
		table->folder = PQgetvalue(begun, i, PQfnumber(begun, "folder"));
	}
	return stream;
}

/* ---- one part ----------------------------------------------------------- */

/* The path of a file in the folder of a part, to free with free(). */
static char *
part_path(int number, const char *file)
{
	size_t		size = strlen(file) + 32;
	char	   *path = memory_checked(malloc(size));

	snprintf(path, size, ".part-%d%s%s", number, file[0] == '\0' ? "" : "/",
			 file);
	return path;
}

static char *
table_path(const StreamTable *table, const char *file)
{
	size_t		size = strlen(table->folder) + strlen(file) + sizeof("/");
	char	   *path = memory_checked(malloc(size));

	snprintf(path, size, "%s/%s", table->folder, file);
	return path;
}

static void
clear_part(Part *part)
{
	file_sums_free(&part->files);
	core_buf_free(&part->manifest);
}

/* Remove the files of a part, which are not needed any more. */
static void
remove_part(Stream *stream, int number)
{
	char	   *path = part_path(number, "");

	clear_part(&stream->parts[number]);
	folder_remove(stream->folder, path);
	free(path);
}

/* Take a piece of a file. */
bool
stream_take(Stream *stream, const PoolTask *task, const PGresult *row)
{
	Part	   *part = &stream->parts[task->number];
	const char *name = PQgetvalue(row, 0, 0);
	const char *piece = PQgetvalue(row, 0, 1);
	size_t		len = PQgetlength(row, 0, 1);
	char	   *path;
	bool		ok;

	if (part->attempt != task->attempts)
	{
		stream->tables[task->owner].received -= file_sums_total(part->files);
		remove_part(stream, task->number);
		part->attempt = task->attempts;
	}
	if (strcmp(name, MANIFEST) == 0)
	{
		core_buf_add(&part->manifest, piece, len);
		return true;
	}
	if (strcmp(name, SCRIPT) == 0)
	{
		/* all parts have the same, in one piece */
		if (stream->script.len == 0)
			core_buf_add(&stream->script, piece, len);
		return true;
	}
	file_sums_add(&part->files, name, piece, len);
	stream->tables[task->owner].received += len;
	path = part_path(task->number, name);
	ok = folder_append(stream->folder, path, piece, len);
	free(path);
	return ok;
}

/* Compare a file with its line in the manifest, and move it to its table. */
static bool
accept_file(Stream *stream, const PoolTask *task, const char *name,
			const char *bytes, const char *checksum)
{
	char	   *from = part_path(task->number, name);
	char	   *to = table_path(&stream->tables[task->owner], name);
	bool		ok = file_sums_match(stream->parts[task->number].files, name,
									 bytes, checksum);

	if (!ok)
		message_error("%s: the file \"%s\" did not arrive as it was sent",
					  task->label, name);
	ok = ok && folder_complete(stream->folder, from, false) &&
		folder_move(stream->folder, from, to);
	free(from);
	free(to);
	return ok;
}

/* Accept a part of which all has arrived. */
bool
stream_end_part(Stream *stream, Session *session, const PoolTask *task,
				StreamPart *sum)
{
	Part	   *part = &stream->parts[task->number];
	StreamTable *table = &stream->tables[task->owner];
	PGresult   *files;
	char	   *manifest;
	bool		ok;

	core_buf_add_byte(&part->manifest, '\0');
	manifest = (char *) part->manifest.data;
	files = session_query(session,
						  "SELECT f ->> 'path', f ->> 'bytes', f ->> 'crc32c', m ->> 'rows'\n"
						  "FROM (SELECT $1::json) v(m) LEFT JOIN json_array_elements(m -> 'files') f ON true",
						  SQL_ARGS(manifest));
	ok = files != NULL;
	*sum = (StreamPart) {.rows = ok ? atof(PQgetvalue(files, 0, 3)) : 0};
	for (int i = 0; ok && i < PQntuples(files); i++)
	{
		if (PQgetisnull(files, i, 0))
			continue;			/* no rows, no files */
		ok = accept_file(stream, task, PQgetvalue(files, i, 0),
						 PQgetvalue(files, i, 1), PQgetvalue(files, i, 2));
		sum->bytes += atof(PQgetvalue(files, i, 1));
	}
	PQclear(files);
	if (ok)
	{
		table->manifests = memory_checked(
			realloc(table->manifests,
					(table->n_manifests + 2) * sizeof(char *)));
		table->manifests[table->n_manifests++] = text_copy(manifest);
		table->manifests[table->n_manifests] = NULL;
	}
	remove_part(stream, task->number);
	return ok;
}

/* ---- tables ------------------------------------------------------------- */

/*
 * True if an error concerns only the relation: not the connection, the
 * snapshot, the resources or the operation of the server.
 */
bool
stream_is_problem(const char *sqlstate)
{
	static const char *const others[] = {"08", "40", "53", "57", "58", "XX"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strncmp(sqlstate, others[i], 2) == 0)
			return false;
	return sqlstate[0] != '\0';
}

/*
 * Leave out a table. Returns the reason in one line: the message of an error
 * and the first line of its detail.
 */
const char *
stream_set_problem(Stream *stream, int table, const char *error)
{
	StreamTable *of = &stream->tables[table];
	const char *message = strstr(error, ":  ");
	const char *detail = strstr(error, "\nDETAIL:  ");
	CoreBuf		text;

	if (of->problem)
		return of->problem;
	message = message ? message + 3 : error;
	core_buf_init(&text);
	core_buf_add(&text, message, strcspn(message, "\n"));
	if (detail)
	{
		detail += strlen("\nDETAIL:  ");
		core_buf_add(&text, ": ", 2);
		core_buf_add(&text, detail, strcspn(detail, "\n"));
	}
	core_buf_add_byte(&text, '\0');
	of->problem = (char *) text.data;
	return of->problem;
}

/* The manifest of a published table; NULL: it is not exported. */
const char *
stream_manifest(const Stream *stream, int table)
{
	return stream->tables[table].manifest;
}

/* The bytes of a table that have arrived. */
double
stream_received(const Stream *stream, int table)
{
	return stream->tables[table].received;
}

/*
 * One manifest from those of parts: each region from the part that wrote it.
 * No row if they do not fit.
 */
static const char merge_sql[] =
	"WITH part AS MATERIALIZED (\n"
	"    SELECT m::jsonb AS m FROM unnest($1::text[]) m),\n"
	"region AS MATERIALIZED (\n"
	"    SELECT r.n, jsonb_agg(r.region) FILTER (WHERE (r.region ->> 'written')::boolean) AS written,\n"
	"           count(*) = (SELECT count(*) FROM part)\n"
	"           AND count(DISTINCT jsonb_build_array(r.region -> 'start', r.region -> 'stop')) = 1 AS same\n"
	"    FROM part, jsonb_array_elements(m -> 'regions') WITH ORDINALITY r(region, n) GROUP BY r.n),\n"
	"number AS (\n"
	"    SELECT name, sum((m ->> name)::numeric) AS total\n"
	"    FROM part, unnest('{rows,cells,rejects,empty_rows,expired_cells,cells_over_versions}'::text[]) name\n"
	"    GROUP BY name)\n"
	"SELECT jsonb_pretty(\n"
	"           (SELECT m FROM part LIMIT 1) || jsonb_build_object('run', gen_random_uuid())\n"
	"           || (SELECT jsonb_object_agg(name, total) FROM number)\n"
	"           || jsonb_build_object(\n"
	"               'regions', (SELECT jsonb_agg(written -> 0 ORDER BY n) FROM region),\n"
	"               'files', (SELECT COALESCE(jsonb_agg(f ORDER BY (f ->> 'region')::int, f ->> 'path'), '[]')\n"
	"                         FROM part, jsonb_array_elements(m -> 'files') f)))\n"
	"WHERE (SELECT bool_and(same AND jsonb_array_length(written) IS NOT DISTINCT FROM 1) FROM region)\n"
	"  AND (SELECT count(DISTINCT m - 'run' - 'regions' - 'files' - ARRAY(SELECT name FROM number)) = 1 FROM part)";

/* Make the manifest of a table. */
static bool
merge_manifests(Stream *stream, Session *session, StreamTable *table)
{
	if (table->n_manifests == 1)
		table->manifest = text_copy(table->manifests[0]);
	else
	{
		char	   *parts = session_array(
			(const char *const *) table->manifests);

		table->manifest = session_text(session, merge_sql, SQL_ARGS(parts));
		free(parts);
	}
	if (table->manifest == NULL && session_error(session) == NULL)
		message_error("the parts of %s do not fit: its definition was changed during the export",
					  table->relation);
	return table->manifest != NULL;
}

/* Write the manifest and the script of a table, or remove its folder. */
static bool
finish_table(Stream *stream, Session *session, StreamTable *table)
{
	char	   *manifest = table_path(table, MANIFEST);
	char	   *script = table_path(table, SCRIPT);
	bool		ok = true;

	if (table->problem)
		folder_remove(stream->folder, table->folder);
	else
		ok = merge_manifests(stream, session, table) &&
			folder_write(stream->folder, manifest, table->manifest, false) &&
			folder_write(stream->folder, script, (char *) stream->script.data,
						 true);
	free(manifest);
	free(script);
	return ok;
}

/* The value of each table as an array for SQL; "" for NULL. */
typedef const char *(*TableValue) (const StreamTable *table);

static char *
table_values(const Stream *stream, TableValue value)
{
	const char **values = memory_checked(
		calloc(stream->n_tables + 1, sizeof(char *)));
	char	   *array;

	for (int i = 0; i < stream->n_tables; i++)
	{
		values[i] = value(&stream->tables[i]);
		if (values[i] == NULL)
			values[i] = "";
	}
	array = session_array(values);
	free(values);
	return array;
}

static const char *
relation_of(const StreamTable *table)
{
	return table->relation;
}

static const char *
name_of(const StreamTable *table)
{
	return table->name;
}

static const char *
folder_of(const StreamTable *table)
{
	return table->folder;
}

static const char *
manifest_of(const StreamTable *table)
{
	return table->manifest;
}

static const char *
problem_of(const StreamTable *table)
{
	return table->problem;
}

#define EXPORTED_SQL \
	"WITH exported AS MATERIALIZED (\n" \
	"    SELECT v.n, v.relation, v.name, CASE WHEN v.problem = '' THEN v.folder END AS folder,\n" \
	"           NULLIF(v.manifest, '')::json AS m, NULLIF(v.problem, '') AS problem,\n" \
	"           CASE WHEN v.problem = '' THEN 'exported' ELSE 'failed' END AS status\n" \
	"    FROM ROWS FROM (unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),\n" \
	"                    unnest($5::text[])) WITH ORDINALITY v(relation, name, folder, manifest, problem, n))\n"

/* The rows of hbase.export_finish(). */
static const char summary_sql[] =
	EXPORTED_SQL
	"SELECT relation, name AS \"table\", status, COALESCE(json_array_length(m -> 'files'), 0) AS files,\n"
	"       COALESCE((m ->> 'rows')::bigint, 0) AS rows, COALESCE((m ->> 'cells')::bigint, 0) AS cells,\n"
	"       (SELECT pg_size_pretty(COALESCE(sum((f ->> 'bytes')::bigint), 0))\n"
	"        FROM json_array_elements(m -> 'files') f) AS size, problem\n"
	"FROM exported ORDER BY n";

/* The manifest of all tables. */
static const char manifest_sql[] =
	EXPORTED_SQL
	"SELECT jsonb_pretty(jsonb_build_object('format', 1, 'stamp', $6::bigint, 'tables', jsonb_agg(\n"
	"    jsonb_strip_nulls(jsonb_build_object('relation', relation, 'table', name, 'status', status,\n"
	"        'problem', problem, 'folder', folder, 'rows', m -> 'rows', 'cells', m -> 'cells',\n"
	"        'files', json_array_length(m -> 'files'))) ORDER BY n)))\n"
	"FROM exported";

/* A query of all tables. */
static PGresult *
query_tables(const Stream *stream, Session *session, const char *sql)
{
	char	   *relations = table_values(stream, relation_of);
	char	   *names = table_values(stream, name_of);
	char	   *folders = table_values(stream, folder_of);
	char	   *manifests = table_values(stream, manifest_of);
	char	   *problems = table_values(stream, problem_of);
	PGresult   *result = session_query(session, sql,
									   SQL_ARGS(relations, names, folders,
												manifests, problems,
												stream->stamp));

	free(relations);
	free(names);
	free(folders);
	free(manifests);
	free(problems);
	return result;
}

/* Publish the folder. Returns the summary; NULL after a message. */
PGresult *
stream_publish(Stream *stream, Session *session)
{
	PGresult   *summary = NULL;
	PGresult   *manifest = NULL;
	bool		ok = true;

	if (stream->script.len == 0)
	{
		message_error("no relation could be exported");
		return NULL;
	}
	core_buf_add_byte(&stream->script, '\0');
	for (int i = 0; i < stream->n_tables && ok; i++)
		ok = finish_table(stream, session, &stream->tables[i]);
	if (ok)
		summary = query_tables(stream, session, summary_sql);
	if (summary)
		manifest = query_tables(stream, session, manifest_sql);
	if (manifest == NULL ||
		!folder_write(stream->folder, MANIFEST, PQgetvalue(manifest, 0, 0),
					  false) ||
		!folder_write(stream->folder, SCRIPT, (char *) stream->script.data,
					  true) ||
		!folder_publish(stream->folder))
	{
		PQclear(summary);
		summary = NULL;
	}
	PQclear(manifest);
	return summary;
}

/* Free it; the folder is removed unless it was published. */
void
stream_free(Stream *stream)
{
	if (stream == NULL)
		return;
	folder_end(stream->folder);
	for (int i = 0; i < stream->n_parts; i++)
		clear_part(&stream->parts[i]);
	for (int i = 0; i < stream->n_tables; i++)
	{
		for (int k = 0; k < stream->tables[i].n_manifests; k++)
			free(stream->tables[i].manifests[k]);
		free(stream->tables[i].manifests);
		free(stream->tables[i].manifest);
		free(stream->tables[i].problem);
	}
	core_buf_free(&stream->script);
	free(stream->parts);
	free(stream->tables);
	free(stream);
}
