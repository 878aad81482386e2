-- HBase's client calls.

CREATE FUNCTION hbase.put(
    relation regclass, key @extschema@.rowkey, "column" text, value "any") RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_put_column' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any")
    IS 'puts a cell or several cells';
CREATE FUNCTION hbase.put(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any") RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any")
    IS 'puts a cell; a NULL value makes no cell';
CREATE FUNCTION hbase.put(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any", ts bigint) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any", bigint)
    IS 'puts a cell with a timestamp in milliseconds';
CREATE FUNCTION hbase.put(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any", ts timestamptz) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any", timestamptz)
    IS 'puts a cell with a timestamp';

CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey)
    IS 'deletes a row, a column family, a column or its versions up to a timestamp';
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text)
    IS 'deletes a column family of a row: adds a DeleteFamily marker';
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text, qualifier "any") RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any")
    IS 'deletes all versions of a column: adds a DeleteColumn marker';
CREATE FUNCTION hbase.delete(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts bigint) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any", bigint)
    IS 'deletes the versions of a column up to a timestamp in milliseconds';
CREATE FUNCTION hbase.delete(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts timestamptz) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any", timestamptz)
    IS 'deletes the versions of a column up to a timestamp';

CREATE FUNCTION hbase.delete_version(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts bigint) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete_version' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete_version(regclass, @extschema@.rowkey, text, "any", bigint)
    IS 'deletes the version of a column at a timestamp: adds a Delete marker';
CREATE FUNCTION hbase.delete_version(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts timestamptz) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_delete_version' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delete_version(regclass, @extschema@.rowkey, text, "any", timestamptz)
    IS 'deletes the version of a column at a timestamp: adds a Delete marker';

CREATE FUNCTION hbase.increment(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", by bigint DEFAULT 1) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_increment' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.increment(regclass, @extschema@.rowkey, text, "any", bigint)
    IS 'adds to a counter of 8 bytes and returns the new value; a missing counter is 0';

CREATE FUNCTION hbase.append(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any") RETURNS bytea
    AS 'MODULE_PATHNAME', 'hbase_append' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.append(regclass, @extschema@.rowkey, text, "any", "any")
    IS 'appends bytes to a value and returns the new value; a missing value is empty';

CREATE FUNCTION hbase.check_and_put(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", expected "any", value "any",
    op text DEFAULT '=') RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_check_and_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.check_and_put(regclass, @extschema@.rowkey, text, "any", "any", "any", text)
    IS 'puts a cell if "expected op stored" holds; true if it was put';

CREATE FUNCTION hbase.check_and_delete(
    relation regclass, key @extschema@.rowkey, family text, qualifier "any", expected "any", op text DEFAULT '=')
    RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_check_and_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.check_and_delete(regclass, @extschema@.rowkey, text, "any", "any", text)
    IS 'deletes a column if "expected op stored" holds; true if it was deleted';

-- Rows of several key ranges, merged in key order.
CREATE FUNCTION hbase.merge_scan(
    relation anyelement, ranges @extschema@.rowkeyrange[], max_rows bigint, skip_bytes int DEFAULT 1,
    condition text DEFAULT NULL) RETURNS SETOF anyelement
    AS 'MODULE_PATHNAME', 'hbase_merge_scan'
    LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 100;
COMMENT ON FUNCTION hbase.merge_scan(anyelement, @extschema@.rowkeyrange[], bigint, int, text)
    IS 'first max_rows rows of a table or view in the key ranges, in order of the key without its first '
       'skip_bytes bytes';
CREATE FUNCTION hbase.merge_scan(
    relation anyelement, ranges @extschema@.rowkeymultirange, max_rows bigint, skip_bytes int DEFAULT 1,
    condition text DEFAULT NULL) RETURNS SETOF anyelement
    AS 'MODULE_PATHNAME', 'hbase_merge_scan'
    LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 100;
COMMENT ON FUNCTION hbase.merge_scan(anyelement, @extschema@.rowkeymultirange, bigint, int, text)
    IS 'the same of a multirange, such as from rowkey_ranges, whose ranges are divided at the prefixes of skip_bytes';

