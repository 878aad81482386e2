/*
 * stream_relation.h
 *		The relations whose changes the log has, and the mappings that use
 *		them, compiled and kept until the catalog changes.
 */
#ifndef STREAM_RELATION_H
#define STREAM_RELATION_H

#include "postgres.h"
#include "executor/tuptable.h"
#include "nodes/execnodes.h"
#include "utils/rel.h"

#include "core/base/buffer.h"
#include "pg/stream/stream_mapping.h"
#include "pg/stream/stream_partition.h"
#include "pg/stream/stream_view.h"

/* A mapping, compiled. */
typedef struct StreamPlan
{
	const StreamTable *table;
	int			number;			/* of the table */
	bool		valid;
	MemoryContext memory;
	StreamView *view;			/* NULL: not read yet */
	bool		used;			/* it was valid once */
	StreamPartitions partitions;	/* of the base, after the last
									 * transaction */
	bool		condition_in_key;	/* the replica identity has its columns */
	ExprState  *key;
	ExprState  *condition;		/* or NULL */
	ExprState **families;
} StreamPlan;

/* A relation whose changes the log has. */
typedef struct StreamRelation
{
	Oid			relid;			/* key of the hash table */
	bool		valid;
	uint64		generation;
	bool		mapped;			/* by some plan */
	Oid			root;			/* the base of its plans */
	bool		full;			/* its replica identity is FULL */
	TransactionId changed_by;	/* the last transaction that changed it while
								 * it was not mapped */
	AttrMap    *map;			/* from its columns to root's, or NULL */
	MemoryContext memory;
	int			nplans;
	int		   *plans;			/* numbers of the plans of root */
	TupleTableSlot *slots[2];	/* of the row before and after */
	TupleTableSlot *root_slots[2];	/* the same as rows of root */
} StreamRelation;

typedef struct StreamCache StreamCache;

/*
 * A new cache, in the current memory context, for a mapping. A process has one
 * at a time.
 */
extern StreamCache *stream_cache_make(const StreamMapping *mapping);

/* The relation, of the row's table in the log. */
extern StreamRelation *stream_cache_relation(StreamCache *cache, Relation rel);

/* The base of some mapping that a table belongs to; InvalidOid: none. */
extern Oid	stream_cache_root(const StreamCache *cache, Relation rel);

/* Before the first transaction: remember the partitions. */
extern void stream_cache_start(StreamCache *cache);

/*
 * At the end of a transaction, check mappings whose relations have changed: an
 * error if one no longer fits, or if rows came or went with a partition.
 */
extern void stream_cache_check(StreamCache *cache,
							   const ReorderBufferTXN *txn);

/*
 * Plan i of a mapped relation, valid. An error if the mapping does not fit the
 * catalog.
 */
extern StreamPlan *stream_cache_plan(StreamCache *cache,
									 const StreamRelation *relation,
									 Relation rel, int i);

/*
 * The row of a tuple, 0: before, 1: after, as a row of the base. With "kept",
 * the values that the log lacks are those of the row before, which was made
 * last.
 */
extern TupleTableSlot *stream_relation_slot(StreamRelation *relation,
											HeapTuple tuple, int which,
											bool kept);

#endif							/* STREAM_RELATION_H */
