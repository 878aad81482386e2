/*
 * relation_list.c
 *		The HBase-shaped relations of a database: what can be exported.
 */
#include "client/relation_list.h"

#include <string.h>

/*
 * Relations with one row key and column families, and their baselines. A
 * relation with other columns needs a definition that ignores them; otherwise
 * the calls on it say so.
 */
static const char relations_sql[] =
	"SELECT c.oid::regclass::text AS relation,\n"
	"       (SELECT b.baseline::text FROM baselines b WHERE b.relation = c.oid) AS baseline\n"
	"FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace\n"
	"WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'\n"
	"  AND (SELECT count(*) FILTER (WHERE t.typname = 'rowkey') = 1\n"
	"          AND count(*) FILTER (WHERE t.typname = 'widerow') > 0\n"
	"       FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid\n"
	"       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)\n"
	"  AND c.oid NOT IN (SELECT b.baseline FROM baselines b)\n"
	"  AND ($1::text[] IS NULL OR n.nspname = ANY ($1::text[]))\n"
	"  AND ($2::text[] IS NULL OR c.relname = ANY ($2::text[]) OR c.oid::regclass::text = ANY ($2::text[]))\n"
	"  AND ($3::text[] IS NULL OR c.relname <> ALL ($3::text[]) AND c.oid::regclass::text <> ALL ($3::text[]))\n"
	"ORDER BY c.oid::regclass::text COLLATE \"C\"";

static const char baselines_sql[] =
	"WITH baselines AS (\n"
	"    SELECT to_regclass(format('%I.%I', d.baseline_schema, d.baseline_name)) AS baseline,\n"
	"           to_regclass(format('%I.%I', d.relation_schema, d.relation_name)) AS relation\n"
	"    FROM hbase.delta_baseline d\n"
	"    WHERE to_regclass(format('%I.%I', d.baseline_schema, d.baseline_name)) IS NOT NULL)\n";

/* Names given to an option, as an array for SQL; NULL: none. */
static char *
names(const Arguments *arguments, const char *option)
{
	const char *const *values = arguments_values(arguments, option);

	return values ? session_array(values) : NULL;
}

/* Report the first name of --table or --schema that stands for nothing. */
static bool
all_found(Session *session, const char *schemas, const char *tables,
		  const PGresult *list)
{
	const char **relations = memory_checked(
		calloc(PQntuples(list) + 1, sizeof(char *)));
	char	   *found;
	char	   *missing;
	bool		ok;

	for (int i = 0; i < PQntuples(list); i++)
		relations[i] = PQgetvalue(list, i, 0);
	found = session_array(relations);
	missing = session_text(
		session,
		"SELECT format('relation \"%s\" does not exist, or has no row key and"
		" column family', t)\n"
		"FROM unnest($1::text[]) t\n"
		"WHERE NOT EXISTS (SELECT FROM unnest($2::text[]) f JOIN pg_class c"
		" ON c.oid = f::regclass WHERE t IN (f, c.relname))\n"
		"LIMIT 1",
		SQL_ARGS(tables ? tables : "{}", found));
	ok = missing == NULL && session_error(session) == NULL &&
		(schemas == NULL || session_has_schemas(session, schemas));
	if (missing)
		message_error("%s", missing);
	free(missing);
	free(found);
	free(relations);
	return ok;
}

/*
 * The relations that the options choose, each with its baseline (or NULL).
 * Returns NULL after a message, also if there are none.
 */
PGresult *
relation_list_read(Session *session, const Arguments *arguments)
{
	char	   *schemas = names(arguments, "schema");
	char	   *tables = names(arguments, "table");
	char	   *excluded = names(arguments, "exclude");
	char	   *sql = memory_checked(
		malloc(sizeof(baselines_sql) + sizeof(relations_sql)));
	PGresult   *list;

	memcpy(sql, baselines_sql, sizeof(baselines_sql));
	strcat(sql, relations_sql);
	list = session_query(session, sql, SQL_ARGS(schemas, tables, excluded));
	if (list && !all_found(session, schemas, tables, list))
	{
		PQclear(list);
		list = NULL;
	}
	else if (list && PQntuples(list) == 0)
	{
		message_error("there are no relations with a row key and column families");
		message_error("hint: pg2hbase map makes them from tables");
		PQclear(list);
		list = NULL;
	}
	free(sql);
	free(schemas);
	free(tables);
	free(excluded);
	return list;
}
