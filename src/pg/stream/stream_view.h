/*
 * stream_view.h
 *		The mapping of a relation, as a change stream evaluates it: the
 *		expressions of a view over the columns of one table.
 */
#ifndef STREAM_VIEW_H
#define STREAM_VIEW_H

#include "postgres.h"
#include "access/attmap.h"
#include "nodes/bitmapset.h"
#include "nodes/primnodes.h"
#include "utils/rel.h"

typedef struct StreamView
{
	Oid			relid;			/* the view, or the table itself */
	Oid			base;			/* its table; of partitions, the root */
	Expr	   *key;			/* over base as number 1, planned */
	int			nfamilies;
	Expr	  **families;
	Expr	   *condition;		/* or NULL */
	/* columns of base, less FirstLowInvalidHeapAttributeNumber */
	Bitmapset  *key_columns;
	Bitmapset  *condition_columns;
	Bitmapset  *columns;		/* all that are used */
	bool		inlined;		/* depends on functions of users */
	char		digest[65];		/* of the expressions: changes with them */
} StreamView;

/*
 * Read the mapping from the catalog, in the current memory context. key and
 * families are columns of the relation. Takes no locks. An error if changes of
 * the relation cannot be streamed.
 */
extern StreamView *stream_view_read(Oid relid, AttrNumber key, int nfamilies,
									const AttrNumber *families);

/*
 * Check that the log has what the mapping needs of changed rows of a table:
 * base or a partition, with a map from its columns to those of base or NULL.
 * Returns true if its replica identity is FULL.
 */
extern bool stream_view_check_identity(const StreamView *view, Relation rel,
									   const AttrMap *map);

/* Raise the error that changes of the relation cannot be streamed. */
extern void stream_view_refuse(Oid relid, const char *detail, const char *hint)
	pg_attribute_noreturn();

#endif							/* STREAM_VIEW_H */
