/*
 * export_rejects.h
 *		Rows that HBase could not take: counted, kept for a table when one is
 *		asked for, and told in one error when there are too many.
 */
#ifndef EXPORT_REJECTS_H
#define EXPORT_REJECTS_H

#include "collect.h"
#include "definition.h"

typedef struct ExportRejects ExportRejects;

/*
 * Rejects of a relation, of which at most max are left out (-1: none, and the
 * user has no choice).  table, a name as SQL has it, or NULL: it is made when it
 * is missing, and rows are added.
 */
extern ExportRejects *export_rejects_new(const Definition *def, int64 max, const char *table);

/* Whether what builders refuse is to be collected, so that it can be left out. */
extern bool export_rejects_collect(const ExportRejects *rejects);

/* A refusal (collect.h), before the row that it is of; context is the rejects. */
extern void export_rejects_note(void *context, const CollectNote *note);

/* A row came whose key (NULL) or cells were refused, or whose key is just NULL. */
extern void export_rejects_refused(ExportRejects *rejects, const struct varlena *key);

/* A row came of which nothing was refused. */
extern void export_rejects_passed(ExportRejects *rejects);

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
 * The query of this relation ended in an error: if the data were refused, raise
 * one that shows the first rows of all that are; else return.
 */
extern void export_rejects_explain(const Definition *def);

#endif							/* EXPORT_REJECTS_H */
