/*
 * layout.h
 *		A layout: the fields and components of a row key.
 */
#ifndef LAYOUT_KEY_H
#define LAYOUT_KEY_H

#include "core/transform/keyhash.h"
#include "core/transform/salt.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

#define LAYOUT_MAX_TEXT			8192	/* bytes of the text of a layout */
#define LAYOUT_MAX_COMPONENTS	64
#define LAYOUT_MAX_FIELDS		64
#define LAYOUT_MAX_NAME			63		/* bytes of a field name */
#define LAYOUT_MAX_TYPE			48		/* bytes of a type name */

typedef enum LayoutKind
{
	LAYOUT_SALT,				/* salt(n [, field...]) */
	LAYOUT_BUCKET,				/* bucket(field, n) */
	LAYOUT_DIGEST,				/* md5(field [, nbytes]), md5hex(field [,
								 * n]) */
	LAYOUT_REVERSE,				/* reverse(field) */
	LAYOUT_DIGITS,				/* digits(field, n) */
	LAYOUT_TRUNC,				/* trunc(field, 'period') */
	LAYOUT_LITERAL,				/* 'constant' */
	LAYOUT_FIELD				/* field */
} LayoutKind;

/* How a reader finds the end of a component. */
typedef enum LayoutEnd
{
	LAYOUT_END_WIDTH,			/* fixed width */
	LAYOUT_END_SELF,			/* its bytes determine it (OrderedBytes) */
	LAYOUT_END_SEPARATOR,		/* Phoenix's separator, 00 or ff */
	LAYOUT_END_LITERAL,			/* the next literal component */
	LAYOUT_END_KEY				/* the end of the key */
} LayoutEnd;

/* The unit of a period in trunc. */
typedef enum LayoutUnit
{
	LAYOUT_UNIT_MILLISECOND,
	LAYOUT_UNIT_SECOND,
	LAYOUT_UNIT_MINUTE,
	LAYOUT_UNIT_HOUR,
	LAYOUT_UNIT_DAY,
	LAYOUT_UNIT_WEEK,			/* weeks begin on Monday */
	LAYOUT_UNIT_MONTH,
	LAYOUT_UNIT_YEAR
} LayoutUnit;

/* A type as written: its words and its arguments in parentheses. */
typedef struct LayoutTypeName
{
	const char *words;			/* lower case, separated by one blank; NULL:
								 * none */
	int			nargs;			/* 0..2 */
	int			args[2];
	int			position;
} LayoutTypeName;

typedef struct LayoutField
{
	const char *name;
	char		type_name[LAYOUT_MAX_TYPE];		/* canonical; "": not known
												 * yet */
	ValueKind	kind;			/* kind of the argument and of the decoded
								 * value */
	EncodingType type;			/* encoding of the field itself */
	bool		nullable;
	bool		canonical;		/* equal values have equal bytes */
	bool		rangeable;		/* some component supports ranges of the
								 * field */
	int			read_from;		/* component from which the field is
								 * decoded, or -1 */
	bool		read_whole;		/* the whole value, not only the start of
								 * its period */
} LayoutField;

typedef struct LayoutComponent
{
	LayoutKind	kind;
	int			position;		/* of the first character in the text, from
								 * 1 */
	int			field;			/* index, or -1 for salt and literal */
	bool		descending;
	bool		nullable;
	bool		hex;			/* digest as hex digits */
	bool		as_text;		/* salt as decimal digits */
	int64_t		number;			/* salt, bucket: n; digest: bytes or digits
								 * kept; digits: number of digits */
	const char *algorithm;		/* name in lower case, for salt and digest */
	KeyHash		hash;			/* for a digest */
	Salt		salt;
	int			nsalted;		/* number of fields in salt(n, field...), or
								 * 0 */
	uint8_t		salted[LAYOUT_MAX_FIELDS];
	LayoutUnit	unit;			/* for trunc */
	int64_t		count;			/* number of units in the period of trunc */
	const uint8_t *literal;
	size_t		literal_len;
	LayoutTypeName type;		/* type at this mention of the field */

	LayoutEnd	end;
	int			width;			/* fixed width in bytes, or -1 */
	bool		ordered;		/* sorts like the values of the field */
	bool		is_number;		/* the bytes are an integer, at least
								 * least_number, with the bits of flip
								 * inverted */
	uint64_t	flip;
	int64_t		least_number;
	uint8_t		separator;		/* for LAYOUT_END_SEPARATOR */
} LayoutComponent;

typedef struct Layout
{
	Encoding	encoding;
	int			ncomponents;
	int			nfields;
	int			fixed_width;	/* sum of fixed widths and literals */
	bool		fixed;			/* there are no other components */
	int			tail;			/* first of the last components, which
								 * Phoenix omits if they are NULL;
								 * ncomponents if there is none */
	bool		two_way;		/* the decoded fields compose to the same
								 * key */
	LayoutComponent components[LAYOUT_MAX_COMPONENTS];
	LayoutField fields[LAYOUT_MAX_FIELDS];
	char		pool[];			/* strings: names and literals */
} Layout;

/* The field of a component; NULL for salt and literal. */
static inline const LayoutField *
layout_field_of(const Layout *layout, const LayoutComponent *component)
{
	return component->field < 0 ? NULL : &layout->fields[component->field];
}

/* Size of the buffer for layout_label. */
#define LAYOUT_LABEL_SIZE	96

/* With more salts or buckets, not each one is a separate region. */
#define LAYOUT_MAX_SALT_REGIONS	256

/*
 * The number of salts or buckets at the start of the keys; 0 if there are
 * none.
 */
static inline int64_t
layout_salts(const Layout *layout)
{
	const LayoutComponent *first = &layout->components[0];

	return first->kind == LAYOUT_SALT || first->kind == LAYOUT_BUCKET ?
		first->number :
		0;
}

#endif							/* LAYOUT_KEY_H */
