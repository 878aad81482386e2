-- What the planner expects of an export, and whether a part of it reads only a part of the tables.

CREATE FUNCTION hbase_internal.plan_scans(plan jsonb, OUT relation text, OUT condition text) RETURNS SETOF record
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT concat(n ->> 'Schema', '.', n ->> 'Relation Name'), COALESCE(n ->> 'Index Cond', n ->> 'Recheck Cond')
    FROM jsonb_path_query(plan, 'strict $.** ? (@."Node Type" like_regex "Scan$")') n
    WHERE n ->> 'Node Type' NOT IN ('Bitmap Index Scan', 'Subquery Scan', 'CTE Scan', 'Values Scan');
END;
COMMENT ON FUNCTION hbase_internal.plan_scans(jsonb) IS 'scans of a plan and their index conditions';

CREATE FUNCTION hbase_internal.compare_plans(
    whole jsonb, part jsonb, OUT rows bigint, OUT bytes bigint, OUT divisible boolean)
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH w AS MATERIALIZED (SELECT * FROM hbase_internal.plan_scans(whole)),
         p AS MATERIALIZED (SELECT * FROM hbase_internal.plan_scans(part)),
         size AS (SELECT LEAST((whole #>> '{0,Plan,Plan Rows}')::numeric, 1e15) AS rows)
    SELECT size.rows::bigint, LEAST(size.rows * (whole #>> '{0,Plan,Plan Width}')::numeric, 1e18)::bigint,
           part IS NOT NULL
           -- each scan has an index condition that the whole does not have
           AND (NOT EXISTS (
                    SELECT FROM p
                    WHERE p.condition IS NULL
                       OR EXISTS (SELECT FROM w WHERE w.relation = p.relation AND w.condition = p.condition))
                -- or the part reads fewer partitions
                OR NOT EXISTS (SELECT FROM p WHERE p.relation NOT IN (SELECT w.relation FROM w))
                   AND (SELECT count(DISTINCT p.relation) FROM p) < (SELECT count(DISTINCT w.relation) FROM w))
    FROM size;
END;
COMMENT ON FUNCTION hbase_internal.compare_plans(jsonb, jsonb)
    IS 'size of the result of a plan, and whether the plan of a part reads only a part of the tables';

CREATE FUNCTION hbase_internal.export_plan(
    whole text, part text, OUT rows bigint, OUT bytes bigint, OUT divisible boolean)
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
DECLARE
    whole_plan pg_catalog.json;
    part_plan pg_catalog.json;
BEGIN
    EXECUTE pg_catalog.concat('EXPLAIN (VERBOSE, FORMAT JSON) ', whole) INTO whole_plan;
    IF part IS NOT NULL THEN
        EXECUTE pg_catalog.concat('EXPLAIN (VERBOSE, FORMAT JSON) ', part) INTO part_plan;
    END IF;
    SELECT p.rows, p.bytes, p.divisible INTO rows, bytes, divisible
    FROM hbase_internal.compare_plans(whole_plan::pg_catalog.jsonb, part_plan::pg_catalog.jsonb) p;
END $$;
COMMENT ON FUNCTION hbase_internal.export_plan(text, text)
    IS 'size of the result of a query, and whether a part of it reads only a part of the tables';
