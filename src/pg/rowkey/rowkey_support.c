/*
 * rowkey_support.c
 *		Planner support: rewrite conditions on prefixes and ranges to two
 *		comparisons of the btree (and BRIN) operator families.
 *
 * key ^@ p, starts_with(key, p), key <@ r and r @> key become key >=
 * rowkey_lower_bound(r) AND key < rowkey_upper_bound(r).
 *
 * Index matching and partition pruning support such comparisons, for
 * constants, parameters and join columns. A multirange is replaced by the
 * bounds of its span, and the exact condition is kept.
 */
#include "pg/base/compat.h"

#include "access/stratnum.h"
#include "catalog/namespace.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type_d.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(rowkey_range_support);

/*
 * A function of schema hbase_internal by its exact argument types, independent
 * of search_path and the caller's privileges.
 */
static Oid
schema_function(Oid namespace, const char *name, const Oid *argtypes,
				int nargs)
{
	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
						   CStringGetDatum(name),
						   PointerGetDatum(buildoidvector(argtypes, nargs)),
						   ObjectIdGetDatum(namespace));
}

/*
 * key OP edge, where edge is the function edge_name applied to a copy of the
 * range; NULL if a lookup gives InvalidOid. The call is folded here, because
 * the result is not simplified again and pruning needs constants.
 */
static Expr *
make_comparison(PlannerInfo *root, Node *key, Oid keytype, Node *range,
				Oid rangetype, Oid namespace, const char *edge_name,
				StrategyNumber strategy)
{
	Oid			edge_func = schema_function(namespace, edge_name, &rangetype,
											1);
	Oid			opclass = GetDefaultOpClass(keytype, BTREE_AM_OID);
	Oid			edge_type,
				opno;
	Node	   *edge;
	Expr	   *result;

	if (!OidIsValid(edge_func) || !OidIsValid(opclass))
		return NULL;
	edge_type = get_func_rettype(edge_func);
	opno = get_opfamily_member(get_opclass_family(opclass), keytype, edge_type,
							   strategy);
	if (!OidIsValid(opno))
		return NULL;

	edge = (Node *) makeFuncExpr(edge_func, edge_type,
								 list_make1(copyObject(range)), InvalidOid,
								 InvalidOid, COERCE_EXPLICIT_CALL);
	edge = eval_const_expressions(root, edge);
	result = make_opclause(opno, BOOLOID, false, (Expr *) copyObject(key),
						   (Expr *) edge, InvalidOid, InvalidOid);
	set_opfuncid((OpExpr *) result);
	return result;
}

Datum
rowkey_range_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;
	FuncExpr   *call;
	Oid			namespace;
	Oid		   *argtypes;
	int			nargs;
	int			key_arg,
				range_arg;
	Node	   *key,
			   *range;
	Oid			keytype,
				rangetype;
	List	   *conditions;
	Expr	   *above,
			   *below;

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	call = simplify->fcall;
	if (list_length(call->args) != 2)
		PG_RETURN_POINTER(NULL);

	/*
	 * Find the key argument. Only in "range @> key" is it on the right: there
	 * the left type is a (multi)range.
	 */
	get_func_signature(call->funcid, &argtypes, &nargs);
	key_arg = type_is_range(argtypes[0]) || type_is_multirange(argtypes[0]) ?
		1 :
		0;
	range_arg = 1 - key_arg;
	key = list_nth(call->args, key_arg);
	range = list_nth(call->args, range_arg);
	keytype = argtypes[key_arg];
	rangetype = argtypes[range_arg];

	/* Both sides are used twice. */
	if (contain_volatile_functions(key) || contain_volatile_functions(range) ||
		contain_subplans(key))
		PG_RETURN_POINTER(NULL);
	/* A constant key does not need an index; the exact test is cheaper. */
	if (IsA(key, Const))
		PG_RETURN_POINTER(NULL);

	/* Without the schema, only the exact test is possible. */
	namespace = get_namespace_oid("hbase_internal", true);
	if (!OidIsValid(namespace))
		PG_RETURN_POINTER(NULL);
	above = make_comparison(simplify->root, key, keytype, range, rangetype,
							namespace, "rowkey_lower_bound",
							BTGreaterEqualStrategyNumber);
	below = make_comparison(simplify->root, key, keytype, range, rangetype,
							namespace, "rowkey_upper_bound",
							BTLessStrategyNumber);
	if (above == NULL || below == NULL)
		PG_RETURN_POINTER(NULL);
	conditions = list_make2(above, below);

	if (type_is_multirange(rangetype))
	{
		Oid			check = schema_function(namespace,
											"rowkey_in_multirange_recheck",
											(Oid[]) {keytype, rangetype}, 2);

		if (!OidIsValid(check))
			PG_RETURN_POINTER(NULL);
		conditions = lappend(conditions,
							 makeFuncExpr(check, BOOLOID,
										  list_make2(copyObject(key),
													 copyObject(range)),
										  InvalidOid, InvalidOid,
										  COERCE_EXPLICIT_CALL));
	}
	PG_RETURN_POINTER(make_andclause(conditions));
}
