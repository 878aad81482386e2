/*
 * key_quals.c
 *		Conditions that the planner cannot relate to the key by itself.
 *
 * Two kinds of conditions have no call of a support function. They are found
 * in the query when the planner has simplified it and begins with a relation:
 *
 * - key <@ ANY (ranges), and key <@ ARRAY(SELECT rowkey_scan(...)): replaced
 * by comparisons with the bounds of the ranges (rowkey_support.c).
 *
 * - Comparisons of rowkey_field(layout, key, ...), as in the views of
 * hbase.read_view(): if the query also tests that the key conforms to the
 * layout, they imply that the key is in certain ranges. That condition is
 * added; the comparisons stay.
 *
 * The second needs the test: a key with a wrong salt has fields, but is not
 * where their salt says.
 */
#include "pg/base/compat.h"

#include "access/stratnum.h"
#include "access/transam.h"
#include "catalog/namespace.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type_d.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "core/layout/layout_parse.h"
#include "core/layout/layout_scan.h"
#include "pg/base/extension_objects.h"
#include "pg/base/utf8_text.h"
#include "pg/layout/field_range.h"
#include "pg/layout/key_quals.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/rowkey/rowkey_support.h"

PG_FUNCTION_INFO_V1(key_quals_support);

static get_relation_info_hook_type next_hook = NULL;

/*
 * rowkey_field(), as of the last query with it: a query with a call of it has
 * called its support function before the hook.
 */
static Oid	field_function = InvalidOid;

/* Conditions that hold together for each row of the relation in a join. */
typedef struct Scope
{
	Node	  **home;			/* the list for what they imply together */
	List	   *lists;			/* of Node **: all lists */
} Scope;

/* ---- scopes of conditions ----------------------------------------------- */

/*
 * Append the scopes of a part of a join tree to *scopes. It is in the scope
 * given; if that is NULL, it begins one.
 */
static void
find_scopes(Node *node, Scope *scope, List **scopes)
{
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;
		ListCell   *lc;

		if (scope == NULL)
		{
			scope = palloc0(sizeof(Scope));
			scope->home = &from->quals;
			*scopes = lappend(*scopes, scope);
		}
		scope->lists = lappend(scope->lists, &from->quals);
		foreach(lc, from->fromlist)
			find_scopes(lfirst(lc), scope, scopes);
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;
		Scope	   *inner = palloc0(sizeof(Scope));

		/* the conditions of the join and of its right side */
		inner->home = &join->quals;
		switch (join->jointype)
		{
			case JOIN_INNER:
				if (scope == NULL)
				{
					scope = inner;
					*scopes = lappend(*scopes, scope);
				}
				scope->lists = lappend(scope->lists, &join->quals);
				find_scopes(join->larg, scope, scopes);
				find_scopes(join->rarg, scope, scopes);
				break;
			case JOIN_LEFT:
			case JOIN_SEMI:
			case JOIN_ANTI:
				/* conditions on the whole join hold for its left side too */
				find_scopes(join->larg, scope, scopes);
				*scopes = lappend(*scopes, inner);
				inner->lists = lappend(inner->lists, &join->quals);
				find_scopes(join->rarg, inner, scopes);
				break;
			default:
				find_scopes(join->larg, NULL, scopes);
				find_scopes(join->rarg, NULL, scopes);
				break;
		}
	}
}

/* ---- parts of conditions ------------------------------------------------ */

static Node *
strip_relabel(Node *node)
{
	while (node != NULL && IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* The column of the relation that an expression is; NULL if it is none. */
static Var *
column_of(Node *node, Index rti)
{
	Var		   *var = (Var *) strip_relabel(node);

	return var != NULL && IsA(var, Var) && var->varno == rti &&
		var->varlevelsup == 0 ?
		var :
		NULL;
}

/* The value of a constant that is not NULL; false for other expressions. */
static bool
constant_of(Node *node, Datum *value)
{
	Const	   *constant = (Const *) node;

	if (!IsA(node, Const) || constant->constisnull)
		return false;
	*value = constant->constvalue;
	return true;
}

/* True for a function of this name beside rowkey_field(). */
static bool
is_beside_field(Oid function, const char *name)
{
	return get_func_namespace(function) ==
		get_func_namespace(field_function) &&
		strcmp(get_func_name(function), name) == 0;
}

static bool
unsafe_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubPlan) || IsA(node, AlternativeSubPlan) ||
		IsA(node, SubLink) || IsA(node, PlaceHolderVar))
		return true;
	return expression_tree_walker(node, unsafe_walker, context);
}

/*
 * True if a value may be computed a second time, for an index: it is not
 * volatile, has no subquery, and does not depend on the relation itself.
 */
static bool
is_repeatable(PlannerInfo *root, Node *value, Index rti)
{
	return !contain_volatile_functions(value) && !unsafe_walker(value, NULL) &&
		!bms_is_member(rti, pull_varnos(root, value));
}

/* ---- key <@ ANY (ranges) ------------------------------------------------ */

/*
 * The call of rowkey_scan() whose rows are the elements of an array that a
 * subquery makes, ARRAY(SELECT rowkey_scan(...)) or ARRAY(SELECT r FROM
 * rowkey_scan(...) r); NULL if it is another query.
 */
static FuncExpr *
scan_of_array(PlannerInfo *root, Node *array)
{
	Param	   *param = (Param *) array;
	ListCell   *lc;

	if (!IsA(param, Param) || param->paramkind != PARAM_EXEC)
		return NULL;
	foreach(lc, root->init_plans)
	{
		SubPlan    *subplan = lfirst(lc);
		Plan	   *plan;
		TargetEntry *target;
		Node	   *rows;

		if (subplan->subLinkType != ARRAY_SUBLINK ||
			!list_member_int(subplan->setParam, param->paramid))
			continue;
		plan = list_nth(root->glob->subplans, subplan->plan_id - 1);
		if (list_length(plan->targetlist) != 1)
			return NULL;
		target = linitial(plan->targetlist);
		rows = (Node *) target->expr;
		if (IsA(plan, FunctionScan) && plan->qual == NIL && IsA(rows, Var) &&
			list_length(((FunctionScan *) plan)->functions) == 1 &&
			((Var *) rows)->varattno == 1)
			rows = ((RangeTblFunction *) linitial(
						((FunctionScan *) plan)->functions))->funcexpr;
		else if (!IsA(plan, ProjectSet) || plan->lefttree == NULL ||
				 !IsA(plan->lefttree, Result) ||
				 ((Result *) plan->lefttree)->resconstantqual != NULL)
			return NULL;
		return IsA(rows, FuncExpr) ? (FuncExpr *) rows : NULL;
	}
	return NULL;
}

/*
 * What rowkey_ranges() returns for the arguments of a call of rowkey_scan(),
 * if they are constants; NULL if not, or for another function.
 */
static Const *
ranges_of_scan(PlannerInfo *root, FuncExpr *scan)
{
	Oid		   *argtypes;
	int			nargs;
	Oid			ranges;
	FuncExpr   *call;

	if (strcmp(get_func_name(scan->funcid), "rowkey_scan") != 0 ||
		get_func_namespace(scan->funcid) != extension_objects()->schema)
		return NULL;
	get_func_signature(scan->funcid, &argtypes, &nargs);
	ranges = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
							 CStringGetDatum("rowkey_ranges"),
							 PointerGetDatum(buildoidvector(argtypes, nargs)),
							 ObjectIdGetDatum(extension_objects()->schema));
	if (!OidIsValid(ranges))
		return NULL;
	call = copyObject(scan);
	call->funcid = ranges;
	call->funcretset = false;
	call->funcresulttype = get_func_rettype(ranges);
	call = (FuncExpr *) eval_const_expressions(root, (Node *) call);
	return IsA(call, Const) ? (Const *) call : NULL;
}

/*
 * If a condition is that a key of the relation is in one of the ranges of an
 * array, the same as comparisons; else NULL.
 */
static Expr *
array_condition(PlannerInfo *root, Index rti, Node *clause)
{
	Node	   *key,
			   *array;
	Oid			function;
	Oid			keytype,
				arraytype;
	FuncExpr   *scan;
	Const	   *ranges;

	if (IsA(clause, ScalarArrayOpExpr) &&
		((ScalarArrayOpExpr *) clause)->useOr)
	{
		ScalarArrayOpExpr *any = (ScalarArrayOpExpr *) clause;

		function = get_opcode(any->opno);
		key = linitial(any->args);
		array = lsecond(any->args);
	}
	else if (IsA(clause, OpExpr) &&
			 list_length(((OpExpr *) clause)->args) == 2)
	{
		OpExpr	   *op = (OpExpr *) clause;
		bool		commuted = column_of(lsecond(op->args), rti) != NULL;

		function = get_opcode(op->opno);
		key = list_nth(op->args, commuted ? 1 : 0);
		array = list_nth(op->args, commuted ? 0 : 1);
	}
	else
		return NULL;
	if (column_of(key, rti) == NULL || !OidIsValid(function) ||
		get_func_namespace(function) !=
			get_namespace_oid("hbase_internal", true) ||
		strcmp(get_func_name(function),
			   IsA(clause, OpExpr) ?
				   (key == linitial(((OpExpr *) clause)->args) ?
						"rowkey_in_ranges" :
						"rowkey_ranges_contain") :
				   "rowkey_in_range") != 0 ||
		!is_repeatable(root, array, rti))
		return NULL;

	keytype = extension_objects()->rowkey;
	arraytype = getBaseType(exprType(array));
	scan = scan_of_array(root, array);
	ranges = scan == NULL ? NULL : ranges_of_scan(root, scan);
	if (ranges != NULL)
		return rowkey_ranges_condition(root, key, keytype, (Node *) ranges,
									   ranges->consttype);
	return rowkey_ranges_condition(root, key, keytype, array, arraytype);
}

/* Replace such conditions in a list. */
static void
replace_array_conditions(PlannerInfo *root, Index rti, Node **quals)
{
	List	   *result = NIL;
	bool		changed = false;
	ListCell   *lc;

	foreach(lc, (List *) *quals)
	{
		Expr	   *condition = array_condition(root, rti, lfirst(lc));

		changed |= condition != NULL;
		if (condition == NULL)
			result = lappend(result, lfirst(lc));
		else
			result = list_concat(result, make_ands_implicit(condition));
	}
	if (changed)
		*quals = (Node *) result;
}

/* ---- comparisons of fields ---------------------------------------------- */

/* The comparisons with fields of one key by one layout. */
typedef struct KeyFields
{
	Const	   *stored;			/* the layout */
	Layout	   *layout;
	Var		   *key;
	StringInfoData comparisons;	/* as field_range() reads them */
	List	   *values;
	bool		equal[LAYOUT_MAX_FIELDS];
} KeyFields;

/*
 * If an expression is a field of a key of the relation: its number, and the
 * layout and key.
 */
static bool
field_of(Node *node, Index rti, Const **stored, Layout **layout, Var **key,
		 int *field)
{
	FuncExpr   *call = (FuncExpr *) strip_relabel(node);
	Datum		value;
	Datum		name;
	const char *utf8;
	int			len;

	if (call == NULL || !IsA(call, FuncExpr) ||
		call->funcid != field_function || list_length(call->args) != 4 ||
		!constant_of(linitial(call->args), &value) ||
		!constant_of(lthird(call->args), &name))
		return false;
	*stored = linitial(call->args);
	*key = column_of(lsecond(call->args), rti);
	if (*key == NULL)
		return false;
	*layout = layout_compile(DatumGetLayoutPP(value));
	utf8 = TextDatumGetCString(name);
	len = strlen(utf8);
	utf8 = utf8_text_from_server(utf8, &len);
	*field = layout_find_field(*layout, utf8, len);
	return *field >= 0;
}

/*
 * Types whose equal values have the same bytes in a key, and are ordered as
 * conditions on fields are; not float8 (-0 = 0) or char(n) (blanks).
 */
static bool
is_comparable(Oid left, Oid right)
{
	switch (left)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
			return right == INT2OID || right == INT4OID || right == INT8OID;
		case TEXTOID:
		case BYTEAOID:
		case UUIDOID:
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return right == left;
	}
	return false;
}

/* The comparison that an operator makes of a field; 0 if it is another one. */
static char
comparison_of(Oid opno, Oid collation)
{
	static const char names[] = {
		[BTLessStrategyNumber] = FIELD_LESS,
		[BTLessEqualStrategyNumber] = FIELD_LESS_EQUAL,
		[BTEqualStrategyNumber] = FIELD_EQUAL,
		[BTGreaterEqualStrategyNumber] = FIELD_GREATER_EQUAL,
		[BTGreaterStrategyNumber] = FIELD_GREATER,
	};
	Oid			left,
				right;
	Oid			opclass;
	int			strategy;

	op_input_types(opno, &left, &right);
	if (!is_comparable(left, right))
		return 0;
	opclass = GetDefaultOpClass(left, BTREE_AM_OID);
	strategy = get_op_opfamily_strategy(opno, get_opclass_family(opclass));
	/* equality of a collation is that of bytes, its order is not */
	if (OidIsValid(collation) &&
		(strategy == BTEqualStrategyNumber ?
			 !get_collation_isdeterministic(collation) :
			 collation != C_COLLATION_OID))
		return 0;
	return strategy == 0 ? 0 : names[strategy];
}

/*
 * If a condition compares a field of a key of the relation with a value: the
 * comparison and the value.
 */
static bool
read_comparison(PlannerInfo *root, Index rti, Node *clause, Const **stored,
				Layout **layout, Var **key, int *field, char *comparison,
				Node **value)
{
	if (IsA(clause, ScalarArrayOpExpr) &&
		((ScalarArrayOpExpr *) clause)->useOr)
	{
		ScalarArrayOpExpr *any = (ScalarArrayOpExpr *) clause;

		if (!field_of(linitial(any->args), rti, stored, layout, key, field) ||
			comparison_of(any->opno, any->inputcollid) != FIELD_EQUAL)
			return false;
		*comparison = FIELD_ANY;
		*value = lsecond(any->args);
	}
	else if (IsA(clause, OpExpr) &&
			 list_length(((OpExpr *) clause)->args) == 2)
	{
		OpExpr	   *op = (OpExpr *) clause;
		Oid			opno = op->opno;

		if (field_of(linitial(op->args), rti, stored, layout, key, field))
			*value = lsecond(op->args);
		else if (field_of(lsecond(op->args), rti, stored, layout, key, field))
		{
			*value = linitial(op->args);
			opno = get_commutator(opno);
		}
		else
			return false;
		*comparison = OidIsValid(opno) ?
			comparison_of(opno, op->inputcollid) :
			0;
	}
	else
		return false;
	return *comparison != 0 && is_repeatable(root, *value, rti);
}

/* Add a comparison to those with the same layout and key. */
static void
add_comparison(List **all, Const *stored, Layout *layout, Var *key, int field,
			   char comparison, Node *value)
{
	KeyFields  *fields = NULL;
	ListCell   *lc;

	foreach(lc, *all)
	{
		KeyFields  *each = lfirst(lc);

		if (equal(each->stored, stored) && equal(each->key, key))
			fields = each;
	}
	if (fields == NULL)
	{
		fields = palloc0(sizeof(KeyFields));
		fields->stored = stored;
		fields->layout = layout;
		fields->key = key;
		initStringInfo(&fields->comparisons);
		*all = lappend(*all, fields);
	}
	/* a function has at most FUNC_MAX_ARGS arguments */
	if (list_length(fields->values) + 3 > FUNC_MAX_ARGS)
		return;
	appendStringInfo(&fields->comparisons, "%d%c", field, comparison);
	fields->values = lappend(fields->values, value);
	fields->equal[field] |= comparison == FIELD_EQUAL;
}

/*
 * True if a condition is that the key conforms to the layout:
 * rowkey_conforms(layout, key), or rowkey_which(layouts, key) = n with that
 * layout.
 */
static bool
tests_conformity(Node *clause, const KeyFields *fields)
{
	FuncExpr   *call = (FuncExpr *) clause;
	OpExpr	   *op = (OpExpr *) clause;
	Datum		layouts;
	Datum		number;
	Datum		layout;
	bool		isnull;
	int			index;

	if (IsA(call, FuncExpr) && list_length(call->args) == 2)
		return is_beside_field(call->funcid, "rowkey_conforms") &&
			equal(linitial(call->args), fields->stored) &&
			equal(strip_relabel(lsecond(call->args)), fields->key);

	if (!IsA(op, OpExpr) || list_length(op->args) != 2 ||
		get_opcode(op->opno) != F_INT4EQ)
		return false;
	call = linitial(op->args);
	if (!IsA(call, FuncExpr) || list_length(call->args) != 2 ||
		!is_beside_field(call->funcid, "rowkey_which") ||
		!equal(strip_relabel(lsecond(call->args)), fields->key) ||
		!constant_of(linitial(call->args), &layouts) ||
		!constant_of(lsecond(op->args), &number))
		return false;
	index = DatumGetInt32(number);
	layout = array_get_element(layouts, 1, &index, -1, -1, false, TYPALIGN_INT,
							   &isnull);
	return !isnull &&
		datumIsEqual(layout, fields->stored->constvalue, false, -1);
}

/* True if a constant multirange has all keys. */
static bool
are_all_keys(const Const *ranges)
{
	TypeCacheEntry *range =
		lookup_type_cache(ranges->consttype,
						  TYPECACHE_MULTIRANGE_INFO)->rngtype;
	RangeType **each;
	int32		n;
	RangeBound	lower,
				upper;
	bool		empty;

	multirange_deserialize(range, DatumGetMultirangeTypeP(ranges->constvalue),
						   &n, &each);
	if (n != 1)
		return false;
	range_deserialize(range, each[0], &lower, &upper, &empty);
	return lower.infinite && upper.infinite;
}

/* The condition on the key that comparisons imply; NULL if there is none. */
static Expr *
implied_condition(PlannerInfo *root, KeyFields *fields)
{
	const ExtensionObjects *own = extension_objects();
	Oid			argtypes[] = {own->layout, TEXTOID, ANYOID};
	bool		single = layout_expected_ranges(fields->layout,
												fields->equal) == 1;
	bool		constant = true;
	Const	   *comparisons;
	List	   *args;
	Oid			function;
	Node	   *ranges;
	ListCell   *lc;

	foreach(lc, fields->values)
		constant &= IsA(lfirst(lc), Const);
	comparisons = makeConst(TEXTOID, -1, InvalidOid, -1,
							CStringGetTextDatum(fields->comparisons.data),
							false, false);
	args = list_concat(list_make2(copyObject(fields->stored), comparisons),
					   copyObject(fields->values));
	/* one range is estimated better as such */
	function = extension_function(single && !constant ? "field_range" :
												  "field_ranges",
							lengthof(argtypes), argtypes);
	ranges = (Node *) makeFuncExpr(function, get_func_rettype(function), args,
								   InvalidOid, InvalidOid,
								   COERCE_EXPLICIT_CALL);
	ranges = eval_const_expressions(root, ranges);
	if (IsA(ranges, Const) && are_all_keys((Const *) ranges))
		return NULL;
	return rowkey_ranges_condition(root, (Node *) fields->key, own->rowkey,
								   ranges, exprType(ranges));
}

/* Add to a scope what its comparisons of fields imply. */
static void
add_implied_conditions(PlannerInfo *root, Index rti, Scope *scope)
{
	List	   *all = NIL;
	ListCell   *lc;
	ListCell   *qual;

	foreach(lc, scope->lists)
		foreach(qual, (List *) *(Node **) lfirst(lc))
		{
			Const	   *stored;
			Layout	   *layout;
			Var		   *key;
			int			field;
			char		comparison;
			Node	   *value;

			if (read_comparison(root, rti, lfirst(qual), &stored, &layout,
								&key, &field, &comparison, &value))
				add_comparison(&all, stored, layout, key, field, comparison,
							   value);
		}
	foreach(lc, all)
	{
		KeyFields  *fields = lfirst(lc);
		ListCell   *list;
		bool		conforms = false;
		Expr	   *condition;

		foreach(list, scope->lists)
			foreach(qual, (List *) *(Node **) lfirst(list))
				conforms |= tests_conformity(lfirst(qual), fields);
		condition = conforms ? implied_condition(root, fields) : NULL;
		if (condition != NULL)
			*scope->home = (Node *) list_concat(
				list_copy((List *) *scope->home),
				make_ands_implicit(condition));
	}
}

/* ---- the hook ----------------------------------------------------------- */

static void
complete_conditions(PlannerInfo *root, Oid relid, bool inhparent,
					RelOptInfo *rel)
{
	List	   *scopes = NIL;
	ListCell   *lc;

	if (next_hook != NULL)
		next_hook(root, relid, inhparent, rel);
	/* CREATE INDEX and CLUSTER have no query */
	if (root->parse->jointree == NULL ||
		rel->reloptkind != RELOPT_BASEREL || relid < FirstNormalObjectId ||
		!OidIsValid(get_namespace_oid("hbase_internal", true)))
		return;
	find_scopes((Node *) root->parse->jointree, NULL, &scopes);
	foreach(lc, scopes)
	{
		Scope	   *scope = lfirst(lc);
		ListCell   *list;

		foreach(list, scope->lists)
			replace_array_conditions(root, rel->relid,
									 (Node **) lfirst(list));
		if (OidIsValid(field_function))
			add_implied_conditions(root, rel->relid, scope);
	}
}

void
key_quals_install(void)
{
	next_hook = get_relation_info_hook;
	get_relation_info_hook = complete_conditions;
}

/* Planner support of rowkey_field(): remember the function. */
Datum
key_quals_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
		field_function = ((SupportRequestSimplify *) request)->fcall->funcid;
	PG_RETURN_POINTER(NULL);
}
