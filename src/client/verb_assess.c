/*
 * verb_assess.c
 *		pg2hbase assess: what a migration of the tables would need.
 */
#include "client/verb_assess.h"

#include <stdio.h>
#include <string.h>

#include "client/assessment.h"
#include "client/table.h"
#include "client/table_list.h"
#include "core/base/buffer.h"

static const Option options[] = {
	{"schema", 'n', "SCHEMA",
	 "only tables of this schema; can be given several times"},
	{"format", 'f', "FORMAT", "text (the default), json, or html"},
	{"profile", 0, "PROFILE",
	 "encoding of keys and values: java (the default), phoenix, string"},
	{"percent", 0, "PERCENT",
	 "share of the rows to read, as in hbase.check()"},
	{0}
};

static const char description[] =
	"assess reads the tables and reports, for each table, a proposed row key with its "
	"measurements, the size in HBase, findings, and what needs a decision, with an estimate of "
	"the effort. Tables are listed in the order in which they can be loaded: each after the "
	"tables that it refers to.\n\n"
	"Nothing is changed. The tables are mapped by temporary views in a transaction that is "
	"rolled back. In a database that cannot be written, or for a role without the privilege "
	"TEMPORARY, findings and sizes are not measured.";

static const char summary_sql[] =
	"SELECT t ->> 'relation' AS \"table\", (t ->> 'rows')::bigint AS rows,"
	" pg_size_pretty((t ->> 'bytes')::bigint) AS size,\n"
	"       pg_size_pretty((t #>> '{size,keyvalue_bytes}')::bigint) AS \"in HBase\","
	" t ->> 'key' AS key,\n"
	"       (t #>> '{designs,0,hottest}') || ' %' AS \"hottest region\",\n"
	"       (SELECT string_agg(format('%s %s', s.n, s.severity), ', ' ORDER BY s.severity)\n"
	"        FROM (SELECT f ->> 'severity' AS severity, count(*) AS n"
	" FROM jsonb_array_elements(t -> 'findings') f GROUP BY 1) s) AS findings,\n"
	"       (t ->> 'units')::int AS effort\n"
	"FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(t, n) ORDER BY n";

static const char lines_sql[] =
	"SELECT concat(CASE WHEN l.n = 1 THEN format(E'\\n%s\\n', l.relation) END,\n"
	"              regexp_replace(l.line, E'\\n', E'\\n      ', 'g'))\n"
	"FROM (SELECT a.n AS place, a.t ->> 'relation' AS relation, x.line,\n"
	"             row_number() OVER (PARTITION BY a.n ORDER BY x.kind, x.n) AS n\n"
	"      FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(t, n), LATERAL (\n"
	"          SELECT 1, d.n, format('  decide: %s', d.d)"
	" FROM jsonb_array_elements_text(a.t -> 'decisions') WITH ORDINALITY d(d, n)\n"
	"          UNION ALL\n"
	"          SELECT 2, f.n, format('  %s: %s, %s: %s', f.f ->> 'severity', f.f ->> 'rule',"
	" f.f ->> 'subject', f.f ->> 'explanation')\n"
	"          FROM jsonb_array_elements(a.t -> 'findings') WITH ORDINALITY f(f, n)"
	" WHERE f.f ->> 'severity' <> 'error') x(kind, n, line)) l\n"
	"ORDER BY l.place, l.n";

static const char total_sql[] =
	"SELECT format('%s tables, %s rows, %s; %s in HBase before compression; %s decisions;"
	" effort %s units of 5 minutes (%s person-days)',\n"
	"    count(*), sum((t ->> 'rows')::bigint), pg_size_pretty(sum((t ->> 'bytes')::bigint)),\n"
	"    COALESCE(pg_size_pretty(sum((t #>> '{size,keyvalue_bytes}')::bigint)), 'unknown size'),\n"
	"    sum(jsonb_array_length(t -> 'decisions')), sum((t ->> 'units')::int),\n"
	"    round(sum((t ->> 'units')::int) / 96.0, 1))\n"
	"FROM jsonb_array_elements($1::jsonb) t";

/* The page of hbase.report_schema(), with the decisions and the effort. */
static const char html_sql[] =
	"WITH line AS (\n"
	"    SELECT a.n, (a.t ->> 'units')::int AS units, jsonb_array_length(a.t -> 'decisions') AS decisions,\n"
	"           (SELECT string_agg(format(c.format, replace(replace(replace(\n"
	"                       c.text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')), '' ORDER BY c.place)\n"
	"            FROM (VALUES\n"
	"                (1, '<th scope=\"row\">%s</th>', a.t ->> 'relation'),\n"
	"                (2, '<td class=\"key\"><code>%s</code></td>', a.t ->> 'key'),\n"
	"                (3, '<td class=\"number\" data-label=\"hottest region, %%\">%s</td>',"
	" a.t #>> '{designs,0,hottest}'),\n"
	"                (4, '<td class=\"number\" data-label=\"with salt(16), %%\">%s</td>',"
	" a.t #>> '{designs,1,hottest}'),\n"
	"                (5, '<td class=\"key\"><code>%s</code></td>', a.t #>> '{proposed,0,key}'),\n"
	"                (6, '<td class=\"number\" data-label=\"effort\">%s</td>', a.t ->> 'units')\n"
	"            ) c(place, format, text))\n"
	"           || (SELECT format('<td class=\"key\">%s</td>', string_agg(replace(replace(replace(\n"
	"                       d.d, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '<br>' ORDER BY d.n))\n"
	"               FROM jsonb_array_elements_text(a.t -> 'decisions') WITH ORDINALITY d(d, n)) AS cells\n"
	"    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(t, n)),\n"
	"section AS (\n"
	"    SELECT format(E'<section id=\"decisions\"><h2>Decisions and effort</h2>\\n'\n"
	"               '<dl><div><dt>tables</dt><dd>%s</dd></div><div><dt>decisions</dt><dd>%s</dd></div>'\n"
	"               '<div><dt>effort</dt><dd>%s person-days</dd></div></dl>\\n'\n"
	"               '<table><caption>hottest region: its share of the writes of an hour, of 16 regions; '\n"
	"               'effort in units of 5 minutes</caption>\\n<thead><tr><th scope=\"col\">table</th>'\n"
	"               '<th scope=\"col\">proposed row key</th><th scope=\"col\" class=\"number\">hottest region, %%</th>'\n"
	"               '<th scope=\"col\" class=\"number\">with salt(16), %%</th>'\n"
	"               '<th scope=\"col\">row key for the workload</th>'\n"
	"               '<th scope=\"col\" class=\"number\">effort</th><th scope=\"col\">decide</th></tr></thead>\\n'\n"
	"               '<tbody>\\n%s\\n</tbody></table></section>\\n',\n"
	"               count(*), sum(l.decisions), round(sum(l.units) / 96.0, 1),\n"
	"               string_agg(format('<tr>%s</tr>', l.cells), E'\\n' ORDER BY l.n)) AS html\n"
	"    FROM line l),\n"
	"heat AS (\n"
	"    SELECT format(E'<section id=\"heat\"><h2>Where writes go</h2>\\n%s</section>\\n', string_agg(format(\n"
	"               E'<h3>%s</h3>\\n%s', replace(replace(replace(\n"
	"                   a.t ->> 'relation', '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), a.t ->> 'pictures'), ''\n"
	"               ORDER BY a.n)) AS html\n"
	"    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(t, n) WHERE a.t ? 'pictures' HAVING count(*) > 0)\n"
	"SELECT replace(regexp_replace(regexp_replace(p.page,\n"
	"                   'pg_temp_[0-9]+\\.&quot;([\\w.]+)&quot;', '\\1', 'g'),\n"
	"                   'pg_temp_[0-9]+', replace(replace(replace(replace(\n"
	"                       current_database(), E'\\\\', E'\\\\\\\\'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), 'g'),\n"
	"               '<section id=\"relations\">', concat(s.html, (SELECT h.html FROM heat h),"
	" '<section id=\"relations\">'))\n"
	"FROM section s, hbase.report_schema(VARIADIC ARRAY(\n"
	"    SELECT pg_my_temp_schema()::regnamespace WHERE pg_my_temp_schema() <> 0)) p(page)";

static const char json_sql[] =
	"SELECT jsonb_pretty(jsonb_build_object(\n"
	"    'database', current_database(), 'tables', $1::jsonb,\n"
	"    'units', (SELECT sum((t ->> 'units')::int) FROM jsonb_array_elements($1::jsonb) t)))";

/* Wrong values would otherwise be found at each table. */
static bool
check_values(Session *session, const AssessmentOptions *how)
{
	char	   *wrong = session_text(session,
									 "SELECT CASE WHEN $1 <> ALL ('{java,phoenix,string}')\n"
									 "            THEN format('unrecognized profile \"%s\"', $1)\n"
									 "            WHEN NOT $2::float8 > 0 OR $2::float8 > 100\n"
									 "            THEN 'the percentage is not in the range from 0 to"
									 " 100' END",
									 SQL_ARGS(how->profile, how->percent));
	bool		ok = wrong == NULL && session_error(session) == NULL;

	if (wrong)
		message_error("%s", wrong);
	free(wrong);
	return ok;
}

static bool
print_text(Session *session, const char *tables)
{
	PGresult   *summary = session_query(session, summary_sql,
										SQL_ARGS(tables));
	PGresult   *lines = summary ?
		session_query(session, lines_sql, SQL_ARGS(tables)) :
		NULL;
	char	   *total = lines ?
		session_text(session, total_sql, SQL_ARGS(tables)) :
		NULL;

	if (total)
	{
		table_print(summary);
		for (int i = 0; i < PQntuples(lines); i++)
			puts(PQgetvalue(lines, i, 0));
		printf("\n%s\n", total);
	}
	PQclear(summary);
	PQclear(lines);
	free(total);
	return total != NULL;
}

/* What will be assessed: the mapping that pg2hbase map would propose. */
static bool
propose(Session *session, const Arguments *arguments, AssessmentOptions *how)
{
	static const char writable_sql[] =
		"SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'\n"
		"   AND has_database_privilege(current_database(), 'TEMPORARY')";
	static const char mapping_sql[] =
		"SELECT hbase.mapping((SELECT array_agg(quote_ident(s)::regnamespace)"
		" FROM unnest($1::text[]) s), $2)";
	const char *const *schemas = arguments_values(arguments, "schema");
	char	   *array = schemas ? session_array(schemas) : NULL;
	char	   *can_map = NULL;

	if (array == NULL || session_has_schemas(session, array))
		can_map = session_text(session, writable_sql, SQL_NONE);
	if (can_map)
	{
		how->can_map = can_map[0] == 't';
		if (!how->can_map)
			message_error("temporary views cannot be created here: findings and sizes are not "
						  "measured");
		how->mapping = session_text(session, mapping_sql,
									SQL_ARGS(array, how->profile));
	}
	free(can_map);
	free(array);
	return how->mapping != NULL;
}

static ExitCode
assess(const Arguments *arguments)
{
	const char *format = arguments_value(arguments, "format");
	const char *profile = arguments_value(arguments, "profile");
	bool		quiet = arguments_flag(arguments, "quiet");
	AssessmentOptions how = {
		.profile = profile ? profile : "java",
		.percent = arguments_value(arguments, "percent")
	};
	Session    *session;
	TableList  *list = NULL;
	CoreBuf		tables;
	bool		ok;
	ExitCode	result;

	if (format == NULL)
		format = "text";
	how.has_pictures = strcmp(format, "html") == 0;
	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 &&
		strcmp(format, "html") != 0)
	{
		message_error("unrecognized format \"%s\"", format);
		return EXIT_USAGE;
	}
	session = session_connect(arguments, arguments_operand(arguments, 0));
	if (session == NULL)
		return EXIT_CONNECTION;
	if (!check_values(session, &how))
	{
		session_close(session);
		return EXIT_USAGE;
	}

	core_buf_init(&tables);
	ok = session_run(session, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					 SQL_NONE) &&
		propose(session, arguments, &how) &&
		(list = table_list_read(session, how.mapping)) != NULL;
	for (int i = 0; ok && i < list->n; i++)
	{
		char	   *table;

		if (!quiet)
			message_info("assessing %s (%d of %d)", list->relations[i], i + 1,
						 list->n);
		table = assessment_of_table(session, list->relations[i], &how);
		ok = table != NULL;
		if (ok)
			core_buf_printf(&tables, "%s%s", i == 0 ? "[" : ",\n", table);
		free(table);
	}
	if (ok)
	{
		core_buf_add(&tables, "]", 2);
		if (strcmp(format, "text") != 0)
		{
			const char *sql = strcmp(format, "json") == 0 ? json_sql :
															html_sql;
			char	   *page = session_text(session, sql,
											SQL_ARGS((char *) tables.data));

			ok = page != NULL && puts(page) >= 0;
			free(page);
		}
		else
			ok = print_text(session, (char *) tables.data);
	}
	if (ok)
		ok = session_run(session, "ROLLBACK", SQL_NONE);
	result = ok ? EXIT_DONE : session_exit_code(session);
	core_buf_free(&tables);
	table_list_free(list);
	free(how.mapping);
	session_close(session);
	return result;
}

const Verb verb_assess = {
	.name = "assess",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "report what a migration of the tables would need",
	.description = description,
	.examples = "  pg2hbase assess shop\n"
	"  pg2hbase assess -n sales -n stock --format html shop >assessment.html",
	.options = options,
	.run = assess
};
