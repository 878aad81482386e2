/*
 * check_cells.h
 *		Statistics over the cells of many rows, family by family: sizes, names,
 *		timestamps, versions, and columns that mix text and binary values.
 *
 * All counters are in bounded memory: add every family of every row, then read
 * the fields.
 */
#ifndef CHECK_CELLS_H
#define CHECK_CELLS_H

#include "core/base/buffer.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_format.h"

/*
 * The largest number of different qualifiers.  With more, qualifiers are
 * considered data.
 */
#define CHECK_MAX_COLUMNS	1024

/* Earlier timestamps are not milliseconds: HBase did not exist. */
#define CHECK_EARLIEST_MS	INT64_C(100000000000)	/* 1973-03-03 */

/*
 * The timestamps of ten years in seconds, from now on.  As milliseconds they
 * would be in early 1970.
 */
#define CHECK_TEN_YEARS		INT64_C(315360000)

/*
 * Tolerance for clock differences, and for views that compute the time while
 * they are read.
 */
#define CHECK_CLOCK_MS		60000

/* The largest width of a binary number. */
#define CHECK_NUMBER_WIDTH	8

/* The declared type of a column. */
typedef struct CheckDeclared
{
	const uint8_t *name;
	size_t		name_len;
	EncodingType type;
	const char *type_name;		/* text of the type for findings */
} CheckDeclared;

typedef struct CheckColumn
{
	size_t		name_at;		/* offset in the names of CheckFamily */
	uint32_t	name_len;
	uint64_t	cells;
	const CheckDeclared *declared;	/* NULL: not declared */
	uint64_t	misfits;		/* number of values that are not of the
								 * declared type */
	/* for columns without a declaration: */
	uint64_t	texts;			/* values that are printable text */
	uint64_t	texts_of[CHECK_NUMBER_WIDTH + 1];	/* of these: by length */
	uint64_t	binaries;		/* values that are not text */
	/* of these: by length */
	uint64_t	binaries_of[CHECK_NUMBER_WIDTH + 1];
	uint32_t	shortest;		/* length of the shortest binary value */
	uint32_t	longest;
} CheckColumn;

/* The limits for the cells of a family. */
typedef struct CheckFamilyLimits
{
	uint32_t	name_len;		/* of the family */
	int32_t		versions;		/* VERSIONS */
	int64_t		oldest;			/* ms: earlier cells have expired */
	int64_t		now;			/* ms: later cells are in the future */
	int			ndeclared;
	const CheckDeclared *declared;	/* declared columns of the family */
} CheckFamilyLimits;

typedef struct CheckFamily
{
	CheckFamilyLimits limits;
	uint64_t	rows;			/* rows with cells of the family */
	uint64_t	cells;
	uint64_t	markers;		/* of these: delete markers */
	uint64_t	bytes;			/* total size of the KeyValues */
	uint64_t	key_bytes;		/* of this: row keys */
	uint64_t	qualifier_bytes;	/* of this: qualifiers */
	uint64_t	value_bytes;	/* of this: values */
	uint64_t	long_names;		/* cells with a qualifier of more than 8
								 * bytes */
	uint64_t	long_name_bytes;	/* total size of these qualifiers */
	uint64_t	unstamped;
	uint64_t	future;
	uint64_t	seconds;		/* timestamps that look like seconds */
	uint64_t	expired;
	uint64_t	over_versions;	/* puts beyond VERSIONS */
	uint64_t	too_large;		/* larger than CELL_DEFAULT_MAX_SIZE */
	uint64_t	largest;		/* size of the largest KeyValue */
	int64_t		latest;			/* latest timestamp; -1: no stamped cell */
	int			ncolumns;		/* CHECK_MAX_COLUMNS means that or more */
	CheckColumn *columns;		/* core_alloc, or NULL */
	uint16_t   *slots;			/* hash table: index of the column + 1 */
	CoreBuf		names;
} CheckFamily;

extern void check_family_init(CheckFamily *family,
							  const CheckFamilyLimits *limits);

/*
 * Add the cells of a row with a key of this many bytes.  Returns the total
 * size of their KeyValues.
 */
extern uint64_t check_family_add(CheckFamily *family, const WideRow *row,
								 size_t key_len);

/*
 * The number of text values of a column.  If binary values of a number's width
 * are more frequent, text values of that width are counted as numbers.
 */
extern uint64_t check_column_texts(const CheckColumn *column);

/*
 * Whether a column has values that are not of its declared type, or, without a
 * declaration, both text and binary values, beyond accident.
 */
extern bool check_column_is_mixed(const CheckColumn *column);

/* Whether a value is of this type.  An empty value always is. */
extern bool check_value_is(const EncodingType *type, const uint8_t *value,
						   uint32_t len);

/*
 * Whether the values have the widths of numbers (2, 4 or 8 bytes), but more
 * than one width.  Few text values have these lengths.
 */
extern bool check_column_has_widths(const CheckColumn *column);

/* The column with the longest qualifier; NULL if there is none. */
extern const CheckColumn *check_family_longest_name(const CheckFamily *family);

#endif							/* CHECK_CELLS_H */
