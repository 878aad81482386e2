/*
 * text_forms.c
 *		Bytes as text for other programs: literals of the HBase shell, and
 *		lines for ImportTsv.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include "core/shell_text.h"
#include "core/tsv_text.h"
#include "value.h"

PG_FUNCTION_INFO_V1(hbase_shell_literal);
PG_FUNCTION_INFO_V1(hbase_shell_split);
PG_FUNCTION_INFO_V1(hbase_shell_column);
PG_FUNCTION_INFO_V1(hbase_shell_put);
PG_FUNCTION_INFO_V1(hbase_tsv_line);
PG_FUNCTION_INFO_V1(hbase_tsv_line_bytes);

/* ---- the HBase shell -------------------------------------------------- */

/*
 * The bytes of an argument that may be text, which is meant as UTF-8, or bytea
 * or rowkey, which are meant as they are.
 */
static const uint8_t *
argument_bytes(FunctionCallInfo fcinfo, int argno, uint32 *len)
{
	struct varlena *value = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(argno));
	const char *p = VARDATA_ANY(value);
	int			n = VARSIZE_ANY_EXHDR(value);

	if (get_fn_expr_argtype(fcinfo->flinfo, argno) == TEXTOID)
		p = glue_to_utf8(p, &n);
	*len = n;
	return (const uint8_t *) p;
}

/*
 * shell_literal(text, bytea or rowkey).  All of it is ASCII, so any server
 * encoding does.
 */
Datum
hbase_shell_literal(PG_FUNCTION_ARGS)
{
	uint32		len;
	const uint8_t *p = argument_bytes(fcinfo, 0, &len);
	CoreBuf		buf;

	glue_buf_init(&buf, (size_t) len + 2);
	shell_write_literal(p, len, &buf);
	PG_RETURN_TEXT_P(glue_buf_varlena(&buf));
}

Datum
hbase_shell_split(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	CoreBuf		buf;
	CoreError	err;

	glue_buf_init(&buf, n + 2);
	if (!shell_write_split((const uint8_t *) VARDATA_ANY(key), n, &buf, &err))
		glue_raise(&err);
	PG_RETURN_TEXT_P(glue_buf_varlena(&buf));
}

/* shell_column(family text, qualifier text or bytea) */
Datum
hbase_shell_column(PG_FUNCTION_ARGS)
{
	uint32		flen,
				qlen;
	const uint8_t *family = argument_bytes(fcinfo, 0, &flen);
	const uint8_t *qualifier = argument_bytes(fcinfo, 1, &qlen);
	CoreBuf		buf;
	CoreError	err;

	glue_buf_init(&buf, flen + qlen + 3);
	if (!shell_write_column(family, flen, qualifier, qlen, &buf, &err))
		glue_raise(&err);
	PG_RETURN_TEXT_P(glue_buf_varlena(&buf));
}

/*
 * shell_put(table text, key rowkey, family text, qualifier text or bytea,
 * value text or bytea, ts bigint DEFAULT NULL)
 */
Datum
hbase_shell_put(PG_FUNCTION_ARGS)
{
	Cell		cell = {.type = CELL_PUT, .ts = CELL_LATEST_TIMESTAMP};
	const uint8_t *table;
	uint32		tlen;
	CoreBuf		buf;
	CoreError	err;

	for (int i = 0; i < 5; i++)
		if (PG_ARGISNULL(i))
			PG_RETURN_NULL();
	table = argument_bytes(fcinfo, 0, &tlen);
	cell.row = argument_bytes(fcinfo, 1, &cell.row_len);
	cell.family = argument_bytes(fcinfo, 2, &cell.family_len);
	cell.qualifier = argument_bytes(fcinfo, 3, &cell.qualifier_len);
	cell.value = argument_bytes(fcinfo, 4, &cell.value_len);
	if (!PG_ARGISNULL(5))
	{
		cell.ts = PG_GETARG_INT64(5);
		if (cell.ts == CELL_LATEST_TIMESTAMP)
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("timestamp of a cell must be below 2^63 - 1"),
					 errhint("Leave it out to take the region server's clock.")));
	}
	glue_buf_init(&buf, 256);
	if (!shell_write_put(table, tlen, &cell, &buf, &err))
		glue_raise(&err);
	PG_RETURN_TEXT_P(glue_buf_varlena(&buf));
}

/* ---- ImportTsv --------------------------------------------------------- */

/* What a call site keeps of each field from row to row. */
typedef struct FieldSite
{
	ValueType	value;
	EncodingType text;			/* unused for bytes, which pass as they are */
} FieldSite;

/* In fn_extra: the fields behind the row key. */
typedef struct LineSite
{
	int			nfields;
	FieldSite	fields[FLEXIBLE_ARRAY_MEMBER];
} LineSite;

/* The site of a call, with room for n fields. */
static LineSite *
get_site(FmgrInfo *flinfo, int n)
{
	LineSite   *site = flinfo->fn_extra;

	if (site == NULL || site->nfields < n)
	{
		site = MemoryContextAllocZero(flinfo->fn_mcxt,
									  offsetof(LineSite, fields) + n * sizeof(FieldSite));
		site->nfields = n;
		flinfo->fn_extra = site;
	}
	return site;
}

/* See to it that the field's site is that of this type. */
static void
prepare_field(FmgrInfo *flinfo, FieldSite *field, Oid type, int number)
{
	char		what[64];
	CoreError	err;

	if (field->value.type == type)
		return;
	snprintf(what, sizeof(what), "field %d of a TSV line", number);
	field->value.type = InvalidOid; /* in case of an error */
	value_type_lookup(&field->value, type, -1, flinfo->fn_mcxt, what);
	if (!encoding_resolve(ENCODING_STRING, field->value.kind, NULL, -1, &field->text, &err))
		glue_raise(&err);
}

/*
 * Check that a field is text, for a line that is text: the error names its
 * position, as one over the whole line could not.
 */
static void
check_text(const char *p, size_t n, int number)
{
	int			valid = pg_encoding_verifymbstr(PG_UTF8, p, n);

	if ((size_t) valid == n)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
			 errmsg("field %d of a TSV line is not text: byte 0x%02x, at byte offset %d",
					number, (uint8) p[valid], valid),
			 errdetail("Text is UTF-8 without the byte 00."),
			 errhint("tsv_line_bytes() makes a line of any bytes.")));
}

/* Append a value: bytes as they are, all others as their canonical text. */
static void
add_value(TsvLine *line, const FieldSite *field, Datum datum, bool as_text)
{
	CoreValue	v;
	CoreBuf		text;
	CoreError	err;
	const uint8_t *p;
	size_t		n;

	if (!value_from_datum(&field->value, datum, &v, &err))
		glue_raise(&err);
	if (v.kind == VALUE_BYTES)
	{
		p = v.bytes.data;
		n = v.bytes.len;
		if (as_text)
			check_text((const char *) p, n, line->nfields + 1);
	}
	else
	{
		core_buf_init(&text);
		if (!encoding_encode(&field->text, false, &v, &text, &err))
			glue_raise(&err);
		p = text.data;
		n = text.len;
	}
	if (!tsv_line_add(line, p, n, &err))
		glue_raise(&err);
}

/* Append the fields after the row key, which are arguments from the second. */
static void
add_fields(FunctionCallInfo fcinfo, TsvLine *line, bool as_text)
{
	Datum	   *values;
	Oid		   *types;
	bool	   *nulls;
	int			n = extract_variadic_args(fcinfo, 1, true, &values, &types, &nulls);
	LineSite   *site = get_site(fcinfo->flinfo, Max(n, 1));
	CoreError	err;

	for (int i = 0; i < n; i++)
	{
		prepare_field(fcinfo->flinfo, &site->fields[i], types[i], i + 2);
		if (nulls[i])
			tsv_line_skip(line);
		else
			add_value(line, &site->fields[i], values[i], as_text);
	}
	if (!tsv_line_end(line, &err))
		glue_raise(&err);
}

/* tsv_line(key rowkey, VARIADIC "any"), as UTF-8 bytes in *buf. */
static void
write_tsv_line(FunctionCallInfo fcinfo, CoreBuf *buf, bool as_text)
{
	TsvLine		line;
	RowKey	   *key;
	CoreError	err;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("row key of a TSV line must not be NULL")));
	key = PG_GETARG_ROWKEY_PP(0);
	glue_buf_init(buf, 256);
	if (!tsv_line_begin(&line, '\t', (const uint8_t *) VARDATA_ANY(key),
						VARSIZE_ANY_EXHDR(key), buf, &err))
		glue_raise(&err);
	if (as_text)
		check_text(VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key), 1);
	add_fields(fcinfo, &line, as_text);
}

Datum
hbase_tsv_line(PG_FUNCTION_ARGS)
{
	CoreBuf		buf;
	const char *line;
	int			len;

	write_tsv_line(fcinfo, &buf, true);
	line = (const char *) buf.data + VARHDRSZ;
	len = buf.len - VARHDRSZ;
	if (GetDatabaseEncoding() == PG_UTF8)
		PG_RETURN_TEXT_P(glue_buf_varlena(&buf));
	line = glue_from_utf8(line, &len);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(line, len));
}

Datum
hbase_tsv_line_bytes(PG_FUNCTION_ARGS)
{
	CoreBuf		buf;

	write_tsv_line(fcinfo, &buf, false);
	PG_RETURN_BYTEA_P(glue_buf_varlena(&buf));
}
