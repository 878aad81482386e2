/*
 * design_key.h
 *		A candidate for a row key: columns in order, with their transforms.
 */
#ifndef DESIGN_KEY_H
#define DESIGN_KEY_H

#include "core/design/design.h"
#include "core/value/encoding_type.h"

#define DESIGN_MAX_PARTS	24

/* What is before the columns, to distribute the rows over the regions. */
typedef enum DesignSpread
{
	DESIGN_PLAIN,
	DESIGN_SALT,				/* salt(n), of the whole key */
	DESIGN_DIGEST,				/* a digest of the first column */
	DESIGN_REVERSE,				/* the first column is reversed */
	DESIGN_SPREADS
} DesignSpread;

typedef struct DesignPart
{
	int			column;
	bool		descending;
} DesignPart;

typedef struct DesignKey
{
	DesignSpread spread;
	int			salts;			/* for DESIGN_SALT */
	DesignPart	parts[DESIGN_MAX_PARTS];
	int			nparts;
	DesignSet	set;			/* the columns of the parts */
	const char *layout;			/* a given one, instead of these, or NULL */
} DesignKey;

/* Append a column, unless the key has it or is full. */
extern void design_key_add(DesignKey *key, int column, bool descending);

extern bool design_key_same(const DesignKey *a, const DesignKey *b);

/*
 * The key of a given layout: its columns in their order.  False if it is not a
 * layout of columns.  Sets whether all of them can be read from the key.
 */
extern bool design_key_given(const DesignInput *input, const char *layout,
							 DesignKey *key, bool *readable);

/* Append the text of the layout. */
extern void design_key_text(const DesignInput *input, const DesignKey *key,
							Encoding encoding, CoreBuf *out);

#endif							/* DESIGN_KEY_H */
