/*
 * hfile_writer.h
 *		Write HFiles of version 3. doc/hfile.md describes the format.
 *
 * Held against HFileWriterImpl and StoreFileWriter of HBase 2.6.1.  For the
 * same cells, settings, creation time and info keys the writer gives the same
 * bytes (with SNAPPY, LZ4 and ZSTD: the same blocks before compression).  It
 * streams: in memory are one data block, one leaf of the block index, one
 * chunk of each bloom filter, and the first key of every finished leaf and
 * chunk.
 */
#ifndef HFILE_WRITER_H
#define HFILE_WRITER_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_sink.h"

typedef struct HFileWriter HFileWriter;

/*
 * Begin a file of one column family.  Checks and copies the settings and
 * copies the sink.  NULL is an error.  This and later calls allocate with
 * core_alloc: a host with several memory contexts must stay in one.
 */
extern HFileWriter *hfile_writer_new(const HFileSettings *settings,
									 const uint8_t *family, size_t family_len,
									 const HFileSink *sink, CoreError *err);

/*
 * Add a cell.  Cells must be in order, of the writer's family, and within the
 * limits of cell_check.  After an error the file cannot be completed.
 */
extern bool hfile_writer_add(HFileWriter *writer, const Cell *cell,
							 CoreError *err);

/*
 * The KeyValue of the last added cell in its block.  Valid until the next
 * call.
 */
extern const uint8_t *hfile_writer_last(const HFileWriter *writer,
										size_t *size);

/*
 * Add the info keys of HFileOutputFormat2.close: creation time and task of a
 * bulk load, and the flags for compactions (HBase 2.6.1).
 */
extern bool hfile_writer_add_bulk_info(HFileWriter *writer, int64_t timestamp,
									   const char *source_task,
									   CoreError *err);

/* Summary of a finished file. */
typedef struct HFileSummary
{
	uint64_t	size;
	uint64_t	cells;
	uint64_t	rows;
	uint64_t	data_blocks;
	int64_t		min_ts;			/* of the stored cells; both 0 without cells */
	int64_t		max_ts;
} HFileSummary;

/*
 * Write indexes, bloom filters, file info and trailer, as
 * HFileWriterImpl.close. summary may be NULL.
 */
extern bool hfile_writer_finish(HFileWriter *writer, HFileSummary *summary,
								CoreError *err);

/* The number of bytes given to the sink so far. */
extern uint64_t hfile_writer_size(const HFileWriter *writer);

extern void hfile_writer_free(HFileWriter *writer);

#endif							/* HFILE_WRITER_H */
