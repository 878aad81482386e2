/*
 * export_tsv.c
 *		hbase.export_tsv(): write a relation as lines for HBase's ImportTsv.
 *
 * All lines have the same fields: row key, timestamp, and one for each column.
 * A row that does not fit into such a line is an error that names the row.
 * Compared with ImportTsv.TsvParser of HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type_d.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "core/base/bytes.h"
#include "core/text/tsv_text.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/export/export_dir.h"
#include "pg/relation/export_rows.h"

PG_FUNCTION_INFO_V1(hbase_tsv_columns);
PG_FUNCTION_INFO_V1(hbase_export_tsv);
PG_FUNCTION_INFO_V1(hbase_export_tsv_file);

/* Maximum number of columns of a line. */
#define MAX_COLUMNS	10000

/*
 * The first fields of every line, as named by ImportTsv.TsvParser's
 * ROWKEY_COLUMN_SPEC and TIMESTAMPKEY_COLUMN_SPEC (HBase 2.6.1).
 */
static const char *const first_fields[] = {"HBASE_ROW_KEY", "HBASE_TS_KEY"};

#define FIRST_FIELDS	2

typedef struct TsvColumn
{
	int			family;
	uint32		len;
	const uint8_t *qualifier;
	int			place;			/* position among the columns of a line,
								 * from 0 */
} TsvColumn;

/* A column's cell in the present row. */
typedef struct TsvField
{
	bool		there;
	uint32		len;
	const uint8_t *value;
} TsvField;

typedef struct TsvRun
{
	const Definition *def;
	int			ncolumns;
	int			capacity;
	TsvColumn  *columns;		/* by family and qualifier */
	TsvColumn **by_place;
	TsvField   *fields;			/* by position */
	bool		skip_empty;
	ReturnSetInfo *result;		/* where to return lines; or a file: */
	ExportFile *file;
	CoreBuf		line;
	bool		any;			/* the row has a cell */
	int64		ts;
	uint64		rows;
	uint64		empty_rows;
} TsvRun;

/* ---- columns ------------------------------------------------------------ */

/*
 * Binary search among the sorted columns; *at is where the column is, or
 * belongs.
 */
static bool
find_column(const TsvRun *run, int family, const uint8_t *qualifier,
			uint32 len, int *at)
{
	int			low = 0,
				high = run->ncolumns;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		const TsvColumn *column = &run->columns[middle];
		int			c = family != column->family ? family - column->family :
			bytes_compare(qualifier, len, column->qualifier, column->len);

		if (c == 0)
		{
			*at = middle;
			return true;
		}
		if (c < 0)
			high = middle;
		else
			low = middle + 1;
	}
	*at = low;
	return false;
}

static void
insert_column(TsvRun *run, int at, int family, const uint8_t *qualifier,
			  uint32 len)
{
	uint8_t    *copy = palloc(len + 1);

	if (run->ncolumns == MAX_COLUMNS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("more than %d columns are too many for ImportTsv",
						MAX_COLUMNS),
				 errhint("Load with HFiles or a shell script.")));
	if (run->ncolumns == run->capacity)
	{
		run->capacity = Max(run->capacity * 2, 64);
		run->columns = run->columns == NULL ?
			palloc(sizeof(TsvColumn) * run->capacity) :
			repalloc(run->columns, sizeof(TsvColumn) * run->capacity);
	}
	memmove(&run->columns[at + 1], &run->columns[at],
			sizeof(TsvColumn) * (run->ncolumns - at));
	core_copy(copy, qualifier, len);
	run->columns[at] = (TsvColumn) {.family = family,
									.qualifier = copy,
									.len = len,
									.place = run->ncolumns};
	run->ncolumns++;
}

/* "family:qualifier" for a message, printable. */
static char *
column_quote(const TsvRun *run, int family, const uint8_t *qualifier,
			 uint32 len)
{
	char		quoted[CELL_QUOTE_SIZE];

	cell_quote(qualifier, len, quoted, sizeof(quoted));
	return psprintf("%s:%s", run->def->families[family].name, quoted);
}

/*
 * Raise an error for a qualifier that ImportTsv would change: it splits the
 * list of columns at commas and trims white space (constructor of
 * ImportTsv.TsvParser, HBase 2.6.1).
 */
static void
check_qualifier(const TsvRun *run, int family, const uint8_t *q, uint32 len)
{
	bool		bad = pg_encoding_verifymbstr(PG_UTF8, (const char *) q,
											  len) != len;

	for (uint32 i = 0; i < len; i++)
		bad |= q[i] == ',' || q[i] < 0x20 || q[i] == 0x7f;
	if (!bad && (len == 0 || q[len - 1] != ' '))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
			 errmsg("column %s cannot be passed to ImportTsv",
					column_quote(run, family, q, len)),
			 errdetail("A column name must be UTF-8, without commas and control characters, and must not end with a space."),
			 errhint("Load with HFiles or a shell script.")));
}

static void
collect_cell(void *context, int family, const Cell *cell)
{
	TsvRun	   *run = context;
	int			at;

	if (find_column(run, family, cell->qualifier, cell->qualifier_len, &at))
		return;
	check_qualifier(run, family, cell->qualifier, cell->qualifier_len);
	insert_column(run, at, family, cell->qualifier, cell->qualifier_len);
}

static void
collect_row(void *context, const RelationRow *row)
{
	TsvRun	   *run = context;

	CHECK_FOR_INTERRUPTS();
	export_row_cells(run->def, row, collect_cell, run);
}

/* Collect all columns of the relation, in HBase's order. */
static void
collect_columns(TsvRun *run)
{
	ExportQuery query = {.def = run->def};

	export_rows(&query, collect_row, run);
	for (int i = 0; i < run->ncolumns; i++)
		run->columns[i].place = i;
}

/* Read the columns that the call lists, in the form of tsv_columns(). */
static void
take_columns(TsvRun *run, ArrayType *array)
{
	Datum	   *names;
	bool	   *nulls;
	int			n;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &names, &nulls,
					  &n);
	for (int i = 0; i < n; i++)
	{
		char	   *name = nulls[i] ? pstrdup("") :
									  TextDatumGetCString(names[i]);
		int			len = strlen(name);
		const char *utf8;
		const char *colon;
		int			family = 0,
					at;

		if (i < FIRST_FIELDS)
		{
			if (strcmp(name, first_fields[i]) == 0)
				continue;
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column %d is \"%s\", not %s", i + 1, name,
							first_fields[i]),
					 errhint("hbase.tsv_columns() gives a list in the right form.")));
		}
		utf8 = utf8_text_from_server(name, &len);
		colon = memchr(utf8, ':', len);
		while (colon != NULL && family < run->def->nfamilies &&
			   bytes_compare((const uint8_t *) utf8, colon - utf8,
							 run->def->families[family].bytes,
							 run->def->families[family].len) != 0)
			family++;
		if (colon == NULL || family == run->def->nfamilies)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column %d, \"%s\", is not family:qualifier with a family of the relation",
							i + 1, name)));
		len -= colon + 1 - utf8;
		check_qualifier(run, family, (const uint8_t *) colon + 1, len);
		if (find_column(run, family, (const uint8_t *) colon + 1, len, &at))
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column \"%s\" is listed twice", name)));
		insert_column(run, at, family, (const uint8_t *) colon + 1, len);
	}
	if (n < FIRST_FIELDS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column %d is missing, which is %s", n + 1,
						first_fields[n]),
				 errhint(
					 "hbase.tsv_columns() gives a list in the right form.")));
}

/* hbase.tsv_columns(relation): the value for -Dimporttsv.columns=. */
Datum
hbase_tsv_columns(PG_FUNCTION_ARGS)
{
	TsvRun		run;
	Datum	   *names;

	memset(&run, 0, sizeof(run));
	run.def = definition_read(PG_GETARG_OID(0), NULL);
	collect_columns(&run);
	names = palloc(sizeof(Datum) * (FIRST_FIELDS + run.ncolumns));
	for (int i = 0; i < FIRST_FIELDS; i++)
		names[i] = CStringGetTextDatum(first_fields[i]);
	for (int i = 0; i < run.ncolumns; i++)
	{
		const TsvColumn *column = &run.columns[i];
		const DefinedFamily *family = &run.def->families[column->family];
		StringInfoData name;
		const char *text;
		int			len;

		initStringInfo(&name);
		appendBinaryStringInfo(&name, (const char *) family->bytes,
							   family->len);
		appendStringInfoChar(&name, ':');
		appendBinaryStringInfo(&name, (const char *) column->qualifier,
							   column->len);
		len = name.len;
		text = server_text_from_utf8(name.data, &len);
		names[FIRST_FIELDS + i] = PointerGetDatum(
			cstring_to_text_with_len(text, len));
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(names, FIRST_FIELDS + run.ncolumns,
										  TEXTOID, -1, false, TYPALIGN_INT));
}

/* ---- lines -------------------------------------------------------------- */

/* Raise the error for a row that does not fit into a line. */
static void
bad_row(const Cell *cell, const char *why, const char *hint)
{
	char		quoted[CELL_QUOTE_SIZE];

	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("row %s cannot be written as a line for ImportTsv: %s",
					cell_quote(cell->row, cell->row_len, quoted,
							   sizeof(quoted)),
					why),
			 errhint("%s", hint)));
}

/* Raise an error of core about a line, with the row's key. */
static void
raise_of_row(const RelationRow *row, const CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];

	ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("row %s: %s",
					cell_quote(row->key, row->key_len, quoted, sizeof(quoted)),
					err->message),
			 err->detail[0] ? errdetail("%s", err->detail) : 0,
			 err->hint[0] ? errhint("%s", err->hint) : 0));
}

/* Store a cell of the row under its column. */
static void
take_cell(void *context, int family, const Cell *cell)
{
	TsvRun	   *run = context;
	TsvField   *field;
	int			at;
	const char *otherwise = "HFiles and shell scripts carry it.";

	if (cell->type != CELL_PUT)
		bad_row(cell,
				psprintf("column %s has a delete marker",
						 column_quote(run, family, cell->qualifier,
									  cell->qualifier_len)),
				otherwise);
	if (!find_column(run, family, cell->qualifier, cell->qualifier_len, &at))
		bad_row(cell,
				psprintf("column %s is not among those listed",
						 column_quote(run, family, cell->qualifier,
									  cell->qualifier_len)),
				"hbase.tsv_columns() lists all columns.");
	field = &run->fields[run->columns[at].place];
	if (field->there)
		bad_row(cell,
				psprintf("column %s has several versions",
						 column_quote(run, family, cell->qualifier,
									  cell->qualifier_len)),
				otherwise);
	if (run->any && cell->ts != run->ts)
		bad_row(cell, "its cells have different timestamps", otherwise);
	if (run->skip_empty && cell->value_len == 0)
		bad_row(cell,
				psprintf("the empty value in column %s would be skipped",
						 column_quote(run, family, cell->qualifier,
									  cell->qualifier_len)),
				"With skip_empty => false it is a cell, for ImportTsv without -Dimporttsv.skip.empty.columns=true.");
	run->any = true;
	run->ts = cell->ts;
	*field = (TsvField) {.there = true,
						 .value = cell->value,
						 .len = cell->value_len};
}

/* Append the fields of the columns; trailing empty ones are left out. */
static void
add_fields(TsvRun *run, TsvLine *line, const RelationRow *row)
{
	int			last = run->ncolumns - 1;
	CoreError	err;

	while (!run->fields[last].there)
		last--;
	for (int i = 0; i <= last; i++)
	{
		const TsvField *field = &run->fields[i];

		if (!field->there && !run->skip_empty)
		{
			const TsvColumn *column = run->by_place[i];
			Cell		cell = {.row = row->key, .row_len = row->key_len};

			bad_row(
				&cell,
				psprintf("column %s has no cell, but one after it has",
						 column_quote(run, column->family, column->qualifier,
									  column->len)),
				"With skip_empty => true such fields are empty, for ImportTsv with -Dimporttsv.skip.empty.columns=true.");
		}
		if (!tsv_line_add(line, field->value, field->len, &err))
			raise_of_row(row, &err);
	}
}

/* Write a line to the file or to the result. */
static void
put_line(TsvRun *run, const RelationRow *row)
{
	Datum		value;
	bool		null = false;
	const char *p = (const char *) run->line.data;
	int			len = run->line.len;

	if (run->file != NULL)
	{
		core_buf_add_byte(&run->line, '\n');
		export_file_write(run->file, run->line.data, run->line.len);
		return;
	}
	if (pg_encoding_verifymbstr(PG_UTF8, p, len) != len)
	{
		Cell		cell = {.row = row->key, .row_len = row->key_len};

		bad_row(&cell, "it is not text in UTF-8",
				"A file can contain any bytes except TAB, LF and CR: hbase.export_tsv(relation, path).");
	}
	p = server_text_from_utf8(p, &len);
	value = PointerGetDatum(cstring_to_text_with_len(p, len));
	tuplestore_putvalues(run->result->setResult, run->result->setDesc, &value,
						 &null);
	pfree(DatumGetPointer(value));
	if (p != (const char *) run->line.data)
		pfree((void *) p);
}

static void
write_row(void *context, const RelationRow *row)
{
	TsvRun	   *run = context;
	TsvLine		line;
	char		ts[24];
	CoreError	err;

	CHECK_FOR_INTERRUPTS();
	run->any = false;
	memset(run->fields, 0, sizeof(TsvField) * Max(run->ncolumns, 1));
	export_row_cells(run->def, row, take_cell, run);
	if (!run->any)
	{
		run->empty_rows++;
		return;
	}
	run->line.len = 0;
	snprintf(ts, sizeof(ts), "%lld", (long long) run->ts);
	if (!tsv_line_begin(&line, '\t', row->key, row->key_len, &run->line,
						&err) ||
		!tsv_line_add(&line, (const uint8_t *) ts, strlen(ts), &err))
		raise_of_row(row, &err);
	add_fields(run, &line, row);
	if (!tsv_line_end(&line, &err))
		raise_of_row(row, &err);
	put_line(run, row);
	run->rows++;
}

/* Write all lines. Arguments from n on are columns, stamp and skip_empty. */
static void
write_lines(FunctionCallInfo fcinfo, TsvRun *run, int n)
{
	ExportQuery query = {.def = run->def};
	CoreError	err;

	query.stamp = PG_ARGISNULL(n + 1) ? export_default_stamp() :
										PG_GETARG_INT64(n + 1);
	if (!cell_check_stamp(query.stamp, &err))
		core_error_raise(&err);
	run->skip_empty = PG_ARGISNULL(n + 2) || PG_GETARG_BOOL(n + 2);
	if (PG_ARGISNULL(n))
		collect_columns(run);
	else
		take_columns(run, PG_GETARG_ARRAYTYPE_P(n));
	run->fields = palloc(sizeof(TsvField) * Max(run->ncolumns, 1));
	run->by_place = palloc(sizeof(TsvColumn *) * Max(run->ncolumns, 1));
	for (int i = 0; i < run->ncolumns; i++)
		run->by_place[run->columns[i].place] = &run->columns[i];
	core_buf_init(&run->line);
	export_rows(&query, write_row, run);
	relation_report_empty_rows(run->empty_rows);
}

/* hbase.export_tsv(relation, columns, stamp, skip_empty) */
Datum
hbase_export_tsv(PG_FUNCTION_ARGS)
{
	TsvRun		run;

	memset(&run, 0, sizeof(run));
	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	run.def = definition_read(PG_GETARG_OID(0), NULL);
	run.result = set_result_begin(fcinfo);
	write_lines(fcinfo, &run, 1);
	return (Datum) 0;
}

/*
 * hbase.export_tsv(relation, path, columns, stamp, skip_empty): returns the
 * number of lines.
 */
Datum
hbase_export_tsv_file(PG_FUNCTION_ARGS)
{
	TsvRun		run;
	ExportDir  *dir;

	memset(&run, 0, sizeof(run));
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation and path must not be NULL")));
	run.def = definition_read(PG_GETARG_OID(0), NULL);
	dir = export_dir_begin_file(text_to_cstring(PG_GETARG_TEXT_PP(1)), 0644);
	run.file = export_file_begin(dir, "file");
	write_lines(fcinfo, &run, 2);
	export_file_end(run.file, NULL);
	export_dir_publish_file(dir, "file");
	PG_RETURN_INT64(run.rows);
}
