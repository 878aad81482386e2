-- What keys are made of: an order's customer, phone number, time and numbers.
CREATE UNLOGGED TABLE source (
    id int8 NOT NULL,
    ts int8 NOT NULL,           -- milliseconds since 1970
    ord int8 NOT NULL,
    tz timestamptz NOT NULL,    -- the same instant
    cust text NOT NULL,         -- 16 characters
    phone text NOT NULL,        -- 11 digits
    name text NOT NULL);        -- 11 characters, not all ASCII
SELECT setseed(0.42) \g /dev/null
INSERT INTO source
SELECT i, 1700000000000 + r, o, 'epoch'::timestamptz + (1700000000000 + r) * interval '1 ms',
       'CUST' || lpad(c::text, 12, '0'), '13' || lpad(p::text, 9, '0'), 'Żółw' || lpad((p % 10000000)::text, 7, '0')
FROM (SELECT i, (random() * 3e10)::int8 r, (random() * 1e9)::int8 o,
             1 + (random() * (:rows / 100 - 1))::int8 c, (random() * 999999999)::int8 p
      FROM generate_series(1, :rows) i) s;
VACUUM (FREEZE, ANALYZE) source;
