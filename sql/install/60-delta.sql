-- Deltas: what changed since a baseline, as puts and delete markers.

CREATE FUNCTION hbase_internal.delta_cells(
    before @extschema@.widerow, after @extschema@.widerow, key @extschema@.rowkey, family text, stamp bigint,
    last bigint, versions int, restamp boolean) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_delta_cells' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hbase_internal.delta_cells(
    @extschema@.widerow, @extschema@.widerow, @extschema@.rowkey, text, bigint, bigint, int, boolean)
    IS 'puts and delete markers that turn one state of a family into another, puts of the run unstamped; NULL '
       'if both are equal';

CREATE FUNCTION hbase_internal.delta_landed(
    before @extschema@.widerow, delta @extschema@.widerow, stamp bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_delta_landed' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hbase_internal.delta_landed(@extschema@.widerow, @extschema@.widerow, bigint)
    IS 'cells of a family in a baseline after writing these cells with a stamp; NULL if there are none';

CREATE FUNCTION hbase_internal.delta_key(
    key @extschema@.rowkey, previous @extschema@.rowkey, baseline_key @extschema@.rowkey,
    baseline_previous @extschema@.rowkey, relation oid, baseline oid) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'hbase_delta_key' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION hbase_internal.delta_key(
    @extschema@.rowkey, @extschema@.rowkey, @extschema@.rowkey, @extschema@.rowkey, oid, oid)
    IS 'key of a row of a relation or its baseline; an error if it is NULL, empty or a duplicate';

CREATE FUNCTION hbase_internal.delta_stamp(stamp bigint, last bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_delta_stamp' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hbase_internal.delta_stamp(bigint, bigint)
    IS 'stamp of a run (NULL: time of the snapshot), which must be at least 2 above the last';

CREATE FUNCTION hbase_internal.set_baseline(
    baseline regclass, relation regclass, stamp bigint, splits @extschema@.rowkey[], run text DEFAULT NULL,
    directory text DEFAULT NULL, options jsonb DEFAULT NULL) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_set_baseline' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase_internal.set_baseline(
    regclass, regclass, bigint, @extschema@.rowkey[], text, text, jsonb)
    IS 'stores stamp, split points and run of a baseline, and directory and options of its deltas; what is NULL '
       'stays as it was';

CREATE FUNCTION hbase_internal.baseline_stamp(baseline regclass, relation regclass) RETURNS bigint
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found record;
BEGIN
    SELECT b.stamp, format('%I.%I', b.relation_schema, b.relation_name) AS name,
           (b.relation_schema, b.relation_name) = (s.nspname, r.relname) AS same,
           hbase_internal.stored_by(baseline, b.owner) AS own
      INTO found
      FROM hbase.delta_baseline b
      JOIN pg_namespace n ON n.nspname = b.baseline_schema
      JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = b.baseline_name AND c.oid = baseline,
           pg_class r JOIN pg_namespace s ON s.oid = r.relnamespace
     WHERE r.oid = relation;
    IF NOT found.same THEN
        RAISE EXCEPTION '% is a baseline of %, not of %', baseline, found.name, relation
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Create another baseline with hbase.baseline().';
    END IF;
    RETURN found.stamp;
END $$;
COMMENT ON FUNCTION hbase_internal.baseline_stamp(regclass, regclass)
    IS 'stamp of the last run of a baseline; NULL if the table is not a baseline, an error if it is another '
       'relation''s';

CREATE FUNCTION hbase_internal.execute_delta(
    query text,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_execute_delta'
    LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1000;
COMMENT ON FUNCTION hbase_internal.execute_delta(text)
    IS 'rows of a generated query for a delta, whose text is not in the context of its errors';

CREATE FUNCTION hbase_internal.execute_statement(statement text) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_execute_statement'
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000;
COMMENT ON FUNCTION hbase_internal.execute_statement(text)
    IS 'executes a generated statement, whose text is not in the context of its errors';

CREATE FUNCTION hbase.delta(
    relation regclass, baseline regclass, keys @extschema@.rowkey[] DEFAULT NULL,
    ranges @extschema@.rowkeyrange[] DEFAULT NULL, stamp bigint DEFAULT NULL, restamp boolean DEFAULT false,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 ROWS 1000
AS $$
DECLARE
    last bigint := hbase_internal.baseline_stamp(baseline, relation);
    run bigint := hbase_internal.delta_stamp(stamp, COALESCE(last, 0));
    query pg_catalog.text;
BEGIN
    PERFORM hbase_internal.progress_begin(10, relation, baseline);
    query := pg_catalog.format(
        'SELECT x.key, f.family, c.qualifier, c.ts, c.type, c.value '
        'FROM (%1$s) x, LATERAL (VALUES %2$s) f(n, family, cells), '
        'LATERAL %4$s.widerow_cells(%4$s.widerow_at(f.cells, %3$s::pg_catalog.int8)) '
        'WITH ORDINALITY c(qualifier, ts, type, value, n) ORDER BY x.key, f.n, c.n',
        hbase_internal.delta_query(relation, baseline, run, COALESCE(last, run OPERATOR(pg_catalog.-) 2), keys, ranges,
            COALESCE(restamp, false)),
        (SELECT pg_catalog.string_agg(
             pg_catalog.format('(%s, %L::pg_catalog.name, x.%I)', f.n, f.family, f.column_name), ', ')
         FROM (SELECT r.family, r.column_name, pg_catalog.row_number() OVER () AS n
               FROM hbase.families(relation) r) f),
        run, hbase_internal.sql_schema());
    RETURN QUERY SELECT r.* FROM hbase_internal.execute_delta(query) r;
    PERFORM hbase_internal.progress_end();
END $$;
COMMENT ON FUNCTION hbase.delta(regclass, regclass, @extschema@.rowkey[], @extschema@.rowkeyrange[], bigint, boolean)
    IS 'puts and delete markers that turn a baseline into the current contents of a relation';

CREATE FUNCTION hbase_internal.baseline_manifest(
    directory text,
    OUT table_name text, OUT stamp bigint, OUT splits @extschema@.rowkey[], OUT run text)
    AS 'MODULE_PATHNAME', 'hbase_baseline_manifest' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase_internal.baseline_manifest(text)
    IS 'table, stamp, split points and run in the manifest of an export';
CREATE FUNCTION hbase_internal.baseline_manifest(
    manifest jsonb,
    OUT table_name text, OUT stamp bigint, OUT splits @extschema@.rowkey[], OUT run text)
    AS 'MODULE_PATHNAME', 'hbase_baseline_manifest_jsonb' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hbase_internal.baseline_manifest(jsonb) IS 'table, stamp, split points and run in a manifest';
