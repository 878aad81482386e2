/*
 * export_expect.c
 *		What the planner expects of the export of a relation.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type_d.h"
#include "executor/spi.h"
#include "utils/builtins.h"

#include "pg/export/export_expect.h"
#include "pg/relation/export_rows.h"

void
export_expect(const Definition *def, const ExportRegions *regions,
			  ExportExpected *expected)
{
	int			n = export_regions_known(regions) ?
		export_regions_count(regions) :
		1;
	bool	   *wanted = palloc0(sizeof(bool) * n);
	ExportQuery whole = {.def = def};
	ExportQuery part = {.def = def};
	Oid			types[] = {TEXTOID, TEXTOID};
	Datum		values[2];
	char		nulls[] = "  ";
	bool		isnull;

	/* a middle region has both bounds */
	wanted[n / 2] = true;
	values[0] = CStringGetTextDatum(export_rows_sql(&whole, true));
	if (n > 1)
	{
		part.condition = export_regions_condition(regions, wanted, def);
		values[1] = CStringGetTextDatum(export_rows_sql(&part, true));
	}
	else
		nulls[1] = 'n';
	SPI_connect();
	if (SPI_execute_with_args(
			"SELECT rows, bytes, divisible FROM hbase_internal.export_plan($1, $2)",
			2, types, values, nulls, false, 1) != SPI_OK_SELECT ||
		SPI_processed != 1)
		elog(ERROR, "could not explain a query");
	expected->rows = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
												 SPI_tuptable->tupdesc, 1,
												 &isnull));
	expected->bytes = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
												  SPI_tuptable->tupdesc, 2,
												  &isnull));
	expected->divisible = DatumGetBool(SPI_getbinval(SPI_tuptable->vals[0],
													 SPI_tuptable->tupdesc, 3,
													 &isnull));
	SPI_finish();
}
