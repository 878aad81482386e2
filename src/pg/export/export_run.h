/*
 * export_run.h
 *		Runs: what an export is recognized by.
 */
#ifndef EXPORT_RUN_H
#define EXPORT_RUN_H

#include "postgres.h"

/* Size of a run's text: a uuid, or one of the words below. */
#define RUN_ID_SIZE		37
#define RUN_NONE		"none"	/* nothing was exported before */
#define RUN_ANY			"any"	/* the export before is not known */

/* The attribute of the table in HBase that holds the run loaded last. */
#define RUN_ATTRIBUTE	"hbase_schema.run"

/*
 * Names of a manifest, and of a delta's manifest until its transaction
 * commits.
 */
#define RUN_MANIFEST	"manifest.json"
#define RUN_PENDING_MANIFEST	"manifest.json.pending"

/* Make a new run. */
extern void export_run_make_id(char run[RUN_ID_SIZE]);

/*
 * The origin of a delta as a member of the manifest: server, database,
 * baseline and transaction.
 */
extern char *export_run_describe_delta(Oid baseline);

/*
 * The first members of a manifest: the run, the run before, and the origin of
 * a delta.
 */
extern char *export_run_head(const char *run, const char *previous,
							 const char *delta);

/* The first members of a manifest, read back. */
typedef struct ExportRunHead
{
	char		run[RUN_ID_SIZE];
	bool		is_delta;
	uint64		system;			/* the origin of a delta */
	Oid			database;
	uint32		timeline;
	uint64		xid;
	char		baseline[NAMEDATALEN * 16];	/* as JSON */
} ExportRunHead;

/*
 * Read the first members of a manifest from its text. False if this extension
 * did not write it. Raises no error.
 */
extern bool export_run_parse_head(const char *text, ExportRunHead *head);

/*
 * Read the first members of a manifest in an open folder. False if the file
 * does not exist or this extension did not write it. Raises no error.
 */
extern bool export_run_read_head(int fd, const char *name,
								 ExportRunHead *head);

/* The same for a delta that is not published, or not completely. */
extern bool export_run_read_pending(int fd, ExportRunHead *head);

/* True if this database wrote the delta for this baseline. */
extern bool export_run_is_of(const ExportRunHead *head, Oid baseline);

#endif							/* EXPORT_RUN_H */
