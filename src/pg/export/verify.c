/*
 * verify.c
 *		hbase.verify(): compare an export's files, the relation and the table
 *		in HBase with the export's manifest.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/export/export_phoenix.h"
#include "pg/export/verify_jobs.h"
#include "pg/export/verify_region.h"
#include "pg/file/server_path.h"
#include "pg/hfile/hfile_options.h"
#include "pg/relation/export_rows.h"

PG_FUNCTION_INFO_V1(hbase_verify);
PG_FUNCTION_INFO_V1(hbase_verify_live);

/* ---- the table in HBase ------------------------------------------------- */

/* Expect a cell of the relation, with any timestamp. */
static void
expect_cell(Verify *verify, RangeSum *sum, const Cell *cell)
{
	Cell		bare = *cell;
	size_t		size = cell_size(cell);
	uint8_t    *written;

	bare.ts = 0;
	verify->wide.len = 0;
	written = core_buf_reserve(&verify->wide, size);
	cell_write(written, &bare);
	range_sum_add_written(sum, written, size);
}

/* Expect the cells of a row of the relation that a get returns. */
static void
expect_row(void *context, const RelationRow *row)
{
	Verify	   *verify = context;
	const Manifest *manifest = verify->manifest;
	const DefinedFamily *first = &verify->def->families[0];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = first->bytes, .family_len = first->len};
	RangeSum   *sum;
	uint64		before;

	verify->relation_region = verify_region_of(manifest,
											   verify->relation_region,
											   row->key, row->key_len);
	sum = &verify->ranges[verify->relation_region].expected;
	before = sum->cells;
	if (manifest->phoenix_empty_cell &&
		export_phoenix_cell(verify->def, row, manifest->stamp, &cell))
		expect_cell(verify, sum, &cell);
	for (int f = 0; f < verify->def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		uint32_t	visible;

		if (family->cells == 0)
			continue;
		verify_reserve(verify, family->cells);
		visible = wide_visible(family, &wide_plain_family, &wide_plain_read,
							   verify->selected);
		cell.family = verify->def->families[f].bytes;
		cell.family_len = verify->def->families[f].len;
		for (uint32_t column = 0, next = 0;
			 column < family->columns && next < visible; column++)
		{
			WideSpan	span = wide_span(family, column);

			for (uint32_t c = span.first; c < span.stop && next < visible; c++)
			{
				if (verify->selected[next] != c)
					continue;
				export_load_cell(&cell, family, column, c);
				expect_cell(verify, sum, &cell);
				next++;
			}
		}
	}
	sum->rows += sum->cells > before;
}

/* Expect what the relation has now instead of what the export has. */
static void
expect_relation(Verify *verify)
{
	ExportQuery query = {.def = verify->def, .stamp = verify->manifest->stamp};

	for (int i = 0; i < verify->manifest->nregions; i++)
		memset(&verify->ranges[i].expected, 0, sizeof(RangeSum));
	query.rejects =
		export_rejects_new(verify->def,
						   verify->manifest->rejects > 0 ? PG_INT64_MAX : -1,
						   NULL);
	export_rows(&query, expect_row, verify);
	export_rejects_finish(query.rejects);
}

/* The next field of a line, up to a tab or the end of the line. */
static char *
next_field(char **at)
{
	char	   *field = *at;
	size_t		len = strcspn(field, "\t\r\n");

	*at = field + len;
	if (**at == '\t')
		(*at)++;
	return pnstrdup(field, len);
}

static uint64
read_number(const char *field, int base, const char *line)
{
	char	   *end;
	uint64		v;

	errno = 0;
	v = strtoull(field, &end, base);
	if (*field == '\0' || *end != '\0' || errno != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid line of range checksums: \"%.*s\"",
						(int) strcspn(line, "\r\n"), line),
				 errhint("Expected the output of \"load.sh checksums\": for each range a line with number, rows, cells, checksum, and checksum without timestamps, separated by tabs.")));
	return v;
}

/*
 * Read the output of "load.sh checksums": one line for each range.  The last
 * field, a checksum without timestamps, is only needed if by_value is set.
 */
static void
read_live(Verify *verify, char *text, bool by_value)
{
	const Manifest *manifest = verify->manifest;
	bool	   *seen = palloc0(sizeof(bool) * manifest->nregions);

	while (*text != '\0')
	{
		char	   *line = text;
		uint64		number = read_number(next_field(&text), 10, line);
		RangeSum	sum;

		sum.rows = read_number(next_field(&text), 10, line);
		sum.cells = read_number(next_field(&text), 10, line);
		sum.sum = read_number(next_field(&text), 16, line);
		if (text[-1] == '\t' || by_value)
		{
			uint64		without = read_number(next_field(&text), 16, line);

			if (by_value)
				sum.sum = without;
		}
		if (number >= manifest->nregions || seen[number])
			ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("range " UINT64_FORMAT
						" of the table's checksums is %s",
						number,
						number >= manifest->nregions ? "not in the manifest" :
													   "given twice"),
				 errdetail("The manifest has the ranges 0 to %d.",
						   manifest->nregions - 1),
				 errhint(
					 "Run load.sh checksums in the folder of the manifest.")));
		seen[number] = true;
		verify->ranges[number].sum = sum;
		text += strspn(text, "\r\n");
	}
	for (int i = 0; i < manifest->nregions; i++)
	{
		if (!seen[i])
			verify_difference(&verify->ranges[i].difference,
							  "the table's checksum is missing");
	}
}

/* ---- result ------------------------------------------------------------- */

static void
put_range(ReturnSetInfo *out, const Verify *verify, int i)
{
	const ManifestRegion *said = &verify->manifest->regions[i];
	Range	   *range = &verify->ranges[i];
	Datum		values[9];
	bool		nulls[9] = {0};

	if (range->difference.len == 0 &&
		!range_sum_equal(&range->sum, &range->expected))
	{
		if (range->sum.rows != range->expected.rows ||
			range->sum.cells != range->expected.cells)
			verify_difference(&range->difference,
							  "%llu rows and %llu cells instead of %llu and %llu",
							  (unsigned long long) range->sum.rows,
							  (unsigned long long) range->sum.cells,
							  (unsigned long long) range->expected.rows,
							  (unsigned long long) range->expected.cells);
		else
			verify_difference(&range->difference,
							  "as many rows and cells, but other ones");
	}
	values[0] = Int32GetDatum(i);
	values[1] = PointerGetDatum(said->start);
	values[2] = PointerGetDatum(said->stop);
	values[3] = Int64GetDatum(range->sum.rows);
	values[4] = Int64GetDatum(range->sum.cells);
	values[5] = CStringGetTextDatum(
		psprintf("%016llx", (unsigned long long) range->expected.sum));
	values[6] = CStringGetTextDatum(
		psprintf("%016llx", (unsigned long long) range->sum.sum));
	values[7] = BoolGetDatum(range->difference.len == 0);
	if (range->difference.len > 0)
		values[8] = CStringGetTextDatum(range->difference.data);
	else
		nulls[8] = true;
	tuplestore_putvalues(out->setResult, out->setDesc, values, nulls);
}

/*
 * Return a row for each range that the export wrote, and one for differences
 * outside of ranges.
 */
static void
put_outcome(FunctionCallInfo fcinfo, const Verify *verify)
{
	ReturnSetInfo *out = set_result_begin(fcinfo);

	for (int i = 0; i < verify->manifest->nregions; i++)
	{
		if (verify->manifest->regions[i].written)
			put_range(out, verify, i);
	}
	if (verify->elsewhere.len > 0)
	{
		Datum		values[9] = {0};
		bool		nulls[9] = {true, true, true, true, true, true, true,
								false, false};

		values[7] = BoolGetDatum(false);
		values[8] = CStringGetTextDatum(verify->elsewhere.data);
		tuplestore_putvalues(out->setResult, out->setDesc, values, nulls);
	}
}

/* hbase.verify(relation, directory, with_relation, jobs) */
Datum
hbase_verify(PG_FUNCTION_ARGS)
{
	char	   *directory = server_path_check_read(
		text_to_cstring(PG_GETARG_TEXT_PP(1)));
	int			jobs = PG_GETARG_INT32(3);
	Verify		verify;

	if (jobs < 1 || jobs > HFILE_OPTIONS_MAX_JOBS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of jobs must be between 1 and %d, not %d",
						HFILE_OPTIONS_MAX_JOBS, jobs)));
	verify_begin(&verify, PG_GETARG_OID(0), directory, PG_GETARG_BOOL(2));
	export_progress_begin(PROGRESS_VERIFY, PG_GETARG_OID(0),
						  verify.manifest->nregions);
	export_progress_total(verify.manifest->rows);
	/* if the export skipped rejected rows, skip them here too */
	verify.rejects =
		export_rejects_new(verify.def,
						   verify.manifest->rejects > 0 ? PG_INT64_MAX : -1,
						   NULL);
	verify_list(&verify);
	if (jobs == 1 || !verify_jobs_run(&verify, jobs))
		verify_region(&verify, -1);
	export_rejects_finish(verify.rejects);
	verify_report_rows(&verify);
	export_progress_end();
	put_outcome(fcinfo, &verify);
	return (Datum) 0;
}

/* hbase.verify(relation, directory, live, with_relation) */
Datum
hbase_verify_live(PG_FUNCTION_ARGS)
{
	Verify		verify;

	verify_begin(&verify, PG_GETARG_OID(0),
				 server_path_check_read(
					 text_to_cstring(PG_GETARG_TEXT_PP(1))),
				 PG_GETARG_BOOL(3));
	read_live(&verify, text_to_cstring(PG_GETARG_TEXT_PP(2)),
			  PG_GETARG_BOOL(3));
	if (PG_GETARG_BOOL(3))
	{
		export_progress_begin(PROGRESS_VERIFY, PG_GETARG_OID(0),
							  verify.manifest->nregions);
		export_progress_total(verify.manifest->rows);
		expect_relation(&verify);
		export_progress_end();
	}
	put_outcome(fcinfo, &verify);
	return (Datum) 0;
}
