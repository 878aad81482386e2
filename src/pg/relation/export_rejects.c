/*
 * export_rejects.c
 *		Collect rejected rows and report them.
 *
 * A reject is one call that could not encode its arguments as a key or a cell,
 * or a row that HBase does not accept.
 */
#include "pg/base/compat.h"

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

#include "core/cell/cell.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/relation/export_rejects.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

/* Number of rejects listed in the error. */
#define SHOWN_REJECTS	10

/* Number of columns of a table of rejects. */
#define REJECT_COLUMNS	6
static const char reject_columns[] =
	"(relation, key, function, \"values\", reason, hint)";

struct ExportRejects
{
	const Definition *def;
	MemoryContext context;
	int64		max;
	bool		collect;
	uint64		count;
	int			sqlstate;		/* of the first one */
	char	   *hint;			/* of the first one */
	StringInfoData shown;		/* the first ones, one line each */
	char	   *table;			/* quoted; NULL: none */
	char	   *relation;		/* name of the relation in the table */
	TupleDesc	desc;
	Tuplestorestate *kept;		/* NULL: no table */
	ExportRejectFunction forward;	/* of a job: gets them instead */
	void	   *forward_context;
	pg_atomic_uint64 *jobs_count;	/* of all jobs */
};

/* ---- the table ---------------------------------------------------------- */

/* Run a statement that writes; its parameters are the columns of a reject. */
static void
execute(const char *sql, Datum *values, const char *nulls)
{
	const Oid	types[REJECT_COLUMNS] = {TEXTOID, extension_objects()->rowkey,
										 TEXTOID, TEXTOID,
										 TEXTOID, TEXTOID};

	if (SPI_execute_with_args(sql, values == NULL ? 0 : REJECT_COLUMNS,
							  (Oid *) types, values, nulls, false, 0) < 0)
		elog(ERROR, "could not execute %s", sql);
}

/* Open or create the table, before any other work. */
static void
open_table(ExportRejects *rejects, const char *name)
{
	List	   *names = textToQualifiedNameList(cstring_to_text(name));
	RangeVar   *table = makeRangeVarFromNameList(names);

	if (RecoveryInProgress() || XactReadOnly)
		ereport(ERROR,
				(errcode(ERRCODE_READ_ONLY_SQL_TRANSACTION),
				 errmsg("a table of rejected rows cannot be written in a read-only transaction"),
				 errdetail("On a standby all transactions are read-only."),
				 errhint("Export there without \"rejects\"; hbase.rejects() lists the rows that builders reject.")));
	rejects->table = NameListToQuotedString(names);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	if (!OidIsValid(RangeVarGetRelid(table, NoLock, true)))
		execute(psprintf("CREATE TABLE %s (relation pg_catalog.text, key %s.rowkey, function pg_catalog.text, "
						 "\"values\" pg_catalog.text, reason pg_catalog.text, hint pg_catalog.text)",
						 rejects->table, extension_objects()->types),
				NULL, NULL);
	else
	{
		char	   *sql = psprintf(
			"SELECT relation, key, function, \"values\", reason, hint FROM %s LIMIT 0",
			rejects->table);

		if (SPI_execute(sql, true, 0) < 0)
			elog(ERROR, "could not execute %s", sql);
	}
	SPI_finish();

	rejects->desc = CreateTemplateTupleDesc(REJECT_COLUMNS);
	for (int i = 0; i < REJECT_COLUMNS; i++)
		TupleDescInitEntry(rejects->desc, i + 1, NULL,
						   i == 1 ? extension_objects()->rowkey : TEXTOID, -1,
						   0);
	rejects->kept = tuplestore_begin_heap(false, false, work_mem);
	rejects->relation = definition_relation_name(rejects->def->relid);
}

/* Keep a reject for the table. */
static void
keep(ExportRejects *rejects, const uint8_t *key, size_t key_len,
	 const char *function, const char *values, const char *reason,
	 const char *hint)
{
	const char *texts[REJECT_COLUMNS] = {rejects->relation, NULL, function,
										 values, reason, hint};
	Datum		datums[REJECT_COLUMNS];
	bool		nulls[REJECT_COLUMNS];

	for (int i = 0; i < REJECT_COLUMNS; i++)
	{
		nulls[i] = texts[i] == NULL || texts[i][0] == '\0';
		datums[i] = nulls[i] ? (Datum) 0 : CStringGetTextDatum(texts[i]);
	}
	nulls[1] = key == NULL;
	if (key != NULL)
		datums[1] = PointerGetDatum(rowkey_from_bytes(key, key_len));
	tuplestore_putvalues(rejects->kept, rejects->desc, datums, nulls);
	for (int i = 0; i < REJECT_COLUMNS; i++)
		if (!nulls[i])
			pfree(DatumGetPointer(datums[i]));
}

static void
store(ExportRejects *rejects)
{
	TupleTableSlot *slot = MakeSingleTupleTableSlot(rejects->desc,
													&TTSOpsMinimalTuple);
	char	   *sql =
		psprintf("INSERT INTO %s %s VALUES ($1, $2, $3, $4, $5, $6)",
				 rejects->table, reject_columns);

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

/* ---- rejected rows ------------------------------------------------------ */

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

ExportRejects *
export_rejects_new_job(const Definition *def, int64 max,
					   pg_atomic_uint64 *count, ExportRejectFunction function,
					   void *context)
{
	ExportRejects *rejects = export_rejects_new(def, max, NULL);

	rejects->jobs_count = count;
	rejects->forward = function;
	rejects->forward_context = context;
	return rejects;
}

bool
export_rejects_collect(const ExportRejects *rejects)
{
	return rejects->collect;
}

/*
 * Count a reject, list it if it is among the first, and keep it for the table.
 */
static void
reject(ExportRejects *rejects, int sqlstate, const uint8_t *key,
	   size_t key_len, const char *function, const char *values,
	   const char *reason, const char *hint)
{
	MemoryContext old = MemoryContextSwitchTo(rejects->context);

	if (rejects->forward != NULL)
	{
		const ExportReject one = {sqlstate, key, key_len, function, values,
								  reason, hint};

		pg_atomic_fetch_add_u64(rejects->jobs_count, 1);
		rejects->forward(rejects->forward_context, &one);
		MemoryContextSwitchTo(old);
		return;
	}
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
							 cell_quote(key, key_len, quoted, sizeof(quoted)));
		else
			appendStringInfoString(shown, "A row: ");
		if (values[0] != '\0')
			appendStringInfo(shown, "%s of %s: ", function, values);
		appendStringInfoString(shown, reason);
	}
	rejects->count++;
	MemoryContextSwitchTo(old);
	if (rejects->kept != NULL)
		keep(rejects, key, key_len, function, values, reason, hint);
}

void
export_rejects_add_row(ExportRejects *rejects, const RelationRow *row)
{
	for (int i = 0; i < row->nrejects; i++)
	{
		const Reject *one = &row->rejects[i].reject;

		reject(rejects, ERRCODE_DATA_EXCEPTION, row->key, row->key_len,
			   one->function, one->values, one->reason, one->hint);
	}
	if (row->key == NULL && !row->key_rejected)
		reject(rejects, ERRCODE_DATA_EXCEPTION, NULL, 0, "key", "",
			   "the key is NULL",
			   "Every part of a key must have a value; leave such rows out with WHERE, or give them a key.");
}

void
export_rejects_add(ExportRejects *rejects, int sqlstate, const uint8_t *key,
				   size_t key_len, const char *place, const char *reason,
				   const char *hint)
{
	reject(rejects, sqlstate, key, key_len, place, "", reason, hint);
}

void
export_rejects_add_again(ExportRejects *rejects, const ExportReject *one)
{
	reject(rejects, one->sqlstate, one->key, one->key_len, one->function,
		   one->values, one->reason, one->hint);
}

uint64
export_rejects_count(const ExportRejects *rejects)
{
	return rejects->jobs_count != NULL ?
		pg_atomic_read_u64(rejects->jobs_count) :
		rejects->count;
}

bool
export_rejects_too_many(const ExportRejects *rejects)
{
	uint64		count = export_rejects_count(rejects);

	return count > 0 && (int64) count > rejects->max;
}

/* ---- the end ------------------------------------------------------------ */

static void
raise_rejects(const ExportRejects *rejects)
{
	ereport(ERROR,
		(errcode(rejects->sqlstate),
		 errmsg_plural("%llu row of %s was rejected",
					   "%llu rows of %s were rejected", rejects->count,
					   (unsigned long long) rejects->count,
					   definition_relation_name(rejects->def->relid)),
		 errdetail("%s%s", rejects->shown.data,
				   rejects->count > SHOWN_REJECTS ? "\n..." : ""),
		 errhint("%s%s%s", rejects->hint,
				 rejects->hint[0] != '\0' && rejects->max >= 0 ? "\n" : "",
				 rejects->max < 0 ?
					 "" :
					 "With max_rejects, an export omits rejected rows. It can write them to a table with the option \"rejects\".")));
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
			(errmsg_plural("omitted %llu rejected row of %s",
						   "omitted %llu rejected rows of %s",
						   rejects->count, (unsigned long long) rejects->count,
						   definition_relation_name(rejects->def->relid)),
			 errdetail("%s%s", rejects->shown.data,
					   rejects->count > SHOWN_REJECTS ? "\n..." : "")));
	return rejects->count;
}

static void
explain_row(void *context, const RelationRow *row)
{
	export_rejects_add_row(context, row);
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
