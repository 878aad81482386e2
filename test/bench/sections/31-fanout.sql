-- @title A window of time, behind 16 salts and without
-- @kind statement
-- @data event
-- @check the fan-out finds the window's rows
SELECT (SELECT count(*) || min(val) FROM event WHERE key <@ rowkey_range(event_layout(), int8range(1710000000000, 1710009600000)))
     = (SELECT count(*) || min(val) FROM rowkey_scan(event_salted_layout(), int8range(1710000000000, 1710009600000)) s JOIN event_salted e ON e.key <@ s);
-- @check the merge gives the first rows in the order of time
SELECT (SELECT array_agg(val) FROM (SELECT val FROM event WHERE key <@ rowkey_range(event_layout(), int8range(1710000000000, NULL)) ORDER BY key LIMIT 100) s)
     = (SELECT array_agg(val) FROM hbase.merge_scan(NULL::event_salted, ARRAY(SELECT rowkey_scan(event_salted_layout(), int8range(1710000000000, NULL))), 100));
-- @item 1,600 rows: one range, no salt
\set t random(1700000000, 1729900000)
\set w 48000000000000 / :rows
SELECT count(val) FROM event WHERE key <@ rowkey_range(event_layout(), int8range(:t::int8 * 1000, :t::int8 * 1000 + :w));
-- @item 1,600 rows: hand-written, LATERAL over generate_series
-- @against 1,600 rows: one range, no salt
\set t random(1700000000, 1729900000)
\set w 48000000000000 / :rows
SELECT count(val) FROM generate_series(0, 15) b, LATERAL (SELECT val FROM event_salted WHERE key >= (set_byte('\x00'::bytea, 0, b) || int8send((:t::int8 * 1000) # (-9223372036854775808)))::rowkey AND key < (set_byte('\x00'::bytea, 0, b) || int8send((:t::int8 * 1000 + :w) # (-9223372036854775808)))::rowkey) s;
-- @item 1,600 rows: JOIN rowkey_scan()
-- @against 1,600 rows: one range, no salt <= 1.10
\set t random(1700000000, 1729900000)
\set w 48000000000000 / :rows
SELECT count(val) FROM rowkey_scan(event_salted_layout(), int8range(:t::int8 * 1000, :t::int8 * 1000 + :w)) s JOIN event_salted e ON e.key <@ s;
-- @item first 100: one range, no salt
\set t random(1700000000, 1729900000)
SELECT count(val) FROM (SELECT val FROM event WHERE key <@ rowkey_range(event_layout(), int8range(:t::int8 * 1000, NULL)) ORDER BY key LIMIT 100) s;
-- @item first 100: SQL, LIMIT 100 of each salt, then sort
-- @against first 100: one range, no salt
\set t random(1700000000, 1729900000)
SELECT count(val) FROM (SELECT val, k FROM generate_series(0, 15) b, LATERAL (SELECT val, substring(key, 2) AS k FROM event_salted WHERE key >= (set_byte('\x00'::bytea, 0, b) || int8send((:t::int8 * 1000) # (-9223372036854775808)))::rowkey AND key < upper(rowkey_prefix_range(set_byte('\x00'::bytea, 0, b)::rowkey)) ORDER BY event_salted.key LIMIT 100) s ORDER BY k LIMIT 100) q;
-- @item first 100: hbase.merge_scan()
-- @against first 100: one range, no salt <= 1.5
\set t random(1700000000, 1729900000)
SELECT count(val) FROM hbase.merge_scan(NULL::event_salted, ARRAY(SELECT rowkey_scan(event_salted_layout(), int8range(:t::int8 * 1000, NULL))), 100);
