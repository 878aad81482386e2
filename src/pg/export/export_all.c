/*
 * export_all.c
 *		hbase.export_all(): export several relations with one snapshot and one
 *		stamp, each to its own folder below one that is published as a whole.
 *
 * A relation that cannot be exported does not stop the others: its part is
 * rolled back, and its error appears in its result row, in the manifest and in
 * the output of load.sh.
 */
#include "pg/base/compat.h"

#include "utils/array.h"
#include "utils/builtins.h"

#include "pg/export/export.h"
#include "pg/export/export_tables.h"

PG_FUNCTION_INFO_V1(hbase_export_all);

/*
 * hbase.export_all(relations, directory, regions, stamp, options); the options
 * are in doc/reference/export.md.
 */
Datum
hbase_export_all(PG_FUNCTION_ARGS)
{
	ExportArguments args = export_tables_arguments(fcinfo);
	ExportTable *tables;
	ExportDir  *dir;
	int			n;

	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("directory must not be NULL")));
	tables = export_tables_read(PG_GETARG_ARRAYTYPE_P(0), &args, &n);
	dir = export_dir_begin(text_to_cstring(PG_GETARG_TEXT_PP(1)),
						   tables[0].options.modes);
	for (int i = 0; i < n; i++)
		export_tables_run(dir, &tables[i]);
	export_tables_publish(fcinfo, dir, tables, n);
	return (Datum) 0;
}
