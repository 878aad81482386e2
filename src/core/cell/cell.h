/*
 * cell.h
 *		A cell as HBase stores it: its order, its KeyValue bytes, the names of
 *		its types, and its limits.
 *
 * Held against KeyValue and CellComparatorImpl of HBase 2.6.1.
 */
#ifndef CELL_H
#define CELL_H

#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "core/base/error.h"

/* KeyValue.Type.  Minimum and Maximum occur in seek keys only. */
typedef enum CellType
{
	CELL_MINIMUM = 0,			/* seek keys only */
	CELL_PUT = 4,
	CELL_DELETE = 8,			/* delete marker of one version of a column */
	CELL_DELETE_FAMILY_VERSION = 10,	/* of all columns at one timestamp */
	CELL_DELETE_COLUMN = 12,	/* of a column up to a timestamp */
	CELL_DELETE_FAMILY = 14,	/* of all columns up to a timestamp */
	CELL_MAXIMUM = 255			/* seek keys only */
} CellType;

/* The timestamp of an unstamped cell (HConstants.LATEST_TIMESTAMP). */
#define CELL_LATEST_TIMESTAMP	INT64_MAX

#define CELL_MAX_ROW		BYTES_MAX_ROW
#define CELL_MAX_FAMILY		127

/*
 * The default of hbase.client.keyvalue.maxsize and
 * hbase.server.keyvalue.maxsize, in bytes.
 */
#define CELL_DEFAULT_MAX_SIZE	10485760

/*
 * Key bytes other than row, family and qualifier: two lengths, timestamp,
 * type.
 */
#define CELL_KEY_OVERHEAD	12

/* A pointer may be NULL where its length is 0. */
typedef struct Cell
{
	const uint8_t *row;
	const uint8_t *family;
	const uint8_t *qualifier;
	const uint8_t *value;
	uint32_t	row_len;
	uint32_t	family_len;
	uint32_t	qualifier_len;
	uint32_t	value_len;
	int64_t		ts;				/* milliseconds, or CELL_LATEST_TIMESTAMP */
	uint8_t		type;			/* a CellType */
} Cell;

/* ---- types ----------------------------------------------------------- */

/* HBase's name of a type that a stored cell may have; NULL for other types. */
extern const char *cell_type_name(uint8_t type);

/* Find the type by HBase's name, which is case-sensitive. */
extern bool cell_type_from_name(const char *name, size_t len, CellType *type,
								CoreError *err);

/* Whether a stored cell may have this type. */
static inline bool
cell_type_is_stored(uint8_t type)
{
	return type == CELL_PUT || type == CELL_DELETE ||
		type == CELL_DELETE_FAMILY_VERSION || type == CELL_DELETE_COLUMN ||
		type == CELL_DELETE_FAMILY;
}

/* Whether the type is a family delete marker, which has no qualifier. */
static inline bool
cell_type_is_family_marker(uint8_t type)
{
	return type == CELL_DELETE_FAMILY || type == CELL_DELETE_FAMILY_VERSION;
}

/* ---- order ----------------------------------------------------------- */

/*
 * bytes_compare for the short byte strings of keys.  Only the sign of the
 * result is meaningful.  Most keys differ in the first byte, which saves a
 * call of memcmp.
 */
static inline int
cell_compare_bytes(const uint8_t *a, uint32_t alen, const uint8_t *b,
				   uint32_t blen)
{
	uint32_t	n = alen < blen ? alen : blen;
	int			c;

	if (n > 0)
	{
		c = (int) a[0] - (int) b[0];
		if (c != 0)
			return c;
		c = memcmp(a, b, n);
		if (c != 0)
			return c;
	}
	return (alen > blen) - (alen < blen);
}

/*
 * Compare versions of one column: newest first, then higher type code first,
 * as CellComparatorImpl.compare.
 */
static inline int
cell_compare_version(int64_t ats, uint8_t atype, int64_t bts, uint8_t btype)
{
	if (ats != bts)
		return ats > bts ? -1 : 1;
	return (int) btype - (int) atype;
}

/*
 * Compare cells of one row: family, qualifier, version.  Only the sign of the
 * result is meaningful.
 */
extern int	cell_compare_in_row(const Cell *a, const Cell *b);

/*
 * CellComparatorImpl.compare(a, b, true) of HBase 2.6.1: the order of cells
 * without the sequence id.  Only the sign of the result is meaningful.
 */
extern int	cell_compare(const Cell *a, const Cell *b);

/* ---- serialised form -------------------------------------------------- */

/*
 * The size of the key: row and family with lengths, qualifier, timestamp and
 * type (KeyValue.getKeyDataStructureSize).
 */
static inline size_t
cell_key_size(const Cell *cell)
{
	return (size_t) cell->row_len + cell->family_len + cell->qualifier_len +
		CELL_KEY_OVERHEAD;
}

/* The size of the KeyValue: two lengths, key, value. */
static inline size_t
cell_size(const Cell *cell)
{
	return 8 + cell_key_size(cell) + cell->value_len;
}

/* Write the key, cell_key_size bytes.  Returns the end. */
static inline uint8_t *
cell_write_key(uint8_t *dst, const Cell *cell)
{
	core_put_u16(dst, (uint16_t) cell->row_len);
	dst += 2;
	core_copy(dst, cell->row, cell->row_len);
	dst += cell->row_len;
	*dst++ = (uint8_t) cell->family_len;
	core_copy(dst, cell->family, cell->family_len);
	dst += cell->family_len;
	core_copy(dst, cell->qualifier, cell->qualifier_len);
	dst += cell->qualifier_len;
	core_put_u64(dst, (uint64_t) cell->ts);
	dst[8] = cell->type;
	return dst + 9;
}

/* Write the KeyValue, cell_size bytes.  Returns the end. */
static inline uint8_t *
cell_write(uint8_t *dst, const Cell *cell)
{
	core_put_u32(dst, (uint32_t) cell_key_size(cell));
	core_put_u32(dst + 4, cell->value_len);
	dst = cell_write_key(dst + 8, cell);
	core_copy(dst, cell->value, cell->value_len);
	return dst + cell->value_len;
}

/*
 * Read a key of exactly len bytes into cell and make its value empty.  The
 * cell points into the bytes.  Returns false if the lengths do not fit.  Types
 * and names are not checked, because seek keys may have other ones than stored
 * cells.
 */
extern bool cell_read_key(const uint8_t *key, size_t len, Cell *cell);

/*
 * Read a KeyValue from the start of len bytes and set *used to its size.
 * Returns false if it does not fit.  Tags after the KeyValue are not read:
 * only the reader knows whether they exist.
 */
extern bool cell_read(const uint8_t *p, size_t len, Cell *cell, size_t *used);

/* ---- limits ----------------------------------------------------------- */

/*
 * Check a column family name as HBase does: 1 to 127 bytes, no control
 * characters, ':', '/' or '\', no leading '.', not "recovered.edits".
 */
extern bool cell_check_family(const uint8_t *name, size_t len, CoreError *err);

/*
 * Check that HBase can store the cell and that it can be read, overwritten and
 * deleted: row, family, size (max_size in bytes; 0 means no limit), type,
 * empty qualifier of family delete markers, 0 <= ts < 2^63 - 1.  The message
 * has the row.
 */
extern bool cell_check(const Cell *cell, size_t max_size, CoreError *err);

/*
 * Set the timestamp of an unstamped cell: stamp for puts, stamp - 1 for delete
 * markers, so that a marker does not hide a put of the same run.  An unstamped
 * Delete or DeleteFamilyVersion is an error, because it marks one version.
 * Stamped cells are unchanged.
 */
extern bool cell_stamp(Cell *cell, int64_t stamp, CoreError *err);

/* Check the stamp of a run: 1 <= stamp < 2^63 - 1. */
extern bool cell_check_stamp(int64_t stamp, CoreError *err);

/*
 * The printable form of bytes for a message: in double quotes, truncated with
 * "..." to size bytes (at least 16).  Returns dst.
 */
extern char *cell_quote(const uint8_t *p, size_t n, char *dst, size_t size);

/* Size of the buffer for cell_quote. */
#define CELL_QUOTE_SIZE		100

#endif							/* CELL_H */
