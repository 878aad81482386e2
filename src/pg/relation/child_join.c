/*
 * child_join.c
 *		Join the rows of children that a query gathers by a subquery for each
 *		parent.
 *
 * Mapping views often nest children by a subquery in the list of columns:
 *
 *		SELECT ..., (SELECT widerow_agg(c.n, c.v) FROM child c
 *					 WHERE c.parent = p.id)
 *		FROM parent p
 *
 * PostgreSQL runs it for each parent. Without an index on child(parent) that
 * is a scan of all children for each parent. As widerow_agg of no cells is
 * NULL, this is the same query:
 *
 *		SELECT ..., j.cells
 *		FROM parent p LEFT JOIN
 *			 (SELECT widerow_agg(c.n, c.v) AS cells, c.parent FROM child c
 *			  GROUP BY c.parent) j ON j.parent = p.id
 */
#include "pg/base/compat.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_oper.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "pg/base/extension_objects.h"
#include "pg/relation/child_join.h"

/* ---- the subquery ------------------------------------------------------- */

typedef struct OuterSearch
{
	int			depth;			/* of the query around the node */
	bool		found;
} OuterSearch;

/* Set found if the node refers to a query outside of it. */
static bool
search_outer(Node *node, OuterSearch *search)
{
	int			levels = -1;

	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		search->depth++;
		(void) query_tree_walker((Query *) node, search_outer, search, 0);
		search->depth--;
		return search->found;
	}
	if (IsA(node, Var))
		levels = ((Var *) node)->varlevelsup;
	else if (IsA(node, Aggref))
		levels = ((Aggref *) node)->agglevelsup;
	else if (IsA(node, GroupingFunc))
		levels = ((GroupingFunc *) node)->agglevelsup;
	search->found |= levels > search->depth;
	return search->found ||
		expression_tree_walker(node, search_outer, search);
}

static bool
has_outer(Node *node)
{
	OuterSearch search = {.depth = IsA(node, Query) ? -1 : 0};

	(void) search_outer(node, &search);
	return search.found;
}

/* True if an expression is of the query around the subquery alone. */
static bool
is_of_parent(Node *node)
{
	return !contain_vars_of_level(node, 0) &&
		contain_vars_of_level(node, 1) &&
		!checkExprHasSubLink(node) && !contain_volatile_functions(node);
}

/* The same for the subquery, whose groups it can make. */
static bool
is_of_child(Node *node)
{
	return contain_vars_of_level(node, 0) && !has_outer(node) &&
		!checkExprHasSubLink(node) && !contain_volatile_functions(node);
}

/*
 * True if groups by the equality of the expression's type have at most one
 * group that is equal to a value by this operator.
 */
static bool
equals_one_group(const OpExpr *op, Node *child)
{
	TypeCacheEntry *type = lookup_type_cache(exprType(child),
											 TYPECACHE_EQ_OPR |
												 TYPECACHE_LT_OPR);

	List	   *families;
	ListCell   *lc;

	if (!OidIsValid(type->eq_opr) || !OidIsValid(type->lt_opr) ||
		op->inputcollid != exprCollation(child))
		return false;
	families = get_mergejoin_opfamilies(op->opno);
	foreach(lc, get_mergejoin_opfamilies(type->eq_opr))
	{
		if (list_member_oid(families, lfirst_oid(lc)))
			return true;
	}
	return false;
}

/*
 * True if a condition of the subquery is an equality of a child's expression,
 * which is returned, and a parent's.
 */
static bool
is_reference(Node *condition, Node ***child)
{
	OpExpr	   *op = (OpExpr *) condition;
	Node	  **left;
	Node	  **right;

	if (!IsA(condition, OpExpr) || list_length(op->args) != 2)
		return false;
	left = (Node **) &linitial(op->args);
	right = (Node **) &lsecond(op->args);
	if (is_of_child(*left) && is_of_parent(*right))
		*child = left;
	else if (is_of_parent(*left) && is_of_child(*right))
		*child = right;
	else
		return false;
	return equals_one_group(op, **child);
}

/*
 * True if the subquery is one widerow_agg() over rows, without anything that
 * depends on their number or order.
 */
static bool
is_plain_aggregate(const Query *sub)
{
	TargetEntry *column = linitial_node(TargetEntry, sub->targetList);
	const Aggref *agg = (const Aggref *) column->expr;

	return sub->commandType == CMD_SELECT &&
		list_length(sub->targetList) == 1 &&
		IsA(agg, Aggref) && agg->agglevelsup == 0 &&
		get_func_namespace(agg->aggfnoid) == extension_objects()->schema &&
		strcmp(get_func_name(agg->aggfnoid), "widerow_agg") == 0 &&
		sub->groupClause == NIL && sub->groupingSets == NIL &&
		sub->havingQual == NULL && sub->windowClause == NIL &&
		sub->distinctClause == NIL && sub->sortClause == NIL &&
		sub->limitOffset == NULL && sub->limitCount == NULL &&
		sub->setOperations == NULL && sub->cteList == NIL &&
		sub->rowMarks == NIL && sub->jointree->fromlist != NIL;
}

/* ---- the join ----------------------------------------------------------- */

/* Add a column to the subquery that it groups by. Returns its number. */
static AttrNumber
group_by(Query *sub, Node *expression)
{
	SortGroupClause *group = makeNode(SortGroupClause);
	TargetEntry *column = makeTargetEntry((Expr *) expression,
										  list_length(sub->targetList) + 1,
										  pstrdup("parent"), false);

	get_sort_group_operators(exprType(expression), true, true, false,
							 &group->sortop, &group->eqop, NULL,
							 &group->hashable);
	column->ressortgroupref = list_length(sub->groupClause) + 1;
	group->tleSortGroupRef = column->ressortgroupref;
	sub->targetList = lappend(sub->targetList, column);
	sub->groupClause = lappend(sub->groupClause, group);
	return column->resno;
}

/* Append a subquery to the range table. Returns its number. */
static int
add_subquery(Query *query, Query *sub)
{
	RangeTblEntry *entry = makeNode(RangeTblEntry);
	List	   *names = NIL;
	ListCell   *lc;

	foreach(lc, sub->targetList)
	{
		TargetEntry *column = lfirst_node(TargetEntry, lc);

		names = lappend(names, makeString(column->resname == NULL ?
											  pstrdup("cells") :
											  pstrdup(column->resname)));
	}
	entry->rtekind = RTE_SUBQUERY;
	entry->subquery = sub;
	entry->eref = makeAlias("children", names);
	entry->inFromCl = true;
	query->rtable = lappend(query->rtable, entry);
	return list_length(query->rtable);
}

/* Append a left join to the range table; no Var refers to it. */
static int
add_left_join(Query *query)
{
	RangeTblEntry *entry = makeNode(RangeTblEntry);

	entry->rtekind = RTE_JOIN;
	entry->jointype = JOIN_LEFT;
	entry->eref = makeAlias("unnamed_join", NIL);
	entry->inFromCl = true;
	query->rtable = lappend(query->rtable, entry);
	return list_length(query->rtable);
}

/* The rows of the query so far, as one node of a join tree. */
static Node *
rows_of(const FromExpr *tree)
{
	if (list_length(tree->fromlist) == 1)
		return linitial(tree->fromlist);
	return (Node *) makeFromExpr(tree->fromlist, NULL);
}

/* Join the subquery to the rows of the query. NULL if it cannot be joined. */
static Node *
join(Query *query, SubLink *link)
{
	Query	   *sub = (Query *) link->subselect;
	List	   *conditions;
	List	   *references = NIL;
	List	   *rest = NIL;
	JoinExpr   *joined;
	RangeTblRef *right;
	Var		   *cells;
	ListCell   *lc;

	if (link->subLinkType != EXPR_SUBLINK || !is_plain_aggregate(sub) ||
		contain_volatile_functions((Node *) sub))
		return NULL;
	sub = copyObject(sub);
	conditions = make_ands_implicit((Expr *) copyObject(sub->jointree->quals));
	foreach(lc, conditions)
	{
		Node	  **child;

		if (is_reference(lfirst(lc), &child))
			references = lappend(references, lfirst(lc));
		else
			rest = lappend(rest, lfirst(lc));
	}
	sub->jointree->quals = rest == NIL ?
		NULL :
		(Node *) make_ands_explicit(rest);
	if (references == NIL || has_outer((Node *) sub))
		return NULL;

	joined = makeNode(JoinExpr);
	right = makeNode(RangeTblRef);
	right->rtindex = list_length(query->rtable) + 1;
	foreach(lc, references)
	{
		Node	   *condition = lfirst(lc);
		Node	  **child;

		if (!is_reference(condition, &child))
			elog(ERROR, "a condition has changed");
		*child = (Node *) makeVar(right->rtindex, group_by(sub, *child),
								  exprType(*child), exprTypmod(*child),
								  exprCollation(*child), 1);
		IncrementVarSublevelsUp(condition, -1, 1);
	}
	add_subquery(query, sub);
	joined->jointype = JOIN_LEFT;
	joined->larg = rows_of(query->jointree);
	joined->rarg = (Node *) right;
	joined->quals = (Node *) make_ands_explicit(references);
	joined->rtindex = add_left_join(query);
	query->jointree->fromlist = list_make1(joined);

	cells = makeVar(right->rtindex, 1, extension_objects()->widerow, -1,
					InvalidOid, 0);
	compat_add_nulling_join(cells, joined->rtindex);
	return (Node *) cells;
}

/* ---- the query ---------------------------------------------------------- */

typedef struct Joining
{
	Query	   *query;
	bool		joined;
} Joining;

/*
 * Replace the subqueries of an expression. Those that CASE or COALESCE may not
 * evaluate remain.
 */
static Node *
replace(Node *node, Joining *joining)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, SubLink))
	{
		Node	   *cells = join(joining->query, (SubLink *) node);

		joining->joined |= cells != NULL;
		return cells != NULL ? cells : node;
	}
	if (IsA(node, TargetEntry) || IsA(node, FuncExpr) || IsA(node, OpExpr) ||
		IsA(node, RelabelType))
		return expression_tree_mutator(node, replace, joining);
	return node;
}

/* Join in a query and in the subqueries that it reads. */
static bool
join_in(Query *query)
{
	Joining		joining = {.query = query};
	ListCell   *lc;

	foreach(lc, query->rtable)
	{
		RangeTblEntry *entry = lfirst_node(RangeTblEntry, lc);

		if (entry->rtekind == RTE_SUBQUERY)
			joining.joined |= join_in(entry->subquery);
	}
	if (query->hasSubLinks && query->jointree->fromlist != NIL &&
		query->setOperations == NULL && query->rowMarks == NIL &&
		!query->hasAggs && query->groupClause == NIL &&
		query->groupingSets == NIL && query->havingQual == NULL)
	{
		ListCell   *column;

		foreach(column, query->targetList)
			lfirst(column) = replace(lfirst(column), &joining);
	}
	return joining.joined;
}

Query *
child_join(const Query *query)
{
	Query	   *copy = copyObject((Query *) query);

	return join_in(copy) ? copy : NULL;
}
