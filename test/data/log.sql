-- A log of 100,000 entries in 34 hours, under a key that begins with the time and
-- under a salted one; each cell bears the time of its entry.
CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,99999) i;
CREATE VIEW log_time AS SELECT rowkey_compose('at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE VIEW log_salt AS SELECT rowkey_compose('salt(16), at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
