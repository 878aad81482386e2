/*
 * encoding_bytes.c
 *		Encoding "bytes": the bytes of
 *		org.apache.hadoop.hbase.util.Bytes.toBytes.
 *
 * Held against Bytes of HBase 2.6.1.  Integers keep their sign bit, so
 * negative ones sort after positive ones.
 */
#include "core/base/utf8.h"
#include "core/value/bigdecimal.h"
#include "core/value/encoding_bytes.h"
#include "core/value/encoding_common.h"
#include "core/value/encoding_methods.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

typedef enum BytesFormat
{
	BYTES_BOOLEAN,
	BYTES_BYTE,
	BYTES_SHORT,
	BYTES_INT,					/* times: unsigned seconds, as in OpenTSDB */
	BYTES_LONG,
	BYTES_VINT,					/* WritableUtils.writeVLong */
	BYTES_FLOAT,
	BYTES_DOUBLE,
	BYTES_BIGDECIMAL,
	BYTES_STRING,
	BYTES_CHAR,					/* a String padded with blanks */
	BYTES_BYTES,
	BYTES_BINARY,				/* bytes padded with zeros */
	BYTES_UUID					/* the two longs of a java.util.UUID */
} BytesFormat;

static const FormatInfo formats[] = {
	{"boolean", BYTES_BOOLEAN, ARGS_NONE, 1, KIND(BOOL), VALUE_BOOL},
	{"byte", BYTES_BYTE, ARGS_NONE, 1, KINDS_INTEGER, VALUE_INT2},
	{"short", BYTES_SHORT, ARGS_NONE, 2, KINDS_INTEGER, VALUE_INT2},
	{"int", BYTES_INT, ARGS_NONE, 4,
	 KINDS_INTEGER | KIND(TIME) | KIND(TIMESTAMP) | KIND(TIMESTAMPTZ),
	VALUE_INT4},
	{"long", BYTES_LONG, ARGS_NONE, 8, KINDS_INTEGER | KINDS_TIME, VALUE_INT8},
	{"vint", BYTES_VINT, ARGS_NONE, -1, KINDS_INTEGER, VALUE_INT8},
	{"float", BYTES_FLOAT, ARGS_NONE, 4, KIND(FLOAT4), VALUE_FLOAT4},
	{"double", BYTES_DOUBLE, ARGS_NONE, 8, KIND(FLOAT4) | KIND(FLOAT8),
	 VALUE_FLOAT8},
	{"BigDecimal", BYTES_BIGDECIMAL, ARGS_NONE, -1,
	 KINDS_INTEGER | KIND(NUMERIC), VALUE_NUMERIC},
	{"String", BYTES_STRING, ARGS_MAX, -1, KINDS_TEXT, VALUE_TEXT},
	{"CHAR", BYTES_CHAR, ARGS_LENGTH, -1, KIND(TEXT), VALUE_TEXT},
	{"bytes", BYTES_BYTES, ARGS_MAX, -1, KIND(BYTES), VALUE_BYTES},
	{"BINARY", BYTES_BINARY, ARGS_LENGTH, -1, KIND(BYTES) | KIND(UUID),
	 VALUE_BYTES},
	{"UUID", BYTES_UUID, ARGS_NONE, 16, KIND(UUID), VALUE_UUID},
	{0}
};

static int
usual_format(ValueKind kind, int precision)
{
	switch (kind)
	{
		case VALUE_BOOL:
			return BYTES_BOOLEAN;
		case VALUE_INT2:
			return BYTES_SHORT;
		case VALUE_INT4:
			return BYTES_INT;
		case VALUE_INT8:
		case VALUE_DATE:
			return BYTES_LONG;
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return precision == 0 ? BYTES_INT : BYTES_LONG;
		case VALUE_FLOAT4:
			return BYTES_FLOAT;
		case VALUE_FLOAT8:
			return BYTES_DOUBLE;
		case VALUE_NUMERIC:
			return BYTES_BIGDECIMAL;
		case VALUE_UUID:
			return BYTES_UUID;
		case VALUE_BYTES:
			return BYTES_BYTES;
		case VALUE_NULL:
		case VALUE_TEXT:
		case VALUE_JSONB:
			break;
	}
	return BYTES_STRING;
}

static bool
finish(EncodingType *type, int precision, CoreError *err)
{
	if (type->format == BYTES_CHAR || type->format == BYTES_BINARY)
		type->width = type->length;
	if (value_kind_is_time(type->kind))
		type->precision = type->format == BYTES_INT ? 0 :
			precision < 0							? 3 :
													  precision;
	return true;
}

static EncodingOrder
order(const EncodingType *type)
{
	switch ((BytesFormat) type->format)
	{
		case BYTES_BOOLEAN:
		case BYTES_STRING:
		case BYTES_BYTES:
		case BYTES_BINARY:
		case BYTES_UUID:
			return ENCODING_ORDER_ALL;
		case BYTES_CHAR:
			return ENCODING_ORDER_PRINTABLE;
		case BYTES_INT:
			/* Seconds are unsigned. */
			return value_kind_is_time(type->kind) ?
				ENCODING_ORDER_ALL :
				ENCODING_ORDER_NOT_NEGATIVE;
		case BYTES_LONG:
			return type->kind == VALUE_TIME ? ENCODING_ORDER_ALL :
											  ENCODING_ORDER_NOT_NEGATIVE;
		case BYTES_BYTE:
		case BYTES_SHORT:
		case BYTES_FLOAT:
		case BYTES_DOUBLE:
			return ENCODING_ORDER_NOT_NEGATIVE;
		case BYTES_VINT:
		case BYTES_BIGDECIMAL:
			break;
	}
	return ENCODING_ORDER_NONE;
}

/* ---- Hadoop's variable-length integer ---------------------------------- */

/*
 * WritableUtils.writeVLong of Hadoop: one byte for -112..127.  Otherwise the
 * first byte has sign and length, followed by 1 to 8 bytes of the value
 * (complemented if negative).
 */
static void
put_vint(int64_t n, CoreBuf *out)
{
	uint64_t	u = n < 0 ? ~(uint64_t) n : (uint64_t) n;
	int			width = 1;

	if (n >= -112 && n <= 127)
	{
		core_buf_add_byte(out, (uint8_t) n);
		return;
	}
	while (width < 8 && u >> (width * 8) != 0)
		width++;
	core_buf_add_byte(out, (uint8_t) ((n < 0 ? -120 : -112) - width));
	encoding_put_uint(out, u, width);
}

/*
 * The length of the vint with this first byte (WritableUtils.decodeVIntSize).
 */
static size_t
vint_length(uint8_t first)
{
	int			b = (int8_t) first;

	return b >= -112 ? 1 : b >= -120 ? -112 - b + 1 : -120 - b + 1;
}

static bool
get_vint(const EncodingType *type, const uint8_t *p, size_t n, int64_t *value,
		 CoreError *err)
{
	uint64_t	u;

	if (n == 0 || n != vint_length(p[0]))
		return core_error(err, CORE_ERR_BINARY, "%zu bytes are not a vint", n);
	if (n == 1)
	{
		*value = (int8_t) p[0];
		return true;
	}
	u = encoding_get_uint(p + 1, (int) n - 1);
	if (u > INT64_MAX)
		return core_error(err, CORE_ERR_BINARY, "vint has more than 64 bits");
	*value = (int8_t) p[0] < -120 ? (int64_t) ~u : (int64_t) u;
	return true;
}

/* ---- encode ------------------------------------------------------------ */

/* Only times can be descending: Long.MAX_VALUE - n, newest first. */
static bool
reject_descending(const EncodingType *type, CoreError *err)
{
	core_error(err, CORE_ERR_PARAMETER,
			   "type %s of encoding \"bytes\" does not have a descending form%s",
			   encoding_format_name(type),
			   value_kind_is_time(type->kind) ? " in seconds" : "");
	return core_error_hint(err, "Use encoding \"phoenix\" or \"ordered\".");
}

static bool
put_long(const EncodingType *type, bool descending, const CoreValue *v,
		 CoreBuf *out, CoreError *err)
{
	int64_t		n;
	uint64_t	u;

	if (!encoding_int_of_value(type, v, &n, err))
		return false;
	u = descending ? (uint64_t) INT64_MAX - (uint64_t) n : (uint64_t) n;
	core_put_u64(core_buf_reserve(out, 8), u);
	out->len += 8;
	return true;
}

/* Read an integer of 1, 2 or 4 bytes. */
static bool
put_short_int(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			  CoreError *err)
{
	int64_t		half = INT64_C(1) << (type->width * 8 - 1);
	bool		seconds = value_kind_is_time(type->kind);
	int64_t		n;

	if (!encoding_int_of_value(type, v, &n, err) ||
		!encoding_check_range(type, n, seconds ? 0 : -half,
							  seconds ? 2 * half - 1 : half - 1, err))
		return false;
	encoding_put_uint(out, (uint64_t) n, type->width);
	return true;
}

static bool
put_bigdecimal(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			   CoreError *err)
{
	ValueNumeric num;
	ValueRoom	room;

	encoding_numeric_of_value(v, &num, &room);
	if (num.sign > VALUE_NUM_NEGATIVE)
	{
		core_error(err, CORE_ERR_RANGE,
				   "a BigDecimal cannot hold NaN or infinity");
		return core_error_hint(err, "Use double precision.");
	}
	bigdecimal_write(&num, out);
	return true;
}

static bool
bytes_is_number(const EncodingType *type, bool descending, uint64_t *flip)
{
	if (type->format != BYTES_SHORT && type->format != BYTES_INT &&
		type->format != BYTES_LONG)
		return false;
	if (descending &&
		!(type->format == BYTES_LONG && value_kind_is_time(type->kind)))
		return false;
	/* Long.MAX_VALUE - n inverts all bits of n except the sign. */
	*flip = descending ? (uint64_t) INT64_MAX : 0;
	return encoding_fits_width(type);
}

static bool
bytes_encode(const EncodingType *type, bool descending, const CoreValue *v,
			 CoreBuf *out, CoreError *err)
{
	if (descending &&
		!(type->format == BYTES_LONG && value_kind_is_time(type->kind)))
		return reject_descending(type, err);

	switch ((BytesFormat) type->format)
	{
		case BYTES_BOOLEAN:
			core_buf_add_byte(out, v->b ? 0xff : 0x00);
			return true;
		case BYTES_LONG:
			return put_long(type, descending, v, out, err);
		case BYTES_BYTE:
		case BYTES_SHORT:
		case BYTES_INT:
			return put_short_int(type, v, out, err);
		case BYTES_VINT:
			put_vint(v->i, out);
			return true;
		case BYTES_FLOAT:
			encoding_put_uint(out, encoding_float4_bits(v->f4), 4);
			return true;
		case BYTES_DOUBLE:
			encoding_put_uint(out,
							  encoding_float8_bits(
								  v->kind == VALUE_FLOAT4 ? v->f4 : v->f8),
							  8);
			return true;
		case BYTES_BIGDECIMAL:
			return put_bigdecimal(type, v, out, err);
		case BYTES_STRING:
		case BYTES_BYTES:
			if (!encoding_check_max(type, v, err))
				return false;
			core_buf_add(out, v->bytes.data, v->bytes.len);
			return true;
		case BYTES_CHAR:
			return encoding_put_padded(type, v, ' ', out, err);
		case BYTES_BINARY:
			return encoding_put_padded(type, v, 0x00, out, err);
		case BYTES_UUID:
			core_buf_add(out, v->bytes.data, 16);
			return true;
	}
	return false;
}

/* ---- decode ------------------------------------------------------------ */

static bool
bytes_decode(const EncodingType *type, bool descending, const uint8_t *p,
			 size_t n, CoreValue *v, CoreError *err)
{
	int64_t		i = 0;

	if (type->width >= 0 && !encoding_check_length(type, n, type->width, err))
		return false;
	if (descending &&
		!(type->format == BYTES_LONG && value_kind_is_time(type->kind)))
		return reject_descending(type, err);

	v->kind = type->kind;
	switch ((BytesFormat) type->format)
	{
		case BYTES_BOOLEAN:
			v->b = p[0] != 0;	/* as Bytes.toBoolean */
			return true;
		case BYTES_LONG:
			i = (int64_t) core_get_u64(p);
			if (descending)
				i = (int64_t) ((uint64_t) INT64_MAX - (uint64_t) i);
			return encoding_value_of_int(type, i, v, err);
		case BYTES_BYTE:
			return encoding_value_of_int(type, (int8_t) p[0], v, err);
		case BYTES_SHORT:
			return encoding_value_of_int(type, (int16_t) core_get_u16(p), v,
										 err);
		case BYTES_INT:
			i = value_kind_is_time(type->kind) ? (int64_t) core_get_u32(p)
				: (int32_t) core_get_u32(p);
			return encoding_value_of_int(type, i, v, err);
		case BYTES_VINT:
			return get_vint(type, p, n, &i, err) &&
				encoding_value_of_int(type, i, v, err);
		case BYTES_FLOAT:
			{
				uint32_t	bits = core_get_u32(p);

				memcpy(&v->f4, &bits, sizeof(bits));
				return true;
			}
		case BYTES_DOUBLE:
			{
				uint64_t	bits = core_get_u64(p);
				double		f;

				memcpy(&f, &bits, sizeof(bits));
				return encoding_value_of_float8(type, f, v, err);
			}
		case BYTES_BIGDECIMAL:
			{
				ValueNumeric num;

				return bigdecimal_read(p, n, &num, err) &&
					encoding_value_of_numeric(type, &num, v, err);
			}
		case BYTES_STRING:
		case BYTES_CHAR:
			v->bytes.data = p;
			v->bytes.len = type->format == BYTES_CHAR ?
				encoding_unpadded(p, n, ' ') :
				n;
			return utf8_check(p, n, err);
		case BYTES_BYTES:
		case BYTES_BINARY:
		case BYTES_UUID:
			v->bytes.data = p;
			v->bytes.len = n;
			return true;
	}
	return false;
}

static bool
bytes_measure(const EncodingType *type, bool descending, const uint8_t *p,
			  size_t n, size_t *used, CoreError *err)
{
	if (type->format == BYTES_VINT && n > 0)
		*used = vint_length(p[0]);
	else if (type->format == BYTES_VINT)
		*used = 1;
	else if (type->width >= 0)
		*used = type->width;
	else
		return encoding_needs_separator(type, err);
	if (*used > n)
		return core_error(err, CORE_ERR_BINARY,
						  "type %s requires %zu bytes, but only %zu are left",
						  encoding_format_name(type), *used, n);
	return true;
}

const EncodingMethods encoding_bytes = {
	.formats = formats,
	.usual_format = usual_format,
	.finish = finish,
	.order = order,
	.is_number = bytes_is_number,
	.encode = bytes_encode,
	.decode = bytes_decode,
	.measure = bytes_measure,
};
