/*
 * dir_at.h
 *		Folders of the server by descriptor.
 *
 * A path names whatever is there at the moment of a call, and whoever may
 * write in one of its folders can change that between two calls.  A descriptor
 * always names the same folder.  So these functions take a descriptor and a
 * name below it, and follow no symbolic link.
 *
 * Every descriptor counts among those that PostgreSQL allows a session.
 * Unless its comment says otherwise, a function raises no error and calls no
 * palloc: it may run in callbacks of commit and abort.
 */
#ifndef DIR_AT_H
#define DIR_AT_H

#include "postgres.h"
#include "nodes/pg_list.h"

#include <fcntl.h>
#include <sys/stat.h>

/* What stays the same when a file or folder is renamed. */
typedef struct DirAtId
{
	dev_t		dev;
	ino_t		ino;
} DirAtId;

/*
 * Open a file or folder by its path below a folder: "a/b" without "." and
 * "..".  -1 with errno.  The caller closes it on every way out.
 */
extern int	dir_at_open(int at, const char *path, int flags, mode_t mode);

/*
 * The same, but the transaction or subtransaction closes it when the caller
 * does not.  May raise that memory is short.
 */
extern int	dir_at_open_owned(int at, const char *path, int flags,
							  mode_t mode);

/* From now on the caller closes it. */
extern void dir_at_disown(int fd);

/* Flags with which a folder is opened to list it. */
#define DIR_AT_FOLDER	(O_RDONLY | O_DIRECTORY)

/*
 * Open a folder by a clean absolute path, name by name from the root on.
 * -1 with errno; ELOOP: the path leads through a symbolic link.
 */
extern int	dir_at_open_path(const char *path);

/* Another descriptor of the same folder.  -1 with errno. */
extern int	dir_at_again(int fd);

/* Close what one of these opened; what close() returns. */
extern int	dir_at_close(int fd);

/* Is the name below a descriptor that file or folder? */
extern bool dir_at_is(int at, const char *name, const DirAtId *id);

/* Is the folder one of these, or below one of them? */
extern bool dir_at_is_below(int fd, const DirAtId *ids, int n);

/* 1: the folder is empty, 0: it is not, -1: errno. */
extern int	dir_at_is_empty(int fd);

/*
 * The names in a folder, but "." and "..": a list of char *.  Raises errors,
 * which call the folder by path.
 */
extern List *dir_at_list(int fd, const char *path);

/* Make a folder of this mode by its path; 0 or errno, EEXIST too. */
extern int	dir_at_make(int at, const char *path, mode_t mode);

/*
 * Remove all that an open folder of ours holds, the file named last (may be
 * NULL) at the very end, and then the folder if it still has this name.
 * Folders of other users and other file systems stay.  0 or errno; ESTALE:
 * the folder is empty, but something else has the name.
 */
extern int	dir_at_remove(int at, const char *name, int fd, const char *last);

/* Flush a folder's names to disk, or also those of all folders below. */
extern int	dir_at_flush(int fd);
extern int	dir_at_flush_all(int fd);

/* Rename a file, but replace nothing: EEXIST.  0 or errno. */
extern int	dir_at_rename_new(int from_at, const char *from,
							  int to_at, const char *to);

#endif							/* DIR_AT_H */
