/*
 * plan.c
 *		hbase.plan(): what a query costs on an HBase table, derived from its
 *		layout.
 *
 * The layout says which key ranges a query reads. The number of rows in them
 * comes from ANALYZE for a stored relation; for a view, or without statistics,
 * from a sample of the rows. The sample also gives cells and bytes per row.
 */
#include "pg/base/compat.h"

#include <math.h>

#include "executor/spi.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "core/base/bytes.h"
#include "core/check/check_cells.h"
#include "core/layout/layout_print.h"
#include "core/layout/layout_scan.h"
#include "core/region/key_stats.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/set_result.h"
#include "pg/base/settings.h"
#include "pg/layout/layout_question.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"
#include "pg/table/key_scan.h"

PG_FUNCTION_INFO_V1(hbase_plan);

/* Approximate number of rows in the sample. */
#define SAMPLE_ROWS		2000

/*
 * Maximum number of rows in the sample (even): the planner may expect too few.
 */
#define MOST_ROWS		(16 * SAMPLE_ROWS)

/* Number of ranges that the planner estimates; of more ranges, every nth. */
#define PLANNED_RANGES	100

/* Rows of the sample in the ranges that are enough for cells and bytes. */
#define ENOUGH_ROWS		20

/* ---- sample of the rows ------------------------------------------------- */

typedef struct SampledRow
{
	KeyBytes	key;
	uint32		cells;
	uint64		bytes;			/* of KeyValues */
} SampledRow;

typedef struct Sample
{
	const Definition *def;
	CheckFamily *families;
	SampledRow *rows;			/* sorted by key after read_sample() */
	int			n;
	uint64		seen;			/* number of rows read */
	uint64		every;			/* one row in this many is kept */
} Sample;

/* Drop every second row, and keep half as many of those to come. */
static void
thin_out(Sample *sample)
{
	for (int i = 0; i < MOST_ROWS; i++)
	{
		if (i % 2 == 0)
			sample->rows[i / 2] = sample->rows[i];
		else
			pfree((void *) sample->rows[i].key.p);
	}
	sample->n = MOST_ROWS / 2;
	sample->every *= 2;
}

/*
 * Add a row to the sample. Rejected rows are skipped; hbase.check() reports
 * them.
 */
static void
see_row(void *context, const RelationRow *row)
{
	Sample	   *sample = context;
	SampledRow *sampled;

	if (row->key == NULL || row->nrejects > 0 ||
		sample->seen++ % sample->every != 0)
		return;
	if (sample->n == MOST_ROWS)
		thin_out(sample);
	sampled = &sample->rows[sample->n++];
	sampled->key.len = row->key_len;
	sampled->key.p = memcpy(palloc(row->key_len + 1), row->key, row->key_len);
	sampled->cells = row->cells;
	sampled->bytes = 0;
	for (int i = 0; i < sample->def->nfamilies; i++)
		sampled->bytes += check_family_add(&sample->families[i],
										   &row->families[i], row->key_len);
}

static int
compare_rows(const void *a, const void *b)
{
	const SampledRow *left = a;
	const SampledRow *right = b;

	return bytes_compare(left->key.p, left->key.len, right->key.p,
						 right->key.len);
}

static void
read_sample(Sample *sample, const Definition *def, double percent)
{
	RelationQuery query = {.def = def, .percent = percent};

	sample->def = def;
	sample->n = 0;
	sample->seen = 0;
	sample->every = 1;
	sample->rows = palloc(sizeof(SampledRow) * MOST_ROWS);
	sample->families = palloc0(sizeof(CheckFamily) * Max(def->nfamilies, 1));
	for (int i = 0; i < def->nfamilies; i++)
	{
		CheckFamilyLimits limits = {.name_len = def->families[i].len};

		check_family_init(&sample->families[i], &limits);
	}
	relation_rows(&query, see_row, sample);
	qsort(sample->rows, sample->n, sizeof(SampledRow), compare_rows);
}

/* ---- rows --------------------------------------------------------------- */

/* Number of rows that the planner expects of a query. */
static double
expected_rows(const char *sql)
{
	QueryRows  *query = query_rows_plan(sql, false);
	double		rows = (double) query_rows_expected(query);

	query_rows_free(query);
	return rows;
}

static void
add_key(StringInfo sql, const char *operator, const uint8_t *key, size_t n)
{
	const char *types = extension_objects()->types;

	appendStringInfo(sql, " OPERATOR(%s.%s) '\\x", types, operator);
	for (size_t i = 0; i < n; i++)
		appendStringInfo(sql, "%02x", key[i]);
	appendStringInfo(sql, "'::pg_catalog.bytea::%s.rowkey", types);
}

/*
 * Number of rows that the planner expects in ranges of a relation with
 * statistics.
 */
static double
rows_by_statistics(const Definition *def, const LayoutRanges *ranges)
{
	const char *key = quote_identifier(
		get_attname(def->relid, def->key, false));
	int			step = (ranges->n + PLANNED_RANGES - 1) / PLANNED_RANGES;
	double		rows = 0;
	int			asked = 0;

	for (int i = 0; i < ranges->n; i += Max(step, 1))
	{
		const LayoutRange *range = &ranges->ranges[i];
		StringInfoData sql;

		CHECK_FOR_INTERRUPTS();
		initStringInfo(&sql);
		appendStringInfo(&sql, "SELECT FROM %s WHERE %s",
						 definition_relation_name(def->relid), key);
		add_key(&sql, ">=", range->start, range->start_len);
		if (range->has_stop)
		{
			appendStringInfo(&sql, " AND %s", key);
			add_key(&sql, "<", range->stop, range->stop_len);
		}
		rows += expected_rows(sql.data);
		asked++;
	}
	return asked == 0 ? 0 : rows * ranges->n / asked;
}

/*
 * True if the key is in one of the ranges, which are disjoint and ascending.
 */
static bool
in_ranges(const LayoutRanges *ranges, KeyBytes key)
{
	const LayoutRange *range;
	int			low = 0;		/* the ranges before this one start at or
								 * before the key */
	int			high = ranges->n;	/* the ranges from this one on start
									 * after the key */

	while (low < high)
	{
		int			middle = low + (high - low) / 2;

		range = &ranges->ranges[middle];
		if (bytes_compare(key.p, key.len, range->start, range->start_len) < 0)
			high = middle;
		else
			low = middle + 1;
	}
	if (low == 0)
		return false;
	range = &ranges->ranges[low - 1];
	return !range->has_stop ||
		bytes_compare(key.p, key.len, range->stop, range->stop_len) < 0;
}

/* True if ANALYZE has collected statistics of the keys. */
static bool
has_statistics(const Definition *def)
{
	return SearchSysCacheExists3(STATRELATTINH, ObjectIdGetDatum(def->relid),
								 Int16GetDatum(def->key),
								 BoolGetDatum(false)) ||
		SearchSysCacheExists3(STATRELATTINH, ObjectIdGetDatum(def->relid),
							  Int16GetDatum(def->key), BoolGetDatum(true));
}

/* ---- regions ------------------------------------------------------------ */

/*
 * Split points: from the definition, from the salt, or equal shares of the
 * sample.
 */
static int
split_points(const Definition *def, const Layout *layout, const Sample *sample,
			 KeyBytes **points)
{
	int			n = def->nsplits > 0 ? def->nsplits : Max(def->regions - 1, 0);

	*points = palloc(sizeof(KeyBytes) * Max(n, 1));
	if (def->nsplits == 0 && layout->components[0].kind == LAYOUT_SALT &&
		!layout->components[0].as_text && layout->components[0].width == 1 &&
		layout->components[0].number == n + 1)
	{
		for (int i = 0; i < n; i++)
		{
			uint8_t    *byte = palloc(1);

			*byte = (uint8_t) (i + 1);
			(*points)[i] = (KeyBytes) {byte, 1};
		}
		return n;
	}
	for (int i = 0; i < n; i++)
	{
		if (def->nsplits > 0)
			(*points)[i] = (KeyBytes) {(const uint8_t *) VARDATA_ANY(
										   def->splits[i]),
									   VARSIZE_ANY_EXHDR(def->splits[i])};
		else if (sample->n > n)
			(*points)[i] =
				sample->rows[(int64) sample->n * (i + 1) / (n + 1)].key;
		else
			return 0;			/* too few rows to cut */
	}
	return n;
}

/* Number of regions that the ranges touch. */
static int
touched_regions(const LayoutRanges *ranges, const KeyBytes *points,
				int npoints)
{
	int			touched = 0;
	int			r = 0;

	for (int region = 0; region <= npoints; region++)
	{
		const KeyBytes *first = region == 0 ? NULL : &points[region - 1];
		const KeyBytes *stop = region == npoints ? NULL : &points[region];

		/* Skip ranges that end before the region. */
		while (r < ranges->n && first != NULL && ranges->ranges[r].has_stop &&
			   bytes_compare(ranges->ranges[r].stop,
							 ranges->ranges[r].stop_len, first->p,
							 first->len) <= 0)
			r++;
		if (r == ranges->n)
			break;
		touched += stop == NULL ||
			bytes_compare(ranges->ranges[r].start, ranges->ranges[r].start_len,
						  stop->p, stop->len) < 0;
	}
	return touched;
}

/* ---- point get, range scan or full scan --------------------------------- */

static bool
is_point(const LayoutCondition *condition)
{
	for (int i = 0; i < condition->nitems; i++)
		if (!condition->items[i].point)
			return false;
	return !condition->all;
}

/* True if the condition restricts the field. */
static bool
is_given(const LayoutCondition *condition)
{
	return !condition->all;
}

/* Append the quoted name of a field to a list of names. */
static void
add_name(StringInfo names, const LayoutField *field)
{
	appendStringInfo(names, "%s\"%s\"", names->len > 0 ? ", " : "",
					 field->name);
}

/* The reason why a query is a scan, or a full scan, as text. */
static char *
explain(const Layout *layout, const LayoutCondition *conditions,
		uint64 dropped, bool full, int nranges)
{
	StringInfoData leading;
	StringInfoData tested;
	StringInfoData lost;
	StringInfoData why;
	char		fan[LAYOUT_LABEL_SIZE] = "";
	int			fanning = -1;
	int			missing = -1;	/* the first field without a condition */
	uint64		seen = 0;		/* bits of the fields in "leading" */

	initStringInfo(&leading);
	initStringInfo(&tested);
	initStringInfo(&lost);
	initStringInfo(&why);
	for (int i = 0; i < layout->ncomponents && missing < 0; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		int			field = component->field;

		if (component->kind == LAYOUT_SALT ||
			(component->kind == LAYOUT_BUCKET &&
			 !is_point(&conditions[field])))
			fanning = fanning < 0 ? i : fanning;
		if (field < 0 || component->kind == LAYOUT_BUCKET)
			continue;
		if (is_given(&conditions[field]) &&
			(seen & UINT64CONST(1) << field) == 0)
			add_name(&leading, &layout->fields[field]);
		seen |= UINT64CONST(1) << field;
		if (!is_point(&conditions[field]))
			missing = field;
	}
	for (int i = 0; i < layout->nfields; i++)
		if (is_given(&conditions[i]) &&
			(full || (seen & UINT64CONST(1) << i) == 0))
			add_name(&tested, &layout->fields[i]);
	if (full)
		appendStringInfo(&why, "\"%s\" leads the key and is not known",
						 layout->fields[Max(missing, 0)].name);
	else if (leading.len == 0)
		appendStringInfoString(&why, "no more than the record type is known");
	else
		appendStringInfo(&why, "the key leads with %s", leading.data);
	if (fanning >= 0 && nranges > 1)
		appendStringInfo(&why, ", in each of %s",
						 layout_label(layout, fanning, fan, sizeof(fan)));
	if (tested.len > 0)
		appendStringInfo(&why, "; rowkey_matches tests %s", tested.data);
	for (int i = 0; i < layout->nfields; i++)
		if ((dropped & UINT64CONST(1) << i) != 0)
			add_name(&lost, &layout->fields[i]);
	if (lost.len > 0)
		appendStringInfo(&why, "; the key does not keep the order of %s",
						 lost.data);
	return why.data;
}

/* ---- hbase.plan() ------------------------------------------------------- */

typedef struct Question
{
	Layout	   *layout;
	const char *kind;
	char	   *why;
	bool		get;
	bool		full;
	LayoutRanges ranges;
} Question;

/* Find what the layout alone says about the query. */
static void
read_question(const Definition *def, Layout *layout,
			  const LayoutCondition *conditions, uint64 dropped,
			  Question *question)
{
	bool		all;
	CoreError	err;

	if (!layout_scan(layout, conditions, max_scan_ranges, &question->ranges,
					 &err) ||
		!layout_ranges_are_all(layout, &question->ranges, max_scan_ranges,
							   &all, &err))
		core_error_raise(&err);
	question->layout = layout;
	if (question->ranges.n == 0)
	{
		question->kind = "nothing";
		question->why = "no key has these values";
	}
	else if (layout_ranges_are_keys(&question->ranges))
	{
		question->get = true;
		question->kind = "get";
		question->why = "the whole key is known";
	}
	else
	{
		/*
		 * With several record types, reading all rows of one is a range scan.
		 */
		question->full = def->nlayouts == 1 && all;
		question->kind = question->full ? "full scan" : "scan";
		question->why = explain(layout, conditions, dropped, question->full,
								question->ranges.n);
	}
}

/*
 * The queries of a call: of the first layout; or for a question, of each
 * layout that has its fields. *numbers has the layouts' numbers.
 */
static int
read_questions(FunctionCallInfo fcinfo, const Definition *def,
			   Question **questions, int **numbers)
{
	static int	first = 1;
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	Jsonb	   *json = key_scan_question(fcinfo, def);
	Layout	  **layouts;
	int			n = 1;
	CoreError	err;

	if (json == NULL)
	{
		RowKeyLayout *stored = (RowKeyLayout *) definition_get_layout(def, 1);
		LayoutSite *site = layout_site_make(fcinfo, stored,
											PG_NARGS() > 1 ? 1 : 0, true,
											&err);

		if (site == NULL)
			core_error_raise(&err);
		site->lenient = true;
		if (!layout_site_conditions(site, fcinfo->args + 1, conditions, &err))
			core_error_raise(&err);
		*questions = palloc0(sizeof(Question));
		*numbers = &first;
		read_question(def, site->layout, conditions, site->dropped,
					  *questions);
		return n;
	}
	n = key_scan_layouts(def, json, &layouts, numbers);
	*questions = palloc0(n * sizeof(Question));
	for (int i = 0; i < n; i++)
	{
		uint64		dropped;

		if (!layout_question(layouts[i], json, false, conditions, &err))
			core_error_raise(&err);
		dropped = layout_drop_ranges(layouts[i], conditions);
		if (!layout_prepare(layouts[i], conditions, &err))
			core_error_raise(&err);
		read_question(def, layouts[i], conditions, dropped, &(*questions)[i]);
	}
	return n;
}

typedef struct Reading
{
	double		rows;
	double		cells;
	double		bytes;
	bool		unseen;			/* no row of the sample is in the ranges */
} Reading;

/*
 * Rows in the ranges by the planner, and *total of the relation; -1: unknown.
 */
static double
planned_rows(const Definition *def, const Question *question, double *total)
{
	MemoryContext keep = CurrentMemoryContext;
	double		rows;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	*total = expected_rows(
		psprintf("SELECT FROM %s", definition_relation_name(def->relid)));
	if (question->get)
		rows = question->ranges.n;
	else if (question->full)
		rows = *total;
	else
		rows = has_statistics(def) ?
			rows_by_statistics(def, &question->ranges) :
			-1;
	SPI_finish();
	MemoryContextSwitchTo(keep);
	return rows;
}

/*
 * Cells and bytes by the sample: by its rows in the ranges if they are enough,
 * else by all.
 */
static Reading
find_reading(const Question *question, const Sample *sample, double rows,
			 double total)
{
	Reading		reading = {0};
	int			inside = 0;
	int			counted = 0;

	for (int i = 0; i < sample->n; i++)
		inside += in_ranges(&question->ranges, sample->rows[i].key);
	for (int i = 0; i < sample->n; i++)
	{
		if (inside >= ENOUGH_ROWS &&
			!in_ranges(&question->ranges, sample->rows[i].key))
			continue;
		reading.cells += sample->rows[i].cells;
		reading.bytes += sample->rows[i].bytes;
		counted++;
	}
	if (total <= SAMPLE_ROWS)
		total = sample->seen;	/* the whole relation was read */
	else if (rows < 0 && inside == 0 && question->ranges.n > 0)
	{
		reading.unseen = true;
		rows = 1;				/* PostgreSQL's planner also assumes one row
								 * at least */
	}
	if (rows < 0)
		rows = sample->n > 0 ? total * inside / sample->n : 0;
	reading.rows = question->get ? rows : Min(rows, total);
	if (counted > 0)
	{
		reading.cells *= reading.rows / counted;
		reading.bytes *= reading.rows / counted;
	}
	return reading;
}

/* hbase.plan(relation [, condition...]) */
Datum
hbase_plan(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = set_result_begin(fcinfo);
	Definition *def;
	Question   *questions;
	int		   *numbers;
	int			n;
	Sample		sample;
	double		total = 0;
	double	   *rows;

	if (PG_ARGISNULL(0))
		return (Datum) 0;
	def = definition_read(PG_GETARG_OID(0), NULL);
	n = read_questions(fcinfo, def, &questions, &numbers);
	rows = palloc(n * sizeof(double));
	for (int i = 0; i < n; i++)
		rows[i] = planned_rows(def, &questions[i], &total);
	read_sample(&sample, def,
				total > SAMPLE_ROWS ? 100.0 * SAMPLE_ROWS / total : 100);
	for (int i = 0; i < n; i++)
	{
		const Question *question = &questions[i];
		Reading		reading = find_reading(question, &sample, rows[i], total);
		KeyBytes   *points;
		int			npoints = split_points(def, question->layout, &sample,
										   &points);
		Datum		values[8];
		bool		nulls[8] = {false};

		values[0] = CStringGetTextDatum(question->kind);
		values[1] = Int32GetDatum(question->ranges.n);
		values[2] = Int32GetDatum(
			touched_regions(&question->ranges, points, npoints));
		values[3] = Int64GetDatum((int64) rint(reading.rows));
		values[4] = Int64GetDatum((int64) rint(reading.cells));
		values[5] = Int64GetDatum((int64) rint(reading.bytes));
		values[6] = CStringGetTextDatum(core_error_message(
			!reading.unseen ?
				question->why :
				psprintf("%s; no row of the sample is there", question->why)));
		values[7] = Int32GetDatum(numbers[i]);
		tuplestore_putvalues(result->setResult, result->setDesc, values,
							 nulls);
	}
	return (Datum) 0;
}
