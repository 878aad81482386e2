-- JSON values as Avro: against Java's bytes, what JSON becomes, schemas, errors.

CREATE SCHEMA avro_test;
SET search_path = avro_test, public;
\pset format unaligned

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

-- ---- values and bytes of Java's Avro, and schemas that it takes or refuses ------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/avro.tsv"`
CREATE TABLE vector AS
SELECT no, c[1] AS way, replace(c[2], '\\', '\') AS schema, CASE WHEN c[3] <> '\N' THEN replace(c[3], '\\', '\')::jsonb END AS json, c[4] AS hex
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c
WHERE no > 1;

CREATE FUNCTION is_schema(schema text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM avro_decode('', schema);
    RETURN true;
EXCEPTION WHEN invalid_parameter_value OR numeric_value_out_of_range THEN
    RETURN false;
WHEN invalid_binary_representation THEN
    RETURN true;
END $$;
SELECT way, count(*) AS vectors, count(*) FILTER (WHERE CASE way
        WHEN 'schema' THEN is_schema(schema) = (hex = '')
        ELSE (way = 'decode' OR encode(avro_encode(json, schema), 'hex') = hex)
         AND (way = 'encode' OR avro_decode(decode(hex, 'hex'), schema) = json) END) AS equal
FROM vector GROUP BY 1 ORDER BY 1;

-- ---- what JSON becomes ------------------------------------------------------------

CREATE FUNCTION tour(value jsonb, schema text, OUT bytes bytea, OUT back jsonb) LANGUAGE sql AS $$
    SELECT avro_encode(value, schema), avro_decode(avro_encode(value, schema), schema) $$;

SELECT * FROM (VALUES
    ('null', '"null"'), ('true', '"boolean"'), ('-64', '"int"'), ('9223372036854775807', '"long"'), ('0.1', '"float"'), ('0.1', '"double"'),
    ('1e308', '"double"'), ('"NaN"', '"double"'), ('"-Infinity"', '"float"'), ('"foo"', '"string"'), ('"\\xAB01"', '"bytes"'),
    ('"\\x0102"', '{"type": "fixed", "name": "f", "size": 2}'), ('"b"', '{"type": "enum", "name": "e", "symbols": ["a", "b"]}'),
    ('[3, 27]', '{"type": "array", "items": "long"}'), ('[]', '{"type": "array", "items": "long"}'), ('[null, null]', '{"type": "array", "items": "null"}'),
    ('{"k": 1, "a": 2}', '{"type": "map", "values": "int"}'),
    ('"a"', '["null", "string"]'), ('null', '["null", "string"]'),
    -- logical types are the types below them
    ('20000', '{"type": "int", "logicalType": "date"}'), ('"\\x04d2"', '{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}'),
    -- a number goes to the first branch that holds it as it is
    ('5', '["int", "long", "double"]'), ('5000000000', '["int", "long", "double"]'), ('0.5', '["int", "float", "double"]'), ('0.1', '["int", "float", "double"]'),
    ('9007199254740993', '["double", "long"]'), ('0.1', '["null", "float"]'),
    -- an object to the first record of its keys
    ('{"b": 1}', '[{"type": "record", "name": "A", "fields": [{"name": "a", "type": "int"}]}, {"type": "record", "name": "B", "fields": [{"name": "b", "type": "int"}]}]'),
    -- what is left out is the default, or null
    ('{}', '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int", "default": 7}, {"name": "b", "type": ["null", "int"]}, {"name": "c", "type": ["string", "null"], "default": "x"}, {"name": "d", "type": "bytes", "default": "aÿ"}]}'),
    ('{"a": 1, "c": null, "d": "\\x"}', '{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int", "default": 7}, {"name": "b", "type": ["null", "int"]}, {"name": "c", "type": ["string", "null"], "default": "x"}, {"name": "d", "type": "bytes", "default": "aÿ"}]}'),
    -- a type by its name: within itself, in a namespace
    ('{"v": 1, "next": {"v": 2}}', '{"type": "record", "name": "n.node", "fields": [{"name": "v", "type": "int"}, {"name": "next", "type": ["null", "node"]}]}')) v(json, schema), tour(json::jsonb, schema);
-- one schema for each row
SELECT avro_encode('1', schema) FROM (VALUES ('"int"'), ('"double"'), ('"int"'), ('["null", "int"]')) s(schema);
SELECT avro_encode(NULL, '"int"') IS NULL AND avro_decode('\x02', NULL) IS NULL AS strict;

-- ---- schemas that are refused ------------------------------------------------------

SELECT schema, failure(format('SELECT avro_encode(''{}'', %L)', schema)) FROM (VALUES
    ('int'), ('"integer"'), ('1'), ('{}'), ('{"type": "array"}'), ('{"type": "map"}'), ('{"type": "array", "items": ["null", 1]}'),
    ('[]'), ('["int", "int"]'), ('["null", ["int"]]'),
    ('{"type": "fixed", "name": "f"}'), ('{"type": "fixed", "name": "f", "size": "1"}'), ('{"type": "fixed", "name": "f", "size": -1}'),
    ('{"type": "fixed", "name": "f", "size": 1.5}'), ('{"type": "fixed", "name": "f", "size": 2147483647}'), ('{"type": "fixed", "size": 1}'),
    ('{"type": "fixed", "name": "1f", "size": 1}'), ('{"type": "fixed", "name": "a..f", "size": 1}'), ('{"type": "fixed", "name": "int", "size": 1}'),
    ('{"type": "fixed", "name": "f", "namespace": 1, "size": 1}'), ('{"type": "fixed", "name": "f", "namespace": "a-b", "size": 1}'),
    ('{"type": "enum", "name": "e"}'), ('{"type": "enum", "name": "e", "symbols": [1]}'), ('{"type": "enum", "name": "e", "symbols": ["a-b"]}'),
    ('{"type": "enum", "name": "e", "symbols": ["a", "a"]}'), ('{"type": "enum", "name": "e", "symbols": ["a"], "default": "b"}'),
    ('{"type": "record", "name": "r"}'), ('{"type": "record", "name": "r", "fields": [1]}'), ('{"type": "record", "name": "r", "fields": [{"name": "a"}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": {"type": "array", "items": "x"}}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": {"type": "fixed", "name": "r", "size": 1}}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": "r"}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": "int", "default": "x"}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": "bytes", "default": "Ā"}]}'),
    ('{"type": "record", "name": "r", "fields": [{"name": "a", "type": {"type": "array", "items": "r"}, "default": [{}]}]}')) s(schema);
SELECT failure($$SELECT avro_encode('1', repeat('{"type": "array", "items": ', 65) || '"int"' || repeat('}', 65))$$);
SELECT failure($$SELECT avro_encode('1', '"int"' || repeat(' ', 1048576))$$);
SELECT failure(format($$SELECT avro_encode('{}', %L)$$, '[{"type": "record", "name": "r0", "fields": [{"name": "a", "type": "string", "default": "0123456789"}]}'
    || (SELECT string_agg(format(', {"type": "record", "name": "r%s", "fields": [{"name": "a", "type": "r%s", "default": {}}, {"name": "b", "type": "r%s", "default": {}}]}', i, i - 1, i - 1), '' ORDER BY i) FROM generate_series(1, 60) i) || ']'));

-- ---- values that do not fit ----------------------------------------------------------

CREATE FUNCTION line_schema() RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT
    '{"type": "record", "name": "order", "fields": [{"name": "id", "type": "long"}, {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "line", "fields": [{"name": "quantity", "type": "int"}]}}}]}' $$;
SELECT json, schema, failure(format('SELECT avro_encode(%L, %L)', json, schema)) FROM (VALUES
    ('1', '"null"'), ('1', '"boolean"'), ('1', '"string"'), ('"a"', '"int"'), ('2147483648', '"int"'), ('1.5', '"long"'), ('9223372036854775808', '"long"'),
    ('1e39', '"float"'), ('1e309', '"double"'), ('1e-400', '"double"'), ('"nan"', '"double"'), ('"a"', '"bytes"'), ('"\\xf"', '"bytes"'), ('"\\xfg"', '"bytes"'),
    ('"\\xff"', '{"type": "fixed", "name": "f", "size": 2}'), ('"c"', '{"type": "enum", "name": "e", "symbols": ["a", "b"]}'),
    ('{}', '{"type": "array", "items": "int"}'), ('[]', '{"type": "map", "values": "int"}'), ('true', '["null", "string"]'), ('{"string": "a"}', '["null", "string"]'),
    ('1', line_schema()), ('{"id": 1}', line_schema()), ('{"id": 1, "lines": [], "note": 1}', line_schema()),
    ('{"id": 1, "lines": [{"quantity": 1}, {"quantity": "a"}]}', line_schema()),
    ('{"a": {"b": 1}}', '{"type": "map", "values": {"type": "map", "values": "string"}}')) v(json, schema);
SELECT failure(format($$SELECT avro_encode(%L, '{"type": "record", "name": "n", "fields": [{"name": "x", "type": ["null", "n"]}]}')$$, repeat('{"x": ', 501) || 'null' || repeat('}', 501)));
SELECT failure($$SELECT avro_encode(to_jsonb(array_fill('{}'::json, ARRAY[500])), '{"type": "array", "items": {"type": "record", "name": "r", "fields": [{"name": "a", "type": "string", "default": "' || repeat('a', 600000) || '"}]}}')$$);

-- ---- bytes that are not of the schema --------------------------------------------------

SELECT bytes, schema, failure(format('SELECT avro_decode(%L, %L)', bytes, schema)) FROM (VALUES
    ('\x', '"int"'), ('\x0202', '"int"'), ('\x80', '"int"'), ('\x8080808010', '"int"'), ('\xffffffffffffffffff02', '"long"'), ('\x02', '"boolean"'), ('\x0000', '"float"'),
    ('\x06', '{"type": "enum", "name": "e", "symbols": ["a", "b"]}'), ('\x04ff', '["null", "string"]'), ('\x01', '["null", "string"]'),
    ('\x02ff', '"string"'), ('\x0200', '"string"'), ('\xfeffffffff7f', '"bytes"'), ('\x01', '"bytes"'), ('\x00', '{"type": "fixed", "name": "f", "size": 134217726}'),
    ('\x01060200', '{"type": "array", "items": "int"}'), ('\xfeffffffffffffff7f', '{"type": "array", "items": "null"}'),
    ('\x02060402020602', line_schema())) v(bytes, schema);
SELECT failure(format($$SELECT avro_decode(%L, '{"type": "record", "name": "n", "fields": [{"name": "x", "type": ["null", "n"]}]}')$$, '\x' || repeat('02', 501) || '00'));
SELECT failure($$SELECT avro_decode('\x82804000'::bytea || decode(repeat('00', 300000), 'hex'), '{"type": "map", "values": "null"}')$$);
SELECT failure($$SELECT avro_decode('\xfeffff0300', '{"type": "array", "items": {"type": "record", "name": "r", "fields": [{"name": "' || repeat('a', 1000) || '", "type": "null"}]}}')$$);
SELECT failure($$SELECT avro_decode('\x808080800100'::bytea || decode(repeat('00', 134217728), 'hex'), '"bytes"')$$);

