/*
 * widerow.h
 *		Between widerow datums and core's wide rows.
 */
#ifndef PG_WIDEROW_H
#define PG_WIDEROW_H

#include "glue.h"
#include "value.h"

#include "datatype/timestamp.h"

#include "../core/widerow.h"

/*
 * Of two functions here the one whose name has "take" gives false with an error
 * where the other one raises it.
 */

/* ---- datums ----------------------------------------------------------- */

/* Open a datum; the row lives as long as it and the current context. */
extern void widerow_from_datum(Datum datum, WideRow *row);

/* Argument n as a row; NULL counts as the empty row. */
extern void widerow_from_arg(FunctionCallInfo fcinfo, int n, WideRow *row);

/*
 * The columns of argument n, to ask whether it has some: of a toasted row no
 * more than the directory is fetched, and values must not be read from it.
 */
extern void widerow_directory_from_arg(FunctionCallInfo fcinfo, int n, WideRow *row);

/*
 * A buffer for the bytes of a new row, whose size will be about this, and the
 * datum made of it.
 */
extern void widerow_buf_init(CoreBuf *buf, size_t capacity);
extern Datum widerow_buf_datum(CoreBuf *buf);

/* The datum of a row of the selected cells. */
extern Datum widerow_selection(const WideRow *row, const uint32_t *selected, uint32_t n);

/* ---- qualifiers ------------------------------------------------------- */

/* A qualifier that an argument gives: the UTF-8 of a text, or bytes. */
typedef struct WideName
{
	const uint8_t *data;
	size_t		len;
} WideName;

extern WideName widerow_name_from_text(text *t);
extern bool widerow_take_name(text *t, WideName *name, CoreError *err);
extern WideName widerow_name_from_bytea(bytea *b);

/* The columns of a row from first to stop that begin with these bytes. */
extern WideSpan widerow_prefix_span(const WideRow *row, WideName prefix);

/* ---- arguments of any type -------------------------------------------- */

/*
 * Memory for what a call site knows.  An argument that says how (an encoding)
 * may change from row to row: what the site knew before, in this context or
 * NULL, goes, and fn_extra is to be set anew.
 */
extern MemoryContext widerow_site_context(FunctionCallInfo fcinfo, MemoryContext before);

/* What a call site knows of an argument that is a qualifier. */
typedef struct NameSite
{
	Oid			type;			/* InvalidOid: not looked at yet */
	bool		is_bytes;
	bool		is_name;
	bool		is_unknown;
	bool		is_padded;		/* char(n) */
} NameSite;

/* Look at the type; what names the argument in the error. */
extern void name_site_init(NameSite *site, Oid type, const char *what);
extern WideName name_site_get(const NameSite *site, Datum datum);
extern bool name_site_take(const NameSite *site, Datum datum, WideName *name, CoreError *err);

/* What it knows of an argument that is a value to be encoded. */
typedef struct ValueSite
{
	ValueType	value;
	EncodingType encoding;
	bool		raw;			/* bytes, taken as they are */
	bool		text;			/* UTF-8, taken as it is */
	CoreBuf		scratch;		/* for all else */
} ValueSite;

extern void value_site_init(ValueSite *site, Oid type, Encoding encoding,
							MemoryContext context, const char *what);

/* The encoded bytes; they live until the next call, or as long as datum. */
extern WideName value_site_get(ValueSite *site, Datum datum);
extern bool value_site_take(ValueSite *site, Datum datum, WideName *value, CoreError *err);

/* Raise that a cell does not hold a value of this type. */
extern void widerow_decode_error(const CoreError *err, WideName name, Oid type) pg_attribute_noreturn();

/* ---- aggregates --------------------------------------------------------- */

/* The memory of an aggregate's state; an error outside of one. */
extern MemoryContext widerow_aggregate_context(FunctionCallInfo fcinfo);

/*
 * The builder of argument 0, the state of an aggregate that ends as widerow_agg
 * does; a new one for NULL.  It grows in the aggregate's memory.
 */
extern WideBuilder *widerow_agg_builder(FunctionCallInfo fcinfo);

/*
 * The second in which the hour of opentsdb_agg's points begins, in its state;
 * -1: there are none yet.  opentsdb_check_hour sets it, or raises an error when
 * it is another one.
 */
extern int64 *widerow_agg_hour(WideBuilder *builder);
extern void opentsdb_check_hour(int64 *hour, int64 other);

/* ---- times --------------------------------------------------------------- */

/*
 * A timestamp argument: bigint (or smaller) milliseconds, or timestamptz.
 * -1, never a timestamp, for NULL.
 */
extern int64 widerow_timestamp_arg(FunctionCallInfo fcinfo, int n);
extern bool widerow_take_timestamp_arg(FunctionCallInfo fcinfo, int n, int64 *ts, CoreError *err);

/* The same for a datum of that type; infinity and BC are errors. */
extern bool widerow_take_timestamp(Oid type, Datum datum, int64 *ts, CoreError *err);

/* Milliseconds of a timestamptz, rounded down. */
extern int64 widerow_milliseconds(TimestampTz at);

#endif							/* PG_WIDEROW_H */
