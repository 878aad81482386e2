/*
 * widerow_read.c
 *		Read wide rows: one column, all cells, slices, and as JSON.
 */
#include "pg/base/compat.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "core/base/utf8.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/widerow/widerow.h"

/* ---- one column ------------------------------------------------------- */

/* The bytes of a part of a toasted row, fetched alone. */
static const uint8_t *
fetch_part(Datum datum, uint32_t at, uint32_t len)
{
	if (len == 0)
		return (const uint8_t *) "";
	return (const uint8_t *) VARDATA_ANY(
		PG_DETOAST_DATUM_SLICE(datum, at, len));
}

/*
 * The newest visible value of a column; false if it has none. Of a row that is
 * stored out of line and uncompressed, only the directory and the value are
 * fetched.
 */
static bool
find_value(FunctionCallInfo fcinfo, WideName name, WideName *value)
{
	Datum		datum = PG_GETARG_DATUM(0);
	struct varlena *attr = (struct varlena *) DatumGetPointer(datum);
	WideRow		row;
	uint32_t	column,
				cell,
				at,
				len;
	bool		found;
	bool		parts = VARATT_IS_EXTERNAL_ONDISK(attr);

	if (parts)
	{
		struct varatt_external pointer;

		/* for a row of few chunks, fetching all of them is cheaper */
		VARATT_EXTERNAL_GET_POINTER(pointer, attr);
		parts = !VARATT_EXTERNAL_IS_COMPRESSED(pointer) &&
			pointer.va_rawsize > 64 * 1024;
	}
	if (parts)
		widerow_directory_from_arg(fcinfo, 0, &row);
	else
		widerow_from_datum(datum, &row);
	column = wide_search(&row, name.data, name.len, &found);
	if (!found || !wide_newest(&row, column, &cell))
		return false;
	if (!parts)
	{
		value->data = wide_value(&row, cell, &len);
		value->len = len;
		return true;
	}
	wide_value_ends_at(&row, cell, &at, &len);
	if (!wide_value_at(&row, cell, fetch_part(datum, at, len), &at, &len))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("invalid wide row: the end of a value is outside the row")));
	value->data = fetch_part(datum, at, len);
	value->len = len;
	return true;
}

static Datum
return_bytea(FunctionCallInfo fcinfo, bool found, WideName value)
{
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_BYTEA_P(varlena_bytea(value.data, value.len));
}

static Datum
return_text(FunctionCallInfo fcinfo, bool found, WideName value)
{
	int			len = (int) value.len;
	const char *s;
	CoreError	err;

	if (!found)
		PG_RETURN_NULL();
	if (!utf8_check(value.data, value.len, &err))
	{
		core_error_hint(&err,
						"Use widerow_get(row, qualifier, NULL::type, encoding) for values that are not text.");
		core_error_raise(&err);
	}
	s = (const char *) value.data;
	if (GetDatabaseEncoding() != PG_UTF8)
		s = server_text_from_utf8(s, &len);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s, len));
}

/* True if the column has a visible value; the value is not read. */
static bool
has_value(FunctionCallInfo fcinfo, WideName name)
{
	WideRow		row;
	uint32_t	column,
				cell;
	bool		found;

	widerow_directory_from_arg(fcinfo, 0, &row);
	column = wide_search(&row, name.data, name.len, &found);
	return found && wide_newest(&row, column, &cell);
}

#define NAME_TEXT(n)	widerow_name_from_text(PG_GETARG_TEXT_PP(n))
#define NAME_BYTEA(n)	widerow_name_from_bytea(PG_GETARG_BYTEA_PP(n))

PG_FUNCTION_INFO_V1(widerow_value);
PG_FUNCTION_INFO_V1(widerow_value_bytea);
PG_FUNCTION_INFO_V1(widerow_text);
PG_FUNCTION_INFO_V1(widerow_text_bytea);
PG_FUNCTION_INFO_V1(widerow_exists);
PG_FUNCTION_INFO_V1(widerow_exists_bytea);
PG_FUNCTION_INFO_V1(widerow_exists_any);
PG_FUNCTION_INFO_V1(widerow_exists_all);

/* widerow -> text */
Datum
widerow_value(PG_FUNCTION_ARGS)
{
	WideName	value = {NULL, 0};
	bool		found = find_value(fcinfo, NAME_TEXT(1), &value);

	return return_bytea(fcinfo, found, value);
}

/* widerow -> bytea */
Datum
widerow_value_bytea(PG_FUNCTION_ARGS)
{
	WideName	value = {NULL, 0};
	bool		found = find_value(fcinfo, NAME_BYTEA(1), &value);

	return return_bytea(fcinfo, found, value);
}

/* widerow ->> text */
Datum
widerow_text(PG_FUNCTION_ARGS)
{
	WideName	value = {NULL, 0};
	bool		found = find_value(fcinfo, NAME_TEXT(1), &value);

	return return_text(fcinfo, found, value);
}

/* widerow ->> bytea */
Datum
widerow_text_bytea(PG_FUNCTION_ARGS)
{
	WideName	value = {NULL, 0};
	bool		found = find_value(fcinfo, NAME_BYTEA(1), &value);

	return return_text(fcinfo, found, value);
}

/* widerow ? text */
Datum
widerow_exists(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(has_value(fcinfo, NAME_TEXT(1)));
}

/* widerow ? bytea */
Datum
widerow_exists_bytea(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(has_value(fcinfo, NAME_BYTEA(1)));
}

/*
 * True if all (or, without "all", some) of the names in an array have a
 * visible value.
 */
static bool
exists_array(FunctionCallInfo fcinfo, bool all)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	Datum	   *names;
	bool	   *nulls;
	int			n;
	WideRow		row;

	widerow_directory_from_arg(fcinfo, 0, &row);
	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &names, &nulls,
					  &n);
	for (int i = 0; i < n; i++)
	{
		WideName	name;
		bool		found;
		uint32_t	column,
					cell;

		if (nulls[i])
			continue;
		name = widerow_name_from_text(DatumGetTextPP(names[i]));
		column = wide_search(&row, name.data, name.len, &found);
		found = found && wide_newest(&row, column, &cell);
		if (found != all)
			return found;
	}
	return all;
}

/* widerow ?| text[] */
Datum
widerow_exists_any(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(exists_array(fcinfo, false));
}

/* widerow ?& text[] */
Datum
widerow_exists_all(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(exists_array(fcinfo, true));
}

PG_FUNCTION_INFO_V1(widerow_contains);
PG_FUNCTION_INFO_V1(widerow_contained);

/* True if a has every visible column of b with the same value. */
static bool
contains(const WideRow *a, const WideRow *b)
{
	for (uint32_t c = 0; c < b->columns; c++)
	{
		uint32_t	len,
					alen,
					blen,
					acell,
					bcell,
					column;
		bool		found;
		const uint8_t *name = wide_qualifier(b, c, &len);
		const uint8_t *avalue,
				   *bvalue;

		CHECK_FOR_INTERRUPTS();
		if (!wide_newest(b, c, &bcell))
			continue;
		column = wide_search(a, name, len, &found);
		if (!found || !wide_newest(a, column, &acell))
			return false;
		avalue = wide_value(a, acell, &alen);
		bvalue = wide_value(b, bcell, &blen);
		if (alen != blen || memcmp(avalue, bvalue, alen) != 0)
			return false;
	}
	return true;
}

/* a @> b */
Datum
widerow_contains(PG_FUNCTION_ARGS)
{
	WideRow		a,
				b;

	widerow_from_datum(PG_GETARG_DATUM(0), &a);
	widerow_from_datum(PG_GETARG_DATUM(1), &b);
	PG_RETURN_BOOL(contains(&a, &b));
}

/* a <@ b */
Datum
widerow_contained(PG_FUNCTION_ARGS)
{
	WideRow		a,
				b;

	widerow_from_datum(PG_GETARG_DATUM(0), &a);
	widerow_from_datum(PG_GETARG_DATUM(1), &b);
	PG_RETURN_BOOL(contains(&b, &a));
}

/* ---- one column as a value of any type -------------------------------- */

PG_FUNCTION_INFO_V1(widerow_get);

typedef struct GetSite
{
	NameSite	name;
	ValueType	value;
	EncodingType type;
	Oid			encoding;		/* InvalidOid: not resolved yet */
	text	   *as_type;		/* the type it was resolved for; NULL: none */
} GetSite;

/* True if it is the same text as in the last call. */
static bool
same_text(const text *a, const text *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return VARSIZE_ANY_EXHDR(a) == VARSIZE_ANY_EXHDR(b) &&
		memcmp(VARDATA_ANY(a), VARDATA_ANY(b), VARSIZE_ANY_EXHDR(a)) == 0;
}

/* widerow_get(row, qualifier, NULL::type, encoding, as_type) */
Datum
widerow_get(PG_FUNCTION_ARGS)
{
	GetSite    *site = fcinfo->flinfo->fn_extra;
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	text	   *as_type = PG_ARGISNULL(4) ? NULL : PG_GETARG_TEXT_PP(4);
	WideName	name,
				bytes = {NULL, 0};
	CoreValue	v;
	CoreError	err;
	bool		isnull;
	Datum		result;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3))
		PG_RETURN_NULL();
	if (site == NULL)
	{
		site = MemoryContextAllocZero(context, sizeof(GetSite));
		name_site_init(&site->name, get_fn_expr_argtype(fcinfo->flinfo, 1),
					   "argument 2");
		value_type_lookup(&site->value, get_fn_expr_argtype(fcinfo->flinfo, 2),
						  -1, context, "argument 3");
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->encoding != PG_GETARG_OID(3) ||
		!same_text(as_type, site->as_type))
	{
		MemoryContext old = MemoryContextSwitchTo(context);

		site->encoding = InvalidOid;
		if (site->as_type != NULL)
			pfree(site->as_type);
		site->as_type = as_type == NULL ?
			NULL :
			cstring_to_text_with_len(VARDATA_ANY(as_type),
									 VARSIZE_ANY_EXHDR(as_type));
		MemoryContextSwitchTo(old);
		if (!encoding_resolve(value_encoding(PG_GETARG_OID(3)),
							  site->value.kind,
							  as_type == NULL ? NULL :
												text_to_cstring(as_type),
							  -1, &site->type, &err))
			core_error_raise(&err);
		site->encoding = PG_GETARG_OID(3);
	}
	name = name_site_get(&site->name, PG_GETARG_DATUM(1));
	if (!find_value(fcinfo, name, &bytes))
		PG_RETURN_NULL();
	/* a value that a builder does not encode is returned unchanged */
	if (site->value.kind == VALUE_BYTES && as_type == NULL)
	{
		v.kind = VALUE_BYTES;
		v.bytes.data = bytes.data;
		v.bytes.len = bytes.len;
	}
	else if (!encoding_decode(&site->type, false, bytes.data, bytes.len, &v,
							  &err))
		widerow_decode_error(&err, name, site->value.type);
	result = value_to_datum(&site->value, &v, &isnull);
	if (isnull)
		PG_RETURN_NULL();
	return result;
}

/* ---- cells as rows ---------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_cells);
PG_FUNCTION_INFO_V1(widerow_cells_text);
PG_FUNCTION_INFO_V1(widerow_versions);
PG_FUNCTION_INFO_V1(widerow_versions_bytea);

/* A walk over cells that returns one at each call. */
typedef struct CellWalk
{
	WideRow		row;
	uint32_t	column;
	uint32_t	cell;
	uint32_t	stop;			/* cells before it */
	bool		qualifiers;		/* a column of the result */
	bool		as_text;		/* qualifiers and values in HBase's notation */
} CellWalk;

/* The first call: copy the row to memory that lives longer than one call. */
static CellWalk *
start_walk(FunctionCallInfo fcinfo, FuncCallContext *calls, bool qualifiers)
{
	MemoryContext old = MemoryContextSwitchTo(calls->multi_call_memory_ctx);
	CellWalk   *walk = palloc0(sizeof(CellWalk));
	struct varlena *copy = PG_DETOAST_DATUM_COPY(PG_GETARG_DATUM(0));
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	calls->tuple_desc = BlessTupleDesc(desc);
	walk->qualifiers = qualifiers;
	widerow_from_datum(PointerGetDatum(copy), &walk->row);
	walk->stop = walk->row.cells;
	MemoryContextSwitchTo(old);
	return walk;
}

/* A qualifier or value: bytea, or text in HBase's notation. */
static Datum
cell_bytes(const CellWalk *walk, const uint8_t *p, uint32_t len)
{
	text	   *t;
	size_t		n;

	if (!walk->as_text)
		return PointerGetDatum(varlena_bytea(p, len));
	n = notation_length(p, len);
	t = palloc(VARHDRSZ + n);
	SET_VARSIZE(t, VARHDRSZ + n);
	notation_write(p, len, VARDATA(t));
	return PointerGetDatum(t);
}

/* qualifier, ts bigint, type text, value */
static Datum
next_cell(FunctionCallInfo fcinfo, FuncCallContext *calls)
{
	CellWalk   *walk = calls->user_fctx;
	WideCell	cell;
	Datum		values[4];
	bool		nulls[4] = {false, false, false, false};
	int			n = 0;

	if (walk->cell >= walk->stop)
		SRF_RETURN_DONE(calls);
	while (walk->cell >= wide_span(&walk->row, walk->column).stop)
		walk->column++;
	wide_cell(&walk->row, walk->column, walk->cell++, &cell);
	if (walk->qualifiers)
		values[n++] = cell_bytes(walk, cell.qualifier, cell.qualifier_len);
	values[n++] = Int64GetDatum(cell.ts);
	values[n++] = CStringGetTextDatum(
		cell_type_name(cell.type) ? cell_type_name(cell.type) : "");
	values[n++] = cell_bytes(walk, cell.value, cell.value_len);
	SRF_RETURN_NEXT(calls,
					HeapTupleGetDatum(
						heap_form_tuple(calls->tuple_desc, values, nulls)));
}

/* All cells, with bytes or text. */
static Datum
cells(FunctionCallInfo fcinfo, bool as_text)
{
	FuncCallContext *calls;

	if (SRF_IS_FIRSTCALL())
	{
		CellWalk   *walk;

		calls = SRF_FIRSTCALL_INIT();
		walk = start_walk(fcinfo, calls, true);
		walk->as_text = as_text;
		calls->user_fctx = walk;
	}
	calls = SRF_PERCALL_SETUP();
	return next_cell(fcinfo, calls);
}

/* widerow_cells(row) */
Datum
widerow_cells(PG_FUNCTION_ARGS)
{
	return cells(fcinfo, false);
}

/* widerow_cells_text(row) */
Datum
widerow_cells_text(PG_FUNCTION_ARGS)
{
	return cells(fcinfo, true);
}

/* The first call of widerow_versions: all stored cells of one column. */
static void
start_versions(FunctionCallInfo fcinfo, WideName name)
{
	FuncCallContext *calls = SRF_FIRSTCALL_INIT();
	CellWalk   *walk = start_walk(fcinfo, calls, false);
	bool		found;

	walk->column = wide_search(&walk->row, name.data, name.len, &found);
	walk->stop = 0;
	if (found)
	{
		WideSpan	span = wide_span(&walk->row, walk->column);

		walk->cell = span.first;
		walk->stop = span.stop;
	}
	calls->user_fctx = walk;
}

Datum
widerow_versions(PG_FUNCTION_ARGS)
{
	FuncCallContext *calls;

	if (SRF_IS_FIRSTCALL())
		start_versions(fcinfo, NAME_TEXT(1));
	calls = SRF_PERCALL_SETUP();
	return next_cell(fcinfo, calls);
}

Datum
widerow_versions_bytea(PG_FUNCTION_ARGS)
{
	FuncCallContext *calls;

	if (SRF_IS_FIRSTCALL())
		start_versions(fcinfo, NAME_BYTEA(1));
	calls = SRF_PERCALL_SETUP();
	return next_cell(fcinfo, calls);
}

PG_FUNCTION_INFO_V1(widerow_count);

/* The number of cells, including old versions and delete markers. */
Datum
widerow_count(PG_FUNCTION_ARGS)
{
	WideRow		row;

	widerow_directory_from_arg(fcinfo, 0, &row);
	PG_RETURN_INT32((int32) row.cells);
}

/* ---- slices ----------------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_prefix);
PG_FUNCTION_INFO_V1(widerow_prefix_bytea);
PG_FUNCTION_INFO_V1(widerow_range);
PG_FUNCTION_INFO_V1(widerow_range_bytea);

/*
 * The cells of some columns. The family's delete markers stay with them, so
 * that hidden cells stay hidden.
 */
static Datum
slice(const WideRow *row, WideSpan columns)
{
	uint32_t   *selected = palloc((Size) row->cells * sizeof(uint32_t) + 1);
	uint32_t	n = 0;

	for (uint32_t c = 0; c < row->columns; c++)
	{
		WideSpan	span = wide_span(row, c);
		bool		in = c >= columns.first && c < columns.stop;

		if (!in && c > 0)
		{
			if (c >= columns.stop)
				break;
			continue;
		}
		for (uint32_t i = span.first; i < span.stop; i++)
			if (in || cell_type_is_family_marker(wide_type(row, i)))
				selected[n++] = i;
	}
	return widerow_selection(row, selected, n);
}

Datum
widerow_prefix(PG_FUNCTION_ARGS)
{
	WideRow		row;

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	return slice(&row, widerow_prefix_span(&row, NAME_TEXT(1)));
}

Datum
widerow_prefix_bytea(PG_FUNCTION_ARGS)
{
	WideRow		row;

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	return slice(&row, widerow_prefix_span(&row, NAME_BYTEA(1)));
}

/* row, start, stop, start_inclusive, stop_inclusive; NULL bounds are open */
static Datum
range(FunctionCallInfo fcinfo, bool as_text)
{
	WideRow		row;
	WideSpan	columns;
	bool		found;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(3) || PG_ARGISNULL(4))
		PG_RETURN_NULL();
	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	columns.first = 0;
	columns.stop = row.columns;
	if (!PG_ARGISNULL(1))
	{
		WideName	start = as_text ? NAME_TEXT(1) : NAME_BYTEA(1);

		columns.first = wide_search(&row, start.data, start.len, &found);
		if (found && !PG_GETARG_BOOL(3))
			columns.first++;
	}
	if (!PG_ARGISNULL(2))
	{
		WideName	stop = as_text ? NAME_TEXT(2) : NAME_BYTEA(2);

		columns.stop = wide_search(&row, stop.data, stop.len, &found);
		if (found && PG_GETARG_BOOL(4))
			columns.stop++;
	}
	return slice(&row, columns);
}

Datum
widerow_range(PG_FUNCTION_ARGS)
{
	return range(fcinfo, true);
}

Datum
widerow_range_bytea(PG_FUNCTION_ARGS)
{
	return range(fcinfo, false);
}

/* ---- JSON ------------------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_to_json);
PG_FUNCTION_INFO_V1(widerow_to_jsonb);

/* True if text has no control characters and does not look like hex. */
static bool
is_plain_text(const uint8_t *p, uint32_t len)
{
	if (len >= 2 && p[0] == '\\' && p[1] == 'x')
		return false;
	for (uint32_t i = 0; i < len; i++)
		if (p[i] < 0x20 || p[i] == 0x7f)
			return false;
	return utf8_span(p, len) == len;
}

/* Append a JSON string: the text, or \x and hex as bytea prints it. */
static void
append_json(StringInfo json, const uint8_t *p, uint32_t len)
{
	static const char hex[] = "0123456789abcdef";

	if (is_plain_text(p, len))
	{
		int			n = (int) len;
		const char *s = server_text_from_utf8((const char *) p, &n);

		escape_json(json, pnstrdup(s, n));
		return;
	}
	appendStringInfoString(json, "\"\\\\x");
	for (uint32_t i = 0; i < len; i++)
	{
		appendStringInfoCharMacro(json, hex[p[i] >> 4]);
		appendStringInfoCharMacro(json, hex[p[i] & 15]);
	}
	appendStringInfoChar(json, '"');
}

/* Append an object of the visible columns. */
static void
build_json(const WideRow *row, StringInfo json)
{
	uint32_t   *selected = palloc((Size) row->cells * sizeof(uint32_t) + 1);
	uint32_t	n = wide_visible(row, &wide_plain_family, &wide_plain_read,
								 selected);
	uint32_t	column = 0;

	appendStringInfoChar(json, '{');
	for (uint32_t i = 0; i < n; i++)
	{
		WideCell	cell;

		CHECK_FOR_INTERRUPTS();
		while (selected[i] >= wide_span(row, column).stop)
			column++;
		wide_cell(row, column, selected[i], &cell);
		if (i > 0)
			appendStringInfoString(json, ", ");
		append_json(json, cell.qualifier, cell.qualifier_len);
		appendStringInfoString(json, ": ");
		append_json(json, cell.value, cell.value_len);
	}
	appendStringInfoChar(json, '}');
}

Datum
widerow_to_json(PG_FUNCTION_ARGS)
{
	WideRow		row;
	StringInfoData json;

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	initStringInfo(&json);
	build_json(&row, &json);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(json.data, json.len));
}

Datum
widerow_to_jsonb(PG_FUNCTION_ARGS)
{
	WideRow		row;
	StringInfoData json;

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	initStringInfo(&json);
	build_json(&row, &json);
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data));
}
