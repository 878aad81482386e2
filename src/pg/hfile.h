/*
 * hfile.h
 *		Between SQL and core's HFiles: options, and a file being built of cells
 *		that come one by one.
 */
#ifndef PG_HFILE_H
#define PG_HFILE_H

#include "glue.h"

#include "utils/jsonb.h"

#include "../core/hfile.h"

/* ---- options ----------------------------------------------------------- */

typedef struct HFileOptions
{
	HFileSettings settings;
	char	   *source_task;	/* who made it, for the file info */
} HFileOptions;

/*
 * Read options from a JSON object (NULL: none), over HBase's defaults and
 * a file made at stamp.  What is unknown or out of range is an error.
 */
extern void hfile_options_read(Jsonb *json, int64 stamp, HFileOptions *options);

/* ---- building ------------------------------------------------------------ */

/* A cell as SQL gives it. */
typedef struct HFileInput
{
	RowKey	   *key;
	const char *family;			/* UTF-8 */
	int			family_len;
	bytea	   *qualifier;		/* NULL: none */
	bool		has_ts;
	int64		ts;
	text	   *type;
	bytea	   *value;			/* NULL: none */
} HFileInput;

typedef struct HFileBuild HFileBuild;

/*
 * Begin a file in a memory context, where everything is kept; its family is
 * that of the first cell.
 */
extern HFileBuild *hfile_build_new(MemoryContext context, const HFileOptions *options, int64 stamp);

/*
 * Add a cell; rows in key order, the cells of a row in any.  Those without
 * timestamp get the stamp.  A put of no value is no cell.
 */
extern void hfile_build_add(HFileBuild *build, const HFileInput *input);

/* Complete the file.  Without a cell there is none: false. */
extern bool hfile_build_finish(HFileBuild *build);

/* Bytes that are ready, and taking the first of them as a bytea. */
extern size_t hfile_build_ready(const HFileBuild *build);
extern bytea *hfile_build_take(HFileBuild *build, size_t n);

/* The whole file, of at most 1 GB, without copying it. */
extern bytea *hfile_build_result(HFileBuild *build);

#endif							/* PG_HFILE_H */
