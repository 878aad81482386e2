/*
 * hfile_merge.h
 *		Read several HFiles as one, row by row in key order.
 *
 * The files may have different ranges or families, or versions of the same
 * rows.  A file is open from its first to its last row, so memory depends on
 * the number of overlapping files.  A whole row is in memory.
 */
#ifndef HFILE_MERGE_H
#define HFILE_MERGE_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/hfile/hfile_settings.h"

/* The largest row, in bytes. */
#define HFILE_MERGE_MAX_ROW	(256 * 1024 * 1024)

/* Callbacks that open and close the files, which are numbered from 0. */
typedef struct HFileMergeHost
{
	HFileReader *(*open) (void *context, int file, CoreError *err);

	/* The file was read to its end or failed.  Its reader is already freed. */
	void		(*close) (void *context, int file);

	/*
	 * The file cannot be opened or read.  The merge continues without it; the
	 * host may also leave by longjmp.
	 */
	void		(*failed) (void *context, int file, const CoreError *err);
	void	   *context;
} HFileMergeHost;

/* The first row of a file by its index.  NULL skips the file. */
typedef struct HFileMergeStart
{
	const uint8_t *row;
	uint32_t	len;
} HFileMergeStart;

/* A cell and the number of its file. written is its KeyValue. */
typedef struct HFileMergeCell
{
	Cell		cell;
	const uint8_t *written;
	size_t		written_size;
	int			file;
} HFileMergeCell;

/*
 * A row: cells by family, qualifier, timestamp descending, type descending;
 * equal cells by file number.  Valid until the next call.
 */
typedef struct HFileMergeRow
{
	const uint8_t *row;
	uint32_t	row_len;
	const HFileMergeCell *cells;
	uint32_t	n;
} HFileMergeRow;

typedef struct HFileMerge HFileMerge;

/* Begin a merge.  Copies the host; starts must outlive the merge. */
extern HFileMerge *hfile_merge_new(const HFileMergeHost *host,
								   const HFileMergeStart *starts, int nfiles);

/* Read the next row.  Returns false after the last row. */
extern bool hfile_merge_next(HFileMerge *merge, HFileMergeRow *row);

extern void hfile_merge_free(HFileMerge *merge);

#endif							/* HFILE_MERGE_H */
