-- Mappings as JSON: hbase.mapping() proposes one for all tables of schemas.

-- Objects of up to three levels have a line for each member, the others are on one line.
CREATE FUNCTION hbase_internal.mapping_text(mapping json, level int) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    members pg_catalog.text;
BEGIN
    IF pg_catalog.json_typeof(mapping) OPERATOR(pg_catalog.<>) 'object' OR level OPERATOR(pg_catalog.>) 3 THEN
        RETURN mapping::pg_catalog.jsonb;
    END IF;
    members := (
        SELECT pg_catalog.string_agg(
            pg_catalog.format('%s%s: %s', pg_catalog.repeat('  ', level OPERATOR(pg_catalog.+) 1),
                pg_catalog.to_json(m.name),
                hbase_internal.mapping_text(m.value, level OPERATOR(pg_catalog.+) 1)), E',\n' ORDER BY m.n)
        FROM pg_catalog.json_each(mapping) WITH ORDINALITY m(name, value, n));
    RETURN CASE WHEN members IS NULL THEN '{}'
                ELSE pg_catalog.format(E'{\n%s\n%s}', members, pg_catalog.repeat('  ', level)) END;
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_text(json, int)
    IS 'JSON as lines to read and edit; members keep their order';

-- The types of a mapping are those of PostgreSQL, whatever the search path.
CREATE FUNCTION hbase_internal.mapping_type(type text) RETURNS regtype
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
    RETURN type::regtype;
COMMENT ON FUNCTION hbase_internal.mapping_type(text) IS 'type of a name in a mapping';

-- A column of the relation with the alias t, as a value of a type.
CREATE FUNCTION hbase_internal.mapping_column(relation regclass, name name, type text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN a.atttypid = w.oid THEN format('t.%I', a.attname)
                WHEN b.oid = 'bytea'::regtype AND w.oid = 'text'::regtype
                THEN format('''\x'' || encode(t.%I, ''hex'')', a.attname)
                ELSE format('t.%I::%s', a.attname, hbase_internal.sql_type(w.oid, NULL)) END
    FROM pg_attribute a, LATERAL hbase_internal.base_type(a.atttypid) b(oid),
         CAST(hbase_internal.mapping_type(type) AS oid) w(oid)
    WHERE a.attrelid = relation AND a.attname = mapping_column.name AND a.attnum > 0 AND NOT a.attisdropped;
END;
COMMENT ON FUNCTION hbase_internal.mapping_column(regclass, name, text)
    IS 'expression for a column as a value of a type; NULL if there is no such column';

-- What hbase.from_table() would map: a table and, if wanted, the tables whose rows belong to its rows.
CREATE FUNCTION hbase_internal.table_mapping(
    relation regclass, profile text, namespace text, with_rows boolean,
    OUT number bigint, OUT member text, OUT entry json) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS MATERIALIZED (
        SELECT g.*, count(*) OVER () > 1 AS is_divided, length((count(*) OVER ())::text) AS width,
               ARRAY(SELECT a.attname FROM pg_attribute a
                     WHERE a.attrelid = g.source AND a.attnum > 0 AND NOT a.attisdropped
                       AND a.attname <> ALL (g.columns)
                     ORDER BY a.attnum) AS rest
        FROM (SELECT 1::bigint AS n, table_mapping.relation AS source, p.columns, '{}'::name[] AS head, p.evidence
              FROM hbase_internal.proposed_key(relation) p
              UNION ALL
              SELECT r.number + 1, r.child, r.columns, r.head, r.evidence
              FROM hbase_internal.proposed_key(relation) p,
                   LATERAL hbase_internal.record_types(relation, p.columns, true) r
              WHERE with_rows) g),
    -- each type of records has a number after the key of the table
    key AS MATERIALIZED (
        SELECT g.n, k.components, k.fields, bool_or(k.is_negative) OVER () AS is_negative
        FROM given g
        JOIN given first ON first.n = 1,
             LATERAL hbase_internal.propose_key(g.source, g.columns, 't', profile, relation,
                 CASE WHEN g.is_divided THEN first.columns ELSE '{}' END,
                 CASE WHEN g.is_divided THEN lpad(g.n::text, g.width, '0') END) k),
    -- a column of one name has one type
    value AS MATERIALIZED (
        SELECT g.n, v.*, min(v.type || v.encoding) OVER w <> max(v.type || v.encoding) OVER w AS differs
        FROM given g,
             LATERAL hbase_internal.propose_values(g.source, g.rest, 't', profile,
                 format('%s.', hbase_internal.sql_schema())) v
        WINDOW w AS (PARTITION BY v.name)),
    name AS MATERIALIZED (
        SELECT u.name, u.short
        FROM (SELECT array_agg(m.name ORDER BY m.place) AS names
              FROM (SELECT v.name, min(ARRAY[v.n, v.number]) AS place FROM value v GROUP BY v.name) m) m,
             ROWS FROM (unnest(m.names), unnest(hbase_internal.short_names(m.names::text[]))) u(name, short)),
    cell AS (
        SELECT v.n, v.number, v.name, s.short, CASE WHEN v.differs THEN 'string' ELSE v.encoding END AS encoding,
               CASE WHEN v.differs THEN v.text_expression ELSE v.expression END AS expression,
               CASE WHEN v.differs THEN 'text'
                    WHEN v.expression LIKE '%hbase_encode(%' AND v.type <> 'text'
                    THEN regexp_replace(v.type, '^(\w+)', '\1(6)')
                    ELSE v.type END AS type
        FROM value v JOIN name s ON s.name = v.name),
    listed AS (
        SELECT c.n, json_object_agg(c.name, jsonb_strip_nulls(jsonb_build_object(
                   'family', 'd', 'qualifier', c.short, 'type', c.type, 'encoding', c.encoding,
                   'value', CASE WHEN c.type = 'text' AND c.expression LIKE '%hbase_encode(%'
                                 THEN format('convert_from(%s, ''UTF8'')', c.expression) END))
                   ORDER BY c.number) AS columns
        FROM cell c GROUP BY c.n)
    SELECT g.n, hbase_internal.sql_relation(g.source), json_strip_nulls(json_build_object(
        'view', CASE WHEN g.n = 1 THEN hbase_internal.proposed_view(s.nspname, c.relname, c.oid) END,
        'table', CASE WHEN g.n = 1 THEN hbase_internal.proposed_table(c.oid, namespace) END,
        'rows_of', CASE WHEN g.n > 1 THEN hbase_internal.sql_relation(relation) END,
        'key', hbase_internal.propose_layout(k.components, profile, k.is_negative),
        'note', g.evidence,
        'fields', k.fields,
        'where', CASE WHEN g.n > 1 THEN substr(hbase_internal.filled_condition(g.source, g.head), 8) END,
        'families', CASE WHEN g.n = 1 THEN json_build_object('d', json_build_object()) END,
        'columns', COALESCE(l.columns, '{}')))
    FROM given g
    JOIN key k ON k.n = g.n
    JOIN pg_class c ON c.oid = g.source
    JOIN pg_namespace s ON s.oid = c.relnamespace
    LEFT JOIN listed l ON l.n = g.n
    ORDER BY g.n;
END;
COMMENT ON FUNCTION hbase_internal.table_mapping(regclass, text, text, boolean)
    IS 'mapping of a table, as hbase.mapping() contains it, and of the tables whose rows are beside its rows';

-- Tables of users: no tables of extensions, no HBase-shaped ones; a partition belongs to its table.
CREATE FUNCTION hbase_internal.mapped_tables(schemas regnamespace[]) RETURNS SETOF regclass
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT c.oid
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = ANY ('{r,p}') AND NOT c.relispartition AND c.relpersistence <> 't'
      AND CASE WHEN schemas IS NULL THEN n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
               ELSE n.oid = ANY (schemas::oid[]) END
      AND NOT hbase_internal.is_shaped(c.oid)
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      AND NOT EXISTS (SELECT FROM hbase.delta_baseline b
                      WHERE b.baseline_schema = n.nspname AND b.baseline_name = c.relname)
    ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C";
END;
COMMENT ON FUNCTION hbase_internal.mapped_tables(regnamespace[])
    IS 'tables that hbase.mapping() maps; of all schemas of users if there is no argument';

-- The tables that have a view of their own; the role may not be able to read one.
CREATE FUNCTION hbase_internal.mapping_roots(
    schemas regnamespace[], with_rows boolean, OUT n bigint, OUT relation regclass, OUT is_readable boolean)
    RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT m.n, m.relation, c.relnamespace
        FROM hbase_internal.mapped_tables(schemas) WITH ORDINALITY m(relation, n)
        JOIN pg_class c ON c.oid = m.relation),
    owned AS MATERIALIZED (
        SELECT o.child
        FROM (SELECT DISTINCT m.relnamespace FROM mapped m WHERE with_rows) s(oid),
             LATERAL hbase_internal.owned_tables(s.oid) o)
    SELECT m.n, m.relation,
           has_schema_privilege(m.relnamespace, 'USAGE') AND has_table_privilege(m.relation, 'SELECT')
    FROM mapped m
    WHERE m.relation NOT IN (SELECT o.child FROM owned o);
END;
COMMENT ON FUNCTION hbase_internal.mapping_roots(regnamespace[], boolean)
    IS 'tables with a view of their own in a mapping; without those that are rows beside another table''s';

CREATE FUNCTION hbase.mapping(
    schemas regnamespace[] DEFAULT NULL, profile text DEFAULT 'java', namespace text DEFAULT NULL,
    children text DEFAULT 'none') RETURNS json
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1000000
AS $$
DECLARE
    unreadable pg_catalog.text[];
    tables pg_catalog.json;
BEGIN
    IF profile IS NULL OR profile OPERATOR(pg_catalog.<>) ALL ('{java,phoenix,string}') THEN
        RAISE EXCEPTION 'unrecognized profile "%"', profile
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Profiles are java (Bytes.toBytes), phoenix and string.';
    ELSIF children IS NULL OR children OPERATOR(pg_catalog.<>) ALL ('{none,rows}') THEN
        RAISE EXCEPTION 'unrecognized treatment of children: "%"', children
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Tables whose rows belong to those of another one have views of their own (none), or are '
                       'rows beside their parent''s (rows).';
    END IF;
    unreadable := ARRAY(
        SELECT hbase_internal.sql_relation(r.relation)
        FROM hbase_internal.mapping_roots(schemas, children OPERATOR(pg_catalog.=) 'rows') r
        WHERE NOT r.is_readable ORDER BY r.n);
    IF pg_catalog.cardinality(unreadable) OPERATOR(pg_catalog.>) 0 THEN
        RAISE WARNING '% tables are not mapped, because the role may not read them',
            pg_catalog.cardinality(unreadable)
            USING DETAIL = pg_catalog.array_to_string(unreadable, ', ');
    END IF;
    tables := (
        SELECT pg_catalog.json_object_agg(m.member, m.entry ORDER BY r.n, m.number)
        FROM hbase_internal.mapping_roots(schemas, children OPERATOR(pg_catalog.=) 'rows') r,
             LATERAL hbase_internal.table_mapping(r.relation, profile, namespace,
                 children OPERATOR(pg_catalog.=) 'rows') m
        WHERE r.is_readable);
    RETURN hbase_internal.mapping_text(pg_catalog.json_build_object(
        'schemas', pg_catalog.to_json(schemas::pg_catalog.text[]),
        'profile', profile,
        'namespace', namespace,
        'children', children,
        'tables', COALESCE(tables, '{}')), 0);
END $$;
COMMENT ON FUNCTION hbase.mapping(regnamespace[], text, text, text)
    IS 'mapping of all tables of schemas as JSON, to edit and apply: names, row keys, families, columns';
