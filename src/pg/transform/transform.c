/*
 * transform.c
 *		Transforms of key parts that change the order of rows: reversals,
 *		reverse times, fixed width.
 */
#include "core/base/byte_order.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/transform/transform.h"

#include "utils/builtins.h"

#include "core/base/bytes.h"
#include "core/transform/reverse.h"
#include "pg/base/utf8_text.h"

PG_FUNCTION_INFO_V1(rowkey_reverse_bytes);
PG_FUNCTION_INFO_V1(rowkey_reverse_text);
PG_FUNCTION_INFO_V1(rowkey_reverse_domain);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_int8);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_timestamptz);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_date);
PG_FUNCTION_INFO_V1(rowkey_unreverse_ts);
PG_FUNCTION_INFO_V1(rowkey_pad);

bool
transform_no_infinity(const char *type_name, CoreError *err)
{
	core_error(err, CORE_ERR_RANGE,
			   "an infinite %s cannot be used in a row key", type_name);
	core_error_detail(
		err, "HBase and Java store milliseconds and do not have infinity.");
	return core_error_hint(err,
						   "Put a far time of your choice in its place; for a scan leave the bound open.");
}

/* ---- reversal -------------------------------------------------------- */

/* Reverse a bytea or rowkey by bytes. */
Datum
rowkey_reverse_bytes(PG_FUNCTION_ARGS)
{
	struct varlena *value = PG_GETARG_VARLENA_PP(0);
	size_t		size = VARSIZE_ANY_EXHDR(value);
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_fits(size, &err))
		return core_error_reject(fcinfo, &err);
	key = rowkey_new(size);
	reverse_bytes((const uint8_t *) VARDATA_ANY(value), size,
				  (uint8_t *) VARDATA(key));
	PG_RETURN_ROWKEY_P(key);
}

/* Reverse the UTF-8 of a text by characters. */
Datum
rowkey_reverse_text(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(value);
	const char *utf8 = VARDATA_ANY(value);
	RowKey	   *key;
	CoreError	err;

	if (!utf8_text_convert(&utf8, &len, &err) || !rowkey_fits(len, &err))
		return core_error_reject(fcinfo, &err);
	key = rowkey_new(len);
	if (!reverse_utf8((const uint8_t *) utf8, len, (uint8_t *) VARDATA(key),
					  &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

/*
 * Reverse the labels of a domain name; the result is text in the server's
 * encoding.
 */
Datum
rowkey_reverse_domain(PG_FUNCTION_ARGS)
{
	text	   *domain = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(domain);
	text	   *result = (text *) palloc(VARHDRSZ + len);

	SET_VARSIZE(result, VARHDRSZ + len);
	reverse_labels(VARDATA_ANY(domain), len, VARDATA(result));
	PG_RETURN_TEXT_P(result);
}

/* ---- reverse times --------------------------------------------------- */

/* Long.MAX_VALUE - ms, 8 bytes. */
static Datum
reverse_time_key(int64 ms)
{
	RowKey	   *key = rowkey_new(8);

	core_put_u64((uint8_t *) VARDATA(key), reverse_time(ms));
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_reverse_ts_int8(PG_FUNCTION_ARGS)
{
	return reverse_time_key(PG_GETARG_INT64(0));
}

/* timestamptz, and timestamp read as UTC. */
Datum
rowkey_reverse_ts_timestamptz(PG_FUNCTION_ARGS)
{
	int64		ms;
	CoreError	err;

	if (!transform_take_ms(PG_GETARG_TIMESTAMPTZ(0), &ms, &err))
		return core_error_reject(fcinfo, &err);
	return reverse_time_key(ms);
}

/* A date's midnight in UTC. */
Datum
rowkey_reverse_ts_date(PG_FUNCTION_ARGS)
{
	int64		days;
	CoreError	err;

	if (!transform_take_days(PG_GETARG_DATEADT(0), &days, &err))
		return core_error_reject(fcinfo, &err);
	return reverse_time_key(days * 86400000);
}

/* The time of a key made by rowkey_reverse_ts, in milliseconds. */
Datum
rowkey_unreverse_ts(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	int64		ms;

	if (VARSIZE_ANY_EXHDR(key) != 8)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("a reverse time has 8 bytes, not %d",
						(int) VARSIZE_ANY_EXHDR(key)),
				 errhint(
					 "Take it out of its key with substring(key, from, 8).")));
	ms = (int64) reverse_time(
		(int64) core_get_u64((const uint8_t *) VARDATA_ANY(key)));
	if (ms < MIN_TIMESTAMP / 1000 + TRANSFORM_EPOCH_MS ||
		ms >= END_TIMESTAMP / 1000 + TRANSFORM_EPOCH_MS)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%lld milliseconds since 1970 are outside the range of timestamptz",
						(long long) ms),
				 errhint("rowkey_decode(key, NULL::bigint, 'phoenix', descending => true) gives them as a number.")));
	PG_RETURN_TIMESTAMPTZ((ms - TRANSFORM_EPOCH_MS) * 1000);
}

/* ---- fixed width ----------------------------------------------------- */

/* The UTF-8 of a text, padded with blanks to n bytes. */
Datum
rowkey_pad(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(value);
	const char *utf8 = VARDATA_ANY(value);
	int32		width = PG_GETARG_INT32(1);
	RowKey	   *key;
	CoreError	err;

	if (!utf8_text_convert(&utf8, &len, &err))
		return core_error_reject(fcinfo, &err);
	if (width < 1 || width > ROWKEY_MAX_SIZE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("width must be between 1 and %d bytes, not %d",
						ROWKEY_MAX_SIZE, width)));
	if (len > width)
	{
		core_error(&err, CORE_ERR_WIDTH,
				   "text of %d bytes does not fit a width of %d", len, width);
		core_error_detail(
			&err,
			"If text were truncated, two texts could have the same key.");
		return core_error_reject(fcinfo, &err);
	}
	if (len > 0 && utf8[len - 1] == ' ')
	{
		core_error(&err, CORE_ERR_PARAMETER,
				   "text ends with a blank, which padding would hide");
		core_error_hint(&err, "Trim it: rowkey_pad(rtrim(value), n).");
		return core_error_reject(fcinfo, &err);
	}
	key = rowkey_new(width);
	core_copy(VARDATA(key), utf8, len);
	memset(VARDATA(key) + len, ' ', width - len);
	PG_RETURN_ROWKEY_P(key);
}
