/*
 * layout_literal.h
 *		Read text as a field's value, or as a range of values, independent of
 *		the session's settings: untyped literals of SQL, and strings in JSON
 *		conditions.
 */
#ifndef LAYOUT_LITERAL_H
#define LAYOUT_LITERAL_H

#include "core/layout/layout_condition.h"

/*
 * Read text (UTF-8, which must live as long as *v) as the field's type: times
 * in ISO form with an offset, bytea in hex.
 */
extern bool layout_read_literal(const LayoutField *field, const char *p,
								size_t n, CoreValue *v, CoreError *err);

/* True for text, bytea and jsonb, whose values may be any text. */
extern bool layout_is_textual(const LayoutField *field);

/* True if the text has the form of a range, "[a,b)". */
extern bool layout_is_range_literal(const char *p, size_t n);

/*
 * Read such a text, for a field that is not textual, as an item of a
 * condition.
 */
extern bool layout_read_range(const LayoutField *field, const char *p,
							  size_t n, LayoutItem *item, CoreError *err);

/* Set the error for an item whose lower bound is above its upper bound. */
extern bool layout_check_bounds(const LayoutField *field,
								const LayoutItem *item, CoreError *err);

/* Convert a value as layout_prepare expects it. */
extern bool layout_condition_value(const LayoutField *field, CoreValue *v,
								   CoreError *err);

/* Convert any number to a value of a float field. */
extern bool layout_read_float(const LayoutField *field, const CoreValue *given,
							  CoreValue *v, CoreError *err);

/* Set the error for a condition that is NULL. */
extern bool layout_null_condition(const LayoutField *field, CoreError *err);

/* Append an item to a condition, whose memory is palloc's. */
extern void layout_add_item(LayoutCondition *condition,
							const LayoutItem *item);

#endif							/* LAYOUT_LITERAL_H */
