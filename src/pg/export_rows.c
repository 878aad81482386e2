/*
 * export_rows.c
 *		The rows of an HBase-shaped relation in key order, with the families'
 *		cells.
 *
 * The relation is read by an ordinary query, so it may be a table, a view or a
 * materialised view, plans may be parallel, and row security holds.  Its rows
 * arrive in a DestReceiver: a cursor would forbid parallel plans.
 */
#include "compat.h"

#include "access/xact.h"
#include "catalog/pg_type_d.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "tcop/dest.h"
#include "utils/builtins.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/timestamp.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "core/bytes.h"
#include "export_progress.h"
#include "export_rows.h"
#include "widerow.h"

typedef struct RowReceiver
{
	DestReceiver pub;
	const Definition *def;
	int64		stamp;
	bool		tell_progress;
	ExportRowFunction function;
	void	   *context;
	Tuplesortstate *sort;		/* NULL: rows come in order */
	TupleDesc	tupdesc;		/* of the sorted rows */
	MemoryContext work;			/* the receiver's own state */
	MemoryContext per_row;
	ExportRow	row;
	CoreBuf		previous;		/* the key before */
} RowReceiver;

/* Key and families as the query gives them: the key first. */
static char *
make_query(const ExportQuery *query)
{
	const Definition *def = query->def;
	StringInfoData sql;
	const char *key = quote_identifier(get_attname(def->relid, def->key, false));

	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s", key);
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&sql, ", %s", quote_identifier(def->families[i].column));
	if (query->query != NULL)
		appendStringInfo(&sql, " FROM (%s) AS q", query->query);
	else
		appendStringInfo(&sql, " FROM %s", definition_relation_name(def->relid));
	if (query->condition != NULL)
		appendStringInfo(&sql, " WHERE %s", query->condition);
	if (!query->count_first)
		appendStringInfoString(&sql, " ORDER BY 1");
	return sql.data;
}

static void
bad_key(const Definition *def, const char *what, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("relation %s has %s", definition_relation_name(def->relid), what),
			 errhint("%s", hint)));
}

/* The key of a row: not NULL, not empty, above the one before. */
static void
take_key(RowReceiver *receiver, TupleTableSlot *slot)
{
	ExportRow  *row = &receiver->row;
	RowKey	   *key;
	char		quoted[CELL_QUOTE_SIZE];

	if (slot->tts_isnull[0])
		bad_key(receiver->def, "a row whose key is NULL",
				"Every part of a key must have a value; leave such rows out with WHERE, or give them a key.");
	key = DatumGetRowKeyPP(slot->tts_values[0]);
	row->key = (const uint8_t *) VARDATA_ANY(key);
	row->key_len = VARSIZE_ANY_EXHDR(key);
	if (row->key_len == 0)
		bad_key(receiver->def, "a row whose key is empty", "HBase takes keys of 1 to 32767 bytes.");
	if (row->number > 0 &&
		bytes_compare(receiver->previous.data, receiver->previous.len, row->key, row->key_len) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNIQUE_VIOLATION),
				 errmsg("relation %s has several rows with the key %s",
						definition_relation_name(receiver->def->relid),
						cell_quote(row->key, row->key_len, quoted, sizeof(quoted))),
				 errhint("Make the key unique, or merge such rows with widerow_merge and GROUP BY.")));
	receiver->previous.len = 0;
	core_buf_add(&receiver->previous, row->key, row->key_len);
}

/* One row in key order: open its families, stamp them, and pass it on. */
static void
pass_row(RowReceiver *receiver, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(receiver->work);

	slot_getallattrs(slot);
	MemoryContextSwitchTo(receiver->per_row);
	MemoryContextReset(receiver->per_row);
	if (!slot->tts_isnull[0])
		slot->tts_values[0] = PointerGetDatum(PG_DETOAST_DATUM_PACKED(slot->tts_values[0]));
	MemoryContextSwitchTo(receiver->work);
	take_key(receiver, slot);

	MemoryContextSwitchTo(receiver->per_row);
	for (int i = 0; i < receiver->def->nfamilies; i++)
	{
		WideRow    *family = &receiver->row.families[i];
		CoreBuf		stamped;
		CoreError	err;

		if (slot->tts_isnull[i + 1])
		{
			family->cells = 0;
			continue;
		}
		widerow_from_datum(slot->tts_values[i + 1], family);
		if (receiver->stamp == 0 || !wide_has_unstamped(family))
			continue;
		core_buf_init(&stamped);
		if (!wide_stamp(family, receiver->stamp, &stamped, &err) ||
			!wide_open(family, stamped.data, stamped.len, &err))
			glue_raise(&err);
	}

	MemoryContextSwitchTo(receiver->work);
	receiver->function(receiver->context, &receiver->row);
	receiver->row.number++;
	MemoryContextSwitchTo(old);
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	RowReceiver *receiver = (RowReceiver *) self;

	if (receiver->sort == NULL)
		pass_row(receiver, slot);
	else
	{
		tuplesort_puttupleslot(receiver->sort, slot);
		receiver->row.total++;
		if (receiver->tell_progress && receiver->row.total % EXPORT_PROGRESS_ROWS == 0)
			export_progress_read(receiver->row.total);
	}
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

/* Sort on the first column, by the type's own order. */
static Tuplesortstate *
begin_sort(TupleDesc tupdesc)
{
	AttrNumber	column = 1;
	Oid			less = lookup_type_cache(TupleDescAttr(tupdesc, 0)->atttypid,
										 TYPECACHE_LT_OPR)->lt_opr;
	Oid			collation = InvalidOid;
	bool		nulls_first = true;

	return tuplesort_begin_heap(tupdesc, 1, &column, &less, &collation, &nulls_first,
								work_mem, NULL, false);
}

static void
startup_sort(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	RowReceiver *receiver = (RowReceiver *) self;
	MemoryContext old = MemoryContextSwitchTo(receiver->work);

	receiver->tupdesc = CreateTupleDescCopy(typeinfo);
	receiver->sort = begin_sort(receiver->tupdesc);
	MemoryContextSwitchTo(old);
}

/* Pass the sorted rows on. */
static void
drain_sort(RowReceiver *receiver)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(receiver->tupdesc, &TTSOpsMinimalTuple);

	if (receiver->tell_progress)
	{
		export_progress_read(receiver->row.total);
		export_progress_total(receiver->row.total);
	}
	tuplesort_performsort(receiver->sort);
	while (tuplesort_gettupleslot(receiver->sort, true, false, slot, NULL))
	{
		CHECK_FOR_INTERRUPTS();
		pass_row(receiver, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	tuplesort_end(receiver->sort);
}

/* How many rows the planner expects. */
static int64
expected_rows(SPIPlanPtr plan)
{
	CachedPlan *cached = SPI_plan_get_cached_plan(plan);
	PlannedStmt *statement;
	double		rows;

	if (cached == NULL)
		return 0;
	statement = linitial_node(PlannedStmt, cached->stmt_list);
	rows = clamp_row_est(statement->planTree->plan_rows);
	ReleaseCachedPlan(cached, NULL);
	return rows < 1e15 ? (int64) rows : 0;
}

void
export_rows(const ExportQuery *query, ExportRowFunction function, void *context)
{
	const Definition *def = query->def;
	SPIExecuteOptions options;
	SPIPlanPtr	plan;
	RowReceiver receiver;
	char	   *sql = make_query(query);

	memset(&receiver, 0, sizeof(receiver));
	receiver.pub.receiveSlot = receive_row;
	receiver.pub.rStartup = query->count_first ? startup_sort : start_rows;
	receiver.pub.rShutdown = end_rows;
	receiver.pub.rDestroy = end_rows;
	receiver.pub.mydest = DestNone;
	receiver.def = def;
	receiver.stamp = query->stamp;
	receiver.tell_progress = query->tell_progress;
	receiver.function = function;
	receiver.context = context;
	receiver.work = CurrentMemoryContext;
	receiver.per_row = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema row", ALLOCSET_DEFAULT_SIZES);
	receiver.row.families = palloc0(sizeof(WideRow) * Max(def->nfamilies, 1));

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	memset(&options, 0, sizeof(options));
	options.read_only = true;
	options.dest = (DestReceiver *) &receiver;
	plan = SPI_prepare_cursor(sql, 0, NULL, CURSOR_OPT_PARALLEL_OK);
	if (plan == NULL)
		elog(ERROR, "could not read %s", sql);
	if (query->tell_progress)
		export_progress_total(expected_rows(plan));
	if (SPI_execute_plan_extended(plan, &options) < 0)
		elog(ERROR, "could not read %s", sql);
	SPI_finish();
	if (receiver.sort != NULL)
		drain_sort(&receiver);
	MemoryContextDelete(receiver.per_row);
}

void
export_row_cells(const Definition *def, const ExportRow *row,
				 ExportCellFunction function, void *context)
{
	for (int f = 0; f < def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		Cell		cell = {.row = row->key, .row_len = row->key_len,
			.family = def->families[f].bytes, .family_len = def->families[f].len};

		for (uint32_t column = 0; family->cells > 0 && column < family->columns; column++)
		{
			WideSpan	span = wide_span(family, column);

			for (uint32_t c = span.first; c < span.stop; c++)
			{
				WideCell	wide;

				wide_cell(family, column, c, &wide);
				cell.qualifier = wide.qualifier;
				cell.qualifier_len = wide.qualifier_len;
				cell.value = wide.value;
				cell.value_len = wide.value_len;
				cell.ts = wide.ts;
				cell.type = wide.type;
				function(context, f, &cell);
			}
		}
	}
}

int64
export_millis(TimestampTz t)
{
	int64		micros = t + (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY;

	return micros >= 0 ? micros / 1000 : -((-micros + 999) / 1000);
}

/*
 * From REPEATABLE READ on a whole transaction shares the snapshot, and so the
 * stamp.
 */
int64
export_default_stamp(void)
{
	return export_millis(IsolationUsesXactSnapshot() ? GetCurrentTransactionStartTimestamp() :
						 GetCurrentStatementStartTimestamp());
}

void
export_tell_empty_rows(uint64 rows)
{
	if (rows > 0)
		ereport(NOTICE,
				(errmsg("%llu rows have no cells and were left out", (unsigned long long) rows),
				 errdetail("HBase keeps no row without a cell.")));
}
