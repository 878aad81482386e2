-- Lines of logs.
-- @rows log_line
CREATE TABLE log_line (
    host text NOT NULL, at timestamptz NOT NULL, seq int NOT NULL, level text NOT NULL, service text NOT NULL, message text NOT NULL,
    PRIMARY KEY (host, at, seq));
INSERT INTO log_line
SELECT 'app-' || lpad(pick(i, 1, 60)::text, 3, '0') || '.eu.example.org', '2024-06-01 00:00+00'::timestamptz + i * interval '333 milliseconds', i % 7,
       (ARRAY['INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR'])[1 + pick(i, 2, 8)],
       (ARRAY['auth', 'cart', 'search', 'mail', 'stock'])[1 + pick(i, 3, 5)], 'request ' || i || ' took ' || pick(i, 4, 900) || ' ms'
FROM generate_series(1, 60000) i;
ANALYZE log_line;
-- @case the lines of a host in a window of time
-- @key <host> at~
-- @calls 500 decides
SELECT at, level, message FROM log_line WHERE host = $1 AND at >= $2 AND at < $3 ORDER BY at
-- @calls 100
SELECT at, message FROM log_line WHERE host = $1 AND level IN ('WARN', 'ERROR') AND at BETWEEN $2 AND $3 ORDER BY at DESC LIMIT 200
-- @calls 3000
INSERT INTO log_line VALUES ($1, $2, $3, $4, $5, $6)
-- @calls 1
SELECT level, count(*) FROM log_line GROUP BY level
-- @twin all lines in a window of time
-- @key salt at~
-- @key bucket(at) at~
-- @key digest(host) at~
-- @calls 900 decides
SELECT at, host, level, message FROM log_line WHERE at >= $1 AND at < $2 ORDER BY at
-- @calls 300
SELECT service, count(*) FROM log_line WHERE at > now() - interval '5 minutes' GROUP BY service
-- @calls 3000
INSERT INTO log_line VALUES ($1, $2, $3, $4, $5, $6)
