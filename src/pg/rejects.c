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

typedef struct Rejects
{
	ReturnSetInfo *result;
	uint64		unclaimed;		/* refusals that no row was seen of yet */
} Rejects;

static void
put_reject(Rejects *rejects, const CollectNote *note)
{
	const char *texts[] = {note->function, note->values, note->reason, note->hint};
	Datum		values[4];
	bool		nulls[4];

	for (int i = 0; i < 4; i++)
	{
		nulls[i] = texts[i][0] == '\0';
		values[i] = nulls[i] ? (Datum) 0 : CStringGetTextDatum(texts[i]);
	}
	tuplestore_putvalues(rejects->result->setResult, rejects->result->setDesc, values, nulls);
}

static void
see_note(void *context, const CollectNote *note)
{
	Rejects    *rejects = context;

	put_reject(rejects, note);
	rejects->unclaimed++;
}

/* What is bad of a row and was refused by no function. */
static void
see_row(void *context, const CheckRow *row)
{
	Rejects    *rejects = context;
	CollectNote note = {.function = "key", .values = "", .hint = ""};

	if (row->key == NULL && rejects->unclaimed == 0)
	{
		note.reason = "the key is NULL";
		put_reject(rejects, &note);
	}
	else if (row->key == NULL || row->refused)
		rejects->unclaimed -= Min(rejects->unclaimed, 1);
	else if (VARSIZE_ANY_EXHDR(row->key) == 0)
	{
		note.reason = "the key is empty";
		put_reject(rejects, &note);
	}
}

/* rejects(relation): function, values, reason, hint of each */
Datum
hbase_rejects(PG_FUNCTION_ARGS)
{
	Rejects		rejects = {.result = glue_materialize(fcinfo)};
	CheckQuery	query = {.percent = 100};

	query.def = definition_read(PG_GETARG_OID(0), NULL);
	check_rows(&query, see_row, see_note, &rejects);
	return (Datum) 0;
}
