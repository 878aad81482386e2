-- Avro's binary encoding.

CREATE FUNCTION @extschema@.avro_encode(value jsonb, schema text) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.avro_encode(jsonb, text) IS 'JSON value in Avro''s binary encoding';

CREATE FUNCTION @extschema@.avro_decode(bytes bytea, schema text) RETURNS jsonb
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.avro_decode(bytea, text)
    IS 'JSON value of bytes in Avro''s binary encoding; the schema is the writer''s';
