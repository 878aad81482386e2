/*
 * layout.h
 *		A declared composite key: what its text says, read, checked, resolved
 *		and printed.
 *
 * A Layout is one block of memory, plain data that never changes after
 * layout_read: it is the compiled plan from which keys are composed, scanned
 * and read back (layout_key.h, layout_scan.h).
 *
 * Terms: a component is what stands between two commas and contributes bytes;
 * a field is a value of the user's row, and the argument of a call.  One field
 * may be mentioned by several components.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "encoding.h"
#include "salt.h"

#define LAYOUT_MAX_TEXT			8192	/* bytes of a layout's text */
#define LAYOUT_MAX_COMPONENTS	64
#define LAYOUT_MAX_FIELDS		64
#define LAYOUT_MAX_NAME			63		/* bytes of a field's name */
#define LAYOUT_MAX_TYPE			48		/* bytes of a type's name */

typedef enum LayoutKind
{
	LAYOUT_SALT,				/* salt(n [, field...]) */
	LAYOUT_BUCKET,				/* bucket(n, field) */
	LAYOUT_DIGEST,				/* md5(field [, nbytes]), md5hex(field [, n]) */
	LAYOUT_REVERSE,				/* reverse(field) */
	LAYOUT_DIGITS,				/* digits(field, n) */
	LAYOUT_TRUNC,				/* trunc(field, 'period') */
	LAYOUT_LITERAL,				/* 'constant' */
	LAYOUT_FIELD				/* field */
} LayoutKind;

/* How a reader finds the end of a component. */
typedef enum LayoutEnd
{
	LAYOUT_END_WIDTH,			/* its width is fixed */
	LAYOUT_END_SELF,			/* its own bytes say so (OrderedBytes) */
	LAYOUT_END_SEPARATOR,		/* Phoenix's separator, 00 or ff */
	LAYOUT_END_LITERAL,			/* the literal component that follows */
	LAYOUT_END_KEY				/* it runs to the end of the key */
} LayoutEnd;

/* The unit of trunc's period. */
typedef enum LayoutUnit
{
	LAYOUT_UNIT_MILLISECOND,
	LAYOUT_UNIT_SECOND,
	LAYOUT_UNIT_MINUTE,
	LAYOUT_UNIT_HOUR,
	LAYOUT_UNIT_DAY,
	LAYOUT_UNIT_WEEK,			/* from Monday */
	LAYOUT_UNIT_MONTH,
	LAYOUT_UNIT_YEAR
} LayoutUnit;

/* A type as it is written: its words, and what stands in parentheses. */
typedef struct LayoutTypeName
{
	const char *words;			/* lower case, one blank between; NULL: none */
	int			nargs;			/* 0..2 */
	int			args[2];
	int			position;
} LayoutTypeName;

typedef struct LayoutField
{
	const char *name;
	char		type_name[LAYOUT_MAX_TYPE];		/* canonical; "": none yet */
	ValueKind	kind;			/* of its argument and of what is read back */
	EncodingType type;			/* its bytes where it stands as it is */
	bool		nullable;
	bool		canonical;		/* equal values have equal bytes */
	bool		rangeable;		/* some component keeps what a range asks for */
	int			read_from;		/* component that gives its value back, or -1 */
	bool		read_whole;		/* not only the start of its period */
} LayoutField;

typedef struct LayoutComponent
{
	LayoutKind	kind;
	int			position;		/* of its first character in the text, from 1 */
	int			field;			/* index, or -1: salt and literal */
	bool		descending;
	bool		nullable;
	bool		hex;			/* digest written as hex digits */
	bool		as_text;		/* salt written as decimal digits */
	int64_t		number;			/* salt, bucket: n; digest: bytes or digits
								 * kept; digits: how many */
	const char *algorithm;		/* of salt and digest, lower case */
	KeyHash		hash;			/* of a digest */
	Salt		salt;
	int			nsalted;		/* fields named in salt(n, field...), or 0 */
	uint8_t		salted[LAYOUT_MAX_FIELDS];
	LayoutUnit	unit;			/* of trunc */
	int64_t		count;			/* of units in trunc's period */
	const uint8_t *literal;
	size_t		literal_len;
	LayoutTypeName type;		/* as written at this mention */

	LayoutEnd	end;
	int			width;			/* bytes it always takes, or -1 */
	bool		ordered;		/* sorts as the field's values do */
	bool		is_number;		/* its bytes are a number with the bits flip
								 * turned round, from least_number on */
	uint64_t	flip;
	int64_t		least_number;
	uint8_t		separator;		/* of LAYOUT_END_SEPARATOR */
} LayoutComponent;

typedef struct Layout
{
	Encoding	encoding;
	int			ncomponents;
	int			nfields;
	int			fixed_width;	/* sum of the fixed widths and literals */
	bool		fixed;			/* which are all there is */
	int			tail;			/* first of the components at the end that
								 * Phoenix leaves out when NULL; ncomponents
								 * if there is none */
	bool		two_way;		/* fields read back compose to the same key */
	LayoutComponent components[LAYOUT_MAX_COMPONENTS];
	LayoutField fields[LAYOUT_MAX_FIELDS];
	char		pool[];			/* names and literals */
} Layout;

/* The field a component mentions; NULL for salt and literal. */
static inline const LayoutField *
layout_field_of(const Layout *layout, const LayoutComponent *component)
{
	return component->field < 0 ? NULL : &layout->fields[component->field];
}

/*
 * Read a layout's text (UTF-8) and check it.  One block of core_alloc; NULL
 * with an error that tells the position and what to do.
 */
extern Layout *layout_read(const char *text, size_t len, CoreError *err);

/* Append the canonical form: the only text of this meaning. */
extern void layout_print(const Layout *layout, CoreBuf *out);

/* Append one component as it stands in the canonical form. */
extern void layout_print_component(const Layout *layout, int component, CoreBuf *out);

/*
 * A component's name for messages, as customer or md5(customer): at most size
 * bytes with the terminator; returns buf.
 */
extern const char *layout_label(const Layout *layout, int component,
								char *buf, size_t size);

/* ---- the steps of layout_read, for layout_*.c ------------------------- */

/* Text to components, types not yet resolved. */
extern Layout *layout_parse(const char *text, size_t len, CoreError *err);

/* Resolve types and hashes, and refuse what cannot be read back or built. */
extern bool layout_check(Layout *layout, CoreError *err);

/* "... at character 12 of the layout". */
extern bool layout_error_at(CoreError *err, int position, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));

/* Pass another part's error on, with the position in the layout. */
extern bool layout_error_from(CoreError *err, int position, const CoreError *reason);

/* The field of this name; -1 when there is none. */
extern int	layout_find_field(const Layout *layout, const char *name, size_t len);

/* The error of a name that is no field: it lists those there are. */
extern bool layout_no_field(const Layout *layout, const char *name, size_t len,
							CoreError *err);

/* Words that a name must be quoted to be. */
extern bool layout_is_reserved(const char *word);

#endif							/* LAYOUT_H */
