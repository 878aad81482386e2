/*
 * outcome.c
 *		Outcomes: the result of a call, either a value or the reasons why its
 *		data were rejected.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/outcome/outcome.h"

PG_FUNCTION_INFO_V1(outcome_in);
PG_FUNCTION_INFO_V1(outcome_out);
PG_FUNCTION_INFO_V1(outcome_call);
PG_FUNCTION_INFO_V1(outcome_true);

/* Characters of an argument that a reject shows. */
#define SHOWN_ARGUMENT	80

/* ---- outcomes ----------------------------------------------------------- */

/*
 * The type is aligned to 8 bytes and never toasted, so that the value can be
 * used in place: a Datum, the bytes of a type of fixed length, or a varlena.
 * Rejects are strings, four for each, one after the other.
 */
typedef struct Outcome
{
	char		vl_len_[4];
	Oid			type;			/* of the value; InvalidOid: rejected */
	char		data[FLEXIBLE_ARRAY_MEMBER];
} Outcome;

#define OUTCOME_HEAD	offsetof(Outcome, data)

/* How values of a type are stored. */
typedef struct Kept
{
	Oid			type;
	int16		len;
	bool		by_value;
} Kept;

static Kept
kept_as(Oid type)
{
	Kept		kept = {.type = type};

	get_typlenbyval(type, &kept.len, &kept.by_value);
	return kept;
}

static Datum
make_outcome(const Kept *kept, Datum value)
{
	const void *from = kept->by_value ? (void *) &value :
										DatumGetPointer(value);
	Outcome    *outcome;
	Size		size = sizeof(Datum);

	if (kept->len == -1)
	{
		from = PG_DETOAST_DATUM_PACKED(value);
		size = VARSIZE_ANY(from);
	}
	else if (!kept->by_value)
		size = datumGetSize(value, false, kept->len);
	outcome = palloc(OUTCOME_HEAD + size);
	SET_VARSIZE(outcome, OUTCOME_HEAD + size);
	outcome->type = kept->type;
	memcpy(outcome->data, from, size);
	return PointerGetDatum(outcome);
}

Datum
outcome_of_value(Oid type, Datum value)
{
	Kept		kept = kept_as(type);

	return make_outcome(&kept, value);
}

Datum
outcome_of_rejects(StringInfo rejects)
{
	Outcome    *outcome = palloc(OUTCOME_HEAD + rejects->len);

	SET_VARSIZE(outcome, OUTCOME_HEAD + rejects->len);
	outcome->type = InvalidOid;
	memcpy(outcome->data, rejects->data, rejects->len);
	return PointerGetDatum(outcome);
}

static const Outcome *
open_outcome(Datum datum)
{
	return (const Outcome *) PG_DETOAST_DATUM(datum);
}

static Datum
outcome_datum(const Outcome *outcome, bool by_value)
{
	Datum		value;

	if (!by_value)
		return PointerGetDatum(outcome->data);
	memcpy(&value, outcome->data, sizeof(Datum));
	return value;
}

bool
outcome_value(Datum datum, bool by_value, Datum *value)
{
	const Outcome *outcome = open_outcome(datum);

	if (!OidIsValid(outcome->type))
		return false;
	*value = outcome_datum(outcome, by_value);
	return true;
}

void
outcome_rejects(Datum datum, RejectFunction function, void *context)
{
	const Outcome *outcome = open_outcome(datum);
	const char *p = outcome->data;
	const char *end = (const char *) outcome + VARSIZE(outcome);

	while (p < end)
	{
		Reject		reject;

		reject.function = p;
		reject.values = reject.function + strlen(reject.function) + 1;
		reject.reason = reject.values + strlen(reject.values) + 1;
		reject.hint = reject.reason + strlen(reject.reason) + 1;
		p = reject.hint + strlen(reject.hint) + 1;
		function(context, &reject);
	}
}

/* ---- rejects ------------------------------------------------------------ */

void
outcome_add_reject(StringInfo *rejects, const char *function,
				   const char *values, const CoreError *err)
{
	const char *strings[] = {function, values,
							 core_error_message(err->message),
							 core_error_message(err->hint)};

	if (*rejects == NULL)
		*rejects = makeStringInfo();
	for (int i = 0; i < lengthof(strings); i++)
		appendBinaryStringInfo(*rejects, strings[i], strlen(strings[i]) + 1);
}

/*
 * Append an argument as text; layouts, aggregate states and wide rows are
 * omitted.
 */
static void
add_argument(StringInfo to, FunctionCallInfo call, int n)
{
	const ExtensionObjects *own = extension_objects();
	Oid			type = get_fn_expr_argtype(call->flinfo, n);
	Oid			output;
	bool		varlena;
	char	   *text;
	int			shown;

	if (type == INTERNALOID || type == own->layout || type == own->widerow ||
		type == own->encoding)
		return;
	if (to->len > 0)
		appendStringInfoString(to, ", ");
	if (call->args[n].isnull)
	{
		appendStringInfoString(to, "NULL");
		return;
	}
	getTypeOutputInfo(type, &output, &varlena);
	text = OidOutputFunctionCall(output, call->args[n].value);
	shown = pg_mbcliplen(text, strlen(text), SHOWN_ARGUMENT);
	appendStringInfo(to, "%.*s%s", shown, text,
					 text[shown] != '\0' ? "..." : "");
	pfree(text);
}

/* True if the query omits the argument, as far as the call shows. */
static bool
is_left_out(FunctionCallInfo call, int n)
{
	List	   *args = ((FuncExpr *) call->flinfo->fn_expr)->args;
	Node	   *arg = list_nth(args, n);

	return IsA(arg, Const) && ((Const *) arg)->constisnull;
}

const char *
outcome_values(const OutcomeSite *site)
{
	StringInfoData values;
	int			n = site->call->nargs;

	while (n > 0 && is_left_out(site->call, n - 1))
		n--;
	initStringInfo(&values);
	for (int i = 0; i < n; i++)
		add_argument(&values, site->call, i);
	return values.data;
}

/* ---- calls -------------------------------------------------------------- */

/* State of a call site. */
typedef struct OutcomeShape
{
	int			which;			/* index of the argument that describes the
								 * call */
	bool		constant;		/* the description is the same in every call */
	oidvector  *described;		/* a copy */
	bool	   *is_outcome;		/* of the arguments of the described call */
	Kept	   *kept;			/* their types */
	Kept		result;
	bool		strict;
	FmgrInfo	function;
	RejectContext reject;
} OutcomeShape;

void
outcome_wrong_call(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid description of a call"),
			 errhint("These functions can be called only by hbase.check() and exports.")));
	pg_unreachable();
}

/* True if values of one type are binary-coercible to the other. */
static bool
same_bytes(Oid from, Oid to)
{
	Oid			function;

	return IsBinaryCoercible(from, to) ||
		find_coercion_pathway(to, from, COERCION_EXPLICIT, &function) ==
		COERCION_PATH_RELABELTYPE;
}

/* True if the function's parameters accept these types without conversion. */
static bool
takes_types(Form_pg_proc proc, int nargs, const Oid *types)
{
	if (nargs < proc->pronargs ||
		(nargs > proc->pronargs && proc->provariadic != ANYOID))
		return false;
	for (int i = 0; i < nargs; i++)
	{
		Oid			declared =
			proc->proargtypes.values[Min(i, proc->pronargs - 1)];

		if (declared == ANYOID ?
				types[i] == INTERNALOID || types[i] == CSTRINGOID :
				declared != types[i] &&
					!(declared == RECORDOID && type_is_rowtype(types[i])))
			return false;
	}
	return true;
}

bool
outcome_can_call(Oid function, char kind, int nargs, const Oid *types)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Form_pg_proc proc;
	bool		can;

	if (!HeapTupleIsValid(tuple))
		return false;
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	can = proc->prokind == kind && !proc->proretset &&
		proc->proparallel == PROPARALLEL_SAFE &&
		(kind == PROKIND_AGGREGATE || proc->prolang == ClanguageId) &&
		proc->prorettype != extension_objects()->outcome &&
		get_typtype(proc->prorettype) != TYPTYPE_PSEUDO &&
		takes_types(proc, nargs, types);
	ReleaseSysCache(tuple);
	return can &&
		getExtensionOfObject(ProcedureRelationId, function) ==
		get_extension_oid("hbase_schema", true);
}

/*
 * The expression of the described call, from which functions read their types.
 */
static Node *
call_expression(FunctionCallInfo fcinfo, int which, Oid function, Oid result,
				int nargs, const Oid *types)
{
	FuncExpr   *outer = (FuncExpr *) fcinfo->flinfo->fn_expr;
	FuncExpr   *call = makeNode(FuncExpr);

	call->funcid = function;
	call->funcresulttype = result;
	call->funcvariadic = get_fn_expr_variadic(fcinfo->flinfo);
	call->location = -1;
	for (int i = 0; i < nargs; i++)
	{
		Node	   *arg = NULL;

		if (outer != NULL && IsA(outer, FuncExpr))
			arg = list_nth(outer->args, i < which ? i : i + 1);
		if (arg == NULL || !IsA(arg, Const) || exprType(arg) != types[i])
		{
			Param	   *param = makeNode(Param);

			param->paramkind = PARAM_EXTERN;
			param->paramid = -1;
			param->paramtype = types[i];
			param->paramtypmod = -1;
			param->location = -1;
			arg = (Node *) param;
		}
		call->args = lappend(call->args, arg);
	}
	return (Node *) call;
}

/* Raise an error unless the user may execute the function or aggregate. */
static void
check_rights(Oid function, char kind)
{
	AclResult	result = compat_function_aclcheck(function, GetUserId(),
												  ACL_EXECUTE);

	if (result != ACLCHECK_OK)
		aclcheck_error(result,
					   kind == PROKIND_AGGREGATE ? OBJECT_AGGREGATE :
												   OBJECT_FUNCTION,
					   get_func_name(function));
}

/*
 * Check the description against the actual call; allocated in memory of the
 * site.
 */
static OutcomeSite *
make_site(FunctionCallInfo fcinfo, int which, const oidvector *described)
{
	OutcomeSite *site = palloc0(sizeof(OutcomeSite));
	OutcomeShape *shape = palloc0(sizeof(OutcomeShape));
	FuncExpr   *outer = (FuncExpr *) fcinfo->flinfo->fn_expr;
	int			nargs = fcinfo->nargs - 1;
	char		kind = which == 0 ? PROKIND_FUNCTION : PROKIND_AGGREGATE;
	Oid		   *types = palloc(sizeof(Oid) * Max(nargs, 1));
	Oid			function;

	if (described->dim1 != 1 + nargs - which)
		outcome_wrong_call();
	function = described->values[0];
	site->shape = shape;
	site->call = palloc0(SizeForFunctionCallInfo(nargs));
	shape->which = which;
	shape->constant = outer != NULL && IsA(outer, FuncExpr) &&
		IsA(list_nth(outer->args, which), Const);
	shape->described = palloc(VARSIZE(described));
	memcpy(shape->described, described, VARSIZE(described));
	shape->is_outcome = palloc0(sizeof(bool) * Max(nargs, 1));
	shape->kept = palloc0(sizeof(Kept) * Max(nargs, 1));
	shape->reject.type = T_Invalid;
	for (int i = 0; i < nargs; i++)
	{
		Oid			given = get_fn_expr_argtype(fcinfo->flinfo,
												i < which ? i : i + 1);

		types[i] = i < which ? given : described->values[1 + i - which];
		shape->is_outcome[i] = given == extension_objects()->outcome;
		if (!shape->is_outcome[i] && given != types[i] && OidIsValid(function))
			outcome_wrong_call();
		if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(types[i])))
			outcome_wrong_call();
		if (shape->is_outcome[i])
			shape->kept[i] = kept_as(types[i]);
	}
	if (!OidIsValid(function))
	{
		/*
		 * without a function: the value itself, of a type with the same bytes
		 */
		Oid			given = get_fn_expr_argtype(fcinfo->flinfo, 1);

		if (which != 0 || nargs != 1 || !OidIsValid(given) ||
			get_typtype(types[0]) == TYPTYPE_PSEUDO ||
			(!shape->is_outcome[0] && !same_bytes(given, types[0])))
			outcome_wrong_call();
		shape->result = kept_as(types[0]);
		return site;
	}
	if (!outcome_can_call(function, kind, nargs - which, types + which))
		outcome_wrong_call();
	check_rights(function, kind);
	site->name = get_func_name(function);
	fmgr_info_cxt(kind == PROKIND_AGGREGATE ? fcinfo->flinfo->fn_oid :
											  function,
				  &shape->function, CurrentMemoryContext);
	shape->result = kept_as(get_func_rettype(function));
	shape->strict = kind == PROKIND_FUNCTION && shape->function.fn_strict;
	shape->function.fn_expr = call_expression(fcinfo, which, function,
											  shape->result.type, nargs,
											  types);
	InitFunctionCallInfoData(*site->call, &shape->function, nargs,
							 fcinfo->fncollation,
							 which == 0 ? (fmNodePtr) &shape->reject : NULL,
							 NULL);
	return site;
}

OutcomeSite *
outcome_site(FunctionCallInfo fcinfo, int which)
{
	OutcomeSite *site = fcinfo->flinfo->fn_extra;
	const oidvector *described;
	MemoryContext old;

	if (likely(site != NULL && site->shape->constant))
		return site;
	if (PG_ARGISNULL(which))
		outcome_wrong_call();
	described = (const oidvector *) PG_GETARG_POINTER(which);
	if (likely(site != NULL &&
			   VARSIZE(described) == VARSIZE(site->shape->described) &&
			   memcmp(described, site->shape->described, VARSIZE(described)) ==
				   0))
		return site;
	fcinfo->flinfo->fn_extra = NULL;
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site = make_site(fcinfo, which, described);
	MemoryContextSwitchTo(old);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

/* Unpack an outcome that is an argument; false: it is rejected. */
static bool
take_outcome(const Kept *kept, Datum datum, Datum *value, StringInfo *rejects)
{
	const Outcome *outcome = open_outcome(datum);

	if (likely(OidIsValid(outcome->type)))
	{
		if (outcome->type != kept->type &&
			!same_bytes(outcome->type, kept->type))
			outcome_wrong_call();
		*value = outcome_datum(outcome, kept->by_value);
		return true;
	}
	if (*rejects == NULL)
		*rejects = makeStringInfo();
	appendBinaryStringInfo(*rejects, outcome->data,
						   VARSIZE(outcome) - OUTCOME_HEAD);
	return false;
}

bool
outcome_take_args(OutcomeSite *site, FunctionCallInfo fcinfo,
				  StringInfo *rejects)
{
	OutcomeShape *shape = site->shape;
	FunctionCallInfo call = site->call;
	bool		ok = true;

	call->isnull = false;
	if (shape->which > 0)
		call->context = fcinfo->context;	/* of the aggregate */
	for (int i = 0; i < call->nargs; i++)
	{
		const NullableDatum *given =
			&fcinfo->args[i < shape->which ? i : i + 1];

		call->args[i] = *given;
		if (shape->is_outcome[i] && !given->isnull)
			ok &= take_outcome(&shape->kept[i], given->value,
							   &call->args[i].value, rejects);
	}
	return ok;
}

static bool
has_null(FunctionCallInfo call)
{
	for (int i = 0; i < call->nargs; i++)
		if (call->args[i].isnull)
			return true;
	return false;
}

/* The value of an argument as an outcome of the described type. */
static Datum
outcome_of_arg(const OutcomeShape *shape, FunctionCallInfo fcinfo)
{
	Datum		value;
	StringInfo	rejects = NULL;

	if (PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (!shape->is_outcome[0])
		return make_outcome(&shape->result, PG_GETARG_DATUM(1));
	if (!take_outcome(&shape->kept[0], PG_GETARG_DATUM(1), &value, &rejects))
		return outcome_of_rejects(rejects);
	return make_outcome(&shape->result, value);
}

/*
 * outcome(call, argument, ..): the outcome of the call with these arguments.
 */
Datum
outcome_call(PG_FUNCTION_ARGS)
{
	OutcomeSite *site = outcome_site(fcinfo, 0);
	OutcomeShape *shape = site->shape;
	FunctionCallInfo call = site->call;
	StringInfo	rejects = NULL;
	Datum		value;

	if (site->name == NULL)
		return outcome_of_arg(shape, fcinfo);
	if (!outcome_take_args(site, fcinfo, &rejects))
		return outcome_of_rejects(rejects);
	if (shape->strict && has_null(call))
		PG_RETURN_NULL();
	shape->reject.rejected = false;
	value = FunctionCallInvoke(call);
	if (unlikely(shape->reject.rejected))
	{
		outcome_add_reject(&rejects, site->name, outcome_values(site),
						   &shape->reject.err);
		return outcome_of_rejects(rejects);
	}
	if (call->isnull)
		PG_RETURN_NULL();
	return make_outcome(&shape->result, value);
}

/*
 * True if a condition is true, or rejected its data: such a row is returned to
 * the reader.
 */
Datum
outcome_true(PG_FUNCTION_ARGS)
{
	const Outcome *outcome = open_outcome(PG_GETARG_DATUM(0));

	if (OidIsValid(outcome->type) && outcome->type != BOOLOID)
		outcome_wrong_call();
	PG_RETURN_BOOL(!OidIsValid(outcome->type) ||
				   DatumGetBool(outcome_datum(outcome, true)));
}

/* ---- the type ----------------------------------------------------------- */

Datum
outcome_in(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot accept a value of type %s",
					"hbase_internal.outcome")));
	PG_RETURN_NULL();
}

Datum
outcome_out(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot display a value of type %s",
					"hbase_internal.outcome")));
	PG_RETURN_NULL();
}
