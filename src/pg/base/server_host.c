/*
 * server_host.c
 *		The server as core's host: memory, interrupts, texts of floats.
 */
#include "pg/base/compat.h"

#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "core/base/host.h"

/*
 * palloc() reports such a size as an internal error; here values cause it, so
 * raise 54000.
 */
static inline void
check_alloc(size_t size)
{
	if (unlikely(!AllocSizeIsValid(size)))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("value of %zu bytes is too large", size),
				 errdetail("A value can have at most %zu bytes.",
						   (size_t) MaxAllocSize)));
}

void *
core_alloc(size_t size)
{
	check_alloc(size);
	return palloc(size);
}

void *
core_realloc(void *p, size_t size)
{
	check_alloc(size);
	return repalloc(p, size);
}

void
core_free(void *p)
{
	pfree(p);
}

void
core_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}

void
core_float4_text(float f, char *dst)
{
	StaticAssertStmt(FLOAT_SHORTEST_DECIMAL_LEN <= CORE_FLOAT_TEXT,
					 "text of a float must fit");
	float_to_shortest_decimal_buf(f, dst);
}

void
core_float8_text(double f, char *dst)
{
	StaticAssertStmt(DOUBLE_SHORTEST_DECIMAL_LEN <= CORE_FLOAT_TEXT,
					 "text of a double must fit");
	double_to_shortest_decimal_buf(f, dst);
}

/*
 * An owner is a reset callback of a memory context. A callback cannot be
 * removed before its context is, so an owner that gave up its object remains,
 * empty. Use owners for objects that live about as long as their context.
 */
struct CoreOwner
{
	MemoryContextCallback callback;
	void	   *object;
	void		(*release) (void *object);
};

static void
owner_release(void *arg)
{
	CoreOwner  *owner = arg;

	if (owner->object != NULL)
	{
		owner->release(owner->object);
		owner->object = NULL;
	}
}

CoreOwner *
core_own(void *object, void (*release) (void *object))
{
	CoreOwner  *owner;

	/* If this fails, the object must be freed here. */
	owner = MemoryContextAllocExtended(CurrentMemoryContext, sizeof(CoreOwner),
									   MCXT_ALLOC_NO_OOM);
	if (owner == NULL)
	{
		release(object);
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
	owner->object = object;
	owner->release = release;
	owner->callback.func = owner_release;
	owner->callback.arg = owner;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, &owner->callback);
	return owner;
}

void
core_disown(CoreOwner *owner)
{
	owner_release(owner);
}
