/*
 * collect.c
 *		Collecting what the data refuse.
 *
 * A function that refuses is left by siglongjmp from glue_refuse to the
 * collect_call it runs in.  That is safe for what lies between: core and glue
 * hold nothing but memory of the current context when they report an error,
 * and what a library gave is owned by that context.  It is done only when no
 * PG_TRY lies between.  The switch is local to the backend and goes off at the
 * end of the (sub)transaction that set it, whatever the way out.
 */
#include "compat.h"

#include <setjmp.h>

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "collect.h"
#include "widerow.h"

/* Characters of an argument that a note shows. */
#define SHOWN_ARGUMENT	80

bool		collect_on = false;
FunctionCallInfo collect_inside = NULL;

/* The query that runs. */
static CollectFunction note_function;
static void *note_context;
static int	nest_level;			/* of the transaction that set the switch */
static bool loose;				/* a value was refused, and nobody took it up */

/* The call that runs; good while collect_inside is set. */
static sigjmp_buf *landing;
static sigjmp_buf *exceptions;	/* PG_exception_stack when it began; NULL: it
								 * is not to be left */
static CoreError refusal;

/* ---- the switch -------------------------------------------------------- */

static void
switch_off(void)
{
	collect_on = false;
	collect_inside = NULL;
	loose = false;
}

static void
end_of_transaction(XactEvent event, void *arg)
{
	switch_off();
}

static void
end_of_subtransaction(SubXactEvent event, SubTransactionId mine, SubTransactionId parent, void *arg)
{
	if (!collect_on || event == SUBXACT_EVENT_START_SUB)
		return;
	if (GetCurrentTransactionNestLevel() <= nest_level)
		switch_off();
	collect_inside = NULL;		/* the call that failed, if one did */
}

void
collect_begin(CollectFunction function, void *context)
{
	static bool registered = false;

	if (collect_on)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("a check or export is running already, of whose query this one is a part")));
	if (!registered)
	{
		RegisterXactCallback(end_of_transaction, NULL);
		RegisterSubXactCallback(end_of_subtransaction, NULL);
		registered = true;
	}
	note_function = function;
	note_context = context;
	nest_level = GetCurrentTransactionNestLevel();
	loose = false;
	collect_inside = NULL;
	collect_on = true;
}

void
collect_end(void)
{
	switch_off();
}

bool
collect_has_loose(void)
{
	bool		had = loose;

	loose = false;
	return had;
}

/* ---- what is told of a refusal ----------------------------------------- */

/* One argument as text: layouts, states and wide rows say nothing here. */
static void
add_argument(StringInfo to, FunctionCallInfo fcinfo, int n)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);
	Oid			output;
	bool		varlena;
	char	   *text;
	int			shown;

	if (type == INTERNALOID || glue_is_own_type(type, "rowkey_layout") ||
		glue_is_own_type(type, "widerow") || glue_is_own_type(type, "hbase_encoding"))
		return;
	if (to->len > 0)
		appendStringInfoString(to, ", ");
	if (fcinfo->args[n].isnull || !OidIsValid(type))
	{
		appendStringInfoString(to, fcinfo->args[n].isnull ? "NULL" : "?");
		return;
	}
	getTypeOutputInfo(type, &output, &varlena);
	text = OidOutputFunctionCall(output, fcinfo->args[n].value);
	shown = pg_mbcliplen(text, strlen(text), SHOWN_ARGUMENT);
	appendStringInfo(to, "%.*s%s", shown, text, text[shown] != '\0' ? "..." : "");
	pfree(text);
}

/* A function's name, or its aggregate's. */
static char *
function_name(FmgrInfo *flinfo)
{
	char	   *name = get_func_name(flinfo->fn_oid);
	size_t		len = name == NULL ? 0 : strlen(name);

	if (name == NULL)
		return "function";
	if (len > 8 && (strcmp(name + len - 8, "_transfn") == 0 || strcmp(name + len - 8, "_finalfn") == 0))
		name[len - 8] = '\0';
	return name;
}

static void
tell(FunctionCallInfo fcinfo)
{
	CollectNote note;
	StringInfoData values;

	initStringInfo(&values);
	for (int i = 0; i < fcinfo->nargs; i++)
		add_argument(&values, fcinfo, i);
	note.function = function_name(fcinfo->flinfo);
	note.values = values.data;
	note.reason = glue_message(refusal.message);
	note.hint = glue_message(refusal.hint);
	note.of_key = glue_is_own_type(get_func_rettype(fcinfo->flinfo->fn_oid), "rowkey");
	note_function(note_context, &note);
}

/* ---- calls --------------------------------------------------------------- */

/* Whether the planner may be evaluating the call. */
static bool
all_constant(FmgrInfo *flinfo)
{
	List	   *args;
	ListCell   *lc;

	if (flinfo->fn_expr == NULL)
		return false;
	if (IsA(flinfo->fn_expr, FuncExpr))
		args = ((FuncExpr *) flinfo->fn_expr)->args;
	else if (IsA(flinfo->fn_expr, OpExpr))
		args = ((OpExpr *) flinfo->fn_expr)->args;
	else
		return false;
	foreach(lc, args)
		if (!IsA(lfirst(lc), Const))
			return false;
	return true;
}

/* Whether a NULL among the arguments may stand for a refused value. */
static bool
takes_up_loose(FunctionCallInfo fcinfo, int first)
{
	if (loose)
		for (int i = first; i < fcinfo->nargs; i++)
			if (fcinfo->args[i].isnull)
			{
				loose = false;
				return true;
			}
	return false;
}

/* Run the function; false when it refuses.  first is its first argument of data. */
static bool
run(PGFunction function, FunctionCallInfo fcinfo, int first, Datum *result)
{
	FunctionCallInfo volatile outer_inside = collect_inside;
	sigjmp_buf *volatile outer_landing = landing;
	sigjmp_buf *volatile outer_exceptions = exceptions;
	MemoryContext volatile context = CurrentMemoryContext;
	volatile bool ok;
	sigjmp_buf	here;

	if (takes_up_loose(fcinfo, first))
		return false;
	if (sigsetjmp(here, 0) == 0)
	{
		landing = &here;
		exceptions = PG_exception_stack;
		if (GetCurrentTransactionNestLevel() != nest_level || all_constant(fcinfo->flinfo))
			exceptions = NULL;	/* the error is for somebody else */
		collect_inside = fcinfo;
		*result = function(fcinfo);
		ok = true;
	}
	else
	{
		MemoryContextSwitchTo(context);
		ok = false;
	}
	collect_inside = outer_inside;
	landing = outer_landing;
	exceptions = outer_exceptions;
	if (!ok)
		tell(fcinfo);
	return ok;
}

bool
collect_note(FunctionCallInfo fcinfo, const CoreError *err)
{
	if (!collect_on || GetCurrentTransactionNestLevel() != nest_level)
		return false;
	refusal = *err;
	tell(fcinfo);
	return true;
}

void
collect_refuse(const CoreError *err)
{
	if (!collect_on || collect_inside == NULL || PG_exception_stack != exceptions)
		return;
	refusal = *err;
	siglongjmp(*landing, 1);
}

Datum
collect_call(PGFunction function, FunctionCallInfo fcinfo)
{
	Datum		result;

	if (run(function, fcinfo, 0, &result))
		return result;
	PG_RETURN_NULL();
}

Datum
collect_call_value(PGFunction function, FunctionCallInfo fcinfo)
{
	Datum		result;

	if (run(function, fcinfo, 0, &result))
		return result;
	loose = true;
	PG_RETURN_NULL();
}

bool
collect_transition(PGFunction function, FunctionCallInfo fcinfo, Datum *result)
{
	return run(function, fcinfo, 1, result);
}

/* ---- refused rows -------------------------------------------------------- */

/* No application names a column so. */
static const uint8_t refused_qualifier[] = "\xff\xffhbase_schema refused a cell";

Datum
collect_refused_row(void)
{
	WideCell	cell = {.type = CELL_PUT, .ts = CELL_LATEST_TIMESTAMP,
		.qualifier = refused_qualifier, .qualifier_len = sizeof(refused_qualifier) - 1,
		.value = refused_qualifier, .value_len = 0};
	WideBuilder builder;
	CoreBuf		buf;
	CoreError	err;

	wide_builder_init(&builder);
	widerow_buf_init(&buf, 64);
	if (!wide_builder_add(&builder, &cell, &err) ||
		!wide_builder_finish(&builder, WIDEROW_DUPLICATE_ERROR, &buf, &err))
		glue_raise(&err);
	return widerow_buf_datum(&buf);
}

Datum
collect_call_row(PGFunction function, FunctionCallInfo fcinfo)
{
	Datum		result;

	if (run(function, fcinfo, 0, &result))
		return result;
	fcinfo->isnull = false;
	return collect_refused_row();
}

bool
collect_is_refused(const WideRow *row)
{
	bool		found = false;

	if (row->cells > 0)
		wide_search(row, refused_qualifier, sizeof(refused_qualifier) - 1, &found);
	return found;
}
