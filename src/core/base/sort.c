/*
 * sort.c
 *		A sort that checks for interrupts: runs of CORE_SORT_RUN elements by
 *		qsort(), then merges.
 *
 * A single qsort() of millions of elements takes seconds. It cannot be left by
 * a longjmp from its comparison, because it may hold memory.
 */
#include <stdlib.h>

#include "core/base/host.h"
#include "core/base/sort.h"

typedef int (*Compare) (const void *, const void *);

/* Merge two sorted arrays into dst. Equal elements of the first come first. */
static void
merge(const uint8_t *left, size_t nleft, const uint8_t *right, size_t nright,
	  uint8_t *dst, size_t size, Compare compare)
{
	for (size_t i = 0; nleft > 0 && nright > 0; i++, dst += size)
	{
		if (i % CORE_SORT_RUN == 0)
			core_check_interrupts();
		if (compare(left, right) <= 0)
		{
			memcpy(dst, left, size);
			left += size;
			nleft--;
		}
		else
		{
			memcpy(dst, right, size);
			right += size;
			nright--;
		}
	}
	memcpy(dst, left, nleft * size);
	memcpy(dst + nleft * size, right, nright * size);
}

void
core_sort(void *base, size_t n, size_t size, Compare compare)
{
	uint8_t    *from = base;
	uint8_t    *to;

	if (n <= CORE_SORT_RUN)
	{
		if (n > 1)
			qsort(base, n, size, compare);
		return;
	}
	for (size_t i = 0; i < n; i += CORE_SORT_RUN)
	{
		size_t		left = n - i;

		core_check_interrupts();
		qsort(from + i * size, left < CORE_SORT_RUN ? left : CORE_SORT_RUN,
			  size, compare);
	}
	to = core_alloc(n * size);
	for (size_t run = CORE_SORT_RUN; run < n; run *= 2)
	{
		uint8_t    *swap = from;

		for (size_t i = 0; i < n; i += 2 * run)
		{
			size_t		nleft = n - i < run ? n - i : run;
			size_t		nright = n - i - nleft < run ? n - i - nleft : run;

			merge(from + i * size, nleft, from + (i + nleft) * size, nright,
				  to + i * size, size, compare);
		}
		from = to;
		to = swap;
	}
	if (from != base)
	{
		memcpy(base, from, n * size);
		to = from;
	}
	core_free(to);
}
