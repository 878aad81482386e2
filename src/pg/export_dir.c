/*
 * export_dir.c
 *		A folder of files that appears whole or not at all.
 *
 * The files are written below "<parent>/.<name>.partial-<random>", flushed,
 * and the folder renamed.  A lock on the hidden folder, which ends with its
 * process, tells a folder that is being written from one that a crash left.
 */
#include "compat.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/xact.h"
#include "catalog/pg_authid.h"
#include "common/file_utils.h"
#include "miscadmin.h"
#include "port/pg_crc32c.h"
#include "storage/fd.h"
#include "utils/acl.h"
#include "utils/memutils.h"

#include "export_dir.h"
#include "glue.h"

/* So many bytes at once are written as they come, not gathered first. */
#define DIRECT_SIZE		(48 * 1024)

/* Hexadecimal, at the end of a hidden folder's name. */
#define RANDOM_DIGITS	16

struct ExportDir
{
	char		path[MAXPGPATH];	/* as it will be published */
	char		parent[MAXPGPATH];
	char		hidden[MAXPGPATH];	/* where it is now, to be removed; "": nowhere */
	ExportModes modes;
	int			lock;			/* held while it is being written */
	SubTransactionId subid;		/* that began it */
	bool		at_commit;		/* it is whole, and published by the commit */
	bool		published;		/* by a commit that may still fail */
	struct ExportDir *next;		/* all that are open in this session */
};

struct ExportFile
{
	char		path[MAXPGPATH];
	mode_t		mode;
	int			fd;
	pg_crc32c	crc;
	size_t		buffered;
	uint8_t		buffer[256 * 1024];
};

static ExportDir *open_dirs = NULL;

static void publish(ExportDir *dir);

/* ---- going away ------------------------------------------------------------ */

/* Forget a folder, and remove what is there of it. */
static void
discard(ExportDir *dir)
{
	for (ExportDir **p = &open_dirs; *p != NULL; p = &(*p)->next)
	{
		if (*p == dir)
		{
			*p = dir->next;
			break;
		}
	}
	if (dir->hidden[0] != '\0')
		rmtree(dir->hidden, true);
	if (dir->lock >= 0)
		close(dir->lock);
	pfree(dir);
}

/*
 * Publish what waits for the commit.  That may still fail, as that of a
 * serializable transaction: then the folders go again.
 */
static void
publish_whole(bool prepare)
{
	for (ExportDir *dir = open_dirs; dir != NULL; dir = dir->next)
	{
		if (!dir->at_commit)
			continue;
		if (prepare)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot PREPARE a transaction that has exported a delta"),
					 errhint("Use COMMIT, at which its folder appears.")));
		publish(dir);
		dir->published = true;
	}
}

static void
at_transaction_end(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE)
		publish_whole(event == XACT_EVENT_PRE_PREPARE);
	if (event == XACT_EVENT_ABORT || event == XACT_EVENT_PARALLEL_ABORT ||
		event == XACT_EVENT_COMMIT)
	{
		while (open_dirs != NULL)
		{
			if (open_dirs->published && event == XACT_EVENT_COMMIT)
				open_dirs->hidden[0] = '\0';
			discard(open_dirs);
		}
	}
}

static void
at_subtransaction_end(SubXactEvent event, SubTransactionId subid,
					  SubTransactionId parent, void *arg)
{
	ExportDir  *next;

	for (ExportDir *dir = open_dirs; dir != NULL; dir = next)
	{
		next = dir->next;
		if (dir->subid != subid)
			continue;
		if (event == SUBXACT_EVENT_ABORT_SUB)
			discard(dir);
		else if (event == SUBXACT_EVENT_COMMIT_SUB)
			dir->subid = parent;
	}
}

/* ---- paths ----------------------------------------------------------------- */

static void
check_rights(Oid role, const char *what, const char *role_name)
{
	if (!has_privs_of_role(GetUserId(), role))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to %s", what),
				 errdetail("Only roles with privileges of the role \"%s\" may do so.", role_name)));
}

/* Does a path lead up somewhere? */
static bool
has_parent_reference(const char *path)
{
	for (const char *p = path; (p = strstr(p, "..")) != NULL; p += 2)
	{
		if ((p == path || p[-1] == '/') && (p[2] == '/' || p[2] == '\0'))
			return true;
	}
	return false;
}

/* An absolute path, and nothing in it that leads elsewhere. */
static void
check_path(const char *path, char *clean)
{
	if (strlen(path) >= MAXPGPATH - 64)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("path of %zu bytes is too long", strlen(path))));
	if (!is_absolute_path(path))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" is not absolute", path),
				 errhint("Name it on the server from the root on, as in /srv/out/orders.")));
	if (has_parent_reference(path))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" must not contain \"..\"", path)));
	strlcpy(clean, path, MAXPGPATH);
	canonicalize_path(clean);
	if (strcmp(clean, "/") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" is no folder of its own", path)));
}

char *
export_dir_check_read(const char *path)
{
	char	   *clean = palloc(MAXPGPATH);

	check_rights(ROLE_PG_READ_SERVER_FILES, "read server files", "pg_read_server_files");
	check_path(path, clean);
	return clean;
}

/* The folder that is to hold the target: by its own name, through no link. */
static void
check_parent(const char *path)
{
	char	   *real = realpath(path, NULL);
	bool		same = real != NULL && strcmp(real, path) == 0;
	int			saved = errno;

	if (same)
	{
		free(real);
		return;
	}
	if (real == NULL)
	{
		errno = saved;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not look at folder \"%s\": %m", path),
				 errhint("It is on the server's machine, must be there, and the server's user must be able to write in it.")));
	}
	free(real);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_NAME),
			 errmsg("path \"%s\" leads through a symbolic link", path),
			 errhint("Name the folder by its own path; symbolic links are not followed.")));
}

/* The target must be missing, or an empty folder and no link. */
static void
check_target(const char *path)
{
	struct stat st;
	DIR		   *folder;
	struct dirent *entry;

	if (lstat(path, &st) != 0)
	{
		if (errno == ENOENT)
			return;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not look at \"%s\": %m", path)));
	}
	if (!S_ISDIR(st.st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_FILE),
				 errmsg("\"%s\" is there and no folder", path),
				 errhint("Name a folder that is missing or empty; symbolic links are not followed.")));
	folder = AllocateDir(path);
	while ((entry = ReadDir(folder, path)) != NULL)
	{
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_FILE),
					 errmsg("folder \"%s\" is not empty", path),
					 errhint("Remove what is there, or choose another folder.")));
	}
	FreeDir(folder);
}

/* Is it the name of a hidden folder: the prefix, and a random number? */
static bool
is_hidden_name(const char *name, const char *prefix)
{
	size_t		len = strlen(prefix);

	return strncmp(name, prefix, len) == 0 && strlen(name + len) == RANDOM_DIGITS &&
		strspn(name + len, "0123456789abcdef") == RANDOM_DIGITS;
}

/* Remove the hidden folders of earlier attempts whose process is gone. */
static void
remove_leftovers(const char *parent, const char *prefix)
{
	DIR		   *folder = AllocateDir(parent);
	struct dirent *entry;

	while ((entry = ReadDirExtended(folder, parent, LOG)) != NULL)
	{
		char		path[MAXPGPATH * 2];
		struct stat st;
		int			lock;

		if (!is_hidden_name(entry->d_name, prefix))
			continue;
		snprintf(path, sizeof(path), "%s/%s", parent, entry->d_name);
		lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (lock < 0)
			continue;
		/* another user's could turn into a link to elsewhere as we remove it */
		if (fstat(lock, &st) == 0 && st.st_uid == geteuid() &&
			flock(lock, LOCK_EX | LOCK_NB) == 0 && rmtree(path, true))
			ereport(NOTICE,
					(errmsg("removed \"%s\", which an export that did not end left behind", path)));
		close(lock);
	}
	FreeDir(folder);
}

/* ---- the folder -------------------------------------------------------------- */

static void
make_folder(const char *path, mode_t mode)
{
	if (mkdir(path, S_IRWXU) != 0)
	{
		bool		denied = errno == EACCES;

		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not make folder \"%s\": %m", path),
				 denied ? errhint("The server's user must be able to write in the folder that holds it.") : 0));
	}
	if (chmod(path, mode) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not set the mode of \"%s\": %m", path)));
}

ExportDir *
export_dir_begin(const char *path, ExportModes modes)
{
	static bool registered = false;
	ExportDir  *dir;
	char		clean[MAXPGPATH];
	char		prefix[MAXPGPATH];
	const char *name;
	uint64		random;

	check_rights(ROLE_PG_WRITE_SERVER_FILES, "write server files", "pg_write_server_files");
	check_path(path, clean);
	check_target(clean);

	if (!registered)
	{
		RegisterXactCallback(at_transaction_end, NULL);
		RegisterSubXactCallback(at_subtransaction_end, NULL);
		registered = true;
	}
	dir = MemoryContextAllocZero(TopMemoryContext, sizeof(ExportDir));
	dir->lock = -1;
	dir->modes = modes;
	dir->subid = GetCurrentSubTransactionId();
	dir->next = open_dirs;
	open_dirs = dir;

	strlcpy(dir->path, clean, MAXPGPATH);
	strlcpy(dir->parent, clean, MAXPGPATH);
	get_parent_directory(dir->parent);
	if (dir->parent[0] == '\0')
		strlcpy(dir->parent, "/", MAXPGPATH);
	check_parent(dir->parent);
	name = strrchr(dir->path, '/') + 1;
	snprintf(prefix, sizeof(prefix), ".%s.partial-", name);
	remove_leftovers(dir->parent, prefix);

	if (!pg_strong_random(&random, sizeof(random)))
		ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not make a random name")));
	snprintf(clean, sizeof(clean), "%s/%s%0*llx", dir->parent, prefix, RANDOM_DIGITS, (unsigned long long) random);
	make_folder(clean, modes.dir);
	strlcpy(dir->hidden, clean, MAXPGPATH);
	dir->lock = open(clean, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir->lock < 0 || flock(dir->lock, LOCK_EX | LOCK_NB) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not lock folder \"%s\": %m", clean)));
	return dir;
}

/*
 * Where something within the folder is until it is published.  Longer paths
 * PostgreSQL could not remove again.
 */
static void
place_within(const ExportDir *dir, const char *name, char path[MAXPGPATH])
{
	if (snprintf(path, MAXPGPATH, "%s/%s", dir->hidden, name) >= MAXPGPATH)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("path \"%s/%s\" is too long", dir->path, name),
				 errhint("Choose a folder nearer to the root.")));
}

void
export_dir_make(ExportDir *dir, const char *name)
{
	char		path[MAXPGPATH];
	struct stat st;

	place_within(dir, name, path);
	if (stat(path, &st) != 0)
		make_folder(path, dir->modes.dir);
}

void
export_dir_remove(ExportDir *dir, const char *name)
{
	char		path[MAXPGPATH * 2];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", dir->hidden, name);
	if (stat(path, &st) == 0 && !rmtree(path, true))
		ereport(ERROR,
				(errcode(ERRCODE_IO_ERROR),
				 errmsg("could not remove folder \"%s\"", path)));
}

/*
 * Flush a folder's names to disk.  A disk that fails here is no reason to stop
 * the server, as fsync_fname() does for the database's own.
 */
static void
flush_folder(const char *path)
{
	fsync_fname_ext(path, true, false, ERROR);
}

/* Flush a folder and all folders below it; their files are flushed already. */
static void
flush_folders(const char *path)
{
	DIR		   *folder = AllocateDir(path);
	struct dirent *entry;

	while ((entry = ReadDir(folder, path)) != NULL)
	{
		char		below[MAXPGPATH * 2];
		struct stat st;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		if (lstat(below, &st) == 0 && S_ISDIR(st.st_mode))
			flush_folders(below);
	}
	FreeDir(folder);
	flush_folder(path);
}

/* Flush the folders and give the whole its name; an error takes it away again. */
static void
publish(ExportDir *dir)
{
	flush_folders(dir->hidden);
	if (rename(dir->hidden, dir->path) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not rename \"%s\" to \"%s\": %m", dir->hidden, dir->path)));
	strlcpy(dir->hidden, dir->path, MAXPGPATH);
	flush_folder(dir->parent);
}

void
export_dir_publish(ExportDir *dir)
{
	publish(dir);
	dir->hidden[0] = '\0';
	discard(dir);
}

void
export_dir_publish_at_commit(ExportDir *dir)
{
	dir->at_commit = true;
}

/* Nothing may have the name of a file that is to be published. */
static void
check_missing(const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_FILE),
				 errmsg("\"%s\" is already there", path),
				 errhint("Remove it, or choose another name.")));
	if (errno != ENOENT)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not look at \"%s\": %m", path)));
}

ExportDir *
export_dir_begin_file(const char *path, mode_t mode)
{
	ExportModes modes = {.file = mode, .dir = S_IRWXU};
	char		clean[MAXPGPATH];

	check_rights(ROLE_PG_WRITE_SERVER_FILES, "write server files", "pg_write_server_files");
	check_path(path, clean);
	check_missing(clean);
	return export_dir_begin(path, modes);
}

void
export_dir_publish_file(ExportDir *dir, const char *name)
{
	char		from[MAXPGPATH];

	place_within(dir, name, from);
	check_missing(dir->path);
	if (rename(from, dir->path) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not rename \"%s\" to \"%s\": %m", from, dir->path)));
	flush_folder(dir->parent);
	discard(dir);
}

/* ---- files ------------------------------------------------------------------- */

ExportFile *
export_file_begin(ExportDir *dir, const char *name)
{
	ExportFile *file = palloc(sizeof(ExportFile));

	file->mode = dir->modes.file;
	file->buffered = 0;
	INIT_CRC32C(file->crc);
	place_within(dir, name, file->path);
	file->fd = OpenTransientFilePerm(file->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | PG_BINARY,
									 S_IRUSR | S_IWUSR);
	if (file->fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s\": %m", file->path)));
	return file;
}

/* Hand bytes to the kernel. */
static void
write_out(ExportFile *file, const uint8_t *p, size_t n)
{
	while (n > 0)
	{
		ssize_t		done;

		CHECK_FOR_INTERRUPTS();
		errno = 0;
		done = write(file->fd, p, Min(n, 1024 * 1024));
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
		{
			if (errno == 0)
				errno = ENOSPC;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not write file \"%s\": %m", file->path)));
		}
		p += done;
		n -= done;
	}
}

void
export_file_write(ExportFile *file, const void *data, size_t n)
{
	COMP_CRC32C(file->crc, data, n);
	if (n > sizeof(file->buffer) - file->buffered || n >= DIRECT_SIZE)
	{
		write_out(file, file->buffer, file->buffered);
		file->buffered = 0;
	}
	if (n >= DIRECT_SIZE)
	{
		write_out(file, data, n);
		return;
	}
	memcpy(file->buffer + file->buffered, data, n);
	file->buffered += n;
}

static bool
write_to_file(void *context, const void *data, size_t n, CoreError *err)
{
	export_file_write(context, data, n);
	return true;
}

HFileSink
export_file_sink(ExportFile *file)
{
	return (HFileSink) {.write = write_to_file, .context = file};
}

void
export_file_end(ExportFile *file, uint32 *crc)
{
	write_out(file, file->buffer, file->buffered);
	FIN_CRC32C(file->crc);
	if (crc != NULL)
		*crc = file->crc;
	if (fchmod(file->fd, file->mode) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not set the mode of file \"%s\": %m", file->path)));
	if (pg_fsync(file->fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", file->path)));
	if (CloseTransientFile(file->fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", file->path)));
	pfree(file);
}

void
export_dir_write_text(ExportDir *dir, const char *name, const char *text, bool executable)
{
	ExportFile *file = export_file_begin(dir, name);

	/* whoever may read it may run it */
	if (executable)
		file->mode |= (file->mode & (S_IRUSR | S_IRGRP | S_IROTH)) >> 2;
	export_file_write(file, text, strlen(text));
	export_file_end(file, NULL);
}
