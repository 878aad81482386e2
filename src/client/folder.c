/*
 * folder.c
 *		A local folder that appears complete or not at all.
 *
 * The files are written to a hidden folder beside it, ".NAME.partial-XXXXXX",
 * which only this user can enter. At the end it is flushed to disk and
 * renamed. It holds the mark, a locked file: without the lock, the process
 * that wrote it has ended, and the next one for this folder removes it.
 *
 * The hidden folder of a delta is ".NAME.delta-XXXXXX". It may belong to a
 * transaction that has committed, so nothing removes it unasked: the caller of
 * folder_resume() decides.
 */
#include "client/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/message.h"

#define MARK			".pg2hbase"
#define RANDOM_LETTERS	"XXXXXX"
#define EXPORT_SUFFIX	".partial-"
#define DELTA_SUFFIX	".delta-"

struct Folder
{
	char	   *path;			/* without slashes at its end */
	char	   *hidden;
	int			fd;				/* of the folder */
	int			mark;			/* locked */
	bool		published;
	bool		kept;			/* not to be removed */
};

/* ---- names -------------------------------------------------------------- */

/* Names come from the server: none may leave the folder. */
static bool
check_name(const char *name)
{
	for (const char *p = name;; p++)
	{
		size_t		len = strcspn(p, "/");

		if (len == 0 || (len == 1 && p[0] == '.') ||
			(len == 2 && p[0] == '.' && p[1] == '.'))
		{
			message_error("the server sent a file with the invalid name \"%s\"",
						  name);
			return false;
		}
		p += len;
		if (*p == '\0')
			return true;
	}
}

static bool
failed(const Folder *folder, const char *what, const char *name)
{
	message_error("could not %s \"%s%s%s\": %s", what, folder->hidden,
				  name[0] == '\0' ? "" : "/", name, strerror(errno));
	return false;
}

/* The mode of the user's new files. */
static mode_t
masked(mode_t mode)
{
	mode_t		mask = umask(0);

	umask(mask);
	return mode & ~mask;
}

/* Make the folders above a name. */
static bool
make_parents(const Folder *folder, const char *name)
{
	char	   *path = text_copy(name);
	bool		ok = true;

	for (char *p = strchr(path, '/'); p != NULL && ok; p = strchr(p + 1, '/'))
	{
		*p = '\0';
		ok = mkdirat(folder->fd, path, 0777) == 0 || errno == EEXIST ||
			failed(folder, "create", path);
		*p = '/';
	}
	free(path);
	return ok;
}

/* ---- trees -------------------------------------------------------------- */

/* Open a folder below another one for listing; NULL with errno. */
static DIR *
open_folder(int at, const char *name)
{
	int			fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
								O_CLOEXEC);
	DIR		   *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && dir == NULL)
		close(fd);
	return dir;
}

static bool
is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Remove a file or folder, with its contents. */
static bool
remove_tree(int at, const char *name)
{
	DIR		   *dir;
	struct dirent *entry;

	if (unlinkat(at, name, 0) == 0)
		return true;
	if ((errno != EISDIR && errno != EPERM) ||
		(dir = open_folder(at, name)) == NULL)
		return false;
	while ((entry = readdir(dir)) != NULL)
		if (!is_dots(entry->d_name))
			(void) remove_tree(dirfd(dir), entry->d_name);
	closedir(dir);
	return unlinkat(at, name, AT_REMOVEDIR) == 0;
}

/* Flush the names in a folder, and in those below, to disk. */
static bool
flush_tree(int at, const char *name)
{
	DIR		   *dir = open_folder(at, name);
	struct dirent *entry;
	bool		ok = dir != NULL;

	while (ok && (entry = readdir(dir)) != NULL)
		ok = is_dots(entry->d_name) ||
			flush_tree(dirfd(dir), entry->d_name) || errno == ENOTDIR;
	ok = ok && fsync(dirfd(dir)) == 0;
	if (dir)
	{
		int			error = errno;

		closedir(dir);
		errno = error;
	}
	return ok;
}

/* ---- begin and end ------------------------------------------------------ */

/*
 * Remove what a process that has ended left: a folder whose mark is not
 * locked, or an empty one.
 */
static void
remove_leftover(int parent, const char *parent_path, const char *name)
{
	size_t		size = strlen(name) + sizeof("/" MARK);
	char	   *mark = memory_checked(malloc(size));
	struct stat st;
	int			fd;

	snprintf(mark, size, "%s/" MARK, name);
	fd = openat(parent, mark, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0)
	{
		if (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
			flock(fd, LOCK_EX | LOCK_NB) == 0 && remove_tree(parent, name))
			message_info("removed \"%s/%s\", left by an interrupted export",
						 parent_path, name);
		close(fd);
	}
	else if (errno == ENOENT)
		(void) unlinkat(parent, name, AT_REMOVEDIR);
	free(mark);
}

/* Remove the hidden folders of earlier attempts. */
static void
remove_leftovers(const char *parent_path, const char *prefix)
{
	DIR		   *dir = open_folder(AT_FDCWD, parent_path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL)
		if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
			strlen(entry->d_name) == strlen(prefix) + strlen(RANDOM_LETTERS))
			remove_leftover(dirfd(dir), parent_path, entry->d_name);
	if (dir)
		closedir(dir);
}

/* True if the path is missing or an empty folder. */
static bool
check_target(const char *path)
{
	DIR		   *dir = open_folder(AT_FDCWD, path);
	struct dirent *entry;
	bool		empty = true;

	if (dir == NULL && errno == ENOENT)
		return true;
	if (dir == NULL)
	{
		message_error("\"%s\" already exists and is not a folder, or cannot be read: %s",
					  path, strerror(errno));
		return false;
	}
	while ((entry = readdir(dir)) != NULL)
		empty &= is_dots(entry->d_name);
	closedir(dir);
	if (!empty)
		message_error("folder \"%s\" is not empty", path);
	return empty;
}

/* Make the hidden folder and its mark. */
static bool
make_hidden(Folder *folder)
{
	if (mkdtemp(folder->hidden) == NULL)
	{
		message_error("could not create folder \"%s\": %s", folder->hidden,
					  strerror(errno));
		folder->hidden[0] = '\0';
		return false;
	}
	folder->fd = open(folder->hidden,
					  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder->fd < 0)
		return failed(folder, "open", "");
	folder->mark = openat(folder->fd, MARK,
						  O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (folder->mark < 0 || flock(folder->mark, LOCK_EX | LOCK_NB) != 0)
		return failed(folder, "lock", MARK);
	return true;
}

/* Begin a folder whose hidden name has this suffix. */
static Folder *
begin_as(const char *path, const char *suffix)
{
	Folder	   *folder = memory_checked(calloc(1, sizeof(Folder)));
	size_t		len = strlen(path);
	size_t		size;
	const char *name;
	int			above;			/* length of the parent's path with "/" */

	while (len > 1 && path[len - 1] == '/')
		len--;
	folder->path = text_copy(path);
	folder->path[len] = '\0';
	folder->fd = folder->mark = -1;
	name = strrchr(folder->path, '/');
	name = name ? name + 1 : folder->path;
	above = (int) (name - folder->path);
	size = len + strlen(suffix) + sizeof("./." RANDOM_LETTERS);
	folder->hidden = memory_checked(malloc(size));

	snprintf(folder->hidden, size, "%.*s", above, folder->path);
	if (*name != '\0' && !is_dots(name) && check_target(folder->path))
	{
		char	   *prefix = memory_checked(malloc(size));

		snprintf(prefix, size, ".%s%s", name, suffix);
		if (strcmp(suffix, EXPORT_SUFFIX) == 0)
			remove_leftovers(above == 0 ? "." : folder->hidden, prefix);
		snprintf(folder->hidden, size, "%.*s%s" RANDOM_LETTERS, above,
				 folder->path, prefix);
		free(prefix);
		if (make_hidden(folder))
			return folder;
	}
	else
	{
		if (*name == '\0' || is_dots(name))
			message_error("\"%s\" is not the name of a folder", path);
		folder->hidden[0] = '\0';
	}
	folder_end(folder);
	return NULL;
}

/* Begin a folder, which must be missing or empty; its parent must exist. */
Folder *
folder_begin(const char *path)
{
	return begin_as(path, EXPORT_SUFFIX);
}

/* The same for a delta. */
Folder *
folder_begin_delta(const char *path)
{
	return begin_as(path, DELTA_SUFFIX);
}

/* True if this is the name of the hidden folder of a delta. */
bool
folder_is_delta(const char *name)
{
	size_t		len = strlen(name);
	size_t		suffix = strlen(DELTA_SUFFIX RANDOM_LETTERS);

	return name[0] == '.' && len > suffix + 1 &&
		strncmp(name + len - suffix, DELTA_SUFFIX,
				strlen(DELTA_SUFFIX)) == 0;
}

/*
 * Take over the hidden folder of a delta in this directory. NULL if a process
 * is writing it, or it is not ours. It is kept unless it is published or
 * folder_keep() is called with false.
 */
Folder *
folder_resume(const char *directory, const char *name)
{
	size_t		size = strlen(directory) + strlen(name) + sizeof("/");
	size_t		end = strlen(name) - strlen(DELTA_SUFFIX RANDOM_LETTERS);
	Folder	   *folder = memory_checked(calloc(1, sizeof(Folder)));
	struct stat st;

	folder->path = memory_checked(malloc(size));
	folder->hidden = memory_checked(malloc(size));
	snprintf(folder->path, size, "%s/%.*s", directory, (int) end - 1,
			 name + 1);
	snprintf(folder->hidden, size, "%s/%s", directory, name);
	folder->kept = true;
	folder->fd = open(folder->hidden,
					  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	folder->mark = folder->fd < 0 ? -1 :
		openat(folder->fd, MARK, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	/* only what is being removed has no mark */
	if (folder->fd >= 0 && folder->mark < 0 && errno == ENOENT &&
		fstat(folder->fd, &st) == 0 && st.st_uid == geteuid())
		(void) remove_tree(AT_FDCWD, folder->hidden);
	if (folder->mark >= 0 && fstat(folder->mark, &st) == 0 &&
		st.st_uid == geteuid() && flock(folder->mark, LOCK_EX | LOCK_NB) == 0)
		return folder;
	folder_end(folder);
	return NULL;
}

/* Do not remove it, or do; it stays hidden unless it is published. */
void
folder_keep(Folder *folder, bool kept)
{
	folder->kept = kept;
}

/* The path that it gets. */
const char *
folder_path(const Folder *folder)
{
	return folder->path;
}

/* Open the folder above it. */
static int
open_above(const Folder *folder)
{
	char	   *parent = text_copy(folder->path);
	char	   *slash = strrchr(parent, '/');
	int			fd;

	if (slash)
		slash[slash == parent ? 1 : 0] = '\0';
	fd = open(slash ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(parent);
	return fd;
}

/* Flush its names to disk, and its hidden name. */
bool
folder_flush(Folder *folder)
{
	int			fd = open_above(folder);
	bool		ok = (fd >= 0 && flush_tree(folder->fd, ".") &&
					  fsync(fd) == 0) ||
		failed(folder, "flush", "");

	if (fd >= 0)
		close(fd);
	return ok;
}

/* Give the folder its name. All files must be complete. */
bool
folder_publish(Folder *folder)
{
	int			fd = open_above(folder);
	bool		ok;

	ok = fd >= 0 && fchmod(folder->fd, masked(0777)) == 0 &&
		flush_tree(folder->fd, ".");
	if (!ok)
		(void) failed(folder, "flush", "");
	/* of existing names, rename replaces only an empty folder */
	else if (renameat(AT_FDCWD, folder->hidden, AT_FDCWD, folder->path) != 0)
	{
		message_error("could not rename \"%s\" to \"%s\": %s", folder->hidden,
					  folder->path, strerror(errno));
		ok = false;
	}
	else
	{
		folder->published = true;
		unlinkat(folder->fd, MARK, 0);
		ok = (fsync(folder->fd) == 0 && fsync(fd) == 0) ||
			failed(folder, "flush", "");
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Free it; remove it unless it was published. */
void
folder_end(Folder *folder)
{
	if (folder == NULL)
		return;
	if (!folder->published && !folder->kept && folder->hidden[0] != '\0' &&
		!remove_tree(AT_FDCWD, folder->hidden))
		(void) failed(folder, "remove", "");
	if (folder->mark >= 0)
		close(folder->mark);
	if (folder->fd >= 0)
		close(folder->fd);
	free(folder->path);
	free(folder->hidden);
	free(folder);
}

/* ---- files -------------------------------------------------------------- */

/* Append bytes to a file; the first ones create it. */
bool
folder_append(Folder *folder, const char *name, const void *data, size_t n)
{
	const char *p = data;
	int			fd;
	bool		ok = true;

	if (!check_name(name))
		return false;
	while ((fd = openat(folder->fd, name, O_WRONLY | O_CREAT | O_APPEND |
						O_NOFOLLOW | O_CLOEXEC, 0666)) < 0 &&
		   errno == ENOENT)
		if (!make_parents(folder, name))
			return false;
	if (fd < 0)
		return failed(folder, "create", name);
	while (n > 0 && ok)
	{
		ssize_t		written = write(fd, p, n);

		if (written < 0)
			ok = failed(folder, "write", name);
		else
		{
			p += written;
			n -= written;
		}
	}
	if (close(fd) != 0 && ok)
		ok = failed(folder, "write", name);
	return ok;
}

/* Flush a file to disk. */
bool
folder_complete(Folder *folder, const char *name, bool executable)
{
	int			fd = openat(folder->fd, name,
							O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	bool		ok = fd >= 0;

	if (ok && executable)
		ok = fchmod(fd, masked(0777)) == 0;
	ok = ok && fsync(fd) == 0;
	if (!ok)
		(void) failed(folder, "flush", name);
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Write a whole file. */
bool
folder_write(Folder *folder, const char *name, const char *text,
			 bool executable)
{
	return folder_append(folder, name, text, strlen(text)) &&
		folder_complete(folder, name, executable);
}

/* Rename a file within the folder. */
bool
folder_move(Folder *folder, const char *from, const char *to)
{
	if (!check_name(from) || !check_name(to) || !make_parents(folder, to))
		return false;
	return renameat(folder->fd, from, folder->fd, to) == 0 ||
		failed(folder, "move", from);
}

/* True if the folder has this file. */
bool
folder_has(const Folder *folder, const char *name)
{
	return faccessat(folder->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Remove a file or folder, if it exists. */
void
folder_remove(Folder *folder, const char *name)
{
	if (check_name(name))
		(void) remove_tree(folder->fd, name);
}
