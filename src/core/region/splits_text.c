/*
 * splits_text.c
 *		Read split points in the output format of the HBase shell.
 *
 * get_splits prints a heading, one line per split point, and the time it took.
 * In an interactive shell it also prints the result as a Ruby array of
 * strings.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/base/notation.h"
#include "core/region/splits.h"
#include "core/region/splits_text.h"

/* The unread text. */
typedef struct Rest
{
	const char *p;
	const char *end;
} Rest;

/* Get the next line, without its end; false after the last one. */
static bool
next_line(Rest *rest, Rest *line)
{
	const char *stop;

	if (rest->p == rest->end)
		return false;
	stop = memchr(rest->p, '\n', (size_t) (rest->end - rest->p));
	line->p = rest->p;
	line->end = stop != NULL ? stop : rest->end;
	rest->p = stop != NULL ? stop + 1 : rest->end;
	if (line->end > line->p && line->end[-1] == '\r')
		line->end--;
	return true;
}

static bool
starts_with(const Rest *line, const char *start)
{
	size_t		n = strlen(start);

	return (size_t) (line->end - line->p) >= n &&
		memcmp(line->p, start, n) == 0;
}

/* Append the split point that n characters of notation represent. */
static bool
add_point(SplitPoints *points, const char *text, size_t n, CoreError *err)
{
	int			count = points->count;
	uint8_t    *bytes = core_alloc(n + 1);
	size_t		len;
	bool		ok = notation_read(text, n, bytes, &len, err);

	if (ok && len == 0)
		ok = core_error(err, CORE_ERR_PARAMETER, "split point %d is empty",
						count + 1);
	else if (ok && len > BYTES_MAX_ROW)
		ok = core_error(err, CORE_ERR_LIMIT,
						"split point %d is longer than a row key", count + 1);
	else if (ok && count > 0 &&
			 bytes_compare(points->bytes.data + points->starts[count - 1],
						   points->starts[count] - points->starts[count - 1],
						   bytes, len) >= 0)
		ok = core_error(err, CORE_ERR_PARAMETER,
						"split point %d is not above the one before it",
						count + 1);
	if (ok)
		splits_add(points, bytes, len);
	core_free(bytes);
	return ok;
}

/*
 * Read ["...", "..."]: strings with \ before \, " and #. The commas are
 * separators; splits_from_text has allocated room by their number.
 */
static bool
read_array(Rest line, SplitPoints *points, CoreError *err)
{
	char	   *text = core_alloc((size_t) (line.end - line.p) + 1);
	const char *p = memchr(line.p, '[', (size_t) (line.end - line.p));
	bool		ok = true;
	bool		parted = true;

	for (p++; ok && p < line.end && *p != ']';)
	{
		size_t		n = 0;

		if (*p == ' ' || *p == ',')
		{
			parted = parted || *p == ',';
			p++;
			continue;
		}
		if (*p++ != '"')
		{
			ok = core_error(
				err, CORE_ERR_SYNTAX,
				"the array of split points must have only strings");
			break;
		}
		if (!parted)
		{
			ok = core_error(err, CORE_ERR_SYNTAX,
							"the array of split points has two strings without a comma between them");
			break;
		}
		parted = false;
		while (p < line.end && *p != '"')
		{
			if (*p == '\\' && p + 1 < line.end)
				p++;
			text[n++] = *p++;
		}
		if (p == line.end)
			ok = core_error(err, CORE_ERR_SYNTAX,
							"the array of split points is incomplete");
		else
			ok = add_point(points, text, n, err);
		p++;
	}
	if (ok && p >= line.end)
		ok = core_error(err, CORE_ERR_SYNTAX,
						"the array of split points is incomplete");
	core_free(text);
	return ok;
}

/* Read decimal digits, at most seven. */
static int
read_number(const char *p, const char *end)
{
	int			number = 0;

	for (int i = 0; i < 7 && p < end && *p >= '0' && *p <= '9'; i++)
		number = number * 10 + (*p++ - '0');
	return number;
}

bool
splits_from_text(const char *text, size_t len, SplitPoints *points,
				 CoreError *err)
{
	const char *heading = "Total number of splits = ";
	Rest		rest = {text, text + len};
	Rest		line;
	int			lines = 1;
	int			regions = 0;	/* number in the heading */

	for (size_t i = 0; i < len; i++)
		lines += text[i] == '\n' || text[i] == ',';
	splits_init(points, lines);
	while (next_line(&rest, &line))
		if (starts_with(&line, "=> [") || starts_with(&line, "["))
			return read_array(line, points, err);
	rest.p = text;
	while (next_line(&rest, &line))
	{
		if (starts_with(&line, heading))
			regions = read_number(line.p + strlen(heading), line.end);
		if (line.p == line.end || starts_with(&line, heading) ||
			starts_with(&line, "Took ") || starts_with(&line, "hbase:") ||
			starts_with(&line, "get_splits "))
			continue;
		if (!add_point(points, line.p, (size_t) (line.end - line.p), err))
			return false;
	}
	if (regions > 0 && regions != points->count + 1)
		return core_error(
			err, CORE_ERR_PARAMETER,
			"found %d split points for %d regions",
			points->count, regions);
	return true;
}
