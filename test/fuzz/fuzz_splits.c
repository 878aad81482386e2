/*
 * fuzz_splits.c
 *		Fuzz lists of split points: any text is a list or an error with a
 *		message; split points ascend, and read back in the shell's format.
 */
#include "core/base/host.h"
#include "core/region/splits.h"
#include "core/region/splits_text.h"

#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/notation.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of exactly its size, so that overruns are detected. */
static bool
read_copy(const uint8_t *data, size_t size, SplitPoints *points,
		  CoreError *err)
{
	uint8_t    *copy = core_alloc(size);
	bool		ok;

	if (size > 0)
		memcpy(copy, data, size);
	ok = splits_from_text((const char *) copy, size, points, err);
	core_free(copy);
	return ok;
}

/* Print as a Ruby array of strings. */
static void
print_points(const SplitPoints *points, CoreBuf *out)
{
	core_buf_printf(out, "=> [");
	for (int i = 0; i < points->count; i++)
	{
		const uint8_t *p = points->bytes.data + points->starts[i];
		size_t		n = points->starts[i + 1] - points->starts[i];
		char	   *text = core_alloc(notation_length(p, n) + 1);
		char	   *end = notation_write(p, n, text);

		core_buf_printf(out, i > 0 ? ", \"" : "\"");
		for (const char *c = text; c < end; c++)
		{
			if (*c == '\\' || *c == '"' || *c == '#')
				core_buf_add_byte(out, '\\');
			core_buf_add_byte(out, (uint8_t) *c);
		}
		core_buf_add_byte(out, '"');
		core_free(text);
	}
	core_buf_add_byte(out, ']');
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	SplitPoints points;
	SplitPoints again;
	CoreError	err = {0};
	CoreBuf		text;

	if (!read_copy(data, size, &points, &err))
	{
		if (err.message[0] == '\0')
			abort();
		splits_free(&points);
		return 0;
	}
	for (int i = 1; i < points.count; i++)
	{
		const uint8_t *p = points.bytes.data;
		const size_t *at = points.starts + i;

		if (bytes_compare(p + at[-1], at[0] - at[-1], p + at[0],
						  at[1] - at[0]) >= 0)
			abort();
	}
	core_buf_init(&text);
	print_points(&points, &text);
	if (!read_copy(text.data, text.len, &again, &err) ||
		again.count != points.count ||
		bytes_compare(again.bytes.data, again.bytes.len, points.bytes.data,
					  points.bytes.len) != 0)
		abort();
	core_buf_free(&text);
	splits_free(&again);
	splits_free(&points);
	return 0;
}
