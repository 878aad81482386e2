/*
 * splits.c
 *		Split points of a new table by HBase's algorithms.
 *
 * A row key is a number in base 256 (bytes), 16 or 10 (text).  The arithmetic
 * works on arrays of digits, most significant first, for row keys of any
 * length.
 *
 * Held against RegionSplitter and Bytes.iterateOnSplits, HBase 2.6.1.
 */
#include "core/base/ascii.h"
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/region/splits.h"

/* The largest total size of the split points. */
#define MAX_POINT_BYTES		((size_t) 256 * 1024 * 1024)

/* ---- lists of points ------------------------------------------------- */

void
splits_init(SplitPoints *points, int room)
{
	points->count = 0;
	points->starts = core_alloc(((size_t) room + 1) * sizeof(size_t));
	points->starts[0] = 0;
	core_buf_init(&points->bytes);
}

void
splits_add(SplitPoints *points, const uint8_t *p, size_t n)
{
	core_buf_add(&points->bytes, p, n);
	points->starts[++points->count] = points->bytes.len;
}

void
splits_free(SplitPoints *points)
{
	if (points->starts != NULL)
		core_free(points->starts);
	core_buf_free(&points->bytes);
}

int
splits_region(const SplitPoints *points, const uint8_t *p, size_t n)
{
	int			low = 0,
				high = points->count;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		size_t		start = points->starts[middle];

		if (bytes_compare(points->bytes.data + start,
						  points->starts[middle + 1] - start, p, n) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- numbers of n digits --------------------------------------------- */

/* a += b; the sum must fit. */
static void
digits_add(uint8_t *a, const uint8_t *b, size_t n, unsigned base)
{
	unsigned	carry = 0;

	while (n-- > 0)
	{
		unsigned	sum = a[n] + b[n] + carry;

		carry = sum >= base;
		a[n] = (uint8_t) (carry ? sum - base : sum);
	}
}

/* a -= b; b <= a. */
static void
digits_subtract(uint8_t *a, const uint8_t *b, size_t n, unsigned base)
{
	unsigned	borrow = 0;

	while (n-- > 0)
	{
		unsigned	take = b[n] + borrow;

		borrow = a[n] < take;
		a[n] = (uint8_t) (borrow ? a[n] + base - take : a[n] - take);
	}
}

static void
digits_increment(uint8_t *a, size_t n, unsigned base)
{
	while (n-- > 0)
	{
		if (++a[n] != (uint8_t) base)
			return;
		a[n] = 0;
	}
}

/* a /= divisor, rounded down; false if the result is 0. */
static bool
digits_divide(uint8_t *a, size_t n, unsigned base, unsigned divisor)
{
	uint64_t	rest = 0;
	bool		nonzero = false;

	for (size_t i = 0; i < n; i++)
	{
		rest = rest * base + a[i];
		a[i] = (uint8_t) (rest / divisor);
		rest %= divisor;
		nonzero |= a[i] != 0;
	}
	return nonzero;
}

/*
 * The step that divides first..last into this many parts.  Both have n digits,
 * the first of which is 0, so that one more number fits. inclusive counts last
 * as part of the range.  False if the range is too small.
 */
static bool
digits_step(const uint8_t *first, const uint8_t *last, size_t n,
			unsigned base, bool inclusive, unsigned parts, uint8_t *step)
{
	memcpy(step, last, n);
	digits_subtract(step, first, n, base);
	if (inclusive)
		digits_increment(step, n, base);
	return digits_divide(step, n, base, parts);
}

/* ---- errors ---------------------------------------------------------- */

static bool
bad_order(CoreError *err)
{
	return core_error(err, CORE_ERR_PARAMETER,
					  "first row must come before the last row");
}

/* Check the total size of count points of width bytes. */
static bool
check_size(size_t count, size_t width, CoreError *err)
{
	if (width > BYTES_MAX_ROW)
	{
		core_error(err, CORE_ERR_LIMIT,
				   "split point of %zu bytes is too long", width);
		return core_error_detail(err, "HBase accepts at most %d bytes.",
								 BYTES_MAX_ROW);
	}
	if (count * width > MAX_POINT_BYTES)
		return core_error(err, CORE_ERR_LIMIT,
						  "%zu split points of %zu bytes are too many",
						  count, width);
	return true;
}

/* ---- bytes ----------------------------------------------------------- */

/* Bytes.iterateOnSplits, HBase 2.6.1. */
bool
splits_between(const uint8_t *first, size_t flen,
			   const uint8_t *last, size_t llen,
			   bool inclusive, int npoints,
			   SplitPoints *points, CoreError *err)
{
	size_t		longest = flen > llen ? flen : llen;
	size_t		room = longest + sizeof(uint32_t);	/* see below */
	size_t		width = longest;
	uint8_t    *from,
			   *to,
			   *step;
	bool		found;

	splits_init(points, npoints + 2);
	if (!check_size((size_t) npoints, width, err))
		return false;

	/*
	 * Bytes.iterateOnSplits: pad the shorter end with 00.  One more leading
	 * digit is for the inclusive range.
	 */
	from = core_alloc(3 * (1 + room));
	to = from + 1 + room;
	step = to + 1 + room;
	memset(from, 0, 3 * (1 + room));
	core_copy(from + 1, first, flen);
	core_copy(to + 1, last, llen);
	if (memcmp(from, to, 1 + width) >= 0)
	{
		core_free(from);
		return bad_order(err);
	}

	/*
	 * If the range is too small, append a 00 to both ends, which makes it 256
	 * times as large.  After four times it is large enough for any number of
	 * points.
	 */
	for (;;)
	{
		found = digits_step(from, to, 1 + width, 256, inclusive,
							(unsigned) npoints + 1, step);
		if (found || width == room)
			break;
		width++;
	}
	found = found && check_size((size_t) npoints, width, err);
	if (found)
	{
		splits_add(points, from + 1, width == longest ? flen : width);
		for (int i = 0; i < npoints; i++)
		{
			core_check_interrupts();
			digits_add(from, step, 1 + width, 256);
			splits_add(points, from + 1, width);
		}
		splits_add(points, to + 1, width == longest ? llen : width);
	}
	core_free(from);
	return found;
}

/* Remove the first and the last point. */
static void
drop_ends(SplitPoints *points)
{
	points->count -= 2;
	memmove(points->starts, points->starts + 1,
			((size_t) points->count + 1) * sizeof(size_t));
}

/* RegionSplitter.UniformSplit.split(int), HBase 2.6.1. */
static bool
plan_uniform(int regions, SplitEnd first, SplitEnd last,
			 SplitPoints *points, CoreError *err)
{
	static const uint8_t highest[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
									  0xff};

	if (!splits_between(first.data, first.given ? first.len : 0,
						last.given ? last.data : highest,
						last.given ? last.len : sizeof(highest),
						true, regions - 1, points, err))
		return false;
	drop_ends(points);
	return true;
}

/* Admin.createTable(desc, first, last, n): both ends are split points. */
static bool
plan_range(int regions, SplitEnd first, SplitEnd last,
		   SplitPoints *points, CoreError *err)
{
	if (!first.given || !last.given || first.len == 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "split method \"range\" needs a first and a last row");
		return core_error_hint(
			err, "Both become split points and must not be empty.");
	}
	if (regions < 3)
		return core_error(err, CORE_ERR_PARAMETER,
						  "split method \"range\" requires at least 3 regions");
	if (regions > 3)
		return splits_between(first.data, first.len, last.data, last.len,
							  false, regions - 3, points, err);
	splits_init(points, 2);
	splits_add(points, first.data, first.len);
	splits_add(points, last.data, last.len);
	return bytes_compare(first.data, first.len, last.data, last.len) < 0 ||
		bad_order(err);
}

/* ---- text ------------------------------------------------------------ */

/* The value of a digit in this base, or -1. */
static int
digit_value(uint8_t c, unsigned base)
{
	int			value = core_hex_value(c);

	return value < (int) base ? value : -1;
}

/* Read a row key of digits into the last len of the n digits at dst. */
static bool
read_digits(const uint8_t *text, size_t len, unsigned base,
			uint8_t *dst, size_t n, CoreError *err)
{
	if (len == 0)
		return core_error(err, CORE_ERR_PARAMETER,
						  "the end of a range must have at least one digit");
	memset(dst, 0, n - len);
	for (size_t i = 0; i < len; i++)
	{
		int			value = digit_value(text[i], base);

		if (value < 0)
			return core_error(err, CORE_ERR_PARAMETER,
							  "byte 0x%02x at byte offset %zu is not a digit of base %u",
							  text[i], i, base);
		dst[n - len + i] = (uint8_t) value;
	}
	return true;
}

/* Append the points to an empty list.  All have the width of the last row. */
static bool
cut_digits(int regions, SplitEnd first, SplitEnd last, unsigned base,
		   uint8_t *from, uint8_t *to, uint8_t *step, size_t n,
		   SplitPoints *points, CoreError *err)
{
	uint8_t    *text = to;		/* not used any more */

	if (!read_digits(first.data, first.len, base, from, n, err) ||
		!read_digits(last.data, last.len, base, to, n, err))
		return false;
	if (memcmp(from, to, n) >= 0)
		return bad_order(err);
	if (!digits_step(from, to, n, base, true, (unsigned) regions, step))
		return core_error(err, CORE_ERR_PARAMETER,
						  "range has fewer rows than the requested %d regions",
						  regions);
	for (int i = 1; i < regions; i++)
	{
		core_check_interrupts();
		digits_add(from, step, n, base);
		for (size_t j = 0; j < last.len; j++)
			text[j] = (uint8_t) "0123456789abcdef"[from[n - last.len + j]];
		splits_add(points, text, last.len);
	}
	return true;
}

/*
 * RegionSplitter.NumberStringSplit.split, HBase 2.6.1: HexStringSplit and
 * DecimalStringSplit.
 */
static bool
plan_text(int regions, SplitEnd first, SplitEnd last, unsigned base,
		  SplitPoints *points, CoreError *err)
{
	size_t		n;
	uint8_t    *digits;
	bool		ok;

	if (!first.given)
		first = (SplitEnd) {true, (const uint8_t *) "00000000", 8};
	if (!last.given)
		last = (SplitEnd) {true,
						   (const uint8_t *) (base == 16 ? "ffffffff" :
														   "99999999"),
						   8};
	splits_init(points, regions - 1);
	n = 1 + (first.len > last.len ? first.len : last.len);
	if (!check_size((size_t) regions - 1, last.len, err))
		return false;
	digits = core_alloc(3 * n);
	ok = cut_digits(regions, first, last, base,
					digits, digits + n, digits + 2 * n, n, points, err);
	core_free(digits);
	return ok;
}

/* ---- salt ------------------------------------------------------------ */

/* SaltingUtil.getSalteByteSplitPoints, Phoenix 5.2.1. */
static bool
plan_salt(int regions, SplitEnd first, SplitEnd last,
		  SplitPoints *points, CoreError *err)
{
	splits_init(points, regions - 1);
	if (first.given || last.given)
		return core_error(err, CORE_ERR_PARAMETER,
						  "split method \"salt\" does not accept a first or last row");
	if (regions > 256)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "split method \"salt\" supports at most 256 regions");
		return core_error_detail(err, "The salt has one byte.");
	}
	for (int i = 1; i < regions; i++)
	{
		uint8_t		salt = (uint8_t) i;

		splits_add(points, &salt, 1);
	}
	return true;
}

/* ---- the one door ---------------------------------------------------- */

/* RegionSplitter.newSplitAlgoInstance. */
bool
splits_method_from_name(const char *name, size_t len,
						SplitMethod *method, CoreError *err)
{
	static const struct
	{
		const char *name;
		SplitMethod method;
	}			methods[] = {
		{"uniform", SPLIT_UNIFORM}, {"UniformSplit", SPLIT_UNIFORM},
		{"hex", SPLIT_HEX}, {"HexStringSplit", SPLIT_HEX},
		{"decimal", SPLIT_DECIMAL}, {"DecimalStringSplit", SPLIT_DECIMAL},
		{"range", SPLIT_RANGE},
		{"salt", SPLIT_SALT},
	};

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
	{
		if (len == strlen(methods[i].name) &&
			memcmp(name, methods[i].name, len) == 0)
		{
			*method = methods[i].method;
			return true;
		}
	}
	if (len <= 64)				/* a longer name would be truncated within a
								 * character */
		core_error(err, CORE_ERR_PARAMETER,
				   "unrecognized split method \"%.*s\"", (int) len, name);
	else
		core_error(err, CORE_ERR_PARAMETER, "unrecognized split method");
	return core_error_hint(err,
						   "Methods are uniform, hex, decimal, range and salt; RegionSplitter's UniformSplit, HexStringSplit and DecimalStringSplit are the first three.");
}

bool
splits_plan(SplitMethod method, int regions, SplitEnd first, SplitEnd last,
			SplitPoints *points, CoreError *err)
{
	*points = (SplitPoints) {0};
	if (regions < 1 || regions > SPLITS_MAX_REGIONS)
		return core_error(err, CORE_ERR_PARAMETER,
						  "number of regions must be between 1 and %d, not %d",
						  SPLITS_MAX_REGIONS, regions);
	switch (method)
	{
		case SPLIT_UNIFORM:
			return plan_uniform(regions, first, last, points, err);
		case SPLIT_HEX:
			return plan_text(regions, first, last, 16, points, err);
		case SPLIT_DECIMAL:
			return plan_text(regions, first, last, 10, points, err);
		case SPLIT_RANGE:
			return plan_range(regions, first, last, points, err);
		case SPLIT_SALT:
			break;
	}
	return plan_salt(regions, first, last, points, err);
}
