/*
 * export_rejects.h
 *		Collect rejected rows: count them, store them in a table if requested,
 *		and report them in one error when there are too many.
 */
#ifndef EXPORT_REJECTS_H
#define EXPORT_REJECTS_H

#include "port/atomics.h"

#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

typedef struct ExportRejects ExportRejects;

/*
 * Rejects of a relation, of which at most max are skipped (-1: none, and the
 * call has no option for it). table: an SQL name, or NULL. The table is
 * created if missing; rows are added.
 */
extern ExportRejects *export_rejects_new(const Definition *def, int64 max,
										 const char *table);

/* A reject, as a process passes it to another. */
typedef struct ExportReject
{
	int			sqlstate;
	const uint8_t *key;			/* NULL: no key */
	size_t		key_len;
	const char *function;
	const char *values;
	const char *reason;
	const char *hint;
} ExportReject;

/*
 * Rejects of one of several jobs: the function gets each of them, and "count"
 * counts those of all jobs. They are not finished here: the leader adds them
 * to its own.
 */
typedef void (*ExportRejectFunction) (void *context,
									  const ExportReject *reject);

extern ExportRejects *export_rejects_new_job(const Definition *def, int64 max,
											 pg_atomic_uint64 *count,
											 ExportRejectFunction function,
											 void *context);
extern void export_rejects_add_again(ExportRejects *rejects,
									 const ExportReject *reject);

/* Number of rejects so far. */
extern uint64 export_rejects_count(const ExportRejects *rejects);

/*
 * True if rows that builders reject are to be skipped; else the first is an
 * error.
 */
extern bool export_rejects_collect(const ExportRejects *rejects);

/* Add the rejects of a row, or that its key is NULL. */
extern void export_rejects_add_row(ExportRejects *rejects,
								   const RelationRow *row);

/*
 * Add a rejected row: the place in it ("key", a family), the reason, and a
 * hint.
 */
extern void export_rejects_add(ExportRejects *rejects, int sqlstate,
							   const uint8_t *key, size_t key_len,
							   const char *place, const char *reason,
							   const char *hint);

/* True if there are more than allowed, so that writing can stop. */
extern bool export_rejects_too_many(const ExportRejects *rejects);

/*
 * After the last row: raise an error that lists the first rejects if there are
 * too many; else store them in the table, report their number in a NOTICE, and
 * return it.
 */
extern uint64 export_rejects_finish(ExportRejects *rejects);

/*
 * Call after the relation's query ended with an error: raises an error with
 * the first rejected rows if builders reject any; else returns.
 */
extern void export_rejects_explain(const Definition *def);

#endif							/* EXPORT_REJECTS_H */
