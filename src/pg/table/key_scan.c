/*
 * key_scan.c
 *		hbase.key_scan(): ranges of keys by the layout of a relation.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "pg/layout/rowkey_layout.h"
#include "pg/layout/rowkey_scan.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_key_scan);

static RowKeyLayout *
layout_defined(FunctionCallInfo fcinfo)
{
	return PG_ARGISNULL(0) ?
		NULL :
		(RowKeyLayout *) definition_layout(PG_GETARG_OID(0), 1);
}

/*
 * hbase.key_scan(relation [, condition...]): with the relation's first layout.
 */
Datum
hbase_key_scan(PG_FUNCTION_ARGS)
{
	return rowkey_scan_next(fcinfo, layout_defined);
}
