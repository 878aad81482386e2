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

CREATE FUNCTION hbase_internal.mapping_roots(
    schemas regnamespace[], children text, OUT n bigint, OUT relation regclass) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT m.n, m.relation, c.relnamespace
        FROM hbase_internal.mapped_tables(schemas) WITH ORDINALITY m(relation, n)
        JOIN pg_class c ON c.oid = m.relation),
    included AS MATERIALIZED (
        SELECT i.child
        FROM (SELECT DISTINCT m.relnamespace FROM mapped m) s(oid),
             LATERAL hbase_internal.included_tables(s.oid, children) i)
    SELECT m.n, m.relation
    FROM mapped m
    WHERE m.relation NOT IN (SELECT i.child FROM included i);
END;
COMMENT ON FUNCTION hbase_internal.mapping_roots(regnamespace[], text)
    IS 'tables with a view of their own in a mapping';

-- Values of a key can be impossible in an encoding: Phoenix has no empty text and no NaN.
CREATE FUNCTION hbase_internal.usable_entry(relation regclass, entry json, profile text) RETURNS json
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    message pg_catalog.text;
BEGIN
    IF profile OPERATOR(pg_catalog.=) 'phoenix' AND entry OPERATOR(pg_catalog.->>) 'key' IS NOT NULL
        AND entry OPERATOR(pg_catalog.->>) 'fields' IS NULL
    THEN
        EXECUTE pg_catalog.format('SELECT pg_catalog.count(%s) FROM %s t',
            hbase_internal.mapping_key(relation, entry OPERATOR(pg_catalog.->>) 'key', NULL,
                pg_catalog.format('%s.', hbase_internal.sql_schema())), hbase_internal.own_rows(relation));
    END IF;
    RETURN entry;
EXCEPTION WHEN data_exception THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    RETURN (
        SELECT pg_catalog.json_object_agg(m.name, m.value ORDER BY m.n)
        FROM (SELECT CASE e.key WHEN 'key' THEN 'note' ELSE e.key END AS name, e.n,
                     CASE e.key WHEN 'key'
                                THEN pg_catalog.to_json(pg_catalog.concat('rows do not have the key ',
                                         e.value OPERATOR(pg_catalog.#>>) '{}', ': ', message,
                                         '. Another profile or a part of the rows (where) has one.'))
                                ELSE e.value END AS value
              FROM pg_catalog.json_each(entry) WITH ORDINALITY e(key, value, n)
              WHERE e.key OPERATOR(pg_catalog.<>) 'note') m);
END $$;
COMMENT ON FUNCTION hbase_internal.usable_entry(regclass, json, text)
    IS 'entry of a mapping, without a key if rows of the table cannot have one in its profile';

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
    ELSIF children IS NULL OR children OPERATOR(pg_catalog.<>) ALL ('{none,rows,cells}') THEN
        RAISE EXCEPTION 'unrecognized treatment of children: "%"', children
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Tables whose rows belong to those of another one have views of their own (none), are rows '
                       'beside their parent''s (rows), or cells of their parent''s row (cells).';
    END IF;
    unreadable := ARRAY(
        SELECT hbase_internal.sql_relation(m.relation)
        FROM hbase_internal.mapped_tables(schemas) WITH ORDINALITY m(relation, n)
        WHERE NOT hbase_internal.is_readable(m.relation) ORDER BY m.n);
    IF pg_catalog.cardinality(unreadable) OPERATOR(pg_catalog.>) 0 THEN
        RAISE WARNING '% tables are not mapped, because the role may not read them',
            pg_catalog.cardinality(unreadable)
            USING DETAIL = pg_catalog.array_to_string(unreadable, ', ');
    END IF;
    tables := (
        SELECT pg_catalog.json_object_agg(m.member,
                   hbase_internal.usable_entry(m.member::pg_catalog.regclass, m.entry, profile) ORDER BY r.n, m.number)
        FROM hbase_internal.mapping_roots(schemas, children) r,
             LATERAL hbase_internal.table_mapping(r.relation, profile, children, true,
                 hbase_internal.default_view(r.relation), hbase_internal.proposed_table(r.relation, namespace),
                 pg_catalog.format('%s.', hbase_internal.sql_schema())) m
        WHERE hbase_internal.is_readable(r.relation));
    RETURN hbase_internal.mapping_text(pg_catalog.json_build_object(
        'schemas', pg_catalog.to_json(schemas::pg_catalog.text[]),
        'profile', profile,
        'namespace', namespace,
        'children', children,
        'tables', COALESCE(tables, '{}')), 0);
END $$;
COMMENT ON FUNCTION hbase.mapping(regnamespace[], text, text, text)
    IS 'mapping of all tables of schemas as JSON, to edit and apply: names, row keys, families, columns';
