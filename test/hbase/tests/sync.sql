-- Three relations that change in every way: TOAST and a condition with full replica identity, only
-- the key in the identity, and partitions.
CREATE EXTENSION hbase_schema;
CREATE TABLE account (id bigint PRIMARY KEY, customer bigint NOT NULL, status text, note text, big text);
ALTER TABLE account REPLICA IDENTITY FULL;
ALTER TABLE account ALTER big SET STORAGE EXTERNAL;
CREATE VIEW account_h AS
SELECT rowkey_compose('salt(4), customer bigint, id bigint', customer, id) AS key,
       widerow_build('phoenix'::hbase_encoding, 's', status, 'n', note, 'b', big) AS d, widerow_build('c', customer) AS e
FROM account WHERE status IS DISTINCT FROM 'hidden';
SELECT hbase.define('account_h', 'synced:account');

CREATE TABLE item (id int PRIMARY KEY, a int, b bigint);
CREATE VIEW item_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('a', a, 'b', b) AS d FROM item;
SELECT hbase.define('item_h', 'synced_item');

CREATE TABLE part (id int, region int, a int, PRIMARY KEY (id, region)) PARTITION BY LIST (region);
CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2, 3);
CREATE VIEW part_h AS SELECT rowkey_compose('region int, id int', region, id) AS key, widerow_build('a', a, 'r', region) AS d FROM part;
SELECT hbase.define('part_h', 'synced_part');

INSERT INTO account SELECT i, i % 7, CASE WHEN i % 9 = 0 THEN 'hidden' ELSE 's' || i % 5 END, NULLIF('n' || i % 3, 'n0'),
    CASE WHEN i % 50 = 0 THEN repeat(md5(i::text), 100) END FROM generate_series(1, 1000) i;
INSERT INTO item SELECT i, i, NULLIF(i % 4, 0) FROM generate_series(1, 1000) i;
INSERT INTO part SELECT i, 1 + i % 3, i FROM generate_series(1, 500) i;

CREATE FUNCTION pick(n int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1 + floor(random() * n)::int';

CREATE PROCEDURE change(kind int, n int) LANGUAGE plpgsql AS $$
BEGIN
    CASE kind
    WHEN 1 THEN INSERT INTO account VALUES (n, pick(9), 'new', NULL, NULL) ON CONFLICT (id) DO UPDATE SET note = 'again' || n;
    WHEN 2 THEN UPDATE account SET customer = pick(9) WHERE id = n;
    WHEN 3 THEN DELETE FROM account WHERE id = n;
    WHEN 4 THEN UPDATE account SET note = NULL, status = 's' || pick(5) WHERE id BETWEEN n AND n + 3;
    WHEN 5 THEN UPDATE account SET status = CASE WHEN status = 'hidden' THEN 'back' ELSE 'hidden' END WHERE id = n;
    WHEN 6 THEN UPDATE account SET big = repeat(md5(n::text), pick(100)) WHERE id = n;
    WHEN 7 THEN DELETE FROM account WHERE id = n;
                INSERT INTO account VALUES (n, pick(9), 're', 'r', repeat('z', 4000));
                UPDATE item SET a = a + 1 WHERE id = n;
    WHEN 8 THEN UPDATE account SET id = id + 100000 WHERE id = n;
    WHEN 9 THEN INSERT INTO item VALUES (n, pick(5), NULL) ON CONFLICT (id) DO UPDATE SET b = item.b + 1;
    WHEN 10 THEN UPDATE item SET b = NULL WHERE id BETWEEN n AND n + 10;
    WHEN 11 THEN DELETE FROM item WHERE id = n; DELETE FROM part WHERE id = n;
    WHEN 12 THEN UPDATE item SET id = id + 100000 WHERE id = n; UPDATE item SET id = n WHERE id = n + 100000 AND pick(2) = 1;
    WHEN 13 THEN INSERT INTO part VALUES (n, pick(3), pick(9)) ON CONFLICT DO NOTHING;
    WHEN 14 THEN UPDATE part SET region = 1 + region % 3 WHERE id = n
                     AND NOT EXISTS (SELECT FROM part p WHERE p.id = n AND p.region = 1 + part.region % 3);
    WHEN 15 THEN UPDATE part SET a = NULLIF(pick(9), 1) WHERE id BETWEEN n AND n + 5;
    END CASE;
END $$;

-- Transactions until the table "enough" has a row.
CREATE TABLE enough (i int);
CREATE PROCEDURE work() LANGUAGE plpgsql AS $$
BEGIN
    WHILE NOT EXISTS (SELECT FROM enough) LOOP
        BEGIN
            FOR j IN 1 .. pick(4) LOOP
                BEGIN
                    CALL change(pick(15), pick(1200));
                    IF pick(8) = 1 THEN RAISE EXCEPTION 'undo'; END IF;
                EXCEPTION
                    WHEN unique_violation OR raise_exception THEN NULL;
                END;
            END LOOP;
        EXCEPTION
            WHEN deadlock_detected OR unique_violation THEN NULL;
        END;
        IF pick(10) = 1 THEN ROLLBACK; ELSE COMMIT; END IF;
        PERFORM pg_sleep(0.01);
    END LOOP;
END $$;
