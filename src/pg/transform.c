/*
 * transform.c
 *		Key parts that put rows in another order: reversals, reverse times,
 *		fixed width.
 */
#include "transform.h"

#include "utils/builtins.h"

#include "core/reverse.h"

PG_FUNCTION_INFO_V1(rowkey_reverse_bytes);
PG_FUNCTION_INFO_V1(rowkey_reverse_text);
PG_FUNCTION_INFO_V1(rowkey_unreverse);
PG_FUNCTION_INFO_V1(rowkey_reverse_domain);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_int8);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_timestamptz);
PG_FUNCTION_INFO_V1(rowkey_reverse_ts_date);
PG_FUNCTION_INFO_V1(rowkey_unreverse_ms);
PG_FUNCTION_INFO_V1(rowkey_unreverse_ts);
PG_FUNCTION_INFO_V1(rowkey_pad);
PG_FUNCTION_INFO_V1(rowkey_unpad);

bool
transform_no_infinity(const char *type_name, CoreError *err)
{
	core_error(err, CORE_ERR_RANGE, "an infinite %s has no place in a row key", type_name);
	core_error_detail(err, "HBase and Java count milliseconds and have no infinity.");
	return core_error_hint(err, "Put a far time of your choice in its place; for a scan leave the bound open.");
}

/* A new text of the server's encoding from UTF-8 (checked). */
static text *
text_from_utf8(const char *utf8, int len)
{
	const char *s = glue_from_utf8(utf8, &len);

	return cstring_to_text_with_len(s, len);
}

/* ---- reversal -------------------------------------------------------- */

/* A bytea or rowkey, by byte. */
Datum
rowkey_reverse_bytes(PG_FUNCTION_ARGS)
{
	struct varlena *value = PG_GETARG_VARLENA_PP(0);
	size_t		size = VARSIZE_ANY_EXHDR(value);
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_fits(size, &err))
		return glue_reject(fcinfo, &err);
	key = rowkey_new(size);
	reverse_bytes((const uint8_t *) VARDATA_ANY(value), size, (uint8_t *) VARDATA(key));
	PG_RETURN_ROWKEY_P(key);
}

/* The UTF-8 of a text, by character. */
Datum
rowkey_reverse_text(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(value);
	const char *utf8 = VARDATA_ANY(value);
	RowKey	   *key;
	CoreError	err;

	if (!glue_text_utf8(&utf8, &len, &err) || !rowkey_fits(len, &err))
		return glue_reject(fcinfo, &err);
	key = rowkey_new(len);
	if (!reverse_utf8((const uint8_t *) utf8, len, (uint8_t *) VARDATA(key), &err))
		return glue_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

/* The text whose reversal a key is. */
Datum
rowkey_unreverse(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	int			len = VARSIZE_ANY_EXHDR(key);
	char	   *utf8 = palloc(len + 1);
	CoreError	err;

	if (!reverse_utf8((const uint8_t *) VARDATA_ANY(key), len, (uint8_t *) utf8, &err))
		glue_raise(&err);
	PG_RETURN_TEXT_P(text_from_utf8(utf8, len));
}

/* Labels in reverse order; text of the server's encoding stays text. */
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

/* timestamptz, and timestamp taken as UTC. */
Datum
rowkey_reverse_ts_timestamptz(PG_FUNCTION_ARGS)
{
	int64		ms;
	CoreError	err;

	if (!transform_take_ms(PG_GETARG_TIMESTAMPTZ(0), &ms, &err))
		return glue_reject(fcinfo, &err);
	return reverse_time_key(ms);
}

/* A date's midnight, UTC. */
Datum
rowkey_reverse_ts_date(PG_FUNCTION_ARGS)
{
	int64		days;
	CoreError	err;

	if (!transform_take_days(PG_GETARG_DATEADT(0), &days, &err))
		return glue_reject(fcinfo, &err);
	return reverse_time_key(days * 86400000);
}

/* The milliseconds that argument 0 holds in reverse. */
static int64
reversed_ms_arg(FunctionCallInfo fcinfo)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);

	if (VARSIZE_ANY_EXHDR(key) != 8)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("a reverse time has 8 bytes, not %d", (int) VARSIZE_ANY_EXHDR(key)),
				 errhint("Take it out of its key with substring(key, from, 8).")));
	return (int64) reverse_time((int64) core_get_u64((const uint8_t *) VARDATA_ANY(key)));
}

Datum
rowkey_unreverse_ms(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(reversed_ms_arg(fcinfo));
}

Datum
rowkey_unreverse_ts(PG_FUNCTION_ARGS)
{
	int64		ms = reversed_ms_arg(fcinfo);

	if (ms < MIN_TIMESTAMP / 1000 + TRANSFORM_EPOCH_MS ||
		ms >= END_TIMESTAMP / 1000 + TRANSFORM_EPOCH_MS)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%lld milliseconds since 1970 are outside the range of timestamptz", (long long) ms),
				 errhint("rowkey_unreverse_ms(key) gives them as a number.")));
	PG_RETURN_TIMESTAMPTZ((ms - TRANSFORM_EPOCH_MS) * 1000);
}

/* ---- fixed width ----------------------------------------------------- */

/* The UTF-8 of a text and blanks up to n bytes. */
Datum
rowkey_pad(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(value);
	const char *utf8 = VARDATA_ANY(value);
	int32		width = PG_GETARG_INT32(1);
	RowKey	   *key;
	CoreError	err;

	if (!glue_text_utf8(&utf8, &len, &err))
		return glue_reject(fcinfo, &err);
	if (width < 1 || width > ROWKEY_MAX_SIZE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("width must be between 1 and %d bytes, not %d", ROWKEY_MAX_SIZE, width)));
	if (len > width)
	{
		core_error(&err, CORE_ERR_WIDTH, "text of %d bytes does not fit a width of %d", len, width);
		core_error_detail(&err, "Cut short, two texts could share one key.");
		return glue_reject(fcinfo, &err);
	}
	if (len > 0 && utf8[len - 1] == ' ')
	{
		core_error(&err, CORE_ERR_PARAMETER, "text ends in a blank, which padding would hide");
		core_error_hint(&err, "Trim it: rowkey_pad(rtrim(value), n).");
		return glue_reject(fcinfo, &err);
	}
	key = rowkey_new(width);
	core_copy(VARDATA(key), utf8, len);
	memset(VARDATA(key) + len, ' ', width - len);
	PG_RETURN_ROWKEY_P(key);
}

/* The text without its padding. */
Datum
rowkey_unpad(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	const char *utf8 = VARDATA_ANY(key);
	int			len = VARSIZE_ANY_EXHDR(key);

	while (len > 0 && utf8[len - 1] == ' ')
		len--;
	PG_RETURN_TEXT_P(text_from_utf8(utf8, len));
}
