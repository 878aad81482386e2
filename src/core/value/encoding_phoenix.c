/*
 * encoding_phoenix.c
 *		Encoding "phoenix": the PDataType classes of Apache Phoenix.
 *
 * Held against org.apache.phoenix.schema.types of Phoenix 5.2.1.  Every value
 * sorts correctly; in descending order every byte is complemented.  VARCHAR,
 * VARBINARY and DECIMAL do not determine their end: in a row key a separator
 * follows them.
 */
#include "core/base/host.h"
#include "core/value/encoding_common.h"
#include "core/value/encoding_methods.h"
#include "core/value/encoding_phoenix.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

#include <math.h>

#include "core/base/utf8.h"
#include "core/value/centimal.h"
#include "core/value/datetime.h"

typedef enum PhoenixFormat
{
	PHOENIX_TINYINT,
	PHOENIX_UNSIGNED_TINYINT,
	PHOENIX_SMALLINT,
	PHOENIX_UNSIGNED_SMALLINT,
	PHOENIX_INTEGER,
	PHOENIX_UNSIGNED_INT,
	PHOENIX_BIGINT,
	PHOENIX_UNSIGNED_LONG,
	PHOENIX_FLOAT,
	PHOENIX_UNSIGNED_FLOAT,
	PHOENIX_DOUBLE,
	PHOENIX_UNSIGNED_DOUBLE,
	PHOENIX_DECIMAL,
	PHOENIX_DECIMAL_ROUNDED,	/* digits beyond 38 are rounded, as in Java */
	PHOENIX_BOOLEAN,
	PHOENIX_DATE,
	PHOENIX_UNSIGNED_DATE,
	PHOENIX_TIME,
	PHOENIX_UNSIGNED_TIME,
	PHOENIX_TIMESTAMP,
	PHOENIX_UNSIGNED_TIMESTAMP,
	PHOENIX_CHAR,
	PHOENIX_VARCHAR,
	PHOENIX_BINARY,
	PHOENIX_VARBINARY
} PhoenixFormat;

/* The formats of one integer, as wide as the type. */
#define CASE_ONE_INTEGER \
	case PHOENIX_TINYINT: \
	case PHOENIX_UNSIGNED_TINYINT: \
	case PHOENIX_SMALLINT: \
	case PHOENIX_UNSIGNED_SMALLINT: \
	case PHOENIX_INTEGER: \
	case PHOENIX_UNSIGNED_INT: \
	case PHOENIX_BIGINT: \
	case PHOENIX_UNSIGNED_LONG: \
	case PHOENIX_DATE: \
	case PHOENIX_UNSIGNED_DATE: \
	case PHOENIX_TIME: \
	case PHOENIX_UNSIGNED_TIME

#define KINDS_LONG		(KINDS_INTEGER | KINDS_TIME)
#define KINDS_DECIMAL	(KINDS_INTEGER | KIND(NUMERIC))
#define KINDS_DOUBLE	(KIND(FLOAT4) | KIND(FLOAT8))

static const FormatInfo formats[] = {
	{"TINYINT", PHOENIX_TINYINT, ARGS_NONE, 1, KINDS_INTEGER, VALUE_INT2},
	{"UNSIGNED_TINYINT", PHOENIX_UNSIGNED_TINYINT, ARGS_NONE, 1, KINDS_INTEGER,
	 VALUE_INT2},
	{"SMALLINT", PHOENIX_SMALLINT, ARGS_NONE, 2, KINDS_INTEGER, VALUE_INT2},
	{"UNSIGNED_SMALLINT", PHOENIX_UNSIGNED_SMALLINT, ARGS_NONE, 2,
	 KINDS_INTEGER, VALUE_INT2},
	{"INTEGER", PHOENIX_INTEGER, ARGS_NONE, 4, KINDS_INTEGER, VALUE_INT4},
	{"UNSIGNED_INT", PHOENIX_UNSIGNED_INT, ARGS_NONE, 4, KINDS_INTEGER,
	 VALUE_INT4},
	{"BIGINT", PHOENIX_BIGINT, ARGS_NONE, 8, KINDS_LONG, VALUE_INT8},
	{"UNSIGNED_LONG", PHOENIX_UNSIGNED_LONG, ARGS_NONE, 8, KINDS_LONG,
	 VALUE_INT8},
	{"FLOAT", PHOENIX_FLOAT, ARGS_NONE, 4, KIND(FLOAT4), VALUE_FLOAT4},
	{"UNSIGNED_FLOAT", PHOENIX_UNSIGNED_FLOAT, ARGS_NONE, 4, KIND(FLOAT4),
	 VALUE_FLOAT4},
	{"DOUBLE", PHOENIX_DOUBLE, ARGS_NONE, 8, KINDS_DOUBLE, VALUE_FLOAT8},
	{"UNSIGNED_DOUBLE", PHOENIX_UNSIGNED_DOUBLE, ARGS_NONE, 8, KINDS_DOUBLE,
	 VALUE_FLOAT8},
	{"DECIMAL", PHOENIX_DECIMAL, ARGS_DIGITS, -1, KINDS_DECIMAL,
	 VALUE_NUMERIC},
	{"DECIMAL_ROUNDED", PHOENIX_DECIMAL_ROUNDED, ARGS_DIGITS, -1,
	 KIND(NUMERIC), VALUE_NUMERIC},
	{"BOOLEAN", PHOENIX_BOOLEAN, ARGS_NONE, 1, KIND(BOOL), VALUE_BOOL},
	{"DATE", PHOENIX_DATE, ARGS_NONE, 8, KINDS_STAMP, VALUE_DATE},
	{"UNSIGNED_DATE", PHOENIX_UNSIGNED_DATE, ARGS_NONE, 8, KINDS_STAMP,
	 VALUE_TIMESTAMPTZ},
	{"TIME", PHOENIX_TIME, ARGS_NONE, 8, KINDS_TIME, VALUE_TIME},
	{"UNSIGNED_TIME", PHOENIX_UNSIGNED_TIME, ARGS_NONE, 8, KINDS_TIME,
	 VALUE_TIME},
	{"TIMESTAMP", PHOENIX_TIMESTAMP, ARGS_NONE, 12, KINDS_TIME,
	 VALUE_TIMESTAMP},
	{"UNSIGNED_TIMESTAMP", PHOENIX_UNSIGNED_TIMESTAMP, ARGS_NONE, 12,
	 KINDS_TIME, VALUE_TIMESTAMPTZ},
	{"CHAR", PHOENIX_CHAR, ARGS_LENGTH, -1, KIND(TEXT), VALUE_TEXT},
	{"VARCHAR", PHOENIX_VARCHAR, ARGS_MAX, -1, KINDS_TEXT, VALUE_TEXT},
	{"BINARY", PHOENIX_BINARY, ARGS_LENGTH, -1, KIND(BYTES) | KIND(UUID),
	 VALUE_BYTES},
	{"VARBINARY", PHOENIX_VARBINARY, ARGS_MAX, -1, KIND(BYTES), VALUE_BYTES},
	{0}
};

static int
usual_format(ValueKind kind, int precision)
{
	switch (kind)
	{
		case VALUE_BOOL:
			return PHOENIX_BOOLEAN;
		case VALUE_INT2:
			return PHOENIX_SMALLINT;
		case VALUE_INT4:
			return PHOENIX_INTEGER;
		case VALUE_INT8:
			return PHOENIX_BIGINT;
		case VALUE_FLOAT4:
			return PHOENIX_FLOAT;
		case VALUE_FLOAT8:
			return PHOENIX_DOUBLE;
		case VALUE_NUMERIC:
			return PHOENIX_DECIMAL;
		case VALUE_DATE:
			return PHOENIX_DATE;
		case VALUE_TIME:
			return precision == 6 ? PHOENIX_TIMESTAMP : PHOENIX_TIME;
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return precision == 6 ? PHOENIX_TIMESTAMP : PHOENIX_DATE;
		case VALUE_BYTES:
			return PHOENIX_VARBINARY;
		case VALUE_UUID:
			return PHOENIX_BINARY;
		case VALUE_NULL:
		case VALUE_TEXT:
		case VALUE_JSONB:
			break;
	}
	return PHOENIX_VARCHAR;
}

static bool
finish(EncodingType *type, int precision, CoreError *err)
{
	if (type->format == PHOENIX_CHAR || type->format == PHOENIX_BINARY)
		type->width = type->length;
	if (type->format == PHOENIX_TIMESTAMP ||
		type->format == PHOENIX_UNSIGNED_TIMESTAMP)
		type->precision = 6;
	else if (value_kind_is_time(type->kind))
		type->precision = precision < 0 ? 3 : precision;
	return true;
}

static EncodingOrder
order(const EncodingType *type)
{
	if (type->format == PHOENIX_CHAR)
		return ENCODING_ORDER_PRINTABLE;
	/* -0.0 is a valid value, but sorts last. */
	if (type->format == PHOENIX_UNSIGNED_FLOAT ||
		type->format == PHOENIX_UNSIGNED_DOUBLE)
		return ENCODING_ORDER_NOT_NEGATIVE;
	return type->kind == VALUE_JSONB ? ENCODING_ORDER_NONE :
									   ENCODING_ORDER_ALL;
}

/* Unsigned formats: they keep the sign bit and have no negative values. */
static bool
is_unsigned(const EncodingType *type)
{
	switch ((PhoenixFormat) type->format)
	{
		case PHOENIX_UNSIGNED_TINYINT:
		case PHOENIX_UNSIGNED_SMALLINT:
		case PHOENIX_UNSIGNED_INT:
		case PHOENIX_UNSIGNED_LONG:
		case PHOENIX_UNSIGNED_FLOAT:
		case PHOENIX_UNSIGNED_DOUBLE:
		case PHOENIX_UNSIGNED_DATE:
		case PHOENIX_UNSIGNED_TIME:
		case PHOENIX_UNSIGNED_TIMESTAMP:
			return true;
		default:
			return false;
	}
}

static bool
bad_bytes(const EncodingType *type, CoreError *err)
{
	core_error(err, CORE_ERR_BINARY, "invalid bytes of type %s",
			   encoding_format_name(type));
	return core_error_detail(err, "Phoenix would not write them.");
}

/* ---- integers ----------------------------------------------------------- */

/*
 * PInteger.IntCodec.encodeInt and its siblings, Phoenix 5.2.1: the sign bit is
 * inverted.
 */
static void
put_signed(const EncodingType *type, int64_t n, int width, CoreBuf *out)
{
	uint64_t	sign = is_unsigned(type) ? 0 : UINT64_C(1) << (8 * width - 1);

	encoding_put_uint(out, (uint64_t) n ^ sign, width);
}

static int64_t
get_signed(const EncodingType *type, uint64_t u, int width)
{
	int			shift = 64 - 8 * width;

	/*
	 * Shift to the left end, keep the sign, and shift back with sign
	 * extension.
	 */
	u <<= shift;
	if (!is_unsigned(type))
		u ^= UINT64_C(1) << 63;
	return (int64_t) u >> shift;
}

static bool
check_range(const EncodingType *type, int64_t n, int width, CoreError *err)
{
	int64_t		high = (int64_t) (UINT64_MAX >> (65 - 8 * width));

	return encoding_check_range(type, n, is_unsigned(type) ? 0 : -high - 1,
								high, err);
}

/* ---- times: milliseconds since 1970 ------------------------------------- */

static bool
millis_of_value(const EncodingType *type, const CoreValue *v, int64_t *n,
				CoreError *err)
{
	if (!value_to_epoch(v, type->precision == 0 ? 0 : 3, n, err))
		return false;
	if (type->precision == 0)
		*n *= 1000;				/* fits: the seconds came from microseconds */
	return true;
}

/* Convert a value of an integer or time format to its integer, and back. */
static bool
int_of_value(const EncodingType *type, const CoreValue *v, int64_t *n,
			 CoreError *err)
{
	if (value_kind_is_time(v->kind))
		return millis_of_value(type, v, n, err);
	*n = v->i;
	return true;
}

static bool
value_of_int(const EncodingType *type, int64_t n, CoreValue *v, CoreError *err)
{
	if (value_kind_is_time(type->kind))
	{
		if (type->precision == 0 && n % 1000 != 0)
		{
			core_error(err, CORE_ERR_RANGE,
					   "bytes contain fractions of a second");
			return core_error_hint(err, "Read them as %s(3).",
								   value_kind_name(type->kind));
		}
		return value_from_epoch(type->kind, 3, n, v, err);
	}
	return encoding_value_of_int(type, n, v, err);
}

/* PTimestamp.toBytes: milliseconds, and nanoseconds within the millisecond. */
#define NANOS_PER_MILLI		1000000

/* PTimestamp.toBytes. */
static bool
put_timestamp(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			  CoreError *err)
{
	int64_t		millis;
	int			micros = 0;

	if (!value_to_epoch(v, 3, &millis, err) ||
		!check_range(type, millis, 8, err))
		return false;
	if (v->kind != VALUE_DATE)
	{
		micros = (int) (v->i % 1000);
		if (micros < 0)
			micros += 1000;
	}
	put_signed(type, millis, 8, out);
	encoding_put_uint(out, (uint64_t) micros * 1000, 4);
	return true;
}

/* PTimestamp.toObject. */
static bool
get_timestamp(const EncodingType *type, int64_t millis, uint32_t nanos,
			  CoreValue *v, CoreError *err)
{
	if (nanos >= NANOS_PER_MILLI)
		return bad_bytes(type, err);
	if (nanos % 1000 != 0)
	{
		core_error(err, CORE_ERR_RANGE,
				   "TIMESTAMP contains nanoseconds, which type %s does not have",
				   value_kind_name(type->kind));
		return core_error_hint(
			err, "Its first 8 bytes are a DATE, with milliseconds.");
	}
	if (!value_from_epoch(type->kind, 3, millis, v, err))
		return false;
	if (nanos > 0 &&
		(type->kind == VALUE_DATE ||
		 (type->kind == VALUE_TIME && v->i == DATETIME_USECS_PER_DAY)))
		return core_error(err, CORE_ERR_RANGE,
						  "bytes contain a time of day, which type %s does not have",
						  value_kind_name(type->kind));
	if (nanos > 0)
		v->i += nanos / 1000;
	return true;
}

/* ---- floats ------------------------------------------------------------- */

/*
 * PDouble.DoubleCodec.encodeDouble and PFloat.FloatCodec.encodeFloat: negative
 * numbers complemented, otherwise the sign bit inverted, plus one.  Unsigned
 * formats keep the IEEE bits.  As in Phoenix they accept -0.0.
 */
static bool
put_float(const EncodingType *type, double f, uint64_t bits, int width,
		  CoreBuf *out, CoreError *err)
{
	uint64_t	sign = UINT64_C(1) << (8 * width - 1);

	if (is_unsigned(type))
	{
		if (f < 0)
			return core_error(err, CORE_ERR_RANGE,
							  "value %g is out of range for type %s", f,
							  encoding_format_name(type));
	}
	else
		bits = (bits & sign ? ~bits : bits ^ sign) + 1;
	encoding_put_uint(out, bits, width);
	return true;
}

static bool
get_float(const EncodingType *type, uint64_t bits, int width, CoreValue *v,
		  CoreError *err)
{
	uint64_t	sign = UINT64_C(1) << (8 * width - 1);
	double		f;

	if (!is_unsigned(type))
	{
		bits--;
		bits = bits & sign ? bits ^ sign : ~bits;
	}
	if (width == 4)
	{
		uint32_t	bits32 = (uint32_t) bits;

		memcpy(&v->f4, &bits32, sizeof(bits32));
		f = v->f4;
	}
	else
		memcpy(&f, &bits, sizeof(bits));
	if (is_unsigned(type) && f < 0)
		return bad_bytes(type, err);
	return width == 4 || encoding_value_of_float8(type, f, v, err);
}

/* ---- DECIMAL ------------------------------------------------------------ */

#define DECIMAL_DIGITS		38
#define DECIMAL_ZERO		0x80
#define DECIMAL_POSITIVE	0xc1	/* plus the base-100 exponent */
#define DECIMAL_NEGATIVE	0x3e	/* minus the base-100 exponent */
#define DECIMAL_TERMINATOR	0x66	/* ends negative numbers, if there is
									 * room */
#define DECIMAL_MAX_BYTES	21

/*
 * Outside of these exponents (1E-126, 1E+126) the first byte would wrap around
 * and sort wrong.
 */
#define DECIMAL_MIN_EXPONENT	(-63)
#define DECIMAL_MAX_EXPONENT	62

/* PDataType.toBytes(BigDecimal, byte[], int, int), Phoenix 5.2.1. */
static bool
put_decimal(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			CoreError *err)
{
	ValueNumeric num;
	ValueRoom	room;
	Centimal	c;

	encoding_numeric_of_value(v, &num, &room);
	if (num.sign > VALUE_NUM_NEGATIVE)
	{
		core_error(err, CORE_ERR_RANGE, "DECIMAL cannot hold NaN or infinity");
		return core_error_hint(err, "Use double precision.");
	}
	if (!centimal_from_numeric(&num, DECIMAL_DIGITS,
							   type->format == PHOENIX_DECIMAL_ROUNDED,
							   "DECIMAL", "DECIMAL_ROUNDED", &c, err))
		return false;
	if (c.count == 0)
	{
		core_buf_add_byte(out, DECIMAL_ZERO);
		return true;
	}
	if (c.exponent < DECIMAL_MIN_EXPONENT || c.exponent > DECIMAL_MAX_EXPONENT)
	{
		core_error(err, CORE_ERR_RANGE,
				   "number is out of range for type DECIMAL");
		return core_error_detail(err,
								 "It holds 1E-126 up to, but not including, 1E+126; beyond, Phoenix writes bytes that sort wrong.");
	}
	if (c.negative)
	{
		core_buf_add_byte(out, (uint8_t) (DECIMAL_NEGATIVE - c.exponent));
		for (int i = 0; i < c.count; i++)
			core_buf_add_byte(out, (uint8_t) (101 - c.digits[i]));
		if (1 + c.count < DECIMAL_MAX_BYTES)
			core_buf_add_byte(out, DECIMAL_TERMINATOR);
	}
	else
	{
		core_buf_add_byte(out, (uint8_t) (DECIMAL_POSITIVE + c.exponent));
		for (int i = 0; i < c.count; i++)
			core_buf_add_byte(out, (uint8_t) (c.digits[i] + 1));
	}
	return true;
}

/* PDataType.toBigDecimal, Phoenix 5.2.1. */
static bool
get_decimal(const EncodingType *type, const uint8_t *p, size_t n, uint8_t mask,
			CoreValue *v, CoreError *err)
{
	ValueNumeric num = {.sign = VALUE_NUM_POSITIVE};
	Centimal	c = {0};
	uint8_t		first;

	if (n == 0 || n > DECIMAL_MAX_BYTES)
		return bad_bytes(type, err);
	first = p[0] ^ mask;
	if (first == DECIMAL_ZERO && n == 1)
		return encoding_value_of_numeric(type, &num, v, err);

	c.negative = first < DECIMAL_ZERO;
	c.exponent = c.negative ? DECIMAL_NEGATIVE - first :
							  first - DECIMAL_POSITIVE;
	if (c.negative)
	{
		if ((p[n - 1] ^ mask) == DECIMAL_TERMINATOR)
			n--;
		else if (n < DECIMAL_MAX_BYTES)
			return bad_bytes(type, err);
	}
	for (size_t i = 1; i < n; i++)
	{
		int			b = p[i] ^ mask;
		int			digit = c.negative ? 101 - b : b - 1;

		if (digit < 0 || digit > 99)
			return bad_bytes(type, err);
		c.digits[c.count++] = (uint8_t) digit;
	}
	if (c.count == 0 || c.digits[0] == 0 || c.digits[c.count - 1] == 0 ||
		centimal_decimals(&c) > DECIMAL_DIGITS ||
		c.exponent < DECIMAL_MIN_EXPONENT || c.exponent > DECIMAL_MAX_EXPONENT)
		return bad_bytes(type, err);
	return centimal_to_numeric(&c, &num, err) &&
		encoding_value_of_numeric(type, &num, v, err);
}

/* ---- CHAR --------------------------------------------------------------- */

/* PChar.toBytes. */
static bool
check_ascii(const uint8_t *p, size_t n, CoreError *err)
{
	if (utf8_is_ascii(p, n))
		return true;
	core_error(err, CORE_ERR_CHARACTER, "CHAR accepts only ASCII characters");
	return core_error_hint(err, "Use VARCHAR.");
}

/* ---- encode ------------------------------------------------------------- */

static bool
put_ascending(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			  CoreError *err)
{
	int64_t		n;
	double		f;

	switch ((PhoenixFormat) type->format)
	{
		CASE_ONE_INTEGER:
			if (!int_of_value(type, v, &n, err) ||
				!check_range(type, n, type->width, err))
				return false;
			put_signed(type, n, type->width, out);
			return true;
		case PHOENIX_TIMESTAMP:
		case PHOENIX_UNSIGNED_TIMESTAMP:
			return put_timestamp(type, v, out, err);
		case PHOENIX_FLOAT:
		case PHOENIX_UNSIGNED_FLOAT:
			return put_float(type, v->f4, encoding_float4_bits(v->f4), 4, out,
							 err);
		case PHOENIX_DOUBLE:
		case PHOENIX_UNSIGNED_DOUBLE:
			f = v->kind == VALUE_FLOAT4 ? v->f4 : v->f8;
			return put_float(type, f, encoding_float8_bits(f), 8, out, err);
		case PHOENIX_DECIMAL:
		case PHOENIX_DECIMAL_ROUNDED:
			return put_decimal(type, v, out, err);
		case PHOENIX_BOOLEAN:
			core_buf_add_byte(out, v->b);
			return true;
		case PHOENIX_CHAR:
			return check_ascii(v->bytes.data, v->bytes.len, err) &&
				encoding_put_padded(type, v, ' ', out, err);
		case PHOENIX_BINARY:
			return encoding_put_padded(type, v, 0x00, out, err);
		case PHOENIX_VARCHAR:
		case PHOENIX_VARBINARY:
			if (!encoding_check_max(type, v, err))
				return false;
			core_buf_add(out, v->bytes.data, v->bytes.len);
			return true;
	}
	return false;
}

static bool
phoenix_is_number(const EncodingType *type, bool descending, uint64_t *flip)
{
	switch ((PhoenixFormat) type->format)
	{
		case PHOENIX_SMALLINT:
		case PHOENIX_INTEGER:
		case PHOENIX_BIGINT:
		case PHOENIX_DATE:
		case PHOENIX_TIME:
			break;
		default:
			return false;
	}
	*flip = UINT64_C(1) << (8 * type->width - 1);
	if (descending)
		*flip = ~*flip;
	return encoding_fits_width(type);
}

static bool
phoenix_encode(const EncodingType *type, bool descending, const CoreValue *v,
			   CoreBuf *out, CoreError *err)
{
	size_t		start = out->len;

	if (!put_ascending(type, v, out, err))
		return false;
	if (descending)
		encoding_complement(out, start);
	return true;
}

/* ---- decode ------------------------------------------------------------- */

/* The bytes of CHAR and VARCHAR, already in ascending order. */
static bool
get_text(const EncodingType *type, const uint8_t *p, size_t n, CoreValue *v,
		 CoreError *err)
{
	v->bytes.data = p;
	v->bytes.len = n;
	if (type->format == PHOENIX_CHAR)
	{
		if (!check_ascii(p, n, err))
			return false;
		v->bytes.len = encoding_unpadded(p, n, ' ');
	}
	return utf8_check(p, v->bytes.len, err);
}

static bool
phoenix_decode(const EncodingType *type, bool descending, const uint8_t *p,
			   size_t n, CoreValue *v, CoreError *err)
{
	uint64_t	mask = descending ? UINT64_MAX : 0;
	uint8_t    *copy = NULL;
	uint8_t		byte;

	if (type->width >= 0 && !encoding_check_length(type, n, type->width, err))
		return false;

	v->kind = type->kind;
	switch ((PhoenixFormat) type->format)
	{
		CASE_ONE_INTEGER:
			{
				int64_t		i =
					get_signed(type, encoding_get_uint(p, type->width) ^ mask,
							   type->width);

				if (is_unsigned(type) && i < 0)
					return bad_bytes(type, err);
				return value_of_int(type, i, v, err);
			}
		case PHOENIX_TIMESTAMP:
		case PHOENIX_UNSIGNED_TIMESTAMP:
			{
				int64_t		i = get_signed(type, core_get_u64(p) ^ mask, 8);

				if (is_unsigned(type) && i < 0)
					return bad_bytes(type, err);
				return get_timestamp(type, i,
									 core_get_u32(p + 8) ^ (uint32_t) mask, v,
									 err);
			}
		case PHOENIX_FLOAT:
		case PHOENIX_UNSIGNED_FLOAT:
			return get_float(type, core_get_u32(p) ^ (uint32_t) mask, 4, v,
							 err);
		case PHOENIX_DOUBLE:
		case PHOENIX_UNSIGNED_DOUBLE:
			return get_float(type, core_get_u64(p) ^ mask, 8, v, err);
		case PHOENIX_DECIMAL:
		case PHOENIX_DECIMAL_ROUNDED:
			return get_decimal(type, p, n, (uint8_t) mask, v, err);
		case PHOENIX_BOOLEAN:
			byte = p[0] ^ (uint8_t) mask;
			v->b = byte == 1;
			return byte <= 1 || bad_bytes(type, err);
		case PHOENIX_CHAR:
		case PHOENIX_VARCHAR:
			if (descending)
				p = copy = encoding_complemented(p, n);
			if (get_text(type, p, n, v, err))
				return true;
			if (copy != NULL)
				core_free(copy);
			return false;
		case PHOENIX_BINARY:
		case PHOENIX_VARBINARY:
			v->bytes.data = descending ? encoding_complemented(p, n) : p;
			v->bytes.len = n;
			return true;
	}
	return false;
}

const EncodingMethods encoding_phoenix = {
	.formats = formats,
	.usual_format = usual_format,
	.finish = finish,
	.order = order,
	.is_number = phoenix_is_number,
	.encode = phoenix_encode,
	.decode = phoenix_decode,
	.measure = encoding_measure_width,
};
