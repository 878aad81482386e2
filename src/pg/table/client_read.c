/*
 * client_read.c
 *		HBase's client calls that read: get and scan, on any HBase-shaped
 *		relation, with the options of its families.
 *
 * The arguments correspond to org.apache.hadoop.hbase.client.Get and Scan of
 * HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "core/filter/filter_range.h"
#include "core/filter/filter_scan.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/table/client_relation.h"
#include "pg/widerow/filter.h"

PG_FUNCTION_INFO_V1(hbase_get);
PG_FUNCTION_INFO_V1(hbase_scan);

/* Rows of one fetch. */
#define FETCH_ROWS		100

/* A requested column: a family, and a qualifier in it or all of them. */
typedef struct WantedColumn
{
	int			family;
	bool		whole;
	WideName	qualifier;
} WantedColumn;

/* A call that reads rows (key, families in order) into a tuplestore. */
typedef struct Reading
{
	ClientRelation *relation;
	FilterScan *scan;
	WideFamily *settings;
	FilterFamily *families;
	WideRow    *rows;
	Datum	   *family_names;
	int			nwanted;		/* -1: all columns */
	WantedColumn *wanted;
	bool	   *left_out;		/* families without a requested column */
	bool		with_key;		/* the key is a column of the result */
	ReturnSetInfo *rsinfo;
	MemoryContext scan_context; /* state of the scan between rows */
	MemoryContext row_context;
	int64		max_rows;		/* -1: all */
	int64		rows_found;
} Reading;

/* ---- arguments -------------------------------------------------------- */

static int64
time_arg(FunctionCallInfo fcinfo, int n, int64 otherwise)
{
	int64		ts;

	if (PG_ARGISNULL(n))
		return otherwise;
	ts = PG_GETARG_INT64(n);
	if (ts < 0)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp " INT64_FORMAT " is out of range", ts),
				 errdetail("Timestamps are milliseconds since 1970.")));
	return ts;
}

/* Read the arguments versions, time_from, time_to, raw from argument n on. */
static WideRead
read_args(FunctionCallInfo fcinfo, int n)
{
	WideRead	read = wide_plain_read;

	if (!PG_ARGISNULL(n))
		read.versions = PG_GETARG_INT32(n);
	if (read.versions < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("versions must be at least 1, not %d",
						read.versions)));
	read.from = time_arg(fcinfo, n + 1, read.from);
	read.to = time_arg(fcinfo, n + 2, read.to);
	read.raw = !PG_ARGISNULL(n + 3) && PG_GETARG_BOOL(n + 3);
	return read;
}

/*
 * Columns as an array of text: an array, its literal, or one column by itself.
 */
static ArrayType *
columns_array(FunctionCallInfo fcinfo, int n)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);
	Oid			base = OidIsValid(type) ? getBaseType(type) : InvalidOid;
	Oid			element = get_element_type(base);
	char	   *literal;
	Datum		column;

	if (element == TEXTOID || element == VARCHAROID)
		return PG_GETARG_ARRAYTYPE_P(n);
	if (base != TEXTOID && base != VARCHAROID && base != UNKNOWNOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("columns must be of type text[] or text, not %s",
						format_type_be(type)),
				 errhint("Write a column as 'family:qualifier', several as ARRAY['family:qualifier', 'family'].")));
	literal = base == UNKNOWNOID ? PG_GETARG_CSTRING(n) :
								   text_to_cstring(PG_GETARG_TEXT_PP(n));
	if (base == UNKNOWNOID && literal[0] == '{')
		return DatumGetArrayTypeP(
			OidInputFunctionCall(F_ARRAY_IN, literal, TEXTOID, -1));
	column = CStringGetTextDatum(literal);
	return construct_array(&column, 1, TEXTOID, -1, false, TYPALIGN_INT);
}

/* Read the argument columns: 'family' or 'family:qualifier' each. */
static void
wanted_arg(FunctionCallInfo fcinfo, int n, Reading *reading)
{
	ArrayType  *array;
	Datum	   *datums;
	bool	   *nulls;

	reading->nwanted = -1;
	if (PG_ARGISNULL(n))
		return;
	array = columns_array(fcinfo, n);
	deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_INT,
					  &datums, &nulls, &reading->nwanted);
	reading->wanted = palloc0(sizeof(WantedColumn) * (reading->nwanted + 1));
	for (int i = 0; i < reading->nwanted; i++)
	{
		WantedColumn *wanted = &reading->wanted[i];
		WideName	name,
					family;
		const uint8_t *colon;

		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("columns must not contain NULL")));
		name = family = widerow_name_from_text(DatumGetTextPP(datums[i]));
		colon = name.len > 0 ? memchr(name.data, ':', name.len) : NULL;
		wanted->whole = colon == NULL;
		if (colon != NULL)
		{
			family.len = colon - name.data;
			wanted->qualifier.data = colon + 1;
			wanted->qualifier.len = name.len - family.len - 1;
		}
		wanted->family = client_relation_family(reading->relation, family);
	}
}

/* Determine the families to read, and the ones with only some columns. */
static void
choose_columns(Reading *reading)
{
	int			nfamilies = reading->relation->definition->nfamilies;

	reading->left_out = palloc0(sizeof(bool) * nfamilies);
	if (reading->nwanted < 0)
		return;
	for (int i = 0; i < nfamilies; i++)
	{
		FilterColumn *columns = palloc(sizeof(FilterColumn) *
									   (reading->nwanted + 1));
		uint32_t	n = 0;
		bool		whole = false;

		for (int k = 0; k < reading->nwanted; k++)
		{
			const WantedColumn *wanted = &reading->wanted[k];

			if (wanted->family != i)
				continue;
			whole = whole || wanted->whole;
			columns[n].qualifier = wanted->qualifier.data;
			columns[n++].len = wanted->qualifier.len;
		}
		reading->left_out[i] = n == 0;
		if (!whole)
		{
			reading->families[i].columns = columns;
			reading->families[i].ncolumns = n;
		}
	}
}

static void
begin_reading(Reading *reading, FunctionCallInfo fcinfo, Filter *filter,
			  const WideRead *read)
{
	Definition *def = reading->relation->definition;
	int64		now = client_relation_clock();

	reading->settings = palloc(sizeof(WideFamily) * def->nfamilies);
	reading->families = palloc0(sizeof(FilterFamily) * def->nfamilies);
	reading->rows = palloc(sizeof(WideRow) * def->nfamilies);
	reading->family_names = palloc(sizeof(Datum) * def->nfamilies);
	for (int i = 0; i < def->nfamilies; i++)
	{
		DefinedFamily *family = &def->families[i];

		reading->settings[i] = definition_wide_family(family, now);
		reading->families[i].name = family->bytes;
		reading->families[i].name_len = family->len;
		reading->families[i].settings = &reading->settings[i];
		reading->family_names[i] = CStringGetTextDatum(family->name);
	}
	choose_columns(reading);
	reading->scan = filter_scan_new(filter, read, def->nfamilies);
	reading->rsinfo = set_result_begin(fcinfo);
	reading->scan_context = CurrentMemoryContext;
	reading->row_context = AllocSetContextCreate(CurrentMemoryContext,
												 "row of a scan",
												 ALLOCSET_DEFAULT_SIZES);
	reading->max_rows = -1;
}

/* ---- rows ------------------------------------------------------------- */

/* True if the function returns qualifiers and values in HBase's notation. */
static bool
returns_text(const Reading *reading)
{
	TupleDesc	desc = reading->rsinfo->setDesc;

	return TupleDescAttr(desc, desc->natts - 1)->atttypid == TEXTOID;
}

/* Add the visible cells of one row of the query to the tuplestore. */
static void
read_row(Reading *reading, HeapTuple tuple, TupleDesc desc)
{
	Definition *def = reading->relation->definition;
	MemoryContext old;
	bool		isnull;
	Datum		key;
	struct varlena *key_bytes;
	const FilterResult *results;
	uint32_t	n;

	old = MemoryContextSwitchTo(reading->row_context);
	key = heap_getattr(tuple, 1, desc, &isnull);
	if (isnull)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation %s has a row with key NULL",
						reading->relation->name)));
	key_bytes = PG_DETOAST_DATUM_PACKED(key);
	for (int i = 0; i < def->nfamilies; i++)
	{
		Datum		row = heap_getattr(tuple, i + 2, desc, &isnull);

		reading->families[i].row = NULL;
		if (isnull || reading->left_out[i])
			continue;
		widerow_from_datum(row, &reading->rows[i]);
		reading->families[i].row = &reading->rows[i];
	}
	MemoryContextSwitchTo(reading->scan_context);
	filter_scan_row(reading->scan, (const uint8_t *) VARDATA_ANY(key_bytes),
					VARSIZE_ANY_EXHDR(key_bytes), reading->families, &results,
					&n);
	MemoryContextSwitchTo(reading->row_context);
	for (uint32_t i = 0; i < n; i++)
	{
		const WideCell *cell = &results[i].cell;
		Datum		values[6];
		bool		nulls[6] = {false};

		values[0] = key;
		values[1] = reading->family_names[results[i].family];
		filter_cell_values(cell, values + 2);
		if (returns_text(reading))
		{
			values[2] = CStringGetTextDatum(
				notation_text(cell->qualifier, cell->qualifier_len));
			values[5] = CStringGetTextDatum(
				notation_text(cell->value, cell->value_len));
		}
		tuplestore_putvalues(reading->rsinfo->setResult,
							 reading->rsinfo->setDesc,
							 values + !reading->with_key, nulls);
	}
	MemoryContextSwitchTo(old);
	MemoryContextReset(reading->row_context);
	if (n > 0)
		reading->rows_found++;
}

/* ---- get -------------------------------------------------------------- */

/*
 * hbase.get(relation, key, columns, versions, time_from, time_to, raw):
 * Table.get.
 */
Datum
hbase_get(PG_FUNCTION_ARGS)
{
	Reading		reading = {0};
	WideRead	read = read_args(fcinfo, 3);
	Datum		key;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	reading.relation = client_relation_open(PG_GETARG_OID(0));
	wanted_arg(fcinfo, 2, &reading);
	begin_reading(&reading, fcinfo, NULL, &read);
	if (PG_ARGISNULL(1))
		return (Datum) 0;
	key = PG_GETARG_DATUM(1);
	SPI_connect();
	if (SPI_execute_plan(client_relation_plan(reading.relation, CLIENT_GET,
											  -1),
						 &key, NULL, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read %s", reading.relation->name);
	for (uint64 i = 0; i < SPI_processed; i++)
		read_row(&reading, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
	SPI_finish();
	return (Datum) 0;
}

/* ---- scan ------------------------------------------------------------- */

/* One bound of a range of keys; an empty one is open. */
typedef struct KeyBound
{
	const uint8_t *data;
	size_t		len;
} KeyBound;

static KeyBound
later(KeyBound a, KeyBound b)
{
	return bytes_compare(a.data, a.len, b.data, b.len) >= 0 ? a : b;
}

static KeyBound
earlier(KeyBound a, KeyBound b)
{
	if (a.len == 0 || b.len == 0)
		return a.len == 0 ? b : a;
	return bytes_compare(a.data, a.len, b.data, b.len) <= 0 ? a : b;
}

/*
 * Read the rows with keys from start up to stop, exclusive; false if no more
 * rows are wanted.
 */
static bool
scan_range(Reading *reading, KeyBound start, KeyBound stop)
{
	const ExtensionObjects *own = extension_objects();
	Definition *def = reading->relation->definition;
	StringInfoData sql;
	Oid			types[2] = {own->rowkey, own->rowkey};
	Datum		values[2];
	int			n = 0;
	Portal		portal;
	bool		more = true;

	initStringInfo(&sql);
	appendStringInfoString(&sql, "SELECT t.key");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&sql, ", t.%s",
						 quote_identifier(def->families[i].column));
	appendStringInfo(&sql, " FROM %s AS t", reading->relation->name);
	if (start.len > 0)
	{
		values[n++] = PointerGetDatum(
			rowkey_from_bytes(start.data, start.len));
		appendStringInfo(&sql, " WHERE t.key OPERATOR(%s.>=) $%d", own->types,
						 n);
	}
	if (stop.len > 0)
	{
		values[n++] = PointerGetDatum(rowkey_from_bytes(stop.data, stop.len));
		appendStringInfo(&sql, " %s t.key OPERATOR(%s.<) $%d",
						 n == 1 ? "WHERE" : "AND", own->types, n);
	}
	appendStringInfo(&sql, " ORDER BY t.key USING OPERATOR(%s.<)", own->types);
	portal = SPI_cursor_open_with_args(NULL, sql.data, n, types, values, NULL,
									   true, 0);
	while (more)
	{
		uint64		fetched;

		SPI_cursor_fetch(portal, true, FETCH_ROWS);
		fetched = SPI_processed;
		for (uint64 i = 0; i < fetched && more; i++)
		{
			CHECK_FOR_INTERRUPTS();
			read_row(reading, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
			more = !filter_scan_is_done(reading->scan) &&
				(reading->max_rows < 0 ||
				 reading->rows_found < reading->max_rows);
		}
		SPI_freetuptable(SPI_tuptable);
		if (fetched < FETCH_ROWS)
			break;
	}
	SPI_cursor_close(portal);
	return more;
}

/* The bound for a key; NULL is open. */
static KeyBound
key_bound(RowKey *key)
{
	KeyBound	bound = {NULL, 0};

	if (key != NULL)
	{
		bound.data = (const uint8_t *) VARDATA_ANY(key);
		bound.len = VARSIZE_ANY_EXHDR(key);
	}
	return bound;
}

static KeyBound
key_arg(FunctionCallInfo fcinfo, int n)
{
	return key_bound(PG_ARGISNULL(n) ? NULL : PG_GETARG_ROWKEY_PP(n));
}

/*
 * hbase.scan(relation, start, stop, filter, versions, max_rows, columns,
 * time_from, time_to, raw): Table.getScanner.
 */
Datum
hbase_scan(PG_FUNCTION_ARGS)
{
	Reading		reading = {0};
	WideRead	read = wide_plain_read;
	KeyBound	start = key_arg(fcinfo, 1);
	KeyBound	stop = key_arg(fcinfo, 2);
	Filter	   *filter;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	reading.relation = client_relation_open(PG_GETARG_OID(0));
	filter = filter_from_arg(fcinfo, 3);
	if (!PG_ARGISNULL(4))
		read.versions = PG_GETARG_INT32(4);
	if (read.versions < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("versions must be at least 1, not %d",
						read.versions)));
	wanted_arg(fcinfo, 6, &reading);
	read.from = time_arg(fcinfo, 7, read.from);
	read.to = time_arg(fcinfo, 8, read.to);
	read.raw = !PG_ARGISNULL(9) && PG_GETARG_BOOL(9);
	reading.with_key = true;
	begin_reading(&reading, fcinfo, filter, &read);
	if (!PG_ARGISNULL(5))
	{
		reading.max_rows = PG_GETARG_INT64(5);
		if (reading.max_rows < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("max_rows cannot be negative")));
		if (reading.max_rows == 0)
			return (Datum) 0;
	}

	SPI_connect();
	if (filter == NULL)
		scan_range(&reading, start, stop);
	else
	{
		FilterRanges ranges;

		filter_key_ranges(filter, &ranges);
		for (uint32_t i = 0; i < ranges.n; i++)
		{
			const FilterRange *range = &ranges.ranges[i];
			KeyBound	from =
				later(start,
					  key_bound(filter_bound_key(range->start,
												 range->start_len, false)));
			KeyBound	to =
				earlier(stop,
						key_bound(filter_bound_key(range->stop,
												   range->stop_len, true)));

			if (to.len > 0 &&
				bytes_compare(from.data, from.len, to.data, to.len) >= 0)
				continue;
			if (!scan_range(&reading, from, to))
				break;
		}
	}
	SPI_finish();
	return (Datum) 0;
}
