/*
 * filter.c
 *		Apply HBase's filters to the rows of a query, and find the keys that
 *		they can keep.
 */
#include "pg/base/compat.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "regex/regex.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "core/base/utf8.h"
#include "core/filter/filter_eval.h"
#include "core/filter/filter_parse.h"
#include "core/filter/filter_range.h"
#include "core/filter/filter_scan.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/rowkey/rowkey_range.h"
#include "pg/widerow/filter.h"
#include "pg/widerow/widerow.h"

/* ---- regular expressions ----------------------------------------------- */

/* The server caches compiled expressions by their text, which is kept here. */
struct FilterRegex
{
	text	   *pattern;
	int			flags;
};

static FilterRegex *
compile_regex(const uint8_t *pattern, size_t len, bool nocase, CoreError *err)
{
	FilterRegex *regex = palloc(sizeof(FilterRegex));
	int			n = (int) len;
	const char *s = server_text_from_utf8((const char *) pattern, &n);

	regex->pattern = cstring_to_text_with_len(s, n);
	regex->flags = REG_ADVANCED | (nocase ? REG_ICASE : 0);
	/* raises an error for an invalid expression */
	RE_compile_and_cache(regex->pattern, regex->flags, C_COLLATION_OID);
	return regex;
}

/* The characters of a cell's bytes; bytes that are not UTF-8 become U+FFFD. */
static pg_wchar *
wide_characters(const uint8_t *p, size_t len, int *n)
{
	pg_wchar   *wide = palloc((len + 1) * sizeof(pg_wchar));

	*n = 0;
	if (GetDatabaseEncoding() != PG_UTF8 && utf8_span(p, len) == len)
	{
		int			slen = (int) len;
		const char *s = server_text_from_utf8((const char *) p, &slen);

		*n = pg_mb2wchar_with_len(s, wide, slen);
		if (s != (const char *) p)
			pfree((void *) s);
		return wide;
	}
	while (len > 0)
	{
		uint32_t	character = 0xfffd;
		size_t		used = utf8_decode(p, len, &character);

		if (used == 0)
			used = 1;
		wide[(*n)++] = (pg_wchar) character;
		p += used;
		len -= used;
	}
	return wide;
}

static bool
find_regex(FilterRegex *regex, const uint8_t *p, size_t len)
{
	regex_t    *compiled = RE_compile_and_cache(regex->pattern, regex->flags,
												C_COLLATION_OID);
	int			n;
	pg_wchar   *wide = wide_characters(p, len, &n);
	int			result = pg_regexec(compiled, wide, n, 0, NULL, 0, NULL, 0);

	pfree(wide);
	if (result != REG_OKAY && result != REG_NOMATCH)
	{
		char		message[100];

		/* up to PostgreSQL 15, a canceled search returns an error */
		CHECK_FOR_INTERRUPTS();
		pg_regerror(result, compiled, message, sizeof(message));
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_REGULAR_EXPRESSION),
				 errmsg("regular expression failed: %s", message)));
	}
	return result == REG_OKAY;
}

/* Regular expressions of core's filters use PostgreSQL's. */
static const FilterHost regex_host = {compile_regex, find_regex, NULL};

/* ---- filters ------------------------------------------------------------ */

Filter *
filter_from_arg(FunctionCallInfo fcinfo, int n)
{
	WideName	bytes = {NULL, 0};
	Filter	   *filter;
	Oid			type;
	CoreError	err;

	if (PG_ARGISNULL(n))
		return NULL;
	type = get_fn_expr_argtype(fcinfo->flinfo, n);
	switch (OidIsValid(type) ? getBaseType(type) : InvalidOid)
	{
		case BYTEAOID:
			bytes = widerow_name_from_bytea(PG_GETARG_BYTEA_PP(n));
			break;
		case TEXTOID:
		case VARCHAROID:
			bytes = widerow_name_from_text(PG_GETARG_TEXT_PP(n));
			break;
		case UNKNOWNOID:
			bytes = widerow_name_from_text(
				cstring_to_text(PG_GETARG_CSTRING(n)));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("filter must be of type text or bytea, not %s",
							format_type_be(type))));
	}
	filter = filter_parse((const char *) bytes.data, bytes.len, &regex_host,
						  &err);
	if (filter == NULL)
		core_error_raise(&err);
	return filter;
}

PG_FUNCTION_INFO_V1(rowkey_filter_ranges);
PG_FUNCTION_INFO_V1(rowkey_matches_fuzzy);

RowKey *
filter_bound_key(uint8_t *bytes, size_t len, bool is_stop)
{
	if (len == 0)
		return NULL;
	if (len > ROWKEY_MAX_SIZE)
	{
		len = ROWKEY_MAX_SIZE;
		if (is_stop)
			len = bytes_prefix_stop(bytes, len, bytes);
		if (len == 0)
			return NULL;
	}
	return rowkey_from_bytes(bytes, len);
}

/*
 * rowkey_filter_ranges(filter): a multirange of the keys that the filter can
 * keep.
 */
Datum
rowkey_filter_ranges(PG_FUNCTION_ARGS)
{
	Oid			type;
	TypeCacheEntry *typcache;
	Filter	   *filter;
	FilterRanges ranges;
	RangeType **parts;

	filter = filter_from_arg(fcinfo, 0);
	if (filter == NULL)
		PG_RETURN_NULL();
	get_call_result_type(fcinfo, &type, NULL);
	typcache = multirange_get_typcache(fcinfo, type);
	filter_key_ranges(filter, &ranges);
	parts = palloc((Size) (ranges.n + 1) * sizeof(RangeType *));
	for (uint32_t i = 0; i < ranges.n; i++)
		parts[i] =
			rowkey_make_range(typcache->rngtype,
							  filter_bound_key(ranges.ranges[i].start,
											   ranges.ranges[i].start_len,
											   false),
							  filter_bound_key(ranges.ranges[i].stop,
											   ranges.ranges[i].stop_len,
											   true));
	PG_RETURN_MULTIRANGE_P(
		make_multirange(type, typcache->rngtype, (int32) ranges.n, parts));
}

/*
 * rowkey_matches_fuzzy(key, pattern, mask): the rule of FuzzyRowFilter (HBase
 * 2.6.1).
 */
Datum
rowkey_matches_fuzzy(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	RowKey	   *pattern = PG_GETARG_ROWKEY_PP(1);
	bytea	   *mask = PG_GETARG_BYTEA_PP(2);
	size_t		len = VARSIZE_ANY_EXHDR(pattern);

	if (VARSIZE_ANY_EXHDR(mask) != len)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("mask has %zu bytes, the pattern %zu",
						(size_t) VARSIZE_ANY_EXHDR(mask), len),
				 errhint("The mask has one byte for each byte of the pattern: 0 if the byte must match, 1 for any byte.")));
	for (size_t i = 0; i < len; i++)
		if ((uint8) VARDATA_ANY(mask)[i] > 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("mask has the byte %d at offset %zu",
							(uint8) VARDATA_ANY(mask)[i], i),
					 errhint("The mask has one byte for each byte of the pattern: 0 if the byte must match, 1 for any byte.")));
	PG_RETURN_BOOL(filter_fuzzy_matches((uint8_t *) VARDATA_ANY(key),
										VARSIZE_ANY_EXHDR(key),
										(uint8_t *) VARDATA_ANY(pattern),
										(uint8_t *) VARDATA_ANY(mask), len));
}

/* ---- the rows of a query ------------------------------------------------ */

PG_FUNCTION_INFO_V1(hbase_filter);

/* A scan of a query with the columns "key rowkey, families widerow". */
typedef struct QueryScan
{
	int			key_column;		/* from 1 */
	int			nfamilies;
	int		   *columns;		/* of the families, ordered by name */
	Name		names;
	FilterFamily *families;
	WideRow    *rows;
	FilterScan *scan;
	uint8_t    *last_key;
	int			last_key_len;	/* -1: no row yet */
	Tuplestorestate *store;
	TupleDesc	desc;
} QueryScan;

/* Compare families by the bytes of their names. */
static int
compare_columns(const void *a, const void *b, void *desc)
{
	return strcmp(NameStr(TupleDescAttr((TupleDesc) desc, *(const int *) a - 1)
							  ->attname),
				  NameStr(TupleDescAttr((TupleDesc) desc, *(const int *) b - 1)
							  ->attname));
}

/* Find the key and the families among the query's columns. */
static void
find_columns(QueryScan *query, TupleDesc desc, const WideFamily *settings)
{
	query->columns = palloc((Size) desc->natts * sizeof(int));
	query->key_column = query->nfamilies = 0;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (strcmp(NameStr(att->attname), "key") == 0 &&
			extension_is_type(att->atttypid, "rowkey"))
			query->key_column = i + 1;
		else if (extension_is_type(att->atttypid, "widerow"))
			query->columns[query->nfamilies++] = i + 1;
		else
			ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of the query has type %s",
						NameStr(att->attname), format_type_be(att->atttypid)),
				 errhint("Select a column \"key\" of type rowkey, and families of type widerow.")));
	}
	if (query->key_column == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("the query has no column \"key\" of type rowkey")));
	qsort_arg(query->columns, query->nfamilies, sizeof(int), compare_columns,
			  desc);
	query->rows = palloc((Size) Max(query->nfamilies, 1) * sizeof(WideRow));
	query->families = palloc0((Size) Max(query->nfamilies, 1) *
							  sizeof(FilterFamily));
	query->names = palloc0((Size) Max(query->nfamilies, 1) * sizeof(NameData));
	for (int i = 0; i < query->nfamilies; i++)
	{
		char	   *name = NameStr(
			TupleDescAttr(desc, query->columns[i] - 1)->attname);
		int			len = strlen(name);

		namestrcpy(&query->names[i], name);
		query->families[i].name = (const uint8_t *) pstrdup(
			utf8_text_from_server(name, &len));
		query->families[i].name_len = len;
		query->families[i].settings = settings;
	}
}

void
filter_cell_values(const WideCell *cell, Datum values[4])
{
	values[0] = PointerGetDatum(
		varlena_bytea(cell->qualifier, cell->qualifier_len));
	values[1] = Int64GetDatum(cell->ts);
	values[2] = CStringGetTextDatum(cell_type_name(cell->type));
	values[3] = PointerGetDatum(varlena_bytea(cell->value, cell->value_len));
}

/* Add a result's cells to the tuplestore. */
static void
store_cells(QueryScan *query, RowKey *key, const FilterResult *results,
			uint32_t n)
{
	Datum		values[6];
	bool		nulls[6] = {false, false, false, false, false, false};

	values[0] = PointerGetDatum(key);
	for (uint32_t i = 0; i < n; i++)
	{
		values[1] = NameGetDatum(&query->names[results[i].family]);
		filter_cell_values(&results[i].cell, values + 2);
		tuplestore_putvalues(query->store, query->desc, values, nulls);
	}
}

/*
 * Rows must be in key order, without duplicates: filters count rows and stop.
 */
static void
check_order(QueryScan *query, RowKey *key)
{
	int			len = VARSIZE_ANY_EXHDR(key);

	if (query->last_key_len >= 0 &&
		bytes_compare(query->last_key, query->last_key_len, VARDATA_ANY(key),
					  len) >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the rows of the query are not in the order of distinct keys"),
				 errhint("End the query with ORDER BY key.")));
	memcpy(query->last_key, VARDATA_ANY(key), len);
	query->last_key_len = len;
}

/* Filter one row of the query; true if it is in the result. */
static bool
scan_tuple(QueryScan *query, HeapTuple tuple, TupleDesc desc,
		   MemoryContext row_context)
{
	MemoryContext scan_context = CurrentMemoryContext;
	bool		isnull;
	Datum		datum = heap_getattr(tuple, query->key_column, desc, &isnull);
	RowKey	   *key;
	const FilterResult *results;
	uint32_t	n;

	if (isnull)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the query returned a NULL key")));
	MemoryContextSwitchTo(row_context);
	key = DatumGetRowKeyPP(datum);
	check_order(query, key);
	for (int i = 0; i < query->nfamilies; i++)
	{
		datum = heap_getattr(tuple, query->columns[i], desc, &isnull);
		query->families[i].row = NULL;
		if (!isnull)
		{
			widerow_from_datum(datum, &query->rows[i]);
			query->families[i].row = &query->rows[i];
		}
	}
	/* the filter's state lives longer than the row */
	MemoryContextSwitchTo(scan_context);
	filter_scan_row(query->scan, (uint8_t *) VARDATA_ANY(key),
					VARSIZE_ANY_EXHDR(key), query->families, &results, &n);
	MemoryContextSwitchTo(row_context);
	store_cells(query, key, results, n);
	MemoryContextSwitchTo(scan_context);
	MemoryContextReset(row_context);
	return n > 0;
}

/* hbase_internal.filter(query, filter, versions, max_rows, family_versions) */
Datum
hbase_filter(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo;
	QueryScan	query;
	WideFamily	settings = {.oldest = WIDEROW_NO_EXPIRY};
	WideRead	read = {.from = 0, .to = PG_INT64_MAX};
	int64		max_rows = PG_ARGISNULL(3) ? PG_INT64_MAX : PG_GETARG_INT64(3);
	int64		found = 0;
	MemoryContext row_context;
	Portal		portal;
	SPIParseOpenOptions options = {.read_only = true};
	char	   *query_text;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("query must not be NULL")));
	read.versions = PG_ARGISNULL(2) ? WIDEROW_ALL_VERSIONS :
									  PG_GETARG_INT32(2);
	settings.versions = PG_ARGISNULL(4) ? WIDEROW_ALL_VERSIONS :
										  PG_GETARG_INT32(4);
	if (read.versions < 1 || settings.versions < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of versions %d is out of range",
						Min(read.versions, settings.versions)),
				 errdetail("It is 1 or more; NULL means all.")));

	rsinfo = set_result_begin(fcinfo);
	query.store = rsinfo->setResult;
	query.desc = rsinfo->setDesc;
	query_text = text_to_cstring(PG_GETARG_TEXT_PP(0));
	SPI_connect();
	portal = SPI_cursor_parse_open(NULL, query_text, &options);
	find_columns(&query, portal->tupDesc, &settings);
	query.last_key = palloc(ROWKEY_MAX_SIZE);
	query.last_key_len = -1;
	query.scan = filter_scan_new(filter_from_arg(fcinfo, 1), &read,
								 query.nfamilies);
	row_context = AllocSetContextCreate(CurrentMemoryContext,
										"filter row",
										ALLOCSET_DEFAULT_SIZES);
	while (found < max_rows && !filter_scan_is_done(query.scan))
	{
		SPI_cursor_fetch(portal, true, 50);
		if (SPI_processed == 0)
			break;
		for (uint64 i = 0; i < SPI_processed && found < max_rows &&
			 !filter_scan_is_done(query.scan); i++)
			if (scan_tuple(&query, SPI_tuptable->vals[i],
						   SPI_tuptable->tupdesc, row_context))
				found++;
		SPI_freetuptable(SPI_tuptable);
	}
	SPI_cursor_close(portal);
	SPI_finish();
	return (Datum) 0;
}
