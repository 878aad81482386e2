-- hbase.export_delta(): a delta as HFiles.

CREATE FUNCTION hbase.export_delta(
    relation regclass, baseline regclass, directory text, keys @extschema@.rowkey[] DEFAULT NULL,
    ranges @extschema@.rowkeyrange[] DEFAULT NULL, regions int DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL, stamp bigint DEFAULT NULL, restamp boolean DEFAULT false,
    options jsonb DEFAULT '{}',
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint,
    OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey) RETURNS SETOF record
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 100
AS $$
#variable_conflict use_variable
DECLARE
    columns pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    types pg_catalog.text := hbase_internal.sql_schema();
    target pg_catalog.text := hbase_internal.sql_relation(baseline);
    delta pg_catalog.text := 'hbase_delta';
    last bigint;
    run bigint;
BEGIN
    IF baseline IS NULL THEN
        RAISE EXCEPTION 'baseline must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.check_delta_options(options);
    -- one delta at a time; the statements below read the state after the last one committed
    EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', target);
    last := hbase_internal.baseline_stamp(baseline, relation);
    run := hbase_internal.delta_stamp(stamp, COALESCE(last, 0));
    PERFORM hbase_internal.set_baseline(baseline, relation, run, splits);

    PERFORM hbase_internal.progress_begin(10, relation, baseline);
    -- a name that no table of the caller has
    WHILE pg_catalog.to_regclass('pg_temp.' OPERATOR(pg_catalog.||) delta) IS NOT NULL LOOP
        delta := delta OPERATOR(pg_catalog.||) '_';
    END LOOP;
    delta := 'pg_temp.' OPERATOR(pg_catalog.||) delta;
    EXECUTE pg_catalog.concat('CREATE TEMPORARY TABLE ', delta, ' ON COMMIT DROP AS ',
        hbase_internal.delta_query(relation, baseline, run, COALESCE(last, run OPERATOR(pg_catalog.-) 2), keys, ranges,
            COALESCE(restamp, false)));
    EXECUTE (
        SELECT pg_catalog.format('UPDATE %s b SET %s FROM %s x WHERE b.key OPERATOR(%s.=) x.key', target,
            pg_catalog.string_agg(pg_catalog.format('%1$s = hbase_internal.delta_landed(b.%1$s, x.%1$s, %2$s)',
                c, run), ', '),
            delta, types)
        FROM pg_catalog.unnest(columns) c);
    EXECUTE (
        SELECT pg_catalog.format(
            'INSERT INTO %1$s (key, %2$s) SELECT x.key, %3$s FROM %4$s x '
            'WHERE NOT EXISTS (SELECT FROM %1$s b WHERE b.key OPERATOR(%5$s.=) x.key)', target,
            pg_catalog.string_agg(c, ', '),
            pg_catalog.string_agg(pg_catalog.format('hbase_internal.delta_landed(NULL, x.%s, %s)', c, run), ', '),
            delta, types)
        FROM pg_catalog.unnest(columns) c);

    -- by default the regions of the last run
    IF splits IS NULL AND regions IS NULL THEN
        splits := (
            SELECT d.splits
            FROM hbase.delta_baseline d
            WHERE (d.baseline_schema, d.baseline_name) OPERATOR(pg_catalog.=) (
                SELECT n.nspname, c.relname
                FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                WHERE c.oid OPERATOR(pg_catalog.=) baseline::pg_catalog.oid));
    END IF;
    RETURN QUERY SELECT * FROM hbase_internal.export_delta_files(relation, directory,
        pg_catalog.format('SELECT * FROM %s', delta), baseline, regions, splits, run, options);
    EXECUTE pg_catalog.format('DROP TABLE %s', delta);
    PERFORM hbase_internal.progress_end();
END $$;
COMMENT ON FUNCTION hbase.export_delta(
    regclass, regclass, text, @extschema@.rowkey[], @extschema@.rowkeyrange[], int, @extschema@.rowkey[], bigint,
    boolean, jsonb)
    IS 'writes the changes since the baseline as HFiles for a bulk load, and updates the baseline';
REVOKE EXECUTE ON FUNCTION hbase_internal.export_delta_files, hbase.export_delta FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase_internal.export_delta_files, hbase.export_delta TO pg_write_server_files;
