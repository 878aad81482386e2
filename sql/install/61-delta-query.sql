-- Deltas: the query that compares a relation with its baseline.

CREATE FUNCTION hbase_internal.delta_query(
    relation regclass, baseline regclass, stamp bigint, last bigint, keys @extschema@.rowkey[],
    ranges @extschema@.rowkeyrange[], restamp boolean) RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    columns name[] := ARRAY(SELECT f.column_name FROM hbase.families(relation) f);
    others name[] := ARRAY(SELECT f.column_name FROM hbase.families(baseline) f);
    types text := hbase_internal.sql_schema();
    condition text := '';
    -- families are numbered, because they can have any name
    numbered text;
    side text;
    sides text;
BEGIN
    IF relation IS NULL OR baseline IS NULL THEN
        RAISE EXCEPTION 'relation and baseline must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF relation = baseline THEN
        RAISE EXCEPTION '% cannot be its own baseline', relation
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Create a baseline with hbase.baseline().';
    ELSIF NOT columns <@ others OR NOT others <@ columns THEN
        RAISE EXCEPTION '% and % have different columns', relation, baseline
            USING ERRCODE = 'wrong_object_type',
                DETAIL = format('Families are in the columns %s and %s.', columns, others),
                HINT = 'A baseline has the columns of its relation; Create it with hbase.baseline().';
    ELSIF keys IS NOT NULL AND ranges IS NOT NULL THEN
        RAISE EXCEPTION 'keys and ranges cannot be used together' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF keys IS NOT NULL THEN
        condition := format(' AND key OPERATOR(%1$s.=) ANY (%2$L::%1$s.rowkey[])', types, keys);
    ELSIF cardinality(ranges) = 0 THEN
        condition := ' AND false';
    ELSIF ranges IS NOT NULL THEN
        condition := (
            SELECT format(' AND key OPERATOR(%1$s.<@) %2$L::%1$s.rowkeymultirange', types, range_agg(r))
            FROM unnest(ranges) r);
    END IF;

    -- each side in key order, with the previous key, to find duplicates
    SELECT format('SELECT key, pg_catalog.lag(key) OVER (ORDER BY key), %s FROM ',
               string_agg(quote_ident(c), ', ' ORDER BY n)),
           string_agg('f' || n, ', ' ORDER BY n)
      INTO side, numbered
      FROM unnest(columns) WITH ORDINALITY u(c, n);
    sides := format(
        '(%1$s%2$s WHERE hbase_internal.progress_row()%4$s) r(key, previous, %5$s) '
        'FULL JOIN (%1$s%3$s WHERE hbase_internal.progress_row()%4$s) b(key, previous, %5$s) '
        'ON r.key OPERATOR(%6$s.=) b.key',
        side, hbase_internal.sql_relation(relation), hbase_internal.sql_relation(baseline),
        condition, numbered, types);
    RETURN (
        SELECT format(
            'SELECT key, %s FROM (SELECT key, %s FROM ('
            'SELECT hbase_internal.delta_key(r.key, r.previous, b.key, b.previous, %s, %s) AS key, %s '
            'FROM %s OFFSET 0) x OFFSET 0) y WHERE %s',
            string_agg(quote_ident(f.column_name), ', '),
            string_agg(format('hbase_internal.delta_cells(b%s, r%s, key, %L, %s, %s, %s, %L) AS %I',
                n, n, f.family, stamp, last, f.versions, restamp, f.column_name), ', '),
            relation::oid, baseline::oid,
            string_agg(format('b.f%1$s AS b%1$s, r.f%1$s AS r%1$s', n), ', '),
            sides,
            string_agg(quote_ident(f.column_name) || ' IS NOT NULL', ' OR '))
        FROM (SELECT *, row_number() OVER () AS n FROM hbase.families(relation)) f);
END $$;
COMMENT ON FUNCTION hbase_internal.delta_query(
    regclass, regclass, bigint, bigint, @extschema@.rowkey[], @extschema@.rowkeyrange[], boolean)
    IS 'SQL for the key and cells of each row that differs between a relation and its baseline';
