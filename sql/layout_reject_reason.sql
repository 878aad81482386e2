-- rowkey_reject_reason never raises, whatever it is given, and tells exactly what
-- rowkey_compose would: thousands of layouts and values that rarely suit them.
SET TimeZone = 'UTC';
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN short AS text CHECK (length(VALUE) < 40);
CREATE TEMP TABLE layouts (n int GENERATED ALWAYS AS IDENTITY, layout rowkey_layout, fields int);
INSERT INTO layouts (layout, fields) VALUES
    ('a int', 1), ('a bigint desc, b text', 2), ('a text, b text desc', 2), ('a text null, b text null', 2), ('a numeric, b int', 2), ('a timestamptz, b date', 2), ('a timestamp(3) desc, b time', 2),
    ('a uuid, b boolean', 2), ('a real, b double precision desc', 2), ('a char(3), b bytea(4)', 2), ('a varchar(5), b unsigned_long', 2), ('a jsonb, b smallint', 2), ('salt(4), a text', 1),
    ('salt(4, a) by java, a text, b int', 2), ('salt(16) by java as text, a text using string', 1), ('salt(300) by md5 as 2 bytes, a bytea', 1), ('bucket(a int, 7), a', 1), ('bucket(a timestamptz, 300), b text', 2),
    ('md5(a text), sha256(b int, 4)', 2), ('md5hex(a text, 4), a', 1), ('reverse(a text), reverse(b bigint)', 2), ('digits(a int, 4), digits(b timestamptz, 19) desc', 2), ($$trunc(a timestamptz, '1 hour'), trunc(b date, '1 month')$$, 2),
    ($$'x'$$, 0), ($$a text, '|', b text using string$$, 2), ($$a int, '_', b date using string$$, 2), ('a int, b timestamptz using bytes', 2), ($$a text, '\x00', b numeric using bytes$$, 2),
    ('a int null, b text desc null using ordered', 2), ('a numeric desc, b bytea using ordered', 2), ('a double precision null, b timestamptz(6) using ordered', 2), ('a int8 using ordered', 1);
CREATE TEMP TABLE given (v text);
INSERT INTO given VALUES
    ('NULL'), ('NULL::int'), ('NULL::text'), ('NULL::timestamptz[]'), ('NULL::pair'), ('0'), ('-1'), ('32768'), ('5000000000'), ('99999999999999999999'), ('-9223372036854775808'), ('1e400'), ('1e-130'), ('1.5'), ('''NaN''::numeric'), ('''Infinity''::float8'), ('''-0''::real'),
    ('''NaN''::float8'), (''''''), ('''x'''), ('''AB''::text'), ('''ABCDE''::char(9)'), ('''é😀字''::varchar'), ('''a|b_c''::text'), ('E''\x01\t'''), ('repeat(''long'', 10000)'), ('repeat(''9'', 39)::numeric'), ('''12''::name'), ('''q''::"char"'), ('''{"a": [1, null]}''::jsonb'), ('''{}''::json'), ('''<a/>''::text'),
    ('true'), ('''\x''::bytea'), ('''\x00ff''::bytea'), ('''\xzz'''), ('''k\x00''::rowkey'), ('''123e4567-e89b-12d3-a456-426614174000''::uuid'), ('date ''2022-12-01'''), ('date ''infinity'''), ('date ''4714-11-24 BC'''), ('''2022-12-01'''), ('''2022-12-01+08'''), ('''2022-13-41+00'''), ('''infinity'''),
    ('timestamptz ''2022-12-01 12:00+00'''), ('timestamptz ''-infinity'''), ('timestamptz ''1969-12-31 23:59:59.9999+00'''), ('timestamp ''294276-12-31 23:59:59.999999'''), ('time ''24:00'''), ('timetz ''12:00+00'''), ('interval ''1 month'''), ('''happy''::mood'), ('ROW(1, ''x'')::pair'), ('ROW(1, 2)'), ('''short''::short'),
    ('ARRAY[1, 2]'), ('''{}''::text[]'), ('int4range(1, 5)'), ('''empty''::tstzrange'), ('''{[1,2]}''::int8multirange'), ('point ''(1,2)'''), ('inet ''::1'''), ('bit ''101'''), ('''a int''::rowkey_layout'), ('widerow_build(''q'', 1)'), ('1::oid'), ('1::money'), ('''x''::tsvector'), ('xid ''1'''), ('current_user'), ('''pg_class''::regclass'), ('rowkeyrange(''a'', ''b'')');

-- Any number of values, any of them; the errors that both raise, and the reasons returned.
CREATE FUNCTION ask(layout rowkey_layout, arguments text, OUT problem text, OUT raised text, OUT refused text) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE format('SELECT rowkey_reject_reason(%L%s)', layout, arguments) INTO problem;
    EXCEPTION WHEN OTHERS THEN
        raised := SQLERRM;
    END;
    BEGIN
        EXECUTE format('SELECT rowkey_compose(%L%s)::text', layout, arguments);
    EXCEPTION WHEN OTHERS THEN
        refused := SQLERRM;
    END;
END $$;
SELECT setseed(0.7);
CREATE TEMP TABLE asked AS
SELECT layout, arguments, problem, raised, refused
FROM (SELECT layout, (SELECT coalesce(string_agg(', ' || v, '' ORDER BY place), '')
                      FROM (SELECT place, (SELECT v FROM given WHERE place > 0 AND i > 0 ORDER BY random() LIMIT 1) AS v FROM generate_series(1, fields + CASE i % 20 WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END) place) p) AS arguments
      FROM layouts, generate_series(1, 100) i) q, ask(layout, arguments);
SELECT count(*) AS calls, count(raised) AS raised, count(*) FILTER (WHERE problem IS NULL) > 150 AS some_compose, count(DISTINCT problem) > 300 AS many_problems,
       count(*) FILTER (WHERE problem IS DISTINCT FROM refused) AS otherwise_told FROM asked;
SELECT layout, arguments, problem, raised, refused FROM asked WHERE raised IS NOT NULL OR problem IS DISTINCT FROM refused ORDER BY arguments LIMIT 20;

-- As an array, of which each element is a value; and over rows that change.
SELECT rowkey_reject_reason('a int, b int', VARIADIC ARRAY[1, NULL]), rowkey_reject_reason('a int, b int', VARIADIC ARRAY[1]), rowkey_reject_reason('a int, b int', VARIADIC NULL::int[]), rowkey_reject_reason('a int, b int', VARIADIC ARRAY['x', 'y']), rowkey_reject_reason('a int', VARIADIC ARRAY[point '(1,2)']);
SELECT count(*), count(rowkey_reject_reason(layout, 5)) AS problems, count(rowkey_reject_reason(layout, 5)) FILTER (WHERE fields = 1) AS of_one_field FROM layouts;
DROP FUNCTION ask(rowkey_layout, text);
DROP TYPE mood, pair;
DROP DOMAIN short;
