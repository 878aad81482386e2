/*
 * fuzz_notation.c
 *		Fuzz the printable form: any bytes print and read back unchanged; any
 *		text is read or is an error, and the bytes read print and read back.
 */
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/base/notation.h"

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

/* The stop row is above all keys with the prefix, and as low as possible. */
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
