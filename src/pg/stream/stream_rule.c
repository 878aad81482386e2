/*
 * stream_rule.c
 *		Which expressions a change stream can evaluate.
 *
 * The rule is that of the row filters of PostgreSQL's publications
 * (check_simple_rowfilter_expr), and it also allows this extension's objects:
 * a row of the log is evaluated without a snapshot of the tables, under the
 * catalog of its time.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "catalog/dependency.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

#include "pg/stream/stream_rule.h"

/* What the walker has found. */
typedef struct Rule
{
	Oid			extension;
	char	   *problem;
} Rule;

static bool
is_known(Rule *rule, Oid class, Oid object)
{
	return object < FirstNormalObjectId ||
		(OidIsValid(rule->extension) &&
		 getExtensionOfObject(class, object) == rule->extension);
}

/* True for types of PostgreSQL and this extension, and their arrays. */
static bool
is_known_type(Rule *rule, Oid type)
{
	Oid			element = get_element_type(type);

	return is_known(rule, TypeRelationId,
					OidIsValid(element) ? element : type);
}

/* Functions of the extension whose cells have their own timestamps. */
static bool
makes_timestamps(const char *name)
{
	return strcmp(name, "widerow_at") == 0 ||
		strncmp(name, "widerow_delete", strlen("widerow_delete")) == 0;
}

static bool
check_function(Oid function, void *context)
{
	Rule	   *rule = context;
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Form_pg_proc proc;
	const char *wrong = NULL;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	if (proc->provolatile != PROVOLATILE_IMMUTABLE)
		wrong = "is not IMMUTABLE";
	else if (!is_known(rule, ProcedureRelationId, function))
		wrong = "is not a function of PostgreSQL or of this extension";
	else if (proc->prolang != INTERNALlanguageId &&
			 proc->prolang != ClanguageId)
		wrong = "is not written in C";
	else if (function >= FirstNormalObjectId &&
			 makes_timestamps(NameStr(proc->proname)))
		wrong = "makes cells with timestamps of their own";
	if (wrong != NULL)
		rule->problem = psprintf("It calls %s, which %s.",
								 format_procedure(function), wrong);
	ReleaseSysCache(tuple);
	return wrong != NULL;
}

static bool
check_node(Node *node, void *context)
{
	Rule	   *rule = context;
	bool		has_type = true;

	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
			if (((Var *) node)->varattno == 0)
				rule->problem = pstrdup("It uses a whole row.");
			else if (((Var *) node)->varattno < 0)
				rule->problem = pstrdup("It uses a system column.");
			else if (is_known_type(rule, getBaseType(exprType(node))))
				return false;
			break;
		case T_Const:
		case T_FuncExpr:
		case T_NamedArgExpr:
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
		case T_ScalarArrayOpExpr:
		case T_BoolExpr:
		case T_RelabelType:
		case T_CoerceViaIO:
		case T_ArrayCoerceExpr:
		case T_CollateExpr:
		case T_CaseExpr:
		case T_CaseTestExpr:
		case T_ArrayExpr:
		case T_CoalesceExpr:
		case T_MinMaxExpr:
		case T_NullTest:
		case T_BooleanTest:
		case T_SubscriptingRef:
			break;
		case T_CaseWhen:
		case T_List:
			has_type = false;
			break;
		default:
			rule->problem = pstrdup(
				"It has an expression that is not made of columns, constants, functions, operators, casts, arrays and CASE.");
			break;
	}
	if (rule->problem == NULL && has_type)
	{
		if (!is_known_type(rule, exprType(node)))
			rule->problem = psprintf(
				"It uses type %s, which is not a type of PostgreSQL or of this extension.",
				format_type_be(exprType(node)));
		else if (exprCollation(node) >= FirstNormalObjectId ||
				 exprInputCollation(node) >= FirstNormalObjectId)
			rule->problem = pstrdup("It uses a user-defined collation.");
	}
	if (rule->problem != NULL ||
		check_functions_in_node(node, check_function, rule))
		return true;
	return expression_tree_walker(node, check_node, context);
}

char *
stream_rule_problem(Expr *expr)
{
	Rule		rule = {get_extension_oid("hbase_schema", true), NULL};

	if (check_node((Node *) expr, &rule))
		return rule.problem;
	return NULL;
}
