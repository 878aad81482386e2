/*
 * fuzz_widerow.c
 *		Fuzz wide rows: any bytes and any text are a wide row or an error; a
 *		row survives text and binary form, and can be read, applied and
 *		compacted.
 */
#include <stdlib.h>

#include "core/base/host.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "core/widerow/widerow_visible.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Use a valid row in all ways. */
static void
use(const WideRow *row)
{
	static const WideFamily family = {.versions = 2, .min_versions = 1,
									  .oldest = 5};
	static const WideFamily newer = {.versions = 2,
									 .new_version_behavior = true,
	.oldest = WIDEROW_NO_EXPIRY};
	uint32_t   *selected = core_alloc((size_t) row->cells * sizeof(uint32_t) +
									  1);
	uint32_t	n;
	CoreBuf		out;
	WideRow		result;
	CoreError	err;

	for (int i = 0; i < 4; i++)
	{
		n = i == 0 ?
			wide_visible(row, &wide_plain_family, &wide_plain_read, selected) :
			i == 1 ? wide_flush(row, &family, selected) :
			i == 2 ? wide_compact(row, &family, selected) :
					 wide_compact(row, &newer, selected);
		core_buf_init(&out);
		if (n > row->cells || !wide_select(row, selected, n, &out, &err) ||
			!wide_open(&result, out.data, out.len, &err) ||
			!wide_validate(&result, &err))
			abort();
		core_buf_free(&out);
	}
	core_free(selected);

	for (uint32_t c = 0; c < row->columns; c++)
	{
		uint32_t	len,
					cell;
		bool		found;
		const uint8_t *name = wide_qualifier(row, c, &len);

		if (wide_search(row, name, len, &found) != c || !found)
			abort();
		if (wide_newest(row, c, &cell) && wide_type(row, cell) != CELL_PUT)
			abort();
	}

	/*
	 * a row applied to itself is unchanged, with or without the order of
	 * writing
	 */
	core_buf_init(&out);
	if (row->order_width == 0)
	{
		if (!wide_apply(row, row, false, &out, &err) ||
			!wide_open(&result, out.data, out.len, &err) ||
			!wide_validate(&result, &err))
		{
			/* rejected: stamped cells after unstamped ones */
			if (err.code != CORE_ERR_PARAMETER)
				abort();
		}
	}
	core_buf_free(&out);
}

/* A stamped row has no unstamped cells, and newer puts replace its puts. */
static void
stamp(const WideRow *row)
{
	CoreBuf		out,
				replaced;
	WideRow		stamped,
				result;
	CoreError	err;

	core_buf_init(&out);
	core_buf_init(&replaced);
	if (!wide_stamp(row, WIDEROW_MAX_TIMESTAMP, &out, &err) ||
		!wide_open(&stamped, out.data, out.len, &err) ||
		!wide_validate(&stamped, &err) || wide_has_unstamped(&stamped))
		abort();
	if (wide_replaces(row, &stamped))
		abort();				/* the row was stamped, and no put is newer */
	core_buf_free(&out);
	core_buf_init(&out);
	if (!wide_parse("{q@9223372036854775806=new}", 27, &out, &err) ||
		!wide_open(&stamped, out.data, out.len, &err))
		abort();
	if (wide_replaces(row, &stamped) &&
		(!wide_replace(row, &stamped, &replaced, &err) ||
		 !wide_open(&result, replaced.data, replaced.len, &err) ||
		 !wide_validate(&result, &err)))
		abort();
	core_buf_free(&out);
	core_buf_free(&replaced);
}

/* Print it and read it back. */
static void
text_round_trip(const WideRow *row)
{
	CoreBuf		text,
				again;
	CoreError	err;

	core_buf_init(&text);
	core_buf_init(&again);
	wide_print(row, &text);
	if (!wide_parse((const char *) text.data, text.len, &again, &err) ||
		again.len != row->size ||
		memcmp(again.data, row->data, again.len) != 0)
		abort();
	core_buf_free(&text);
	core_buf_free(&again);
}

/* Reading a row that is opened but not valid must stay within its bytes. */
static void
read_all(const WideRow *row)
{
	CoreBuf		text;
	uint32_t	cell;
	bool		found;

	core_buf_init(&text);
	wide_print(row, &text);
	core_buf_free(&text);
	wide_search(row, (const uint8_t *) "q", 1, &found);
	wide_has_unstamped(row);
	wide_max_timestamp(row);
	for (uint32_t c = 0; c < row->columns; c++)
		wide_newest(row, c, &cell);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	WideRow		row;
	CoreBuf		buf;
	CoreError	err = {0};

	if (wide_open(&row, data, size, &err))
	{
		if (row.cells < 10000)
			read_all(&row);
		if (wide_validate(&row, &err))
		{
			text_round_trip(&row);
			use(&row);
			stamp(&row);
		}
	}
	core_buf_init(&buf);
	if (wide_parse((const char *) data, size, &buf, &err))
	{
		if (!wide_open(&row, buf.data, buf.len, &err) ||
			!wide_validate(&row, &err))
			abort();
		text_round_trip(&row);
		use(&row);
		stamp(&row);
	}
	else if (err.message[0] == '\0')
		abort();
	core_buf_free(&buf);
	return 0;
}
