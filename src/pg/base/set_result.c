/*
 * set_result.c
 *		The result of a set-returning function, filled in one call.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"

#include "pg/base/set_result.h"

ReturnSetInfo *
set_result_begin(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	TypeFuncClass kind;
	MemoryContext old;
	TupleDesc	tupdesc;
	Oid			type;

	if (rsinfo == NULL || !IsA(rsinfo, ReturnSetInfo) ||
		(rsinfo->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	/* The catalog lookup allocates more than the descriptor. */
	kind = get_call_result_type(fcinfo, &type, &tupdesc);
	old = MemoryContextSwitchTo(rsinfo->econtext->ecxt_per_query_memory);
	switch (kind)
	{
		case TYPEFUNC_COMPOSITE:
			tupdesc = CreateTupleDescCopy(tupdesc);
			break;
		case TYPEFUNC_SCALAR:
			tupdesc = CreateTemplateTupleDesc(1);
			TupleDescInitEntry(tupdesc, 1, "value", type, -1, 0);
			break;
		default:
			elog(ERROR, "return type must be known");
	}
	rsinfo->returnMode = SFRM_Materialize;
	rsinfo->setDesc = BlessTupleDesc(tupdesc);
	rsinfo->setResult = tuplestore_begin_heap((rsinfo->allowedModes &
											   SFRM_Materialize_Random) != 0,
											  false, work_mem);
	MemoryContextSwitchTo(old);
	return rsinfo;
}
