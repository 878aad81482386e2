/*
 * collect.h
 *		Collecting what the data refuse: rows that no key or cell can be made
 *		of are noted one by one, where the first would end the statement.
 *
 * A function that makes a key, a part of one, or cells raises an error when its
 * data do not allow it.  Between collect_begin and collect_end it notes the
 * call and the reason instead, and gives NULL (or, for cells, a row that
 * collect_is_refused knows), so that every bad row of a relation can be listed
 * or left out.
 *
 * What still raises: errors that are not of the data (a wrong layout, a type
 * that has no encoding); calls whose arguments are all constants, as these are
 * evaluated by the planner, whose plans outlive the query; and calls within a
 * subtransaction that is not ours, where somebody may wait for the error.
 *
 * In a function:
 *
 *		if (collect_enters(fcinfo))
 *			return collect_call(this_function, fcinfo);
 *
 * comes first; where it finds its data bad, it calls glue_refuse in place of
 * glue_raise.  Nothing is caught but what glue_refuse was told.
 */
#ifndef COLLECT_H
#define COLLECT_H

#include "postgres.h"
#include "fmgr.h"

#include "../core/core.h"
#include "../core/widerow.h"

/* ---- for those who run the query ---------------------------------------- */

/* One refusal, in the server's encoding; good until the function returns. */
typedef struct CollectNote
{
	const char *function;		/* that refused: rowkey_compose, ... */
	const char *values;			/* its arguments, cut where they are long */
	const char *reason;			/* names the component */
	const char *hint;			/* or empty */
	bool		of_key;			/* the function makes keys, else values or cells */
} CollectNote;

typedef void (*CollectFunction) (void *context, const CollectNote *note);

/*
 * From here on every refusal goes to the function, when it happens.  The query
 * that is run meanwhile must have no parallel plan (SPI_prepare makes none).
 * Its rows come after the refusals of their own values, unless the plan sorts
 * or groups in between.  An error ends it too.
 */
extern void collect_begin(CollectFunction function, void *context);
extern void collect_end(void);

/*
 * Whether cells of this family were refused, so that its row is not to be
 * used.  A row whose key was refused has the key NULL.
 */
extern bool collect_is_refused(const WideRow *row);

/*
 * Whether a value was refused since the last call, and no key or cell took up
 * the NULL in its place.  Asked at each row: when the row has a key and no
 * refused cells, it does not show the refusal (SQL may have put something else
 * there), and rows that have it cannot be told from others.
 */
extern bool collect_has_loose(void);

/* ---- for the functions that may refuse ---------------------------------- */

extern bool collect_on;
extern FunctionCallInfo collect_inside;

/* Whether this call is to go through collect_call. */
static inline bool
collect_enters(FunctionCallInfo fcinfo)
{
	return unlikely(collect_on) && collect_inside != fcinfo;
}

/* The function's result; NULL when it refuses. */
extern Datum collect_call(PGFunction function, FunctionCallInfo fcinfo);

/* The same for a part of a key or cell, whose NULL the next call takes up. */
extern Datum collect_call_value(PGFunction function, FunctionCallInfo fcinfo);

/* The same for a wide row; a refused one in place of NULL. */
extern Datum collect_call_row(PGFunction function, FunctionCallInfo fcinfo);

/*
 * The same for an aggregate's transition function; false when it refuses.
 * Then the state is to remember that its end is collect_refused_row.
 */
extern bool collect_transition(PGFunction function, FunctionCallInfo fcinfo, Datum *result);

/*
 * For a call that must not be left, as it changes a state: note the refusal
 * and return true; false when the error is to be raised.
 */
extern bool collect_note(FunctionCallInfo fcinfo, const CoreError *err);

/* A row that collect_is_refused knows. */
extern Datum collect_refused_row(void);

/* Leave the call for collect_call, when there is one; else return. */
extern void collect_refuse(const CoreError *err);

#endif							/* COLLECT_H */
