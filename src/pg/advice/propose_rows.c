/*
 * propose_rows.c
 *		A sample of a relation for the search for row keys: the columns that
 *		questions and unique constraints have, in the order of the writes.
 *
 * The rows are read with the rights of the caller, and without parallel
 * workers, so that the sample is the same each time.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_index.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "core/base/sort.h"
#include "core/value/value.h"
#include "pg/advice/propose_rows.h"
#include "pg/base/core_error.h"
#include "pg/base/utf8_text.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/query_rows.h"
#include "pg/table/definition.h"
#include "pg/value/sql_value.h"

/* Larger tables are sampled by pages, smaller ones by rows. */
#define MOST_SCANNED	2000000

/* Columns whose sizes are measured; those of others are estimated. */
#define MOST_MEASURED	100

/* Rows in this share of the pairs ascend: the order of the writes. */
#define ORDER_SHARE		0.9

#define FETCH_ROWS		1000

typedef struct Reader
{
	Relation	rel;
	ProposeColumns *columns;
	ProposeRows *rows;
	ValueType  *types;
	bool	   *as_text;		/* columns whose type has no encoding */
} Reader;

/* ---- columns ------------------------------------------------------------ */

/* The type of a column's base type in a layout; NULL: as text. */
static const char *
layout_type(Oid base)
{
	switch (base)
	{
		case BOOLOID:
			return "boolean";
		case INT2OID:
			return "smallint";
		case INT4OID:
			return "int";
		case INT8OID:
			return "bigint";
		case FLOAT4OID:
			return "real";
		case FLOAT8OID:
			return "double precision";
		case NUMERICOID:
			return "numeric";
		case TEXTOID:
		case VARCHAROID:
			return "text";
		case BYTEAOID:
			return "bytea";
		case UUIDOID:
			return "uuid";
		case DATEOID:
			return "date";
		case TIMEOID:
			return "time";
		case TIMESTAMPOID:
			return "timestamp(3)";
		case TIMESTAMPTZOID:
			return "timestamptz";
	}
	return NULL;
}

static bool
is_time(Oid type)
{
	Oid			base = getBaseType(type);

	return base == DATEOID || base == TIMESTAMPOID || base == TIMESTAMPTZOID;
}

/* Whether the default of a column is the time of the write, or a sequence. */
static bool
is_written_in_order(Relation rel, Form_pg_attribute att)
{
	TupleConstr *constr = rel->rd_att->constr;

	if (att->attidentity != '\0')
		return true;
	if (!att->atthasdef || constr == NULL)
		return false;
	for (int i = 0; i < constr->num_defval; i++)
		if (constr->defval[i].adnum == att->attnum)
		{
			const char *expression = constr->defval[i].adbin;

			/* a default of a time is the time of the write */
			return is_time(att->atttypid) ||
				strstr(expression, psprintf(":funcid %u ",
											F_NEXTVAL)) != NULL;
		}
	return false;
}

static void
add_unique(Reader *reader, Form_pg_index index, const char *name)
{
	ProposeRows *rows = reader->rows;
	DesignUnique *unique = &rows->uniques[rows->nuniques];

	memset(unique, 0, sizeof(DesignUnique));
	for (int i = 0; i < index->indnkeyatts; i++)
	{
		AttrNumber	attnum = index->indkey.values[i];
		int			column;

		if (attnum <= 0 || i == lengthof(unique->columns) ||
			!TupleDescAttr(RelationGetDescr(reader->rel),
						   attnum - 1)->attnotnull)
			return;
		column = propose_column(reader->columns, attnum);
		if (column < 0)
			return;
		unique->columns[unique->ncolumns++] = column;
	}
	unique->name = index->indisprimary ? "primary key" :
		psprintf("unique index %s", quote_identifier(name));
	rows->nuniques++;
}

/* The primary key first. */
static void
find_uniques(Reader *reader)
{
	List	   *indexes = RelationGetIndexList(reader->rel);
	ListCell   *lc;

	reader->rows->uniques = palloc0((list_length(indexes) + 1) *
									sizeof(DesignUnique));
	for (int pass = 0; pass < 2; pass++)
		foreach(lc, indexes)
		{
			HeapTuple	tuple =
				SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(lc)));
			Form_pg_index index;

			if (!HeapTupleIsValid(tuple))
				continue;
			index = (Form_pg_index) GETSTRUCT(tuple);
			if (index->indisunique && index->indimmediate &&
				index->indisvalid && index->indisprimary == (pass == 0) &&
				heap_attisnull(tuple, Anum_pg_index_indpred, NULL) &&
				heap_attisnull(tuple, Anum_pg_index_indexprs, NULL))
				add_unique(reader, index, get_rel_name(lfirst_oid(lc)));
			ReleaseSysCache(tuple);
		}
	list_free(indexes);
}

static void
find_columns(Reader *reader, const ProposeOptions *options)
{
	TupleDesc	desc = RelationGetDescr(reader->rel);

	if (options->time != NULL)
	{
		AttrNumber	attnum = get_attnum(RelationGetRelid(reader->rel),
										options->time);

		if (attnum <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" in option \"time\" does not exist",
							options->time)));
		(void) propose_column(reader->columns, attnum);
	}
	find_uniques(reader);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < desc->natts; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);

			if (att->attisdropped)
				continue;
			if (pass == 0 ? is_time(att->atttypid) ||
				is_written_in_order(reader->rel, att) :
				reader->rows->nuniques == 0 &&
				layout_type(getBaseType(att->atttypid)) != NULL)
				(void) propose_column(reader->columns, att->attnum);
		}
}

static void
describe_columns(Reader *reader)
{
	int			n = reader->columns->n;

	reader->rows->columns = palloc0((n + 1) * sizeof(DesignColumn));
	reader->types = palloc0((n + 1) * sizeof(ValueType));
	reader->as_text = palloc0((n + 1) * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		Form_pg_attribute att =
			TupleDescAttr(RelationGetDescr(reader->rel),
						  reader->columns->attnums[i] - 1);
		DesignColumn *column = &reader->rows->columns[i];
		Oid			base = getBaseType(att->atttypid);
		char	   *name = NameStr(att->attname);
		int			len = strlen(name);

		name = pstrdup(name);
		column->name = utf8_text_from_server(name, &len);
		column->type = layout_type(base);
		reader->as_text[i] = column->type == NULL;
		if (column->type == NULL)
		{
			column->type = "text";
			base = TEXTOID;
		}
		value_type_lookup(&reader->types[i], base, -1, CurrentMemoryContext,
						  NameStr(att->attname));
		column->kind = reader->types[i].kind;
	}
}

/* ---- the query ---------------------------------------------------------- */

static double
expected_rows(const char *relation)
{
	QueryRows  *query = query_rows_plan(psprintf("SELECT FROM %s", relation),
										false);
	double		rows = query_rows_expected(query);

	query_rows_free(query);
	return rows;
}

static const char *
column_name(const Reader *reader, AttrNumber attnum)
{
	return quote_identifier(
		NameStr(TupleDescAttr(RelationGetDescr(reader->rel),
							  attnum - 1)->attname));
}

/* The columns; then bytes and number of all values. */
static void
add_targets(const Reader *reader, StringInfo sql)
{
	TupleDesc	desc = RelationGetDescr(reader->rel);
	StringInfoData bytes;
	StringInfoData cells;
	int			measured = 0;
	int			all = 0;

	initStringInfo(&bytes);
	initStringInfo(&cells);
	for (int i = 0; i < reader->columns->n; i++)
		appendStringInfo(sql, "t.%s%s, ",
						 column_name(reader, reader->columns->attnums[i]),
						 reader->as_text[i] ? "::pg_catalog.text" : "");
	for (int i = 0; i < desc->natts; i++)
	{
		if (TupleDescAttr(desc, i)->attisdropped)
			continue;
		all++;
		if (measured == MOST_MEASURED)
			continue;
		appendStringInfo(&bytes,
						 "%sCOALESCE(pg_catalog.pg_column_size(t.%s), 0)",
						 measured > 0 ? " OPERATOR(pg_catalog.+) " : "",
						 column_name(reader, i + 1));
		appendStringInfo(&cells, "%s(t.%s IS NOT NULL)::pg_catalog.int4",
						 measured > 0 ? " OPERATOR(pg_catalog.+) " : "",
						 column_name(reader, i + 1));
		measured++;
	}
	if (measured == 0)
		appendStringInfoString(sql,
							   "0::pg_catalog.float8, 0::pg_catalog.float8");
	else
		appendStringInfo(sql,
						 "(%s)::pg_catalog.float8 OPERATOR(pg_catalog.*) %d OPERATOR(pg_catalog./) %d, "
						 "(%s)::pg_catalog.float8 OPERATOR(pg_catalog.*) %d OPERATOR(pg_catalog./) %d",
						 bytes.data, all, measured, cells.data, all, measured);
}

static const char *
sample_query(const Reader *reader, int limit)
{
	const char *relation =
		definition_relation_name(RelationGetRelid(reader->rel));
	char		relkind = reader->rel->rd_rel->relkind;
	double		expected = reader->rows->expected;
	StringInfoData sql;

	initStringInfo(&sql);
	appendStringInfoString(&sql, "SELECT ");
	add_targets(reader, &sql);
	appendStringInfo(&sql, " FROM %s t", relation);
	reader->rows->is_all = true;
	if ((relkind == RELKIND_RELATION || relkind == RELKIND_MATVIEW ||
		 relkind == RELKIND_PARTITIONED_TABLE) && expected > limit)
	{
		appendStringInfo(&sql, " TABLESAMPLE %s (%.9f) REPEATABLE (1)",
						 expected > MOST_SCANNED ? "pg_catalog.system" :
						 "pg_catalog.bernoulli", 100.0 * limit / expected);
		reader->rows->is_all = false;
	}
	appendStringInfo(&sql, " LIMIT %d", limit + 1);
	return sql.data;
}

/* ---- rows --------------------------------------------------------------- */

/* Keep a value in the memory of the sample; a value that is not is NULL. */
static void
keep_value(const ValueType *type, Datum datum, bool isnull, CoreValue *v)
{
	CoreError	err;

	v->kind = VALUE_NULL;
	if (isnull)
		return;
	if (type->kind != VALUE_BOOL && !value_kind_is_integer(type->kind) &&
		type->kind != VALUE_FLOAT4 && type->kind != VALUE_FLOAT8 &&
		!value_kind_is_time(type->kind))
	{
		if (get_typlen(type->base) == -1)
			datum = PointerGetDatum(PG_DETOAST_DATUM_COPY(datum));
		else
			datum = datumCopy(datum, false, get_typlen(type->base));
	}
	if (!value_from_datum(type, datum, v, &err))
		v->kind = VALUE_NULL;
}

static void
keep_tuple(Reader *reader, HeapTuple tuple, TupleDesc desc)
{
	ProposeRows *rows = reader->rows;
	int			n = reader->columns->n;
	CoreValue  *values = rows->values + (size_t) rows->nrows * n;
	bool		isnull;

	for (int i = 0; i < n; i++)
	{
		Datum		datum = SPI_getbinval(tuple, desc, i + 1, &isnull);

		keep_value(&reader->types[i], datum, isnull, &values[i]);
	}
	rows->value_bytes += DatumGetFloat8(SPI_getbinval(tuple, desc, n + 1,
													  &isnull));
	rows->cells += DatumGetFloat8(SPI_getbinval(tuple, desc, n + 2, &isnull));
	rows->nrows++;
}

static void
read_rows(Reader *reader, int limit)
{
	ProposeRows *rows = reader->rows;
	MemoryContext memory = CurrentMemoryContext;
	const char *sql = sample_query(reader, limit);
	SPIPlanPtr	plan;
	Portal		portal;

	rows->values = MemoryContextAllocHuge(memory, (Size) (limit + 1) *
										  (reader->columns->n + 1) *
										  sizeof(CoreValue));
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	/* no parallel plan, whose rows have no order */
	plan = SPI_prepare_cursor(sql, 0, NULL, 0);
	if (plan == NULL)
		elog(ERROR, "SPI_prepare failed");
	portal = SPI_cursor_open(NULL, plan, NULL, NULL, true);
	for (;;)
	{
		MemoryContext old;

		CHECK_FOR_INTERRUPTS();
		SPI_cursor_fetch(portal, true, FETCH_ROWS);
		if (SPI_processed == 0)
			break;
		old = MemoryContextSwitchTo(memory);
		for (uint64 i = 0; i < SPI_processed; i++)
		{
			if (rows->nrows == limit)
			{
				rows->is_all = false;
				break;
			}
			keep_tuple(reader, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
			export_progress_count_read();
		}
		MemoryContextSwitchTo(old);
		SPI_freetuptable(SPI_tuptable);
	}
	SPI_cursor_close(portal);
	SPI_finish();
}

/* ---- the order of the writes -------------------------------------------- */

/* The share of the rows whose value is not below that of the row before. */
static double
ascending_share(const ProposeRows *rows, int ncolumns, int column)
{
	const CoreValue *before = NULL;
	int			pairs = 0;
	int			ascending = 0;

	for (int r = 0; r < rows->nrows; r++)
	{
		const CoreValue *v = &rows->values[(size_t) r * ncolumns + column];

		if (v->kind == VALUE_NULL)
			continue;
		if (before != NULL)
		{
			pairs++;
			ascending += value_compare(before, v) <= 0;
		}
		before = v;
	}
	return pairs > 0 ? (double) ascending / pairs : 0;
}

/*
 * The column with the order of the writes: as given; with a default that is
 * the time of the write or a sequence; or a time that ascends with the rows.
 * -1: none.
 */
static int
find_order(const Reader *reader, const ProposeOptions *options)
{
	TupleDesc	desc = RelationGetDescr(reader->rel);
	ProposeColumns *columns = reader->columns;
	int			best = -1;
	int			best_rank = 0;
	double		best_share = 0;

	for (int i = 0; i < columns->n; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, columns->attnums[i] - 1);
		bool		has_default = is_written_in_order(reader->rel, att);
		bool		time = is_time(att->atttypid);
		double		share = time ?
			ascending_share(reader->rows, columns->n, i) : 0;
		int			rank = has_default ? (time ? 3 : 1) :
			share >= ORDER_SHARE ? 2 : 0;

		if (options->time != NULL)
		{
			if (strcmp(NameStr(att->attname), options->time) == 0)
				return i;
			continue;
		}
		if (rank > best_rank || (rank == best_rank && rank > 0 &&
								 share > best_share))
		{
			best = i;
			best_rank = rank;
			best_share = share;
		}
	}
	return best;
}

typedef struct OrderedRow
{
	const CoreValue *value;		/* of the column */
	int			row;
} OrderedRow;

static int
compare_rows(const void *a, const void *b)
{
	const OrderedRow *x = a;
	const OrderedRow *y = b;
	bool		x_null = x->value->kind == VALUE_NULL;
	bool		y_null = y->value->kind == VALUE_NULL;
	int			c = x_null || y_null ? x_null - y_null :
		value_compare(x->value, y->value);

	return c != 0 ? c : (x->row > y->row) - (x->row < y->row);
}

static void
order_rows(Reader *reader, int column)
{
	ProposeRows *rows = reader->rows;
	int			n = reader->columns->n;
	OrderedRow *order = MemoryContextAllocHuge(
		CurrentMemoryContext, (rows->nrows + 1) * sizeof(OrderedRow));
	CoreValue  *values = MemoryContextAllocHuge(
		CurrentMemoryContext, (Size) (rows->nrows + 1) * n *
		sizeof(CoreValue));

	for (int r = 0; r < rows->nrows; r++)
		order[r] = (OrderedRow) {&rows->values[(size_t) r * n + column], r};
	core_sort(order, rows->nrows, sizeof(OrderedRow), compare_rows);
	for (int r = 0; r < rows->nrows; r++)
		memcpy(values + (size_t) r * n,
			   rows->values + (size_t) order[r].row * n,
			   n * sizeof(CoreValue));
	pfree(order);
	pfree(rows->values);
	rows->values = values;
}

/*
 * Columns with NULL in the sample must allow it in a key, and times that are
 * more precise than milliseconds keep their precision.
 */
static void
refine_columns(Reader *reader)
{
	ProposeRows *rows = reader->rows;
	int			n = reader->columns->n;

	for (int c = 0; c < n; c++)
	{
		ValueKind	kind = rows->columns[c].kind;
		bool		fine = false;

		for (int r = 0; r < rows->nrows && !rows->columns[c].nullable; r++)
			rows->columns[c].nullable =
				rows->values[(size_t) r * n + c].kind == VALUE_NULL;
		if (!value_kind_is_time(kind) || kind == VALUE_DATE)
			continue;
		for (int r = 0; r < rows->nrows && !fine; r++)
		{
			const CoreValue *v = &rows->values[(size_t) r * n + c];

			fine = v->kind != VALUE_NULL && v->i % 1000 != 0 &&
				v->i != VALUE_INFINITY && v->i != VALUE_NEG_INFINITY;
		}
		if (fine)
			rows->columns[c].type = kind == VALUE_TIME ? "time(6)" :
				kind == VALUE_TIMESTAMP ? "timestamp(6)" : "timestamptz(6)";
	}
}

/* ---- a relation without rows -------------------------------------------- */

/* Rows of a relation that has none, and different values of a column. */
#define ASSUMED_ROWS	2000
#define ASSUMED_VALUES	50

/* A value by its number, in the order of the numbers. */
static void
assume_value(ValueKind kind, int number, CoreValue *v)
{
	char	   *text;

	memset(v, 0, sizeof(CoreValue));
	v->kind = kind;
	switch (kind)
	{
		case VALUE_BOOL:
			v->b = number % 2 == 1;
			break;
		case VALUE_FLOAT4:
			v->f4 = number;
			break;
		case VALUE_FLOAT8:
			v->f8 = number;
			break;
		case VALUE_NUMERIC:
			v->num.ndigits = number > 0 ? 1 : 0;
			v->num.digits = palloc(sizeof(int16));
			v->num.digits[0] = (int16) number;
			break;
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_JSONB:
		case VALUE_UUID:
			text = psprintf("value%011d", number);
			v->bytes.data = (const uint8 *) text;
			v->bytes.len = strlen(text);
			break;
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			v->i = number * INT64CONST(30000000);
			break;
		default:
			v->i = number;
			break;
	}
}

/*
 * Rows to judge the keys of a relation that has none: times and the last
 * columns of unique constraints ascend, others have few values.
 */
static void
assume_rows(Reader *reader)
{
	ProposeRows *rows = reader->rows;
	int			n = reader->columns->n;
	DesignSet	ascending = 0;

	for (int i = 0; i < rows->nuniques; i++)
		ascending |= DESIGN_SET(
			rows->uniques[i].columns[rows->uniques[i].ncolumns - 1]);
	for (int c = 0; c < n; c++)
		if (value_kind_is_time(rows->columns[c].kind))
			ascending |= DESIGN_SET(c);
	rows->values = palloc0((Size) ASSUMED_ROWS * (n + 1) * sizeof(CoreValue));
	for (int r = 0; r < ASSUMED_ROWS; r++)
		for (int c = 0; c < n; c++)
			assume_value(rows->columns[c].kind,
						 DESIGN_HAS(ascending, c) ? r :
						 (int) ((r + 1) * INT64CONST(7919) * (c + 1) / 13 %
								ASSUMED_VALUES),
						 &rows->values[(size_t) r * n + c]);
	rows->nrows = ASSUMED_ROWS;
	rows->is_assumed = true;
	rows->is_all = false;
	rows->value_bytes = 20 * n;
	rows->cells = n;
}

void
propose_rows_read(ProposeColumns *columns, const ProposeOptions *options,
				  ProposeRows *rows)
{
	Reader		reader = {.columns = columns, .rows = rows};
	int			level = NewGUCNestLevel();
	int			order;

	memset(rows, 0, sizeof(ProposeRows));
	reader.rel = relation_open(columns->relid, AccessShareLock);
	find_columns(&reader, options);
	describe_columns(&reader);
	rows->expected = expected_rows(definition_relation_name(columns->relid));
	export_progress_reading(Min(rows->expected, options->sample));
	/* a scan must begin at the first page each time */
	(void) set_config_option("synchronize_seqscans", "off", PGC_USERSET,
							 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	read_rows(&reader, options->sample);
	AtEOXact_GUC(true, level);
	if (rows->nrows > 0)
	{
		rows->value_bytes /= rows->nrows;
		rows->cells /= rows->nrows;
	}
	if (rows->is_all || rows->expected < rows->nrows)
		rows->expected = rows->nrows;
	refine_columns(&reader);
	order = find_order(&reader, options);
	if (rows->nrows == 0)
		assume_rows(&reader);
	else if (order >= 0)
	{
		rows->order = pstrdup(NameStr(
			TupleDescAttr(RelationGetDescr(reader.rel),
						  columns->attnums[order] - 1)->attname));
		order_rows(&reader, order);
	}
	relation_close(reader.rel, AccessShareLock);
}
