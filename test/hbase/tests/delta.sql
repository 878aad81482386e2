-- Two relations that change: orders, whose cells the export stamps, with their
-- lines in a family of their own, and events, which bring their own timestamps.
CREATE SCHEMA replay;
CREATE TABLE replay.orders (id int PRIMARY KEY, customer text, status text, total numeric, note text);
CREATE TABLE replay.lines (id int, line int, item text, PRIMARY KEY (id, line));
CREATE TABLE replay.events (host int, at bigint, message text, PRIMARY KEY (host, at));
INSERT INTO replay.orders SELECT i, 'c' || i % 17, 'open', i * 1.5, CASE WHEN i % 4 = 0 THEN '' END FROM generate_series(1, 600) i;
INSERT INTO replay.lines SELECT i, l, 'item ' || i * l % 50 FROM generate_series(1, 600) i, generate_series(1, i % 4) l;
INSERT INTO replay.events SELECT h, 1600000000000 + v * 10 + h, 'event ' || v FROM generate_series(1, 100) h, generate_series(1, 3) v;
CREATE VIEW replay.orders_h AS
SELECT rowkey_compose('salt(4), customer text, id int', customer, id) AS key, widerow_build('s', status, 't', total, 'n', note) AS d, i
  FROM replay.orders LEFT JOIN (SELECT id, widerow_agg(line::text, item) AS i FROM replay.lines GROUP BY id) l USING (id);
CREATE VIEW replay.events_h AS
SELECT rowkey_compose('host int', host) AS key, widerow_agg('m', message, at) AS e FROM replay.events GROUP BY host;
SELECT hbase.define('replay.orders_h', 'replay_orders', regions => 4, layouts => '{"salt(4), customer text, id int"}'),
       hbase.define('replay.events_h', 'replay_events', families => '{"e": {"VERSIONS": 50}}') \g /dev/null

-- The n-th round of changes: values, missing columns, keys, rows and families that
-- go, and some that were gone and come back.
CREATE PROCEDURE replay.change(n int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM replay.orders WHERE (id + n) % 7 = 0;
  DELETE FROM replay.lines WHERE (id + line + n) % 5 = 0;
  UPDATE replay.orders SET status = 'round ' || n, note = CASE WHEN id % 3 = n % 3 THEN 'n' || n END WHERE (id * 3 + n) % 11 < 3;
  UPDATE replay.orders SET customer = 'c' || (id + n) % 17 WHERE (id * 5 + n) % 13 = 0;
  INSERT INTO replay.orders SELECT i, 'c' || i % 17, 'open', i * 1.5 FROM generate_series(1, 650) i WHERE (i + n) % 3 = 0 ON CONFLICT DO NOTHING;
  INSERT INTO replay.lines SELECT i, l, 'item ' || i * l % 50 FROM generate_series(1, 650) i, generate_series(1, 3) l WHERE (i + l + n) % 9 = 0 ON CONFLICT DO NOTHING;
  DELETE FROM replay.events e WHERE (host + n) % 4 = 0 AND at = (SELECT max(at) FROM replay.events o WHERE o.host = e.host);
  DELETE FROM replay.events WHERE (host + n) % 23 = 0;
  UPDATE replay.events e SET message = 'changed ' || n, at = 1600000000000 + n * 1000 + host WHERE (host + n) % 6 = 0 AND at = (SELECT max(at) FROM replay.events o WHERE o.host = e.host);
  INSERT INTO replay.events SELECT h, 1600000000000 + n * 1000 + 500 + h, 'again ' || n FROM generate_series(1, 110) h WHERE (h + n) % 5 = 0;
END $$;

-- A writer: small transactions until replay.stopped has a row; every fifth of them is
-- rolled back.
CREATE TABLE replay.stopped (yes boolean);
CREATE PROCEDURE replay.write(seed float) LANGUAGE plpgsql AS $$
DECLARE
  id_ int;
BEGIN
  PERFORM setseed(seed);
  FOR n IN 1 .. 1000000 LOOP
    id_ := 1 + random() * 649;
    UPDATE replay.orders SET status = 'written ' || n, total = total + 1 WHERE id = id_;
    INSERT INTO replay.orders VALUES (id_ % 650 + 1, 'c' || id_ % 17, 'written', n) ON CONFLICT (id) DO UPDATE SET note = 'twice ' || n, customer = excluded.customer;
    DELETE FROM replay.orders WHERE id = (id_ * 7) % 650;
    IF n % 5 = 0 THEN
      ROLLBACK;
    ELSE
      COMMIT;
    END IF;
    EXIT WHEN EXISTS (SELECT FROM replay.stopped);
    PERFORM pg_sleep(0.002);
  END LOOP;
END $$;
