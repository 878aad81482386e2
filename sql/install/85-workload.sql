-- The questions that a database gets, from SQL statements or the catalog.

-- A view of pg_stat_statements, in any schema; NULL if it is not installed.
CREATE FUNCTION hbase_internal.statistics_view(name name) RETURNS regclass
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT c.oid::regclass
    FROM pg_extension e
    JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
                    AND d.classid = 'pg_class'::regclass
    JOIN pg_class c ON c.oid = d.objid
    WHERE e.extname = 'pg_stat_statements' AND c.relname = statistics_view.name AND c.relkind = 'v';
END;
COMMENT ON FUNCTION hbase_internal.statistics_view(name) IS 'a view of the extension pg_stat_statements';

-- The server shows a role only its own statements, unless it has the rights of pg_read_all_stats.
CREATE FUNCTION hbase_internal.statement_statistics(
    OUT statement text, OUT calls float8, OUT rows float8) RETURNS SETOF record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
DECLARE
    statistics pg_catalog.regclass := hbase_internal.statistics_view('pg_stat_statements');
BEGIN
    IF statistics IS NOT NULL THEN
        RETURN QUERY EXECUTE pg_catalog.format(
            'SELECT s.query, pg_catalog.sum(s.calls)::pg_catalog.float8, pg_catalog.sum(s.rows)::pg_catalog.float8 '
            'FROM %s s JOIN pg_catalog.pg_database d ON d.oid OPERATOR(pg_catalog.=) s.dbid '
            'WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database() GROUP BY s.query',
            hbase_internal.sql_relation(statistics));
    END IF;
EXCEPTION
    -- the library is not loaded, or the caller may not read the view
    WHEN object_not_in_prerequisite_state OR insufficient_privilege THEN
        RETURN;
END $$;
COMMENT ON FUNCTION hbase_internal.statement_statistics()
    IS 'statements of this database with their calls and rows, from pg_stat_statements if it is available';

-- An eviction removes 5 % of the entries, but at least 10.
CREATE FUNCTION hbase_internal.statistics_losses(OUT reason text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
DECLARE
    entries pg_catalog.regclass := hbase_internal.statistics_view('pg_stat_statements');
    statistics pg_catalog.regclass := hbase_internal.statistics_view('pg_stat_statements_info');
BEGIN
    IF entries IS NULL OR statistics IS NULL THEN
        RETURN;
    END IF;
    EXECUTE pg_catalog.format($q$
        SELECT pg_catalog.format('pg_stat_statements has evicted %%s %%%% of its entries since its reset at %%s',
                   pg_catalog.round(100.0 OPERATOR(pg_catalog.*) x.lost
                       OPERATOR(pg_catalog./) (x.lost OPERATOR(pg_catalog.+) x.kept)),
                   pg_catalog.to_char(x.stats_reset AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
        FROM (SELECT i.stats_reset, (SELECT pg_catalog.count(*) FROM %1$s) AS kept,
                     i.dealloc OPERATOR(pg_catalog.*) GREATEST(10, 0.05 OPERATOR(pg_catalog.*)
                         pg_catalog.current_setting('pg_stat_statements.max')::pg_catalog.int4) AS lost
              FROM %2$s i) x
        WHERE x.lost OPERATOR(pg_catalog.>) 0 $q$,
        hbase_internal.sql_relation(entries), hbase_internal.sql_relation(statistics))
        INTO reason;
EXCEPTION
    WHEN object_not_in_prerequisite_state OR insufficient_privilege THEN
        RETURN;
END $$;
COMMENT ON FUNCTION hbase_internal.statistics_losses()
    IS 'share of the entries that pg_stat_statements has evicted; NULL if none';

-- A date or time at the end of an index is taken as a range, and descending as the order.
CREATE FUNCTION hbase_internal.index_question(index regclass, OUT question jsonb)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH field AS (
        SELECT u.n, a.attname, i.indnkeyatts,
               u.n = i.indnkeyatts
                   AND hbase_internal.base_type(a.atttypid) = ANY ('{timestamptz,timestamp,date}'::regtype[])
                   AS is_time,
               i.indoption[u.n - 1] & 1 = 1 AS is_descending
        FROM pg_index i, unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY u(attnum, n)
        JOIN pg_attribute a ON a.attnum = u.attnum
        WHERE i.indexrelid = index AND a.attrelid = i.indrelid)
    SELECT CASE WHEN bool_or(f.is_time AND f.is_descending)
                THEN jsonb_strip_nulls(jsonb_build_object(
                         'where', jsonb_object_agg(f.attname, '=') FILTER (WHERE NOT f.is_time),
                         'order', jsonb_agg(concat(f.attname, ' desc')) FILTER (WHERE f.is_time)))
                ELSE jsonb_build_object('where',
                         jsonb_object_agg(f.attname, CASE WHEN f.is_time THEN 'range' ELSE '=' END)) END
    FROM field f;
END;
COMMENT ON FUNCTION hbase_internal.index_question(regclass) IS 'the question that an index is made for';

CREATE FUNCTION hbase_internal.catalog_questions(
    OUT relation regclass, OUT kind text, OUT question jsonb, OUT calls float8, OUT share numeric, OUT rows float8,
    OUT source text) RETURNS SETOF record
    LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
    WITH own AS MATERIALIZED (
        SELECT c.oid, c.relname
        FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
        WHERE c.relkind = ANY ('{r,p,m}') AND c.oid >= 16384 AND c.relpersistence <> 't' AND NOT c.relispartition
          AND s.nspname <> ALL ('{hbase,hbase_internal}') AND NOT hbase_internal.is_shaped(c.oid)
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')),
    counted AS (
        SELECT i.indrelid, i.indexrelid, i.indexprs IS NOT NULL AS has_expression, COALESCE(t.idx_scan, 0) AS scans,
               sum(t.idx_scan) OVER (PARTITION BY i.indrelid) AS all_scans
        FROM own o JOIN pg_index i ON i.indrelid = o.oid AND i.indisvalid
        LEFT JOIN pg_stat_user_indexes t ON t.indexrelid = i.indexrelid),
    found AS (
        SELECT c.indrelid::regclass AS relation, 'read' AS kind, q.question,
               -- of a table without scans, each index counts once
               CASE WHEN c.all_scans > 0 THEN c.scans ELSE 1 END::float8 AS calls,
               format('index %s', c.indexrelid::regclass) AS source
        FROM counted c, LATERAL hbase_internal.index_question(c.indexrelid) q
        WHERE NOT c.has_expression AND (c.scans > 0 OR c.all_scans IS NULL OR c.all_scans = 0)
        UNION ALL
        SELECT r.conrelid::regclass AS relation, 'read' AS kind, jsonb_build_object('where', f.columns) AS question,
               1 AS calls, format('foreign key %I', r.conname) AS source
        FROM own o JOIN pg_constraint r ON r.conrelid = o.oid AND r.contype = 'f' AND r.conparentid = 0,
             LATERAL (SELECT jsonb_object_agg(a.attname, 'join') AS columns
                      FROM unnest(r.conkey) k JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = k) f
        UNION ALL
        SELECT o.oid::regclass AS relation, w.kind, '{}'::jsonb AS question, w.n::float8 AS calls,
               'row counts' AS source
        FROM own o JOIN pg_stat_user_tables t ON t.relid = o.oid,
             LATERAL (VALUES ('insert', t.n_tup_ins), ('update', t.n_tup_upd), ('delete', t.n_tup_del)) w(kind, n)
        WHERE w.n > 0)
    SELECT f.relation, f.kind, f.question, f.calls,
           round((100 * f.calls / NULLIF(sum(f.calls) OVER (), 0))::numeric, 2), NULL::float8, f.source
    FROM found f;
END;
COMMENT ON FUNCTION hbase_internal.catalog_questions()
    IS 'questions and writes that indexes, foreign keys and row counts of tables stand for';

CREATE FUNCTION hbase_internal.check_weights(statements text[], weights float8[]) RETURNS void
    LANGUAGE plpgsql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    given pg_catalog.int4 := COALESCE(pg_catalog.cardinality(statements), 0);
BEGIN
    IF pg_catalog.cardinality(weights) OPERATOR(pg_catalog.<>) given THEN
        RAISE EXCEPTION 'there are % statements and % weights', given, pg_catalog.cardinality(weights)
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Give a weight, such as a number of calls, for each statement.';
    ELSIF EXISTS (SELECT FROM pg_catalog.unnest(weights) w
                  WHERE w OPERATOR(pg_catalog.<) 0 OR w OPERATOR(pg_catalog.>) 1e15) THEN
        RAISE EXCEPTION 'weight is out of range' USING ERRCODE = 'invalid_parameter_value';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.check_weights(text[], float8[])
    IS 'raises an error for invalid arguments of hbase.workload()';

CREATE FUNCTION hbase_internal.read_workload(
    statements text[], weights float8[], rows float8[], source text, search_path text,
    OUT relation regclass, OUT kind text, OUT question jsonb, OUT calls_of float8, OUT share numeric,
    OUT rows_each float8, OUT source_of text, OUT statement text, OUT reason text) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    WITH entry AS MATERIALIZED (
        SELECT u.n, u.statement, COALESCE(u.weight, 1) AS calls, u.rows
        FROM ROWS FROM (unnest(statements), unnest(weights), unnest(rows)) WITH ORDINALITY
             u(statement, weight, rows, n)
        WHERE u.statement IS NOT NULL),
    read AS MATERIALIZED (
        SELECT e.n, e.calls, e.rows, q.*
        FROM entry e, LATERAL hbase_internal.statement_questions(e.statement, read_workload.search_path) q
        WHERE e.statement <> '<insufficient privilege>'
        UNION ALL
        SELECT e.n, e.calls, e.rows, 1 AS number, e.statement, NULL::regclass AS relation, NULL::text AS kind,
               NULL::jsonb AS question, 'a statement of another role, which pg_read_all_stats would show' AS reason
        FROM entry e
        WHERE e.statement = '<insufficient privilege>'),
    total AS (
        SELECT sum(d.calls) AS calls FROM (SELECT DISTINCT r.n, r.number, r.calls FROM read r) d)
    SELECT r.relation, r.kind, r.question, sum(r.calls),
           round((100 * sum(r.calls) / NULLIF(t.calls, 0))::numeric, 2),
           sum(r.rows) / NULLIF(sum(r.calls), 0), read_workload.source,
           (array_agg(btrim(r.statement, E' \t\r\n') ORDER BY r.calls DESC, r.n, r.number))[1], r.reason
    FROM read r, total t
    GROUP BY r.relation, r.kind, r.question, r.reason, CASE WHEN r.reason IS NOT NULL THEN r.statement END, t.calls;
END;
COMMENT ON FUNCTION hbase_internal.read_workload(text[], float8[], float8[], text, text)
    IS 'rows of hbase.workload() from statements';

CREATE FUNCTION hbase.workload(
    statements text[] DEFAULT NULL, weights float8[] DEFAULT NULL, search_path text DEFAULT NULL,
    OUT relation regclass, OUT kind text, OUT question jsonb, OUT calls float8, OUT share numeric, OUT rows float8,
    OUT source text, OUT statement text, OUT reason text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 100
AS $$
DECLARE
    given pg_catalog.text[] := statements;
    given_weights pg_catalog.float8[] := weights;
    given_rows pg_catalog.float8[];
    given_source pg_catalog.text := 'statements';
BEGIN
    PERFORM hbase_internal.check_weights(statements, weights);
    IF given IS NULL THEN
        SELECT pg_catalog.array_agg(s.statement), pg_catalog.array_agg(s.calls), pg_catalog.array_agg(s.rows)
        INTO given, given_weights, given_rows
        FROM (SELECT * FROM hbase_internal.statement_statistics() x
              ORDER BY x.statement COLLATE pg_catalog."C") s;
        given_source := 'pg_stat_statements';
    END IF;
    IF given IS NULL THEN
        RETURN QUERY SELECT q.*, NULL::pg_catalog.text, NULL::pg_catalog.text
                     FROM hbase_internal.catalog_questions() q
                     ORDER BY q.relation::pg_catalog.text COLLATE pg_catalog."C",
                              q.kind COLLATE pg_catalog."C" DESC, q.calls DESC, q.source COLLATE pg_catalog."C";
        RETURN;
    END IF;
    RETURN QUERY
        SELECT w.*
        FROM hbase_internal.read_workload(given, given_weights, given_rows, given_source, search_path) w
        ORDER BY w.calls_of DESC, w.relation::pg_catalog.text COLLATE pg_catalog."C",
                 w.kind COLLATE pg_catalog."C", w.question::pg_catalog.text COLLATE pg_catalog."C",
                 w.reason COLLATE pg_catalog."C", w.statement COLLATE pg_catalog."C";
    IF statements IS NULL THEN
        source := given_source;
        reason := hbase_internal.statistics_losses();
        IF reason IS NOT NULL THEN
            RETURN NEXT;
        END IF;
    END IF;
END $$;
COMMENT ON FUNCTION hbase.workload(text[], float8[], text)
    IS 'questions that tables get, from SQL statements, pg_stat_statements, or keys and indexes';
