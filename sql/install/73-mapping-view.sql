-- Mappings: the view of a table, written from the entries of a mapping.

-- Scripts to read have short names, if the extension is on the search path: then the prefix is empty.
CREATE FUNCTION hbase_internal.written_type(type oid, prefix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN prefix = '' THEN format_type(type, NULL) ELSE hbase_internal.sql_type(type, NULL) END;
COMMENT ON FUNCTION hbase_internal.written_type(oid, text) IS 'name of a type in a script';

-- The types of a mapping are those of PostgreSQL, whatever the search path.
CREATE FUNCTION hbase_internal.mapping_type(type text) RETURNS regtype
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
    RETURN type::regtype;
COMMENT ON FUNCTION hbase_internal.mapping_type(text) IS 'type of a name in a mapping';

-- A column of the relation with the alias t, as a value of a type.
CREATE FUNCTION hbase_internal.mapping_column(relation regclass, name name, type text, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN w.oid IS NULL OR a.atttypid = w.oid THEN format('t.%I', a.attname)
                WHEN b.oid = 'bytea'::regtype AND w.oid = 'text'::regtype
                THEN format(CASE WHEN prefix = '' THEN '''\x'' || encode(t.%I, ''hex'')'
                                 ELSE '''\x'' OPERATOR(pg_catalog.||) pg_catalog.encode(t.%I, ''hex'')' END, a.attname)
                ELSE format('t.%I::%s', a.attname, hbase_internal.written_type(w.oid, prefix)) END
    FROM pg_attribute a, LATERAL hbase_internal.base_type(a.atttypid) b(oid),
         CAST(hbase_internal.mapping_type(type) AS oid) w(oid)
    WHERE a.attrelid = relation AND a.attname = mapping_column.name AND a.attnum > 0 AND NOT a.attisdropped;
END;
COMMENT ON FUNCTION hbase_internal.mapping_column(regclass, name, text, text)
    IS 'expression for a column as a value of a type (NULL: its own); NULL if there is no such column';

CREATE FUNCTION hbase_internal.mapping_cast(entry json, prefix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN '(' || (entry ->> 'value') || ')::'
        || hbase_internal.written_type(hbase_internal.mapping_type(entry ->> 'type'), prefix);
COMMENT ON FUNCTION hbase_internal.mapping_cast(json, text)
    IS 'the expression that a mapping has for a column, as a value of its type; NULL if it has none';

CREATE FUNCTION hbase_internal.mapping_expression(
    relation regclass, name text, type text, value text, member text, prefix text) RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    expression pg_catalog.text := COALESCE(value, hbase_internal.mapping_column(relation, name, type, prefix));
BEGIN
    IF expression IS NOT NULL THEN
        RETURN expression;
    ELSIF member OPERATOR(pg_catalog.=) 'fields' THEN
        RAISE EXCEPTION 'field "%" of the key is not a column of %', name, hbase_internal.sql_relation(relation)
            USING ERRCODE = 'undefined_column', HINT = 'Define it as an SQL expression in "fields".';
    END IF;
    RAISE EXCEPTION 'column "%" does not exist in %', name, hbase_internal.sql_relation(relation)
        USING ERRCODE = 'undefined_column',
            HINT = CASE WHEN member OPERATOR(pg_catalog.=) 'reference'
                        THEN 'Give columns of the table, each with a column of its parent, in "reference".'
                        ELSE 'Define it as an SQL expression in "value", or remove it.' END;
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_expression(regclass, text, text, text, text, text)
    IS 'expression for a column or a field of the key in a mapping';

CREATE FUNCTION hbase_internal.mapping_key(relation regclass, layout text, fields json, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format('%srowkey_compose(%L, %s)', prefix, layout, string_agg(
               hbase_internal.mapping_expression(relation, f.field, f.type, fields ->> f.field, 'fields', prefix), ', '
               ORDER BY f.n))
    FROM hbase_internal.layout_fields(layout::@extschema@.rowkey_layout)
         WITH ORDINALITY f(field, type, readable, rangeable, n);
END;
COMMENT ON FUNCTION hbase_internal.mapping_key(regclass, text, json, text)
    IS 'call that composes a key in a mapping';

-- Cells with the encoding of their family are values; the others are bytes.
CREATE FUNCTION hbase_internal.mapping_value(
    relation regclass, name text, entry json, family_encoding text, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN strpos(e.type, '(') > 0
                THEN format('%shbase_encode(%s, %L, %L)', prefix, e.value, e.encoding, e.type)
                WHEN e.encoding <> family_encoding
                THEN format('%shbase_encode(%s, %L)', prefix, e.value, e.encoding)
                ELSE e.value END
    FROM (SELECT entry ->> 'type' AS type, COALESCE(entry ->> 'encoding', 'bytes') AS encoding,
                 hbase_internal.mapping_expression(relation, name, entry ->> 'type',
                     hbase_internal.mapping_cast(entry, prefix), 'value', prefix) AS value) e;
END;
COMMENT ON FUNCTION hbase_internal.mapping_value(regclass, text, json, text, text)
    IS 'expression for the cell of a column in a mapping';

-- Rows as cells of the rows of another table: a join with the table t.  A cell is a JSON object.
CREATE FUNCTION hbase_internal.mapping_cells(
    relation regclass, entry json, parent regclass, alias text, prefix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH reference AS (
        SELECT string_agg(hbase_internal.mapping_expression(relation, r.name, NULL, NULL, 'reference', prefix), ', '
                   ORDER BY r.n) AS columns,
               string_agg(format('r%s', r.n), ', ' ORDER BY r.n) AS names,
               string_agg(format('c.r%s', r.n), ', ' ORDER BY r.n) AS grouped,
               string_agg(format('%I.r%s = %s', alias, r.n,
                   hbase_internal.mapping_expression(mapping_cells.parent, r.parent, NULL, NULL, 'reference', prefix)),
                   ' AND ' ORDER BY r.n) AS condition
        FROM json_each_text(entry -> 'reference') WITH ORDINALITY r(name, parent, n)),
    object AS (
        SELECT array_agg(format('%L, %s', c.name, hbase_internal.json_value(
                   hbase_internal.mapping_expression(relation, c.name, c.value ->> 'type',
                       hbase_internal.mapping_cast(c.value, prefix), 'value', prefix),
                   COALESCE(hbase_internal.mapping_type(c.value ->> 'type'), a.atttypid))) ORDER BY c.n) AS members
        FROM json_each(entry -> 'columns') WITH ORDINALITY c(name, value, n)
        LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = c.name AND NOT a.attisdropped)
    SELECT format(E'\nLEFT JOIN (SELECT %1$s, %2$swiderow_agg(c.qualifier, c.value)\n'
                  '           FROM (SELECT %3$s, %4$s,\n                        %5$s\n'
                  '                 FROM %6$s t%7$s) c(%8$s, qualifier, value)\n'
                  '           GROUP BY %1$s) %9$I(%8$s, cells) ON %10$s',
        r.grouped, prefix, r.columns,
        CASE WHEN entry ->> 'qualifier' IS NULL THEN '''''::bytea'
             ELSE hbase_internal.mapping_key(relation, entry ->> 'qualifier', entry -> 'fields', prefix) || '::bytea'
             END,
        hbase_internal.json_call('jsonb_build_object', COALESCE(o.members, '{}')),
        hbase_internal.own_rows(relation), E'\n                 WHERE ' || (entry ->> 'where'), r.names, alias,
        r.condition)
    FROM reference r, object o;
END;
COMMENT ON FUNCTION hbase_internal.mapping_cells(regclass, json, regclass, text, text)
    IS 'join with the rows of a table that are cells of the rows of another one';

-- The SELECT of the view for one type of records.  The cells are those of tables whose rows are cells of its rows.
CREATE FUNCTION hbase_internal.mapping_query(
    relation regclass, entry json, families json, cells json, prefix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH nested AS MATERIALIZED (
        SELECT c.n, format('c%s', c.n) AS alias, c.value ->> 'relation' AS name, c.value -> 'entry' AS entry
        FROM json_array_elements(cells) WITH ORDINALITY c(value, n)),
    -- the encoding of most of its columns
    family AS (
        SELECT f.name, f.n, COALESCE((
                   SELECT COALESCE(c.value ->> 'encoding', 'bytes')
                   FROM json_each(entry -> 'columns') WITH ORDINALITY c(name, value, n)
                   WHERE c.value ->> 'family' = f.name
                   GROUP BY 1 ORDER BY count(*) DESC, min(c.n) LIMIT 1), 'bytes') AS encoding,
               (SELECT c.alias FROM nested c WHERE c.entry ->> 'family' = f.name) AS alias
        FROM json_object_keys(families) WITH ORDINALITY f(name, n)),
    -- HBase has no row without cells; a function has at most 100 arguments
    pair AS (
        SELECT f.n AS family, row_number() OVER (PARTITION BY f.n ORDER BY p.n) AS n, p.text
        FROM family f, LATERAL (
            SELECT 0, ''''', ''''::bytea'
            WHERE f.n = (SELECT min(o.n) FROM family o WHERE o.alias IS NULL) AND NOT EXISTS (
                SELECT FROM json_each(entry -> 'columns') c
                JOIN pg_attribute a ON a.attrelid = relation AND a.attname = c.key AND a.attnotnull
                WHERE c.value ->> 'value' IS NULL)
            UNION ALL
            SELECT c.n, format('%L, %s', c.value ->> 'qualifier',
                       hbase_internal.mapping_value(relation, c.name, c.value, f.encoding, prefix))
            FROM json_each(entry -> 'columns') WITH ORDINALITY c(name, value, n)
            WHERE c.value ->> 'family' = f.name) p(n, text)
        WHERE f.alias IS NULL),
    call AS (
        SELECT p.family, (p.n - 1) / 40 AS n, string_agg(p.text, ', ' ORDER BY p.n) AS pairs
        FROM pair p GROUP BY 1, 2),
    built AS (
        SELECT f.n, format('%s AS %I', COALESCE(f.alias || '.cells', string_agg(
                   CASE WHEN f.encoding = 'bytes' THEN format('%swiderow_build(%s)', prefix, c.pairs)
                        ELSE format('%1$swiderow_build(%2$L::%1$shbase_encoding, %3$s)', prefix, f.encoding, c.pairs)
                        END,
                   CASE WHEN prefix = '' THEN E'\n       || ' ELSE format(E'\n       OPERATOR(%s||) ', prefix) END
                   ORDER BY c.n), format('%swiderow_build()', prefix)), f.name) AS text
        FROM family f LEFT JOIN call c ON c.family = f.n
        GROUP BY f.n, f.name, f.encoding, f.alias)
    SELECT concat(
        'SELECT ', hbase_internal.mapping_key(relation, entry ->> 'key', entry -> 'fields', prefix), ' AS key',
        (SELECT string_agg(E',\n       ' || b.text, '' ORDER BY b.n) FROM built b),
        E'\nFROM ', hbase_internal.own_rows(relation), ' t',
        (SELECT string_agg(hbase_internal.mapping_cells(c.name::regclass, c.entry, relation, c.alias, prefix), ''
                    ORDER BY c.n)
         FROM nested c),
        E'\nWHERE ' || (entry ->> 'where'));
END;
COMMENT ON FUNCTION hbase_internal.mapping_query(regclass, json, json, json, text)
    IS 'query of the view for a table of a mapping';

-- Records are [{"relation": name, "entry": JSON}, ...]: the table with the view, then those with "rows_of" or
-- "cells_of".
-- The mark is stored as the comment of a new view; a view without one replaces the view before it.
CREATE FUNCTION hbase_internal.mapping_view(records json, view_name text, mark text, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS MATERIALIZED (
        SELECT r.n, r.value ->> 'relation' AS relation, r.value -> 'entry' AS entry,
               r.value #>> '{entry,cells_of}' IS NOT NULL AS is_cells
        FROM json_array_elements(records) WITH ORDINALITY r(value, n)),
    record AS (
        SELECT g.n, g.relation, g.entry FROM given g WHERE NOT g.is_cells),
    root AS (
        SELECT r.entry, COALESCE((
                   SELECT json_agg(json_build_object('relation', g.relation, 'entry', g.entry) ORDER BY g.n)
                   FROM given g WHERE g.is_cells), '[]') AS cells
        FROM record r WHERE r.n = 1),
    part AS (
        SELECT string_agg(hbase_internal.mapping_query(r.relation::regclass, r.entry, t.entry -> 'families',
                   CASE WHEN r.n = 1 THEN t.cells ELSE '[]' END, prefix), E'\nUNION ALL\n' ORDER BY r.n) AS queries,
               string_agg(quote_literal(r.entry ->> 'key'), ', ' ORDER BY r.n) AS layouts
        FROM record r, root t),
    dictionary AS (
        SELECT string_agg(format(E'SELECT hbase.define_column(%L, %L, %L, %L, %L, %L);\n', view_name,
                   d.value ->> 'family', d.value ->> 'qualifier', d.name,
                   hbase_internal.written_type(hbase_internal.mapping_type(d.value ->> 'type'), prefix),
                   COALESCE(d.value ->> 'encoding', 'bytes')), '' ORDER BY d.record, d.place) AS columns
        FROM (SELECT DISTINCT ON (c.name) c.name, c.value, r.n AS record, c.place
              FROM record r, LATERAL json_each(r.entry -> 'columns') WITH ORDINALITY c(name, value, place)
              ORDER BY c.name, r.n) d)
    SELECT concat(
        format(E'CREATE %sVIEW %s AS\n%s;\n', CASE WHEN mark IS NULL THEN 'OR REPLACE ' END, view_name, p.queries),
        CASE WHEN mark IS NOT NULL THEN format(E'COMMENT ON VIEW %s IS %L;\n', view_name, mark) END,
        format(E'SELECT hbase.define(%L, %L, ARRAY[%s]::%srowkey_layout[]%s%s%s);\n',
            view_name, t.entry ->> 'table', p.layouts, prefix,
            (SELECT ', families => ' || quote_literal(jsonb_object_agg(f.name, f.options)::text)
             FROM json_each(t.entry -> 'families') f(name, options) HAVING bool_or(f.options::jsonb <> '{}')),
            ', regions => ' || (t.entry ->> 'regions')::int,
            (SELECT format(', splits => %L::%srowkey[]', array_agg(p.point), prefix)
             FROM json_array_elements_text(t.entry -> 'splits') p(point) HAVING count(*) > 0)),
        d.columns)
    FROM root t, part p, dictionary d;
END;
COMMENT ON FUNCTION hbase_internal.mapping_view(json, text, text, text)
    IS 'statements that make a view, with its definition and column dictionary, for records of a mapping';
