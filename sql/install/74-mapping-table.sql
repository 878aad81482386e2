-- Mappings from the catalog: a table with the tables that refer to it.

-- Child tables without a primary key come first, then those whose key starts with the parent's.
-- A family is made for all of the former, and for the first two others.
CREATE FUNCTION hbase_internal.referring_tables(
    relation regclass, key_columns name[],
    OUT number bigint, OUT child regclass, OUT child_schema name, OUT child_name name, OUT constraint_name name,
    OUT keys name[], OUT refers name[], OUT rest name[], OUT family text) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH reference AS (
        SELECT r.conrelid, r.conname, k.keys, f.refers,
               row_number() OVER (PARTITION BY r.conrelid, f.refers ORDER BY r.conname) AS nth
        FROM pg_constraint r,
             LATERAL hbase_internal.key_columns(r.conrelid) k(keys),
             LATERAL (SELECT array_agg(a.attname ORDER BY array_position(key_columns, p.attname)) AS refers,
                             array_agg(p.attname ORDER BY array_position(key_columns, p.attname)) AS referred
                      FROM ROWS FROM (unnest(r.conkey), unnest(r.confkey)) u(own, parents)
                      JOIN pg_attribute p ON p.attrelid = r.confrelid AND p.attnum = u.parents
                      JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = u.own) f
        WHERE r.contype = 'f' AND r.confrelid = relation AND r.conparentid = 0 AND f.referred = key_columns),
    child AS (
        SELECT row_number() OVER (ORDER BY r.keys <> '{}', NOT r.keys @> r.refers, c.relname, r.conname) AS number,
               r.*, s.nspname, c.relname, (hbase_internal.short_names(ARRAY[c.relname::text]))[1] AS short
        FROM reference r
        JOIN pg_class c ON c.oid = r.conrelid
        JOIN pg_namespace s ON s.oid = c.relnamespace
        -- a reference can be declared twice
        WHERE r.nth = 1),
    -- the families of the table itself have these names
    named AS (
        SELECT c.number, row_number() OVER (PARTITION BY c.short ORDER BY c.number)
                   + CASE WHEN c.short IN ('key', 'd') THEN 1 ELSE 0 END AS nth
        FROM child c WHERE c.keys = '{}' OR c.number <= 2)
    SELECT c.number, c.conrelid, c.nspname, c.relname, c.conname, c.keys, c.refers,
           ARRAY(SELECT u.k FROM unnest(c.keys) WITH ORDINALITY u(k, n) WHERE u.k <> ALL (c.refers) ORDER BY u.n),
           CASE WHEN n.nth > 1 THEN format('%s%s', c.short, n.nth) WHEN n.nth = 1 THEN c.short END
    FROM child c LEFT JOIN named n ON n.number = c.number;
END;
COMMENT ON FUNCTION hbase_internal.referring_tables(regclass, name[])
    IS 'tables that refer to the key of a table, with the referring columns and possible column families';

CREATE FUNCTION hbase_internal.child_name(child name, refers name[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN format('%s_by_%s', child, array_to_string(refers, '_'));
COMMENT ON FUNCTION hbase_internal.child_name(name, name[])
    IS 'name of the table for child rows under the key of their parent';

CREATE FUNCTION hbase_internal.propose_child(
    child regclass, child_schema name, child_name name, refers name[], rest name[], profile text, prefix text)
    RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH other AS (
        SELECT hbase_internal.child_name(c.relname, ARRAY(
                   SELECT a.attname
                   FROM unnest(r.conkey) WITH ORDINALITY u(k, n)
                   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.k
                   ORDER BY u.n)) AS name
        FROM pg_constraint r
        JOIN pg_class c ON c.oid = r.conrelid
        JOIN pg_namespace s ON s.oid = c.relnamespace
        WHERE r.contype = 'f' AND s.nspname = child_schema),
    condition AS (
        SELECT E'\nWHERE ' || string_agg(format('t.%I IS NOT NULL', a.attname), ' AND ' ORDER BY a.attnum) AS text
        FROM pg_attribute a
        WHERE a.attrelid = child AND a.attname = ANY (refers) AND NOT a.attnotnull)
    SELECT hbase_internal.propose_view(child, refers || rest, profile,
        hbase_internal.proposed_view(child_schema, n.name),
        hbase_internal.proposed_name(n.name, ARRAY(SELECT o.name FROM other o)), '{}', '', c.text, prefix)
    FROM hbase_internal.child_name(propose_child.child_name, refers) n(name), condition c;
END;
COMMENT ON FUNCTION hbase_internal.propose_child(regclass, name, name, name[], name[], text, text)
    IS 'SQL of the view for child rows under the key of their parent';

CREATE FUNCTION hbase_internal.propose_family(
    child regclass, keys name[], refers name[], rest name[], key_columns name[], profile text, alias text, prefix text)
    RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH reference AS (
        SELECT string_agg(format('c.%I', u.k), ', ' ORDER BY u.n) AS columns,
               string_agg(format('%I.%I = t.%I', alias, u.k, u.p), ' AND ' ORDER BY u.n) AS condition
        FROM ROWS FROM (unnest(refers), unnest(key_columns)) WITH ORDINALITY u(k, p, n)),
    object AS (
        SELECT format('jsonb_build_object(%s)', hbase_internal.propose_object(child, refers)) AS expression)
    SELECT format(E'\nLEFT JOIN (SELECT %1$s, %2$swiderow_agg(%3$s, %4$s) AS cells\n'
                  '           FROM %5$s\n           GROUP BY %1$s) %6$I ON %7$s',
        r.columns, prefix,
        CASE WHEN keys = '{}' THEN 'c.hbase_number::text'
             WHEN rest = '{}' THEN ''''''
             ELSE (SELECT format('%srowkey_compose(%L, %s)::bytea', prefix, k.layout, k.arguments)
                   FROM hbase_internal.propose_key(child, rest, 'c',
                       CASE WHEN profile = 'java' THEN 'string' ELSE profile END) k) END,
        o.expression,
        CASE WHEN keys = '{}'
             THEN format('(SELECT c.*, row_number() OVER (PARTITION BY %s ORDER BY %s) AS hbase_number FROM %s c) c',
                 r.columns, o.expression, hbase_internal.sql_relation(child))
             ELSE format('%s c', hbase_internal.sql_relation(child)) END,
        alias, r.condition)
    FROM reference r, object o;
END;
COMMENT ON FUNCTION hbase_internal.propose_family(regclass, name[], name[], name[], name[], text, text, text)
    IS 'SQL of the join that nests child rows in a column family of their parent';
