/*
 * widerow.c
 *		The type widerow: input, output, comparison, and functions shared by
 *		the others.
 */
#include "pg/base/compat.h"

#include "access/detoast.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "core/base/bytes.h"
#include "core/value/datetime.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(widerow_in);
PG_FUNCTION_INFO_V1(widerow_out);
PG_FUNCTION_INFO_V1(widerow_recv);
PG_FUNCTION_INFO_V1(widerow_send);

/* ---- datums ----------------------------------------------------------- */

void
widerow_from_datum(Datum datum, WideRow *row)
{
	struct varlena *packed = PG_DETOAST_DATUM_PACKED(datum);
	CoreError	err;

	if (!wide_open(row, (const uint8_t *) VARDATA_ANY(packed),
					  VARSIZE_ANY_EXHDR(packed), &err))
		core_error_raise(&err);
}

void
widerow_from_arg(FunctionCallInfo fcinfo, int n, WideRow *row)
{
	static const uint8_t empty[] = {WIDEROW_VERSION, 0, 0};
	CoreError	err;

	if (!PG_ARGISNULL(n))
		widerow_from_datum(PG_GETARG_DATUM(n), row);
	else if (!wide_open(row, empty, sizeof(empty), &err))
		core_error_raise(&err);
}

void
widerow_directory_from_arg(FunctionCallInfo fcinfo, int n, WideRow *row)
{
	Datum		datum = PG_GETARG_DATUM(n);
	struct varlena *attr = (struct varlena *) DatumGetPointer(datum);
	size_t		size,
				need = 7900;	/* the first four chunks of a toasted datum */

	if (!VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		widerow_from_datum(datum, row);
		return;
	}
	size = toast_raw_datum_size(datum) - VARHDRSZ;
	do
	{
		struct varlena *slice =
			PG_DETOAST_DATUM_SLICE(datum, 0, (int32) Min(need, size));
		CoreError	err;

		if (!wide_open_directory(row, (const uint8_t *) VARDATA_ANY(slice),
								 VARSIZE_ANY_EXHDR(slice), size, &need, &err))
			core_error_raise(&err);
	} while (need > 0);
}

void
widerow_buf_init(CoreBuf *buf, size_t capacity)
{
	varlena_buffer_init(buf,
						Min(capacity, WIDEROW_MAX_SIZE - WIDEROW_MAX_HEAD) +
							WIDEROW_MAX_HEAD);
}

Datum
widerow_buf_datum(CoreBuf *buf)
{
	return PointerGetDatum(varlena_buffer_end(buf));
}

Datum
widerow_selection(const WideRow *row, const uint32_t *selected, uint32_t n)
{
	CoreBuf		buf;
	CoreError	err;

	widerow_buf_init(&buf, 0);
	if (!wide_select(row, selected, n, &buf, &err))
		core_error_raise(&err);
	return widerow_buf_datum(&buf);
}

/* ---- qualifiers ------------------------------------------------------- */

bool
widerow_take_name(text *t, WideName *name, CoreError *err)
{
	int			len = VARSIZE_ANY_EXHDR(t);
	const char *utf8 = VARDATA_ANY(t);

	if (!utf8_text_convert(&utf8, &len, err))
		return false;
	name->data = (const uint8_t *) utf8;
	name->len = len;
	return true;
}

WideName
widerow_name_from_text(text *t)
{
	WideName	name;
	CoreError	err;

	if (!widerow_take_name(t, &name, &err))
		core_error_raise(&err);
	return name;
}

WideName
widerow_name_from_bytea(bytea *b)
{
	WideName	name = {(const uint8_t *) VARDATA_ANY(b),
						VARSIZE_ANY_EXHDR(b)};

	return name;
}

WideSpan
widerow_prefix_span(const WideRow *row, WideName prefix)
{
	WideSpan	span;
	bool		found;
	uint8_t    *stop = palloc(prefix.len + 1);
	size_t		stop_len = bytes_prefix_stop(prefix.data, prefix.len, stop);

	span.first = wide_search(row, prefix.data, prefix.len, &found);
	span.stop = stop_len == 0 ? row->columns :
								wide_search(row, stop, stop_len, &found);
	return span;
}

/* ---- arguments of any type -------------------------------------------- */

MemoryContext
widerow_site_context(FunctionCallInfo fcinfo, MemoryContext before)
{
	fcinfo->flinfo->fn_extra = NULL;
	if (before != NULL)
		MemoryContextDelete(before);
	return AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "wide row call site",
								 ALLOCSET_SMALL_SIZES);
}

void
name_site_init(NameSite *site, Oid type, const char *what)
{
	Oid			base;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("could not determine the type of %s", what)));
	base = getBaseType(type);
	memset(site, 0, sizeof(NameSite));
	switch (base)
	{
		case TEXTOID:
		case VARCHAROID:
			break;
		case BPCHAROID:
			site->is_padded = true;
			break;
		case UNKNOWNOID:
			site->is_unknown = true;
			break;
		case NAMEOID:
			site->is_name = true;
			break;
		case BYTEAOID:
			site->is_bytes = true;
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("qualifier in %s has type %s", what,
							format_type_be(type)),
					 errhint("A qualifier is text or bytea: cast with \"::text\", or encode with hbase_encode().")));
	}
	site->type = type;
}

bool
name_site_take(const NameSite *site, Datum datum, WideName *name,
			   CoreError *err)
{
	if (site->is_bytes)
	{
		*name = widerow_name_from_bytea(DatumGetByteaPP(datum));
		return true;
	}
	if (site->is_unknown || site->is_name)
	{
		const char *s = site->is_name ? NameStr(*DatumGetName(datum)) :
										DatumGetCString(datum);
		int			len = strlen(s);

		if (!utf8_text_convert(&s, &len, err))
			return false;
		name->data = (const uint8_t *) s;
		name->len = len;
		return true;
	}
	if (!widerow_take_name(DatumGetTextPP(datum), name, err))
		return false;
	if (site->is_padded)
		while (name->len > 0 && name->data[name->len - 1] == ' ')
			name->len--;
	return true;
}

WideName
name_site_get(const NameSite *site, Datum datum)
{
	WideName	name;
	CoreError	err;

	if (!name_site_take(site, datum, &name, &err))
		core_error_raise(&err);
	return name;
}

void
value_site_init(ValueSite *site, Oid type, Encoding encoding,
				MemoryContext context, const char *what)
{
	CoreError	err;

	memset(site, 0, sizeof(ValueSite));
	value_type_lookup(&site->value, type, -1, context, what);
	if (site->value.kind == VALUE_BYTES)
	{
		site->raw = true;		/* already encoded by the caller */
		return;
	}
	if (!encoding_resolve(encoding, site->value.kind, NULL, -1,
						  &site->encoding, &err))
		core_error_raise(&err);
	site->text = site->value.base == TEXTOID || site->value.base == VARCHAROID;
	if (encoding != ENCODING_BYTES && encoding != ENCODING_STRING)
		site->text = false;
	site->scratch.cap = 64;
	site->scratch.data = MemoryContextAlloc(context, site->scratch.cap);
}

bool
value_site_take(ValueSite *site, Datum datum, WideName *value, CoreError *err)
{
	CoreValue	v;

	if (site->raw)
	{
		*value = widerow_name_from_bytea(DatumGetByteaPP(datum));
		return true;
	}
	if (site->text)
		return widerow_take_name(DatumGetTextPP(datum), value, err);
	site->scratch.len = 0;
	if (!value_from_datum(&site->value, datum, &v, err) ||
		!encoding_encode(&site->encoding, false, &v, &site->scratch, err))
		return false;
	value->data = site->scratch.data;
	value->len = site->scratch.len;
	return true;
}

WideName
value_site_get(ValueSite *site, Datum datum)
{
	WideName	value;
	CoreError	err;

	if (!value_site_take(site, datum, &value, &err))
		core_error_raise(&err);
	return value;
}

void
widerow_decode_error(const CoreError *err, WideName name, Oid type)
{
	char		quoted[CELL_QUOTE_SIZE];

	cell_quote(name.data, name.len, quoted, sizeof(quoted));
	ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("cell %s does not hold a value of type %s: %s", quoted,
					format_type_be(type), err->message),
			 err->detail[0] ? errdetail("%s", err->detail) : 0,
			 errhint("Name the encoding that it was written with.")));
}

static bool
take_milliseconds(TimestampTz at, int64 *ms, CoreError *err)
{
	/* microseconds since 1970 would overflow for the latest times */
	*ms = at / 1000 - (at % 1000 < 0);
	*ms += DATETIME_EPOCH_DAYS * (DATETIME_USECS_PER_DAY / 1000);
	return likely(!TIMESTAMP_NOT_FINITE(at)) ||
		core_error(err, CORE_ERR_RANGE,
				   "a cell cannot have the timestamp infinity");
}

int64
widerow_milliseconds(TimestampTz at)
{
	int64		ms;
	CoreError	err;

	if (!take_milliseconds(at, &ms, &err))
		core_error_raise(&err);
	return ms;
}

void
widerow_time_type_error(const char *what, Oid type)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("%s must be of type bigint or timestamp with time zone, not %s",
					what, format_type_be(type))));
	pg_unreachable();
}

int64
widerow_milliseconds_arg(FunctionCallInfo fcinfo, int n, const char *what)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);

	switch (type == INT8OID ? type : getBaseType(type))
	{
		case INT2OID:
			return PG_GETARG_INT16(n);
		case INT4OID:
			return PG_GETARG_INT32(n);
		case INT8OID:
			return PG_GETARG_INT64(n);
		case TIMESTAMPTZOID:
			return widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(n));
		default:
			widerow_time_type_error(what, type);
	}
}

bool
widerow_take_timestamp(Oid type, Datum datum, int64 *ts, CoreError *err)
{
	switch (type)
	{
		case INT2OID:
			*ts = DatumGetInt16(datum);
			break;
		case INT4OID:
			*ts = DatumGetInt32(datum);
			break;
		case INT8OID:
			*ts = DatumGetInt64(datum);
			break;
		case TIMESTAMPTZOID:
			if (!take_milliseconds(DatumGetTimestampTz(datum), ts, err))
				return false;
			break;
		default:
			widerow_time_type_error("timestamp of a cell", type);
	}
	if (*ts >= 0 && *ts <= WIDEROW_MAX_TIMESTAMP)
		return true;
	core_error(err, CORE_ERR_RANGE,
			   "timestamp " INT64_FORMAT " is out of range", *ts);
	return core_error_detail(err,
							 "Timestamps of cells are 0 to 9223372036854775806 milliseconds since 1970.");
}

bool
widerow_take_timestamp_arg(FunctionCallInfo fcinfo, int n, int64 *ts,
						   CoreError *err)
{
	*ts = -1;
	return PG_NARGS() <= n || PG_ARGISNULL(n) ||
		widerow_take_timestamp(get_fn_expr_argtype(fcinfo->flinfo, n),
							   PG_GETARG_DATUM(n), ts, err);
}

int64
widerow_timestamp_arg(FunctionCallInfo fcinfo, int n)
{
	int64		ts;
	CoreError	err;

	if (!widerow_take_timestamp_arg(fcinfo, n, &ts, &err))
		core_error_raise(&err);
	return ts;
}

/* ---- input and output ------------------------------------------------- */

Datum
widerow_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	size_t		len = strlen(text);
	CoreBuf		buf;
	CoreError	err;

	widerow_buf_init(&buf, len);
	if (!wide_parse(text, len, &buf, &err))
	{
		core_error_save(&err, fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

Datum
widerow_out(PG_FUNCTION_ARGS)
{
	WideRow		row;
	CoreBuf		buf;

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	core_buf_init(&buf);
	wide_print(&row, &buf);
	core_buf_add_byte(&buf, '\0');
	PG_RETURN_CSTRING((char *) buf.data);
}

/* Binary form: the bytes as stored, completely checked. */
Datum
widerow_recv(PG_FUNCTION_ARGS)
{
	StringInfo	message = (StringInfo) PG_GETARG_POINTER(0);
	int			n = message->len - message->cursor;
	CoreBuf		buf;
	WideRow		row;
	CoreError	err;

	varlena_buffer_init(&buf, n);
	pq_copymsgbytes(message, (char *) buf.data + VARHDRSZ, n);
	buf.len += n;
	if (!wide_open(&row, buf.data + VARHDRSZ, n, &err) ||
		!wide_validate(&row, &err))
	{
		if (err.code == CORE_ERR_CORRUPT)
			err.code = CORE_ERR_BINARY;
		core_error_raise(&err);
	}
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

Datum
widerow_send(PG_FUNCTION_ARGS)
{
	struct varlena *packed = PG_GETARG_VARLENA_PP(0);
	StringInfoData message;

	pq_begintypsend(&message);
	pq_sendbytes(&message, VARDATA_ANY(packed), VARSIZE_ANY_EXHDR(packed));
	PG_RETURN_BYTEA_P(pq_endtypsend(&message));
}

/* ---- comparison ------------------------------------------------------- */

/*
 * Equal rows are equal bytes. The order of the bytes has no meaning, but it is
 * a total order: DISTINCT, EXCEPT and UNION may sort by it.
 */
static int
compare_args(FunctionCallInfo fcinfo)
{
	struct varlena *a = PG_GETARG_VARLENA_PP(0);
	struct varlena *b = PG_GETARG_VARLENA_PP(1);
	int			c = bytes_compare(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a),
								  VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b));

	PG_FREE_IF_COPY(a, 0);
	PG_FREE_IF_COPY(b, 1);
	return c;
}

/* Rows of different length differ, and need not be fetched. */
static bool
args_equal(FunctionCallInfo fcinfo)
{
	return toast_raw_datum_size(PG_GETARG_DATUM(0)) ==
		toast_raw_datum_size(PG_GETARG_DATUM(1)) &&
		compare_args(fcinfo) == 0;
}

#define WIDEROW_COMPARISON(name, result) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) \
	{ \
		PG_RETURN_BOOL(result); \
	}

WIDEROW_COMPARISON(widerow_eq, args_equal(fcinfo))
WIDEROW_COMPARISON(widerow_ne, !args_equal(fcinfo))
WIDEROW_COMPARISON(widerow_lt, compare_args(fcinfo) < 0)
WIDEROW_COMPARISON(widerow_le, compare_args(fcinfo) <= 0)
WIDEROW_COMPARISON(widerow_ge, compare_args(fcinfo) >= 0)
WIDEROW_COMPARISON(widerow_gt, compare_args(fcinfo) > 0)

PG_FUNCTION_INFO_V1(widerow_cmp);
PG_FUNCTION_INFO_V1(widerow_hash);
PG_FUNCTION_INFO_V1(widerow_hash_extended);

Datum
widerow_cmp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(compare_args(fcinfo));
}

Datum
widerow_hash(PG_FUNCTION_ARGS)
{
	struct varlena *w = PG_GETARG_VARLENA_PP(0);
	Datum		h = hash_any((unsigned char *) VARDATA_ANY(w),
							 VARSIZE_ANY_EXHDR(w));

	PG_FREE_IF_COPY(w, 0);
	return h;
}

Datum
widerow_hash_extended(PG_FUNCTION_ARGS)
{
	struct varlena *w = PG_GETARG_VARLENA_PP(0);
	Datum		h = hash_any_extended((unsigned char *) VARDATA_ANY(w),
									  VARSIZE_ANY_EXHDR(w),
									  PG_GETARG_INT64(1));

	PG_FREE_IF_COPY(w, 0);
	return h;
}
