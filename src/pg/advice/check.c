/*
 * check.c
 *		hbase.check(): read a relation once and report what is wrong with its
 *		row keys and cells.
 *
 * Rows come unsorted and may be invalid. Counters collect what each row shows.
 * An external sort collects the keys, so that a second pass over the sorted
 * keys finds duplicates and values whose order differs from that of their
 * keys.
 */
#include "pg/base/compat.h"

#include "access/table.h"
#include "access/tupdesc.h"
#include "access/xact.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/timestamp.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "core/cell/family.h"
#include "core/check/check_cells.h"
#include "core/check/check_keys.h"
#include "core/check/check_layout.h"
#include "core/layout/layout_print.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_open.h"
#include "hbase_schema.h"
#include "pg/advice/check_cell_rules.h"
#include "pg/advice/check_findings.h"
#include "pg/advice/check_rules.h"
#include "pg/advice/check_view.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/outcome/outcome.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/columns.h"
#include "pg/table/definition.h"
#include "pg/transform/transform.h"

PG_FUNCTION_INFO_V1(hbase_check);

/* ---- findings ----------------------------------------------------------- */

/* The key in HBase's notation, as the subject of a finding. */
static char *
key_text(const uint8_t *key, size_t n)
{
	char	   *text = palloc(CELL_QUOTE_SIZE);

	return cell_quote(key, n, text, CELL_QUOTE_SIZE);
}

/* Return the findings: errors first, then warnings, then advice. */
static void
put_findings(Check *check, ReturnSetInfo *result)
{
	static const char *const names[] = {"error", "warning", "advice"};

	for (int severity = CHECK_ERROR; severity <= CHECK_ADVICE; severity++)
	{
		ListCell   *lc;

		foreach(lc, check->findings)
		{
			Finding    *finding = lfirst(lc);
			const char *texts[] = {names[severity],		 finding->rule,
								   finding->subject,	 finding->measured,
								   finding->explanation, finding->advice};
			Datum		values[6];
			bool		nulls[6];

			if (finding->severity != severity)
				continue;
			for (int i = 0; i < 6; i++)
			{
				nulls[i] = texts[i][0] == '\0';
				values[i] = nulls[i] ?
					(Datum) 0 :
					CStringGetTextDatum(core_error_message(texts[i]));
			}
			tuplestore_putvalues(result->setResult, result->setDesc, values,
								 nulls);
		}
	}
}

/* ---- the pass over the rows --------------------------------------------- */

typedef struct Pass
{
	Check	   *check;
	TupleTableSlot *slot;		/* of a key, for the sort */
	Tuplesortstate *sort;
} Pass;

static void
see_rejects(Check *check, const RelationRow *row)
{
	for (int i = 0; i < row->nrejects; i++)
	{
		const Reject *reject = &row->rejects[i].reject;

		check_add_example(check, &check->rejects,
					psprintf("%s(%s)", reject->function, reject->values), "",
					reject->reason, reject->hint);
	}
}

/*
 * Count the key for the first layout that it fits, else for the one that it
 * nearly fits.
 */
static void
see_layout(Check *check, const uint8_t *key, size_t n)
{
	CheckFit	best = CHECK_MISFIT;
	int			which = 0;
	CoreError	why;

	if (check->nlayouts == 0)
		return;
	for (int i = 0; i < check->nlayouts && best != CHECK_FITS; i++)
	{
		CoreError	err;
		CheckFit	fit = check_layout_fit(&check->layouts[i], key, n, &err);

		if (i == 0)
			why = err;
		if (fit < best)
		{
			best = fit;
			which = i;
		}
	}
	if (best != CHECK_MISFIT)
		check_layout_add(&check->layouts[which], best, key, n);
	else
		check_add_example(
			check, &check->misfits, key_text(key, n), "", why.message,
			"Correct the layout, or the keys; a further record type is a further layout.");
}

static void
see_cells(Check *check, const RelationRow *row)
{
	uint64		bytes = 0;
	int64		latest = -1;

	for (int i = 0; i < check->def->nfamilies; i++)
	{
		const WideRow *family = &row->families[i];

		if (family->cells == 0)
			continue;
		bytes += check_family_add(&check->families[i], family, row->key_len);
		latest = Max(latest, wide_max_timestamp(family));
	}
	check->empty_rows += row->cells == 0;
	if (bytes > check->largest_row)
	{
		check->largest_row = bytes;
		if (check->largest_row_key != NULL)
			pfree(check->largest_row_key);
		check->largest_row_key = key_text(row->key, row->key_len);
	}
	if (row->has_time || latest >= 0)
		check_writes_add(&check->writes, row->has_time ? row->time : latest,
						 row->key, row->key_len);
}

static void
see_row(void *context, const RelationRow *row)
{
	Pass	   *pass = context;
	Check	   *check = pass->check;

	check->rows++;
	if (row->key == NULL || row->nrejects > 0)
	{
		see_rejects(check, row);
		check->null_keys += row->key == NULL && !row->key_rejected;
		return;
	}
	if (row->key_len == 0)
	{
		check->empty_keys++;
		return;
	}

	MemoryContextSwitchTo(check->temp);
	MemoryContextReset(check->temp);
	see_layout(check, row->key, row->key_len);
	ExecClearTuple(pass->slot);
	pass->slot->tts_values[0] =
		PointerGetDatum(rowkey_from_bytes(row->key, row->key_len));
	MemoryContextSwitchTo(check->keep);
	check_keys_add(&check->keys, row->key, row->key_len);
	see_cells(check, row);

	pass->slot->tts_isnull[0] = false;
	ExecStoreVirtualTuple(pass->slot);
	tuplesort_puttupleslot(pass->sort, pass->slot);
}

/* ---- second pass: the sorted keys --------------------------------------- */

/* A value of a field as text. */
static char *
value_text(const CoreValue *v)
{
	EncodingType type;
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	if (!encoding_resolve(ENCODING_STRING, v->kind, NULL, -1, &type, &err) ||
		!encoding_encode(&type, false, v, &buf, &err))
		return "?";
	core_buf_add_byte(&buf, '\0');
	return (char *) buf.data;
}

/*
 * Record a pair of neighbouring keys whose values are in the opposite order.
 */
static void
see_neighbours(Check *check, const CoreBuf *low, const uint8_t *high,
			   size_t high_len)
{
	for (int i = 0; i < check->nlayouts; i++)
	{
		const Layout *layout = check->layouts[i].layout;
		char		label[LAYOUT_LABEL_SIZE];
		int			component;
		CoreValue	a;
		CoreValue	b;

		if (check_layout_order(layout, low->data, low->len, high, high_len,
							   &component, &a, &b))
			continue;
		check_add_example(
			check, &check->disorders,
			layout_label(layout, component, label, sizeof(label)),
			psprintf("%s before %s", value_text(&a), value_text(&b)),
			psprintf("Key %s sorts before %s, their values do not.",
					 key_text(low->data, low->len), key_text(high, high_len)),
			"Encode the field with phoenix or ordered, which sort every value right.");
		return;
	}
}

/* Record a key that several rows have. */
static void
see_collision(Check *check, const CoreBuf *key, uint64 rows)
{
	if (rows < 2)
		return;
	check_add_example(check, &check->collisions, key_text(key->data, key->len),
				  psprintf("%llu rows", (unsigned long long) rows),
				  "HBase keeps one row for a key: the cells of these would overwrite each other.",
				  "Make the key unique, or merge such rows with widerow_merge and GROUP BY.");
}

static void
look_at_sorted(Pass *pass, TupleDesc tupdesc)
{
	Check	   *check = pass->check;
	TupleTableSlot *slot = MakeSingleTupleTableSlot(tupdesc,
													&TTSOpsMinimalTuple);
	CoreBuf		previous;
	uint64		equal = 0;
	int64		rows = 0;

	core_buf_init(&previous);
	core_buf_reserve(&previous, 64);
	export_progress_sorting(check->rows);
	tuplesort_performsort(pass->sort);
	export_progress_sorted(check->rows);
	while (tuplesort_gettupleslot(pass->sort, true, false, slot, NULL))
	{
		RowKey	   *key;
		const uint8_t *data;
		size_t		n;

		CHECK_FOR_INTERRUPTS();
		if (++rows % EXPORT_PROGRESS_ROWS == 0)
			export_progress_written(rows, 0, 0);
		slot_getallattrs(slot);
		MemoryContextReset(check->temp);
		MemoryContextSwitchTo(check->temp);
		key = DatumGetRowKeyPP(slot->tts_values[0]);
		data = (const uint8_t *) VARDATA_ANY(key);
		n = VARSIZE_ANY_EXHDR(key);
		if (equal > 0 &&
			bytes_compare(previous.data, previous.len, data, n) == 0)
			equal++;
		else
		{
			see_collision(check, &previous, equal);
			if (equal > 0)
				see_neighbours(check, &previous, data, n);
			equal = 1;
			previous.len = 0;
			core_buf_add(&previous, data, n);
		}
		MemoryContextSwitchTo(check->keep);
	}
	see_collision(check, &previous, equal);
	ExecDropSingleTupleTableSlot(slot);
}

/* ---- the call ----------------------------------------------------------- */

static void
init_layouts(Check *check, RowKeyLayout *given)
{
	const Definition *def = check->def;

	check->nlayouts = given != NULL ? 1 : def->nlayouts;
	check->layouts = palloc0(sizeof(CheckLayout) * Max(check->nlayouts, 1));
	for (int i = 0; i < check->nlayouts; i++)
		check_layout_init(&check->layouts[i],
						  layout_compile(
							  given != NULL ?
								  given :
								  (RowKeyLayout *) def->layouts[i]));
}

/*
 * Take over what the column dictionary declares for the columns of a family.
 */
static void
declare_columns(CheckFamilyLimits *limits, const DefinedFamily *family,
				const DefinedColumn *columns, int n)
{
	CheckDeclared *declared = palloc(sizeof(CheckDeclared) * (n + 1));

	limits->declared = declared;
	for (int i = 0; i < n; i++)
		if (strcmp(columns[i].family, family->name) == 0)
			declared[limits->ndeclared++] = (CheckDeclared)
			{
				(const uint8_t *) VARDATA(columns[i].qualifier),
				VARSIZE(columns[i].qualifier) - VARHDRSZ,
				columns[i].type, columns[i].type_name
			};
}

static void
init_families(Check *check)
{
	const Definition *def = check->def;
	int			ncolumns;
	const DefinedColumn *columns = columns_read(def->relid, &ncolumns);

	check->families = palloc0(sizeof(CheckFamily) * Max(def->nfamilies, 1));
	for (int i = 0; i < def->nfamilies; i++)
	{
		const Family *options = &def->families[i].options;
		CheckFamilyLimits limits = {.name_len = def->families[i].len,
									.versions = options->versions,
									.oldest = PG_INT64_MIN,
									.now = check->now};

		if (options->ttl != FAMILY_FOREVER)
			limits.oldest = check->now - (int64) options->ttl * 1000;
		declare_columns(&limits, &def->families[i], columns, ncolumns);
		check_family_init(&check->families[i], &limits);
	}
}

/* Both passes: read the relation, then its sorted keys. */
static void
gather(Check *check, const char *time_column)
{
	RelationQuery query = {.def = check->def, .percent = check->percent,
						   .time_column = time_column};
	TupleDesc	tupdesc = CreateTemplateTupleDesc(1);
	AttrNumber	column = 1;
	Oid			type = extension_objects()->rowkey;
	Oid			less = lookup_type_cache(type, TYPECACHE_LT_OPR)->lt_opr;
	Oid			collation = InvalidOid;
	bool		nulls_first = false;
	Pass		pass = {.check = check};

	TupleDescInitEntry(tupdesc, 1, "key", type, -1, 0);
	pass.slot = MakeSingleTupleTableSlot(tupdesc, &TTSOpsVirtual);
	pass.sort = tuplesort_begin_heap(tupdesc, 1, &column, &less, &collation,
									 &nulls_first, work_mem, NULL, false);
	relation_rows(&query, see_row, &pass);
	look_at_sorted(&pass, tupdesc);
	tuplesort_end(pass.sort);
	ExecDropSingleTupleTableSlot(pass.slot);
}

static void
report_sample(Check *check)
{
	if (check->percent < 100)
		check_find(
			check, CHECK_ADVICE, "sample",
			definition_relation_name(check->def->relid),
			psprintf("%llu rows, %.3g %%", (unsigned long long) check->rows,
					 check->percent),
			"Only a sample was read: rare rows and most duplicates were not seen.",
			"Read all with percent => 100.");
	if (check->rows == 0)
		check_find(check, CHECK_ADVICE, "no rows",
				   definition_relation_name(check->def->relid), "0 rows",
				   "There was nothing to measure.",
				   "Check it again with data as they will be.");
}

/* hbase.check(relation, layout, at, percent, examples) */
Datum
hbase_check(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = set_result_begin(fcinfo);
	const char *time_column = PG_ARGISNULL(2) ? NULL :
												NameStr(*PG_GETARG_NAME(2));
	Check		check;

	if (PG_ARGISNULL(0))
		return (Datum) 0;
	memset(&check, 0, sizeof(check));
	check.keep = CurrentMemoryContext;
	check.temp = AllocSetContextCreate(check.keep, "hbase_schema check",
									   ALLOCSET_DEFAULT_SIZES);
	check.def = definition_read(PG_GETARG_OID(0), time_column);
	check.now = transform_unix_ms(GetCurrentStatementStartTimestamp());
	check.rejects.most = check.misfits.most = check.collisions.most =
		PG_ARGISNULL(4) ? 100 : Max(PG_GETARG_INT32(4), 0);
	check.disorders.most = 1;	/* one example is enough */
	check.percent = relation_percent(check.def, PG_ARGISNULL(3),
									 PG_ARGISNULL(3) ? 0 :
													   PG_GETARG_FLOAT8(3));
	check_keys_init(&check.keys);
	check_writes_init(&check.writes);
	init_layouts(&check, PG_ARGISNULL(1) ? NULL : PG_GETARG_LAYOUT_PP(1));
	init_families(&check);
	check_view(check.def->relid, &check.view);

	export_progress_begin(PROGRESS_CHECK, check.def->relid, 0);
	gather(&check, time_column);
	export_progress_end();
	check_key_rules(&check);
	check_cell_rules(&check);
	report_sample(&check);
	put_findings(&check, result);
	return (Datum) 0;
}
