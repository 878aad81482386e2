/*
 * opentsdb_format.c
 *		Encode and decode the data points of OpenTSDB 2.
 *
 * Held against net.opentsdb.core.Internal and Const of OpenTSDB 2.4.1.
 */
#include "core/base/byte_order.h"
#include "core/widerow/opentsdb_format.h"

#include <inttypes.h>
#include <math.h>

#define FLAG_FLOAT		0x08
#define LENGTH_MASK		0x07
#define MS_MARK			0xf0	/* first byte of a millisecond qualifier
								 * (Const.MS_BYTE_FLAG) */
#define APPENDED_MARK	0x05	/* first byte of the qualifier of appended
								 * points
								 * (AppendDataPoints.APPEND_COLUMN_PREFIX) */

bool
opentsdb_timestamp(int64_t ts, OpentsdbPoint *point, CoreError *err)
{
	if (ts < 0 || ts > OPENTSDB_MAX_MS)
	{
		core_error(err, CORE_ERR_RANGE,
				   "timestamp %" PRId64 " is out of range", ts);
		return core_error_detail(err,
								 "OpenTSDB reads numbers up to 4294967295 as seconds, and above that as milliseconds, up to %" PRId64
								 ".",
								 OPENTSDB_MAX_MS);
	}
	point->whole_second = ts <= UINT32_MAX;
	point->ms = point->whole_second ? ts * 1000 : ts;
	return true;
}

int64_t
opentsdb_base(const OpentsdbPoint *point)
{
	int64_t		second = point->ms / 1000;

	return second - second % OPENTSDB_SPAN;
}

/* The shortest of 1, 2, 4 and 8 bytes for a long (Internal.vleEncodeLong). */
static size_t
long_length(int64_t v)
{
	if (v == (int8_t) v)
		return 1;
	if (v == (int16_t) v)
		return 2;
	return v == (int32_t) v ? 4 : 8;
}

/* Internal.buildQualifier, OpenTSDB 2.4.1. */
bool
opentsdb_encode(const OpentsdbPoint *point, uint8_t *qualifier,
				size_t *qualifier_len, uint8_t *value, size_t *value_len,
				CoreError *err)
{
	int64_t		offset = point->ms - opentsdb_base(point) * 1000;
	uint32_t	flags;

	if (point->ms < 0 || point->ms > OPENTSDB_MAX_MS)
	{
		core_error(err, CORE_ERR_RANGE,
				   "time of a data point is out of range");
		return core_error_detail(
			err,
			"OpenTSDB stores times from 1970 up to %" PRId64 " milliseconds.",
			OPENTSDB_MAX_MS);
	}
	if (point->kind == OPENTSDB_LONG)
	{
		*value_len = long_length(point->i);
		for (size_t i = 0; i < *value_len; i++)
			value[i] = (uint8_t) ((uint64_t) point->i >>
								  (8 * (*value_len - 1 - i)));
		flags = (uint32_t) *value_len - 1;
	}
	else
	{
		if (!isfinite(point->f))
		{
			core_error(err, CORE_ERR_RANGE,
					   "a data point cannot be NaN or infinite");
			return core_error_hint(
				err, "OpenTSDB rejects such values. Omit the data point.");
		}
		if (point->kind == OPENTSDB_FLOAT)
		{
			float		f = (float) point->f;
			uint32_t	bits;

			memcpy(&bits, &f, 4);
			core_put_u32(value, bits);
			*value_len = 4;
		}
		else
		{
			uint64_t	bits;

			memcpy(&bits, &point->f, 8);
			core_put_u64(value, bits);
			*value_len = 8;
		}
		flags = FLAG_FLOAT | ((uint32_t) *value_len - 1);
	}
	if (point->whole_second)
	{
		core_put_u16(qualifier, (uint16_t) (offset / 1000 << 4 | flags));
		*qualifier_len = 2;
	}
	else
	{
		core_put_u32(qualifier,
					 UINT32_C(0xf0000000) | (uint32_t) offset << 6 | flags);
		*qualifier_len = 4;
	}
	return true;
}

/*
 * The length of the qualifier with this first byte
 * (Internal.getQualifierLength).
 */
static size_t
qualifier_length(uint8_t first)
{
	return (first & 0xf0) == MS_MARK ? 4 : 2;
}

/*
 * Internal.extractDataPoints for compacted cells,
 * AppendDataPoints.parseKeyValue for appended points, OpenTSDB 2.4.1.
 */
bool
opentsdb_open(OpentsdbCell *cell, const uint8_t *qualifier,
			  size_t qualifier_len, const uint8_t *value, size_t value_len,
			  int64_t base, CoreError *err)
{
	err->code = CORE_OK;
	/*
	 * Qualifiers of other objects, such as annotations, have 3 or 5 bytes; the
	 * first byte is the kind.
	 */
	cell->appended = qualifier_len == 3 && qualifier[0] == APPENDED_MARK;
	if (!cell->appended && (qualifier_len < 2 || qualifier_len % 2 != 0))
		return false;
	cell->qualifier = qualifier;
	cell->qualifier_len = qualifier_len;
	cell->value = value;
	cell->value_len = value_len;
	cell->base = base;
	/*
	 * After several points the value has one more byte: whether seconds and
	 * milliseconds are mixed (Const.MS_MIXED_COMPACT).
	 */
	if (!cell->appended && qualifier_len > qualifier_length(qualifier[0]))
	{
		if (value_len == 0 || value[value_len - 1] > 1)
			return core_error(
				err, CORE_ERR_BINARY,
				"compacted cell of %zu bytes does not have the end of a compacted cell",
				value_len);
		cell->value_len--;
	}
	return true;
}

/* Decode a value of len bytes. */
static bool
decode_value(const uint8_t *p, size_t len, bool is_float, OpentsdbPoint *point,
			 CoreError *err)
{
	if (!is_float && (len == 1 || len == 2 || len == 4 || len == 8))
	{
		uint64_t	v = 0;

		for (size_t i = 0; i < len; i++)
			v = v << 8 | p[i];
		point->kind = OPENTSDB_LONG;
		point->i = len == 1 ? (int8_t) v :
			len == 2		? (int16_t) v :
			len == 4		? (int32_t) v :
							  (int64_t) v;
		return true;
	}
	if (is_float && len == 4)
	{
		uint32_t	bits = core_get_u32(p);
		float		f;

		memcpy(&f, &bits, 4);
		point->kind = OPENTSDB_FLOAT;
		point->f = f;
		return true;
	}
	if (is_float && len == 8)
	{
		uint64_t	bits = core_get_u64(p);

		memcpy(&point->f, &bits, 8);
		point->kind = OPENTSDB_DOUBLE;
		return true;
	}
	return core_error(err, CORE_ERR_BINARY,
					  "a data point cannot have a %s of %zu bytes",
					  is_float ? "float" : "long", len);
}

bool
opentsdb_next(OpentsdbCell *cell, OpentsdbPoint *point, CoreError *err)
{
	size_t		len;
	uint32_t	bits;
	size_t		value_len;

	err->code = CORE_OK;
	if (cell->appended)
	{
		/* The rest starts with the next qualifier; its value follows. */
		cell->qualifier = cell->value;
		cell->qualifier_len = cell->value_len;
	}
	if (cell->qualifier_len == 0)
	{
		if (cell->value_len > 0)
			return core_error(
				err, CORE_ERR_BINARY,
				"value is %zu bytes longer than its qualifier says",
				cell->value_len);
		return false;
	}
	len = qualifier_length(cell->qualifier[0]);
	if (cell->qualifier_len < len)
		return core_error(err, CORE_ERR_BINARY,
						  "qualifier of a data point is incomplete");
	if (cell->appended)
	{
		cell->value += len;
		cell->value_len -= len;
	}
	bits = len == 2 ? core_get_u16(cell->qualifier) :
					  core_get_u32(cell->qualifier);
	value_len = (bits & LENGTH_MASK) + 1;
	if (cell->value_len < value_len)
		return core_error(
			err, CORE_ERR_BINARY,
			"value of %zu bytes is shorter than its qualifier says",
			cell->value_len);
	point->whole_second = len == 2;
	point->ms = cell->base * 1000 +
		(len == 2 ? (int64_t) (bits >> 4) * 1000 :
					(int64_t) (bits >> 6 & 0x3fffff));
	if (!decode_value(cell->value, value_len, (bits & FLAG_FLOAT) != 0, point,
					  err))
		return false;
	cell->qualifier += len;
	cell->qualifier_len -= len;
	cell->value += value_len;
	cell->value_len -= value_len;
	return true;
}
