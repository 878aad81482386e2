-- Mappings from the catalog: the cells.

-- The type is that of the column, as a mapping says it; a time finer than milliseconds is stored as text with all
-- digits.  The text is for a column of which other tables have another type.
CREATE FUNCTION hbase_internal.propose_values(
    relation regclass, without name[], profile text, prefix text,
    OUT number smallint, OUT name name, OUT type text, OUT is_fine boolean, OUT encoding text, OUT value text,
    OUT text_value text) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT a.attnum AS n, a.attname AS name, format('t.%I', a.attname) AS source,
               format_type(b.oid, NULL) AS type,
               CASE WHEN b.typnamespace = 'pg_catalog'::regnamespace THEN b.typname END AS base
        FROM pg_attribute a
        JOIN pg_type b ON b.oid = hbase_internal.base_type(a.atttypid)
        WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (without)),
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
            THEN format('convert_from(CASE WHEN isfinite(%1$s) THEN %2$shbase_encode(%1$s, ''string'', ''%3$s'') '
                        'ELSE %2$shbase_encode(%1$s::text, ''string'') END, ''UTF8'')', s.source, prefix,
                        CASE WHEN s.base = 'date' THEN 'date' ELSE format('%s(6)', s.base) END)
            WHEN s.base = ANY ('{date,time,timestamp,timestamptz}')
            THEN format('convert_from(%shbase_encode(%s, ''string'', ''%s''), ''UTF8'')', prefix, s.source,
                     CASE WHEN s.base = 'date' THEN 'date' ELSE format('%s(6)', s.base) END) END AS text_value
        FROM seen s)
    SELECT t.n, t.name, CASE WHEN t.kind IN ('text', 'infinite') THEN 'text' ELSE t.type END, t.kind = 'fine',
           CASE WHEN t.kind IN ('fine', 'infinite') THEN 'string' WHEN profile = 'java' THEN 'bytes' ELSE profile END,
           CASE WHEN t.kind = 'infinite' THEN t.text_value END, t.text_value
    FROM textual t
    ORDER BY t.n;
END;
COMMENT ON FUNCTION hbase_internal.propose_values(regclass, name[], text, text)
    IS 'types and encodings of the cells for columns of a table, and SQL where a value is not the column';
