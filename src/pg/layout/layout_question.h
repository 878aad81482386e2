/*
 * layout_question.h
 *		Conditions in JSON: an object of fields with the condition on each.
 */
#ifndef LAYOUT_QUESTION_H
#define LAYOUT_QUESTION_H

#include "utils/jsonb.h"

#include "core/layout/layout_condition.h"

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

#endif							/* LAYOUT_QUESTION_H */
