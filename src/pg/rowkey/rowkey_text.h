/*
 * rowkey_text.h
 *		Row keys from strings, and arguments that are a row key or a string.
 */
#ifndef ROWKEY_TEXT_H
#define ROWKEY_TEXT_H

#include "core/base/error.h"
#include "hbase_schema.h"

/*
 * The key with a string's UTF-8 bytes. A string that contains \xHH, which a
 * literal would read as one byte, is an error.
 */
extern bool rowkey_of_text(const char *s, int len, RowKey **key,
						   CoreError *err);

/* The key of HBase's notation, in which \xHH is a byte. */
extern bool rowkey_of_notation(const char *s, int len, RowKey **key,
							   CoreError *err);

/*
 * True if the input function is called for a cast of an expression; false for
 * a literal, a parameter, or COPY.
 */
extern bool rowkey_input_is_cast(FunctionCallInfo fcinfo);

/* State of a call site for an argument declared "any". */
typedef struct KeySite
{
	Oid			type;			/* InvalidOid: not determined yet */
	bool		is_bytes;		/* rowkey or bytea */
	bool		is_text;		/* text or varchar */
	bool		is_padded;		/* char(n) */
	bool		is_literal;		/* of unknown type: in HBase's notation */
	FmgrInfo	output;			/* of other string types */
} KeySite;

/* The argument as a key; false with an error for an invalid string. */
extern bool rowkey_take_arg(FunctionCallInfo fcinfo, int n, KeySite *site,
							RowKey **key, CoreError *err);

#endif							/* ROWKEY_TEXT_H */
