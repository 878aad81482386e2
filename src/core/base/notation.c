/*
 * notation.c
 *		HBase's printable form of bytes: Bytes.toStringBinary and a strict
 *		Bytes.toBytesBinary (HBase 2.6.1).
 */
#include "core/base/host.h"
#include "core/base/notation.h"

static inline bool
is_plain(uint8_t c)
{
	return c >= 0x20 && c <= 0x7e && c != '\\';
}

/*
 * Printable and other bytes alternate unpredictably in binary keys.  The loops
 * below therefore test eight bytes at a time, without a branch per byte.
 */
#define EACH_BYTE(b)	(UINT64_C(0x0101010101010101) * (b))

/*
 * For each of the 8 bytes at p: 80 if it needs an escape, 0 if it is
 * printable.
 */
static inline uint64_t
escape_mask(const void *p)
{
	uint64_t	v,
				low7,
				differs;

	memcpy(&v, p, 8);
	low7 = v & EACH_BYTE(0x7f);
	differs = low7 ^ EACH_BYTE('\\');
	/* none of the sums carries into the next byte */
	return (v |						/* above 7f */
			~(low7 + EACH_BYTE(0x60)) |	/* below 20 */
			(low7 + EACH_BYTE(0x01)) |	/* 7f */
			~(differs + EACH_BYTE(0x7f)))	/* the backslash */
		& EACH_BYTE(0x80);
}

size_t
notation_length(const uint8_t *p, size_t n)
{
	size_t		escapes = 0;
	size_t		i = 0;

	for (; i + 8 <= n; i += 8)
		escapes += (escape_mask(p + i) >> 7) * EACH_BYTE(1) >> 56;
	for (; i < n; i++)
		escapes += !is_plain(p[i]);
	return n + 3 * escapes;
}

/* Bytes.toStringBinary, HBase 2.6.1. */
char *
notation_write(const uint8_t *p, size_t n, char *dst)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t		i = 0;

	/* Each step stores four characters, so stop before the last three. */
	while (i + 3 < n)
	{
		uint8_t		c = p[i];
		bool		plain = is_plain(c);

		if (i + 8 <= n && escape_mask(p + i) == 0)
		{
			memcpy(dst, p + i, 8);
			dst += 8;
			i += 8;
			continue;
		}
		dst[0] = plain ? (char) c : '\\';
		dst[1] = 'x';
		dst[2] = hex[c >> 4];
		dst[3] = hex[c & 15];
		dst += plain ? 1 : 4;
		i++;
	}
	for (; i < n; i++)
	{
		if (is_plain(p[i]))
			*dst++ = (char) p[i];
		else
		{
			*dst++ = '\\';
			*dst++ = 'x';
			*dst++ = hex[p[i] >> 4];
			*dst++ = hex[p[i] & 15];
		}
	}
	return dst;
}

char *
notation_text(const uint8_t *p, size_t n)
{
	char	   *text = core_alloc(notation_length(p, n) + 1);

	*notation_write(p, n, text) = '\0';
	return text;
}

/*
 * The value of an upper-case hex digit with IS_DIGIT set; 0 for other
 * characters.
 */
#define IS_DIGIT	0x10

static const uint8_t hex_digits[256] = {
	['0'] = 0x10, ['1'] = 0x11, ['2'] = 0x12, ['3'] = 0x13, ['4'] = 0x14,
	['5'] = 0x15, ['6'] = 0x16, ['7'] = 0x17, ['8'] = 0x18, ['9'] = 0x19,
	['A'] = 0x1a, ['B'] = 0x1b, ['C'] = 0x1c, ['D'] = 0x1d, ['E'] = 0x1e,
	['F'] = 0x1f
};

/* The value of the digit at *p, as in hex_value. */
static inline unsigned
hex_digit(const char *p)
{
	return hex_digits[(uint8_t) *p];
}

static bool
is_lower_hex(char c)
{
	return c >= 'a' && c <= 'f';
}

/* Report the invalid backslash at src[i]. */
static bool
bad_escape(const char *src, size_t len, size_t i, CoreError *err)
{
	core_error(err, CORE_ERR_SYNTAX,
			   "invalid escape in row key at byte offset %zu", i);
	if (i + 3 < len && src[i + 1] == 'x' &&
		(is_lower_hex(src[i + 2]) || is_lower_hex(src[i + 3])))
		return core_error_hint(err,
							   "Write hex digits in upper case, as in \\xFF: HBase reads \"\\xff\" as three letters. For bytea's form of hex, cast through bytea.");
	return core_error_hint(err,
						   "A backslash must begin \\xHH, two upper-case hex digits; the backslash itself is \\x5C.");
}

/* Read from src[i] byte by byte, up to the first error. */
static bool
read_rest(const char *src, size_t len, size_t i, uint8_t **out, CoreError *err)
{
	for (; i < len; i++)
	{
		uint8_t		c = (uint8_t) src[i];

		if (is_plain(c))
		{
			*(*out)++ = c;
			continue;
		}
		if (c != '\\')
		{
			core_error(err, CORE_ERR_SYNTAX,
					   "invalid character in row key at byte offset %zu", i);
			return core_error_hint(err,
								   "Write bytes outside printable ASCII as \\xHH, here \\x%02X; rowkey_from_text() makes a key of any text.",
								   c);
		}
		if (i + 3 >= len || src[i + 1] != 'x' ||
			!hex_digit(src + i + 2) || !hex_digit(src + i + 3))
			return bad_escape(src, len, i, err);
		*(*out)++ = (uint8_t) (hex_digit(src + i + 2) << 4 |
							   (hex_digit(src + i + 3) & 15));
		i += 3;
	}
	return true;
}

/* Bytes.toBytesBinary, HBase 2.6.1, but invalid escapes are errors. */
bool
notation_read(const char *src, size_t len, uint8_t *dst, size_t *n,
			  CoreError *err)
{
	uint8_t    *out = dst;
	size_t		i = 0;
	bool		good = true;

	while (i + 4 <= len)
	{
		uint8_t		c = (uint8_t) src[i];
		unsigned	high,
					low;
		bool		escape;

		if (i + 8 <= len && escape_mask(src + i) == 0)
		{
			memcpy(out, src + i, 8);
			out += 8;
			i += 8;
			continue;
		}
		escape = c == '\\';
		high = hex_digit(src + i + 2);
		low = hex_digit(src + i + 3);
		good &= escape ? (src[i + 1] == 'x') & ((high & low) >> 4) :
						 is_plain(c);
		*out++ = escape ? (uint8_t) (high << 4 | (low & 15)) : c;
		i += escape ? 4 : 1;
	}
	if (!good)
	{
		/* Read again from the start to find the offset of the error. */
		out = dst;
		i = 0;
	}
	if (!read_rest(src, len, i, &out, err))
		return false;
	*n = out - dst;
	return true;
}

bool
notation_check_text(const char *src, size_t len, CoreError *err)
{
	const char *end = src + len;

	for (const char *p = src; (p = memchr(p, '\\', end - p)) != NULL; p++)
	{
		if (end - p < 4)
			break;
		if (p[1] == 'x' &&
			(hex_digit(p + 2) || is_lower_hex(p[2])) &&
			(hex_digit(p + 3) || is_lower_hex(p[3])))
		{
			core_error(
				err, CORE_ERR_SYNTAX,
				"ambiguous text for a row key: \"%.4s\" at byte offset %zu", p,
				(size_t) (p - src));
			core_error_detail(err,
							  "It is one byte in HBase's notation, and four characters in a text.");
			return core_error_hint(err,
								   "Use rowkey_from_notation() to read HBase's notation, rowkey_from_text() to take the characters as they are. For bytea's form of hex, cast through bytea.");
		}
	}
	return true;
}

const char *
notation_quote(const void *p, size_t n, char *dst)
{
	const uint8_t *bytes = p;
	const char *end = dst + NOTATION_QUOTE_SIZE - sizeof("\\xHH...");
	char	   *out = dst;
	size_t		i = 0;

	while (i < n && out < end)
		out = notation_write(bytes + i++, 1, out);
	strcpy(out, i < n ? "..." : "");
	return dst;
}
