/*
 * hfile_build.h
 *		Build an HFile from cells that SQL passes one by one.
 */
#ifndef HFILE_BUILD_H
#define HFILE_BUILD_H

#include "hbase_schema.h"

#include "pg/hfile/hfile_options.h"

/* A cell as SQL passes it. */
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
 * Begin a file in a memory context, which holds everything. The first cell
 * determines its family.
 */
extern HFileBuild *hfile_build_new(MemoryContext context,
								   const HFileOptions *options, int64 stamp);

/*
 * Add a cell. Rows come in key order; the cells of a row in any order. A cell
 * without timestamp gets the stamp. A put with value NULL is skipped.
 */
extern void hfile_build_add(HFileBuild *build, const HFileInput *input);

/* Complete the file; false if it has no cell. */
extern bool hfile_build_finish(HFileBuild *build);

/* Number of bytes ready; and the first n of them, taken as a bytea. */
extern size_t hfile_build_ready(const HFileBuild *build);
extern bytea *hfile_build_take(HFileBuild *build, size_t n);

/* The whole file, at most 1 GB, without a copy. */
extern bytea *hfile_build_result(HFileBuild *build);

#endif							/* HFILE_BUILD_H */
