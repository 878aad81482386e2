/*
 * export_delta.c
 *		The HFiles of hbase.export_delta(): the cells that a query returns, in
 *		a folder that is published when the transaction commits.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "pg/base/set_result.h"
#include "pg/export/delta.h"
#include "pg/export/delta_recovery.h"
#include "pg/export/delta_run.h"
#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_hfiles.h"
#include "pg/export/export_options.h"
#include "pg/export/export_regions.h"
#include "pg/export/export_run.h"
#include "pg/export/export_stream.h"
#include "pg/export/export_write.h"
#include "pg/hfile/hfile_options.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_export_delta_files);
PG_FUNCTION_INFO_V1(hbase_export_delta_pieces);

/*
 * hbase_internal.export_delta_files(relation, directory, query, baseline,
 * ...), with the options of hbase.export_hfiles(). Query NULL: there is no
 * change; only what a crash left is finished.
 */
Datum
hbase_export_delta_files(PG_FUNCTION_ARGS)
{
	Definition *def;
	ExportOptions options;
	ExportResult result;
	ExportArguments args = {fcinfo->args[4], fcinfo->args[5], fcinfo->args[6],
							fcinfo->args[7]};
	ExportDir  *dir;
	Oid			baseline;
	char	   *path;
	char	   *last_path;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation, directory and baseline must not be NULL")));
	def = definition_read(PG_GETARG_OID(0), NULL);
	export_options_read(&args, HFILE_OPTIONS_DELTA, def, &options);
	baseline = PG_GETARG_OID(3);
	definition_check_owner(baseline);
	path = text_to_cstring(PG_GETARG_TEXT_PP(1));
	last_path = delta_run_last(baseline, options.previous);
	delta_recovery_finish(baseline, path, last_path);
	if (PG_ARGISNULL(2))
	{
		(void) set_result_begin(fcinfo);
		return (Datum) 0;
	}
	options.query = text_to_cstring(PG_GETARG_TEXT_PP(2));
	options.delta = export_run_describe_delta(baseline);
	dir = export_dir_begin(path, options.modes);
	export_run(dir, def, &options, &result);
	if (!export_regions_known(&options.regions))
		delta_remember_splits(baseline, &result);
	delta_run_store(baseline, &options, dir);
	export_dir_publish_at_commit(dir, RUN_PENDING_MANIFEST, RUN_MANIFEST);
	export_return_files(fcinfo, def, &result);
	return (Datum) 0;
}

/*
 * hbase_internal.export_delta_pieces(relation, query, baseline, ...): the same
 * files as rows (path, piece). The run is stored without a folder; the client
 * keeps the folder hidden until the commit.
 */
Datum
hbase_export_delta_pieces(PG_FUNCTION_ARGS)
{
	Definition *def;
	ExportOptions options;
	ExportResult result;
	ExportArguments args = {fcinfo->args[3], fcinfo->args[4], fcinfo->args[5],
							fcinfo->args[6]};
	Oid			baseline;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation, query and baseline must not be NULL")));
	def = definition_read(PG_GETARG_OID(0), NULL);
	export_options_read(&args, HFILE_OPTIONS_DELTA, def, &options);
	options.query = text_to_cstring(PG_GETARG_TEXT_PP(1));
	baseline = PG_GETARG_OID(2);
	definition_check_owner(baseline);
	(void) delta_run_last(baseline, options.previous);
	options.delta = export_run_describe_delta(baseline);
	export_run(export_dir_begin_stream(export_stream_take,
									   set_result_begin(fcinfo)),
			   def, &options, &result);
	if (!export_regions_known(&options.regions))
		delta_remember_splits(baseline, &result);
	delta_run_store(baseline, &options, NULL);
	return (Datum) 0;
}
