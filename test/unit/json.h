/*
 * json.h
 *		The JSON arrays of strings and nulls in vector files.
 */
#ifndef TEST_JSON_H
#define TEST_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Write one code point as UTF-8.  Returns the end. */
static inline char *
json_put_character(unsigned c, char *dst)
{
	if (c < 0x80)
		*dst++ = (char) c;
	else if (c < 0x800)
	{
		*dst++ = (char) (0xc0 | c >> 6);
		*dst++ = (char) (0x80 | (c & 0x3f));
	}
	else
	{
		if (c >= 0x10000)
		{
			*dst++ = (char) (0xf0 | c >> 18);
			*dst++ = (char) (0x80 | (c >> 12 & 0x3f));
		}
		else
			*dst++ = (char) (0xe0 | c >> 12);
		*dst++ = (char) (0x80 | (c >> 6 & 0x3f));
		*dst++ = (char) (0x80 | (c & 0x3f));
	}
	return dst;
}

/*
 * Read the next string of an array; *json begins at its '[' and is advanced.
 * The string goes to dst as UTF-8, with its length; null sets *null.  False at
 * the end.
 */
static inline bool
json_next(const char **json, char *dst, size_t *len, bool *null)
{
	const char *p = *json;
	char	   *out = dst;

	while (*p == '[' || *p == ',' || *p == ' ')
		p++;
	if (*p == ']' || *p == '\0')
		return false;
	*null = strncmp(p, "null", 4) == 0;
	if (*null)
		p += 4;
	else
	{
		for (p++; *p != '"';)
		{
			unsigned	c = (unsigned char) *p++;
			unsigned	low;

			if (c != '\\')
			{
				*out++ = (char) c;	/* UTF-8, unchanged */
				continue;
			}
			c = (unsigned char) *p++;
			if (c == 'u')
			{
				sscanf(p, "%4x", &c);
				p += 4;
				if (c >= 0xd800 && c <= 0xdbff &&
					sscanf(p, "\\u%4x", &low) == 1)
				{
					c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
					p += 6;
				}
			}
			out = json_put_character(c, out);
		}
		p++;
	}
	*out = '\0';
	*len = out - dst;
	*json = p;
	return true;
}

/* Decode hex digits in place. */
static inline void
json_hex_to_bytes(char *text, size_t *len)
{
	for (size_t i = 0; i < *len / 2; i++)
	{
		unsigned	byte;

		sscanf(text + 2 * i, "%2x", &byte);
		text[i] = (char) byte;
	}
	*len /= 2;
}

#endif							/* TEST_JSON_H */
