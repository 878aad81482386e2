/*
 * delta_outcome.c
 *		hbase.delta_outcome(): whether the transaction of a delta committed.
 */
#include "pg/base/compat.h"

#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"

#include "pg/export/delta_outcome.h"
#include "pg/export/delta_run.h"
#include "pg/export/export_run.h"

PG_FUNCTION_INFO_V1(hbase_delta_outcome);

bool
delta_outcome_in_progress(const ExportRunHead *head)
{
	FullTransactionId xid = FullTransactionIdFromU64(head->xid);

	/* the lock is free, but some file systems do not support locks */
	return head->system == GetSystemIdentifier() &&
		FullTransactionIdPrecedes(xid, ReadNextFullTransactionId()) &&
		ReadNextTransactionId() -
		XidFromFullTransactionId(xid) < PG_INT32_MAX &&
		TransactionIdIsInProgress(XidFromFullTransactionId(xid));
}

bool
delta_outcome_is_own(const ExportRunHead *head)
{
	return head->system == GetSystemIdentifier() &&
		head->database == MyDatabaseId &&
		head->timeline == compat_timeline();
}

/*
 * A transaction that is not in progress has its final outcome, so this comes
 * first.
 */
static const char *
outcome_of(const ExportRunHead *head)
{
	int64		inode;

	if (delta_outcome_in_progress(head))
		return "running";
	if (delta_run_find(head->run, &inode))
		return "committed";
	if (delta_outcome_is_own(head))
		return "rolled back";
	return head->system == GetSystemIdentifier() &&
		head->database == MyDatabaseId ? "unknown" : "foreign";
}

/* A JSON string as text; NULL if it is anything else. */
static Datum
json_string(char *json, bool *isnull)
{
	Datum		value = DirectFunctionCall1(jsonb_in, CStringGetDatum(json));
	JsonbValue	string;

	*isnull = !JB_ROOT_IS_SCALAR(DatumGetJsonbP(value)) ||
		!JsonbExtractScalar(&DatumGetJsonbP(value)->root, &string) ||
		string.type != jbvString;
	return *isnull ? (Datum) 0 :
		PointerGetDatum(cstring_to_text_with_len(string.val.string.val,
												 string.val.string.len));
}

/* hbase.delta_outcome(manifest): NULLs if it is not that of a delta. */
Datum
hbase_delta_outcome(PG_FUNCTION_ARGS)
{
	text	   *manifest = PG_GETARG_TEXT_PP(0);
	/* the head is short */
	char	   *text = pnstrdup(VARDATA_ANY(manifest),
								Min(VARSIZE_ANY_EXHDR(manifest), 8192));
	ExportRunHead head;
	TupleDesc	desc;
	Datum		values[3] = {0};
	bool		nulls[3] = {true, true, true};

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	if (export_run_parse_head(text, &head) && head.is_delta)
	{
		values[0] = DirectFunctionCall1(uuid_in, CStringGetDatum(head.run));
		values[1] = json_string(head.baseline, &nulls[1]);
		values[2] = CStringGetTextDatum(outcome_of(&head));
		nulls[0] = nulls[2] = false;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
