-- Mappings from the catalog: what a mapping takes in HBase.

-- A KeyValue has 20 bytes besides its parts; the names of family and qualifier have about 3.
CREATE FUNCTION hbase_internal.cost_query(relation regclass, key_columns name[], is_nested boolean) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format(
        'SELECT r.n, r.n OPERATOR(pg_catalog.*) s.cells, '
        'r.n OPERATOR(pg_catalog.*) (s.cells OPERATOR(pg_catalog.*) (s.key OPERATOR(pg_catalog.+) 23) '
        'OPERATOR(pg_catalog.+) s.value) '
        'FROM (SELECT pg_catalog.count(*) AS n FROM %4$s) r, '
        '(SELECT COALESCE(pg_catalog.avg(x.cells), 0) AS cells, COALESCE(pg_catalog.avg(x.key), 0) AS key, '
        'COALESCE(pg_catalog.avg(x.value), 0) AS value '
        'FROM (SELECT %1$s AS cells, %2$s AS key, %3$s AS value FROM %4$s t LIMIT 5000) x) s',
        CASE WHEN is_nested THEN '1'
             ELSE format('GREATEST(1, %s)', COALESCE(
                 string_agg(format('CASE WHEN t.%I IS NULL THEN 0 ELSE 1 END', a.attname),
                     ' OPERATOR(pg_catalog.+) ' ORDER BY a.attnum) FILTER (WHERE NOT a.is_key), '1')) END,
        COALESCE(string_agg(a.size, ' OPERATOR(pg_catalog.+) ' ORDER BY a.attnum) FILTER (WHERE a.is_key), '16'),
        CASE WHEN is_nested THEN 'pg_catalog.octet_length(pg_catalog.to_json(t)::pg_catalog.text)'
             ELSE COALESCE(
                 string_agg(a.size, ' OPERATOR(pg_catalog.+) ' ORDER BY a.attnum) FILTER (WHERE NOT a.is_key), '0')
             END,
        hbase_internal.own_rows(relation))
    FROM (SELECT r.attnum, r.attname, r.attname = ANY (key_columns) AS is_key,
                 format('COALESCE(pg_catalog.pg_column_size(t.%I), 0)', r.attname) AS size
          FROM pg_attribute r
          WHERE r.attrelid = relation AND r.attnum > 0 AND NOT r.attisdropped) a;
END;
COMMENT ON FUNCTION hbase_internal.cost_query(regclass, name[], boolean)
    IS 'SQL that counts the rows of a table, and estimates cells and bytes of their KeyValues';

CREATE FUNCTION hbase_internal.mapping_cost(relation regclass, key_columns name[], is_nested boolean) RETURNS text
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    rows bigint;
    cells bigint;
    bytes bigint;
BEGIN
    EXECUTE hbase_internal.cost_query(relation, key_columns, is_nested) INTO rows, cells, bytes;
    RETURN pg_catalog.format('%s rows, about %s cells and %s of KeyValues', rows, cells,
        pg_catalog.pg_size_pretty(bytes));
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_cost(regclass, name[], boolean)
    IS 'rows, cells and bytes of a table in HBase, or nested in the rows of another';
