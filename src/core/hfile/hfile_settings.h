/*
 * hfile_settings.h
 *		The settings of an HFile, and the names of their values.
 */
#ifndef HFILE_SETTINGS_H
#define HFILE_SETTINGS_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"

typedef enum HFileBloomType
{
	HFILE_BLOOM_NONE,
	HFILE_BLOOM_ROW,
	HFILE_BLOOM_ROWCOL
} HFileBloomType;

/*
 * The values are stored in the block header
 * (org.apache.hadoop.hbase.util.ChecksumType).
 */
typedef enum HFileChecksum
{
	HFILE_CHECKSUM_NULL = 0,
	HFILE_CHECKSUM_CRC32 = 1,
	HFILE_CHECKSUM_CRC32C = 2
} HFileChecksum;

typedef struct HFileSettings
{
	HFileCodec	codec;
	HFileBloomType bloom;
	HFileChecksum checksum;
	uint32_t	block_size;			/* a data block is closed at this size,
									 * in bytes */
	uint32_t	index_block_size;	/* hfile.index.block.max.size */
	uint32_t	index_min_entries;	/* hfile.index.block.min.entries */
	uint32_t	bloom_chunk_size;	/* io.storefile.bloom.block.size */
	uint32_t	bytes_per_checksum;
	uint32_t	max_cell_size;		/* larger cells are an error */
	bool		sequence_ids;		/* each cell has a sequence id, 0 */
	bool		tags;				/* each cell has a tags length, 0 */
	bool		store_info;			/* Also write the file info of a
									 * region's store files: time range,
									 * number of delete markers, ... */
	bool		duplicates;			/* accept cells with equal keys (HBase
									 * shows one of them) */
	int64_t		create_time;		/* milliseconds */
} HFileSettings;

/* Bytes of a block's header, which a checksum covers at least. */
#define HFILE_HEADER_SIZE		33

/* The largest values of the settings. */
#define HFILE_MAX_BLOCK_SIZE	(16 * 1024 * 1024)
#define HFILE_MAX_CELL_SIZE		(256 * 1024 * 1024)

/* Set HBase's defaults: CRC32C, ROW bloom filter, no compression. */
extern void hfile_settings_init(HFileSettings *settings);

/*
 * Check the settings.  The error has the setting that is out of range or not
 * built in.
 */
extern bool hfile_settings_check(const HFileSettings *settings,
								 CoreError *err);

extern const char *hfile_bloom_name(HFileBloomType bloom);
extern bool hfile_bloom_from_name(const char *name, size_t len,
								  HFileBloomType *bloom, CoreError *err);
extern const char *hfile_checksum_name(uint32_t checksum);
extern bool hfile_checksum_from_name(const char *name, size_t len,
									 HFileChecksum *checksum, CoreError *err);

typedef struct HFileReader HFileReader;

#endif							/* HFILE_SETTINGS_H */
