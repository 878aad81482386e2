/*
 * table_list.c
 *		The tables of a database or of some schemas.
 */
#include "client/table_list.h"

#include <string.h>

/*
 * Tables of users: no tables of extensions, and no HBase-shaped ones. A
 * partition belongs to its table.
 */
static const char tables_sql[] =
	"SELECT c.oid::regclass AS relation\n"
	"FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace\n"
	"WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'\n"
	"  AND CASE WHEN $1::name[] IS NULL\n"
	"           THEN n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'\n"
	"           ELSE n.nspname = ANY ($1::name[]) END\n"
	"  AND NOT EXISTS (SELECT FROM pg_depend d\n"
	"                  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid"
	" AND d.deptype = 'e')\n"
	"  AND NOT EXISTS (SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid\n"
	"                  WHERE a.attrelid = c.oid AND t.typname = 'rowkey')\n"
	"ORDER BY n.nspname COLLATE \"C\", c.relname COLLATE \"C\"";

static const char references_sql[] =
	"SELECT DISTINCT r.conrelid::regclass::text, r.confrelid::regclass::text\n"
	"FROM pg_constraint r\n"
	"WHERE r.contype = 'f' AND r.conrelid <> r.confrelid";

/* True if a table has no parent among those that are not in the list yet. */
static bool
is_free(const char *table, const PGresult *tables, const bool *taken,
		const PGresult *references)
{
	for (int i = 0; i < PQntuples(references); i++)
	{
		if (strcmp(PQgetvalue(references, i, 0), table) != 0)
			continue;
		for (int j = 0; j < PQntuples(tables); j++)
		{
			if (!taken[j] &&
				strcmp(PQgetvalue(tables, j, 0),
					   PQgetvalue(references, i, 1)) == 0)
				return false;
		}
	}
	return true;
}

/* Take each table after those that it refers to; a circle starts anywhere. */
static void
sort_tables(TableList *list, const PGresult *tables,
			const PGresult *references)
{
	int			n = PQntuples(tables);
	bool	   *taken = memory_checked(calloc(n + 1, sizeof(bool)));

	while (list->n < n)
	{
		int			before = list->n;

		for (int i = 0; i < n; i++)
		{
			if (!taken[i] &&
				is_free(PQgetvalue(tables, i, 0), tables, taken, references))
			{
				taken[i] = true;
				list->relations[list->n++] = text_copy(
					PQgetvalue(tables, i, 0));
			}
		}
		for (int i = 0; i < n && list->n == before; i++)
		{
			if (!taken[i])
			{
				taken[i] = true;
				list->relations[list->n++] = text_copy(
					PQgetvalue(tables, i, 0));
			}
		}
	}
	free(taken);
}

/*
 * The tables of schemas, or of the database if it is NULL, each after the
 * tables that it refers to. Returns NULL after a message, also if there are
 * none.
 */
TableList *
table_list_read(Session *session, const char *const *schemas)
{
	char	   *array = schemas ? session_array(schemas) : NULL;
	PGresult   *tables = NULL;
	PGresult   *references = NULL;
	TableList  *list = NULL;

	if ((array == NULL || session_has_schemas(session, array)) &&
		(tables = session_query(session, tables_sql, SQL_ARGS(array))) !=
			NULL &&
		(references = session_query(session, references_sql, SQL_NONE)) !=
			NULL)
	{
		if (PQntuples(tables) == 0)
			message_error("there are no tables");
		else
		{
			list = memory_checked(calloc(1, sizeof(TableList)));
			list->relations = memory_checked(
				calloc(PQntuples(tables), sizeof(char *)));
			sort_tables(list, tables, references);
		}
	}
	PQclear(tables);
	PQclear(references);
	free(array);
	return list;
}

void
table_list_free(TableList *list)
{
	if (list == NULL)
		return;
	for (int i = 0; i < list->n; i++)
		free(list->relations[i]);
	free(list->relations);
	free(list);
}
