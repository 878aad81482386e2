/*
 * hfile_folder.h
 *		A folder of the server with one folder of HFiles for each column
 *		family, and the rows of all its files in key order.
 */
#ifndef HFILE_FOLDER_H
#define HFILE_FOLDER_H

#include "nodes/pg_list.h"

#include "core/hfile/hfile_merge.h"
#include "hbase_schema.h"
#include "pg/base/compat.h"

/* A file: "family/name" below the folder. */
typedef struct FolderFile
{
	char	   *path;			/* below the folder, for messages */
	char	   *full_path;
	uint64		size;
	RowKey	   *first_row;		/* from the index; empty: no cells */
	bool		failed;			/* it cannot be read to its end */
	bool		read;			/* read to its end; the CRC-32C of its bytes
								 * is */
	uint32		crc;
} FolderFile;

typedef struct HFileFolder HFileFolder;

/*
 * Called with the error of a file that cannot be read: raises it, or records
 * it and returns.
 */
typedef void (*FolderFailed) (void *context, const HFileFolder *folder,
							  int file, const CoreError *err);

/*
 * List the files in the folder's family folders, by path. The caller has
 * checked the path and its form. Hidden files and files that a bulk load skips
 * are left out; symbolic links are errors.
 */
extern List *hfile_folder_list(const char *directory);	/* of char * */

/*
 * Open files of a folder by their paths, to merge their rows. Files that
 * cannot be read are left out after a call of the function.
 */
extern HFileFolder *hfile_folder_open(const char *directory, List *paths,
									  FolderFailed failed, void *context);

/*
 * Count the tags of the cells, and skip cells whose TTL tag has expired at now
 * (ms). Call before the first row.
 */
extern void hfile_folder_count_tags(HFileFolder *folder, int64 now,
									CellTagCounts *counts);
extern int	hfile_folder_count(const HFileFolder *folder);
extern const FolderFile *hfile_folder_file(const HFileFolder *folder,
										   int file);

/* The next row of all files; false after the last one. */
extern bool hfile_folder_next(HFileFolder *folder, HFileMergeRow *row);

/* Number of bytes read so far, and of all files. */
extern uint64 hfile_folder_bytes(const HFileFolder *folder);
extern uint64 hfile_folder_size(const HFileFolder *folder);
extern void hfile_folder_close(HFileFolder *folder);

/* Raise a core error about a file. */
extern void hfile_folder_raise(const HFileFolder *folder, int file,
							   const CoreError *err) pg_attribute_noreturn();

#endif							/* HFILE_FOLDER_H */
