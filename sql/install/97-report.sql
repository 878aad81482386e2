-- hbase.report(): all advice on one page.

CREATE FUNCTION hbase.report(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL) RETURNS text
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000000
    SET client_min_messages = warning
AS $$
DECLARE
    def pg_catalog.record;
    page pg_catalog.text;
BEGIN
    IF relation IS NULL OR every IS NULL THEN
        RAISE EXCEPTION 'relation and every must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    SELECT * INTO def FROM hbase_internal.definition_at(relation, at);
    page := pg_catalog.format(
        E'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">\n<title>%1$s for HBase</title>\n'
        '<style>%2$s</style></head>\n<body><main>\n<h1>%1$s</h1>\n'
        '<p class="muted">what %3$s will be in HBase, from its rows as of %4$s UTC</p>\n',
        hbase_internal.html(def.table_name), hbase_internal.report_style(),
        hbase_internal.html(hbase_internal.sql_relation(relation)),
        pg_catalog.to_char(pg_catalog.now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
    page := pg_catalog.concat(page, COALESCE(
        (SELECT pg_catalog.string_agg(
             pg_catalog.format(E'<p>key: <code>%s</code></p>\n', hbase_internal.html(u.layout::pg_catalog.text)), ''
             ORDER BY u.n)
         FROM pg_catalog.unnest(def.layouts) WITH ORDINALITY u(layout, n)),
        E'<p>No layout of the key is defined: <code>hbase.define</code> takes it.</p>\n'));
    page := pg_catalog.concat(page,
        hbase_internal.report_section('findings', 'Findings',
            COALESCE(hbase_internal.report_findings(relation, at), '<p>Nothing was found.</p>')),
        hbase_internal.report_section('heat', 'Where writes go',
            hbase_internal.report_heat(relation, regions, every, at)),
        hbase_internal.report_section('regions', 'Regions', hbase_internal.report_regions(relation, regions, at)),
        hbase_internal.report_section('size', 'Size', hbase_internal.report_size(relation, at)),
        hbase_internal.report_section('ddl', 'For the HBase shell', pg_catalog.concat(
            '<pre>', hbase_internal.html(hbase_internal.ddl_at(relation, 'shell', 1, at)), E'</pre>\n',
            CASE WHEN def.splits IS NULL
                 THEN E'<p class="muted">The regions above become part of it with <code>hbase.define</code>: '
                      '<code>splits =&gt; hbase.planned_splits(&#8230;)</code>.</p>\n' END)));
    RETURN pg_catalog.concat(page, '</main></body></html>');
END $$;
COMMENT ON FUNCTION hbase.report(regclass, int, interval, name)
    IS 'HTML page with all advice on a relation: findings, heat map, regions, sizes and the shell''s create';
