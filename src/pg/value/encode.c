/*
 * encode.c
 *		Encode one value to bytes and decode it: rowkey_encode, rowkey_decode,
 *		hbase_encode, hbase_decode.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/varlena_buffer.h"
#include "pg/value/sql_value.h"

PG_FUNCTION_INFO_V1(rowkey_encode);
PG_FUNCTION_INFO_V1(rowkey_decode);
PG_FUNCTION_INFO_V1(hbase_encode);
PG_FUNCTION_INFO_V1(hbase_decode);

/* State of a call site, in fn_extra. */
typedef struct EncodeSite
{
	ValueType	value;
	Oid			encoding;		/* of the enum; InvalidOid: not resolved yet */
	char	   *as_type;		/* NULL: none was given */
	int			as_type_len;
	EncodingType type;
} EncodeSite;

/* True if the site was resolved for this encoding and as_type. */
static inline bool
site_fits(const EncodeSite *site, Oid encoding, text *as_type)
{
	if (site->encoding != encoding)
		return false;
	if (as_type == NULL || site->as_type == NULL)
		return as_type == NULL && site->as_type == NULL;
	return VARSIZE_ANY_EXHDR(as_type) == site->as_type_len &&
		memcmp(VARDATA_ANY(as_type), site->as_type, site->as_type_len) == 0;
}

/* Resolve a format for the site. */
static void
site_resolve(EncodeSite *site, Oid encoding, text *as_type)
{
	CoreError	err;

	site->encoding = InvalidOid;	/* in case of an error */
	if (site->as_type != NULL)
		pfree(site->as_type);
	site->as_type = NULL;
	if (as_type != NULL)
	{
		site->as_type_len = VARSIZE_ANY_EXHDR(as_type);
		site->as_type = MemoryContextStrdup(site->value.context,
											text_to_cstring(as_type));
	}
	/*
	 * The precision of a type modifier does not count here: parameters and
	 * inlined functions lose or gain it, and equal values would get different
	 * bytes.
	 */
	if (!encoding_resolve(value_encoding(encoding), site->value.kind,
						  site->as_type, -1, &site->type, &err))
		core_error_raise(&err);
	site->encoding = encoding;
}

/*
 * The site of a call. Argument value_arg has the value's type; encoding and
 * as_type are arguments too, and may change from row to row.
 */
static EncodeSite *
get_site(FunctionCallInfo fcinfo, int value_arg, int encoding_arg,
		 int as_type_arg)
{
	EncodeSite *site = fcinfo->flinfo->fn_extra;
	Oid			encoding = PG_GETARG_OID(encoding_arg);
	text	   *as_type = PG_ARGISNULL(as_type_arg) ?
		NULL :
		PG_GETARG_TEXT_PP(as_type_arg);

	if (site == NULL)
	{
		char		what[32];

		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									  sizeof(EncodeSite));
		snprintf(what, sizeof(what), "argument %d", value_arg + 1);
		value_type_lookup(&site->value,
						  get_fn_expr_argtype(fcinfo->flinfo, value_arg), -1,
						  fcinfo->flinfo->fn_mcxt, what);
		fcinfo->flinfo->fn_extra = site;
	}
	if (!site_fits(site, encoding, as_type))
		site_resolve(site, encoding, as_type);
	return site;
}

/* Encode a value into a buffer that becomes a varlena. */
static bool
encode(const EncodeSite *site, Datum datum, bool descending, CoreBuf *buf,
	   CoreError *err)
{
	CoreValue	v;
	size_t		capacity = 32;

	if (!value_from_datum(&site->value, datum, &v, err))
		return false;
	if (site->type.width >= 0)
		capacity = site->type.width;
	else if (value_kind_is_varying(v.kind))
		/* widest encoding of OrderedBytes */
		capacity = v.bytes.len + v.bytes.len / 7 + 3;
	varlena_buffer_init(buf, capacity);
	return encoding_encode(&site->type, descending, &v, buf, err);
}

/* Decode bytes; SQL NULL if they encode it. */
static Datum
decode(FunctionCallInfo fcinfo, EncodeSite *site, struct varlena *bytes,
	   bool descending)
{
	CoreValue	v;
	CoreError	err;
	bool		isnull;
	Datum		datum;

	if (!encoding_decode(&site->type, descending,
						 (const uint8_t *) VARDATA_ANY(bytes),
						 VARSIZE_ANY_EXHDR(bytes), &v, &err))
		core_error_raise(&err);
	datum = value_to_datum(&site->value, &v, &isnull);
	if (isnull)
		PG_RETURN_NULL();
	return datum;
}

/* rowkey_encode(value, encoding, descending, as_type) */
Datum
rowkey_encode(PG_FUNCTION_ARGS)
{
	EncodeSite *site;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	site = get_site(fcinfo, 0, 1, 3);
	if (!encode(site, PG_GETARG_DATUM(0), PG_GETARG_BOOL(2), &buf, &err) ||
		!rowkey_fits(buf.len - VARHDRSZ, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(rowkey_from_buffer(&buf));
}

/* rowkey_decode(key, NULL::type, encoding, descending, as_type) */
Datum
rowkey_decode(PG_FUNCTION_ARGS)
{
	EncodeSite *site;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2) || PG_ARGISNULL(3))
		PG_RETURN_NULL();
	site = get_site(fcinfo, 1, 2, 4);
	return decode(fcinfo, site, PG_GETARG_ROWKEY_PP(0), PG_GETARG_BOOL(3));
}

/* hbase_encode(value, encoding, as_type) */
Datum
hbase_encode(PG_FUNCTION_ARGS)
{
	EncodeSite *site;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	site = get_site(fcinfo, 0, 1, 2);
	if (!encode(site, PG_GETARG_DATUM(0), false, &buf, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_BYTEA_P(varlena_buffer_end(&buf));
}

/* hbase_decode(bytes, NULL::type, encoding, as_type) */
Datum
hbase_decode(PG_FUNCTION_ARGS)
{
	EncodeSite *site;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	site = get_site(fcinfo, 1, 2, 3);
	return decode(fcinfo, site, PG_GETARG_BYTEA_PP(0), false);
}
