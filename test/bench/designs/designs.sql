-- A table, designs of its row key and questions: views for the export, and the reads
-- of each question under each design.  Variables: rows, regions, and values, the
-- number of sets of values that each question is asked with.
CREATE TABLE event (id bigint, host text, kind text, at timestamptz, payload text);
INSERT INTO event
SELECT i, 'host' || to_char(abs(hashint8extended(i, 1) % 40), 'FM00'), (ARRAY['cpu', 'disk', 'net', 'http', 'gc'])[1 + abs(hashint8extended(i, 2) % 5)],
       '2024-01-01 00:00+00'::timestamptz + i * interval '1 second', repeat(md5(i::text), 3)
FROM generate_series(1, :rows) i;
ALTER TABLE event ADD PRIMARY KEY (id);
ANALYZE event;

CREATE TABLE design (name text PRIMARY KEY, layout rowkey_layout, newest text);
COMMENT ON COLUMN design.newest IS 'how the newest rows of a host are read: forward, reversed, or all rows and sorted';
INSERT INTO design VALUES
    ('host_at', 'host text, at timestamptz, id bigint', 'reversed'),
    ('host_newest', 'host text, at timestamptz desc, id bigint', 'forward'),
    ('at_host', 'at timestamptz, host text, id bigint', 'reversed'),
    ('salt_host', 'salt(8), host text, at timestamptz desc, id bigint', 'forward'),
    ('salt_at', 'salt(16), at timestamptz, host text, id bigint', 'reversed'),
    ('digest_host', 'md5(host text, 4), host, at timestamptz desc, id bigint', 'forward'),
    ('kind_at', 'kind text, at timestamptz desc, host text, id bigint', 'all'),
    ('kind_host', 'kind text, host text, at timestamptz, id bigint', 'all'),
    ('host_kind', 'host text, kind text, at timestamptz desc, id bigint', 'all'),
    ('id', 'id bigint', 'all'),
    ('reversed_id', 'reverse(id bigint)', 'all'),
    ('hour_host', 'trunc(at timestamptz, ''1 hour''), host text, at, id bigint', 'all'),
    ('bucket_host', 'bucket(id bigint, 4), host text, kind text, at timestamptz desc, id', 'all');

CREATE FUNCTION make_view(name text, layout rowkey_layout) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($v$
        CREATE VIEW %I AS SELECT rowkey_compose(%L, %s) AS key,
            widerow_build('bytes'::hbase_encoding, 'host', host, 'kind', kind, 'id', id, 'payload', payload,
                          'at', (extract(epoch FROM at) * 1000)::bigint) AS d FROM event $v$, name, layout,
        (SELECT string_agg(quote_ident(f.field), ', ' ORDER BY f.n)
         FROM hbase_internal.layout_fields(layout) WITH ORDINALITY f(field, type, n)));
    PERFORM hbase.define(name::regclass, name, ARRAY[layout], regions => current_setting('bench.regions')::int);
END $$;

-- Questions with several sets of values; a condition as in hbase.compare, and the newest rows only.
CREATE TABLE question (name text, n int, conditions jsonb, newest int, statement text, PRIMARY KEY (name, n));
INSERT INTO question
SELECT q.*
FROM generate_series(1, :values) n,
     LATERAL (SELECT 'host' || to_char((7 * n) % 40, 'FM00') AS host, (ARRAY['cpu', 'disk', 'net', 'http', 'gc'])[1 + n % 5] AS kind,
                     '2024-01-01 00:00+00'::timestamptz + (:rows * n / (:values + 1)) * interval '1 second' AS t) v,
     LATERAL (VALUES
        ('host and window', n, jsonb_build_object('host', host, 'at', jsonb_build_object('from', t, 'to', t + :rows / 100 * interval '1 second')), NULL::int,
         'SELECT * FROM event WHERE host = $1 AND at >= $2 AND at < $3'),
        ('newest of a host', n, jsonb_build_object('host', host), 20,
         'SELECT * FROM event WHERE host = $1 ORDER BY at DESC LIMIT 20'),
        ('window', n, jsonb_build_object('at', jsonb_build_object('from', t, 'to', t + :rows / 100 * interval '1 second')), NULL,
         'SELECT * FROM event WHERE at >= $1 AND at < $2'),
        ('kind and window', n, jsonb_build_object('kind', kind, 'at', jsonb_build_object('from', t, 'to', t + :rows / 100 * interval '1 second')), NULL,
         'SELECT * FROM event WHERE kind = $1 AND at >= $2 AND at < $3'),
        ('host and kind', n, jsonb_build_object('host', host, 'kind', kind), NULL,
         'SELECT * FROM event WHERE host = $1 AND kind = $2'),
        ('number', n, jsonb_build_object('id', :rows * n / (:values + 1)), NULL,
         'SELECT * FROM event WHERE id = $1')) q(name, n, conditions, newest, statement);

-- Bytes of a condition's value, as in the cells.
CREATE FUNCTION cell_hex(field text, value text) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN encode(CASE field WHEN 'id' THEN int8send(value::bigint)
                             WHEN 'at' THEN int8send((extract(epoch FROM value::timestamptz) * 1000)::bigint)
                             ELSE convert_to(value, 'UTF8') END, 'hex');

-- How a client reads: key ranges, and a filter for the whole condition. Ranges are "start-stop" in hex.
CREATE VIEW reading AS
SELECT q.name AS question, q.n, d.name AS design,
       CASE WHEN q.newest IS NULL THEN 'all' ELSE d.newest END AS way, COALESCE(q.newest, 0) AS rows,
       (SELECT string_agg(concat(encode(lower(r)::bytea, 'hex'), '-', encode(upper(r)::bytea, 'hex')), ',' ORDER BY r)
        FROM rowkey_scan(d.layout, COALESCE(
                 (SELECT jsonb_object_agg(c.key, c.value)
                  FROM jsonb_each(q.conditions) c JOIN hbase_internal.layout_fields(d.layout) f ON f.field = c.key), '{}')) r) AS ranges,
       (SELECT string_agg(concat(
                   c.key, CASE WHEN jsonb_typeof(c.value) = 'object' THEN '>' ELSE '=' END,
                   cell_hex(c.key, COALESCE(c.value ->> 'from', c.value #>> '{}')),
                   ',' || c.key || '<' || cell_hex(c.key, c.value ->> 'to')), ',' ORDER BY c.key)
        FROM jsonb_each(q.conditions) c) AS filter
FROM question q, design d;
SELECT set_config('bench.regions', :'regions', false);
SELECT make_view(name, layout) FROM design;
