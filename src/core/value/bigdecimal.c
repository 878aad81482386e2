/*
 * bigdecimal.c
 *		java.math.BigDecimal as bytes: a scale and an unscaled big integer.
 *
 * Reproduces Bytes.toBytes(BigDecimal) and Bytes.toBigDecimal, HBase 2.6.1.
 * Big integers are arrays of 32-bit limbs, lowest limb first.  Decimal digits
 * are converted nine at a time.
 */
#include "core/base/byte_order.h"
#include "core/base/host.h"
#include "core/value/bigdecimal.h"
#include "core/value/numeric.h"

#define CHUNK_DIGITS	9
#define CHUNK			UINT32_C(1000000000)
#define SCALE_BYTES		4

/* The largest number of bytes for the digits of a numeric, plus a reserve. */
#define MAX_UNSCALED	61440

/* limbs = limbs * factor + add.  Returns the new number of limbs. */
static size_t
multiply_add(uint32_t *limbs, size_t n, uint32_t factor, uint32_t add)
{
	uint64_t	carry = add;

	for (size_t i = 0; i < n; i++)
	{
		carry += (uint64_t) limbs[i] * factor;
		limbs[i] = (uint32_t) carry;
		carry >>= 32;
	}
	if (carry != 0)
		limbs[n++] = (uint32_t) carry;
	return n;
}

/*
 * limbs = limbs / CHUNK.  Returns the remainder and sets *n to the new number
 * of limbs.
 */
static uint32_t
divide_chunk(uint32_t *limbs, size_t *n)
{
	uint64_t	rest = 0;

	for (size_t i = *n; i-- > 0;)
	{
		rest = rest << 32 | limbs[i];
		limbs[i] = (uint32_t) (rest / CHUNK);
		rest %= CHUNK;
	}
	while (*n > 0 && limbs[*n - 1] == 0)
		(*n)--;
	return (uint32_t) rest;
}

/* Append the shortest two's complement of a magnitude of n limbs. */
static void
write_integer(const uint32_t *limbs, size_t n, bool negative, CoreBuf *out)
{
	size_t		nbytes = n * 4 + 1; /* plus room for the sign */
	uint8_t    *start = core_buf_reserve(out, nbytes);
	uint32_t	carry = negative;	/* carry of the + 1 after the complement */
	size_t		skip = 0;

	for (size_t i = 0; i < nbytes; i++)
	{
		uint32_t	b = i / 4 < n ? limbs[i / 4] >> (i % 4 * 8) & 0xff : 0;

		if (negative)
		{
			b = (~b & 0xff) + carry;
			carry = b >> 8;
		}
		start[nbytes - 1 - i] = (uint8_t) b;
	}
	/* Skip a first byte that only repeats the sign bit of the second. */
	while (skip + 1 < nbytes &&
		   ((start[skip] == 0x00 && start[skip + 1] < 0x80) ||
			(start[skip] == 0xff && start[skip + 1] >= 0x80)))
		skip++;
	memmove(start, start + skip, nbytes - skip);
	out->len += nbytes - skip;
}

/* Bytes.toBytes(BigDecimal), HBase 2.6.1. */
void
bigdecimal_write(const ValueNumeric *num, CoreBuf *out)
{
	uint8_t		few[64];
	uint8_t    *digits = few;
	int64_t		exponent;
	size_t		n = numeric_decimals(num, NULL, 0, &exponent);
	size_t		total;			/* decimal digits of the unscaled number */
	uint32_t   *limbs;
	size_t		nlimbs = 0;

	core_put_u32(core_buf_reserve(out, SCALE_BYTES), (uint32_t) num->scale);
	out->len += SCALE_BYTES;
	if (n == 0)
	{
		core_buf_add_byte(out, 0);
		return;
	}

	/*
	 * Convert down to the last displayed place, where the digits may be zeros.
	 */
	total = (size_t) (exponent + 1 + num->scale);
	if (total > sizeof(few))
		digits = core_alloc(total);
	numeric_decimals(num, digits, n, &exponent);
	if (total > n)
		memset(digits + n, 0, total - n);

	limbs = core_alloc((total / CHUNK_DIGITS + 2) * sizeof(uint32_t));
	for (size_t i = 0; i < total;)
	{
		uint32_t	factor = 1;
		uint32_t	chunk = 0;

		for (; i < total && factor < CHUNK; i++, factor *= 10)
			chunk = chunk * 10 + digits[i];
		nlimbs = multiply_add(limbs, nlimbs, factor, chunk);
		core_check_interrupts();
	}
	write_integer(limbs, nlimbs, num->sign == VALUE_NUM_NEGATIVE, out);
	core_free(limbs);
	if (digits != few)
		core_free(digits);
}

/*
 * Convert the two's complement at p to limbs and return their number.  The
 * magnitude fits n bytes.
 */
static size_t
read_integer(const uint8_t *p, size_t n, bool negative, uint32_t *limbs)
{
	size_t		nlimbs = (n + 3) / 4;
	uint32_t	carry = negative;

	memset(limbs, 0, nlimbs * sizeof(uint32_t));
	for (size_t i = 0; i < n; i++)
	{
		uint32_t	b = p[n - 1 - i];

		if (negative)
		{
			b = (~b & 0xff) + carry;
			carry = b >> 8;
			b &= 0xff;
		}
		limbs[i / 4] |= b << (i % 4 * 8);
	}
	while (nlimbs > 0 && limbs[nlimbs - 1] == 0)
		nlimbs--;
	return nlimbs;
}

/* Bytes.toBigDecimal, HBase 2.6.1. */
bool
bigdecimal_read(const uint8_t *p, size_t n, ValueNumeric *num, CoreError *err)
{
	int32_t		scale;
	bool		negative;
	uint32_t   *limbs;
	size_t		nlimbs;
	uint8_t    *digits;
	size_t		total;
	size_t		at;
	bool		ok;

	if (n <= SCALE_BYTES)
		return core_error(err, CORE_ERR_BINARY,
						  "a BigDecimal has at least 5 bytes, not %zu", n);
	scale = (int32_t) core_get_u32(p);
	p += SCALE_BYTES;
	n -= SCALE_BYTES;
	if (n > MAX_UNSCALED || scale > NUMERIC_MAX_SCALE ||
		scale < -NUMERIC_MAX_WHOLE)
	{
		core_error(err, CORE_ERR_RANGE,
				   "BigDecimal is out of range for type numeric");
		return core_error_detail(
			err, "It has scale %d and an unscaled value of %zu bytes.", scale,
			n);
	}

	negative = p[0] >= 0x80;
	limbs = core_alloc((n / 4 + 1) * sizeof(uint32_t));
	nlimbs = read_integer(p, n, negative, limbs);

	/* 32 bits have less than 10 decimal digits. */
	total = nlimbs * 10 + CHUNK_DIGITS;
	digits = core_alloc(total);
	at = total;
	while (nlimbs > 0)
	{
		uint32_t	chunk = divide_chunk(limbs, &nlimbs);

		for (int i = 0; i < CHUNK_DIGITS; i++)
		{
			digits[--at] = (uint8_t) (chunk % 10);
			chunk /= 10;
		}
		core_check_interrupts();
	}
	ok = numeric_from_decimals(negative, digits + at, total - at,
							   (int64_t) (total - at) - 1 - scale,
							   scale > 0 ? scale : 0, num, err);
	core_free(digits);
	core_free(limbs);
	return ok;
}
