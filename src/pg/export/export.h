/*
 * export.h
 *		One run of an export: its options and its result.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"

#include "core/cell/range_sum.h"
#include "core/hfile/hfile_settings.h"
#include "hbase_schema.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_regions.h"
#include "pg/export/export_run.h"
#include "pg/export/manifest.h"
#include "pg/hfile/hfile_options.h"

/*
 * Files of one region and family that a bulk load accepts: the default of
 * hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily, checked by
 * LoadIncrementalHFiles.checkHFilesCountPerRegionPerFamily, the base class of
 * BulkLoadHFilesTool (HBase 2.6.1).
 */
#define EXPORT_LOADER_MAX_FILES	32

typedef struct ExportOptions
{
	const char *query;			/* SQL that returns the key and the families
								 * in columns named as the relation's; NULL:
								 * the relation itself */
	const char *below;			/* path within the folder: "" or as
								 * "orders/" */
	char		run[RUN_ID_SIZE];	/* identifies the export */
	char		previous[RUN_ID_SIZE];	/* the run to load before it, "none"
										 * or "any" */
	const char *delta;			/* of a delta: export_run_describe_delta();
								 * else NULL */
	int64		now;			/* time at which a TTL ends, milliseconds */
	ExportRegions regions;
	bool	   *wanted;			/* by region; NULL: all regions */
	int64		max_region_size;	/* of its files; a larger one is an
									 * error */
	int64		stamp;
	int64		max_file_size;
	bool		phoenix_empty_cell;
	int64		max_rejects;	/* maximum number of rejected rows to skip */
	char	   *rejects_table;	/* table that lists them; NULL: none */
	int			jobs;			/* processes that write it */
	ExportModes modes;
	HFileSettings *settings;	/* by family */
} ExportOptions;

typedef struct ExportedFile
{
	int			family;
	ManifestFile entry;			/* in the manifest */
} ExportedFile;

typedef struct ExportedRegion
{
	RowKey	   *start;			/* NULL: start of the table */
	RangeSum	sum;			/* checksum of what a get of all columns
								 * returns */
} ExportedRegion;

typedef struct ExportResult
{
	List	   *files;			/* of ExportedFile */
	List	   *regions;		/* of ExportedRegion */
	uint64		rows;
	uint64		cells;
	uint64		bytes;			/* of the files */
	uint64		rejects;		/* rejected rows */
	uint64		empty_rows;		/* rows without cells: HBase has no such
								 * rows */
	uint64		expired;		/* cells older than their family's TTL */
	uint64		over_versions;	/* cells beyond their family's VERSIONS */
} ExportResult;

/* The arguments of a call that writes an export; NULL is the default. */
typedef struct ExportArguments
{
	NullableDatum regions;		/* int */
	NullableDatum splits;		/* rowkey[] */
	NullableDatum stamp;		/* bigint */
	NullableDatum options;		/* jsonb, as hfile_options_read() takes them */
} ExportArguments;

#endif							/* EXPORT_H */
