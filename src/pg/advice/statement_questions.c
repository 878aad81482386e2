/*
 * statement_questions.c
 *		hbase_internal.statement_questions(): what SQL statements ask of
 *		tables.
 */
#include "pg/base/compat.h"

#include "fmgr.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/json.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "pg/base/set_result.h"
#include "pg/base/subtransaction.h"
#include "pg/advice/statement_parse.h"
#include "pg/advice/table_use.h"

PG_FUNCTION_INFO_V1(hbase_statement_questions);

/* A longer statement is not read. */
#define MAX_STATEMENT	1000000

/* A question about a relation, or without one the reason. */
typedef struct Question
{
	Oid			relid;
	const char *kind;
	const char *json;
	const char *reason;
} Question;

typedef struct Reading
{
	const char *sql;
	bool		certain_path;
	MemoryContext memory;		/* of the questions */
	List	   *questions;		/* of Question */
	StatementTexts texts;
} Reading;

/* ---- questions as JSON -------------------------------------------------- */

static void
add_column_name(StringInfo json, Oid relid, AttrNumber attnum,
				const char *suffix)
{
	char	   *name = get_attname(relid, attnum, false);

	escape_json(json, psprintf("%s%s", name, suffix));
}

static void
add_separator(StringInfo json)
{
	char		last = json->data[json->len - 1];

	if (last != '{' && last != '[')
		appendStringInfoChar(json, ',');
}

/* {"where": {column: condition}, "order": [...], "limit": n, ...} */
static char *
use_json(const TableUse *use, List *assigned)
{
	StringInfoData json;
	ListCell   *lc;

	initStringInfo(&json);
	appendStringInfoChar(&json, '{');
	if (use->conditions != NIL)
	{
		appendStringInfoString(&json, "\"where\":{");
		foreach(lc, use->conditions)
		{
			UseCondition *condition = lfirst(lc);

			add_separator(&json);
			add_column_name(&json, use->relid, condition->attnum, "");
			appendStringInfoChar(&json, ':');
			escape_json(&json, column_condition_name(condition->condition));
		}
		appendStringInfoChar(&json, '}');
	}
	if (use->order != NIL)
	{
		add_separator(&json);
		appendStringInfoString(&json, "\"order\":[");
		foreach(lc, use->order)
		{
			UseOrder   *order = lfirst(lc);

			add_separator(&json);
			add_column_name(&json, use->relid, order->attnum,
							order->descending ? " desc" : "");
		}
		appendStringInfoChar(&json, ']');
	}
	if (use->limited)
	{
		add_separator(&json);
		if (use->limit > 0)
			appendStringInfo(&json, "\"limit\":" INT64_FORMAT, use->limit);
		else
			appendStringInfoString(&json, "\"limit\":null");
	}
	if (use->aggregated)
	{
		add_separator(&json);
		appendStringInfoString(&json, "\"aggregate\":true");
	}
	if (use->is_target && assigned != NIL)
	{
		add_separator(&json);
		appendStringInfoString(&json, "\"set\":[");
		foreach(lc, assigned)
		{
			add_separator(&json);
			escape_json(&json, lfirst(lc));
		}
		appendStringInfoChar(&json, ']');
	}
	appendStringInfoChar(&json, '}');
	return json.data;
}

/* ---- statements --------------------------------------------------------- */

static void
add_question(Reading *reading, Oid relid, const char *kind, const char *json,
			 const char *reason)
{
	MemoryContext old = MemoryContextSwitchTo(reading->memory);
	Question   *question = palloc0(sizeof(Question));

	question->relid = relid;
	question->kind = kind;
	question->json = json == NULL ? NULL : pstrdup(json);
	question->reason = reason == NULL ? NULL : pstrdup(reason);
	reading->questions = lappend(reading->questions, question);
	MemoryContextSwitchTo(old);
}

static void
read_statement(void *context)
{
	Reading    *reading = context;
	Statement  *statement = statement_analyze(reading->sql,
											  reading->certain_path);
	const char *kinds[] = {"read", "insert", "update", "delete"};
	List	   *uses = NIL;
	ListCell   *lc;

	if (statement->unread != NULL)
	{
		add_question(reading, InvalidOid, NULL, NULL, statement->unread);
		return;
	}
	if (OidIsValid(statement->target))
		add_question(reading, statement->target, "insert", "{}", NULL);
	if (statement->query != NULL)
		uses = table_uses(statement);
	if (uses == NIL && !OidIsValid(statement->target))
		add_question(reading, InvalidOid, NULL, NULL,
					 "reads no table of users");
	foreach(lc, uses)
	{
		TableUse   *use = lfirst(lc);

		add_question(reading, use->relid,
					 kinds[use->is_target ? statement->kind : STATEMENT_READ],
					 use_json(use, statement->assigned), NULL);
	}
}

static void
split_statements(void *context)
{
	Reading    *reading = context;
	MemoryContext old = MemoryContextSwitchTo(reading->memory);

	statement_split(reading->sql, &reading->texts);
	MemoryContextSwitchTo(old);
}

static void
find_strings(void *context)
{
	Reading    *reading = context;

	reading->sql = statement_strings_for_parameters(reading->sql);
}

/*
 * True for an error that is not about the statement: a cancel, the end of the
 * server, no memory or disk space.
 */
static bool
is_general_error(const ErrorData *error)
{
	int			category = ERRCODE_TO_CATEGORY(error->sqlerrcode);

	return category == ERRCODE_OPERATOR_INTERVENTION ||
		category == ERRCODE_INSUFFICIENT_RESOURCES ||
		category == ERRCODE_TO_CATEGORY(ERRCODE_SYSTEM_ERROR);
}

/*
 * Run in a subtransaction that is rolled back. Returns an error that is about
 * the statement.
 */
static ErrorData *
try_statement(void (*function) (void *context), Reading *reading)
{
	ErrorData  *error = subtransaction_undo(function, reading);

	if (error != NULL && is_general_error(error))
		ReThrowError(error);
	return error;
}

/* The questions of one statement. */
static void
read_questions(Reading *reading)
{
	const char *sql = reading->sql;
	ErrorData  *error;

	reading->questions = NIL;
	if (strlen(sql) > MAX_STATEMENT)
	{
		add_question(reading, InvalidOid, NULL, NULL,
					 psprintf("longer than %d bytes", MAX_STATEMENT));
		return;
	}
	error = try_statement(read_statement, reading);
	if (error != NULL && error->sqlerrcode == ERRCODE_SYNTAX_ERROR &&
		try_statement(find_strings, reading) == NULL && reading->sql != NULL)
	{
		reading->questions = NIL;
		if (try_statement(read_statement, reading) == NULL)
			error = NULL;
	}
	reading->sql = sql;
	if (error == NULL)
		return;
	reading->questions = NIL;
	add_question(reading, InvalidOid, NULL, NULL, error->message);
}

/* ---- the function ------------------------------------------------------- */

static Datum
jsonb_datum(const char *json)
{
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(json));
}

static void
put_question(ReturnSetInfo *rsinfo, int number, const char *sql,
			 const Question *question)
{
	Datum		values[6] = {0};
	bool		nulls[6] = {0};

	values[0] = Int32GetDatum(number);
	values[1] = CStringGetTextDatum(sql);
	values[2] = ObjectIdGetDatum(question->relid);
	nulls[2] = !OidIsValid(question->relid);
	nulls[3] = question->kind == NULL;
	if (!nulls[3])
		values[3] = CStringGetTextDatum(question->kind);
	nulls[4] = question->json == NULL;
	if (!nulls[4])
		values[4] = jsonb_datum(question->json);
	nulls[5] = question->reason == NULL;
	if (!nulls[5])
		values[5] = CStringGetTextDatum(question->reason);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static void
set_option(const char *name, const char *value)
{
	(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
}

/*
 * hbase_internal.statement_questions(statements, search_path): a row for each
 * table that a statement reads or writes, or with the reason why it is not
 * read. A search_path of NULL is the caller's, and is not certain.
 */
Datum
hbase_statement_questions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);
	Reading		reading = {.certain_path = !PG_ARGISNULL(1)};
	MemoryContext old = CurrentMemoryContext;
	char	   *sql;
	int			level;
	int			number = 0;
	ErrorData  *error;
	ListCell   *lc;

	if (PG_ARGISNULL(0))
		return (Datum) 0;
	sql = text_to_cstring(PG_GETARG_TEXT_PP(0));
	reading.memory = AllocSetContextCreate(old, "hbase_schema statements",
										   ALLOCSET_DEFAULT_SIZES);
	level = NewGUCNestLevel();
	if (reading.certain_path)
		set_option("search_path",
				   text_to_cstring(PG_GETARG_TEXT_PP(1)));
	/* The owner of a locked table must not stop the reading. */
	set_option("lock_timeout", "1000");
	reading.sql = sql;
	error = try_statement(split_statements, &reading);
	if (error != NULL)
	{
		StatementText *rest = palloc(sizeof(StatementText));

		rest->start = reading.texts.start;
		rest->length = strlen(sql) - rest->start;
		reading.texts.list = lappend(reading.texts.list, rest);
	}
	foreach(lc, reading.texts.list)
	{
		StatementText *text = lfirst(lc);
		MemoryContext memory = AllocSetContextCreate(old,
													 "hbase_schema statement",
													 ALLOCSET_DEFAULT_SIZES);
		ListCell   *each;

		CHECK_FOR_INTERRUPTS();
		MemoryContextSwitchTo(memory);
		reading.memory = memory;
		reading.sql = pnstrdup(sql + text->start, text->length);
		number++;
		read_questions(&reading);
		foreach(each, reading.questions)
			put_question(rsinfo, number, reading.sql, lfirst(each));
		MemoryContextSwitchTo(old);
		MemoryContextDelete(memory);
	}
	AtEOXact_GUC(true, level);
	return (Datum) 0;
}
