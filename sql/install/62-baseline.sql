-- hbase.baseline(): creates a baseline.

CREATE FUNCTION hbase_internal.baseline_name(relation regclass, name text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT string_agg(quote_ident(u.part), '.' ORDER BY u.n)
    FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace,
         unnest(parse_ident(COALESCE(name, format('%I.%I', s.nspname, left(c.relname, 54) || '_baseline'))))
         WITH ORDINALITY u(part, n)
    WHERE c.oid = relation;
END;
COMMENT ON FUNCTION hbase_internal.baseline_name(regclass, text)
    IS 'name of a baseline: the given one, or the relation''s name with "_baseline"';

CREATE FUNCTION hbase.baseline(
    relation regclass, name text DEFAULT NULL, directory text DEFAULT NULL, stamp bigint DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL, empty boolean DEFAULT false, refresh boolean DEFAULT false,
    deltas text DEFAULT NULL, options jsonb DEFAULT NULL, manifest jsonb DEFAULT NULL) RETURNS regclass
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000
AS $$
DECLARE
    def pg_catalog.record := hbase.definition_of(relation);
    columns pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    target pg_catalog.text := hbase_internal.baseline_name(relation, name);
    there pg_catalog.regclass := pg_catalog.to_regclass(target);
    last bigint := CASE WHEN there IS NOT NULL THEN hbase_internal.baseline_stamp(there, relation) END;
    export pg_catalog.record;
    types pg_catalog.text := hbase_internal.sql_schema();
    statement pg_catalog.text;
    run bigint;
BEGIN
    PERFORM hbase_internal.check_delta_options(options);
    IF directory IS NOT NULL AND manifest IS NOT NULL THEN
        RAISE EXCEPTION 'directory and manifest cannot be used together'
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF manifest IS NULL THEN
        SELECT m.table_name, m.stamp, m.splits, m.run INTO export
          FROM hbase_internal.baseline_manifest(directory) m;
    ELSE
        SELECT m.table_name, m.stamp, m.splits, m.run INTO export FROM hbase_internal.baseline_manifest(manifest) m;
    END IF;
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF export.table_name OPERATOR(pg_catalog.<>) def.table_name THEN
        RAISE EXCEPTION 'the export has table %, not %', export.table_name, def.table_name
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF COALESCE(directory, manifest::pg_catalog.text) IS NOT NULL AND empty THEN
        RAISE EXCEPTION 'empty cannot be used with a baseline of an export' USING ERRCODE = 'invalid_parameter_value';
    ELSIF there IS NOT NULL AND last IS NULL THEN
        RAISE EXCEPTION '% already exists and is not a baseline', there
            USING ERRCODE = 'duplicate_table', HINT = 'Choose another name.';
    ELSIF there IS NOT NULL AND NOT COALESCE(refresh, false) THEN
        RAISE EXCEPTION '% is already a baseline of %', there, relation
            USING ERRCODE = 'duplicate_table', HINT = 'To start again after another full export, use refresh => true.';
    END IF;
    IF there IS NULL THEN
        EXECUTE (
            SELECT pg_catalog.format('CREATE TABLE %s (key %s.rowkey PRIMARY KEY, %s)', target, types,
                pg_catalog.string_agg(pg_catalog.format('%s %s.widerow', c, types), ', '))
            FROM pg_catalog.unnest(columns) c);
        there := target::pg_catalog.regclass;
        PERFORM hbase.define(there, table_name => def.table_name, families => def.families);
        EXECUTE pg_catalog.format('COMMENT ON TABLE %s IS %L', hbase_internal.sql_relation(there),
            pg_catalog.format('baseline of %s, maintained by hbase.export_delta()', relation));
    ELSE
        EXECUTE pg_catalog.format('TRUNCATE %s', hbase_internal.sql_relation(there));
    END IF;
    IF COALESCE(empty, false) THEN
        -- earlier than any stamp of the first delta
        run := 0;
    ELSE
        run := hbase_internal.delta_stamp(COALESCE(stamp, export.stamp), COALESCE(last, 0));
        PERFORM hbase_internal.progress_begin(11, relation);
        statement := (
            SELECT pg_catalog.format(
                'INSERT INTO %1$s (key, %2$s) SELECT key, %3$s FROM (SELECT key, %2$s FROM %4$s) r WHERE (%5$s) '
                'AND hbase_internal.progress_row()',
                hbase_internal.sql_relation(there), pg_catalog.string_agg(c, ', '),
                pg_catalog.string_agg(pg_catalog.format('hbase_internal.delta_landed(NULL, %s, %s)', c, run), ', '),
                hbase_internal.sql_relation(relation),
                pg_catalog.string_agg(
                    pg_catalog.format('%s.widerow_count(%s) OPERATOR(pg_catalog.>) 0', types, c), ' OR '))
            FROM pg_catalog.unnest(columns) c);
        PERFORM hbase_internal.execute_statement(statement);
        PERFORM hbase_internal.progress_end();
    END IF;
    PERFORM hbase_internal.set_baseline(there, relation, run, COALESCE(splits, export.splits, def.splits),
        CASE WHEN empty THEN 'none' ELSE COALESCE(export.run, 'any') END, deltas, options);
    RETURN there;
END $$;
COMMENT ON FUNCTION hbase.baseline(
    regclass, text, text, bigint, @extschema@.rowkey[], boolean, boolean, text, jsonb, jsonb)
    IS 'creates a baseline, the table that stores what was exported of a relation, for later deltas';
