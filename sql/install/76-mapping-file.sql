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

-- What hbase.from_table() would map, without tables that refer to it.
CREATE FUNCTION hbase_internal.table_mapping(relation regclass, profile text, namespace text) RETURNS json
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS MATERIALIZED (
        SELECT p.evidence, k.fields,
               hbase_internal.propose_layout(k.components, profile, k.is_negative) AS layout,
               hbase_internal.proposed_view(s.nspname, c.relname, c.oid) AS view_name,
               hbase_internal.proposed_table(c.oid, namespace) AS table_name,
               ARRAY(SELECT a.attname FROM pg_attribute a
                     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                       AND a.attname <> ALL (p.columns)
                     ORDER BY a.attnum) AS rest
        FROM pg_class c
        JOIN pg_namespace s ON s.oid = c.relnamespace,
             LATERAL hbase_internal.proposed_key(c.oid) p,
             LATERAL hbase_internal.propose_key(c.oid, p.columns, 't', profile, c.oid, '{}', NULL) k
        WHERE c.oid = relation),
    short AS MATERIALIZED (
        SELECT g.rest, hbase_internal.short_names(g.rest::text[]) AS names FROM given g),
    cell AS (
        SELECT v.name, v.number, v.encoding, v.expression,
               g.names[array_position(g.rest, v.name)] AS short,
               CASE WHEN v.expression LIKE '%hbase_encode(%' AND v.type <> 'text'
                    THEN regexp_replace(v.type, '^(\w+)', '\1(6)') ELSE v.type END AS type
        FROM short g,
             LATERAL hbase_internal.propose_values(relation, g.rest, 't', profile,
                 format('%s.', hbase_internal.sql_schema())) v)
    SELECT json_strip_nulls(json_build_object(
        'view', g.view_name,
        'table', g.table_name,
        'key', g.layout,
        'note', g.evidence,
        'fields', g.fields,
        'families', json_build_object('d', json_build_object()),
        'columns', (
            SELECT COALESCE(json_object_agg(c.name, jsonb_strip_nulls(jsonb_build_object(
                       'family', 'd', 'qualifier', c.short, 'type', c.type, 'encoding', c.encoding,
                       'value', CASE WHEN c.expression LIKE 'CASE %'
                                     THEN format('convert_from(%s, ''UTF8'')', c.expression) END))
                       ORDER BY c.number), '{}')
            FROM cell c)))
    FROM given g;
END;
COMMENT ON FUNCTION hbase_internal.table_mapping(regclass, text, text)
    IS 'mapping of one table, as hbase.mapping() contains it';

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

CREATE FUNCTION hbase.mapping(
    schemas regnamespace[] DEFAULT NULL, profile text DEFAULT 'java', namespace text DEFAULT NULL) RETURNS json
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1000000
AS $$
DECLARE
    result pg_catalog.json;
    unreadable pg_catalog.text[];
BEGIN
    IF profile IS NULL OR profile OPERATOR(pg_catalog.<>) ALL ('{java,phoenix,string}') THEN
        RAISE EXCEPTION 'unrecognized profile "%"', profile
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Profiles are java (Bytes.toBytes), phoenix and string.';
    END IF;
    SELECT pg_catalog.json_build_object(
        'schemas', pg_catalog.to_json(schemas::pg_catalog.text[]),
        'profile', profile,
        'namespace', namespace,
        'tables', COALESCE(pg_catalog.json_object_agg(hbase_internal.sql_relation(t.relation),
            hbase_internal.table_mapping(t.relation, profile, namespace) ORDER BY t.n)
            FILTER (WHERE t.is_readable), '{}')),
        pg_catalog.array_agg(hbase_internal.sql_relation(t.relation) ORDER BY t.n) FILTER (WHERE NOT t.is_readable)
    INTO result, unreadable
    FROM (SELECT m.*, pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE')
                      AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS is_readable
          FROM hbase_internal.mapped_tables(schemas) WITH ORDINALITY m(relation, n)
          JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) m.relation::pg_catalog.oid) t;
    IF unreadable IS NOT NULL THEN
        RAISE WARNING '% tables are not mapped, because the role may not read them',
            pg_catalog.cardinality(unreadable)
            USING DETAIL = pg_catalog.array_to_string(unreadable, ', ');
    END IF;
    RETURN hbase_internal.mapping_text(result, 0);
END $$;
COMMENT ON FUNCTION hbase.mapping(regnamespace[], text, text)
    IS 'mapping of all tables of schemas as JSON, to edit and apply: names, row keys, families, columns';
