/*
 * layout_literal.h
 *		Text as a field's value, or as a range of values, whatever the session's
 *		settings: untyped literals of SQL, and strings of questions in JSON.
 */
#ifndef LAYOUT_LITERAL_H
#define LAYOUT_LITERAL_H

#include "layout_site.h"

/*
 * Read text (UTF-8, which must live as long as *v) as the field's type: times
 * in ISO form with their offset, bytea in hex.
 */
extern bool layout_read_literal(const LayoutField *field, const char *p, size_t n,
								CoreValue *v, CoreError *err);

/* text, bytea and jsonb: any text may be a value of theirs. */
extern bool layout_is_textual(const LayoutField *field);

/* Is it written as a range, "[a,b)"? */
extern bool layout_is_range_literal(const char *p, size_t n);

/* Read such a text of a field that is not textual as the item of a condition. */
extern bool layout_read_range(const LayoutField *field, const char *p, size_t n,
							  LayoutItem *item, CoreError *err);

/* The error of an item whose lower bound is above its upper one. */
extern bool layout_check_bounds(const LayoutField *field, const LayoutItem *item,
								CoreError *err);

/* A field's value as layout_prepare expects it. */
extern bool layout_condition_value(const LayoutField *field, CoreValue *v, CoreError *err);

/* Any number as a value of a field of floats. */
extern bool layout_read_float(const LayoutField *field, const CoreValue *given,
							  CoreValue *v, CoreError *err);

/* The error of a condition that is NULL. */
extern bool layout_null_condition(const LayoutField *field, CoreError *err);

/* Append an item to a condition, whose memory is palloc's. */
extern void layout_add_item(LayoutCondition *condition, const LayoutItem *item);

#endif							/* LAYOUT_LITERAL_H */
