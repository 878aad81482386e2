/*
 * export_path.h
 *		Paths on the server that a call names: who may use them, their form,
 *		and where an export may go.
 */
#ifndef EXPORT_PATH_H
#define EXPORT_PATH_H

#include "postgres.h"

/*
 * Check the path of a file or folder to read: absolute, without "..", and by a
 * role with pg_read_server_files.  A clean copy.
 */
extern char *export_path_check_read(const char *path);

/* The same of a path to write, with pg_write_server_files. */
extern void export_path_check_write(const char *path, char clean[MAXPGPATH]);

/*
 * Open the folder that is to hold an export; the caller closes it
 * (dir_at_close).  It is reached through no symbolic link, and not inside the
 * server's own data.
 */
extern int	export_path_open_parent(const char *path);

#endif							/* EXPORT_PATH_H */
