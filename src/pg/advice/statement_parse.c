/*
 * statement_parse.c
 *		Statements of anybody, parsed and analyzed without side effects.
 *
 * The text may come from a role that the caller must not trust. Analysis
 * executes no function of a query, but it calls the input functions of the
 * types of literals: that of a composite type, an array or a range checks the
 * constraints of domains, which call functions of their owners. So each string
 * constant becomes a parameter first, and no input function is called but
 * those of numbers. A statement that writes is analyzed as a query on the same
 * relations, which needs no lock to write and runs on a standby. The hooks of
 * analysis are not called: pg_stat_statements would store the statements.
 */
#include "pg/base/compat.h"

#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "parser/parse_node.h"
#include "parser/parse_param.h"
#include "parser/parser.h"
#include "parser/scanner.h"
#include "tcop/utility.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "pg/advice/statement_parse.h"

StaticAssertDecl(sizeof(ParamRef) <= sizeof(A_Const),
				 "a parameter overwrites a constant");

typedef struct RawStatement
{
	Statement  *statement;
	int			room;			/* allocated size of the array of strings */
	List	   *names;			/* relations without a schema */
	List	   *with_names;		/* of WITH queries */
} RawStatement;

/* ---- text --------------------------------------------------------------- */

/* Add the statement before the end, unless it has no token. */
static void
add_text(StatementTexts *texts, int end, bool has_token)
{
	StatementText *text;

	if (!has_token)
		return;
	text = palloc(sizeof(StatementText));
	text->start = texts->start;
	text->length = end - texts->start;
	texts->list = lappend(texts->list, text);
}

void
statement_split(const char *sql, StatementTexts *texts)
{
	core_yyscan_t scanner;
	core_yy_extra_type extra;
	core_YYSTYPE value;
	YYLTYPE		place;
	int			depth = 0;
	int			token;
	bool		has_token = false;

	scanner = scanner_init(sql, &extra, &ScanKeywords, ScanKeywordTokens);
	while ((token = core_yylex(&value, &place, scanner)) != 0)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == '(')
			depth++;
		else if (token == ')' && depth > 0)
			depth--;
		if (token == ';' && depth == 0)
		{
			add_text(texts, place, has_token);
			texts->start = place + 1;
			has_token = false;
		}
		else if (!has_token)
		{
			texts->start = place;
			has_token = true;
		}
	}
	add_text(texts, strlen(sql), has_token);
	scanner_finish(scanner);
}

char *
statement_strings_for_parameters(const char *sql)
{
	char	   *result = pstrdup(sql);
	bool		found = false;
	core_yyscan_t scanner;
	core_yy_extra_type extra;
	core_YYSTYPE value;
	YYLTYPE		place;

	scanner = scanner_init(sql, &extra, &ScanKeywords, ScanKeywordTokens);
	while (core_yylex(&value, &place, scanner) != 0)
	{
		char	   *p = result + place;

		CHECK_FOR_INTERRUPTS();
		/* No other token begins with these two. */
		if (p[0] != '$' || !isdigit((unsigned char) p[1]))
			continue;
		found = true;
		*p++ = '\'';
		*p++ = '\'';
		while (isdigit((unsigned char) *p))
			*p++ = ' ';
	}
	scanner_finish(scanner);
	return found ? result : NULL;
}

/* ---- the raw tree ------------------------------------------------------- */

/* Make a parameter with a number of its own from a constant or parameter. */
static void
make_parameter(RawStatement *raw, Node *node, const char *string)
{
	Statement  *statement = raw->statement;
	ParamRef   *parameter = (ParamRef *) node;
	int			location = exprLocation(node);

	if (statement->nstrings == raw->room)
	{
		raw->room *= 2;
		statement->strings = repalloc(statement->strings,
									  raw->room * sizeof(char *));
	}
	statement->strings[statement->nstrings++] = string;
	parameter->type = T_ParamRef;
	parameter->number = statement->nstrings;
	parameter->location = location;
}

/*
 * Prepare a raw tree for analysis. Returns true, with the reason, if it cannot
 * be analyzed.
 */
static bool
prepare_raw(Node *node, RawStatement *raw)
{
	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_A_Const:
			{
				const char *string = compat_const_string((A_Const *) node);

				if (string != NULL)
					make_parameter(raw, node, string);
				return false;
			}
		case T_ParamRef:
			make_parameter(raw, node, NULL);
			return false;
		case T_TypeName:
			/* its modifiers must be constants */
			return false;
		case T_RangeVar:
			{
				RangeVar   *name = (RangeVar *) node;

				if (name->schemaname == NULL)
					raw->names = lappend(raw->names, name->relname);
				return false;
			}
		case T_CommonTableExpr:
			raw->with_names = lappend(raw->with_names,
									  ((CommonTableExpr *) node)->ctename);
			break;
		case T_SelectStmt:
			/* Reading needs neither locks of rows nor a new table. */
			((SelectStmt *) node)->lockingClause = NIL;
			((SelectStmt *) node)->intoClause = NULL;
			break;
		case T_InsertStmt:
		case T_UpdateStmt:
		case T_DeleteStmt:
			raw->statement->unread = "WITH query that writes";
			return true;
		case T_CurrentOfExpr:
			raw->statement->unread = "WHERE CURRENT OF";
			return true;
		default:
			if (compat_is_merge(node))
				raw->statement->unread = "WITH query that writes";
			/* its path must be a constant */
			else if (compat_is_json_table(node))
				raw->statement->unread = "JSON_TABLE";
			else
				break;
			return true;
	}
	return raw_expression_tree_walker(node, prepare_raw, raw);
}

/*
 * The expressions that an UPDATE assigns, as the columns of a query. Lists the
 * names of the assigned columns.
 */
static List *
assigned_values(Statement *statement, List *targets)
{
	List	   *values = NIL;
	ListCell   *lc;

	foreach(lc, targets)
	{
		ResTarget  *target = lfirst_node(ResTarget, lc);
		Node	   *value = target->val;

		statement->assigned = lappend(statement->assigned, target->name);
		/* (a, b) = (SELECT ...) */
		if (value != NULL && IsA(value, MultiAssignRef))
		{
			value = ((MultiAssignRef *) value)->colno == 1 ?
				((MultiAssignRef *) value)->source : NULL;
			/* as a test, a subquery may have several columns */
			if (value != NULL && IsA(value, SubLink))
				((SubLink *) value)->subLinkType = EXISTS_SUBLINK;
		}
		if (value == NULL || IsA(value, SetToDefault))
			continue;
		target = copyObject(target);
		target->name = NULL;
		target->indirection = NIL;
		target->val = value;
		values = lappend(values, target);
	}
	return values;
}

/* The relation that a statement writes. */
static Oid
find_target(const RangeVar *name)
{
	return RangeVarGetRelid(name, NoLock, false);
}

/*
 * The query that reads what a statement reads; NULL if it reads nothing, or
 * if the statement has the reason why it cannot be read.
 */
static SelectStmt *
query_of(Node *node, Statement *statement)
{
	SelectStmt *query;

	switch (nodeTag(node))
	{
		case T_SelectStmt:
			return (SelectStmt *) node;
		case T_DeclareCursorStmt:
			return query_of(((DeclareCursorStmt *) node)->query, statement);
		case T_CreateTableAsStmt:
			return query_of(((CreateTableAsStmt *) node)->query, statement);
		case T_CopyStmt:
			{
				CopyStmt   *copy = (CopyStmt *) node;

				if (copy->query != NULL)
					return query_of(copy->query, statement);
				if (copy->is_from)
				{
					statement->kind = STATEMENT_INSERT;
					statement->target = find_target(copy->relation);
					return NULL;
				}
				query = makeNode(SelectStmt);
				query->fromClause = list_make1(copy->relation);
				return query;
			}
		case T_InsertStmt:
			{
				InsertStmt *insert = (InsertStmt *) node;

				statement->kind = STATEMENT_INSERT;
				statement->target = find_target(insert->relation);
				query = (SelectStmt *) insert->selectStmt;
				if (query == NULL || query->valuesLists != NIL)
					return NULL;
				if (query->withClause == NULL)
					query->withClause = insert->withClause;
				return query;
			}
		case T_UpdateStmt:
			{
				UpdateStmt *update = (UpdateStmt *) node;

				statement->kind = STATEMENT_UPDATE;
				query = makeNode(SelectStmt);
				query->targetList = assigned_values(statement,
													update->targetList);
				query->fromClause = lcons(update->relation,
										  update->fromClause);
				query->whereClause = update->whereClause;
				query->withClause = update->withClause;
				return query;
			}
		case T_DeleteStmt:
			{
				DeleteStmt *delete = (DeleteStmt *) node;

				statement->kind = STATEMENT_DELETE;
				query = makeNode(SelectStmt);
				query->fromClause = lcons(delete->relation,
										  delete->usingClause);
				query->whereClause = delete->whereClause;
				query->withClause = delete->withClause;
				return query;
			}
		default:
			statement->unread = psprintf("%s is not a query",
										 CreateCommandName(node));
			return NULL;
	}
}

/* ---- names -------------------------------------------------------------- */

static bool
is_table_kind(char kind)
{
	return kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE ||
		kind == RELKIND_VIEW || kind == RELKIND_MATVIEW ||
		kind == RELKIND_FOREIGN_TABLE;
}

static int
compare_names(const ListCell *a, const ListCell *b)
{
	return strcmp(lfirst(a), lfirst(b));
}

/*
 * If relations of several schemas have a name: a list of these schemas. A
 * relation of the server or a temporary one does not count.
 */
static char *
schemas_with(const char *name)
{
	CatCList   *list = SearchSysCacheList1(RELNAMENSP, CStringGetDatum(name));
	StringInfoData schemas;
	List	   *names = NIL;
	ListCell   *lc;

	initStringInfo(&schemas);
	for (int i = 0; i < list->n_members; i++)
	{
		Form_pg_class form =
			(Form_pg_class) GETSTRUCT(&list->members[i]->tuple);

		if (is_table_kind(form->relkind) &&
			form->relpersistence != RELPERSISTENCE_TEMP &&
			form->oid >= FirstNormalObjectId)
			names = lappend(names, get_namespace_name(form->relnamespace));
	}
	ReleaseSysCacheList(list);
	if (list_length(names) < 2)
		return NULL;
	list_sort(names, compare_names);
	foreach(lc, names)
		appendStringInfo(&schemas, "%s%s", schemas.len == 0 ? "" : ", ",
						 (const char *) lfirst(lc));
	return schemas.data;
}

static bool
name_is_in(const List *names, const char *name)
{
	ListCell   *lc;

	foreach(lc, names)
		if (strcmp(lfirst(lc), name) == 0)
			return true;
	return false;
}

/* Why the relations of a statement are not certain, or NULL. */
static const char *
ambiguous_name(const RawStatement *raw)
{
	ListCell   *lc;

	foreach(lc, raw->names)
	{
		const char *name = lfirst(lc);
		char	   *schemas;

		if (name_is_in(raw->with_names, name))
			continue;
		schemas = schemas_with(name);
		if (schemas != NULL)
			return psprintf("\"%s\" is in several schemas: %s", name, schemas);
	}
	return NULL;
}

/* ---- analysis ----------------------------------------------------------- */

Statement *
statement_analyze(const char *sql, bool certain_path)
{
	Statement  *statement = palloc0(sizeof(Statement));
	RawStatement raw = {.statement = statement,.room = 8};
	List	   *parsed = raw_parser(sql, RAW_PARSE_DEFAULT);
	Node	   *node;
	SelectStmt *query;
	ParseState *pstate;
	Oid		   *types = NULL;
	int			ntypes = 0;

	if (list_length(parsed) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("not one statement")));
	node = linitial_node(RawStmt, parsed)->stmt;
	statement->strings = palloc(raw.room * sizeof(char *));
	if (IsA(node, InsertStmt) && ((InsertStmt *) node)->relation != NULL)
		(void) prepare_raw((Node *) ((InsertStmt *) node)->relation, &raw);
	query = query_of(node, statement);
	if (statement->unread != NULL ||
		(query != NULL && prepare_raw((Node *) query, &raw)))
		return statement;
	if (!certain_path)
		statement->unread = ambiguous_name(&raw);
	if (statement->unread != NULL || query == NULL)
		return statement;
	pstate = make_parsestate(NULL);
	pstate->p_sourcetext = sql;
	compat_variable_parameters(pstate, &types, &ntypes);
	statement->query = transformStmt(pstate, (Node *) query);
	free_parsestate(pstate);
	return statement;
}
