-- The id dictionary: ids of a fixed width for names.
CREATE FUNCTION pg_temp.uid_left(of text) RETURNS bigint LANGUAGE sql AS 'SELECT (least(256::numeric ^ width, 2::numeric ^ 63) - 1 - last)::bigint FROM hbase.uid_kind WHERE kind = of';
SELECT hbase.uid('host', 'a'), hbase.uid('host', 'b'), hbase.uid('host', 'a'), hbase.uid('event', 'a');
SELECT hbase.uid_find('host', 'b'), hbase.uid_find('host', 'c'), hbase.uid_find('nothing', 'a');
SELECT hbase.uid_name('host', 2), hbase.uid_name('host', 3), pg_temp.uid_left('host'), pg_temp.uid_left('nothing');
SELECT hbase.uid(NULL, 'a'), hbase.uid('host', NULL);
-- in keys
SELECT rowkey_compose('host bigint, event bigint using bytes', hbase.uid_find('host', 'b'), hbase.uid_find('event', 'a'));

-- many in one statement, each once
SELECT count(DISTINCT id), min(id), max(id) FROM (SELECT hbase.uid('metric', 'm' || i % 1000, 3) AS id FROM generate_series(1, 3000) i) x;
SELECT pg_temp.uid_left('metric'), 256 ^ 3 - 1 - 1000 AS expected;

-- exhaustion is reported, and what is there stays
SELECT max(hbase.uid('tiny', i::text, 1)) FROM generate_series(1, 255) i;
SELECT pg_temp.uid_left('tiny');
SELECT hbase.uid('tiny', 'one too many');
SELECT hbase.uid('tiny', '7', 1), pg_temp.uid_left('tiny');
SELECT hbase.uid('tiny', 'x', 2);
SELECT hbase.uid('other', 'x', 0);
SELECT hbase.uid('other', 'x', 9);

-- a name that is rolled back leaves no gap
BEGIN;
SELECT hbase.uid('host', 'gone');
ROLLBACK;
SELECT hbase.uid('host', 'c');

-- finding writes nothing
BEGIN READ ONLY;
SELECT hbase.uid_find('host', 'c'), hbase.uid_name('host', 1), pg_temp.uid_left('tiny');
SELECT hbase.uid('host', 'a');
SELECT hbase.uid('host', 'new');
ROLLBACK;

-- who began a kind gives its ids
CREATE ROLE regress_hbase_other;
CREATE ROLE regress_hbase_friend IN ROLE regress_hbase_other;
SET ROLE regress_hbase_other;
SELECT hbase.uid('theirs', 'a'), hbase.uid('host', 'a'), hbase.uid_find('host', 'b');
INSERT INTO hbase.uid_name VALUES ('host', 'mine', 77);
SET ROLE regress_hbase_friend;
SELECT hbase.uid('theirs', 'b');
RESET ROLE;
-- from PostgreSQL 16 on a grant itself says whether rights are inherited
REVOKE regress_hbase_other FROM regress_hbase_friend;
ALTER ROLE regress_hbase_friend NOINHERIT;
GRANT regress_hbase_other TO regress_hbase_friend;
SET ROLE regress_hbase_friend;
SELECT hbase.uid('theirs', 'c');
RESET ROLE;
CREATE ROLE regress_hbase_stranger;
SET ROLE regress_hbase_stranger;
SELECT hbase.uid('theirs', 'a'), hbase.uid_find('theirs', 'b');
SELECT hbase.uid('theirs', 'c');
RESET ROLE;
DELETE FROM hbase.uid_name;
DELETE FROM hbase.uid_kind;
DROP ROLE regress_hbase_stranger, regress_hbase_friend, regress_hbase_other;
