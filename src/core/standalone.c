/*
 * standalone.c
 *		The host's hooks of core.h for programs without a server: unit tests
 *		and fuzzers.  Not part of the extension.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

static void *
checked(void *p)
{
	if (p == NULL)
	{
		fputs("out of memory\n", stderr);
		exit(3);
	}
	return p;
}

void *
core_alloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
core_realloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1));
}

void
core_free(void *p)
{
	free(p);
}

void
core_check_interrupts(void)
{
}
