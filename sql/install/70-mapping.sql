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

CREATE FUNCTION hbase_internal.any_row(relation regclass, condition text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    found pg_catalog.bool;
BEGIN
    EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %s)',
        hbase_internal.sql_relation(relation), condition)
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

CREATE FUNCTION hbase_internal.comment_line(remark text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN format(E'-- %s\n', translate(remark, E'\n\r', '  '));
COMMENT ON FUNCTION hbase_internal.comment_line(text) IS 'SQL comment line of any text';

CREATE FUNCTION hbase_internal.propose_object(relation regclass, without name[]) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    -- independent of the reader's TimeZone and bytea_output
    SELECT COALESCE(string_agg(format('%L, %s', a.attname,
               CASE b.type
                   WHEN 'timestamptz'::regtype
                   THEN format('CASE WHEN c.%1$I >= ''0001-01-01Z'' AND c.%1$I < ''infinity'' '
                               'THEN to_char(c.%1$I AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'') '
                               'ELSE to_json(c.%1$I) #>> ''{}'' END', a.attname)
                   WHEN 'bytea'::regtype THEN format('''\x'' || encode(c.%I, ''hex'')', a.attname)
                   ELSE format('c.%I', a.attname) END), ', ' ORDER BY a.attnum), '')
    FROM pg_attribute a, LATERAL hbase_internal.base_type(a.atttypid) b(type)
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (without);
END;
COMMENT ON FUNCTION hbase_internal.propose_object(regclass, name[])
    IS 'arguments of jsonb_build_object() for the columns of a child table';

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

-- The name of a view: the table's name, truncated, and _h, in 63 bytes.
CREATE FUNCTION hbase_internal.proposed_view(schema text, name text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format('%I.%I', schema, format('%s_h', (
        SELECT left(s.beginning, n)
        FROM (SELECT left(proposed_view.name, 61) OFFSET 0) s(beginning), generate_series(61, 0, -1) n
        WHERE octet_length(left(s.beginning, n)) <= 61
        ORDER BY n DESC
        LIMIT 1)));
END;
COMMENT ON FUNCTION hbase_internal.proposed_view(text, text) IS 'name of the view that maps a table';
