/*
 * verify_region.h
 *		Compare the files of an export, and the relation, with the manifest.
 */
#ifndef VERIFY_REGION_H
#define VERIFY_REGION_H

#include "postgres.h"
#include "lib/stringinfo.h"

#include "pg/export/export_regions.h"
#include "pg/export/manifest.h"
#include "pg/hfile/hfile_folder.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rejects.h"
#include "pg/table/definition.h"

/* The result of a range of keys. */
typedef struct Range
{
	RangeSum	expected;
	RangeSum	sum;			/* found */
	StringInfoData difference;	/* differences found; empty: none */
	uint64		rows_differ;	/* rows that differ from the relation's */
	char	   *first_row;		/* the first of these, quoted */
} Range;

/* The result of a file of the manifest. */
typedef struct FoundFile
{
	const ManifestFile *said;	/* its entry in the manifest */
	size_t		family_len;		/* length of the family in its path */
	uint64		rows;
	uint64		cells;
	uint64		row_number;		/* of its last row, over all files */
	RowKey	   *first_row;
	CoreBuf		last_row;
	bool		outside;		/* a row is not in its region */
	bool		other_family;	/* a cell is not in its folder's family */
} FoundFile;

typedef struct Verify
{
	const Definition *def;
	const char *directory;
	const Manifest *manifest;
	Range	   *ranges;			/* by region */
	StringInfoData elsewhere;	/* differences that belong to no range */
	HFileFolder *folder;
	FoundFile  *files;			/* by index in the folder */
	HFileMergeRow row;			/* the present row of the files */
	bool		has_row;
	int			region;			/* region of the present row */
	uint64		rows;			/* rows read from the files */
	uint64		cells;
	CoreBuf		wide;			/* buffer: bytes of an assembled row */
	uint32_t   *selected;		/* buffer: visible cells of a row */
	uint32		selected_room;

	List	   *present;		/* files of the manifest that are there, by
								 * path */
	ExportProgressSum *jobs;	/* of all jobs; NULL: there is one */
	ExportProgressAdded reported;	/* what this job has added to it */

	/* for the comparison with the relation */
	bool		with_relation;
	ExportRejects *rejects;
	int			relation_region;
	const Cell *phoenix;		/* Phoenix's cell, still to be compared */
	uint32_t	next_cell;		/* index in the files' row */
	bool		row_differs;
} Verify;

/*
 * Begin with the manifest of a folder, whose path is checked, and expect what
 * it says.
 */
extern void verify_begin(Verify *verify, Oid relid, const char *directory,
						 bool with_relation);

/* List the files of the folder, and note which are missing or too many. */
extern void verify_list(Verify *verify);

/*
 * Read the files of a region (-1: of all), and compare them with the manifest
 * and, if wanted, with the rows of the relation.
 */
extern void verify_region(Verify *verify, int region);

/* Add what another job has found in a region. */
extern void verify_add(Verify *verify, int region, const RangeSum *sum,
					   const char *difference, uint64 rows_differ,
					   const char *first_row);

/* Note how many rows of each region differ. */
extern void verify_report_rows(Verify *verify);

/* Add a difference to those of a region or of the folder. */
extern void verify_difference(StringInfo to, const char *fmt,...)
	pg_attribute_printf(2, 3);

/* The region of a row; regions before "from" are not searched. */
extern int	verify_region_of(const Manifest *manifest, int from,
							 const uint8_t *row, size_t len);

/* Make room for the numbers of the visible cells of a row. */
extern void verify_reserve(Verify *verify, uint32 cells);

/* The borders of the regions of a manifest. */
extern void verify_regions(const Manifest *manifest, ExportRegions *regions);

#endif							/* VERIFY_REGION_H */
