/*
 * filter_scan.h
 *		Run a scan with a filter over rows in key order.
 */
#ifndef FILTER_SCAN_H
#define FILTER_SCAN_H

#include "core/filter/filter_tree.h"
#include "core/widerow/widerow_visible.h"

typedef struct FilterScan FilterScan;

/*
 * Begin a scan.  Families are in the order of their names. filter may be NULL;
 * it has state, so use it in one scan at a time.
 */
extern FilterScan *filter_scan_new(Filter *filter, const WideRead *read,
								   uint32_t families);
extern void filter_scan_free(FilterScan *scan);

/*
 * Scan the next row, in key order. *results has n cells (0: the row is
 * excluded), valid until the next call.
 */
extern void filter_scan_row(FilterScan *scan, const uint8_t *key,
							size_t key_len, const FilterFamily *families,
							const FilterResult **results, uint32_t *n);

/* Whether the scan has ended: later rows need not be read. */
extern bool filter_scan_is_done(const FilterScan *scan);

#endif							/* FILTER_SCAN_H */
