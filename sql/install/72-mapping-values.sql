-- Mappings from the catalog: the cells.

CREATE FUNCTION hbase_internal.propose_values(
    relation regclass, columns name[], alias text, profile text, prefix text,
    OUT name name, OUT short text, OUT expression text, OUT type text, OUT encoding text) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT u.n, a.attname AS name, format('%s.%I', alias, a.attname) AS source, format_type(b.oid, NULL) AS type,
               CASE WHEN b.typnamespace = 'pg_catalog'::regnamespace THEN b.typname END AS base
        FROM unnest(columns) WITH ORDINALITY u(name, n)
        JOIN pg_attribute a ON a.attrelid = relation AND a.attname = u.name
        JOIN pg_type b ON b.oid = hbase_internal.base_type(a.atttypid)),
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
        FROM given g)
    SELECT s.name, (hbase_internal.short_names(columns::text[]))[s.n],
           CASE s.kind
               WHEN 'plain' THEN s.source
               WHEN 'text' THEN format('%s::text', s.source)
               WHEN 'fine' THEN format('%shbase_encode(%s, ''string'', ''%s(6)'')', prefix, s.source, s.base)
               ELSE format('CASE WHEN isfinite(%1$s) THEN %2$shbase_encode(%1$s, ''string'', ''%3$s'') '
                           'ELSE %2$shbase_encode(%1$s::text, ''string'') END', s.source, prefix,
                           CASE WHEN s.base = 'date' THEN 'date' ELSE format('%s(6)', s.base) END)
               END,
           CASE WHEN s.kind IN ('text', 'infinite') THEN 'text' ELSE s.type END,
           CASE WHEN s.kind IN ('fine', 'infinite') THEN 'string'
                WHEN profile = 'java' THEN 'bytes'
                ELSE profile END
    FROM seen s
    ORDER BY s.n;
END;
COMMENT ON FUNCTION hbase_internal.propose_values(regclass, name[], text, text, text)
    IS 'expressions of the cells for columns of a table, and their entries in the column dictionary';
