/*
 * dir_at.h
 *		Work with folders of the server through descriptors.
 *
 * A path names whatever exists there at the time of a call, and a user who can
 * write in one of its folders can change that between two calls. A descriptor
 * always refers to the same folder. So these functions take a descriptor and a
 * name below it, and follow no symbolic link.
 *
 * Every descriptor counts among those that PostgreSQL allows a session. Unless
 * its comment says otherwise, a function raises no error and calls no palloc:
 * it may run in callbacks of commit and abort.
 */
#ifndef DIR_AT_H
#define DIR_AT_H

#include "postgres.h"
#include "nodes/pg_list.h"

#include <fcntl.h>
#include <sys/stat.h>

/* Identity of a file or folder, unchanged by a rename. */
typedef struct DirAtId
{
	dev_t		dev;
	ino_t		ino;
} DirAtId;

/*
 * Open a file or folder by its path below a folder: "a/b" without "." and
 * "..". Returns -1 with errno. The caller closes it, also after an error.
 */
extern int	dir_at_open(int at, const char *path, int flags, mode_t mode);

/*
 * The same, but the end of the transaction or subtransaction closes it. May
 * raise an out-of-memory error.
 */
extern int	dir_at_open_owned(int at, const char *path, int flags,
							  mode_t mode);

/* Return the duty to close the descriptor to the caller. */
extern void dir_at_disown(int fd);

/* Flags to open a folder for listing. */
#define DIR_AT_FOLDER	(O_RDONLY | O_DIRECTORY)

/*
 * Open a folder by a clean absolute path, component by component. Returns -1
 * with errno; ELOOP: the path contains a symbolic link.
 */
extern int	dir_at_open_path(const char *path);

/* A second descriptor of the same folder. Returns -1 with errno. */
extern int	dir_at_again(int fd);

/* Close a descriptor of these functions; the result is close()'s. */
extern int	dir_at_close(int fd);

/* True if the name below a descriptor is that file or folder. */
extern bool dir_at_is(int at, const char *name, const DirAtId *id);

/* True if the folder is one of these, or below one of them. */
extern bool dir_at_is_below(int fd, const DirAtId *ids, int n);

/* 1: the folder is empty; 0: it is not; -1: errno. */
extern int	dir_at_is_empty(int fd);

/*
 * The names in a folder except "." and "..": a list of char *. Raises errors;
 * path is for their messages.
 */
extern List *dir_at_list(int fd, const char *path);

/* Create a folder of this mode by its path; 0 or errno, also EEXIST. */
extern int	dir_at_make(int at, const char *path, mode_t mode);

/*
 * Remove the contents of an open folder of ours, the file named last (may be
 * NULL) at the end, and then the folder if it still has this name. Folders of
 * other users and other file systems remain. 0 or errno; ESTALE: the folder is
 * empty, but the name was replaced.
 */
extern int	dir_at_remove(int at, const char *name, int fd, const char *last);

/*
 * Flush a folder's names to disk; the second one also those of all folders
 * below.
 */
extern int	dir_at_flush(int fd);
extern int	dir_at_flush_all(int fd);

/* Rename a file without replacing another: EEXIST. 0 or errno. */
extern int	dir_at_rename_new(int from_at, const char *from,
							  int to_at, const char *to);

#endif							/* DIR_AT_H */
