-- Time series: points folded into OpenTSDB's rows and unfolded; opentsdb.tsv.

CREATE SCHEMA opentsdb_test;
SET search_path = opentsdb_test, public;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/opentsdb.tsv"`
CREATE TABLE vector AS
SELECT no, c[5]::bigint AS ts, c[6] AS kind, c[7] AS value, decode(c[9], 'hex') AS qualifier, decode(c[10], 'hex') AS bytes
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';
SELECT count(*) AS points,
       count(*) FILTER (WHERE c.qualifier = v.qualifier) AS qualifiers_equal, count(*) FILTER (WHERE c.value = v.bytes) AS values_equal
FROM vector v JOIN (SELECT no, opentsdb_agg(ts, value::numeric::bigint) AS r FROM vector WHERE kind = 'long' GROUP BY no
                   UNION ALL SELECT no, opentsdb_agg(ts, value::real) FROM vector WHERE kind = 'float' GROUP BY no
                   UNION ALL SELECT no, opentsdb_agg(ts, value::double precision) FROM vector WHERE kind NOT IN ('long', 'float') GROUP BY no) f USING (no), LATERAL widerow_cells(r) c;
SELECT count(*) AS points, count(*) FILTER (WHERE p.at = to_timestamp(CASE WHEN ts > 4294967295 THEN ts / 1000.0 ELSE ts END)
    AND CASE kind WHEN 'long' THEN long = value::numeric::bigint AND double IS NULL WHEN 'float' THEN double::real = value::real ELSE double = value::double precision END) AS come_back
FROM vector, LATERAL (SELECT CASE WHEN ts > 4294967295 THEN ts / 1000 ELSE ts END AS second) s, opentsdb_points(widerow_put(NULL, qualifier, bytes), second - second % 3600) p;

-- Fold and unfold: one row a series and hour.
CREATE TABLE metric AS
SELECT 'host' || i % 3 AS host, timestamptz '2022-12-01+00' + i * interval '17.5 s' AS at, (i * 7919 % 1000)::bigint AS n, (i % 97) / 8.0::double precision AS load FROM generate_series(0, 1999) i;
CREATE TABLE folded AS SELECT host, date_trunc('hour', at, 'UTC') AS hour, opentsdb_agg(at, n) AS t, opentsdb_agg(at, load) AS u FROM metric GROUP BY 1, 2;
SELECT count(DISTINCT (host, hour)) AS rows, count(*) AS cells, count(*) FILTER (WHERE octet_length(qualifier) = 2) AS whole_seconds, min(octet_length(c.qualifier)), max(octet_length(c.qualifier)) FROM folded, widerow_cells(t) c;
SELECT count(*) FROM (SELECT host, at, n FROM metric EXCEPT SELECT host, p.at, p.long FROM folded, opentsdb_points(t, hour) p) x;
SELECT count(*) FROM (SELECT host, at, load FROM metric EXCEPT SELECT host, p.at, p.double FROM folded, opentsdb_points(u, hour) p) x;
SELECT opentsdb_agg(at, n) IS NULL AS none, opentsdb_agg(NULL, 1::bigint) FROM metric WHERE false;
SELECT opentsdb_agg(1, NULL::bigint);
-- Other numbers are the integer or float that they are.
SELECT opentsdb_agg(1, 7::smallint) = opentsdb_agg(1::bigint, 7::bigint) AND opentsdb_agg(1::smallint, 7) = opentsdb_agg(1::bigint, 7::bigint) AS integers, opentsdb_agg(1, 1.5) = opentsdb_agg(1, 1.5::double precision) AS numeric;

-- Compacted cells hold several points; annotations and other objects are left out.
SELECT * FROM opentsdb_points(widerow_build('\x00100021f0036b0b'::bytea, '\x0501023fc0000001'::bytea, '\x010000'::bytea, '{}'), 3600::bigint);
-- Appended points follow their qualifiers, in the order of writing.
SELECT * FROM opentsdb_points(widerow_build('\x050000'::bytea, '\x002105020010070010fff0036b0b3fc00000'::bytea), 3600::bigint);
-- What OpenTSDB compacted and appended itself.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/opentsdb_cells.tsv"`
CREATE TABLE packed AS
SELECT no, c[1] AS kind, c[2]::bigint AS base, decode(c[3], 'hex') AS qualifier, decode(c[4], 'hex') AS bytes, c[5] AS points
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';
CREATE TABLE packed_point AS
SELECT no, place, split_part(point, '=', 1)::bigint AS ts, split_part(split_part(point, '=', 2), ':', 1) AS type, split_part(point, ':', 2) AS value
FROM packed, string_to_table(points, ' ') WITH ORDINALITY p(point, place);
SELECT kind, count(DISTINCT no) AS cells, count(*) AS points,
       count(*) FILTER (WHERE p.at = to_timestamp(CASE WHEN ts > 4294967295 THEN ts / 1000.0 ELSE ts END)
                        AND CASE type WHEN 'long' THEN long = value::bigint WHEN 'float' THEN double::real = value::real ELSE double = value::double precision END) AS come_back
FROM packed CROSS JOIN LATERAL opentsdb_points(widerow_build(qualifier, bytes), base) WITH ORDINALITY p(at, long, double, place) FULL JOIN packed_point USING (no, place)
GROUP BY kind ORDER BY kind;
-- Deleted points are gone.
SELECT count(*) FROM opentsdb_points(widerow_delete(widerow_build('\x0010'::bytea, '\x05'::bytea), '\x0010'::bytea), 3600::bigint);

\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$opentsdb_agg(-1, 1::bigint)$$),
    ($$opentsdb_agg(10000000000000, 1::bigint)$$),
    ($$opentsdb_agg('1969-12-31 23:00+00'::timestamptz, 1::bigint)$$),
    ($$opentsdb_agg(5, 'NaN'::real)$$),
    ($$opentsdb_agg('5', 1)$$),
    ($$opentsdb_agg(now()::date, 1)$$),
    ($$opentsdb_agg(5, '1'::text)$$),
    ($$opentsdb_agg(5, 'Infinity'::double precision)$$),
    ($$opentsdb_agg(5, i) FROM generate_series(1::bigint, 2) i$$),
    ($$opentsdb_agg(3598 + i, i) FROM generate_series(1::bigint, 2) i$$),
    ($$opentsdb_points('{}', 5)$$),
    ($$opentsdb_points('{}', '1969-12-31 23:00+00'::timestamptz)$$),
    ($$opentsdb_points('{"\x00\x00"="\x01"}', 3600000000000000)$$),
    ($$opentsdb_points(widerow_build('\x0012'::bytea, '\x010203'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x0010'::bytea, '\x0102'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x0011'::bytea, '\x01'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x00100020'::bytea, '\x0107'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x0010f000'::bytea, '\x010700'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x050000'::bytea, '\x00100700'::bytea), 3600)$$),
    ($$opentsdb_points(widerow_build('\x050000'::bytea, '\x001107'::bytea), 3600)$$)) v(statement);
\pset format aligned
\pset tuples_only off
