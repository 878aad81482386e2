-- Mappings from the catalog: hbase.from_table() and hbase.from_schema().

-- What the comments of a script say about the tables in which a child's rows are cells.
CREATE FUNCTION hbase_internal.nested_remarks(
    relation regclass, key_columns name[], layout text, view_name text, prefix text, OUT remarks text,
    OUT reading text)
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT string_agg(hbase_internal.comment_line(
               CASE WHEN c.family IS NULL
                    THEN format('%s (%s) is not nested here, as a table of HBase should have few families: '
                                'map it by itself.', s.name, c.constraint_name)
                    ELSE format('Copied: %s (%s), %s.', s.name, c.constraint_name,
                             hbase_internal.mapping_cost(c.child, c.refers, true)) END), '' ORDER BY c.number),
           string_agg(format(
               E'\nSELECT c.* FROM %s r, %srowkey_decompose(%L, r.key) AS k(%s), %swiderow_cells(r.%I) x,\n'
               '       jsonb_populate_record(NULL::%s, '
               'convert_from(x.value, ''UTF8'')::jsonb || jsonb_build_object(%s)) c;',
               view_name, prefix, layout, f.columns, prefix, c.family, s.name, v.fields), ''
               ORDER BY c.number) FILTER (WHERE c.family IS NOT NULL)
    FROM hbase_internal.referring_tables(relation, key_columns) c,
         LATERAL hbase_internal.sql_relation(c.child) s(name),
         LATERAL (SELECT string_agg(format('%I %s', f.field, f.type), ', ')
                  FROM hbase_internal.layout_fields(layout::@extschema@.rowkey_layout) f) f(columns),
         LATERAL (SELECT string_agg(format('%L, k.%I', u.k, u.p), ', ')
                  FROM ROWS FROM (unnest(c.refers), unnest(key_columns)) u(k, p)) v(fields);
END;
COMMENT ON FUNCTION hbase_internal.nested_remarks(regclass, name[], text, text, text)
    IS 'comments on the tables whose rows are cells of the rows of a table';

-- Columns with times whose digits after milliseconds are not stored.
CREATE FUNCTION hbase_internal.rounded_remark(records json) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.comment_line(format(
        '%s: in milliseconds, as all values are by now; '
        'hbase_encode(value, ''string'', ''type(6)'') would keep finer ones.',
        string_agg(quote_ident(d.name), ', ' ORDER BY d.n, d.place)))
    FROM (SELECT DISTINCT ON (c.name) c.name, r.n, c.place, c.value ->> 'type' AS type, a.atttypmod
          FROM json_array_elements(records) WITH ORDINALITY r(value, n)
          CROSS JOIN LATERAL json_each(r.value #> '{entry,columns}') WITH ORDINALITY c(name, value, place)
          JOIN pg_attribute a ON a.attrelid = (r.value ->> 'relation')::regclass AND a.attname = c.name
          ORDER BY c.name, r.n) d
    WHERE d.type LIKE 'time%' AND strpos(d.type, '(') = 0 AND (d.atttypmod < 0 OR d.atttypmod > 3)
    HAVING count(*) > 0;
END;
COMMENT ON FUNCTION hbase_internal.rounded_remark(json)
    IS 'comment on the columns of a mapping that have times in milliseconds; NULL if there are none';

-- The view for rows of a child under the key of its parent.
CREATE FUNCTION hbase_internal.child_script(
    child regclass, child_schema name, child_name name, keys name[], refers name[], profile text, namespace text,
    prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH other AS (
        SELECT hbase_internal.child_name(c.relname, ARRAY(
                   SELECT a.attname
                   FROM unnest(r.conkey) WITH ORDINALITY u(k, n)
                   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.k
                   ORDER BY u.n)) AS name
        FROM pg_constraint r
        JOIN pg_class c ON c.oid = r.conrelid
        JOIN pg_namespace s ON s.oid = c.relnamespace
        WHERE r.contype = 'f' AND s.nspname = child_schema),
    name AS MATERIALIZED (
        SELECT hbase_internal.proposed_view(child_schema, n.name, child) AS view_name,
               concat(substring(hbase_internal.proposed_table(child, namespace) FROM '^.*:'),
                   hbase_internal.proposed_name(n.name, ARRAY(SELECT o.name FROM other o))) AS table_name
        FROM hbase_internal.child_name(child_script.child_name, refers) n(name)),
    records AS MATERIALIZED (
        SELECT json_agg(json_build_object('relation', e.relation, 'entry', e.entry)) AS list
        FROM name n, LATERAL hbase_internal.propose_entries(
            jsonb_build_array(jsonb_build_object(
                'relation', child::oid::bigint, 'columns', refers || hbase_internal.without_names(keys, refers),
                'where', hbase_internal.filled_condition(child, refers), 'table', n.table_name)), profile, prefix) e)
    SELECT concat(hbase_internal.rounded_remark(r.list),
        hbase_internal.mapping_view(r.list, n.view_name, NULL, prefix))
    FROM name n, records r;
END;
COMMENT ON FUNCTION hbase_internal.child_script(regclass, name, name, name[], name[], text, text, text)
    IS 'SQL of the view for child rows under the key of their parent';

CREATE FUNCTION hbase_internal.mapping_script(
    relation regclass, profile text, children text, view_name text, table_name text, namespace text, prefix text,
    only_owned boolean) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT hbase_internal.sql_relation(relation) AS source_name, k.columns AS key_columns,
               -- an SQL identifier with or without a schema
               COALESCE(
                   (SELECT string_agg(quote_ident(u.part), '.' ORDER BY u.n)
                    FROM unnest(parse_ident(view_name)) WITH ORDINALITY u(part, n)),
                   hbase_internal.default_view(relation)) AS view_name,
               COALESCE(table_name, hbase_internal.proposed_table(relation, namespace)) AS table_name
        FROM hbase_internal.proposed_key(relation) k),
    records AS MATERIALIZED (
        SELECT json_agg(json_build_object('relation', e.member, 'entry', e.entry) ORDER BY e.number) AS list
        FROM mapped m, LATERAL hbase_internal.table_mapping(relation, profile, children, only_owned, m.view_name,
                           m.table_name, prefix) e),
    type AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name
        FROM mapped m, LATERAL hbase_internal.record_types(relation, m.key_columns, only_owned) r
        WHERE children = 'rows'),
    nested AS MATERIALIZED (
        SELECT n.*
        FROM mapped m, records r, LATERAL hbase_internal.nested_remarks(relation, m.key_columns,
                 r.list #>> '{0,entry,key}', m.view_name, prefix) n
        WHERE children = 'nest'),
    later AS MATERIALIZED (
        SELECT r.*, hbase_internal.sql_relation(r.child) AS source_name, k.columns AS child_key, k.evidence
        FROM mapped m, LATERAL hbase_internal.referring_tables(relation, m.key_columns) r,
             LATERAL hbase_internal.proposed_key(r.child) k
        WHERE children = 'key')
    SELECT concat(
        (SELECT string_agg(hbase_internal.comment_line(format('Key of %s: %s', r.value ->> 'relation',
                    r.value #>> '{entry,note}')), '' ORDER BY r.n)
         FROM json_array_elements(t.list) WITH ORDINALITY r(value, n) WHERE r.value #>> '{entry,note}' IS NOT NULL),
        hbase_internal.comment_line(format('Size: %s.', hbase_internal.mapping_cost(relation, m.key_columns, false))),
        (SELECT string_agg(hbase_internal.comment_line(format('With %s: %s%s.', r.source_name,
                    hbase_internal.mapping_cost(r.child, r.columns, false),
                    CASE WHEN hbase_internal.filled_condition(r.child, r.head) IS NOT NULL
                         THEN ', without rows that refer to nothing' END)), '' ORDER BY r.number)
         FROM type r),
        (SELECT n.remarks FROM nested n),
        (SELECT string_agg(hbase_internal.comment_line(format(
                    '%s (%s) is left out, because the role may not read it.', hbase_internal.sql_relation(r.conrelid),
                    r.conname)), '' ORDER BY r.conname)
         FROM pg_constraint r
         WHERE children <> 'none' AND r.contype = 'f' AND r.confrelid = relation AND r.conparentid = 0
           AND NOT hbase_internal.is_readable(r.conrelid)),
        hbase_internal.rounded_remark(t.list),
        hbase_internal.mapping_view(t.list, m.view_name, NULL, prefix),
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
                    hbase_internal.child_script(l.child, l.child_schema, l.child_name, l.child_key, l.refers, profile,
                        namespace, prefix)), '' ORDER BY l.number)
         FROM later l))
    FROM mapped m, records t;
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
