/*
 * rejects.c
 *		hbase.rejects(): list every rejected row of a relation.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "utils/builtins.h"

#include "pg/base/set_result.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_rejects);

static void
put_reject(ReturnSetInfo *result, const Reject *reject)
{
	const char *texts[] = {reject->function, reject->values, reject->reason,
						   reject->hint};
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
see_row(void *context, const RelationRow *row)
{
	Reject		reject = {.function = "key", .values = "", .hint = ""};

	for (int i = 0; i < row->nrejects; i++)
		put_reject(context, &row->rejects[i].reject);
	if (row->key == NULL && !row->key_rejected)
		reject.reason = "the key is NULL";
	else if (row->key != NULL && row->key_len == 0)
		reject.reason = "the key is empty";
	if (reject.reason != NULL)
		put_reject(context, &reject);
}

/*
 * hbase.rejects(relation): function, values, reason and hint of each rejected
 * row.
 */
Datum
hbase_rejects(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = set_result_begin(fcinfo);
	RelationQuery query = {.percent = 100};

	query.def = definition_read(PG_GETARG_OID(0), NULL);
	export_progress_begin(PROGRESS_REJECTS, query.def->relid, 0);
	relation_rows(&query, see_row, result);
	export_progress_end();
	return (Datum) 0;
}
