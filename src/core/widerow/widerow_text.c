/*
 * widerow_text.c
 *		The text form of a wide row, and its strict reader.
 *
 *		{name=value, name@1669852800000=value, name@5!DeleteColumn}
 *
 * Names and values are in HBase's printable form (Bytes.toStringBinary).  They
 * are in double quotes if they are empty or contain a special character; a
 * double quote is doubled.  A cell without @ is unstamped. # and a number give
 * the generation of a cell in a row that keeps the order of writing.  The
 * reader accepts cells in any order.
 */
#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/notation.h"

/* ---- printing -------------------------------------------------------- */

/* Whether this printable character has a meaning outside of quotes. */
static inline bool
is_special(uint8_t c)
{
	return c == ' ' || c == ',' || c == '{' || c == '}' || c == '=' ||
		c == '@' || c == '#' || c == '!' || c == '"';
}

/*
 * Append the printable form piece by piece: few values need four characters
 * for every byte.
 */
static void
print_bytes(const uint8_t *p, uint32_t n, CoreBuf *out)
{
	while (n > 0)
	{
		uint32_t	piece = n < 4096 ? n : 4096;
		char	   *dst = (char *) core_buf_reserve(out, (size_t) piece * 4);

		core_check_interrupts();
		out->len += notation_write(p, piece, dst) - dst;
		p += piece;
		n -= piece;
	}
}

static void
print_string(const uint8_t *p, uint32_t n, CoreBuf *out)
{
	bool		quoted = n == 0;

	for (uint32_t i = 0; i < n && !quoted; i++)
		quoted = is_special(p[i]);
	if (!quoted)
	{
		print_bytes(p, n, out);
		return;
	}
	core_buf_add_byte(out, '"');
	for (uint32_t i = 0; i < n;)
	{
		uint32_t	stop = i;

		while (stop < n && p[stop] != '"')
			stop++;
		print_bytes(p + i, stop - i, out);
		if (stop < n)
			core_buf_add(out, "\"\"", 2);
		i = stop + 1;
	}
	core_buf_add_byte(out, '"');
}

void
wide_print(const WideRow *row, CoreBuf *out)
{
	bool		first = true;

	core_buf_add_byte(out, '{');
	for (uint32_t c = 0; c < row->columns; c++)
	{
		WideSpan	span = wide_span(row, c);

		for (uint32_t i = span.first; i < span.stop; i++)
		{
			WideCell	cell;
			char		number[32];

			wide_cell(row, c, i, &cell);
			if (!first)
				core_buf_add(out, ", ", 2);
			first = false;
			print_string(cell.qualifier, cell.qualifier_len, out);
			if (!wide_is_unstamped(&cell))
				core_buf_add(out, number,
							 snprintf(number, sizeof(number), "@%" PRId64,
									  cell.ts));
			if (row->order_width > 0)
				core_buf_add(out, number,
							 snprintf(number, sizeof(number), "#%" PRIu32,
									  cell.order));
			if (cell.type == CELL_PUT)
			{
				core_buf_add_byte(out, '=');
				print_string(cell.value, cell.value_len, out);
			}
			else
			{
				const char *name = cell_type_name(cell.type);

				core_buf_add_byte(out, '!');
				if (name != NULL)
					core_buf_add(out, name, strlen(name));
			}
		}
		core_check_interrupts();
	}
	core_buf_add_byte(out, '}');
}

/* ---- reading --------------------------------------------------------- */

/* The distance of checks for interrupts in a long string. */
#define CHECKED_BYTES	65536

typedef struct Reader
{
	const char *text;
	size_t		len;
	size_t		at;
	CoreError  *err;
} Reader;

static bool
syntax_error(Reader *reader, const char *expected)
{
	if (reader->at >= reader->len)
		core_error(reader->err, CORE_ERR_SYNTAX,
				   "wide row ends too early: expected %s", expected);
	else
		core_error(reader->err, CORE_ERR_SYNTAX,
				   "invalid wide row at byte offset %zu: expected %s",
				   reader->at, expected);
	return core_error_hint(reader->err,
						   "The text form of a wide row is {name=value, name@timestamp=value, name@timestamp!DeleteColumn}.");
}

static void
skip_blanks(Reader *reader)
{
	while (
		reader->at < reader->len &&
		(reader->text[reader->at] == ' ' || reader->text[reader->at] == '\t' ||
		 reader->text[reader->at] == '\n' || reader->text[reader->at] == '\r'))
		reader->at++;
}

/* Skip the next character if it is c. */
static bool
take(Reader *reader, char c)
{
	if (reader->at < reader->len && reader->text[reader->at] == c)
	{
		reader->at++;
		return true;
	}
	return false;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Read \xHH. */
static bool
read_escape(Reader *reader, CoreBuf *out)
{
	const char *p = reader->text + reader->at;
	int			hi,
				lo;

	if (reader->len - reader->at < 4 || p[1] != 'x' ||
		(hi = hex_digit(p[2])) < 0 || (lo = hex_digit(p[3])) < 0)
	{
		core_error(reader->err, CORE_ERR_SYNTAX,
				   "invalid escape in wide row at byte offset %zu",
				   reader->at);
		return core_error_hint(reader->err,
							   "A backslash must begin \\xHH, two upper-case hex digits; the backslash itself is \\x5C.");
	}
	core_buf_add_byte(out, (uint8_t) (hi << 4 | lo));
	reader->at += 4;
	return true;
}

/* Read a name or value, quoted or not. */
static bool
read_string(Reader *reader, const char *what, CoreBuf *out)
{
	bool		quoted = take(reader, '"');
	size_t		start = reader->at;

	out->len = 0;
	for (;;)
	{
		uint8_t		c;

		if (reader->at >= reader->len)
		{
			if (quoted)
				return syntax_error(reader, "a closing double quote");
			break;
		}
		if (out->len % CHECKED_BYTES == 0)
			core_check_interrupts();
		c = (uint8_t) reader->text[reader->at];
		if (c == '\\')
		{
			if (!read_escape(reader, out))
				return false;
			continue;
		}
		if (quoted && c == '"')
		{
			reader->at++;
			if (!take(reader, '"'))
				return true;
		}
		else if (c < 0x20 || c > 0x7e)
		{
			/* a line break may follow an unquoted value */
			if (!quoted && reader->at > start && c < 0x20)
				break;
			core_error(reader->err, CORE_ERR_SYNTAX,
					   "invalid character in wide row at byte offset %zu",
					   reader->at);
			return core_error_hint(
				reader->err,
				"Write bytes outside printable ASCII as \\xHH, here \\x%02X.",
				c);
		}
		else if (!quoted && is_special(c))
			break;
		else
			reader->at++;
		core_buf_add_byte(out, c);
	}
	if (reader->at == start)
		return syntax_error(reader, what);
	return true;
}

/* Read decimal digits, up to max. */
static bool
read_number(Reader *reader, const char *what, uint64_t max, uint64_t *value)
{
	size_t		start = reader->at;
	uint64_t	v = 0;

	while (reader->at < reader->len &&
		   reader->text[reader->at] >= '0' && reader->text[reader->at] <= '9')
	{
		unsigned	digit = (unsigned) (reader->text[reader->at] - '0');

		if (v > (max - digit) / 10)
		{
			core_error(reader->err, CORE_ERR_RANGE,
					   "%s in wide row at byte offset %zu is out of range",
					   what, start);
			return core_error_detail(reader->err, "It is at most %" PRIu64 ".",
									 max);
		}
		v = v * 10 + digit;
		reader->at++;
	}
	if (reader->at == start)
		return syntax_error(reader, what);
	*value = v;
	return true;
}

static bool
read_type(Reader *reader, uint8_t *type)
{
	size_t		start = reader->at;
	CellType	found;

	while (reader->at < reader->len &&
		   ((reader->text[reader->at] | 0x20) >= 'a' &&
			(reader->text[reader->at] | 0x20) <= 'z'))
		reader->at++;
	if (reader->at == start)
		return syntax_error(reader, "the type of a delete marker");
	if (!cell_type_from_name(reader->text + start, reader->at - start, &found,
							 reader->err))
	{
		reader->err->code = CORE_ERR_SYNTAX;
		return false;
	}
	if (found == CELL_PUT)
	{
		reader->at = start;
		return syntax_error(
			reader, "the type of a marker; a put is written with \"=\"");
	}
	*type = (uint8_t) found;
	return true;
}

/* Read one cell; name and value are buffers. */
static bool
read_cell(Reader *reader, CoreBuf *name, CoreBuf *value, WideBuilder *builder)
{
	WideCell	cell = {.ts = CELL_LATEST_TIMESTAMP, .type = CELL_PUT};
	uint64_t	number;

	value->len = 0;
	if (!read_string(reader, "a name", name))
		return false;
	if (take(reader, '@'))
	{
		if (!read_number(reader, "timestamp", WIDEROW_MAX_TIMESTAMP, &number))
			return false;
		cell.ts = (int64_t) number;
	}
	if (take(reader, '#'))
	{
		if (!read_number(reader, "order number", UINT32_MAX - 1, &number))
			return false;
		cell.order = (uint32_t) number;
	}
	if (take(reader, '!'))
	{
		if (!read_type(reader, &cell.type))
			return false;
	}
	else if (!take(reader, '='))
		return syntax_error(reader, "\"=\" and a value");
	else if (!read_string(reader, "a value (an empty one is \"\")", value))
		return false;
	cell.qualifier = name->data;
	cell.qualifier_len = (uint32_t) name->len;
	cell.value = value->data;
	cell.value_len = (uint32_t) value->len;
	return wide_builder_add(builder, &cell, reader->err);
}

static bool
read_cells(Reader *reader, CoreBuf *name, CoreBuf *value, WideBuilder *builder)
{
	skip_blanks(reader);
	if (!take(reader, '{'))
		return syntax_error(reader, "\"{\"");
	skip_blanks(reader);
	if (!take(reader, '}'))
	{
		for (;;)
		{
			if (!read_cell(reader, name, value, builder))
				return false;
			skip_blanks(reader);
			if (take(reader, '}'))
				break;
			if (!take(reader, ','))
				return syntax_error(reader, "\",\" or \"}\"");
			skip_blanks(reader);
		}
	}
	skip_blanks(reader);
	if (reader->at < reader->len)
		return syntax_error(reader, "the end");
	return true;
}

bool
wide_parse(const char *text, size_t len, CoreBuf *out, CoreError *err)
{
	Reader		reader = {text, len, 0, err};
	WideBuilder builder;
	CoreBuf		name,
				value;
	bool		ok;

	wide_builder_init(&builder);
	core_buf_init(&name);
	core_buf_init(&value);
	ok = read_cells(&reader, &name, &value, &builder) &&
		wide_builder_finish(&builder, WIDEROW_DUPLICATE_ERROR, out, err);
	core_buf_free(&name);
	core_buf_free(&value);
	wide_builder_free(&builder);
	return ok;
}
