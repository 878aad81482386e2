/*
 * test_shell_text.c
 *		Literals for the HBase shell, read back by the rules of Ruby and of
 *		Bytes.toBytesBinary.
 *
 * The two readers below are only in the test.  They are compared with a real
 * shell (shell_literals.tsv) before they read our literals.
 */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/text/shell_text.h"

/* ---- Ruby's strings ---------------------------------------------------- */

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static void
add_utf8(CoreBuf *out, unsigned c)
{
	if (c < 0x80)
		core_buf_add_byte(out, (uint8_t) c);
	else if (c < 0x800)
	{
		core_buf_add_byte(out, (uint8_t) (0xc0 | c >> 6));
		core_buf_add_byte(out, (uint8_t) (0x80 | (c & 0x3f)));
	}
	else
	{
		if (c < 0x10000)
			core_buf_add_byte(out, (uint8_t) (0xe0 | c >> 12));
		else
		{
			core_buf_add_byte(out, (uint8_t) (0xf0 | c >> 18));
			core_buf_add_byte(out, (uint8_t) (0x80 | (c >> 12 & 0x3f)));
		}
		core_buf_add_byte(out, (uint8_t) (0x80 | (c >> 6 & 0x3f)));
		core_buf_add_byte(out, (uint8_t) (0x80 | (c & 0x3f)));
	}
}

/* Read up to max digits of this base at *s. */
static unsigned
ruby_digits(const char **s, int base, int max)
{
	unsigned	v = 0;

	while (max-- > 0 && hex_digit(**s) >= 0 && hex_digit(**s) < base)
		v = v * base + hex_digit(*(*s)++);
	return v;
}

/* Read one escape of a double-quoted string; *s is after the backslash. */
static void
ruby_escape(const char **s, CoreBuf *out)
{
	static const char from[] = "ntresab";
	static const char to[] = "\n\t\r\033 \a\b";
	char		c = *(*s)++;
	const char *named = strchr(from, c);

	if (c == 'x')
		core_buf_add_byte(out, (uint8_t) ruby_digits(s, 16, 2));
	else if (c >= '0' && c <= '7')
	{
		(*s)--;
		core_buf_add_byte(out, (uint8_t) ruby_digits(s, 8, 3));
	}
	else if (c == 'u' && **s == '{')
	{
		(*s)++;
		add_utf8(out, ruby_digits(s, 16, 6));
		(*s)++;
	}
	else if (c == 'u')
		add_utf8(out, ruby_digits(s, 16, 4));
	else if (named != NULL)
		core_buf_add_byte(out, (uint8_t) to[named - from]);
	else
		core_buf_add_byte(out, (uint8_t) c);
}

/*
 * The bytes of a Ruby string literal; false if it is invalid, or if Ruby would
 * execute a part of it.
 */
static bool
ruby_read(const char *s, size_t len, CoreBuf *out)
{
	char		quote = s[0];
	const char *end = s + len - 1;

	out->len = 0;
	if (len < 2 || (quote != '"' && quote != '\'') || *end != quote)
		return false;
	for (s++; s < end;)
	{
		if (*s == quote)
			return false;
		if (quote == '"' && *s == '#' && strchr("{$@", s[1]) != NULL)
			return false;
		if (*s != '\\')
			core_buf_add_byte(out, (uint8_t) *s++);
		else if (quote == '"')
		{
			s++;
			ruby_escape(&s, out);
		}
		else
		{
			if (s[1] == '\\' || s[1] == '\'')
				s++;
			core_buf_add_byte(out, (uint8_t) *s++);
		}
	}
	return s == end;
}

/* ---- SPLITS: a Java string through Bytes.toBytesBinary ------------------ */

/*
 * The next UTF-16 unit; for a surrogate pair the high one, with the low one in
 * *pending.  A byte that is not UTF-8 becomes U+FFFD.
 */
static unsigned
java_unit(const uint8_t *p, size_t n, size_t *i, unsigned *pending)
{
	uint8_t		c = p[*i];
	int			more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 :
		c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
	unsigned	v = more <= 0 ? c : c & (0x3f >> more);

	if (more < 0 || *i + (size_t) more >= n)
	{
		(*i)++;
		return 0xfffd;
	}
	for (int k = 1; k <= more; k++)
	{
		if ((p[*i + (size_t) k] & 0xc0) != 0x80)
		{
			(*i)++;
			return 0xfffd;
		}
		v = v << 6 | (p[*i + (size_t) k] & 0x3f);
	}
	*i += (size_t) more + 1;
	if (v < 0x10000)
		return v;
	*pending = 0xdc00 | ((v - 0x10000) & 0x3ff);
	return 0xd800 | (v - 0x10000) >> 10;
}

static bool
upper_hex(unsigned c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

/* Bytes.toBytesBinary of the Java string with these bytes. */
static void
java_read(const uint8_t *p, size_t n, CoreBuf *out)
{
	unsigned   *units = malloc(2 * (n + 1) * sizeof(unsigned));
	size_t		nunits = 0;

	for (size_t i = 0; i < n;)
	{
		unsigned	pending = 0;

		units[nunits++] = java_unit(p, n, &i, &pending);
		if (pending != 0)
			units[nunits++] = pending;
	}
	out->len = 0;
	for (size_t i = 0; i < nunits; i++)
	{
		if (units[i] != '\\' || i + 1 >= nunits || units[i + 1] != 'x')
			core_buf_add_byte(out, (uint8_t) units[i]);
		else if (i + 3 < nunits && upper_hex(units[i + 2]) &&
				 upper_hex(units[i + 3]))
		{
			core_buf_add_byte(out,
							  (uint8_t) (hex_digit((char) units[i + 2]) << 4 |
										 hex_digit((char) units[i + 3])));
			i += 3;
		}
	}
	free(units);
}

/* ---- checks ------------------------------------------------------------ */

/* The text between "#{" and "}" is executed, so its bytes are unknown. */
static bool
runs_code(const char *literal)
{
	return literal[0] == '"' && literal[1] == '#' && literal[2] == '{';
}

/* The readers agree with the real shell. */
static void
test_readers(void)
{
	Tsv		   *tsv = tsv_open("shell_literals.tsv");
	CoreBuf		value,
				split;
	int			run = 0;

	core_buf_init(&value);
	core_buf_init(&split);
	while (tsv_next(tsv))
	{
		size_t		len,
					n;
		const char *literal = tsv_text(tsv, "literal", &len);
		const uint8_t *want;

		if (runs_code(literal))
		{
			run++;
			CHECK(!ruby_read(literal, len, &value));
			continue;
		}
		if (!CHECK(ruby_read(literal, len, &value)))
			continue;
		want = tsv_hex(tsv, "value_hex", &n);
		CHECK_BYTES(value.data, value.len, want, n);
		java_read(value.data, value.len, &split);
		want = tsv_hex(tsv, "split_hex", &n);
		CHECK_BYTES(split.data, split.len, want, n);
	}
	CHECK_INT(run, 1);
	tsv_close(tsv);
	core_buf_free(&value);
	core_buf_free(&split);
}

/* Our literals of these bytes read back as these bytes. */
static void
check_literals(const uint8_t *p, size_t n)
{
	CoreBuf		literal,
				value,
				split;
	CoreError	err;

	core_buf_init(&literal);
	core_buf_init(&value);
	core_buf_init(&split);

	shell_write_literal(p, n, &literal);
	for (size_t i = 0; i < literal.len; i++)
		CHECK(literal.data[i] >= 0x20 && literal.data[i] <= 0x7e);
	if (CHECK(ruby_read((char *) literal.data, literal.len, &value)))
		CHECK_BYTES(value.data, value.len, p, n);

	literal.len = 0;
	if (n == 0)
	{
		CHECK(!shell_write_split(p, n, &literal, &err));
		CHECK(err.code == CORE_ERR_PARAMETER);
	}
	else if (CHECK(shell_write_split(p, n, &literal, &err)))
	{
		CHECK(literal.data[0] == '\'');
		if (CHECK(ruby_read((char *) literal.data, literal.len, &value)))
		{
			java_read(value.data, value.len, &split);
			CHECK_BYTES(split.data, split.len, p, n);
		}
	}
	core_buf_free(&literal);
	core_buf_free(&value);
	core_buf_free(&split);
}

/*
 * The bytes of every vector; and if the shell has read our literal, the result
 * is these bytes.
 */
static void
test_vector_bytes(void)
{
	Tsv		   *tsv = tsv_open("shell_literals.tsv");
	CoreBuf		ours;
	CoreError	err;
	int			same = 0;

	core_buf_init(&ours);
	while (tsv_next(tsv))
	{
		size_t		len,
					n;
		const char *literal = tsv_text(tsv, "literal", &len);
		const uint8_t *bytes = tsv_hex(tsv, "value_hex", &n);

		check_literals(bytes, n);
		ours.len = 0;
		shell_write_literal(bytes, n, &ours);
		same += ours.len == len && memcmp(ours.data, literal, len) == 0;

		bytes = tsv_hex(tsv, "split_hex", &n);
		check_literals(bytes, n);
		if (n == 0 || literal[0] != '\'')
			continue;
		ours.len = 0;
		CHECK(shell_write_split(bytes, n, &ours, &err));
		same += ours.len == len && memcmp(ours.data, literal, len) == 0;
	}
	tsv_close(tsv);
	core_buf_free(&ours);
	printf("  %d literals are ours\n", same);
	CHECK(same >= 30);
}

/* The bytes of the next double-quoted literal of a statement. */
static bool
next_literal(const char **s, CoreBuf *bytes)
{
	const char *start = strchr(*s, '"');
	const char *end;

	if (start == NULL)
		return false;
	for (end = start + 1; *end != '"'; end++)
		if (*end == '\\')
			end++;
	*s = end + 1;
	return ruby_read(start, (size_t) (end + 1 - start), bytes);
}

#define CHECK_LITERAL(s, want, wantlen) \
	do { \
		if (CHECK(next_literal(&(s), &bytes))) \
			CHECK_BYTES(bytes.data, bytes.len, (want), (wantlen)); \
	} while (0)

/* Both forms of a put of a cell with these bytes read back as this cell. */
static void
check_put(const uint8_t *p, size_t n, int64_t ts)
{
	Cell		cell = {.type = CELL_PUT, .ts = ts};
	CoreBuf		out,
				bytes;
	CoreError	err;
	const char *s;
	bool		java = n > 0 && memchr(p, ':', n) != NULL;

	cell.row = cell.value = cell.qualifier = p;
	cell.row_len = cell.value_len = cell.qualifier_len = (uint32_t) n;
	cell.family = (const uint8_t *) "f#";
	cell.family_len = 2;
	core_buf_init(&out);
	core_buf_init(&bytes);
	if (n == 0)
	{
		CHECK(!shell_write_put(p, n, &cell, &out, &err));
		return;
	}
	if (!CHECK(shell_write_put((const uint8_t *) "t", 1, &cell, &out, &err)))
		return;
	core_buf_add_byte(&out, '\0');
	s = (const char *) out.data;
	CHECK(strncmp(s, java ? "get_table(" : "put ", java ? 10 : 4) == 0);
	CHECK(strchr(s, '\n') == NULL);
	CHECK_LITERAL(s, "t", 1);
	CHECK_LITERAL(s, p, n);
	if (java)
	{
		CHECK_LITERAL(s, "f#", 2);
		CHECK_LITERAL(s, p, n);
		if (ts != CELL_LATEST_TIMESTAMP)
		{
			CHECK(strncmp(s, ".to_java_bytes, 77, \"", 21) == 0);
			s += strlen(".to_java_bytes, 77, ");
		}
		CHECK_LITERAL(s, p, n);
		CHECK_STR(s, ".to_java_bytes))");
	}
	else
	{
		if (CHECK(next_literal(&s, &bytes)) && CHECK(bytes.len == n + 3))
		{
			CHECK_BYTES(bytes.data, 3, "f#:", 3);
			CHECK_BYTES(bytes.data + 3, n, p, n);
		}
		CHECK_LITERAL(s, p, n);
		CHECK_STR(s, ts == CELL_LATEST_TIMESTAMP ? "" : ", 77");
	}
	core_buf_free(&out);
	core_buf_free(&bytes);
}

/* Every byte, every pair with a special neighbour, random strings. */
static void
test_all_bytes(void)
{
	static const char neighbours[] = "\\\"'#{}$@x0AFafn:\xff\x80\xc3\xa9";
	uint64_t	seed = 20260101;
	uint8_t		bytes[300];

	check_literals((const uint8_t *) "", 0);
	for (int c = 0; c < 256; c++)
	{
		bytes[0] = (uint8_t) c;
		check_literals(bytes, 1);
		check_put(bytes, 1, CELL_LATEST_TIMESTAMP);
		for (const char *s = neighbours; *s != '\0'; s++)
		{
			bytes[1] = (uint8_t) *s;
			check_literals(bytes, 2);
			bytes[1] = (uint8_t) c;
			bytes[0] = (uint8_t) *s;
			check_literals(bytes, 2);
			bytes[0] = (uint8_t) c;
		}
	}
	for (int i = 0; i < 2000; i++)
	{
		size_t		n = unit_random(&seed) % sizeof(bytes);

		for (size_t j = 0; j < n; j++)
			bytes[j] = i % 2 == 0 ?
				(uint8_t) unit_random(&seed) :
				(uint8_t)
					neighbours[unit_random(&seed) % (sizeof(neighbours) - 1)];
		check_literals(bytes, n);
		check_put(bytes, n, i % 3 == 0 ? 77 : CELL_LATEST_TIMESTAMP);
	}
}

static void
check_bad_put(Cell cell, CoreErrorCode code)
{
	CoreBuf		out;
	CoreError	err;

	core_buf_init(&out);
	CHECK(!shell_write_put((const uint8_t *) "t", 1, &cell, &out, &err));
	CHECK_INT(err.code, code);
	core_buf_free(&out);
}

/* Cells that HBase rejects or cannot read. */
static void
test_bad_puts(void)
{
	Cell		cell = {.type = CELL_PUT, .ts = 0};

	cell.row = cell.family = (const uint8_t *) ".f";
	cell.row_len = 2;
	check_bad_put(cell, CORE_ERR_PARAMETER);
	cell.family_len = 2;
	check_bad_put(cell, CORE_ERR_PARAMETER);
	cell.family++;
	cell.family_len = 1;
	cell.ts = -1;
	check_bad_put(cell, CORE_ERR_RANGE);
}

int
main(void)
{
	test_readers();
	test_vector_bytes();
	test_all_bytes();
	test_bad_puts();
	return unit_done();
}
