/*
 * execute.c
 *		Execute generated SQL without its text in the context of errors.
 *
 * SPI adds the statement to the context. A generated statement has thousands
 * of characters, and hides the error from its reader.
 */
#include "pg/base/compat.h"

#include "executor/spi.h"
#include "executor/tstoreReceiver.h"
#include "utils/builtins.h"

#include "pg/base/set_result.h"

/* Remove the lines with a text from a context; NULL if nothing is left. */
static char *
context_without(char *context, const char *text)
{
	char	   *found = strstr(context, text);
	char	   *start = found,
			   *end;

	if (found == NULL)
		return context;
	while (start > context && start[-1] != '\n')
		start--;
	end = strchr(found + strlen(text), '\n');
	if (end != NULL)
		memmove(start, end + 1, strlen(end + 1) + 1);
	else if (start > context)
		start[-1] = '\0';
	else
		return NULL;
	return context;
}

/* The rows go to the receiver, if there is one. */
static void
execute(const char *statement, bool read_only, DestReceiver *receiver)
{
	MemoryContext caller = CurrentMemoryContext;
	SPIExecuteOptions options = {.read_only = read_only, .dest = receiver};

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	PG_TRY();
	{
		int			result = SPI_execute_extended(statement, &options);

		if (result < 0)
			elog(ERROR, "could not execute %s: %s", statement,
				 SPI_result_code_string(result));
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(caller);
		error = CopyErrorData();
		FlushErrorState();
		if (error->context != NULL)
			error->context = context_without(error->context, statement);
		ReThrowError(error);
	}
	PG_END_TRY();
	SPI_finish();
}

/* hbase_internal.execute_delta(query): its rows. */
PG_FUNCTION_INFO_V1(hbase_execute_delta);

Datum
hbase_execute_delta(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);
	DestReceiver *receiver = CreateDestReceiver(DestTuplestore);

	SetTuplestoreDestReceiverParams(
		receiver, rsinfo->setResult, rsinfo->econtext->ecxt_per_query_memory,
		false, rsinfo->setDesc,
		"the query does not return the columns of a delta");
	execute(text_to_cstring(PG_GETARG_TEXT_PP(0)), true, receiver);
	return (Datum) 0;
}

/* hbase_internal.execute_statement(statement): its rows are discarded. */
PG_FUNCTION_INFO_V1(hbase_execute_statement);

Datum
hbase_execute_statement(PG_FUNCTION_ARGS)
{
	execute(text_to_cstring(PG_GETARG_TEXT_PP(0)), false, None_Receiver);
	PG_RETURN_VOID();
}
