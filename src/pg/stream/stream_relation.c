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
	if (active != NULL)
		invalidate_plans(active, InvalidOid);
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
	MemoryContextSwitchTo(before);
}

StreamPlan *
stream_cache_plan(StreamCache *cache, const StreamRelation *relation,
				  Relation rel, int *i)
{
	while (++*i < cache->nplans)
	{
		StreamPlan *plan = &cache->plans[*i];

		if (plan->table->base != relation->root)
			continue;
		if (!plan->valid || plan->view == NULL)
		{
			build_plan(plan);
			(void) stream_view_check_identity(plan->view, rel, relation->map);
		}
		return plan;
	}
	return NULL;
}

bool
stream_cache_is_base(const StreamCache *cache, Oid relid)
{
	for (int i = 0; i < cache->nplans; i++)
		if (cache->plans[i].table->base == relid)
			return true;
	return false;
}

/* ---- relations ---------------------------------------------------------- */

/* The relation itself or the root of its partition tree that is mapped. */
static Oid
mapped_root(const StreamCache *cache, Relation rel)
{
	ListCell   *lc;

	if (stream_cache_is_base(cache, RelationGetRelid(rel)))
		return RelationGetRelid(rel);
	if (!rel->rd_rel->relispartition)
		return InvalidOid;
	foreach(lc, get_partition_ancestors(RelationGetRelid(rel)))
		if (stream_cache_is_base(cache, lfirst_oid(lc)))
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
build_mapped(StreamRelation *relation, Relation rel)
{
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
	MemoryContext before;

	if (!found)
	{
		memset(relation, 0, sizeof(StreamRelation));
		relation->relid = relid;
	}
	if (relation->valid && relation->generation == cache->generation)
		return relation;
	if (relation->memory != NULL)
		MemoryContextDelete(relation->memory);
	memset(relation, 0, sizeof(StreamRelation));
	relation->relid = relid;
	relation->valid = true;
	relation->generation = cache->generation;
	relation->root = mapped_root(cache, rel);
	if (!OidIsValid(relation->root))
		return relation;
	relation->memory = AllocSetContextCreate(cache->memory,
											 "relation of a stream",
											 ALLOCSET_SMALL_SIZES);
	before = MemoryContextSwitchTo(relation->memory);
	build_mapped(relation, rel);
	MemoryContextSwitchTo(before);
	/* each plan checks the identity of this relation */
	for (int i = 0; i < cache->nplans; i++)
		if (cache->plans[i].table->base == relation->root &&
			cache->plans[i].view != NULL && cache->plans[i].valid)
			(void) stream_view_check_identity(cache->plans[i].view, rel,
											  relation->map);
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
