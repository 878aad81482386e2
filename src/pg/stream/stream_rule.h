/*
 * stream_rule.h
 *		Which expressions a change stream can evaluate.
 */
#ifndef STREAM_RULE_H
#define STREAM_RULE_H

#include "postgres.h"
#include "nodes/primnodes.h"

/*
 * The reason why a planned expression over one table cannot be evaluated on
 * rows of the log, as a sentence; NULL if it can. Only IMMUTABLE functions and
 * operators in C of pg_catalog and of this extension are allowed, and only
 * their types.
 */
extern char *stream_rule_problem(Expr *expr);

#endif							/* STREAM_RULE_H */
