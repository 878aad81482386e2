/*
 * export_dir.h
 *		A folder of files that appears whole or not at all.
 */
#ifndef EXPORT_DIR_H
#define EXPORT_DIR_H

#include "postgres.h"

#include "../core/hfile.h"
#include "dir_at.h"

typedef struct ExportDir ExportDir;

/* How files and folders are made; the server's umask is not asked. */
typedef struct ExportModes
{
	mode_t		file;
	mode_t		dir;
} ExportModes;

/*
 * Begin a folder that will be published as path: absolute and clean, its
 * parent there, itself missing or empty and no symbolic link.  Until then the
 * files stand in a hidden folder beside it, which goes away with an error,
 * a cancel or the end of the session; what a crash left of earlier attempts
 * is removed.  Needs the rights of pg_write_server_files.
 *
 * The path is looked up once, here.  Whatever others do later to the names in
 * the parent, nothing is written or removed outside the folder that was made;
 * an export whose name somebody else took ends with an error.
 */
extern ExportDir *export_dir_begin(const char *path, ExportModes modes);

/*
 * The same for a single file: path must be missing.  The file is written within
 * the hidden folder, under any name, and then published from there.
 */
extern ExportDir *export_dir_begin_file(const char *path, mode_t mode);
extern void export_dir_publish_file(ExportDir *dir, const char *name);

/* Where it will be published, and which folder it is under any name. */
extern const char *export_dir_path(const ExportDir *dir);
extern DirAtId export_dir_id(const ExportDir *dir);

/* A folder within it, by its path; made when missing. */
extern void export_dir_make(ExportDir *dir, const char *name);

/* Remove a folder within it, with all that it holds. */
extern void export_dir_remove(ExportDir *dir, const char *name);

/* A file being written: its bytes, and a CRC-32C over them. */
typedef struct ExportFile ExportFile;

/* Begin a file by its path within the folder; it must not be there. */
extern ExportFile *export_file_begin(ExportDir *dir, const char *name);
extern void export_file_write(ExportFile *file, const void *data, size_t n);

/* The same as core's sink, failing by ereport. */
extern HFileSink export_file_sink(ExportFile *file);

/* Flush it to disk and close it; *crc may be NULL. */
extern void export_file_end(ExportFile *file, uint32 *crc);

/* A whole small file of text; executable adds the right to run it. */
extern void export_dir_write_text(ExportDir *dir, const char *name, const char *text,
								  bool executable);

/*
 * The steps of publishing.  export_dir_complete() flushes the folders to disk and
 * gives the hidden folder its mode; it may raise an error.  After it,
 * export_dir_publish_quietly() renames the folder and flushes the names: it
 * raises nothing and allocates nothing, so it may run once the transaction has
 * committed.  It returns 0 or errno; ESTALE: somebody else moved or replaced
 * the folder, and no name of it is known any more.
 */
extern void export_dir_complete(ExportDir *dir);
extern int	export_dir_publish_quietly(ExportDir *dir);

/* Both steps, and the end of it.  Nothing can undo that. */
extern void export_dir_publish(ExportDir *dir);

/*
 * Complete it now and publish it when the transaction commits: a rollback, or a
 * commit that fails, leaves no folder.  The file "pending" gets the name
 * "committed" before the folder gets its own; both names must be constants.  All
 * that happens once the commit record is on disk (whatever synchronous_commit
 * says), so it can fail only with a warning, and a crash can come before it:
 * see export_dir_resume().
 */
extern void export_dir_publish_at_commit(ExportDir *dir, const char *pending,
										 const char *committed);

/* ---- after a crash --------------------------------------------------------- */

/* Is it the name that a folder has until it is published? */
extern bool export_dir_is_hidden(const char *name);

/*
 * Open and lock a hidden folder that a crash left.  NULL if there is none of that
 * name, or if it is not ours, or if a session is at it: running.  It stays as it
 * is, with an error too, until one of the calls below, which end it.
 */
extern ExportDir *export_dir_resume(int parent, const char *parent_path, const char *hidden,
									bool *running);
extern int	export_dir_fd(const ExportDir *dir);

/* Publish it as export_dir_publish_at_commit() does; may raise an error. */
extern void export_dir_resume_publish(ExportDir *dir, const char *pending, const char *committed);

/* Leave it there, or remove it. */
extern void export_dir_leave(ExportDir *dir, bool remove);

#endif							/* EXPORT_DIR_H */
