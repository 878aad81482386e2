-- hbase.read_view(): a view with typed columns over an HBase-shaped relation.

-- The columns of a child in a family of its parent that come from the parent's key: the columns of a
-- foreign key on the fields, or those with the names of fields.
CREATE FUNCTION hbase_internal.parent_columns(
    row_type oid, layout @extschema@.rowkey_layout, OUT name name, OUT field text, OUT keys bigint)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH readable AS (
        SELECT f.field FROM hbase_internal.layout_fields(layout) f WHERE f.readable),
    reference AS (
        SELECT r.oid, a.attname AS name, p.attname AS field
        FROM pg_type t
        JOIN pg_constraint r ON r.conrelid = t.typrelid AND r.contype = 'f' AND r.conparentid = 0
        CROSS JOIN LATERAL ROWS FROM (unnest(r.conkey), unnest(r.confkey)) u(own, parents)
        JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = u.own
        JOIN pg_attribute p ON p.attrelid = r.confrelid AND p.attnum = u.parents
        WHERE t.oid = row_type),
    fitting AS (
        SELECT f.* FROM reference f
        WHERE NOT EXISTS (
            SELECT FROM reference o
            WHERE o.oid = f.oid AND NOT EXISTS (SELECT FROM readable k WHERE k.field = o.field)))
    SELECT f.name, f.field::text, (SELECT count(DISTINCT o.oid) FROM fitting o) FROM fitting f
    UNION ALL
    SELECT a.attname, k.field, 0
    FROM pg_type t
    JOIN pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN readable k ON k.field = a.attname
    WHERE t.oid = row_type AND NOT EXISTS (SELECT FROM fitting);
END;
COMMENT ON FUNCTION hbase_internal.parent_columns(oid, @extschema@.rowkey_layout)
    IS 'columns of a child that are fields of its parent''s key, and the number of foreign keys that say so';

-- The columns of the view: those of a row type, or all that is known.
CREATE FUNCTION hbase_internal.view_columns(
    relation regclass, layout @extschema@.rowkey_layout, row_type oid, family text,
    OUT number bigint, OUT name text, OUT expression text) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH field AS (
        SELECT row_number() OVER () AS number, k.field,
               format('%1$s.rowkey_field(%2$L::%1$s.rowkey_layout, r.key, %3$L, NULL::%4$s)', s.types, layout, k.field,
                   regexp_replace(k.type, '^(text|bytea|uuid|date)$', 'pg_catalog.\1')) AS expression
        FROM hbase_internal.sql_schema() s(types), hbase_internal.layout_fields(layout) k
        WHERE k.readable),
    known AS (
        SELECT f.number, f.field AS name, f.expression FROM field f
        UNION ALL
        SELECT 1000 + row_number() OVER (ORDER BY c.family COLLATE "C", c.qualifier), c.name,
               format('%s.widerow_get(r.%I, %L::pg_catalog.bytea, NULL::%s, %L)', s.types, f.column_name, c.qualifier,
                   hbase_internal.sql_type(c.type::regtype, NULL), c.encoding)
        FROM hbase_internal.sql_schema() s(types), hbase.columns(relation) c
        JOIN hbase.families(relation) f ON f.family = c.family
        WHERE NOT EXISTS (SELECT FROM field k WHERE k.field = c.name)),
    child AS (
        SELECT a.attnum AS number, a.attname::text AS name,
               COALESCE(
                   (SELECT format('%s::%s', f.expression, hbase_internal.sql_type(a.atttypid, a.atttypmod))
                    FROM hbase_internal.parent_columns(row_type, layout) p JOIN field f ON f.field = p.field
                    WHERE p.name = a.attname LIMIT 1),
                   format('c.%I', a.attname)) AS expression
        FROM pg_type t
        JOIN pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE t.oid = row_type)
    SELECT k.number, k.name, k.expression FROM known k WHERE row_type IS NULL
    UNION ALL
    SELECT r.number, r.name, r.expression FROM hbase_internal.read_columns(row_type, relation, layout) r
    WHERE row_type IS NOT NULL AND family IS NULL
    UNION ALL
    SELECT c.number, c.name, c.expression FROM child c WHERE family IS NOT NULL
    UNION ALL
    -- the other fields of the parent's key
    SELECT 10000 + f.number, f.field, f.expression FROM field f
    WHERE family IS NOT NULL AND NOT EXISTS (SELECT FROM child c WHERE c.name = f.field)
      AND NOT EXISTS (SELECT FROM hbase_internal.parent_columns(row_type, layout) p WHERE p.field = f.field);
END;
COMMENT ON FUNCTION hbase_internal.view_columns(regclass, @extschema@.rowkey_layout, oid, text)
    IS 'columns of the view of hbase.read_view()';

CREATE FUNCTION hbase_internal.read_view_script(
    relation regclass, view_name text, layouts @extschema@.rowkey_layout[], number int, row_type oid, family text,
    column_name name) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format(E'CREATE VIEW %s AS\nSELECT %s\nFROM %s r%s\nWHERE %s;\n',
        (SELECT string_agg(quote_ident(u.part), '.' ORDER BY u.n)
         FROM unnest(parse_ident(view_name)) WITH ORDINALITY u(part, n)),
        (SELECT string_agg(format('%s AS %I', c.expression, c.name), E',\n       ' ORDER BY c.number)
         FROM hbase_internal.view_columns(relation, layouts[number], row_type, family) c),
        hbase_internal.sql_relation(relation),
        CASE WHEN family IS NOT NULL
             THEN format(E',\n     LATERAL %1$s.widerow_cells(%1$s.widerow_visible(r.%2$I)) x,\n'
                         '     LATERAL pg_catalog.jsonb_populate_record(NULL::%3$s, '
                         'pg_catalog.convert_from(x.value, ''UTF8'')::pg_catalog.jsonb) c',
                  s.types, column_name, hbase_internal.sql_type(row_type, NULL)) END,
        CASE WHEN cardinality(layouts) > 1
             THEN format('%1$s.rowkey_which(%2$L::%1$s.rowkey_layout[], r.key) OPERATOR(pg_catalog.=) %3$s',
                  s.types, layouts, number)
             ELSE format('%1$s.rowkey_conforms(%2$L::%1$s.rowkey_layout, r.key)', s.types, layouts[1]) END)
    FROM hbase_internal.sql_schema() s(types);
END;
COMMENT ON FUNCTION hbase_internal.read_view_script(
    regclass, text, @extschema@.rowkey_layout[], int, oid, text, name)
    IS 'script of hbase.read_view()';

CREATE FUNCTION hbase.read_view(
    relation regclass, view_name text, number int DEFAULT 1, row_type regtype DEFAULT NULL, family text DEFAULT NULL)
    RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    def pg_catalog.record := hbase.definition_of(relation);
    family_column pg_catalog.name;
BEGIN
    IF relation IS NULL OR view_name IS NULL THEN
        RAISE EXCEPTION 'relation and view_name must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF pg_catalog.cardinality(def.layouts) OPERATOR(pg_catalog.=) 0 THEN
        RAISE EXCEPTION 'a layout of % is not defined', hbase_internal.sql_relation(relation)
            USING ERRCODE = 'object_not_in_prerequisite_state',
                HINT = 'Define it with hbase.define(): its fields become columns of the view.';
    ELSIF family IS NOT NULL AND row_type IS NULL THEN
        RAISE EXCEPTION 'children of a column family need a row type'
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Give the table or composite type of the children, for example row_type => ''orders''.';
    ELSIF row_type IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_type t
        WHERE t.oid OPERATOR(pg_catalog.=) row_type::pg_catalog.oid AND t.typtype OPERATOR(pg_catalog.=) 'c')
    THEN
        RAISE EXCEPTION 'type % is not a row type', row_type
            USING ERRCODE = 'datatype_mismatch', HINT = 'Give the name of a table or composite type.';
    END IF;
    number := hbase_internal.layout_number(relation, def.layouts, number);
    IF family IS NOT NULL THEN
        family_column := (
            SELECT f.column_name FROM hbase.families(relation) f
            WHERE f.family OPERATOR(pg_catalog.=) read_view.family);
        IF family_column IS NULL THEN
            RAISE EXCEPTION 'column family "%" of % does not exist', family, hbase_internal.sql_relation(relation)
                USING ERRCODE = 'undefined_column';
        ELSIF EXISTS (
            SELECT FROM hbase_internal.parent_columns(row_type, def.layouts[number]) p
            WHERE p.keys OPERATOR(pg_catalog.>) 1)
        THEN
            RAISE EXCEPTION 'type % has several foreign keys on the fields of the key', row_type
                USING ERRCODE = 'ambiguous_column',
                    HINT = 'Use a composite type in which columns have the names of the fields.';
        END IF;
    END IF;
    RETURN hbase_internal.read_view_script(relation, view_name, def.layouts, number, row_type, family, family_column);
END $$;
COMMENT ON FUNCTION hbase.read_view(regclass, text, int, regtype, text)
    IS 'SQL of a view whose columns are the fields of the key and typed cells, or the children in a column family; '
       'conditions on fields use the index on the key';
