/*
 * export_script.c
 *		Write load.sh, the script that loads an export into HBase.
 *
 * It is a shell script that contains a Ruby script for the HBase shell, in a
 * here-document without expansion. Table names need no quotes in either
 * (export_options.c checks them); family names are escaped.
 *
 * Compared with BulkLoadHFilesTool, ConnectionFactory.createConnection,
 * Admin.getDescriptor and TableDescriptorBuilder of HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "core/text/shell_text.h"
#include "pg/base/core_error.h"
#include "pg/export/export.h"
#include "pg/export/export_run.h"
#include "pg/export/export_script.h"
#include "pg/table/definition.h"

/* The split points as a Ruby array of binary strings. */
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
			core_error_raise(&err);
		appendStringInfo(out, "%s%.*s", first ? "" : ", ", (int) buf.len,
						 (char *) buf.data);
		first = false;
	}
	appendStringInfoChar(out, ']');
}

/*
 * The folder of a family as a URI, which "hdfs dfs -put" expects; a URI has no
 * character that is special to the shell.
 */
static char *
folder_uri(const DefinedFamily *family)
{
	StringInfoData uri;

	initStringInfo(&uri);
	appendStringInfoString(&uri, "./");
	for (uint32 i = 0; i < family->len; i++)
	{
		uint8_t		c = family->bytes[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			(c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.')
			appendStringInfoChar(&uri, (char) c);
		else
			appendStringInfo(&uri, "%%%02X", c);
	}
	return uri.data;
}

/* True if a family has a file. */
static bool
has_files(const ExportResult *result, int family)
{
	ListCell   *lc;

	foreach(lc, result->files)
		if (((ExportedFile *) lfirst(lc))->family == family)
			return true;
	return false;
}

/* Write the introduction: the purpose, and the environment variables. */
static void
write_head(StringInfo out, const Definition *def, const ExportOptions *options)
{
	char	   *folder = pstrdup(def->table_name);

	for (char *p = folder; *p != '\0'; p++)
		if (*p == ':')
			*p = '-';			/* HDFS does not allow such paths */
	appendStringInfo(out,
					 "#!/bin/sh\n"
					 "# load.sh: bring this folder into the HBase table %s.\n"
					 "#\n"
					 "#   ./load.sh         make the table when it is missing, compare its split points\n"
					 "#                     with those of the files, copy the files to HDFS, load them\n"
					 "#   ./load.sh local   the same, but HBase reads the files where they are\n"
					 "#\n"
					 "# From the environment: HBASE and HDFS, the programs; TARGET, the folder on HDFS\n"
					 "# (it must not be there) or of another file system that hdfs dfs knows; OWNER,\n"
					 "# user:group that HBase runs as, for its servers move the files (only a superuser\n"
					 "# of HDFS gives files away: with OWNER= everyone may write them instead).\n"
					 "# PREVIOUS, the run that the table must have last, \"any\" for every one.\n"
					 "# A bulk load bypasses the write-ahead log, and so replication (unless that is\n"
					 "# set up for bulk loads), coprocessors and the indexes of Phoenix.\n"
					 "set -eu\n"
					 "case ${1:-} in\n"
					 "'' | local) ;;\n"
					 "*) echo \"usage: load.sh [local]; its first lines say more\" >&2; exit 2 ;;\n"
					 "esac\n"
					 "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
					 "hbase=${HBASE:-hbase}\n"
					 "hdfs=${HDFS:-hdfs}\n"
					 "target=${TARGET:-/tmp/hbase_schema-%s-%lld}\n"
					 "owner=${OWNER-hbase:hbase}\n"
					 "previous=${PREVIOUS-%s}\n"
					 "case $previous in\n"
					 "*[!a-z0-9-]*) echo \"load.sh: PREVIOUS must be a run, none or any\" >&2; exit 2 ;;\n"
					 "esac\n"
					 "[ -f \"$here/manifest.json\" ] || { echo \"load.sh: no manifest.json: this folder is not whole\" >&2; exit 1; }\n\n",
					 def->table_name, folder, (long long) options->stamp,
					 options->previous);
}

/* Ruby common to the parts: get the table's TableDescriptor. */
static void
write_open_table(StringInfo out, const Definition *def)
{
	appendStringInfo(out,
					 "connection = org.apache.hadoop.hbase.client.ConnectionFactory.createConnection\n"
					 "admin = connection.getAdmin\n"
					 "table = admin.getDescriptor(org.apache.hadoop.hbase.TableName.valueOf('%s'))\n",
					 def->table_name);
}

/*
 * Create the table; or check that it has our split points, and that the last
 * run loaded is the one before this one, or this one.
 */
static void
write_table(StringInfo out, const Definition *def,
			const ExportOptions *options, const ExportResult *result)
{
	const char *colon = strchr(def->table_name, ':');

	appendStringInfoString(out,
						   "script=$(mktemp)\n"
						   "trap 'rm -f \"$script\"' EXIT\n"
						   "chmod 644 \"$script\"\n"
						   "{ echo \"previous = '$previous'\" && cat; } >\"$script\" <<'RUBY'\n"
						   "splits = ");
	ruby_splits(out, result);
	appendStringInfo(out, "\nunless list.include?('%s')\n", def->table_name);
	if (colon != NULL)
		appendStringInfo(out,
						 "  begin\n"
						 "    create_namespace '%.*s'\n"
						 "  rescue => e  # it is there, or somebody else's to make: create tells\n"
						 "    puts e.message unless e.message.include?('NamespaceExist') || e.message.include?('already exists')\n"
						 "  end\n",
						 (int) (colon - def->table_name), def->table_name);
	appendStringInfo(out, "  create '%s'", def->table_name);
	for (int f = 0; f < def->nfamilies; f++)
		appendStringInfo(out, ", {%s}", def->families[f].shell);
	appendStringInfo(out,
					 ", SPLITS => splits\n"
					 "end\n"
					 "there = get_splits('%s')\n"
					 "unless there == splits\n"
					 "  raise \"the table's split points are #{there.inspect}, those of the files #{splits.inspect}: export with splits => the table's\"\n"
					 "end\n",
					 def->table_name);
	write_open_table(out, def);
	appendStringInfo(out,
					 "last = table.getValue('" RUN_ATTRIBUTE "') || 'none'\n"
					 "connection.close\n"
					 "unless [last, 'any'].include?(previous) || last == '%s'\n"
					 "  raise \"the last run of the table is #{last}, this folder needs #{previous}: load the folders in their order (PREVIOUS=any does not compare)\"\n"
					 "end\n"
					 "RUBY\n"
					 "\"$hbase\" shell -n \"$script\"\n\n",
					 options->run);
}

/*
 * Store the run in the TableDescriptor. HBase 2.6 can do this without
 * reopening the regions (HBASE-25549).
 */
static void
write_last_run(StringInfo out, const Definition *def,
			   const ExportOptions *options)
{
	appendStringInfoString(out, "\ncat >\"$script\" <<'RUBY'\n");
	write_open_table(out, def);
	appendStringInfo(out,
					 "table = org.apache.hadoop.hbase.client.TableDescriptorBuilder.newBuilder(table).setValue('" RUN_ATTRIBUTE
					 "', '%s').build\n"
					 "begin\n"
					 "  admin.modifyTable(table, false)\n"
					 "rescue NameError, ArgumentError  # HBase before 2.6\n"
					 "  admin.modifyTable(table)\n"
					 "end\n"
					 "connection.close\n"
					 "RUBY\n"
					 "\"$hbase\" shell -n \"$script\"\n",
					 options->run);
}

/* Copy the files to the cluster and load them with BulkLoadHFilesTool. */
static void
write_load(StringInfo out, const Definition *def, const ExportResult *result)
{
	appendStringInfoString(out,
						   "if [ \"${1:-}\" = local ]; then\n"
						   "\ttarget=file://$here\n"
						   "else\n"
						   "\t\"$hdfs\" dfs -mkdir \"$target\"\n"
						   "\t(cd \"$here\" && \"$hdfs\" dfs -put");
	for (int f = 0; f < def->nfamilies; f++)
		if (has_files(result, f))
			appendStringInfo(out, " %s", folder_uri(&def->families[f]));
	appendStringInfo(
		out,
		" \"$target\")\n"
		"\tif [ -n \"$owner\" ]; then\n"
		"\t\t\"$hdfs\" dfs -chown -R \"$owner\" \"$target\"\n"
		"\t\t\"$hdfs\" dfs -chmod -R u+rwX,go+rX \"$target\"\n"
		"\telse\n"
		"\t\t\"$hdfs\" dfs -chmod -R a+rwX \"$target\"\n"
		"\tfi\n"
		"fi\n"
		"\"$hbase\" org.apache.hadoop.hbase.tool.BulkLoadHFilesTool -Dcreate.table=no \\\n"
		"\t-Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=%d \"$target\" '%s'\n",
		Max(result->most_files, EXPORT_LOADER_MAX_FILES), def->table_name);
}

void
export_write_load_script(ExportDir *dir, const Definition *def,
						 const ExportOptions *options,
						 const ExportResult *result)
{
	StringInfoData out;

	initStringInfo(&out);
	write_head(&out, def, options);
	write_table(&out, def, options, result);
	if (result->files == NIL)
		appendStringInfoString(
			&out, "echo \"load.sh: there are no files to load\"\n");
	else
		write_load(&out, def, result);
	write_last_run(&out, def, options);
	export_dir_write_text(dir, psprintf("%sload.sh", options->below), out.data,
						  true);
}
