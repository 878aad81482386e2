/*
 * hfile_merge.h
 *		The rows of several HFiles in key order, as if they were one.
 *
 * Files of other ranges or families, or with versions of the same rows: a file
 * is open from the first of its rows to the last, so that memory goes by how
 * many files overlap, and a row is whole in memory.
 */
#ifndef HFILE_MERGE_H
#define HFILE_MERGE_H

#include "hfile.h"

/* The largest row that is put together. */
#define HFILE_MERGE_MAX_ROW	(256 * 1024 * 1024)

/* Who opens the files, numbered from 0. */
typedef struct HFileMergeHost
{
	HFileReader *(*open) (void *context, int file, CoreError *err);

	/* It has been read to its end or has failed; its reader is freed already. */
	void		(*close) (void *context, int file);

	/*
	 * It cannot be opened or read on.  On return the file is left out from
	 * there; the host may also leave by longjmp.
	 */
	void		(*failed) (void *context, int file, const CoreError *err);
	void	   *context;
} HFileMergeHost;

/* The row that a file begins with, as its index has it; NULL leaves a file out. */
typedef struct HFileMergeStart
{
	const uint8_t *row;
	uint32_t	len;
} HFileMergeStart;

/* A cell, and the file it came from.  written is its KeyValue. */
typedef struct HFileMergeCell
{
	Cell		cell;
	const uint8_t *written;
	size_t		written_size;
	int			file;
} HFileMergeCell;

/*
 * A row: cells by family, qualifier, timestamp descending, type descending;
 * equal ones by the number of their file.  Good until the next call.
 */
typedef struct HFileMergeRow
{
	const uint8_t *row;
	uint32_t	row_len;
	const HFileMergeCell *cells;
	uint32_t	n;
} HFileMergeRow;

typedef struct HFileMerge HFileMerge;

/* The host is copied; starts live as long as the merge. */
extern HFileMerge *hfile_merge_new(const HFileMergeHost *host,
								   const HFileMergeStart *starts, int nfiles);

/* The next row; false behind the last. */
extern bool hfile_merge_next(HFileMerge *merge, HFileMergeRow *row);

extern void hfile_merge_free(HFileMerge *merge);

#endif							/* HFILE_MERGE_H */
