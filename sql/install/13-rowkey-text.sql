-- Concatenation of row keys and strings.

CREATE FUNCTION hbase_internal.rowkey_concat(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_concat(@extschema@.rowkey, @extschema@.rowkey)
    IS 'concatenation of two row keys or a row key and bytes';

CREATE OPERATOR @extschema@.|| (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, @extschema@.rowkey) IS 'concatenation';

CREATE FUNCTION hbase_internal.rowkey_concat(@extschema@.rowkey, bytea) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_concat(@extschema@.rowkey, bytea)
    IS 'concatenation of two row keys or a row key and bytes';

CREATE OPERATOR @extschema@.|| (
    LEFTARG = @extschema@.rowkey, RIGHTARG = bytea, FUNCTION = hbase_internal.rowkey_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, bytea) IS 'concatenation';

CREATE FUNCTION hbase_internal.rowkey_concat_text(@extschema@.rowkey, text) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_concat_text(@extschema@.rowkey, text)
    IS 'concatenation of a row key and the UTF-8 bytes of a text, which must not contain \xHH';

CREATE OPERATOR @extschema@.|| (
    LEFTARG = @extschema@.rowkey, RIGHTARG = text, FUNCTION = hbase_internal.rowkey_concat_text);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, text) IS 'concatenation';

CREATE FUNCTION hbase_internal.text_concat_rowkey(text, @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.text_concat_rowkey(text, @extschema@.rowkey)
    IS 'concatenation of the UTF-8 bytes of a text, which must not contain \xHH, and a row key';

CREATE OPERATOR @extschema@.|| (
    LEFTARG = text, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.text_concat_rowkey);
COMMENT ON OPERATOR @extschema@.|| (text, @extschema@.rowkey) IS 'concatenation';

-- The cast from bytea to rowkey is implicit, so that text || bytea would be ambiguous. The result is PostgreSQL's.
CREATE FUNCTION hbase_internal.bytea_concat_text(bytea, text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN $1::pg_catalog.text OPERATOR(pg_catalog.||) $2;
COMMENT ON FUNCTION hbase_internal.bytea_concat_text(bytea, text)
    IS 'concatenation as text, as without this extension';

CREATE OPERATOR @extschema@.|| (LEFTARG = bytea, RIGHTARG = text, FUNCTION = hbase_internal.bytea_concat_text);
COMMENT ON OPERATOR @extschema@.|| (bytea, text) IS 'concatenation as text, as without this extension';

CREATE FUNCTION hbase_internal.text_concat_bytea(text, bytea) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN $1 OPERATOR(pg_catalog.||) $2::pg_catalog.text;
COMMENT ON FUNCTION hbase_internal.text_concat_bytea(text, bytea)
    IS 'concatenation as text, as without this extension';

CREATE OPERATOR @extschema@.|| (LEFTARG = text, RIGHTARG = bytea, FUNCTION = hbase_internal.text_concat_bytea);
COMMENT ON OPERATOR @extschema@.|| (text, bytea) IS 'concatenation as text, as without this extension';

