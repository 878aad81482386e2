/*
 * encoding_ordered.c
 *		Encoding "ordered": org.apache.hadoop.hbase.util.OrderedBytes.
 *
 * Held against OrderedBytes of HBase 2.6.1.  Every value begins with a header
 * byte for its type and sorts like the value.  In descending order every byte
 * is complemented, also header and terminator.  All formats except BlobCopy
 * determine their end.
 */
#include "core/base/host.h"
#include "core/value/encoding_common.h"
#include "core/value/encoding_methods.h"
#include "core/value/encoding_ordered.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

#include <math.h>

#include "core/base/utf8.h"
#include "core/value/centimal.h"

/* Header bytes in ascending order (the constants of OrderedBytes). */
enum
{
	HEADER_NULL = 0x05,
	HEADER_NEG_INFINITY = 0x07,
	HEADER_NEG_LARGE = 0x08,
	HEADER_NEG_MEDIUM = 0x13,	/* minus 1 to 10 */
	HEADER_NEG_SMALL = 0x14,
	HEADER_ZERO = 0x15,
	HEADER_POS_SMALL = 0x16,
	HEADER_POS_MEDIUM = 0x17,	/* plus 1 to 10 */
	HEADER_POS_LARGE = 0x22,
	HEADER_POS_INFINITY = 0x23,
	HEADER_NAN = 0x26,
	HEADER_INT8 = 0x29,
	HEADER_INT16 = 0x2a,
	HEADER_INT32 = 0x2b,
	HEADER_INT64 = 0x2c,
	HEADER_FLOAT32 = 0x30,
	HEADER_FLOAT64 = 0x31,
	HEADER_TEXT = 0x34,
	HEADER_BLOB_VAR = 0x37,
	HEADER_BLOB_COPY = 0x38
};

/*
 * The largest base-100 exponent (OrderedBytes counts from 1) with its own
 * header.
 */
#define MEDIUM_EXPONENTS	10

/*
 * The precision of a numeric in decimal digits (OrderedBytes.MAX_PRECISION);
 * it is also a limit for the base-100 digits.
 */
#define NUMERIC_DIGITS		31
#define NUMERIC_CENTIMALS	16

typedef enum OrderedFormat
{
	ORDERED_INT8,
	ORDERED_INT16,
	ORDERED_INT32,
	ORDERED_INT64,
	ORDERED_FLOAT32,
	ORDERED_FLOAT64,
	ORDERED_NUMERIC,
	ORDERED_NUMERIC_ROUNDED,	/* digits beyond 31 are rounded, as in Java */
	ORDERED_TEXT,
	ORDERED_CHAR,				/* text padded with blanks */
	ORDERED_BLOB_VAR,
	ORDERED_BLOB_COPY
} OrderedFormat;

static const FormatInfo formats[] = {
	{"OrderedInt8", ORDERED_INT8, ARGS_NONE, 2, KINDS_INTEGER | KIND(BOOL),
	 VALUE_INT2},
	{"tinyint", ORDERED_INT8, ARGS_NONE, 2, KINDS_INTEGER | KIND(BOOL),
	 VALUE_INT2},
	{"OrderedInt16", ORDERED_INT16, ARGS_NONE, 3, KINDS_INTEGER, VALUE_INT2},
	{"int16", ORDERED_INT16, ARGS_NONE, 3, KINDS_INTEGER, VALUE_INT2},
	{"OrderedInt32", ORDERED_INT32, ARGS_NONE, 5, KINDS_INTEGER, VALUE_INT4},
	{"int32", ORDERED_INT32, ARGS_NONE, 5, KINDS_INTEGER, VALUE_INT4},
	{"OrderedInt64", ORDERED_INT64, ARGS_NONE, 9, KINDS_INTEGER | KINDS_TIME,
	 VALUE_INT8},
	{"int64", ORDERED_INT64, ARGS_NONE, 9, KINDS_INTEGER | KINDS_TIME,
	 VALUE_INT8},
	{"OrderedFloat32", ORDERED_FLOAT32, ARGS_NONE, 5, KIND(FLOAT4),
	 VALUE_FLOAT4},
	{"float32", ORDERED_FLOAT32, ARGS_NONE, 5, KIND(FLOAT4), VALUE_FLOAT4},
	{"OrderedFloat64", ORDERED_FLOAT64, ARGS_NONE, 9,
	 KIND(FLOAT4) | KIND(FLOAT8), VALUE_FLOAT8},
	{"float64", ORDERED_FLOAT64, ARGS_NONE, 9, KIND(FLOAT4) | KIND(FLOAT8),
	 VALUE_FLOAT8},
	{"OrderedNumeric", ORDERED_NUMERIC, ARGS_DIGITS, -1,
	 KINDS_INTEGER | KIND(NUMERIC) | KIND(FLOAT8), VALUE_NUMERIC},
	{"numeric", ORDERED_NUMERIC, ARGS_DIGITS, -1,
	 KINDS_INTEGER | KIND(NUMERIC) | KIND(FLOAT8), VALUE_NUMERIC},
	{"numeric_rounded", ORDERED_NUMERIC_ROUNDED, ARGS_DIGITS, -1,
	 KIND(NUMERIC), VALUE_NUMERIC},
	{"OrderedString", ORDERED_TEXT, ARGS_MAX, -1, KINDS_TEXT, VALUE_TEXT},
	{"string", ORDERED_TEXT, ARGS_MAX, -1, KINDS_TEXT, VALUE_TEXT},
	{"CHAR", ORDERED_CHAR, ARGS_LENGTH, -1, KIND(TEXT), VALUE_TEXT},
	{"OrderedBlobVar", ORDERED_BLOB_VAR, ARGS_MAX, -1,
	 KIND(BYTES) | KIND(UUID), VALUE_BYTES},
	{"blob_var", ORDERED_BLOB_VAR, ARGS_MAX, -1, KIND(BYTES) | KIND(UUID),
	 VALUE_BYTES},
	{"OrderedBlob", ORDERED_BLOB_COPY, ARGS_MAX, -1, KIND(BYTES) | KIND(UUID),
	 VALUE_BYTES},
	{"blob_copy", ORDERED_BLOB_COPY, ARGS_MAX, -1, KIND(BYTES) | KIND(UUID),
	 VALUE_BYTES},
	{0}
};

static int
usual_format(ValueKind kind, int precision)
{
	switch (kind)
	{
		case VALUE_BOOL:
			return ORDERED_INT8;
		case VALUE_INT2:
			return ORDERED_INT16;
		case VALUE_INT4:
			return ORDERED_INT32;
		case VALUE_INT8:
		case VALUE_DATE:
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return ORDERED_INT64;
		case VALUE_FLOAT4:
			return ORDERED_FLOAT32;
		case VALUE_FLOAT8:
			return ORDERED_FLOAT64;
		case VALUE_NUMERIC:
			return ORDERED_NUMERIC;
		case VALUE_BYTES:
		case VALUE_UUID:
			return ORDERED_BLOB_VAR;
		case VALUE_NULL:
		case VALUE_TEXT:
		case VALUE_JSONB:
			break;
	}
	return ORDERED_TEXT;
}

/*
 * The size of n bytes in groups of seven bits
 * (OrderedBytes.blobVarEncodedLength).
 */
static inline size_t
blob_var_length(size_t n)
{
	return n == 0 ? 1 : (8 * n + 6) / 7;
}

static bool
finish(EncodingType *type, int precision, CoreError *err)
{
	if (type->format == ORDERED_CHAR)
		type->width = type->length + 2; /* plus header and terminator */
	else if (type->kind == VALUE_UUID && type->format == ORDERED_BLOB_VAR)
		type->width = 1 + (int) blob_var_length(16);
	if (value_kind_is_time(type->kind))
		type->precision = precision < 0 ? 3 : precision;
	return true;
}

static EncodingOrder
order(const EncodingType *type)
{
	switch ((OrderedFormat) type->format)
	{
		case ORDERED_BLOB_VAR:
			/*
			 * The last byte of a value has no top bit, so it sorts below all
			 * other bytes: 0000 comes after 01.  Values of equal length sort
			 * correctly.
			 */
			return type->kind == VALUE_UUID ? ENCODING_ORDER_ALL :
											  ENCODING_ORDER_NONE;
		case ORDERED_CHAR:
			return ENCODING_ORDER_PRINTABLE;
		default:
			break;
	}
	return type->kind == VALUE_JSONB ? ENCODING_ORDER_NONE :
									   ENCODING_ORDER_ALL;
}

static uint8_t
header_of(OrderedFormat format)
{
	switch (format)
	{
		case ORDERED_INT8:
			return HEADER_INT8;
		case ORDERED_INT16:
			return HEADER_INT16;
		case ORDERED_INT32:
			return HEADER_INT32;
		case ORDERED_INT64:
			return HEADER_INT64;
		case ORDERED_FLOAT32:
			return HEADER_FLOAT32;
		case ORDERED_FLOAT64:
			return HEADER_FLOAT64;
		case ORDERED_TEXT:
		case ORDERED_CHAR:
			return HEADER_TEXT;
		case ORDERED_BLOB_VAR:
			return HEADER_BLOB_VAR;
		case ORDERED_BLOB_COPY:
			return HEADER_BLOB_COPY;
		case ORDERED_NUMERIC:
		case ORDERED_NUMERIC_ROUNDED:
			break;				/* depends on the number */
	}
	return 0;
}

/* The size of an integer after its header. */
static inline int
int_width(const EncodingType *type)
{
	return type->width - 1;
}

static bool
truncated(const EncodingType *type, size_t n, CoreError *err)
{
	return core_error(err, CORE_ERR_BINARY, "%s does not end within %zu bytes",
					  encoding_format_name(type), n);
}

static bool
not_canonical(const EncodingType *type, size_t offset, CoreError *err)
{
	core_error(err, CORE_ERR_BINARY, "invalid %s at byte offset %zu",
			   encoding_format_name(type), offset);
	return core_error_detail(err, "OrderedBytes would not write these bytes.");
}

/* ---- variable-length unsigned integers, which sort --------------------- */

#define VARINT_MAX		9

/* OrderedBytes.putVaruint64. */
static size_t
put_varint(uint64_t v, uint8_t *p)
{
	int			width = 3;

	if (v <= 240)
	{
		p[0] = (uint8_t) v;
		return 1;
	}
	if (v <= 2287)
	{
		p[0] = (uint8_t) ((v - 240) / 256 + 241);
		p[1] = (uint8_t) (v - 240);
		return 2;
	}
	if (v <= 67823)
	{
		p[0] = 249;
		core_put_u16(p + 1, (uint16_t) (v - 2288));
		return 3;
	}
	while (width < 8 && v >> (8 * width) != 0)
		width++;
	p[0] = (uint8_t) (247 + width);
	for (int i = width; i > 0; i--)
	{
		p[i] = (uint8_t) v;
		v >>= 8;
	}
	return width + 1;
}

/*
 * The length of the varint with this first byte
 * (OrderedBytes.lengthVaruint64).
 */
static size_t
varint_length(uint8_t first)
{
	return first <= 240 ? 1 : first <= 248 ? 2 : first - 246;
}

/* Read a varint of len bytes at p (OrderedBytes.getVaruint64). */
static uint64_t
get_varint(const uint8_t *p)
{
	if (p[0] <= 240)
		return p[0];
	if (p[0] <= 248)
		return 240 + 256 * (uint64_t) (p[0] - 241) + p[1];
	if (p[0] == 249)
		return 2288 + (uint64_t) core_get_u16(p + 1);
	return encoding_get_uint(p + 1, p[0] - 247);
}

/* ---- numeric ----------------------------------------------------------- */

/*
 * Write a numeric: header, optional exponent as a varint, base-100 digits d as
 * 2d + 1, the last one as 2d.  A number with E base-100 digits before the
 * decimal point, 1 <= E <= 10, has its own header.  In negative numbers
 * exponent and digits are complemented, so that larger magnitudes sort lower.
 * Reproduces OrderedBytes.encodeNumericSmall and encodeNumericLarge.
 */
static void
put_centimal(const Centimal *c, CoreBuf *out)
{
	uint8_t		mask = c->negative ? 0xff : 0x00;
	int64_t		e = c->exponent + 1;	/* base-100 digits before the point */
	uint8_t    *p = core_buf_reserve(out, 1 + VARINT_MAX + CENTIMAL_MAX);
	uint8_t    *start = p;

	if (c->count == 0)
		*p++ = HEADER_ZERO;
	else if (e >= 1 && e <= MEDIUM_EXPONENTS)
		*p++ = (uint8_t) (c->negative ? HEADER_NEG_MEDIUM - e :
										HEADER_POS_MEDIUM + e);
	else
	{
		bool		small = e < 1;
		size_t		len;

		if (c->negative)
			*p++ = small ? HEADER_NEG_SMALL : HEADER_NEG_LARGE;
		else
			*p++ = small ? HEADER_POS_SMALL : HEADER_POS_LARGE;
		len = put_varint(small ? -e : e, p);
		/* Complemented if a larger exponent must sort lower. */
		if (small != c->negative)
		{
			for (size_t i = 0; i < len; i++)
				p[i] = (uint8_t) ~p[i];
		}
		p += len;
	}
	for (int i = 0; i < c->count; i++)
		*p++ = (uint8_t) ((2 * c->digits[i] + (i < c->count - 1)) ^ mask);
	out->len += p - start;
}

/* OrderedBytes.encodeNumeric. */
static bool
put_numeric(const EncodingType *type, const CoreValue *v, CoreBuf *out,
			CoreError *err)
{
	ValueNumeric num;
	ValueRoom	room;
	Centimal	c;
	bool		ok;

	encoding_numeric_of_value(v, &num, &room);
	switch (num.sign)
	{
		case VALUE_NUM_NAN:
			core_buf_add_byte(out, HEADER_NAN);
			return true;
		case VALUE_NUM_POS_INFINITY:
			core_buf_add_byte(out, HEADER_POS_INFINITY);
			return true;
		case VALUE_NUM_NEG_INFINITY:
			core_buf_add_byte(out, HEADER_NEG_INFINITY);
			return true;
		case VALUE_NUM_POSITIVE:
		case VALUE_NUM_NEGATIVE:
			break;
	}
	ok = centimal_from_numeric(&num, NUMERIC_DIGITS,
							   type->format == ORDERED_NUMERIC_ROUNDED,
							   "numeric", "numeric_rounded", &c, err);
	if (v->kind == VALUE_FLOAT8 && num.digits != NULL)
		core_free(num.digits);
	if (ok)
		put_centimal(&c, out);
	return ok;
}

/*
 * The length of the numeric at p.  Its first byte, with the order's mask
 * applied, is not the header of NULL.  Reads at most n bytes.
 */
static bool
measure_numeric(const EncodingType *type, const uint8_t *p, size_t n,
				uint8_t mask, size_t *used, CoreError *err)
{
	uint8_t		header = p[0] ^ mask;
	size_t		at = 1;
	bool		negative = header < HEADER_ZERO;

	switch (header)
	{
		case HEADER_NEG_INFINITY:
		case HEADER_ZERO:
		case HEADER_POS_INFINITY:
		case HEADER_NAN:
			*used = 1;
			return true;
		case HEADER_NEG_LARGE:
		case HEADER_POS_SMALL:
			if (n > 1)
				at += varint_length((uint8_t) ~(p[1] ^ mask));
			break;
		case HEADER_NEG_SMALL:
		case HEADER_POS_LARGE:
			if (n > 1)
				at += varint_length(p[1] ^ mask);
			break;
		default:
			if (!(header >= HEADER_NEG_MEDIUM - MEDIUM_EXPONENTS &&
				  header < HEADER_NEG_MEDIUM) &&
				!(header > HEADER_POS_MEDIUM &&
				  header <= HEADER_POS_MEDIUM + MEDIUM_EXPONENTS))
				return core_error(
					err, CORE_ERR_BINARY,
					"byte 0x%02x is not the first byte of type %s", p[0],
					encoding_format_name(type));
			break;
	}
	for (size_t digits = 0; digits < NUMERIC_CENTIMALS; digits++)
	{
		uint8_t		b;

		if (at >= n)
			return truncated(type, n, err);
		b = p[at++] ^ mask ^ (negative ? 0xff : 0x00);
		if (b % 2 == 0)
		{
			*used = at;
			return true;
		}
	}
	return not_canonical(type, at, err);
}

/*
 * Read the numeric of n bytes at p; n is the result of measure_numeric
 * (OrderedBytes.decodeNumericValue).
 */
static bool
get_numeric(const EncodingType *type, const uint8_t *p, size_t n, uint8_t mask,
			CoreValue *v, CoreError *err)
{
	uint8_t		header = p[0] ^ mask;
	ValueNumeric num = {.sign = VALUE_NUM_POSITIVE};
	Centimal	c = {.negative = header < HEADER_ZERO};
	uint8_t		digit_mask = mask ^ (c.negative ? 0xff : 0x00);
	int64_t		e = 0;
	size_t		at = 1;

	switch (header)
	{
		case HEADER_NAN:
			num.sign = VALUE_NUM_NAN;
			break;
		case HEADER_POS_INFINITY:
			num.sign = VALUE_NUM_POS_INFINITY;
			break;
		case HEADER_NEG_INFINITY:
			num.sign = VALUE_NUM_NEG_INFINITY;
			break;
		case HEADER_ZERO:
			break;
		case HEADER_NEG_LARGE:
		case HEADER_POS_SMALL:
		case HEADER_NEG_SMALL:
		case HEADER_POS_LARGE:
			{
				bool		small = header == HEADER_POS_SMALL ||
					header == HEADER_NEG_SMALL;
				uint8_t		exponent_mask = mask ^
					(small != c.negative ? 0xff : 0x00);
				uint8_t		varint[VARINT_MAX];
				uint8_t		again[VARINT_MAX];
				size_t		len = varint_length(p[1] ^ exponent_mask);
				uint64_t	u;

				for (size_t i = 0; i < len; i++)
					varint[i] = p[1 + i] ^ exponent_mask;
				u = get_varint(varint);
				/*
				 * The varint must be the shortest one, and the exponent must
				 * not have its own header.
				 */
				if (put_varint(u, again) != len ||
					(!small && u <= MEDIUM_EXPONENTS) || u > INT32_MAX)
					return not_canonical(type, 1, err);
				e = small ? -(int64_t) u : (int64_t) u;
				at += len;
				break;
			}
		default:
			e = c.negative ? HEADER_NEG_MEDIUM - header :
							 header - HEADER_POS_MEDIUM;
			break;
	}

	for (; at < n; at++)
	{
		uint8_t		digit = (uint8_t) (p[at] ^ digit_mask) / 2;

		if (digit > 99)
			return not_canonical(type, at, err);
		c.digits[c.count++] = digit;
	}
	c.exponent = e - 1;
	if (c.count > 0)
	{
		if (c.digits[0] == 0 || c.digits[c.count - 1] == 0 ||
			centimal_decimals(&c) > NUMERIC_DIGITS)
			return not_canonical(type, n - 1, err);
		if (!centimal_to_numeric(&c, &num, err))
			return false;
	}
	return encoding_value_of_numeric(type, &num, v, err);
}

/* ---- blobs -------------------------------------------------------------- */

/*
 * Write seven bits per byte.  All bytes except the last have the top bit
 * (OrderedBytes.encodeBlobVar).
 */
static void
put_blob_var(const uint8_t *data, size_t n, CoreBuf *out)
{
	uint8_t    *p = core_buf_reserve(out, blob_var_length(n));
	uint8_t    *start = p;
	uint32_t	bits = 0;		/* bits not yet written */
	int			nbits = 0;

	for (size_t i = 0; i < n; i++)
	{
		bits = bits << 8 | data[i];
		nbits += 8;
		while (nbits >= 7)
		{
			nbits -= 7;
			*p++ = (uint8_t) (bits >> nbits | 0x80);
		}
		bits &= (1u << nbits) - 1;
	}
	if (nbits > 0)
		*p++ = (uint8_t) (bits << (7 - nbits));
	else if (n > 0)
		p[-1] &= 0x7f;
	else
		*p++ = 0x00;
	out->len += p - start;
}

/*
 * Read a blob at p, after the header; n > 0, and only the last byte has no top
 * bit (OrderedBytes.decodeBlobVar).
 */
static bool
get_blob_var(const EncodingType *type, const uint8_t *p, size_t n,
			 uint8_t mask, CoreValue *v, CoreError *err)
{
	size_t		len = n * 7 / 8;
	uint8_t    *data;
	size_t		at = 0;
	uint32_t	bits = 0;
	int			nbits = 0;

	if (blob_var_length(len) != n)
		return not_canonical(type, n, err);
	data = core_alloc(len > 0 ? len : 1);
	for (size_t i = 0; i < n; i++)
	{
		bits = bits << 7 | ((p[i] ^ mask) & 0x7f);
		nbits += 7;
		if (nbits >= 8)
		{
			nbits -= 8;
			data[at++] = (uint8_t) (bits >> nbits);
			bits &= (1u << nbits) - 1;
		}
	}
	if (bits != 0)
	{
		core_free(data);
		return not_canonical(type, n, err);
	}
	v->bytes.data = data;
	v->bytes.len = len;
	return true;
}

/* ---- floats ------------------------------------------------------------- */

/*
 * IEEE bits that sort: negative numbers complemented, otherwise the sign bit
 * inverted (OrderedBytes.encodeFloat64).
 */
static inline uint64_t
sortable(uint64_t bits, int width)
{
	uint64_t	sign = UINT64_C(1) << (8 * width - 1);

	return bits & sign ? ~bits : bits ^ sign;
}

static inline uint64_t
unsortable(uint64_t bits, int width)
{
	uint64_t	sign = UINT64_C(1) << (8 * width - 1);

	return bits & sign ? bits ^ sign : ~bits;
}

/* ---- encode ------------------------------------------------------------- */

/* OrderedBytes.encodeInt8, encodeInt16, encodeInt32 and encodeInt64. */
static bool
put_int(const EncodingType *type, const CoreValue *v, CoreBuf *out,
		CoreError *err)
{
	int			width = int_width(type);
	int64_t		high = (int64_t) (UINT64_MAX >> (65 - 8 * width));
	int64_t		n;

	if (!encoding_int_of_value(type, v, &n, err) ||
		!encoding_check_range(type, n, -high - 1, high, err))
		return false;
	encoding_put_uint(out, (uint64_t) n ^ (UINT64_C(1) << (8 * width - 1)),
					  width);
	return true;
}

/* Get the bytes in ascending order. */
static bool
put_ascending(const EncodingType *type, bool descending, const CoreValue *v,
			  CoreBuf *out, CoreError *err)
{
	if (type->format != ORDERED_NUMERIC &&
		type->format != ORDERED_NUMERIC_ROUNDED)
		core_buf_add_byte(out, header_of(type->format));

	switch ((OrderedFormat) type->format)
	{
		case ORDERED_INT8:
		case ORDERED_INT16:
		case ORDERED_INT32:
		case ORDERED_INT64:
			return put_int(type, v, out, err);
		case ORDERED_FLOAT32:
			encoding_put_uint(out, sortable(encoding_float4_bits(v->f4), 4),
							  4);
			return true;
		case ORDERED_FLOAT64:
			encoding_put_uint(out,
							  sortable(encoding_float8_bits(
										   v->kind == VALUE_FLOAT4 ? v->f4 :
																	 v->f8),
									   8),
							  8);
			return true;
		case ORDERED_NUMERIC:
		case ORDERED_NUMERIC_ROUNDED:
			return put_numeric(type, v, out, err);
		case ORDERED_TEXT:
		case ORDERED_CHAR:
			if (v->bytes.len > 0 &&
				memchr(v->bytes.data, 0, v->bytes.len) != NULL)
				return core_error(
					err, CORE_ERR_CHARACTER,
					"text of encoding \"ordered\" cannot hold U+0000");
			if (type->format == ORDERED_CHAR)
			{
				if (!encoding_put_padded(type, v, ' ', out, err))
					return false;
			}
			else
			{
				if (!encoding_check_max(type, v, err))
					return false;
				core_buf_add(out, v->bytes.data, v->bytes.len);
			}
			core_buf_add_byte(out, 0x00);
			return true;
		case ORDERED_BLOB_VAR:
			if (!encoding_check_max(type, v, err))
				return false;
			put_blob_var(v->bytes.data, v->bytes.len, out);
			return true;
		case ORDERED_BLOB_COPY:
			if (!encoding_check_max(type, v, err))
				return false;
			core_buf_add(out, v->bytes.data, v->bytes.len);
			if (!descending)
				return true;
			if (v->bytes.len > 0 &&
				memchr(v->bytes.data, 0, v->bytes.len) != NULL)
			{
				core_error(err, CORE_ERR_RANGE,
						   "descending blob_copy cannot hold a zero byte");
				return core_error_hint(err, "Use blob_var.");
			}
			core_buf_add_byte(out, 0x00);
			return true;
	}
	return false;
}

static bool
ordered_encode(const EncodingType *type, bool descending, const CoreValue *v,
			   CoreBuf *out, CoreError *err)
{
	size_t		start = out->len;

	if (v->kind == VALUE_NULL)
	{
		core_buf_add_byte(out, HEADER_NULL);
		if (descending && type->format == ORDERED_BLOB_COPY)
			core_buf_add_byte(out, 0x00);
	}
	else if (!put_ascending(type, descending, v, out, err))
		return false;
	if (descending)
		encoding_complement(out, start);
	return true;
}

/* ---- measure ------------------------------------------------------------ */

/* OrderedBytes.skip. */
static bool
ordered_measure(const EncodingType *type, bool descending, const uint8_t *p,
				size_t n, size_t *used, CoreError *err)
{
	uint8_t		mask = descending ? 0xff : 0x00;
	const uint8_t *end;

	if (n == 0)
		return truncated(type, n, err);
	if ((p[0] ^ mask) == HEADER_NULL)
	{
		/* NULL has a terminator only for a descending blob_copy. */
		*used = descending && type->format == ORDERED_BLOB_COPY ? 2 : 1;
		if (*used > n || (*used == 2 && p[1] != 0xff))
			return not_canonical(type, 1, err);
		return true;
	}
	if (type->format == ORDERED_NUMERIC ||
		type->format == ORDERED_NUMERIC_ROUNDED)
		return measure_numeric(type, p, n, mask, used, err);
	if ((p[0] ^ mask) != header_of(type->format))
		return core_error(err, CORE_ERR_BINARY,
						  "byte 0x%02x is not the first byte of type %s", p[0],
						  encoding_format_name(type));

	switch ((OrderedFormat) type->format)
	{
		case ORDERED_TEXT:
		case ORDERED_CHAR:
			end = memchr(p, mask, n);
			if (end == NULL)
				return truncated(type, n, err);
			*used = end - p + 1;
			return true;
		case ORDERED_BLOB_VAR:
			for (size_t i = 1; i < n; i++)
			{
				if (((p[i] ^ mask) & 0x80) == 0)
				{
					*used = i + 1;
					return true;
				}
			}
			return truncated(type, n, err);
		case ORDERED_BLOB_COPY:
			if (!descending)
				return encoding_needs_separator(type, err);
			end = memchr(p, 0xff, n);
			if (end == NULL)
				return truncated(type, n, err);
			*used = end - p + 1;
			return true;
		default:
			if (n < (size_t) type->width)
				return truncated(type, n, err);
			*used = type->width;
			return true;
	}
}

/* ---- decode ------------------------------------------------------------- */

/* OrderedBytes.decodeString. */
static bool
get_text(const EncodingType *type, bool descending, const uint8_t *p, size_t n,
		 CoreValue *v, CoreError *err)
{
	uint8_t    *copy = NULL;

	if (descending)
		p = copy = encoding_complemented(p, n);
	if (!utf8_check(p, n, err))
	{
		if (copy != NULL)
			core_free(copy);
		return false;
	}
	v->bytes.data = p;
	v->bytes.len = type->format == ORDERED_CHAR ?
		encoding_unpadded(p, n, ' ') :
		n;
	return true;
}

static bool
get_float(const EncodingType *type, uint64_t bits, CoreValue *v,
		  CoreError *err)
{
	uint32_t	bits32 = (uint32_t) bits;
	double		f;

	if (type->format == ORDERED_FLOAT32)
	{
		memcpy(&v->f4, &bits32, sizeof(bits32));
		return true;
	}
	memcpy(&f, &bits, sizeof(bits));
	return encoding_value_of_float8(type, f, v, err);
}

static bool
ordered_decode(const EncodingType *type, bool descending, const uint8_t *p,
			   size_t n, CoreValue *v, CoreError *err)
{
	uint8_t		mask = descending ? 0xff : 0x00;
	size_t		used = n;
	size_t		len;

	/* Only an ascending blob_copy takes all bytes. */
	if (!(type->format == ORDERED_BLOB_COPY && !descending && n > 0 &&
		  p[0] == HEADER_BLOB_COPY) &&
		!ordered_measure(type, descending, p, n, &used, err))
		return false;
	if (used != n)
		return core_error(err, CORE_ERR_BINARY,
						  "%s ends after %zu of %zu bytes",
						  encoding_format_name(type), used, n);
	if ((p[0] ^ mask) == HEADER_NULL)
	{
		v->kind = VALUE_NULL;
		return true;
	}

	v->kind = type->kind;
	len = n - 1;
	switch ((OrderedFormat) type->format)
	{
		case ORDERED_INT8:
		case ORDERED_INT16:
		case ORDERED_INT32:
		case ORDERED_INT64:
			{
				int			shift = 64 - 8 * int_width(type);
				uint64_t	u = encoding_get_uint(p + 1, int_width(type)) ^
					(descending ? UINT64_MAX : 0);

				/*
				 * Shift to the left end, invert the sign, and shift back with
				 * sign extension.
				 */
				return encoding_value_of_int(type,
											 (int64_t) ((u << shift) ^
														(UINT64_C(1) << 63)) >>
												 shift,
											 v, err);
			}
		case ORDERED_FLOAT32:
			return get_float(type,
							 unsortable(core_get_u32(p + 1) ^
											(descending ? UINT32_MAX : 0),
										4),
							 v, err);
		case ORDERED_FLOAT64:
			return get_float(type,
							 unsortable(core_get_u64(p + 1) ^
											(descending ? UINT64_MAX : 0),
										8),
							 v, err);
		case ORDERED_NUMERIC:
		case ORDERED_NUMERIC_ROUNDED:
			return get_numeric(type, p, n, mask, v, err);
		case ORDERED_CHAR:
			if (!encoding_check_length(type, n, type->width, err))
				return false;
			/* FALLTHROUGH */
		case ORDERED_TEXT:
			return get_text(type, descending, p + 1, len - 1, v, err);
		case ORDERED_BLOB_VAR:
			if (!get_blob_var(type, p + 1, len, mask, v, err))
				return false;
			break;
		case ORDERED_BLOB_COPY:
			if (descending)
				len--;
			v->bytes.data = descending ? encoding_complemented(p + 1, len) :
										 p + 1;
			v->bytes.len = len;
			break;
	}
	if (type->kind == VALUE_UUID && v->bytes.len != 16)
	{
		core_error(err, CORE_ERR_BINARY, "a uuid has 16 bytes, not %zu",
				   v->bytes.len);
		if (v->bytes.data != p + 1)
			core_free((void *) v->bytes.data);
		return false;
	}
	return true;
}

const EncodingMethods encoding_ordered = {
	.formats = formats,
	.usual_format = usual_format,
	.finish = finish,
	.order = order,
	.encode = ordered_encode,
	.decode = ordered_decode,
	.measure = ordered_measure,
};
