/*
 * export_manifest.c
 *		What an export says of itself (manifest.json), and the script that
 *		takes it to the cluster (load.sh).
 */
#include "compat.h"

#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/timestamp.h"

#include "core/notation.h"
#include "core/shell_text.h"
#include "export.h"

/* ---- JSON ------------------------------------------------------------------ */

static void
json_string(StringInfo out, const char *name, const char *value)
{
	escape_json(out, name);
	appendStringInfoString(out, ": ");
	escape_json(out, value);
}

static char *
key_text(const RowKey *key)
{
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(key);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	char	   *text = palloc(notation_length(p, n) + 1);

	*notation_write(p, n, text) = '\0';
	return text;
}

/* A key in HBase's notation; NULL is the empty string, an open end. */
static void
json_key(StringInfo out, const char *name, const RowKey *key)
{
	json_string(out, name, key == NULL ? "" : key_text(key));
}

void
export_write_manifest(ExportDir *dir, const Definition *def,
					  const ExportOptions *options, const ExportResult *result)
{
	StringInfoData out;
	ListCell   *lc;
	int			n = 0;

	initStringInfo(&out);
	appendStringInfoString(&out, "{\n  \"format\": 1,\n  ");
	json_string(&out, "relation", definition_relation_name(def->relid));
	appendStringInfoString(&out, ",\n  ");
	json_string(&out, "table", def->table_name);
	appendStringInfo(&out, ",\n  \"stamp\": %lld,\n  \"rows\": %llu,\n  \"cells\": %llu,\n"
					 "  \"rejects\": %llu,\n  \"empty_rows\": %llu,\n  \"expired_cells\": %llu,\n  \"cells_over_versions\": %llu,\n"
					 "  \"phoenix_empty_cell\": %s,\n  \"families\": [",
					 (long long) options->stamp, (unsigned long long) result->rows,
					 (unsigned long long) result->cells,
					 (unsigned long long) result->rejects, (unsigned long long) result->empty_rows,
					 (unsigned long long) result->expired, (unsigned long long) result->over_versions,
					 options->phoenix_empty_cell ? "true" : "false");
	for (int f = 0; f < def->nfamilies; f++)
	{
		appendStringInfo(&out, "%s\n    {", f > 0 ? "," : "");
		json_string(&out, "name", pnstrdup((const char *) def->families[f].bytes, def->families[f].len));
		appendStringInfoString(&out, ", ");
		json_string(&out, "compression", hfile_codec_name(options->settings[f].codec));
		appendStringInfoString(&out, ", ");
		json_string(&out, "bloomfilter", hfile_bloom_name(options->settings[f].bloom));
		appendStringInfo(&out, ", \"blocksize\": %u}", options->settings[f].block_size);
	}
	appendStringInfoString(&out, "\n  ],\n  \"regions\": [");
	foreach(lc, result->regions)
	{
		const ExportedRegion *region = lfirst(lc);
		const ExportedRegion *next = lnext(result->regions, lc) ? lfirst(lnext(result->regions, lc)) : NULL;

		appendStringInfo(&out, "%s\n    {\"region\": %d, ", n > 0 ? "," : "", n);
		json_key(&out, "start", region->start);
		appendStringInfoString(&out, ", ");
		json_key(&out, "stop", next ? next->start : NULL);
		appendStringInfo(&out, ", \"written\": %s, \"rows\": %llu, \"cells\": %llu, \"sum\": \"%016llx\"}",
						 options->wanted == NULL || options->wanted[n] ? "true" : "false",
						 (unsigned long long) region->sum.rows, (unsigned long long) region->sum.cells,
						 (unsigned long long) region->sum.sum);
		n++;
	}
	appendStringInfoString(&out, "\n  ],\n  \"files\": [");
	n = 0;
	foreach(lc, result->files)
	{
		const ExportedFile *file = lfirst(lc);

		appendStringInfo(&out, "%s\n    {", n++ > 0 ? "," : "");
		json_string(&out, "path", file->path);
		appendStringInfo(&out, ", \"region\": %d, \"rows\": %llu, \"cells\": %llu, \"bytes\": %llu, \"crc32c\": \"%08x\", ",
						 file->region, (unsigned long long) file->rows, (unsigned long long) file->cells,
						 (unsigned long long) file->bytes, file->crc);
		json_key(&out, "first_row", file->first_row);
		appendStringInfoString(&out, ", ");
		json_key(&out, "last_row", file->last_row);
		appendStringInfoChar(&out, '}');
	}
	appendStringInfoString(&out, "\n  ]\n}\n");
	export_dir_write_text(dir, psprintf("%smanifest.json", options->below), out.data, false);
}

/* ---- the way to the cluster -------------------------------------------------- */

/* The most files that one region has of one family. */
static int
most_files(const Definition *def, const ExportResult *result)
{
	int			most = 0;
	ListCell   *a,
			   *b;

	foreach(a, result->files)
	{
		const ExportedFile *file = lfirst(a);
		int			n = 0;

		foreach(b, result->files)
		{
			const ExportedFile *other = lfirst(b);

			n += other->region == file->region && other->family == file->family;
		}
		most = Max(most, n);
	}
	return most;
}

/* The split points as a Ruby array of strings that the shell reads as bytes. */
static void
ruby_splits(StringInfo out, const ExportResult *result)
{
	ListCell   *lc;
	bool		first = true;
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	appendStringInfoChar(out, '[');
	foreach(lc, result->regions)
	{
		const ExportedRegion *region = lfirst(lc);

		if (region->start == NULL)
			continue;
		buf.len = 0;
		if (!shell_write_split((const uint8_t *) VARDATA_ANY(region->start),
						 VARSIZE_ANY_EXHDR(region->start), &buf, &err))
			glue_raise(&err);
		appendStringInfo(out, "%s%.*s", first ? "" : ", ", (int) buf.len, (char *) buf.data);
		first = false;
	}
	appendStringInfoChar(out, ']');
}

void
export_write_load_script(ExportDir *dir, const Definition *def,
						 const ExportOptions *options, const ExportResult *result)
{
	StringInfoData out;
	StringInfoData splits;
	int			files = most_files(def, result);

	initStringInfo(&splits);
	ruby_splits(&splits, result);
	initStringInfo(&out);
	appendStringInfo(&out,
					 "#!/bin/sh\n"
					 "# load.sh: bring this folder into the HBase table %s.\n"
					 "#\n"
					 "#   ./load.sh         make the table when it is missing, compare its split points\n"
					 "#                     with those of the files, copy the files to HDFS, load them\n"
					 "#   ./load.sh local   the same, but HBase reads the files where they are\n"
					 "#\n"
					 "# From the environment: HBASE and HDFS, the programs; TARGET, the folder on HDFS\n"
					 "# (it must not be there); OWNER, user:group that HBase runs as.\n"
					 "# A bulk load passes by the write-ahead log, so by replication too (unless it is\n"
					 "# set up for bulk loads), and by coprocessors and the indexes of Phoenix.\n"
					 "set -eu\n"
					 "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
					 "hbase=${HBASE:-hbase}\n"
					 "hdfs=${HDFS:-hdfs}\n"
					 "target=${TARGET:-/tmp/hbase_schema-%s-%lld}\n"
					 "owner=${OWNER:-hbase:hbase}\n"
					 "[ -f \"$here/manifest.json\" ] || { echo \"load.sh: no manifest.json: this folder is not whole\" >&2; exit 1; }\n"
					 "\n"
					 "script=$(mktemp)\n"
					 "trap 'rm -f \"$script\"' EXIT\n"
					 "chmod 644 \"$script\"\n"
					 "cat >\"$script\" <<'RUBY'\n"
					 "splits = %s\n"
					 "create '%s'",
					 def->table_name, def->table_name, (long long) options->stamp, splits.data, def->table_name);
	for (int f = 0; f < def->nfamilies; f++)
		appendStringInfo(&out, ", {%s}", def->families[f].shell);
	appendStringInfo(&out,
					 ", SPLITS => splits unless list.include?('%s')\n"
					 "there = get_splits('%s')\n"
					 "unless there == splits\n"
					 "  raise \"the table's split points are #{there.inspect}, those of the files #{splits.inspect}: export with splits => the table's\"\n"
					 "end\n"
					 "RUBY\n"
					 "\"$hbase\" shell -n \"$script\"\n"
					 "\n"
					 "if [ \"${1:-}\" = local ]; then\n"
					 "\ttarget=file://$here\n"
					 "else\n"
					 "\t\"$hdfs\" dfs -mkdir \"$target\"\n"
					 "\t\"$hdfs\" dfs -put",
					 def->table_name, def->table_name);
	for (int f = 0; f < def->nfamilies; f++)
	{
		ListCell   *lc;

		foreach(lc, result->files)
		{
			if (((ExportedFile *) lfirst(lc))->family == f)
			{
				appendStringInfo(&out, " \"$here\"/'%.*s'",
								 (int) def->families[f].len, (const char *) def->families[f].bytes);
				break;
			}
		}
	}
	appendStringInfo(&out,
					 " \"$target\"\n"
					 "\t\"$hdfs\" dfs -chown -R \"$owner\" \"$target\"\n"
					 "\t\"$hdfs\" dfs -chmod -R u+rwX,go+rX \"$target\"\n"
					 "fi\n"
					 "\"$hbase\" org.apache.hadoop.hbase.tool.BulkLoadHFilesTool -Dcreate.table=no \\\n"
					 "\t-Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=%d \"$target\" '%s'\n",
					 Max(files, 32), def->table_name);
	export_dir_write_text(dir, psprintf("%sload.sh", options->below), out.data, true);
}
