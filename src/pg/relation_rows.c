/*
 * relation_rows.c
 *		The rows of an HBase-shaped relation as a query gives them, in no order.
 */
#include "compat.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "tcop/dest.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "own.h"
#include "relation_rows.h"
#include "transform.h"
#include "widerow.h"

typedef struct Reader
{
	DestReceiver pub;
	const RelationQuery *query;
	RelationRowFunction function;
	void	   *context;
	MemoryContext work;			/* the caller's */
	MemoryContext per_row;
	RelationRow row;
} Reader;

/* The column of the row's time, as timestamptz whatever the session says. */
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
			return psprintf("pg_catalog.timezone('UTC', %s::pg_catalog.timestamp)", column);
	}
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is no time", at),
			 errhint("It is of type timestamptz, timestamp or date; the last two count as UTC.")));
	return NULL;
}

/* The key, the families and the time. */
static char *
make_sql(const RelationQuery *query)
{
	const Definition *def = query->def;
	StringInfoData sql;

	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s", quote_identifier(get_attname(def->relid, def->key, false)));
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&sql, ", %s", quote_identifier(def->families[i].column));
	if (query->time_column != NULL)
		appendStringInfo(&sql, ", %s", time_expression(def, query->time_column));
	appendStringInfo(&sql, " FROM %s", query->from);
	return sql.data;
}

/* The row's parts, in memory of the row. */
static void
take_row(Reader *reader, TupleTableSlot *slot)
{
	RelationRow *row = &reader->row;
	int			time = reader->query->def->nfamilies + 1;

	row->key = slot->tts_isnull[0] ? NULL : PG_DETOAST_DATUM_PACKED(slot->tts_values[0]);
	for (int i = 0; i < reader->query->def->nfamilies; i++)
	{
		row->families[i].cells = 0;
		if (!slot->tts_isnull[i + 1])
			widerow_from_datum(slot->tts_values[i + 1], &row->families[i]);
	}
	row->has_time = reader->query->time_column != NULL && !slot->tts_isnull[time] &&
		!TIMESTAMP_NOT_FINITE(DatumGetTimestampTz(slot->tts_values[time]));
	if (row->has_time)
		row->time = transform_unix_ms(DatumGetTimestampTz(slot->tts_values[time]));
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	Reader	   *reader = (Reader *) self;
	MemoryContext old;

	CHECK_FOR_INTERRUPTS();
	slot_getallattrs(slot);
	old = MemoryContextSwitchTo(reader->per_row);
	MemoryContextReset(reader->per_row);
	take_row(reader, slot);
	MemoryContextSwitchTo(reader->work);
	reader->function(reader->context, &reader->row);
	MemoryContextSwitchTo(old);
	return true;
}

static void
start_rows(DestReceiver *self, int operation, TupleDesc typeinfo)
{
}

static void
end_rows(DestReceiver *self)
{
}

void
relation_rows(const RelationQuery *query, RelationRowFunction function, void *context)
{
	SPIExecuteOptions options;
	SPIPlanPtr	plan;
	Reader		reader;
	char	   *sql = make_sql(query);

	memset(&reader, 0, sizeof(reader));
	reader.pub.receiveSlot = receive_row;
	reader.pub.rStartup = start_rows;
	reader.pub.rShutdown = end_rows;
	reader.pub.rDestroy = end_rows;
	reader.pub.mydest = DestNone;
	reader.query = query;
	reader.function = function;
	reader.context = context;
	reader.work = CurrentMemoryContext;
	reader.per_row = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema row", ALLOCSET_DEFAULT_SIZES);
	reader.row.families = palloc0(sizeof(WideRow) * Max(query->def->nfamilies, 1));

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	/* a parallel worker could not tell us what it refuses */
	plan = SPI_prepare_cursor(sql, 0, NULL, query->note != NULL ? 0 : CURSOR_OPT_PARALLEL_OK);
	if (plan == NULL)
		elog(ERROR, "could not prepare %s", sql);
	memset(&options, 0, sizeof(options));
	options.read_only = true;
	options.dest = (DestReceiver *) &reader;
	if (query->note != NULL)
		collect_begin(query->note, context);
	if (SPI_execute_plan_extended(plan, &options) < 0)
		elog(ERROR, "could not read %s", sql);
	if (query->note != NULL)
		collect_end();
	SPI_finish();
	MemoryContextDelete(reader.per_row);
}

char *
relation_sample_from(const Definition *def, double percent)
{
	const char *relation = definition_relation_name(def->relid);
	char		text[CORE_FLOAT_TEXT];

	if (percent >= 100)
		return pstrdup(relation);
	core_float8_text(percent, text);
	if (def->relkind == RELKIND_RELATION || def->relkind == RELKIND_MATVIEW ||
		def->relkind == RELKIND_PARTITIONED_TABLE)
		return psprintf("%s TABLESAMPLE pg_catalog.system (%s) REPEATABLE (1)", relation, text);

	/* Of a view, by the key; rows without one are not many and all wanted. */
	return psprintf("%s WHERE (COALESCE(%s.rowkey_hashcode_extended(%s, 1), 0)"
					" OPERATOR(pg_catalog.&) 2147483647) OPERATOR(pg_catalog.<) %lld",
					relation, own_objects()->types, quote_identifier(get_attname(def->relid, def->key, false)),
					(long long) (percent / 100 * 2147483648.0));
}
