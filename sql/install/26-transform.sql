-- Reversals.
CREATE FUNCTION @extschema@.rowkey_reverse(value text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse(text)
    IS 'UTF-8 bytes of a text in reverse order of characters, or bytes in reverse order';
CREATE FUNCTION @extschema@.rowkey_reverse(value bytea) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse(bytea) IS 'bytes in reverse order';
CREATE FUNCTION @extschema@.rowkey_reverse(value @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse(@extschema@.rowkey) IS 'bytes in reverse order';

CREATE FUNCTION @extschema@.rowkey_reverse_domain(domain text) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_domain(text)
    IS 'labels of a domain name in reverse order: com.example.www for www.example.com, and back';

-- Reverse times: Long.MAX_VALUE - milliseconds since 1970, 8 bytes; the newest sorts first.
CREATE FUNCTION @extschema@.rowkey_reverse_ts(ms bigint) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(bigint)
    IS 'Long.MAX_VALUE - milliseconds, 8 bytes: the newest time sorts first';
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at timestamptz) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(timestamptz)
    IS 'Long.MAX_VALUE - milliseconds since 1970 (rounded down), 8 bytes: the newest time sorts first';
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at timestamp) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(timestamp)
    IS 'Long.MAX_VALUE - milliseconds since 1970 (UTC, rounded down), 8 bytes: the newest time sorts first';
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at date) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(date)
    IS 'Long.MAX_VALUE - milliseconds from 1970 to midnight UTC of the date, 8 bytes: the newest date sorts first';

CREATE FUNCTION @extschema@.rowkey_unreverse_ts(key @extschema@.rowkey) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_unreverse_ts(@extschema@.rowkey)
    IS 'time from which rowkey_reverse_ts made a key, in milliseconds';

-- Fixed width.
CREATE FUNCTION @extschema@.rowkey_pad(value text, n int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_pad(text, int)
    IS 'UTF-8 bytes of a text, padded with trailing blanks to n bytes';

