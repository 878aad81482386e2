/*
 * outcome.h
 *		Outcomes: what a call came to, a value or why its data were rejected.
 *
 * A reader that reports rejected rows (query_rows.h) has the calls of our own
 * functions in its query made by hbase.outcome() instead, whose result is of
 * type hbase.outcome: the value, or the rejects.  An outcome that is an argument
 * of such a call is unpacked; one of rejects becomes the call's outcome.  So
 * the rejects come to the reader with the row, as data: through sorts, joins,
 * aggregates and parallel workers.
 *
 * Every outcome names its value's type, and a call takes no other: what a user
 * makes of these functions by hand is an error at worst.
 */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"

#include "../core/core.h"
#include "glue.h"

/* Why a call rejected its data, in the server's encoding. */
typedef struct Reject
{
	const char *function;		/* that rejects: rowkey_compose, ... */
	const char *values;			/* its arguments, cut where they are long */
	const char *reason;			/* names the component */
	const char *hint;			/* or empty */
} Reject;

/* ---- for those who read a query's rows ----------------------------------- */

/*
 * The value in an outcome that is not NULL, of a type that is passed by value
 * or not; false: it is rejected.
 */
extern bool outcome_value(Datum outcome, bool by_value, Datum *value);

/* Call the function for each reject of such an outcome; good until it returns. */
typedef void (*RejectFunction) (void *context, const Reject *reject);

extern void outcome_rejects(Datum outcome, RejectFunction function, void *context);

/* ---- for the functions that make outcomes -------------------------------- */

/* A call of another function, made by one whose result is an outcome. */
typedef struct OutcomeSite
{
	FunctionCallInfo call;		/* the call to make */
	const char *name;			/* of the function */
	struct OutcomeShape *shape;
} OutcomeSite;

/*
 * The call that argument number `which`, an oidvector, describes: the function
 * and the types of its arguments, which follow; those before it are passed on.
 * Kept in fn_extra.
 */
extern OutcomeSite *outcome_site(FunctionCallInfo fcinfo, int which);

/* Unpack the arguments into site->call; false: some were rejected. */
extern bool outcome_take_args(OutcomeSite *site, FunctionCallInfo fcinfo, StringInfo *rejects);

/* The arguments of site->call as text, for a reject. */
extern const char *outcome_values(const OutcomeSite *site);

/* Rejects are gathered in a string that is made for the first. */
extern void outcome_add_reject(StringInfo *rejects, const char *function, const char *values, const CoreError *err);
extern Datum outcome_of_rejects(StringInfo rejects);

/* The outcome of a value, which is not NULL. */
extern Datum outcome_of_value(Oid type, Datum value);

/* Raise the error for a description that is wrong. */
extern void outcome_wrong_call(void) pg_attribute_noreturn();

/* ---- for those who put such calls into queries ---------------------------- */

/*
 * Can a call of this function ('f') or aggregate ('a') be made so?  It is
 * one of ours, in C, and these are the types of its arguments.
 */
extern bool outcome_can_call(Oid function, char kind, int nargs, const Oid *types);

#endif							/* OUTCOME_H */
