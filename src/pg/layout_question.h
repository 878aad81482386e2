/*
 * layout_question.h
 *		A question in JSON: fields by name, and what is known of each.
 */
#ifndef LAYOUT_QUESTION_H
#define LAYOUT_QUESTION_H

#include "utils/jsonb.h"

#include "layout_site.h"

/*
 * The conditions of a question, one per field, as layout_prepare takes them; in
 * the current memory context.  What is known of a field is a value, an array of
 * values, a range as text ("[1,9)", not of text), {"from": value, "to": value}
 * with either of both, or {"prefix": text}.  A name that is no field is an
 * error, unless others_too.
 */
extern bool layout_question(const Layout *layout, Jsonb *question, bool others_too,
							LayoutCondition *conditions, CoreError *err);

#endif							/* LAYOUT_QUESTION_H */
