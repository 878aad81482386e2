/*
 * rowkey_selfuncs.c
 *		Selectivity estimators of <, <=, >, >= on rowkey and on the edges of
 *		ranges.
 *
 * PostgreSQL's scalar estimators see one comparison at a time and cannot
 * interpolate between bytes. These find all comparisons of the same column
 * with constants and estimate the resulting range (core/key_stats.c). The
 * first comparison returns the selectivity of the range; the others return 1.
 *
 * Without a constant, statistics do not help. A parameter is assumed to select
 * a few rows: then generic plans never cost more than custom plans, and an
 * index scan is the right plan for nearly every range of keys.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/pg_statistic.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "core/region/key_stats.h"
#include "hbase_schema.h"
#include "pg/rowkey/rowkey_bound.h"
#include "pg/rowkey/rowkey_stats.h"

/*
 * Assumed rows of a range known only at execution: a parameter, a join column.
 */
#define ROWS_OF_PARAMETER	2.0
#define ROWS_OF_JOIN		20.0

/*
 * The same where one row is safe: for a parameter when nothing is joined, and
 * for one inner scan of a nested loop, whose join estimate determines the
 * rows. From two rows on, a bitmap scan seems cheaper than an index scan,
 * which is wrong for so few rows; on a small table even with the sort for
 * ORDER BY key LIMIT n. With a join, one row for a parameter is not safe: a
 * nested loop over a whole table would cost as little.
 */
#define ROWS_OF_ONE_SCAN	1.0

PG_FUNCTION_INFO_V1(rowkey_range_sel);
PG_FUNCTION_INFO_V1(rowkey_range_joinsel);

/* ---- statistics of a column --------------------------------------------- */

typedef struct ColumnStats
{
	AttStatsSlot mcv;
	KeyBytes   *mcv_keys;
	KeyStats	keys;			/* keys.nbounds 0: no histogram */
	double		null_share;
	double		mcv_share;
} ColumnStats;

static KeyBytes *
slot_keys(const AttStatsSlot *slot)
{
	KeyBytes   *keys = palloc(sizeof(KeyBytes) * Max(slot->nvalues, 1));

	for (int i = 0; i < slot->nvalues; i++)
	{
		RowKey	   *key = DatumGetRowKeyPP(slot->values[i]);

		keys[i].p = (const uint8_t *) VARDATA_ANY(key);
		keys[i].len = VARSIZE_ANY_EXHDR(key);
	}
	return keys;
}

/*
 * Read a column's statistics; false if there are none or they are not
 * accessible.
 */
static bool
column_stats_open(VariableStatData *vardata, Oid operator, ColumnStats *column)
{
	AttStatsSlot histogram,
				prefixes;
	bool		has_histogram;

	if (!HeapTupleIsValid(vardata->statsTuple) ||
		!statistic_proc_security_check(vardata, get_opcode(operator)))
		return false;

	memset(column, 0, sizeof(ColumnStats));
	column->null_share =
		((Form_pg_statistic) GETSTRUCT(vardata->statsTuple))->stanullfrac;
	if (get_attstatsslot(&column->mcv, vardata->statsTuple, STATISTIC_KIND_MCV,
						 InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		column->mcv_keys = slot_keys(&column->mcv);
		for (int i = 0; i < column->mcv.nnumbers; i++)
			column->mcv_share += column->mcv.numbers[i];
	}
	has_histogram = get_attstatsslot(&histogram, vardata->statsTuple,
									 STATISTIC_KIND_HISTOGRAM, InvalidOid,
									 ATTSTATSSLOT_VALUES) &&
		histogram.nvalues >= 2;
	if (!get_attstatsslot(&prefixes, vardata->statsTuple,
						  STATISTIC_KIND_ROWKEY_PREFIXES, InvalidOid,
						  ATTSTATSSLOT_NUMBERS))
		prefixes.nnumbers = 0;
	if (has_histogram)
		key_stats_init(&column->keys, slot_keys(&histogram), histogram.nvalues,
					   prefixes.numbers, prefixes.nnumbers);
	return has_histogram || column->mcv_keys != NULL;
}

/* A range of keys for the estimators; without stop the end is open. */
typedef struct KeySpan
{
	KeyBytes	start;
	KeyBytes	stop;
	bool		has_stop;
	bool		stop_inclusive;
	bool		empty;
} KeySpan;

static bool
span_has(const KeySpan *span, KeyBytes key)
{
	int			c;

	if (span->empty ||
		bytes_compare(key.p, key.len, span->start.p, span->start.len) < 0)
		return false;
	if (!span->has_stop)
		return true;
	c = bytes_compare(key.p, key.len, span->stop.p, span->stop.len);
	return c < 0 || (c == 0 && span->stop_inclusive);
}

/* The fraction of all rows whose key is in the span. */
static double
span_selectivity(const ColumnStats *column, const KeySpan *span)
{
	double		result = 0;
	double		rest = 1.0 - column->null_share - column->mcv_share;

	if (span->empty)
		return 0;
	for (int i = 0; i < column->mcv.nvalues; i++)
	{
		if (span_has(span, column->mcv_keys[i]))
			result += column->mcv.numbers[i];
	}
	if (column->keys.nbounds > 0 && rest > 0)
		result += rest * key_stats_range(&column->keys, span->start,
										 span->has_stop ? &span->stop : NULL);
	CLAMP_PROBABILITY(result);
	return result;
}

/* True if an edge is computed from a multirange or an array of ranges. */
static bool
is_span_of_ranges(Node *edge)
{
	FuncExpr   *call = (FuncExpr *) edge;
	Oid			type;

	if (!IsA(call, FuncExpr) || list_length(call->args) != 1)
		return false;
	type = exprType(linitial(call->args));
	return type_is_multirange(type) || OidIsValid(get_element_type(type));
}

/* The selectivity of a number of rows of the column's relation. */
static double
rows_selectivity(const VariableStatData *vardata, double rows)
{
	double		tuples = vardata->rel != NULL ? vardata->rel->tuples : 0;

	return tuples > rows ? rows / tuples : 0.1;
}

/*
 * The selectivity of a range given by a parameter. The span of several ranges
 * is large: a custom plan, which scans each of them, must cost less.
 */
static double
parameter_selectivity(PlannerInfo *root, const VariableStatData *vardata,
					  Node *edge)
{
	bool		lone = bms_membership(root->all_baserels) == BMS_SINGLETON;

	if (is_span_of_ranges(edge))
		return DEFAULT_INEQ_SEL;
	return rows_selectivity(vardata,
							lone ? ROWS_OF_ONE_SCAN : ROWS_OF_PARAMETER);
}

/* ---- comparisons as edges ----------------------------------------------- */

/* column >= other (above) or column < other; other is simplified. */
typedef struct KeyEdge
{
	bool		above;
	bool		inclusive;		/* equal keys are included */
	bool		is_bound;		/* other is a rowkey_bound, else a rowkey */
	Node	   *other;
} KeyEdge;

static Node *
strip_relabel(Node *node)
{
	while (node != NULL && IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/*
 * Describe "left op right" if one side is the given column; false otherwise,
 * or if op is not an inequality of the column's btree family.
 */
static bool
describe_edge(PlannerInfo *root, Oid opno, Node *left, Node *right,
			  Node *column, Oid keytype, Oid family, KeyEdge *edge)
{
	int			strategy = get_op_opfamily_strategy(opno, family);
	bool		column_left = equal(strip_relabel(left), column);

	if (strategy == 0 || strategy == BTEqualStrategyNumber)
		return false;
	if (!column_left && !equal(strip_relabel(right), column))
		return false;
	edge->above = (strategy > BTEqualStrategyNumber) == column_left;
	edge->inclusive = strategy == BTLessEqualStrategyNumber ||
		strategy == BTGreaterEqualStrategyNumber;
	edge->other = estimate_expression_value(root, column_left ? right : left);
	edge->is_bound = getBaseType(exprType(edge->other)) != keytype;
	return true;
}

/* All comparisons of a column among the restrictions of its relation. */
static List *
column_edges(PlannerInfo *root, RelOptInfo *rel, Node *column, Oid keytype,
			 Oid family)
{
	List	   *edges = NIL;
	ListCell   *lc;

	if (rel == NULL)
		return NIL;
	foreach(lc, rel->baserestrictinfo)
	{
		OpExpr	   *clause = (OpExpr *) lfirst_node(RestrictInfo, lc)->clause;
		KeyEdge		edge;

		if (IsA(clause, OpExpr) && list_length(clause->args) == 2 &&
			describe_edge(root, clause->opno, linitial(clause->args),
						  lsecond(clause->args), column, keytype, family,
						  &edge))
		{
			KeyEdge    *copy = palloc(sizeof(KeyEdge));

			*copy = edge;
			edges = lappend(edges, copy);
		}
	}
	return edges;
}

static bool
same_edge(const KeyEdge *a, const KeyEdge *b)
{
	return a->above == b->above && a->inclusive == b->inclusive &&
		equal(a->other, b->other);
}

static bool
is_constant(const KeyEdge *edge)
{
	return IsA(edge->other, Const);
}

/* True if a constant edge does not know the other end of its range. */
static bool
has_unknown_stop(const KeyEdge *edge)
{
	RowKeyBound bound;

	rowkey_bound_open(((Const *) edge->other)->constvalue, &bound);
	return (bound.flags & BOUND_LONE) != 0;
}

/* The position of a constant edge: a key, or above every key (infinite). */
static KeyBytes
edge_cut(const KeyEdge *edge, bool *infinite)
{
	Datum		value = ((Const *) edge->other)->constvalue;
	RowKeyBound bound;
	RowKey	   *key;

	*infinite = false;
	if (edge->is_bound)
	{
		rowkey_bound_open(value, &bound);
		if (bound.flags & BOUND_UPPER)
		{
			*infinite = (bound.flags & BOUND_NO_STOP) != 0;
			return (KeyBytes) {bound.stop, bound.stop_len};
		}
		*infinite = (bound.flags & BOUND_EMPTY) != 0;
		return (KeyBytes) {bound.start, bound.start_len};
	}
	key = DatumGetRowKeyPP(value);
	return (KeyBytes) {(const uint8_t *) VARDATA_ANY(key),
					   VARSIZE_ANY_EXHDR(key)};
}

/* Narrow a span by a constant edge. */
static void
span_narrow(KeySpan *span, const KeyEdge *edge)
{
	bool		infinite;
	KeyBytes	cut = edge_cut(edge, &infinite);

	if (edge->above)
	{
		if (infinite)
			span->empty = true;
		else if (bytes_compare(cut.p, cut.len, span->start.p,
							   span->start.len) > 0)
			span->start = cut;
	}
	else if (!infinite &&
			 (!span->has_stop ||
			  bytes_compare(cut.p, cut.len, span->stop.p, span->stop.len) < 0))
	{
		span->stop = cut;
		span->has_stop = true;
		span->stop_inclusive = edge->inclusive;
	}
	if (span->has_stop)
	{
		int			c = bytes_compare(span->start.p, span->start.len,
									  span->stop.p, span->stop.len);

		if (c > 0 || (c == 0 && !span->stop_inclusive))
			span->empty = true;
	}
}

static const KeySpan all_keys = {.start = {(const uint8_t *) "", 0}};

/*
 * The selectivity of a constant edge without the other one (below OR, in a
 * join's path). The lower edge returns the selectivity of the whole range,
 * because the upper edge is evaluated beside it. Crossed edges come from NOT
 * of a range; OR combines them as s1 + s2 - s1 * s2.
 */
static double
lone_edge_selectivity(const ColumnStats *column, const KeyEdge *edge)
{
	KeySpan		span = all_keys;
	RowKeyBound bound;
	double		below;

	if (!edge->is_bound)
	{
		span_narrow(&span, edge);
		return span_selectivity(column, &span);
	}
	rowkey_bound_open(((Const *) edge->other)->constvalue, &bound);
	if (bound.flags & BOUND_EMPTY)
		return (bound.flags & BOUND_UPPER) != 0 && edge->above ? 1.0 : 0.0;
	if (edge->above && (bound.flags & BOUND_UPPER) == 0)
	{
		span.start = (KeyBytes) {bound.start, bound.start_len};
		span.stop = (KeyBytes) {bound.stop, bound.stop_len};
		span.has_stop = (bound.flags & BOUND_NO_STOP) == 0;
		return span_selectivity(column, &span);
	}
	if (!edge->above && (bound.flags & BOUND_UPPER) != 0)
		return 1.0;

	span.stop = (KeyBytes) {bound.start, bound.start_len};
	span.has_stop = true;
	below = span_selectivity(column, &span);
	if (!edge->above)
		return below;
	if (bound.flags & BOUND_NO_STOP)
		return 0;
	span = all_keys;
	span.start = (KeyBytes) {bound.stop, bound.stop_len};
	return below < 1 ? span_selectivity(column, &span) / (1 - below) : 1;
}

/*
 * The selectivity of the range for one row of another column: the average over
 * that column's prefixes, if the edge is computed from a column with
 * statistics; else the given number of rows.
 */
static double
join_edge_selectivity(PlannerInfo *root, VariableStatData *vardata,
					  Oid operator, const ColumnStats * column, Node *other,
					  double rows)
{
	double		result = rows_selectivity(vardata, rows);
	FuncExpr   *call = (FuncExpr *) other;
	VariableStatData prefix;
	ColumnStats prefixes;

	if (column == NULL || !IsA(other, FuncExpr) ||
		list_length(call->args) != 1)
		return result;
	examine_variable(root, linitial(call->args), 0, &prefix);
	if (prefix.vartype == vardata->vartype &&
		column_stats_open(&prefix, operator, &prefixes))
	{
		double		total = 0,
					weight = 0;
		uint8_t    *stop = palloc(ROWKEY_MAX_SIZE);

		for (int i = 0; i < prefixes.mcv.nvalues + prefixes.keys.nbounds; i++)
		{
			bool		common = i < prefixes.mcv.nvalues;
			KeyBytes	p = common ?
				prefixes.mcv_keys[i] :
				prefixes.keys.bounds[i - prefixes.mcv.nvalues];
			double		share = common ?
				prefixes.mcv.numbers[i] :
				Max(1 - prefixes.null_share - prefixes.mcv_share, 0) /
					prefixes.keys.nbounds;
			KeySpan		span = {.start = p, .stop = {stop, 0}};

			span.stop.len = bytes_prefix_stop(p.p, p.len, stop);
			span.has_stop = span.stop.len > 0;
			total += share * span_selectivity(column, &span);
			weight += share;
		}
		if (weight > 0)
			result = total / weight;
	}
	ReleaseVariableStats(prefix);
	return result;
}

/* ---- the estimators ----------------------------------------------------- */

/*
 * An edge without others of the column: below OR, or from a join. rows is the
 * assumption for a range from another table.
 */
static double
lone_selectivity(PlannerInfo *root, VariableStatData *vardata, Oid operator,
				 const KeyEdge *edge, const ColumnStats *column, double rows)
{
	if (is_constant(edge) && edge->is_bound && edge->above &&
		has_unknown_stop(edge))
		return rows_selectivity(vardata, ROWS_OF_JOIN);
	if (is_constant(edge) && column != NULL)
		return lone_edge_selectivity(column, edge);
	if (!edge->is_bound)
		return DEFAULT_INEQ_SEL;
	if (!edge->above)
		return 1.0;
	if (is_span_of_ranges(edge->other))
		return DEFAULT_INEQ_SEL;
	if (contain_var_clause(edge->other))
		return join_edge_selectivity(root, vardata, operator, column,
									 edge->other, rows);
	if (is_constant(edge))
		return rows_selectivity(vardata, ROWS_OF_JOIN);
	return parameter_selectivity(root, vardata, edge->other);
}

/*
 * edges: all restrictions of the column, this one included or not; rows as
 * above.
 */
static double
edge_selectivity(PlannerInfo *root, VariableStatData *vardata, Oid operator,
				 const KeyEdge *edge, List *edges, double rows)
{
	ColumnStats stats;
	ColumnStats *column = column_stats_open(vardata, operator, & stats) ?
		&stats :
		NULL;
	const KeyEdge *first = NULL;
	KeySpan		span = all_keys;
	bool		listed = false,
				above = false,
				below = false;
	ListCell   *lc;

	if (is_constant(edge) && ((Const *) edge->other)->constisnull)
		return 0;

	/* combine with edges of the same kind: with a constant, or without */
	foreach(lc, edges)
	{
		const KeyEdge *fellow = lfirst(lc);

		if (is_constant(fellow) != is_constant(edge))
			continue;
		if (is_constant(fellow) && ((Const *) fellow->other)->constisnull)
			return 0;
		if (first == NULL)
			first = fellow;
		if (is_constant(fellow))
			span_narrow(&span, fellow);
		listed |= same_edge(fellow, edge);
		above |= fellow->above;
		below |= !fellow->above;
	}

	if (!listed)
		return lone_selectivity(root, vardata, operator, edge, column, rows);
	if (!(above && below) && (column == NULL || !is_constant(edge)))
		return DEFAULT_INEQ_SEL;
	if (!same_edge(first, edge))
		return 1.0;				/* the first one returns it for all */
	if (!is_constant(edge))
		return parameter_selectivity(root, vardata, edge->other);
	if (column == NULL)
		return rows_selectivity(vardata, ROWS_OF_JOIN);
	return span_selectivity(column, &span);
}

/* The btree family that compares keys of a type. */
static Oid
key_family(Oid keytype)
{
	return lookup_type_cache(keytype, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
}

static double
restriction_selectivity(PlannerInfo *root, Oid operator, List * args,
						int varRelid)
{
	VariableStatData vardata;
	Node	   *other,
			   *column;
	bool		varonleft;
	Oid			keytype;
	KeyEdge		edge;
	double		result = DEFAULT_INEQ_SEL;

	CHECK_FOR_INTERRUPTS();		/* each of many comparisons reads all of
								 * them */
	if (!get_restriction_variable(root, args, varRelid, &vardata, &other,
								  &varonleft))
		return DEFAULT_INEQ_SEL;
	column = strip_relabel(vardata.var);
	keytype = getBaseType(exprType(column));
	if (describe_edge(root, operator, linitial(args), lsecond(args), column,
					  keytype, key_family(keytype), &edge))
		result = edge_selectivity(root, &vardata, operator, & edge,
								  column_edges(root, vardata.rel, column,
											   keytype, key_family(keytype)),
								  ROWS_OF_ONE_SCAN);
	ReleaseVariableStats(vardata);
	CLAMP_PROBABILITY(result);
	return result;
}

/* The selectivity of a join clause between a key and an edge. */
static double
join_selectivity(PlannerInfo *root, Oid operator, List *args)
{
	Oid			left,
				right;
	Node	   *key;
	Oid			keytype;
	VariableStatData vardata;
	KeyEdge		edge;
	double		result = DEFAULT_INEQ_SEL;

	op_input_types(operator, &left, &right);
	if (left == right)
		return DEFAULT_INEQ_SEL;
	/* keys have their own btree operator class, bounds have none */
	key = strip_relabel(OidIsValid(key_family(left)) ? linitial(args) :
													   lsecond(args));
	keytype = getBaseType(exprType(key));
	if (describe_edge(root, operator, linitial(args), lsecond(args), key,
					  keytype, key_family(keytype), &edge))
	{
		examine_variable(root, key, 0, &vardata);
		result = edge_selectivity(root, &vardata, operator, & edge, NIL,
								  ROWS_OF_JOIN);
		ReleaseVariableStats(vardata);
	}
	CLAMP_PROBABILITY(result);
	return result;
}

Datum
rowkey_range_sel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(
		restriction_selectivity((PlannerInfo *) PG_GETARG_POINTER(0),
								PG_GETARG_OID(1),
								(List *) PG_GETARG_POINTER(2),
								PG_GETARG_INT32(3)));
}

Datum
rowkey_range_joinsel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(join_selectivity((PlannerInfo *) PG_GETARG_POINTER(0),
									  PG_GETARG_OID(1),
									  (List *) PG_GETARG_POINTER(2)));
}
