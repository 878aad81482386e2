/*
 * check_cell_rules.c
 *		Rules of hbase.check() for families and cells: one function for each
 *		rule, in the order in which the findings are shown.
 */
#include "pg/base/compat.h"

#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

#include "core/base/notation.h"
#include "core/check/check_cells.h"
#include "core/value/encoding_type.h"
#include "pg/advice/check_cell_rules.h"
#include "pg/advice/check_findings.h"
#include "pg/table/definition.h"

/* More families than this flush each other too often. */
#define MANY_FAMILIES	3

/*
 * A family this many times smaller than the largest one is flushed too early.
 */
#define MUCH_SMALLER	20

/* Percentage of the bytes from which names are too large a share. */
#define NAMES_SHARE		20

/*
 * Bytes of a cell that belongs elsewhere; of a row, which HBase cannot split.
 */
#define LARGE_CELL		(1024 * 1024)
#define LARGE_ROW		(100 * 1024 * 1024)

/* From this value on, VERSIONS limits nothing. */
#define UNBOUNDED_VERSIONS	1000

typedef void (*FamilyRule) (Check *check, const DefinedFamily *defined,
							const CheckFamily *family);

static char *
cells_of(uint64 n, const CheckFamily *family)
{
	return psprintf("%llu of %llu cells", (unsigned long long) n,
					(unsigned long long) family->cells);
}

/* family:qualifier, as the HBase shell writes it. */
static char *
column_name(const DefinedFamily *defined, const CheckFamily *family,
			const CheckColumn *column)
{
	return psprintf("%s:%s", defined->name,
					notation_text(family->names.data + column->name_at,
								  column->name_len));
}

/* ---- the table ---------------------------------------------------------- */

static void
empty_rows(Check *check)
{
	if (check->empty_rows > 0)
		check_find(
			check, CHECK_WARNING, "empty row", "key",
			psprintf("%llu row%s", (unsigned long long) check->empty_rows,
					 check->empty_rows == 1 ? "" : "s"),
			"HBase keeps no row without a cell: exports leave these out.",
			"Give a row that only has to exist a cell with an empty value.");
}

static void
number_of_families(Check *check)
{
	if (check->def->nfamilies > MANY_FAMILIES)
		check_find(check, CHECK_WARNING, "families",
				   definition_relation_name(check->def->relid),
				   psprintf("%d families", check->def->nfamilies),
				   "A flush of one family flushes all: many small files, and compactions of them.",
				   "Keep in one family what is read together; three are many.");
}

static void
uneven_families(Check *check)
{
	int			largest = 0;

	for (int i = 1; i < check->def->nfamilies; i++)
		if (check->families[i].bytes > check->families[largest].bytes)
			largest = i;
	for (int i = 0; i < check->def->nfamilies; i++)
	{
		const CheckFamily *family = &check->families[i];

		if (family->bytes > 0 &&
			family->bytes * MUCH_SMALLER < check->families[largest].bytes)
			check_find(
				check, CHECK_ADVICE, "family size",
				check->def->families[i].name,
				psprintf("%llu of %llu bytes",
						 (unsigned long long) family->bytes,
						 (unsigned long long) check->families[largest].bytes),
				psprintf("It is much smaller than \"%s\", with which it is flushed and split.",
						 check->def->families[largest].name),
				"Put both into one family, or into two tables.");
	}
}

static void
row_size(Check *check)
{
	if (check->largest_row > LARGE_ROW)
		check_find(
			check, CHECK_WARNING, "row size", check->largest_row_key,
			psprintf("%llu bytes", (unsigned long long) check->largest_row),
			"A row is never split between regions, and is read whole by a get.",
			"Cut it by time or by number: put the period or the page into the key.");
}

/* ---- a family ----------------------------------------------------------- */

static void
family_name(Check *check, const DefinedFamily *defined,
			const CheckFamily *family)
{
	uint64		more = family->cells * (defined->len - 1);

	if (more > 0)
		check_find(check, CHECK_WARNING, "family name", defined->name,
				   psprintf("%u bytes x %llu cells", defined->len,
							(unsigned long long) family->cells),
				   "Every cell repeats the name of its family.",
				   psprintf("A name of one character saves %llu bytes.",
							(unsigned long long) more));
}

static void
qualifier_names(Check *check, const DefinedFamily *defined,
				const CheckFamily *family)
{
	/* The saving if each long name had two bytes. */
	uint64		more = family->long_name_bytes - 2 * family->long_names;

	if (family->long_names == 0)
		return;
	check_find(
		check, CHECK_ADVICE, "qualifier",
		column_name(defined, family, check_family_longest_name(family)),
		psprintf("over 8 bytes in %s", cells_of(family->long_names, family)),
		"Every cell repeats its qualifier.",
		psprintf("Names of two bytes save %llu bytes; hbase.define_column keeps the long ones.",
				 (unsigned long long) more));
}

static void
cost_of_names(Check *check, const DefinedFamily *defined,
			  const CheckFamily *family)
{
	uint64		names = family->cells * defined->len + family->qualifier_bytes;
	double		share = family->bytes > 0 ? 100.0 * names / family->bytes : 0;

	if (share > NAMES_SHARE)
		check_find(
			check, CHECK_WARNING, "name cost", defined->name,
			psprintf("%.0f %% of %.1f bytes a cell", share,
					 family->bytes / (double) family->cells),
			"So much of what is stored are names of family and qualifiers.",
			"Shorten the names, or keep several values in one cell.");
}

static void
cell_size_limit(Check *check, const DefinedFamily *defined,
				const CheckFamily *family)
{
	char	   *largest = psprintf("the largest has %llu bytes",
								   (unsigned long long) family->largest);

	if (family->too_large > 0)
		check_find(
			check, CHECK_ERROR, "cell size", defined->name,
			psprintf("%s, %s", cells_of(family->too_large, family), largest),
			psprintf("HBase takes cells of up to %d bytes (hbase.client.keyvalue.maxsize).",
					 CELL_DEFAULT_MAX_SIZE),
			"Cut the value into several cells, or keep it in a file and its path here.");
	else if (family->largest > LARGE_CELL)
		check_find(check, CHECK_WARNING, "cell size", defined->name, largest,
				   "Cells over 1 MB are rewritten by every compaction.",
				   "Give the family IS_MOB, or keep the value in a file and its path here.");
}

static void
unbounded_versions(Check *check, const DefinedFamily *defined,
				   const CheckFamily *family)
{
	if (defined->options.versions >= UNBOUNDED_VERSIONS)
		check_find(check, CHECK_WARNING, "versions", defined->name,
				   psprintf("VERSIONS %d", defined->options.versions),
				   "Nothing bounds the versions of a cell: a row grows with every write.",
				   "Keep as many as are read, or put the time into the key or qualifier.");
	else if (family->over_versions > 0)
		check_find(check, CHECK_WARNING, "versions", defined->name,
				   cells_of(family->over_versions, family),
				   psprintf("The family keeps %d version%s of a cell; a compaction removes these.",
							defined->options.versions,
							defined->options.versions == 1 ? "" : "s"),
				   "Raise VERSIONS, if they are to be kept.");
}

static void
future_times(Check *check, const DefinedFamily *defined,
			 const CheckFamily *family)
{
	/* A value that is plausible after division by 1000 is in microseconds. */
	bool		micros = family->latest / 1000 > CHECK_EARLIEST_MS &&
		family->latest / 100 > check->now;

	if (family->future > 0)
		check_find(check, CHECK_WARNING, "future time", defined->name,
				   cells_of(family->future, family),
				   micros ?
					   "The times look like microseconds; HBase counts milliseconds." :
					   "A cell from the future hides every put until its time has come.",
				   micros ? "Divide by 1000, or give a timestamptz." :
							"Correct the times, or stamp at the export.");
}

static void
times_in_seconds(Check *check, const DefinedFamily *defined,
				 const CheckFamily *family)
{
	if (family->seconds > 0)
		check_find(check, CHECK_WARNING, "time in seconds", defined->name,
				   cells_of(family->seconds, family),
				   "The times look like seconds; as milliseconds they lie in early 1970.",
				   "Multiply by 1000, or give a timestamptz.");
}

static void
expired_cells(Check *check, const DefinedFamily *defined,
			  const CheckFamily *family)
{
	if (family->expired > 0)
		check_find(check, CHECK_WARNING, "expired", defined->name,
				   cells_of(family->expired, family),
				   psprintf("Older than the family's TTL of %d seconds: no scan shows them.",
							defined->options.ttl),
				   "Raise TTL, or leave them out.");
}

static void
mixed_values(Check *check, const DefinedFamily *defined,
			 const CheckFamily *family)
{
	for (int i = 0; i < family->ncolumns; i++)
	{
		const CheckColumn *column = &family->columns[i];

		uint64		texts = check_column_texts(column);

		if (!check_column_is_mixed(column))
			continue;
		if (column->declared != NULL)
			check_find(check, CHECK_WARNING, "mixed encodings",
					   column_name(defined, family, column),
					   psprintf("%llu of %llu values",
								(unsigned long long) column->misfits,
								(unsigned long long) column->cells),
					   psprintf(
						   "These are no %s under \"%s\", which the column dictionary says.",
						   column->declared->type_name,
						   encoding_name(column->declared->type.encoding)),
					   "Cast all values to that type, or correct the dictionary with hbase.define_column().");
		else
			check_find(
				check, CHECK_WARNING, "mixed encodings",
				column_name(defined, family, column),
				psprintf("%llu texts, %llu binaries of %u bytes",
						 (unsigned long long) texts,
						 (unsigned long long) (column->texts +
											   column->binaries - texts),
						 column->longest),
				"A reader cannot tell how a value of this column was written.",
				"Cast all values to one type, or name one encoding.");
	}
}

/* Numbers of several widths: the client chose the smallest type for each. */
static void
value_widths(Check *check, const DefinedFamily *defined,
			 const CheckFamily *family)
{
	for (int i = 0; i < family->ncolumns; i++)
	{
		const CheckColumn *column = &family->columns[i];
		StringInfoData measured;

		if (column->declared != NULL || !check_column_has_widths(column))
			continue;
		initStringInfo(&measured);
		for (int width = 2; width <= CHECK_NUMBER_WIDTH; width *= 2)
		{
			uint64		n = column->binaries_of[width] +
				column->texts_of[width];

			if (n > 0)
				appendStringInfo(&measured, "%s%llu of %d bytes",
								 measured.len > 0 ? ", " : "",
								 (unsigned long long) n, width);
		}
		check_find(check, CHECK_WARNING, "value width",
				   column_name(defined, family, column), measured.data,
				   "A reader expects numbers of one width: Bytes.toLong takes 8 bytes alone.",
				   "Cast all values to one type; hbase.put() does so once hbase.define_column() has told it.");
	}
}

/* ---- encodings ---------------------------------------------------------- */

static void
mixed_in_view(Check *check)
{
	StringInfoData used;
	int			n = 0;

	initStringInfo(&used);
	for (int i = 0; i < lengthof(check->view.encodings); i++)
		if (check->view.encodings[i])
			appendStringInfo(&used, "%s%s", n++ > 0 ? ", " : "",
							 encoding_name((Encoding) i));
	if (n > 1)
		check_find(
			check, CHECK_ADVICE, "mixed encodings",
			definition_relation_name(check->def->relid), used.data,
			"The view writes values in several encodings.",
			"Keep to one profile, or tell readers by hbase.define_column.");
}

static void
mixed_in_dictionary(Check *check)
{
	char	   *used;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	if (SPI_execute(psprintf(
						"SELECT pg_catalog.string_agg(DISTINCT encoding::pg_catalog.text, ', ')"
						" FROM hbase.columns(%u) HAVING pg_catalog.count(DISTINCT encoding) OPERATOR(pg_catalog.>) 1",
						check->def->relid),
					true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not read the column dictionary");
	if (SPI_processed > 0)
	{
		used = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
		check_find(check, CHECK_ADVICE, "mixed encodings",
				   definition_relation_name(check->def->relid), used,
				   "The column dictionary names several encodings.",
				   "Keep to one profile, so that one tool reads all columns.");
	}
	SPI_finish();
}

/* ---- all rules ---------------------------------------------------------- */

static const FamilyRule family_rules[] = {
	cell_size_limit,
	unbounded_versions,
	future_times,
	times_in_seconds,
	expired_cells,
	mixed_values,
	value_widths,
	family_name,
	qualifier_names,
	cost_of_names
};

void
check_cell_rules(Check *check)
{
	empty_rows(check);
	number_of_families(check);
	uneven_families(check);
	row_size(check);
	for (int r = 0; r < lengthof(family_rules); r++)
		for (int i = 0; i < check->def->nfamilies; i++)
			family_rules[r](check, &check->def->families[i],
							&check->families[i]);
	mixed_in_view(check);
	mixed_in_dictionary(check);
}
