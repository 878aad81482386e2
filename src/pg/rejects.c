/*
 * rejects.c
 *		hbase.rejects: every row of a relation that HBase could not take.
 */
#include "compat.h"

#include "funcapi.h"
#include "utils/builtins.h"

#include "check_rows.h"
#include "glue.h"

PG_FUNCTION_INFO_V1(hbase_rejects);

static void
put_reject(ReturnSetInfo *result, const CollectNote *note)
{
	const char *texts[] = {note->function, note->values, note->reason, note->hint};
	Datum		values[4];
	bool		nulls[4];

	for (int i = 0; i < 4; i++)
	{
		nulls[i] = texts[i][0] == '\0';
		values[i] = nulls[i] ? (Datum) 0 : CStringGetTextDatum(texts[i]);
	}
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

static void
see_note(void *context, const CollectNote *note)
{
	put_reject(context, note);
}

/* What is bad of a row and was refused by no function. */
static void
see_row(void *context, const CheckRow *row)
{
	CollectNote note = {.function = "key", .values = "", .hint = ""};

	if (row->key == NULL && !row->key_refused)
		note.reason = "the key is NULL";
	else if (row->key != NULL && VARSIZE_ANY_EXHDR(row->key) == 0)
		note.reason = "the key is empty";
	if (note.reason != NULL)
		put_reject(context, &note);
}

/* rejects(relation): function, values, reason, hint of each */
Datum
hbase_rejects(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = glue_materialize(fcinfo);
	CheckQuery	query = {.percent = 100};

	query.def = definition_read(PG_GETARG_OID(0), NULL);
	check_rows(&query, see_row, see_note, result);
	return (Datum) 0;
}
