/*
 * widerow.h
 *		Convert between widerow datums and core's wide rows.
 */
#ifndef WIDEROW_H
#define WIDEROW_H

#include "datatype/timestamp.h"

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_format.h"
#include "pg/base/compat.h"
#include "pg/value/sql_value.h"

/*
 * Of two similar functions, the one with "take" in its name returns false with
 * an error; the other raises the error.
 */

/* ---- datums ----------------------------------------------------------- */

/*
 * Open a datum; the row is valid as long as the datum and the current context.
 */
extern void widerow_from_datum(Datum datum, WideRow *row);

/* Argument n as a row; NULL is read as the empty row. */
extern void widerow_from_arg(FunctionCallInfo fcinfo, int n, WideRow *row);

/*
 * The columns of argument n, for existence tests: of a toasted row only the
 * directory is fetched, and values must not be read from it.
 */
extern void widerow_directory_from_arg(FunctionCallInfo fcinfo, int n,
									   WideRow *row);

/* A buffer for a new row of about this size, and the datum made of it. */
extern void widerow_buf_init(CoreBuf *buf, size_t capacity);
extern Datum widerow_buf_datum(CoreBuf *buf);

/* The datum of a row with the selected cells. */
extern Datum widerow_selection(const WideRow *row, const uint32_t *selected,
							   uint32_t n);

/* ---- qualifiers ------------------------------------------------------- */

/* A qualifier from an argument: the UTF-8 of a text, or bytes. */
typedef struct WideName
{
	const uint8_t *data;
	size_t		len;
} WideName;

extern WideName widerow_name_from_text(text *t);
extern bool widerow_take_name(text *t, WideName *name, CoreError *err);
extern WideName widerow_name_from_bytea(bytea *b);

/* The columns of a row that begin with these bytes, as a span. */
extern WideSpan widerow_prefix_span(const WideRow *row, WideName prefix);

/* ---- arguments of any type -------------------------------------------- */

/*
 * Memory for the state of a call site. An argument that selects the encoding
 * may change from row to row: the state before, in this context or NULL, is
 * freed, and the caller sets fn_extra again.
 */
extern MemoryContext widerow_site_context(FunctionCallInfo fcinfo,
										  MemoryContext before);

/* State of a call site for an argument that is a qualifier. */
typedef struct NameSite
{
	Oid			type;			/* InvalidOid: not determined yet */
	bool		is_bytes;
	bool		is_name;
	bool		is_unknown;
	bool		is_padded;		/* char(n) */
} NameSite;

/* Look up the type; "what" names the argument in the error. */
extern void name_site_init(NameSite *site, Oid type, const char *what);
extern WideName name_site_get(const NameSite *site, Datum datum);
extern bool name_site_take(const NameSite *site, Datum datum, WideName *name,
						   CoreError *err);

/* State of a call site for an argument that is a value to encode. */
typedef struct ValueSite
{
	ValueType	value;
	EncodingType encoding;
	bool		raw;			/* bytes, used as they are */
	bool		text;			/* UTF-8, used as it is */
	CoreBuf		scratch;		/* for other types */
} ValueSite;

extern void value_site_init(ValueSite *site, Oid type, Encoding encoding,
							MemoryContext context, const char *what);

/* The encoded bytes; valid until the next call, or as long as the datum. */
extern WideName value_site_get(ValueSite *site, Datum datum);
extern bool value_site_take(ValueSite *site, Datum datum, WideName *value,
							CoreError *err);

/* Raise the error that a cell is not a value of this type. */
extern void widerow_decode_error(const CoreError *err, WideName name, Oid type)
	pg_attribute_noreturn();

/* ---- times -------------------------------------------------------------- */

/*
 * A timestamp argument: bigint (or smaller) milliseconds, or timestamptz.
 * Returns -1, never a timestamp, for NULL.
 */
extern int64 widerow_timestamp_arg(FunctionCallInfo fcinfo, int n);
extern bool widerow_take_timestamp_arg(FunctionCallInfo fcinfo, int n,
									   int64 *ts, CoreError *err);

/* The same for a datum of that type; infinity and BC are errors. */
extern bool widerow_take_timestamp(Oid type, Datum datum, int64 *ts,
								   CoreError *err);

/*
 * An argument of any type as milliseconds: an integer, or a timestamptz.
 * "what" names the argument in the error.
 */
extern int64 widerow_milliseconds_arg(FunctionCallInfo fcinfo, int n,
									  const char *what);
extern void widerow_time_type_error(const char *what, Oid type)
	pg_attribute_noreturn();

/* Milliseconds of a timestamptz, rounded down. */
extern int64 widerow_milliseconds(TimestampTz at);

#endif							/* WIDEROW_H */
