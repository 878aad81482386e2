/*
 * reverse.c
 *		Turning a key part around.
 */
#include "reverse.h"

#include "utf8.h"

void
reverse_bytes(const uint8_t *src, size_t n, uint8_t *dst)
{
	uint8_t    *end = dst + n;
	uint64_t	word;

	for (; n >= 8; src += 8, n -= 8)
	{
		memcpy(&word, src, 8);
		word = __builtin_bswap64(word);
		end -= 8;
		memcpy(end, &word, 8);
	}
	while (n-- > 0)
		*--end = *src++;
}

bool
reverse_utf8(const uint8_t *src, size_t n, uint8_t *dst, CoreError *err)
{
	size_t		i = 0;

	if (utf8_is_ascii(src, n))
	{
		reverse_bytes(src, n, dst);
		return true;
	}
	while (i < n)
	{
		uint32_t	c;
		size_t		len = utf8_decode(src + i, n - i, &c);

		if (len == 0)
			return utf8_error(err, src, n, i);
		memcpy(dst + (n - i - len), src + i, len);
		i += len;
	}
	return true;
}

void
reverse_labels(const char *src, size_t n, char *dst)
{
	const char *end = src + n;
	char	   *out = dst + n;

	for (;;)
	{
		const char *dot = memchr(src, '.', end - src);
		size_t		len = (dot == NULL ? end : dot) - src;

		out -= len;
		memcpy(out, src, len);
		if (dot == NULL)
			break;
		*--out = '.';
		src = dot + 1;
	}
}
