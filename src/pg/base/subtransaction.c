/*
 * subtransaction.c
 *		A function in a subtransaction.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

#include "pg/base/subtransaction.h"

static ErrorData *
run(void (*function) (void *context), void *context, bool keep)
{
	MemoryContext memory = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(memory);
	PG_TRY();
	{
		function(context);
		if (keep)
			ReleaseCurrentSubTransaction();
		else
			RollbackAndReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(memory);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(memory);
	CurrentResourceOwner = owner;
	return error;
}

ErrorData *
subtransaction_try(void (*function) (void *context), void *context)
{
	return run(function, context, true);
}

ErrorData *
subtransaction_undo(void (*function) (void *context), void *context)
{
	return run(function, context, false);
}
