/*
 * hfile_format.h
 *		The parts of the HFile format that reader and writer share: block
 *		headers, trailer and file info.  For use in core only.
 */
#ifndef HFILE_FORMAT_H
#define HFILE_FORMAT_H

#include "core/base/error.h"
#include "core/hfile/hfile_settings.h"

/* ---- Hadoop's variable-length integers --------------------------------- */

#define HFILE_MAX_VINT	9

/*
 * The size of v as a vint, and a writer that returns the end
 * (WritableUtils.writeVLong of Hadoop).
 */
extern size_t hfile_vint_size(int64_t v);
extern uint8_t *hfile_put_vint(uint8_t *dst, int64_t v);

/* Read a vint at p; NULL if it does not end before end. */
extern const uint8_t *hfile_get_vint(const uint8_t *p, const uint8_t *end,
									 int64_t *v);

/* ---- blocks ------------------------------------------------------------ */

typedef enum HFileBlockKind
{
	HFILE_BLOCK_DATA,
	HFILE_BLOCK_ENCODED_DATA,
	HFILE_BLOCK_LEAF_INDEX,
	HFILE_BLOCK_BLOOM_CHUNK,
	HFILE_BLOCK_META,
	HFILE_BLOCK_INTERMEDIATE_INDEX,
	HFILE_BLOCK_ROOT_INDEX,
	HFILE_BLOCK_FILE_INFO,
	HFILE_BLOCK_GENERAL_BLOOM_META,
	HFILE_BLOCK_DELETE_FAMILY_BLOOM_META
} HFileBlockKind;

#define HFILE_BLOCK_KINDS	10

#define HFILE_MAGIC_SIZE		8

/* The name of a block kind for messages. */
extern const char *hfile_block_name(HFileBlockKind kind);

typedef struct HFileHeader
{
	HFileBlockKind kind;
	uint32_t	on_disk_size;	/* size after the header, with checksums */
	uint32_t	uncompressed_size;	/* of the payload */
	int64_t		previous_offset;	/* previous block of the same kind; -1:
									 * none */
	HFileChecksum checksum;
	uint32_t	bytes_per_checksum;
	uint32_t	data_size;		/* header and payload on disk, without
								 * checksums */
} HFileHeader;

extern void hfile_put_header(uint8_t *dst, const HFileHeader *header);

/*
 * Read and check a block header (HFileBlock.createFromBuff, HBase 2.6.1).  The
 * error has the block's offset.
 */
extern bool hfile_get_header(const uint8_t *src, uint64_t offset,
							 HFileHeader *header, CoreError *err);

/* The size of the checksums of data_size bytes (ChecksumUtil.numBytes). */
static inline uint64_t
hfile_checksums_size(uint64_t data_size, uint32_t bytes_per_checksum)
{
	return 4 * ((data_size + bytes_per_checksum - 1) / bytes_per_checksum);
}

/* The checksum of one chunk of a block.  Not for HFILE_CHECKSUM_NULL. */
extern uint32_t hfile_checksum(HFileChecksum checksum, const uint8_t *p,
							   size_t n);

/*
 * Set an error about the block at offset: "damaged HFile block at offset N:
 * ...". fmt completes the message.
 */
extern bool hfile_block_error(CoreError *err, uint64_t offset, const char *fmt,
							  ...) __attribute__((format(printf, 3, 4)));

/* The same, completed by the codec's message in *err. */
extern bool hfile_block_error_from(CoreError *err, uint64_t offset);

/* ---- trailer ------------------------------------------------------------ */

#define HFILE_TRAILER_SIZE		4096
#define HFILE_MAJOR_VERSION		3
#define HFILE_MINOR_VERSION		3

typedef struct HFileTrailer
{
	uint64_t	file_info_offset;
	uint64_t	load_on_open_offset;	/* offset of the root index */
	uint64_t	index_size;		/* total size of the index payloads */
	uint64_t	total_uncompressed;
	uint32_t	index_count;	/* entries of the root index */
	uint32_t	meta_index_count;
	uint64_t	cells;
	uint32_t	index_levels;
	int64_t		first_data_offset;	/* -1: none */
	int64_t		last_data_offset;
	uint32_t	codec;
	uint32_t	minor_version;
} HFileTrailer;

/* ---- file info ---------------------------------------------------------- */

typedef struct HFileInfoEntry
{
	const uint8_t *key;
	const uint8_t *value;
	uint32_t	key_len;
	uint32_t	value_len;
} HFileInfoEntry;

/* Keys and values, each allocated with core_alloc. */
typedef struct HFileInfo
{
	HFileInfoEntry *entries;
	uint32_t	n;
	uint32_t	room;
} HFileInfo;

/* Keys of the format, and keys of HBase's store files. */
#define HFILE_INFO_LAST_KEY				"hfile.LASTKEY"
#define HFILE_INFO_AVG_KEY_LEN			"hfile.AVG_KEY_LEN"
#define HFILE_INFO_AVG_VALUE_LEN		"hfile.AVG_VALUE_LEN"
#define HFILE_INFO_CREATE_TIME			"hfile.CREATE_TIME_TS"
#define HFILE_INFO_BIGGEST_KEY			"hfile.KEY_OF_BIGGEST_CELL"
#define HFILE_INFO_BIGGEST_LEN			"hfile.LEN_OF_BIGGEST_CELL"
#define HFILE_INFO_MAX_TAGS_LEN			"hfile.MAX_TAGS_LEN"
#define HFILE_INFO_TAGS_COMPRESSED		"hfile.TAGS_COMPRESSED"
#define HFILE_INFO_KEY_VALUE_VERSION	"KEY_VALUE_VERSION"
#define HFILE_INFO_MAX_SEQUENCE_ID		"MAX_MEMSTORE_TS_KEY"
#define HFILE_INFO_BLOOM_TYPE			"BLOOM_FILTER_TYPE"
#define HFILE_INFO_BLOOM_PARAM			"BLOOM_FILTER_PARAM"
#define HFILE_INFO_LAST_BLOOM_KEY		"LAST_BLOOM_KEY"
#define HFILE_INFO_DELETE_FAMILY_COUNT	"DELETE_FAMILY_COUNT"
#define HFILE_INFO_TIMERANGE			"TIMERANGE"
#define HFILE_INFO_EARLIEST_PUT			"EARLIEST_PUT_TS"
#define HFILE_INFO_HISTORICAL			"HISTORICAL"
#define HFILE_INFO_BULKLOAD_TIMESTAMP	"BULKLOAD_TIMESTAMP"
#define HFILE_INFO_BULKLOAD_TASK		"BULKLOAD_SOURCE_TASK"
#define HFILE_INFO_MAJOR_COMPACTION		"MAJOR_COMPACTION_KEY"
#define HFILE_INFO_EXCLUDE_MINOR		"EXCLUDE_FROM_MINOR_COMPACTION"

#endif							/* HFILE_FORMAT_H */
