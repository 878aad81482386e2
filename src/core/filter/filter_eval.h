/*
 * filter_eval.h
 *		The filters of HBase: their result for each row and cell.
 */
#ifndef FILTER_EVAL_H
#define FILTER_EVAL_H

#include "core/filter/filter_tree.h"

/* ---- FuzzyRowFilter ----------------------------------------------------- */

/*
 * Whether a row matches a pattern (FuzzyRowFilter.satisfies).  Mask 0: the
 * bytes must be equal; 1: any byte.  Longer rows match by prefix, shorter rows
 * by the bytes they have.
 */
extern bool filter_fuzzy_matches(const uint8_t *key, size_t key_len,
								 const uint8_t *pattern, const uint8_t *mask,
								 size_t len);

/* ---- what a scan asks a filter (filter_eval.c), in this order ----------- */

/* Whether the scan ends. */
extern bool filter_all_remaining(const Filter *filter);

/* Whether the row key excludes the row. */
extern bool filter_row_key_out(Filter *filter, const uint8_t *key, size_t len);

/* Evaluate a cell, and transform an included cell. */
extern FilterCode filter_judge(Filter *filter, const FilterCell *at);
extern void filter_transform(const Filter *filter, FilterResult *result);

/*
 * Whether the filter needs all cells of a row.  It may then remove some;
 * returns the number of remaining cells.
 */
extern bool filter_wants_row(const Filter *filter);
extern uint32_t filter_row_cells(const Filter *filter,
								 const FilterFamily *families,
								 FilterResult *results, uint32_t n);

/*
 * Whether the row is excluded, after all its cells.  Then the next row begins.
 */
extern bool filter_row_out(Filter *filter);
extern void filter_reset(Filter *filter);

#endif							/* FILTER_EVAL_H */
