/*
 * export_tables.c
 *		The tables of an export of several relations: each has its own folder
 *		below one that is published as a whole, with one stamp.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type_d.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "core/cell/cell.h"
#include "pg/base/set_result.h"
#include "pg/base/subtransaction.h"
#include "pg/export/export_json.h"
#include "pg/export/export_options.h"
#include "pg/export/export_script.h"
#include "pg/export/export_tables.h"
#include "pg/export/export_write.h"
#include "pg/relation/export_rows.h"

/* ---- arguments ---------------------------------------------------------- */

ExportArguments
export_tables_arguments(FunctionCallInfo fcinfo)
{
	ExportArguments args = {.regions = fcinfo->args[2],
							.splits = {.isnull = true},
							.stamp = fcinfo->args[3],
							.options = fcinfo->args[4]};

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relations must not be NULL")));
	return args;
}

/*
 * The name of a table's folder: the table's, with ':' replaced, which HDFS
 * does not allow.
 */
static char *
folder_name(const char *table_name)
{
	char	   *folder = pstrdup(table_name);

	for (char *p = folder; *p != '\0'; p++)
		if (*p == ':')
			*p = '-';
	return folder;
}

ExportTable *
export_tables_read(ArrayType *array, const ExportArguments *args, int *n)
{
	Datum	   *relations;
	bool	   *nulls;
	ExportTable *tables;

	deconstruct_array(array, REGCLASSOID, sizeof(Oid), true, TYPALIGN_INT,
					  &relations, &nulls, n);
	tables = palloc0(sizeof(ExportTable) * Max(*n, 1));
	for (int i = 0; i < *n; i++)
	{
		ExportTable *table = &tables[i];

		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("relation %d is NULL", i + 1)));
		table->relid = DatumGetObjectId(relations[i]);
		table->relation = definition_relation_name(table->relid);
		table->def = definition_read(table->relid, NULL);
		table->folder = folder_name(table->def->table_name);
		if (strcmp(table->folder, "load.sh") == 0 ||
			strcmp(table->folder, "manifest.json") == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("table \"%s\" cannot be exported with others: the export has a file of that name beside the folders of the tables",
							table->def->table_name),
					 errhint("Export it with hbase.export_hfiles().")));
		export_options_read(args, HFILE_OPTIONS_ALL, table->def,
							&table->options);
		table->options.below = psprintf("%s/", table->folder);
		/* the same stamp for all tables */
		table->options.stamp = tables[0].options.stamp;
		for (int k = 0; k < i; k++)
			if (strcmp(tables[k].folder, table->folder) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("%s and %s have the same folder \"%s\"",
								tables[k].relation, table->relation,
								table->folder),
						 errhint("Give their tables different names with hbase.define().")));
	}
	if (*n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("relations must not be empty")));
	return tables;
}

/* ---- one table ---------------------------------------------------------- */

/*
 * True if the error concerns only this relation, so that the others can be
 * exported.
 */
static bool
is_of_the_data(const ErrorData *error)
{
	switch (ERRCODE_TO_CATEGORY(error->sqlerrcode))
	{
		case ERRCODE_TO_CATEGORY(ERRCODE_INSUFFICIENT_RESOURCES):
		case ERRCODE_TO_CATEGORY(ERRCODE_OPERATOR_INTERVENTION):
		case ERRCODE_TO_CATEGORY(ERRCODE_SYSTEM_ERROR):
		case ERRCODE_TO_CATEGORY(ERRCODE_INTERNAL_ERROR):
		case ERRCODE_TO_CATEGORY(ERRCODE_TRANSACTION_ROLLBACK):
			return false;
	}
	return true;
}

/* An error in one line: its message and the first line of its detail. */
static char *
problem_of(const ErrorData *error)
{
	int			first_line = error->detail == NULL ?
		0 :
		(int) strcspn(error->detail, "\n");

	return first_line == 0 ?
		error->message :
		psprintf("%s: %.*s", error->message, first_line, error->detail);
}

typedef struct TableRun
{
	ExportDir  *dir;
	ExportTable *table;
} TableRun;

static void
run_table(void *context)
{
	ExportDir  *dir = ((TableRun *) context)->dir;
	ExportTable *table = ((TableRun *) context)->table;

	export_dir_make(dir, table->folder);
	export_run(dir, table->def, &table->options, &table->result);
}

bool
export_tables_run(ExportDir *dir, ExportTable *table)
{
	TableRun	run = {dir, table};
	MemoryContext memory = AllocSetContextCreate(CurrentMemoryContext,
												 "hbase_schema table",
												 ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(memory);
	ErrorData  *error = subtransaction_try(run_table, &run);

	MemoryContextSwitchTo(old);
	if (error == NULL)
		return true;			/* the result is in this memory */
	if (!is_of_the_data(error))
		ReThrowError(error);
	export_dir_remove(dir, table->folder);
	memset(&table->result, 0, sizeof(table->result));
	table->problem = pstrdup(problem_of(error));
	/* of writers and the sort */
	MemoryContextDelete(memory);
	return false;
}

/* ---- manifest and result ------------------------------------------------ */

static void
write_manifest(ExportDir *dir, const ExportTable *tables, int n)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfo(
		&out, "{\n  \"format\": 1,\n  \"stamp\": %lld,\n  \"tables\": [",
		(long long) tables[0].options.stamp);
	for (int i = 0; i < n; i++)
	{
		const ExportTable *table = &tables[i];

		appendStringInfo(&out, "%s\n    {\"relation\": ", i > 0 ? "," : "");
		export_json_text(&out, table->relation);
		appendStringInfoString(&out, ", \"table\": ");
		escape_json(&out, table->def->table_name);
		if (table->problem != NULL)
		{
			appendStringInfoString(&out,
								   ", \"status\": \"failed\", \"problem\": ");
			export_json_text(&out, table->problem);
		}
		else
		{
			appendStringInfoString(&out,
								   ", \"status\": \"exported\", \"folder\": ");
			escape_json(&out, table->folder);
			appendStringInfo(
				&out, ", \"rows\": %llu, \"cells\": %llu, \"files\": %d",
				(unsigned long long) table->result.rows,
				(unsigned long long) table->result.cells,
				list_length(table->result.files));
		}
		appendStringInfoChar(&out, '}');
	}
	appendStringInfoString(&out, "\n  ]\n}\n");
	export_dir_write_text(dir, "manifest.json", out.data, false);
}

void
export_tables_return(FunctionCallInfo fcinfo, const ExportTable *tables,
					 int n)
{
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);

	for (int i = 0; i < n; i++)
	{
		const ExportTable *table = &tables[i];
		bool		failed = table->problem != NULL;
		Datum		values[9];
		bool		nulls[9] = {0};

		values[0] = ObjectIdGetDatum(table->relid);
		values[1] = CStringGetTextDatum(table->def->table_name);
		values[2] = CStringGetTextDatum(failed ? "failed" : "exported");
		values[3] = CStringGetTextDatum(table->folder);
		nulls[3] = failed;
		values[4] = Int32GetDatum(list_length(table->result.files));
		values[5] = Int64GetDatum(table->result.rows);
		values[6] = Int64GetDatum(table->result.cells);
		values[7] = Int64GetDatum(table->result.bytes);
		values[8] = CStringGetTextDatum(failed ? table->problem : "");
		nulls[8] = !failed;
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 nulls);
	}
}

void
export_tables_publish(FunctionCallInfo fcinfo, ExportDir *dir,
					  const ExportTable *tables, int n)
{
	uint64		empty_rows = 0;
	int			failed = 0;

	for (int i = 0; i < n; i++)
	{
		empty_rows += tables[i].result.empty_rows;
		failed += tables[i].problem != NULL;
	}
	write_manifest(dir, tables, n);
	export_write_load_script(dir, "");
	export_dir_publish(dir);
	relation_report_empty_rows(empty_rows);
	if (failed > 0)
		ereport(WARNING,
				(errmsg("%d of %d relations could not be exported", failed, n),
				 errhint("The returned rows and manifest.json have the reasons.")));
	export_tables_return(fcinfo, tables, n);
}
