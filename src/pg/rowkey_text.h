/*
 * rowkey_text.h
 *		Row keys of strings, and arguments that are a row key or a string.
 */
#ifndef ROWKEY_TEXT_H
#define ROWKEY_TEXT_H

#include "glue.h"

/*
 * The key of a string's UTF-8 bytes.  What a literal would not mean by it,
 * because it contains \xHH, is an error.
 */
extern bool rowkey_of_text(const char *s, int len, RowKey **key, CoreError *err);

/*
 * Is the input function called for a cast of an expression, rather than for a
 * literal, a parameter, or what COPY reads?
 */
extern bool rowkey_input_is_cast(FunctionCallInfo fcinfo);

extern Datum rowkey_in(PG_FUNCTION_ARGS);

/* What a call site knows of an argument that is declared "any". */
typedef struct KeySite
{
	Oid			type;			/* InvalidOid: not looked at yet */
	bool		is_bytes;		/* rowkey or bytea */
	bool		is_text;		/* text or varchar */
	bool		is_padded;		/* char(n) */
	bool		is_literal;		/* of unknown type: in HBase's notation */
	FmgrInfo	output;			/* of other strings */
} KeySite;

/* The argument as a key; false with an error for a string that has none. */
extern bool rowkey_take_arg(FunctionCallInfo fcinfo, int n, KeySite *site, RowKey **key, CoreError *err);

#endif							/* ROWKEY_TEXT_H */
