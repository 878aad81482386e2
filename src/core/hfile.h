/*
 * hfile.h
 *		HFiles, version 3: writing and reading them.  doc/hfile.md describes
 *		the bytes.
 *
 * For equal cells, settings, creation time and info keys the writer gives the
 * very bytes that HBase's own store-file writer gives (with SNAPPY, LZ4 and
 * ZSTD, the same blocks before compression).  It streams: it keeps one data
 * block, one leaf of the index and one chunk of each bloom filter, and of each
 * finished leaf and chunk its first key.
 */
#ifndef HFILE_H
#define HFILE_H

#include "cell.h"
#include "cell_tags.h"
#include "core.h"
#include "hfile_codec.h"

/* ---- settings --------------------------------------------------------- */

typedef enum HFileBloomType
{
	HFILE_BLOOM_NONE,
	HFILE_BLOOM_ROW,
	HFILE_BLOOM_ROWCOL
} HFileBloomType;

/* The numbers are the block header's. */
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
	uint32_t	block_size;			/* a data block is closed at this size */
	uint32_t	index_block_size;	/* hfile.index.block.max.size */
	uint32_t	index_min_entries;	/* hfile.index.block.min.entries */
	uint32_t	bloom_chunk_size;	/* io.storefile.bloom.block.size */
	uint32_t	bytes_per_checksum;
	uint32_t	max_cell_size;		/* larger cells are refused */
	bool		sequence_ids;		/* each cell carries a sequence id, 0 */
	bool		tags;				/* each cell carries a tags length, 0 */
	bool		store_info;			/* what a region's files say beyond the
									 * format: time range, markers, ... */
	bool		duplicates;			/* take cells with equal keys (HBase shows
									 * one of them) */
	int64_t		create_time;		/* milliseconds */
} HFileSettings;

/* The largest sizes that settings may give. */
#define HFILE_MAX_BLOCK_SIZE	(16 * 1024 * 1024)
#define HFILE_MAX_CELL_SIZE		(256 * 1024 * 1024)

/* HBase's defaults; CRC32C, ROW bloom filter, no compression. */
extern void hfile_settings_init(HFileSettings *settings);

/* May a file be written so?  Names what is out of range or not built in. */
extern bool hfile_settings_check(const HFileSettings *settings, CoreError *err);

extern const char *hfile_bloom_name(HFileBloomType bloom);
extern bool hfile_bloom_from_name(const char *name, size_t len, HFileBloomType *bloom,
								  CoreError *err);
extern const char *hfile_checksum_name(uint32_t checksum);
extern bool hfile_checksum_from_name(const char *name, size_t len, HFileChecksum *checksum,
									 CoreError *err);

/* ---- writing ---------------------------------------------------------- */

/* Where the bytes go, in order.  write may leave by longjmp. */
typedef struct HFileSink
{
	bool		(*write) (void *context, const void *data, size_t n, CoreError *err);
	void	   *context;
} HFileSink;

typedef struct HFileWriter HFileWriter;

/*
 * Begin a file of one column family.  Settings are checked and copied, the
 * sink is copied.  NULL is an error.  All memory comes from core_alloc, then
 * and in later calls: a host with several memory contexts stays in one.
 */
extern HFileWriter *hfile_writer_new(const HFileSettings *settings,
									 const uint8_t *family, size_t family_len,
									 const HFileSink *sink, CoreError *err);

/*
 * Add a cell: in cell order, of the writer's family, within the limits of
 * cell_check.  After an error the file cannot be completed.
 */
extern bool hfile_writer_add(HFileWriter *writer, const Cell *cell, CoreError *err);

/*
 * The KeyValue of the cell that was added last, as it stands in its block: good
 * until the next call.
 */
extern const uint8_t *hfile_writer_last(const HFileWriter *writer, size_t *size);

/*
 * What HBase's bulk output adds: when and by whom the file was made, and that
 * it may take part in compactions.
 */
extern bool hfile_writer_add_bulk_info(HFileWriter *writer, int64_t timestamp,
									   const char *source_task, CoreError *err);

/* What is known of a finished file. */
typedef struct HFileSummary
{
	uint64_t	size;
	uint64_t	cells;
	uint64_t	rows;
	uint64_t	data_blocks;
	int64_t		min_ts;			/* of cells as written; both 0 without cells */
	int64_t		max_ts;
} HFileSummary;

/* Write indexes, bloom filters, file info and trailer.  summary may be NULL. */
extern bool hfile_writer_finish(HFileWriter *writer, HFileSummary *summary, CoreError *err);

/* Bytes given to the sink until now. */
extern uint64_t hfile_writer_size(const HFileWriter *writer);

extern void hfile_writer_free(HFileWriter *writer);

/* ---- reading ---------------------------------------------------------- */

/* Where the bytes come from: exactly n at offset, which lie within size. */
typedef struct HFileSource
{
	bool		(*read) (void *context, uint64_t offset, void *dst, size_t n,
						 CoreError *err);
	void	   *context;
	uint64_t	size;
} HFileSource;

typedef struct HFileReader HFileReader;

/*
 * Open a file: reads and checks trailer, root index, file info and what there
 * is of bloom filters.  The source is copied.  NULL is an error.  Any bytes
 * are safe to give, also when checksums are not compared.  Memory as for the
 * writer.
 */
extern HFileReader *hfile_reader_new(const HFileSource *source, bool ignore_checksums,
									 CoreError *err);

/*
 * The row that the file begins with, as its index has it: good as long as the
 * reader.  An empty row tells of a file without cells.
 */
extern bool hfile_reader_first_row(const HFileReader *reader, const uint8_t **row,
								   uint32_t *row_len, CoreError *err);

/*
 * The next cell in file order; *found tells whether there was one.  The cell
 * points into memory that is good until the next call.  Tags and sequence ids
 * are passed over.  Read from the first cell to the last, every block of the
 * scanned section is verified, and the number of cells is the trailer's.
 */
extern bool hfile_reader_next(HFileReader *reader, Cell *cell, bool *found, CoreError *err);

/*
 * From here on count the tags of the cells read, and leave out cells whose own
 * TTL has expired at now (ms; INT64_MIN leaves none out).
 */
extern void hfile_reader_count_tags(HFileReader *reader, int64_t now,
									CellTagCounts *counts);

/*
 * Step to where the cells of a row would begin, by bloom filter and index, so
 * that hfile_reader_next gives the first cell of that row or of a later one.
 * *maybe is false if the bloom filter rules the row out; then nothing moved.
 */
extern bool hfile_reader_seek(HFileReader *reader, const uint8_t *row, size_t row_len,
							  bool *maybe, CoreError *err);

/*
 * Tell about the file, item by item, in this order: trailer, info, index, bloom,
 * block.  Reads no more of a data block than its header.  value is a JSON
 * value (ASCII).
 */
typedef struct HFileItem
{
	const char *section;
	const char *name;			/* ASCII */
	bool		has_offset;		/* of the block spoken of */
	uint64_t	offset;
	const char *value;
} HFileItem;

typedef bool (*HFileItemFunction) (void *context, const HFileItem *item, CoreError *err);

extern bool hfile_reader_describe(HFileReader *reader, HFileItemFunction tell,
								  void *context, CoreError *err);

extern void hfile_reader_free(HFileReader *reader);

#endif							/* HFILE_H */
