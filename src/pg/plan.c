/*
 * plan.c
 *		hbase.plan: what a question to a table of HBase costs, by its layout.
 *
 * The layout says which ranges of keys a question reads.  How many rows these
 * hold is ANALYZE's business for a stored relation; of a view, and where there
 * are no statistics, a sample of the rows tells.  The sample also tells how many
 * cells and bytes a row has.
 */
#include "compat.h"

#include <math.h>

#include "executor/spi.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "core/bytes.h"
#include "core/check_cells.h"
#include "core/key_stats.h"
#include "check_rows.h"
#include "export_rows.h"
#include "layout_site.h"
#include "own.h"
#include "settings.h"

PG_FUNCTION_INFO_V1(hbase_plan);

/* Rows that the sample is to have, about, */
#define SAMPLE_ROWS		2000

/* and at most (an even number): there may be more than the planner expects. */
#define MOST_ROWS		(16 * SAMPLE_ROWS)

/* Ranges that the planner is asked about; beyond, every so many-th. */
#define PLANNED_RANGES	100

/* Rows of the sample in the ranges that tell of cells and bytes there. */
#define ENOUGH_ROWS		20

/* ---- a sample of the rows ---------------------------------------------------- */

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
	SampledRow *rows;			/* by key, when read_sample is done */
	int			n;
	uint64		seen;			/* rows that were read */
	uint64		every;			/* one in so many is kept */
} Sample;

static void
see_refusal(void *context, const CollectNote *note)
{
	/* hbase.check() tells of these. */
}

/* Let every second row go, and of those to come as many. */
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

static void
see_row(void *context, const CheckRow *row)
{
	Sample	   *sample = context;
	SampledRow *sampled;

	if (row->key == NULL || row->refused || sample->seen++ % sample->every != 0)
		return;
	if (sample->n == MOST_ROWS)
		thin_out(sample);
	sampled = &sample->rows[sample->n++];
	sampled->key.len = VARSIZE_ANY_EXHDR(row->key);
	sampled->key.p = memcpy(palloc(sampled->key.len + 1), VARDATA_ANY(row->key), sampled->key.len);
	sampled->cells = 0;
	sampled->bytes = 0;
	for (int i = 0; i < sample->def->nfamilies; i++)
	{
		sampled->cells += row->families[i].cells;
		sampled->bytes += check_family_add(&sample->families[i], &row->families[i], sampled->key.len);
	}
}

static int
compare_rows(const void *a, const void *b)
{
	const SampledRow *left = a;
	const SampledRow *right = b;

	return bytes_compare(left->key.p, left->key.len, right->key.p, right->key.len);
}

static void
read_sample(Sample *sample, const Definition *def, double percent)
{
	CheckQuery	query = {.def = def, .percent = percent};

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
	check_rows(&query, see_row, see_refusal, sample);
	qsort(sample->rows, sample->n, sizeof(SampledRow), compare_rows);
}

/* ---- rows ---------------------------------------------------------------------- */

/* How many rows the planner expects of a query. */
static double
expected_rows(const char *sql)
{
	SPIPlanPtr	plan = SPI_prepare(sql, 0, NULL);
	double		rows;

	if (plan == NULL)
		elog(ERROR, "could not prepare %s", sql);
	rows = (double) export_expected_rows(plan);
	SPI_freeplan(plan);
	return rows;
}

static void
add_key(StringInfo sql, const char *operator, const uint8_t *key, size_t n)
{
	const char *types = own_objects()->types;

	appendStringInfo(sql, " OPERATOR(%s.%s) '\\x", types, operator);
	for (size_t i = 0; i < n; i++)
		appendStringInfo(sql, "%02x", key[i]);
	appendStringInfo(sql, "'::pg_catalog.bytea::%s.rowkey", types);
}

/* What the planner expects in these ranges of a relation that has statistics. */
static double
rows_by_statistics(const Definition *def, const LayoutRanges *ranges)
{
	const char *key = quote_identifier(get_attname(def->relid, def->key, false));
	int			step = (ranges->n + PLANNED_RANGES - 1) / PLANNED_RANGES;
	double		rows = 0;
	int			asked = 0;

	for (int i = 0; i < ranges->n; i += Max(step, 1))
	{
		const LayoutRange *range = &ranges->ranges[i];
		StringInfoData sql;

		CHECK_FOR_INTERRUPTS();
		initStringInfo(&sql);
		appendStringInfo(&sql, "SELECT FROM %s WHERE %s", definition_relation_name(def->relid), key);
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

/* Is the key in one of the ranges, which are disjoint and in order? */
static bool
in_ranges(const LayoutRanges *ranges, KeyBytes key)
{
	const LayoutRange *range;
	int			low = 0;		/* those before it do not begin behind the key */
	int			high = ranges->n;	/* those from it on do */

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
	return !range->has_stop || bytes_compare(key.p, key.len, range->stop, range->stop_len) < 0;
}

/* Was the relation analysed, so that the planner knows its keys? */
static bool
has_statistics(const Definition *def)
{
	return SearchSysCacheExists3(STATRELATTINH, ObjectIdGetDatum(def->relid), Int16GetDatum(def->key), BoolGetDatum(false)) ||
		SearchSysCacheExists3(STATRELATTINH, ObjectIdGetDatum(def->relid), Int16GetDatum(def->key), BoolGetDatum(true));
}

/* ---- regions --------------------------------------------------------------------- */

/* The split points: as defined, of the salt, or of equal shares of the sample. */
static int
split_points(const Definition *def, const Layout *layout, const Sample *sample, KeyBytes **points)
{
	int			n = def->nsplits > 0 ? def->nsplits : Max(def->regions - 1, 0);

	*points = palloc(sizeof(KeyBytes) * Max(n, 1));
	if (def->nsplits == 0 && layout->components[0].kind == LAYOUT_SALT && !layout->components[0].as_text &&
		layout->components[0].width == 1 && layout->components[0].number == n + 1)
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
			(*points)[i] = (KeyBytes) {(const uint8_t *) VARDATA_ANY(def->splits[i]), VARSIZE_ANY_EXHDR(def->splits[i])};
		else if (sample->n > n)
			(*points)[i] = sample->rows[(int64) sample->n * (i + 1) / (n + 1)].key;
		else
			return 0;			/* too few rows to cut */
	}
	return n;
}

/* How many regions the ranges touch. */
static int
touched_regions(const LayoutRanges *ranges, const KeyBytes *points, int npoints)
{
	int			touched = 0;
	int			r = 0;

	for (int region = 0; region <= npoints; region++)
	{
		const KeyBytes *first = region == 0 ? NULL : &points[region - 1];
		const KeyBytes *stop = region == npoints ? NULL : &points[region];

		/* Ranges that end before the region are done with. */
		while (r < ranges->n && first != NULL && ranges->ranges[r].has_stop &&
			   bytes_compare(ranges->ranges[r].stop, ranges->ranges[r].stop_len, first->p, first->len) <= 0)
			r++;
		if (r == ranges->n)
			break;
		touched += stop == NULL ||
			bytes_compare(ranges->ranges[r].start, ranges->ranges[r].start_len, stop->p, stop->len) < 0;
	}
	return touched;
}

/* ---- what kind of reading it is ---------------------------------------------------- */

/* Does each range hold a single key? */
static bool
are_single_keys(const LayoutRanges *ranges)
{
	for (int i = 0; i < ranges->n; i++)
	{
		const LayoutRange *range = &ranges->ranges[i];

		if (!range->has_stop || range->stop_len != range->start_len + 1 ||
			range->stop[range->start_len] != 0 || memcmp(range->start, range->stop, range->start_len) != 0)
			return false;
	}
	return true;
}

static bool
is_point(const LayoutCondition *condition)
{
	for (int i = 0; i < condition->nitems; i++)
		if (!condition->items[i].point)
			return false;
	return !condition->all;
}

/* Does it restrict the field? */
static bool
is_given(const LayoutCondition *condition)
{
	return !condition->all;
}

/* A field's name, quoted, after those before. */
static void
add_name(StringInfo names, const LayoutField *field)
{
	appendStringInfo(names, "%s\"%s\"", names->len > 0 ? ", " : "", field->name);
}

/* Why a question is a scan, or a full one. */
static char *
explain(const LayoutSite *site, const LayoutCondition *conditions, bool full, int nranges)
{
	const Layout *layout = site->layout;
	StringInfoData leading;
	StringInfoData tested;
	StringInfoData lost;
	StringInfoData why;
	char		fan[LAYOUT_LABEL_SIZE] = "";
	int			fanning = -1;
	int			missing = -1;	/* the field that ends what leads */
	uint64		seen = 0;		/* fields in leading */

	initStringInfo(&leading);
	initStringInfo(&tested);
	initStringInfo(&lost);
	initStringInfo(&why);
	for (int i = 0; i < layout->ncomponents && missing < 0; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		int			field = component->field;

		if (component->kind == LAYOUT_SALT || (component->kind == LAYOUT_BUCKET && !is_point(&conditions[field])))
			fanning = fanning < 0 ? i : fanning;
		if (field < 0 || component->kind == LAYOUT_BUCKET)
			continue;
		if (is_given(&conditions[field]) && (seen & UINT64CONST(1) << field) == 0)
			add_name(&leading, &layout->fields[field]);
		seen |= UINT64CONST(1) << field;
		if (!is_point(&conditions[field]))
			missing = field;
	}
	for (int i = 0; i < layout->nfields; i++)
		if (is_given(&conditions[i]) && (full || (seen & UINT64CONST(1) << i) == 0))
			add_name(&tested, &layout->fields[i]);
	if (full)
		appendStringInfo(&why, "\"%s\" leads the key and is not known", layout->fields[Max(missing, 0)].name);
	else if (leading.len == 0)
		appendStringInfoString(&why, "no more than the record type is known");
	else
		appendStringInfo(&why, "the key leads with %s", leading.data);
	if (fanning >= 0 && nranges > 1)
		appendStringInfo(&why, ", in each of %s", layout_label(layout, fanning, fan, sizeof(fan)));
	if (tested.len > 0)
		appendStringInfo(&why, "; rowkey_matches tests %s", tested.data);
	for (int i = 0; i < layout->nfields; i++)
		if ((site->dropped & UINT64CONST(1) << i) != 0)
			add_name(&lost, &layout->fields[i]);
	if (lost.len > 0)
		appendStringInfo(&why, "; the key does not keep the order of %s", lost.data);
	return why.data;
}

/* ---- the call ------------------------------------------------------------------------ */

typedef struct Question
{
	Layout	   *layout;
	const char *kind;
	char	   *why;
	bool		get;
	bool		full;
	LayoutRanges ranges;
} Question;

/* Answer what the layout alone can answer. */
static void
read_question(FunctionCallInfo fcinfo, const Definition *def, Question *question)
{
	RowKeyLayout *stored = (RowKeyLayout *) definition_layout(def->relid, 1);
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	bool		all;
	CoreError	err;
	LayoutSite *site = layout_site_make(fcinfo, stored, PG_NARGS() > 1 ? 1 : 0, true, &err);

	if (site == NULL)
		glue_raise(&err);
	site->lenient = true;
	if (!layout_site_conditions(site, fcinfo->args + 1, conditions, &err) ||
		!layout_scan(site->layout, conditions, max_scan_ranges, &question->ranges, &err) ||
		!layout_ranges_are_all(site->layout, &question->ranges, max_scan_ranges, &all, &err))
		glue_raise(&err);
	question->layout = site->layout;
	if (question->ranges.n == 0)
	{
		question->kind = "nothing";
		question->why = "no key has these values";
	}
	else if (are_single_keys(&question->ranges))
	{
		question->get = true;
		question->kind = "get";
		question->why = "the whole key is known";
	}
	else
	{
		/* Of several record types, all of one are a scan. */
		question->full = def->nlayouts == 1 && all;
		question->kind = question->full ? "full scan" : "scan";
		question->why = explain(site, conditions, question->full, question->ranges.n);
	}
}

typedef struct Reading
{
	double		rows;
	double		cells;
	double		bytes;
	bool		unseen;			/* no row of a sample is among them */
} Reading;

/* What the planner says of rows: *total of the relation; -1 where it cannot know. */
static double
planned_rows(const Definition *def, const Question *question, double *total)
{
	MemoryContext keep = CurrentMemoryContext;
	double		rows;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	*total = expected_rows(psprintf("SELECT FROM %s", definition_relation_name(def->relid)));
	if (question->get)
		rows = question->ranges.n;
	else if (question->full)
		rows = *total;
	else
		rows = has_statistics(def) ? rows_by_statistics(def, &question->ranges) : -1;
	SPI_finish();
	MemoryContextSwitchTo(keep);
	return rows;
}

/* Cells and bytes by the sample: of its rows in the ranges, if they are enough. */
static Reading
find_reading(const Question *question, const Sample *sample, double rows, double total)
{
	Reading		reading = {0};
	int			inside = 0;
	int			counted = 0;

	for (int i = 0; i < sample->n; i++)
		inside += in_ranges(&question->ranges, sample->rows[i].key);
	for (int i = 0; i < sample->n; i++)
	{
		if (inside >= ENOUGH_ROWS && !in_ranges(&question->ranges, sample->rows[i].key))
			continue;
		reading.cells += sample->rows[i].cells;
		reading.bytes += sample->rows[i].bytes;
		counted++;
	}
	if (total <= SAMPLE_ROWS)
		total = sample->seen;	/* they were all read */
	else if (rows < 0 && inside == 0 && question->ranges.n > 0)
	{
		reading.unseen = true;
		rows = 1;				/* as the planner has it of what it cannot see */
	}
	if (rows < 0)
		rows = sample->n > 0 ? total * inside / sample->n : 0;
	reading.rows = question->get ? rows : Min(rows, total);
	reading.cells *= counted > 0 ? reading.rows / counted : 0;
	reading.bytes *= counted > 0 ? reading.rows / counted : 0;
	return reading;
}

/* plan(relation [, condition...]) */
Datum
hbase_plan(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = glue_materialize(fcinfo);
	Definition *def;
	Question	question = {.layout = NULL};
	Sample		sample;
	Reading		reading;
	KeyBytes   *points;
	int			npoints;
	double		total;
	double		rows;
	Datum		values[7];
	bool		nulls[7] = {false};

	if (PG_ARGISNULL(0))
		return (Datum) 0;
	def = definition_read(PG_GETARG_OID(0), NULL);
	read_question(fcinfo, def, &question);
	rows = planned_rows(def, &question, &total);
	read_sample(&sample, def, total > SAMPLE_ROWS ? 100.0 * SAMPLE_ROWS / total : 100);
	reading = find_reading(&question, &sample, rows, total);
	npoints = split_points(def, question.layout, &sample, &points);

	values[0] = CStringGetTextDatum(question.kind);
	values[1] = Int32GetDatum(question.ranges.n);
	values[2] = Int32GetDatum(touched_regions(&question.ranges, points, npoints));
	values[3] = Int64GetDatum((int64) rint(reading.rows));
	values[4] = Int64GetDatum((int64) rint(reading.cells));
	values[5] = Int64GetDatum((int64) rint(reading.bytes));
	values[6] = CStringGetTextDatum(glue_message(!reading.unseen ? question.why :
												 psprintf("%s; no row of the sample is there", question.why)));
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	return (Datum) 0;
}
