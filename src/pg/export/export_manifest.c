/*
 * export_manifest.c
 *		Write the manifest of an export: manifest.json.
 */
#include "pg/base/compat.h"

#include "commands/dbcommands.h"
#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"
#include "utils/jsonb.h"

#include "core/base/notation.h"
#include "pg/export/export.h"
#include "pg/export/export_json.h"
#include "pg/export/export_manifest.h"
#include "pg/export/export_run.h"
#include "pg/table/definition.h"

/* ---- JSON --------------------------------------------------------------- */

/* Append a member with a value in UTF-8. */
static void
json_string(StringInfo out, const char *name, const char *value)
{
	escape_json(out, name);
	appendStringInfoString(out, ": ");
	escape_json(out, value);
}

/* Append a key in HBase's notation; NULL, an open end, is the empty string. */
static void
json_key(StringInfo out, const char *name, const RowKey *key)
{
	json_string(out, name,
				key == NULL ? "" :
							  notation_text((const uint8_t *) VARDATA_ANY(key),
											VARSIZE_ANY_EXHDR(key)));
}

/* The snapshot of the run, in the form of pg_current_snapshot(). */
static char *
snapshot_text(void)
{
	return DatumGetCString(
		DirectFunctionCall1(pg_snapshot_out,
							DirectFunctionCall1(pg_current_snapshot,
												(Datum) 0)));
}

/* The options of a family as defined, for the table in HBase. */
static const char *
family_options(const DefinedFamily *family)
{
	return family->given == NULL ?
		"{}" :
		JsonbToCString(NULL, &family->given->root, VARSIZE(family->given));
}

void
export_write_manifest(ExportDir *dir, const Definition *def,
					  const ExportOptions *options, const ExportResult *result)
{
	StringInfoData out;
	ListCell   *lc;
	int			n = 0;

	initStringInfo(&out);
	appendStringInfoString(&out,
						   export_run_head(options->run, options->previous,
										   options->delta));
	appendStringInfoString(&out, "  \"database\": ");
	export_json_text(&out, get_database_name(MyDatabaseId));
	appendStringInfoString(&out, ",\n  \"relation\": ");
	export_json_text(&out, definition_relation_name(def->relid));
	appendStringInfoString(&out, ",\n  ");
	json_string(&out, "table", def->table_name);
	appendStringInfoString(&out, ",\n  ");
	json_string(&out, "snapshot", snapshot_text());
	appendStringInfo(
		&out,
		",\n  \"stamp\": %lld,\n  \"rows\": %llu,\n  \"cells\": %llu,\n"
		"  \"rejects\": %llu,\n  \"empty_rows\": %llu,\n  \"expired_cells\": %llu,\n  \"cells_over_versions\": %llu,\n"
		"  \"phoenix_empty_cell\": %s,\n  \"families\": [",
		(long long) options->stamp, (unsigned long long) result->rows,
		(unsigned long long) result->cells,
		(unsigned long long) result->rejects,
		(unsigned long long) result->empty_rows,
		(unsigned long long) result->expired,
		(unsigned long long) result->over_versions,
		options->phoenix_empty_cell ? "true" : "false");
	for (int f = 0; f < def->nfamilies; f++)
	{
		appendStringInfo(&out, "%s\n    {", f > 0 ? "," : "");
		json_string(&out, "name",
					pnstrdup((const char *) def->families[f].bytes,
							 def->families[f].len));
		appendStringInfoString(&out, ", ");
		json_string(&out, "compression",
					hfile_codec_name(options->settings[f].codec));
		appendStringInfoString(&out, ", ");
		json_string(&out, "bloomfilter",
					hfile_bloom_name(options->settings[f].bloom));
		appendStringInfo(&out, ", \"blocksize\": %u, \"options\": %s}",
						 options->settings[f].block_size,
						 family_options(&def->families[f]));
	}
	appendStringInfoString(&out, "\n  ],\n  \"regions\": [");
	foreach(lc, result->regions)
	{
		const ExportedRegion *region = lfirst(lc);
		const ExportedRegion *next = lnext(result->regions, lc) ?
			lfirst(lnext(result->regions, lc)) :
			NULL;

		appendStringInfo(&out, "%s\n    {\"region\": %d, ", n > 0 ? "," : "",
						 n);
		json_key(&out, "start", region->start);
		appendStringInfoString(&out, ", ");
		json_key(&out, "stop", next ? next->start : NULL);
		appendStringInfo(
			&out,
			", \"written\": %s, \"rows\": %llu, \"cells\": %llu, \"sum\": \"%016llx\"}",
			options->wanted == NULL || options->wanted[n] ? "true" : "false",
			(unsigned long long) region->sum.rows,
			(unsigned long long) region->sum.cells,
			(unsigned long long) region->sum.sum);
		n++;
	}
	appendStringInfoString(&out, "\n  ],\n  \"files\": [");
	n = 0;
	foreach(lc, result->files)
	{
		const ManifestFile *file = &((ExportedFile *) lfirst(lc))->entry;

		appendStringInfo(&out, "%s\n    {", n++ > 0 ? "," : "");
		json_string(&out, "path", file->path);
		appendStringInfo(
			&out,
			", \"region\": %d, \"rows\": %llu, \"cells\": %llu, \"bytes\": %llu, \"crc32c\": \"%08x\", ",
			file->region, (unsigned long long) file->rows,
			(unsigned long long) file->cells, (unsigned long long) file->bytes,
			file->crc);
		json_key(&out, "first_row", file->first_row);
		appendStringInfoString(&out, ", ");
		json_key(&out, "last_row", file->last_row);
		appendStringInfoChar(&out, '}');
	}
	appendStringInfoString(&out, "\n  ]\n}\n");
	export_dir_write_text(dir,
						  options->delta != NULL ?
							  RUN_PENDING_MANIFEST :
							  psprintf("%smanifest.json", options->below),
						  out.data, false);
}
