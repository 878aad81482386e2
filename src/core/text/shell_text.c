/*
 * shell_text.c
 *		Write bytes for scripts of the HBase shell.
 */
#include "core/text/shell_text.h"

#include <inttypes.h>
#include <stdio.h>

static inline bool
is_printable(uint8_t c)
{
	return c >= 0x20 && c <= 0x7e;
}

/*
 * Characters with a meaning in Ruby's double quotes: the closing quote, the
 * backslash, and "#". "#{...}" is executed, "#$x" and "#@x" are variables.
 */
static inline bool
is_plain_in_double_quotes(uint8_t c)
{
	return is_printable(c) && c != '"' && c != '\\' && c != '#';
}

/* Append \xHH in upper case, which both readers accept. */
static inline void
add_escape(CoreBuf *out, uint8_t c)
{
	static const char hex[] = "0123456789ABCDEF";
	const char	escape[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};

	core_buf_add(out, escape, sizeof(escape));
}

/* Append n bytes as the contents of a double-quoted string. */
static void
add_double_quoted(const uint8_t *p, size_t n, CoreBuf *out)
{
	for (size_t i = 0; i < n; i++)
	{
		if (is_plain_in_double_quotes(p[i]))
			core_buf_add_byte(out, p[i]);
		else
			add_escape(out, p[i]);
	}
}

void
shell_write_literal(const uint8_t *p, size_t n, CoreBuf *out)
{
	core_buf_add_byte(out, '"');
	add_double_quoted(p, n, out);
	core_buf_add_byte(out, '"');
}

bool
shell_write_split(const uint8_t *p, size_t n, CoreBuf *out, CoreError *err)
{
	if (n == 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "split point must not be empty");
		return core_error_detail(
			err, "The first region always begins at the empty row key.");
	}
	core_buf_add_byte(out, '\'');
	for (size_t i = 0; i < n; i++)
	{
		if (p[i] == '\'')
			core_buf_add(out, "\\'", 2);
		else if (is_printable(p[i]) && p[i] != '\\')
			core_buf_add_byte(out, p[i]);
		else
			add_escape(out, p[i]);
	}
	core_buf_add_byte(out, '\'');
	return true;
}

/* Append "family:qualifier". */
static void
add_column(const uint8_t *family, size_t flen,
		   const uint8_t *qualifier, size_t qlen, CoreBuf *out)
{
	core_buf_add_byte(out, '"');
	add_double_quoted(family, flen, out);
	core_buf_add_byte(out, ':');
	add_double_quoted(qualifier, qlen, out);
	core_buf_add_byte(out, '"');
}

static void
add_text(CoreBuf *out, const char *text)
{
	core_buf_add(out, text, strlen(text));
}

/* Append put "table", "row", "family:qualifier", "value", ts */
static void
add_put(const uint8_t *table, size_t tlen, const Cell *cell, const char *ts,
		CoreBuf *out)
{
	add_text(out, "put ");
	shell_write_literal(table, tlen, out);
	add_text(out, ", ");
	shell_write_literal(cell->row, cell->row_len, out);
	add_text(out, ", ");
	add_column(cell->family, cell->family_len,
			   cell->qualifier, cell->qualifier_len, out);
	add_text(out, ", ");
	shell_write_literal(cell->value, cell->value_len, out);
	if (*ts != '\0')
		add_text(out, ", ");
	add_text(out, ts);
}

/* Append the bytes of a literal as a Java byte array. */
static void
add_java_bytes(const uint8_t *p, size_t n, CoreBuf *out)
{
	shell_write_literal(p, n, out);
	add_text(out, ".to_java_bytes");
}

/*
 * Append the same put through the table's Java object, which does not split
 * qualifiers.
 */
static void
add_java_put(const uint8_t *table, size_t tlen, const Cell *cell,
			 const char *ts, CoreBuf *out)
{
	add_text(out, "get_table(");
	shell_write_literal(table, tlen, out);
	add_text(out, ").table.put(org.apache.hadoop.hbase.client.Put.new(");
	add_java_bytes(cell->row, cell->row_len, out);
	add_text(out, ").addColumn(");
	add_java_bytes(cell->family, cell->family_len, out);
	add_text(out, ", ");
	add_java_bytes(cell->qualifier, cell->qualifier_len, out);
	add_text(out, ", ");
	add_text(out, ts);
	if (*ts != '\0')
		add_text(out, ", ");
	add_java_bytes(cell->value, cell->value_len, out);
	add_text(out, "))");
}

bool
shell_write_put(const uint8_t *table, size_t tlen, const Cell *cell,
				CoreBuf *out, CoreError *err)
{
	Cell		checked = *cell;
	char		ts[24] = "";

	if (cell->ts == CELL_LATEST_TIMESTAMP)
		checked.ts = 0;			/* the server sets the timestamp */
	else
		snprintf(ts, sizeof(ts), "%" PRId64, cell->ts);
	if (!cell_check_family(cell->family, cell->family_len, err) ||
		!cell_check(&checked, 0, err))
		return false;
	if (cell->qualifier_len > 0 &&
		memchr(cell->qualifier, ':', cell->qualifier_len) != NULL)
		add_java_put(table, tlen, cell, ts, out);
	else
		add_put(table, tlen, cell, ts, out);
	return true;
}

/* The method of Delete that adds a delete marker of this type. */
static const char *
delete_method(uint8_t type)
{
	switch (type)
	{
		case CELL_DELETE:
			return "addColumn";
		case CELL_DELETE_COLUMN:
			return "addColumns";
		case CELL_DELETE_FAMILY_VERSION:
			return "addFamilyVersion";
		default:
			return "addFamily";
	}
}

bool
shell_write_delete(const uint8_t *table, size_t tlen, const Cell *cell,
				   CoreBuf *out, CoreError *err)
{
	char		ts[24];
	char		quoted[CELL_QUOTE_SIZE];

	if (cell->ts == CELL_LATEST_TIMESTAMP)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "row %s has a delete marker without a timestamp",
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		core_error_detail(err,
						  "With the clock of the region server it could hide cells that the same script puts.");
		return core_error_hint(err, "Choose a stamp for the script.");
	}
	if (!cell_check_family(cell->family, cell->family_len, err) ||
		!cell_check(cell, 0, err))
		return false;
	snprintf(ts, sizeof(ts), "%" PRId64, cell->ts);
	add_text(out, "get_table(");
	shell_write_literal(table, tlen, out);
	add_text(out, ").table.delete(org.apache.hadoop.hbase.client.Delete.new(");
	add_java_bytes(cell->row, cell->row_len, out);
	add_text(out, ").");
	add_text(out, delete_method(cell->type));
	add_text(out, "(");
	add_java_bytes(cell->family, cell->family_len, out);
	if (!cell_type_is_family_marker(cell->type))
	{
		add_text(out, ", ");
		add_java_bytes(cell->qualifier, cell->qualifier_len, out);
	}
	add_text(out, ", ");
	add_text(out, ts);
	add_text(out, "))");
	return true;
}
