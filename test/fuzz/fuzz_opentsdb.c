/*
 * fuzz_opentsdb.c
 *		Fuzz OpenTSDB cells: any cell has points up to its end or an error, or
 *		is another object; a decoded point encodes to the same cell.
 *
 * The first byte of the input is the length of the qualifier; then follow
 * qualifier and value.
 */
#include "core/base/host.h"
#include "core/widerow/opentsdb_format.h"

#include <math.h>
#include <stdlib.h>

#define BASE	(INT64_C(1700000000) / OPENTSDB_SPAN * OPENTSDB_SPAN)

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
encode_again(const OpentsdbPoint *point)
{
	uint8_t		qualifier[OPENTSDB_MAX_QUALIFIER];
	uint8_t		value[OPENTSDB_MAX_VALUE];
	size_t		qualifier_len;
	size_t		value_len;
	OpentsdbCell cell;
	OpentsdbPoint again = {0};
	CoreError	err = {0};

	if (!opentsdb_encode(point, qualifier, &qualifier_len, value, &value_len,
						 &err))
	{
		if (err.message[0] == '\0' || point->kind == OPENTSDB_LONG ||
			isfinite(point->f))
			abort();
		return;
	}
	if (!opentsdb_open(&cell, qualifier, qualifier_len, value, value_len,
					   opentsdb_base(point), &err) ||
		!opentsdb_next(&cell, &again, &err))
		abort();
	if (again.ms != point->ms || again.whole_second != point->whole_second ||
		again.kind != point->kind ||
		(point->kind == OPENTSDB_LONG ? again.i != point->i :
										again.f != point->f))
		abort();
	if (opentsdb_next(&cell, &again, &err) || err.code != CORE_OK)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t		qualifier_len;
	size_t		value_len;
	uint8_t    *qualifier;
	uint8_t    *value;
	OpentsdbCell cell;
	OpentsdbPoint point;
	CoreError	err = {0};

	if (size == 0)
		return 0;
	qualifier_len = data[0] < size - 1 ? data[0] : size - 1;
	value_len = size - 1 - qualifier_len;

	/* copies of exactly their sizes, so that overruns are detected */
	qualifier = core_alloc(qualifier_len);
	value = core_alloc(value_len);
	if (qualifier_len > 0)
		memcpy(qualifier, data + 1, qualifier_len);
	if (value_len > 0)
		memcpy(value, data + 1 + qualifier_len, value_len);

	if (opentsdb_open(&cell, qualifier, qualifier_len, value, value_len, BASE,
					  &err))
	{
		size_t		points = 0;

		while (opentsdb_next(&cell, &point, &err))
		{
			/*
			 * each point takes at least two bytes of qualifier and one of
			 * value
			 */
			if (++points > size / 3)
				abort();
			encode_again(&point);
		}
	}
	if (err.code != CORE_OK && err.message[0] == '\0')
		abort();
	core_free(qualifier);
	core_free(value);
	return 0;
}
