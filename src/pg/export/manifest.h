/*
 * manifest.h
 *		The manifest of an export, read from manifest.json.
 */
#ifndef MANIFEST_H
#define MANIFEST_H

#include "core/cell/range_sum.h"
#include "hbase_schema.h"

typedef struct ManifestFile
{
	char	   *path;			/* "family/name" in UTF-8 */
	int			region;
	uint64		rows;
	uint64		cells;
	uint64		bytes;
	uint32		crc;
	RowKey	   *first_row;
	RowKey	   *last_row;
} ManifestFile;

typedef struct ManifestRegion
{
	RowKey	   *start;			/* empty: start of the table */
	RowKey	   *stop;			/* empty: end of the table */
	bool		written;		/* by this export */
	RangeSum	sum;			/* checksum of what a get of all columns
								 * returns */
} ManifestRegion;

typedef struct Manifest
{
	char	   *path;
	char	   *run;			/* a uuid; "any": not in the manifest */
	char	   *table;
	int64		stamp;
	int64		rows;
	int64		rejects;		/* number of rejected rows skipped */
	int64		empty_rows;		/* rows without cells, left out */
	int64		expired_cells;	/* cells that HBase will not return, by TTL */
	int64		cells_over_versions;	/* and by VERSIONS */
	bool		phoenix_empty_cell;
	int			nregions;		/* at least one; ascending, without gaps */
	ManifestRegion *regions;
	int			nfiles;
	ManifestFile *files;
} Manifest;

/*
 * Read the manifest of a folder; raises an error that names what is wrong with
 * it.
 */
extern Manifest *manifest_read(const char *directory);

/* The same from its contents as jsonb. */
extern Manifest *manifest_from_jsonb(Datum json);

/* The same below an open folder; the path is for messages. */
extern Manifest *manifest_read_below(int folder, const char *name,
									 const char *path);

#endif							/* MANIFEST_H */
