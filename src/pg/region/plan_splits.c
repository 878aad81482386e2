/*
 * plan_splits.c
 *		hbase.plan_splits(): plan the regions of a relation, with the expected
 *		content of each.
 */
#include "pg/base/compat.h"

#include <math.h>

#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

#include "core/layout/layout.h"
#include "core/region/split_plan.h"
#include "core/region/splits.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/region/plan_splits.h"
#include "pg/region/split_points.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

/* Default size of a region in bytes. */
#define COMFORTABLE_REGION	(4.0 * 1024 * 1024 * 1024)

/* Rows of the sample from which the bytes per row are computed. */
#define BYTES_SAMPLE_ROWS	10000

PG_FUNCTION_INFO_V1(hbase_plan_splits);

typedef enum PlanMethod
{
	PLAN_DATA,
	PLAN_STATS,
	PLAN_STEPS					/* a method independent of the data */
} PlanMethod;

/* ---- shared with other plans -------------------------------------------- */

void
plan_splits_points_arg(ArrayType *array, SplitPoints *points)
{
	int			n;
	struct varlena **splits = definition_splits(array, &n);

	splits_init(points, n);
	for (int i = 0; i < n; i++)
		splits_add(points, (const uint8_t *) VARDATA_ANY(splits[i]),
				   VARSIZE_ANY_EXHDR(splits[i]));
}

int
plan_splits_regions_arg(FunctionCallInfo fcinfo, int n)
{
	int			regions = PG_ARGISNULL(n) ? 0 : PG_GETARG_INT32(n);

	if (!PG_ARGISNULL(n) && (regions < 1 || regions > SPLITS_MAX_REGIONS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of regions must be between 1 and %d, not %d",
						SPLITS_MAX_REGIONS, regions)));
	return regions;
}

/* The relation's layouts, compiled. */
static const Layout **
compile_layouts(const Definition *def)
{
	const Layout **layouts = palloc(sizeof(Layout *) * Max(def->nlayouts, 1));

	for (int i = 0; i < def->nlayouts; i++)
		layouts[i] = layout_compile(def->layouts[i]);
	return layouts;
}

int
plan_splits_regions(const Definition *def, KeyStore *store,
					const PlanOptions *options)
{
	double		regions = ceil(key_store_bytes(store) / COMFORTABLE_REGION);

	if (options->regions != 0)
		return options->regions;
	if (def->regions > 0)
		return def->regions;
	if (def->nlayouts > 0)
		regions = Max(regions, layout_salts(layout_compile(def->layouts[0])));
	return (int) Max(1, Min(regions, SPLITS_MAX_REGIONS));
}

void
plan_splits(const Definition *def, KeyStore *store, const PlanOptions *options,
			SplitPoints *points)
{
	SizedKeys	keys = key_store_keys(store);
	SplitWish	wish;
	int64		buckets = 0;
	CoreError	err;

	wish.regions = plan_splits_regions(def, store, options);
	wish.by_bytes = options->by_bytes;
	wish.layouts = compile_layouts(def);
	wish.nlayouts = def->nlayouts;
	wish.bucket_byte = def->nlayouts == 0 && options->align < 0 &&
		split_plan_find_buckets(&keys) > 0;
	if (def->nlayouts > 0)
		buckets = layout_salts(wish.layouts[0]);
	wish.align = options->align >= 0 ? options->align :
									   buckets > 0 || wish.bucket_byte;

	/*
	 * one region for each bucket: no need to check that all buckets have rows
	 */
	if (wish.align == 1 && buckets == wish.regions &&
		split_plan_buckets(wish.layouts[0], points))
		return;
	if (!split_plan(&wish, &keys, points, &err))
		core_error_raise(&err);
	if (points->count + 1 < wish.regions && key_store_rows(store) > 0)
		ereport(NOTICE,
				(errmsg_plural("%d region is planned, not %d",
							   "%d regions are planned, not %d",
							   points->count + 1, points->count + 1,
							   wish.regions),
				 errdetail("There are too few different keys.")));
}

/* ---- keys --------------------------------------------------------------- */

typedef struct AddedKeys
{
	const Definition *def;
	KeyStore   *store;
} AddedKeys;

static void
add_row(void *context, const RelationRow *row)
{
	const AddedKeys *keys = context;
	KeyEntry	entry = {row->key, row->key_len, 1,
						 relation_row_bytes(keys->def, row), 0, 0};

	key_store_add(keys->store, &entry);
}

/* The keys of a percentage of the rows. */
static KeyStore *
keys_of_data(const Definition *def, double percent)
{
	RelationQuery query = {.def = def, .percent = percent};
	AddedKeys	keys = {def, key_store_begin(percent)};

	relation_rows_stored(&query, add_row, &keys);
	key_store_sort(keys.store);
	return keys.store;
}

/* Number of rows according to ANALYZE; -1: not analyzed. */
static double
analyzed_rows(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	double		rows;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	rows = ((Form_pg_class) GETSTRUCT(tuple))->reltuples;
	ReleaseSysCache(tuple);
	return rows;
}

/*
 * The bounds of ANALYZE's histogram; each represents the rows up to the next
 * one.
 */
static KeyStore *
keys_of_statistics(const Definition *def)
{
	const char *name = definition_relation_name(def->relid);
	double		rows = analyzed_rows(def->relid);
	double		sample = rows > BYTES_SAMPLE_ROWS ?
		100.0 * BYTES_SAMPLE_ROWS / rows :
		100;
	KeyStore   *store = key_store_begin(100);
	KeyStore   *sampled;
	MemoryContext caller = CurrentMemoryContext;
	double		row_bytes;
	uint64		bounds;

	SPI_connect();
	SPI_execute(
		psprintf("SELECT pg_catalog.unnest(histogram_bounds::pg_catalog.text::%s.rowkey[]) FROM pg_catalog.pg_stats"
				 " WHERE pg_catalog.format('%%I.%%I', schemaname, tablename) OPERATOR(pg_catalog.=) %s"
				 " AND attname OPERATOR(pg_catalog.=) %s"
				 " AND inherited OPERATOR(pg_catalog.=) %s",
				 extension_objects()->types, quote_literal_cstr(name),
				 quote_literal_cstr(get_attname(def->relid, def->key, false)),
				 def->relkind == RELKIND_PARTITIONED_TABLE ? "true" : "false"),
		true, 0);
	bounds = SPI_processed;
	if (bounds < 2 || rows <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("statistics of the keys of %s do not exist", name),
				 errhint("Run ANALYZE; views have none: use method => 'data', with sample => 1 for a percent of the rows.")));

	/* bytes per row */
	{
		SPITupleTable *table = SPI_tuptable;
		MemoryContext spi = MemoryContextSwitchTo(caller);

		sampled = keys_of_data(def, sample);
		row_bytes = key_store_rows(sampled) > 0 ?
			key_store_bytes(sampled) / key_store_rows(sampled) :
			0;
		key_store_end(sampled);
		for (uint64 i = 0; i + 1 < bounds; i++)
		{
			bool		isnull;
			RowKey	   *key = DatumGetRowKeyPP(
				SPI_getbinval(table->vals[i], table->tupdesc, 1, &isnull));
			double		from = rint(rows * i / (bounds - 1));
			double		to = rint(rows * (i + 1) / (bounds - 1));
			KeyEntry	entry = {(const uint8_t *) VARDATA_ANY(key),
								 VARSIZE_ANY_EXHDR(key),
								 (int64) (to - from),
								 (int64) rint((to - from) * row_bytes),
								 0,
								 0};

			key_store_add(store, &entry);
		}
		MemoryContextSwitchTo(spi);
	}
	SPI_finish();
	key_store_sort(store);
	return store;
}

/* ---- the call ----------------------------------------------------------- */

static PlanMethod
method_arg(FunctionCallInfo fcinfo, SplitMethod *steps)
{
	text	   *name = PG_GETARG_TEXT_PP(2);
	const char *p = VARDATA_ANY(name);
	size_t		n = VARSIZE_ANY_EXHDR(name);
	CoreError	err;

	if (n == 4 && memcmp(p, "data", 4) == 0)
		return PLAN_DATA;
	if (n == 5 && memcmp(p, "stats", 5) == 0)
		return PLAN_STATS;
	if (!splits_method_from_name(p, n, steps, &err))
	{
		core_error_hint(&err,
						"Methods are data, stats, uniform, hex, decimal, range and salt, and RegionSplitter's names.");
		core_error_raise(&err);
	}
	return PLAN_STEPS;
}

static PlanOptions
options_arg(FunctionCallInfo fcinfo)
{
	PlanOptions options = {plan_splits_regions_arg(fcinfo, 1), false,
						   PG_ARGISNULL(4) ? -1 : PG_GETARG_INT32(4)};
	char	   *measure = text_to_cstring(PG_GETARG_TEXT_PP(3));

	if (!PG_ARGISNULL(4) &&
		(options.align < 0 || options.align > LAYOUT_MAX_COMPONENTS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("align is a number of components from 0 to %d, not %d",
						LAYOUT_MAX_COMPONENTS, options.align)));
	options.by_bytes = strcmp(measure, "bytes") == 0;
	if (!options.by_bytes && strcmp(measure, "rows") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized value for equal: \"%s\"", measure),
				 errhint("Values are \"rows\" and \"bytes\".")));
	return options;
}

/*
 * Points of a method with equal steps; the salts of the layout if it has this
 * number of them.
 */
static void
step_points(FunctionCallInfo fcinfo, const Definition *def, SplitMethod method,
			int regions, SplitPoints *points)
{
	CoreError	err;

	if (method == SPLIT_SALT && def->nlayouts > 0)
	{
		Layout	   *layout = layout_compile(def->layouts[0]);

		if (layout_salts(layout) == regions &&
			split_plan_buckets(layout, points))
			return;
	}
	if (!splits_plan(method, regions, split_end_arg(fcinfo, 6),
					 split_end_arg(fcinfo, 7), points, &err))
		core_error_raise(&err);
}

/*
 * hbase.plan_splits(relation, regions, method, equal, align, sample, first,
 * last, at)
 */
Datum
hbase_plan_splits(PG_FUNCTION_ARGS)
{
	static const char *const what[] = {"relation", NULL, "method", "measure"};
	Definition *def;
	SplitMethod steps = SPLIT_UNIFORM;
	PlanMethod	method;
	PlanOptions options;
	double		sample = relation_sample_arg(fcinfo, 5);
	KeyStore   *store;
	SplitPoints points;
	SizedKeys	keys;
	RegionSize *sizes;
	ReturnSetInfo *rsinfo;

	for (int i = 0; i < 4; i++)
		if (what[i] != NULL && PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s must not be NULL", what[i])));
	method = method_arg(fcinfo, &steps);
	options = options_arg(fcinfo);
	if (method != PLAN_STEPS && !(PG_ARGISNULL(6) && PG_ARGISNULL(7)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("method \"%s\" does not accept a first or last row",
						method == PLAN_DATA ? "data" : "statistics")));
	def = definition_keys_arg(fcinfo, 8);
	export_progress_begin(PROGRESS_PLAN_SPLITS, def->relid, 0);
	store = method == PLAN_STATS ? keys_of_statistics(def) :
								   keys_of_data(def, sample);

	if (method == PLAN_STEPS)
		step_points(fcinfo, def, steps,
					plan_splits_regions(def, store, &options), &points);
	else
		plan_splits(def, store, &options, &points);
	keys = key_store_keys(store);
	sizes = palloc(sizeof(RegionSize) * (points.count + 1));
	split_forecast(&keys, &points, sizes);

	rsinfo = set_result_begin(fcinfo);
	for (int i = 0; i <= points.count; i++)
	{
		Datum		values[4];
		bool		nulls[4] = {false, i == 0, false, false};

		values[0] = Int32GetDatum(i);
		values[1] = i == 0 ?
			(Datum) 0 :
			PointerGetDatum(
				rowkey_from_bytes(points.bytes.data + points.starts[i - 1],
								  points.starts[i] - points.starts[i - 1]));
		values[2] = Int64GetDatum((int64) rint(sizes[i].rows));
		values[3] = Int64GetDatum((int64) rint(sizes[i].bytes));
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 nulls);
	}
	splits_free(&points);
	key_store_end(store);
	export_progress_end();
	return (Datum) 0;
}
