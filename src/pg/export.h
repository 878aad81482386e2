/*
 * export.h
 *		One export run: what was asked for, and what was written.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"

#include "../core/hfile.h"
#include "../core/range_sum.h"
#include "definition.h"
#include "export_dir.h"
#include "export_regions.h"
#include "glue.h"
#include "run.h"

/* HBase's loader refuses more files than this for one region and family. */
#define EXPORT_LOADER_MAX_FILES	32

typedef struct ExportOptions
{
	const char *query;			/* SQL that gives the key and the families in
								 * columns named as the relation's; NULL: the
								 * relation itself */
	const char *below;			/* where in the folder: "", or as "orders/" */
	char		run[RUN_ID_SIZE];	/* what the export is recognized by */
	char		previous[RUN_ID_SIZE];	/* the run that must be loaded before it,
										 * "none" or "any" */
	const char *delta;			/* of a delta, what run.h says of it; else NULL */
	int64		now;			/* milliseconds; of the files' creation */
	ExportRegions regions;
	bool	   *wanted;			/* by region; NULL: all */
	int64		max_region_size;	/* of its files; larger ones are refused */
	int64		stamp;
	int64		max_file_size;
	bool		phoenix_empty_cell;
	int64		max_rejects;	/* rows that may be left out */
	char	   *rejects_table;	/* where they are listed; NULL: nowhere */
	ExportModes modes;
	HFileSettings *settings;	/* by family */
} ExportOptions;

typedef struct ExportedFile
{
	int			region;
	int			family;
	char		path[NAMEDATALEN * 8];	/* within the folder, in UTF-8 */
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
	uint64		bytes;			/* of the files */
	uint64		rejects;		/* rows that HBase could not take */
	uint64		empty_rows;		/* without any cell: HBase has no such rows */
	uint64		expired;		/* cells past their family's TTL */
	uint64		over_versions;	/* cells that VERSIONS will not keep */
	int			most_files;		/* of one region and family */
} ExportResult;

/*
 * The options of a call, whose arguments from first on are those of
 * hbase.export_hfiles() from regions on, in that order; missing ones, and NULL,
 * stand for the definition's values and the defaults.
 */
extern void export_options_read(FunctionCallInfo fcinfo, int first, const Definition *def,
								ExportOptions *options);

/*
 * Write the relation's rows, or those of options->query, into a folder that was
 * begun and that the caller publishes: files, manifest.json and load.sh.  Rows
 * that have no cells, and other things a user should hear of, are counted in
 * the result.
 */
extern void export_run(ExportDir *dir, const Definition *def, const ExportOptions *options,
					   ExportResult *result);

/* Return a row a file, as hbase.export_hfiles() does. */
extern void export_return_files(FunctionCallInfo fcinfo, const Definition *def,
								const ExportResult *result);

/* ---- between the files export_*.c -------------------------------------- */

/* Text of the server's encoding as a JSON string; manifests are UTF-8. */
extern void export_json_text(StringInfo out, const char *text);

/* manifest.json and load.sh */
extern void export_write_manifest(ExportDir *dir, const Definition *def,
								  const ExportOptions *options, const ExportResult *result);
extern void export_write_load_script(ExportDir *dir, const Definition *def,
									 const ExportOptions *options, const ExportResult *result);

#endif							/* EXPORT_H */
