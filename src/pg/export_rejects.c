/*
 * export_rejects.c
 *		Rows that HBase could not take.
 *
 * One reject is one call that could not make a key or a cell of its arguments,
 * or a row that is no row of HBase.
 */
#include "compat.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/namespace.h"
#include "catalog/pg_type_d.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"
#include "utils/varlena.h"

#include "core/cell.h"
#include "export_rejects.h"
#include "glue.h"
#include "own.h"
#include "relation_rows.h"

/* As many are shown in the error. */
#define SHOWN_REJECTS	10

/* The columns of a table of rejects. */
#define REJECT_COLUMNS	6
static const char reject_columns[] = "(relation, key, function, \"values\", reason, hint)";

struct ExportRejects
{
	const Definition *def;
	MemoryContext context;
	int64		max;
	bool		collect;
	uint64		count;
	int			sqlstate;		/* of the first */
	char	   *hint;			/* of the first */
	StringInfoData shown;		/* the first ones, a line each */
	char	   *table;			/* quoted; NULL: none */
	char	   *relation;		/* as the table names it */
	TupleDesc	desc;
	Tuplestorestate *kept;		/* NULL: none are kept */
};

/* ---- the table ----------------------------------------------------------------- */

/* Run a statement that writes; its arguments are those of a reject. */
static void
execute(const char *sql, Datum *values, const char *nulls)
{
	const Oid	types[REJECT_COLUMNS] = {TEXTOID, own_objects()->rowkey, TEXTOID, TEXTOID, TEXTOID, TEXTOID};

	if (SPI_execute_with_args(sql, values == NULL ? 0 : REJECT_COLUMNS, (Oid *) types,
							  values, nulls, false, 0) < 0)
		elog(ERROR, "could not execute %s", sql);
}

/* Find or make the table, before any work is done for it. */
static void
open_table(ExportRejects *rejects, const char *name)
{
	List	   *names = textToQualifiedNameList(cstring_to_text(name));
	RangeVar   *table = makeRangeVarFromNameList(names);

	if (RecoveryInProgress() || XactReadOnly)
		ereport(ERROR,
				(errcode(ERRCODE_READ_ONLY_SQL_TRANSACTION),
				 errmsg("a table of rejects cannot be written in a read-only transaction"),
				 errdetail("On a standby all transactions are read-only."),
				 errhint("Export there without \"rejects\"; hbase.rejects() lists the rows that builders reject.")));
	rejects->table = NameListToQuotedString(names);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	if (!OidIsValid(RangeVarGetRelid(table, NoLock, true)))
		execute(psprintf("CREATE TABLE %s (relation pg_catalog.text, key %s.rowkey, function pg_catalog.text, "
						 "\"values\" pg_catalog.text, reason pg_catalog.text, hint pg_catalog.text)",
						 rejects->table, own_objects()->types), NULL, NULL);
	else
	{
		char	   *sql = psprintf("SELECT relation, key, function, \"values\", reason, hint FROM %s LIMIT 0", rejects->table);

		if (SPI_execute(sql, true, 0) < 0)
			elog(ERROR, "could not execute %s", sql);
	}
	SPI_finish();

	rejects->desc = CreateTemplateTupleDesc(REJECT_COLUMNS);
	for (int i = 0; i < REJECT_COLUMNS; i++)
		TupleDescInitEntry(rejects->desc, i + 1, NULL, i == 1 ? own_objects()->rowkey : TEXTOID, -1, 0);
	rejects->kept = tuplestore_begin_heap(false, false, work_mem);
	rejects->relation = definition_relation_name(rejects->def->relid);
}

/* Keep one for the table. */
static void
keep(ExportRejects *rejects, const struct varlena *key, const char *function,
	 const char *values, const char *reason, const char *hint)
{
	const char *texts[REJECT_COLUMNS] = {rejects->relation, NULL, function, values, reason, hint};
	Datum		datums[REJECT_COLUMNS];
	bool		nulls[REJECT_COLUMNS];

	for (int i = 0; i < REJECT_COLUMNS; i++)
	{
		nulls[i] = texts[i] == NULL || texts[i][0] == '\0';
		datums[i] = nulls[i] ? (Datum) 0 : CStringGetTextDatum(texts[i]);
	}
	nulls[1] = key == NULL;
	datums[1] = PointerGetDatum(key);
	tuplestore_putvalues(rejects->kept, rejects->desc, datums, nulls);
	for (int i = 0; i < REJECT_COLUMNS; i++)
		if (i != 1 && !nulls[i])
			pfree(DatumGetPointer(datums[i]));
}

static void
store(ExportRejects *rejects)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(rejects->desc, &TTSOpsMinimalTuple);
	char	   *sql = psprintf("INSERT INTO %s %s VALUES ($1, $2, $3, $4, $5, $6)", rejects->table, reject_columns);

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	while (tuplestore_gettupleslot(rejects->kept, true, false, slot))
	{
		char		nulls[REJECT_COLUMNS];

		slot_getallattrs(slot);
		for (int i = 0; i < REJECT_COLUMNS; i++)
			nulls[i] = slot->tts_isnull[i] ? 'n' : ' ';
		execute(sql, slot->tts_values, nulls);
	}
	SPI_finish();
	ExecDropSingleTupleTableSlot(slot);
	tuplestore_end(rejects->kept);
}

/* ---- what is bad ----------------------------------------------------------------- */

ExportRejects *
export_rejects_new(const Definition *def, int64 max, const char *table)
{
	ExportRejects *rejects = palloc0(sizeof(ExportRejects));

	rejects->def = def;
	rejects->context = CurrentMemoryContext;
	rejects->max = max;
	rejects->collect = max > 0;
	initStringInfo(&rejects->shown);
	if (table != NULL)
		open_table(rejects, table);
	return rejects;
}

bool
export_rejects_collect(const ExportRejects *rejects)
{
	return rejects->collect;
}

/* Count one, show it if it is among the first, keep it for the table. */
static void
reject(ExportRejects *rejects, int sqlstate, const struct varlena *key, const char *function,
	   const char *values, const char *reason, const char *hint)
{
	MemoryContext old = MemoryContextSwitchTo(rejects->context);

	if (rejects->count == 0)
	{
		rejects->sqlstate = sqlstate;
		rejects->hint = pstrdup(hint);
	}
	if (rejects->count < SHOWN_REJECTS)
	{
		StringInfo	shown = &rejects->shown;
		char		quoted[CELL_QUOTE_SIZE];

		if (shown->len > 0)
			appendStringInfoChar(shown, '\n');
		if (key != NULL)
			appendStringInfo(shown, "Row %s: ",
							 cell_quote((const uint8_t *) VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key), quoted, sizeof(quoted)));
		else
			appendStringInfoString(shown, "A row: ");
		if (values[0] != '\0')
			appendStringInfo(shown, "%s of %s: ", function, values);
		appendStringInfoString(shown, reason);
	}
	rejects->count++;
	MemoryContextSwitchTo(old);
	if (rejects->kept != NULL)
		keep(rejects, key, function, values, reason, hint);
}

void
export_rejects_add_row(ExportRejects *rejects, const struct varlena *key, bool key_rejected,
					   const RowReject *list, int n)
{
	for (int i = 0; i < n; i++)
	{
		const Reject *one = &list[i].reject;

		reject(rejects, ERRCODE_DATA_EXCEPTION, key, one->function, one->values, one->reason, one->hint);
	}
	if (key == NULL && !key_rejected)
		reject(rejects, ERRCODE_DATA_EXCEPTION, NULL, "key", "", "the key is NULL",
			   "Every part of a key must have a value; leave such rows out with WHERE, or give them a key.");
}

void
export_rejects_add(ExportRejects *rejects, int sqlstate, const uint8_t *key, size_t key_len,
				   const char *place, const char *reason, const char *hint)
{
	reject(rejects, sqlstate, (struct varlena *) rowkey_from_bytes(key, key_len), place, "", reason, hint);
}

bool
export_rejects_too_many(const ExportRejects *rejects)
{
	return rejects->count > 0 && (int64) rejects->count > rejects->max;
}

/* ---- the end --------------------------------------------------------------------- */

static void
raise_rejects(const ExportRejects *rejects)
{
	ereport(ERROR,
			(errcode(rejects->sqlstate),
			 errmsg_plural("HBase could not take %llu row of %s", "HBase could not take %llu rows of %s",
						   rejects->count, (unsigned long long) rejects->count,
						   definition_relation_name(rejects->def->relid)),
			 errdetail("%s%s", rejects->shown.data, rejects->count > SHOWN_REJECTS ? "\n..." : ""),
			 errhint("%s%s%s", rejects->hint, rejects->hint[0] != '\0' && rejects->max >= 0 ? "\n" : "",
					 rejects->max < 0 ? "" :
					 "With max_rejects an export leaves such rows out, and lists them in the table that \"rejects\" names.")));
}

uint64
export_rejects_finish(ExportRejects *rejects)
{
	if (export_rejects_too_many(rejects))
		raise_rejects(rejects);
	if (rejects->count == 0)
		return 0;
	if (rejects->kept != NULL)
		store(rejects);
	ereport(NOTICE,
			(errmsg_plural("left out %llu row of %s that HBase could not take",
						   "left out %llu rows of %s that HBase could not take",
						   rejects->count, (unsigned long long) rejects->count,
						   definition_relation_name(rejects->def->relid)),
			 errdetail("%s%s", rejects->shown.data, rejects->count > SHOWN_REJECTS ? "\n..." : "")));
	return rejects->count;
}

static void
explain_row(void *context, const RelationRow *row)
{
	export_rejects_add_row(context, row->key, row->key_rejected, row->rejects, row->nrejects);
}

void
export_rejects_explain(const Definition *def)
{
	ExportRejects *rejects = export_rejects_new(def, 0, NULL);
	RelationQuery query = {.def = def, .percent = 100};

	relation_rows(&query, explain_row, rejects);
	if (rejects->count > 0)
		raise_rejects(rejects);
}
