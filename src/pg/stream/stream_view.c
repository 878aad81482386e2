/*
 * stream_view.c
 *		The mapping of a relation, as a change stream evaluates it.
 *
 * No locks are taken: a session that waits for a synchronous standby keeps its
 * locks, and the stream may be what it waits for. So the functions of the
 * relation cache are called directly, as in pgoutput.
 */
#include "pg/base/compat.h"

#include "access/sysattr.h"
#include "access/htup_details.h"
#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/relcache.h"

#include "core/base/error.h"
#include "core/transform/digest.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/stream/stream_rule.h"
#include "pg/stream/stream_view.h"
#include "pg/table/definition.h"

#define USE_DELTAS	"Use hbase.export_delta() for this relation."

void
stream_view_refuse(Oid relid, const char *detail, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("changes of %s cannot be streamed",
					definition_relation_name(relid)),
			 errdetail("%s", detail), errhint("%s", hint)));
	pg_unreachable();
}

static Relation
get_relation(Oid relid)
{
	Relation	rel = RelationIdGetRelation(relid);

	if (!RelationIsValid(rel))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relid)));
	return rel;
}

/* ---- the query of a view ------------------------------------------------ */

/* Why the view does not have one row for each row of one table, or NULL. */
static const char *
query_problem(const Query *query)
{
	if (query->setOperations != NULL)
		return "The view is a UNION or another set operation.";
	if (query->hasAggs || query->groupClause != NIL ||
		query->groupingSets != NIL || query->havingQual != NULL)
		return "The view aggregates rows.";
	if (query->hasWindowFuncs)
		return "The view calls window functions.";
	if (query->distinctClause != NIL)
		return "The view has DISTINCT.";
	if (query->limitCount != NULL || query->limitOffset != NULL)
		return "The view has LIMIT or OFFSET.";
	if (query->cteList != NIL)
		return "The view has WITH.";
	if (query->hasTargetSRFs)
		return "The view calls a set-returning function.";
	if (query->hasSubLinks)
		return "The view has a subquery.";
	if (list_length(query->jointree->fromlist) != 1 ||
		!IsA(linitial(query->jointree->fromlist), RangeTblRef))
		return "The view does not read exactly one table.";
	return NULL;
}

/* The table of a view, checked; its number in the query. */
static Oid
base_table(Oid relid, const Query *query, int *number)
{
	const char *problem = query_problem(query);
	RangeTblEntry *rte;
	Relation	base;

	if (problem != NULL)
		stream_view_refuse(relid, problem, USE_DELTAS);
	*number = ((RangeTblRef *) linitial(query->jointree->fromlist))->rtindex;
	rte = rt_fetch(*number, query->rtable);
	if (rte->rtekind != RTE_RELATION ||
		(rte->relkind != RELKIND_RELATION &&
		 rte->relkind != RELKIND_PARTITIONED_TABLE))
		stream_view_refuse(relid, "The view does not read a table.",
						   USE_DELTAS);
	if (rte->tablesample != NULL)
		stream_view_refuse(relid, "The view has TABLESAMPLE.", USE_DELTAS);
	base = get_relation(rte->relid);
	if (base->rd_rel->relkind == RELKIND_PARTITIONED_TABLE && !rte->inh)
		stream_view_refuse(relid,
						   "The view reads ONLY a partitioned table, which has no rows of its own.",
						   "Remove ONLY.");
	if (base->rd_rel->relkind == RELKIND_RELATION && rte->inh &&
		find_inheritance_children(rte->relid, NoLock) != NIL)
		stream_view_refuse(relid,
						   "Other tables inherit from the table of the view.",
						   "Write FROM ONLY for the rows of the table itself, or use hbase.export_delta().");
	RelationClose(base);
	return rte->relid;
}

static void
check_base(Oid relid, Oid baseid)
{
	Relation	base = get_relation(baseid);
	char	   *name = definition_relation_name(baseid);

	if (base->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT)
		stream_view_refuse(relid,
						   psprintf("Changes of %s are not logged.", name),
						   psprintf("ALTER TABLE %s SET LOGGED;", name));
	if (base->rd_rel->relrowsecurity)
		stream_view_refuse(relid,
						   psprintf("%s has row-level security, and the log has the rows that it hides.",
									name),
						   USE_DELTAS);
	if (IsCatalogRelationOid(baseid))
		stream_view_refuse(relid,
						   psprintf("%s is a catalog of the system.", name),
						   USE_DELTAS);
	RelationClose(base);
}

/* ---- expressions -------------------------------------------------------- */

/* Plan an expression over table number n, and check it. */
static Expr *
plan_expr(StreamView *view, Expr *expr, int n, const char *what)
{
	Oid			relid = view->relid;
	char	   *problem;

	/* what planning makes acceptable may depend on the body of a function */
	if (stream_rule_problem(expr) != NULL)
		view->inlined = true;
	expr = copyObject(expr);
	ChangeVarNodes((Node *) expr, n, 1, 0);
	expr = expression_planner(expr);
	problem = stream_rule_problem(expr);
	if (problem != NULL)
		stream_view_refuse(
			relid,
			psprintf("%s cannot be computed from a row of the log. %s", what,
					 problem),
			"Write it with IMMUTABLE functions and operators of PostgreSQL and of this extension, or use hbase.export_delta().");
	return expr;
}

/* Virtual generated columns are not in the log. */
static void
check_columns(const StreamView *view)
{
	Relation	base = get_relation(view->base);
	TupleDesc	desc = RelationGetDescr(base);
	int			i = -1;

	while ((i = bms_next_member(view->columns, i)) >= 0)
	{
		AttrNumber	n = i + FirstLowInvalidHeapAttributeNumber;

		if (n > 0 && compat_is_virtual_column(TupleDescAttr(desc, n - 1)))
			stream_view_refuse(
				view->relid,
				psprintf("Column \"%s\" of %s is a virtual generated column, which is not in the log.",
						 NameStr(TupleDescAttr(desc, n - 1)->attname),
						 definition_relation_name(view->base)),
				"Make it a stored generated column.");
	}
	RelationClose(base);
}

/* The expression of a column of a query. */
static Expr *
query_column(Query *query, AttrNumber column)
{
	TargetEntry *entry = get_tle_by_resno(query->targetList, column);

	return entry == NULL ? NULL : entry->expr;
}

static Expr *
table_column(Relation rel, AttrNumber column)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(rel),
												column - 1);

	return (Expr *) makeVar(1, column, attribute->atttypid,
							attribute->atttypmod, attribute->attcollation, 0);
}

/* Remove " :location n" from the text of nodes. */
static void
remove_locations(char *text)
{
	static const char mark[] = " :location ";
	char	   *to = text;

	while (*text != '\0')
	{
		if (strncmp(text, mark, sizeof(mark) - 1) == 0)
		{
			text += sizeof(mark) - 1;
			text += strspn(text, "-0123456789");
		}
		else
			*to++ = *text++;
	}
	*to = '\0';
}

/* The plugin reads OIDs and columns from an option, so they can be wrong. */
static void
check_types(const StreamView *view)
{
	const ExtensionObjects *own = extension_objects();

	if (exprType((Node *) view->key) != own->rowkey)
		stream_view_refuse(view->relid, "Its row key is not of type rowkey.",
						   "Pass the mapping that hbase.stream_mapping() returns.");
	for (int f = 0; f < view->nfamilies; f++)
		if (exprType((Node *) view->families[f]) != own->widerow)
			stream_view_refuse(view->relid,
							   "A column family is not of type widerow.",
							   "Pass the mapping that hbase.stream_mapping() returns.");
}

static void
compute_digest(StreamView *view)
{
	List	   *all = list_make2(view->key, view->condition);
	char	   *text;
	Digest	   *digest;
	uint8		bytes[32];
	CoreError	err;

	for (int i = 0; i < view->nfamilies; i++)
		all = lappend(all, view->families[i]);
	text = nodeToString(all);
	remove_locations(text);
	if (!digest_find("sha256", 6, &digest, &err) ||
		!digest_compute(digest, (const uint8_t *) text, strlen(text), bytes,
						sizeof(bytes), &err))
		core_error_raise(&err);
	hex_encode((const char *) bytes, sizeof(bytes), view->digest);
	view->digest[64] = '\0';
}

/* True if a UNIQUE index of base guarantees that the key is unique. */
static bool
is_unique_index(const StreamView *view, Relation index, bool immediate)
{
	Form_pg_index form = index->rd_index;
	List	   *expressions;

	if (!form->indisunique || !form->indisvalid ||
		(immediate && !form->indimmediate) ||
		RelationGetIndexPredicate(index) != NIL)
		return false;
	expressions = RelationGetIndexExpressions(index);
	if (expressions != NIL)
		return form->indnkeyatts == 1 &&
			equal(linitial(expressions), view->key);
	for (int i = 0; i < form->indnkeyatts; i++)
		if (!bms_is_member(form->indkey.values[i] -
							   FirstLowInvalidHeapAttributeNumber,
						   view->key_columns))
			return false;
	return true;
}

static bool
has_unique_key(const StreamView *view, bool immediate)
{
	Relation	base = get_relation(view->base);
	List	   *indexes = RelationGetIndexList(base);
	ListCell   *lc;
	bool		found = false;

	foreach(lc, indexes)
	{
		Relation	index = RelationIdGetRelation(lfirst_oid(lc));

		if (!RelationIsValid(index))
			continue;
		found = found || is_unique_index(view, index, immediate);
		RelationClose(index);
	}
	RelationClose(base);
	return found;
}

StreamView *
stream_view_read(Oid relid, AttrNumber key, int nfamilies,
				 const AttrNumber *families)
{
	StreamView *view = palloc0(sizeof(StreamView));
	Relation	rel = get_relation(relid);
	Query	   *query = NULL;
	int			number = 1;
	Expr	  **columns = palloc(sizeof(Expr *) * (nfamilies + 1));

	view->relid = relid;
	view->nfamilies = nfamilies;
	view->families = palloc(sizeof(Expr *) * (nfamilies + 1));
	if (key < 1 || key > RelationGetNumberOfAttributes(rel))
		elog(ERROR, "relation %u has no column %d", relid, key);
	if (rel->rd_rel->relkind == RELKIND_VIEW)
	{
		query = copyObject(get_view_query(rel));
		view->base = base_table(relid, query, &number);
	}
	else if (rel->rd_rel->relkind == RELKIND_RELATION ||
			 rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		view->base = relid;
	else
		stream_view_refuse(relid, "It is not a table, or a view over a table.",
						   USE_DELTAS);
	check_base(relid, view->base);
	for (int i = 0; i <= nfamilies; i++)
	{
		AttrNumber	column = i == nfamilies ? key : families[i];

		if (column < 1 || column > RelationGetNumberOfAttributes(rel))
			elog(ERROR, "relation %u has no column %d", relid, column);
		columns[i] = query != NULL ? query_column(query, column) :
									 table_column(rel, column);
		if (columns[i] == NULL)
			elog(ERROR, "relation %u has no column %d", relid, column);
	}
	for (int i = 0; i < nfamilies; i++)
	{
		view->families[i] = plan_expr(
			view, columns[i], number,
			psprintf("Column \"%s\"",
					 NameStr(TupleDescAttr(RelationGetDescr(rel),
										   families[i] - 1)->attname)));
		pull_varattnos((Node *) view->families[i], 1, &view->columns);
	}
	view->key = plan_expr(
			view, columns[nfamilies], number, "The row key");
	pull_varattnos((Node *) view->key, 1, &view->key_columns);
	view->columns = bms_add_members(view->columns, view->key_columns);
	if (query != NULL && query->jointree->quals != NULL)
	{
		view->condition = plan_expr(
			view, (Expr *) query->jointree->quals,
									number, "The condition of WHERE");
		pull_varattnos((Node *) view->condition, 1, &view->condition_columns);
		view->columns = bms_add_members(view->columns,
										view->condition_columns);
	}
	RelationClose(rel);
	check_types(view);
	check_columns(view);
	if (!has_unique_key(view, false))
		stream_view_refuse(relid,
						   psprintf("Several rows of %s may have the same row key.",
									definition_relation_name(view->base)),
						   "The key must have all columns of a PRIMARY KEY or UNIQUE constraint, without a condition.");
	compute_digest(view);
	return view;
}

/* ---- replica identity --------------------------------------------------- */

/* The columns of base that the log has of deleted rows. */
static Bitmapset *
identity_columns(Relation rel, const AttrMap *map)
{
	Bitmapset  *own;
	Bitmapset  *columns = NULL;
	int			i = -1;

	if (!OidIsValid(RelationGetReplicaIndex(rel)))
		return NULL;
	own = RelationGetIdentityKeyBitmap(rel);
	if (map == NULL)
		return own;
	/* the map has the partition's column for each column of the root */
	for (int n = 1; n <= map->maplen; n++)
	{
		i = map->attnums[n - 1] - FirstLowInvalidHeapAttributeNumber;
		if (map->attnums[n - 1] != 0 && bms_is_member(i, own))
			columns = bms_add_member(columns,
									 n - FirstLowInvalidHeapAttributeNumber);
	}
	return columns;
}

/* A used column whose values may be stored out of line; NULL if none. */
static const char *
toastable_column(const StreamView *view, Relation rel, const AttrMap *map)
{
	TupleDesc	desc = RelationGetDescr(rel);
	int			i = -1;

	if (!OidIsValid(rel->rd_rel->reltoastrelid))
		return NULL;
	while ((i = bms_next_member(view->columns, i)) >= 0)
	{
		AttrNumber	n = i + FirstLowInvalidHeapAttributeNumber;
		Form_pg_attribute attribute;

		if (map != NULL)
			n = map->attnums[n - 1];
		attribute = TupleDescAttr(desc, n - 1);
		if (attribute->attlen == -1 &&
			attribute->attstorage != TYPSTORAGE_PLAIN)
			return NameStr(attribute->attname);
	}
	return NULL;
}

bool
stream_view_check_identity(const StreamView *view, Relation rel,
						   const AttrMap *map)
{
	char	   *name = definition_relation_name(RelationGetRelid(rel));
	char	   *hint;
	const char *toastable;

	if (rel->rd_rel->relreplident == REPLICA_IDENTITY_FULL)
		return true;
	hint = psprintf("ALTER TABLE %s REPLICA IDENTITY FULL;", name);
	if (!bms_is_subset(view->key_columns, identity_columns(rel, map)))
		stream_view_refuse(view->relid,
						   psprintf("The row key has columns that are not in the replica identity of %s, so the log lacks them in deleted rows.",
									name),
						   hint);
	if (!has_unique_key(view, true))
		stream_view_refuse(view->relid,
						   psprintf("The constraint that makes the row key unique is DEFERRABLE, and the replica identity of %s is not FULL.",
									name),
						   hint);
	toastable = toastable_column(view, rel, map);
	if (toastable != NULL)
		stream_view_refuse(view->relid,
						   psprintf("A value of column \"%s\" of %s may be stored out of line, and then the log lacks it in an updated row that keeps it.",
									toastable, name),
						   hint);
	return false;
}
