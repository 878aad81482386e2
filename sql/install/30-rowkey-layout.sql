-- Layouts: declared composite row keys.

CREATE TYPE @extschema@.rowkey_layout;

CREATE FUNCTION @extschema@.rowkey_layout_in(cstring) RETURNS @extschema@.rowkey_layout
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_out(@extschema@.rowkey_layout) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_recv(internal) RETURNS @extschema@.rowkey_layout
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_send(@extschema@.rowkey_layout) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE @extschema@.rowkey_layout (
    INPUT = @extschema@.rowkey_layout_in, OUTPUT = @extschema@.rowkey_layout_out,
    RECEIVE = @extschema@.rowkey_layout_recv, SEND = @extschema@.rowkey_layout_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey_layout
    IS 'declared composite row key: components, fields and encoding, for example: salt(16), customer text, '
       'placed timestamptz desc';

-- Implicit, so that ARRAY['id bigint'] is an array of layouts.
CREATE CAST (text AS @extschema@.rowkey_layout) WITH INOUT AS IMPLICIT;
CREATE CAST (varchar AS @extschema@.rowkey_layout) WITH INOUT AS IMPLICIT;

CREATE FUNCTION hbase_internal.rowkey_layout_eq(@extschema@.rowkey_layout, @extschema@.rowkey_layout) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_layout_ne(@extschema@.rowkey_layout, @extschema@.rowkey_layout) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_layout_hash(@extschema@.rowkey_layout) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.rowkey_layout, RIGHTARG = @extschema@.rowkey_layout,
    FUNCTION = hbase_internal.rowkey_layout_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel,
    JOIN = pg_catalog.eqjoinsel, HASHES);
CREATE OPERATOR @extschema@.<> (
    LEFTARG = @extschema@.rowkey_layout, RIGHTARG = @extschema@.rowkey_layout,
    FUNCTION = hbase_internal.rowkey_layout_ne,
    COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel,
    JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_layout, @extschema@.rowkey_layout) IS 'equal layouts';
COMMENT ON OPERATOR @extschema@.<> (@extschema@.rowkey_layout, @extschema@.rowkey_layout) IS 'different layouts';

CREATE OPERATOR CLASS @extschema@.rowkey_layout_hash_ops DEFAULT FOR TYPE @extschema@.rowkey_layout USING hash AS
    OPERATOR 1 @extschema@.=, FUNCTION 1 hbase_internal.rowkey_layout_hash(@extschema@.rowkey_layout);

