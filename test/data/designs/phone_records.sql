-- Phone calls.
-- @rows phone_call
CREATE TABLE phone_call (
    id uuid PRIMARY KEY, caller text NOT NULL, callee text NOT NULL, started timestamptz NOT NULL, seconds int NOT NULL, tower int NOT NULL);
INSERT INTO phone_call
SELECT md5('call ' || i)::uuid, '+4930' || 1000000 + skewed(i, 1, 5000) * 97, '+4930' || 1000000 + pick(i, 2, 5000) * 97,
       '2024-02-01 00:00+00'::timestamptz + i * interval '31 seconds', pick(i, 3, 1800), 1 + pick(i, 4, 300)
FROM generate_series(1, 50000) i;
ANALYZE phone_call;
-- @case the calls of a number on a day
-- @key <caller> started~
-- @calls 800 decides
SELECT started, callee, seconds FROM phone_call WHERE caller = $1 AND started >= $2::date AND started < $2::date + 1 ORDER BY started
-- @calls 100
SELECT sum(seconds) FROM phone_call WHERE caller = $1 AND started >= $2 AND started < $3
-- @calls 1000
INSERT INTO phone_call VALUES ($1, $2, $3, $4, $5, $6)
-- @calls 1
SELECT * FROM phone_call WHERE id = $1
-- @twin the calls of a tower in a window of time
-- @key <tower> started~
-- @calls 800 decides
SELECT caller, callee, started FROM phone_call WHERE tower = $1 AND started BETWEEN $2 AND $3
-- @calls 2
SELECT * FROM phone_call WHERE caller = $1 ORDER BY started DESC LIMIT 10
-- @calls 1000
INSERT INTO phone_call VALUES ($1, $2, $3, $4, $5, $6)
