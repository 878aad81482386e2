/*
 * hfile_reader.h
 *		Read HFiles of version 3. doc/hfile.md describes the format.
 */
#ifndef HFILE_READER_H
#define HFILE_READER_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_source.h"

/*
 * Open a file: read and check trailer, root index, file info and bloom filters
 * (HFileInfo.initMetaAndIndex, HBase 2.6.1).  The source is copied.  NULL is
 * an error.  Any bytes are safe input, also without checksum verification.
 * Memory as for the writer.
 */
extern HFileReader *hfile_reader_new(const HFileSource *source,
									 bool ignore_checksums, CoreError *err);

/*
 * The first row of the file by its index, valid as long as the reader.  An
 * empty row means a file without cells.
 */
extern bool hfile_reader_first_row(const HFileReader *reader,
								   const uint8_t **row, uint32_t *row_len,
								   CoreError *err);

/*
 * Read the next cell in file order; *found is false at the end.  The cell is
 * valid until the next call.  Skips tags and sequence ids.  A scan from the
 * first to the last cell verifies every block of the scanned section and the
 * number of cells in the trailer.
 */
extern bool hfile_reader_next(HFileReader *reader, Cell *cell, bool *found,
							  CoreError *err);

/*
 * From now on count the tags of the cells, and skip cells whose own TTL has
 * expired at now (ms; INT64_MIN skips none).
 */
extern void hfile_reader_count_tags(HFileReader *reader, int64_t now,
									CellTagCounts *counts);

/*
 * Seek to the place of a row by bloom filter and index.  The next
 * hfile_reader_next then gives the first cell of that row or of a later row.
 * *maybe is false if the bloom filter excludes the row; the position is then
 * unchanged.  Reproduces HFileReaderImpl.HFileScannerImpl.seekTo of HBase
 * 2.6.1.
 */
extern bool hfile_reader_seek(HFileReader *reader, const uint8_t *row,
							  size_t row_len, bool *maybe, CoreError *err);

extern void hfile_reader_free(HFileReader *reader);

#endif							/* HFILE_READER_H */
