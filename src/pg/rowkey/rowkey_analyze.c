/*
 * rowkey_analyze.c
 *		ANALYZE of a rowkey column: PostgreSQL's own statistics, and the number
 *		of distinct prefixes of each length.
 */
#include "pg/base/compat.h"

#include "access/detoast.h"
#include "commands/vacuum.h"
#include "utils/fmgrprotos.h"

#include "core/base/bytes.h"
#include "core/base/sort.h"
#include "core/region/key_stats.h"
#include "hbase_schema.h"
#include "pg/rowkey/rowkey_stats.h"

/* Longer keys are not in the sample, as ANALYZE does with wide values. */
#define WIDEST_KEY	1024

PG_FUNCTION_INFO_V1(rowkey_typanalyze);

/* The callbacks that std_typanalyze set. */
typedef struct StandardAnalyze
{
	AnalyzeAttrComputeStatsFunc compute_stats;
	void	   *extra_data;
} StandardAnalyze;

static int
compare_keys(const void *a, const void *b)
{
	const KeyBytes *x = a;
	const KeyBytes *y = b;

	return bytes_compare(x->p, x->len, y->p, y->len);
}

/* Add the prefix counts in a free slot of the statistics. */
static void
add_prefix_counts(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc,
				  int samplerows, double totalrows)
{
	KeyBytes   *sample = palloc(sizeof(KeyBytes) * Max(samplerows, 1));
	float4	   *numbers = MemoryContextAlloc(stats->anl_context,
											 sizeof(float4) * KEY_STATS_DEPTH);
	int			n = 0,
				slot = 0;

	while (slot < STATISTIC_NUM_SLOTS && stats->stakind[slot] != 0)
		slot++;
	if (slot == STATISTIC_NUM_SLOTS)
		return;

	for (int i = 0; i < samplerows; i++)
	{
		bool		isnull;
		Datum		value;
		RowKey	   *key;

		compat_vacuum_delay_point();
		value = fetchfunc(stats, i, &isnull);
		if (isnull || toast_raw_datum_size(value) > WIDEST_KEY)
			continue;
		key = DatumGetRowKeyPP(value);
		sample[n].p = (const uint8_t *) VARDATA_ANY(key);
		sample[n++].len = VARSIZE_ANY_EXHDR(key);
	}
	core_sort(sample, n, sizeof(KeyBytes), compare_keys);

	if (n == 0)
		return;
	stats->numnumbers[slot] =
		key_stats_count_prefixes(sample, n, totalrows * n / samplerows,
								 numbers, KEY_STATS_DEPTH);
	stats->stakind[slot] = STATISTIC_KIND_ROWKEY_PREFIXES;
	stats->staop[slot] = InvalidOid;
	stats->stacoll[slot] = InvalidOid;
	stats->stanumbers[slot] = numbers;
}

static void
compute_rowkey_stats(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc,
					 int samplerows, double totalrows)
{
	StandardAnalyze *standard = stats->extra_data;

	stats->extra_data = standard->extra_data;
	standard->compute_stats(stats, fetchfunc, samplerows, totalrows);
	stats->extra_data = standard;
	if (stats->stats_valid)
		add_prefix_counts(stats, fetchfunc, samplerows, totalrows);
}

Datum
rowkey_typanalyze(PG_FUNCTION_ARGS)
{
	VacAttrStats *stats = (VacAttrStats *) PG_GETARG_POINTER(0);
	StandardAnalyze *standard;

	if (!std_typanalyze(stats))
		PG_RETURN_BOOL(false);
	standard = palloc(sizeof(StandardAnalyze));
	standard->compute_stats = stats->compute_stats;
	standard->extra_data = stats->extra_data;
	stats->compute_stats = compute_rowkey_stats;
	stats->extra_data = standard;
	PG_RETURN_BOOL(true);
}
