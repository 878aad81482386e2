-- Wide rows: the GIN operator class.

CREATE FUNCTION hbase_internal.widerow_gin_extract_value(@extschema@.widerow, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_gin_extract_query(
    @extschema@.widerow, internal, int2, internal, internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_gin_consistent(
    internal, int2, @extschema@.widerow, int, internal, internal, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_gin_triconsistent(
    internal, int2, @extschema@.widerow, int, internal, internal, internal) RETURNS "char"
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE OPERATOR CLASS @extschema@.widerow_gin_ops DEFAULT FOR TYPE @extschema@.widerow USING gin AS
    OPERATOR 7 @extschema@.@> (@extschema@.widerow, @extschema@.widerow),
    OPERATOR 9 @extschema@.? (@extschema@.widerow, text),
    OPERATOR 10 @extschema@.?| (@extschema@.widerow, text[]),
    OPERATOR 11 @extschema@.?& (@extschema@.widerow, text[]),
    OPERATOR 12 @extschema@.? (@extschema@.widerow, bytea),
    FUNCTION 1 pg_catalog.btint4cmp(int, int),
    FUNCTION 2 hbase_internal.widerow_gin_extract_value(@extschema@.widerow, internal, internal),
    FUNCTION 3 hbase_internal.widerow_gin_extract_query(@extschema@.widerow, internal, int2, internal, internal,
    internal, internal),
    FUNCTION 4 hbase_internal.widerow_gin_consistent(internal, int2, @extschema@.widerow, int, internal, internal,
    internal, internal),
    FUNCTION 6 hbase_internal.widerow_gin_triconsistent(internal, int2, @extschema@.widerow, int, internal, internal,
    internal),
    STORAGE int;
