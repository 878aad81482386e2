/*
 * export_rejects.h
 *		Rows that HBase could not take: counted, kept for a table when one is
 *		asked for, and told in one error when there are too many.
 */
#ifndef EXPORT_REJECTS_H
#define EXPORT_REJECTS_H

#include "definition.h"
#include "query_rows.h"

typedef struct ExportRejects ExportRejects;

/*
 * Rejects of a relation, of which at most max are left out (-1: none, and the
 * user has no choice).  table, a name as SQL has it, or NULL: it is made when it
 * is missing, and rows are added.
 */
extern ExportRejects *export_rejects_new(const Definition *def, int64 max, const char *table);

/* Whether rows that builders reject are to be left out; else the first is an error. */
extern bool export_rejects_collect(const ExportRejects *rejects);

/* A row that builders reject, or whose key is NULL without that. */
extern void export_rejects_add_row(ExportRejects *rejects, const struct varlena *key, bool key_rejected,
								   const RowReject *list, int n);

/* A row is bad, and why: where in it ("key", a family), a reason, and a hint. */
extern void export_rejects_add(ExportRejects *rejects, int sqlstate, const uint8_t *key, size_t key_len,
							   const char *place, const char *reason, const char *hint);

/* Are there more than may be?  Then nothing needs to be written any more. */
extern bool export_rejects_too_many(const ExportRejects *rejects);

/*
 * After the last row: an error that shows the first ones when there are too
 * many; else they are stored in the table, and a notice tells their number,
 * which is the result.
 */
extern uint64 export_rejects_finish(ExportRejects *rejects);

/*
 * The query of this relation ended in an error: if builders reject rows, raise
 * one that shows the first of these; else return.
 */
extern void export_rejects_explain(const Definition *def);

#endif							/* EXPORT_REJECTS_H */
