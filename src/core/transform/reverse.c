/*
 * reverse.c
 *		Reverse a key component.
 */
#include "core/base/utf8.h"
#include "core/transform/reverse.h"

void
reverse_bytes(const uint8_t *src, size_t n, uint8_t *dst)
{
	uint64_t	word;

	if (n < 8)
	{
		for (size_t i = 0; i < n; i++)
			dst[n - 1 - i] = src[i];
		return;
	}
	for (size_t i = 0; i + 8 <= n; i += 8)
	{
		memcpy(&word, src + i, 8);
		word = __builtin_bswap64(word);
		memcpy(dst + n - i - 8, &word, 8);
	}
	/* The last eight bytes; they may overlap the previous eight. */
	memcpy(&word, src + n - 8, 8);
	word = __builtin_bswap64(word);
	memcpy(dst, &word, 8);
}

bool
reverse_utf8(const uint8_t *src, size_t n, uint8_t *dst, CoreError *err)
{
	uint8_t    *end = dst + n;
	size_t		i = 0;

	if (utf8_is_ascii(src, n))
	{
		reverse_bytes(src, n, dst);
		return true;
	}
	while (i < n)
	{
		uint32_t	c;
		size_t		len;

		if (src[i] < 0x80)
		{
			*--end = src[i++];
			continue;
		}
		len = utf8_decode(src + i, n - i, &c);
		if (len == 0)
			return utf8_error(err, src, n, i);
		/* A loop over two to four bytes is faster than memcpy. */
		end -= len;
		for (size_t k = 0; k < len; k++)
			end[k] = src[i + k];
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
