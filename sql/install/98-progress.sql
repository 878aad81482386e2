-- hbase.progress: running exports, verifications and imports.

CREATE VIEW hbase.progress AS
SELECT pid, datid,
       CASE WHEN datid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
            THEN relid END::regclass AS relation,
       (ARRAY['export', 'verify', 'import'])[param8] AS command,
       param1 AS rows, param2 AS cells, param3 AS bytes, param4 AS region,
       CASE WHEN param5 <> 0 THEN param5 END AS regions,
       CASE WHEN param6 <> 0 THEN param6 END AS total_rows,
       param7 AS rows_read
FROM pg_stat_get_progress_info('COPY')
WHERE param20 = 448327152485;
COMMENT ON VIEW hbase.progress IS 'running exports, verifications and imports';
COMMENT ON COLUMN hbase.progress.pid IS 'the process, as in pg_stat_activity';
COMMENT ON COLUMN hbase.progress.datid IS 'its database';
COMMENT ON COLUMN hbase.progress.relation
    IS 'the relation of the export, verification or import; NULL in another database';
COMMENT ON COLUMN hbase.progress.command IS 'export, verify or import';
COMMENT ON COLUMN hbase.progress.rows IS 'rows written by an export, or read by a verification or import';
COMMENT ON COLUMN hbase.progress.cells IS 'cells written by an export, or read by a verification or import';
COMMENT ON COLUMN hbase.progress.bytes IS 'bytes written by an export, or read by a verification or import';
COMMENT ON COLUMN hbase.progress.region IS 'current region, from 0';
COMMENT ON COLUMN hbase.progress.regions IS 'number of regions; NULL if unknown';
COMMENT ON COLUMN hbase.progress.total_rows
    IS 'total number of rows: an estimate of the planner, exact once all are read; NULL if unknown';
COMMENT ON COLUMN hbase.progress.rows_read IS 'rows read so far, ahead of rows while an export sorts';
GRANT SELECT ON hbase.progress TO PUBLIC;
