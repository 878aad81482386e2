-- @title A customer's rows by prefix
-- @kind statement
-- @data tall
-- @check all four find the same rows
SELECT (SELECT count(*) || min(val) FROM tall_relational WHERE cust = 'CUST000000000017') =
       ALL (ARRAY[
           (SELECT count(*) || min(val) FROM tall WHERE k ^@ substr(decode(md5('CUST000000000017'), 'hex'), 1, 8)),
           (SELECT count(*) || min(val) FROM tall WHERE k <@ rowkey_prefix_range(substr(decode(md5('CUST000000000017'), 'hex'), 1, 8))),
           (SELECT count(*) || min(val) FROM tall_bytea WHERE k >= substr(decode(md5('CUST000000000017'), 'hex'), 1, 8)
               AND k < substr(decode(md5('CUST000000000017'), 'hex'), 1, 8) || '\xffffffffffffffffffffffffffffffffff'::bytea)]);
-- @item 100 rows: relational, cust = $1
\set c random(1, :rows / 100)
SELECT count(val) FROM tall_relational WHERE cust = 'CUST' || lpad(:c::text, 12, '0');
-- @item 100 rows: bytea, hand-written bounds
\set c random(1, :rows / 100)
SELECT count(val) FROM tall_bytea WHERE k >= substr(decode(md5('CUST' || lpad(:c::text, 12, '0')), 'hex'), 1, 8) AND k < substr(decode(md5('CUST' || lpad(:c::text, 12, '0')), 'hex'), 1, 8) || '\xffffffffffffffffffffffffffffffffff'::bytea;
-- @item 100 rows: rowkey, hand-written bounds
\set c random(1, :rows / 100)
SELECT count(val) FROM tall WHERE k >= rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8) AND k < upper(rowkey_prefix_range(rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8)));
-- @item 100 rows: key ^@ prefix
-- @against 100 rows: relational, cust = $1 <= 1.10
-- @against 100 rows: rowkey, hand-written bounds <= 1.05
\set c random(1, :rows / 100)
SELECT count(val) FROM tall WHERE k ^@ rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8);
-- @item 100 rows: key <@ range
-- @against 100 rows: relational, cust = $1
-- @against 100 rows: rowkey, hand-written bounds <= 1.05
\set c random(1, :rows / 100)
SELECT count(val) FROM tall WHERE k <@ rowkey_prefix_range(rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8));
-- @item newest 10: relational, cust = $1
\set c random(1, :rows / 100)
SELECT count(val) FROM (SELECT val FROM tall_relational WHERE cust = 'CUST' || lpad(:c::text, 12, '0') ORDER BY ts DESC LIMIT 10) s;
-- @item newest 10: bytea, hand-written bounds
-- @against newest 10: relational, cust = $1
\set c random(1, :rows / 100)
SELECT count(val) FROM (SELECT val FROM tall_bytea WHERE k >= substr(decode(md5('CUST' || lpad(:c::text, 12, '0')), 'hex'), 1, 8) AND k < substr(decode(md5('CUST' || lpad(:c::text, 12, '0')), 'hex'), 1, 8) || '\xffffffffffffffffffffffffffffffffff'::bytea ORDER BY k LIMIT 10) s;
-- @item newest 10: rowkey, hand-written bounds
-- @against newest 10: relational, cust = $1
\set c random(1, :rows / 100)
SELECT count(val) FROM (SELECT val FROM tall WHERE k >= rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8) AND k < upper(rowkey_prefix_range(rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8))) ORDER BY k LIMIT 10) s;
-- @item newest 10: key ^@ prefix
-- @against newest 10: relational, cust = $1 <= 1.20
-- @against newest 10: rowkey, hand-written bounds <= 1.05
\set c random(1, :rows / 100)
SELECT count(val) FROM (SELECT val FROM tall WHERE k ^@ rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8) ORDER BY k LIMIT 10) s;
-- @item newest 10: key <@ range
-- @against newest 10: relational, cust = $1
-- @against newest 10: rowkey, hand-written bounds <= 1.05
\set c random(1, :rows / 100)
SELECT count(val) FROM (SELECT val FROM tall WHERE k <@ rowkey_prefix_range(rowkey_hash('CUST' || lpad(:c::text, 12, '0'), 'md5', 8)) ORDER BY k LIMIT 10) s;
