/*
 * manifest.h
 *		What an export says of itself, read back from its manifest.json.
 */
#ifndef MANIFEST_H
#define MANIFEST_H

#include "glue.h"

#include "../core/range_sum.h"

typedef struct ManifestFile
{
	char	   *path;			/* "family/name", without tricks */
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
	RowKey	   *start;			/* empty: the beginning of the table */
	RowKey	   *stop;			/* empty: its end */
	bool		written;		/* by this export */
	RangeSum	sum;			/* of what a get of every column shows */
} ManifestRegion;

typedef struct Manifest
{
	char	   *path;
	char	   *run;			/* a uuid, or "any": it says none */
	char	   *table;
	int64		stamp;
	int64		rows;
	int64		rejects;		/* rows that were left out */
	bool		phoenix_empty_cell;
	int			nregions;		/* at least one, in order, without gaps */
	ManifestRegion *regions;
	int			nfiles;
	ManifestFile *files;
} Manifest;

/* The manifest of a folder; an error tells what it lacks. */
extern Manifest *manifest_read(const char *directory);

#endif							/* MANIFEST_H */
