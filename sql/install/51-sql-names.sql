-- Qualified names for generated SQL, independent of the search_path.
CREATE FUNCTION hbase_internal.sql_schema() RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_sql_schema' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.sql_schema()
    IS 'quoted name of the schema of the extension''s types, for generated SQL';

CREATE FUNCTION hbase_internal.sql_relation(relation regclass) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_sql_relation' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.sql_relation(regclass)
    IS 'quoted name of a relation with its schema, for generated SQL';

CREATE FUNCTION hbase_internal.sql_type(type oid, typmod int) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_sql_type' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.sql_type(oid, int) IS 'quoted name of a type with its schema, for generated SQL';

