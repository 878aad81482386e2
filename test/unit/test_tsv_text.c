/*
 * test_tsv_text.c
 *		Lines for ImportTsv, read back by ImportTsv's rules.
 *
 * The reader below is only in the test.  It is compared with the real parser
 * (importtsv.tsv) before it reads our lines.
 */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/text/tsv_text.h"

#define MAX_FIELDS	16

typedef struct Field
{
	const char *p;
	size_t		n;
} Field;

/* The columns of -Dimporttsv.columns, and the parsed line. */
typedef struct Parsed
{
	int			ncolumns;
	Field		columns[MAX_FIELDS];
	int			nfields;
	Field		fields[MAX_FIELDS];
} Parsed;

/* Split n bytes at a separator.  Returns the number of parts. */
static int
cut(const char *p, size_t n, char separator, Field *parts)
{
	const char *end = p + n;
	int			count = 0;

	for (;;)
	{
		const char *stop = memchr(p, separator, (size_t) (end - p));

		parts[count].p = p;
		parts[count++].n = (size_t) ((stop ? stop : end) - p);
		if (stop == NULL || count == MAX_FIELDS)
			return count;
		p = stop + 1;
	}
}

static bool
is_column(const Parsed *parsed, int i, const char *name)
{
	return parsed->columns[i].n == strlen(name) &&
		memcmp(parsed->columns[i].p, name, parsed->columns[i].n) == 0;
}

static int
find_column(const Parsed *parsed, const char *name)
{
	for (int i = 0; i < parsed->ncolumns; i++)
		if (is_column(parsed, i, name))
			return i;
	return -1;
}

/* Whether Long.parseLong accepts it. */
static bool
is_long(Field field)
{
	char		text[32];
	char	   *end;
	size_t		digits = field.n > 0 && field.p[0] == '-' ? field.n - 1 :
															field.n;

	if (digits == 0 || digits > 19 || field.n >= sizeof(text) ||
		(digits == 19 &&
		 memcmp(field.p + field.n - 19, "9223372036854775807", 19) > 0))
		return false;
	memcpy(text, field.p, field.n);
	text[field.n] = '\0';
	strtoll(text, &end, 10);
	return *end == '\0' && text[0] != ' ' && text[0] != '+';
}

/* ImportTsv.TsvParser.parse: NULL, or the reason why the line is bad. */
static const char *
read_line(Parsed *parsed, const char *columns, char separator,
		  const char *line, size_t len)
{
	static char invalid[64];
	int			key,
				ts;

	parsed->ncolumns = cut(columns, strlen(columns), ',', parsed->columns);
	parsed->nfields = cut(line, len, separator, parsed->fields);
	key = find_column(parsed, "HBASE_ROW_KEY");
	ts = find_column(parsed, "HBASE_TS_KEY");
	if (memchr(line, separator, len) == NULL)
		return "!No delimiter";
	if (parsed->nfields > parsed->ncolumns)
		return "!Excessive columns";
	if (parsed->nfields <= key)
		return "!No row key";
	if (ts >= 0 && parsed->nfields <= ts)
		return "!No timestamp";
	if (ts >= 0 && !is_long(parsed->fields[ts]))
	{
		snprintf(invalid, sizeof(invalid), "!Invalid timestamp %.*s",
				 (int) parsed->fields[ts].n, parsed->fields[ts].p);
		return invalid;
	}
	return NULL;
}

/* Append the hex of a field. */
static void
add_hex(char **out, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*out += sprintf(*out, "%02x", (uint8_t) p[i]);
}

/* The cells of a parsed line in the format of the vectors. */
static void
print_cells(const Parsed *parsed, char *out)
{
	bool		first = true;

	*out = '\0';
	for (int i = 0; i < parsed->nfields; i++)
	{
		const char *colon;
		Field		column = parsed->columns[i];

		if (is_column(parsed, i, "HBASE_ROW_KEY") ||
			is_column(parsed, i, "HBASE_TS_KEY"))
			continue;
		if (!first)
			*out++ = ',';
		first = false;
		colon = memchr(column.p, ':', column.n);
		if (colon == NULL)
			colon = column.p + column.n;
		add_hex(&out, column.p, (size_t) (colon - column.p));
		*out++ = ':';
		if (colon < column.p + column.n)
			add_hex(&out, colon + 1,
					(size_t) (column.p + column.n - colon - 1));
		*out++ = '=';
		*out = '\0';
		add_hex(&out, parsed->fields[i].p, parsed->fields[i].n);
	}
}

/* The reader agrees with the real parser. */
static void
test_reader(void)
{
	Tsv		   *tsv = tsv_open("importtsv.tsv");

	while (tsv_next(tsv))
	{
		Parsed		parsed;
		size_t		len,
					n;
		char		cells[4096];
		char		separator = *tsv_text(tsv, "separator", NULL);
		const char *line = tsv_text(tsv, "line", &len);
		const char *bad = read_line(&parsed, tsv_text(tsv, "columns", NULL),
									separator, line, len);
		int			key = find_column(&parsed, "HBASE_ROW_KEY");
		int			ts = find_column(&parsed, "HBASE_TS_KEY");

		if (bad != NULL)
		{
			CHECK_STR(bad, tsv_text(tsv, "cells", NULL));
			continue;
		}
		print_cells(&parsed, cells);
		CHECK_STR(cells, tsv_text(tsv, "cells", NULL));
		tsv_hex(tsv, "rowkey_hex", &n);
		CHECK_BYTES(parsed.fields[key].p, parsed.fields[key].n,
					tsv_hex(tsv, "rowkey_hex", &n), n);
		if (ts >= 0)
			CHECK_BYTES(parsed.fields[ts].p, parsed.fields[ts].n,
						tsv_raw(tsv, "ts"), strlen(tsv_raw(tsv, "ts")));
	}
	tsv_close(tsv);
}

/* ---- our lines --------------------------------------------------------- */

/*
 * Write the fields and read them back.  Returns the error of the writer, or
 * CORE_OK if the line reads back correctly.
 */
static CoreErrorCode
round_trip(char separator, const Field *fields, int n, CoreError *err)
{
	static const char columns[] = "HBASE_ROW_KEY,f:1,f:2,f:3,f:4,f:5";
	TsvLine		line;
	CoreBuf		buf;
	Parsed		parsed;
	bool		ok;

	core_buf_init(&buf);
	ok = tsv_line_begin(&line, (uint8_t) separator,
						(const uint8_t *) fields[0].p, fields[0].n, &buf, err);
	for (int i = 1; ok && i < n; i++)
		ok = tsv_line_add(&line, (const uint8_t *) fields[i].p, fields[i].n,
						  err);
	ok = ok && tsv_line_end(&line, err);
	if (!ok)
	{
		core_buf_free(&buf);
		return err->code;
	}

	/* One line for Hadoop. */
	CHECK(memchr(buf.data, '\n', buf.len) == NULL);
	CHECK(memchr(buf.data, '\r', buf.len) == NULL);
	CHECK(read_line(&parsed, columns, separator, (char *) buf.data, buf.len) ==
		  NULL);
	if (CHECK_INT(parsed.nfields, n))
		for (int i = 0; i < n; i++)
			CHECK_BYTES(parsed.fields[i].p, parsed.fields[i].n, fields[i].p,
						fields[i].n);
	core_buf_free(&buf);
	return CORE_OK;
}

#define FIELD(s)	{s, sizeof(s) - 1}

static void
test_lines(void)
{
	CoreError	err;
	Field		good[] = {FIELD("k"), FIELD("a"), FIELD(""),
						  FIELD("\\N \"q\" \\t"), FIELD("\0\xff\x80")};
	Field		none[] = {FIELD("k")};
	Field		no_key[] = {FIELD(""), FIELD("a")};
	Field		mark[] = {FIELD("\xef\xbb\xbfk"), FIELD("a")};
	Field		mark_in_value[] = {FIELD("\xef\xbbk"), FIELD("\xef\xbb\xbf")};

	CHECK_INT(round_trip('\t', good, 5, &err), CORE_OK);
	CHECK_INT(round_trip(',', good, 5, &err), CORE_OK);
	CHECK_INT(round_trip('\t', none, 1, &err), CORE_ERR_PARAMETER);
	CHECK_INT(round_trip('\t', no_key, 2, &err), CORE_ERR_PARAMETER);
	CHECK_INT(round_trip('\t', mark, 2, &err), CORE_ERR_CHARACTER);
	CHECK_INT(round_trip('\t', mark_in_value, 2, &err), CORE_OK);
}

/* Exactly the separator, CR and LF are rejected, in every field. */
static void
test_bytes(void)
{
	static const char separators[] = "\t,|";
	CoreError	err;

	for (const char *s = separators; *s != '\0'; s++)
	{
		for (int c = 0; c < 256; c++)
		{
			char		text[3] = {'x', (char) c, 'y'};
			bool		bad = c == *s || c == '\r' || c == '\n';

			for (int i = 0; i < 3; i++)
			{
				Field		fields[3] = {FIELD("k"), FIELD("a"), FIELD("b")};
				char		want[128];

				fields[i] = (Field) {text, 3};
				CHECK_INT(round_trip(*s, fields, 3, &err),
						  bad ? CORE_ERR_CHARACTER : CORE_OK);
				if (!bad)
					continue;
				snprintf(want, sizeof(want),
						 "field %d of a TSV line cannot contain byte 0x%02x, at byte offset 1",
						 i + 1, (unsigned) c);
				CHECK_STR(err.message, want);
			}
		}
	}
}

static void
test_random_lines(void)
{
	uint64_t	seed = 20260102;
	int			written = 0;
	CoreError	err;

	for (int i = 0; i < 5000; i++)
	{
		Field		fields[6];
		char		text[6][8];
		int			n = 1 + (int) (unit_random(&seed) % 6);

		for (int j = 0; j < n; j++)
		{
			size_t		len = unit_random(&seed) % sizeof(text[j]);

			for (size_t k = 0; k < len; k++)
				text[j][k] = (char) (unit_random(&seed) % 3 == 0 ?
										 unit_random(&seed) % 16 :
										 unit_random(&seed));
			fields[j].p = text[j];
			fields[j].n = len;
		}
		written += round_trip('\t', fields, n, &err) == CORE_OK;
	}
	CHECK(written > 500 && written < 4500);
}

static void
test_long_key(void)
{
	char	   *key = malloc(32768);
	Field		fields[] = {{key, 32767}, FIELD("a")};
	CoreError	err;

	memset(key, 'k', 32768);
	CHECK_INT(round_trip('\t', fields, 2, &err), CORE_OK);
	fields[0].n++;
	CHECK_INT(round_trip('\t', fields, 2, &err), CORE_ERR_LIMIT);
	free(key);
}

int
main(void)
{
	test_reader();
	test_lines();
	test_bytes();
	test_random_lines();
	test_long_key();
	return unit_done();
}
