/*
 * hfile_cells.c
 *		Read the cells of a data block, plain or FAST_DIFF.
 *
 * FAST_DIFF is held against FastDiffDeltaEncoder, HBase 2.6.1.
 */
#include "core/hfile/hfile_cells.h"

/*
 * Names of the data block encodings by number (DataBlockEncoding); NULL:
 * unassigned.
 */
static const char *const encoding_names[] = {
	"NONE", NULL, "PREFIX", "DIFF", "FAST_DIFF", NULL, NULL, "ROW_INDEX_V1"
};

#define FAST_DIFF	4

/* ---- beginning and end -------------------------------------------------- */

void
hfile_cells_init(HFileCells *cells)
{
	memset(cells, 0, sizeof(HFileCells));
}

void
hfile_cells_free(HFileCells *cells)
{
	core_buf_free(&cells->row);
	core_buf_free(&cells->family);
	core_buf_free(&cells->qualifier);
	hfile_cells_init(cells);
}

/* Set an error about the cell at p. */
static bool
cell_error(const HFileCells *cells, const uint8_t *p, const char *what,
		   CoreError *err)
{
	return hfile_block_error(err, cells->offset,
							 "the cell at byte %td of its payload %s",
							 p - cells->begin, what);
}

/* Set the error for the premature end of an encoded payload. */
static bool
too_few_cells(const HFileCells *cells, CoreError *err)
{
	return hfile_block_error(err, cells->offset,
							 "its header announces %llu more bytes of cells",
							 (unsigned long long) cells->left);
}

/*
 * Read the start of an encoded payload: the encoding and the unencoded size.
 */
static bool
begin_encoded(HFileCells *cells, CoreError *err)
{
	uint32_t	id;

	if (cells->end - cells->at < 6)
		return hfile_block_error(err, cells->offset,
								 "it is too short for an encoded block");
	id = core_get_u16(cells->at);
	if (id != FAST_DIFF)
	{
		const char *name = id <
				sizeof(encoding_names) / sizeof(encoding_names[0]) ?
			encoding_names[id] :
			NULL;

		if (name == NULL)
			return hfile_block_error(err, cells->offset,
									 "unrecognized data block encoding %u",
									 id);
		core_error(err, CORE_ERR_UNSUPPORTED,
				   "data block encoding %s is not supported", name);
		return core_error_hint(err,
							   "A major compaction with DATA_BLOCK_ENCODING => 'NONE' or 'FAST_DIFF' rewrites the file.");
	}
	cells->left = core_get_u32(cells->at + 2);
	cells->at += 6;
	cells->first = true;
	return cells->at < cells->end || cells->left == 0 ||
		too_few_cells(cells, err);
}

bool
hfile_cells_begin(HFileCells *cells, const HFileCellFormat *format,
				  const HFileBlock *block, CoreError *err)
{
	cells->format = *format;
	cells->offset = block->offset;
	cells->begin = cells->at = block->payload;
	cells->end = block->payload + block->payload_len;
	cells->encoded = block->header.kind == HFILE_BLOCK_ENCODED_DATA;
	return !cells->encoded || begin_encoded(cells, err);
}

/* ---- what both forms have in common ------------------------------------- */

/*
 * Check a cell of a file.  Less strict than cell_check, which is for writing.
 */
static bool
is_sound(const Cell *cell)
{
	return cell->row_len > 0 && cell->row_len <= CELL_MAX_ROW &&
		cell->family_len > 0 && cell_type_is_stored(cell->type);
}

/*
 * Read a 7-bit varint, low bits first (ByteBufferUtils.readCompressedInt).
 * NULL if it does not fit.
 */
static const uint8_t *
get_compressed_int(const uint8_t *p, const uint8_t *end, uint32_t *v)
{
	*v = 0;
	for (int shift = 0; shift < 32; shift += 7)
	{
		if (p >= end)
			return NULL;
		if (shift == 28 && *p > 0x07)
			return NULL;
		*v |= (uint32_t) (*p & 0x7f) << shift;
		if (*p++ < 0x80)
			return p;
	}
	return NULL;
}

/*
 * Read the tags and skip the sequence id after a value.  NULL if they do not
 * fit.  Adds their unencoded size to *plain_size.
 */
static inline const uint8_t *
read_tail(HFileCells *cells, const uint8_t *p, uint64_t *plain_size)
{
	int64_t		sequence_id;

	if (cells->format.tags)
	{
		uint32_t	n;

		/*
		 * BufferedDataBlockEncoder.afterEncodingKeyValue compresses the length
		 */
		if (cells->encoded)
			p = get_compressed_int(p, cells->end, &n);
		else if (cells->end - p < 2)
			p = NULL;
		else
		{
			n = core_get_u16(p);
			p += 2;
		}
		if (p == NULL || (size_t) (cells->end - p) < n)
			return NULL;
		cells->tagged = n > 0;
		if (n > 0)
			cell_tags_read(p, n, &cells->tags);
		p += n;
		*plain_size += 2 + n;
	}
	if (cells->format.sequence_ids)
	{
		const uint8_t *start = p;

		/* One byte, except in files of memstore flushes. */
		if (p < cells->end && *p == 0)
			p++;
		else
			p = hfile_get_vint(p, cells->end, &sequence_id);
		if (p == NULL)
			return NULL;
		*plain_size += p - start;
	}
	return p;
}

/* ---- plain -------------------------------------------------------------- */

static bool
next_plain(HFileCells *cells, Cell *cell, CoreError *err)
{
	const uint8_t *start = cells->at;
	const uint8_t *p;
	uint64_t	plain_size = 0;
	size_t		used;

	if (!cell_read(start, cells->end - start, cell, &used))
		return cell_error(cells, start, "does not fit", err);
	if (!is_sound(cell))
		return cell_error(cells, start, "cannot be stored in HBase", err);
	p = read_tail(cells, start + used, &plain_size);
	if (p == NULL)
		return cell_error(cells, start, "does not fit", err);
	cells->at = p;
	return true;
}

/* ---- FAST_DIFF ---------------------------------------------------------- */

/* The flag bits before each cell. */
#define SHARED_TS_BYTES		0x07	/* number of shared timestamp bytes */
#define SAME_KEY_LENGTH		0x08
#define SAME_VALUE_LENGTH	0x10
#define SAME_TYPE			0x20
#define SAME_VALUE			0x40

/* Keep the first n bytes of buf and append len bytes of p. */
static void
replace_from(CoreBuf *buf, size_t n, const uint8_t *p, size_t len)
{
	buf->len = n;
	core_buf_add(buf, p, len);
}

/* Read the complete key of the first cell of a block. */
static const uint8_t *
first_key(HFileCells *cells, const uint8_t *p, uint32_t common)
{
	Cell		cell;

	if (common != 0 || cells->key_len > (size_t) (cells->end - p) ||
		!cell_read_key(p, cells->key_len, &cell))
		return NULL;
	replace_from(&cells->row, 0, cell.row, cell.row_len);
	replace_from(&cells->family, 0, cell.family, cell.family_len);
	replace_from(&cells->qualifier, 0, cell.qualifier, cell.qualifier_len);
	core_put_u64(cells->ts, (uint64_t) cell.ts);
	cells->type = cell.type;
	return p + cells->key_len;
}

/*
 * Read row and qualifier of a later cell.  Its first common bytes are those of
 * the previous key.  The family never changes within a block.
 */
static const uint8_t *
next_key(HFileCells *cells, const uint8_t *p, uint32_t common)
{
	size_t		fixed = cells->family.len + CELL_KEY_OVERHEAD;
	size_t		shared;
	size_t		n;

	if (common < 2 + cells->row.len)
	{
		uint8_t		length[2];
		size_t		row_len;

		/* Part of the row's length may be shared, so compare it as bytes. */
		core_put_u16(length, (uint16_t) cells->row.len);
		for (uint32_t i = common; i < 2; i++)
		{
			if (p >= cells->end)
				return NULL;
			length[i] = *p++;
		}
		row_len = core_get_u16(length);
		shared = common > 2 ? common - 2 : 0;
		if (row_len < shared || row_len + fixed > cells->key_len ||
			row_len - shared > (size_t) (cells->end - p))
			return NULL;
		replace_from(&cells->row, shared, p, row_len - shared);
		p += row_len - shared;
		shared = 0;
	}
	else
	{
		size_t		before = 3 + cells->row.len + cells->family.len;

		if (common < before || common - before > cells->qualifier.len)
			return NULL;
		shared = common - before;
	}

	if (cells->row.len + fixed + shared > cells->key_len)
		return NULL;
	n = cells->key_len - cells->row.len - fixed - shared;
	if (n > (size_t) (cells->end - p))
		return NULL;
	replace_from(&cells->qualifier, shared, p, n);
	return p + n;
}

/* Read timestamp and type of a later cell. */
static const uint8_t *
next_version(HFileCells *cells, const uint8_t *p, uint8_t flags)
{
	uint32_t	shared = flags & SHARED_TS_BYTES;

	if ((size_t) (cells->end - p) < 8 - shared + (flags & SAME_TYPE ? 0 : 1))
		return NULL;
	memcpy(cells->ts + shared, p, 8 - shared);
	p += 8 - shared;
	if ((flags & SAME_TYPE) == 0)
		cells->type = *p++;
	return p;
}

/*
 * Decode a cell into the buffers of the cursor; NULL if the bytes are invalid.
 * Reproduces FastDiffDeltaEncoder.uncompressSingleKeyValue, HBase 2.6.1.
 */
static const uint8_t *
decode(HFileCells *cells, const uint8_t *p)
{
	uint8_t		flags = *p++;
	uint32_t	common;

	if (cells->first && flags != 0)
		return NULL;
	if ((flags & SAME_KEY_LENGTH) == 0 &&
		(p = get_compressed_int(p, cells->end, &cells->key_len)) == NULL)
		return NULL;
	if ((flags & SAME_VALUE_LENGTH) == 0)
	{
		/* SAME_VALUE is valid only if the lengths are equal. */
		if ((flags & SAME_VALUE) != 0 ||
			(p = get_compressed_int(p, cells->end, &cells->value_len)) == NULL)
			return NULL;
	}
	if ((p = get_compressed_int(p, cells->end, &common)) == NULL)
		return NULL;
	if (cells->first)
		p = first_key(cells, p, common);
	else if ((p = next_key(cells, p, common)) != NULL)
		p = next_version(cells, p, flags);
	if (p == NULL)
		return NULL;
	if ((flags & SAME_VALUE) == 0)
	{
		if (cells->value_len > (size_t) (cells->end - p))
			return NULL;
		cells->value = p;
		p += cells->value_len;
	}
	cells->first = false;
	return p;
}

static bool
next_fast_diff(HFileCells *cells, Cell *cell, CoreError *err)
{
	const uint8_t *start = cells->at;
	const uint8_t *p = decode(cells, start);
	uint64_t	plain_size;

	if (p != NULL)
	{
		plain_size = 8 + (uint64_t) cells->key_len + cells->value_len;
		p = read_tail(cells, p, &plain_size);
	}
	if (p == NULL)
		return cell_error(cells, start, "does not fit", err);
	cells->at = p;

	cell->row = cells->row.data;
	cell->row_len = (uint32_t) cells->row.len;
	cell->family = cells->family.data;
	cell->family_len = (uint32_t) cells->family.len;
	cell->qualifier = cells->qualifier.data;
	cell->qualifier_len = (uint32_t) cells->qualifier.len;
	cell->ts = (int64_t) core_get_u64(cells->ts);
	cell->type = cells->type;
	cell->value = cells->value;
	cell->value_len = cells->value_len;
	if (!is_sound(cell))
		return cell_error(cells, start, "cannot be stored in HBase", err);

	/*
	 * Small input can expand to large output: stop at the unencoded size of
	 * the block.
	 */
	if (plain_size > cells->left)
		return cell_error(cells, start,
						  "exceeds the number of cells in the block's header",
						  err);
	cells->left -= plain_size;
	return p < cells->end || cells->left == 0 || too_few_cells(cells, err);
}

bool
hfile_cells_next(HFileCells *cells, Cell *cell, CoreError *err)
{
	if (!(cells->encoded ? next_fast_diff(cells, cell, err) :
						   next_plain(cells, cell, err)))
		return false;
	if (!cells->tagged || !cells->tags.mob)
		return true;
	core_error(err, CORE_ERR_UNSUPPORTED,
			   "a value of the HFile is in a MOB file");
	return core_error_hint(err,
						   "Copy the table without IS_MOB, for example with HBase's CopyTable.");
}
