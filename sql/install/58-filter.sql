-- HBase's filter language.

CREATE FUNCTION @extschema@.rowkey_filter_ranges(filter text) RETURNS @extschema@.rowkeymultirange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_filter_ranges(text) IS 'ranges of row keys that can pass a filter of HBase';
CREATE FUNCTION @extschema@.rowkey_filter_ranges(filter bytea) RETURNS @extschema@.rowkeymultirange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_filter_ranges(bytea) IS 'ranges of row keys that can pass a filter of HBase';

CREATE FUNCTION @extschema@.rowkey_matches_fuzzy(
    key @extschema@.rowkey, pattern @extschema@.rowkey, mask bytea) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_matches_fuzzy(@extschema@.rowkey, @extschema@.rowkey, bytea)
    IS 'true if a row key equals the pattern where the mask is 0, as in HBase''s FuzzyRowFilter';

CREATE FUNCTION hbase_internal.filter(
    query text, filter text DEFAULT NULL, versions int DEFAULT 1, max_rows bigint DEFAULT NULL,
    family_versions int DEFAULT NULL,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_filter' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase_internal.filter(text, text, int, bigint, int)
    IS 'cells that a scan with a filter returns for the rows of a query, which must be in key order';
CREATE FUNCTION hbase_internal.filter(
    query text, filter bytea, versions int DEFAULT 1, max_rows bigint DEFAULT NULL, family_versions int DEFAULT NULL,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_filter' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase_internal.filter(text, bytea, int, bigint, int)
    IS 'cells that a scan with a filter returns for the rows of a query, which must be in key order';
