/*
 * sync_folder.c
 *		The folder of a change stream on this host.
 *
 * It has what is convenient, and nothing that must survive: the state of the
 * stream is in HBase. The lock ends with the program that holds it.
 */
#include "client/sync_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/file.h"
#include "client/message.h"
#include "core/base/buffer.h"

#define LOCK_NAME		"lock"
#define PROGRESS_NAME	"progress"
#define REJECTS_NAME	"rejects"
#define MAX_PROGRESS	4096

struct SyncFolder
{
	char	   *path;
	int			lock;
	int			rejects;		/* -1: none yet */
};

static char *
join(const char *path, const char *name)
{
	CoreBuf		joined;

	core_buf_init(&joined);
	core_buf_printf(&joined, "%s/%s", path, name);
	core_buf_add_byte(&joined, '\0');
	return (char *) joined.data;
}

/* A path in the folder, to free with free(). */
char *
sync_folder_path(const SyncFolder *folder, const char *name)
{
	return join(folder->path, name);
}

static struct flock
whole_file(void)
{
	return (struct flock) {.l_type = F_WRLCK, .l_whence = SEEK_SET};
}

/*
 * Make the folder if it is missing, and lock it. Returns NULL after a message,
 * also if another program works in it.
 */
SyncFolder *
sync_folder_open(const char *path)
{
	SyncFolder *folder;
	struct flock lock = whole_file();
	struct stat st;
	char	   *name;
	int			fd;

	if (mkdir(path, 0700) != 0 && errno != EEXIST)
	{
		message_error("could not create \"%s\": %s", path, strerror(errno));
		return NULL;
	}
	if (stat(path, &st) != 0 || st.st_uid != geteuid() || (st.st_mode & 022))
	{
		message_error("\"%s\" must be a folder of this user alone", path);
		message_error("hint: chmod 700, or another folder");
		return NULL;
	}
	name = join(path, LOCK_NAME);
	fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
	{
		message_error("could not open \"%s\": %s", name, strerror(errno));
		free(name);
		return NULL;
	}
	free(name);
	if (fcntl(fd, F_SETLK, &lock) != 0)
	{
		message_error("the stream of \"%s\" is running, process %d", path,
					  (int) sync_folder_owner(path));
		message_error("hint: pg2hbase sync stop ends it");
		close(fd);
		return NULL;
	}
	folder = memory_checked(calloc(1, sizeof(SyncFolder)));
	folder->path = text_copy(path);
	folder->lock = fd;
	folder->rejects = -1;
	return folder;
}

void
sync_folder_close(SyncFolder *folder)
{
	if (folder == NULL)
		return;
	if (folder->rejects >= 0)
		close(folder->rejects);
	close(folder->lock);
	free(folder->path);
	free(folder);
}

/* The process that works in a folder; 0: none. */
pid_t
sync_folder_owner(const char *path)
{
	char	   *name = join(path, LOCK_NAME);
	struct flock lock = whole_file();
	int			fd = open(name, O_RDWR | O_CLOEXEC);
	pid_t		owner = 0;

	free(name);
	if (fd < 0)
		return 0;
	if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
		owner = lock.l_pid;
	close(fd);
	return owner;
}

/*
 * Add a line to the list of rejected rows; it is on disk before the commit is
 * confirmed. Returns false after a message.
 */
bool
sync_folder_reject(SyncFolder *folder, const char *text)
{
	char	   *name = join(folder->path, REJECTS_NAME);
	bool		ok;

	if (folder->rejects < 0)
		folder->rejects = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
							   0600);
	ok = folder->rejects >= 0 && dprintf(folder->rejects, "%s\n", text) > 0 &&
		fsync(folder->rejects) == 0;
	if (!ok)
		message_error("could not write \"%s\": %s", name, strerror(errno));
	free(name);
	return ok;
}

/* ---- progress ----------------------------------------------------------- */

typedef struct Field
{
	const char *name;
	size_t		offset;
} Field;

#define FIELD(name)		{#name, offsetof(SyncProgress, name)}

static const Field fields[] = {
	FIELD(written_at), FIELD(commits), FIELD(waiting),
	FIELD(waiting_bytes), FIELD(complete_until), FIELD(stamp), FIELD(rejects)
};

#define N_FIELDS	(sizeof(fields) / sizeof(fields[0]))

bool
sync_folder_write_progress(const SyncFolder *folder,
						   const SyncProgress *progress)
{
	char	   *name = join(folder->path, PROGRESS_NAME);
	CoreBuf		text;
	bool		ok;

	core_buf_init(&text);
	for (size_t i = 0; i < N_FIELDS; i++)
	{
		int64_t		value;

		memcpy(&value, (const char *) progress + fields[i].offset,
			   sizeof(value));
		core_buf_printf(&text, "%s=%" PRId64 "\n", fields[i].name, value);
	}
	core_buf_add_byte(&text, '\0');
	ok = file_write(name, (char *) text.data);
	core_buf_free(&text);
	free(name);
	return ok;
}

/* What was written last; false if there is none, or after a message. */
bool
sync_folder_read_progress(const char *path, SyncProgress *progress)
{
	char	   *name = join(path, PROGRESS_NAME);
	bool		exists;
	char	   *text = file_read(name, MAX_PROGRESS, &exists);

	free(name);
	memset(progress, 0, sizeof(*progress));
	if (text == NULL)
		return false;
	for (const char *line = text; line && *line;
		 line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
	{
		for (size_t i = 0; i < N_FIELDS; i++)
		{
			size_t		len = strlen(fields[i].name);
			int64_t		value;

			if (strncmp(line, fields[i].name, len) != 0 || line[len] != '=')
				continue;
			value = strtoll(line + len + 1, NULL, 10);
			memcpy((char *) progress + fields[i].offset, &value,
				   sizeof(value));
		}
	}
	free(text);
	return true;
}
