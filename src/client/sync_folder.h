/*
 * sync_folder.h
 *		The folder of a change stream on this host: one program at a time works
 *		in it, and others read there how far it is.
 */
#ifndef SYNC_FOLDER_H
#define SYNC_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct SyncFolder SyncFolder;

/* How far a stream is; times in microseconds since 1970. */
typedef struct SyncProgress
{
	int64_t		written_at;
	int64_t		commits;		/* applied since it was started */
	int64_t		waiting;		/* commits received and not applied */
	int64_t		waiting_bytes;
	int64_t		complete_until; /* HBase has all commits before; 0: unknown */
	int64_t		stamp;
	int64_t		rejects;		/* since it was started */
} SyncProgress;

extern SyncFolder *sync_folder_open(const char *path);
extern void sync_folder_close(SyncFolder *folder);
extern char *sync_folder_path(const SyncFolder *folder, const char *name);
extern bool sync_folder_reject(SyncFolder *folder, const char *text);
extern bool sync_folder_write_progress(const SyncFolder *folder,
									   const SyncProgress *progress);

extern bool sync_folder_read_progress(const char *path,
									  SyncProgress *progress);
extern pid_t sync_folder_owner(const char *path);

#endif							/* SYNC_FOLDER_H */
