/*
 * heat_pictures.c
 *		Where the writes of a table would go, with and without a salt.
 *
 * Two temporary views map the table by both designs, with the time of each
 * row beside its cells. hbase.report() draws them side by side. All is rolled
 * back, so that the views are in no other report.
 */
#include "client/heat_pictures.h"

#include <stdlib.h>

/*
 * The views heat_1 and heat_2. The time is a field of the key or in a cell.
 * There is nothing to show unless over half of the writes go to one region.
 */
static const char views_sql[] =
	"WITH design AS (\n"
	"    SELECT d.n, d.d ->> 'design' AS layout, e.entry #> ARRAY['columns', $4] AS col,\n"
	"           e.entry || jsonb_build_object(\n"
	"               'key', d.d ->> 'design', 'view', format('pg_temp.mapped_%s', d.n)) AS entry\n"
	"    FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY d(d, n),\n"
	"         LATERAL (SELECT $2::jsonb #> ARRAY['tables', $1]) e(entry)\n"
	"    WHERE ($3::jsonb #>> '{0,hottest}')::numeric >= 50 AND jsonb_array_length($3::jsonb) = 2)\n"
	"SELECT string_agg(concat(s.script, format(\n"
	"           E'CREATE TEMPORARY VIEW heat_%s AS SELECT v.key, v.d, (%s)::timestamptz AS at"
	" FROM pg_temp.mapped_%1$s v;\\n',\n"
	"           d.n, CASE WHEN d.col IS NULL\n"
	"               THEN format('%1$s.rowkey_field(%2$L::%1$s.rowkey_layout, v.key, %3$L, NULL::%4$s)',"
	" x.types, d.layout, $4,\n"
	"                        format_type(a.atttypid, NULL))\n"
	"               ELSE format('%s.widerow_get(v.d, %L, NULL::%s, %L)', x.types, d.col ->> 'qualifier',\n"
	"                        (d.col ->> 'type')::regtype, d.col ->> 'encoding') END)), '' ORDER BY d.n)\n"
	"FROM design d,\n"
	"     LATERAL hbase.mapping_script(json_build_object('tables', json_build_object($1::text, d.entry))) s,\n"
	"     (SELECT quote_ident(n.nspname) FROM pg_extension x JOIN pg_namespace n ON n.oid = x.extnamespace\n"
	"      WHERE x.extname = 'hbase_schema') x(types),\n"
	"     pg_attribute a\n"
	"WHERE a.attrelid = $1::regclass AND a.attname = $4";

/* The maps of the page, without its other sections. */
static const char pictures_sql[] =
	"SELECT replace(replace(regexp_replace(split_part(split_part(\n"
	"           hbase.report('pg_temp.heat_1', 16, at => 'at', compare_with => '{pg_temp.heat_2}'),\n"
	"           '<section id=\"heat\">', 2), '</section>', 1), '^<h2>[^\\n]*\\n', ''),\n"
	"           t.name || '.heat_1', 'as proposed'), t.name || '.heat_2', 'with salt(16)')\n"
	"FROM CAST(pg_my_temp_schema()::regnamespace AS text) t(name)";

/*
 * HTML with the maps, to free with free(). NULL if the writes are even, or
 * there is no map; then the transaction goes on as before.
 */
char *
heat_pictures(Session *session, const char *table, const char *mapping,
			  const char *designs, const char *at)
{
	char	   *pictures = NULL;
	char	   *views;

	if (!session_run(session, "SAVEPOINT heat", SQL_NONE))
		return NULL;
	session_expect_errors(session, true);
	views = session_text(session, views_sql,
						 SQL_ARGS(table, mapping, designs, at));
	if (views && session_script(session, views))
		pictures = session_text(session, pictures_sql, SQL_NONE);
	session_expect_errors(session, false);
	free(views);
	if (!session_run(session, "ROLLBACK TO heat", SQL_NONE))
	{
		free(pictures);
		return NULL;
	}
	return pictures;
}
