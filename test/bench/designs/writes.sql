-- The newest rows, as a window of writes: design and key in hex.
CREATE FUNCTION newest(name text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$SELECT encode(key::bytea, 'hex') FROM %I WHERE widerow_get(d, 'id', NULL::bigint, 'bytes') > $1$q$, name)
        USING (SELECT max(id) - 2000 FROM event);
END $$;
SELECT d.name, k.key FROM design d, newest(d.name) k(key);
