/*
 * heat.c
 *		hbase.heat() with its verdict and picture: cells by time window and
 *		region, from one pass over a relation.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/base/sort.h"
#include "core/region/heat_svg.h"
#include "core/value/datetime.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/region/plan_splits.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

/* Maximum number of pairs of window and region. */
#define MAX_COUNTS		2000000

/* Number of regions if the relation defines none. */
#define DEFAULT_REGIONS	16

PG_FUNCTION_INFO_V1(hbase_heat);
PG_FUNCTION_INFO_V1(hbase_heat_verdict);
PG_FUNCTION_INFO_V1(hbase_heat_svg);
PG_FUNCTION_INFO_V1(hbase_heat_figure);

/* Entry of the hash table of counts. */
typedef struct CountKey
{
	int64		window;
	int64		region;
} CountKey;

typedef struct CountEntry
{
	CountKey	key;
	uint64		cells;
} CountEntry;

typedef struct Heating
{
	const Definition *def;
	HeatEvery	every;
	bool		timed;			/* rows have a time */
	uint64		untimed;		/* rows whose time is NULL or infinite */
	SplitPoints points;
	KeyStore   *store;			/* used until the split points are known */
	HTAB	   *counts;
	int64	   *windows;		/* of the cells of a row */
	int			room;
	HeatMap		map;
} Heating;

/* ---- counting ---------------------------------------------------------- */

static void
count_entry(void *context, const KeyEntry *entry)
{
	Heating    *heating = context;
	CountKey	key = {entry->window,
					   splits_region(&heating->points, entry->key,
									 entry->key_len)};
	CountEntry *count;
	bool		found;

	count = hash_search(heating->counts, &key, HASH_ENTER, &found);
	if (!found)
	{
		count->cells = 0;
		if (hash_get_num_entries(heating->counts) > MAX_COUNTS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("there are more than %d windows with cells in a region",
							MAX_COUNTS),
					 errhint("Choose longer windows with every => '1 day', or fewer regions.")));
	}
	count->cells += entry->cells;
}

static int
compare_windows(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return (x > y) - (x < y);
}

/* Add the cells of a row in a window to the store, or count them at once. */
static void
pass_entry(Heating *heating, KeyEntry *entry)
{
	if (heating->store != NULL)
		key_store_add(heating->store, entry);
	else
		count_entry(heating, entry);
	entry->rows = entry->bytes = 0;
}

static void
take_row(void *context, const RelationRow *row)
{
	Heating    *heating = context;
	KeyEntry	entry = {row->key, row->key_len, 1,
						 relation_row_bytes(heating->def, row), 0, row->cells};
	int			n = 0;

	if (heating->timed)
	{
		if (!row->has_time)
		{
			heating->untimed++;
			return;
		}
		entry.window = heat_window(heating->every, row->time);
		pass_entry(heating, &entry);
		return;
	}
	if (row->cells > heating->room)
	{
		heating->room = row->cells * 2;
		heating->windows = heating->windows == NULL ?
			palloc_extended(sizeof(int64) * heating->room, MCXT_ALLOC_HUGE) :
			repalloc_huge(heating->windows, sizeof(int64) * heating->room);
	}
	for (int f = 0; f < heating->def->nfamilies; f++)
		for (uint32 c = 0; c < row->families[f].cells; c++)
		{
			int64		ts = wide_ts(&row->families[f], c);

			if (ts == CELL_LATEST_TIMESTAMP)
				ereport(ERROR,
						(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						 errmsg("%s has cells without a timestamp",
								definition_relation_name(heating->def->relid)),
						 errhint("Name a column with the rows' time: at => 'column'; or stamp the cells with widerow_at.")));
			heating->windows[n++] = heat_window(heating->every, ts);
		}
	core_sort(heating->windows, n, sizeof(int64), compare_windows);
	for (int i = 0, stop; i < n; i = stop)
	{
		for (stop = i;
			 stop < n && heating->windows[stop] == heating->windows[i]; stop++)
			;
		entry.window = heating->windows[i];
		entry.cells = stop - i;
		pass_entry(heating, &entry);
	}
}

/* Return the counts in order. */
static void
collect_counts(Heating *heating)
{
	HeatCount  *counts =
		palloc_extended(sizeof(HeatCount) *
							(hash_get_num_entries(heating->counts) + 1),
						MCXT_ALLOC_HUGE);
	HASH_SEQ_STATUS status;
	CountEntry *entry;
	size_t		n = 0;

	hash_seq_init(&status, heating->counts);
	while ((entry = hash_seq_search(&status)) != NULL)
		counts[n++] = (HeatCount) {entry->key.window, (int) entry->key.region,
								   entry->cells};
	heat_sort(counts, n);
	heating->map = (HeatMap) {heating->every, heating->points.count + 1,
							  counts, n};
	hash_destroy(heating->counts);
}

/* ---- arguments --------------------------------------------------------- */

static HeatEvery
every_arg(FunctionCallInfo fcinfo)
{
	Interval   *every = PG_GETARG_INTERVAL_P(2);
	HeatEvery	heat = {0, 0};

	if (every->month > 0 && every->day == 0 && every->time == 0)
		heat.months = every->month;
	else if (every->month == 0 && every->day >= 0 && every->time >= 0 &&
			 every->time % 1000 == 0)
		heat.ms = every->day * INT64CONST(86400000) + every->time / 1000;
	if (heat.ms == 0 && heat.months == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("length of windows is out of range"),
				 errhint("Use an interval of milliseconds up to weeks, or of months and years.")));
	return heat;
}

/*
 * hbase.heat...(relation, regions, every, at, splits): read, plan and count.
 */
static void
heat_arg(FunctionCallInfo fcinfo, Heating *heating)
{
	RelationQuery query = {.time_column = PG_ARGISNULL(3) ?
							   NULL :
							   NameStr(*PG_GETARG_NAME(3)),
						   .percent = 100};
	PlanOptions plan = {plan_splits_regions_arg(fcinfo, 1), false, -1};
	HASHCTL		control = {.keysize = sizeof(CountKey),
						   .entrysize = sizeof(CountEntry),
						   .hcxt = CurrentMemoryContext};

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation and every must not be NULL")));
	memset(heating, 0, sizeof(*heating));
	heating->every = every_arg(fcinfo);
	heating->def = definition_keys_arg(fcinfo, 3);
	heating->timed = query.time_column != NULL;
	if (!heating->timed && heating->def->nfamilies == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s has no cells with a timestamp",
						definition_relation_name(heating->def->relid)),
				 errhint("Name a column with the rows' time: at => 'column'.")));
	heating->counts = hash_create("cells by window and region", 1024, &control,
								  HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	if (!PG_ARGISNULL(4))
		plan_splits_points_arg(PG_GETARG_ARRAYTYPE_P(4), &heating->points);
	else if (PG_ARGISNULL(1) && heating->def->nsplits > 0)
		plan_splits_points_arg(heating->def->split_array, &heating->points);
	else
		heating->store = key_store_begin(100);

	query.def = heating->def;
	export_progress_begin(PROGRESS_HEAT, heating->def->relid, 0);
	relation_rows_stored(&query, take_row, heating);
	if (heating->untimed > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu row has no time and was omitted",
							   "%llu rows have no time and were omitted",
							   heating->untimed,
							   (unsigned long long) heating->untimed)));
	if (heating->store != NULL)
	{
		key_store_sort(heating->store);
		if (plan.regions == 0 &&
			plan_splits_regions(heating->def, heating->store, &plan) < 2)
			plan.regions = DEFAULT_REGIONS;
		plan_splits(heating->def, heating->store, &plan, &heating->points);
		key_store_entries(heating->store, count_entry, heating);
		key_store_end(heating->store);
	}
	export_progress_end();
	collect_counts(heating);
}

/* ---- results ----------------------------------------------------------- */

static TimestampTz
window_start(const Heating *heating, int64 window)
{
	int64		ms = heat_window_start(heating->every, window) -
		DATETIME_EPOCH_DAYS * INT64CONST(86400000);

	/* HBase allows later times than PostgreSQL */
	if (ms >= END_TIMESTAMP / 1000)
		return DT_NOEND;
	if (ms < MIN_TIMESTAMP / 1000)
		return DT_NOBEGIN;
	return ms * 1000;
}

Datum
hbase_heat(PG_FUNCTION_ARGS)
{
	Heating		heating;
	ReturnSetInfo *rsinfo;

	heat_arg(fcinfo, &heating);
	rsinfo = set_result_begin(fcinfo);
	for (size_t i = 0, stop; i < heating.map.n; i = stop)
	{
		const HeatCount *counts = heating.map.counts;
		uint64		all = 0;

		for (stop = i;
			 stop < heating.map.n && counts[stop].window == counts[i].window;
			 stop++)
			all += counts[stop].cells;
		for (size_t c = i; c < stop; c++)
		{
			Datum		values[4];
			bool		nulls[4] = {false};

			values[0] = TimestampTzGetDatum(
				window_start(&heating, counts[c].window));
			values[1] = Int32GetDatum(counts[c].region);
			values[2] = Int64GetDatum(counts[c].cells);
			values[3] = Float8GetDatum((double) counts[c].cells / all);
			tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
								 nulls);
		}
	}
	return (Datum) 0;
}

Datum
hbase_heat_verdict(PG_FUNCTION_ARGS)
{
	Heating		heating;
	HeatJudgement j;
	TupleDesc	tupdesc;
	Datum		values[11];
	bool		nulls[11] = {false};

	heat_arg(fcinfo, &heating);
	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	j = heat_judge(&heating.map);
	values[0] = CStringGetTextDatum(heat_verdict_name(j.verdict));
	values[1] = Int64GetDatum(j.windows);
	values[2] = Int32GetDatum(heating.map.regions);
	values[3] = Int64GetDatum(j.cells);
	values[4] = Float8GetDatum(j.lowest_peak);
	values[5] = Float8GetDatum(j.mean_peak);
	values[6] = Float8GetDatum(j.highest_peak);
	values[7] = Float8GetDatum(j.mean_peak * heating.map.regions);
	values[8] = Int32GetDatum(j.regions_hit);
	values[9] = Float8GetDatum(j.gini);
	values[10] = Float8GetDatum(j.trend);
	/* without cells there is no verdict */
	if (heating.map.n == 0)
		for (int i = 0; i < 11; i++)
			nulls[i] = i == 0 || (i >= 4 && i != 8);
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(BlessTupleDesc(tupdesc), values, nulls)));
}

/*
 * A picture from the arguments (relation, regions, every, at, splits, title).
 */
static Datum
draw_picture(FunctionCallInfo fcinfo,
			 void (*draw)(const HeatPicture *picture, CoreBuf *out))
{
	Heating		heating;
	HeatPicture picture;
	CoreBuf		svg;
	const char *title;
	const char *xml;
	char		every[HEAT_EVERY_TEXT];
	int			len;

	heat_arg(fcinfo, &heating);
	if (heating.map.n > 0 &&
		heat_window_start(heating.every,
						  heating.map.counts[heating.map.n - 1].window) >
			PG_INT64_MAX / 2)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the times of %s are too far in the future for a picture",
						definition_relation_name(heating.def->relid)),
				 errhint("hbase.check() reports times in the future.")));
	title = PG_ARGISNULL(5) ? heating.def->table_name :
							  text_to_cstring(PG_GETARG_TEXT_PP(5));
	len = strlen(title);
	title = utf8_text_from_server(title, &len);
	picture = (HeatPicture) {&heating.map, &heating.points,
							 pnstrdup(title, len),
							 heat_every_text(heating.every, every)};
	core_buf_init(&svg);
	draw(&picture, &svg);
	len = svg.len;
	xml = server_text_from_utf8((const char *) svg.data, &len);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(xml, len));
}

Datum
hbase_heat_svg(PG_FUNCTION_ARGS)
{
	return draw_picture(fcinfo, heat_svg);
}

Datum
hbase_heat_figure(PG_FUNCTION_ARGS)
{
	return draw_picture(fcinfo, heat_figure);
}
