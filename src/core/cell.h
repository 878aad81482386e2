/*
 * cell.h
 *		A cell as HBase stores it: its order, its serialised form (KeyValue),
 *		the names of its types, and its limits.
 */
#ifndef CELL_H
#define CELL_H

#include "bytes.h"
#include "core.h"

/* KeyValue.Type: what a stored cell may be, and two that only seek keys are. */
typedef enum CellType
{
	CELL_MINIMUM = 0,			/* seek keys only */
	CELL_PUT = 4,
	CELL_DELETE = 8,			/* marks one version of one column */
	CELL_DELETE_FAMILY_VERSION = 10,	/* marks all columns at one time */
	CELL_DELETE_COLUMN = 12,	/* marks a column up to a time */
	CELL_DELETE_FAMILY = 14,	/* marks all columns up to a time */
	CELL_MAXIMUM = 255			/* seek keys only */
} CellType;

/* The timestamp of a cell that has none yet (HConstants.LATEST_TIMESTAMP). */
#define CELL_LATEST_TIMESTAMP	INT64_MAX

#define CELL_MAX_ROW		BYTES_MAX_ROW
#define CELL_MAX_FAMILY		127

/* hbase.client.keyvalue.maxsize and hbase.server.keyvalue.maxsize. */
#define CELL_DEFAULT_MAX_SIZE	10485760

/* Key bytes beside row, family and qualifier: two lengths, time, type. */
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

/* HBase's name of a type that a stored cell may have; else NULL. */
extern const char *cell_type_name(uint8_t type);

/* The type of that name (case matters, as in HBase). */
extern bool cell_type_from_name(const char *name, size_t len, CellType *type,
								CoreError *err);

/* May a stored cell have this type? */
static inline bool
cell_type_is_stored(uint8_t type)
{
	return type == CELL_PUT || type == CELL_DELETE ||
		type == CELL_DELETE_FAMILY_VERSION || type == CELL_DELETE_COLUMN ||
		type == CELL_DELETE_FAMILY;
}

/* Does a marker of this type stand for the whole family, in no column? */
static inline bool
cell_type_is_family_marker(uint8_t type)
{
	return type == CELL_DELETE_FAMILY || type == CELL_DELETE_FAMILY_VERSION;
}

/* ---- order ----------------------------------------------------------- */

/*
 * bytes_compare for the short strings of keys: the sign alone matters, and
 * memcmp is not called for what differs in its first byte.
 */
static inline int
cell_compare_bytes(const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen)
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

/* Versions of one column: newest first, then the higher type code first. */
static inline int
cell_compare_version(int64_t ats, uint8_t atype, int64_t bts, uint8_t btype)
{
	if (ats != bts)
		return ats > bts ? -1 : 1;
	return (int) btype - (int) atype;
}

/* Cells of one row: family, qualifier, version.  The sign is the result. */
extern int	cell_compare_in_row(const Cell *a, const Cell *b);

/* CellComparatorImpl without the sequence id.  The sign is the result. */
extern int	cell_compare(const Cell *a, const Cell *b);

/* ---- serialised form -------------------------------------------------- */

/* Bytes of the key: row and family with their lengths, qualifier, ts, type. */
static inline size_t
cell_key_size(const Cell *cell)
{
	return (size_t) cell->row_len + cell->family_len + cell->qualifier_len +
		CELL_KEY_OVERHEAD;
}

/* Bytes of the KeyValue: two lengths, key, value. */
static inline size_t
cell_size(const Cell *cell)
{
	return 8 + cell_key_size(cell) + cell->value_len;
}

/* Write the key, cell_key_size bytes; returns the end. */
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

/* Write the KeyValue, cell_size bytes; returns the end. */
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
 * Read a key of exactly len bytes into cell, whose value becomes empty.  The
 * cell points into the bytes.  False if the lengths do not fit; nothing else
 * is judged (seek keys have types and empty families that cells have not).
 */
extern bool cell_read_key(const uint8_t *key, size_t len, Cell *cell);

/*
 * Read a KeyValue from the first of len bytes; *used tells how many it took.
 * False if it does not fit.  Tags, which follow only if the reader knows that
 * they do, are not read.
 */
extern bool cell_read(const uint8_t *p, size_t len, Cell *cell, size_t *used);

/* ---- limits ----------------------------------------------------------- */

/*
 * Is it a column family name HBase takes?  1 to 127 bytes without control
 * characters, ':', '/' and '\', no '.' first, not "recovered.edits".
 */
extern bool cell_check_family(const uint8_t *name, size_t len, CoreError *err);

/*
 * May the cell be stored in HBase and be read, overwritten and deleted there?
 * Checks row, family and cell size (max_size; 0 means no limit), type, an empty
 * qualifier of family markers, and 0 <= ts < 2^63 - 1.  The message names
 * the row.
 */
extern bool cell_check(const Cell *cell, size_t max_size, CoreError *err);

/*
 * Give a cell without timestamp the run's: puts get stamp, markers stamp - 1,
 * so that a put of the same run is not hidden.  Delete and DeleteFamilyVersion
 * mark one version and are an error without its timestamp.  Cells that have one
 * keep it.
 */
extern bool cell_stamp(Cell *cell, int64_t stamp, CoreError *err);

/* May it be the stamp of a run?  1 <= stamp < 2^63 - 1. */
extern bool cell_check_stamp(int64_t stamp, CoreError *err);

/*
 * The printable form of bytes for a message: notation in double quotes, cut
 * with "..." where it would pass size bytes (at least 16).  Returns dst.
 */
extern char *cell_quote(const uint8_t *p, size_t n, char *dst, size_t size);

/* Room that cell_quote needs to show what a message has place for. */
#define CELL_QUOTE_SIZE		100

#endif							/* CELL_H */
