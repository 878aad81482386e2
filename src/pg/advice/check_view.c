/*
 * check_view.c
 *		What the definition of a view says about its keys before any row is
 *		read: random salts, texts joined without an end marker, and encodings.
 */
#include "pg/base/compat.h"

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

#include "pg/advice/check_findings.h"
#include "pg/advice/check_view.h"
#include "pg/base/extension_objects.h"
#include "pg/value/sql_value.h"

typedef struct Walk
{
	ViewFacts  *facts;
	Query	   *query;			/* the query that the node belongs to */
} Walk;

/* If the node calls a function: the function and its arguments. */
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
	const ExtensionObjects *own = extension_objects();
	char	   *its = get_func_name(function);
	Oid			schema = get_func_namespace(function);

	return its != NULL && strcmp(its, name) == 0 &&
		(schema == own->schema || schema == own->internal);
}

/* The node without casts that change no byte. */
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
	return function == F_TEXTCAT || function == F_TEXTANYCAT ||
		function == F_ANYTEXTCAT || function == F_CONCAT;
}

/* True if the function makes a key of the bytes of a text. */
static bool
is_text_key(Oid function, List *args)
{
	return is_own(function, "rowkey_from_text") ||
		(is_own(function, "rowkey") && exprType(linitial(args)) != BYTEAOID);
}

static bool
is_key_join(Oid function)
{
	return is_own(function, "rowkey_concat") ||
		is_own(function, "rowkey_concat_text") ||
		is_own(function, "text_concat_rowkey");
}

/* True if the part of a key is a text itself. */
static bool
is_text(Node *part)
{
	Oid			type = exprType(part);

	return type == TEXTOID || type == VARCHAROID;
}

/*
 * Append the parts of a
 *
 * b
 *
 * c, texts or keys, to *parts.
 */
static void
collect_parts(Node *node, bool keys, List **parts)
{
	Oid			function;
	List	   *args;
	ListCell   *lc;

	node = strip(node);
	if (!called(node, &function, &args) ||
		!(keys && !is_text(node) ? is_key_join(function) :
								   is_text_join(function)))
	{
		*parts = lappend(*parts, node);
		return;
	}
	foreach(lc, args)
		collect_parts(lfirst(lc), keys, parts);
}

/* True if the part has the same bytes in every row, as a separator. */
static bool
is_constant(Node *part)
{
	Oid			function;
	List	   *args;

	return IsA(part, Const) ||
		(called(part, &function, &args) && is_text_key(function, args) &&
		 IsA(strip(linitial(args)), Const));
}

/* True if the bytes of the part do not show where it ends. */
static bool
is_open(Node *part, bool keys)
{
	Oid			function;
	List	   *args;

	if (is_constant(part))
		return false;
	if (keys && !is_text(part))
		return called(part, &function, &args) &&
			(is_text_key(function, args) ||
			 is_own(function, "rowkey_reverse"));
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
			(strcmp(name, "substr") == 0 || strcmp(name, "substring") == 0 ||
			 strcmp(name, "left") == 0 || strcmp(name, "right") == 0 ||
			 strcmp(name, "upper") == 0 || strcmp(name, "reverse") == 0))
			return is_open(strip(linitial(args)), false);
		return strcmp(name, "lpad") != 0 && strcmp(name, "rpad") != 0 &&
			strcmp(name, "md5") != 0 && strcmp(name, "to_char") != 0;
	}
	return true;
}

/*
 * The name of the column that the part is; NULL if it is another expression.
 */
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
	if (query == NULL || var->varlevelsup > 0 ||
		var->varno > list_length(query->rtable))
		return "column";
	return get_rte_attribute_name(rt_fetch(var->varno, query->rtable),
								  var->varattno);
}

/*
 * Find two parts without an end marker and no constant between them. Returns
 * all parts.
 */
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

/* Argument n of a function or aggregate; NULL if there are fewer. */
static Node *
argument(List *args, int n)
{
	Node	   *arg = list_nth(args, n);

	return IsA(arg, TargetEntry) ? (Node *) ((TargetEntry *) arg)->expr : arg;
}

/*
 * Record the encoding that an argument names as a constant; false if it names
 * none.
 */
static bool
see_named_encoding(Walk *walk, Node *arg)
{
	Const	   *constant = (Const *) arg;

	if (exprType(arg) != extension_objects()->encoding)
		return false;
	if (IsA(arg, Const) && !constant->constisnull)
		walk->facts->encodings[value_encoding(
			DatumGetObjectId(constant->constvalue))] = true;
	return true;
}

/*
 * Record the encoding of a value that a builder encodes by default; bytea
 * values are not encoded.
 */
static void
see_value(Walk *walk, Node *value)
{
	Oid			type = getBaseType(exprType(value));

	if (type != BYTEAOID && type != extension_objects()->rowkey)
		walk->facts->encodings[ENCODING_BYTES] = true;
}

/* Record the encodings of the values that a call encodes. */
static void
see_encoding(Walk *walk, Oid function, List *args)
{
	int			n = list_length(args);

	if (is_own(function, "hbase_encode"))
		for (int i = 0; i < n; i++)
			see_named_encoding(walk, argument(args, i));
	if (is_own(function, "widerow_build") && n > 0 &&
		!see_named_encoding(walk, argument(args, 0)))
		for (int i = 1; i < n; i += 2)
			see_value(walk, argument(args, i));
	if (is_own(function, "widerow_agg"))
		see_value(walk, argument(args, 1));
	if (is_own(function, "widerow_put"))
		see_value(walk, argument(args, 2));
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
	if (IsA(node, CoerceViaIO) &&
		((CoerceViaIO *) node)->resulttype == extension_objects()->rowkey)
		see_join(walk, (Node *) ((CoerceViaIO *) node)->arg, false);
	if (called(node, &function, &args))
	{
		if (is_own(function, "rowkey_salt_random"))
			walk->facts->random_salt = true;
		if (is_text_key(function, args) ||
			((is_own(function, "rowkey_salt") ||
			  is_own(function, "rowkey_salt_random")) &&
			 is_text(strip(linitial(args)))))
			see_join(walk, linitial(args), false);
		/* the parts of the whole were examined above */
		if (is_key_join(function))
			return expression_tree_walker((Node *) see_join(walk, node, true),
										  walker, context);
		see_encoding(walk, function, args);
	}
	return expression_tree_walker(node, walker, context);
}

void
check_view(Oid relid, ViewFacts *facts)
{
	Relation	rel = relation_open(relid, AccessShareLock);
	Walk		walk = {.facts = facts};

	if (rel->rd_rel->relkind == RELKIND_VIEW ||
		rel->rd_rel->relkind == RELKIND_MATVIEW)
		for (int i = 0; rel->rd_rules != NULL && i < rel->rd_rules->numLocks;
			 i++)
		{
			RewriteRule *rule = rel->rd_rules->rules[i];

			if (rule->event == CMD_SELECT)
				walker(linitial(rule->actions), &walk);
		}
	relation_close(rel, NoLock);
}
