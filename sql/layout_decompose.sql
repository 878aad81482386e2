-- rowkey_decompose, rowkey_fields, rowkey_describe, rowkey_conforms, rowkey_which.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- Every component back to its value.
SELECT k.* FROM rowkey_decompose('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int',
    rowkey_compose('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int', 'ALFKI', timestamptz '2022-12-24 18:00+00', 3)) AS k(customer text, placed timestamptz, line int);
SELECT k.* FROM rowkey_decompose($$reverse(a text), digits(b int, 6) desc, trunc(c timestamptz, '1 hour'), 'x', d char(5), e bytea(3), f uuid, g boolean, h numeric, i date, j time, k real, l double precision, m smallint desc$$,
    rowkey_compose($$reverse(a text), digits(b int, 6) desc, trunc(c timestamptz, '1 hour'), 'x', d char(5), e bytea(3), f uuid, g boolean, h numeric, i date, j time, k real, l double precision, m smallint desc$$,
        'añ字', 42, timestamptz '2022-12-24 18:31+00', 'AB', '\x0102'::bytea, '123e4567-e89b-12d3-a456-426614174000'::uuid, true, 12.50, date '1969-07-20', time '20:17:40', 1.5, -0.1, -7))
    AS k(a text, b int, c timestamptz, d text, e bytea, f uuid, g boolean, h numeric, i date, j time, k real, l double precision, m smallint);

-- A column is the field of its name, in any order; not all are needed.
SELECT k.* FROM rowkey_decompose('cust bigint, ord bigint', rowkey_compose('cust bigint, ord bigint', 1, 2)) AS k(ord bigint, cust bigint);
SELECT k.* FROM rowkey_decompose('cust bigint, ord bigint', rowkey_compose('cust bigint, ord bigint', 1, 2)) AS k(ord bigint);
SELECT k.* FROM rowkey_decompose('cust bigint, ord bigint', rowkey_compose('cust bigint, ord bigint', 1, 2)) AS k(cust bigint, "order" bigint);
SELECT k.* FROM rowkey_decompose('cust bigint, ord bigint', rowkey_compose('cust bigint, ord bigint', 1, 2)) AS k(customer bigint, o bigint);
SELECT k.* FROM rowkey_decompose($$'x'$$, 'x') AS k(a int);
-- Wider types are fine; what is only hashed is NULL.
SELECT k.* FROM rowkey_decompose('salt(8), md5(customer text), placed timestamptz desc, id int', rowkey_compose('salt(8), md5(customer text), placed timestamptz desc, id int', 'ALFKI', timestamptz '2022-12-24 18:00+00', 5)) AS k(customer text, placed timestamptz, id bigint);
SELECT k.* FROM rowkey_decompose('salt(8), md5(customer text), placed timestamptz desc, id int', rowkey_compose('salt(8), md5(customer text), placed timestamptz desc, id int', 'ALFKI', timestamptz '2022-12-24 18:00+00', 5)) AS k(placed timestamptz, id numeric);
SELECT k.* FROM rowkey_decompose('salt(8), md5(customer text), id int', rowkey_compose('salt(8), md5(customer text), id int', 'ALFKI', 5)) AS k(a text, b int, c int);
SELECT k.* FROM rowkey_decompose('id int', rowkey_compose('id int', 5)) AS k(id text);
SELECT k.* FROM rowkey_decompose('id bigint', rowkey_compose('id bigint', 5000000000)) AS k(id int);
SELECT rowkey_decompose('id int', rowkey_compose('id int', 5));
CREATE DOMAIN small AS int CHECK (VALUE < 10);
SELECT k.* FROM generate_series(9, 10) i, rowkey_decompose('id int', rowkey_compose('id int', i)) AS k(id small);
DROP DOMAIN small;

-- One field at a time, in any expression: views, conditions, indexes.
SELECT rowkey_field(l, k, 'customer', NULL::text), rowkey_field(l, k, 'placed', NULL::timestamptz), rowkey_field(l, k, 'line', NULL::int), rowkey_field(l, k, 'line', NULL::numeric) AS wider
FROM (SELECT 'salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int'::rowkey_layout AS l,
    rowkey_compose('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int', 'ALFKI', timestamptz '2022-12-24 18:00+00', -3) AS k) x;
SELECT name, rowkey_field('a text, b text desc null, "C d" text', 'x\x00\x00y', name, NULL::text) FROM unnest(ARRAY['a', 'b', 'C d', 'a']) name;
SELECT layout, rowkey_field(layout::rowkey_layout, rowkey_from_notation(key), 'a', NULL::bigint) FROM (VALUES ('a int', '\x80\x00\x00\x07'), ('a bigint desc', '\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF'), ('b text, a smallint using ordered', '4x\x00*\x7F\xFF'), ('a smallint using bytes', '\xFF\xFF'), ('a int null using ordered', '\x05')) v(layout, key);
SELECT rowkey_field(NULL, 'x', 'a', NULL::text) IS NULL AND rowkey_field('a text', NULL, 'a', NULL::text) IS NULL AND rowkey_field('a text', 'x', NULL, NULL::text) IS NULL AS unknown;
SELECT rowkey_field('a text, b int', 'x\x00\x80\x00\x00\x01', 'c', NULL::int);
SELECT rowkey_field('md5(a text), b int', rowkey_compose('md5(a text), b int', 'q', 1), 'a', NULL::text);
SELECT rowkey_field('a text, b int', 'x\x00\x80\x00\x00\x01', 'b', NULL::text);
SELECT rowkey_field('a text, b int', 'x\x00\x80\x00\x00', 'a', NULL::text);
SELECT rowkey_field('a bigint', '\x80\x00\x00\x01\x00\x00\x00\x00', 'a', NULL::int);
SELECT rowkey_field('a timestamptz', '\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF', 'a', NULL::timestamptz);
CREATE TEMP TABLE narrow (key rowkey);
INSERT INTO narrow SELECT rowkey_compose('salt(4), id int, name text', i, 'n' || i) FROM generate_series(1, 5) i;
CREATE INDEX ON narrow (rowkey_field('salt(4), id int, name text', key, 'name', NULL::text));
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT key FROM narrow WHERE rowkey_field('salt(4), id int, name text', key, 'name', NULL::text) = 'n3';
RESET enable_seqscan;
CREATE TEMP VIEW named AS SELECT rowkey_field('salt(4), id int, name text', key, 'id', NULL::int) AS id, rowkey_field('salt(4), id int, name text', key, 'name', NULL::text) AS name FROM narrow;
SELECT * FROM named ORDER BY id;
DROP VIEW named;

-- NULL comes back as it went in; Phoenix cannot tell empty text from it.
SELECT i, k.* FROM (VALUES (1, 'a', 'b'), (2, NULL, 'b'), (3, 'a', NULL), (4, '', 'b')) v(i, a, b), rowkey_decompose('a text null, b text desc null', rowkey_compose('a text null, b text desc null', a, b)) AS k(a text, b text);
SELECT i, k.* FROM (VALUES (1, 1, 'b'), (2, NULL, ''), (3, 1, NULL)) v(i, a, b), rowkey_decompose('a int null, b text desc null using ordered', rowkey_compose('a int null, b text desc null using ordered', a, b)) AS k(a int, b text);

-- By name, and part by part.
SELECT rowkey_fields($$salt(4), md5(a text, 2), b int, 'x', c text null, d double precision, e numeric, f boolean, g bytea, h timestamptz, i real using ordered$$,
    rowkey_compose($$salt(4), md5(a text, 2), b int, 'x', c text null, d double precision, e numeric, f boolean, g bytea, h timestamptz, i real using ordered$$, 'q', 7, NULL::text, 0.1, 1.50, false, '\x01ff'::bytea, timestamptz '2022-12-01+00', 'NaN'::real));
SELECT * FROM rowkey_describe($$salt(16), md5(a text, 2), bucket(n, 10), a, '/', reverse(b text), n int, t timestamptz desc, z text null$$,
    rowkey_compose($$salt(16), md5(a text, 2), bucket(n, 10), a, '/', reverse(b text), n int, t timestamptz desc, z text null$$, 'q', 27, 'xyz', timestamptz '2022-12-01+00', NULL::text));
SELECT component, value FROM rowkey_describe('salt(16), n int', '\x00\x80\x00\x00\x07');
SELECT component, value FROM rowkey_describe('bucket(n, 10), n int', '\x03\x80\x00\x00\x07');

-- A foreign key: the component, the byte offset, and why.
\pset format unaligned
\pset tuples_only on
SELECT format(E'%s <- %s\n    %s', layout, key, coalesce(hbase_internal.rowkey_mismatch(layout::rowkey_layout, rowkey_from_notation(key)), CASE WHEN rowkey_conforms(layout::rowkey_layout, rowkey_from_notation(key)) THEN 'conforms' END)) FROM (VALUES
    ('a int', '\x80\x00\x00\x01'), ('a int', '\x80\x00\x00'), ('a int', '\x80\x00\x00\x01x'), ('a int', ''),
    ('a text, b int', 'abc'), ('a text, b int', '\x00abcd'), ('a text, b int', 'abc\x00abc'), ('a text', ''), ('a text', '\xFF'), ('a text desc', '\x9E'), ('a text desc', '\x9E\xFF'),
    ($$a text null, b int, a null$$, 'a\x00\x80\x00\x00\x01'), ($$a text null, b int, a null$$, '\x00\x80\x00\x00\x01x'), ($$a int, 'x', a$$, '\x80\x00\x00\x01x\x80\x00\x00\x02'),
    ('a text desc null, b int', '\x00\x80\x00\x00\x01'), ('b int, a text desc null', '\x80\x00\x00\x01\x00'), ('a text null, b text null', 'a\x00'), ('salt(4), a text null', '\x01'), ('salt(4), a text null, b text null', '\x01'),
    ($$a int, 'x', b int$$, '\x80\x00\x00\x01y\x80\x00\x00\x01'), ($$a text, '|', b text using string$$, 'abc'), ($$a text, '|', b text using string$$, 'abc|'), ($$a text, '|', b text using string$$, '|d|'),
    ('salt(4), a int', '\x04\x80\x00\x00\x01'), ('salt(4), a int', '\x00\x80\x00\x00\x01'), ('salt(4), a int', '\x02\x80\x00\x00\x01'), ('salt(16) by java as text, a text using string', '02abc'), ('salt(16) by java as text, a text using string', '0xabc'), ('salt(16) by java as text, a text using string', '16abc'),
    ('bucket(a int, 10), a', '\x0A\x80\x00\x00\x01'), ('bucket(a int, 10), a', '\x02\x80\x00\x00\x01'), ('bucket(a int, 10), a', '\x01\x80\x00\x00\x01'), ('bucket(a int, 10)', '\x0B'),
    ('md5(a text, 1), a', '8ALFKI'), ('md5(a text, 1), a', '9ALFKI'), ('md5(a text, 2)', '99'),
    ('digits(a int, 4)', '00x1'), ('digits(a smallint, 6)', '099999'), ('digits(a int, 4) desc', '9998'), ('digits(a bigint, 19)', '9999999999999999999'), ('digits(a timestamptz, 19) desc', '9999999999999999999'),
    ($$trunc(a timestamptz, '1 hour')$$, '\x80\x00\x01\x84\xCA\xFB\xA4\x00'), ($$trunc(a timestamptz, '1 hour')$$, '\x80\x00\x01\x84\xCA\xFB\xA4\x01'),
    ('a int, b text using ordered', '+\x80\x00\x00\x014abc'), ('a int, b text using ordered', '+\x80\x00\x00\x014abc\x00'), ('a int, b text using ordered', ',\x80\x00\x00\x014abc\x00'), ('a int null using ordered', '\x05'), ('a int using ordered', '\x05'),
    ('a boolean', '\x07'), ('a numeric', '\x80\x80'), ('a char(3)', 'A\xC3\xA9'), ('a timestamptz(0) using string', '2022-12-01 00:00:00+00'), ('a timestamptz(0) using string', '2022-12-01T00:00:00Z')
) v(layout, key);
\pset tuples_only off
\pset format aligned
SELECT rowkey_describe('a int, b int', '\x80\x00\x00\x01\x80');
SELECT rowkey_describe('salt(4), a int', '\x04\x80\x00\x00\x01');
SELECT rowkey_fields('a text, b int', 'abc\x00abc');
SELECT k.* FROM rowkey_decompose('a text', '\xFF') AS k(a text);

-- A column's type modifier counts, as in an assignment.
SELECT octet_length(k.a) AS padded_to, k.n, k.at = timestamptz '2022-12-01 00:00:01+00' AS rounded
FROM rowkey_decompose('a text, n numeric, at timestamptz(6)', rowkey_compose('a text, n numeric, at timestamptz(6)', 'ab', 1.256, timestamptz '2022-12-01 00:00:00.6+00')) AS k(a char(4), n numeric(5, 2), at timestamptz(0));
SELECT k.* FROM rowkey_decompose('a text', 'abcd') AS k(a varchar(3));
CREATE DOMAIN short_name AS varchar(3);
SELECT rowkey_field('a text', 'abc', 'a', NULL::short_name), rowkey_decode('ab', NULL::short_name, 'string');
SELECT rowkey_field('a text', 'abcd', 'a', NULL::short_name);
DROP DOMAIN short_name;
-- Several record types in one table.
SELECT key, rowkey_which(ARRAY[$$customer bigint, '1'$$, $$customer bigint, '2', ord bigint$$]::rowkey_layout[], key)
FROM (VALUES (rowkey_compose($$customer bigint, '1'$$, 42)), (rowkey_compose($$customer bigint, '2', ord bigint$$, 42, 1001)), ('x'), ('')) v(key);
SELECT rowkey_which(ARRAY[NULL, 'a int']::rowkey_layout[], '\x80\x00\x00\x01'), rowkey_which('{}'::rowkey_layout[], 'x'), rowkey_which(NULL, 'x');

-- Decompose and compose lead back to the key, for every layout that is two way.
CREATE TEMP TABLE log AS SELECT 'host' || i % 20 AS host, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event, timestamptz '2022-12-01 00:00+00' + (i - 5000) * interval '1.237 s' AS at FROM generate_series(0, 9999) i;
CREATE FUNCTION there_and_back(layout rowkey_layout) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (SELECT rowkey_compose(%1$L, host, event, at) AS key FROM log) x, rowkey_decompose(%1$L, key) AS k(host text, event text, at timestamptz)
                    WHERE rowkey_compose(%1$L, k.host, k.event, k.at) = key AND rowkey_conforms(%1$L, key)
                      AND k.host = rowkey_field(%1$L, key, ''host'', NULL::text) AND k.event = rowkey_field(%1$L, key, ''event'', NULL::text)
                      AND k.at = rowkey_field(%1$L, key, ''at'', NULL::timestamptz)', layout) INTO n;
    RETURN n;
END $$;
SELECT layout, there_and_back(layout::rowkey_layout) FROM unnest(ARRAY['host text, event text, at timestamptz', 'salt(16), host text, event text, at timestamptz desc', 'md5(host text, 3), reverse(host), event text, bucket(at, 7), at timestamptz',
    $$host text, event text, trunc(at timestamptz, '1 hour')$$, $$host text, '_', event text, '_', digits(at timestamptz, 19) desc using string$$, 'host text desc, event char(5), at timestamptz(6) using ordered',
    $$salt(300, event, host) by md5 as 2 bytes, host text, '\x00', event text, '|', at timestamptz desc using bytes$$]) layout;
DROP FUNCTION there_and_back(rowkey_layout);
