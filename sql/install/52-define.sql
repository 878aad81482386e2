-- Definitions of relations: table, column families, columns.

CREATE FUNCTION hbase_internal.is_shaped(relation regclass) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_is_shaped' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase_internal.is_shaped(regclass)
    IS 'true if a relation has a column "key rowkey", and all other columns except the ignored ones have the '
       'type widerow';

CREATE FUNCTION hbase.define(
    relation regclass, table_name text DEFAULT NULL, layouts @extschema@.rowkey_layout[] DEFAULT NULL,
    families jsonb DEFAULT NULL, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    ignore name[] DEFAULT NULL, sample int DEFAULT 1000) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_define' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.define(
    regclass, text, @extschema@.rowkey_layout[], jsonb, int, @extschema@.rowkey[], name[], int)
    IS 'stores which HBase table a relation stands for: name, key layouts, column families with their options, '
       'regions';

CREATE FUNCTION hbase.forget(relation regclass) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_forget' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.forget(regclass)
    IS 'deletes the definition, column dictionary and baseline entry of a relation; true if there was a definition';

CREATE FUNCTION hbase.forget() RETURNS text[]
    AS 'MODULE_PATHNAME', 'hbase_forget_dropped' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.forget()
    IS 'deletes your definitions of relations that no longer exist; returns their names';

CREATE FUNCTION hbase.definition_of(
    relation regclass, at name DEFAULT NULL,
    OUT defined boolean, OUT table_name text, OUT layouts @extschema@.rowkey_layout[], OUT regions int,
    OUT splits @extschema@.rowkey[], OUT ignore name[], OUT families jsonb)
    AS 'MODULE_PATHNAME', 'hbase_definition_of' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase.definition_of(regclass, name) IS 'definition of a relation, with defaults';

CREATE FUNCTION hbase.families(
    relation regclass,
    OUT family text, OUT column_name name, OUT versions int, OUT min_versions int, OUT ttl int,
    OUT keep_deleted_cells text, OUT new_version_behavior boolean, OUT compression text, OUT bloomfilter text,
    OUT data_block_encoding text, OUT blocksize int, OUT shell text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_families' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100 ROWS 3;
COMMENT ON FUNCTION hbase.families(regclass)
    IS 'column families of a relation and their options, with HBase''s defaults, and as text for the HBase shell';

CREATE FUNCTION hbase.layout(relation regclass, number int DEFAULT 1) RETURNS @extschema@.rowkey_layout
    AS 'MODULE_PATHNAME', 'hbase_layout' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase.layout(regclass, int)
    IS 'layout of a relation''s row key; by number if there are several record types';

-- True, or an error if the role that stored a row does not have the rights of the relation's owner.
CREATE FUNCTION hbase_internal.stored_by(relation regclass, owner name) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_stored_by' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase_internal.stored_by(regclass, name)
    IS 'true if a role has the rights of the relation''s owner, otherwise an error';

CREATE FUNCTION hbase.key_scan(relation regclass) RETURNS SETOF @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME', 'hbase_key_scan' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100 ROWS 16;
COMMENT ON FUNCTION hbase.key_scan(regclass)
    IS 'ranges of row keys that satisfy the conditions, by the first layout of a relation';
CREATE FUNCTION hbase.key_scan(relation regclass, VARIADIC conditions "any") RETURNS SETOF @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME', 'hbase_key_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 100 ROWS 16;
COMMENT ON FUNCTION hbase.key_scan(regclass, "any")
    IS 'ranges of row keys that satisfy the conditions, by the first layout of a relation';

CREATE FUNCTION hbase.ddl(relation regclass, tool text, number int DEFAULT 1, at name DEFAULT NULL) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_ddl' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hbase.ddl(regclass, text, int, name)
    IS 'declaration of a whole table for phoenix, hive, spark, java or the HBase shell';

