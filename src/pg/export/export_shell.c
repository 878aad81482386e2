/*
 * export_shell.c
 *		hbase.shell_script(): write a relation as a script for the HBase shell.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "core/text/shell_text.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/export/export_regions.h"

PG_FUNCTION_INFO_V1(hbase_shell_script);

typedef struct ScriptRun
{
	const Definition *def;
	const uint8_t *table;		/* its name in UTF-8 */
	int			table_len;
	ExportRegions regions;
	ExportCutter cutter;
	int			nsplits;
	RowKey	  **splits;
	ReturnSetInfo *result;
	CoreBuf		line;
	uint64		empty_rows;
} ScriptRun;

/* Return the line, which is ASCII. */
static void
put_line(ScriptRun *run)
{
	Datum		value = PointerGetDatum(
		cstring_to_text_with_len((char *) run->line.data, run->line.len));
	bool		null = false;

	tuplestore_putvalues(run->result->setResult, run->result->setDesc, &value,
						 &null);
	pfree(DatumGetPointer(value));
	run->line.len = 0;
}

static void
add_text(ScriptRun *run, const char *text)
{
	core_buf_add(&run->line, text, strlen(text));
}

/* ---- the table ---------------------------------------------------------- */

/* Collect the start keys of regions while the rows are read. */
static void
plan_region(void *context, const RelationRow *row)
{
	ScriptRun  *run = context;
	RowKey	   *start;

	CHECK_FOR_INTERRUPTS();
	while ((start = export_regions_cut(&run->cutter, row, false)) != NULL)
		run->splits[run->nsplits++] = start;
}

/*
 * Find the split points: as defined, or for regions of equal numbers of rows.
 */
static void
find_splits(ScriptRun *run)
{
	ExportQuery query = {.def = run->def, .count_first = true};
	RowKey	   *start;

	export_regions_plan(&run->regions, run->def, 0);
	export_regions_begin(&run->cutter, &run->regions, 0,
						 run->regions.nsplits + 1);
	run->splits = palloc(
		sizeof(RowKey *) *
		Max(export_regions_count(&run->regions), run->regions.nsplits + 1));
	core_buf_reserve(&run->cutter.previous, CELL_MAX_ROW);
	if (run->regions.cuts > 1)
		export_rows(&query, plan_region, run);
	while ((start = export_regions_rest(&run->cutter)) != NULL)
		run->splits[run->nsplits++] = start;
}

/* create "table", {NAME => "d", ...}, SPLITS => [...] */
static void
write_create(ScriptRun *run)
{
	CoreError	err;

	add_text(run, "create ");
	shell_write_literal(run->table, run->table_len, &run->line);
	for (int f = 0; f < run->def->nfamilies; f++)
		add_text(run, psprintf(", {%s}", run->def->families[f].shell));
	for (int i = 0; i < run->nsplits; i++)
	{
		add_text(run, i == 0 ? ", SPLITS => [" : ", ");
		if (!shell_write_split((const uint8_t *) VARDATA_ANY(run->splits[i]),
							   VARSIZE_ANY_EXHDR(run->splits[i]), &run->line,
							   &err))
			core_error_raise(&err);
	}
	if (run->nsplits > 0)
		add_text(run, "]");
	put_line(run);
}

/* ---- the cells ---------------------------------------------------------- */

static void
write_cell(void *context, int family, const Cell *cell)
{
	ScriptRun  *run = context;
	CoreError	err;

	if (!(cell->type == CELL_PUT ?
			  shell_write_put(run->table, run->table_len, cell, &run->line,
							  &err) :
			  shell_write_delete(run->table, run->table_len, cell, &run->line,
								 &err)))
		core_error_raise(&err);
	put_line(run);
}

static void
write_row(void *context, const RelationRow *row)
{
	ScriptRun  *run = context;

	CHECK_FOR_INTERRUPTS();
	export_row_cells(run->def, row, write_cell, run);
	run->empty_rows += row->cells == 0;
}

/* hbase.shell_script(relation, stamp): one statement for each row. */
Datum
hbase_shell_script(PG_FUNCTION_ARGS)
{
	ScriptRun	run;
	ExportQuery query = {.stamp = PG_ARGISNULL(1) ? 0 : PG_GETARG_INT64(1)};
	CoreError	err;

	memset(&run, 0, sizeof(run));
	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	if (!PG_ARGISNULL(1) && !cell_check_stamp(query.stamp, &err))
		core_error_raise(&err);
	run.def = definition_read(PG_GETARG_OID(0), NULL);
	run.table_len = strlen(run.def->table_name);
	run.table = (const uint8_t *) utf8_text_from_server(run.def->table_name,
														&run.table_len);
	run.result = set_result_begin(fcinfo);
	core_buf_init(&run.line);
	find_splits(&run);
	write_create(&run);
	query.def = run.def;
	export_rows(&query, write_row, &run);
	relation_report_empty_rows(run.empty_rows);
	return (Datum) 0;
}
