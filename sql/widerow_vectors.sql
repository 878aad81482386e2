-- Wide rows against a running HBase: visibility.tsv, mutate.tsv, increment.tsv,
-- cellorder.tsv, through the SQL functions.

CREATE SCHEMA widerow_vectors_test;
SET search_path = widerow_vectors_test, public;

-- ---- visibility.tsv ---------------------------------------------------------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/visibility.tsv"`
CREATE TABLE visibility AS
SELECT no, c[2] AS settings, c[3] AS ops, c[4] AS read, c[5] AS memstore, c[6] AS flushed, c[7] AS compacted, c[8] AS ops_after, c[9] AS after
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';

CREATE TYPE family AS (versions int, min_versions int, ttl bigint, keep text, newer boolean);
CREATE FUNCTION family_of(settings text) RETURNS family LANGUAGE sql IMMUTABLE
RETURN ROW((regexp_match(settings, '(?:^| )VERSIONS=(\d+)'))[1]::int, coalesce((regexp_match(settings, 'MIN_VERSIONS=(\d+)'))[1]::int, 0),
           (regexp_match(settings, 'TTL=(\d+)'))[1]::bigint, coalesce((regexp_match(settings, 'KEEP_DELETED_CELLS=(\w+)'))[1], 'FALSE'),
           settings ~ 'NEW_VERSION_BEHAVIOR=true')::family;
CREATE FUNCTION the_time() RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN to_timestamp(1700000000);
CREATE FUNCTION ts_of(t text) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN t LIKE 'now%' THEN 1700000000000 + replace(t, 'now', '')::bigint ELSE t::bigint END;

-- What a row is after operations such as put(q,5,a) delcols(q,3) delfam(2).
CREATE FUNCTION applied(w widerow, f family, ops text) RETURNS widerow LANGUAGE plpgsql AS $$
DECLARE
    op text[];
    cell widerow;
BEGIN
    FOR op IN SELECT regexp_matches(ops, '(\w+)\(([^,)]*),?([^,)]*),?([^)]*)\)', 'g') LOOP
        cell := CASE op[1]
            WHEN 'put' THEN widerow_put(NULL, op[2], op[4], ts_of(op[3]))
            WHEN 'del' THEN widerow_delete_version(NULL, op[2], ts_of(op[3]))
            WHEN 'dellatest' THEN widerow_delete_version(NULL, op[2], coalesce(
                (SELECT ts FROM widerow_versions(widerow_visible(w, 1, max_versions => f.versions, min_versions => f.min_versions, ttl => f.ttl, keep_deleted => f.keep, now => the_time(), new_version_behavior => f.newer), op[2])),
                ts_of('now0')))
            WHEN 'delcols' THEN widerow_delete(NULL, op[2], ts_of(op[3]))
            WHEN 'delfam' THEN widerow_delete_family(NULL, ts_of(op[2]))
            WHEN 'delfamver' THEN widerow_delete_family_version(NULL, ts_of(op[2]))
        END;
        w := CASE WHEN f.newer THEN widerow_apply(w, cell) ELSE w || cell END;
    END LOOP;
    RETURN w;
END $$;

-- What a read such as "get versions=2 time=[0,3)" shows of it.
CREATE FUNCTION shown(w widerow, f family, read text) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg(CASE WHEN read LIKE 'raw%' THEN type || ':' ELSE '' END || convert_from(qualifier, 'UTF8') || '@'
               || CASE WHEN ts > 1000 THEN 'now' || coalesce(nullif(ts - 1700000000000, 0)::text, '') ELSE ts::text END || '=' || convert_from(value, 'UTF8'), ' ' ORDER BY ordinality), '')
    FROM widerow_cells(widerow_visible(w, nullif((regexp_match(read, 'versions=(\w+)'))[1], 'all')::int,
             coalesce((regexp_match(read, 'time=\[(\d+)'))[1], (regexp_match(read, ' ts=(\d+)'))[1])::bigint,
             coalesce((regexp_match(read, 'time=\[\d+,(\d+)'))[1]::bigint, (regexp_match(read, ' ts=(\d+)'))[1]::bigint + 1),
             read LIKE 'raw%', f.versions, f.min_versions, f.ttl, f.keep, the_time(), f.newer)) WITH ORDINALITY
$$;
CREATE FUNCTION expected(result text) RETURNS text LANGUAGE sql IMMUTABLE RETURN regexp_replace(result, 'now\+\d+', 'now', 'g');

CREATE TABLE result AS
SELECT no, settings, v.read, shown(w, f, v.read) = expected(memstore) AS memstore,
       shown(widerow_flush(w, f.versions, f.min_versions, f.ttl, f.keep, the_time(), f.newer), f, v.read) = expected(flushed) AS flushed,
       shown(c, f, v.read) = expected(compacted) AS compacted,
       shown(applied(c, f, ops_after), f, v.read) = expected(after) AS after
FROM visibility v, family_of(settings) f, applied(NULL, f, ops) w, widerow_compact(w, f.versions, f.min_versions, f.ttl, f.keep, the_time(), f.newer) c;
SELECT count(*) AS cases, count(*) FILTER (WHERE memstore) AS memstore, count(*) FILTER (WHERE flushed) AS flushed, count(*) FILTER (WHERE compacted) AS compacted, count(*) FILTER (WHERE after) AS after FROM result;
-- Two reads differ after the compaction: there HBase does not open the memstore, whose only cell is newer than the range.
SELECT settings, read FROM result WHERE NOT (memstore AND flushed AND compacted AND after);

-- ---- mutate.tsv and increment.tsv --------------------------------------------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/mutate.tsv"`
CREATE TABLE mutate AS
SELECT no, c[1] AS op, decode(nullif(c[2], '\N'), 'hex') AS before, nullif(c[3], '\N') AS argument, c[4] AS returned, c[5] AS after
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';

-- All columns, as the vectors write them.
CREATE FUNCTION columns_of(w widerow) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg(convert_from(qualifier, 'UTF8') || '=' || encode(value, 'hex'), ' ' ORDER BY qualifier), '') FROM widerow_cells(widerow_visible(w))
$$;
CREATE FUNCTION mutated(op text, before bytea, argument text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    w widerow := widerow_put(NULL, 'q', before, 1);
    passed boolean;
    operators jsonb := '{"LESS": "<", "LESS_OR_EQUAL": "<=", "EQUAL": "=", "NOT_EQUAL": "!=", "GREATER_OR_EQUAL": ">=", "GREATER": ">"}';
BEGIN
    IF op = 'increment' THEN
        BEGIN
            w := widerow_increment(w, 'q', argument::bigint, 2);
        EXCEPTION WHEN invalid_parameter_value THEN
            RETURN ARRAY['!DoNotRetryIOException', columns_of(w)];
        END;
        RETURN ARRAY[widerow_get(w, 'q', NULL::bigint)::text, columns_of(w)];
    ELSIF op = 'append' THEN
        w := widerow_append(w, 'q', decode(argument, 'hex'), 2);
        RETURN ARRAY[encode(w -> 'q', 'hex'), columns_of(w)];
    END IF;
    passed := widerow_matches(w, 'q', coalesce(operators ->> split_part(op, ' ', 2), '='), decode(argument, 'hex'));
    RETURN ARRAY[passed::text, columns_of(CASE WHEN passed THEN widerow_put(w, 'z', '1', 2) ELSE w END)];
END $$;
SELECT split_part(op, ' ', 1) AS op, count(*) AS cases,
       count(*) FILTER (WHERE mutated(op, before, argument) = ARRAY[returned, after]) AS equal
FROM mutate GROUP BY 1 ORDER BY 1;

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/increment.tsv"`
SELECT count(*) AS increments, count(*) FILTER (WHERE widerow_increment(widerow_build('q', decode(c[1], 'hex')), 'q', c[2]::bigint) -> 'q' = decode(c[3], 'hex')) AS equal
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';

-- ---- cellorder.tsv -------------------------------------------------------------

-- Of the cells of one row and family (those that HBase takes from a client): cells come in the order of their rank.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/cellorder.tsv"`
CREATE TABLE cellorder AS
SELECT c[1] AS list, c[3] AS row, c[4] AS family, decode(c[5], 'hex') AS qualifier, c[6]::bigint AS ts, c[7] AS type, c[8]::int AS rank
FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c WHERE no > 1 AND line <> '';
CREATE FUNCTION cell(qualifier bytea, ts bigint, type text) RETURNS widerow LANGUAGE sql
RETURN CASE type WHEN 'Put' THEN CASE WHEN ts = 9223372036854775807 THEN widerow_put(NULL, qualifier, '') ELSE widerow_put(NULL, qualifier, '', ts) END
    WHEN 'Delete' THEN widerow_delete_version(NULL, qualifier, ts) WHEN 'DeleteColumn' THEN widerow_delete(NULL, qualifier, ts)
    WHEN 'DeleteFamily' THEN widerow_delete_family(NULL, ts) ELSE widerow_delete_family_version(NULL, ts) END;
SELECT count(*) AS rows_and_families, sum(cells) AS cells, bool_and(in_order) AS in_order
FROM (SELECT count(*) AS cells, array_agg(ARRAY[encode(qualifier, 'hex'), ts::text, type] ORDER BY rank)
          = (SELECT array_agg(ARRAY[encode(c.qualifier, 'hex'), c.ts::text, c.type]) FROM widerow_cells(widerow_merge(cell(o.qualifier, o.ts, o.type) ORDER BY ts = 9223372036854775807)) c) AS in_order
      FROM (SELECT DISTINCT list, row, family, qualifier, ts, type, min(rank) AS rank FROM cellorder WHERE ts >= 0 AND (ts < 9223372036854775807 OR type = 'Put') GROUP BY 1, 2, 3, 4, 5, 6) o
      GROUP BY list, row, family) g;
