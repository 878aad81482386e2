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
#include "access/xlog.h"
#include "catalog/pg_type_d.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "tcop/dest.h"
#include "tcop/pquery.h"
#include "utils/builtins.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/timestamp.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "core/bytes.h"
#include "collect.h"
#include "export_progress.h"
#include "export_rows.h"
#include "widerow.h"

typedef struct RowReceiver
{
	DestReceiver pub;
	const Definition *def;
	int64		stamp;
	bool		tell_progress;
	ExportRejects *rejects;
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
make_query(const ExportQuery *query, bool ordered)
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
	if (ordered)
		appendStringInfoString(&sql, " ORDER BY 1");
	return sql.data;
}

/* Does the row have a cell that is too large for HBase? */
static bool
check_cells(const RowReceiver *receiver, int f, CoreError *err)
{
	const ExportRow *row = &receiver->row;
	const WideRow *family = &row->families[f];
	const DefinedFamily *defined = &receiver->def->families[f];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = defined->bytes, .family_len = defined->len};

	/* no cell is larger than the row it is in, and its names */
	if (family->size + CELL_MAX_ROW + CELL_MAX_FAMILY < CELL_DEFAULT_MAX_SIZE)
		return true;
	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);

		for (uint32_t c = span.first; c < span.stop; c++)
		{
			export_load_cell(&cell, family, column, c);
			if (!cell_check(&cell, CELL_DEFAULT_MAX_SIZE, err))
				return false;
		}
	}
	return true;
}

/* Take the key, not empty and above the one before; false: rejected. */
static bool
take_key(RowReceiver *receiver, const struct varlena *key)
{
	ExportRow  *row = &receiver->row;
	int			order;

	row->key = (const uint8_t *) VARDATA_ANY(key);
	row->key_len = VARSIZE_ANY_EXHDR(key);
	if (row->key_len == 0)
	{
		export_rejects_add(receiver->rejects, ERRCODE_DATA_EXCEPTION, row->key, row->key_len, "key",
						   "the key is empty", "HBase takes keys of 1 to 32767 bytes.");
		return false;
	}
	order = bytes_compare(receiver->previous.data, receiver->previous.len, row->key, row->key_len);
	if (order == 0)
		export_rejects_add(receiver->rejects, ERRCODE_UNIQUE_VIOLATION, row->key, row->key_len, "key",
						   "another row has the same key",
						   "Make the key unique, or merge such rows with widerow_merge and GROUP BY.");
	else if (order > 0)
		export_rejects_add(receiver->rejects, ERRCODE_DATA_EXCEPTION, row->key, row->key_len, "key",
						   "the row is out of order", "");
	if (order >= 0)
		return false;
	receiver->previous.len = 0;
	core_buf_add(&receiver->previous, row->key, row->key_len);
	return true;
}

/* Open and stamp a family of the row; false: rejected. */
static bool
take_family(RowReceiver *receiver, int f, Datum datum)
{
	ExportRow  *row = &receiver->row;
	WideRow    *family = &row->families[f];
	CoreBuf		stamped;
	CoreError	err;
	bool		ok = true;

	widerow_from_datum(datum, family);
	if (receiver->stamp != 0 && wide_has_unstamped(family))
	{
		core_buf_init(&stamped);
		ok = wide_stamp(family, receiver->stamp, &stamped, &err) &&
			wide_open(family, stamped.data, stamped.len, &err);
	}
	if (ok && check_cells(receiver, f, &err))
		return true;
	export_rejects_add(receiver->rejects, glue_sqlstate(err.code), row->key, row->key_len,
					   receiver->def->families[f].name, err.message, err.hint);
	return false;
}

/* One row in key order: open its families, stamp them, and pass it on. */
static void
pass_row(RowReceiver *receiver, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(receiver->per_row);
	bool		good;

	MemoryContextReset(receiver->per_row);
	slot_getallattrs(slot);
	good = take_key(receiver, PG_DETOAST_DATUM_PACKED(slot->tts_values[0]));
	for (int i = 0; good && i < receiver->def->nfamilies; i++)
	{
		receiver->row.families[i].cells = 0;
		if (!slot->tts_isnull[i + 1])
			good = take_family(receiver, i, slot->tts_values[i + 1]);
	}
	MemoryContextSwitchTo(receiver->work);
	if (good)
		receiver->function(receiver->context, &receiver->row);
	receiver->row.number++;
	MemoryContextSwitchTo(old);
}

/* Is there a key, and was nothing refused of the row? */
static bool
accept_row(RowReceiver *receiver, TupleTableSlot *slot)
{
	MemoryContext old;
	bool		loose = collect_has_loose();
	bool		refused = false;

	slot_getsomeattrs(slot, 1);
	if (slot->tts_isnull[0])
	{
		export_rejects_refused(receiver->rejects, NULL);
		return false;
	}
	if (!export_rejects_collect(receiver->rejects))
		return true;
	slot_getallattrs(slot);
	old = MemoryContextSwitchTo(receiver->per_row);
	MemoryContextReset(receiver->per_row);
	for (int i = 0; i < receiver->def->nfamilies && !refused; i++)
	{
		WideRow		family;

		if (slot->tts_isnull[i + 1])
			continue;
		widerow_from_datum(slot->tts_values[i + 1], &family);
		refused = collect_is_refused(&family);
	}
	if (loose && !refused)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("relation %s puts something in the place of a value that was refused",
						definition_relation_name(receiver->def->relid)),
				 errdetail("Its rows cannot be told from good ones, and so not be left out."),
				 errhint("hbase.rejects() lists the values; correct them, or let NULL stand for them.")));
	if (refused)
		export_rejects_refused(receiver->rejects, PG_DETOAST_DATUM_PACKED(slot->tts_values[0]));
	else
		export_rejects_passed(receiver->rejects);
	MemoryContextSwitchTo(old);
	return !refused;
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	RowReceiver *receiver = (RowReceiver *) self;

	if (!accept_row(receiver, slot))
		return true;
	if (receiver->sort == NULL)
	{
		pass_row(receiver, slot);
		return true;
	}
	tuplesort_puttupleslot(receiver->sort, slot);
	receiver->row.total++;
	if (receiver->tell_progress && receiver->row.total % EXPORT_PROGRESS_ROWS == 0)
		export_progress_read(receiver->row.total);
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

int64
export_expected_rows(SPIPlanPtr plan)
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
	ExportRejects *rejects = query->rejects != NULL ? query->rejects : export_rejects_new(def, -1, NULL);
	bool		collect = export_rejects_collect(rejects);
	bool		sort = query->count_first || collect;
	SPIExecuteOptions options;
	SPIPlanPtr	plan;
	RowReceiver receiver;
	char	   *sql = make_query(query, !sort);

	memset(&receiver, 0, sizeof(receiver));
	receiver.pub.receiveSlot = receive_row;
	receiver.pub.rStartup = sort ? startup_sort : start_rows;
	receiver.pub.rShutdown = end_rows;
	receiver.pub.rDestroy = end_rows;
	receiver.pub.mydest = DestNone;
	receiver.def = def;
	receiver.stamp = query->stamp;
	receiver.tell_progress = query->tell_progress;
	receiver.rejects = rejects;
	receiver.function = function;
	receiver.context = context;
	receiver.work = CurrentMemoryContext;
	receiver.per_row = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema row", ALLOCSET_DEFAULT_SIZES);
	core_buf_reserve(&receiver.previous, CELL_MAX_ROW);
	receiver.row.families = palloc0(sizeof(WideRow) * Max(def->nfamilies, 1));

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	memset(&options, 0, sizeof(options));
	options.read_only = true;
	options.dest = (DestReceiver *) &receiver;
	/* a parallel worker could not tell us what it refuses */
	plan = SPI_prepare_cursor(sql, 0, NULL, collect ? 0 : CURSOR_OPT_PARALLEL_OK);
	if (plan == NULL)
		elog(ERROR, "could not read %s", sql);
	if (query->tell_progress)
		export_progress_total(export_expected_rows(plan));
	if (collect)
		collect_begin(export_rejects_note, rejects);
	if (SPI_execute_plan_extended(plan, &options) < 0)
		elog(ERROR, "could not read %s", sql);
	if (collect)
		collect_end();
	SPI_finish();
	if (receiver.sort != NULL)
		drain_sort(&receiver);
	MemoryContextDelete(receiver.per_row);
	if (query->rejects == NULL)
		export_rejects_finish(rejects);
}

void
export_load_cell(Cell *cell, const WideRow *family, uint32_t column, uint32_t c)
{
	WideCell	wide;

	wide_cell(family, column, c, &wide);
	cell->qualifier = wide.qualifier;
	cell->qualifier_len = wide.qualifier_len;
	cell->value = wide.value;
	cell->value_len = wide.value_len;
	cell->ts = wide.ts;
	cell->type = wide.type;
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
				export_load_cell(&cell, family, column, c);
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
	TimestampTz t = IsolationUsesXactSnapshot() ? GetCurrentTransactionStartTimestamp() :
		GetCurrentStatementStartTimestamp();

	/* a cursor sees what there was when it was declared */
	if (ActivePortal != NULL)
		t = Min(t, ActivePortal->creation_time);
	/* and a standby what its primary had done */
	if (RecoveryInProgress() && GetLatestXTime() != 0)
		t = Min(t, GetLatestXTime());
	return export_millis(t);
}

void
export_tell_empty_rows(uint64 rows)
{
	if (rows > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu row has no cells and was left out", "%llu rows have no cells and were left out",
							   rows, (unsigned long long) rows),
				 errdetail("HBase keeps no row without a cell.")));
}
