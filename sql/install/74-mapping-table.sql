-- Mappings from the catalog: a table with the tables that refer to it.

-- A table of HBase should have few families: the first two get one.
CREATE FUNCTION hbase_internal.family_names(tables text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT COALESCE(array_agg(CASE WHEN s.n <= 2 THEN concat(s.name, NULLIF(s.nth, 1)) END ORDER BY s.n), '{}')
    -- the key and the family of the table itself have these names
    FROM (SELECT u.n, u.name, row_number() OVER (PARTITION BY u.name ORDER BY u.n)
                     + CASE WHEN u.name IN ('key', 'd') THEN 1 ELSE 0 END AS nth
          FROM (SELECT t.n, (hbase_internal.short_names(ARRAY[t.name]))[1] AS name
                FROM unnest(tables) WITH ORDINALITY t(name, n)) u) s;
END;
COMMENT ON FUNCTION hbase_internal.family_names(text[])
    IS 'column families for tables whose rows are cells of another one; NULL after the first two';

CREATE FUNCTION hbase_internal.referring_tables(
    relation regclass, key_columns name[],
    OUT number bigint, OUT child regclass, OUT child_schema name, OUT child_name name, OUT constraint_name name,
    OUT keys name[], OUT refers name[], OUT family text, OUT is_filled boolean) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH reference AS (
        SELECT r.conrelid, r.conname, k.keys, f.refers, f.is_filled,
               row_number() OVER (PARTITION BY r.conrelid, f.refers ORDER BY r.conname) AS nth
        FROM pg_constraint r,
             LATERAL hbase_internal.key_columns(r.conrelid) k(keys),
             LATERAL (SELECT array_agg(a.attname ORDER BY array_position(key_columns, p.attname)) AS refers,
                             array_agg(p.attname ORDER BY array_position(key_columns, p.attname)) AS referred,
                             bool_and(a.attnotnull) AS is_filled
                      FROM ROWS FROM (unnest(r.conkey), unnest(r.confkey)) u(own, parents)
                      JOIN pg_attribute p ON p.attrelid = r.confrelid AND p.attnum = u.parents
                      JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = u.own) f
        WHERE r.contype = 'f' AND r.confrelid = relation AND r.conparentid = 0 AND f.referred = key_columns),
    child AS (
        SELECT row_number() OVER (ORDER BY NOT r.keys @> r.refers, c.relname, s.nspname, r.conname) AS number,
               r.*, s.nspname, c.relname
        FROM reference r
        JOIN pg_class c ON c.oid = r.conrelid
        JOIN pg_namespace s ON s.oid = c.relnamespace
        -- a reference can be declared twice
        WHERE r.nth = 1 AND hbase_internal.is_readable(r.conrelid))
    SELECT c.number, c.conrelid, c.nspname, c.relname, c.conname, c.keys, c.refers, f.names[c.number], c.is_filled
    FROM child c,
         (SELECT hbase_internal.family_names(array_agg(n.relname::text ORDER BY n.number)) FROM child n) f(names);
END;
COMMENT ON FUNCTION hbase_internal.referring_tables(regclass, name[])
    IS 'tables that refer to the key of a table, with the referring columns and possible column families';

-- The rows of a table belong to another table's if its key begins with the reference, or if it has no key and
-- only this reference.  Tables that belong to each other, and those below them, are left out.
CREATE FUNCTION hbase_internal.owned_tables(
    schema oid, OUT root regclass, OUT number bigint, OUT child regclass, OUT head name[]) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH RECURSIVE tab AS MATERIALIZED (
        SELECT c.oid, c.relname, k.keys
        FROM pg_class c, LATERAL hbase_internal.key_columns(c.oid) k(keys)
        WHERE c.relnamespace = schema AND c.relkind = ANY ('{r,p}') AND NOT c.relispartition
          AND hbase_internal.is_readable(c.oid)),
    -- a reference can be declared twice
    reference AS (
        SELECT DISTINCT ON (own.oid, parent.oid, f.refers)
               own.oid AS child, own.keys, parent.oid AS parent, f.refers, f.is_filled, r.conname
        FROM pg_constraint r
        JOIN tab own ON own.oid = r.conrelid
        JOIN tab parent ON parent.oid = r.confrelid,
             LATERAL (SELECT array_agg(a.attname ORDER BY array_position(parent.keys, p.attname)) AS refers,
                             array_agg(p.attname ORDER BY array_position(parent.keys, p.attname)) AS referred,
                             bool_and(a.attnotnull) AS is_filled
                      FROM ROWS FROM (unnest(r.conkey), unnest(r.confkey)) u(own, parents)
                      JOIN pg_attribute p ON p.attrelid = r.confrelid AND p.attnum = u.parents
                      JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = u.own) f
        WHERE r.contype = 'f' AND r.conparentid = 0 AND r.conrelid <> r.confrelid AND f.referred = parent.keys
        ORDER BY own.oid, parent.oid, f.refers, r.conname),
    link AS MATERIALIZED (
        SELECT DISTINCT ON (x.child) x.child, x.parent, x.refers
        FROM (SELECT r.*, count(*) OVER (PARTITION BY r.child) AS parents FROM reference r) x
        WHERE x.is_filled
          AND (x.keys = '{}' AND x.parents = 1 OR x.refers @> x.keys[1:1] AND x.keys @> x.refers)
        ORDER BY x.child, cardinality(x.refers) DESC, x.conname),
    below AS (
        SELECT t.oid AS root, t.oid AS child, t.keys, t.keys AS head, 0 AS depth
        FROM tab t
        WHERE NOT EXISTS (SELECT FROM link l WHERE l.child = t.oid)
        UNION ALL
        SELECT b.root, t.oid, t.keys,
               ARRAY(SELECT l.refers[array_position(b.keys, h.name)]
                     FROM unnest(b.head) WITH ORDINALITY h(name, n) ORDER BY h.n),
               b.depth + 1
        FROM below b JOIN link l ON l.parent = b.child JOIN tab t ON t.oid = l.child)
    SELECT b.root, row_number() OVER (PARTITION BY b.root ORDER BY b.depth, t.relname), b.child, b.head
    FROM below b JOIN tab t ON t.oid = b.child
    WHERE b.depth > 0;
END;
COMMENT ON FUNCTION hbase_internal.owned_tables(oid)
    IS 'tables of a schema whose rows belong to the rows of another table, directly or not, and their columns with '
       'its key';

CREATE FUNCTION hbase_internal.child_name(child name, refers name[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN format('%s_by_%s', child, array_to_string(refers, '_'));
COMMENT ON FUNCTION hbase_internal.child_name(name, name[])
    IS 'name of the table for child rows under the key of their parent';

CREATE FUNCTION hbase_internal.filled_condition(relation regclass, columns name[]) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN (
        SELECT string_agg(format('t.%I IS NOT NULL', a.attname), ' AND ' ORDER BY a.attnum)
        FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attname = ANY (columns) AND NOT a.attnotnull);
COMMENT ON FUNCTION hbase_internal.filled_condition(regclass, name[])
    IS 'SQL condition that the columns of a table''s row are not NULL; NULL if they cannot be';

-- The columns of a key that are not among others.
CREATE FUNCTION hbase_internal.without_names(names name[], others name[]) RETURNS name[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(SELECT u.k FROM unnest(names) WITH ORDINALITY u(k, n) WHERE u.k <> ALL (others) ORDER BY u.n);
COMMENT ON FUNCTION hbase_internal.without_names(name[], name[]) IS 'names that are not among others';

-- The tables of a schema that a mapping does not map by views of their own.
CREATE FUNCTION hbase_internal.included_tables(
    schema oid, children text, OUT root regclass, OUT number bigint, OUT child regclass, OUT head name[],
    OUT family text)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH owned AS MATERIALIZED (
        SELECT o.*, c.relname
        FROM hbase_internal.owned_tables(schema) o JOIN pg_class c ON c.oid = o.child
        WHERE children IN ('rows', 'cells'))
    SELECT o.root, o.number, o.child, o.head, f.names[o.number]
    FROM owned o
    JOIN (SELECT n.root, hbase_internal.family_names(array_agg(n.relname::text ORDER BY n.number)) AS names
          FROM owned n GROUP BY 1) f ON f.root = o.root
    WHERE children = 'rows' OR f.names[o.number] IS NOT NULL;
END;
COMMENT ON FUNCTION hbase_internal.included_tables(oid, text)
    IS 'tables of a schema that are rows or cells in the view of another table';
