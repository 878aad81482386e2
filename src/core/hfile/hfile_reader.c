/*
 * hfile_reader.c
 *		Read an HFile: open it, and return its cells in order.
 */
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_proto.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_search.h"
#include "core/hfile/hfile_state.h"

/* More hash functions than any error rate needs. */
#define MAX_HASHES		64

/* Value of previous_data after a seek: the previous block is not known. */
#define DATA_UNKNOWN	(-2)

/* ---- opening ------------------------------------------------------------ */

/*
 * Read an int of the file info.  False if the key is missing or not 4 bytes
 * long.
 */
static bool
info_i32(const HFileReader *r, const char *key, int32_t *v)
{
	const HFileInfoEntry *e = hfile_info_get(&r->info, key);

	if (e == NULL || e->value_len != 4)
		return false;
	*v = (int32_t) core_get_u32(e->value);
	return true;
}

/* Read the format of the cells from the file info. */
static bool
judge_info(HFileReader *r, CoreError *err)
{
	const HFileInfoEntry *compressed =
		hfile_info_get(&r->info, HFILE_INFO_TAGS_COMPRESSED);
	int32_t		version = 0;

	r->format.tags = hfile_info_get(&r->info, HFILE_INFO_MAX_TAGS_LEN) != NULL;
	r->format.sequence_ids =
		info_i32(r, HFILE_INFO_KEY_VALUE_VERSION, &version) && version == 1;
	if (r->format.tags && compressed != NULL && compressed->value_len == 1 &&
		compressed->value[0] != 0)
		return core_error(err, CORE_ERR_UNSUPPORTED,
						  "HFiles with compressed tags are not supported");
	return true;
}

/*
 * Read the bloom filter's meta block in meta->block (the constructor of
 * CompoundBloomFilter, HBase 2.6.1).
 */
static bool
read_bloom_meta(HFileBloomMeta *meta, CoreError *err)
{
	const uint8_t *p = meta->block.payload;
	const uint8_t *end = p + meta->block.payload_len;
	uint64_t	offset = meta->block.offset;
	int64_t		comparator_len;

	if (end - p < 41)
		return hfile_block_error(
			err, offset, "it is too short for a bloom filter's description");
	if (core_get_u32(p) != 3 || core_get_u32(p + 16) != 1)
		return core_error(
			err, CORE_ERR_UNSUPPORTED,
			"bloom filter of version %u and hash type %u is not supported",
			core_get_u32(p), core_get_u32(p + 16));
	meta->bytes = core_get_u64(p + 4);
	meta->hashes = core_get_u32(p + 12);
	meta->keys = core_get_u64(p + 20);
	meta->max_keys = core_get_u64(p + 28);
	meta->n = core_get_u32(p + 36);
	if (meta->hashes == 0 || meta->hashes > MAX_HASHES)
		return hfile_block_error(err, offset,
								 "%u hashes for a key are impossible",
								 meta->hashes);
	p = hfile_get_vint(p + 40, end, &comparator_len);
	if (p == NULL || comparator_len < 0 || comparator_len > end - p)
		return hfile_block_error(err, offset,
								 "the name of its comparator does not fit");
	meta->chunks = hfile_read_root(p + comparator_len, end, meta->n, 0, offset,
								   err);
	meta->present = meta->chunks != NULL;
	return meta->present;
}

/*
 * Read the load-on-open section: root index, meta index, file info, bloom
 * filters.
 */
static bool
load(HFileReader *r, CoreError *err)
{
	const HFileTrailer *t = &r->trailer;
	uint64_t	limit = r->in.source.size - HFILE_TRAILER_SIZE;
	uint64_t	offset;

	if (!hfile_in_block(&r->in, t->load_on_open_offset, limit,
						HFILE_BLOCK_ROOT_INDEX, HFILE_MAX_LOAD_ON_OPEN,
						&r->root, err))
		return false;
	r->index = hfile_read_root(r->root.payload,
							   r->root.payload + r->root.payload_len,
							   t->index_count, t->index_levels > 1 ? 16 : 0,
							   t->load_on_open_offset, err);
	if (r->index == NULL)
		return false;
	if (t->index_count == 0 && t->cells > 0)
		return hfile_block_error(err, t->load_on_open_offset,
								 "the index of %llu cells is empty",
								 (unsigned long long) t->cells);

	/* The meta block index is not used, but it must be valid. */
	if (!hfile_in_block(&r->in, r->root.end, limit, HFILE_BLOCK_ROOT_INDEX,
						HFILE_MAX_LOAD_ON_OPEN, &r->aside, err))
		return false;
	if (r->aside.end != t->file_info_offset)
		return hfile_block_error(
			err, r->aside.offset,
			"the file info does not follow the meta index");

	if (!hfile_in_block(&r->in, t->file_info_offset, limit,
						HFILE_BLOCK_FILE_INFO, HFILE_MAX_LOAD_ON_OPEN,
						&r->aside, err) ||
		!hfile_get_info(r->aside.payload, r->aside.payload_len,
						t->file_info_offset, &r->info, err) ||
		!judge_info(r, err))
		return false;

	/* The rest, up to the trailer, must be meta blocks of bloom filters. */
	for (offset = r->aside.end; offset < limit; offset = r->aside.end)
	{
		HFileBloomMeta *meta;

		if (!hfile_in_header(&r->in, offset, limit, &r->aside, err))
			return false;
		if (r->aside.header.kind == HFILE_BLOCK_GENERAL_BLOOM_META)
			meta = &r->bloom;
		else if (r->aside.header.kind == HFILE_BLOCK_DELETE_FAMILY_BLOOM_META)
			meta = &r->delete_bloom;
		else
			return hfile_block_error(err, offset,
									 "a %s block does not belong there",
									 hfile_block_name(r->aside.header.kind));
		if (meta->present)
			return hfile_block_error(err, offset, "it is a second %s block",
									 hfile_block_name(r->aside.header.kind));
		if (!hfile_in_block(&r->in, offset, limit, r->aside.header.kind,
							HFILE_MAX_LOAD_ON_OPEN, &meta->block, err) ||
			!read_bloom_meta(meta, err))
			return false;
	}
	return true;
}

/*
 * FixedFileTrailer.deserialize, then HFileInfo.initMetaAndIndex, HBase 2.6.1.
 */
HFileReader *
hfile_reader_new(const HFileSource *source, bool ignore_checksums,
				 CoreError *err)
{
	HFileReader *r;
	uint8_t    *trailer;
	bool		ok;

	if (source->size < HFILE_TRAILER_SIZE)
	{
		core_error(err, CORE_ERR_CORRUPT,
				   "not an HFile: %llu bytes are too few",
				   (unsigned long long) source->size);
		core_error_detail(err, "The trailer alone takes %d.",
						  HFILE_TRAILER_SIZE);
		return NULL;
	}
	r = core_alloc(sizeof(HFileReader));
	memset(r, 0, sizeof(HFileReader));
	r->in.source = *source;
	r->in.ignore_checksums = ignore_checksums;
	hfile_coder_init(&r->in.coder, HFILE_CODEC_NONE);
	hfile_info_init(&r->info);
	hfile_cells_init(&r->cells);
	r->from_start = true;
	r->previous_data = -1;

	trailer = core_alloc(HFILE_TRAILER_SIZE);
	ok = source->read(source->context, source->size - HFILE_TRAILER_SIZE,
					  trailer, HFILE_TRAILER_SIZE, err) &&
		hfile_get_trailer(trailer, source->size, &r->trailer, err);
	core_free(trailer);
	if (ok)
	{
		hfile_coder_init(&r->in.coder, (HFileCodec) r->trailer.codec);
		ok = load(r, err);
	}
	if (!ok)
	{
		hfile_reader_free(r);
		return NULL;
	}
	return r;
}

static void
free_bloom_meta(HFileBloomMeta *meta)
{
	hfile_block_free(&meta->block);
	if (meta->chunks != NULL)
		core_free(meta->chunks);
}

void
hfile_reader_free(HFileReader *r)
{
	hfile_coder_free(&r->in.coder);
	hfile_info_free(&r->info);
	hfile_block_free(&r->root);
	if (r->index != NULL)
		core_free(r->index);
	free_bloom_meta(&r->bloom);
	free_bloom_meta(&r->delete_bloom);
	hfile_block_free(&r->aside);
	hfile_block_free(&r->block);
	hfile_cells_free(&r->cells);
	core_buf_free(&r->previous_key);
	core_free(r);
}

bool
hfile_reader_first_row(const HFileReader *r, const uint8_t **row,
					   uint32_t *row_len, CoreError *err)
{
	Cell		key = {0};

	if (r->trailer.index_count > 0 &&
		!cell_read_key(r->index[0].key, r->index[0].key_len, &key))
		return hfile_block_error(err, r->trailer.load_on_open_offset,
								 "an index key does not fit");
	*row = key.row;
	*row_len = key.row_len;
	return true;
}

/* ---- one cell after another --------------------------------------------- */

/*
 * Copy the key of the previous cell, if there is one, before its block is
 * released.
 */
static void
keep_previous(HFileReader *r)
{
	if (!r->has_previous || r->previous_kept)
		return;
	r->previous_kept = true;
	r->previous_key.len = 0;
	cell_write_key(core_buf_reserve(&r->previous_key,
									cell_key_size(&r->previous)),
				   &r->previous);
	r->previous_key.len = cell_key_size(&r->previous);
	cell_read_key(r->previous_key.data, r->previous_key.len, &r->previous);
}

/* Whether a block of this kind may be in the scanned section. */
static bool
is_scanned_kind(HFileBlockKind kind)
{
	return kind <= HFILE_BLOCK_INTERMEDIATE_INDEX;
}

/* At the end of a full scan: compare the counts with the trailer. */
static bool
judge_whole(const HFileReader *r, CoreError *err)
{
	if (!r->from_start)
		return true;
	if (r->cells_seen != r->trailer.cells)
		return core_error(err, CORE_ERR_CORRUPT,
						  "HFile contains %llu cells, but its trailer says %llu",
						  (unsigned long long) r->cells_seen,
						  (unsigned long long) r->trailer.cells);
	if (r->previous_data != r->trailer.last_data_offset)
		return core_error(err, CORE_ERR_CORRUPT,
						  "the last data block of the HFile is at offset %lld, but its trailer says %lld",
						  (long long) r->previous_data,
						  (long long) r->trailer.last_data_offset);
	return true;
}

/*
 * Read the next data block; *found is false at the end of the data
 * (HFileScannerImpl.readNextDataBlock, HBase 2.6.1).
 */
static bool
next_block(HFileReader *r, bool *found, CoreError *err)
{
	uint64_t	limit = r->trailer.load_on_open_offset;

	keep_previous(r);
	r->in_block = false;
	for (*found = false; r->next_offset < limit; r->next_offset = r->block.end)
	{
		HFileBlockKind kind;
		bool		data;

		if (!hfile_in_header(&r->in, r->next_offset, limit, &r->block, err))
			return false;
		kind = r->block.header.kind;
		if (!is_scanned_kind(kind))
			return hfile_block_error(err, r->next_offset,
									 "a %s block does not belong there",
									 hfile_block_name(kind));
		data = kind == HFILE_BLOCK_DATA || kind == HFILE_BLOCK_ENCODED_DATA;
		if (!data && !r->from_start)
			continue;			/* inline index or bloom block */
		if (!hfile_in_rest(&r->in, &r->block, data, err))
			return false;
		if (!data)
			continue;
		if (r->previous_data != DATA_UNKNOWN &&
			r->block.header.previous_offset != r->previous_data)
			return hfile_block_error(
				err, r->next_offset,
				"the data block before it is at offset %lld, but it says %lld",
				(long long) r->previous_data,
				(long long) r->block.header.previous_offset);
		r->previous_data = (int64_t) r->block.offset;
		if (!hfile_cells_begin(&r->cells, &r->format, &r->block, err))
			return false;
		r->next_offset = r->block.end;
		r->in_block = *found = true;
		return true;
	}
	return judge_whole(r, err);
}

/* Check that the cell is not before the last one. */
static bool
judge_order(HFileReader *r, const Cell *cell, CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];

	if (r->has_previous && cell_compare(&r->previous, cell) > 0)
		return hfile_block_error(err, r->block.offset,
								 "its cells are out of order in row %s",
								 cell_quote(cell->row, cell->row_len, quoted,
											64));
	r->previous = *cell;
	r->previous.value_len = 0;
	r->has_previous = true;
	r->previous_kept = false;

	/* The buffers of an encoded cell change with the next cell. */
	if (r->cells.encoded)
		keep_previous(r);
	return true;
}

void
hfile_reader_count_tags(HFileReader *r, int64_t now, CellTagCounts *counts)
{
	r->tag_counts = counts;
	r->now = now;
}

/*
 * Count the tags of the current cell.  Returns false if the cell has expired.
 */
static bool
judge_tags(HFileReader *r, const Cell *cell)
{
	bool		expired;

	if (r->tag_counts == NULL || !r->cells.tagged)
		return true;
	expired = cell_tags_expired(&r->cells.tags, cell->ts, r->now);
	cell_tags_count(r->tag_counts, &r->cells.tags, expired);
	return !expired;
}

/* HFileScannerImpl.next, HBase 2.6.1. */
bool
hfile_reader_next(HFileReader *r, Cell *cell, bool *found, CoreError *err)
{
	if (r->has_pending)
	{
		*cell = r->pending;
		r->has_pending = false;
		*found = true;
		return true;
	}
	do
	{
		while (!r->in_block || hfile_cells_at_end(&r->cells))
		{
			if (!next_block(r, found, err))
				return false;
			if (!*found)
				return true;
		}
		*found = true;
		if (!hfile_cells_next(&r->cells, cell, err) ||
			!judge_order(r, cell, err))
			return false;
		r->cells_seen++;
	} while (!judge_tags(r, cell));
	return true;
}

/*
 * HFileReaderImpl.HFileScannerImpl.seekTo, HBase 2.6.1, after the bloom
 * filter.
 */
bool
hfile_reader_seek(HFileReader *r, const uint8_t *row, size_t row_len,
				  bool *maybe, CoreError *err)
{
	Cell		cell = {0};
	bool		found;

	if (r->trailer.index_count == 0)
	{
		*maybe = false;
		return true;
	}
	if (!hfile_may_hold(r, row, row_len, maybe, err))
		return false;
	if (!*maybe)
		return true;

	r->in_block = r->has_previous = r->has_pending = r->from_start = false;
	r->previous_data = DATA_UNKNOWN;
	if (!hfile_find_block(r, row, row_len, &r->next_offset, err))
		return false;
	do
	{
		if (!hfile_reader_next(r, &cell, &found, err))
			return false;
	} while (found &&
			 cell_compare_bytes(cell.row, cell.row_len, row,
								(uint32_t) row_len) < 0);
	r->has_pending = found;
	r->pending = cell;
	return true;
}
