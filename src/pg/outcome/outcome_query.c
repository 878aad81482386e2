/*
 * outcome_query.c
 *		Rewrite a query so that its columns are outcomes.
 *
 * Starting at each result column, follow the expressions down: through calls
 * of this extension's functions and aggregates, CASE, scalar subqueries, UNION
 * ALL, and columns of subqueries and of WITH. Expressions on these paths can
 * be outcomes; the expressions where a path ends are unchanged.
 *
 * A column of a subquery has the same value for all its readers. So it can be
 * an outcome only if every reference to it is on a path, which is known only
 * after all paths. A first pass, repeated until nothing changes, bars the
 * columns that are read elsewhere; the second pass changes the expressions.
 */
#include "pg/base/compat.h"

#include "catalog/pg_aggregate.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "pg/base/extension_objects.h"
#include "pg/outcome/outcome.h"
#include "pg/outcome/outcome_query.h"

/* A column of a subquery, of WITH, or of a part of UNION ALL. */
typedef struct Column
{
	Query	   *reader;			/* the query that has it in its range table */
	Index		rtindex;
	AttrNumber	attno;
	bool		barred;			/* read where an outcome is not possible */
	bool		seen;			/* in this pass */
	bool		found;			/* it can be an outcome */
} Column;

typedef struct Paths
{
	bool		change;			/* this is the second pass */
	bool		again;			/* this pass barred a column */
	List	   *columns;		/* of Column */
	List	   *vars;			/* the references on the paths */
} Paths;

/*
 * True if the expression can be an outcome. The second pass replaces it.
 * queries are the queries around the expression, innermost first.
 */
static bool find(Paths *paths, List *queries, Node **slot);
static bool find_in_query(Paths *paths, List *queries, AttrNumber attno);

/* ---- calls that make outcomes ------------------------------------------- */

/*
 * The function of schema hbase_internal that takes the description of a call.
 */
static Oid
outcome_function(const char *name)
{
	Oid			types[] = {OIDVECTOROID, ANYOID};

	return extension_function(name, 2, types);
}

/* The description of a call: the function and the types of the arguments. */
static Node *
describe(Oid function, int nargs, const Oid *types)
{
	Oid		   *values = palloc(sizeof(Oid) * (nargs + 1));

	values[0] = function;
	memcpy(values + 1, types, sizeof(Oid) * nargs);
	return (
		Node *) makeConst(OIDVECTOROID, -1, InvalidOid, -1,
						  PointerGetDatum(buildoidvector(values, nargs + 1)),
						  false, false);
}

/*
 * A call of a function as a call of hbase_internal.outcome(); InvalidOid: the
 * value itself.
 */
static Node *
outcome_call(Oid function, int nargs, const Oid *types, List *args,
			 Oid collation, bool variadic)
{
	char		volatility = OidIsValid(function) ? func_volatile(function) :
													PROVOLATILE_IMMUTABLE;
	const char *name = volatility == PROVOLATILE_IMMUTABLE ? "outcome" :
		volatility == PROVOLATILE_STABLE				   ? "outcome_stable" :
															 "outcome_volatile";
	FuncExpr   *call =
		makeFuncExpr(outcome_function(name), extension_objects()->outcome,
					 list_concat(list_make1(describe(function, nargs, types)),
								 args),
					 InvalidOid, collation, COERCE_EXPLICIT_CALL);

	call->funcvariadic = variadic;
	return (Node *) call;
}

/* An expression as an outcome that always has a value. */
static Node *
outcome_of(Node *node, Oid type)
{
	return outcome_call(InvalidOid, 1, &type, list_make1(node), InvalidOid,
						false);
}

/* Convert a condition's outcome back to a condition. */
static Node *
outcome_condition(Node *outcome)
{
	Oid			types[] = {extension_objects()->outcome};
	Oid			function = extension_function("outcome_true", 1, types);

	return (Node *) makeFuncExpr(function, BOOLOID, list_make1(outcome),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

/* ---- columns ------------------------------------------------------------ */

static Column *
column_of(Paths *paths, Query *reader, Index rtindex, AttrNumber attno)
{
	ListCell   *lc;
	Column	   *column;

	foreach(lc, paths->columns)
	{
		column = lfirst(lc);
		if (column->reader == reader && column->rtindex == rtindex &&
			column->attno == attno)
			return column;
	}
	column = palloc0(sizeof(Column));
	column->reader = reader;
	column->rtindex = rtindex;
	column->attno = attno;
	paths->columns = lappend(paths->columns, column);
	return column;
}

/* The queries around a query that is part of the innermost one. */
static List *
inside(Query *query, List *queries)
{
	return lcons(query, list_copy(queries));
}

/*
 * The WITH query that a range table entry refers to; *outer gets the queries
 * around it.
 */
static CommonTableExpr *
find_with(const RangeTblEntry *rte, List *queries, List **outer)
{
	ListCell   *lc;

	if (rte->ctelevelsup >= list_length(queries))
		return NULL;
	*outer = list_copy_tail(queries, rte->ctelevelsup);
	foreach(lc, linitial_node(Query, *outer)->cteList)
	{
		CommonTableExpr *cte = lfirst_node(CommonTableExpr, lc);

		if (strcmp(cte->ctename, rte->ctename) == 0)
			return cte;
	}
	return NULL;
}

/* WITH and UNION store the types of their columns. */
static void
set_column_type(List *types, List *typmods, List *collations, AttrNumber attno)
{
	lfirst_oid(list_nth_cell(types, attno - 1)) = extension_objects()->outcome;
	lfirst_int(list_nth_cell(typmods, attno - 1)) = -1;
	lfirst_oid(list_nth_cell(collations, attno - 1)) = InvalidOid;
}

/*
 * True if the column of the entry can be an outcome; the innermost query reads
 * it.
 */
static bool
find_in_entry(Paths *paths, List *queries, Index rtindex, AttrNumber attno)
{
	Query	   *reader = linitial_node(Query, queries);
	RangeTblEntry *rte = rt_fetch(rtindex, reader->rtable);
	Column	   *column;

	if (attno <= 0 || reader->rowMarks != NIL ||
		(rte->rtekind != RTE_SUBQUERY && rte->rtekind != RTE_CTE))
		return false;
	column = column_of(paths, reader, rtindex, attno);
	if (column->barred)
		return false;
	if (column->seen)
		return column->found;
	column->seen = true;
	column->found = false;
	if (rte->rtekind == RTE_SUBQUERY)
		column->found = find_in_query(paths, inside(rte->subquery, queries),
									  attno);
	else
	{
		List	   *outer;
		CommonTableExpr *cte = find_with(rte, queries, &outer);

		if (cte == NULL || cte->cterecursive || cte->cterefcount != 1 ||
			!IsA(cte->ctequery, Query))
			return false;
		column->found = find_in_query(paths,
									  inside((Query *) cte->ctequery, outer),
									  attno);
		if (column->found && paths->change)
		{
			set_column_type(cte->ctecoltypes, cte->ctecoltypmods,
							cte->ctecolcollations, attno);
			set_column_type(rte->coltypes, rte->coltypmods, rte->colcollations,
							attno);
		}
	}
	return column->found;
}

/* Change the type of a reference to a column that is now an outcome. */
static void
set_var_type(Var *var)
{
	var->vartype = extension_objects()->outcome;
	var->vartypmod = -1;
	var->varcollid = InvalidOid;
}

/*
 * Replace a column of a join by the column of its side; false if it combines
 * both.
 */
static bool
resolve_join(List *queries, Node **slot)
{
	for (;;)
	{
		Var		   *var = (Var *) *slot;
		Query	   *query = list_nth(queries, var->varlevelsup);
		RangeTblEntry *rte = rt_fetch(var->varno, query->rtable);
		Var		   *side;

		if (rte->rtekind != RTE_JOIN)
			return true;
		if (var->varattno <= 0)
			return false;
		side = list_nth(rte->joinaliasvars, var->varattno - 1);
		if (side == NULL || !IsA(side, Var))
			return false;
		side = copyObject(side);
		compat_add_nulling_joins(side, var);
		side->varlevelsup += var->varlevelsup;
		*slot = (Node *) side;
	}
}

static bool
find_in_var(Paths *paths, List *queries, Node **slot)
{
	Var		   *var = (Var *) *slot;

	if (var->varlevelsup >= list_length(queries) ||
		!resolve_join(queries, slot))
		return false;
	var = (Var *) *slot;
	if (!find_in_entry(paths, list_copy_tail(queries, var->varlevelsup),
					   var->varno, var->varattno))
		return false;
	if (paths->change)
		set_var_type(var);
	else
		paths->vars = lappend(paths->vars, var);
	return true;
}

/* ---- expressions -------------------------------------------------------- */

static bool
all_constant(List *args)
{
	ListCell   *lc;

	foreach(lc, args)
		if (!IsA(lfirst(lc), Const))
			return false;
	return true;
}

static Oid *
types_of(List *args)
{
	Oid		   *types = palloc(sizeof(Oid) * Max(list_length(args), 1));

	for (int i = 0; i < list_length(args); i++)
		types[i] = exprType(list_nth(args, i));
	return types;
}

/* Replace the call in a slot, if it is of a function of this extension. */
static bool
find_in_call(Paths *paths, List *queries, Node **slot, Oid function,
			 List *args, Oid collation, bool variadic, bool *of_args)
{
	int			nargs = list_length(args);
	Oid		   *types = types_of(args);
	ListCell   *lc;

	*of_args = false;
	if (nargs >= FUNC_MAX_ARGS ||
		!outcome_can_call(function, PROKIND_FUNCTION, nargs, types))
		return false;
	foreach(lc, args)
		*of_args |= find(paths, queries, (Node **) &lfirst(lc));
	if (paths->change)
		*slot = outcome_call(function, nargs, types, args, collation,
							 variadic);
	return true;
}

/*
 * Put the arguments in order of position and add defaults, as the planner
 * does.
 */
static void
complete_arguments(FuncExpr *call)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID,
										ObjectIdGetDatum(call->funcid));

	if (!HeapTupleIsValid(tuple))
		return;
	call->args = expand_function_arguments(call->args, false,
										   call->funcresulttype, tuple);
	ReleaseSysCache(tuple);
}

/* The same for any kind of call. */
static bool
find_in_any_call(Paths *paths, List *queries, Node **slot, bool *of_args)
{
	Node	   *node = *slot;

	*of_args = false;
	if (IsA(node, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) node;

		complete_arguments(call);
		/* the planner evaluates a constant call: its error is the query's */
		return !call->funcretset && !all_constant(call->args) &&
			find_in_call(paths, queries, slot, call->funcid, call->args,
						 call->inputcollid, call->funcvariadic, of_args);
	}
	if (IsA(node, OpExpr))
	{
		OpExpr	   *call = (OpExpr *) node;

		set_opfuncid(call);
		return !call->opretset && !all_constant(call->args) &&
			find_in_call(paths, queries, slot, call->opfuncid, call->args,
						 call->inputcollid, false, of_args);
	}
	return false;
}

/* Inline a simple SQL function, as the planner would. */
static bool
inline_function(Node **slot)
{
	FuncExpr   *call = (FuncExpr *) *slot;
	HeapTuple	tuple = SearchSysCache1(PROCOID,
										ObjectIdGetDatum(call->funcid));
	bool		is_sql;
	Node	   *simple;

	if (!HeapTupleIsValid(tuple))
		return false;
	is_sql = ((Form_pg_proc) GETSTRUCT(tuple))->prolang == SQLlanguageId;
	ReleaseSysCache(tuple);
	if (!is_sql || call->funcretset)
		return false;
	simple = eval_const_expressions(NULL, (Node *) call);
	if (IsA(simple, FuncExpr) && ((FuncExpr *) simple)->funcid == call->funcid)
		return false;
	*slot = copyObject(simple); /* an argument used twice needs two nodes */
	return true;
}

/* If one arm of a CASE is an outcome, all arms become outcomes. */
static bool
find_in_case(Paths *paths, List *queries, CaseExpr *expr)
{
	Oid			type = expr->casetype;
	List	   *arms = NIL;
	bool		found = false;
	ListCell   *lc;

	foreach(lc, expr->args)
		arms = lappend(arms, &lfirst_node(CaseWhen, lc)->result);
	if (expr->defresult != NULL)
		arms = lappend(arms, &expr->defresult);
	foreach(lc, arms)
		found |= find(paths, queries, (Node **) lfirst(lc));
	if (!found || !paths->change)
		return found;
	foreach(lc, arms)
	{
		Node	  **arm = lfirst(lc);

		if (exprType(*arm) != extension_objects()->outcome)
			*arm = outcome_of(*arm, type);
	}
	expr->casetype = extension_objects()->outcome;
	expr->casecollid = InvalidOid;
	return true;
}

/* A relabeled type, for example a rowkey used as bytea. */
static bool
find_in_relabel(Paths *paths, List *queries, Node **slot)
{
	RelabelType *relabel = (RelabelType *) *slot;

	if (!find(paths, queries, (Node **) &relabel->arg))
		return false;
	if (paths->change)
		*slot = outcome_of((Node *) relabel->arg, relabel->resulttype);
	return true;
}

/* The name of the aggregate that works on outcomes; NULL if none exists. */
static const char *
twin_aggregate(const Aggref *agg)
{
	const char *name = get_func_name(agg->aggfnoid);

	if (name == NULL || agg->agglevelsup != 0 || agg->aggdistinct != NIL ||
		agg->aggkind != AGGKIND_NORMAL)
		return NULL;
	if (strcmp(name, "widerow_agg") == 0)
		return "outcome_agg";
	return strcmp(name, "widerow_merge") == 0 ? "outcome_merge" : NULL;
}

static bool
find_in_aggregate(Paths *paths, List *queries, Aggref *agg)
{
	const char *twin = twin_aggregate(agg);
	int			nargs = list_length(agg->aggargtypes);
	Oid		   *types = palloc(sizeof(Oid) * (nargs + 1));
	Node	   *description;
	ListCell   *lc;

	for (int i = 0; i < nargs; i++)
		types[i] = list_nth_oid(agg->aggargtypes, i);
	if (twin == NULL ||
		!outcome_can_call(agg->aggfnoid, PROKIND_AGGREGATE, nargs, types))
		return false;
	foreach(lc, agg->args)
	{
		TargetEntry *arg = lfirst_node(TargetEntry, lc);

		/* columns that the aggregate sorts by are unchanged */
		if (!arg->resjunk && arg->ressortgroupref == 0)
			find(paths, queries, (Node **) &arg->expr);
	}
	if (!paths->change)
		return true;

	description = describe(agg->aggfnoid, nargs, types);
	agg->args = lcons(makeTargetEntry((Expr *) description, 0, NULL, false),
					  agg->args);
	agg->aggargtypes = NIL;
	for (int i = 0; i < list_length(agg->args); i++)
	{
		TargetEntry *arg = list_nth_node(TargetEntry, agg->args, i);

		arg->resno = i + 1;
		if (i <= nargs)
			agg->aggargtypes = lappend_oid(agg->aggargtypes,
										   exprType((Node *) arg->expr));
	}
	agg->aggfnoid = outcome_function(twin);
	agg->aggtype = extension_objects()->outcome;
	return true;
}

/*
 * True if the query groups its rows by the expression, and so reads it there.
 */
static bool
is_grouped(const Query *query, const Node *node)
{
	ListCell   *lc;

	foreach(lc, query->groupClause)
		if (equal(node,
				  get_sortgroupclause_expr(lfirst(lc), query->targetList)))
			return true;
	return false;
}

static bool
find(Paths *paths, List *queries, Node **slot)
{
	Node	   *node = *slot;
	bool		of_args;

	check_stack_depth();
	if (node == NULL || is_grouped(linitial_node(Query, queries), node))
		return false;
	switch (nodeTag(node))
	{
		case T_FuncExpr:
			if (inline_function(slot))
				return find(paths, queries, slot);
			return find_in_any_call(paths, queries, slot, &of_args);
		case T_OpExpr:
			return find_in_any_call(paths, queries, slot, &of_args);
		case T_Var:
			return find_in_var(paths, queries, slot);
		case T_CaseExpr:
			return find_in_case(paths, queries, (CaseExpr *) node);
		case T_RelabelType:
			return find_in_relabel(paths, queries, slot);
		case T_Aggref:
			return find_in_aggregate(paths, queries, (Aggref *) node);
		case T_SubLink:
			return ((SubLink *) node)->subLinkType == EXPR_SUBLINK &&
				find_in_query(paths,
							  inside((Query *) ((SubLink *) node)->subselect,
									 queries),
							  1);
		default:
			return false;
	}
}

/*
 * Search the query's own WHERE: functions of this extension, joined by AND and
 * OR.
 */
static void
find_in_condition(Paths *paths, List *queries, Node **slot)
{
	Node	   *node = *slot;
	bool		of_args;

	if (node == NULL || exprType(node) != BOOLOID)
		return;
	if (IsA(node, BoolExpr) && ((BoolExpr *) node)->boolop != NOT_EXPR)
	{
		ListCell   *lc;

		foreach(lc, ((BoolExpr *) node)->args)
			find_in_condition(paths, queries, (Node **) &lfirst(lc));
		return;
	}
	/* the call is unchanged if no argument is an outcome */
	if (find_in_any_call(paths, queries, slot, &of_args) && paths->change)
		*slot = of_args ? outcome_condition(*slot) : node;
}

/* ---- queries ------------------------------------------------------------ */

/* The parts of UNION ALL; false if there are other set operations. */
static bool
find_parts(Node *node, List **parts, List **operations)
{
	SetOperationStmt *operation = (SetOperationStmt *) node;

	if (IsA(node, RangeTblRef))
	{
		*parts = lappend_int(*parts, ((RangeTblRef *) node)->rtindex);
		return true;
	}
	*operations = lappend(*operations, operation);
	return operation->op == SETOP_UNION && operation->all &&
		find_parts(operation->larg, parts, operations) &&
		find_parts(operation->rarg, parts, operations);
}

/* A column of a query that is not used for sorting or grouping; else NULL. */
static TargetEntry *
plain_column(const Query *query, AttrNumber attno)
{
	TargetEntry *column = get_tle_by_resno(query->targetList, attno);

	return column == NULL || column->resjunk || column->ressortgroupref != 0 ?
		NULL :
		column;
}

/* True if a part without outcomes can return its value as an outcome. */
static bool
part_can_change(const Query *part, AttrNumber attno, Oid type)
{
	TargetEntry *column = plain_column(part, attno);

	return column != NULL && part->setOperations == NULL &&
		exprType((Node *) column->expr) == type;
}

/* If one part of UNION ALL returns outcomes, all parts do. */
static bool
find_in_union(Paths *paths, List *queries, AttrNumber attno)
{
	Query	   *query = linitial_node(Query, queries);
	Var		   *var = (Var *) plain_column(query, attno)->expr;
	List	   *parts = NIL;
	List	   *operations = NIL;
	ListCell   *lc;
	bool		found = false;
	bool		can = true;

	if (!IsA(var, Var) ||
		!find_parts(query->setOperations, &parts, &operations))
		return false;
	foreach(lc, parts)
		can &= !column_of(paths, query, lfirst_int(lc), attno)->barred;
	if (!can)
		return false;
	foreach(lc, parts)
	{
		Query	   *part = rt_fetch(lfirst_int(lc), query->rtable)->subquery;
		TargetEntry *column = get_tle_by_resno(part->targetList, attno);
		Oid			type = exprType((Node *) column->expr);

		if (!paths->change && type != var->vartype)
			can = false;
		if (find_in_entry(paths, queries, lfirst_int(lc), attno))
			found = true;
		else if (!part_can_change(part, attno, type))
			can = false;
	}
	if (!can)
		foreach(lc, parts)
			column_of(paths, query, lfirst_int(lc), attno)->barred =
				paths->again = true;
	if (!can || !found)
		return false;
	if (!paths->change)
	{
		paths->vars = lappend(paths->vars, var);
		return true;
	}
	foreach(lc, parts)
	{
		Query	   *part = rt_fetch(lfirst_int(lc), query->rtable)->subquery;
		TargetEntry *column = get_tle_by_resno(part->targetList, attno);
		Oid			type = exprType((Node *) column->expr);

		if (type != extension_objects()->outcome)
			column->expr = (Expr *) outcome_of((Node *) column->expr, type);
	}
	foreach(lc, operations)
	{
		SetOperationStmt *operation = lfirst(lc);

		set_column_type(operation->colTypes, operation->colTypmods,
						operation->colCollations, attno);
	}
	set_var_type(var);
	return true;
}

static bool
find_in_query(Paths *paths, List *queries, AttrNumber attno)
{
	Query	   *query = linitial_node(Query, queries);
	TargetEntry *column = plain_column(query, attno);

	if (column == NULL || query->commandType != CMD_SELECT)
		return false;
	if (query->setOperations != NULL)
		return find_in_union(paths, queries, attno);
	return find(paths, queries, (Node **) &column->expr);
}

/* ---- other readers of a column ------------------------------------------ */

typedef struct Reading
{
	const Paths *paths;
	const Column *column;
	Index		depth;			/* levels between this query and the reader */
} Reading;

/* True if the column is read outside of the paths. */
static bool
is_read_elsewhere(Node *node, Reading *reading)
{
	const Column *column = reading->column;
	bool		is_read;

	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		reading->depth++;
		is_read = query_tree_walker((Query *) node, is_read_elsewhere, reading,
									QTW_IGNORE_JOINALIASES);
		reading->depth--;
		return is_read;
	}
	if (IsA(node, Var))
	{
		Var		   *var = (Var *) node;
		RangeTblEntry *rte;

		if (var->varlevelsup != reading->depth)
			return false;
		if (var->varno == column->rtindex)
			return (var->varattno == column->attno || var->varattno == 0) &&
				!list_member_ptr(reading->paths->vars, var);
		rte = rt_fetch(var->varno, column->reader->rtable);
		if (rte->rtekind == RTE_JOIN)
		{
			Index		depth = reading->depth;

			reading->depth = 0;
			is_read = is_read_elsewhere(var->varattno == 0 ?
											(Node *) rte->joinaliasvars :
											list_nth(rte->joinaliasvars,
													 var->varattno - 1),
										reading);
			reading->depth = depth;
			return is_read;
		}
		return false;
	}
	return expression_tree_walker(node, is_read_elsewhere, reading);
}

/* Bar the columns that are read outside of the paths. */
static void
bar_columns(Paths *paths)
{
	ListCell   *lc;

	foreach(lc, paths->columns)
	{
		Column	   *column = lfirst(lc);
		Reading		reading = {.paths = paths, .column = column};

		if (!column->barred && column->seen && column->found &&
			query_tree_walker(column->reader, is_read_elsewhere, &reading,
							  QTW_IGNORE_JOINALIASES))
			column->barred = paths->again = true;
	}
}

/* ---- the query ---------------------------------------------------------- */

static void
pass(Paths *paths, Query *query)
{
	List	   *queries = list_make1(query);
	ListCell   *lc;

	paths->again = false;
	paths->vars = NIL;
	foreach(lc, paths->columns)
		((Column *) lfirst(lc))->seen = false;
	foreach(lc, query->targetList)
		find_in_query(paths, queries, lfirst_node(TargetEntry, lc)->resno);
	find_in_condition(paths, queries, &query->jointree->quals);
}

Query *
outcome_query(const Query *query)
{
	Query	   *result = (Query *) copyObject(query);
	Paths		paths = {.change = false};

	do
	{
		pass(&paths, result);
		bar_columns(&paths);
	} while (paths.again);
	paths.change = true;
	pass(&paths, result);
	return result;
}
