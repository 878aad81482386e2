-- Mappings from the catalog: hbase.from_table() and hbase.from_schema().

CREATE FUNCTION hbase_internal.mapping_script(
    relation regclass, profile text, children text, view_name text, table_name text, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT hbase_internal.sql_relation(c.oid) AS source_name, k.columns AS key_columns, y.layout,
               -- an SQL identifier with or without a schema
               COALESCE(
                   (SELECT string_agg(quote_ident(u.part), '.' ORDER BY u.n)
                    FROM unnest(parse_ident(view_name)) WITH ORDINALITY u(part, n)),
                   hbase_internal.proposed_view(s.nspname, c.relname)) AS view_name,
               COALESCE(table_name, hbase_internal.proposed_name(c.relname, ARRAY(
                   SELECT o.relname::text FROM pg_class o
                   WHERE o.relnamespace = s.oid AND o.relkind = ANY ('{r,p}') AND NOT o.relispartition))) AS table_name
        FROM pg_class c
        JOIN pg_namespace s ON s.oid = c.relnamespace,
             LATERAL hbase_internal.key_columns(c.oid) k(columns),
             LATERAL hbase_internal.propose_key(c.oid, k.columns, 't', profile) y
        WHERE c.oid = relation),
    child AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name,
               CASE WHEN r.family = 't' THEN 't_cells' ELSE r.family END AS alias  -- t is the table
        FROM mapped m, hbase_internal.referring_tables(relation, m.key_columns) r
        WHERE children <> 'none'),
    nested AS (
        SELECT COALESCE(array_agg(format('%I.cells AS %I', c.alias, c.family) ORDER BY c.number), '{}') AS families,
               COALESCE(string_agg(hbase_internal.propose_family(c.child, c.keys, c.refers, c.rest, m.key_columns,
                   profile, c.alias, prefix), '' ORDER BY c.number), '') AS joins,
               string_agg(format(
                   E'\nSELECT c.* FROM %s r, %srowkey_decompose(%L, r.key) AS k(%s), %swiderow_cells(r.%I) x,\n'
                   '       jsonb_populate_record(NULL::%s, '
                   'convert_from(x.value, ''UTF8'')::jsonb || jsonb_build_object(%s)) c;',
                   m.view_name, prefix, m.layout, f.columns, prefix, c.family, c.source_name, v.fields), ''
                   ORDER BY c.number) AS reading
        FROM mapped m, child c,
             LATERAL (SELECT string_agg(format('%I %s', f.field, f.type), ', ')
                      FROM hbase_internal.layout_fields(m.layout) f) f(columns),
             LATERAL (SELECT string_agg(format('%L, k.%I', u.k, u.p), ', ')
                      FROM ROWS FROM (unnest(c.refers), unnest(m.key_columns)) u(k, p)) v(fields)
        WHERE children = 'nest' AND c.family IS NOT NULL),
    remark AS (
        SELECT string_agg(hbase_internal.comment_line(format(
            CASE WHEN children = 'key' THEN '%s has no primary key: it cannot have rows of its own.'
                 ELSE '%s (%s) is not nested here, as a table of HBase should have few families: '
                      'map it by itself.' END,
            c.source_name, c.constraint_name)), '' ORDER BY c.number) AS lines
        FROM child c
        WHERE CASE WHEN children = 'key' THEN c.keys = '{}' ELSE c.family IS NULL END),
    later AS (
        SELECT string_agg(concat(E'\n', hbase_internal.propose_child(c.child, c.child_schema, c.child_name,
                   c.refers, c.rest, profile, prefix)), '' ORDER BY c.number) AS views
        FROM child c
        WHERE children = 'key' AND c.keys <> '{}')
    SELECT concat(r.lines,
        hbase_internal.propose_view(relation, m.key_columns, profile, m.view_name, m.table_name, n.families,
            n.joins, '',
            prefix),
        E'-- Reading back:\n-- ',
        regexp_replace(
            concat(format('SELECT * FROM hbase.read(NULL::%s, %L);', m.source_name, m.view_name), n.reading),
            E'([\\n\\r])', E'\\1-- ', 'g'),
        E'\n', l.views)
    FROM mapped m, nested n, remark r, later l;
END;
COMMENT ON FUNCTION hbase_internal.mapping_script(regclass, text, text, text, text, text)
    IS 'script of hbase.from_table(); prefix is the schema of the extension''s functions';

CREATE FUNCTION hbase_internal.propose_mapping(
    relation regclass, profile text, children text, view_name text, table_name text, prefix text) RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF profile IS NULL OR profile OPERATOR(pg_catalog.<>) ALL ('{java,phoenix,string}') THEN
        RAISE EXCEPTION 'unrecognized profile "%"', profile
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Profiles are java (Bytes.toBytes), phoenix and string.';
    ELSIF children IS NULL OR children OPERATOR(pg_catalog.<>) ALL ('{nest,key,none}') THEN
        RAISE EXCEPTION 'unrecognized treatment of children: "%"', children
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Children nest in a family of their parent''s row (nest), have rows whose key begins with '
                       'their parent''s (key), or are left alone (none).';
    ELSIF hbase_internal.key_columns(relation) OPERATOR(pg_catalog.=) '{}' THEN
        RAISE EXCEPTION '% does not have a primary key', hbase_internal.sql_relation(relation)
            USING ERRCODE = 'object_not_in_prerequisite_state',
                HINT = 'HBase finds rows only by their key. Add a primary key, or a unique index over columns '
                       'that are NOT NULL.';
    END IF;
    RETURN hbase_internal.mapping_script(relation, profile, children, view_name, table_name, prefix);
END $$;
COMMENT ON FUNCTION hbase_internal.propose_mapping(regclass, text, text, text, text, text)
    IS 'script of hbase.from_table() after checking its arguments';

CREATE FUNCTION hbase.from_table(
    relation regclass, profile text DEFAULT 'java', children text DEFAULT 'nest', view_name text DEFAULT NULL,
    table_name text DEFAULT NULL) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.propose_mapping(relation, profile, children, view_name, table_name,
        CASE WHEN pg_type_is_visible('@extschema@.rowkey'::regtype) THEN ''
             ELSE format('%s.', hbase_internal.sql_schema()) END);
END;
COMMENT ON FUNCTION hbase.from_table(regclass, text, text, text, text)
    IS 'SQL script that maps a table to HBase: view, definition and column dictionary';

CREATE FUNCTION hbase.from_schema(
    schema regnamespace, profile text DEFAULT 'java', children text DEFAULT 'nest') RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT string_agg(
        CASE WHEN cardinality(hbase_internal.key_columns(c.oid)) > 0 THEN hbase.from_table(c.oid, profile, children)
             ELSE hbase_internal.comment_line(format('%s has no primary key: it has no rows of its own.',
                    c.oid::regclass)) END,
        E'\n' ORDER BY c.relname)
    FROM pg_class c
    WHERE c.relnamespace = schema AND c.relkind = ANY ('{r,p}') AND NOT c.relispartition
      AND NOT hbase_internal.is_shaped(c.oid);
END;
COMMENT ON FUNCTION hbase.from_schema(regnamespace, text, text)
    IS 'SQL script that maps all tables of a schema to HBase';
