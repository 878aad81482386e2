/*
 * unit.c
 *		Checks and the vector reader of the unit tests.
 */
#include "unit/unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_COLUMNS		32
#define MAX_SHOWN		200		/* failures printed in full */

struct Tsv
{
	const char *name;
	FILE	   *file;
	char	   *header;
	char	   *line;
	size_t		line_size;
	int			line_no;
	int			ncolumns;
	const char *columns[MAX_COLUMNS];
	const char *fields[MAX_COLUMNS];
	void	   *decoded[MAX_COLUMNS];	/* results of tsv_text or tsv_hex */
};

static long checks;
static long failures;
static Tsv *current;			/* the file whose line a failed check prints */

/* ---- checks ---------------------------------------------------------- */

static void fail(const char *file, int line, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));
static void die(const char *fmt,...)
			__attribute__((format(printf, 1, 2), noreturn));

static void
fail(const char *file, int line, const char *fmt,...)
{
	va_list		ap;

	if (++failures > MAX_SHOWN)
		return;
	fprintf(stderr, "%s:%d: ", file, line);
	if (current != NULL)
		fprintf(stderr, "%s line %d: ", current->name, current->line_no);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

/* For errors in the test itself. */
static void
die(const char *fmt,...)
{
	va_list		ap;

	if (current != NULL)
		fprintf(stderr, "%s line %d: ", current->name, current->line_no);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(2);
}

bool
unit_check(bool ok, const char *file, int line, const char *what)
{
	checks++;
	if (!ok)
		fail(file, line, "failed: %s", what);
	return ok;
}

bool
unit_check_int(int64_t got, int64_t want,
			   const char *file, int line, const char *what)
{
	checks++;
	if (got != want)
		fail(file, line, "%s is %" PRId64 ", not %" PRId64, what, got, want);
	return got == want;
}

bool
unit_check_str(const char *got, const char *want,
			   const char *file, int line, const char *what)
{
	bool		ok = strcmp(got, want) == 0;

	checks++;
	if (!ok)
		fail(file, line, "%s is \"%s\", not \"%s\"", what, got, want);
	return ok;
}

/* The hex form of up to 200 bytes, in a static buffer with this number. */
static const char *
show_bytes(int buffer, const uint8_t *p, size_t n)
{
	static char text[2][2 * 200 + 8];
	char	   *out = text[buffer];

	for (size_t i = 0; i < n && i < 200; i++)
		out += sprintf(out, "%02x", p[i]);
	strcpy(out, n > 200 ? "..." : "");
	return text[buffer];
}

bool
unit_check_bytes(const void *got, size_t gotlen,
				 const void *want, size_t wantlen,
				 const char *file, int line, const char *what)
{
	bool		ok = gotlen == wantlen &&
		(gotlen == 0 || memcmp(got, want, gotlen) == 0);

	checks++;
	if (!ok)
		fail(file, line, "%s is %s (%zu bytes), not %s (%zu bytes)", what,
			 show_bytes(0, got, gotlen), gotlen,
			 show_bytes(1, want, wantlen), wantlen);
	return ok;
}

int
unit_done(void)
{
	if (failures > 0)
		printf("%ld of %ld checks FAILED\n", failures, checks);
	else
		printf("%ld checks passed\n", checks);
	return failures > 0 || checks == 0;
}

uint64_t
unit_random(uint64_t *state)
{
	uint64_t	z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* ---- vectors --------------------------------------------------------- */

/* Split a line at tabs.  Returns the number of fields. */
static int
split(char *line, const char **fields)
{
	int			n = 0;

	line[strcspn(line, "\n")] = '\0';
	for (;;)
	{
		if (n == MAX_COLUMNS)
			die("more than %d columns", MAX_COLUMNS);
		fields[n++] = line;
		line = strchr(line, '\t');
		if (line == NULL)
			return n;
		*line++ = '\0';
	}
}

Tsv *
tsv_open(const char *name)
{
	Tsv		   *tsv = calloc(1, sizeof(Tsv));
	char		path[1024];
	size_t		header_size = 0;

	if (tsv == NULL)
		die("out of memory");
	snprintf(path, sizeof(path), "%s/vectors/%s", TEST_DATA, name);
	tsv->name = name;
	tsv->file = fopen(path, "r");
	if (tsv->file == NULL ||
		getline(&tsv->header, &header_size, tsv->file) < 0)
		die("%s: %s", path, strerror(errno));
	tsv->line_no = 1;
	current = tsv;
	tsv->ncolumns = split(tsv->header, tsv->columns);
	return tsv;
}

/* Free the results of tsv_text and tsv_hex for the row. */
static void
free_decoded(Tsv *tsv)
{
	for (int i = 0; i < tsv->ncolumns; i++)
	{
		free(tsv->decoded[i]);
		tsv->decoded[i] = NULL;
	}
}

bool
tsv_next(Tsv *tsv)
{
	int			n;

	free_decoded(tsv);
	if (getline(&tsv->line, &tsv->line_size, tsv->file) < 0)
		return false;
	tsv->line_no++;
	n = split(tsv->line, tsv->fields);
	if (n != tsv->ncolumns)
		die("%d columns, not %d", n, tsv->ncolumns);
	return true;
}

void
tsv_close(Tsv *tsv)
{
	printf("  %s: %d vectors\n", tsv->name, tsv->line_no - 1);
	unit_check(tsv->line_no > 1, tsv->name, 1, "vectors were read");
	current = NULL;
	free_decoded(tsv);
	fclose(tsv->file);
	free(tsv->header);
	free(tsv->line);
	free(tsv);
}

static int
column_number(Tsv *tsv, const char *column)
{
	for (int i = 0; i < tsv->ncolumns; i++)
		if (strcmp(tsv->columns[i], column) == 0)
			return i;
	die("no column \"%s\"", column);
}

const char *
tsv_raw(Tsv *tsv, const char *column)
{
	return tsv->fields[column_number(tsv, column)];
}

/* Memory for a decoded field, freed with the row. */
static uint8_t *
decode_room(Tsv *tsv, int column, size_t size)
{
	uint8_t    *p = malloc(size);

	if (p == NULL)
		die("out of memory");
	free(tsv->decoded[column]);
	tsv->decoded[column] = p;
	return p;
}

/* The value of n hex digits at s. */
static unsigned
read_hex(const char *s, int n)
{
	unsigned	v = 0;

	for (int i = 0; i < n; i++)
	{
		char		c = s[i];

		if (c >= '0' && c <= '9')
			v = v << 4 | (unsigned) (c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (unsigned) (c - 'a' + 10);
		else
			die("not a hex digit: \"%.8s\"", s);
	}
	return v;
}

/* Append a code point, also a lone surrogate, as UTF-8.  Returns the end. */
static uint8_t *
put_utf8(uint8_t *out, unsigned c)
{
	if (c < 0x80)
		*out++ = (uint8_t) c;
	else if (c < 0x800)
	{
		*out++ = (uint8_t) (0xc0 | c >> 6);
		*out++ = (uint8_t) (0x80 | (c & 0x3f));
	}
	else if (c < 0x10000)
	{
		*out++ = (uint8_t) (0xe0 | c >> 12);
		*out++ = (uint8_t) (0x80 | (c >> 6 & 0x3f));
		*out++ = (uint8_t) (0x80 | (c & 0x3f));
	}
	else
	{
		*out++ = (uint8_t) (0xf0 | c >> 18);
		*out++ = (uint8_t) (0x80 | (c >> 12 & 0x3f));
		*out++ = (uint8_t) (0x80 | (c >> 6 & 0x3f));
		*out++ = (uint8_t) (0x80 | (c & 0x3f));
	}
	return out;
}

const char *
tsv_text(Tsv *tsv, const char *column, size_t *len)
{
	int			no = column_number(tsv, column);
	const char *s = tsv->fields[no];
	uint8_t    *start = decode_room(tsv, no, strlen(s) + 1);
	uint8_t    *out = start;

	while (*s != '\0')
	{
		unsigned	c = (uint8_t) *s;

		if (c != '\\')
			s++;
		else if (s[1] == '\\')
			s += 2;
		else if (s[1] == 'u')
		{
			c = read_hex(s + 2, 4);
			s += 6;
			if ((c & 0xfc00) == 0xd800 && s[0] == '\\' && s[1] == 'u' &&
				(read_hex(s + 2, 4) & 0xfc00) == 0xdc00)
			{
				c = 0x10000 + ((c & 0x3ff) << 10) +
					(read_hex(s + 2, 4) & 0x3ff);
				s += 6;
			}
		}
		else
			die("unrecognized escape: \"%.8s\"", s);
		out = put_utf8(out, c);
	}
	*out = '\0';
	if (len != NULL)
		*len = (size_t) (out - start);
	return (const char *) start;
}

const uint8_t *
tsv_hex(Tsv *tsv, const char *column, size_t *len)
{
	int			no = column_number(tsv, column);
	const char *s = tsv->fields[no];
	size_t		n = strlen(s) / 2;
	uint8_t    *out = decode_room(tsv, no, n + 1);

	if (strlen(s) % 2 != 0)
		die("odd number of hex digits in column \"%s\"", column);
	for (size_t i = 0; i < n; i++)
		out[i] = (uint8_t) read_hex(s + 2 * i, 2);
	*len = n;
	return out;
}

int64_t
tsv_int(Tsv *tsv, const char *column)
{
	const char *s = tsv_raw(tsv, column);
	char	   *end;
	long long	v;

	errno = 0;
	v = strtoll(s, &end, 10);
	if (errno != 0 || end == s || *end != '\0')
		die("not an integer: \"%s\"", s);
	return v;
}

bool
tsv_is_null(Tsv *tsv, const char *column)
{
	return tsv_is(tsv, column, "\\N");
}

bool
tsv_is_error(Tsv *tsv, const char *column)
{
	return tsv_raw(tsv, column)[0] == '!';
}

bool
tsv_is(Tsv *tsv, const char *column, const char *value)
{
	return strcmp(tsv_raw(tsv, column), value) == 0;
}
