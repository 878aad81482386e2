-- hbase.progress in the middle of each call: a function of the view looks at it.
\set SHOW_CONTEXT never
CREATE SCHEMA progress_test;
SET search_path = progress_test, public;
SET client_min_messages = warning;
CREATE FUNCTION look(i int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    p record;
BEGIN
    IF i = 600 THEN
        PERFORM pg_stat_clear_snapshot();
        SELECT * INTO p FROM hbase.progress WHERE pid = pg_backend_pid();
        -- a look may come before or after the row is counted; a delta reads two relations, in any order
        RAISE WARNING '% of %, %: share % of % rows, counted %, eta %', p.command, p.relation, p.phase, CASE WHEN p.command = 'delta' THEN ceil(p.share) ELSE round(p.share::numeric, 1) END, p.total_rows,
            abs(p.rows_read - p.share * p.total_rows) < 1, CASE WHEN p.eta >= '0' THEN 'known' END;
    END IF;
    RETURN i;
END $$;
CREATE VIEW seen AS SELECT rowkey_compose('id int', look(i)) AS key, widerow_at(widerow_build('v', i), '2024-01-01 00:00+00'::timestamptz + i * interval '1 minute') AS d FROM generate_series(1, 2000) i;
SELECT hbase.define('seen', layouts => ARRAY['id int']::rowkey_layout[], sample => 0);
CREATE TABLE stored AS SELECT * FROM generate_series(1, 2000) i;
CREATE VIEW plain AS SELECT look(i) AS id, i FROM stored;
ANALYZE stored;
SELECT count(*) FROM hbase.check('seen') WHERE severity = 'error';
SELECT count(*) FROM hbase.rejects('seen');
SELECT family, rows FROM hbase.estimate('seen');
SELECT sum(cells) FROM hbase.heat('seen', 4);
SELECT sum(rows) FROM hbase.plan_splits('seen', 4);
SELECT design, rows FROM hbase.compare('plain', ARRAY['id int', 'i int']::rowkey_layout[]);
SELECT rows FROM hbase.compare_relations('{seen}');
SELECT hbase.baseline('seen', stamp => 1800000000000);
ANALYZE seen_baseline;
SELECT count(*) FROM hbase.delta('seen', 'seen_baseline', stamp => 1900000000000);
-- a call within a call
SELECT length(hbase.report('seen', 4)) > 1000 AS page;
-- nothing stays, also after an error
SELECT count(*) FROM hbase.progress WHERE pid = pg_backend_pid();
CREATE VIEW failing AS SELECT rowkey_compose('id int', 1 / (i - 700)) AS key, widerow_build('v', look(i)) AS d FROM generate_series(1, 2000) i;
SELECT count(*) FROM hbase.check('failing');
SELECT count(*) FROM hbase.progress WHERE pid = pg_backend_pid();
SELECT severity, rule FROM hbase.check_schema('progress_test') WHERE rule = 'not checked';
SELECT count(*) FROM hbase.progress WHERE pid = pg_backend_pid();
SELECT hbase_internal.progress_begin(0, 'stored');
SELECT hbase_internal.progress_begin(12, 'stored'), hbase_internal.progress_begin(4, 'stored');
SELECT command, phase, total_rows, hbase_internal.progress_row() FROM hbase.progress WHERE pid = pg_backend_pid();
SELECT hbase_internal.progress_end(), hbase_internal.progress_end();
SELECT count(*) FROM hbase.progress WHERE pid = pg_backend_pid();
DROP SCHEMA progress_test CASCADE;
SELECT cardinality(hbase.forget()) > 0 AS forgotten;
