-- Values by key.
-- @rows entry
CREATE TABLE entry (key text PRIMARY KEY, value bytea NOT NULL, expires timestamptz);
INSERT INTO entry
SELECT (ARRAY['session', 'session', 'cart', 'user'])[1 + pick(i, 1, 4)] || ':' || pick(i, 2, 900000) || ':' || i, decode(md5(i::text), 'hex'),
       '2024-08-01 00:00+00'::timestamptz + pick(i, 3, 1000) * interval '1 hour'
FROM generate_series(1, 30000) i;
ANALYZE entry;
-- @case a value by its key
-- @key <key>
-- @calls 900 decides
SELECT value FROM entry WHERE key = $1
-- @calls 100
SELECT key, value FROM entry WHERE key IN ($1, $2, $3, $4)
-- @calls 500
INSERT INTO entry (key, value, expires) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires
-- @calls 50
DELETE FROM entry WHERE key = $1
-- @twin all values whose key starts with a word
-- @key key
-- @calls 900 decides
SELECT key, value FROM entry WHERE key LIKE 'user:4217%'
-- @calls 100
SELECT value FROM entry WHERE key = $1
-- @calls 50
INSERT INTO entry (key, value, expires) VALUES ($1, $2, $3)
