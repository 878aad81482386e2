/*
 * dir_at.c
 *		Work with folders of the server through descriptors.
 */
#include "pg/base/compat.h"

#include <dirent.h>
#include <limits.h>
#include <unistd.h>

#include "access/xact.h"
#include "storage/fd.h"
#include "utils/memutils.h"

#include "pg/file/dir_at.h"

/* Maximum depth of a tree; exports are less deep. */
#define MAX_DEPTH		16

#ifndef NAME_MAX
#define NAME_MAX		255
#endif

/* Flags to open a folder that may be searched but not listed. */
#if defined(O_PATH)
#define PASS_FLAGS		(O_PATH | O_DIRECTORY)
#elif defined(O_SEARCH)
#define PASS_FLAGS		(O_SEARCH | O_DIRECTORY)
#else
#define PASS_FLAGS		DIR_AT_FOLDER
#endif

/* A descriptor that its transaction closes. */
typedef struct OwnedFd
{
	int			fd;
	SubTransactionId subid;
	struct OwnedFd *next;
} OwnedFd;

static OwnedFd *owned_fds = NULL;

/* ---- descriptors -------------------------------------------------------- */

/*
 * Open one name and count the descriptor. Cleanup may exceed the number of
 * descriptors that PostgreSQL allows.
 */
static int
open_name(int at, const char *name, int flags, mode_t mode, bool cleaning)
{
	int			fd;
	int			saved;

	if (cleaning)
		ReserveExternalFD();
	else if (!AcquireExternalFD())
		return -1;				/* EMFILE */
	do
	{
		fd = openat(at, name, flags | O_NOFOLLOW | O_CLOEXEC, mode);
	} while (fd < 0 && errno == EINTR);
	if (fd < 0)
	{
		saved = errno;
		ReleaseExternalFD();
		errno = saved;
	}
	return fd;
}

/* Close a descriptor; errno is unchanged. */
static void
close_quietly(int fd)
{
	int			saved = errno;

	dir_at_close(fd);
	errno = saved;
}

/*
 * The first name of a path; *path advances behind the '/'. False with errno.
 */
static bool
first_name(const char **path, char name[NAME_MAX + 1])
{
	size_t		len = strcspn(*path, "/");

	if (len > NAME_MAX)
	{
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(name, *path, len);
	name[len] = '\0';
	if (len == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
	{
		errno = EINVAL;
		return false;
	}
	*path += len + ((*path)[len] == '/');
	return true;
}

/*
 * Open the folder of the last name of a path; *name is that name. May return
 * "at" itself, which the caller must not close.
 */
static int
open_holder(int at, const char *path, char name[NAME_MAX + 1])
{
	int			fd = at;

	for (;;)
	{
		int			below;

		if (!first_name(&path, name))
			break;
		if (*path == '\0')
			return fd;
		below = open_name(fd, name, PASS_FLAGS, 0, false);
		if (below < 0)
			break;
		if (fd != at)
			close_quietly(fd);
		fd = below;
	}
	if (fd != at)
		close_quietly(fd);
	return -1;
}

int
dir_at_open(int at, const char *path, int flags, mode_t mode)
{
	char		name[NAME_MAX + 1];
	int			holder = open_holder(at, path, name);
	int			fd;

	if (holder < 0)
		return -1;
	fd = open_name(holder, name, flags, mode, false);
	if (holder != at)
		close_quietly(holder);
	return fd;
}

/* True if a name that cannot be opened as a folder is a symbolic link. */
static bool
is_link(int at, const char *name)
{
	struct stat st;

	return fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		S_ISLNK(st.st_mode);
}

/*
 * The last folder is opened for listing, the ones before it only for
 * searching.
 */
static int
folder_flags(const char *rest)
{
	return *rest == '\0' ? DIR_AT_FOLDER : PASS_FLAGS;
}

int
dir_at_open_path(const char *path)
{
	int			fd;

	path++;
	fd = open_name(AT_FDCWD, "/", folder_flags(path), 0, false);
	while (fd >= 0 && *path != '\0')
	{
		char		name[NAME_MAX + 1];
		int			below = -1;

		if (first_name(&path, name))
		{
			below = open_name(fd, name, folder_flags(path), 0, false);
			if (below < 0)
			{
				int			saved = errno;

				errno = is_link(fd, name) ? ELOOP : saved;
			}
		}
		close_quietly(fd);
		fd = below;
	}
	return fd;
}

int
dir_at_again(int fd)
{
	return open_name(fd, ".", DIR_AT_FOLDER, 0, false);
}

void
dir_at_disown(int fd)
{
	for (OwnedFd **p = &owned_fds; *p != NULL; p = &(*p)->next)
	{
		OwnedFd    *owned = *p;

		if (owned->fd == fd)
		{
			*p = owned->next;
			pfree(owned);
			break;
		}
	}
}

int
dir_at_close(int fd)
{
	dir_at_disown(fd);
	ReleaseExternalFD();
	return close(fd);
}

/* ---- descriptors of a transaction --------------------------------------- */

static void
close_at_transaction_end(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_ABORT || event == XACT_EVENT_PARALLEL_ABORT ||
		event == XACT_EVENT_COMMIT || event == XACT_EVENT_PARALLEL_COMMIT ||
		event == XACT_EVENT_PREPARE)
	{
		while (owned_fds != NULL)
			dir_at_close(owned_fds->fd);
	}
}

static void
close_at_subtransaction_end(SubXactEvent event, SubTransactionId subid,
							SubTransactionId parent, void *arg)
{
	OwnedFd    *next;

	for (OwnedFd *owned = owned_fds; owned != NULL; owned = next)
	{
		next = owned->next;
		if (owned->subid != subid)
			continue;
		if (event == SUBXACT_EVENT_ABORT_SUB)
			dir_at_close(owned->fd);
		else if (event == SUBXACT_EVENT_COMMIT_SUB)
			owned->subid = parent;
	}
}

int
dir_at_open_owned(int at, const char *path, int flags, mode_t mode)
{
	static bool registered = false;
	OwnedFd    *owned;

	if (!registered)
	{
		RegisterXactCallback(close_at_transaction_end, NULL);
		RegisterSubXactCallback(close_at_subtransaction_end, NULL);
		registered = true;
	}
	owned = MemoryContextAlloc(TopMemoryContext, sizeof(OwnedFd));
	owned->fd = dir_at_open(at, path, flags, mode);
	owned->subid = GetCurrentSubTransactionId();
	if (owned->fd < 0)
	{
		pfree(owned);
		return -1;
	}
	owned->next = owned_fds;
	owned_fds = owned;
	return owned->fd;
}

/* ---- identity ----------------------------------------------------------- */

static bool
is_same(const struct stat *st, const DirAtId *id)
{
	return st->st_dev == id->dev && st->st_ino == id->ino;
}

static bool
folder_id(int fd, DirAtId *id)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return false;
	*id = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
	return true;
}

bool
dir_at_is(int at, const char *name, const DirAtId *id)
{
	struct stat st;

	return fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		is_same(&st, id);
}

bool
dir_at_is_below(int fd, const DirAtId *ids, int n)
{
	struct stat st;
	DirAtId		below = {0};
	int			at = fd;
	bool		found = false;

	while (fstat(at, &st) == 0)
	{
		int			above;

		for (int i = 0; i < n; i++)
			found |= is_same(&st, &ids[i]);
		if (found || (at != fd && is_same(&st, &below)))
			break;				/* the parent of the root is the root */
		below = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
		above = open_name(at, "..", PASS_FLAGS, 0, true);
		if (above < 0)
			break;
		if (at != fd)
			dir_at_close(at);
		at = above;
	}
	if (at != fd)
		dir_at_close(at);
	return found;
}

/* ---- contents ----------------------------------------------------------- */

/* A handle of its own to list an open folder; it counts as one descriptor. */
static DIR *
list_folder(int fd)
{
	int			again = open_name(fd, ".", DIR_AT_FOLDER, 0, true);
	DIR		   *list;

	if (again < 0)
		return NULL;
	list = fdopendir(again);
	if (list == NULL)
		close_quietly(again);
	return list;
}

static void
end_list(DIR *list)
{
	int			saved = errno;

	closedir(list);
	ReleaseExternalFD();
	errno = saved;
}

/*
 * The next name except "." and ".."; NULL at the end, or on an error with
 * errno.
 */
static const char *
next_name(DIR *list)
{
	struct dirent *entry;

	do
	{
		errno = 0;
		entry = readdir(list);
	} while (entry != NULL &&
			 (strcmp(entry->d_name, ".") == 0 ||
			  strcmp(entry->d_name, "..") == 0));
	return entry == NULL ? NULL : entry->d_name;
}

int
dir_at_is_empty(int fd)
{
	DIR		   *list = list_folder(fd);
	const char *name;

	if (list == NULL)
		return -1;
	name = next_name(list);
	end_list(list);
	if (name != NULL)
		return 0;
	return errno == 0 ? 1 : -1;
}

static List *
read_names(DIR *list, const char *path)
{
	List	   *names = NIL;
	const char *name;

	while ((name = next_name(list)) != NULL)
		names = lappend(names, pstrdup(name));
	if (errno != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read directory \"%s\": %m", path)));
	return names;
}

List *
dir_at_list(int fd, const char *path)
{
	DIR		   *list = list_folder(fd);
	List	   *names;

	if (list == NULL)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", path)));
	PG_TRY();
	{
		names = read_names(list, path);
	}
	PG_CATCH();
	{
		end_list(list);
		PG_RE_THROW();
	}
	PG_END_TRY();
	end_list(list);
	return names;
}

int
dir_at_make(int at, const char *path, mode_t mode)
{
	char		name[NAME_MAX + 1];
	int			holder = open_holder(at, path, name);
	int			result = 0;
	int			fd = -1;

	if (holder < 0)
		return errno;
	/* by descriptor, because the umask must not apply */
	if (mkdirat(holder, name, S_IRWXU) != 0 ||
		(fd = open_name(holder, name, DIR_AT_FOLDER, 0, false)) < 0 ||
		fchmod(fd, mode) != 0)
		result = errno;
	if (fd >= 0)
		dir_at_close(fd);
	if (holder != at)
		dir_at_close(holder);
	return result;
}

static int	empty_folder(int fd, const char *last, int depth);

/* Remove a name in a folder, if it is on this device; 0 or errno. */
static int
remove_name(int at, const char *name, dev_t dev, int depth)
{
	struct stat st;
	int			fd;
	int			result;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno;
	if (!S_ISDIR(st.st_mode))
		return unlinkat(at, name, 0) == 0 ? 0 : errno;
	fd = open_name(at, name, DIR_AT_FOLDER, 0, true);
	if (fd < 0)
		return errno;
	if (fstat(fd, &st) != 0)
		result = errno;
	else if (st.st_uid != geteuid() || st.st_dev != dev)
		result = EPERM;
	else
		result = empty_folder(fd, NULL, depth + 1);
	dir_at_close(fd);
	/* removes only an empty folder, even if the name was replaced */
	if (result == 0 && unlinkat(at, name, AT_REMOVEDIR) != 0)
		result = errno;
	return result;
}

/*
 * Remove the contents of a folder. Removal while listing may hide other names,
 * so the folder is listed again until nothing more can be removed.
 */
static int
empty_folder(int fd, const char *last, int depth)
{
	struct stat st;
	DIR		   *list;
	int			result;
	bool		removed;

	if (depth > MAX_DEPTH)
		return EPERM;
	if (fstat(fd, &st) != 0 || (list = list_folder(fd)) == NULL)
		return errno;
	do
	{
		const char *name;

		result = 0;
		removed = false;
		rewinddir(list);
		while ((name = next_name(list)) != NULL)
		{
			int			failed;

			if (last != NULL && strcmp(name, last) == 0)
				continue;
			failed = remove_name(fd, name, st.st_dev, depth);
			removed |= failed == 0;
			if (failed != 0)
				result = failed;
		}
		if (errno != 0)
			result = errno;
	} while (removed);
	end_list(list);
	if (result == 0 && last != NULL &&
		unlinkat(fd, last, 0) != 0 && errno != ENOENT)
		result = errno;
	return result;
}

int
dir_at_remove(int at, const char *name, int fd, const char *last)
{
	DirAtId		id;
	int			result;

	if (!folder_id(fd, &id))
		return errno;
	result = empty_folder(fd, last, 0);
	if (result != 0)
		return result;
	if (!dir_at_is(at, name, &id))
		return ESTALE;
	return unlinkat(at, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

/* ---- flushing and renaming ---------------------------------------------- */

/* Some systems cannot fsync a folder; this is not an error. */
int
dir_at_flush(int fd)
{
	if (pg_fsync(fd) != 0 && errno != EBADF && errno != EINVAL)
		return errno;
	return 0;
}

static int
flush_below(int fd, int depth)
{
	DIR		   *list;
	const char *name;
	int			result = 0;

	if (depth > MAX_DEPTH)
		return EPERM;
	list = list_folder(fd);
	if (list == NULL)
		return errno;
	while (result == 0 && (name = next_name(list)) != NULL)
	{
		struct stat st;
		int			below;

		if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
			!S_ISDIR(st.st_mode))
			continue;
		below = open_name(fd, name, DIR_AT_FOLDER, 0, false);
		if (below < 0)
		{
			result = errno;
			break;
		}
		result = flush_below(below, depth + 1);
		dir_at_close(below);
	}
	if (result == 0)
		result = errno;
	end_list(list);
	return result != 0 ? result : dir_at_flush(fd);
}

int
dir_at_flush_all(int fd)
{
	return flush_below(fd, 0);
}

/*
 * Where the system has no such rename, create a second link, which replaces
 * nothing either, and remove the first.
 */
int
dir_at_rename_new(int from_at, const char *from, int to_at, const char *to)
{
#ifdef RENAME_NOREPLACE
	if (renameat2(from_at, from, to_at, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != ENOSYS && errno != EINVAL)
		return errno;
#endif
	if (linkat(from_at, from, to_at, to, 0) != 0)
		return errno;
	return unlinkat(from_at, from, 0) == 0 ? 0 : errno;
}
