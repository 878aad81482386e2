/*
 * hfile_options.h
 *		The options of the calls that write HFiles, as a JSON object.
 */
#ifndef HFILE_OPTIONS_H
#define HFILE_OPTIONS_H

#include "postgres.h"

#include <sys/stat.h>

#include "utils/jsonb.h"

#include "core/hfile/hfile_settings.h"

/* The most jobs: PostgreSQL's limit of parallel workers. */
#define HFILE_OPTIONS_MAX_JOBS	1024

/* Masks of the calls: each accepts some of the options. */
#define HFILE_OPTIONS_FILE		1	/* hfile_agg(), hfile_stream() */
#define HFILE_OPTIONS_EXPORT	2	/* hbase.export_hfiles() */
#define HFILE_OPTIONS_ALL		4	/* hbase.export_all() */
#define HFILE_OPTIONS_DELTA		8	/* hbase.export_delta() */
#define HFILE_OPTIONS_STREAM	16	/* hbase.export_stream() */

typedef struct HFileOptions
{
	/* of a file */
	HFileSettings settings;
	bool		has_codec;		/* it was given */
	bool		has_bloom;
	char	   *source_task;	/* the task that made it, for the file info */

	/* of an export */
	int64		max_file_size;
	int64		max_region_size;
	int			nregions;		/* regions to export; -1: all */
	int32	   *only_regions;
	bool		phoenix_empty_cell;
	mode_t		file_mode;
	mode_t		dir_mode;
	int64		max_rejects;
	char	   *rejects;		/* table of rejected rows; NULL: none */
	int64		jobs;			/* processes that write the files */
} HFileOptions;

/* Set the defaults, which are HBase's, for files made at a stamp. */
extern void hfile_options_init(HFileOptions *options, int64 stamp);

/*
 * Read the options of a call from a JSON object (NULL: none) into *options; a
 * null value keeps what *options has. An option that the call does not accept,
 * or a value of a wrong type or out of range, is an error.
 */
extern void hfile_options_read(Jsonb *json, int call, HFileOptions *options);

#endif							/* HFILE_OPTIONS_H */
