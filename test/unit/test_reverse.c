/*
 * test_reverse.c
 *		Reversal by byte, character, label and time.
 */
#include "core/base/byte_order.h"
#include "unit/unit.h"

#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/transform/reverse.h"

/* Compared with the plain loop, at every length and alignment. */
static void
test_bytes(void)
{
	uint64_t	state = 7;

	for (size_t n = 0; n < 70; n++)
	{
		uint8_t    *src = malloc(n + 1);
		uint8_t    *dst = malloc(n + 1);
		uint8_t		want[70];
		bool		same;

		for (size_t i = 0; i < n; i++)
			src[i + 1] = (uint8_t) unit_random(&state);
		for (size_t i = 0; i < n; i++)
			want[i] = src[n - i];
		reverse_bytes(src + 1, n, dst + 1);
		same = CHECK_BYTES(dst + 1, n, want, n);
		CHECK(same);
		free(src);
		free(dst);
	}
}

static void
check_utf8(const char *text, const char *want)
{
	size_t		n = strlen(text);
	uint8_t    *src = malloc(n);
	uint8_t    *dst = malloc(n);
	CoreError	err;

	memcpy(src, text, n);
	CHECK(reverse_utf8(src, n, dst, &err));
	CHECK_BYTES(dst, n, want, n);

	/* Applied twice it gives the original. */
	CHECK(reverse_utf8(dst, n, src, &err));
	CHECK_BYTES(src, n, text, n);
	free(src);
	free(dst);
}

static void
test_characters(void)
{
	static const char *const bad[] = {"\xff", "abcdefghi\xc3", "\x80" "abc",
									  "a\xed\xa0\x80", "\xe2\x82"};
	CoreError	err;
	uint8_t		dst[16];

	check_utf8("", "");
	check_utf8("13800138000", "00083100831");
	check_utf8("abcdefgh", "hgfedcba");
	check_utf8("h\xc3\xa9llo", "oll\xc3\xa9h");
	check_utf8("\xe6\xbc\xa2\xe5\xad\x97", "\xe5\xad\x97\xe6\xbc\xa2");
	check_utf8("a\xf0\x9f\x98\x80z0123456789",
			   "9876543210z\xf0\x9f\x98\x80"
			   "a");

	/* A combining accent is a separate character. */
	check_utf8("e\xcc\x81", "\xcc\x81" "e");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		CHECK(!reverse_utf8((const uint8_t *) bad[i], strlen(bad[i]), dst,
							&err));
		CHECK(err.code == CORE_ERR_CHARACTER);
	}
}

static void
check_labels(const char *domain, const char *want)
{
	size_t		n = strlen(domain);
	char	   *dst = malloc(n + 1);
	char	   *back = malloc(n + 1);

	dst[n] = back[n] = '\0';
	reverse_labels(domain, n, dst);
	CHECK_STR(dst, want);
	reverse_labels(dst, n, back);
	CHECK_STR(back, domain);
	free(dst);
	free(back);
}

static void
test_labels(void)
{
	check_labels("www.example.com", "com.example.www");
	check_labels("localhost", "localhost");
	check_labels("", "");
	check_labels(".", ".");
	check_labels("example.com.", ".com.example");
	check_labels("a..b", "b..a");
	check_labels("m\xc3\xbcnchen.de", "de.m\xc3\xbcnchen");
}

static void
test_time(void)
{
	Tsv		   *tsv = tsv_open("bytes.tsv");
	int			rows = 0;
	uint64_t	state = 11;

	while (tsv_next(tsv))
	{
		size_t		n;
		uint8_t		got[8];
		const uint8_t *want;

		if (!tsv_is(tsv, "type", "reverse_long"))
			continue;
		want = tsv_hex(tsv, "hex", &n);
		core_put_u64(got, reverse_time(tsv_int(tsv, "input")));
		CHECK_BYTES(got, 8, want, n);
		CHECK_INT((int64_t) reverse_time((int64_t) core_get_u64(want)),
				  tsv_int(tsv, "input"));
		rows++;
	}
	tsv_close(tsv);
	CHECK_INT(rows, 39);

	/* Later times come first, with any signs. */
	for (int i = 0; i < 10000; i++)
	{
		int64_t		a = (int64_t) unit_random(&state) >>
			(unit_random(&state) % 64);
		int64_t		b = (int64_t) unit_random(&state) >>
			(unit_random(&state) % 64);
		uint8_t		ka[8],
					kb[8];

		core_put_u64(ka, reverse_time(a));
		core_put_u64(kb, reverse_time(b));
		CHECK_INT(bytes_compare(ka, 8, kb, 8), (a < b) - (a > b));
	}
}

int
main(void)
{
	test_bytes();
	test_characters();
	test_labels();
	test_time();
	return unit_done();
}
