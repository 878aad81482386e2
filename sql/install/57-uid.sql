-- The id dictionary.

CREATE FUNCTION hbase.uid(kind text, name text) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_uid' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.uid(text, text) IS 'id of a name in a kind; the first call assigns it';
CREATE FUNCTION hbase.uid(kind text, name text, width int) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_uid' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.uid(text, text, int)
    IS 'id of a name in a kind whose ids have a width in bytes; the first call assigns it';

CREATE FUNCTION hbase.uid_find(kind text, name text) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_uid_find' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION hbase.uid_find(text, text) IS 'id of a name; NULL if it has none';

CREATE FUNCTION hbase.uid_name(kind text, id bigint) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_uid_name' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION hbase.uid_name(text, bigint) IS 'name of an id; NULL if the id is not assigned';
