/*
 * export.h
 *		One export run: what was asked for, and what was written.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "postgres.h"
#include "access/attnum.h"
#include "nodes/pg_list.h"

#include "../core/hfile.h"
#include "../core/range_sum.h"
#include "definition.h"
#include "export_dir.h"
#include "glue.h"

typedef struct ExportOptions
{
	const char *relation;		/* as the user would write it */
	int			nsplits;
	struct varlena **splits;	/* rowkeys, ascending; regions = nsplits + 1 */
	bool		plan_regions;	/* equal rows; splits are found while writing */
	int			regions;
	bool	   *wanted;			/* by region; NULL: all */
	int64		stamp;
	int64		max_file_size;
	bool		phoenix_empty_cell;
	ExportModes modes;
	HFileSettings *settings;	/* by family */
} ExportOptions;

typedef struct ExportedFile
{
	int			region;
	int			family;
	char		path[NAMEDATALEN * 8];	/* within the folder */
	uint64		rows;
	uint64		cells;
	uint64		bytes;
	uint32		crc;
	RowKey	   *first_row;
	RowKey	   *last_row;
} ExportedFile;

typedef struct ExportedRegion
{
	RowKey	   *start;			/* NULL: the beginning of the table */
	RangeSum	sum;			/* of what a get of every column shows */
} ExportedRegion;

typedef struct ExportResult
{
	List	   *files;			/* of ExportedFile */
	List	   *regions;		/* of ExportedRegion */
	uint64		rows;
	uint64		cells;
	uint64		empty_rows;		/* without any cell: HBase has no such rows */
	uint64		expired;		/* cells past their family's TTL */
	uint64		over_versions;	/* cells that VERSIONS will not keep */
} ExportResult;

/* manifest.json and load.sh */
extern void export_write_manifest(ExportDir *dir, const Definition *def,
								  const ExportOptions *options, const ExportResult *result);
extern void export_write_load_script(ExportDir *dir, const Definition *def,
									 const ExportOptions *options, const ExportResult *result);

#endif							/* EXPORT_H */
