/*
 * layout_question.h
 *		Conditions in JSON: an object of fields with the condition on each.
 */
#ifndef LAYOUT_QUESTION_H
#define LAYOUT_QUESTION_H

#include "utils/jsonb.h"

#include "core/layout/layout_condition.h"
#include "core/layout/layout_scan.h"

/*
 * The conditions of a JSON object, one per field, as layout_prepare expects
 * them; in the current memory context. A condition is a value, an array of
 * values, a range as text ("[1,9)", not for text fields), {"from": value,
 * "to": value} with one or both, or {"prefix": text}. A name that is not a
 * field is an error, unless others_too.
 */
extern bool layout_question(const Layout *layout, Jsonb *question,
							bool others_too, LayoutCondition *conditions,
							CoreError *err);

/*
 * The values of a JSON object with a value for each field, or for the first
 * *n fields; null is VALUE_NULL. In the current memory context.
 */
extern bool layout_question_values(const Layout *layout, Jsonb *object,
								   CoreValue *values, int *n, CoreError *err);

/*
 * The layouts of a table that a question is about: set which[i] for those that
 * have all its fields. An error if there is none. With others_too, names that
 * are not fields of any layout do not count.
 */
extern bool layout_question_select(Layout *const *layouts, int n,
								   Jsonb *question, bool others_too,
								   bool *which, CoreError *err);

/* Add ranges to those of other layouts: in key order, and disjoint. */
extern void layout_question_add(LayoutRanges *all, const LayoutRanges *more);

#endif							/* LAYOUT_QUESTION_H */
