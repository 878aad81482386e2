/*
 * table_use.c
 *		What a query asks of each table that it reads.
 *
 * The conditions of a query are those of its analyzed tree, not of a plan. A
 * column of a view, subquery, WITH query or join is followed to the column of
 * a table that it is. A condition on it counts as one on that table if
 * PostgreSQL could apply it there: not through LIMIT, a window function or an
 * aggregate.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "utils/catcache.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "pg/advice/table_use.h"

/* A view of views could name any number of relations. */
#define MAX_SCOPES	1000

/* A query, and what its relations are. */
typedef struct Scope
{
	Query	   *query;
	struct Scope *parent;
	TableUse  **uses;			/* by number of a relation: a table */
	struct Scope **scopes;		/* by number of a relation: a query */
} Scope;

typedef struct Walk
{
	const Statement *statement;
	List	   *uses;			/* of TableUse */
	int			nscopes;
} Walk;

/* A scope and the walk, for the walker of expressions. */
typedef struct ScopeWalk
{
	Walk	   *walk;
	Scope	   *scope;
} ScopeWalk;

/* A column of a table. */
typedef struct UseColumn
{
	TableUse   *use;
	AttrNumber	attnum;
} UseColumn;

static Scope *walk_query(Walk *walk, Query *query, Scope *parent);

const char *
column_condition_name(ColumnCondition condition)
{
	switch (condition)
	{
		case CONDITION_OTHER:
			break;
		case CONDITION_PATTERN:
			return "pattern";
		case CONDITION_NULL:
			return "null";
		case CONDITION_BELOW:
			return "<";
		case CONDITION_ABOVE:
			return ">";
		case CONDITION_RANGE:
			return "range";
		case CONDITION_SUFFIX:
			return "suffix";
		case CONDITION_PREFIX:
			return "prefix";
		case CONDITION_IN:
			return "in";
		case CONDITION_JOIN:
			return "join";
		case CONDITION_EQUAL:
			return "=";
	}
	return "other";
}

/* ---- columns ------------------------------------------------------------ */

/* An expression without casts that do not change the value. */
static Node *
strip(Node *node)
{
	for (;;)
	{
		if (node == NULL)
			return NULL;
		else if (IsA(node, RelabelType))
			node = (Node *) ((RelabelType *) node)->arg;
		else if (IsA(node, CollateExpr))
			node = (Node *) ((CollateExpr *) node)->arg;
		else if (IsA(node, CoerceToDomain))
			node = (Node *) ((CoerceToDomain *) node)->arg;
		else if (IsA(node, FuncExpr) &&
				 ((FuncExpr *) node)->funcformat == COERCE_IMPLICIT_CAST)
			node = linitial(((FuncExpr *) node)->args);
		else
			return node;
	}
}

/* True if a condition on a column of this query can be applied inside it. */
static bool
passes_conditions(const Query *query, const TargetEntry *entry)
{
	ListCell   *lc;

	if (query->limitCount != NULL || query->limitOffset != NULL ||
		query->hasWindowFuncs || query->distinctClause != NIL ||
		query->hasTargetSRFs)
		return false;
	if (query->groupClause == NIL && query->groupingSets == NIL)
		return !query->hasAggs;
	if (query->groupingSets != NIL || entry->ressortgroupref == 0)
		return false;
	foreach(lc, query->groupClause)
		if (lfirst_node(SortGroupClause, lc)->tleSortGroupRef ==
			entry->ressortgroupref)
			return true;
	return false;
}

static List *columns_of(Scope *scope, Node *node, bool of_conditions);

/* The columns behind a column of a query; of a UNION one of each branch. */
static List *
columns_of_result(Scope *scope, AttrNumber resno, bool of_conditions)
{
	Query	   *query = scope->query;
	TargetEntry *entry = get_tle_by_resno(query->targetList, resno);
	List	   *columns = NIL;

	check_stack_depth();
	if (entry == NULL)
		return NIL;
	if (query->setOperations == NULL)
	{
		if (of_conditions && !passes_conditions(query, entry))
			return NIL;
		return columns_of(scope, (Node *) entry->expr, of_conditions);
	}
	if (query->limitCount != NULL || query->limitOffset != NULL)
		return NIL;
	for (int i = 0; i < list_length(query->rtable); i++)
		if (scope->scopes[i] != NULL)
			columns = list_concat(columns,
								  columns_of_result(scope->scopes[i], resno,
													of_conditions));
	return columns;
}

/*
 * The columns of tables that an expression is: normally none or one. With
 * of_conditions only those to which a condition on the expression applies.
 */
static List *
columns_of(Scope *scope, Node *node, bool of_conditions)
{
	Var		   *var;
	RangeTblEntry *entry;
	UseColumn  *column;

	check_stack_depth();
	node = strip(node);
	if (node == NULL || !IsA(node, Var))
		return NIL;
	var = (Var *) node;
	if (var->varlevelsup > 0 || var->varattno <= 0)
		return NIL;
	entry = rt_fetch(var->varno, scope->query->rtable);
	if (entry->rtekind == RTE_JOIN)
		return columns_of(scope, list_nth(entry->joinaliasvars,
										  var->varattno - 1), of_conditions);
	if (compat_group_expressions(entry) != NIL)
		return columns_of(scope, list_nth(compat_group_expressions(entry),
										  var->varattno - 1), of_conditions);
	if (scope->scopes[var->varno - 1] != NULL)
		return columns_of_result(scope->scopes[var->varno - 1], var->varattno,
								 of_conditions);
	if (scope->uses[var->varno - 1] == NULL)
		return NIL;
	column = palloc(sizeof(UseColumn));
	column->use = scope->uses[var->varno - 1];
	column->attnum = var->varattno;
	return list_make1(column);
}

/* True if an expression has a column of the query itself. */
static bool
has_own_column(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return ((Var *) node)->varlevelsup == 0;
	return expression_tree_walker(node, has_own_column, context);
}

/* A table of a scope. */
typedef struct ScopeUse
{
	Scope	   *scope;
	const TableUse *use;
} ScopeUse;

/* True if an expression has a column of a table. */
static bool
has_column_of(Node *node, void *context)
{
	ScopeUse   *table = context;
	ListCell   *lc;

	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		List	   *columns = columns_of(table->scope, node, false);

		foreach(lc, columns)
			if (((UseColumn *) lfirst(lc))->use == table->use)
				return true;
		return false;
	}
	return expression_tree_walker(node, has_column_of, context);
}

/* True if an expression has a column of a query around this one. */
static bool
has_outer_column(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return ((Var *) node)->varlevelsup > 0;
	return expression_tree_walker(node, has_outer_column, context);
}

/* ---- conditions --------------------------------------------------------- */

static void
add_condition(UseColumn *column, ColumnCondition condition)
{
	UseCondition *use;
	ListCell   *lc;

	foreach(lc, column->use->conditions)
	{
		use = lfirst(lc);
		if (use->attnum != column->attnum)
			continue;
		/* two ends of a range */
		if ((use->condition == CONDITION_BELOW &&
			 condition == CONDITION_ABOVE) ||
			(use->condition == CONDITION_ABOVE &&
			 condition == CONDITION_BELOW))
			use->condition = CONDITION_RANGE;
		else
			use->condition = Max(use->condition, condition);
		return;
	}
	use = palloc(sizeof(UseCondition));
	use->attnum = column->attnum;
	use->condition = condition;
	column->use->conditions = lappend(column->use->conditions, use);
}

static void
add_conditions(Scope *scope, Node *node, ColumnCondition condition)
{
	List	   *columns = columns_of(scope, node, true);
	ListCell   *lc;

	foreach(lc, columns)
		add_condition(lfirst(lc), condition);
}

/* Note all columns of an expression as conditions that no key can serve. */
static bool
add_other(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		add_conditions(context, node, CONDITION_OTHER);
		return false;
	}
	return expression_tree_walker(node, add_other, context);
}

/* The btree strategy of an operator, or 0. */
static int
operator_strategy(Oid operator)
{
	CatCList   *list = SearchSysCacheList1(AMOPOPID,
										   ObjectIdGetDatum(operator));
	int			strategy = 0;

	for (int i = 0; i < list->n_members; i++)
	{
		Form_pg_amop form =
			(Form_pg_amop) GETSTRUCT(&list->members[i]->tuple);

		if (form->amopmethod == BTREE_AM_OID)
		{
			strategy = form->amopstrategy;
			break;
		}
	}
	ReleaseSysCacheList(list);
	return strategy;
}

/* LIKE: a prefix or suffix if the pattern has % only at its end or start. */
static ColumnCondition
pattern_condition(const Statement *statement, Node *pattern)
{
	const char *text = NULL;
	size_t		fixed;

	pattern = strip(pattern);
	if (pattern != NULL && IsA(pattern, Param) &&
		((Param *) pattern)->paramkind == PARAM_EXTERN &&
		((Param *) pattern)->paramid <= statement->nstrings)
		text = statement->strings[((Param *) pattern)->paramid - 1];
	if (text == NULL)
		return CONDITION_PATTERN;
	fixed = strcspn(text, "%_\\");
	if (text[fixed] == '\0')
		return CONDITION_EQUAL;
	if (text[0] == '%' && text[1] != '\0' && strpbrk(text + 1, "%_\\") == NULL)
		return CONDITION_SUFFIX;
	return fixed > 0 && strcmp(text + fixed, "%") == 0 ?
		CONDITION_PREFIX : CONDITION_OTHER;
}

/*
 * The condition of "column operator value"; with "is_left" false that of
 * "value operator column".
 */
static ColumnCondition
operator_condition(const Statement *statement, Oid operator, Node *value,
				   bool is_left)
{
	switch (operator_strategy(operator))
	{
		case BTLessStrategyNumber:
		case BTLessEqualStrategyNumber:
			return is_left ? CONDITION_BELOW : CONDITION_ABOVE;
		case BTGreaterEqualStrategyNumber:
		case BTGreaterStrategyNumber:
			return is_left ? CONDITION_ABOVE : CONDITION_BELOW;
		case BTEqualStrategyNumber:
			return CONDITION_EQUAL;
		default:
			break;
	}
	switch (get_opcode(operator))
	{
		case F_TEXTLIKE:
		case F_BPCHARLIKE:
		case F_NAMELIKE:
			return is_left ? pattern_condition(statement, value) :
				CONDITION_OTHER;
		case F_STARTS_WITH:
			return is_left ? CONDITION_PREFIX : CONDITION_OTHER;
		case F_ELEM_CONTAINED_BY_RANGE:
			return is_left ? CONDITION_RANGE : CONDITION_OTHER;
		case F_RANGE_CONTAINS_ELEM:
			return is_left ? CONDITION_OTHER : CONDITION_RANGE;
		default:
			return CONDITION_OTHER;
	}
}

/* The text that reverse() reverses, or NULL. */
static Node *
reversed_text(Node *node)
{
	if (node != NULL && IsA(node, FuncExpr) &&
		((FuncExpr *) node)->funcid == COMPAT_F_REVERSE)
		return strip(linitial(((FuncExpr *) node)->args));
	return NULL;
}

/* A condition on a reversed text as one on the text. */
static ColumnCondition
of_reversed(ColumnCondition condition)
{
	switch (condition)
	{
		case CONDITION_PREFIX:
			return CONDITION_SUFFIX;
		case CONDITION_SUFFIX:
			return CONDITION_PREFIX;
		case CONDITION_PATTERN:
		case CONDITION_EQUAL:
		case CONDITION_JOIN:
			return condition;
		default:
			return CONDITION_OTHER;
	}
}

/*
 * One side of a comparison, if it is a column or the reversal of one; false
 * if not. The other side is a value, or depends on other rows, which are read
 * first.
 */
static bool
add_side(const Walk *walk, Scope *scope, Oid operator, Node *side,
		 Node *value, bool is_left)
{
	Node	   *reversed = reversed_text(side);
	List	   *columns;
	ColumnCondition condition;
	ScopeUse	same = {.scope = scope};

	if (reversed != NULL)
		side = reversed;
	columns = columns_of(scope, side, false);
	if (columns == NIL)
		return false;
	same.use = ((UseColumn *) linitial(columns))->use;
	condition = operator_condition(walk->statement, operator, value, is_left);
	if (has_column_of(value, &same))
		condition = CONDITION_OTHER;
	else if (condition == CONDITION_EQUAL &&
			 (has_own_column(value, NULL) || has_outer_column(value, NULL) ||
			  (IsA(value, Param) &&
			   ((Param *) value)->paramkind == PARAM_SUBLINK)))
		condition = CONDITION_JOIN;
	if (reversed != NULL)
		condition = of_reversed(condition);
	add_conditions(scope, side, condition);
	return true;
}

static void
add_operator(const Walk *walk, Scope *scope, OpExpr *op)
{
	Node	   *left;
	Node	   *right;
	bool		found;

	if (list_length(op->args) != 2)
	{
		(void) add_other((Node *) op, scope);
		return;
	}
	left = strip(linitial(op->args));
	right = strip(lsecond(op->args));
	found = add_side(walk, scope, op->opno, left, right, true);
	if (!add_side(walk, scope, op->opno, right, left, false) && !found)
		(void) add_other((Node *) op, scope);
}

/* The column that each arm of an OR compares for equality, or NULL. */
static Node *
column_of_arms(Scope *scope, List *arms)
{
	Node	   *column = NULL;
	ListCell   *lc;

	foreach(lc, arms)
	{
		OpExpr	   *op = lfirst(lc);
		Node	   *left;

		if (!IsA(op, OpExpr) || list_length(op->args) != 2 ||
			operator_strategy(op->opno) != BTEqualStrategyNumber ||
			has_own_column(lsecond(op->args), NULL))
			return NULL;
		left = strip(linitial(op->args));
		if (columns_of(scope, left, false) == NIL ||
			(column != NULL && !equal(column, left)))
			return NULL;
		column = left;
	}
	return column;
}

static void add_clause(const Walk *walk, Scope *scope, Node *clause);

static void
add_bool(const Walk *walk, Scope *scope, BoolExpr *expr)
{
	Node	   *column;
	ListCell   *lc;

	switch (expr->boolop)
	{
		case AND_EXPR:
			foreach(lc, expr->args)
				add_clause(walk, scope, lfirst(lc));
			return;
		case OR_EXPR:
			column = column_of_arms(scope, expr->args);
			if (column != NULL)
				add_conditions(scope, column, CONDITION_IN);
			else
				(void) add_other((Node *) expr, scope);
			return;
		case NOT_EXPR:
			if (columns_of(scope, linitial(expr->args), false) != NIL)
				add_conditions(scope, linitial(expr->args), CONDITION_EQUAL);
			else
				(void) add_other((Node *) expr, scope);
			return;
	}
}

/* (a, b) < ($1, $2) is a range of its first column. */
static void
add_row_compare(Scope *scope, RowCompareExpr *row)
{
	int			strategy = operator_strategy(linitial_oid(row->opnos));
	bool		below = strategy == BTLessStrategyNumber ||
		strategy == BTLessEqualStrategyNumber;
	bool		is_left = !has_own_column((Node *) row->rargs, NULL);

	if (!is_left && has_own_column((Node *) row->largs, NULL))
		(void) add_other((Node *) row, scope);
	else
		add_conditions(scope, linitial(is_left ? row->largs : row->rargs),
					   below == is_left ? CONDITION_BELOW : CONDITION_ABOVE);
}

static void
add_clause(const Walk *walk, Scope *scope, Node *clause)
{
	check_stack_depth();
	if (clause == NULL)
		return;
	switch (nodeTag(clause))
	{
		case T_List:
			{
				ListCell   *lc;

				foreach(lc, (List *) clause)
					add_clause(walk, scope, lfirst(lc));
				return;
			}
		case T_BoolExpr:
			add_bool(walk, scope, (BoolExpr *) clause);
			return;
		case T_OpExpr:
			add_operator(walk, scope, (OpExpr *) clause);
			return;
		case T_ScalarArrayOpExpr:
			{
				ScalarArrayOpExpr *any = (ScalarArrayOpExpr *) clause;
				bool		is_in = any->useOr &&
					operator_strategy(any->opno) == BTEqualStrategyNumber &&
					!has_own_column(lsecond(any->args), NULL);

				if (is_in && columns_of(scope, linitial(any->args), false))
					add_conditions(scope, linitial(any->args), CONDITION_IN);
				else
					(void) add_other(clause, scope);
				return;
			}
		case T_RowCompareExpr:
			add_row_compare(scope, (RowCompareExpr *) clause);
			return;
		case T_NullTest:
			if (((NullTest *) clause)->nulltesttype == IS_NULL)
				add_conditions(scope, (Node *) ((NullTest *) clause)->arg,
							   CONDITION_NULL);
			else
				(void) add_other(clause, scope);
			return;
		case T_BooleanTest:
			{
				BooleanTest *test = (BooleanTest *) clause;

				if (test->booltesttype == IS_TRUE ||
					test->booltesttype == IS_FALSE)
					add_conditions(scope, (Node *) test->arg,
								   CONDITION_EQUAL);
				else
					(void) add_other(clause, scope);
				return;
			}
		case T_Var:
			add_conditions(scope, clause, CONDITION_EQUAL);
			return;
		case T_FuncExpr:
			{
				FuncExpr   *call = (FuncExpr *) clause;

				if (call->funcid == F_STARTS_WITH &&
					!has_own_column(lsecond(call->args), NULL))
				{
					Node	   *text = strip(linitial(call->args));
					Node	   *reversed = reversed_text(text);

					add_conditions(scope, reversed ? reversed : text,
								   reversed ? CONDITION_SUFFIX :
								   CONDITION_PREFIX);
				}
				else
					(void) add_other(clause, scope);
				return;
			}
		case T_SubLink:
			/* x IN (SELECT ...): the test compares x with each value */
			if (((SubLink *) clause)->subLinkType == ANY_SUBLINK)
				add_clause(walk, scope, ((SubLink *) clause)->testexpr);
			return;
		default:
			(void) add_other(clause, scope);
			return;
	}
}

/* ---- order and limit ---------------------------------------------------- */

/* Note the order of a table's rows; false if it is not that of a column. */
static bool
add_order(Scope *scope, Node *node, Oid operator)
{
	List	   *columns = columns_of(scope, node, false);
	int			strategy = operator_strategy(operator);
	TableUse   *use;
	UseOrder   *order;
	ListCell   *lc;

	if (list_length(columns) != 1 ||
		(strategy != BTLessStrategyNumber &&
		 strategy != BTGreaterStrategyNumber))
		return false;
	use = ((UseColumn *) linitial(columns))->use;
	/* the columns before it are of the same table */
	foreach(lc, scope->query->sortClause)
	{
		SortGroupClause *sort = lfirst(lc);
		List	   *first;

		first = columns_of(scope,
						   get_sortgroupclause_expr(sort,
													scope->query->targetList),
						   false);
		if (first != NIL && ((UseColumn *) linitial(first))->use != use)
			return false;
		break;
	}
	order = palloc(sizeof(UseOrder));
	order->attnum = ((UseColumn *) linitial(columns))->attnum;
	order->descending = strategy == BTGreaterStrategyNumber;
	use->order = lappend(use->order, order);
	return true;
}

/* The only aggregate of a query without groups, or NULL. */
static bool
find_aggregate(Node *node, void *context)
{
	List	  **aggregates = context;

	if (node == NULL)
		return false;
	if (IsA(node, Aggref))
		*aggregates = lappend(*aggregates, node);
	return expression_tree_walker(node, find_aggregate, context);
}

/* min() and max() read one row in an order, as ORDER BY and LIMIT 1 do. */
static bool
add_extreme(Scope *scope, TableUse *use)
{
	List	   *aggregates = NIL;
	Aggref	   *aggregate;
	HeapTuple	tuple;
	Oid			operator;

	(void) find_aggregate((Node *) scope->query->targetList, &aggregates);
	if (list_length(aggregates) != 1 || scope->query->groupClause != NIL ||
		scope->query->groupingSets != NIL)
		return false;
	aggregate = linitial(aggregates);
	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggregate->aggfnoid));
	if (!HeapTupleIsValid(tuple))
		return false;
	operator = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggsortop;
	ReleaseSysCache(tuple);
	if (!OidIsValid(operator) || list_length(aggregate->args) != 1 ||
		!add_order(scope,
				   (Node *) linitial_node(TargetEntry, aggregate->args)->expr,
				   operator))
		return false;
	use->limited = true;
	use->limit = 1;
	return true;
}

/* Number of rows of LIMIT; 0 if it is a parameter or an expression. */
static int64
constant_limit(Node *limit)
{
	Const	   *constant;

	while (limit != NULL && IsA(limit, FuncExpr) &&
		   list_length(((FuncExpr *) limit)->args) == 1)
		limit = linitial(((FuncExpr *) limit)->args);
	constant = (Const *) limit;
	if (constant == NULL || !IsA(constant, Const) || constant->constisnull)
		return 0;
	switch (constant->consttype)
	{
		case INT4OID:
			return Max(DatumGetInt32(constant->constvalue), 0);
		case INT8OID:
			return Max(DatumGetInt64(constant->constvalue), 0);
		default:
			return 0;
	}
}

/* Order, limit and aggregates of a query, for the table that they concern. */
static void
add_order_and_limit(Walk *walk, Scope *scope, int first)
{
	Query	   *query = scope->query;
	bool		aggregated = query->hasAggs || query->groupClause != NIL;
	TableUse   *ordered = NULL;
	TableUse   *only = list_length(walk->uses) == first + 1 ?
		llast(walk->uses) : NULL;
	ListCell   *lc;

	if (aggregated && only != NULL && add_extreme(scope, only))
		return;
	for (int i = first; i < list_length(walk->uses); i++)
		if (aggregated)
			((TableUse *) list_nth(walk->uses, i))->aggregated = true;
	if (aggregated)
		return;
	foreach(lc, query->sortClause)
	{
		SortGroupClause *sort = lfirst(lc);
		Node	   *node = get_sortgroupclause_expr(sort, query->targetList);
		List	   *columns = columns_of(scope, node, false);

		if (!add_order(scope, node, sort->sortop))
			break;
		ordered = ((UseColumn *) linitial(columns))->use;
	}
	if (query->limitCount == NULL)
		return;
	/* LIMIT ends the reading only if no sort comes between */
	if (ordered == NULL && query->sortClause == NIL)
		ordered = only;
	if (ordered != NULL)
	{
		ordered->limited = true;
		ordered->limit = constant_limit(query->limitCount);
	}
}

/* ---- queries ------------------------------------------------------------ */

/* Queries inside an expression. */
static bool
walk_expression(Node *node, void *context)
{
	ScopeWalk  *place = context;

	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		(void) walk_query(place->walk, (Query *) node, place->scope);
		return false;
	}
	return expression_tree_walker(node, walk_expression, context);
}

/* The query of a WITH clause that a relation is, and its scope; or NULL. */
static CommonTableExpr *
find_with(Scope *scope, const RangeTblEntry *entry, Scope **owner)
{
	ListCell   *lc;

	for (Index up = entry->ctelevelsup; up > 0 && scope != NULL; up--)
		scope = scope->parent;
	*owner = scope;
	if (scope == NULL)
		return NULL;
	foreach(lc, scope->query->cteList)
	{
		CommonTableExpr *with = lfirst(lc);

		if (strcmp(with->ctename, entry->ctename) == 0)
			return with;
	}
	return NULL;
}

/* A WITH query that is used once is part of the query that uses it. */
static bool
is_inlined(const CommonTableExpr *with)
{
	return !with->cterecursive && with->cterefcount == 1 &&
		with->ctematerialized != CTEMaterializeAlways;
}

static void
walk_relation(Walk *walk, Scope *scope, int number)
{
	RangeTblEntry *entry = rt_fetch(number, scope->query->rtable);
	Relation	rel;
	TableUse   *use;

	if (entry->relkind == RELKIND_VIEW)
	{
		rel = table_open(entry->relid, AccessShareLock);
		scope->scopes[number - 1] =
			walk_query(walk, copyObject(get_view_query(rel)), NULL);
		table_close(rel, NoLock);
		return;
	}
	if (entry->relid < FirstNormalObjectId ||
		get_rel_persistence(entry->relid) == RELPERSISTENCE_TEMP)
		return;
	use = palloc0(sizeof(TableUse));
	use->relid = entry->relid;
	scope->uses[number - 1] = use;
	walk->uses = lappend(walk->uses, use);
}

/* A relation of the FROM clause, or a branch of a UNION. */
static void
walk_from(Walk *walk, Scope *scope, int number)
{
	RangeTblEntry *entry = rt_fetch(number, scope->query->rtable);
	ScopeWalk	place = {walk, scope};
	CommonTableExpr *with;
	Scope	   *owner;

	switch (entry->rtekind)
	{
		case RTE_RELATION:
			walk_relation(walk, scope, number);
			break;
		case RTE_SUBQUERY:
			scope->scopes[number - 1] = walk_query(walk, entry->subquery,
												   scope);
			break;
		case RTE_CTE:
			with = find_with(scope, entry, &owner);
			if (with != NULL && is_inlined(with))
				scope->scopes[number - 1] =
					walk_query(walk, castNode(Query, with->ctequery), owner);
			break;
		case RTE_FUNCTION:
			(void) walk_expression((Node *) entry->functions, &place);
			break;
		case RTE_VALUES:
			(void) walk_expression((Node *) entry->values_lists, &place);
			break;
		default:
			break;
	}
}

static void
walk_join_tree(Walk *walk, Scope *scope, Node *node)
{
	ListCell   *lc;

	check_stack_depth();
	if (node == NULL)
		return;
	if (IsA(node, RangeTblRef))
		walk_from(walk, scope, ((RangeTblRef *) node)->rtindex);
	else if (IsA(node, JoinExpr))
	{
		walk_join_tree(walk, scope, ((JoinExpr *) node)->larg);
		walk_join_tree(walk, scope, ((JoinExpr *) node)->rarg);
	}
	else if (IsA(node, FromExpr))
		foreach(lc, ((FromExpr *) node)->fromlist)
			walk_join_tree(walk, scope, lfirst(lc));
	else if (IsA(node, SetOperationStmt))
	{
		walk_join_tree(walk, scope, ((SetOperationStmt *) node)->larg);
		walk_join_tree(walk, scope, ((SetOperationStmt *) node)->rarg);
	}
}

/* The conditions of WHERE and of joins. */
static void
walk_conditions(Walk *walk, Scope *scope, Node *node)
{
	ListCell   *lc;

	check_stack_depth();
	if (node == NULL)
		return;
	if (IsA(node, JoinExpr))
	{
		walk_conditions(walk, scope, ((JoinExpr *) node)->larg);
		walk_conditions(walk, scope, ((JoinExpr *) node)->rarg);
		add_clause(walk, scope, ((JoinExpr *) node)->quals);
	}
	else if (IsA(node, FromExpr))
	{
		foreach(lc, ((FromExpr *) node)->fromlist)
			walk_conditions(walk, scope, lfirst(lc));
		add_clause(walk, scope, ((FromExpr *) node)->quals);
	}
}

static Scope *
walk_query(Walk *walk, Query *query, Scope *parent)
{
	int			nrelations = list_length(query->rtable);
	int			first = list_length(walk->uses);
	Scope	   *scope = palloc0(sizeof(Scope));
	ScopeWalk	place = {walk, scope};
	ListCell   *lc;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (++walk->nscopes > MAX_SCOPES)
		ereport(ERROR,
				(errcode(ERRCODE_STATEMENT_TOO_COMPLEX),
				 errmsg("statement has more than %d queries", MAX_SCOPES)));
	scope->query = query;
	scope->parent = parent;
	scope->uses = palloc0((nrelations + 1) * sizeof(TableUse *));
	scope->scopes = palloc0((nrelations + 1) * sizeof(Scope *));
	walk_join_tree(walk, scope, (Node *) query->jointree);
	walk_join_tree(walk, scope, query->setOperations);
	walk_conditions(walk, scope, (Node *) query->jointree);
	add_order_and_limit(walk, scope, first);
	(void) walk_expression((Node *) query->jointree, &place);
	(void) walk_expression((Node *) query->targetList, &place);
	(void) walk_expression(query->havingQual, &place);
	foreach(lc, query->cteList)
	{
		CommonTableExpr *with = lfirst(lc);

		if (!is_inlined(with) && with->cterefcount > 0)
			(void) walk_query(walk, castNode(Query, with->ctequery), scope);
	}
	return scope;
}

List *
table_uses(const Statement *statement)
{
	Walk		walk = {.statement = statement};
	Scope	   *scope = walk_query(&walk, statement->query, NULL);

	if (statement->kind == STATEMENT_UPDATE ||
		statement->kind == STATEMENT_DELETE)
	{
		if (scope->uses[0] == NULL)
			return NIL;
		scope->uses[0]->is_target = true;
	}
	return walk.uses;
}
