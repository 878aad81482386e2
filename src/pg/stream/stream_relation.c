/*
 * stream_relation.c
 *		The relations whose changes the log has, and the mappings that use
 *		them.
 */
#include "pg/base/compat.h"

#include "access/sysattr.h"
#include "access/tupconvert.h"
#include "catalog/partition.h"
#include "executor/executor.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "pg/stream/stream_relation.h"

struct StreamCache
{
	MemoryContext memory;
	uint64		generation;		/* grows when a mapped relation changes */
	uint64		checked;		/* the generation of the last check */
	HTAB	   *relations;
	int			nplans;
	StreamPlan *plans;
};

/* ---- invalidation ------------------------------------------------------- */

/* Callbacks cannot be removed; they use the cache of the current stream. */
static StreamCache *active = NULL;

static void
forget_cache(void *cache)
{
	if (active == cache)
		active = NULL;
}

static void
invalidate_plans(StreamCache *cache, Oid relid)
{
	for (int i = 0; i < cache->nplans; i++)
	{
		StreamPlan *plan = &cache->plans[i];

		if (OidIsValid(relid) && plan->table->relid != relid &&
			plan->table->base != relid)
			continue;
		plan->valid = false;
		cache->generation++;
	}
}

/* Only relations of mappings count. */
static void
on_relation_change(Datum arg, Oid relid)
{
	StreamRelation *relation;

	if (active == NULL)
		return;
	invalidate_plans(active, relid);
	for (int i = 0; i < active->nplans; i++)
		if (stream_partitions_has(&active->plans[i].partitions, relid))
			active->generation++;
	if (OidIsValid(relid))
	{
		relation = hash_search(active->relations, &relid, HASH_FIND, NULL);
		if (relation != NULL)
			relation->valid = false;
	}
	else
		active->generation++;
}

/* A function that the planner inlined may have changed. */
static void
on_function_change(Datum arg, int cacheid, uint32 hashvalue)
{
	for (int i = 0; active != NULL && i < active->nplans; i++)
	{
		StreamPlan *plan = &active->plans[i];

		if (plan->view == NULL || !plan->view->inlined)
			continue;
		plan->valid = false;
		active->generation++;
	}
}

StreamCache *
stream_cache_make(const StreamMapping *mapping)
{
	static bool registered = false;
	StreamCache *cache = palloc0(sizeof(StreamCache));
	MemoryContextCallback *callback = palloc(sizeof(MemoryContextCallback));
	HASHCTL		control;

	cache->memory = CurrentMemoryContext;
	cache->nplans = mapping->ntables;
	cache->plans = palloc0(sizeof(StreamPlan) * cache->nplans);
	for (int i = 0; i < cache->nplans; i++)
	{
		cache->plans[i].table = &mapping->tables[i];
		cache->plans[i].number = i;
		cache->plans[i].memory = AllocSetContextCreate(cache->memory,
													   "mapping of a stream",
													   ALLOCSET_DEFAULT_SIZES);
	}
	memset(&control, 0, sizeof(control));
	control.keysize = sizeof(Oid);
	control.entrysize = sizeof(StreamRelation);
	control.hcxt = cache->memory;
	cache->relations = hash_create("relations of a stream", 64, &control,
								   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	if (!registered)
	{
		CacheRegisterRelcacheCallback(on_relation_change, (Datum) 0);
		CacheRegisterSyscacheCallback(PROCOID, on_function_change, (Datum) 0);
		registered = true;
	}
	callback->func = forget_cache;
	callback->arg = cache;
	MemoryContextRegisterResetCallback(cache->memory, callback);
	active = cache;
	return cache;
}

/* ---- mappings ----------------------------------------------------------- */

static void
refuse_changed(const StreamTable *table)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the mapping of %s has changed", table->relation),
			 errdetail("At this point of the log its view or table is another one than that of hbase.stream_mapping()."),
			 errhint("Load the table again, and start a new stream after the change.")));
}

static void
build_plan(StreamPlan *plan)
{
	const StreamTable *table = plan->table;
	MemoryContext before;
	Relation	rel;
	StreamView *view;

	/* first: what invalidates it meanwhile must not be lost */
	plan->valid = true;
	MemoryContextReset(plan->memory);
	plan->view = NULL;
	before = MemoryContextSwitchTo(plan->memory);
	rel = RelationIdGetRelation(table->relid);
	if (!RelationIsValid(rel))
		refuse_changed(table);
	if (table->key > RelationGetNumberOfAttributes(rel))
		refuse_changed(table);
	for (int f = 0; f < table->nfamilies; f++)
		if (table->columns[f] > RelationGetNumberOfAttributes(rel))
			refuse_changed(table);
	RelationClose(rel);
	view = stream_view_read(table->relid, table->key, table->nfamilies,
							table->columns);
	if (view->base != table->base || strcmp(view->digest, table->digest) != 0)
		refuse_changed(table);
	plan->key = ExecInitExpr(view->key, NULL);
	plan->condition = view->condition == NULL ? NULL :
		ExecInitExpr(view->condition, NULL);
	plan->families = palloc(sizeof(ExprState *) * view->nfamilies);
	for (int f = 0; f < view->nfamilies; f++)
		plan->families[f] = ExecInitExpr(view->families[f], NULL);
	plan->condition_in_key = bms_is_subset(view->condition_columns,
										   view->key_columns);
	plan->view = view;
	plan->used = true;
	MemoryContextSwitchTo(before);
}

StreamPlan *
stream_cache_plan(StreamCache *cache, const StreamRelation *relation,
				  Relation rel, int i)
{
	StreamPlan *plan = &cache->plans[relation->plans[i]];

	if (!plan->valid || plan->view == NULL)
	{
		build_plan(plan);
		(void) stream_view_check_identity(plan->view, rel, relation->map);
	}
	return plan;
}

/* ---- relations ---------------------------------------------------------- */

static bool
is_base(const StreamCache *cache, Oid relid)
{
	for (int i = 0; i < cache->nplans; i++)
		if (cache->plans[i].table->base == relid)
			return true;
	return false;
}

Oid
stream_cache_root(const StreamCache *cache, Relation rel)
{
	ListCell   *lc;

	if (is_base(cache, RelationGetRelid(rel)))
		return RelationGetRelid(rel);
	if (!rel->rd_rel->relispartition)
		return InvalidOid;
	foreach(lc, get_partition_ancestors(RelationGetRelid(rel)))
		if (is_base(cache, lfirst_oid(lc)))
			return lfirst_oid(lc);
	return InvalidOid;
}

static TupleTableSlot *
make_slot(TupleDesc desc)
{
	return MakeSingleTupleTableSlot(CreateTupleDescCopyConstr(desc),
									&TTSOpsVirtual);
}

static void
build_mapped(StreamCache *cache, StreamRelation *relation, Relation rel)
{
	relation->plans = palloc(sizeof(int) * cache->nplans);
	for (int i = 0; i < cache->nplans; i++)
		if (cache->plans[i].table->base == relation->root)
			relation->plans[relation->nplans++] = i;
	relation->full = rel->rd_rel->relreplident == REPLICA_IDENTITY_FULL;
	for (int i = 0; i < 2; i++)
		relation->slots[i] = make_slot(RelationGetDescr(rel));
	if (relation->root != relation->relid)
	{
		Relation	root = RelationIdGetRelation(relation->root);

		if (!RelationIsValid(root))
			elog(ERROR, "relation %u does not exist", relation->root);
		relation->map = compat_attribute_map(RelationGetDescr(rel),
											 RelationGetDescr(root));
		for (int i = 0; i < 2 && relation->map != NULL; i++)
			relation->root_slots[i] = make_slot(RelationGetDescr(root));
		RelationClose(root);
	}
}

StreamRelation *
stream_cache_relation(StreamCache *cache, Relation rel)
{
	Oid			relid = RelationGetRelid(rel);
	bool		found;
	StreamRelation *relation = hash_search(cache->relations, &relid,
										   HASH_ENTER, &found);
	TransactionId changed_by;
	MemoryContext before;

	if (!found)
	{
		memset(relation, 0, sizeof(StreamRelation));
		relation->relid = relid;
	}
	changed_by = relation->changed_by;
	if (relation->valid && relation->generation == cache->generation)
		return relation;
	if (relation->memory != NULL)
		MemoryContextDelete(relation->memory);
	memset(relation, 0, sizeof(StreamRelation));
	relation->relid = relid;
	relation->valid = true;
	relation->generation = cache->generation;
	relation->changed_by = changed_by;
	relation->root = stream_cache_root(cache, rel);
	if (!OidIsValid(relation->root))
		return relation;
	relation->memory = AllocSetContextCreate(cache->memory,
											 "relation of a stream",
											 ALLOCSET_SMALL_SIZES);
	before = MemoryContextSwitchTo(relation->memory);
	build_mapped(cache, relation, rel);
	MemoryContextSwitchTo(before);
	/* each plan checks the identity of this relation */
	for (int i = 0; i < relation->nplans; i++)
	{
		StreamPlan *plan = &cache->plans[relation->plans[i]];

		if (plan->view != NULL && plan->valid)
			(void) stream_view_check_identity(plan->view, rel, relation->map);
	}
	relation->mapped = true;
	return relation;
}

TupleTableSlot *
stream_relation_slot(StreamRelation *relation, HeapTuple tuple, int which,
					 bool kept)
{
	TupleTableSlot *old = relation->slots[0];
	TupleTableSlot *slot = relation->slots[which];
	TupleDesc	desc = slot->tts_tupleDescriptor;

	ExecClearTuple(slot);
	heap_deform_tuple(tuple, desc, slot->tts_values, slot->tts_isnull);
	for (int i = 0; kept && i < desc->natts; i++)
	{
		/* a value that was not written anew is on disk */
		if (!slot->tts_isnull[i] &&
			TupleDescAttr(desc, i)->attlen == -1 &&
			!TupleDescAttr(desc, i)->attisdropped &&
			VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(slot->tts_values[i])))
		{
			slot->tts_values[i] = old->tts_values[i];
			slot->tts_isnull[i] = old->tts_isnull[i];
		}
	}
	ExecStoreVirtualTuple(slot);
	if (relation->map != NULL)
		slot = execute_attr_map_slot(relation->map, slot,
									 relation->root_slots[which]);
	return slot;
}

/* ---- changes of the catalog --------------------------------------------- */

void
stream_cache_start(StreamCache *cache)
{
	MemoryContext before = MemoryContextSwitchTo(cache->memory);

	for (int i = 0; i < cache->nplans; i++)
		stream_partitions_read(cache->plans[i].table->base,
							   &cache->plans[i].partitions);
	MemoryContextSwitchTo(before);
}

/* The cache and a transaction, for is_changed. */
typedef struct Check
{
	StreamCache *cache;
	const ReorderBufferTXN *txn;
} Check;

static bool
is_changed(void *context, Oid table)
{
	Check	   *check = context;
	StreamRelation *relation = hash_search(check->cache->relations, &table,
										   HASH_FIND, NULL);

	return relation != NULL && relation->changed_by == check->txn->xid;
}

/* Whether the view or table of a mapping exists. */
static bool
exists(const StreamPlan *plan)
{
	Relation	rel = RelationIdGetRelation(plan->table->relid);

	if (!RelationIsValid(rel))
		return false;
	RelationClose(rel);
	return true;
}

void
stream_cache_check(StreamCache *cache, const ReorderBufferTXN *txn)
{
	Check		check = {cache, txn};

	if (cache->checked == cache->generation)
		return;
	cache->checked = cache->generation;
	for (int i = 0; i < cache->nplans; i++)
	{
		StreamPlan *plan = &cache->plans[i];
		StreamPartitions partitions;
		MemoryContext before;

		/* a mapping that was not used yet may be made later */
		if (!plan->valid && (plan->used || exists(plan)))
			build_plan(plan);
		before = MemoryContextSwitchTo(cache->memory);
		stream_partitions_read(plan->table->base, &partitions);
		stream_partitions_check(plan->table->relation, &plan->partitions,
								&partitions, txn, is_changed, &check);
		if (plan->partitions.tables != NULL)
			pfree(plan->partitions.tables);
		plan->partitions = partitions;
		MemoryContextSwitchTo(before);
	}
}
