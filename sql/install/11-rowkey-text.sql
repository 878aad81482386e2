-- Row keys of strings.

-- From a string: its UTF-8 bytes. An error if it could be meant in HBase's notation, like a literal.
-- Also on assignment; otherwise PL/pgSQL would call rowkey_in.
CREATE FUNCTION @extschema@.rowkey(text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(text) IS 'row key with the UTF-8 bytes of a text, which must not contain \xHH';
CREATE FUNCTION @extschema@.rowkey(bpchar) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(bpchar) IS 'row key with the UTF-8 bytes of a char(n) without trailing blanks';
CREATE FUNCTION @extschema@.rowkey(name) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(name) IS 'row key with the UTF-8 bytes of a name';
CREATE FUNCTION @extschema@.rowkey("char") RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'rowkey_char' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey("char") IS 'row key with one byte';

CREATE CAST (text AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(text) AS ASSIGNMENT;
CREATE CAST (varchar AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(text) AS ASSIGNMENT;
CREATE CAST (bpchar AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(bpchar) AS ASSIGNMENT;
CREATE CAST (name AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(name) AS ASSIGNMENT;
CREATE CAST ("char" AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey("char") AS ASSIGNMENT;

CREATE FUNCTION @extschema@.rowkey_from_text(text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_from_text(text) IS 'row key with the UTF-8 bytes of any text';

CREATE FUNCTION @extschema@.rowkey_from_notation(text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_from_notation(text)
    IS 'row key of a text in HBase''s notation (Bytes.toStringBinary)';

