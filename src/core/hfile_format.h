/*
 * hfile_format.h
 *		What the writer and the reader of HFiles share: numbers of the format,
 *		block headers, trailer and file info.  Not for use outside of core.
 */
#ifndef HFILE_FORMAT_H
#define HFILE_FORMAT_H

#include "hfile.h"

/* ---- Hadoop's variable-length integers --------------------------------- */

#define HFILE_MAX_VINT	9

/* Bytes that v takes; and write it, returning the end. */
extern size_t hfile_vint_size(int64_t v);
extern uint8_t *hfile_put_vint(uint8_t *dst, int64_t v);

/* Read one from p, before end; NULL if it does not fit. */
extern const uint8_t *hfile_get_vint(const uint8_t *p, const uint8_t *end, int64_t *v);

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
#define HFILE_HEADER_SIZE		33

/* The name of a kind for people. */
extern const char *hfile_block_name(HFileBlockKind kind);

typedef struct HFileHeader
{
	HFileBlockKind kind;
	uint32_t	on_disk_size;	/* behind the header, checksums included */
	uint32_t	uncompressed_size;	/* of the payload */
	int64_t		previous_offset;	/* block of the same kind; -1: none */
	HFileChecksum checksum;
	uint32_t	bytes_per_checksum;
	uint32_t	data_size;		/* header and payload on disk, no checksums */
} HFileHeader;

extern void hfile_put_header(uint8_t *dst, const HFileHeader *header);

/*
 * Read and judge a header, apart from what lies around it.  The error names
 * the block's offset.
 */
extern bool hfile_get_header(const uint8_t *src, uint64_t offset, HFileHeader *header,
							 CoreError *err);

/* Bytes of checksums behind data_size bytes. */
static inline uint64_t
hfile_checksums_size(uint64_t data_size, uint32_t bytes_per_checksum)
{
	return 4 * ((data_size + bytes_per_checksum - 1) / bytes_per_checksum);
}

/* The checksum of one piece of a block; not for HFILE_CHECKSUM_NULL. */
extern uint32_t hfile_checksum(HFileChecksum checksum, const uint8_t *p, size_t n);

/*
 * An error about the block at offset: "damaged HFile block at offset N: ...".
 * fmt completes the sentence.
 */
extern bool hfile_block_error(CoreError *err, uint64_t offset, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));

/* The same with the message of *err, which a codec left, as the rest. */
extern bool hfile_block_error_from(CoreError *err, uint64_t offset);

/* ---- trailer ------------------------------------------------------------ */

#define HFILE_TRAILER_SIZE		4096
#define HFILE_MAJOR_VERSION		3
#define HFILE_MINOR_VERSION		3

typedef struct HFileTrailer
{
	uint64_t	file_info_offset;
	uint64_t	load_on_open_offset;	/* the root index */
	uint64_t	index_size;		/* of all index payloads */
	uint64_t	total_uncompressed;
	uint32_t	index_count;	/* entries of the root */
	uint32_t	meta_index_count;
	uint64_t	cells;
	uint32_t	index_levels;
	int64_t		first_data_offset;	/* -1: none */
	int64_t		last_data_offset;
	uint32_t	codec;
	uint32_t	minor_version;
} HFileTrailer;

/* Write all HFILE_TRAILER_SIZE bytes. */
extern void hfile_put_trailer(uint8_t *dst, const HFileTrailer *trailer);

/* Read them, as the end of a file of file_size bytes, and judge the fields. */
extern bool hfile_get_trailer(const uint8_t *src, uint64_t file_size,
							  HFileTrailer *trailer, CoreError *err);

/* ---- file info ---------------------------------------------------------- */

typedef struct HFileInfoEntry
{
	const uint8_t *key;
	const uint8_t *value;
	uint32_t	key_len;
	uint32_t	value_len;
} HFileInfoEntry;

/* Keys and values in core's memory, one allocation each. */
typedef struct HFileInfo
{
	HFileInfoEntry *entries;
	uint32_t	n;
	uint32_t	room;
} HFileInfo;

extern void hfile_info_init(HFileInfo *info);
extern void hfile_info_free(HFileInfo *info);

/* Add a copy; a key that is there already is replaced. */
extern void hfile_info_set(HFileInfo *info, const uint8_t *key, size_t key_len,
						   const void *value, size_t value_len);

/* By a C string; NULL if there is none. */
extern const HFileInfoEntry *hfile_info_get(const HFileInfo *info, const char *key);

/* Append the payload of the file info block. */
extern void hfile_put_info(CoreBuf *dst, HFileInfo *info);

/* Read such a payload, of the block at offset, into an initialised info. */
extern bool hfile_get_info(const uint8_t *src, size_t n, uint64_t offset,
						   HFileInfo *info, CoreError *err);

/* The keys that the format or HBase's store files use. */
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
