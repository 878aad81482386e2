/*
 * server_path.h
 *		Server paths in calls: access rights, form, and the places an export
 *		may use.
 */
#ifndef SERVER_PATH_H
#define SERVER_PATH_H

#include "postgres.h"

/*
 * Check the path of a file or folder to read: absolute, without "..", and used
 * by a role with pg_read_server_files. Returns a clean copy.
 */
extern char *server_path_check_read(const char *path);

/* The same for a path to write, with pg_write_server_files. */
extern void server_path_check_write(const char *path, char clean[MAXPGPATH]);

/*
 * Open the folder that is to contain an export; the caller closes it
 * (dir_at_close). Raises an error if the path contains a symbolic link or is
 * inside the server's data.
 */
extern int	server_path_open_parent(const char *path);

#endif							/* SERVER_PATH_H */
