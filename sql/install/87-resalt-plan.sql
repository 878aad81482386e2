-- hbase.resalt_plan(): rows that move if the number of salts changes.

CREATE FUNCTION hbase.resalt_plan(
    relation regclass, salts int,
    OUT salt int, OUT rows_before bigint, OUT stay bigint, OUT leave bigint, OUT arrive bigint, OUT rows_after bigint,
    OUT reads @extschema@.rowkeyrange[]) RETURNS SETOF record
    LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 1000000 ROWS 16
AS $$
DECLARE
    layouts pg_catalog.record;
    salts_before int;
BEGIN
    SELECT l.before, hbase_internal.with_salts(l.before, salts) AS after INTO layouts
    FROM hbase.layout(relation) l(before);
    salts_before := SUBSTRING(layouts.before::pg_catalog.text FROM '^salt\((\d+)')::int;
    IF salts_before IS NULL THEN
        RAISE EXCEPTION 'the layout of % must begin with a salt', hbase_internal.sql_relation(relation)
            USING ERRCODE = 'object_not_in_prerequisite_state',
                DETAIL = pg_catalog.format('It is %s.', layouts.before);
    END IF;
    RETURN QUERY EXECUTE pg_catalog.format($q$
        WITH moves AS MATERIALIZED (
            SELECT hbase_internal.key_salt($1, key) AS source,
                   hbase_internal.key_salt($2, %2$s.rowkey_resalt(key, $1, $2)) AS target,
                   pg_catalog.count(*) AS n
            FROM %1$s GROUP BY 1, 2)
        SELECT s, before.n, before.stay, before.n OPERATOR(pg_catalog.-) before.stay,
               after.n OPERATOR(pg_catalog.-) before.stay, after.n,
               ARRAY(SELECT DISTINCT %2$s.rowkey_prefix_range(p)
                     FROM (VALUES
                         (CASE WHEN s OPERATOR(pg_catalog.<) $3 THEN hbase_internal.salt_prefix($1, s) END),
                         (CASE WHEN s OPERATOR(pg_catalog.<) $4 THEN hbase_internal.salt_prefix($2, s) END)) v(p)
                     WHERE p IS NOT NULL)
        FROM pg_catalog.generate_series(0, GREATEST($3, $4) OPERATOR(pg_catalog.-) 1) s,
             LATERAL (SELECT COALESCE(pg_catalog.sum(n), 0)::bigint AS n,
                             COALESCE(pg_catalog.sum(n) FILTER (WHERE target OPERATOR(pg_catalog.=) s), 0)::bigint
                                 AS stay
                      FROM moves WHERE source OPERATOR(pg_catalog.=) s) before,
             LATERAL (SELECT COALESCE(pg_catalog.sum(n), 0)::bigint AS n
                      FROM moves WHERE target OPERATOR(pg_catalog.=) s) after
        ORDER BY s $q$, hbase_internal.sql_relation(relation), hbase_internal.sql_schema())
    USING layouts.before, layouts.after, salts_before, salts;
END $$;
COMMENT ON FUNCTION hbase.resalt_plan(regclass, int)
    IS 'rows that stay, leave and arrive at each salt if the number of salts changes, and the key ranges to '
       'read meanwhile';
