/*
 * stream_plugin.c
 *		The output plugin: changes in PostgreSQL's log as mutations of HBase.
 *
 * Each change of a mapped table becomes the row of HBase before and after it.
 * stream_sort.c sorts them, and at the commit stream_output.c writes one net
 * mutation for each row.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "executor/executor.h"
#include "replication/logical.h"
#include "replication/output_plugin.h"
#include "replication/slot.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "pg/stream/stream_options.h"
#include "pg/stream/stream_output.h"
#include "pg/stream/stream_plugin.h"
#include "pg/stream/stream_relation.h"
#include "pg/stream/stream_row.h"
#include "pg/stream/stream_sort.h"
#include "pg/table/definition.h"

/* Report progress after this many changes that write nothing. */
#define CHANGES_BETWEEN_REPORTS	100

typedef struct Plugin
{
	StreamOptions *options;
	StreamCache *cache;
	StreamOutput output;
	StreamRowContext rows;
	MemoryContext transaction;	/* for the changes of a transaction */
	MemoryContext change;		/* for one change */
	StreamSort *sort;			/* NULL: no changes */
	bool		started;		/* a transaction was not skipped */
	bool		skip;			/* the transaction was applied */
	uint64		changes;
} Plugin;

/* ---- changes ------------------------------------------------------------ */

static void
add(Plugin *plugin, const StreamPlan *plan, const StreamRow *row, int parts,
	const NetImage *before, const NetImage *after)
{
	NetChange	change = {.table = plan->number, .row = row->key,
						  .row_len = row->key_len, .parts = parts};
	MemoryContext memory;

	if (before != NULL)
		change.before = *before;
	if (after != NULL)
		change.after = *after;
	if (plugin->sort == NULL)
	{
		memory = MemoryContextSwitchTo(plugin->transaction);
		plugin->sort = stream_sort_begin();
		MemoryContextSwitchTo(memory);
	}
	stream_sort_add(plugin->sort, &change);
}

static bool
same_key(const StreamRow *a, const StreamRow *b)
{
	return a->key_len == b->key_len &&
		memcmp(a->key, b->key, a->key_len) == 0;
}

static bool
same_image(const NetImage *a, const NetImage *b)
{
	return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* The row after a change; a rejected one is absent and listed. */
static void
row_after(Plugin *plugin, StreamPlan *plan, TupleTableSlot *slot,
		  XLogRecPtr lsn, StreamRow *row)
{
	ErrorData  *error;
	MemoryContext memory;

	memset(row, 0, sizeof(StreamRow));
	if (slot == NULL)
		return;
	error = stream_row(&plugin->rows, plan, slot, STREAM_ROW_AFTER, lsn, row);
	if (error == NULL)
		return;
	row->visible = false;
	if (plugin->sort == NULL)
	{
		memory = MemoryContextSwitchTo(plugin->transaction);
		plugin->sort = stream_sort_begin();
		MemoryContextSwitchTo(memory);
	}
	stream_add_reject(plugin->sort, plan->number, lsn,
					  stream_row_text(plan, slot), error);
}

/* The row before a change; a rejected one was never in HBase. */
static void
row_before(Plugin *plugin, StreamPlan *plan, TupleTableSlot *slot,
		   StreamRowKind kind, XLogRecPtr lsn, StreamRow *row)
{
	memset(row, 0, sizeof(StreamRow));
	if (slot != NULL &&
		stream_row(&plugin->rows, plan, slot, kind, lsn, row) != NULL)
		row->visible = false;
}

/* Add the change of one mapping. Slots are NULL for no row. */
static void
add_change(Plugin *plugin, StreamPlan *plan, TupleTableSlot *old,
		   TupleTableSlot *new, bool full, XLogRecPtr lsn)
{
	int			part = full ? NET_BEFORE : NET_UNKNOWN;
	StreamRow	before,
				after;

	row_before(plugin, plan, old, full ? STREAM_ROW_BEFORE : STREAM_ROW_KEY,
			   lsn, &before);
	row_after(plugin, plan, new, lsn, &after);
	if (before.visible && after.visible && same_key(&before, &after))
	{
		if (!full || !same_image(&before.image, &after.image))
			add(plugin, plan, &before, part | NET_AFTER, &before.image,
				&after.image);
		return;
	}
	if (before.visible)
		add(plugin, plan, &before, part, &before.image, NULL);
	if (after.visible)
		add(plugin, plan, &after, NET_AFTER, NULL, &after.image);
}

/* The rows of a change as rows of the base. */
static void
change_rows(StreamRelation *relation, const ReorderBufferChange *change,
			TupleTableSlot **old, TupleTableSlot **new)
{
	HeapTuple	oldtuple = compat_change_tuple(change->data.tp.oldtuple);
	HeapTuple	newtuple = compat_change_tuple(change->data.tp.newtuple);
	bool		is_update = change->action == REORDER_BUFFER_CHANGE_UPDATE;

	*old = *new = NULL;
	if (change->action != REORDER_BUFFER_CHANGE_INSERT)
	{
		/* without an old tuple, the replica identity did not change */
		HeapTuple	tuple = oldtuple != NULL ? oldtuple : newtuple;

		if (tuple == NULL || (relation->full && oldtuple == NULL))
			elog(ERROR, "a changed row of relation %u has no replica identity",
				 relation->relid);
		*old = stream_relation_slot(relation, tuple, 0, false);
	}
	if (change->action != REORDER_BUFFER_CHANGE_DELETE)
		*new = stream_relation_slot(relation, newtuple, 1,
									is_update && relation->full);
}

/* A new heap of a table that ALTER TABLE has rewritten. */
static void
check_rewrite(Plugin *plugin, Relation heap, XLogRecPtr lsn)
{
	Relation	rel = RelationIdGetRelation(heap->rd_rel->relrewrite);

	if (!RelationIsValid(rel))
		return;
	if (OidIsValid(stream_cache_root(plugin->cache, rel)))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("ALTER TABLE has rewritten %s",
						definition_relation_name(RelationGetRelid(rel))),
				 errdetail("The log at %X/%X does not tell which rows of HBase change.",
						   LSN_FORMAT_ARGS(lsn)),
				 errhint("Load the table again, and start a new stream after the change.")));
	RelationClose(rel);
}

static void
on_change(LogicalDecodingContext *ctx, ReorderBufferTXN *txn, Relation rel,
		  ReorderBufferChange *change)
{
	Plugin	   *plugin = ctx->output_plugin_private;
	StreamRelation *relation;
	TupleTableSlot *old,
			   *new;
	MemoryContext memory;

	if (++plugin->changes % CHANGES_BETWEEN_REPORTS == 0)
		compat_update_progress(ctx, false);
	if (plugin->skip)
		return;
	if (OidIsValid(rel->rd_rel->relrewrite))
	{
		check_rewrite(plugin, rel, change->lsn);
		return;
	}
	switch (change->action)
	{
		case REORDER_BUFFER_CHANGE_INSERT:
		case REORDER_BUFFER_CHANGE_UPDATE:
		case REORDER_BUFFER_CHANGE_DELETE:
			break;
		default:
			return;
	}
	memory = MemoryContextSwitchTo(plugin->change);
	relation = stream_cache_relation(plugin->cache, rel);
	if (!relation->mapped)
		relation->changed_by = txn->xid;
	else
	{
		change_rows(relation, change, &old, &new);
		for (int i = 0; i < relation->nplans; i++)
		{
			StreamPlan *plan = stream_cache_plan(plugin->cache, relation, rel,
												 i);

			add_change(plugin, plan, old, new, relation->full, change->lsn);
		}
	}
	MemoryContextSwitchTo(memory);
	MemoryContextReset(plugin->change);
}

static void
on_truncate(LogicalDecodingContext *ctx, ReorderBufferTXN *txn, int nrelations,
			Relation relations[], ReorderBufferChange *change)
{
	Plugin	   *plugin = ctx->output_plugin_private;
	MemoryContext memory = MemoryContextSwitchTo(plugin->change);

	for (int i = 0; i < nrelations && !plugin->skip; i++)
		if (stream_cache_relation(plugin->cache, relations[i])->mapped)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("TRUNCATE of %s cannot be streamed",
							definition_relation_name(
								RelationGetRelid(relations[i]))),
					 errdetail("The log at %X/%X does not have the removed rows.",
							   LSN_FORMAT_ARGS(change->lsn)),
					 errhint("Truncate and load the table in HBase, and start a new stream. Use DELETE for tables that are streamed.")));
	MemoryContextSwitchTo(memory);
	MemoryContextReset(plugin->change);
}

/* ---- transactions ------------------------------------------------------- */

static void
on_begin(LogicalDecodingContext *ctx, ReorderBufferTXN *txn)
{
	Plugin	   *plugin = ctx->output_plugin_private;

	MemoryContextReset(plugin->transaction);
	plugin->sort = NULL;
	plugin->skip = plugin->options->has_state &&
		txn->end_lsn <= plugin->options->state.lsn;
	if (plugin->skip || plugin->started)
		return;
	plugin->started = true;
	stream_cache_start(plugin->cache);
}

/* Microseconds since 1970. */
static int64
commit_time(const ReorderBufferTXN *txn)
{
	return compat_commit_time(txn) +
		(int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY;
}

static void
on_commit(LogicalDecodingContext *ctx, ReorderBufferTXN *txn,
		  XLogRecPtr commit_lsn)
{
	Plugin	   *plugin = ctx->output_plugin_private;
	StreamOutput *output = &plugin->output;
	StreamCommit commit;
	MemoryContext memory;

	if (!plugin->skip)
	{
		memory = MemoryContextSwitchTo(plugin->change);
		stream_cache_check(plugin->cache, txn);
		MemoryContextSwitchTo(memory);
		MemoryContextReset(plugin->change);
	}
	if (plugin->sort == NULL)
	{
		compat_update_progress(ctx, true);
		return;
	}
	if (output->targets == NULL)
	{
		memory = MemoryContextSwitchTo(ctx->context);
		output->targets = stream_targets(plugin->options->mapping);
		MemoryContextSwitchTo(memory);
	}
	memory = MemoryContextSwitchTo(plugin->transaction);
	commit.lsn = txn->end_lsn;
	commit.time = commit_time(txn);
	commit.stamp = stream_next_stamp(output->last, commit.time);
	commit.xid = txn->xid;
	stream_output_transaction(output, &commit, plugin->sort);
	stream_sort_end(plugin->sort);
	plugin->sort = NULL;
	MemoryContextSwitchTo(memory);
	MemoryContextReset(plugin->transaction);
}

/* ---- the session -------------------------------------------------------- */

/* The server would skip changes that were confirmed but not applied. */
static void
check_position(const StreamState *state)
{
	XLogRecPtr	confirmed = MyReplicationSlot->data.confirmed_flush;

	if (confirmed > state->lsn)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("slot \"%s\" is ahead of the state",
						NameStr(MyReplicationSlot->data.name)),
				 errdetail("The slot is confirmed up to %X/%X, the state has %X/%X.",
						   LSN_FORMAT_ARGS(confirmed),
						   LSN_FORMAT_ARGS((XLogRecPtr) state->lsn)),
				 errhint("HBase or PostgreSQL was restored to another time. Load the tables again, and start a new stream.")));
}

static void
on_startup(LogicalDecodingContext *ctx, OutputPluginOptions *opt, bool is_init)
{
	Plugin	   *plugin;
	StreamState *state;

	opt->output_type = OUTPUT_PLUGIN_BINARY_OUTPUT;
	/* a slot is made without options, and never used in that call */
	if (is_init)
		return;
	plugin = palloc0(sizeof(Plugin));
	plugin->options = stream_options_read(ctx->output_plugin_options);
	state = &plugin->options->state;
	if (plugin->options->has_state)
		check_position(state);
	if (plugin->options->format != STREAM_FRAMES)
		opt->output_type = OUTPUT_PLUGIN_TEXTUAL_OUTPUT;
	/* ALTER TABLE that rewrites a mapped table must not be missed */
	opt->receive_rewrites = true;
	plugin->cache = stream_cache_make(plugin->options->mapping);
	plugin->output.ctx = ctx;
	plugin->output.options = plugin->options;
	plugin->output.last = state->stamp;
	plugin->rows.expressions = CreateStandaloneExprContext();
	plugin->rows.max_cell_size = plugin->options->max_cell_size;
	plugin->rows.skip_rejects = plugin->options->skip_rejects;
	plugin->transaction = AllocSetContextCreate(ctx->context,
												"transaction of a stream",
												ALLOCSET_DEFAULT_SIZES);
	plugin->change = AllocSetContextCreate(ctx->context, "change of a stream",
										   ALLOCSET_DEFAULT_SIZES);
	ctx->output_plugin_private = plugin;
}

void
_PG_output_plugin_init(OutputPluginCallbacks *cb)
{
	cb->startup_cb = on_startup;
	cb->begin_cb = on_begin;
	cb->change_cb = on_change;
	cb->truncate_cb = on_truncate;
	cb->commit_cb = on_commit;
}
