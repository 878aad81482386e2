-- Mappings from the catalog: a key for a table that has none, from its rows.

CREATE FUNCTION hbase_internal.key_candidates(relation regclass) RETURNS name[]
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    -- the types that are more likely to be a key first
    SELECT COALESCE(array_agg(a.attname ORDER BY r.rank, a.attnum), '{}')
    FROM pg_attribute a
    JOIN pg_type b ON b.oid = hbase_internal.base_type(a.atttypid),
         LATERAL (SELECT CASE WHEN b.typname = ANY ('{int2,int4,int8,uuid}') THEN 1
                              WHEN b.typname = ANY ('{text,varchar,bpchar,bool}') OR b.typtype = 'e' THEN 2
                              WHEN b.typname = ANY ('{date,timestamp,timestamptz}') THEN 3
                              WHEN b.typname = 'numeric' THEN 4 END) r(rank)
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND r.rank IS NOT NULL AND (b.typnamespace = 'pg_catalog'::regnamespace OR b.typtype = 'e');
END;
COMMENT ON FUNCTION hbase_internal.key_candidates(regclass) IS 'columns of a table that can be part of a key';

CREATE FUNCTION hbase_internal.column_sets(names name[], size int, OUT names_set name[]) RETURNS SETOF name[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH RECURSIVE chosen(places) AS (
        SELECT '{}'::int[]
        UNION ALL
        SELECT c.places || p
        FROM chosen c, generate_series(COALESCE(c.places[cardinality(c.places)], 0) + 1, cardinality(names)) p
        WHERE cardinality(c.places) < size)
    SELECT ARRAY(SELECT names[p] FROM unnest(c.places) p)
    FROM chosen c
    WHERE cardinality(c.places) = size
    ORDER BY c.places;
END;
COMMENT ON FUNCTION hbase_internal.column_sets(name[], int) IS 'all combinations of a number of names';

CREATE FUNCTION hbase_internal.quoted_list(names name[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT string_agg(quote_ident(u.name), ', ' ORDER BY u.n)
            FROM unnest(names) WITH ORDINALITY u(name, n));
COMMENT ON FUNCTION hbase_internal.quoted_list(name[]) IS 'names as SQL, separated by commas';
