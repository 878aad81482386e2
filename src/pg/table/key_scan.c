/*
 * key_scan.c
 *		hbase.key_scan(): ranges of keys by the layout of a relation.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "core/layout/layout_scan.h"
#include "pg/base/core_error.h"
#include "pg/base/settings.h"
#include "pg/layout/layout_question.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/layout/rowkey_scan.h"
#include "pg/table/definition.h"
#include "pg/table/key_scan.h"

PG_FUNCTION_INFO_V1(hbase_key_scan);

Jsonb *
key_scan_question(FunctionCallInfo fcinfo, const Definition *def)
{
	RowKeyLayout *first = (RowKeyLayout *) definition_get_layout(def, 1);
	CoreError	err;
	LayoutSite *site;

	if (PG_NARGS() < 2 || def->nlayouts < 2)
		return NULL;
	site = layout_site_make(fcinfo, first, 1, true, &err);
	if (site == NULL)
		core_error_raise(&err);
	return layout_site_question(site, fcinfo->args + 1);
}

int
key_scan_layouts(const Definition *def, Jsonb *question, Layout ***layouts,
				 int **numbers)
{
	Layout	  **all = palloc(def->nlayouts * sizeof(Layout *));
	bool	   *which = palloc(def->nlayouts * sizeof(bool));
	int			n = 0;
	CoreError	err;

	for (int i = 0; i < def->nlayouts; i++)
		all[i] = layout_compile((RowKeyLayout *) def->layouts[i]);
	if (!layout_question_select(all, def->nlayouts, question, false, which,
								&err))
		core_error_raise(&err);
	*layouts = palloc(def->nlayouts * sizeof(Layout *));
	*numbers = palloc(def->nlayouts * sizeof(int));
	for (int i = 0; i < def->nlayouts; i++)
		if (which[i])
		{
			(*layouts)[n] = all[i];
			(*numbers)[n++] = i + 1;
		}
	return n;
}

static void
find_by_definition(FunctionCallInfo fcinfo, LayoutRanges *ranges)
{
	const Definition *def;
	Jsonb	   *question;
	Layout	  **layouts;
	int		   *numbers;
	int			n;

	if (PG_ARGISNULL(0))
		return;
	def = definition_read(PG_GETARG_OID(0), NULL);
	question = key_scan_question(fcinfo, def);
	if (question == NULL)
	{
		rowkey_scan_by(fcinfo, (RowKeyLayout *) definition_get_layout(def, 1),
					   ranges);
		return;
	}
	n = key_scan_layouts(def, question, &layouts, &numbers);
	for (int i = 0; i < n; i++)
	{
		LayoutCondition conditions[LAYOUT_MAX_FIELDS];
		LayoutRanges more = {0};
		CoreError	err;

		if (!layout_question(layouts[i], question, false, conditions, &err) ||
			!layout_prepare(layouts[i], conditions, &err) ||
			!layout_scan(layouts[i], conditions, max_scan_ranges, &more, &err))
			core_error_raise(&err);
		layout_question_add(ranges, &more);
	}
}

/*
 * hbase.key_scan(relation [, condition...]): by the relation's first layout; a
 * question, by all layouts that have its fields.
 */
Datum
hbase_key_scan(PG_FUNCTION_ARGS)
{
	return rowkey_scan_next(fcinfo, find_by_definition);
}
