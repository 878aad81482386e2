/*
 * check_view.c
 *		What the text of a view tells of its keys before any row: salts by
 *		chance, texts joined so that nothing marks their ends, and encodings.
 */
#include "compat.h"

#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/prs2lock.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "check.h"
#include "own.h"
#include "value.h"

typedef struct Walk
{
	ViewFacts  *facts;
	Query	   *query;			/* of the node */
} Walk;

/* The function that a node calls, and its arguments. */
static bool
called(Node *node, Oid *function, List **args)
{
	if (IsA(node, FuncExpr))
	{
		*function = ((FuncExpr *) node)->funcid;
		*args = ((FuncExpr *) node)->args;
		return true;
	}
	if (IsA(node, OpExpr))
	{
		*function = ((OpExpr *) node)->opfuncid;
		if (!OidIsValid(*function))
			*function = get_opcode(((OpExpr *) node)->opno);
		*args = ((OpExpr *) node)->args;
		return true;
	}
	if (IsA(node, Aggref))
	{
		*function = ((Aggref *) node)->aggfnoid;
		*args = ((Aggref *) node)->args;
		return true;
	}
	return false;
}

static bool
is_own(Oid function, const char *name)
{
	char	   *its = get_func_name(function);

	return its != NULL && strcmp(its, name) == 0 &&
		get_func_namespace(function) == own_objects()->schema;
}

/* Without casts that change no byte. */
static Node *
strip(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

static bool
is_text_join(Oid function)
{
	return function == F_TEXTCAT || function == F_TEXTANYCAT || function == F_ANYTEXTCAT ||
		function == F_CONCAT;
}

/* Does it make a key of a text's bytes? */
static bool
is_text_key(Oid function, List *args)
{
	return is_own(function, "rowkey_from_text") ||
		(is_own(function, "rowkey") && exprType(linitial(args)) != BYTEAOID);
}

static bool
is_key_join(Oid function)
{
	return is_own(function, "rowkey_concat") || is_own(function, "rowkey_concat_text") ||
		is_own(function, "text_concat_rowkey");
}

/* A part of a key that is a text itself. */
static bool
is_text(Node *part)
{
	Oid			type = exprType(part);

	return type == TEXTOID || type == VARCHAROID;
}

/* The parts of a || b || c, texts or keys. */
static void
collect_parts(Node *node, bool keys, List **parts)
{
	Oid			function;
	List	   *args;
	ListCell   *lc;

	node = strip(node);
	if (!called(node, &function, &args) ||
		!(keys && !is_text(node) ? is_key_join(function) : is_text_join(function)))
	{
		*parts = lappend(*parts, node);
		return;
	}
	foreach(lc, args)
		collect_parts(lfirst(lc), keys, parts);
}

/* Does a part have the same bytes in every row, as a separator? */
static bool
is_constant(Node *part)
{
	Oid			function;
	List	   *args;

	return IsA(part, Const) ||
		(called(part, &function, &args) && is_text_key(function, args) &&
		 IsA(strip(linitial(args)), Const));
}

/* Does a part's own text not say where it ends? */
static bool
is_open(Node *part, bool keys)
{
	Oid			function;
	List	   *args;

	if (is_constant(part))
		return false;
	if (keys && !is_text(part))
		return called(part, &function, &args) &&
			(is_text_key(function, args) || is_own(function, "rowkey_reverse"));
	if (IsA(part, CoerceViaIO))
	{
		Oid			type = exprType((Node *) ((CoerceViaIO *) part)->arg);

		return type != DATEOID && type != UUIDOID && type != BOOLOID;
	}
	if (called(part, &function, &args))
	{
		char	   *name = get_func_name(function);

		if (name == NULL)
			return true;
		if (args != NIL &&
			(strcmp(name, "substr") == 0 || strcmp(name, "substring") == 0 || strcmp(name, "left") == 0 ||
			 strcmp(name, "right") == 0 || strcmp(name, "upper") == 0 || strcmp(name, "reverse") == 0))
			return is_open(strip(linitial(args)), false);
		return strcmp(name, "lpad") != 0 && strcmp(name, "rpad") != 0 &&
			strcmp(name, "md5") != 0 && strcmp(name, "to_char") != 0;
	}
	return true;
}

/* A column's name, where the part is one. */
static char *
part_name(Node *part, Query *query)
{
	Oid			function;
	List	   *args;
	Var		   *var;

	if (IsA(part, CoerceViaIO))
		part = (Node *) ((CoerceViaIO *) part)->arg;
	else if (called(part, &function, &args) && args != NIL)
		part = linitial(args);
	part = strip(part);
	if (!IsA(part, Var))
		return "expression";
	var = (Var *) part;
	if (query == NULL || var->varlevelsup > 0 || var->varno > list_length(query->rtable))
		return "column";
	return get_rte_attribute_name(rt_fetch(var->varno, query->rtable), var->varattno);
}

/* Look for two parts with open ends and no constant between them; all parts. */
static List *
see_join(Walk *walk, Node *node, bool keys)
{
	List	   *parts = NIL;
	Node	   *open = NULL;
	ListCell   *lc;

	collect_parts(node, keys, &parts);
	foreach(lc, parts)
	{
		Node	   *part = lfirst(lc);

		if (is_constant(part))
			open = NULL;
		else if (is_open(part, keys))
		{
			if (open != NULL && walk->facts->open_part == NULL)
				walk->facts->open_part = part_name(open, walk->query);
			open = part;
		}
	}
	return parts;
}

/* A builder's encoding: the constant that it names, or its default. */
static void
see_encoding(Walk *walk, Oid function, List *args)
{
	ListCell   *lc;

	if (is_own(function, "widerow_build") || is_own(function, "widerow_agg") || is_own(function, "widerow_put"))
	{
		walk->facts->encodings[ENCODING_BYTES] = true;
		return;
	}
	if (!is_own(function, "widerow_build_as") && !is_own(function, "widerow_agg_as") &&
		!is_own(function, "widerow_put_as") && !is_own(function, "hbase_encode"))
		return;
	foreach(lc, args)
	{
		Node	   *arg = IsA(lfirst(lc), TargetEntry) ? (Node *) ((TargetEntry *) lfirst(lc))->expr : lfirst(lc);

		if (IsA(arg, Const) && !((Const *) arg)->constisnull &&
			glue_is_own_type(((Const *) arg)->consttype, "hbase_encoding"))
			walk->facts->encodings[value_encoding(DatumGetObjectId(((Const *) arg)->constvalue))] = true;
	}
}

static bool
walker(Node *node, void *context)
{
	Walk	   *walk = context;
	Oid			function;
	List	   *args;

	CHECK_FOR_INTERRUPTS();
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query	   *outer = walk->query;
		bool		result;

		walk->query = (Query *) node;
		result = query_tree_walker((Query *) node, walker, context, 0);
		walk->query = outer;
		return result;
	}
	if (IsA(node, CoerceViaIO) && ((CoerceViaIO *) node)->resulttype == own_objects()->rowkey)
		see_join(walk, (Node *) ((CoerceViaIO *) node)->arg, false);
	if (called(node, &function, &args))
	{
		if (is_own(function, "rowkey_salt_random"))
			walk->facts->random_salt = true;
		if (is_text_key(function, args) ||
			((is_own(function, "rowkey_salt") || is_own(function, "rowkey_salt_random")) && is_text(strip(linitial(args)))))
			see_join(walk, linitial(args), false);
		/* what is within has been seen as parts of the whole */
		if (is_key_join(function))
			return expression_tree_walker((Node *) see_join(walk, node, true), walker, context);
		see_encoding(walk, function, args);
	}
	return expression_tree_walker(node, walker, context);
}

void
check_view(Oid relid, ViewFacts *facts)
{
	Relation	rel = relation_open(relid, AccessShareLock);
	Walk		walk = {.facts = facts};

	if (rel->rd_rel->relkind == RELKIND_VIEW || rel->rd_rel->relkind == RELKIND_MATVIEW)
		for (int i = 0; rel->rd_rules != NULL && i < rel->rd_rules->numLocks; i++)
		{
			RewriteRule *rule = rel->rd_rules->rules[i];

			if (rule->event == CMD_SELECT)
				walker(linitial(rule->actions), &walk);
		}
	relation_close(rel, NoLock);
}
