/*
 * relation_rows.c
 *		Read the rows of an HBase-shaped relation in any order.
 */
#include "pg/base/compat.h"

#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "core/base/host.h"
#include "core/cell/cell.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"
#include "pg/transform/transform.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(hbase_in_sample);

extern Datum rowkey_hashcode_extended(PG_FUNCTION_ARGS);

/* The share of a sample that contains all keys. */
#define IN_SAMPLE_ALL	INT64CONST(2147483648)

typedef struct Reader
{
	const RelationQuery *query;
	RelationRowFunction function;
	void	   *context;
	MemoryContext per_row;
	RelationRow row;
} Reader;

/* SQL for the column of the row's time, as timestamptz under any settings. */
static char *
time_expression(const Definition *def, const char *at)
{
	const char *column = quote_identifier(at);

	switch (getBaseType(get_atttype(def->relid, get_attnum(def->relid, at))))
	{
		case TIMESTAMPTZOID:
			return psprintf("%s::pg_catalog.timestamptz", column);
		case TIMESTAMPOID:
		case DATEOID:
			return psprintf(
				"pg_catalog.timezone('UTC', %s::pg_catalog.timestamp)",
				column);
	}
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is not of a date/time type", at),
			 errhint("It is of type timestamptz, timestamp or date; the last two count as UTC.")));
	return NULL;
}

void
relation_select(StringInfo sql, const Definition *def)
{
	appendStringInfo(sql, "SELECT %s",
					 quote_identifier(
						 get_attname(def->relid, def->key, false)));
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql, ", %s",
						 quote_identifier(def->families[i].column));
}

/* SQL for the key, the families and the time. */
static char *
make_sql(const RelationQuery *query)
{
	const Definition *def = query->def;
	const char *condition;
	const char *from = relation_sample(def, query->percent, &condition);
	StringInfoData sql;

	initStringInfo(&sql);
	relation_select(&sql, def);
	if (query->time_column != NULL)
		appendStringInfo(&sql, ", %s",
						 time_expression(def, query->time_column));
	appendStringInfo(&sql, " FROM %s", from);
	if (condition != NULL)
		appendStringInfo(&sql, " WHERE %s", condition);
	return sql.data;
}

/*
 * Set the key and the families of a row, in the current memory context. All
 * attributes of the slot are there.
 */
void
relation_row_read(RelationRow *row, const Definition *def,
				  TupleTableSlot *slot)
{
	row->key = NULL;
	row->key_len = 0;
	if (!slot->tts_isnull[0])
	{
		struct varlena *key = PG_DETOAST_DATUM_PACKED(slot->tts_values[0]);

		row->key = (const uint8_t *) VARDATA_ANY(key);
		row->key_len = VARSIZE_ANY_EXHDR(key);
	}
	row->cells = 0;
	for (int i = 0; i < def->nfamilies; i++)
	{
		row->families[i].cells = 0;
		if (!slot->tts_isnull[i + 1])
			widerow_from_datum(slot->tts_values[i + 1], &row->families[i]);
		row->cells += row->families[i].cells;
	}
}

/* Set the parts of a row, in memory of the row. */
static void
take_row(Reader *reader, const QueryRow *from)
{
	RelationRow *row = &reader->row;
	TupleTableSlot *slot = from->slot;
	int			time = reader->query->def->nfamilies + 1;

	relation_row_read(row, reader->query->def, slot);
	row->key_rejected = from->rejected[0];
	row->rejects = from->rejects;
	row->nrejects = from->nrejects;
	row->has_time = reader->query->time_column != NULL &&
		!slot->tts_isnull[time] &&
		!TIMESTAMP_NOT_FINITE(DatumGetTimestampTz(slot->tts_values[time]));
	if (row->has_time)
		row->time = transform_unix_ms(
			DatumGetTimestampTz(slot->tts_values[time]));
}

static void
see_row(void *context, const QueryRow *row)
{
	Reader	   *reader = context;
	MemoryContext old = MemoryContextSwitchTo(reader->per_row);

	MemoryContextReset(reader->per_row);
	take_row(reader, row);
	MemoryContextSwitchTo(old);
	reader->function(reader->context, &reader->row);
}

void
relation_rows(const RelationQuery *query, RelationRowFunction function,
			  void *context)
{
	Reader		reader = {.query = query, .function = function,
						  .context = context};
	QueryRows  *rows = query_rows_plan(make_sql(query), true);

	reader.per_row = AllocSetContextCreate(CurrentMemoryContext,
										   "hbase_schema row",
										   ALLOCSET_DEFAULT_SIZES);
	reader.row.families = palloc0(sizeof(WideRow) *
								  Max(query->def->nfamilies, 1));
	query_rows_run(rows, see_row, &reader);
	query_rows_free(rows);
	MemoryContextDelete(reader.per_row);
}

/* ---- rows that HBase would store ---------------------------------------- */

typedef struct Stored
{
	const Definition *def;
	RelationRowFunction function;
	void	   *context;
	uint64		rejected;
	uint64		keyless;
	uint64		empty;
} Stored;

/* Bytes of the KeyValues of one family of a row. */
static uint64
family_bytes(const WideRow *family, size_t key_len, uint32 name_len)
{
	uint64		bytes = (uint64) family->cells *
			(8 + CELL_KEY_OVERHEAD + key_len + name_len) +
		family->values_size;

	if (family->cells == family->columns)
		return bytes + family->qualifiers_size;
	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);
		uint32_t	len;

		wide_qualifier(family, column, &len);
		bytes += (uint64) (span.stop - span.first) * len;
	}
	return bytes;
}

uint64
relation_row_bytes(const Definition *def, const RelationRow *row)
{
	uint64		bytes = 0;

	/* keys alone: a cell each, as short as HBase's */
	if (def->nfamilies == 0)
		return 8 + CELL_KEY_OVERHEAD + row->key_len;
	for (int i = 0; i < def->nfamilies; i++)
	{
		if (row->families[i].cells > 0)
			bytes += family_bytes(&row->families[i], row->key_len,
								  def->families[i].len);
	}
	return bytes;
}

static void
see_stored_row(void *context, const RelationRow *seen)
{
	Stored	   *stored = context;
	RelationRow row = *seen;

	if (stored->def->nfamilies == 0)
		row.cells = 1;
	if (row.nrejects > 0)
		stored->rejected++;
	else if (row.key_len == 0)
		stored->keyless++;
	else if (row.cells == 0)
		stored->empty++;
	else
		stored->function(stored->context, &row);
}

void
relation_rows_stored(const RelationQuery *query, RelationRowFunction function,
					 void *context)
{
	Stored		stored = {.def = query->def, .function = function,
						  .context = context};

	relation_rows(query, see_stored_row, &stored);
	if (stored.rejected > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu rejected row was omitted",
							   "%llu rejected rows were omitted",
							   stored.keyless + stored.rejected,
							   (unsigned long long) (stored.keyless +
													 stored.rejected)),
				 errhint("hbase.rejects(%s) lists the reasons.",
						 quote_literal_cstr(
							 definition_relation_name(query->def->relid)))));
	else if (stored.keyless > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu row has no key and was omitted",
							   "%llu rows have no key and were omitted",
							   stored.keyless,
							   (unsigned long long) stored.keyless)));
	relation_report_empty_rows(stored.empty);
}

void
relation_report_empty_rows(uint64 rows)
{
	if (rows > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu row has no cells and was omitted",
							   "%llu rows have no cells and were omitted",
							   rows, (unsigned long long) rows),
				 errdetail("HBase does not store rows without cells.")));
}

/* ---- samples ------------------------------------------------------------ */

/* Read a larger table by a sample of about SAMPLE_ROWS rows. */
#define LARGE_TABLE		5000000
#define SAMPLE_ROWS		1000000

double
relation_percent(const Definition *def, bool missing, double given)
{
	if (missing)
	{
		Relation	rel = relation_open(def->relid, AccessShareLock);
		double		rows = rel->rd_rel->reltuples;

		relation_close(rel, NoLock);
		return rows > LARGE_TABLE ? 100.0 * SAMPLE_ROWS / rows : 100;
	}
	if (!(given > 0 && given <= 100))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("percentage %g is out of range", given)));
	return given;
}

double
relation_sample_arg(FunctionCallInfo fcinfo, int n)
{
	double		sample;

	if (PG_ARGISNULL(n))
		return 100;
	sample = PG_GETARG_FLOAT8(n);
	if (!(sample > 0 && sample <= 100))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sample must be greater than 0 and at most 100 percent")));
	return sample;
}

const char *
relation_sample(const Definition *def, double percent, const char **condition)
{
	const char *relation = definition_relation_name(def->relid);
	char		text[CORE_FLOAT_TEXT];

	*condition = NULL;
	if (percent >= 100)
		return relation;
	core_float8_text(percent, text);
	if (def->relkind == RELKIND_RELATION || def->relkind == RELKIND_MATVIEW ||
		def->relkind == RELKIND_PARTITIONED_TABLE)
		return psprintf("%s TABLESAMPLE pg_catalog.system (%s) REPEATABLE (1)",
						relation, text);

	/*
	 * Sample a view by the key; rows without a key are few, and all are read.
	 */
	*condition = psprintf("hbase_internal.in_sample(%s, %lld)",
						  quote_identifier(
							  get_attname(def->relid, def->key, false)),
						  (long long) (percent / 100 * IN_SAMPLE_ALL));
	return relation;
}

/* in_sample(key, share): by the key's hash; true for a NULL key. */
Datum
hbase_in_sample(PG_FUNCTION_ARGS)
{
	int64		hash;

	if (PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(0))
		PG_RETURN_BOOL(true);
	hash = DatumGetInt64(DirectFunctionCall2(rowkey_hashcode_extended,
											 PG_GETARG_DATUM(0),
											 Int64GetDatum(1)));
	PG_RETURN_BOOL((hash & (IN_SAMPLE_ALL - 1)) < PG_GETARG_INT64(1));
}
