-- Metrics of hosts, as OpenTSDB stores them.
-- @rows point
CREATE TABLE point (
    metric text NOT NULL, at timestamptz NOT NULL, host text NOT NULL, datacenter text NOT NULL, value float8 NOT NULL);
INSERT INTO point
SELECT (ARRAY['sys.cpu.user', 'sys.cpu.system', 'sys.mem.free', 'sys.disk.read', 'sys.disk.write', 'net.in', 'net.out',
              'http.requests', 'http.errors', 'jvm.gc.time'])[m], '2024-03-01 00:00+00'::timestamptz + t * interval '1 minute',
       'web' || to_char(h, 'FM000'), CASE WHEN h % 3 = 0 THEN 'lga' ELSE 'fra' END, pick(m * 1000000 + h * 10000 + t, 1, 10000) / 100.0
FROM generate_series(0, 99) t, generate_series(1, 40) h, generate_series(1, 10) m ORDER BY t, h, m;
ANALYZE point;
-- @case a metric in a window of time, of all hosts
-- @key <metric> at~
-- @calls 600 decides
SELECT at, host, value FROM point WHERE metric = $1 AND at >= $2 AND at < $3
-- @calls 300
SELECT date_trunc('minute', p.at) AS bucket, avg(p.value) FROM point p WHERE p.metric = $1 AND p.at BETWEEN $2 AND $3 GROUP BY 1 ORDER BY 1
-- @calls 40
SELECT at, value FROM point WHERE metric = $1 AND host = ANY ($2) AND at >= $3 AND at < $4 ORDER BY at
-- @calls 2000
INSERT INTO point (metric, at, host, datacenter, value) VALUES ($1, $2, $3, $4, $5)
-- @twin a host in a window of time, all its metrics
-- @key <host> at~
-- @calls 900 decides
SELECT metric, at, value FROM point WHERE host = $1 AND at >= $2 AND at < $3 ORDER BY at
-- @calls 10
SELECT max(value) FROM point WHERE metric = $1 AND at > now() - interval '1 hour'
-- @calls 2000
INSERT INTO point (metric, at, host, datacenter, value) VALUES ($1, $2, $3, $4, $5)
