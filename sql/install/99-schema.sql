-- hbase.check_schema(), estimate_schema() and report_schema(): advice on all relations of schemas.

-- Tables of extensions, partitions and baselines are left out.
CREATE FUNCTION hbase_internal.schema_relations(
    schemas regnamespace[], OUT relation regclass, OUT is_shaped boolean, OUT is_mapped boolean)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT c.oid, s.is_shaped,
           EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
                   WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
                     AND d.refobjid = c.oid AND w.ev_class <> c.oid AND hbase_internal.is_shaped(w.ev_class))
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace,
         LATERAL (SELECT CASE WHEN c.relkind = ANY ('{r,p,v,m,f}') THEN hbase_internal.is_shaped(c.oid)
                              ELSE false END) s(is_shaped)
    WHERE c.relnamespace = ANY (schemas::oid[]) AND NOT c.relispartition
      AND (c.relkind = ANY ('{r,p}') OR c.relkind = ANY ('{v,m,f}') AND s.is_shaped)
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      AND NOT EXISTS (SELECT FROM hbase.delta_baseline b
                      WHERE b.baseline_schema = n.nspname AND b.baseline_name = c.relname)
    ORDER BY n.nspname, c.relname;
END;
COMMENT ON FUNCTION hbase_internal.schema_relations(regnamespace[])
    IS 'HBase-shaped relations of schemas, and their tables with or without a mapping';

CREATE FUNCTION hbase_internal.same_table(
    relation regclass,
    OUT severity text, OUT rule text, OUT subject text, OUT measured text, OUT explanation text, OUT advice text)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT 'warning' AS severity, 'same table' AS rule, hbase_internal.sql_relation(relation) AS subject,
           string_agg(hbase_internal.sql_relation(o.oid), ', ' ORDER BY n.nspname, o.relname) AS measured,
           'Several relations are one HBase table: rows with the same key overwrite each other.' AS explanation,
           'Define another table_name or namespace, unless the relations have different record types.' AS advice
    FROM hbase_internal.definition d
    JOIN pg_namespace n ON n.nspname = d.relation_schema
    JOIN pg_class o ON o.relnamespace = n.oid AND o.relname = d.relation_name,
         LATERAL hbase.definition_of(relation) own
    WHERE o.oid <> relation
      AND regexp_replace(COALESCE(d.table_name, d.relation_name::text), '^default:', '')
          = regexp_replace(own.table_name, '^default:', '')
      AND NOT EXISTS (SELECT FROM hbase.delta_baseline b
                      WHERE b.baseline_schema = n.nspname AND b.baseline_name = o.relname)
    HAVING count(*) > 0;
END;
COMMENT ON FUNCTION hbase_internal.same_table(regclass)
    IS 'finding that other relations are defined as the same HBase table';

CREATE FUNCTION hbase.check_schema(
    VARIADIC schemas regnamespace[],
    OUT relation regclass, OUT severity text, OUT rule text, OUT subject text, OUT measured text,
    OUT explanation text, OUT advice text) RETURNS SETOF record
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 10000000 ROWS 100
AS $$
DECLARE
    found_one pg_catalog.record;
BEGIN
    FOR found_one IN SELECT r.* FROM hbase_internal.schema_relations(schemas) r LOOP
        relation := found_one.relation;
        subject := hbase_internal.sql_relation(relation);
        IF found_one.is_shaped THEN
            BEGIN
                RETURN QUERY
                    SELECT found_one.relation, c.* FROM hbase.check(found_one.relation) c
                    UNION ALL
                    SELECT found_one.relation, s.* FROM hbase_internal.same_table(found_one.relation) s;
            EXCEPTION WHEN OTHERS THEN
                severity := 'error';
                rule := 'not checked';
                GET STACKED DIAGNOSTICS measured = RETURNED_SQLSTATE, explanation = MESSAGE_TEXT,
                    advice = PG_EXCEPTION_HINT;
                RETURN NEXT;
            END;
        ELSIF NOT found_one.is_mapped THEN
            severity := 'advice';
            rule := 'not mapped';
            measured := NULL;
            explanation := 'No HBase-shaped view reads this table.';
            advice := pg_catalog.format('hbase.from_table(%L) writes a mapping.', subject);
            RETURN NEXT;
        END IF;
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase.check_schema(regnamespace[])
    IS 'findings of hbase.check() for all relations of schemas, and tables without a mapping';

CREATE FUNCTION hbase_internal.estimate_total(
    relation regclass,
    OUT table_name text, OUT rows bigint, OUT cells bigint, OUT key_bytes bigint, OUT name_bytes bigint,
    OUT value_bytes bigint, OUT keyvalue_bytes bigint, OUT hfile_bytes bigint, OUT "none" bigint, OUT snappy bigint,
    OUT lz4 bigint, OUT zstd bigint, OUT gz bigint, OUT regions int, OUT sort_bytes bigint, OUT exact boolean,
    OUT error float8)
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
AS $$
DECLARE
    message pg_catalog.text;
BEGIN
    SELECT d.table_name, e.rows, e.cells, e.key_bytes, e.name_bytes, e.value_bytes, e.keyvalue_bytes, e.hfile_bytes,
           e."none", e.snappy, e.lz4, e.zstd, e.gz, e.regions, e.sort_bytes, e.exact, e.error
      INTO table_name, rows, cells, key_bytes, name_bytes, value_bytes, keyvalue_bytes, hfile_bytes,
           "none", snappy, lz4, zstd, gz, regions, sort_bytes, exact, error
      FROM hbase.definition_of(relation) d, hbase.estimate(relation) e
     WHERE e.family IS NULL;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    RAISE WARNING 'could not estimate %: %', hbase_internal.sql_relation(relation), message;
END $$;
COMMENT ON FUNCTION hbase_internal.estimate_total(regclass)
    IS 'total of hbase.estimate() for hbase.estimate_schema(); NULLs and a WARNING if it fails';

CREATE FUNCTION hbase.estimate_schema(
    VARIADIC schemas regnamespace[],
    OUT relation regclass, OUT table_name text, OUT rows bigint, OUT cells bigint, OUT key_bytes bigint,
    OUT name_bytes bigint, OUT value_bytes bigint, OUT keyvalue_bytes bigint, OUT hfile_bytes bigint,
    OUT "none" bigint, OUT snappy bigint, OUT lz4 bigint, OUT zstd bigint, OUT gz bigint, OUT regions bigint,
    OUT sort_bytes bigint, OUT exact boolean, OUT error float8) RETURNS SETOF record
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE COST 10000000 ROWS 100
BEGIN ATOMIC
    WITH sizes AS MATERIALIZED (
        SELECT r.n, r.relation, e.*
        FROM hbase_internal.schema_relations(schemas) WITH ORDINALITY r(relation, is_shaped, is_mapped, n),
             LATERAL hbase_internal.estimate_total(r.relation) e
        WHERE r.is_shaped)
    SELECT s.relation::regclass, s.table_name, sum(s.rows)::bigint, sum(s.cells)::bigint, sum(s.key_bytes)::bigint,
           sum(s.name_bytes)::bigint, sum(s.value_bytes)::bigint, sum(s.keyvalue_bytes)::bigint,
           sum(s.hfile_bytes)::bigint, sum(s."none")::bigint, sum(s.snappy)::bigint, sum(s.lz4)::bigint,
           sum(s.zstd)::bigint, sum(s.gz)::bigint, sum(s.regions), sum(s.sort_bytes)::bigint,
           bool_and(s.exact IS TRUE),
           round((sqrt(sum((s.error * s.keyvalue_bytes) ^ 2)) / NULLIF(sum(s.keyvalue_bytes), 0))::numeric, 1)::float8
    FROM sizes s
    GROUP BY GROUPING SETS ((s.n, s.relation, s.table_name), ())
    ORDER BY GROUPING(s.n), s.n;
END;
COMMENT ON FUNCTION hbase.estimate_schema(regnamespace[])
    IS 'sizes of hbase.estimate() for all relations of schemas, and their total';

CREATE FUNCTION hbase_internal.report_of(
    relation regclass, prefix text,
    OUT table_name text, OUT layouts text[], OUT findings jsonb, OUT sizes jsonb, OUT body text)
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
AS $$
DECLARE
    message pg_catalog.text;
BEGIN
    SELECT d.table_name, d.layouts::pg_catalog.text[], m.findings, m.sizes INTO table_name, layouts, findings, sizes
      FROM hbase.definition_of(relation) d, hbase_internal.report_measure(relation, NULL) m;
    findings := findings OPERATOR(pg_catalog.||) COALESCE(
        (SELECT pg_catalog.jsonb_agg(pg_catalog.to_jsonb(s)) FROM hbase_internal.same_table(relation) s), '[]');
    body := hbase_internal.report_relation(relation, NULL, '1 hour', NULL, findings, sizes, 3, prefix, true);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    findings := '[{"severity": "error"}]';
    body := pg_catalog.format(E'<p>No advice on this relation: %s.</p>\n', hbase_internal.html(message));
END $$;
COMMENT ON FUNCTION hbase_internal.report_of(regclass, text)
    IS 'parts of hbase.report_schema() for a relation, or the reason why there are none';

CREATE FUNCTION hbase.report_schema(VARIADIC schemas regnamespace[]) RETURNS text
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE COST 100000000
    SET client_min_messages = warning
BEGIN ATOMIC
    WITH relations AS MATERIALIZED (
        SELECT r.n, format('r%s', r.n) AS link, hbase_internal.sql_relation(r.relation) AS name, p.*
        FROM hbase_internal.schema_relations(schemas) WITH ORDINALITY r(relation, is_shaped, is_mapped, n),
             LATERAL hbase_internal.report_of(r.relation, format('r%s-', r.n)) p
        WHERE r.is_shaped),
    unmapped AS (
        SELECT string_agg(format(E'<li><code>%s</code></li>\n', hbase_internal.html(
                   hbase_internal.sql_relation(r.relation))), '' ORDER BY r.n) AS list
        FROM hbase_internal.schema_relations(schemas) WITH ORDINALITY r(relation, is_shaped, is_mapped, n)
        WHERE NOT r.is_shaped AND NOT r.is_mapped)
    SELECT hbase_internal.report_page(array_to_string(schemas::text[], ', '), 'all relations',
        concat(
            hbase_internal.report_facts(
                (SELECT count(*) FROM relations r),
                (SELECT COALESCE(jsonb_agg(e), '[]') FROM relations r, jsonb_array_elements(r.sizes) e),
                (SELECT COALESCE(jsonb_agg(f), '[]') FROM relations r, jsonb_array_elements(r.findings) f)),
            hbase_internal.report_section(2, '', 'relations', 'Relations', hbase_internal.report_index(
                (SELECT COALESCE(jsonb_agg(jsonb_build_object(
                            'link', r.link, 'relation', r.name, 'table_name', r.table_name, 'layouts', r.layouts,
                            'findings', r.findings, 'sizes', r.sizes) ORDER BY r.n), '[]')
                 FROM relations r), true)),
            (SELECT hbase_internal.report_section(2, '', 'unmapped', 'Tables without a mapping',
                        format(E'<ul>\n%s</ul>\n', u.list))
             FROM unmapped u WHERE u.list IS NOT NULL),
            (SELECT string_agg(hbase_internal.report_section(2, '', r.link, hbase_internal.html(r.name),
                        concat(r.body, E'<p><a href="#relations">all relations</a></p>\n')), '' ORDER BY r.n)
             FROM relations r)));
END;
COMMENT ON FUNCTION hbase.report_schema(regnamespace[])
    IS 'HTML page with all advice on all relations of schemas, and their totals';
