-- Advice on a relation: rejected rows, findings, plans.

CREATE FUNCTION hbase.rejects(
    relation regclass,
    OUT function text, OUT "values" text, OUT reason text, OUT hint text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_rejects' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10;
COMMENT ON FUNCTION hbase.rejects(regclass)
    IS 'rejected rows of a relation: the function that rejected the data, its arguments and the reason';

CREATE FUNCTION hbase.check(
    relation regclass, layout @extschema@.rowkey_layout DEFAULT NULL, at name DEFAULT NULL,
    percent float8 DEFAULT NULL, examples int DEFAULT 100,
    OUT severity text, OUT rule text, OUT subject text, OUT measured text, OUT explanation text, OUT advice text)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_check' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 10;
COMMENT ON FUNCTION hbase.check(regclass, @extschema@.rowkey_layout, name, float8, int)
    IS 'errors, warnings and advice about a relation before it becomes an HBase table';

CREATE FUNCTION hbase.plan(
    relation regclass,
    OUT kind text, OUT ranges int, OUT regions int, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT why text,
    OUT number int) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_plan' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000 ROWS 1;
COMMENT ON FUNCTION hbase.plan(regclass)
    IS 'cost of a query by fields in HBase: get, scan or full scan, key ranges, regions, rows and bytes';
CREATE FUNCTION hbase.plan(
    relation regclass, VARIADIC conditions "any",
    OUT kind text, OUT ranges int, OUT regions int, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT why text,
    OUT number int) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_plan' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000 ROWS 1;
COMMENT ON FUNCTION hbase.plan(regclass, "any")
    IS 'cost of a query by fields in HBase: get, scan or full scan, key ranges, regions, rows and bytes';
