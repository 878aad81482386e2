-- Mappings from the catalog: names, types and keys.

-- A regular expression takes four times the memory of a text.
CREATE FUNCTION hbase_internal.refuse_long_names(names text[]) RETURNS void
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    longest pg_catalog.int4 := (SELECT pg_catalog.max(pg_catalog.octet_length(n)) FROM pg_catalog.unnest(names) n);
BEGIN
    IF longest OPERATOR(pg_catalog.>) 10000 THEN
        RAISE EXCEPTION 'name of % bytes is too long', longest
            USING ERRCODE = 'program_limit_exceeded',
                DETAIL = 'A name for a table or column is derived from at most 10000 bytes.';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.refuse_long_names(text[])
    IS 'raises an error if a name is too long to derive another one from it';

CREATE FUNCTION hbase_internal.short_names(names text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.refuse_long_names(names);
    -- the initials of its words; a word starts after _ or with an upper-case letter
    WITH initials AS (
        SELECT u.n, COALESCE(lower(string_agg(left(m.word[1], 1), '' ORDER BY m.place)), 'c') AS letters
        FROM unnest(names) WITH ORDINALITY u(name, n)
        LEFT JOIN LATERAL regexp_matches(u.name, '[A-Z]+[a-z0-9]*|[a-z][a-z0-9]*', 'g')
            WITH ORDINALITY m(word, place) ON true
        GROUP BY u.n),
    numbered AS (
        SELECT i.n, i.letters, row_number() OVER (PARTITION BY i.letters ORDER BY i.n) AS nth FROM initials i)
    SELECT COALESCE(array_agg(format('%s%s', s.letters, CASE WHEN s.nth > 1 THEN s.nth END) ORDER BY s.n), '{}')
    FROM numbered s;
END;
COMMENT ON FUNCTION hbase_internal.short_names(text[])
    IS 'distinct short names: the initials of the words of each name';

CREATE FUNCTION hbase_internal.base_type(type oid) RETURNS oid
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH RECURSIVE base(oid, typtype, typbasetype) AS (
        SELECT t.oid, t.typtype, t.typbasetype FROM pg_type t WHERE t.oid = base_type.type
        UNION ALL
        SELECT t.oid, t.typtype, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.typbasetype
        WHERE b.typtype = 'd')
    SELECT b.oid FROM base b WHERE b.typtype <> 'd';
END;
COMMENT ON FUNCTION hbase_internal.base_type(oid) IS 'base type of a domain over domains';

CREATE FUNCTION hbase_internal.key_columns(relation regclass) RETURNS name[]
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT COALESCE((
        SELECT k.columns
        FROM pg_index i,
             LATERAL (SELECT COALESCE(array_agg(a.attname ORDER BY u.n), '{}') AS columns,
                             bool_and(a.attnotnull) AS filled
                      FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY u(attnum, n)
                      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = u.attnum) k
        WHERE i.indrelid = relation AND i.indisunique AND i.indimmediate AND i.indisvalid
          AND i.indpred IS NULL AND i.indexprs IS NULL AND k.filled
        ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid
        LIMIT 1), '{}');
END;
COMMENT ON FUNCTION hbase_internal.key_columns(regclass)
    IS 'columns of a table''s primary key, or of a unique index over NOT NULL columns; {} if there is none';

-- Each table of an inheritance tree has a mapping of its own, because its key is unique in its own rows only.
CREATE FUNCTION hbase_internal.own_rows(relation regclass) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN (SELECT concat(CASE WHEN c.relkind = 'r' AND c.relhassubclass THEN 'ONLY ' END,
                       hbase_internal.sql_relation(relation))
            FROM pg_class c WHERE c.oid = relation);
COMMENT ON FUNCTION hbase_internal.own_rows(regclass)
    IS 'SQL of a table after FROM, without the rows of tables that inherit from it';

CREATE FUNCTION hbase_internal.any_row(relation regclass, condition text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    found pg_catalog.bool;
BEGIN
    EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %s)',
        hbase_internal.own_rows(relation), condition)
        INTO found;
    RETURN found;
END $$;
COMMENT ON FUNCTION hbase_internal.any_row(regclass, text) IS 'true if a row of a table satisfies a condition';

-- The microseconds of the time of day, for all types with one.
CREATE FUNCTION hbase_internal.has_microseconds(relation regclass, name name) RETURNS boolean
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN hbase_internal.any_row(relation, format(
        'EXTRACT(microseconds FROM %I)::pg_catalog.int8 OPERATOR(pg_catalog.%%) 1000 OPERATOR(pg_catalog.<>) 0',
        name));
COMMENT ON FUNCTION hbase_internal.has_microseconds(regclass, name)
    IS 'true if a column has a time with microseconds';

CREATE FUNCTION hbase_internal.is_readable(relation regclass) RETURNS boolean
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN (SELECT has_schema_privilege(c.relnamespace, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
            FROM pg_class c WHERE c.oid = relation);
COMMENT ON FUNCTION hbase_internal.is_readable(regclass) IS 'true if the role may read a table';

CREATE FUNCTION hbase_internal.comment_line(remark text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN format(E'-- %s\n', translate(remark, E'\n\r', '  '));
COMMENT ON FUNCTION hbase_internal.comment_line(text) IS 'SQL comment line of any text';

-- Values as arguments of jsonb_build_array() or jsonb_build_object(): independent of the reader's TimeZone and
-- bytea_output.
CREATE FUNCTION hbase_internal.json_value(column_name text, type oid) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN CASE hbase_internal.base_type(type)
        WHEN 'timestamptz'::regtype
        THEN format('CASE WHEN %1$s >= ''0001-01-01Z'' AND %1$s < ''infinity'' '
                    'THEN to_char(%1$s AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'') '
                    'ELSE to_json(%1$s) #>> ''{}'' END', column_name)
        WHEN 'bytea'::regtype THEN format('''\x'' || encode(%s, ''hex'')', column_name)
        ELSE column_name END;
COMMENT ON FUNCTION hbase_internal.json_value(text, oid) IS 'SQL of a value that is put into jsonb';

-- A function has at most 100 arguments.
CREATE FUNCTION hbase_internal.json_call(name text, arguments text[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT COALESCE(string_agg(format('%s(%s)', name, c.text), ' || ' ORDER BY c.n), format('%s()', name))
    FROM (SELECT (u.n - 1) / 40 AS n, string_agg(u.argument, ', ' ORDER BY u.n) AS text
          FROM unnest(arguments) WITH ORDINALITY u(argument, n)
          GROUP BY 1) c;
END;
COMMENT ON FUNCTION hbase_internal.json_call(text, text[])
    IS 'calls of jsonb_build_array() or jsonb_build_object() with at most 40 values each';

CREATE FUNCTION hbase_internal.propose_digest(relation regclass) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN format('md5((%s)::text)::uuid', hbase_internal.json_call('jsonb_build_array', ARRAY(
        SELECT hbase_internal.json_value(format('t.%I', a.attname), a.atttypid)
        FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY a.attnum)));
COMMENT ON FUNCTION hbase_internal.propose_digest(regclass) IS 'SQL of the digest of a row of the table t';

CREATE FUNCTION hbase_internal.proposed_name(name text, others text[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.refuse_long_names(array_append(others, $1));
    SELECT concat(p.name, CASE
        WHEN p.name <> $1
         AND EXISTS (SELECT FROM unnest(others) o
                     WHERE o <> $1 AND regexp_replace(o, '[^A-Za-z0-9_]', '_', 'g') = p.name)
        THEN format('_%s', left(md5($1), 8)) END)
    FROM regexp_replace($1, '[^A-Za-z0-9_]', '_', 'g') p(name);
END;
COMMENT ON FUNCTION hbase_internal.proposed_name(text, text[])
    IS 'valid HBase table name, distinguished from other names by digits of a digest';

CREATE FUNCTION hbase_internal.proposed_table(relation regclass, namespace text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT concat(NULLIF(concat(m.name, CASE WHEN m.name = ANY ('{default,hbase}') THEN '_' END, ':'), ':'),
        hbase_internal.proposed_name(c.relname, ARRAY(
            SELECT o.relname::text FROM pg_class o
            WHERE o.relnamespace = c.relnamespace AND o.relkind = ANY ('{r,p}') AND NOT o.relispartition)))
    FROM pg_class c
    JOIN pg_namespace s ON s.oid = c.relnamespace,
         LATERAL (SELECT COALESCE(namespace, CASE WHEN s.nspname <> 'public' THEN hbase_internal.proposed_name(
                      s.nspname, ARRAY(SELECT o.nspname::text FROM pg_namespace o)) END)) m(name)
    WHERE c.oid = relation;
END;
COMMENT ON FUNCTION hbase_internal.proposed_table(regclass, text)
    IS 'name of an HBase table, in a namespace (NULL: of the schema, but none for the schema public)';

-- A view may be replaced if it is a mapping of the table.
CREATE FUNCTION hbase_internal.is_free(view text, relation regclass) RETURNS boolean
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN CASE
        WHEN to_regclass(view) IS NULL THEN true
        WHEN (SELECT c.relkind <> 'v' FROM pg_class c WHERE c.oid = to_regclass(view)) THEN false
        ELSE hbase_internal.is_shaped(to_regclass(view))
         AND EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
                     WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
                       AND d.refobjid = relation AND w.ev_class = to_regclass(view)) END;
COMMENT ON FUNCTION hbase_internal.is_free(text, regclass)
    IS 'true if no relation has this name, or a mapping of a table';

-- The name of a view: the table's name and _h, or _h2 and so on if others have it. In 63 bytes.
CREATE FUNCTION hbase_internal.proposed_view(schema text, name text, relation regclass) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH RECURSIVE beginning AS (
        SELECT CASE WHEN octet_length(proposed_view.name) <= 58 THEN proposed_view.name
                    ELSE (SELECT format('%s_%s', left(s.beginning, n), left(md5(proposed_view.name), 8))
                          FROM (SELECT left(proposed_view.name, 49) OFFSET 0) s(beginning),
                               generate_series(49, 0, -1) n
                          WHERE octet_length(left(s.beginning, n)) <= 49
                          ORDER BY n DESC
                          LIMIT 1) END AS name),
    candidate(n, view, free) AS (
        SELECT 1, v.view, hbase_internal.is_free(v.view, relation)
        FROM beginning b, LATERAL (SELECT format('%I.%I', schema, b.name || '_h')) v(view)
        UNION ALL
        SELECT c.n + 1, v.view, hbase_internal.is_free(v.view, relation)
        FROM candidate c, beginning b,
             LATERAL (SELECT format('%I.%I', schema, format('%s_h%s', b.name, c.n + 1))) v(view)
        WHERE NOT c.free AND c.n < 999)
    SELECT c.view FROM candidate c ORDER BY c.n DESC LIMIT 1;
END;
COMMENT ON FUNCTION hbase_internal.proposed_view(text, text, regclass) IS 'name of the view that maps a table';

CREATE FUNCTION hbase_internal.default_view(relation regclass) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN (SELECT hbase_internal.proposed_view(s.nspname, c.relname, c.oid)
            FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE c.oid = relation);
COMMENT ON FUNCTION hbase_internal.default_view(regclass) IS 'name of the view that maps a table, in its schema';
