/*
 * encoding_common.c
 *		Functions shared by the encodings: numbers, padding, ranges.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/base/utf8.h"
#include "core/value/encoding_common.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "core/value/value_convert.h"

#include <math.h>

#include "core/value/datetime.h"
#include "core/value/numeric.h"

/* ---- numbers ------------------------------------------------------------ */

bool
encoding_int_of_value(const EncodingType *type, const CoreValue *v, int64_t *n,
					  CoreError *err)
{
	if (value_kind_is_time(v->kind))
		return value_to_epoch(v, type->precision, n, err);
	*n = v->kind == VALUE_BOOL ? v->b : v->i;
	return true;
}

bool
encoding_value_of_int(const EncodingType *type, int64_t n, CoreValue *v,
					  CoreError *err)
{
	CoreValue	wide;

	if (value_kind_is_time(type->kind))
		return value_from_epoch(type->kind, type->precision, n, v, err);
	if (type->kind == VALUE_BOOL)
	{
		if (n != 0 && n != 1)
			return core_error(err, CORE_ERR_BINARY, "%lld is not a boolean",
							  (long long) n);
		v->kind = VALUE_BOOL;
		v->b = n == 1;
		return true;
	}
	wide.kind = VALUE_INT8;
	wide.i = n;
	return value_convert(type->kind, &wide, v, NULL, err);
}

bool
encoding_fits_width(const EncodingType *type)
{
	switch (type->kind)
	{
		case VALUE_INT2:
			return type->width >= 2;
		case VALUE_INT4:
			return type->width >= 4;
		case VALUE_INT8:
			return type->width >= 8;
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return type->width >= 8 && type->precision == 3;
		default:
			return false;
	}
}

bool
encoding_check_range(const EncodingType *type, int64_t n, int64_t low,
					 int64_t high, CoreError *err)
{
	if (n >= low && n <= high)
		return true;
	core_error(err, CORE_ERR_RANGE,
			   "value %lld is out of range for type %s of encoding \"%s\"",
			   (long long) n, encoding_format_name(type),
			   encoding_name(type->encoding));
	return core_error_detail(err, "It holds %lld to %lld.",
							 (long long) low, (long long) high);
}

bool
encoding_check_length(const EncodingType *type, size_t n, size_t wanted,
					  CoreError *err)
{
	if (n == wanted)
		return true;
	return core_error(err, CORE_ERR_BINARY,
					  "type %s of encoding \"%s\" has %zu bytes, not %zu",
					  encoding_format_name(type),
					  encoding_name(type->encoding), wanted, n);
}

void
encoding_put_uint(CoreBuf *out, uint64_t n, int width)
{
	uint8_t    *p = core_buf_reserve(out, width);

	if (width == 8)
		core_put_u64(p, n);
	else
	{
		for (int i = width - 1; i >= 0; i--)
		{
			p[i] = (uint8_t) n;
			n >>= 8;
		}
	}
	out->len += width;
}

uint64_t
encoding_get_uint(const uint8_t *p, int width)
{
	uint64_t	n = 0;

	for (int i = 0; i < width; i++)
		n = n << 8 | p[i];
	return n;
}

uint32_t
encoding_float4_bits(float f)
{
	uint32_t	bits;

	if (isnan(f))
		return 0x7fc00000;
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

uint64_t
encoding_float8_bits(double f)
{
	uint64_t	bits;

	if (isnan(f))
		return UINT64_C(0x7ff8000000000000);
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

bool
encoding_value_of_float8(const EncodingType *type, double f, CoreValue *v,
						 CoreError *err)
{
	v->kind = type->kind;
	if (type->kind == VALUE_FLOAT8)
	{
		v->f8 = f;
		return true;
	}
	v->f4 = (float) f;
	if (!isnan(f) && (double) v->f4 != f)
	{
		core_error(err, CORE_ERR_RANGE,
				   "number needs more precision than type real has");
		return core_error_hint(err, "Read it as double precision.");
	}
	return true;
}

void
encoding_numeric_of_value(const CoreValue *v, ValueNumeric *num,
						  ValueRoom *room)
{
	if (v->kind == VALUE_NUMERIC)
		*num = v->num;
	else if (v->kind == VALUE_FLOAT8)
		numeric_from_float8(v->f8, num);
	else
		numeric_from_int64(v->i, num, room->digits);
}

bool
encoding_value_of_numeric(const EncodingType *type, const ValueNumeric *num,
						  CoreValue *v, CoreError *err)
{
	int64_t		i;
	bool		ok;

	v->kind = type->kind;
	if (type->kind == VALUE_NUMERIC)
	{
		v->num = *num;
		return true;
	}
	if (type->kind == VALUE_FLOAT8)
		ok = numeric_to_float8(num, &v->f8, err);
	else
		ok = numeric_to_int64(num, &i, err) &&
			encoding_value_of_int(type, i, v, err);
	if (num->digits != NULL)
		core_free(num->digits);
	return ok;
}

/* ---- what the encodings share: bytes ----------------------------------- */

bool
encoding_put_padded(const EncodingType *type, const CoreValue *v, uint8_t pad,
					CoreBuf *out, CoreError *err)
{
	size_t		width = type->length;
	uint8_t    *p;

	if (v->bytes.len > width)
		return core_error(err, CORE_ERR_WIDTH,
						  "value of %zu bytes is too long for %s(%zu)",
						  v->bytes.len, encoding_format_name(type), width);
	p = core_buf_reserve(out, width);
	core_copy(p, v->bytes.data, v->bytes.len);
	memset(p + v->bytes.len, pad, width - v->bytes.len);
	out->len += width;
	return true;
}

size_t
encoding_unpadded(const uint8_t *p, size_t n, uint8_t pad)
{
	while (n > 0 && p[n - 1] == pad)
		n--;
	return n;
}

bool
encoding_check_max(const EncodingType *type, const CoreValue *v,
				   CoreError *err)
{
	size_t		n = v->bytes.len;

	if (type->length == 0 || n <= (size_t) type->length)
		return true;
	if (v->kind != VALUE_BYTES)
		n = utf8_count(v->bytes.data, n);
	if (n <= (size_t) type->length)
		return true;
	return core_error(err, CORE_ERR_WIDTH,
					  "value of %zu %s is too long for %s(%d)", n,
					  v->kind == VALUE_BYTES ? "bytes" : "characters",
					  encoding_format_name(type), type->length);
}

void
encoding_complement(CoreBuf *out, size_t from)
{
	for (size_t i = from; i < out->len; i++)
		out->data[i] = (uint8_t) ~out->data[i];
}

uint8_t *
encoding_complemented(const uint8_t *p, size_t n)
{
	uint8_t    *copy = core_alloc(n > 0 ? n : 1);

	for (size_t i = 0; i < n; i++)
		copy[i] = (uint8_t) ~p[i];
	return copy;
}

bool
encoding_needs_separator(const EncodingType *type, CoreError *err)
{
	core_error(err, CORE_ERR_PARAMETER,
			   "type %s of encoding \"%s\" does not mark its end",
			   encoding_format_name(type), encoding_name(type->encoding));
	return core_error_hint(err, "Put it last, or add a separator after it.");
}

bool
encoding_measure_width(const EncodingType *type, bool descending,
					   const uint8_t *p, size_t n, size_t *used,
					   CoreError *err)
{
	if (type->width < 0)
		return encoding_needs_separator(type, err);
	if (n < (size_t) type->width)
		return core_error(err, CORE_ERR_BINARY,
						  "type %s requires %d bytes, but only %zu are left",
						  encoding_format_name(type), type->width, n);
	*used = type->width;
	return true;
}
