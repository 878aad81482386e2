/*
 * progress.c
 *		Progress of commands in PL/pgSQL.
 */
#include "pg/base/compat.h"

#include "pg/relation/export_progress.h"
#include "pg/relation/query_rows.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_progress_begin);
PG_FUNCTION_INFO_V1(hbase_progress_end);
PG_FUNCTION_INFO_V1(hbase_progress_row);

/* The number of rows of a relation that the planner expects. */
static int64
expected_rows(Oid relid)
{
	QueryRows  *query = query_rows_plan(
		psprintf("SELECT 1 FROM %s", definition_relation_name(relid)), false);
	int64		rows = query_rows_expected(query);

	query_rows_free(query);
	return rows;
}

/*
 * hbase_internal.progress_begin(command, relation, other): begin a command, by
 * its number, that reads a relation, and another one unless it is NULL.
 */
Datum
hbase_progress_begin(PG_FUNCTION_ARGS)
{
	int32		command;
	int64		expected;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	command = PG_GETARG_INT32(0);
	if (command < PROGRESS_EXPORT || command >= PROGRESS_COMMANDS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of a command is out of range")));
	expected = expected_rows(PG_GETARG_OID(1));
	if (!PG_ARGISNULL(2))
		expected += expected_rows(PG_GETARG_OID(2));
	export_progress_begin((ProgressCommand) command, PG_GETARG_OID(1), 0);
	export_progress_reading(expected);
	PG_RETURN_VOID();
}

/* hbase_internal.progress_end() */
Datum
hbase_progress_end(PG_FUNCTION_ARGS)
{
	export_progress_end();
	PG_RETURN_VOID();
}

/* hbase_internal.progress_row(): true; counts a row that is read. */
Datum
hbase_progress_row(PG_FUNCTION_ARGS)
{
	export_progress_count_read();
	PG_RETURN_BOOL(true);
}
