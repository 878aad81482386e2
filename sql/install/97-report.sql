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

CREATE FUNCTION hbase_internal.report_relation(
    relation regclass, regions int, every interval, at name, findings jsonb, sizes jsonb, level int, prefix text)
    RETURNS text
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT concat(
        COALESCE(
            (SELECT string_agg(format(E'<p>key: <code>%s</code></p>\n', hbase_internal.html(u.layout::text)), ''
                 ORDER BY u.n)
             FROM unnest(def.layouts) WITH ORDINALITY u(layout, n)),
            E'<p>No layout of the key is defined: <code>hbase.define</code> takes it.</p>\n'),
        hbase_internal.report_section(level, prefix, 'findings', 'Findings',
            COALESCE(hbase_internal.report_findings(findings), '<p>Nothing was found.</p>')),
        hbase_internal.report_section(level, prefix, 'heat', 'Where writes go',
            hbase_internal.report_heat(relation, report_relation.regions, every, at)),
        hbase_internal.report_section(level, prefix, 'regions', 'Regions',
            hbase_internal.report_regions(relation, report_relation.regions, at)),
        hbase_internal.report_section(level, prefix, 'size', 'Size', hbase_internal.report_size(sizes)),
        hbase_internal.report_section(level, prefix, 'ddl', 'For the HBase shell', concat(
            '<pre>', hbase_internal.html(hbase.ddl(relation, 'shell', at => report_relation.at)), E'</pre>\n',
            CASE WHEN def.splits IS NULL
                 THEN E'<p class="muted">The regions above become part of it with <code>hbase.define</code>: '
                      '<code>splits =&gt; hbase.planned_splits(&#8230;)</code>.</p>\n' END)))
    FROM hbase.definition_of(relation, at) def;
END;
COMMENT ON FUNCTION hbase_internal.report_relation(regclass, int, interval, name, jsonb, jsonb, int, text)
    IS 'what hbase.report() says of a relation';

CREATE FUNCTION hbase.report(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL) RETURNS text
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000000
    SET client_min_messages = warning
AS $$
DECLARE
    page pg_catalog.text;
BEGIN
    IF relation IS NULL OR every IS NULL THEN
        RAISE EXCEPTION 'relation and every must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.progress_begin(12, relation);
    page := (
        SELECT hbase_internal.report_page(d.table_name, hbase_internal.sql_relation(relation),
            hbase_internal.report_relation(relation, report.regions, every, at, m.findings, m.sizes, 2, ''))
        FROM hbase.definition_of(relation, at) d, hbase_internal.report_measure(relation, at) m);
    PERFORM hbase_internal.progress_end();
    RETURN page;
END $$;
COMMENT ON FUNCTION hbase.report(regclass, int, interval, name)
    IS 'HTML page with all advice on a relation: findings, heat map, regions, sizes and the shell''s create';
