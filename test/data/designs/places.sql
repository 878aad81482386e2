-- Places with their geohash.
-- @rows place
CREATE TABLE place (id bigint PRIMARY KEY, geohash text NOT NULL, kind text NOT NULL, name text NOT NULL);
INSERT INTO place
SELECT i, 'u3' || (SELECT string_agg(substr('0123456789bcdefghjkmnpqrstuvwxyz', 1 + skewed(i * 10 + n, n, 32)::int, 1), '' ORDER BY n)
                   FROM generate_series(1, 7) n),
       (ARRAY['cafe', 'cafe', 'shop', 'shop', 'shop', 'school', 'museum', 'hotel', 'bank', 'park'])[1 + pick(i, 50, 10)], 'place ' || i
FROM generate_series(1, 30000) i;
CREATE INDEX ON place (geohash text_pattern_ops);
ANALYZE place;
-- @case all places in a cell of the geohash
-- @key geohash
-- @calls 700 decides
SELECT id, name, kind FROM place WHERE geohash LIKE 'u30b1%'
-- @calls 200
SELECT id, name FROM place WHERE geohash >= $1 AND geohash < $2
-- @calls 20
INSERT INTO place VALUES ($1, $2, $3, $4)
-- @twin a place by its number
-- @key <id>
-- @calls 900 decides
SELECT name, geohash FROM place WHERE id = ANY ($1)
-- @calls 1
SELECT id, name FROM place WHERE geohash LIKE 'u30%'
-- @calls 20
INSERT INTO place VALUES ($1, $2, $3, $4)
