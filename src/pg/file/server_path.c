/*
 * server_path.c
 *		Server paths in calls: access rights, form, and the places an export
 *		may use.
 */
#include "pg/base/compat.h"

#include <sys/stat.h>

#include "catalog/pg_authid.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/acl.h"

#include "pg/file/dir_at.h"
#include "pg/file/server_path.h"

/* ---- rights and form ---------------------------------------------------- */

static void
check_rights(Oid role, const char *what, const char *role_name)
{
	if (!has_privs_of_role(GetUserId(), role))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to %s", what),
				 errdetail("Only roles with privileges of the role \"%s\" may do so.",
						   role_name)));
}

/* True if the path contains "..". */
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

/* The path must be absolute and must not contain "..". */
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
				 errhint("Give an absolute path on the server, for example /srv/out/orders.")));
	if (has_parent_reference(path))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" must not contain \"..\"", path)));
	strlcpy(clean, path, MAXPGPATH);
	canonicalize_path(clean);
	if (strcmp(clean, "/") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" must name a directory below another one",
						path)));
}

char *
server_path_check_read(const char *path)
{
	char	   *clean = palloc(MAXPGPATH);

	check_rights(ROLE_PG_READ_SERVER_FILES, "read server files",
				 "pg_read_server_files");
	check_path(path, clean);
	return clean;
}

void
server_path_check_write(const char *path, char clean[MAXPGPATH])
{
	check_rights(ROLE_PG_WRITE_SERVER_FILES, "write server files",
				 "pg_write_server_files");
	check_path(path, clean);
}

/* ---- the server's own data ---------------------------------------------- */

/*
 * The folders of the server's data, including the targets of its symbolic
 * links.
 */
typedef struct OwnFolders
{
	int			n;
	DirAtId    *ids;
} OwnFolders;

static void
add_own(OwnFolders *own, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return;
	own->ids = own->ids == NULL ? palloc(sizeof(DirAtId)) :
		repalloc(own->ids, sizeof(DirAtId) * (own->n + 1));
	own->ids[own->n++] = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
}

static OwnFolders
own_folders(void)
{
	OwnFolders	own = {0};
	DIR		   *tablespaces = AllocateDir("pg_tblspc");
	struct dirent *entry;

	add_own(&own, DataDir);
	add_own(&own, "pg_wal");
	while ((entry = ReadDir(tablespaces, "pg_tblspc")) != NULL)
	{
		char		path[MAXPGPATH];

		if (strcmp(entry->d_name, ".") == 0 ||
			strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s", entry->d_name);
		add_own(&own, path);
	}
	FreeDir(tablespaces);
	return own;
}

int
server_path_open_parent(const char *path)
{
	OwnFolders	own = own_folders();
	int			fd = dir_at_open_path(path);

	if (fd < 0 && errno == ELOOP)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("path \"%s\" contains a symbolic link", path),
				 errhint("Name the folder by its own path; symbolic links are not followed.")));
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", path),
				 errhint("It must exist on the server host. The operating system user of the server must be able to list it and to write in it.")));
	if (dir_at_is_below(fd, own.ids, own.n))
	{
		dir_at_close(fd);
		ereport(ERROR,
			(errcode(ERRCODE_INVALID_NAME),
			 errmsg("folder \"%s\" is inside the data of the server", path),
			 errdetail("Exports cannot be written into the data directory, a tablespace or the WAL directory."),
			 errhint("Choose a folder outside of them.")));
	}
	pfree(own.ids);
	return fd;
}
