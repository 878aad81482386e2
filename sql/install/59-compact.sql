-- hbase.compact(): a major compaction of a table.

CREATE FUNCTION hbase.compact(
    relation regclass, now timestamptz DEFAULT NULL, OUT rows_changed bigint, OUT rows_removed bigint)
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000
AS $$
DECLARE
    target pg_catalog.text := hbase_internal.sql_relation(relation);
    nothing pg_catalog.text;
    assignments pg_catalog.text;
    changed pg_catalog.text;
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_class c
        WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
          AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}'))
    THEN
        RAISE EXCEPTION '% is not a table', target USING ERRCODE = 'wrong_object_type';
    END IF;
    SELECT pg_catalog.string_agg(pg_catalog.format('%s IS NULL', x.after), ' AND '),
           pg_catalog.string_agg(pg_catalog.format('%s = %s', x.before, x.after), ', '),
           pg_catalog.string_agg(pg_catalog.format(
               '%1$s IS NOT NULL AND (%2$s IS NULL OR %1$s OPERATOR(%3$s.<>) %2$s)',
               x.before, x.after, hbase_internal.sql_schema()), ' OR ')
      INTO nothing, assignments, changed
      FROM (
        SELECT pg_catalog.quote_ident(f.column_name) AS before,
               pg_catalog.format('hbase_internal.compacted(%s, %s, %I, $1)', a.attrelid, a.attnum, f.column_name)
                   AS after
        FROM hbase.families(relation) f
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
         AND a.attname OPERATOR(pg_catalog.=) f.column_name) x;
    now := COALESCE(now, pg_catalog.clock_timestamp());
    EXECUTE pg_catalog.format('DELETE FROM %s WHERE %s', target, nothing) USING now;
    GET DIAGNOSTICS rows_removed = ROW_COUNT;
    EXECUTE pg_catalog.format('UPDATE %s SET %s WHERE %s', target, assignments, changed) USING now;
    GET DIAGNOSTICS rows_changed = ROW_COUNT;
END $$;
COMMENT ON FUNCTION hbase.compact(regclass, timestamptz)
    IS 'does a major compaction of a table by its families'' options, and deletes rows without cells';
