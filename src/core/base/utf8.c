/*
 * utf8.c
 *		UTF-8 as both PostgreSQL and Java accept it.
 */
#include "core/base/utf8.h"

size_t
utf8_decode(const uint8_t *p, size_t n, uint32_t *character)
{
	/* The least code point of each encoded length. */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t		first = p[0];
	size_t		len;
	uint32_t	c;

	if (first < 0x80)
	{
		*character = first;
		return 1;
	}
	if (first < 0xc0)
		return 0;
	if (first < 0xe0)
		len = 2;
	else if (first < 0xf0)
		len = 3;
	else if (first < 0xf8)
		len = 4;
	else
		return 0;
	if (len > n)
		return 0;
	c = first & (0x7f >> len);
	for (size_t i = 1; i < len; i++)
	{
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*character = c;
	return len;
}

size_t
utf8_encode(uint32_t character, uint8_t *out)
{
	/* The bits above those of the following bytes, marked with the length. */
	static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t		len = character < 0x80 ? 1 :
		character < 0x800 ? 2 :
		character < 0x10000 ? 3 : 4;

	if (len == 1)
	{
		out[0] = (uint8_t) character;
		return 1;
	}
	for (size_t i = len - 1; i > 0; i--)
	{
		out[i] = (uint8_t) (0x80 | (character & 0x3f));
		character >>= 6;
	}
	out[0] = (uint8_t) (marks[len] | character);
	return len;
}

bool
utf8_error(CoreError *err, const uint8_t *p, size_t n, size_t offset)
{
	core_error(err, CORE_ERR_CHARACTER, "bytes are not UTF-8");
	return core_error_detail(
		err, "Byte 0x%02x at offset %zu of %zu does not begin a character.",
		p[offset], offset, n);
}

size_t
utf8_span(const uint8_t *p, size_t n)
{
	size_t		i = 0;

	while (i < n)
	{
		uint64_t	eight;
		uint32_t	character;
		size_t		len;

		/* Skip eight ASCII bytes at a time. */
		while (n - i >= sizeof(eight))
		{
			memcpy(&eight, p + i, sizeof(eight));
			if (eight & UINT64_C(0x8080808080808080))
				break;
			i += sizeof(eight);
		}
		if (i == n)
			break;
		len = utf8_decode(p + i, n - i, &character);
		if (len == 0)
			break;
		i += len;
	}
	return i;
}

size_t
utf8_count(const uint8_t *p, size_t n)
{
	size_t		count = 0;

	for (size_t i = 0; i < n; i++)
		count += (p[i] & 0xc0) != 0x80;
	return count;
}

bool
utf8_check(const uint8_t *p, size_t n, CoreError *err)
{
	size_t		good = utf8_span(p, n);
	const uint8_t *zero = good > 0 ? memchr(p, 0, good) : NULL;

	if (zero != NULL)
		return core_error(err, CORE_ERR_CHARACTER,
						  "text holds U+0000 at byte offset %zu, which PostgreSQL cannot store",
						  (size_t) (zero - p));
	return good == n || utf8_error(err, p, n, good);
}
