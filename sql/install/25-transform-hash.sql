-- Transforms: salts, buckets and hashes.

-- Salts: one byte in front of a key, computed from the key. "any" is a rowkey, bytea or string. With
-- an overload for each type, an untyped literal would be text, and 'a\x00' would not be two bytes.
CREATE FUNCTION @extschema@.rowkey_salt(key "any", n int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
COMMENT ON FUNCTION @extschema@.rowkey_salt("any", int)
    IS 'row key with one salt byte in front, 0 to n-1 (n is 1 to 256), computed like Phoenix''s or by another '
       'algorithm';
CREATE FUNCTION @extschema@.rowkey_salt(key "any", n int, algorithm text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_salt("any", int, text)
    IS 'row key with one salt byte in front, 0 to n-1; algorithm: phoenix, java, java_floormod, murmur, '
       'murmur3, jenkins, crc32, or a digest of OpenSSL';

CREATE FUNCTION @extschema@.rowkey_salt_random(key "any", n int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 2;
COMMENT ON FUNCTION @extschema@.rowkey_salt_random("any", int)
    IS 'row key with one random byte in front, 0 to n-1; only n scans can find the row, a get cannot';

CREATE FUNCTION @extschema@.rowkey_unsalt(key @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_unsalt(@extschema@.rowkey) IS 'row key without its first byte, the salt';

-- Buckets of numbers and times: 1 byte up to 256 buckets, 2 bytes above.
CREATE FUNCTION @extschema@.rowkey_bucket(value "any", n int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_bucket("any", int)
    IS 'integer, milliseconds or days since 1970 of a time or date, modulo n, never negative: 1 byte for n up to 256, '
       '2 bytes up to 65536';

-- Hashes and digests.  Three functions, so that an untyped parameter is text.
CREATE FUNCTION @extschema@.rowkey_hash(
    value text, algorithm text, nbytes int DEFAULT NULL, seed int DEFAULT NULL) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_hash_text' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_hash(text, text, int, int)
    IS 'hash of UTF-8 text or bytes, or its first nbytes bytes; algorithm: java, bytes, murmur, murmur3, jenkins, '
       'crc32 (4 bytes), or a digest of OpenSSL';
CREATE FUNCTION @extschema@.rowkey_hash(
    value bytea, algorithm text, nbytes int DEFAULT NULL, seed int DEFAULT NULL) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_hash(bytea, text, int, int)
    IS 'hash of bytes, or its first nbytes bytes; algorithm: java, bytes, murmur, murmur3, jenkins, crc32 (4 bytes), '
       'or a digest of OpenSSL';
CREATE FUNCTION @extschema@.rowkey_hash(
    value @extschema@.rowkey, algorithm text, nbytes int DEFAULT NULL, seed int DEFAULT NULL)
    RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_hash(@extschema@.rowkey, text, int, int)
    IS 'hash of the bytes of a row key, or its first nbytes bytes; algorithm: java, bytes, murmur, murmur3, jenkins, '
       'crc32 (4 bytes), or a digest of OpenSSL';

