/*
 * hfile_read.c
 *		Read HFiles in SQL, from a bytea or a server file: cells, a row, or a
 *		description.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "core/hfile/hfile_describe.h"
#include "core/hfile/hfile_reader.h"
#include "hbase_schema.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/file/server_path.h"
#include "pg/hfile/hfile_file.h"
#include "pg/hfile/hfile_tags.h"

PG_FUNCTION_INFO_V1(hfile_cells);
PG_FUNCTION_INFO_V1(hfile_info);
PG_FUNCTION_INFO_V1(hfile_get);
PG_FUNCTION_INFO_V1(hfile_cells_text);
PG_FUNCTION_INFO_V1(hfile_info_text);
PG_FUNCTION_INFO_V1(hfile_get_text);

/* ---- sources ------------------------------------------------------------ */

/* A bytea, or an open file. */
typedef struct Source
{
	HFileSource source;
	const uint8 *data;			/* of a bytea; or */
	HFileFile  *file;
} Source;

static bool
read_bytea(void *context, uint64_t offset, void *dst, size_t n, CoreError *err)
{
	Source	   *s = context;

	core_copy(dst, s->data + offset, n);
	return true;
}

static void
open_bytea(Source *s, bytea *b)
{
	s->data = (const uint8 *) VARDATA_ANY(b);
	s->file = NULL;
	s->source.read = read_bytea;
	s->source.context = s;
	s->source.size = VARSIZE_ANY_EXHDR(b);
}

static void
open_server_file(Source *s, text *t)
{
	s->data = NULL;
	s->file = hfile_file_open(server_path_check_read(text_to_cstring(t)),
							  false);
	s->source = hfile_file_source(s->file);
}

/* Raise an error about a file; for a server file, with its path. */
static void
raise_error(const Source *s, const CoreError *err)
{
	if (s->file == NULL)
		core_error_raise(err);
	ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("%s", err->message),
			 err->detail[0] ? errdetail("%s", err->detail) : 0,
			 err->hint[0] ? errhint("%s", err->hint) : 0,
			 errcontext("HFile \"%s\"", hfile_file_path(s->file))));
}

static HFileReader *
open_reader(Source *s)
{
	CoreError	err;
	HFileReader *reader = hfile_reader_new(&s->source, false, &err);

	if (reader == NULL)
		raise_error(s, &err);
	return reader;
}

/* ---- rows of cells ------------------------------------------------------ */

/* Columns key, family, qualifier, ts, type, value; hfile_get omits the key. */
typedef struct CellOutput
{
	Tuplestorestate *store;
	TupleDesc	desc;
	CoreBuf		bytes;			/* holds the cell's values of type bytea */
	bool		with_key;
	NameData	family;			/* of the previous cell */
	uint8		family_bytes[256];
	int			family_len;
	Datum		types[CELL_DELETE_FAMILY + 1];
} CellOutput;

static void
start_output(CellOutput *out, FunctionCallInfo fcinfo, bool with_key)
{
	ReturnSetInfo *result = set_result_begin(fcinfo);

	out->store = result->setResult;
	out->desc = result->setDesc;
	out->with_key = with_key;
	out->family_len = -1;
	core_buf_init(&out->bytes);
	for (int type = 0; type <= CELL_DELETE_FAMILY; type++)
		out->types[type] = cell_type_is_stored(type) ?
			CStringGetTextDatum(cell_type_name(type)) :
			0;
}

/* The name of the cell's family; usually the previous cell's. */
static Datum
family_datum(CellOutput *out, const Cell *cell)
{
	if (out->family_len != cell->family_len ||
		!core_same(out->family_bytes, cell->family, cell->family_len))
	{
		int			len = cell->family_len;
		const char *name = server_text_from_utf8((const char *) cell->family,
												 &len);

		if (len >= NAMEDATALEN)
			ereport(ERROR,
					(errcode(ERRCODE_NAME_TOO_LONG),
					 errmsg("column family name of %d bytes is too long for type name",
							len)));
		memset(&out->family, 0, sizeof(NameData));
		core_copy(NameStr(out->family), name, len);
		core_copy(out->family_bytes, cell->family, cell->family_len);
		out->family_len = cell->family_len;
	}
	return NameGetDatum(&out->family);
}

/* Bytes as a datum, in the buffer allocated for the cell. */
static Datum
bytes_datum(CellOutput *out, const uint8 *p, size_t n)
{
	struct varlena *b = (struct varlena *) (out->bytes.data + out->bytes.len);

	SET_VARSIZE(b, VARHDRSZ + n);
	core_copy(VARDATA(b), p, n);
	out->bytes.len += INTALIGN(VARHDRSZ + n);
	return PointerGetDatum(b);
}

static void
put_cell(CellOutput *out, const Cell *cell)
{
	Datum		values[6];
	bool		nulls[6] = {false};
	int			n = 0;

	out->bytes.len = 0;
	core_buf_reserve(&out->bytes,
					 cell_size(cell) + 3 * (VARHDRSZ + sizeof(int)));
	if (out->with_key)
		values[n++] = bytes_datum(out, cell->row, cell->row_len);
	values[n++] = family_datum(out, cell);
	values[n++] = bytes_datum(out, cell->qualifier, cell->qualifier_len);
	values[n++] = Int64GetDatum(cell->ts);
	values[n++] = out->types[cell->type];
	values[n++] = bytes_datum(out, cell->value, cell->value_len);
	tuplestore_putvalues(out->store, out->desc, values, nulls);
}

/* Return all cells of a file. */
static void
put_cells(FunctionCallInfo fcinfo, Source *s)
{
	HFileReader *reader = open_reader(s);
	CellOutput	out;
	CellTagCounts tags = {0};
	Cell		cell;
	bool		found;
	CoreError	err;

	hfile_reader_count_tags(reader, PG_INT64_MIN, &tags);
	start_output(&out, fcinfo, true);
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (!hfile_reader_next(reader, &cell, &found, &err))
			raise_error(s, &err);
		if (!found)
			break;
		put_cell(&out, &cell);
	}
	hfile_reader_free(reader);
	hfile_tags_warn(&tags, false);
}

/* Return the cells of a row. */
static void
put_row(FunctionCallInfo fcinfo, Source *s, RowKey *key)
{
	HFileReader *reader = open_reader(s);
	const uint8 *row = (const uint8 *) VARDATA_ANY(key);
	size_t		row_len = VARSIZE_ANY_EXHDR(key);
	CellOutput	out;
	Cell		cell;
	bool		found;
	CoreError	err;

	start_output(&out, fcinfo, false);
	if (!hfile_reader_seek(reader, row, row_len, &found, &err))
		raise_error(s, &err);
	while (found)
	{
		CHECK_FOR_INTERRUPTS();
		if (!hfile_reader_next(reader, &cell, &found, &err))
			raise_error(s, &err);
		if (!found || cell.row_len != row_len ||
			!core_same(cell.row, row, row_len))
			break;
		put_cell(&out, &cell);
	}
	hfile_reader_free(reader);
}

/* ---- rows of a description ---------------------------------------------- */

typedef struct InfoOutput
{
	Tuplestorestate *store;
	TupleDesc	desc;
	MemoryContext per_row;
} InfoOutput;

/* Return a row: section, name, offset, value. */
static bool
put_item(void *context, const HFileItem *item, CoreError *err)
{
	InfoOutput *out = context;
	MemoryContext old = MemoryContextSwitchTo(out->per_row);
	Datum		values[4];
	bool		nulls[4] = {false, false, !item->has_offset, false};

	values[0] = CStringGetTextDatum(item->section);
	values[1] = CStringGetTextDatum(item->name);
	values[2] = Int64GetDatum((int64) item->offset);
	values[3] = DirectFunctionCall1(jsonb_in, CStringGetDatum(item->value));
	tuplestore_putvalues(out->store, out->desc, values, nulls);
	MemoryContextSwitchTo(old);
	MemoryContextReset(out->per_row);
	return true;
}

static void
put_info(FunctionCallInfo fcinfo, Source *s)
{
	HFileReader *reader = open_reader(s);
	ReturnSetInfo *result = set_result_begin(fcinfo);
	InfoOutput	out;
	CoreError	err;

	out.store = result->setResult;
	out.desc = result->setDesc;
	out.per_row = AllocSetContextCreate(CurrentMemoryContext, "HFile item",
										ALLOCSET_DEFAULT_SIZES);
	if (!hfile_reader_describe(reader, put_item, &out, &err))
		raise_error(s, &err);
	hfile_reader_free(reader);
}

/* ---- the functions ------------------------------------------------------ */

Datum
hfile_cells(PG_FUNCTION_ARGS)
{
	Source		s;

	open_bytea(&s, PG_GETARG_BYTEA_PP(0));
	put_cells(fcinfo, &s);
	return (Datum) 0;
}

Datum
hfile_info(PG_FUNCTION_ARGS)
{
	Source		s;

	open_bytea(&s, PG_GETARG_BYTEA_PP(0));
	put_info(fcinfo, &s);
	return (Datum) 0;
}

Datum
hfile_get(PG_FUNCTION_ARGS)
{
	Source		s;

	open_bytea(&s, PG_GETARG_BYTEA_PP(0));
	put_row(fcinfo, &s, PG_GETARG_ROWKEY_PP(1));
	return (Datum) 0;
}

Datum
hfile_cells_text(PG_FUNCTION_ARGS)
{
	Source		s;

	open_server_file(&s, PG_GETARG_TEXT_PP(0));
	put_cells(fcinfo, &s);
	hfile_file_close(s.file);
	return (Datum) 0;
}

Datum
hfile_info_text(PG_FUNCTION_ARGS)
{
	Source		s;

	open_server_file(&s, PG_GETARG_TEXT_PP(0));
	put_info(fcinfo, &s);
	hfile_file_close(s.file);
	return (Datum) 0;
}

Datum
hfile_get_text(PG_FUNCTION_ARGS)
{
	Source		s;

	open_server_file(&s, PG_GETARG_TEXT_PP(0));
	put_row(fcinfo, &s, PG_GETARG_ROWKEY_PP(1));
	hfile_file_close(s.file);
	return (Datum) 0;
}
