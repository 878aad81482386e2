/*
 * notation.c
 *		HBase's printable form of bytes: Bytes.toStringBinary and its strict
 *		inverse.
 */
#include "notation.h"

static inline bool
is_plain(uint8_t c)
{
	return c >= 0x20 && c <= 0x7e && c != '\\';
}

size_t
notation_length(const uint8_t *p, size_t n)
{
	size_t		len = 0;

	for (size_t i = 0; i < n; i++)
		len += is_plain(p[i]) ? 1 : 4;
	return len;
}

char *
notation_write(const uint8_t *p, size_t n, char *dst)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < n; i++)
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

/* Value of an upper-case hex digit, or -1. */
static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static bool
is_lower_hex(char c)
{
	return c >= 'a' && c <= 'f';
}

/* Say what is wrong with the backslash at src[i]. */
static bool
bad_escape(const char *src, size_t len, size_t i, CoreError *err)
{
	core_error(err, CORE_ERR_SYNTAX,
			   "invalid escape in row key at byte offset %zu", i);
	if (i + 3 < len && src[i + 1] == 'x' &&
		(is_lower_hex(src[i + 2]) || is_lower_hex(src[i + 3])))
		return core_error_hint(err, "Write hex digits in upper case, as in \\xFF: HBase reads \"\\xff\" as three letters. For bytea's form of hex, cast through bytea.");
	return core_error_hint(err, "A backslash must begin \\xHH, two upper-case hex digits; the backslash itself is \\x5C.");
}

bool
notation_read(const char *src, size_t len, uint8_t *dst, size_t *n,
			  CoreError *err)
{
	uint8_t    *out = dst;

	for (size_t i = 0; i < len; i++)
	{
		uint8_t		c = (uint8_t) src[i];
		int			hi,
					lo;

		if (is_plain(c))
		{
			*out++ = c;
			continue;
		}
		if (c != '\\')
		{
			core_error(err, CORE_ERR_SYNTAX,
					   "invalid character in row key at byte offset %zu", i);
			return core_error_hint(err, "Write bytes outside printable ASCII as \\xHH, here \\x%02X; rowkey_from_text() makes a key of any text.", c);
		}
		if (i + 3 >= len || src[i + 1] != 'x' ||
			(hi = hex_value(src[i + 2])) < 0 ||
			(lo = hex_value(src[i + 3])) < 0)
			return bad_escape(src, len, i, err);
		*out++ = (uint8_t) (hi << 4 | lo);
		i += 3;
	}
	*n = out - dst;
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
