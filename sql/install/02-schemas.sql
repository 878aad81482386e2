-- The schemas of the extension that have fixed names.

CREATE SCHEMA hbase;
COMMENT ON SCHEMA hbase IS 'hbase_schema: calls on whole HBase tables, advice and exports';
GRANT USAGE ON SCHEMA hbase TO PUBLIC;

-- Functions that users do not call. Views, defaults, and the bodies and statements of functions call them.
CREATE SCHEMA hbase_internal;
COMMENT ON SCHEMA hbase_internal IS 'hbase_schema: functions and tables for its own use';
GRANT USAGE ON SCHEMA hbase_internal TO PUBLIC;
