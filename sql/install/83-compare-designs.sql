-- hbase.compare(): designs side by side.

-- The query (keys) returns key, at and bytes of each row.
CREATE FUNCTION hbase_internal.compare_query(keys text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN format($q$
WITH k AS MATERIALIZED (SELECT * FROM (%1$s) c WHERE hbase_internal.progress_row()),
ends AS MATERIALIZED (SELECT %2$s.min(key) AS low, %2$s.max(key) AS high FROM k),
-- the first position, from 1, at which keys differ
differ AS MATERIALIZED (
    SELECT (SELECT pg_catalog.min(i)
            FROM pg_catalog.generate_series(0, LEAST(%2$s.length(low), %2$s.length(high)) OPERATOR(pg_catalog.-) 1) i
            WHERE %2$s.get_byte(low, i) OPERATOR(pg_catalog.<>) %2$s.get_byte(high, i))
           OPERATOR(pg_catalog.+) 1 AS at
    FROM ends),
span AS MATERIALIZED (
    SELECT at, %2$s.substring(low, at) AS low,
           hbase_internal.rowkeyrange_subdiff(%2$s.substring(high, at), %2$s.substring(low, at)) AS width
    FROM ends, differ),
cut AS MATERIALIZED (
    SELECT k.key, k.at, pg_catalog.ntile($2) OVER w AS region, pg_catalog.lag(k.key) OVER w AS before,
           CASE WHEN span.width OPERATOR(pg_catalog.>) 0
                THEN LEAST($2, pg_catalog.width_bucket(
                    hbase_internal.rowkeyrange_subdiff(%2$s.substring(k.key, span.at), span.low), 0, span.width, $2))
                ELSE 1 END AS part
    FROM k, span WHERE k.key IS NOT NULL WINDOW w AS (ORDER BY k.key)),
parts AS (SELECT pg_catalog.count(*) AS n FROM cut GROUP BY part),
-- a month counts as 30 days
spots AS (
    SELECT pg_catalog.date_bin(pg_catalog.make_interval(secs => EXTRACT(epoch FROM $1)), at,
               '2000-01-01 00:00+00') AS time_window, region, pg_catalog.count(*) AS n
    FROM cut WHERE pg_catalog.isfinite(at) GROUP BY 1, 2),
windows AS (
    SELECT pg_catalog.max(n) OPERATOR(pg_catalog./) pg_catalog.sum(n) AS share FROM spots GROUP BY time_window)
SELECT pg_catalog.count(*), pg_catalog.count(*) OPERATOR(pg_catalog.-) pg_catalog.count(key),
       (SELECT pg_catalog.count(*) FROM cut WHERE key OPERATOR(%2$s.=) before),
       pg_catalog.round(pg_catalog.avg(%2$s.length(key)), 1), pg_catalog.max(%2$s.length(key)),
       (SELECT pg_catalog.round(
            ($2 OPERATOR(pg_catalog.*) pg_catalog.max(n)) OPERATOR(pg_catalog./) pg_catalog.sum(n), 2) FROM parts),
       (SELECT pg_catalog.round(100 OPERATOR(pg_catalog.*) pg_catalog.avg(share), 1) FROM windows),
       pg_catalog.sum(bytes)
FROM k $q$, keys, hbase_internal.sql_schema());
COMMENT ON FUNCTION hbase_internal.compare_query(text)
    IS 'SQL that measures the keys of a query by time windows ($1) and regions ($2)';

CREATE FUNCTION hbase_internal.compare_keys(
    INOUT design text, keys text, layouts @extschema@.rowkey_layout[], questions jsonb[], every interval, regions int,
    OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric, OUT longest int,
    OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[])
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
BEGIN
    EXECUTE hbase_internal.compare_query(keys)
        INTO rows, rejected, collisions, key_bytes, longest, skew, hottest, bytes USING every, regions;
    ranges := ARRAY(
        SELECT COALESCE(hbase_internal.question_ranges(layouts, q.question), 'no layout')
        FROM pg_catalog.unnest(questions) WITH ORDINALITY q(question, n)
        ORDER BY q.n);
END $$;
COMMENT ON FUNCTION hbase_internal.compare_keys(text, text, @extschema@.rowkey_layout[], jsonb[], interval, int)
    IS 'one row of hbase.compare() from a query with key, at and bytes';

CREATE FUNCTION hbase_internal.compare_check(
    relations regclass[], questions jsonb[], at name, every interval, regions int) RETURNS void
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    other jsonb := (SELECT q FROM unnest(questions) q WHERE jsonb_typeof(q) <> 'object' LIMIT 1);
    relation regclass;
    time_type regtype;
BEGIN
    FOR relation, time_type IN
        SELECT r, a.atttypid
        FROM unnest(relations) r LEFT JOIN pg_attribute a ON a.attrelid = r AND a.attname = at AND a.attnum > 0
        WHERE at IS NOT NULL
    LOOP
        IF time_type IS NULL THEN
            RAISE EXCEPTION 'column "%" of % in "at" does not exist', at, relation
                USING ERRCODE = 'undefined_column',
                    HINT = 'Give the column with the time of the writes, for example at => ''placed''.';
        ELSIF hbase_internal.base_type(time_type)
            NOT IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype) THEN
            RAISE EXCEPTION 'column "%" is not of a date/time type', at
                USING ERRCODE = 'datatype_mismatch',
                    HINT = 'Use a column of type timestamptz, timestamp or date. The last two are read as UTC.';
        END IF;
    END LOOP;
    IF every IS NULL OR extract(epoch FROM every) <= 0 THEN
        RAISE EXCEPTION 'length of windows is out of range'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Set the length of a window with every => ''1 hour''.';
    ELSIF regions IS NULL OR regions < 1 THEN
        RAISE EXCEPTION 'number of regions must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    ELSIF other IS NOT NULL THEN
        RAISE EXCEPTION 'question % is not an object', other
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Write the condition of each field: {"field": value, ...}.';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.compare_check(regclass[], jsonb[], name, interval, int)
    IS 'raises an error for an invalid question or a missing column of times, for hbase.compare()';

-- Without its own search_path: functions of views are called with that of the caller.
CREATE FUNCTION hbase_internal.has_qualifier(relation regclass, name text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE
AS $$
DECLARE
    found_one pg_catalog.bool;
BEGIN
    IF NOT hbase_internal.is_shaped(relation) THEN
        RETURN false;
    END IF;
    EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s r WHERE %s)', hbase_internal.sql_relation(relation),
        (SELECT pg_catalog.string_agg(
             pg_catalog.format('COALESCE(%s.widerow_exists(r.%I, $1), false)',
                 hbase_internal.sql_schema(), f.column_name), ' OR ')
         FROM hbase.families(relation) f)) INTO found_one USING name;
    RETURN found_one;
END $$;
COMMENT ON FUNCTION hbase_internal.has_qualifier(regclass, text)
    IS 'true if a row of an HBase-shaped relation has a cell with this qualifier';

CREATE FUNCTION hbase_internal.compare_fields(
    relations regclass[], layouts @extschema@.rowkey_layout[], questions jsonb[]) RETURNS void
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
DECLARE
    fields pg_catalog.text[] := ARRAY(
        SELECT DISTINCT f.field FROM pg_catalog.unnest(layouts) l, hbase_internal.layout_fields(l) f ORDER BY 1);
    -- a column that is not part of a key restricts nothing
    names pg_catalog.text[] := pg_catalog.array_cat(fields, ARRAY(
        SELECT a.attname::pg_catalog.text
        FROM pg_catalog.unnest(relations) r
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) r::pg_catalog.oid
        WHERE a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
        UNION
        SELECT c.name FROM pg_catalog.unnest(relations) r, hbase.columns(r) c));
    field pg_catalog.text;
BEGIN
    IF pg_catalog.cardinality(fields) OPERATOR(pg_catalog.=) 0 THEN
        RETURN;
    END IF;
    FOR field IN
        SELECT DISTINCT k
        FROM pg_catalog.unnest(questions) q, pg_catalog.jsonb_object_keys(q) k
        WHERE k OPERATOR(pg_catalog.<>) ALL (names)
        ORDER BY 1
    LOOP
        CONTINUE WHEN EXISTS (
            SELECT FROM pg_catalog.unnest(relations) r WHERE hbase_internal.has_qualifier(r, field));
        RAISE EXCEPTION 'field or column "%" of a question does not exist', field
            USING ERRCODE = 'undefined_column',
                HINT = pg_catalog.concat(
                    'Did you mean "' OPERATOR(pg_catalog.||) hbase_internal.nearest_name(field, names)
                        OPERATOR(pg_catalog.||) '"? ',
                    pg_catalog.format('Fields of the keys are "%s".', pg_catalog.array_to_string(fields, '", "')));
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase_internal.compare_fields(regclass[], @extschema@.rowkey_layout[], jsonb[])
    IS 'raises an error for a question on neither a field nor a column, for hbase.compare()';

CREATE FUNCTION hbase.compare_relations(
    relations regclass[], questions anyarray DEFAULT '{}'::jsonb[], at name DEFAULT NULL,
    every interval DEFAULT '1 hour',
    regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric,
    OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4
AS $$
DECLARE
    asked pg_catalog.jsonb[] := questions::pg_catalog.text[]::pg_catalog.jsonb[];
    relation pg_catalog.regclass;
    types pg_catalog.text := hbase_internal.sql_schema();
    times pg_catalog.text;
    cells pg_catalog.text;
    keys pg_catalog.text;
BEGIN
    IF relations IS NULL OR pg_catalog.array_position(relations, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.compare_check(relations, asked, at, every, regions);
    PERFORM hbase_internal.compare_fields(relations,
        ARRAY(SELECT l FROM pg_catalog.unnest(relations) r,
                     pg_catalog.unnest((SELECT d.layouts FROM hbase.definition_of(r) d)) l), asked);
    -- the epoch of a timestamp or date is in UTC, independent of the session
    times := CASE WHEN at IS NULL THEN 'pg_catalog.to_timestamp(x.latest OPERATOR(pg_catalog./) 1000.0)'
                  ELSE pg_catalog.format('pg_catalog.to_timestamp(EXTRACT(epoch FROM r.%I))', at) END;
    FOREACH relation IN ARRAY relations LOOP
        cells := (
            SELECT pg_catalog.string_agg(
                pg_catalog.format('SELECT %s AS name_bytes, c.* FROM %s.widerow_cells(r.%I) c',
                    pg_catalog.octet_length(f.family), types, f.column_name), ' UNION ALL ')
            FROM hbase.families(relation) f);
        -- a KeyValue has 20 bytes besides its parts; HBase's timestamps exceed PostgreSQL's
        keys := pg_catalog.format($q$
            SELECT r.key, %1$s AS at, x.bytes
            FROM %2$s r, LATERAL (
                SELECT pg_catalog.sum(20 OPERATOR(pg_catalog.+) %4$s.length(r.key) OPERATOR(pg_catalog.+) c.name_bytes
                           OPERATOR(pg_catalog.+) pg_catalog.octet_length(c.qualifier)
                           OPERATOR(pg_catalog.+) pg_catalog.octet_length(c.value)) AS bytes,
                       pg_catalog.max(c.ts) FILTER (WHERE c.ts OPERATOR(pg_catalog.<) 9224318016000000) AS latest
                FROM (%3$s) c) x $q$,
            times, hbase_internal.sql_relation(relation), cells, types);
        PERFORM hbase_internal.progress_begin(9, relation);
        RETURN QUERY SELECT k.* FROM hbase_internal.compare_keys(relation::pg_catalog.text, keys,
            (SELECT d.layouts FROM hbase.definition_of(relation) d), asked, every, regions) k;
        PERFORM hbase_internal.progress_end();
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase.compare_relations(regclass[], anyarray, name, interval, int)
    IS 'comparison of HBase-shaped relations: collisions, length of keys, spread, busiest region, ranges to scan';

CREATE FUNCTION hbase.compare(
    relation regclass, layouts @extschema@.rowkey_layout[], questions anyarray DEFAULT '{}'::jsonb[],
    at name DEFAULT NULL, every interval DEFAULT '1 hour', regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric,
    OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4
AS $$
DECLARE
    asked pg_catalog.jsonb[] := questions::pg_catalog.text[]::pg_catalog.jsonb[];
    given pg_catalog.record;
    types pg_catalog.text := hbase_internal.sql_schema();
    times pg_catalog.text;
    missing pg_catalog.text;
    arguments pg_catalog.text;
    keys pg_catalog.text;
    reason pg_catalog.text;
BEGIN
    IF relation IS NULL OR layouts IS NULL THEN
        RAISE EXCEPTION 'relation and layouts must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.compare_check(ARRAY[relation], asked, at, every, regions);
    PERFORM hbase_internal.compare_fields(ARRAY[relation], layouts, asked);
    PERFORM hbase_internal.check_designs(layouts);
    times := CASE WHEN at IS NULL THEN 'NULL::pg_catalog.timestamptz'
                  ELSE pg_catalog.format('pg_catalog.to_timestamp(EXTRACT(epoch FROM t.%I))', at) END;
    FOR given IN SELECT u.layout FROM pg_catalog.unnest(layouts) WITH ORDINALITY u(layout, n) ORDER BY u.n LOOP
        missing := (
            SELECT pg_catalog.string_agg(pg_catalog.format('"%s"', f.field), ', ')
            FROM hbase_internal.layout_fields(given.layout) f
            WHERE NOT EXISTS (
                SELECT FROM pg_catalog.pg_attribute a
                WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
                  AND a.attname OPERATOR(pg_catalog.=) f.field
                  AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped));
        IF missing IS NOT NULL THEN
            RAISE EXCEPTION '% does not have a column for field %', hbase_internal.sql_relation(relation), missing
                USING ERRCODE = 'undefined_column',
                    HINT = 'Use a view whose columns have the names of the fields of the layout.';
        END IF;
        arguments := pg_catalog.concat(
            pg_catalog.format('%L::%s.rowkey_layout', given.layout, types),
            -- other types have no encoding, and are stored as text
            (SELECT pg_catalog.string_agg(', ' OPERATOR(pg_catalog.||) CASE
                 WHEN f.type OPERATOR(pg_catalog.=) 'text'
                 THEN hbase_internal.mapping_column(relation, f.field, f.type, types)
                 ELSE pg_catalog.format('t.%I', f.field) END, '')
             FROM hbase_internal.layout_fields(given.layout) f));
        keys := pg_catalog.format($q$
            SELECT x.key, x.at, %4$s.length(x.key)::bigint AS bytes
            FROM (SELECT CASE WHEN %4$s.rowkey_reject_reason(%1$s) IS NULL THEN %4$s.rowkey_compose(%1$s) END AS key,
                         %2$s AS at
                  FROM %3$s t) x $q$, arguments, times, hbase_internal.sql_relation(relation), types);
        PERFORM hbase_internal.progress_begin(9, relation);
        SELECT c.* INTO design, rows, rejected, collisions, key_bytes, longest, skew, hottest, bytes, ranges
        FROM hbase_internal.compare_keys(given.layout::pg_catalog.text, keys, ARRAY[given.layout],
            asked, every, regions) c;
        PERFORM hbase_internal.progress_end();
        RETURN NEXT;
        IF rejected OPERATOR(pg_catalog.>) 0 THEN
            EXECUTE pg_catalog.format(
                'SELECT x.problem FROM (SELECT %s.rowkey_reject_reason(%s) AS problem FROM %s t) x '
                'WHERE x.problem IS NOT NULL LIMIT 1',
                types, arguments, hbase_internal.sql_relation(relation)) INTO reason;
            RAISE NOTICE 'layout % rejects % of % rows', given.layout, rejected, rows
                USING DETAIL = pg_catalog.format('The first reason is: %s.', reason);
        END IF;
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase.compare(regclass, @extschema@.rowkey_layout[], anyarray, name, interval, int)
    IS 'comparison of row key designs over the rows of a relation: collisions, length, spread, busiest region and '
       'ranges to scan';

-- A literal without a type is text where a function takes it, and never anyarray.
CREATE FUNCTION hbase.compare_relations(
    relations regclass[], questions text, at name DEFAULT NULL, every interval DEFAULT '1 hour',
    regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric,
    OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4
BEGIN ATOMIC
    SELECT c.* FROM hbase.compare_relations(relations, questions::text[], at, every, regions) c;
END;
COMMENT ON FUNCTION hbase.compare_relations(regclass[], text, name, interval, int)
    IS 'comparison of HBase-shaped relations by questions in an array literal';

CREATE FUNCTION hbase.compare(
    relation regclass, layouts @extschema@.rowkey_layout[], questions text,
    at name DEFAULT NULL, every interval DEFAULT '1 hour', regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric,
    OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4
BEGIN ATOMIC
    SELECT c.* FROM hbase.compare(relation, layouts, questions::text[], at, every, regions) c;
END;
COMMENT ON FUNCTION hbase.compare(regclass, @extschema@.rowkey_layout[], text, name, interval, int)
    IS 'comparison of row key designs by questions in an array literal';
