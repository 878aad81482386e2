/*
 * fuzz_notation.c
 *		Any bytes print and read back to themselves; any text is read or
 *		refused, and what is read prints to the same bytes again.
 */
#include <stdlib.h>

#include "bytes.h"
#include "notation.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Print n bytes and read them back. */
static void
round_trip(const uint8_t *p, size_t n)
{
	size_t		len = notation_length(p, n);
	char	   *text = core_alloc(len);
	uint8_t    *back = core_alloc(len);
	size_t		nback;
	CoreError	err;

	if (notation_write(p, n, text) != text + len ||
		!notation_read(text, len, back, &nback, &err) ||
		bytes_compare(back, nback, p, n) != 0)
		abort();
	core_free(text);
	core_free(back);
}

/* The stop row is above everything that has the prefix, and not much above. */
static void
check_stop(const uint8_t *prefix, size_t n)
{
	uint8_t    *stop = core_alloc(n + 1);
	uint8_t    *above = core_alloc(n + 1);
	size_t		len = bytes_prefix_stop(prefix, n, stop);

	memcpy(above, prefix, n);
	above[n] = 0xff;
	if (len > n ||
		(len > 0 && bytes_compare(stop, len, above, n + 1) <= 0) ||
		(len > 0 && bytes_has_prefix(stop, len, prefix, n)))
		abort();
	core_free(stop);
	core_free(above);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t    *read = core_alloc(size);
	size_t		n;
	CoreError	err;

	if (notation_read((const char *) data, size, read, &n, &err))
		round_trip(read, n);
	else if (err.code != CORE_ERR_SYNTAX || err.message[0] == '\0')
		abort();
	core_free(read);

	round_trip(data, size);
	check_stop(data, size);
	return 0;
}
