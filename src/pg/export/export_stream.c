/*
 * export_stream.c
 *		hbase.export_stream(): the folder that hbase.export_hfiles() writes, as
 *		rows with pieces of its files.
 *
 * The rows are kept in a tuplestore, which uses temporary files, so the call
 * needs no right on files of the server.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/export/export.h"
#include "pg/export/export_options.h"
#include "pg/export/export_stream.h"
#include "pg/export/export_write.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_export_stream);

/* Return a piece of a file as a row of this ReturnSetInfo. */
void
export_stream_take(void *context, const char *name, const void *data,
				   size_t n)
{
	ReturnSetInfo *rsinfo = context;
	int			len = strlen(name);
	const char *path = server_text_from_utf8(name, &len);
	bytea	   *piece = palloc(VARHDRSZ + n);
	Datum		values[2];
	bool		nulls[2] = {0};

	SET_VARSIZE(piece, VARHDRSZ + n);
	memcpy(VARDATA(piece), data, n);
	values[0] = PointerGetDatum(cstring_to_text_with_len(path, len));
	values[1] = PointerGetDatum(piece);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	pfree(DatumGetPointer(values[0]));
	pfree(piece);
}

/*
 * hbase.export_stream(relation, regions, splits, stamp, options), with the
 * options of hbase.export_hfiles() except the modes of files.
 */
Datum
hbase_export_stream(PG_FUNCTION_ARGS)
{
	Definition *def;
	ExportOptions options;
	ExportResult result;
	ExportArguments args = {fcinfo->args[1], fcinfo->args[2], fcinfo->args[3],
							fcinfo->args[4]};

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	def = definition_read(PG_GETARG_OID(0), NULL);
	export_options_read(&args, HFILE_OPTIONS_STREAM, def, &options);
	export_run(export_dir_begin_stream(export_stream_take,
									   set_result_begin(fcinfo)), def,
			   &options, &result);
	relation_report_empty_rows(result.empty_rows);
	return (Datum) 0;
}
