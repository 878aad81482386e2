/*
 * outcome.h
 *		Outcomes: the result of a call, either a value or the reasons why its
 *		data were rejected.
 *
 * A reader that reports rejected rows (query_rows.h) replaces calls of this
 * extension's functions in its query by hbase_internal.outcome(). Its result
 * type hbase_internal.outcome holds the value, or the rejects. If an argument
 * of such a call is an outcome, it is unpacked; rejects of an argument become
 * the rejects of the call. So rejects reach the reader with the row, as data:
 * through sorts, joins, aggregates and parallel workers.
 *
 * Every outcome contains the type of its value, and a call accepts no other
 * type: a user who calls these functions directly gets an error at worst.
 */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"

#include "core/base/error.h"
#include "pg/base/compat.h"

/* The reason why a call rejected its data, in the server's encoding. */
typedef struct Reject
{
	const char *function;		/* the function that rejects:
								 * rowkey_compose, ... */
	const char *values;			/* its arguments; long ones are truncated */
	const char *reason;			/* names the component */
	const char *hint;			/* or empty */
} Reject;

/* ---- for readers of a query's rows -------------------------------------- */

/*
 * Get the value of an outcome that is not NULL; by_value: its type is passed
 * by value. False: rejected.
 */
extern bool outcome_value(Datum outcome, bool by_value, Datum *value);

/*
 * Call the function for each reject of such an outcome; pointers are valid
 * until it returns.
 */
typedef void (*RejectFunction) (void *context, const Reject *reject);

extern void outcome_rejects(Datum outcome, RejectFunction function,
							void *context);

/* ---- for functions that return outcomes --------------------------------- */

/* A call of another function by a function that returns an outcome. */
typedef struct OutcomeSite
{
	FunctionCallInfo call;		/* the described call */
	const char *name;			/* of the function */
	struct OutcomeShape *shape;
} OutcomeSite;

/*
 * The call described by argument number `which`, an oidvector: the function
 * and the types of its arguments, which follow; earlier arguments are passed
 * on. Kept in fn_extra.
 */
extern OutcomeSite *outcome_site(FunctionCallInfo fcinfo, int which);

/* Unpack the arguments into site->call; false: some were rejected. */
extern bool outcome_take_args(OutcomeSite *site, FunctionCallInfo fcinfo,
							  StringInfo *rejects);

/* The arguments of site->call as text, for a reject. */
extern const char *outcome_values(const OutcomeSite *site);

/* Append a reject to a string, which is created for the first one. */
extern void outcome_add_reject(StringInfo *rejects, const char *function,
							   const char *values, const CoreError *err);
extern Datum outcome_of_rejects(StringInfo rejects);

/* The outcome of a value that is not NULL. */
extern Datum outcome_of_value(Oid type, Datum value);

/* Raise the error for an invalid description. */
extern void outcome_wrong_call(void) pg_attribute_noreturn();

/* ---- for the rewriting of queries --------------------------------------- */

/*
 * True if a call of this function ('f') or aggregate ('a') can be replaced: it
 * is one of this extension's, in C, and its arguments have these types.
 */
extern bool outcome_can_call(Oid function, char kind, int nargs,
							 const Oid *types);

#endif							/* OUTCOME_H */
