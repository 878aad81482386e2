-- hbase.export_delta(): a delta as HFiles.

-- Directory and options are used with the rights of the caller.  So the role that stored them must have those rights
-- itself: on the baseline, and to write the server's files.
CREATE FUNCTION hbase_internal.delta_job(
    baseline regclass, folders boolean, directory text, INOUT options jsonb, OUT parent text)
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    job record;
    trusted boolean;
BEGIN
    SELECT n.nspname, c.relname, c.relowner, r.oid AS role, d.job_owner, d.options INTO job
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN hbase.delta_baseline d ON d.baseline_schema = n.nspname AND d.baseline_name = c.relname
      LEFT JOIN pg_roles r ON r.rolname = d.job_owner
     WHERE c.oid = baseline;
    trusted := COALESCE(pg_has_role(job.role, job.relowner, 'USAGE'), false);
    IF directory IS NOT NULL THEN
        parent := COALESCE(NULLIF(regexp_replace(directory, '/+[^/]*/*$', ''), ''), '/');
    ELSIF folders THEN
        parent := (SELECT d.directory FROM hbase.delta_baseline d
                   WHERE d.baseline_schema = job.nspname AND d.baseline_name = job.relname);
        IF parent IS NULL THEN
            RAISE EXCEPTION 'no directory given, and none is stored for the deltas of %', baseline
                USING ERRCODE = 'null_value_not_allowed',
                    HINT = 'Give it once; the next deltas are written beside this one.';
        END IF;
        trusted := trusted AND pg_has_role(job.role, 'pg_write_server_files'::name, 'USAGE');
    END IF;
    IF NOT trusted AND (folders AND directory IS NULL OR options IS NULL AND job.options <> '{}') THEN
        RAISE EXCEPTION 'the directory and options stored for the deltas of % cannot be used', baseline
            USING ERRCODE = 'insufficient_privilege',
                DETAIL = format('Role "%s" stored them. It does not have the rights of the baseline''s owner, or of '
                                'pg_write_server_files.', job.job_owner),
                HINT = 'Give directory and options; they are stored for the next deltas.';
    END IF;
    options := COALESCE(options, job.options, '{}');
    IF NOT folders THEN
        options := options - 'file_mode' - 'dir_mode';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.delta_job(regclass, boolean, text, jsonb)
    IS 'options of a delta, and the folder of its folder: of the call, or those stored with the baseline';

-- Stores what changed as a table and in the baseline.
CREATE FUNCTION hbase_internal.delta_begin(
    relation regclass, baseline regclass, keys @extschema@.rowkey[], ranges @extschema@.rowkeyrange[], restamp boolean,
    regions int, folders boolean, INOUT directory text, INOUT options jsonb, INOUT splits @extschema@.rowkey[],
    INOUT stamp bigint, OUT delta text)
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000
AS $$
#variable_conflict use_variable
DECLARE
    columns pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    types pg_catalog.text := hbase_internal.sql_schema();
    target pg_catalog.text := hbase_internal.sql_relation(baseline);
    last bigint;
    job pg_catalog.record;
    stored pg_catalog.record;
    changed boolean;
    statement pg_catalog.text;
BEGIN
    IF baseline IS NULL THEN
        RAISE EXCEPTION 'baseline must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.check_delta_options(options);
    -- one delta at a time; the statements below read the state after the last one committed
    EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', target);
    SELECT j.parent, j.options INTO job FROM hbase_internal.delta_job(baseline, folders, directory, options) j;
    options := job.options;
    last := hbase_internal.baseline_stamp(baseline, relation);
    stamp := hbase_internal.delta_stamp(stamp, COALESCE(last, 0));
    PERFORM hbase_internal.set_baseline(baseline, relation, stamp, splits, NULL, job.parent, options);
    IF directory IS NULL AND folders THEN
        directory := (
            SELECT pg_catalog.concat(pg_catalog.rtrim(job.parent, '/'), '/',
                pg_catalog.replace(d.table_name, ':', '-'), '-',
                pg_catalog.floor(EXTRACT(epoch FROM pg_catalog.transaction_timestamp()) OPERATOR(pg_catalog.*) 1000))
            FROM hbase.definition_of(relation) d);
    END IF;

    PERFORM hbase_internal.progress_begin(10, relation, baseline);
    -- a name that no table of the caller has
    delta := 'hbase_delta';
    WHILE pg_catalog.to_regclass('pg_temp.' OPERATOR(pg_catalog.||) delta) IS NOT NULL LOOP
        delta := delta OPERATOR(pg_catalog.||) '_';
    END LOOP;
    delta := 'pg_temp.' OPERATOR(pg_catalog.||) delta;
    statement := pg_catalog.concat('CREATE TEMPORARY TABLE ', delta, ' ON COMMIT DROP AS ',
        hbase_internal.delta_query(relation, baseline, stamp, COALESCE(last, stamp OPERATOR(pg_catalog.-) 2), keys,
            ranges, COALESCE(restamp, false)));
    PERFORM hbase_internal.execute_statement(statement);

    SELECT d.run, d.splits INTO stored
      FROM hbase.delta_baseline d
     WHERE (d.baseline_schema, d.baseline_name) OPERATOR(pg_catalog.=) (
         SELECT n.nspname, c.relname
         FROM pg_catalog.pg_class c
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
         WHERE c.oid OPERATOR(pg_catalog.=) baseline::pg_catalog.oid);
    EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s)', delta) INTO changed;
    -- without a run in HBase, a delta without cells creates the table there
    IF NOT changed AND last IS NOT NULL AND stored.run OPERATOR(pg_catalog.<>) 'none' THEN
        PERFORM hbase_internal.set_baseline(baseline, relation, last, NULL);
        EXECUTE pg_catalog.format('DROP TABLE %s', delta);
        delta := NULL;
        RETURN;
    END IF;
    EXECUTE (
        SELECT pg_catalog.format('UPDATE %s b SET %s FROM %s x WHERE b.key OPERATOR(%s.=) x.key', target,
            pg_catalog.string_agg(pg_catalog.format('%1$s = hbase_internal.delta_landed(b.%1$s, x.%1$s, %2$s)',
                c, stamp), ', '),
            delta, types)
        FROM pg_catalog.unnest(columns) c);
    EXECUTE (
        SELECT pg_catalog.format(
            'INSERT INTO %1$s (key, %2$s) SELECT x.key, %3$s FROM %4$s x '
            'WHERE NOT EXISTS (SELECT FROM %1$s b WHERE b.key OPERATOR(%5$s.=) x.key)', target,
            pg_catalog.string_agg(c, ', '),
            pg_catalog.string_agg(pg_catalog.format('hbase_internal.delta_landed(NULL, x.%s, %s)', c, stamp), ', '),
            delta, types)
        FROM pg_catalog.unnest(columns) c);
    -- by default the regions of the last run
    IF splits IS NULL AND regions IS NULL THEN
        splits := stored.splits;
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.delta_begin(
    regclass, regclass, @extschema@.rowkey[], @extschema@.rowkeyrange[], boolean, int, boolean, text, jsonb,
    @extschema@.rowkey[], bigint)
    IS 'locks and updates a baseline; returns how to write its delta and the temporary table with it, NULL without '
       'changes';

CREATE FUNCTION hbase.export_delta(
    relation regclass, baseline regclass, directory text DEFAULT NULL, keys @extschema@.rowkey[] DEFAULT NULL,
    ranges @extschema@.rowkeyrange[] DEFAULT NULL, regions int DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL, stamp bigint DEFAULT NULL, restamp boolean DEFAULT false,
    options jsonb DEFAULT NULL,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint,
    OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey) RETURNS SETOF record
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 100
AS $$
#variable_conflict use_variable
DECLARE
    run pg_catalog.record;
BEGIN
    SELECT b.directory, b.options, b.splits, b.stamp, b.delta INTO run
      FROM hbase_internal.delta_begin(relation, baseline, keys, ranges, restamp, regions, true, directory, options,
               splits, stamp) b;
    RETURN QUERY SELECT * FROM hbase_internal.export_delta_files(relation, run.directory,
        'SELECT * FROM ' OPERATOR(pg_catalog.||) run.delta, baseline, regions, run.splits, run.stamp, run.options);
    IF run.delta IS NOT NULL THEN
        EXECUTE pg_catalog.format('DROP TABLE %s', run.delta);
    END IF;
    PERFORM hbase_internal.progress_end();
END $$;
COMMENT ON FUNCTION hbase.export_delta(
    regclass, regclass, text, @extschema@.rowkey[], @extschema@.rowkeyrange[], int, @extschema@.rowkey[], bigint,
    boolean, jsonb)
    IS 'writes the changes since the baseline as HFiles for a bulk load, and updates the baseline';
REVOKE EXECUTE ON FUNCTION hbase_internal.export_delta_files, hbase.export_delta FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase_internal.export_delta_files, hbase.export_delta TO pg_write_server_files;

CREATE FUNCTION hbase.export_delta_stream(
    relation regclass, baseline regclass, keys @extschema@.rowkey[] DEFAULT NULL,
    ranges @extschema@.rowkeyrange[] DEFAULT NULL, regions int DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL, stamp bigint DEFAULT NULL, restamp boolean DEFAULT false,
    options jsonb DEFAULT NULL,
    OUT path text, OUT piece bytea) RETURNS SETOF record
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 100
AS $$
#variable_conflict use_variable
DECLARE
    run pg_catalog.record;
BEGIN
    SELECT b.options, b.splits, b.stamp, b.delta INTO run
      FROM hbase_internal.delta_begin(relation, baseline, keys, ranges, restamp, regions, false, NULL, options,
               splits, stamp) b;
    IF run.delta IS NOT NULL THEN
        RETURN QUERY SELECT * FROM hbase_internal.export_delta_pieces(relation,
            'SELECT * FROM ' OPERATOR(pg_catalog.||) run.delta, baseline, regions, run.splits, run.stamp, run.options);
        EXECUTE pg_catalog.format('DROP TABLE %s', run.delta);
    END IF;
    PERFORM hbase_internal.progress_end();
END $$;
COMMENT ON FUNCTION hbase.export_delta_stream(
    regclass, regclass, @extschema@.rowkey[], @extschema@.rowkeyrange[], int, @extschema@.rowkey[], bigint, boolean,
    jsonb)
    IS 'the files that hbase.export_delta() writes, in pieces, for a client that has no folder on the server; updates '
       'the baseline';
