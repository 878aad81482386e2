/*
 * table_list.c
 *		The tables of a mapping.
 */
#include "client/table_list.h"

#include <string.h>

static const char tables_sql[] =
	"SELECT t FROM json_object_keys($1::json -> 'tables') WITH ORDINALITY k(t, n) ORDER BY n";

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
 * The tables of a mapping, each after the tables that it refers to. Returns
 * NULL after a message, also if there are none.
 */
TableList *
table_list_read(Session *session, const char *mapping)
{
	PGresult   *tables = session_query(session, tables_sql, SQL_ARGS(mapping));
	PGresult   *references = NULL;
	TableList  *list = NULL;

	if (tables != NULL &&
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
