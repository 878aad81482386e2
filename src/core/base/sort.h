/*
 * sort.h
 *		A sort that checks for interrupts.
 */
#ifndef SORT_H
#define SORT_H

#include "core/base/standard.h"

/*
 * Sort like qsort(). The sort is stable if qsort() is stable for runs of
 * CORE_SORT_RUN elements.
 */
#define CORE_SORT_RUN	4096

extern void core_sort(void *base, size_t n, size_t size,
					  int (*compare) (const void *, const void *));

#endif							/* SORT_H */
