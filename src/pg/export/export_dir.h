/*
 * export_dir.h
 *		A folder of files that is published as a whole or not at all.
 */
#ifndef EXPORT_DIR_H
#define EXPORT_DIR_H

#include "postgres.h"

#include "core/hfile/hfile_sink.h"
#include "pg/file/dir_at.h"

typedef struct ExportDir ExportDir;

/* Modes of the files and folders; the server's umask does not apply. */
typedef struct ExportModes
{
	mode_t		file;
	mode_t		dir;
} ExportModes;

/*
 * Begin a folder to be published as path. The path must be absolute and clean,
 * its parent must exist, and it must be missing or an empty folder, not a
 * symbolic link. Until then the files are in a hidden folder beside it. The
 * hidden folder is removed on an error, a cancel or the end of the session;
 * those left by a crash of earlier attempts are removed here. Requires the
 * rights of pg_write_server_files.
 *
 * The path is resolved once, here. Whatever others do later to the names in
 * the parent, nothing outside the new folder is written or removed; if the
 * folder's name is replaced, the export fails.
 */
extern ExportDir *export_dir_begin(const char *path, ExportModes modes);

/*
 * The same for a single file; path must be missing. The file is written in the
 * hidden folder, under any name, and published from there.
 */
extern ExportDir *export_dir_begin_file(const char *path, mode_t mode);
extern void export_dir_publish_file(ExportDir *dir, const char *name);

/*
 * No folder: "take" gets the bytes of its files, in pieces, each with the
 * file's path. The pieces of a file come in their order, between those of
 * others. Only the functions for folders and files within it accept it.
 */
typedef void (*ExportTake) (void *context, const char *name, const void *data,
							size_t n);
extern ExportDir *export_dir_begin_stream(ExportTake take, void *context);

/* The path after publication, and the folder's identity. */
extern const char *export_dir_path(const ExportDir *dir);
extern DirAtId export_dir_id(const ExportDir *dir);

/* Create a folder within it, by its path, unless it exists. */
extern void export_dir_make(ExportDir *dir, const char *name);

/* Remove a folder within it, with its contents. */
extern void export_dir_remove(ExportDir *dir, const char *name);

/* A file being written, with the CRC-32C of its bytes. */
typedef struct ExportFile ExportFile;

/* Begin a file by its path within the folder; it must not exist. */
extern ExportFile *export_file_begin(ExportDir *dir, const char *name);
extern void export_file_write(ExportFile *file, const void *data, size_t n);

/* A sink for core; errors are raised with ereport. */
extern HFileSink export_file_sink(ExportFile *file);

/* Flush it to disk and close it; *crc may be NULL. */
extern void export_file_end(ExportFile *file, uint32 *crc);

/* Write a small text file; executable sets the executable bits. */
extern void export_dir_write_text(ExportDir *dir, const char *name,
								  const char *text, bool executable);

/*
 * The steps of publication. export_dir_complete() flushes the folders to disk
 * and sets the hidden folder's mode; it may raise an error. After it,
 * export_dir_publish_quietly() renames the folder and flushes the names. It
 * raises no error and allocates nothing, so it may run after the commit.
 * Returns 0 or errno; ESTALE: somebody moved or replaced the folder, and its
 * present name is not known.
 */
extern void export_dir_complete(ExportDir *dir);
extern int	export_dir_publish_quietly(ExportDir *dir);

/* Both steps; frees dir. Cannot be undone. */
extern void export_dir_publish(ExportDir *dir);

/*
 * Complete it now and publish it when the transaction commits; a rollback or a
 * failed commit removes it. The file "pending" is renamed to "committed"
 * before the folder is renamed; both names must be constants. The renames run
 * after the commit record is on disk (whatever synchronous_commit says). So a
 * failure is only a warning, and a crash can come before them: see
 * export_dir_resume().
 */
extern void export_dir_publish_at_commit(ExportDir *dir, const char *pending,
										 const char *committed);

/* ---- folders that several processes of one call write ------------------- */

/* Where a folder is, for the parallel workers of a call: no pointers. */
typedef struct ExportDirPlace
{
	char		path[MAXPGPATH];
	char		parent_path[MAXPGPATH];
	char		hidden[MAXPGPATH];
	DirAtId		id;
	ExportModes modes;
} ExportDirPlace;

extern void export_dir_place(const ExportDir *dir, ExportDirPlace *place);

/*
 * Open the folder in a worker; an error if its name is that of another folder
 * now. The worker closes it with export_dir_leave(), and never removes it.
 */
extern ExportDir *export_dir_join(const ExportDirPlace *place);

/* ---- folders that several sessions write -------------------------------- */

/*
 * A run: a folder that one session begins and publishes, while others write
 * parts of it. A part is a hidden folder within the run's hidden folder, whose
 * session holds its lock. The run ends with the transaction of the session
 * that began it.
 */
extern ExportDir *export_dir_begin_run(const char *path, ExportModes modes,
									   const char *run);

/* The folder of a run that this transaction began; NULL: none. */
extern ExportDir *export_dir_find_run(const char *run);

/*
 * Begin a part of a run of another session; an error if the run has ended. The
 * modes of its files come later, from the description of the run.
 */
extern ExportDir *export_dir_begin_part(const char *path, const char *run);
extern void export_dir_set_modes(ExportDir *dir, ExportModes modes);

/* Leave a complete part to the run; frees dir. */
extern void export_dir_end_part(ExportDir *dir);

/* True if the name is that of a part in the folder of its run. */
extern bool export_dir_is_part(const char *name);

/* ---- after a crash ------------------------------------------------------ */

/* True if the name is that of a folder before publication. */
extern bool export_dir_is_hidden(const char *name);

/*
 * Open and lock a hidden folder left by a crash. NULL if it does not exist, is
 * not ours, or is in use by a session (then *running is set). It stays
 * unchanged, after an error too, until one of the calls below, which free dir.
 */
extern ExportDir *export_dir_resume(int parent, const char *parent_path,
									const char *hidden, bool *running);

/* Descriptors of the folder and of the one that contains it. */
extern int	export_dir_fd(const ExportDir *dir);
extern int	export_dir_parent_fd(const ExportDir *dir);

/* Publish it like export_dir_publish_at_commit(); may raise an error. */
extern void export_dir_resume_publish(ExportDir *dir, const char *pending,
									  const char *committed);

/* Keep or remove it. */
extern void export_dir_leave(ExportDir *dir, bool remove);

#endif							/* EXPORT_DIR_H */
