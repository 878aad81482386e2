/*
 * query_rows.c
 *		Run a query and pass on its rows, with their rejects.
 *
 * SPI cannot run a modified query tree, so this does what COPY does: analyze,
 * plan, and run with its own DestReceiver. As in a function that is not
 * volatile, the caller's snapshot is used, and the query must only read.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "optimizer/optimizer.h"
#include "tcop/dest.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/outcome/outcome_query.h"
#include "pg/relation/child_join.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/query_rows.h"

struct QueryRows
{
	MemoryContext memory;
	const char *sql;
	bool		with_rejects;
	PlannedStmt *plan;
	TupleDesc	desc;			/* of the values */
};

typedef struct Reader
{
	DestReceiver pub;
	const QueryRows *query;
	QueryRowFunction function;
	void	   *context;
	MemoryContext work;			/* the caller's */
	MemoryContext per_row;
	TupleTableSlot *values;		/* NULL: no column is an outcome */
	bool	   *is_outcome;
	bool	   *rejected;
	QueryRow	row;
	RowReject  *rejects;
	int			room;			/* allocated size of the array of rejects */
	int			column;			/* the column being read */
	int64		rows;			/* number of rows so far */
} Reader;

/* ---- the plan ----------------------------------------------------------- */

static Query *
analyze(const char *sql)
{
	List	   *parsed = pg_parse_query(sql);
	List	   *queries;

	if (list_length(parsed) != 1)
		elog(ERROR, "not one statement: %s", sql);
	queries = compat_analyze_and_rewrite(linitial_node(RawStmt, parsed), sql);
	if (list_length(queries) != 1 ||
		linitial_node(Query, queries)->commandType != CMD_SELECT)
		elog(ERROR, "not a query: %s", sql);
	return linitial_node(Query, queries);
}

static PlannedStmt *
plan(const QueryRows *query, Query *tree)
{
	if (query->with_rejects)
		tree = outcome_query(tree);
	/* one of several jobs reads its part by itself */
	return pg_plan_query(tree, query->sql,
						 IsInParallelMode() ? 0 : CURSOR_OPT_PARALLEL_OK,
						 NULL);
}

QueryRows *
query_rows_plan(const char *sql, bool with_rejects)
{
	MemoryContext memory = AllocSetContextCreate(CurrentMemoryContext,
												 "hbase_schema query",
												 ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(memory);
	QueryRows  *query = palloc0(sizeof(QueryRows));
	Query	   *tree;
	Query	   *joined;

	query->memory = memory;
	query->sql = pstrdup(sql);
	query->with_rejects = with_rejects;
	tree = analyze(query->sql);
	joined = child_join(tree);
	query->desc = ExecCleanTypeFromTL(tree->targetList);
	query->plan = plan(query, tree);
	if (joined != NULL)
	{
		PlannedStmt *other = plan(query, joined);

		if (other->planTree->total_cost < query->plan->planTree->total_cost)
			query->plan = other;
	}
	if (!CommandIsReadOnly(query->plan))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the query of the relation locks rows (%s), but can only be read here",
						CreateCommandName((Node *) query->plan))));
	MemoryContextSwitchTo(old);
	return query;
}

/* Set a number until the end of the nest level. */
static void
set_number(const char *name, double value)
{
	(void) set_config_option(name, psprintf("%.0f", value), PGC_USERSET,
							 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
}

QueryRows *
query_rows_plan_jobs(const char *sql, bool with_rejects, int jobs)
{
	int			nest = NewGUCNestLevel();
	QueryRows  *query;

	set_number("max_parallel_workers_per_gather", Max(jobs - 1, 1));
	set_number("parallel_setup_cost", jobs > 1 ? 0 : 1e15);
	set_number("parallel_tuple_cost", 0);
	set_number("min_parallel_table_scan_size", 0);
	set_number("min_parallel_index_scan_size", 0);
	query = query_rows_plan(sql, with_rejects);
	AtEOXact_GUC(true, nest);
	return query;
}

int64
query_rows_expected(const QueryRows *query)
{
	double		rows = clamp_row_est(query->plan->planTree->plan_rows);

	return rows < 1e15 ? (int64) rows : 0;
}

bool
query_rows_sorted_last(const QueryRows *query)
{
	const Plan *plan = query->plan->planTree;

	if (IsA(plan, GatherMerge))
		plan = outerPlan(plan);
	return IsA(plan, Sort);
}

double
query_rows_cost(const QueryRows *query)
{
	return query->plan->planTree->total_cost;
}

bool
query_rows_parallel_safe(const QueryRows *query)
{
	return query->plan->planTree->parallel_safe;
}

bool
query_rows_is_parallel(const QueryRows *query)
{
	return query->plan->parallelModeNeeded;
}

Oid
query_rows_temporary(const QueryRows *query)
{
	ListCell   *lc;

	foreach(lc, query->plan->relationOids)
	{
		Oid			relid = lfirst_oid(lc);

		if (get_rel_persistence(relid) == RELPERSISTENCE_TEMP)
			return relid;
	}
	return InvalidOid;
}

/* Find a call in an expression that no parallel worker may make. */
static bool
find_unsafe(Oid function, void *context)
{
	if (func_parallel(function) == PROPARALLEL_SAFE)
		return false;
	*(Oid *) context = function;
	return true;
}

static bool
find_unsafe_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (check_functions_in_node(node, find_unsafe, context))
		return true;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, find_unsafe_walker, context,
								 0);
	return expression_tree_walker(node, find_unsafe_walker, context);
}

Oid
query_rows_unsafe_function(const QueryRows *query)
{
	Oid			function = InvalidOid;

	find_unsafe_walker((Node *) analyze(query->sql), &function);
	return function;
}

TupleDesc
query_rows_desc(const QueryRows *query)
{
	return query->desc;
}

void
query_rows_free(QueryRows *query)
{
	MemoryContextDelete(query->memory);
}

/* ---- rows --------------------------------------------------------------- */

static void
add_reject(void *context, const Reject *reject)
{
	Reader	   *reader = context;
	QueryRow   *row = &reader->row;

	if (row->nrejects == reader->room)
	{
		reader->room = Max(2 * reader->room, 8);
		reader->rejects = reader->rejects == NULL ?
			MemoryContextAlloc(reader->query->memory,
							   sizeof(RowReject) * reader->room) :
			repalloc_huge(reader->rejects, sizeof(RowReject) * reader->room);
		row->rejects = reader->rejects;
	}
	reader->rejects[row->nrejects++] = (RowReject) {*reject, reader->column};
}

/* Unpack the outcomes of a row: its values and rejects. */
static void
unpack_row(Reader *reader, TupleTableSlot *slot)
{
	TupleTableSlot *values = reader->values;

	ExecClearTuple(values);
	reader->row.nrejects = 0;
	for (int i = 0; i < values->tts_tupleDescriptor->natts; i++)
	{
		values->tts_values[i] = slot->tts_values[i];
		values->tts_isnull[i] = slot->tts_isnull[i];
		if (!reader->is_outcome[i])
			continue;
		reader->rejected[i] = !slot->tts_isnull[i] &&
			!outcome_value(slot->tts_values[i],
						   TupleDescAttr(values->tts_tupleDescriptor, i)
							   ->attbyval,
						   &values->tts_values[i]);
		if (reader->rejected[i])
		{
			values->tts_isnull[i] = true;
			reader->column = i;
			outcome_rejects(slot->tts_values[i], add_reject, reader);
		}
	}
	ExecStoreVirtualTuple(values);
	reader->row.slot = values;
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	Reader	   *reader = (Reader *) self;
	MemoryContext old;

	CHECK_FOR_INTERRUPTS();
	if (reader->rows++ % EXPORT_PROGRESS_ROWS == 0)
		export_progress_read(reader->rows);
	old = MemoryContextSwitchTo(reader->per_row);
	MemoryContextReset(reader->per_row);
	slot_getallattrs(slot);
	if (reader->values != NULL)
		unpack_row(reader, slot);
	else
		reader->row.slot = slot;
	MemoryContextSwitchTo(reader->work);
	reader->function(reader->context, &reader->row);
	MemoryContextSwitchTo(old);
	return true;
}

static void
start_rows(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	Reader	   *reader = (Reader *) self;
	MemoryContext old = MemoryContextSwitchTo(reader->query->memory);
	bool		any = false;

	reader->rejected = palloc0(sizeof(bool) * typeinfo->natts);
	reader->is_outcome = palloc0(sizeof(bool) * typeinfo->natts);
	for (int i = 0; i < typeinfo->natts; i++)
		any |= reader->is_outcome[i] = TupleDescAttr(typeinfo, i)->atttypid ==
			extension_objects()->outcome;
	if (any)
		reader->values = MakeSingleTupleTableSlot(reader->query->desc,
												  &TTSOpsVirtual);
	reader->row.rejected = reader->rejected;
	MemoryContextSwitchTo(old);
}

static void
end_rows(DestReceiver *self)
{
	Reader	   *reader = (Reader *) self;

	if (reader->values != NULL)
		ExecDropSingleTupleTableSlot(reader->values);
	reader->values = NULL;
}

static void
destroy(DestReceiver *self)
{
}

/* ---- the run ------------------------------------------------------------ */

/*
 * The error came from a call whose result is not used in a column of the row:
 * add a hint.
 */
static void
explain_error(ErrorData *error)
{
	static const char *const hint =
		"Rejected rows can be reported only where the result is a column of the relation: "
		"select the key and the families as columns that no other function, condition, grouping or sorting uses.";

	error->hint = error->hint == NULL ? pstrdup(hint) :
										psprintf("%s\n%s", error->hint, hint);
}

static void
run(QueryDesc *desc, bool with_rejects)
{
	MemoryContext context = CurrentMemoryContext;

	PG_TRY();
	{
		compat_executor_run(desc);
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		if (!with_rejects || !core_error_is_reject(error))
			PG_RE_THROW();
		FlushErrorState();
		explain_error(error);
		ReThrowError(error);
	}
	PG_END_TRY();
}

void
query_rows_run(QueryRows *query, QueryRowFunction function, void *context)
{
	Reader		reader = {.query = query, .function = function,
						  .context = context};
	MemoryContext work = CurrentMemoryContext;
	QueryDesc  *desc;

	reader.pub.receiveSlot = receive_row;
	reader.pub.rStartup = start_rows;
	reader.pub.rShutdown = end_rows;
	reader.pub.rDestroy = destroy;
	reader.pub.mydest = DestNone;
	reader.work = work;
	MemoryContextSwitchTo(query->memory);
	reader.per_row = AllocSetContextCreate(query->memory, "hbase_schema row",
										   ALLOCSET_DEFAULT_SIZES);
	desc = CreateQueryDesc(query->plan, query->sql, GetActiveSnapshot(),
						   InvalidSnapshot, (DestReceiver *) &reader, NULL,
						   NULL, 0);
	ExecutorStart(desc, 0);
	export_progress_reading(query_rows_expected(query));
	run(desc, query->with_rejects);
	export_progress_read(reader.rows);
	ExecutorFinish(desc);
	ExecutorEnd(desc);
	FreeQueryDesc(desc);
	MemoryContextSwitchTo(work);
}
