-- Encodings: values to bytes and back.

CREATE TYPE @extschema@.hbase_encoding AS ENUM ('bytes', 'string', 'ordered', 'phoenix');
COMMENT ON TYPE @extschema@.hbase_encoding
    IS 'encoding of values: bytes (HBase''s Bytes), string (text), ordered (HBase''s OrderedBytes), phoenix '
       '(PDataType)';

-- Not STRICT: NULL is the default of as_type, and the argument that only names a type.
CREATE FUNCTION @extschema@.rowkey_encode(
    value "any", encoding @extschema@.hbase_encoding, descending boolean DEFAULT false, as_type text DEFAULT NULL)
    RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_encode("any", @extschema@.hbase_encoding, boolean, text)
    IS 'row key of one value';

CREATE FUNCTION @extschema@.rowkey_decode(
    key @extschema@.rowkey, sample anyelement, encoding @extschema@.hbase_encoding, descending boolean DEFAULT false,
    as_type text DEFAULT NULL) RETURNS anyelement
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_decode(
    @extschema@.rowkey, anyelement, @extschema@.hbase_encoding, boolean, text)
    IS 'value of a row key, as the type of NULL::type';

CREATE FUNCTION @extschema@.hbase_encode(
    value "any", encoding @extschema@.hbase_encoding, as_type text DEFAULT NULL) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.hbase_encode("any", @extschema@.hbase_encoding, text)
    IS 'bytes of one value in a cell';

CREATE FUNCTION @extschema@.hbase_decode(
    bytes bytea, sample anyelement, encoding @extschema@.hbase_encoding, as_type text DEFAULT NULL) RETURNS anyelement
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.hbase_decode(bytea, anyelement, @extschema@.hbase_encoding, text)
    IS 'value of the bytes of a cell, as the type of NULL::type';
