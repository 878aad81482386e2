-- hbase_internal.unique_columns(): columns that are unique in the rows of a table.

-- A sample excludes most combinations: equal rows in a part are equal rows of the table.  All rows decide on
-- those that it leaves.
CREATE FUNCTION hbase_internal.unique_columns(
    relation regclass, OUT columns name[], OUT rows bigint, OUT distinct_rows bigint)
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    source pg_catalog.text := hbase_internal.own_rows(relation);
    candidates pg_catalog.name[] := hbase_internal.key_candidates(relation);
    flags pg_catalog.bool[];
    set_size pg_catalog.int4;
    candidate pg_catalog.name[];
    is_unique pg_catalog.bool;
BEGIN
    EXECUTE pg_catalog.format(
        'SELECT pg_catalog.count(*), pg_catalog.sum(n) FROM ('
        'SELECT pg_catalog.count(*) AS n FROM %s t GROUP BY t::pg_catalog.text) g', source)
        INTO distinct_rows, rows;
    rows := COALESCE(rows, 0);
    -- a few rows show nothing
    IF rows OPERATOR(pg_catalog.<) 20 OR pg_catalog.cardinality(candidates) OPERATOR(pg_catalog.=) 0 THEN
        RETURN;
    END IF;
    EXECUTE pg_catalog.format('SELECT ARRAY[%s] FROM (SELECT * FROM %s LIMIT 5000) s',
        (SELECT pg_catalog.string_agg(pg_catalog.format(
             'pg_catalog.bool_and(s.%1$I IS NOT NULL AND '
             'pg_catalog.octet_length(s.%1$I::pg_catalog.text) OPERATOR(pg_catalog.<=) 100)', u.name), ', '
             ORDER BY u.n)
         FROM pg_catalog.unnest(candidates) WITH ORDINALITY u(name, n)), source)
        INTO flags;
    candidates := ARRAY(
        SELECT u.name
        FROM ROWS FROM (pg_catalog.unnest(candidates), pg_catalog.unnest(flags)) WITH ORDINALITY u(name, flag, n)
        WHERE u.flag ORDER BY u.n LIMIT 12);
    FOR set_size IN 1 .. LEAST(3, pg_catalog.cardinality(candidates)) LOOP
        EXECUTE pg_catalog.format('SELECT ARRAY[%s] FROM (SELECT * FROM %s LIMIT 5000) s',
            (SELECT pg_catalog.string_agg(pg_catalog.format(
                 'pg_catalog.count(DISTINCT pg_catalog.hash_record_extended(ROW(%s), 0)) '
                 'OPERATOR(pg_catalog.=) pg_catalog.count(*)',
                 hbase_internal.quoted_list(c)), ', ')
             FROM hbase_internal.column_sets(candidates, set_size) c), source)
            INTO flags;
        FOR candidate IN
            SELECT c.names_set
            FROM ROWS FROM (hbase_internal.column_sets(candidates, set_size), pg_catalog.unnest(flags))
                 WITH ORDINALITY c(names_set, flag, n)
            WHERE c.flag ORDER BY c.n LIMIT 20
        LOOP
            EXECUTE pg_catalog.format(
                'SELECT pg_catalog.count(*) OPERATOR(pg_catalog.=) $1 FROM ('
                'SELECT FROM %1$s t WHERE ROW(%2$s) IS NOT NULL GROUP BY %2$s) g',
                source, hbase_internal.quoted_list(candidate))
                INTO is_unique USING rows;
            IF is_unique THEN
                columns := candidate;
                RETURN;
            END IF;
        END LOOP;
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase_internal.unique_columns(regclass)
    IS 'one to three columns that are unique and not NULL in all rows of a table, and the number of rows';

-- A field of the key that is not a column must not have the name of one.
CREATE FUNCTION hbase_internal.free_column(relation regclass, name text) RETURNS name
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN (SELECT c.name::name
            FROM generate_series(1, 2000) n, LATERAL concat(name, '_' || NULLIF(n, 1)) c(name)
            WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = relation AND a.attname = c.name::name)
            ORDER BY n LIMIT 1);
COMMENT ON FUNCTION hbase_internal.free_column(regclass, text)
    IS 'a name, with _2 and so on if the table has a column of that name';

CREATE FUNCTION hbase_internal.proposed_key(relation regclass, OUT columns name[], OUT evidence text)
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    measured pg_catalog.record;
BEGIN
    columns := hbase_internal.key_columns(relation);
    IF columns OPERATOR(pg_catalog.<>) '{}' THEN
        RETURN;
    END IF;
    SELECT m.* INTO measured FROM hbase_internal.unique_columns(relation) m;
    IF measured.columns IS NOT NULL THEN
        columns := measured.columns;
        evidence := pg_catalog.format('%s unique and not NULL in all %s rows, but no constraint says so.',
            CASE WHEN pg_catalog.cardinality(columns) OPERATOR(pg_catalog.=) 1
                 THEN hbase_internal.quoted_list(columns) OPERATOR(pg_catalog.||) ' is'
                 ELSE hbase_internal.quoted_list(columns) OPERATOR(pg_catalog.||) ' together are' END,
            measured.rows);
        RETURN;
    END IF;
    columns := ARRAY[hbase_internal.free_column(relation, 'hbase_digest')];
    evidence := pg_catalog.concat(
        CASE WHEN measured.rows OPERATOR(pg_catalog.<) 20
             THEN pg_catalog.format('a digest of the row. %s rows are too few to find unique columns.', measured.rows)
             ELSE pg_catalog.format(
                 'a digest of the row. No one to three columns are unique and not NULL in all %s rows.',
                 measured.rows) END,
        ' After an update, a row has another key.');
    IF measured.distinct_rows OPERATOR(pg_catalog.<) measured.rows THEN
        columns := pg_catalog.array_append(columns, hbase_internal.free_column(relation, 'hbase_copy'));
        evidence := pg_catalog.concat(evidence, pg_catalog.format(
            ' %s rows are equal to others: %I numbers equal rows.',
            measured.rows OPERATOR(pg_catalog.-) measured.distinct_rows, columns[2]));
    END IF;
    evidence := pg_catalog.concat(evidence, pg_catalog.format(
        ' The digest takes 16 bytes of each KeyValue. A new column would take 8, and rewrite the table: '
        'ALTER TABLE %s ADD hbase_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY.',
        hbase_internal.sql_relation(relation)));
END $$;
COMMENT ON FUNCTION hbase_internal.proposed_key(regclass)
    IS 'columns of a table''s key; if it has none, columns found in its rows, or a digest, with the evidence';
