-- Java's bytes through SQL: every vector whose value PostgreSQL has, from the
-- value and back.  (test/unit/test_encoding.c takes the others too.)

CREATE TEMP TABLE vectors (file text, type text, descending boolean, input text, hex text);

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/bytes.tsv"`
INSERT INTO vectors SELECT 'bytes', f[1], false, f[2], f[3]
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/orderedbytes.tsv"`
INSERT INTO vectors SELECT 'ordered', f[1], f[2] = 'desc', f[3], f[4]
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/phoenix.tsv"`
INSERT INTO vectors SELECT 'phoenix', f[1], f[2] = 'desc', f[3], f[4]
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
SELECT file, count(*) AS vectors FROM vectors GROUP BY file ORDER BY file;

-- What SQL has no value for: U+0000, nanoseconds, NULL (which encodes to NULL).
-- Rows of defects are for the unit tests.
DELETE FROM vectors
WHERE input LIKE '%\\u0000%' OR input = '\N' OR input ~ '\.\d{6}\d*[1-9]\d*$' AND type LIKE '%TIMESTAMP'
   OR type IN ('numeric_bug', 'DECIMAL_range', 'BOOLEAN_api', 'reverse_long', 'bigdecimal_negscale');

-- How the files write text, and how many decimal digits a number has.
CREATE FUNCTION unescape(t text) RETURNS text LANGUAGE sql IMMUTABLE RETURN ('"' || replace(t, '"', '\"') || '"')::jsonb #>> '{}';
CREATE FUNCTION digits(n numeric) RETURNS int LANGUAGE sql IMMUTABLE RETURN length(trim('0' FROM translate(n::text, '-.', '')));

-- The SQL type of each, and the format's own name.
CREATE TEMP TABLE types (file text, type text, sql_type text, as_type text);
INSERT INTO types VALUES
    ('bytes', 'boolean', 'boolean', NULL), ('bytes', 'byte', 'smallint', 'byte'), ('bytes', 'short', 'smallint', NULL),
    ('bytes', 'int', 'integer', NULL), ('bytes', 'long', 'bigint', NULL), ('bytes', 'vint', 'bigint', 'vint'),
    ('bytes', 'float', 'real', NULL), ('bytes', 'double', 'double precision', NULL), ('bytes', 'bigdecimal', 'numeric', NULL),
    ('bytes', 'string', 'text', NULL), ('bytes', 'uuid', 'uuid', NULL),
    ('ordered', 'int8', 'smallint', 'OrderedInt8'), ('ordered', 'int16', 'smallint', NULL), ('ordered', 'int32', 'integer', NULL),
    ('ordered', 'int64', 'bigint', NULL), ('ordered', 'float32', 'real', NULL), ('ordered', 'float64', 'double precision', NULL),
    ('ordered', 'numeric', 'numeric', NULL), ('ordered', 'numeric_double', 'double precision', 'numeric'),
    ('ordered', 'numeric_long', 'bigint', 'numeric'), ('ordered', 'string', 'text', NULL),
    ('ordered', 'blobvar', 'bytea', NULL), ('ordered', 'blobcopy', 'bytea', 'blob_copy');
INSERT INTO types
SELECT DISTINCT 'phoenix', type,
       CASE WHEN type LIKE '%TINYINT' OR type LIKE '%SMALLINT' THEN 'smallint'
            WHEN type IN ('INTEGER', 'UNSIGNED_INT') THEN 'integer' WHEN type IN ('BIGINT', 'UNSIGNED_LONG') THEN 'bigint'
            WHEN type LIKE '%FLOAT' THEN 'real' WHEN type LIKE '%DOUBLE' THEN 'double precision'
            WHEN type = 'DECIMAL' THEN 'numeric' WHEN type = 'BOOLEAN' THEN 'boolean'
            WHEN type LIKE '%CHAR%' THEN 'text' WHEN type LIKE '%BINARY%' THEN 'bytea' ELSE 'timestamp' END,
       type
FROM vectors WHERE file = 'phoenix';
SELECT DISTINCT type AS without_type FROM vectors LEFT JOIN types USING (file, type) WHERE types.type IS NULL;

-- One vector: what is right about it.  CHAR(n) and BINARY(n) come back without
-- and with their padding, so of them the bytes alone must come back.
CREATE FUNCTION try(v vectors, t types, OUT encoded boolean, OUT decoded boolean, OUT refused boolean) LANGUAGE plpgsql AS $$
DECLARE
    literal text := CASE WHEN t.sql_type = 'bytea' THEN '\x' || v.input ELSE unescape(v.input) END;
    too_long boolean := t.sql_type = 'numeric' AND t.file <> 'bytes' AND digits(literal::numeric) > CASE t.file WHEN 'ordered' THEN 31 ELSE 38 END;
    as_type text := CASE WHEN NOT too_long THEN t.as_type WHEN t.file = 'ordered' THEN 'numeric_rounded' ELSE 'DECIMAL_ROUNDED' END;
    same text := CASE WHEN too_long OR t.as_type LIKE '%(%' THEN 'true' ELSE 'rowkey_decode($1, NULL::%1$s, %2$L, $2, %3$L) = %4$L::%1$s' END;
BEGIN
    IF v.hex NOT LIKE '!%' THEN
        EXECUTE format('SELECT rowkey_encode(%4$L::%1$s, %2$L, $2, %3$L) = $1,
                               rowkey_encode(rowkey_decode($1, NULL::%1$s, %2$L, $2, %3$L), %2$L, $2, %3$L) = $1 AND ' || same,
                       t.sql_type, t.file, as_type, literal)
        INTO encoded, decoded USING decode(v.hex, 'hex')::rowkey, v.descending;
    END IF;
    IF v.hex LIKE '!%' OR too_long THEN
        refused := false;
        EXECUTE format('SELECT rowkey_encode(%4$L::%1$s, %2$L, $1, %3$L)', t.sql_type, t.file, t.as_type, literal)
        USING v.descending;
    END IF;
EXCEPTION WHEN numeric_value_out_of_range OR string_data_right_truncation OR character_not_in_repertoire THEN
    refused := true;
END $$;

SELECT file, type, count(*) AS vectors,
       count(*) FILTER (WHERE encoded) AS encoded, count(*) FILTER (WHERE decoded) AS decoded, count(*) FILTER (WHERE refused) AS refused,
       count(*) FILTER (WHERE NOT coalesce(encoded AND decoded, refused)) AS wrong
FROM vectors v JOIN types t USING (file, type), try(v, t)
GROUP BY ROLLUP (file, type) ORDER BY file, type;

-- The same names in a layout: Phoenix's bytes, or an error.  A date there has no time of day, a time no date.
CREATE FUNCTION as_key(v vectors, t types, OUT same boolean, OUT reason text) LANGUAGE plpgsql AS $$
DECLARE
    literal text := CASE WHEN t.sql_type = 'bytea' THEN '\x' || v.input ELSE unescape(v.input) END;
    sql_type text := CASE WHEN v.type LIKE '%DATE' THEN CASE v.type WHEN 'DATE' THEN 'date' ELSE 'timestamptz' END WHEN v.type LIKE '%TIME' THEN 'time' WHEN v.type LIKE 'UNSIGNED_TIMESTAMP' THEN 'timestamptz' ELSE t.sql_type END;
BEGIN
    EXECUTE format('SELECT rowkey_compose(%L, %L::%s)::bytea = $1', 'v ' || v.type, CASE WHEN sql_type = 'timestamptz' THEN literal || '+00' ELSE literal END, sql_type) INTO same USING decode(v.hex, 'hex');
EXCEPTION WHEN OTHERS THEN
    reason := SQLERRM;
END $$;
SELECT type, count(same) AS composed, count(*) FILTER (WHERE NOT same) AS wrong, min(reason) FILTER (WHERE reason LIKE 'ambiguous%') AS refused
FROM vectors v JOIN types t USING (file, type), as_key(v, t)
WHERE file = 'phoenix' AND hex NOT LIKE '!%' AND NOT descending AND NOT (type = 'DATE' AND input !~ ' 00:00:00(\.0*)?$') AND NOT (type LIKE '%TIME' AND input NOT LIKE '1970-01-01 %')
GROUP BY type ORDER BY type;
DROP FUNCTION as_key;

-- numeric_send is another way to a numeric's digits: they agree on every form.
SELECT count(*) AS numerics,
       count(*) FILTER (WHERE hbase_decode(hbase_encode(n, 'bytes'), n, 'bytes')::text = n::text
                          AND numeric_send(hbase_decode(hbase_encode(n, 'bytes'), n, 'bytes')) = numeric_send(n)
                          AND hbase_encode(n, 'string') = n::text::bytea) AS agree
FROM (SELECT (sign * whole * 10::numeric ^ exponent)::numeric
      FROM unnest('{-1, 1}'::int[]) sign, unnest('{0, 1, 9999, 10000, 10001, 123456789.987654321}'::numeric[]) whole, generate_series(-40, 300, 17) exponent
      UNION ALL SELECT round(1234.5678, scale) FROM generate_series(-3, 200) scale
      UNION ALL VALUES (repeat('9', 1000)::numeric), (('0.' || repeat('1', 1000))::numeric), (1e-300), (-1e-16383), (-1e131071)) v(n);

DROP FUNCTION try, unescape, digits;
