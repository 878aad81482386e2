-- Row keys: the type, input and output, casts, and the functions that bytea has too.

CREATE TYPE @extschema@.rowkey;

CREATE FUNCTION @extschema@.rowkey_in(cstring) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_out(@extschema@.rowkey) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_recv(internal) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_send(@extschema@.rowkey) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE @extschema@.rowkey (
    INPUT = @extschema@.rowkey_in, OUTPUT = @extschema@.rowkey_out,
    RECEIVE = @extschema@.rowkey_recv, SEND = @extschema@.rowkey_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey
    IS 'HBase row key: 0 to 32767 bytes, compared by unsigned bytes, printed like Bytes.toStringBinary';

CREATE CAST (@extschema@.rowkey AS bytea) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE FUNCTION @extschema@.rowkey(bytea) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(bytea) IS 'row key with these bytes';

CREATE CAST (bytea AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(bytea) AS IMPLICIT;

CREATE FUNCTION @extschema@.length(@extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME', 'rowkey_length' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.length(@extschema@.rowkey) IS 'length in bytes';

CREATE FUNCTION @extschema@.substring(key @extschema@.rowkey, "from" int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_substring' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.substring(@extschema@.rowkey, int) IS 'bytes from a position, counted from 1';
CREATE FUNCTION @extschema@.substring(key @extschema@.rowkey, "from" int, "for" int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_substring' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.substring(@extschema@.rowkey, int, int)
    IS 'a number of bytes from a position, counted from 1';

CREATE FUNCTION @extschema@.get_byte(key @extschema@.rowkey, n int) RETURNS int
    AS 'MODULE_PATHNAME', 'rowkey_get_byte' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.get_byte(@extschema@.rowkey, int) IS 'byte n as 0 to 255, counted from 0';

