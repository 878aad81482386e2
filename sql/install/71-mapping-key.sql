-- Mappings from the catalog: the layout of the key.

-- The first columns may refer to the key of another table (head), whose types they take; a literal follows them.
CREATE FUNCTION hbase_internal.propose_key(
    relation regclass, columns name[], profile text, head regclass, head_columns name[], literal text,
    OUT components text, OUT is_negative boolean, OUT fields json)
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    -- the columns, with their types in a layout; a digest is not a column
    WITH given AS (
        SELECT u.n, u.name, u.n <= cardinality(head_columns) AS in_head,
               u.n < cardinality(columns) OR u.n <= cardinality(head_columns) AS in_mid_key,
               CASE WHEN u.n <= cardinality(head_columns) THEN head ELSE relation END AS measured,
               CASE WHEN u.n <= cardinality(head_columns) THEN head_columns[u.n] ELSE u.name END AS measured_name,
               CASE WHEN a.attnum IS NULL THEN CASE WHEN starts_with(u.name, 'hbase_digest') THEN 'uuid' ELSE 'int' END
                    WHEN b.typnamespace = 'pg_catalog'::regnamespace
                    THEN '{"bool": "boolean", "int2": "smallint", "int4": "int", "int8": "bigint", "float4": "real",
                           "float8": "double precision", "numeric": "numeric", "text": "text", "varchar": "text",
                           "bytea": "bytea", "uuid": "uuid", "date": "date", "time": "time",
                           "timestamp": "timestamp", "timestamptz": "timestamptz"}'::jsonb ->> b.typname::text
                    END AS type,
               CASE WHEN a.attnum IS NOT NULL THEN format('t.%I', u.name)
                    WHEN starts_with(u.name, 'hbase_digest') THEN hbase_internal.propose_digest(relation)
                    ELSE format('row_number() OVER (PARTITION BY %s)::int',
                             hbase_internal.propose_digest(relation)) END AS source,
               a.attnum IS NOT NULL AS is_column
        FROM unnest(columns) WITH ORDINALITY u(name, n)
        LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = u.name AND NOT a.attisdropped
        LEFT JOIN pg_attribute h ON u.n <= cardinality(head_columns) AND h.attrelid = head
                                AND h.attname = head_columns[u.n]
        LEFT JOIN pg_type b ON b.oid = hbase_internal.base_type(COALESCE(h.atttypid, a.atttypid))),
    -- their values; Bytes.toBytes sorts negative numbers and times before 1970 last
    seen AS MATERIALIZED (
        SELECT g.*,
               CASE WHEN g.is_column AND g.type = ANY ('{time,timestamp,timestamptz}')
                    THEN hbase_internal.has_microseconds(g.measured, g.measured_name) END AS is_fine,
               CASE WHEN NOT g.is_column OR profile <> 'java' THEN false
                    -- also -0
                    WHEN g.type = ANY ('{real,double precision}')
                    THEN hbase_internal.any_row(g.measured,
                        format('%I::pg_catalog.text OPERATOR(pg_catalog.~~) ''-%%''', g.measured_name))
                    WHEN g.type = ANY ('{smallint,int,bigint,numeric}')
                    THEN hbase_internal.any_row(g.measured, format('%I OPERATOR(pg_catalog.<) 0', g.measured_name))
                    WHEN g.type = ANY ('{date,timestamp,timestamptz}')
                    THEN hbase_internal.any_row(g.measured,
                        format('EXTRACT(epoch FROM %I) OPERATOR(pg_catalog.<) 0', g.measured_name))
                    END AS is_negative,
               -- times that no encoding has
               CASE WHEN g.is_column AND g.type = ANY ('{date,timestamp,timestamptz}')
                    THEN hbase_internal.any_row(g.measured, format(
                        'NOT pg_catalog.isfinite(%1$I) OR %1$I OPERATOR(pg_catalog.>) ''294246-12-31''',
                        g.measured_name))
                    ELSE false END AS is_text,
               -- a row key has at least one byte
               CASE WHEN NOT g.in_mid_key AND cardinality(columns) = 1
                     AND (g.type IS NULL OR g.type = ANY ('{text,bytea}'))
                    THEN hbase_internal.any_row(g.measured,
                        format('%I::pg_catalog.text OPERATOR(pg_catalog.=) ANY (''{"","\\x"}'')', g.measured_name))
                    ELSE g.in_mid_key END AS is_ended
        FROM given g),
    -- bytea before the last field needs a separator, like text
    typed AS (
        SELECT s.n, s.name, s.is_ended AS in_mid_key, s.is_negative AND NOT s.is_text AS is_negative,
               CASE WHEN s.type IS NULL OR s.is_text THEN 'text'
                    WHEN s.is_ended AND (s.type = 'bytea' OR s.type = 'numeric' AND profile = 'java') THEN 'text'
                    WHEN s.is_fine THEN format('%s(6)', s.type)
                    -- a bare timestamp could be Phoenix's type of 12 bytes
                    WHEN s.type = 'timestamp' AND profile = 'phoenix' THEN 'timestamp(3)'
                    ELSE s.type END AS type,
               CASE WHEN s.is_text AND s.type = 'timestamptz'
                    THEN hbase_internal.json_value(s.source, 'timestamptz'::regtype)
                    WHEN s.is_text THEN format('to_json(%s) #>> ''{}''', s.source)
                    WHEN NOT s.is_column THEN s.source END AS expression
        FROM seen s),
    fields AS (
        SELECT t.n, t.expression, t.is_negative, t.name,
               format('"%s" %s%s', replace(t.name, '"', '""'), t.type,
                   CASE WHEN NOT t.in_mid_key OR profile = 'phoenix' THEN ''
                        WHEN profile = 'java' THEN CASE WHEN t.type = 'text' THEN ', ''\x00''' ELSE '' END
                        WHEN bool_or(t.type = 'text') OVER (ORDER BY t.n) THEN ', ''\x00'''
                        ELSE ', ''_''' END) AS component
        FROM typed t
        UNION ALL
        SELECT cardinality(head_columns) + 0.5 AS n, NULL AS expression, NULL AS is_negative, NULL AS name,
               concat(quote_literal(literal),
                   CASE WHEN profile = 'string' AND cardinality(columns) > cardinality(head_columns)
                        THEN ', ''_''' END) AS component
        WHERE literal IS NOT NULL)
    SELECT string_agg(f.component, ', ' ORDER BY f.n), COALESCE(bool_or(f.is_negative), false),
           json_object_agg(f.name, f.expression ORDER BY f.n) FILTER (WHERE f.expression IS NOT NULL)
    FROM fields f;
END;
COMMENT ON FUNCTION hbase_internal.propose_key(regclass, name[], text, regclass, name[], text)
    IS 'components of a layout for columns of a table, and SQL of the fields that are not columns';

CREATE FUNCTION hbase_internal.propose_layout(components text, profile text, is_negative boolean) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN format('%s using %s', components,
        CASE WHEN profile <> 'java' THEN profile WHEN is_negative THEN 'ordered' ELSE 'bytes' END)
        ::@extschema@.rowkey_layout::text;
COMMENT ON FUNCTION hbase_internal.propose_layout(text, text, boolean) IS 'layout of components by a profile';
