-- Mappings from the catalog: the cells.

CREATE FUNCTION hbase_internal.propose_values(
    relation regclass, columns name[], alias text, profile text, prefix text,
    OUT number smallint, OUT name name, OUT expression text, OUT type text, OUT encoding text,
    OUT text_expression text, OUT is_rounded boolean) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT a.attnum AS n, a.attname AS name, format('%s.%I', alias, a.attname) AS source,
               format_type(b.oid, NULL) AS type, a.atttypmod,
               CASE WHEN b.typnamespace = 'pg_catalog'::regnamespace THEN b.typname END AS base
        FROM pg_attribute a
        JOIN pg_type b ON b.oid = hbase_internal.base_type(a.atttypid)
        WHERE a.attrelid = relation AND a.attnum > 0 AND a.attname = ANY (columns)),
    -- stored as text: types without an encoding, values without bytes, and times finer than milliseconds
    seen AS MATERIALIZED (
        SELECT g.*, CASE
            WHEN g.base IS NULL OR g.base <> ALL ('{bool,int2,int4,int8,float4,float8,numeric,text,varchar,bytea,uuid,
                date,time,timestamp,timestamptz,jsonb}') THEN 'text'
            WHEN g.base = ANY ('{date,timestamp,timestamptz}')
             AND hbase_internal.any_row(relation, format('NOT pg_catalog.isfinite(%I)', g.name)) THEN 'infinite'
            WHEN g.base = 'numeric'
             AND hbase_internal.any_row(relation,
                     format('%I OPERATOR(pg_catalog.=) ANY (''{NaN,Infinity,-Infinity}'')', g.name)) THEN 'text'
            WHEN g.base = ANY ('{time,timestamp,timestamptz}')
             AND hbase_internal.has_microseconds(relation, g.name) THEN 'fine'
            ELSE 'plain' END AS kind
        FROM given g),
    -- as text of the encoding, which does not depend on settings
    textual AS (
        SELECT s.*, CASE
            WHEN s.kind = 'infinite'
            THEN format('CASE WHEN isfinite(%1$s) THEN %2$shbase_encode(%1$s, ''string'', ''%3$s'') '
                        'ELSE %2$shbase_encode(%1$s::text, ''string'') END', s.source, prefix,
                        CASE WHEN s.base = 'date' THEN 'date' ELSE format('%s(6)', s.base) END)
            WHEN s.base = ANY ('{time,timestamp,timestamptz}')
            THEN format('%shbase_encode(%s, ''string'', ''%s(6)'')', prefix, s.source, s.base)
            WHEN s.base = 'date' THEN format('%shbase_encode(%s, ''string'', ''date'')', prefix, s.source)
            WHEN s.base = 'bytea' THEN format('''\x'' || encode(%s, ''hex'')', s.source)
            ELSE format('%s::text', s.source) END AS text_expression
        FROM seen s)
    SELECT t.n, t.name,
           CASE t.kind WHEN 'plain' THEN t.source WHEN 'text' THEN format('%s::text', t.source)
                       ELSE t.text_expression END,
           CASE WHEN t.kind IN ('text', 'infinite') THEN 'text' ELSE t.type END,
           CASE WHEN t.kind IN ('fine', 'infinite') THEN 'string' WHEN profile = 'java' THEN 'bytes' ELSE profile END,
           t.text_expression,
           t.kind = 'plain' AND t.type LIKE 'time%' AND (t.atttypmod < 0 OR t.atttypmod > 3)
    FROM textual t
    ORDER BY t.n;
END;
COMMENT ON FUNCTION hbase_internal.propose_values(regclass, name[], text, text, text)
    IS 'expressions of the cells for columns of a table, and their entries in the column dictionary';
