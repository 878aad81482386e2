/*
 * export_regions.c
 *		Regions of an export: where the rows are split.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "core/layout/layout.h"
#include "core/region/splits.h"
#include "core/text/layout_ddl_common.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/export_regions.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/table/definition.h"

/* ---- arguments ---------------------------------------------------------- */

/* Store the split points as rowkeys. */
static void
set_splits(ExportRegions *regions, const SplitPoints *points)
{
	regions->nsplits = points->count;
	regions->splits = palloc(sizeof(RowKey *) * Max(points->count, 1));
	for (int i = 0; i < points->count; i++)
		regions->splits[i] =
			rowkey_from_bytes(points->bytes.data + points->starts[i],
							  points->starts[i + 1] - points->starts[i]);
}

void
export_regions_given(ExportRegions *regions, ArrayType *splits)
{
	memset(regions, 0, sizeof(ExportRegions));
	regions->splits = definition_splits(splits, &regions->nsplits);
	regions->cuts = 1;
}

/* Number of salts or buckets that all keys begin with; 0: none. */
static int64
find_buckets(const SplitWish *layouts, SplitPoints *points)
{
	int64		buckets = layouts->nlayouts > 0 ?
		layout_salts(layouts->layouts[0]) :
		0;

	for (int i = 1; i < layouts->nlayouts; i++)
		if (layout_salts(layouts->layouts[i]) != buckets)
			return 0;
	return buckets > 1 && split_plan_buckets(layouts->layouts[0], points) ?
		buckets :
		0;
}

void
export_regions_set_layouts(ExportRegions *regions, const Definition *def)
{
	const Layout **layouts = palloc(sizeof(Layout *) * Max(def->nlayouts, 1));

	for (int i = 0; i < def->nlayouts; i++)
		layouts[i] = layout_compile(def->layouts[i]);
	regions->layouts.layouts = layouts;
	regions->layouts.nlayouts = def->nlayouts;
}

void
export_regions_plan(ExportRegions *regions, const Definition *def, int wanted)
{
	SplitPoints points;
	int64		buckets;

	memset(regions, 0, sizeof(ExportRegions));
	export_regions_set_layouts(regions, def);
	if (wanted == 0 && def->nsplits > 0)
	{
		regions->nsplits = def->nsplits;
		regions->splits = def->splits;
		regions->cuts = 1;
		return;
	}
	if (wanted == 0)
		wanted = def->regions;
	regions->cuts = wanted;
	if (wanted == 1)
		return;
	buckets = find_buckets(&regions->layouts, &points);
	if (buckets == 0 || (wanted == 0 && buckets > LAYOUT_MAX_SALT_REGIONS))
		return;
	set_splits(regions, &points);
	splits_free(&points);
	if (wanted == 0)
		return;
	regions->cuts = (wanted + buckets - 1) / buckets;
	if (wanted >= buckets)
		return;
	/* several salts or buckets per region */
	for (int i = 1; i < wanted; i++)
		regions->splits[i - 1] = regions->splits[i * buckets / wanted - 1];
	regions->nsplits = wanted - 1;
}

int
export_regions_count(const ExportRegions *regions)
{
	return (regions->nsplits + 1) * regions->cuts;
}

/* True if a region begins with these bytes. */
static bool
begins_at(const ExportRegions *regions, const uint8_t *key, size_t len)
{
	for (int i = 0; i < regions->nsplits; i++)
		if (bytes_compare(VARDATA_ANY(regions->splits[i]),
						  VARSIZE_ANY_EXHDR(regions->splits[i]), key,
						  len) == 0)
			return true;
	return false;
}

bool
export_regions_at_phoenix_salts(const ExportRegions *regions,
								const Definition *def)
{
	for (int l = 0; l < def->nlayouts; l++)
	{
		const Layout *layout = layout_compile(def->layouts[l]);
		SplitPoints points;
		bool		all = true;

		if (!layout_ddl_is_phoenix_salt(layout, 0) ||
			!split_plan_buckets(layout, &points))
			continue;
		for (int i = 0; i < points.count && all; i++)
			all = begins_at(regions, points.bytes.data + points.starts[i],
							points.starts[i + 1] - points.starts[i]);
		splits_free(&points);
		if (!all)
			return false;
	}
	return true;
}

/* ---- a part of the regions ---------------------------------------------- */

/* The key in HBase's notation as an SQL literal with its type. */
static char *
key_literal(const RowKey *key)
{
	const char *text = notation_text((const uint8_t *) VARDATA_ANY(key),
									 VARSIZE_ANY_EXHDR(key));

	return psprintf("%s::%s.rowkey", quote_literal_cstr(text),
					extension_objects()->types);
}

/* Append the condition for the keys between two borders. */
static void
append_range(StringInfo sql, const ExportRegions *regions, int first, int stop,
			 const Definition *def)
{
	const char *types = extension_objects()->types;
	const char *key = quote_identifier(
		get_attname(def->relid, def->key, false));

	appendStringInfo(sql, "%s OPERATOR(%s.<@) %s.rowkeyrange(%s, %s)", key,
					 types, types,
					 first == 0 ? "NULL" :
								  key_literal(regions->splits[first - 1]),
					 stop > regions->nsplits ?
						 "NULL" :
						 key_literal(regions->splits[stop - 1]));
}

char *
export_regions_range(const ExportRegions *regions, int first, int stop,
					 const Definition *def)
{
	StringInfoData sql;

	initStringInfo(&sql);
	append_range(&sql, regions, first, stop, def);
	return sql.data;
}

char *
export_regions_condition(const ExportRegions *regions, const bool *wanted,
						 const Definition *def)
{
	StringInfoData sql;

	if (wanted == NULL)
		return NULL;
	initStringInfo(&sql);
	for (int first = 0; first <= regions->nsplits; first++)
	{
		int			stop = first;

		while (stop <= regions->nsplits && wanted[stop])
			stop++;
		if (stop == first)
			continue;
		if (sql.len > 0)
			appendStringInfoString(&sql, " OR ");
		append_range(&sql, regions, first, stop, def);
		first = stop;
	}
	return sql.len > 0 ? sql.data : "false";
}

/* ---- from row to row ---------------------------------------------------- */

/*
 * True if the row is the first of a next region: of equal numbers of rows, or
 * because the present one is full.
 */
static bool
is_cut(const ExportCutter *cutter, const RelationRow *row, bool full)
{
	const ExportRegions *regions = cutter->regions;
	uint64		next;

	if (regions->cuts == 0)
		return full;
	next = cutter->base +
		row->total * (cutter->cuts + 1) / export_regions_count(regions);
	return cutter->cuts + 1 < regions->cuts && row->number >= next &&
		row->number > cutter->base + cutter->cuts;
}

void
export_regions_begin(ExportCutter *cutter, const ExportRegions *regions,
					 int first, int stop)
{
	cutter->regions = regions;
	cutter->border = first;
	cutter->stop = stop;
	cutter->cuts = 0;
	cutter->base = 0;
	cutter->previous.len = 0;
}

RowKey *
export_regions_cut(ExportCutter *cutter, const RelationRow *row, bool full)
{
	const ExportRegions *regions = cutter->regions;

	if (cutter->border + 1 < cutter->stop)
	{
		RowKey	   *split = regions->splits[cutter->border];

		if (bytes_compare(row->key, row->key_len, VARDATA_ANY(split),
						  VARSIZE_ANY_EXHDR(split)) >= 0)
		{
			cutter->border++;
			cutter->cuts = 0;
			cutter->base = row->number;
			return split;
		}
	}
	if (regions->cuts == 1)
		return NULL;
	if (row->number > cutter->base && is_cut(cutter, row, full))
	{
		cutter->cuts++;
		return rowkey_from_bytes(row->key,
								 split_plan_between(&regions->layouts,
													cutter->previous.data,
													cutter->previous.len,
													row->key, row->key_len));
	}
	cutter->previous.len = 0;
	core_buf_add(&cutter->previous, row->key, row->key_len);
	return NULL;
}

RowKey *
export_regions_rest(ExportCutter *cutter)
{
	return cutter->border + 1 < cutter->stop ?
		cutter->regions->splits[cutter->border++] :
		NULL;
}
