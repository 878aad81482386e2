/*
 * retired.c
 *		C functions of released install scripts that the current script does
 *		not use.
 *
 * A database keeps the SQL of the version that it was updated to, but calls
 * the installed library. So a C symbol of a released script must remain. When
 * its function is dropped, the symbol moves here.
 */
#include "pg/base/compat.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/regproc.h"

/* Define a C function that asks its callers to update the extension. */
#define RETIRED_FUNCTION(symbol) \
PG_FUNCTION_INFO_V1(symbol); \
Datum \
symbol(PG_FUNCTION_ARGS) \
{ \
	return hbase_retired(fcinfo); \
}

PG_FUNCTION_INFO_V1(hbase_retired);

/* The body of a retired function. */
Datum
hbase_retired(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("function %s does not exist in the installed version of hbase_schema",
					format_procedure(fcinfo->flinfo->fn_oid)),
			 errhint("Run ALTER EXTENSION hbase_schema UPDATE.")));
}
