-- The column dictionary.
CREATE FUNCTION hbase.define_column(
    relation regclass, family text, qualifier text, name text, type regtype,
    encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_define_column' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.define_column(regclass, text, text, text, regtype, @extschema@.hbase_encoding)
    IS 'stores a name and type for a qualifier in the column dictionary';
CREATE FUNCTION hbase.define_column(
    relation regclass, family text, qualifier bytea, name text, type regtype,
    encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_define_column' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.define_column(regclass, text, bytea, text, regtype, @extschema@.hbase_encoding)
    IS 'stores a name and type for a qualifier in the column dictionary';

CREATE FUNCTION hbase.columns(
    relation regclass,
    OUT name text, OUT family text, OUT qualifier bytea, OUT type text, OUT encoding @extschema@.hbase_encoding)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 20
BEGIN ATOMIC
    SELECT c.name, c.family, c.qualifier, c.type, c.encoding
    FROM hbase_internal.column_dictionary c
    WHERE (c.relation_schema, c.relation_name) OPERATOR(pg_catalog.=) (
        SELECT n.nspname, r.relname
        FROM pg_catalog.pg_class r JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) r.relnamespace
        WHERE r.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid)
    AND hbase_internal.stored_by(relation, c.owner)
    ORDER BY c.family COLLATE pg_catalog."C", c.qualifier;
END;
COMMENT ON FUNCTION hbase.columns(regclass) IS 'column dictionary of a relation';

CREATE FUNCTION hbase_internal.layout_fields(
    layout @extschema@.rowkey_layout,
    OUT field text, OUT type text, OUT readable boolean, OUT rangeable boolean) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_layout_fields' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 4;
COMMENT ON FUNCTION hbase_internal.layout_fields(@extschema@.rowkey_layout)
    IS 'fields of a layout in order of first mention, and whether they are readable and accept ranges';

