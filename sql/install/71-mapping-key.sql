-- Mappings from the catalog: the layout of the key.

CREATE FUNCTION hbase_internal.propose_key(
    relation regclass, columns name[], alias text, profile text,
    OUT layout @extschema@.rowkey_layout, OUT arguments text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    -- the columns, with their types in a layout
    WITH given AS (
        SELECT u.n, a.attname AS name, u.n < cardinality(columns) AS in_mid_key, t.typtype = 'd' AS is_domain,
               CASE WHEN b.typnamespace = 'pg_catalog'::regnamespace
                    THEN '{"bool": "boolean", "int2": "smallint", "int4": "int", "int8": "bigint", "float4": "real",
                           "float8": "double precision", "numeric": "numeric", "text": "text", "varchar": "text",
                           "bytea": "bytea", "uuid": "uuid", "date": "date", "time": "time",
                           "timestamp": "timestamp", "timestamptz": "timestamptz"}'::jsonb ->> b.typname::text
                    END AS type
        FROM unnest(columns) WITH ORDINALITY u(name, n)
        JOIN pg_attribute a ON a.attrelid = relation AND a.attname = u.name
        JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = hbase_internal.base_type(t.oid)),
    -- their values; Bytes.toBytes sorts negative numbers and times before 1970 last
    seen AS MATERIALIZED (
        SELECT g.*,
               CASE WHEN g.type = ANY ('{time,timestamp,timestamptz}')
                    THEN hbase_internal.has_microseconds(relation, g.name) END AS is_fine,
               profile = 'java' AND CASE
                   WHEN g.type = ANY ('{smallint,int,bigint,real,double precision,numeric}')
                   THEN hbase_internal.any_row(relation, format('%I OPERATOR(pg_catalog.<) 0', g.name))
                   WHEN g.type = ANY ('{date,timestamp,timestamptz}')
                   THEN hbase_internal.any_row(relation,
                       format('EXTRACT(epoch FROM %I) OPERATOR(pg_catalog.<) 0', g.name))
                   END AS is_negative
        FROM given g),
    -- bytea before the last field needs a separator, like text
    typed AS (
        SELECT s.n, s.name, s.in_mid_key, s.is_negative,
               CASE WHEN s.type IS NULL THEN 'text'
                    WHEN s.in_mid_key AND (s.type = 'bytea' OR s.type = 'numeric' AND profile = 'java') THEN 'text'
                    WHEN s.is_fine THEN format('%s(6)', s.type)
                    -- a bare timestamp could be Phoenix's type of 12 bytes
                    WHEN s.type = 'timestamp' AND profile = 'phoenix' THEN 'timestamp(3)'
                    ELSE s.type END AS type,
               format(
                   CASE WHEN s.in_mid_key AND s.type = 'bytea' THEN '''\x'' || encode(%s, ''hex'')'
                        WHEN s.in_mid_key AND s.type = 'numeric' AND profile = 'java' THEN '%s::text'
                        ELSE '%s' END,
                   concat(format('%s.%I', alias, s.name),
                       CASE WHEN s.type IS NULL THEN '::text' WHEN s.is_domain THEN '::' || s.type END)) AS expression
        FROM seen s),
    fields AS (
        SELECT t.*,
               CASE WHEN NOT t.in_mid_key OR profile = 'phoenix' THEN ''
                    WHEN profile = 'java' THEN CASE WHEN t.type = 'text' THEN ', ''\x00''' ELSE '' END
                    WHEN bool_or(t.type = 'text') OVER (ORDER BY t.n) THEN ', ''\x00'''
                    ELSE ', ''_''' END AS separator
        FROM typed t)
    SELECT format('%s using %s',
               string_agg(format('"%s" %s%s', replace(f.name, '"', '""'), f.type, f.separator), ', ' ORDER BY f.n),
               CASE WHEN profile <> 'java' THEN profile
                    WHEN bool_or(f.is_negative) THEN 'ordered'
                    ELSE 'bytes' END)::@extschema@.rowkey_layout,
           string_agg(f.expression, ', ' ORDER BY f.n)
    FROM fields f;
END;
COMMENT ON FUNCTION hbase_internal.propose_key(regclass, name[], text, text)
    IS 'layout for columns of a table, and the arguments of rowkey_compose()';
