-- hbase.progress: running calls that take long.

-- The numbers of the commands are those of the view.
CREATE FUNCTION hbase_internal.progress_begin(command int, relation regclass, other regclass DEFAULT NULL)
    RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_progress_begin' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE;
COMMENT ON FUNCTION hbase_internal.progress_begin(int, regclass, regclass)
    IS 'begins a command of hbase.progress that reads one or two relations';
CREATE FUNCTION hbase_internal.progress_end() RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_progress_end' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE;
COMMENT ON FUNCTION hbase_internal.progress_end() IS 'ends a command of hbase.progress';
CREATE FUNCTION hbase_internal.progress_row() RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_progress_row' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION hbase_internal.progress_row() IS 'true; counts a row that a command of hbase.progress reads';

CREATE VIEW hbase.progress AS
SELECT i.pid, i.datid, i.relation, i.names[i.command] AS command, i.rows, i.cells, i.bytes, i.region, i.regions,
       i.total_rows, i.rows_read,
       concat(i.names[i.inner_command] || ': ', CASE i.phase
           WHEN 0 THEN 'starting'
           WHEN 1 THEN CASE i.acting WHEN 2 THEN 'verifying' WHEN 3 THEN 'importing' ELSE 'reading' END
           WHEN 2 THEN 'sorting'
           ELSE CASE i.acting WHEN 1 THEN 'writing' ELSE 'counting' END END) AS phase,
       s.share,
       date_trunc('second', (clock_timestamp() - i.started) * ((1 - s.share) / NULLIF(s.share, 0))) AS eta
FROM (SELECT pid, datid,
             CASE WHEN datid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
                  THEN relid END::regclass AS relation,
             ARRAY['export', 'verify', 'import', 'check', 'estimate', 'heat', 'plan_splits', 'rejects', 'compare',
                   'delta', 'baseline', 'report', 'propose_keys'] AS names,
             param8 AS command, NULLIF(param9, 0) AS inner_command,
             CASE WHEN param9 <> 0 THEN param9 ELSE param8 END AS acting,
             param1 AS rows, param2 AS cells, param3 AS bytes, param4 AS region, NULLIF(param5, 0) AS regions,
             NULLIF(param6, 0) AS total_rows, param7 AS rows_read, param11 AS phase,
             '2000-01-01 00:00+00'::timestamptz + param12 * '1 microsecond'::interval AS started,
             NULLIF(param13, 0) AS total_bytes
      FROM pg_stat_get_progress_info('COPY')
      WHERE param20 = 448327152485) i,
     LATERAL (SELECT CASE WHEN i.phase = 1 AND i.acting = 3 THEN i.bytes::float8 / i.total_bytes
                          WHEN i.phase = 1 AND i.acting <> 2 THEN i.rows_read::float8 / i.total_rows
                          WHEN i.phase <> 2 THEN i.rows::float8 / i.total_rows END) d(done),
     -- more than expected: unknown
     LATERAL (SELECT CASE WHEN d.done <= 1 THEN d.done END) s(share);
COMMENT ON VIEW hbase.progress IS 'running calls that read whole relations or files';
COMMENT ON COLUMN hbase.progress.pid IS 'the process, as in pg_stat_activity';
COMMENT ON COLUMN hbase.progress.datid IS 'its database';
COMMENT ON COLUMN hbase.progress.relation IS 'the relation of the call; NULL in another database';
COMMENT ON COLUMN hbase.progress.command
    IS 'export, verify, import, check, estimate, heat, plan_splits, rejects, compare, delta, baseline, report or '
       'propose_keys';
COMMENT ON COLUMN hbase.progress.rows
    IS 'rows written by an export, read from files by a verification or import, or returned by a sort';
COMMENT ON COLUMN hbase.progress.cells IS 'cells of these rows, where they are counted';
COMMENT ON COLUMN hbase.progress.bytes IS 'bytes written by an export, or read by a verification or import';
COMMENT ON COLUMN hbase.progress.region IS 'current region, from 0';
COMMENT ON COLUMN hbase.progress.regions IS 'number of regions; NULL if unknown';
COMMENT ON COLUMN hbase.progress.total_rows
    IS 'total number of rows: an estimate of the planner, exact once all are read; NULL if unknown';
COMMENT ON COLUMN hbase.progress.rows_read IS 'rows read from the relation, or put into a sort';
COMMENT ON COLUMN hbase.progress.phase
    IS 'reading, sorting, then writing or counting; with the name of a command that the call makes';
COMMENT ON COLUMN hbase.progress.share IS 'share of the phase that is done, 0 to 1; NULL if unknown';
COMMENT ON COLUMN hbase.progress.eta IS 'estimated time to the end of the phase';
GRANT SELECT ON hbase.progress TO PUBLIC;
