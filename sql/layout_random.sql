-- rowkey_scan against WHERE: random layouts over columns of every type, random
-- values, arrays, ranges and multiranges of them, with values at the types' edges.
-- The rows behind the ranges are those of WHERE: none twice, none missing.
SET TimeZone = 'UTC';
CREATE TEMP TABLE pool (type text, item text);      -- values of each type, as literals
INSERT INTO pool SELECT t, v FROM (VALUES
    ('int', '{-2147483648,-1000,-2,-1,0,1,2,3,7,100,2147483647}'::text[]), ('bigint', '{-9223372036854775808,-5000000000,-1,0,1,2,3,5000000000,9223372036854775807}'), ('smallint', '{-32768,-1,0,1,2,32767}'),
    ('numeric', '{-1e30,-100.5,-1,-0.01,0,0.01,1,1.50,2,99.99,100,1e30}'), ('text', '{"",a,aa,ab,abc,b,a~,"a b",é,字,Z,zz}'), ('bytea', '{"\\x","\\x01","\\x61","\\x6161","\\xff","\\xffff","\\x61ff","\\x6200"}'),
    ('boolean', '{false,true}'), ('double precision', '{-Infinity,-1e300,-1.5,-0.5,-0,0,0.1,1.5,1e300,Infinity,NaN}'), ('uuid', '{00000000-0000-0000-0000-000000000000,123e4567-e89b-12d3-a456-426614174000,ffffffff-ffff-ffff-ffff-ffffffffffff}'),
    ('date', '{4713-01-01 BC,1969-12-31,1970-01-01,1999-12-31,2000-01-01,2022-11-30,2022-12-01,2022-12-02,2023-01-01,5874897-12-31}'),
    ('timestamptz', '{1969-12-31 23:59:59.999+00,1970-01-01 00:00+00,2022-11-30 23:59:59.999+00,2022-12-01 00:00+00,2022-12-01 00:00:00.001+00,2022-12-01 01:00+00,2022-12-01 12:00+00,2022-12-02 00:00+00,2023-01-01 00:00+00,294276-12-31 23:59:59.999+00}'),
    ('timestamp', '{1969-12-31 23:59:59.999,1970-01-01 00:00,2022-12-01 00:00,2022-12-01 00:00:00.001,2022-12-01 01:00,2022-12-02 00:00,2023-01-01 00:00}')) p(t, vs), unnest(vs) v;
CREATE TEMP TABLE typed (type text, range text);
INSERT INTO typed VALUES ('int', 'int4range'), ('bigint', 'int8range'), ('smallint', NULL), ('numeric', 'numrange'), ('text', 'rowkeyrange'), ('bytea', 'rowkeyrange'), ('boolean', NULL), ('double precision', NULL), ('uuid', NULL), ('date', 'daterange'), ('timestamptz', 'tstzrange'), ('timestamp', 'tsrange');

CREATE FUNCTION below(n int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT floor(random() * n)::int';
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS 'SELECT choices[1 + below(cardinality(choices))]';
CREATE FUNCTION value_of(t text) RETURNS text LANGUAGE sql VOLATILE AS $$SELECT format('%L::%s', item, type) FROM pool WHERE type = t ORDER BY random() LIMIT 1$$;
-- A bound; of text and bytea it is a key.
CREATE FUNCTION bound_of(t text) RETURNS text LANGUAGE sql VOLATILE AS $$
SELECT CASE WHEN random() < 0.2 THEN 'NULL' WHEN t = 'text' THEN 'rowkey_from_text(' || value_of(t) || ')' WHEN t = 'bytea' THEN value_of(t) || '::rowkey' ELSE value_of(t) END $$;
CREATE FUNCTION range_of(t text, range text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    call text;
BEGIN
    LOOP
        call := format('%s(%s, %s, %L)', range, bound_of(t), bound_of(t), pick('[)', '[]', '(]', '()'));
        BEGIN
            EXECUTE 'SELECT ' || call;
            RETURN call;
        EXCEPTION WHEN data_exception THEN      -- its ends stand the wrong way round, or beyond the type
        END;
    END LOOP;
END $$;

-- One field as a key may have it: its components, type at the first mention.
CREATE FUNCTION components_of(f text, t text) RETURNS text LANGUAGE sql VOLATILE AS $$
SELECT CASE below(CASE WHEN t IN ('int', 'bigint', 'date', 'timestamptz') THEN 8 WHEN t = 'text' THEN 7 ELSE 6 END)
    WHEN 0 THEN format('md5(%s %s, 2), %1$s', f, t) WHEN 1 THEN format('crc32(%s %s)', f, t)
    WHEN 6 THEN CASE WHEN t IN ('text', 'bigint', 'int') THEN format('reverse(%s %s)', f, t) ELSE format('trunc(%s %s, %L)%s', f, t, pick('1 day', '1 month'), pick('', ' desc')) END
    WHEN 7 THEN format('bucket(%2$s %3$s, %1$s), %2$s', 2 + below(5), f, t)
    ELSE format('%s %s%s', f, t, pick('', '', ' desc')) END $$;
CREATE FUNCTION layout_of(types text[]) RETURNS text LANGUAGE sql VOLATILE AS $$
SELECT pick('', '', format('salt(%s), ', 2 + below(4)), 'salt(3, c1), ') || (SELECT string_agg(components_of('c' || n, CASE t WHEN 'timestamp' THEN 'timestamp(3)' ELSE t END), ', ' ORDER BY n) FROM unnest(types) WITH ORDINALITY u(t, n)) || pick('', ' using ordered') $$;

CREATE TYPE question AS (condition text, argument text);
CREATE FUNCTION question_of(f text, t text, ranges boolean) RETURNS question LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    range_type text := (SELECT range FROM typed WHERE type = t);
    key text := CASE t WHEN 'text' THEN format('rowkey_from_text(%s)', f) WHEN 'bytea' THEN f || '::rowkey' ELSE f END;
    v text;
BEGIN
    CASE below(CASE WHEN ranges AND range_type IS NOT NULL THEN 7 ELSE 3 END)
        WHEN 0, 1 THEN v := value_of(t); RETURN (format('%s = %s', f, v), v);
        WHEN 2 THEN v := format('ARRAY[%s, %s, %s]', value_of(t), value_of(t), pick(value_of(t), 'NULL::' || t)); RETURN (format('%s = ANY (%s)', f, v), v);
        WHEN 3 THEN v := replace(range_type, 'range', 'multirange') || format('(%s, %s)', range_of(t, range_type), range_of(t, range_type));
        ELSE v := range_of(t, range_type);
    END CASE;
    RETURN (format('%s <@ %s', key, v), v);
END $$;

CREATE FUNCTION ask(layouts int, questions int, OUT tables int, OUT asked int, OUT refused int, OUT ranges bigint, OUT hits bigint, OUT missing bigint, OUT twice bigint, OUT too_many bigint) LANGUAGE plpgsql AS $$
DECLARE
    types text[]; layout rowkey_layout; q question; conditions text; arguments text; n int; counts bigint[];
BEGIN
    tables := 0; asked := 0; refused := 0; ranges := 0; hits := 0; missing := 0; twice := 0; too_many := 0;
    WHILE tables < layouts LOOP
        types := ARRAY(SELECT type FROM typed ORDER BY random() LIMIT 1 + below(3));
        BEGIN
            layout := layout_of(types);
        EXCEPTION WHEN invalid_text_representation THEN CONTINUE;
        END;
        tables := tables + 1;
        EXECUTE format('CREATE TEMP TABLE r AS SELECT row_number() OVER () AS id, * FROM (SELECT %s FROM generate_series(1, 60)) x', (SELECT string_agg(format('(%L::%s[])[1 + below(%s)] AS c%s', items, t, cardinality(items), no), ', ') FROM (SELECT no, t, ARRAY(SELECT item FROM pool WHERE type = t) AS items FROM unnest(types) WITH ORDINALITY u(t, no)) y));
        n := cardinality(types);
        EXECUTE format('DELETE FROM r WHERE rowkey_reject_reason(%L, %s) IS NOT NULL', layout, (SELECT string_agg('c' || i, ', ') FROM generate_series(1, n) i));
        EXECUTE format('ALTER TABLE r ADD key rowkey; UPDATE r SET key = rowkey_compose(%L, %s)', layout, (SELECT string_agg('c' || i, ', ') FROM generate_series(1, n) i));
        FOR i IN 1..questions LOOP
            conditions := 'true'; arguments := '';
            FOR f IN 1..1 + below(n) LOOP
                q := question_of('c' || f, types[f], true);
                conditions := conditions || ' AND ' || q.condition; arguments := arguments || ', ' || q.argument;
            END LOOP;
            BEGIN
                EXECUTE format('WITH a AS (SELECT id FROM r WHERE %s), s AS MATERIALIZED (SELECT s FROM rowkey_scan(%L%s) s), b AS (SELECT id, count(*) AS times, bool_and(rowkey_matches(%2$L, key%3$s)) AS matches FROM s JOIN r ON r.key <@ s GROUP BY id)
                                SELECT ARRAY[(SELECT count(*) FROM s), (SELECT count(*) FROM a), (SELECT count(*) FROM a LEFT JOIN b USING (id) WHERE b.matches IS NOT TRUE), (SELECT count(*) FROM b WHERE times > 1),
                                             (SELECT count(*) FROM b LEFT JOIN a USING (id) WHERE matches AND a.id IS NULL)]', conditions, layout, arguments) INTO counts;
            EXCEPTION WHEN invalid_parameter_value THEN        -- a range over what is only hashed or reversed
                refused := refused + 1;
                CONTINUE;
            END;
            asked := asked + 1; ranges := ranges + counts[1]; hits := hits + counts[2]; missing := missing + counts[3]; twice := twice + counts[4];
            IF layout::text !~ '(crc32|trunc)\(' THEN          -- of these the key does not tell all
                too_many := too_many + counts[5];
                IF counts[5] > 0 THEN RAISE NOTICE 'too many: % <- %', layout, conditions; END IF;
            END IF;
            IF counts[3] > 0 OR counts[4] > 0 THEN RAISE NOTICE 'missing or twice: % <- %', layout, conditions; END IF;
        END LOOP;
        DROP TABLE r;
    END LOOP;
END $$;
SELECT setseed(0.25);
SET client_min_messages = notice;
SELECT tables, asked + refused AS questions, asked > 480 AS most_asked, ranges > asked AS some_fan_out, hits > 2500 AS many_found, missing, twice, too_many FROM ask(80, 8);
DROP FUNCTION ask(int, int), question_of(text, text, boolean), layout_of(text[]), components_of(text, text), range_of(text, text), bound_of(text), value_of(text), pick(text[]), below(int);
DROP TYPE question;
