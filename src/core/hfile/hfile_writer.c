/*
 * hfile_writer.c
 *		Write an HFile: data blocks, file info, and everything that belongs to
 *		them.
 *
 * Held against HFileWriterImpl and StoreFileWriter, HBase 2.6.1.
 */
#include "core/hfile/hfile_bloom_writer.h"
#include "core/hfile/hfile_index.h"
#include "core/hfile/hfile_out.h"
#include "core/hfile/hfile_proto.h"
#include "core/hfile/hfile_writer.h"

struct HFileWriter
{
	HFileSettings settings;
	HFileOut	out;
	uint8_t		family[CELL_MAX_FAMILY];
	uint32_t	family_len;

	/* the current data block, after room for its header */
	CoreBuf		block;
	Cell		previous;		/* last added cell, key only */
	CoreBuf		previous_key;	/* copy of its key after a block change */
	CoreBuf		last_key;		/* key of the previous block's last cell */
	CoreBuf		scratch;

	HFileIndexWriter index;
	HFileBloomWriter bloom;		/* unless settings.bloom is NONE */
	HFileBloomWriter delete_bloom;	/* rows with family delete markers */
	bool		has_delete_bloom;
	CoreBuf		delete_row;		/* last row in it */
	HFileInfo	info;

	/* totals */
	uint64_t	cells;
	uint64_t	rows;
	uint64_t	data_blocks;
	uint64_t	key_bytes;
	uint64_t	value_bytes;
	uint64_t	family_markers;
	size_t		biggest;		/* by cell_size */
	CoreBuf		biggest_key;
	int64_t		min_ts;			/* of TIMERANGE: a delete marker extends it
								 * to 0 */
	int64_t		max_ts;
	int64_t		earliest_put;
	int64_t		min_cell_ts;	/* of the cells only */
	int64_t		first_data_offset;
	int64_t		last_data_offset;
};

/* ---- beginning and end of a writer -------------------------------------- */

HFileWriter *
hfile_writer_new(const HFileSettings *settings, const uint8_t *family,
				 size_t family_len, const HFileSink *sink, CoreError *err)
{
	HFileWriter *w;

	if (!hfile_settings_check(settings, err) ||
		!cell_check_family(family, family_len, err))
		return NULL;
	w = core_alloc(sizeof(HFileWriter));
	memset(w, 0, sizeof(HFileWriter));
	w->settings = *settings;
	core_copy(w->family, family, family_len);
	w->family_len = (uint32_t) family_len;
	hfile_out_init(&w->out, settings, sink);
	hfile_index_writer_init(&w->index, settings);
	hfile_info_init(&w->info);
	if (settings->bloom != HFILE_BLOOM_NONE)
		hfile_bloom_writer_init(&w->bloom, settings->bloom_chunk_size,
								settings->bloom == HFILE_BLOOM_ROWCOL ?
									hfile_bloom_rowcol_error_rate() :
									HFILE_BLOOM_ROW_ERROR_RATE);

	/* A ROWCOL filter also has the family delete markers, as a column. */
	w->has_delete_bloom = settings->store_info &&
		settings->bloom != HFILE_BLOOM_ROWCOL;
	if (w->has_delete_bloom)
		hfile_bloom_writer_init(&w->delete_bloom, settings->bloom_chunk_size,
								HFILE_BLOOM_ROW_ERROR_RATE);
	w->min_ts = w->earliest_put = w->min_cell_ts = INT64_MAX;
	w->max_ts = -1;
	w->first_data_offset = w->last_data_offset = -1;
	hfile_out_begin(&w->block);
	core_buf_reserve(&w->block, settings->block_size + 1024);
	return w;
}

void
hfile_writer_free(HFileWriter *w)
{
	hfile_out_free(&w->out);
	hfile_index_writer_free(&w->index);
	hfile_info_free(&w->info);
	if (w->settings.bloom != HFILE_BLOOM_NONE)
		hfile_bloom_writer_free(&w->bloom);
	if (w->has_delete_bloom)
		hfile_bloom_writer_free(&w->delete_bloom);
	core_buf_free(&w->block);
	core_buf_free(&w->previous_key);
	core_buf_free(&w->last_key);
	core_buf_free(&w->scratch);
	core_buf_free(&w->delete_row);
	core_buf_free(&w->biggest_key);
	core_free(w);
}

uint64_t
hfile_writer_size(const HFileWriter *w)
{
	return w->out.offset;
}

/* ---- data blocks -------------------------------------------------------- */

/* Replace the content of buf by a key. */
static void
save_key(CoreBuf *buf, const Cell *cell)
{
	buf->len = 0;
	cell_write_key(core_buf_reserve(buf, cell_key_size(cell)), cell);
	buf->len = cell_key_size(cell);
}

/*
 * Write the full leaf and bloom chunks, in HBase's order
 * (HFileWriterImpl.writeInlineBlocks, HBase 2.6.1).
 */
static bool
flush_inline(HFileWriter *w, bool at_end, CoreError *err)
{
	return hfile_index_flush(&w->index, &w->out, at_end, err) &&
		(w->settings.bloom == HFILE_BLOOM_NONE ||
		 hfile_bloom_flush(&w->bloom, &w->out, at_end, err)) &&
		(!w->has_delete_bloom ||
		 hfile_bloom_flush(&w->delete_bloom, &w->out, at_end, err));
}

/*
 * Write the data block, which is not empty, and add its index entry
 * (HFileWriterImpl.finishBlock).
 */
static bool
close_block(HFileWriter *w, CoreError *err)
{
	const uint8_t *first_key = w->block.data + HFILE_HEADER_SIZE + 8;
	Cell		first;
	Cell		last;
	HFileBlockRef ref;

	/*
	 * The index key is between the last key of the previous block and the
	 * first key of this one.
	 */
	cell_read_key(first_key, core_get_u32(first_key - 8), &first);
	w->scratch.len = 0;
	if (w->data_blocks > 0)
	{
		cell_read_key(w->last_key.data, w->last_key.len, &last);
		hfile_index_key(&w->scratch, &last, &first);
	}
	else
		hfile_index_key(&w->scratch, NULL, &first);

	/* The next cell is compared with the last cell of this block. */
	save_key(&w->last_key, &w->previous);
	save_key(&w->previous_key, &w->previous);
	cell_read_key(w->previous_key.data, w->previous_key.len, &w->previous);

	if (!hfile_out_block(&w->out, HFILE_BLOCK_DATA, &w->block, &ref, err))
		return false;
	if (w->data_blocks++ == 0)
		w->first_data_offset = (int64_t) ref.offset;
	w->last_data_offset = (int64_t) ref.offset;
	hfile_index_add(&w->index, &ref, w->scratch.data, w->scratch.len);
	hfile_out_begin(&w->block);
	return true;
}

/* ---- adding cells ------------------------------------------------------- */

static bool
other_family(HFileWriter *w, const Cell *cell, CoreError *err)
{
	char		row[CELL_QUOTE_SIZE];
	char		family[CELL_QUOTE_SIZE];

	core_error(err, CORE_ERR_PARAMETER,
			   "cell in row %s is not of the HFile's column family",
			   cell_quote(cell->row, cell->row_len, row, sizeof(row)));
	core_error_detail(err, "Its family is %s, the file's is %s.",
					  cell_quote(cell->family, cell->family_len, family,
								 sizeof(family)),
					  cell_quote(w->family, w->family_len, row, sizeof(row)));
	return core_error_hint(err, "Write one file for each family.");
}

/*
 * Set the error for a cell that is not after the previous one
 * (HFileWriterImpl.checkKey).
 */
static bool
out_of_order(HFileWriter *w, const Cell *cell, bool equal, CoreError *err)
{
	char		row[CELL_QUOTE_SIZE];
	char		other[CELL_QUOTE_SIZE];
	const Cell *previous = &w->previous;

	cell_quote(cell->row, cell->row_len, row, sizeof(row));
	if (cell_compare_bytes(previous->row, previous->row_len, cell->row,
						   cell->row_len) != 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "rows out of order: %s comes after %s", row,
				   cell_quote(previous->row, previous->row_len, other,
							  sizeof(other)));
		return core_error_hint(err, "Sort by the row key's bytes.");
	}
	cell_quote(cell->qualifier, cell->qualifier_len, other, sizeof(other));
	if (equal)
	{
		core_error(
			err, CORE_ERR_DUPLICATE,
			"two cells in row %s have the same qualifier %s, timestamp %lld and type %s",
			row, other, (long long) cell->ts, cell_type_name(cell->type));
		return core_error_detail(
			err, "HBase would keep both and show one of them.");
	}
	core_error(err, CORE_ERR_PARAMETER,
			   "cells of row %s out of order: %s at %lld with qualifier %s comes too late",
			   row, cell_type_name(cell->type), (long long) cell->ts, other);
	return core_error_hint(err,
						   "HBase sorts the cells of a row by qualifier, timestamp descending and type descending.");
}

/*
 * Add a cell to the bloom filters if it starts a row or column
 * (BloomContext.writeBloom, HBase 2.6.1).
 */
static void
add_to_blooms(HFileWriter *w, const Cell *cell, bool new_row, bool new_column)
{
	if (w->settings.bloom == HFILE_BLOOM_ROW && new_row)
		hfile_bloom_add(&w->bloom, cell->row, cell->row_len);
	else if (w->settings.bloom == HFILE_BLOOM_ROWCOL && new_column)
	{
		Cell		column = *cell;

		column.family_len = 0;
		column.ts = CELL_LATEST_TIMESTAMP;
		column.type = CELL_MAXIMUM;
		save_key(&w->scratch, &column);
		hfile_bloom_add(&w->bloom, w->scratch.data, w->scratch.len);
	}

	if (w->has_delete_bloom && cell_type_is_family_marker(cell->type) &&
		(w->family_markers == 0 ||
		 cell_compare_bytes(cell->row, cell->row_len, w->delete_row.data,
							(uint32_t) w->delete_row.len) != 0))
	{
		hfile_bloom_add(&w->delete_bloom, cell->row, cell->row_len);
		w->delete_row.len = 0;
		core_buf_add(&w->delete_row, cell->row, cell->row_len);
	}
}

/*
 * Count a cell for the file info and the summary.  The time range is that of
 * TimeRangeTracker.includeTimestamp, HBase 2.6.1.
 */
static void
count_cell(HFileWriter *w, const Cell *cell, bool new_row)
{
	int64_t		from = cell->ts;

	w->cells++;
	w->rows += new_row;
	w->key_bytes += cell_key_size(cell);
	w->value_bytes += cell->value_len;
	if (cell_size(cell) > w->biggest)
	{
		w->biggest = cell_size(cell);
		save_key(&w->biggest_key, cell);
	}
	if (cell->type == CELL_PUT)
	{
		if (cell->ts < w->earliest_put)
			w->earliest_put = cell->ts;
	}
	else
	{
		w->family_markers += cell_type_is_family_marker(cell->type);
		if (cell->type == CELL_DELETE_COLUMN ||
			cell->type == CELL_DELETE_FAMILY)
			from = 0;			/* it applies to all earlier times */
	}
	if (from < w->min_ts)
		w->min_ts = from;
	if (cell->ts < w->min_cell_ts)
		w->min_cell_ts = cell->ts;
	if (cell->ts > w->max_ts)
		w->max_ts = cell->ts;
}

/* Append a cell to the data block. */
static void
append_cell(HFileWriter *w, const Cell *cell)
{
	uint8_t    *start = core_buf_reserve(&w->block, cell_size(cell) + 3);
	uint8_t    *end = cell_write(start, cell);

	if (w->settings.tags)
	{
		core_put_u16(end, 0);
		end += 2;
	}
	if (w->settings.sequence_ids)
		*end++ = 0;
	w->block.len = end - w->block.data;

	w->previous = *cell;
	w->previous.row = start + 10;
	w->previous.family = start + 11 + cell->row_len;
	w->previous.qualifier = w->previous.family + cell->family_len;
	w->previous.value_len = 0;
}

/* HFileWriterImpl.append and StoreFileWriter.append, HBase 2.6.1. */
bool
hfile_writer_add(HFileWriter *w, const Cell *cell, CoreError *err)
{
	bool		new_row = true;
	bool		new_column = true;
	bool		equal = false;

	if (!cell_check(cell, w->settings.max_cell_size, err))
		return false;
	if (cell->family_len != w->family_len ||
		!core_same(cell->family, w->family, w->family_len))
		return other_family(w, cell, err);

	if (w->cells > 0)
	{
		int			c = cell_compare_bytes(w->previous.row,
										   w->previous.row_len, cell->row,
										   cell->row_len);

		if (c == 0)
		{
			new_row = false;
			c = cell_compare_bytes(w->previous.qualifier,
								   w->previous.qualifier_len, cell->qualifier,
								   cell->qualifier_len);
			if (c == 0)
			{
				new_column = false;
				c = cell_compare_version(w->previous.ts, w->previous.type,
										 cell->ts, cell->type);
				equal = c == 0;
			}
		}
		if (c > 0 || (equal && !w->settings.duplicates))
			return out_of_order(w, cell, equal, err);
	}

	/*
	 * HBase updates the bloom filters before it checks the block size
	 * (StoreFileWriter.append).
	 */
	add_to_blooms(w, cell, new_row, new_column);
	if (w->block.len - HFILE_HEADER_SIZE >= w->settings.block_size && !equal &&
		!(close_block(w, err) && flush_inline(w, false, err)))
		return false;
	append_cell(w, cell);
	count_cell(w, cell, new_row);
	return true;
}

const uint8_t *
hfile_writer_last(const HFileWriter *w, size_t *size)
{
	const uint8_t *written = w->previous.row - 10;

	*size = 8 + (size_t) core_get_u32(written) + core_get_u32(written + 4);
	return written;
}

/* ---- file info ---------------------------------------------------------- */

static void
set_info(HFileWriter *w, const char *key, const void *value, size_t value_len)
{
	hfile_info_set(&w->info, (const uint8_t *) key, strlen(key), value,
				   value_len);
}

static void
set_info_byte(HFileWriter *w, const char *key, uint8_t v)
{
	set_info(w, key, &v, 1);
}

static void
set_info_i32(HFileWriter *w, const char *key, uint32_t v)
{
	uint8_t		b[4];

	core_put_u32(b, v);
	set_info(w, key, b, 4);
}

static void
set_info_i64(HFileWriter *w, const char *key, int64_t v)
{
	uint8_t		b[8];

	core_put_u64(b, (uint64_t) v);
	set_info(w, key, b, 8);
}

bool
hfile_writer_add_bulk_info(HFileWriter *w, int64_t timestamp,
						   const char *source_task, CoreError *err)
{
	set_info_i64(w, HFILE_INFO_BULKLOAD_TIMESTAMP, timestamp);
	set_info(w, HFILE_INFO_BULKLOAD_TASK, source_task, strlen(source_task));
	set_info_byte(w, HFILE_INFO_MAJOR_COMPACTION, 0xff);
	set_info_byte(w, HFILE_INFO_EXCLUDE_MINOR, 0);
	return true;
}

/*
 * Add the file info of the format (HFileWriterImpl.finishFileInfo, HBase
 * 2.6.1).
 */
static void
set_format_info(HFileWriter *w)
{
	if (w->cells > 0)
	{
		save_key(&w->scratch, &w->previous);
		set_info(w, HFILE_INFO_LAST_KEY, w->scratch.data, w->scratch.len);
		set_info(w, HFILE_INFO_BIGGEST_KEY, w->biggest_key.data,
				 w->biggest_key.len);
		set_info_i64(w, HFILE_INFO_BIGGEST_LEN, (int64_t) w->biggest + 4);
	}
	set_info_i32(w, HFILE_INFO_AVG_KEY_LEN,
				 (uint32_t) (w->cells > 0 ? w->key_bytes / w->cells : 0));
	set_info_i32(w, HFILE_INFO_AVG_VALUE_LEN,
				 (uint32_t) (w->cells > 0 ? w->value_bytes / w->cells : 0));
	set_info_i64(w, HFILE_INFO_CREATE_TIME, w->settings.create_time);
	if (w->settings.tags)
	{
		set_info_i32(w, HFILE_INFO_MAX_TAGS_LEN, 0);
		set_info_byte(w, HFILE_INFO_TAGS_COMPRESSED, 0);
	}
	if (w->settings.sequence_ids)
	{
		set_info_i32(w, HFILE_INFO_KEY_VALUE_VERSION, 1);
		set_info_i64(w, HFILE_INFO_MAX_SEQUENCE_ID, 0);
	}
}

/*
 * Add the file info of a store file (StoreFileWriter.appendMetadata and
 * appendTrackedTimestampsToMetadata, HBase 2.6.1).
 */
static void
set_store_info(HFileWriter *w)
{
	uint8_t		range[16];

	core_put_u64(range, (uint64_t) w->min_ts);
	core_put_u64(range + 8, (uint64_t) w->max_ts);
	set_info(w, HFILE_INFO_TIMERANGE, range, 16);
	set_info_i64(w, HFILE_INFO_EARLIEST_PUT, w->earliest_put);
	set_info_i64(w, HFILE_INFO_DELETE_FAMILY_COUNT,
				 (int64_t) w->family_markers);
	set_info_byte(w, HFILE_INFO_HISTORICAL, 0);
}

/* Add the file info about the bloom filter (BloomContext.addLastBloomKey). */
static void
set_bloom_info(HFileWriter *w)
{
	const char *name = hfile_bloom_name(w->settings.bloom);

	set_info(w, HFILE_INFO_BLOOM_TYPE, name, strlen(name));
	if (w->settings.bloom == HFILE_BLOOM_ROW)
		set_info(w, HFILE_INFO_LAST_BLOOM_KEY, w->previous.row,
				 w->previous.row_len);
	else
	{
		Cell		column = w->previous;

		column.family_len = 0;
		column.ts = CELL_LATEST_TIMESTAMP;
		column.type = CELL_MAXIMUM;
		save_key(&w->scratch, &column);
		set_info(w, HFILE_INFO_LAST_BLOOM_KEY, w->scratch.data,
				 w->scratch.len);
	}
}

/* ---- the end of the file ------------------------------------------------ */

/* Write the load-on-open section. */
static bool
write_load_on_open(HFileWriter *w, HFileTrailer *trailer, CoreError *err)
{
	HFileBlockRef ref;
	bool		blooms = w->settings.bloom != HFILE_BLOOM_NONE;

	if (!hfile_index_finish(&w->index, &w->out, &ref, &trailer->index_count,
							err))
		return false;
	trailer->load_on_open_offset = ref.offset;

	/* There are no meta blocks, but an empty meta index, which is counted. */
	hfile_out_begin(&w->block);
	if (!hfile_out_block(&w->out, HFILE_BLOCK_ROOT_INDEX, &w->block, &ref,
						 err))
		return false;
	w->out.uncompressed += HFILE_HEADER_SIZE;

	set_format_info(w);
	if (w->settings.store_info)
		set_store_info(w);
	if (blooms && w->cells > 0)
		set_bloom_info(w);
	hfile_out_begin(&w->block);
	hfile_put_info(&w->block, &w->info);
	if (!hfile_out_block(&w->out, HFILE_BLOCK_FILE_INFO, &w->block, &ref, err))
		return false;
	trailer->file_info_offset = ref.offset;

	return (!blooms ||
			hfile_bloom_finish(&w->bloom, &w->out,
							   HFILE_BLOCK_GENERAL_BLOOM_META,
							   w->settings.bloom == HFILE_BLOOM_ROWCOL,
							   err)) &&
		(!w->has_delete_bloom ||
		 hfile_bloom_finish(&w->delete_bloom, &w->out,
							HFILE_BLOCK_DELETE_FAMILY_BLOOM_META, false, err));
}

/* HFileWriterImpl.close, HBase 2.6.1. */
bool
hfile_writer_finish(HFileWriter *w, HFileSummary *summary, CoreError *err)
{
	HFileTrailer trailer = {0};
	uint8_t    *bytes;
	bool		ok;

	/*
	 * Inline blocks are flushed once here.  A single leaf, even if it is full,
	 * becomes the root.
	 */
	if (w->block.len > HFILE_HEADER_SIZE && !close_block(w, err))
		return false;
	if (!flush_inline(w, true, err) || !write_load_on_open(w, &trailer, err))
		return false;

	trailer.index_size = w->index.payload_size;
	trailer.total_uncompressed = w->out.uncompressed + HFILE_TRAILER_SIZE;
	trailer.cells = w->cells;
	trailer.index_levels = w->index.levels;
	trailer.first_data_offset = w->first_data_offset;
	trailer.last_data_offset = w->last_data_offset;
	trailer.codec = w->settings.codec;
	bytes = core_alloc(HFILE_TRAILER_SIZE);
	hfile_put_trailer(bytes, &trailer);
	ok = hfile_out_bytes(&w->out, bytes, HFILE_TRAILER_SIZE, err);
	core_free(bytes);

	if (ok && summary != NULL)
	{
		summary->size = w->out.offset;
		summary->cells = w->cells;
		summary->rows = w->rows;
		summary->data_blocks = w->data_blocks;
		summary->min_ts = w->cells > 0 ? w->min_cell_ts : 0;
		summary->max_ts = w->cells > 0 ? w->max_ts : 0;
	}
	return ok;
}
