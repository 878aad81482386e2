/*
 * export_rows.c
 *		Read the rows of an HBase-shaped relation in key order, with the
 *		families' cells.
 *
 * The relation is read by an ordinary query. So it may be a table, a view or a
 * materialized view, plans may be parallel, and row security applies.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type_d.h"
#include "miscadmin.h"
#include "tcop/pquery.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "core/value/datetime.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"
#include "pg/widerow/widerow.h"

typedef struct RowReader
{
	const Definition *def;
	int64		stamp;
	ExportRejects *rejects;
	RelationRowFunction function;
	ExportTupleFunction take;	/* instead: gets the rows as they come */
	void	   *context;
	Tuplesortstate *sort;		/* NULL: rows come in key order */
	MemoryContext work;			/* memory of the reader's state */
	MemoryContext per_row;
	RelationRow row;
	CoreBuf		previous;		/* the previous key */
} RowReader;

char *
export_rows_sql(const ExportQuery *query, bool ordered)
{
	StringInfoData sql;

	initStringInfo(&sql);
	relation_select(&sql, query->def);
	if (query->query != NULL)
		appendStringInfo(&sql, " FROM (%s) AS q", query->query);
	else
		appendStringInfo(&sql, " FROM %s",
						 definition_relation_name(query->def->relid));
	if (query->condition != NULL)
		appendStringInfo(&sql, " WHERE %s", query->condition);
	if (ordered)
		appendStringInfoString(&sql, " ORDER BY 1");
	return sql.data;
}

/* False with an error if the row has a cell that is too large for HBase. */
static bool
check_cells(const RowReader *reader, int f, CoreError *err)
{
	const RelationRow *row = &reader->row;
	const WideRow *family = &row->families[f];
	const DefinedFamily *defined = &reader->def->families[f];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = defined->bytes, .family_len = defined->len};

	/* no cell is larger than its row and its names */
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

/*
 * False if the key of the row is rejected: it is empty, or not above the
 * previous one.
 */
static bool
check_key(RowReader *reader)
{
	const RelationRow *row = &reader->row;
	int			order;

	if (row->key_len == 0)
	{
		export_rejects_add(reader->rejects, ERRCODE_DATA_EXCEPTION, row->key,
						   row->key_len, "key", "the key is empty",
						   "HBase accepts keys of 1 to 32767 bytes.");
		return false;
	}
	order = bytes_compare(reader->previous.data, reader->previous.len,
						  row->key, row->key_len);
	if (order == 0)
		export_rejects_add(
			reader->rejects, ERRCODE_UNIQUE_VIOLATION, row->key, row->key_len,
			"key", "another row has the same key",
			"Make the key unique, or merge such rows with widerow_merge and GROUP BY.");
	else if (order > 0)
		export_rejects_add(reader->rejects, ERRCODE_DATA_EXCEPTION, row->key,
						   row->key_len, "key", "the row is out of order", "");
	if (order >= 0)
		return false;
	reader->previous.len = 0;
	core_buf_add(&reader->previous, row->key, row->key_len);
	return true;
}

/* Stamp and check a family of the row; false: rejected. */
static bool
stamp_family(RowReader *reader, int f)
{
	RelationRow *row = &reader->row;
	WideRow    *family = &row->families[f];
	CoreBuf		stamped;
	CoreError	err;
	bool		ok = true;

	if (reader->stamp != 0 && wide_has_unstamped(family))
	{
		core_buf_init(&stamped);
		ok = wide_stamp(family, reader->stamp, &stamped, &err) &&
			wide_open(family, stamped.data, stamped.len, &err);
	}
	if (ok && check_cells(reader, f, &err))
		return true;
	export_rejects_add(reader->rejects, core_error_sqlstate(err.code),
					   row->key, row->key_len, reader->def->families[f].name,
					   err.message, err.hint);
	return false;
}

/* Check and stamp one row, in key order, and pass it on. */
static void
pass_row(RowReader *reader, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(reader->per_row);
	bool		good;

	MemoryContextReset(reader->per_row);
	slot_getallattrs(slot);
	relation_row_read(&reader->row, reader->def, slot);
	good = check_key(reader);
	for (int i = 0; good && i < reader->def->nfamilies; i++)
		if (reader->row.families[i].cells > 0)
			good = stamp_family(reader, i);
	MemoryContextSwitchTo(reader->work);
	if (good)
		reader->function(reader->context, &reader->row);
	reader->row.number++;
	MemoryContextSwitchTo(old);
}

/* Pass a row on as it is. */
static void
take_row(RowReader *reader, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(reader->per_row);
	bool		should_free;
	MinimalTuple tuple;
	struct varlena *key;

	MemoryContextReset(reader->per_row);
	tuple = ExecFetchSlotMinimalTuple(slot, &should_free);
	key = PG_DETOAST_DATUM_PACKED(slot->tts_values[0]);
	MemoryContextSwitchTo(reader->work);
	reader->take(reader->context, (const uint8_t *) VARDATA_ANY(key),
				 VARSIZE_ANY_EXHDR(key), tuple);
	MemoryContextSwitchTo(old);
}

static void
see_row(void *context, const QueryRow *row)
{
	RowReader  *reader = context;

	if (row->slot->tts_isnull[0] || row->nrejects > 0)
	{
		RelationRow rejected = {.families = reader->row.families,
								.key_rejected = row->rejected[0],
								.rejects = row->rejects,
								.nrejects = row->nrejects};
		MemoryContext old = MemoryContextSwitchTo(reader->per_row);

		MemoryContextReset(reader->per_row);
		relation_row_read(&rejected, reader->def, row->slot);
		export_rejects_add_row(reader->rejects, &rejected);
		MemoryContextSwitchTo(old);
		return;
	}
	if (reader->take != NULL)
	{
		take_row(reader, row->slot);
		return;
	}
	if (reader->sort == NULL)
	{
		pass_row(reader, row->slot);
		return;
	}
	tuplesort_puttupleslot(reader->sort, row->slot);
	reader->row.total++;
}

/* Sort on the first column, by the default order of its type. */
static Tuplesortstate *
begin_sort(TupleDesc tupdesc)
{
	AttrNumber	column = 1;
	Oid			less = lookup_type_cache(TupleDescAttr(tupdesc, 0)->atttypid,
										 TYPECACHE_LT_OPR)->lt_opr;
	Oid			collation = InvalidOid;
	bool		nulls_first = true;

	return tuplesort_begin_heap(tupdesc, 1, &column, &less, &collation,
								&nulls_first, work_mem, NULL, false);
}

/* Pass the sorted rows on. */
static void
drain_sort(RowReader *reader, TupleDesc desc)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);

	export_progress_sorting(reader->row.total);
	tuplesort_performsort(reader->sort);
	export_progress_sorted(reader->row.total);
	while (tuplesort_gettupleslot(reader->sort, true, false, slot, NULL))
	{
		CHECK_FOR_INTERRUPTS();
		pass_row(reader, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	tuplesort_end(reader->sort);
}

/* Begin to read the rows of a query. */
static void
begin_reader(RowReader *reader, const ExportQuery *query,
			 ExportRejects *rejects, RelationRowFunction function,
			 void *context)
{
	memset(reader, 0, sizeof(RowReader));
	reader->def = query->def;
	reader->stamp = query->stamp;
	reader->rejects = rejects;
	reader->function = function;
	reader->context = context;
	reader->work = CurrentMemoryContext;
	reader->per_row = AllocSetContextCreate(CurrentMemoryContext,
											"hbase_schema row",
											ALLOCSET_DEFAULT_SIZES);
	core_buf_reserve(&reader->previous, CELL_MAX_ROW);
	reader->row.families = palloc0(sizeof(WideRow) *
								   Max(query->def->nfamilies, 1));
}

static void
end_reader(RowReader *reader)
{
	MemoryContextDelete(reader->per_row);
	core_buf_free(&reader->previous);
	pfree(reader->row.families);
}

void
export_rows(const ExportQuery *query, RelationRowFunction function,
			void *context)
{
	ExportRejects *rejects = query->rejects != NULL ?
		query->rejects :
		export_rejects_new(query->def, -1, NULL);
	bool		collect = export_rejects_collect(rejects);
	bool		sort = query->count_first || collect;
	QueryRows  *rows = query_rows_plan(export_rows_sql(query, !sort), collect);
	RowReader	reader;

	/* progress of a sort in the plan cannot be reported */
	if (!sort && query_rows_sorted_last(rows))
	{
		query_rows_free(rows);
		sort = true;
		rows = query_rows_plan(export_rows_sql(query, false), collect);
	}
	begin_reader(&reader, query, rejects, function, context);
	if (sort)
		reader.sort = begin_sort(query_rows_desc(rows));
	query_rows_run(rows, see_row, &reader);
	if (sort)
		drain_sort(&reader, query_rows_desc(rows));
	query_rows_free(rows);
	end_reader(&reader);
	if (query->rejects == NULL)
		export_rejects_finish(rejects);
}

/* ---- in two halves ------------------------------------------------------ */

void
export_rows_read(const ExportQuery *query, QueryRows *rows,
				 ExportTupleFunction function, void *context)
{
	RowReader	reader;

	begin_reader(&reader, query, query->rejects, NULL, context);
	reader.take = function;
	query_rows_run(rows, see_row, &reader);
	end_reader(&reader);
}

/* The columns of the query: those of the relation. */
static TupleDesc
make_desc(const Definition *def)
{
	TupleDesc	desc = CreateTemplateTupleDesc(def->nfamilies + 1);

	for (int i = 0; i <= def->nfamilies; i++)
		TupleDescInitEntry(desc, i + 1, NULL,
						   get_atttype(def->relid,
									   i == 0 ? def->key :
												def->families[i - 1].attnum),
						   -1, 0);
	return desc;
}

void
export_rows_sorted(const ExportQuery *query, ExportNextTuple next,
				   void *source, uint64 total, RelationRowFunction function,
				   void *context)
{
	TupleDesc	desc = make_desc(query->def);
	TupleTableSlot *slot = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
	RowReader	reader;
	MinimalTuple tuple;

	begin_reader(&reader, query, query->rejects, function, context);
	reader.row.total = total;
	reader.sort = begin_sort(desc);
	while ((tuple = next(source)) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		ExecStoreMinimalTuple(tuple, slot, false);
		tuplesort_puttupleslot(reader.sort, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	drain_sort(&reader, desc);
	end_reader(&reader);
	FreeTupleDesc(desc);
}

void
export_load_cell(Cell *cell, const WideRow *family, uint32_t column,
				 uint32_t c)
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
export_row_cells(const Definition *def, const RelationRow *row,
				 ExportCellFunction function, void *context)
{
	for (int f = 0; f < def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		Cell		cell = {.row = row->key,
							.row_len = row->key_len,
							.family = def->families[f].bytes,
							.family_len = def->families[f].len};

		for (uint32_t column = 0;
			 family->cells > 0 && column < family->columns; column++)
		{
			WideSpan	span = wide_span(family, column);

			CHECK_FOR_INTERRUPTS();
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
	int64		micros = t +
		DATETIME_EPOCH_DAYS * DATETIME_USECS_PER_DAY;

	return micros >= 0 ? micros / 1000 : -((-micros + 999) / 1000);
}

/*
 * From REPEATABLE READ on, a whole transaction shares the snapshot, and so the
 * stamp.
 */
int64
export_default_stamp(void)
{
	TimestampTz t = IsolationUsesXactSnapshot() ?
		GetCurrentTransactionStartTimestamp() :
		GetCurrentStatementStartTimestamp();

	/* a cursor sees the data at the time of its declaration */
	if (ActivePortal != NULL)
		t = Min(t, ActivePortal->creation_time);
	/* a standby sees the data up to the last replayed commit */
	if (RecoveryInProgress() && GetLatestXTime() != 0)
		t = Min(t, GetLatestXTime());
	return export_millis(t);
}
