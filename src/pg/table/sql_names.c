/*
 * sql_names.c
 *		Names for generated SQL: quoted and with their schema, so that they are
 *		independent of search_path.
 */
#include "pg/base/compat.h"

#include "fmgr.h"
#include "utils/builtins.h"

#include "pg/base/extension_objects.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_sql_schema);
PG_FUNCTION_INFO_V1(hbase_sql_relation);
PG_FUNCTION_INFO_V1(hbase_sql_type);

/* hbase_internal.sql_schema(): the present schema of the extension's types. */
Datum
hbase_sql_schema(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(extension_objects()->types));
}

/* hbase_internal.sql_relation(relation) */
Datum
hbase_sql_relation(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(
		cstring_to_text(definition_relation_name(PG_GETARG_OID(0))));
}

/*
 * hbase_internal.sql_type(type, typmod): NULL if the type does not exist;
 * typmod may be NULL.
 */
Datum
hbase_sql_type(PG_FUNCTION_ARGS)
{
	int32		typmod = PG_ARGISNULL(1) ? -1 : PG_GETARG_INT32(1);
	char	   *name = NULL;

	if (!PG_ARGISNULL(0))
		name = format_type_extended(PG_GETARG_OID(0), typmod,
									FORMAT_TYPE_TYPEMOD_GIVEN |
									FORMAT_TYPE_FORCE_QUALIFY |
									FORMAT_TYPE_INVALID_AS_NULL);
	if (name == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(name));
}
