/*
 * delta_stream.c
 *		Deltas that arrive through the connection.
 *
 * The files of each relation go to a hidden folder, with the manifest under
 * the name manifest.json.pending. They are on disk before COMMIT is sent, and
 * get their names after the server has answered that the commit is on its
 * disk. So a delta that the server has stored is never lost: if this program
 * ends in between, the hidden folder stays. The next call for this directory
 * asks the server, and publishes or removes it before anything else.
 */
#include "client/delta_stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/file_sums.h"
#include "client/folder.h"
#include "client/interrupt.h"
#include "core/base/buffer.h"

#define MANIFEST	"manifest.json"
#define PENDING		"manifest.json.pending"
#define SCRIPT		"load.sh"

/* Bytes of a manifest that have its head. */
#define HEAD_SIZE	8192

/* Milliseconds before a running transaction is looked at again. */
#define RETRY		200

struct DeltaStream
{
	Session    *session;
	const char *directory;
	Folder	  **folders;		/* of this transaction */
	int			n;
};

/* ---- what an earlier call left ------------------------------------------ */

/*
 * The head of a manifest below the directory, to free with free(); NULL if
 * there is none.
 */
static char *
read_head(const char *directory, const char *folder, const char *manifest)
{
	CoreBuf		path;
	char	   *text = memory_checked(malloc(HEAD_SIZE));
	char	   *end;
	ssize_t		n;
	int			fd;

	core_buf_init(&path);
	core_buf_printf(&path, "%s/%s/%s", directory, folder, manifest);
	core_buf_add_byte(&path, '\0');
	fd = open((char *) path.data,
			  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	core_buf_free(&path);
	n = fd < 0 ? -1 : read(fd, text, HEAD_SIZE - 1);
	if (fd >= 0)
		close(fd);
	text[n < 0 ? 0 : n] = '\0';
	/* up to the end of the line that only deltas have */
	end = strstr(text, "\n  \"delta\": ");
	end = end ? strchr(end + 1, '\n') : NULL;
	if (end == NULL)
	{
		free(text);
		return NULL;
	}
	end[1] = '\0';
	return text;
}

/*
 * What became of a delta: its row of hbase.delta_outcome(), after the end of
 * its transaction. NULL after a message.
 */
static PGresult *
read_outcome(Session *session, const char *name, const char *head)
{
	bool		told = false;

	for (;;)
	{
		PGresult   *result = session_query(
			session,
			"SELECT COALESCE(o.outcome, 'none'), o.baseline FROM hbase.delta_outcome($1) o",
			SQL_ARGS(head));

		if (result == NULL || strcmp(PQgetvalue(result, 0, 0), "running") != 0)
			return result;
		PQclear(result);
		if (!told)
			message_info("waiting for the end of the transaction of \"%s\"",
						 name);
		told = true;
		if (interrupt_wait(NULL, 0, RETRY) < 0)
		{
			message_error("cancelled");
			return NULL;
		}
	}
}

static bool
report_unknown(const char *directory, const char *name, const char *baseline)
{
	message_error("folder \"%s/%s\" is a delta of baseline %s of which this database has no record",
				  directory, name, baseline);
	message_error("hint: the database was restored to an earlier time, or failed over without this "
				  "delta; if the folder was not loaded, remove it, otherwise begin again with a "
				  "full export");
	return false;
}

/* Publish or remove a hidden folder that nobody writes; false: error. */
static bool
finish_folder(Session *session, const char *directory, const char *name)
{
	Folder	   *folder = folder_resume(directory, name);
	char	   *head;
	PGresult   *result;
	const char *outcome = "none";
	bool		ok = true;

	if (folder == NULL)
		return true;
	head = read_head(directory, name, PENDING);
	if (head == NULL)
		head = read_head(directory, name, MANIFEST);
	result = head ? read_outcome(session, name, head) : NULL;
	if (result)
		outcome = PQgetvalue(result, 0, 0);
	else if (head)
		ok = false;
	if (ok && strcmp(outcome, "committed") == 0)
	{
		ok = (!folder_has(folder, PENDING) ||
			  folder_move(folder, PENDING, MANIFEST)) &&
			folder_publish(folder);
		if (ok)
			message_info("published \"%s\", which an interrupted delta had left",
						 folder_path(folder));
	}
	else if (ok && strcmp(outcome, "unknown") == 0)
		ok = report_unknown(directory, name, PQgetvalue(result, 0, 1));
	else if (ok && strcmp(outcome, "foreign") != 0)
	{
		/* rolled back, or not complete: it was never committed */
		folder_keep(folder, false);
		message_info("removed \"%s/%s\", left by an interrupted delta",
					 directory, name);
	}
	PQclear(result);
	free(head);
	folder_end(folder);
	return ok;
}

/* A published delta that the server does not know. */
static const char unknown_sql[] =
	"SELECT n.name, o.baseline\n"
	"FROM ROWS FROM (unnest($1::text[]), unnest($2::text[])) n(name, head), hbase.delta_outcome(n.head) o\n"
	"WHERE o.outcome IN ('rolled back', 'unknown')\n"
	"  AND EXISTS (SELECT FROM hbase.delta_baseline b\n"
	"              WHERE format('%I.%I', b.baseline_schema, b.baseline_name) = o.baseline)\n"
	"LIMIT 1";

typedef struct Names
{
	const char **names;
	const char **heads;
	int			n;
} Names;

static void
add_name(Names *list, const char *name, char *head)
{
	list->names = memory_checked(
		realloc(list->names, (list->n + 2) * sizeof(char *)));
	list->heads = memory_checked(
		realloc(list->heads, (list->n + 2) * sizeof(char *)));
	list->names[list->n] = text_copy(name);
	list->heads[list->n++] = head;
	list->names[list->n] = list->heads[list->n] = NULL;
}

static void
free_names(Names *list)
{
	for (int i = 0; i < list->n; i++)
	{
		free((char *) list->names[i]);
		free((char *) list->heads[i]);
	}
	free(list->names);
	free(list->heads);
}

/* False after a message if the server does not know one of the deltas. */
static bool
check_published(Session *session, const char *directory, const Names *list)
{
	char	   *names;
	char	   *heads;
	PGresult   *result;
	bool		ok;

	if (list->n == 0)
		return true;
	names = session_array(list->names);
	heads = session_array(list->heads);
	result = session_query(session, unknown_sql, SQL_ARGS(names, heads));
	ok = result && (PQntuples(result) == 0 ||
					report_unknown(directory, PQgetvalue(result, 0, 0),
								   PQgetvalue(result, 0, 1)));
	PQclear(result);
	free(names);
	free(heads);
	return ok;
}

/* Finish what earlier calls left in the directory. */
static bool
recover(Session *session, const char *directory)
{
	Names		hidden = {0};
	Names		published = {0};
	DIR		   *dir = opendir(directory);
	struct dirent *entry;
	bool		ok = true;

	if (dir == NULL)
	{
		message_error("could not open directory \"%s\": %s", directory,
					  strerror(errno));
		return false;
	}
	while ((entry = readdir(dir)) != NULL)
	{
		char	   *head;

		if (folder_is_delta(entry->d_name))
			add_name(&hidden, entry->d_name, NULL);
		else if (entry->d_name[0] != '.' &&
				 (head = read_head(directory, entry->d_name, MANIFEST)))
			add_name(&published, entry->d_name, head);
	}
	closedir(dir);
	for (int i = 0; i < hidden.n && ok; i++)
		ok = finish_folder(session, directory, hidden.names[i]);
	ok = ok && check_published(session, directory, &published);
	free_names(&hidden);
	free_names(&published);
	return ok;
}

/* ---- a transaction ------------------------------------------------------ */

/*
 * Finish what earlier calls left in the directory, and begin a transaction.
 * Returns NULL after a message.
 */
DeltaStream *
delta_stream_begin(Session *session, const char *directory)
{
	DeltaStream *stream;

	/* a statement that nobody waits for ends; not on every platform */
	session_expect_errors(session, true);
	(void) session_run(session, "SET client_connection_check_interval = '2s'",
					   SQL_NONE);
	session_expect_errors(session, false);
	if (!recover(session, directory) ||
		!session_run(session, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					 SQL_NONE))
		return NULL;
	stream = memory_checked(calloc(1, sizeof(DeltaStream)));
	stream->session = session;
	stream->directory = directory;
	return stream;
}

/* What arrives of one delta. */
typedef struct Arriving
{
	DeltaStream *stream;
	const char *name;			/* of its folder */
	Folder	   *folder;			/* NULL before the first row */
	FileSum    *sums;
	CoreBuf		manifest;
	bool		has_script;
} Arriving;

static bool
begin_folder(Arriving *arriving)
{
	DeltaStream *stream = arriving->stream;
	CoreBuf		path;

	core_buf_init(&path);
	core_buf_printf(&path, "%s/%s", stream->directory, arriving->name);
	core_buf_add_byte(&path, '\0');
	arriving->folder = folder_begin_delta((char *) path.data);
	core_buf_free(&path);
	if (arriving->folder == NULL)
		return false;
	stream->folders = memory_checked(
		realloc(stream->folders, (stream->n + 1) * sizeof(Folder *)));
	stream->folders[stream->n++] = arriving->folder;
	return true;
}

/* Take a piece of a file; the manifest is written when all have arrived. */
static bool
take(PGresult *row, void *context)
{
	Arriving   *arriving = context;
	const char *name = PQgetvalue(row, 0, 0);
	const char *piece = PQgetvalue(row, 0, 1);
	size_t		len = PQgetlength(row, 0, 1);

	if (arriving->folder == NULL && !begin_folder(arriving))
		return false;
	if (strcmp(name, PENDING) == 0)
	{
		core_buf_add(&arriving->manifest, piece, len);
		return true;
	}
	if (strcmp(name, SCRIPT) == 0)
		arriving->has_script = true;
	else
		file_sums_add(&arriving->sums, name, piece, len);
	return folder_append(arriving->folder, name, piece, len);
}

/* Compare the files with the manifest, and bring all to disk. */
static bool
complete(Arriving *arriving, DeltaSum *sum)
{
	PGresult   *files;
	bool		ok;

	core_buf_add_byte(&arriving->manifest, '\0');
	files = session_query(
		arriving->stream->session,
		"SELECT f ->> 'path', f ->> 'bytes', f ->> 'crc32c', m ->> 'cells'\n"
		"FROM (SELECT $1::json) v(m) LEFT JOIN json_array_elements(m -> 'files') f ON true",
		SQL_ARGS((char *) arriving->manifest.data));
	ok = files != NULL;
	for (int i = 0; ok && i < PQntuples(files); i++)
	{
		const char *name = PQgetvalue(files, i, 0);

		sum->cells = atof(PQgetvalue(files, i, 3));
		if (PQgetisnull(files, i, 0))
			continue;			/* no cells, no files */
		sum->files++;
		ok = file_sums_match(arriving->sums, name, PQgetvalue(files, i, 1),
							 PQgetvalue(files, i, 2));
		if (!ok)
			message_error("the file \"%s\" of \"%s\" did not arrive as it was sent",
						  name, folder_path(arriving->folder));
		ok = ok && folder_complete(arriving->folder, name, false);
	}
	PQclear(files);
	return ok && (!arriving->has_script ||
				  folder_complete(arriving->folder, SCRIPT, true)) &&
		folder_write(arriving->folder, PENDING,
					 (char *) arriving->manifest.data, false) &&
		folder_flush(arriving->folder);
}

/* Write the delta of a relation into a hidden folder. */
bool
delta_stream_write(DeltaStream *stream, const char *relation,
				   const char *baseline, const char *options, DeltaSum *sum)
{
	Arriving	arriving = {.stream = stream};
	char	   *name = session_text(
		stream->session,
		"SELECT concat(replace(table_name, ':', '-'), '-',\n"
		"              floor(extract(epoch FROM transaction_timestamp()) * 1000))\n"
		"FROM hbase.definition_of($1::regclass)",
		SQL_ARGS(relation));
	bool		ok;

	*sum = (DeltaSum) {0};
	if (name == NULL)
		return false;
	arriving.name = name;
	core_buf_init(&arriving.manifest);
	ok = session_stream(stream->session,
						"SELECT path, piece FROM hbase.export_delta_stream("
						"$1::regclass, $2::regclass, options => $3::jsonb)",
						SQL_ARGS(relation, baseline, options), take,
						&arriving) &&
		(arriving.folder == NULL || complete(&arriving, sum));
	if (ok && arriving.folder)
		sum->folder = folder_path(arriving.folder);
	file_sums_free(&arriving.sums);
	core_buf_free(&arriving.manifest);
	free(name);
	return ok;
}

/* Commit, and publish the folders. */
bool
delta_stream_commit(DeltaStream *stream)
{
	PGresult   *result;
	bool		ok;

	/* from here on the transaction may have committed */
	for (int i = 0; i < stream->n; i++)
		folder_keep(stream->folders[i], true);
	result = session_query(stream->session, "COMMIT", SQL_NONE);
	ok = result != NULL && strcmp(PQcmdStatus(result), "COMMIT") == 0;
	PQclear(result);
	if (!ok && session_is_lost(stream->session) && stream->n > 0)
		message_error("hint: it is not known whether the transaction committed; the next pg2hbase "
					  "delta --stream for \"%s\" publishes or removes what is hidden there",
					  stream->directory);
	for (int i = 0; i < stream->n && !ok; i++)
		folder_keep(stream->folders[i], session_is_lost(stream->session));
	for (int i = 0; i < stream->n && ok; i++)
	{
		ok = folder_move(stream->folders[i], PENDING, MANIFEST) &&
			folder_publish(stream->folders[i]);
		if (!ok)
			message_error("hint: the transaction has committed; the next pg2hbase delta --stream for "
						  "\"%s\" publishes what is hidden there",
						  stream->directory);
	}
	return ok;
}

/* Free it; what is neither committed nor in doubt is removed. */
void
delta_stream_free(DeltaStream *stream)
{
	if (stream == NULL)
		return;
	for (int i = 0; i < stream->n; i++)
		folder_end(stream->folders[i]);
	free(stream->folders);
	free(stream);
}
