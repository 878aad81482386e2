/*
 * test_core.c
 *		Errors, words, the byte buffer, big-endian numbers, the order of bytes
 *		and HBase's printable form.
 */
#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/byte_order.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "core/base/sort.h"

static void
test_errors(void)
{
	CoreError	err;
	char		longer[1000];

	CHECK(!core_error(&err, CORE_ERR_RANGE, "value %d out of range", 7));
	CHECK(err.code == CORE_ERR_RANGE);
	CHECK_STR(err.message, "value 7 out of range");
	CHECK(!core_error_detail(&err, "It is %s.", "too large"));
	CHECK(!core_error_hint(&err, "Take a smaller one."));
	CHECK_STR(err.detail, "It is too large.");
	CHECK_STR(err.hint, "Take a smaller one.");

	/* A new message clears detail and hint; a long one is truncated. */
	memset(longer, 'x', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	core_error(&err, CORE_ERR_LIMIT, "%s", longer);
	CHECK_INT(strlen(err.message), sizeof(err.message) - 1);
	CHECK_STR(err.detail, "");
	CHECK_STR(err.hint, "");

	/* No UTF-8 character is truncated, neither at the end nor before. */
	memcpy(longer + sizeof(err.message) - 3, "\xe2\x82\xac", 3);
	core_error(&err, CORE_ERR_LIMIT, "%s", longer);
	CHECK_INT(strlen(err.message), sizeof(err.message) - 3);
	CHECK_INT(core_shown("a\xe2\x82\xac", 4, 4), 4);
	CHECK_INT(core_shown("a\xe2\x82\xac", 4, 3), 1);
	CHECK_INT(core_shown("a\xe2\x82\xac", 4, 1), 1);
}

static void
test_words(void)
{
	CHECK(core_same_word("phoenix", 7, "phoenix"));
	CHECK(core_same_word("PHOENIX,", 7, "phoenix"));
	CHECK(core_same_word("zstd", 4, "ZSTD"));
	CHECK(core_same_word("", 0, ""));
	CHECK(!core_same_word("phoenix", 6, "phoenix"));
	CHECK(!core_same_word("phoenixes", 9, "phoenix"));
	CHECK(!core_same_word("", 0, "phoenix"));
	CHECK(!core_same_word("lz\0", 3, "lz4"));
	CHECK(!core_same_word("lz4\0", 4, "lz4"));

	/*
	 * Only letters are equal: '@' and '`', '[' and '{' have the same distance.
	 */
	CHECK(!core_same_word("@[", 2, "`{"));
}

static void
test_buffer(void)
{
	CoreBuf		buf;
	uint8_t		want[5000];

	core_buf_init(&buf);
	core_buf_add(&buf, NULL, 0);
	CHECK(buf.data == NULL);
	for (size_t i = 0; i < sizeof(want); i++)
	{
		want[i] = (uint8_t) (i * 31);
		core_buf_add_byte(&buf, want[i]);
	}
	CHECK_BYTES(buf.data, buf.len, want, sizeof(want));

	buf.len = 0;
	core_buf_add(&buf, want, 3000);
	core_buf_add(&buf, want + 3000, 2000);
	CHECK_BYTES(buf.data, buf.len, want, sizeof(want));

	core_buf_reserve(&buf, 100000);
	CHECK(buf.cap - buf.len >= 100000);
	CHECK_BYTES(buf.data, buf.len, want, sizeof(want));
	core_buf_free(&buf);
	CHECK(buf.data == NULL && buf.len == 0);

	/* text of any length, also exactly of the available size */
	for (int n = 0; n < 200; n++)
	{
		core_buf_printf(&buf, "%.*s", n, "");
		core_buf_printf(&buf, "%0*d", n + 1, 7);
		CHECK(buf.len == (size_t) n + 1 &&
			  buf.data[0] == (n == 0 ? '7' : '0') && buf.data[n] == '7');
		core_buf_printf(&buf, "%d%s", 42, "x");
		CHECK(buf.len == (size_t) n + 4 &&
			  memcmp(buf.data + n + 1, "42x", 3) == 0);
		core_buf_free(&buf);
	}
}

static void
test_big_endian(void)
{
	uint8_t		b[9] = {0};

	/* At an odd address, so that a misaligned access is detected. */
	core_put_u64(b + 1, UINT64_C(0x0102030405060708));
	CHECK_BYTES(b, 9, "\0\1\2\3\4\5\6\7\10", 9);
	CHECK(core_get_u64(b + 1) == UINT64_C(0x0102030405060708));
	core_put_u32(b + 1, 0xfffefdfc);
	CHECK_BYTES(b, 9, "\0\xff\xfe\xfd\xfc\5\6\7\10", 9);
	CHECK(core_get_u32(b + 1) == 0xfffefdfc);
	core_put_u16(b + 1, 0x8001);
	CHECK_BYTES(b, 9, "\0\x80\1\xfd\xfc\5\6\7\10", 9);
	CHECK_INT(core_get_u16(b + 1), 0x8001);
}

static void
test_compare(void)
{
	Tsv		   *tsv = tsv_open("compare.tsv");

	while (tsv_next(tsv))
	{
		size_t		alen,
					blen;
		const uint8_t *a = tsv_hex(tsv, "a_hex", &alen);
		const uint8_t *b = tsv_hex(tsv, "b_hex", &blen);
		int64_t		sign = tsv_int(tsv, "sign");

		CHECK_INT(bytes_compare(a, alen, b, blen), sign);
		CHECK_INT(bytes_compare(b, blen, a, alen), -sign);
		CHECK_INT(bytes_compare(a, alen, a, alen), 0);
	}
	tsv_close(tsv);
}

static void
test_prefix(void)
{
	Tsv		   *tsv = tsv_open("prefixstop.tsv");

	while (tsv_next(tsv))
	{
		size_t		plen,
					wantlen,
					len;
		const uint8_t *prefix = tsv_hex(tsv, "prefix_hex", &plen);
		const uint8_t *want = tsv_hex(tsv, "stop_row_hex", &wantlen);
		uint8_t    *stop = malloc(plen + 1);

		len = bytes_prefix_stop(prefix, plen, stop);
		CHECK_BYTES(stop, len, want, wantlen);

		/* In place too. */
		memcpy(stop, prefix, plen);
		len = bytes_prefix_stop(stop, plen, stop);
		CHECK_BYTES(stop, len, want, wantlen);
		free(stop);
	}
	tsv_close(tsv);

	CHECK(bytes_has_prefix("abc", 3, "", 0));
	CHECK(bytes_has_prefix("abc", 3, "ab", 2));
	CHECK(bytes_has_prefix("abc", 3, "abc", 3));
	CHECK(!bytes_has_prefix("abc", 3, "abcd", 4));
	CHECK(!bytes_has_prefix("abc", 3, "b", 1));
}

/* Bytes to text as Java prints them, and that text back to the bytes. */
static void
check_printed(Tsv *tsv)
{
	CoreError	err;
	size_t		n,
				textlen,
				back;
	const uint8_t *bytes = tsv_hex(tsv, "input", &n);
	const char *text = tsv_text(tsv, "output", &textlen);
	char	   *printed = malloc(4 * n + 1);
	uint8_t    *read = malloc(textlen + 1);
	char	   *end = notation_write(bytes, n, printed);

	CHECK_BYTES(printed, (size_t) (end - printed), text, textlen);
	CHECK_INT(notation_length(bytes, n), textlen);
	if (CHECK(notation_read(text, textlen, read, &back, &err)))
		CHECK_BYTES(read, back, bytes, n);
	free(printed);
	free(read);
}

/* Whether text is printable ASCII in which each backslash begins \xHH. */
static bool
is_strict(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
	{
		if (text[i] < ' ' || text[i] > '~')
			return false;
		if (text[i] != '\\')
			continue;
		if (text[i + 1] != 'x' ||
			strspn(text + i + 2, "0123456789ABCDEF") < 2)
			return false;
		i += 3;
	}
	return true;
}

/*
 * Java accepts invalid escapes; here they are errors.  Everything else is
 * equal.
 */
static void
check_read(Tsv *tsv)
{
	CoreError	err;
	size_t		len,
				n,
				wantlen;
	const char *text = tsv_text(tsv, "input", &len);
	uint8_t    *read = malloc(len + 1);

	if (is_strict(text, len))
	{
		const uint8_t *want = tsv_hex(tsv, "output", &wantlen);

		if (CHECK(notation_read(text, len, read, &n, &err)))
			CHECK_BYTES(read, n, want, wantlen);
	}
	else if (CHECK(!notation_read(text, len, read, &n, &err)))
	{
		CHECK(err.code == CORE_ERR_SYNTAX);
		CHECK(strstr(err.message, "at byte offset ") != NULL);
		CHECK(err.hint[0] != '\0');
	}
	free(read);
}

static void
test_notation(void)
{
	Tsv		   *tsv = tsv_open("tostringbinary.tsv");

	while (tsv_next(tsv))
	{
		if (tsv_is(tsv, "direction", "to"))
			check_printed(tsv);
		else
			check_read(tsv);
	}
	tsv_close(tsv);
}

/* The offset of the first invalid byte; len if all are valid. */
static size_t
first_error(const char *text, size_t len)
{
	size_t		i = 0;

	while (i < len)
	{
		uint8_t		c = (uint8_t) text[i];

		if (c >= ' ' && c <= '~' && c != '\\')
			i++;
		else if (is_strict(text + i, 4) && c == '\\' && i + 4 <= len)
			i += 4;
		else
			break;
	}
	return i;
}

/* Texts that notation_check_text rejects. */
static void
test_notation_texts(void)
{
	static const struct
	{
		const char *text;
		bool		good;
	} cases[] = {{"", true},		 {"abc", true},
				 {"\\", true},		 {"C:\\dir", true},
				 {"\\x4", true},	 {"\\X41", true},
				 {"\\xG1", true},	 {"\\x1G", true},
				 {"\\\\\\", true},	 {"na\xc3\xafve", true},
				 {"\\x41", false},	 {"a\\xfF", false},
				 {"\\\\x00", false}, {"\\x\\x00", false},
				 {"\\xab\\", false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		CoreError	err;

		CHECK_INT(notation_check_text(cases[i].text, strlen(cases[i].text),
									  &err),
				  cases[i].good);
	}
	/* nothing after the end is read */
	CHECK(notation_check_text("a\\x41", 4, NULL));
}

/*
 * Eight bytes are tested at once.  All mixtures of edge cases at all offsets
 * must give the same result as byte by byte, nothing may be written after the
 * end, and one invalid character must be reported at its offset.
 */
static void
test_notation_mixtures(void)
{
	static const uint8_t edges[] = {0x00, 0x1f, 0x20, 0x5b, 0x5c, 0x5d, 0x7e,
									0x7f, 0x80, 0xdc, 0xff};
	uint64_t	state = 20;

	for (int round = 0; round < 20000; round++)
	{
		size_t		n = unit_random(&state) % 40;
		uint8_t		bytes[40],
					back[160];
		char		want[164] = "",
					text[164];
		size_t		len = 0,
					nback,
					at;
		CoreError	err;

		for (size_t i = 0; i < n; i++)
		{
			uint64_t	r = unit_random(&state);

			bytes[i] = r % 3 ? (r % 3 == 1 ? 'a' + (r >> 8) % 26 : r >> 8) :
							   edges[(r >> 8) % sizeof(edges)];
			if (bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '\\')
				want[len++] = (char) bytes[i];
			else
				len += sprintf(want + len, "\\x%02X", bytes[i]);
		}
		memset(text, '#', sizeof(text));
		CHECK_INT(notation_length(bytes, n), len);
		CHECK_BYTES(text, (size_t) (notation_write(bytes, n, text) - text),
					want, len);
		CHECK(text[len] == '#');
		if (CHECK(notation_read(text, len, back, &nback, &err)))
			CHECK_BYTES(back, nback, bytes, n);
		if (len == 0)
			continue;

		text[len] = '\0';
		text[unit_random(&state) % len] = (char) unit_random(&state);
		at = first_error(text, len);
		if (CHECK(notation_read(text, len, back, &nback, &err) ==
				  (at == len)) &&
			at < len)
		{
			const char *offset = strstr(err.message, "at byte offset ");

			CHECK(offset != NULL && strtoul(offset + 15, NULL, 10) == at);
		}
	}
}

/* ---- sorting ------------------------------------------------------------ */

typedef struct Numbered
{
	uint32_t	value;
	uint32_t	number;
} Numbered;

static int
compare_numbered(const void *a, const void *b)
{
	const Numbered *x = a;
	const Numbered *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Sort n elements with many equal values, and compare with qsort(). */
static void
test_sort_of(size_t n, uint32_t values)
{
	Numbered   *sorted = malloc((n + 1) * sizeof(Numbered));
	Numbered   *expected = malloc((n + 1) * sizeof(Numbered));
	uint32_t	random = 1;

	for (size_t i = 0; i < n; i++)
	{
		random = random * 1664525 + 1013904223;
		sorted[i] = (Numbered) {(random >> 8) % values, (uint32_t) i};
	}
	memcpy(expected, sorted, n * sizeof(Numbered));
	qsort(expected, n, sizeof(Numbered), compare_numbered);
	core_sort(sorted, n, sizeof(Numbered), compare_numbered);
	CHECK(memcmp(sorted, expected, n * sizeof(Numbered)) == 0);
	free(sorted);
	free(expected);
}

static void
test_sort(void)
{
	static const size_t sizes[] = {0, 1, 2, CORE_SORT_RUN - 1, CORE_SORT_RUN,
								   CORE_SORT_RUN + 1, 2 * CORE_SORT_RUN,
								   3 * CORE_SORT_RUN, 5 * CORE_SORT_RUN + 7,
								   100003};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
	{
		test_sort_of(sizes[i], 7);
		test_sort_of(sizes[i], 1000000);
	}
}

int
main(void)
{
	test_errors();
	test_words();
	test_buffer();
	test_big_endian();
	test_compare();
	test_prefix();
	test_notation();
	test_notation_texts();
	test_notation_mixtures();
	test_sort();
	return unit_done();
}
