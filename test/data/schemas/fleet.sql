-- Measurements of a fleet of ships: partitions, inheritance, tables that refer to each
-- other, names that need quotes, negative keys, microseconds, a wide table and an empty one.
-- Made for the tests; the rows are computed.
CREATE SCHEMA "Fleet";
SET search_path = "Fleet", public;
CREATE TABLE "Ship" ("Id" smallint PRIMARY KEY, "Call sign" text UNIQUE NOT NULL, flag char(2), built date);
CREATE TABLE voyage (ship smallint REFERENCES "Ship", voyage int, departed timestamptz NOT NULL, PRIMARY KEY (ship, voyage));
CREATE TABLE position (ship smallint NOT NULL, at timestamptz NOT NULL, lat float8, lon float8, PRIMARY KEY (ship, at)) PARTITION BY RANGE (at);
CREATE TABLE position_2024 PARTITION OF position FOR VALUES FROM ('2024-01-01 00:00+00') TO ('2025-01-01 00:00+00');
CREATE TABLE position_2025 PARTITION OF position FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2026-01-01 00:00+00');
-- each refers to the other: no table is above both
CREATE TABLE captain (ship smallint PRIMARY KEY, name text);
CREATE TABLE crew (ship smallint PRIMARY KEY REFERENCES captain, size int);
ALTER TABLE captain ADD FOREIGN KEY (ship) REFERENCES crew DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE event (id bigint PRIMARY KEY, ship smallint, at timestamptz NOT NULL, kind text NOT NULL);
CREATE TABLE alarm (level int NOT NULL) INHERITS (event);
CREATE TABLE tide (level int, gauge text, reading real, PRIMARY KEY (gauge, level));
CREATE TABLE "no rows" ("a ""b""" int, c timestamptz);
INSERT INTO "Ship" SELECT i, 'Ship ' || i, 'NL', date '1969-06-01' + i * 300 FROM generate_series(-3, 8) i;
INSERT INTO voyage SELECT "Id", v, '2024-01-01 00:00:00.000001+00'::timestamptz + v * interval '9 days' FROM "Ship", generate_series(1, 5) v;
INSERT INTO position SELECT s, '2024-12-31 00:00+00'::timestamptz + i * interval '10 minutes', 50 + s / 10.0, -i / 100.0 FROM generate_series(1, 4) s, generate_series(1, 300) i;
BEGIN;
SET CONSTRAINTS ALL DEFERRED;
INSERT INTO captain SELECT i, 'Captain ' || i FROM generate_series(1, 5) i;
INSERT INTO crew SELECT i, 20 + i FROM generate_series(1, 5) i;
COMMIT;
INSERT INTO event SELECT i, 1, '2024-01-01 00:00+00'::timestamptz + i * interval '1 s', 'start' FROM generate_series(1, 50) i;
INSERT INTO alarm SELECT i, 2, '2024-01-01 00:00+00'::timestamptz + i * interval '1 s', 'fire', i % 3 FROM generate_series(40, 90) i;
INSERT INTO tide SELECT l, 'gauge ' || g, l / 4.0 FROM generate_series(-20, 20) l, generate_series(1, 2) g;
DO $$ BEGIN
    EXECUTE (SELECT 'CREATE TABLE wide (' || string_agg('c' || i || ' int', ', ') || ')' FROM generate_series(1, 120) i);
    INSERT INTO wide (c1, c2, c120) SELECT i % 10, i / 10, i % 2 FROM generate_series(1, 60) i;
    INSERT INTO wide (c1, c2, c120) SELECT i % 10, i / 10, i % 2 FROM generate_series(1, 30) i;
END $$;
RESET search_path;
