-- hbase.report(): all advice on one page.

CREATE FUNCTION hbase_internal.report_measure(relation regclass, at name, OUT findings jsonb, OUT sizes jsonb)
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT (SELECT COALESCE(jsonb_agg(jsonb_build_object(
                       'severity', f.severity, 'rule', f.rule, 'subject', f.subject, 'measured', f.measured,
                       'explanation', f.explanation, 'advice', f.advice) ORDER BY f.n), '[]')
            FROM hbase.check(relation, at => report_measure.at) WITH ORDINALITY
                f(severity, rule, subject, measured, explanation, advice, n)),
           (SELECT jsonb_agg(to_jsonb(e))
            FROM hbase.estimate(relation, at => report_measure.at) e);
END;
COMMENT ON FUNCTION hbase_internal.report_measure(regclass, name)
    IS 'findings of hbase.check() and sizes of hbase.estimate() for hbase.report()';

-- A page that compares designs has their heat maps side by side, before the other sections.
CREATE FUNCTION hbase_internal.report_relation(
    relation regclass, regions int, every interval, at name, findings jsonb, sizes jsonb, level int, prefix text,
    has_heat boolean) RETURNS text
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT concat(
        COALESCE(
            (SELECT string_agg(format(E'<p>key: <code>%s</code></p>\n', hbase_internal.html(u.layout::text)), ''
                 ORDER BY u.n)
             FROM unnest(def.layouts) WITH ORDINALITY u(layout, n)),
            E'<p>No layout of the key is defined: <code>hbase.define</code> takes it.</p>\n'),
        hbase_internal.report_facts(NULL, sizes, findings),
        hbase_internal.report_section(level, prefix, 'findings', 'Findings',
            COALESCE(hbase_internal.report_findings(findings), '<p>Nothing was found.</p>')),
        CASE WHEN has_heat THEN hbase_internal.report_section(level, prefix, 'heat', 'Where writes go',
            hbase_internal.report_heat(relation, report_relation.regions, every, at, 'Cells by time and region')) END,
        hbase_internal.report_section(level, prefix, 'regions', 'Regions',
            hbase_internal.report_regions(relation, report_relation.regions, at)),
        hbase_internal.report_section(level, prefix, 'size', 'Size', hbase_internal.report_sizes(sizes)),
        hbase_internal.report_section(level, prefix, 'ddl', 'For the HBase shell', concat(
            '<pre>', hbase_internal.html(hbase.ddl(relation, 'shell', at => report_relation.at)), E'</pre>\n',
            CASE WHEN def.splits IS NULL
                 THEN E'<p class="muted">The regions above become part of it with <code>hbase.define</code>: '
                      '<code>splits =&gt; hbase.planned_splits(&#8230;)</code>.</p>\n' END)))
    FROM hbase.definition_of(relation, at) def;
END;
COMMENT ON FUNCTION hbase_internal.report_relation(regclass, int, interval, name, jsonb, jsonb, int, text, boolean)
    IS 'what hbase.report() says of a relation';

-- relations: an array of objects with link, relation, table_name, layouts, findings, sizes
CREATE FUNCTION hbase_internal.report_index(relations jsonb, has_total boolean) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT r.n, r.link, r.relation, r.table_name, r.layouts, r.findings, size.rows, size.cells,
               size.keyvalue_bytes, size.hfile_bytes
        FROM ROWS FROM (jsonb_to_recordset(relations)
                 AS (link text, relation text, table_name text, layouts text[], findings jsonb, sizes jsonb))
                 WITH ORDINALITY r(link, relation, table_name, layouts, findings, sizes, n)
        LEFT JOIN LATERAL jsonb_to_recordset(r.sizes) AS size(
            family text, rows bigint, cells bigint, keyvalue_bytes bigint, hfile_bytes bigint)
            ON size.family IS NULL),
    total AS (
        SELECT sum(g.rows)::bigint AS rows, sum(g.cells)::bigint AS cells,
               sum(g.keyvalue_bytes)::bigint AS keyvalue_bytes, sum(g.hfile_bytes)::bigint AS hfile_bytes
        FROM given g),
    line AS (
        SELECT g.n,
               format('<th scope="row"><a href="#%s">%s</a></th>', g.link, hbase_internal.html(g.relation)) AS name,
               format('<td class="key">%s%s</td>', hbase_internal.html(g.table_name),
                   (SELECT string_agg(format('<br><code>%s</code>', hbase_internal.html(u.layout)), '' ORDER BY u.n)
                    FROM unnest(g.layouts) WITH ORDINALITY u(layout, n))) AS table_name,
               g.rows, g.cells, g.keyvalue_bytes, g.hfile_bytes,
               format('<td>%s</td>', hbase_internal.report_count(g.findings)) AS badges
        FROM given g
        UNION ALL
        SELECT NULL AS n, '<th scope="row">all</th>' AS name, '<td></td>' AS table_name, t.rows, t.cells,
               t.keyvalue_bytes, t.hfile_bytes, '<td></td>' AS badges
        FROM total t WHERE has_total),
    shown AS (
        SELECT l.n, u.unit, concat('<tr>', l.name, l.table_name,
            hbase_internal.report_cell('rows', hbase_internal.report_number(l.rows)),
            hbase_internal.report_cell('cells', hbase_internal.report_number(l.cells)),
            hbase_internal.report_cell('KeyValues', hbase_internal.report_size(l.keyvalue_bytes, u.bytes)),
            hbase_internal.report_cell('HFiles', hbase_internal.report_size(l.hfile_bytes, u.bytes)),
            l.badges, '</tr>') AS line
        FROM line l, total t,
             LATERAL hbase_internal.report_unit(GREATEST(t.keyvalue_bytes, t.hfile_bytes)) u)
    SELECT hbase_internal.report_table(
        format('sizes in %s', min(s.unit)),
        hbase_internal.report_head('relation', 'HBase table and row key', '#rows', '#cells', '#KeyValues',
            '#HFiles as defined', 'findings'),
        string_agg(s.line, E'\n' ORDER BY s.n) FILTER (WHERE s.n IS NOT NULL),
        E'\n<tfoot>' || string_agg(s.line, '') FILTER (WHERE s.n IS NULL) || '</tfoot>')
    FROM shown s;
END;
COMMENT ON FUNCTION hbase_internal.report_index(jsonb, boolean)
    IS 'table of relations with links for hbase.report() and hbase.report_schema()';

-- Designs of one table: an index, their heat maps side by side, and the sections of each.
CREATE FUNCTION hbase_internal.report_designs(relations regclass[], regions int, every interval, at name) RETURNS text
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    WITH design AS MATERIALIZED (
        SELECT u.n, format('r%s', u.n) AS link, hbase_internal.sql_relation(u.relation) AS name, d.table_name,
               d.layouts::text[] AS layouts, m.findings, m.sizes,
               hbase_internal.report_heat(u.relation, report_designs.regions, every, at,
                   hbase_internal.sql_relation(u.relation)) AS heat,
               hbase_internal.report_relation(u.relation, report_designs.regions, every, at, m.findings, m.sizes, 3,
                   format('r%s-', u.n), false) AS body
        FROM unnest(relations) WITH ORDINALITY u(relation, n),
             LATERAL hbase.definition_of(u.relation, at) d,
             LATERAL hbase_internal.report_measure(u.relation, at) m)
    SELECT hbase_internal.report_page(min(d.table_name) FILTER (WHERE d.n = 1), format('%s designs', count(*)), concat(
        hbase_internal.report_section(2, '', 'relations', 'Designs', hbase_internal.report_index(
            jsonb_agg(jsonb_build_object('link', d.link, 'relation', d.name, 'table_name', d.table_name,
                'layouts', d.layouts, 'findings', d.findings, 'sizes', d.sizes) ORDER BY d.n), false)),
        hbase_internal.report_section(2, '', 'heat', 'Where writes go',
            format(E'<div class="designs">\n%s\n</div>\n', string_agg(d.heat, E'\n' ORDER BY d.n))),
        string_agg(hbase_internal.report_section(2, '', d.link, hbase_internal.html(d.name), d.body), ''
            ORDER BY d.n)))
    FROM design d;
END;
COMMENT ON FUNCTION hbase_internal.report_designs(regclass[], int, interval, name)
    IS 'page of hbase.report() for several designs';

CREATE FUNCTION hbase.report(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL,
    compare_with regclass[] DEFAULT NULL) RETURNS text
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000000
    SET client_min_messages = warning
AS $$
DECLARE
    page pg_catalog.text;
BEGIN
    IF relation IS NULL OR every IS NULL OR pg_catalog.array_position(compare_with, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'relation, every and the elements of compare_with must not be NULL'
            USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.progress_begin(12, relation);
    IF pg_catalog.cardinality(compare_with) OPERATOR(pg_catalog.>) 0 THEN
        page := hbase_internal.report_designs(
            ARRAY(SELECT relation UNION ALL SELECT pg_catalog.unnest(compare_with)), regions, every, at);
    ELSE
        page := (
            SELECT hbase_internal.report_page(d.table_name, hbase_internal.sql_relation(relation),
                hbase_internal.report_relation(
                    relation, report.regions, every, at, m.findings, m.sizes, 2, '', true))
            FROM hbase.definition_of(relation, at) d, hbase_internal.report_measure(relation, at) m);
    END IF;
    PERFORM hbase_internal.progress_end();
    RETURN page;
END $$;
COMMENT ON FUNCTION hbase.report(regclass, int, interval, name, regclass[])
    IS 'HTML page with all advice on a relation, or on several designs side by side';
