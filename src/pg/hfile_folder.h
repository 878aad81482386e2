/*
 * hfile_folder.h
 *		A folder of the server with a folder of HFiles for each column family,
 *		and the rows of its files in key order.
 */
#ifndef HFILE_FOLDER_H
#define HFILE_FOLDER_H

#include "nodes/pg_list.h"

#include "glue.h"

#include "../core/hfile_merge.h"

/* A file: "family/name" below the folder. */
typedef struct FolderFile
{
	char	   *path;			/* below the folder, for messages */
	char	   *full_path;
	uint64		size;
	RowKey	   *first_row;		/* by the index; empty: no cells */
	bool		failed;			/* it cannot be read to its end */
	bool		read;			/* it has been; the CRC-32C of its bytes is */
	uint32		crc;
} FolderFile;

typedef struct HFileFolder HFileFolder;

/*
 * Called with the error of a file that cannot be read: raises it, or takes note
 * of it and returns.
 */
typedef void (*FolderFailed) (void *context, const HFileFolder *folder, int file,
							  const CoreError *err);

/*
 * The files that stand in a folder's family folders, by path: of a clean path
 * the caller has judged.  Hidden files and those that HBase's loader passes over
 * are left out; symbolic links are errors.
 */
extern List *hfile_folder_list(const char *directory);	/* of char * */

/* Open files of a folder by their paths; the rows of those that can be read. */
extern HFileFolder *hfile_folder_open(const char *directory, List *paths,
									  FolderFailed failed, void *context);

/*
 * Count the tags of the cells, and leave out cells whose own TTL has expired at
 * now (ms).  Called before the first row.
 */
extern void hfile_folder_count_tags(HFileFolder *folder, int64 now, CellTagCounts *counts);
extern int	hfile_folder_count(const HFileFolder *folder);
extern const FolderFile *hfile_folder_file(const HFileFolder *folder, int file);

/* The next row of all files; false behind the last. */
extern bool hfile_folder_next(HFileFolder *folder, HFileMergeRow *row);

/* How many bytes of the files were read until now. */
extern uint64 hfile_folder_bytes(const HFileFolder *folder);
extern void hfile_folder_close(HFileFolder *folder);

/* Raise a core error about a file. */
extern void hfile_folder_raise(const HFileFolder *folder, int file,
							   const CoreError *err) pg_attribute_noreturn();

#endif							/* HFILE_FOLDER_H */
