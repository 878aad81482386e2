/*
 * assessment.c
 *		Assess one table: what it is, and what a mapping of it would be.
 *
 * The mapping is a temporary view in the transaction of the caller, which
 * rolls it back. Each step that fails is recorded, with its reason, and the
 * others are done nevertheless.
 */
#include "client/assessment.h"

#include <string.h>

#include "client/heat_pictures.h"

/*
 * The facts of the catalog. The time of the writes is the column of times
 * whose order is most like the order in which rows were stored (pg_stats).
 */
static const char facts_sql[] =
	"SELECT json_build_object(\n"
	"    'relation', c.oid::regclass,\n"
	"    'rows', greatest(s.rows, 0),\n"
	"    'bytes', s.bytes,\n"
	"    'columns', (SELECT count(*) FROM pg_attribute a\n"
	"                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),\n"
	"    'time_column', (\n"
	"        SELECT a.attname FROM pg_attribute a\n"
	"        WHERE a.attrelid = c.oid AND NOT a.attisdropped\n"
	"          AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)\n"
	"        ORDER BY (SELECT max(abs(t.correlation)) FROM pg_stats t\n"
	"                  WHERE (t.schemaname, t.tablename, t.attname) ="
	" (n.nspname, c.relname, a.attname)) DESC NULLS LAST,\n"
	"                 a.attnotnull DESC, a.attnum LIMIT 1),\n"
	"    'refers_to', COALESCE((\n"
	"        SELECT json_agg(DISTINCT r.confrelid::regclass::text) FROM pg_constraint r\n"
	"        WHERE r.conrelid = c.oid AND r.contype = 'f'), '[]'),\n"
	"    'constraints', (SELECT count(*) FROM pg_constraint r\n"
	"                    WHERE r.conrelid = c.oid AND r.contype IN ('c', 'u', 'x')),\n"
	"    'triggers', (SELECT count(*) FROM pg_trigger g\n"
	"                 WHERE g.tgrelid = c.oid AND NOT g.tgisinternal),\n"
	"    'other_types', COALESCE((\n"
	"        SELECT json_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod))"
	" ORDER BY a.attnum)\n"
	"        FROM pg_attribute a, LATERAL (\n"
	"            WITH RECURSIVE base(typname, typbasetype) AS (\n"
	"                SELECT t.typname, t.typbasetype FROM pg_type t WHERE t.oid = a.atttypid\n"
	"                UNION ALL\n"
	"                SELECT t.typname, t.typbasetype FROM base b"
	" JOIN pg_type t ON t.oid = b.typbasetype)\n"
	"            SELECT typname FROM base WHERE typbasetype = 0) t\n"
	"        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped\n"
	"          AND t.typname <> ALL ('{bool,int2,int4,int8,float4,float8,numeric,text,varchar,\n"
	"              bpchar,name,bytea,uuid,date,time,timestamp,timestamptz,jsonb}')),"
	" '[]'))\n"
	"FROM pg_class c\n"
	"JOIN pg_namespace n ON n.oid = c.relnamespace,\n"
	"LATERAL (SELECT sum(greatest(m.reltuples, 0))::bigint AS rows,"
	" sum(pg_table_size(m.oid))::bigint AS bytes\n"
	"         FROM pg_class m\n"
	"         WHERE m.oid = c.oid AND m.relkind = 'r'\n"
	"            OR m.oid IN (SELECT p.relid FROM pg_partition_tree(c.oid) p WHERE p.isleaf)) s\n"
	"WHERE c.oid = $1::regclass";

/* The findings of hbase.check(), about the table instead of the view. */
static const char findings_sql[] =
	"SELECT COALESCE(json_agg(jsonb_set(to_jsonb(f), '{subject}', to_jsonb(CASE\n"
	"           WHEN f.subject = $1::regclass::text THEN $3 ELSE f.subject END))), '[]')\n"
	"FROM hbase.check($1, percent => $2) f";

/* The total of hbase.estimate(). */
static const char size_sql[] =
	"SELECT to_json(e) FROM hbase.estimate($1, percent => $2) e WHERE e.family IS NULL";

/* The proposed key, and the same key behind a salt. */
static const char designs_sql[] =
	"SELECT json_agg(d) FROM hbase.compare($1, $2, at => $3) d";

/* Row keys for the workload: pg_stat_statements, or indexes and keys. */
static const char proposed_sql[] =
	"SELECT json_agg(json_build_object('rank', p.rank, 'form', p.form, 'key', p.layout,\n"
	"           'served', p.served, 'hottest', p.hottest_region, 'reason', p.reason))\n"
	"FROM hbase.propose_keys($1) p WHERE p.form <> 'remark'";

/* All of it: a table, with what needs a decision and the effort. */
static const char document_sql[] =
	"WITH given AS (\n"
	"    SELECT $1::jsonb AS facts, $2::jsonb AS designs, $3::jsonb AS findings,"
	" $4::jsonb AS size, $5 AS layout, $6 AS failed,\n"
	"           $7 AS note, $8 AS pictures, $9::jsonb AS proposed),\n"
	"hot AS (\n"
	"    SELECT (g.designs -> 0 ->> 'hottest')::numeric AS share,"
	" g.designs -> 1 ->> 'hottest' AS salted,\n"
	"           (g.designs -> 0 ->> 'hottest')::numeric >= 50 AS is_hot\n"
	"    FROM given g),\n"
	"decision(n, units, text) AS (\n"
	"    SELECT 1, 6, COALESCE(g.failed, 'no key: the table has no primary key')\n"
	"    FROM given g WHERE g.failed IS NOT NULL OR g.layout IS NULL AND g.note IS NULL\n"
	"    UNION ALL\n"
	"    SELECT 1, 6, 'key: ' || g.note FROM given g WHERE g.note IS NOT NULL\n"
	"    UNION ALL\n"
	"    SELECT 2, 4, format('%s %% of the writes of an hour (by %s) go to one of 16 regions;"
	" with salt(16) it is %s %%, but each scan reads 16 ranges',\n"
	"                        h.share, g.facts ->> 'time_column', h.salted)\n"
	"    FROM given g, hot h WHERE h.is_hot\n"
	"    UNION ALL\n"
	"    SELECT 3, 4, format('%s: %s %s', f ->> 'rule', f ->> 'explanation', f ->> 'advice')\n"
	"    FROM given g, jsonb_array_elements(g.findings) f WHERE f ->> 'severity' = 'error'\n"
	"    UNION ALL\n"
	"    SELECT 4, 1, format('stored as text: %s', o)\n"
	"    FROM given g, jsonb_array_elements_text(g.facts -> 'other_types') o\n"
	"    UNION ALL\n"
	"    SELECT 5, 2, 'rows refer to rows of the same table; HBase has no joins'\n"
	"    FROM given g WHERE g.facts -> 'refers_to' ? (g.facts ->> 'relation')),\n"
	"effort(what, units) AS (\n"
	"    SELECT 'table', 1\n"
	"    UNION ALL SELECT 'decisions', sum(d.units) FROM decision d\n"
	"    UNION ALL SELECT 'warnings', count(*) FROM given g, jsonb_array_elements(g.findings) f\n"
	"        WHERE f ->> 'severity' = 'warning'\n"
	"    UNION ALL SELECT 'references', jsonb_array_length(g.facts -> 'refers_to') FROM given g\n"
	"    UNION ALL SELECT 'constraints', (g.facts ->> 'constraints')::int FROM given g\n"
	"    UNION ALL SELECT 'triggers', 2 * (g.facts ->> 'triggers')::int FROM given g)\n"
	"SELECT g.facts || jsonb_build_object(\n"
	"           'rows', COALESCE(g.size -> 'rows', g.designs -> 0 -> 'rows', g.facts -> 'rows'),\n"
	"           'key', g.layout, 'proposed', g.proposed, 'designs', g.designs, 'findings', g.findings, 'size', g.size,\n"
	"           'decisions', (SELECT COALESCE(jsonb_agg(d.text ORDER BY d.n, d.text), '[]')"
	" FROM decision d),\n"
	"           'effort', (SELECT jsonb_object_agg(e.what, e.units) FROM effort e"
	" WHERE e.units > 0),\n"
	"           'units', (SELECT sum(e.units) FROM effort e))\n"
	"       || CASE WHEN g.pictures IS NULL THEN '{}'"
	" ELSE jsonb_build_object('pictures', g.pictures) END\n"
	"FROM given g";

/* One value of an expected kind; the reason is kept if there is an error. */
static char *
try_text(Session *session, const char *sql, int n, const char *const *values,
		 char **failed)
{
	char	   *text;

	if (!session_run(session, "SAVEPOINT assessment", SQL_NONE))
		return NULL;
	session_expect_errors(session, true);
	text = session_text(session, sql, n, values);
	session_expect_errors(session, false);
	if (text == NULL && session_error(session) && *failed == NULL)
		*failed = text_copy(session_error(session));
	if (text == NULL)
		session_run(session, "ROLLBACK TO assessment", SQL_NONE);
	return text;
}

/* Create the mapping as a temporary view; its name, or NULL and the reason. */
static char *
map_table(Session *session, const char *table, const char *mapping,
		  char **failed)
{
	static const char name_sql[] =
		"SELECT format('pg_temp.%I', CASE\n"
		"    WHEN n.nspname || c.relname ~ '^\\w{1,60}$' THEN n.nspname || '.' || c.relname\n"
		"    ELSE left(regexp_replace(c.relname, '\\W', '_', 'g'), 20) || '.' || c.oid END)\n"
		"FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = $1::regclass";
	static const char script_sql[] =
		"SELECT s.script FROM hbase.mapping_script(json_build_object('tables', json_build_object(\n"
		"    $1::text, jsonb_set($2::jsonb #> ARRAY['tables', $1], '{view}', to_jsonb($3::text))))) s";
	char	   *view = session_text(session, name_sql, SQL_ARGS(table));
	char	   *script = view ?
		try_text(session, script_sql, SQL_ARGS(table, mapping, view), failed) :
		NULL;
	bool		ok = script != NULL;

	if (ok)
	{
		session_expect_errors(session, true);
		ok = session_script(session, script);
		session_expect_errors(session, false);
		if (!ok && session_error(session) && *failed == NULL)
			*failed = text_copy(session_error(session));
		if (!ok)
			session_run(session, "ROLLBACK TO assessment", SQL_NONE);
	}
	free(script);
	if (ok)
		return view;
	free(view);
	return NULL;
}

/*
 * The assessment of a table as a JSON object, to free with free(); NULL after
 * an error that ends the run.
 */
char *
assessment_of_table(Session *session, const char *table,
					const AssessmentOptions *options)
{
	char	   *failed = NULL;
	char	   *view = NULL;
	char	   *layout = NULL;
	char	   *note = NULL;
	char	   *designs = NULL;
	char	   *proposed = NULL;
	char	   *findings = NULL;
	char	   *size = NULL;
	char	   *pictures = NULL;
	char	   *document = NULL;
	char	   *facts = session_text(session, facts_sql, SQL_ARGS(table));
	char	   *at = NULL;

	if (facts == NULL)
		return NULL;
	at = session_text(session, "SELECT $1::json ->> 'time_column'",
					  SQL_ARGS(facts));
	layout = session_text(session,
						  "SELECT $1::json #>> ARRAY['tables', $2, 'key']",
						  SQL_ARGS(options->mapping, table));
	note = session_text(session,
						"SELECT $1::json #>> ARRAY['tables', $2, 'note']",
						SQL_ARGS(options->mapping, table));
	if (layout && options->can_map)
		view = map_table(session, table, options->mapping, &failed);
	if (layout)
	{
		char	   *salted = memory_checked(
			malloc(strlen(layout) + sizeof("salt(16), ")));
		const char *layouts[] = {layout, NULL, NULL};
		char	   *array;
		char	   *ignored = NULL;

		strcpy(salted, "salt(16), ");
		strcat(salted, layout);
		layouts[1] = at ? salted : NULL;
		array = session_array(layouts);
		designs = try_text(session, designs_sql, SQL_ARGS(table, array, at),
						   &ignored);
		free(ignored);
		ignored = NULL;
		proposed = try_text(session, proposed_sql, SQL_ARGS(table), &ignored);
		free(ignored);
		free(array);
		free(salted);
	}
	if (view)
	{
		findings = try_text(session, findings_sql,
							SQL_ARGS(view, options->percent, table), &failed);
		size = try_text(session, size_sql, SQL_ARGS(view, options->percent),
						&failed);
		if (options->has_pictures && at && designs)
			pictures = heat_pictures(session, table, options->mapping,
									 designs, at);
	}
	if (session_exit_code(session) == EXIT_FAILED)
		document = session_text(session, document_sql,
								SQL_ARGS(facts, designs ? designs : "[]",
										 findings ? findings : "[]", size,
										 layout, failed, note, pictures,
										 proposed));
	free(at);
	free(failed);
	free(view);
	free(layout);
	free(note);
	free(designs);
	free(proposed);
	free(findings);
	free(size);
	free(pictures);
	free(facts);
	return document;
}
