-- hbase.create_table(): creates an HBase-shaped table.

CREATE FUNCTION hbase_internal.create_partitions(
    target text, prefix text, base text, points @extschema@.rowkey[]) RETURNS void
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
DECLARE
    last CONSTANT int := pg_catalog.cardinality(points);
BEGIN
    -- leaves room for the number in a name of 63 bytes
    WHILE pg_catalog.octet_length(pg_catalog.format('%s_r%s', base, last)) OPERATOR(pg_catalog.>) 63 LOOP
        base := pg_catalog.left(base, -1);
    END LOOP;
    FOR i IN 0 .. last LOOP
        EXECUTE pg_catalog.format('CREATE TABLE %s%I PARTITION OF %s FOR VALUES FROM (%s) TO (%s)',
            prefix, pg_catalog.format('%s_r%s', base, i), target,
            CASE WHEN i OPERATOR(pg_catalog.=) 0 THEN 'MINVALUE' ELSE pg_catalog.quote_literal(points[i]) END,
            CASE WHEN i OPERATOR(pg_catalog.=) last THEN 'MAXVALUE'
                 ELSE pg_catalog.quote_literal(points[i OPERATOR(pg_catalog.+) 1]) END);
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase_internal.create_partitions(text, text, text, @extschema@.rowkey[])
    IS 'partitions a table at split points, for hbase.create_table()';

CREATE FUNCTION hbase.create_table(
    relation text, families jsonb, table_name text DEFAULT NULL, layouts @extschema@.rowkey_layout[] DEFAULT NULL,
    regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, partitions boolean DEFAULT false)
    RETURNS regclass
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000
AS $$
DECLARE
    -- the caller's search_path decides the schema of the table
    parts pg_catalog.text[] := pg_catalog.parse_ident(relation);
    base pg_catalog.text := parts[pg_catalog.cardinality(parts)];
    target pg_catalog.text := (
        SELECT pg_catalog.string_agg(pg_catalog.quote_ident(p), '.' ORDER BY n)
        FROM pg_catalog.unnest(parts) WITH ORDINALITY u(p, n));
    types pg_catalog.text := hbase_internal.sql_schema();
    points splits%TYPE;
BEGIN
    IF target IS NULL THEN
        RAISE EXCEPTION 'name of the table must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF families IS NULL OR pg_catalog.jsonb_typeof(families) OPERATOR(pg_catalog.<>) ALL ('{object,array}')
        OR families OPERATOR(pg_catalog.=) ANY ('{"{}",[]}')
    THEN
        RAISE EXCEPTION 'a table in HBase must have at least one column family'
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Write families as ["d", "i"], or with options as {"d": {"VERSIONS": 3}, "i": {}}.';
    END IF;
    IF pg_catalog.jsonb_typeof(families) OPERATOR(pg_catalog.=) 'array' THEN
        families := (
            SELECT pg_catalog.jsonb_object_agg(f, '{}'::pg_catalog.jsonb)
            FROM pg_catalog.jsonb_array_elements_text(families) f);
    END IF;
    -- with its schema, because a temporary table may have the same name
    IF pg_catalog.cardinality(parts) OPERATOR(pg_catalog.=) 1 THEN
        target := pg_catalog.concat(
            pg_catalog.quote_ident(pg_catalog.current_schema()) OPERATOR(pg_catalog.||) '.', target);
    END IF;
    EXECUTE pg_catalog.format('CREATE TABLE %s (key %s.rowkey PRIMARY KEY, %s)%s', target, types,
        (SELECT pg_catalog.string_agg(
             pg_catalog.format('%I %s.widerow', f, types), ', ' ORDER BY f COLLATE pg_catalog."C")
         FROM pg_catalog.jsonb_object_keys(families) f),
        CASE WHEN partitions THEN ' PARTITION BY RANGE (key)' END);
    PERFORM hbase.define(target::pg_catalog.regclass, table_name, layouts, families, regions, splits);
    IF partitions THEN
        -- as defined, or at the salts of the definition
        points := (SELECT d.splits FROM hbase.definition_of(target::pg_catalog.regclass) d);
        IF points IS NULL AND regions OPERATOR(pg_catalog.>) 1 THEN
            EXECUTE pg_catalog.format('SELECT %s.rowkey_split_points(''uniform'', $1)', types)
                INTO points USING regions;
            PERFORM hbase.define(target::pg_catalog.regclass, table_name, layouts, families, splits => points);
        END IF;
        PERFORM hbase_internal.create_partitions(target,
            pg_catalog.left(target, OPERATOR(pg_catalog.-) pg_catalog.length(pg_catalog.quote_ident(base))), base,
            COALESCE(points, '{}'));
    END IF;
    PERFORM hbase.stamp(target::pg_catalog.regclass);
    RETURN target;
END $$;
CREATE FUNCTION hbase.create_table(
    relation text, families text, table_name text DEFAULT NULL, layouts @extschema@.rowkey_layout[] DEFAULT NULL,
    regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, partitions boolean DEFAULT false)
    RETURNS regclass
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000
    RETURN hbase.create_table(relation,
        CASE WHEN families IS NULL OR families ~ '^\s*[[{"]' THEN families::jsonb ELSE to_jsonb(ARRAY[families]) END,
        table_name, layouts, regions, splits, partitions);
COMMENT ON FUNCTION hbase.create_table(
    text, text, text, @extschema@.rowkey_layout[], int, @extschema@.rowkey[], boolean)
    IS 'the same with the name of one column family, or with JSON as text';
COMMENT ON FUNCTION hbase.create_table(
    text, jsonb, text, @extschema@.rowkey_layout[], int, @extschema@.rowkey[], boolean)
    IS 'creates and defines a table in the shape of an HBase table, with a stamping trigger and optional partitions';
