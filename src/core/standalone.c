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

/* Without longjmp an owner is a note of what core_disown has to do. */
struct CoreOwner
{
	void	   *object;
	void		(*release) (void *object);
};

CoreOwner *
core_own(void *object, void (*release) (void *object))
{
	CoreOwner  *owner = core_alloc(sizeof(CoreOwner));

	owner->object = object;
	owner->release = release;
	return owner;
}

void
core_disown(CoreOwner *owner)
{
	owner->release(owner->object);
	core_free(owner);
}
