/*
 * export_hfiles.c
 *		hbase.export_hfiles(): write a relation as HFiles for a bulk load.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/export/export.h"
#include "pg/export/export_hfiles.h"
#include "pg/export/export_options.h"
#include "pg/export/export_write.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_export_hfiles);

void
export_return_files(FunctionCallInfo fcinfo, const Definition *def,
					const ExportResult *result)
{
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);
	ListCell   *lc;

	foreach(lc, result->files)
	{
		const ExportedFile *exported = lfirst(lc);
		const ManifestFile *file = &exported->entry;
		int			len = strlen(file->path);
		const char *path = server_text_from_utf8(file->path, &len);
		Datum		values[8];
		bool		nulls[8] = {0};
		NameData	family;

		namestrcpy(&family, def->families[exported->family].name);
		values[0] = Int32GetDatum(file->region);
		values[1] = NameGetDatum(&family);
		values[2] = PointerGetDatum(cstring_to_text_with_len(path, len));
		values[3] = Int64GetDatum(file->rows);
		values[4] = Int64GetDatum(file->cells);
		values[5] = Int64GetDatum(file->bytes);
		values[6] = PointerGetDatum(file->first_row);
		values[7] = PointerGetDatum(file->last_row);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 nulls);
	}
}

/*
 * hbase.export_hfiles(relation, directory, regions, splits, stamp, options);
 * the options are in doc/reference/export.md.
 */
Datum
hbase_export_hfiles(PG_FUNCTION_ARGS)
{
	Definition *def;
	ExportOptions options;
	ExportResult result;
	ExportArguments args = {fcinfo->args[2], fcinfo->args[3], fcinfo->args[4],
							fcinfo->args[5]};
	ExportDir  *dir;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation and directory must not be NULL")));
	def = definition_read(PG_GETARG_OID(0), NULL);
	export_options_read(&args, HFILE_OPTIONS_EXPORT, def, &options);
	dir = export_dir_begin(text_to_cstring(PG_GETARG_TEXT_PP(1)),
						   options.modes);
	export_run(dir, def, &options, &result);
	export_dir_publish(dir);
	relation_report_empty_rows(result.empty_rows);
	export_return_files(fcinfo, def, &result);
	return (Datum) 0;
}
