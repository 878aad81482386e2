/*
 * compat.h
 *		Differences between PostgreSQL 14 to 18, all in one place.
 */
#ifndef COMPAT_H
#define COMPAT_H

#include "postgres.h"

#if PG_VERSION_NUM < 140000
#error "hbase_schema needs PostgreSQL 14 or later"
#endif

/* 16: the macros of varlena values moved from postgres.h to varatt.h. */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* 18: pg_noreturn, before the declaration, replaces pg_attribute_noreturn. */
#ifndef pg_attribute_noreturn
#define pg_attribute_noreturn()	__attribute__((noreturn))
#endif

/* 16: input functions have soft errors; before, every error is raised. */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
/* 16: make_range() takes a soft-error context. */
#define COMPAT_NO_ESCONTEXT , NULL
#else
#define COMPAT_NO_ESCONTEXT
#define ereturn(context, dummy, ...) \
	do { \
		(void) (context); \
		ereport(ERROR, __VA_ARGS__); \
		return dummy; \
	} while (0)
#endif

/* 18: vacuum_delay_point() takes a flag for ANALYZE. */
#if PG_VERSION_NUM >= 180000
#define compat_vacuum_delay_point()	vacuum_delay_point(true)
#else
#define compat_vacuum_delay_point()	vacuum_delay_point()
#endif

/* 15: a random generator of the process, independent of setseed(). */
#if PG_VERSION_NUM >= 150000
#include "common/pg_prng.h"
#define compat_random_below(n) \
	((uint32) pg_prng_uint64_range(&pg_global_prng_state, 0, (n) - 1))
#else
#define compat_random_below(n)	((uint32) random() % (n))
#endif

/* 15: the state of recovery has a header of its own. */
#if PG_VERSION_NUM >= 150000
#include "access/xlogrecovery.h"
#endif

/*
 * 15: a function returns the timeline of new WAL; before, a global variable.
 */
#if PG_VERSION_NUM >= 150000
#define compat_timeline()	GetWALInsertionTimeLine()
#else
#define compat_timeline()	ThisTimeLineID
#endif

/* 17: a logical message can be flushed at once. */
#if PG_VERSION_NUM >= 170000
#define compat_log_message(prefix) \
	LogLogicalMessage(prefix, "", 0, false, false)
#else
#define compat_log_message(prefix)	LogLogicalMessage(prefix, "", 0, false)
#endif

/* 15: a sort takes its options as bits; before, a bool for random access. */
#if PG_VERSION_NUM < 150000
#define TUPLESORT_RANDOMACCESS	true
#endif

/* 15: unrecognized settings with the extension's prefix are errors. */
#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved(prefix)	EmitWarningsOnPlaceholders(prefix)
#endif

/* 16: one function checks the privileges on any kind of object. */
#if PG_VERSION_NUM >= 160000
#define compat_function_aclcheck(function, role, mode) \
	object_aclcheck(ProcedureRelationId, function, role, mode)
#else
#define compat_function_aclcheck(function, role, mode) \
	pg_proc_aclcheck(function, role, mode)
#endif

/* 15: the function that analyzes a statement without parameters has a name. */
#if PG_VERSION_NUM >= 150000
#define compat_analyze_and_rewrite(raw, sql) \
	pg_analyze_and_rewrite_fixedparams(raw, sql, NULL, 0, NULL)
#else
#define compat_analyze_and_rewrite(raw, sql) \
	pg_analyze_and_rewrite(raw, sql, NULL, 0, NULL)
#endif

/* 15: the parameters of a statement that has their types by its context. */
#if PG_VERSION_NUM >= 150000
#define compat_variable_parameters(pstate, types, n) \
	setup_parse_variable_parameters(pstate, types, n)
#else
#define compat_variable_parameters(pstate, types, n) \
	parse_variable_parameters(pstate, types, n)
#endif

/* 15: the string of a constant of a raw parse tree is a node; or NULL. */
#if PG_VERSION_NUM >= 150000
#define compat_const_string(constant) \
	(!(constant)->isnull && IsA(&(constant)->val, String) ? \
	 (constant)->val.sval.sval : NULL)
#else
#define compat_const_string(constant) \
	(IsA(&(constant)->val, String) ? strVal(&(constant)->val) : NULL)
#endif

/* 18: the executor detects by itself that it runs once. */
#if PG_VERSION_NUM >= 180000
#define compat_executor_run(desc) \
	ExecutorRun(desc, ForwardScanDirection, 0)
#else
#define compat_executor_run(desc) \
	ExecutorRun(desc, ForwardScanDirection, 0, true)
#endif

/* 15: MERGE; 17: JSON_TABLE; 18: the expressions of GROUP BY are an entry. */
#if PG_VERSION_NUM >= 150000
#define compat_is_merge(node)	IsA(node, MergeStmt)
#else
#define compat_is_merge(node)	false
#endif
#if PG_VERSION_NUM >= 170000
#define compat_is_json_table(node)	IsA(node, JsonTable)
#else
#define compat_is_json_table(node)	false
#endif
#if PG_VERSION_NUM >= 180000
#define compat_group_expressions(entry) \
	((entry)->rtekind == RTE_GROUP ? (entry)->groupexprs : NIL)
#else
#define compat_group_expressions(entry)	NIL
#endif

/* 16: a Var lists the outer joins that may make it NULL. */
#if PG_VERSION_NUM >= 160000
#define compat_add_nulling_joins(to, from) \
	((to)->varnullingrels = bms_union((to)->varnullingrels, \
									  (from)->varnullingrels))
#define compat_add_nulling_join(to, rtindex) \
	((to)->varnullingrels = bms_add_member((to)->varnullingrels, rtindex))
#else
#define compat_add_nulling_joins(to, from)	((void) 0)
#define compat_add_nulling_join(to, rtindex)	((void) 0)
#endif

/* 16: one function checks the owner of any kind of object. */
#if PG_VERSION_NUM >= 160000
#define compat_relation_ownercheck(relid, role) \
	object_ownercheck(RelationRelationId, relid, role)
#else
#define compat_relation_ownercheck(relid, role) \
	pg_class_ownercheck(relid, role)
#endif

/* 18: a deferrable primary key is returned only on request. */
#if PG_VERSION_NUM >= 180000
#define compat_primary_key_index(rel)	RelationGetPrimaryKeyIndex(rel, false)
#else
#define compat_primary_key_index(rel)	RelationGetPrimaryKeyIndex(rel)
#endif

/* 18: an index scan can be instrumented. */
#if PG_VERSION_NUM >= 180000
#define compat_index_beginscan(rel, index, snapshot, nkeys) \
	index_beginscan(rel, index, snapshot, NULL, nkeys, 0)
#else
#define compat_index_beginscan(rel, index, snapshot, nkeys) \
	index_beginscan(rel, index, snapshot, nkeys, 0)
#endif

/* 18: generated columns can be virtual: computed when read, and not stored. */
#if PG_VERSION_NUM >= 180000
#define compat_has_virtual_columns(tupdesc) \
	((tupdesc)->constr != NULL && (tupdesc)->constr->has_generated_virtual)
#else
#define compat_has_virtual_columns(tupdesc)	false
#endif

/* 18: the same for one column. */
#if PG_VERSION_NUM >= 180000
#define compat_is_virtual_column(attribute) \
	((attribute)->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL)
#else
#define compat_is_virtual_column(attribute)	false
#endif

/* 16: columns that are missing in one of two tables can be allowed. */
#if PG_VERSION_NUM >= 160000
#define compat_attribute_map(from, to) \
	build_attrmap_by_name_if_req(from, to, false)
#else
#define compat_attribute_map(from, to)	build_attrmap_by_name_if_req(from, to)
#endif

/* 16: a sort of datums returns copies on request only. */
#if PG_VERSION_NUM >= 160000
#define compat_tuplesort_getdatum(sort, value, isnull) \
	tuplesort_getdatum(sort, true, true, value, isnull, NULL)
#else
#define compat_tuplesort_getdatum(sort, value, isnull) \
	tuplesort_getdatum(sort, true, value, isnull, NULL)
#endif

/* 17: the tuples of a decoded change have no buffer around them. */
#if PG_VERSION_NUM >= 170000
#define compat_change_tuple(buffer)	(buffer)
#else
#define compat_change_tuple(buffer) \
	((buffer) != NULL ? &(buffer)->tuple : NULL)
#endif

/* 15: a decoded transaction may be prepared; its time has a union. */
#if PG_VERSION_NUM >= 150000
#define compat_commit_time(txn)	((txn)->xact_time.commit_time)
#else
#define compat_commit_time(txn)	((txn)->commit_time)
#endif

/* 15: progress of decoding tells whether the transaction was skipped. */
#if PG_VERSION_NUM >= 150000
#define compat_update_progress(ctx, skipped) \
	OutputPluginUpdateProgress(ctx, skipped)
#else
#define compat_update_progress(ctx, skipped)	OutputPluginUpdateProgress(ctx)
#endif

/* 18: reverse() exists for text and bytea. */
#if PG_VERSION_NUM >= 180000
#define COMPAT_F_REVERSE	F_REVERSE_TEXT
#else
#define COMPAT_F_REVERSE	F_REVERSE
#endif

#endif							/* COMPAT_H */
