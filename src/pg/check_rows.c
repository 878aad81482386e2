/*
 * check_rows.c
 *		The rows of an HBase-shaped relation as they come, bad ones too.
 */
#include "compat.h"

#include "access/relation.h"
#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "executor/tuptable.h"
#include "tcop/dest.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "check_rows.h"
#include "transform.h"
#include "widerow.h"

/* A table with more rows is read by sample, of about SAMPLE_ROWS. */
#define LARGE_TABLE		5000000
#define SAMPLE_ROWS		1000000

typedef struct CheckReceiver
{
	DestReceiver pub;
	const CheckQuery *query;
	CheckRowFunction function;
	void	   *context;
	MemoryContext work;			/* the caller's */
	MemoryContext per_row;
	CheckRow	row;
} CheckReceiver;

/* ---- samples -------------------------------------------------------------- */

double
check_percent(const Definition *def, bool missing, double given)
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
				 errmsg("percentage %g is not between 0 and 100", given)));
	return given;
}

/* Of a table TABLESAMPLE takes pages; of a view chance takes rows. */
char *
check_sample_from(const Definition *def, double percent)
{
	const char *relation = definition_relation_name(def->relid);

	if (percent >= 100)
		return pstrdup(relation);
	if (def->relkind == RELKIND_RELATION || def->relkind == RELKIND_MATVIEW ||
		def->relkind == RELKIND_PARTITIONED_TABLE)
		return psprintf("%s TABLESAMPLE pg_catalog.system (%.17g)", relation, percent);
	return psprintf("%s WHERE pg_catalog.random() OPERATOR(pg_catalog.<) %.17g", relation, percent / 100);
}

/* ---- rows ------------------------------------------------------------------ */

static char *
make_sql(const CheckQuery *query)
{
	const Definition *def = query->def;
	StringInfoData sql;

	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s", quote_identifier(get_attname(def->relid, def->key, false)));
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&sql, ", %s", quote_identifier(def->families[i].column));
	if (query->time_column != NULL)
		appendStringInfo(&sql, ", %s::pg_catalog.timestamptz", quote_identifier(query->time_column));
	appendStringInfo(&sql, " FROM %s", check_sample_from(def, query->percent));
	return sql.data;
}

/* The row's parts, in memory of the row. */
static void
take_row(CheckReceiver *receiver, TupleTableSlot *slot)
{
	const Definition *def = receiver->query->def;
	CheckRow   *row = &receiver->row;
	int			time = def->nfamilies + 1;

	row->key = slot->tts_isnull[0] ? NULL : PG_DETOAST_DATUM_PACKED(slot->tts_values[0]);
	row->refused = false;
	for (int i = 0; i < def->nfamilies; i++)
	{
		WideRow    *family = &row->families[i];

		family->cells = 0;
		if (slot->tts_isnull[i + 1])
			continue;
		widerow_from_datum(slot->tts_values[i + 1], family);
		row->refused = row->refused || collect_is_refused(family);
	}
	row->has_time = receiver->query->time_column != NULL && !slot->tts_isnull[time] &&
		!TIMESTAMP_NOT_FINITE(DatumGetTimestampTz(slot->tts_values[time]));
	if (row->has_time)
		row->time = transform_unix_ms(DatumGetTimestampTz(slot->tts_values[time]));
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	CheckReceiver *receiver = (CheckReceiver *) self;
	MemoryContext old;

	slot_getallattrs(slot);
	old = MemoryContextSwitchTo(receiver->per_row);
	MemoryContextReset(receiver->per_row);
	take_row(receiver, slot);
	MemoryContextSwitchTo(receiver->work);
	receiver->function(receiver->context, &receiver->row);
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
check_rows(const CheckQuery *query, CheckRowFunction row, CollectFunction note, void *context)
{
	SPIExecuteOptions options;
	SPIPlanPtr	plan;
	CheckReceiver receiver;
	char	   *sql = make_sql(query);

	memset(&receiver, 0, sizeof(receiver));
	receiver.pub.receiveSlot = receive_row;
	receiver.pub.rStartup = start_rows;
	receiver.pub.rShutdown = end_rows;
	receiver.pub.rDestroy = end_rows;
	receiver.pub.mydest = DestNone;
	receiver.query = query;
	receiver.function = row;
	receiver.context = context;
	receiver.work = CurrentMemoryContext;
	receiver.per_row = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema row", ALLOCSET_DEFAULT_SIZES);
	receiver.row.families = palloc0(sizeof(WideRow) * Max(query->def->nfamilies, 1));

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	plan = SPI_prepare(sql, 0, NULL);
	if (plan == NULL)
		elog(ERROR, "could not prepare %s", sql);
	memset(&options, 0, sizeof(options));
	options.read_only = true;
	options.dest = (DestReceiver *) &receiver;
	collect_begin(note, context);
	if (SPI_execute_plan_extended(plan, &options) < 0)
		elog(ERROR, "could not read %s", sql);
	collect_end();
	SPI_finish();
	MemoryContextDelete(receiver.per_row);
}
