/*
 * check_cells.h
 *		What the cells of many rows say together, family by family: sizes,
 *		names, times, versions, and values that are text here and binary there.
 *
 * Plain counters in bounded memory: add every family of every row, then read
 * the fields.
 */
#ifndef CHECK_CELLS_H
#define CHECK_CELLS_H

#include "encoding.h"
#include "widerow.h"

/* Qualifiers that are told apart; where there are more, they are data. */
#define CHECK_MAX_COLUMNS	1024

/* From this time on HBase has been written to: earlier is no time in ms. */
#define CHECK_EARLIEST_MS	INT64_C(100000000000)	/* 1973-03-03 */

/* Seconds of times up to ten years from now; as ms they lie in early 1970. */
#define CHECK_TEN_YEARS		INT64_C(315360000)

/* Clocks differ, and a view may ask for the time while it is read. */
#define CHECK_CLOCK_MS		60000

/* No number in binary is wider. */
#define CHECK_NUMBER_WIDTH	8

/* What a column is known to hold. */
typedef struct CheckDeclared
{
	const uint8_t *name;
	size_t		name_len;
	EncodingType type;
	const char *type_name;		/* for the reader of a finding */
} CheckDeclared;

typedef struct CheckColumn
{
	size_t		name_at;		/* in CheckFamily's names */
	uint32_t	name_len;
	uint64_t	cells;
	const CheckDeclared *declared;	/* NULL: it is not */
	uint64_t	misfits;		/* values that are not as declared */
	/* of a column that is not declared */
	uint64_t	texts;			/* values that are printable text */
	uint64_t	texts_of[CHECK_NUMBER_WIDTH + 1];	/* of these, by length */
	uint64_t	binaries;		/* values that are no text */
	uint64_t	binaries_of[CHECK_NUMBER_WIDTH + 1];	/* of these, by length */
	uint32_t	shortest;		/* of the binaries */
	uint32_t	longest;
} CheckColumn;

/* What is expected of a family's cells. */
typedef struct CheckFamilyLimits
{
	uint32_t	name_len;		/* of the family */
	int32_t		versions;		/* kept of a column */
	int64_t		oldest;			/* ms: what is before has expired */
	int64_t		now;			/* ms: what is after lies in the future */
	int			ndeclared;
	const CheckDeclared *declared;	/* columns of the family */
} CheckFamilyLimits;

typedef struct CheckFamily
{
	CheckFamilyLimits limits;
	uint64_t	rows;			/* that have cells of it */
	uint64_t	cells;
	uint64_t	markers;		/* among these */
	uint64_t	bytes;			/* of KeyValues */
	uint64_t	key_bytes;		/* of row keys in these, */
	uint64_t	qualifier_bytes;	/* of qualifiers, */
	uint64_t	value_bytes;	/* of values */
	uint64_t	long_names;		/* cells whose qualifier has over 8 bytes */
	uint64_t	long_name_bytes;	/* of these qualifiers */
	uint64_t	unstamped;
	uint64_t	future;
	uint64_t	seconds;		/* times that look like seconds */
	uint64_t	expired;
	uint64_t	over_versions;	/* puts that the family does not keep */
	uint64_t	too_large;		/* over CELL_DEFAULT_MAX_SIZE */
	uint64_t	largest;		/* bytes of a KeyValue */
	int64_t		latest;			/* time of a cell; -1: none has one */
	int			ncolumns;		/* CHECK_MAX_COLUMNS: or more */
	CheckColumn *columns;		/* core_alloc, or NULL */
	uint16_t   *slots;			/* hash of the columns, number + 1 */
	CoreBuf		names;
} CheckFamily;

extern void check_family_init(CheckFamily *family, const CheckFamilyLimits *limits);

/*
 * Add the cells of a row whose key has so many bytes; returns the bytes of
 * their KeyValues.
 */
extern uint64_t check_family_add(CheckFamily *family, const WideRow *row, size_t key_len);

/*
 * The column's values that are text.  Where binaries of a number's width are
 * more, printable values of that width are numbers by accident.
 */
extern uint64_t check_column_texts(const CheckColumn *column);

/*
 * Is the column not always as it is declared; or, where it is not declared,
 * text in some rows and binary in others, beyond accident?
 */
extern bool check_column_is_mixed(const CheckColumn *column);

/* Is it a value of this type?  The empty one is no value, and always is. */
extern bool check_value_is(const EncodingType *type, const uint8_t *value, uint32_t len);

/*
 * Do all values have the width of a number, of 2, 4 or 8 bytes, but not all of
 * the same?  Texts that are as long are few.
 */
extern bool check_column_has_widths(const CheckColumn *column);

/* The longest qualifier that is told apart; NULL: there is none. */
extern const CheckColumn *check_family_longest_name(const CheckFamily *family);

#endif							/* CHECK_CELLS_H */
