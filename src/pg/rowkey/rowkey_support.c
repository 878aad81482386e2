/*
 * rowkey_support.c
 *		Planner support: rewrite conditions on prefixes and ranges to
 *		comparisons of the btree (and BRIN) operator families.
 *
 * key ^@ p, starts_with(key, p), key <@ r and r @> key become key >=
 * rowkey_lower_bound(r) AND key < rowkey_upper_bound(r).
 *
 * Index matching and partition pruning support such comparisons, for
 * constants, parameters and join columns. A constant multirange or array of
 * ranges becomes such a pair for each range, joined by OR. Other ones, and
 * those with too many ranges, are replaced by the bounds of their span, and
 * the exact condition is kept.
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
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "pg/rowkey/rowkey_support.h"

/* More ranges than this become the bounds of their span. */
#define MOST_RANGES		64

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

/* key >= lower bound AND key < upper bound of a range, or of a span. */
static Expr *
make_bounds(PlannerInfo *root, Node *key, Oid keytype, Node *range,
			Oid rangetype, Oid namespace)
{
	Expr	   *above = make_comparison(root, key, keytype, range, rangetype,
										namespace, "rowkey_lower_bound",
										BTGreaterEqualStrategyNumber);
	Expr	   *below = make_comparison(root, key, keytype, range, rangetype,
										namespace, "rowkey_upper_bound",
										BTLessStrategyNumber);

	if (above == NULL || below == NULL)
		return NULL;
	return make_andclause(list_make2(above, below));
}

/* A constant array of ranges as the multirange of those that are not NULL. */
static Const *
array_multirange(const Const *array)
{
	ArrayType  *a = DatumGetArrayTypeP(array->constvalue);
	Oid			type = get_range_multirange(ARR_ELEMTYPE(a));
	TypeCacheEntry *range = lookup_type_cache(ARR_ELEMTYPE(a),
											  TYPECACHE_RANGE_INFO);
	RangeType **ranges;
	Datum	   *datums;
	bool	   *nulls;
	int			n;
	int			kept = 0;

	deconstruct_array(a, ARR_ELEMTYPE(a), range->typlen, range->typbyval,
					  range->typalign, &datums, &nulls, &n);
	ranges = palloc(Max(n, 1) * sizeof(RangeType *));
	for (int i = 0; i < n; i++)
		if (!nulls[i])
			ranges[kept++] = DatumGetRangeTypeP(datums[i]);
	return makeConst(type, -1, InvalidOid, -1,
					 MultirangeTypePGetDatum(
						 make_multirange(type, range, kept, ranges)),
					 false, false);
}

/*
 * The bounds of each range of a constant multirange, joined by OR; NULL if
 * there are none or too many.
 */
static Expr *
make_alternatives(PlannerInfo *root, Node *key, Oid keytype,
				  const Const *ranges, Oid namespace)
{
	TypeCacheEntry *range =
		lookup_type_cache(ranges->consttype,
						  TYPECACHE_MULTIRANGE_INFO)->rngtype;
	MultirangeType *mr = DatumGetMultirangeTypeP(ranges->constvalue);
	RangeType **each;
	int32		n;
	List	   *alternatives = NIL;

	multirange_deserialize(range, mr, &n, &each);
	if (n == 0 || n > MOST_RANGES)
		return NULL;
	for (int i = 0; i < n; i++)
	{
		Const	   *one = makeConst(range->type_id, -1, InvalidOid, -1,
									RangeTypePGetDatum(each[i]), false, false);
		Expr	   *bounds = make_bounds(root, key, keytype, (Node *) one,
										 range->type_id, namespace);

		if (bounds == NULL)
			return NULL;
		alternatives = lappend(alternatives, bounds);
	}
	return n == 1 ? linitial(alternatives) : make_orclause(alternatives);
}

Expr *
rowkey_ranges_condition(PlannerInfo *root, Node *key, Oid keytype,
						Node *ranges, Oid rangestype)
{
	Oid			namespace = get_namespace_oid("hbase_internal", true);
	bool		array = OidIsValid(get_element_type(rangestype));
	Expr	   *bounds;
	Oid			check;

	/* Without the schema, only the exact test is possible. */
	if (!OidIsValid(namespace))
		return NULL;
	if (IsA(ranges, Const) && (array || type_is_multirange(rangestype)))
	{
		Expr	   *alternatives;

		if (((Const *) ranges)->constisnull)
			return NULL;
		if (array)
		{
			ranges = (Node *) array_multirange((Const *) ranges);
			rangestype = ((Const *) ranges)->consttype;
			array = false;
		}
		alternatives = make_alternatives(root, key, keytype, (Const *) ranges,
										 namespace);
		if (alternatives != NULL)
			return alternatives;
	}
	bounds = make_bounds(root, key, keytype, ranges, rangestype, namespace);
	if (bounds == NULL || !(array || type_is_multirange(rangestype)))
		return bounds;

	check = schema_function(namespace,
							  array ? "rowkey_in_ranges_recheck" :
									  "rowkey_in_multirange_recheck",
							  (Oid[]) {keytype, rangestype}, 2);
	if (!OidIsValid(check))
		return NULL;
	return make_andclause(lappend(((BoolExpr *) bounds)->args,
								  makeFuncExpr(check, BOOLOID,
											   list_make2(copyObject(key),
														  copyObject(ranges)),
											   InvalidOid, InvalidOid,
											   COERCE_EXPLICIT_CALL)));
}

/* The key is on the right only in "ranges @> key". */
static bool
are_ranges(Oid type)
{
	return type_is_range(type) || type_is_multirange(type) ||
		OidIsValid(get_element_type(type));
}

Datum
rowkey_range_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;
	FuncExpr   *call;
	Oid		   *argtypes;
	int			nargs;
	int			key_arg;
	Node	   *key,
			   *range;

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	call = simplify->fcall;
	if (list_length(call->args) != 2)
		PG_RETURN_POINTER(NULL);
	get_func_signature(call->funcid, &argtypes, &nargs);
	key_arg = are_ranges(argtypes[0]) ? 1 : 0;
	key = list_nth(call->args, key_arg);
	range = list_nth(call->args, 1 - key_arg);

	/* Both sides are used twice. */
	if (contain_volatile_functions(key) || contain_volatile_functions(range) ||
		contain_subplans(key))
		PG_RETURN_POINTER(NULL);
	/* A constant key does not need an index; the exact test is cheaper. */
	if (IsA(key, Const))
		PG_RETURN_POINTER(NULL);
	/* key_quals.c sees what is in ARRAY(SELECT rowkey_scan(...)) */
	if (IsA(range, SubLink) && OidIsValid(get_element_type(exprType(range))))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(rowkey_ranges_condition(simplify->root, key,
											  argtypes[key_arg], range,
											  argtypes[1 - key_arg]));
}
