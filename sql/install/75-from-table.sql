-- Mappings from the catalog: hbase.from_table() and hbase.from_schema().

-- The tables in which a child's rows are cells, with the comments on them.
CREATE FUNCTION hbase_internal.nested_script(
    relation regclass, key_columns name[], layout text, profile text, view_name text, prefix text,
    OUT families text[], OUT joins text, OUT remarks text, OUT reading text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH child AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name,
               CASE WHEN r.family = 't' THEN 't_cells' ELSE r.family END AS alias  -- t is the table
        FROM hbase_internal.referring_tables(relation, key_columns) r)
    SELECT COALESCE(array_agg(format('%I.cells AS %I', c.alias, c.family) ORDER BY c.number)
               FILTER (WHERE c.family IS NOT NULL), '{}'),
           COALESCE(string_agg(hbase_internal.propose_family(c.child, c.keys, c.refers, key_columns, profile, c.alias,
               prefix), '' ORDER BY c.number) FILTER (WHERE c.family IS NOT NULL), ''),
           COALESCE(string_agg(hbase_internal.comment_line(
               CASE WHEN c.family IS NULL
                    THEN format('%s (%s) is not nested here, as a table of HBase should have few families: '
                                'map it by itself.', c.source_name, c.constraint_name)
                    ELSE format('Copied: %s (%s), %s.', c.source_name, c.constraint_name,
                             hbase_internal.mapping_cost(c.child, c.refers, true)) END), '' ORDER BY c.number), ''),
           COALESCE(string_agg(format(
               E'\nSELECT c.* FROM %s r, %srowkey_decompose(%L, r.key) AS k(%s), %swiderow_cells(r.%I) x,\n'
               '       jsonb_populate_record(NULL::%s, '
               'convert_from(x.value, ''UTF8'')::jsonb || jsonb_build_object(%s)) c;',
               view_name, prefix, layout, f.columns, prefix, c.family, c.source_name, v.fields), ''
               ORDER BY c.number) FILTER (WHERE c.family IS NOT NULL), '')
    FROM child c,
         LATERAL (SELECT string_agg(format('%I %s', f.field, f.type), ', ')
                  FROM hbase_internal.layout_fields(layout::@extschema@.rowkey_layout) f) f(columns),
         LATERAL (SELECT string_agg(format('%L, k.%I', u.k, u.p), ', ')
                  FROM ROWS FROM (unnest(c.refers), unnest(key_columns)) u(k, p)) v(fields);
END;
COMMENT ON FUNCTION hbase_internal.nested_script(regclass, name[], text, text, text, text)
    IS 'parts of a mapping in which the rows of referring tables are cells';

-- The record types of a table: itself, and the tables that refer to it or, in a mapping of a schema, belong to it.
CREATE FUNCTION hbase_internal.record_types(
    relation regclass, key_columns name[], only_owned boolean,
    OUT number bigint, OUT child regclass, OUT columns name[], OUT head name[], OUT evidence text)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT c.number, c.child, c.head || hbase_internal.without_names(k.columns, c.head), c.head, k.evidence
    FROM (SELECT o.number, o.child, o.head
          FROM pg_class r, LATERAL hbase_internal.owned_tables(r.relnamespace) o
          WHERE only_owned AND r.oid = relation AND o.root = relation
          UNION ALL
          SELECT r.number, r.child, r.refers FROM hbase_internal.referring_tables(relation, key_columns) r
          WHERE NOT only_owned AND r.child <> relation) c,
         LATERAL hbase_internal.proposed_key(c.child) k;
END;
COMMENT ON FUNCTION hbase_internal.record_types(regclass, name[], boolean)
    IS 'tables whose rows are mapped beside the rows of a table, and their keys';

CREATE FUNCTION hbase_internal.mapping_script(
    relation regclass, profile text, children text, view_name text, table_name text, namespace text, prefix text,
    only_owned boolean) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT hbase_internal.sql_relation(c.oid) AS source_name, k.columns AS key_columns, k.evidence,
               -- an SQL identifier with or without a schema
               COALESCE(
                   (SELECT string_agg(quote_ident(u.part), '.' ORDER BY u.n)
                    FROM unnest(parse_ident(view_name)) WITH ORDINALITY u(part, n)),
                   hbase_internal.proposed_view(s.nspname, c.relname, c.oid)) AS view_name,
               COALESCE(table_name, hbase_internal.proposed_table(c.oid, namespace)) AS table_name
        FROM pg_class c
        JOIN pg_namespace s ON s.oid = c.relnamespace,
             LATERAL hbase_internal.proposed_key(c.oid) k
        WHERE c.oid = relation),
    nested AS MATERIALIZED (
        SELECT n.*
        FROM mapped m,
             LATERAL hbase_internal.propose_key(relation, m.key_columns, 't', profile, relation, '{}', NULL) k,
             LATERAL hbase_internal.nested_script(relation, m.key_columns,
                 hbase_internal.propose_layout(k.components, profile, k.is_negative), profile, m.view_name, prefix) n
        WHERE children = 'nest'),
    type AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name,
               hbase_internal.filled_condition(r.child, r.head) AS condition
        FROM mapped m, LATERAL hbase_internal.record_types(relation, m.key_columns, only_owned) r
        WHERE children = 'rows'),
    later AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name, k.columns AS child_key, k.evidence
        FROM mapped m, LATERAL hbase_internal.referring_tables(relation, m.key_columns) r,
             LATERAL hbase_internal.proposed_key(r.child) k
        WHERE children = 'key'),
    types AS (
        SELECT jsonb_build_array(jsonb_build_object(
                   'relation', relation::oid::bigint, 'columns', m.key_columns,
                   'literal', CASE WHEN t.n > 0 THEN lpad('1', t.width, '0') END,
                   'families', (SELECT n.families FROM nested n), 'joins', (SELECT n.joins FROM nested n)))
               || COALESCE((
                   SELECT jsonb_agg(jsonb_build_object(
                              'relation', r.child::oid::bigint, 'columns', r.columns,
                              'literal', lpad((r.number + 1)::text, t.width, '0'), 'condition', r.condition)
                              ORDER BY r.number)
                   FROM type r), '[]') AS list
        FROM mapped m, (SELECT count(*), length((count(*) + 1)::text) FROM type) t(n, width))
    SELECT concat(
        hbase_internal.comment_line('Key of ' || m.source_name || ': ' || m.evidence),
        (SELECT string_agg(hbase_internal.comment_line(format('Key of %s: %s', r.source_name, r.evidence)), ''
                    ORDER BY r.number)
         FROM type r WHERE r.evidence IS NOT NULL),
        hbase_internal.comment_line(format('Size: %s.', hbase_internal.mapping_cost(relation, m.key_columns, false))),
        (SELECT string_agg(hbase_internal.comment_line(format('With %s: %s%s.', r.source_name,
                    hbase_internal.mapping_cost(r.child, r.columns, false),
                    CASE WHEN r.condition IS NOT NULL THEN ', without rows that refer to nothing' END)), ''
                    ORDER BY r.number)
         FROM type r),
        (SELECT n.remarks FROM nested n),
        hbase_internal.propose_view(t.list, profile, m.view_name, m.table_name, prefix),
        E'-- Reading back:\n-- ',
        regexp_replace(
            concat(format('SELECT * FROM hbase.read(NULL::%s, %L);', m.source_name, m.view_name),
                (SELECT n.reading FROM nested n),
                (SELECT string_agg(format(E'\nSELECT * FROM hbase.read(NULL::%s, %L, %s);', r.source_name,
                            m.view_name, r.number + 1), '' ORDER BY r.number)
                 FROM type r)),
            E'([\\n\\r])', E'\\1-- ', 'g'),
        E'\n',
        (SELECT string_agg(concat(E'\n',
                    CASE WHEN l.evidence IS NOT NULL
                         THEN hbase_internal.comment_line(format('Key of %s: %s', l.source_name, l.evidence)) END,
                    hbase_internal.comment_line(format('Copied: %s (%s), %s.', l.source_name, l.constraint_name,
                        hbase_internal.mapping_cost(l.child, l.child_key || l.refers, false))),
                    hbase_internal.propose_child(l.child, l.child_schema, l.child_name, l.child_key, l.refers, profile,
                        namespace, prefix)), '' ORDER BY l.number)
         FROM later l))
    FROM mapped m, types t;
END;
COMMENT ON FUNCTION hbase_internal.mapping_script(regclass, text, text, text, text, text, text, boolean)
    IS 'script of hbase.from_table(); prefix is the schema of the extension''s functions';

CREATE FUNCTION hbase_internal.propose_mapping(
    relation regclass, profile text, children text, view_name text, table_name text, namespace text, prefix text,
    only_owned boolean) RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF profile IS NULL OR profile OPERATOR(pg_catalog.<>) ALL ('{java,phoenix,string}') THEN
        RAISE EXCEPTION 'unrecognized profile "%"', profile
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Profiles are java (Bytes.toBytes), phoenix and string.';
    ELSIF children IS NULL OR children OPERATOR(pg_catalog.<>) ALL ('{none,rows,nest,key}') THEN
        RAISE EXCEPTION 'unrecognized treatment of children: "%"', children
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Tables that refer to this one have tables of their own (none), are rows beside their '
                       'parent''s (rows), or are copied: into cells of their parent''s row (nest), or to rows whose '
                       'key begins with their parent''s (key).';
    END IF;
    RETURN hbase_internal.mapping_script(relation, profile, children, view_name, table_name, namespace, prefix,
        only_owned);
END $$;
COMMENT ON FUNCTION hbase_internal.propose_mapping(regclass, text, text, text, text, text, text, boolean)
    IS 'script of hbase.from_table() after checking its arguments';

CREATE FUNCTION hbase_internal.function_prefix() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE WHEN pg_type_is_visible('@extschema@.rowkey'::regtype) THEN ''
                ELSE format('%s.', hbase_internal.sql_schema()) END;
COMMENT ON FUNCTION hbase_internal.function_prefix() IS 'the extension''s schema and a dot, where it is needed';

CREATE FUNCTION hbase.from_table(
    relation regclass, profile text DEFAULT 'java', children text DEFAULT 'none', view_name text DEFAULT NULL,
    table_name text DEFAULT NULL) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN hbase_internal.propose_mapping(relation, profile, children, view_name, table_name, NULL,
        hbase_internal.function_prefix(), false);
COMMENT ON FUNCTION hbase.from_table(regclass, text, text, text, text)
    IS 'SQL script that maps a table to HBase: view, definition and column dictionary';

CREATE FUNCTION hbase.from_schema(
    schema regnamespace, profile text DEFAULT 'java', children text DEFAULT 'none', namespace text DEFAULT NULL)
    RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT string_agg(
        hbase_internal.propose_mapping(c.oid, profile, children, NULL, NULL, namespace,
            hbase_internal.function_prefix(), true),
        E'\n' ORDER BY c.relname)
    FROM pg_class c
    WHERE c.relnamespace = schema AND c.relkind = ANY ('{r,p}') AND NOT c.relispartition
      AND NOT hbase_internal.is_shaped(c.oid)
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      AND NOT (children = 'rows' AND c.oid IN (SELECT o.child FROM hbase_internal.owned_tables(schema) o));
END;
COMMENT ON FUNCTION hbase.from_schema(regnamespace, text, text, text)
    IS 'SQL script that maps all tables of a schema to HBase';
