/*
 * run.h
 *		Runs: what an export is recognized by, and which deltas committed.
 */
#ifndef RUN_H
#define RUN_H

#include "postgres.h"

/* A uuid as text, or one of these. */
#define RUN_ID_SIZE		37
#define RUN_NONE		"none"	/* nothing was exported before */
#define RUN_ANY			"any"	/* what was exported before is not known */

/* The table in HBase says by this attribute which run was loaded last. */
#define RUN_ATTRIBUTE	"hbase_schema.run"

/* A manifest, and a delta's until its transaction has committed. */
#define RUN_MANIFEST	"manifest.json"
#define RUN_PENDING_MANIFEST	"manifest.json.pending"

/* A new one. */
extern void run_make_id(char run[RUN_ID_SIZE]);

/*
 * Where and when a delta was written: the server, database and baseline whose
 * delta it is, and the transaction that commits it.  A member of the manifest.
 */
extern char *run_describe_delta(Oid baseline);

/* How a manifest begins: the run, the one before, and of a delta the above. */
extern char *run_head(const char *run, const char *previous,
					  const char *delta);

/* The same, read back. */
typedef struct RunHead
{
	char		run[RUN_ID_SIZE];
	bool		is_delta;
	uint64		system;			/* of a delta */
	Oid			database;
	uint32		timeline;
	uint64		xid;
	char		baseline[NAMEDATALEN * 16];	/* as JSON */
} RunHead;

/*
 * Read the beginning of a manifest in an open folder.  False when there is no
 * file of that name, or it was not written by us.  Raises no error.
 */
extern bool run_read_head(int fd, const char *name, RunHead *head);

/* The same of a delta that was not published, or not completely. */
extern bool run_read_pending(int fd, RunHead *head);

/* Is it a delta of this baseline, written by this database? */
extern bool run_is_of(const RunHead *head, Oid baseline);

/*
 * The last run of a baseline, RUN_ANY if it is none; the folder that the run
 * was written to, or NULL.
 */
extern char *run_last(Oid baseline, char run[RUN_ID_SIZE]);

/* Store the run of a delta that is complete; it becomes the last one. */
struct ExportOptions;
struct ExportDir;
extern void run_store(Oid baseline, const struct ExportOptions *options,
					  const struct ExportDir *dir);

/* Did the transaction of a run commit, and which folder did it write? */
extern bool run_find(const char *run, int64 *inode);

#endif							/* RUN_H */
