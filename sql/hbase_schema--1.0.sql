-- hbase_schema 1.0: everything CREATE EXTENSION makes, in the order of the layers.
\echo Use "CREATE EXTENSION hbase_schema" to load this file. \quit

-- ---------------------------------------------------------------------------
-- rowkey: type and I/O
-- ---------------------------------------------------------------------------

CREATE TYPE @extschema@.rowkey;

CREATE FUNCTION @extschema@.rowkey_in(cstring) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_out(@extschema@.rowkey) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_recv(internal) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_send(@extschema@.rowkey) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE @extschema@.rowkey (
    INPUT = @extschema@.rowkey_in, OUTPUT = @extschema@.rowkey_out,
    RECEIVE = @extschema@.rowkey_recv, SEND = @extschema@.rowkey_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey IS 'HBase row key: 0..32767 bytes in unsigned byte order, printed as Bytes.toStringBinary';

CREATE CAST (@extschema@.rowkey AS bytea) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE FUNCTION @extschema@.rowkey(bytea) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(bytea) IS 'these bytes as a row key; 54000 beyond 32767 bytes';
CREATE CAST (bytea AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(bytea) AS IMPLICIT;

-- Of a string, the UTF-8 bytes; an error where it may be meant in HBase's notation, as a literal is.
-- On assignment too: PL/pgSQL would go through rowkey_in otherwise.
CREATE FUNCTION @extschema@.rowkey(text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey(bpchar) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bpchar' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey(name) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey("char") RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_char' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey(text) IS 'the UTF-8 bytes of a text; 22P02 where it contains \xHH, which rowkey_from_notation or rowkey_from_text reads';
COMMENT ON FUNCTION @extschema@.rowkey(bpchar) IS 'the same, without the blanks at its end';
COMMENT ON FUNCTION @extschema@.rowkey(name) IS 'the same of a name';
COMMENT ON FUNCTION @extschema@.rowkey("char") IS 'the same of one character';
CREATE CAST (text AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(text) AS ASSIGNMENT;
CREATE CAST (varchar AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(text) AS ASSIGNMENT;
CREATE CAST (bpchar AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(bpchar) AS ASSIGNMENT;
CREATE CAST (name AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey(name) AS ASSIGNMENT;
CREATE CAST ("char" AS @extschema@.rowkey) WITH FUNCTION @extschema@.rowkey("char") AS ASSIGNMENT;

CREATE FUNCTION @extschema@.rowkey_from_text(text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_from_text(text) IS 'the UTF-8 bytes of any text, whatever the server''s encoding';
CREATE FUNCTION @extschema@.rowkey_from_notation(text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_from_notation(text) IS 'the key that a text prints in HBase''s notation (Bytes.toStringBinary), as a literal is read';
CREATE FUNCTION @extschema@.length(@extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME', 'rowkey_length' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.length(@extschema@.rowkey) IS 'length in bytes';
CREATE FUNCTION @extschema@.octet_length(@extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME', 'rowkey_length' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.octet_length(@extschema@.rowkey) IS 'length in bytes';
CREATE FUNCTION @extschema@.substring(key @extschema@.rowkey, "from" int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_substring' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.substring(@extschema@.rowkey, int) IS 'the bytes from a position on, counted from 1';
CREATE FUNCTION @extschema@.substring(key @extschema@.rowkey, "from" int, "for" int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_substring' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.substring(@extschema@.rowkey, int, int) IS 'so many bytes from a position on, counted from 1';
CREATE FUNCTION @extschema@.get_byte(key @extschema@.rowkey, n int) RETURNS int AS 'MODULE_PATHNAME', 'rowkey_get_byte' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.get_byte(@extschema@.rowkey, int) IS 'the n-th byte as 0..255, counted from 0';

-- ---------------------------------------------------------------------------
-- rowkey: comparison, operators and operator classes
-- ---------------------------------------------------------------------------

CREATE FUNCTION @extschema@.rowkey_lt(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_le(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_eq(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_ne(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_ge(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_gt(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_cmp(@extschema@.rowkey, @extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_sortsupport(internal) RETURNS void AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_hashcode(@extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_hashcode_extended(@extschema@.rowkey, bigint) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

-- Estimators: they see both ends of a range at once and interpolate in bytes.
CREATE FUNCTION @extschema@.rowkey_range_sel(internal, oid, internal, int) RETURNS float8 AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_range_joinsel(internal, oid, internal, smallint, internal) RETURNS float8 AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_typanalyze(internal) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_typanalyze(internal) IS 'ANALYZE of a rowkey column: counts distinct prefixes too';
ALTER TYPE @extschema@.rowkey SET (ANALYZE = @extschema@.rowkey_typanalyze);

CREATE OPERATOR @extschema@.< (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_lt, COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey, @extschema@.rowkey) IS 'less than, by unsigned bytes';
CREATE OPERATOR @extschema@.<= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_le, COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey) IS 'less than or equal, by unsigned bytes';
CREATE OPERATOR @extschema@.> (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_gt, COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey, @extschema@.rowkey) IS 'greater than, by unsigned bytes';
CREATE OPERATOR @extschema@.>= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_ge, COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey) IS 'greater than or equal, by unsigned bytes';
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_eq, COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey, @extschema@.rowkey) IS 'equal, by unsigned bytes';
CREATE OPERATOR @extschema@.<> (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_ne, COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.<> (@extschema@.rowkey, @extschema@.rowkey) IS 'not equal, by unsigned bytes';

CREATE OPERATOR CLASS @extschema@.rowkey_ops DEFAULT FOR TYPE @extschema@.rowkey USING btree AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=, OPERATOR 5 @extschema@.>,
    FUNCTION 1 @extschema@.rowkey_cmp(@extschema@.rowkey, @extschema@.rowkey),
    FUNCTION 2 @extschema@.rowkey_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

CREATE OPERATOR CLASS @extschema@.rowkey_ops DEFAULT FOR TYPE @extschema@.rowkey USING hash AS
    OPERATOR 1 @extschema@.=,
    FUNCTION 1 @extschema@.rowkey_hashcode(@extschema@.rowkey),
    FUNCTION 2 @extschema@.rowkey_hashcode_extended(@extschema@.rowkey, bigint);

CREATE OPERATOR CLASS @extschema@.rowkey_minmax_ops DEFAULT FOR TYPE @extschema@.rowkey USING brin AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=, OPERATOR 5 @extschema@.>,
    FUNCTION 1 pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 pg_catalog.brin_minmax_union(internal, internal, internal);

CREATE FUNCTION @extschema@.rowkey_larger(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_smaller(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE @extschema@.min(@extschema@.rowkey) (SFUNC = @extschema@.rowkey_smaller, STYPE = @extschema@.rowkey, COMBINEFUNC = @extschema@.rowkey_smaller, SORTOP = OPERATOR(@extschema@.<), PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.max(@extschema@.rowkey) (SFUNC = @extschema@.rowkey_larger, STYPE = @extschema@.rowkey, COMBINEFUNC = @extschema@.rowkey_larger, SORTOP = OPERATOR(@extschema@.>), PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.min(@extschema@.rowkey) IS 'the first key in byte order';
COMMENT ON AGGREGATE @extschema@.max(@extschema@.rowkey) IS 'the last key in byte order';

CREATE FUNCTION @extschema@.rowkey_concat(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_concat(@extschema@.rowkey, @extschema@.rowkey) IS 'the bytes of both, one after the other; 54000 beyond 32767 bytes';
CREATE OPERATOR @extschema@.|| (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, @extschema@.rowkey) IS 'the bytes of both';
CREATE FUNCTION @extschema@.rowkey_concat(@extschema@.rowkey, bytea) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_concat(@extschema@.rowkey, bytea) IS 'the bytes of both, without a cast between; 54000 beyond 32767 bytes';
CREATE OPERATOR @extschema@.|| (LEFTARG = @extschema@.rowkey, RIGHTARG = bytea, FUNCTION = @extschema@.rowkey_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, bytea) IS 'the bytes of both';
CREATE FUNCTION @extschema@.rowkey_concat_text(@extschema@.rowkey, text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_concat_text(@extschema@.rowkey, text) IS 'the key''s bytes, then the UTF-8 bytes of the text, which may not contain \xHH; 54000 beyond 32767 bytes';
CREATE OPERATOR @extschema@.|| (LEFTARG = @extschema@.rowkey, RIGHTARG = text, FUNCTION = @extschema@.rowkey_concat_text);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.rowkey, text) IS 'the key''s bytes, then the text''s';
CREATE FUNCTION @extschema@.text_concat_rowkey(text, @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.text_concat_rowkey(text, @extschema@.rowkey) IS 'the UTF-8 bytes of the text, which may not contain \xHH, then the key''s bytes; 54000 beyond 32767 bytes';
CREATE OPERATOR @extschema@.|| (LEFTARG = text, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.text_concat_rowkey);
COMMENT ON OPERATOR @extschema@.|| (text, @extschema@.rowkey) IS 'the text''s bytes, then the key''s';
-- bytea is a rowkey by itself, so text || bytea would not be unique: what PostgreSQL makes of it.
CREATE FUNCTION @extschema@.bytea_concat_text(bytea, text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN $1::pg_catalog.text OPERATOR(pg_catalog.||) $2;
COMMENT ON FUNCTION @extschema@.bytea_concat_text(bytea, text) IS 'a text, as without this extension';
CREATE OPERATOR @extschema@.|| (LEFTARG = bytea, RIGHTARG = text, FUNCTION = @extschema@.bytea_concat_text);
COMMENT ON OPERATOR @extschema@.|| (bytea, text) IS 'a text, as without this extension';
CREATE FUNCTION @extschema@.text_concat_bytea(text, bytea) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN $1 OPERATOR(pg_catalog.||) $2::pg_catalog.text;
COMMENT ON FUNCTION @extschema@.text_concat_bytea(text, bytea) IS 'a text, as without this extension';
CREATE OPERATOR @extschema@.|| (LEFTARG = text, RIGHTARG = bytea, FUNCTION = @extschema@.text_concat_bytea);
COMMENT ON OPERATOR @extschema@.|| (text, bytea) IS 'a text, as without this extension';

-- ---------------------------------------------------------------------------
-- rowkey: ranges
-- ---------------------------------------------------------------------------

CREATE TYPE @extschema@.rowkeyrange;
CREATE FUNCTION @extschema@.rowkeyrange_canonical(@extschema@.rowkeyrange) RETURNS @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkeyrange_subdiff(@extschema@.rowkey, @extschema@.rowkey) RETURNS float8 AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE @extschema@.rowkeyrange AS RANGE (SUBTYPE = @extschema@.rowkey, SUBTYPE_OPCLASS = @extschema@.rowkey_ops, CANONICAL = @extschema@.rowkeyrange_canonical,
    SUBTYPE_DIFF = @extschema@.rowkeyrange_subdiff, MULTIRANGE_TYPE_NAME = @extschema@.rowkeymultirange);
COMMENT ON TYPE @extschema@.rowkeyrange IS 'keys from a start row (inclusive) to a stop row (exclusive), as an HBase scan takes them; either end may be open';
COMMENT ON TYPE @extschema@.rowkeymultirange IS 'several disjoint ranges of row keys, in key order';

CREATE FUNCTION @extschema@.rowkey_prefix_stop(@extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_prefix_stop(@extschema@.rowkey) IS 'the stop row of the scan of a prefix; the empty key means the end of the table';
CREATE FUNCTION @extschema@.rowkey_prefix_range(@extschema@.rowkey) RETURNS @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_prefix_range(@extschema@.rowkey) IS 'the range of all keys that begin with a prefix';
CREATE FUNCTION @extschema@.rowkey_scan_range(start @extschema@.rowkey, stop @extschema@.rowkey) RETURNS @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_scan_range(@extschema@.rowkey, @extschema@.rowkey) IS 'the range of an HBase scan: start inclusive, stop exclusive, an empty key means an open end';

-- ---------------------------------------------------------------------------
-- rowkey: prefixes and ranges as index conditions
-- ---------------------------------------------------------------------------

-- A range of keys reaches the index as two comparisons with an edge that knows both ends:
-- key >= its lower edge AND key < its upper edge. Nobody needs to write these.

CREATE TYPE @extschema@.rowkey_bound;
CREATE FUNCTION @extschema@.rowkey_bound_in(cstring) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_recv(internal) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_out(@extschema@.rowkey_bound) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_send(@extschema@.rowkey_bound) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE @extschema@.rowkey_bound (
    INPUT = @extschema@.rowkey_bound_in, OUTPUT = @extschema@.rowkey_bound_out,
    RECEIVE = @extschema@.rowkey_bound_recv, SEND = @extschema@.rowkey_bound_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey_bound IS 'one edge of a range of row keys, as the planner''s index conditions show it';

CREATE FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkey) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkey) IS 'the lower edge of the keys in this prefix';
CREATE FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkey) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkey) IS 'the upper edge of the keys in this prefix';
CREATE FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkeyrange) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME', 'rowkey_lower_bound_range' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkeyrange) IS 'the lower edge of the keys in this range';
CREATE FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkeyrange) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME', 'rowkey_upper_bound_range' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkeyrange) IS 'the upper edge of the keys in this range';
CREATE FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkeymultirange) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME', 'rowkey_lower_bound_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_lower_bound(@extschema@.rowkeymultirange) IS 'the lower edge of the keys in this multirange';
CREATE FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkeymultirange) RETURNS @extschema@.rowkey_bound AS 'MODULE_PATHNAME', 'rowkey_upper_bound_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_upper_bound(@extschema@.rowkeymultirange) IS 'the upper edge of the keys in this multirange';

CREATE FUNCTION @extschema@.rowkey_bound_lt(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_le(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_eq(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_ge(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_gt(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_cmp(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_lt(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_le(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_eq(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_ge(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_gt(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_rowkey_cmp(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_lt(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_le(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_eq(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_ge(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_gt(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.bound_bound_cmp(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE OPERATOR @extschema@.< (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.rowkey_bound_lt, COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'less than, by the edge''s own side';
CREATE OPERATOR @extschema@.<= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.rowkey_bound_le, COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'less than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.rowkey_bound_eq, COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'equal, by the edge''s own side';
CREATE OPERATOR @extschema@.>= (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.rowkey_bound_ge, COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'greater than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.> (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.rowkey_bound_gt, COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'greater than, by the edge''s own side';
CREATE OPERATOR @extschema@.< (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.bound_rowkey_lt, COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'less than, by the edge''s own side';
CREATE OPERATOR @extschema@.<= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.bound_rowkey_le, COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'less than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.bound_rowkey_eq, COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'equal, by the edge''s own side';
CREATE OPERATOR @extschema@.>= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.bound_rowkey_ge, COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'greater than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.> (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.bound_rowkey_gt, COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = @extschema@.rowkey_range_sel, JOIN = @extschema@.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'greater than, by the edge''s own side';
CREATE OPERATOR @extschema@.< (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.bound_bound_lt, COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'less than, by the edge''s own side';
CREATE OPERATOR @extschema@.<= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.bound_bound_le, COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'less than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.bound_bound_eq, COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'equal, by the edge''s own side';
CREATE OPERATOR @extschema@.>= (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.bound_bound_ge, COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'greater than or equal, by the edge''s own side';
CREATE OPERATOR @extschema@.> (LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = @extschema@.bound_bound_gt, COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'greater than, by the edge''s own side';

ALTER OPERATOR FAMILY @extschema@.rowkey_ops USING btree ADD
    OPERATOR 1 @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound),
    FUNCTION 1 (@extschema@.rowkey, @extschema@.rowkey_bound) @extschema@.rowkey_bound_cmp(@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 1 @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey),
    FUNCTION 1 (@extschema@.rowkey_bound, @extschema@.rowkey) @extschema@.bound_rowkey_cmp(@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 1 @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    FUNCTION 1 (@extschema@.rowkey_bound, @extschema@.rowkey_bound) @extschema@.bound_bound_cmp(@extschema@.rowkey_bound, @extschema@.rowkey_bound);
ALTER OPERATOR FAMILY @extschema@.rowkey_minmax_ops USING brin ADD
    OPERATOR 1 @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound);

CREATE FUNCTION @extschema@.rowkey_range_support(internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_starts_with(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
CREATE FUNCTION @extschema@.starts_with(key @extschema@.rowkey, prefix @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME', 'rowkey_starts_with' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
COMMENT ON FUNCTION @extschema@.starts_with(@extschema@.rowkey, @extschema@.rowkey) IS 'whether a key begins with a prefix; uses a btree index';
CREATE FUNCTION @extschema@.rowkey_in_range(@extschema@.rowkey, @extschema@.rowkeyrange) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
CREATE FUNCTION @extschema@.rowkey_in_multirange(@extschema@.rowkey, @extschema@.rowkeymultirange) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
CREATE FUNCTION @extschema@.rowkey_range_contains(@extschema@.rowkeyrange, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
CREATE FUNCTION @extschema@.rowkey_multirange_contains(@extschema@.rowkeymultirange, @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT @extschema@.rowkey_range_support;
CREATE FUNCTION @extschema@.rowkey_in_multirange_recheck(@extschema@.rowkey, @extschema@.rowkeymultirange) RETURNS boolean AS 'MODULE_PATHNAME', 'rowkey_in_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_in_multirange_recheck(@extschema@.rowkey, @extschema@.rowkeymultirange) IS 'key <@ multirange without its index condition: what the planner leaves to check';

CREATE OPERATOR @extschema@.^@ (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_starts_with, RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.^@ (@extschema@.rowkey, @extschema@.rowkey) IS 'the key begins with this prefix';
CREATE OPERATOR @extschema@.<@ (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkeyrange, FUNCTION = @extschema@.rowkey_in_range, COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.rowkey, @extschema@.rowkeyrange) IS 'the key lies in the range';
CREATE OPERATOR @extschema@.<@ (LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkeymultirange, FUNCTION = @extschema@.rowkey_in_multirange, COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.rowkey, @extschema@.rowkeymultirange) IS 'the key lies in one of the ranges';
CREATE OPERATOR @extschema@.@> (LEFTARG = @extschema@.rowkeyrange, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_range_contains, COMMUTATOR = OPERATOR(@extschema@.<@), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.rowkeyrange, @extschema@.rowkey) IS 'the range contains the key';
CREATE OPERATOR @extschema@.@> (LEFTARG = @extschema@.rowkeymultirange, RIGHTARG = @extschema@.rowkey, FUNCTION = @extschema@.rowkey_multirange_contains, COMMUTATOR = OPERATOR(@extschema@.<@), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.rowkeymultirange, @extschema@.rowkey) IS 'one of the ranges contains the key';

-- ---------------------------------------------------------------------------
-- encodings
-- ---------------------------------------------------------------------------

CREATE TYPE @extschema@.hbase_encoding AS ENUM ('bytes', 'string', 'ordered', 'phoenix');
COMMENT ON TYPE @extschema@.hbase_encoding IS 'how values become bytes: Bytes.toBytes of HBase, UTF-8 text, OrderedBytes of HBase, PDataType of Phoenix';

-- Not STRICT: a missing as_type is NULL, and so is the value that only names a type.
CREATE FUNCTION @extschema@.rowkey_encode(value "any", encoding @extschema@.hbase_encoding, descending boolean DEFAULT false, as_type text DEFAULT NULL) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_decode(key @extschema@.rowkey, sample anyelement, encoding @extschema@.hbase_encoding, descending boolean DEFAULT false, as_type text DEFAULT NULL) RETURNS anyelement AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.hbase_encode(value "any", encoding @extschema@.hbase_encoding, as_type text DEFAULT NULL) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.hbase_decode(bytes bytea, sample anyelement, encoding @extschema@.hbase_encoding, as_type text DEFAULT NULL) RETURNS anyelement AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_encode("any", @extschema@.hbase_encoding, boolean, text) IS 'one value as a row key; NULL for NULL';
COMMENT ON FUNCTION @extschema@.rowkey_decode(@extschema@.rowkey, anyelement, @extschema@.hbase_encoding, boolean, text) IS 'the value a row key was made of; NULL::type says its type';
COMMENT ON FUNCTION @extschema@.hbase_encode("any", @extschema@.hbase_encoding, text) IS 'one value as the bytes of a cell; NULL for NULL';
COMMENT ON FUNCTION @extschema@.hbase_decode(bytea, anyelement, @extschema@.hbase_encoding, text) IS 'the value the bytes of a cell were made of; NULL::type says its type';

-- ---------------------------------------------------------------------------
-- transforms
-- ---------------------------------------------------------------------------

-- A key, salted: one byte before it, computed from it.  "any" is a rowkey, bytea or string; were there
-- two functions, a literal would be text to PostgreSQL, and 'a\x00' no longer two bytes.
CREATE FUNCTION @extschema@.rowkey_salt(key "any", n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION @extschema@.rowkey_salt(key "any", n int, algorithm text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_salt_byte(key "any", n int) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION @extschema@.rowkey_salt_byte(key "any", n int, algorithm text) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_salt_random(key "any", n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION @extschema@.rowkey_unsalt(key @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_salt("any", int) IS 'Phoenix''s salt byte, 0..n-1 (n 1..256), before the key';
COMMENT ON FUNCTION @extschema@.rowkey_salt("any", int, text) IS 'salt byte, 0..n-1 (n 1..256), before the key; algorithm: phoenix, java, java_floormod, murmur, murmur3, jenkins, crc32, or a digest of OpenSSL';
COMMENT ON FUNCTION @extschema@.rowkey_salt_byte("any", int) IS 'the salt that rowkey_salt puts before the key, as a number';
COMMENT ON FUNCTION @extschema@.rowkey_salt_byte("any", int, text) IS 'the salt that rowkey_salt puts before the key, as a number';
COMMENT ON FUNCTION @extschema@.rowkey_salt_random("any", int) IS 'a random byte, 0..n-1 (n 1..256), before the key: no get can find the row again, only scans over all n';
COMMENT ON FUNCTION @extschema@.rowkey_unsalt(@extschema@.rowkey) IS 'the key without its salt byte';

-- A number's bucket: 1 byte up to 256 buckets, 2 bytes above.
CREATE FUNCTION @extschema@.rowkey_bucket(value smallint, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value int, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value bigint, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value timestamptz, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value timestamp, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value date, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_bucket(value text, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_bucket_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_bucket(smallint, int) IS 'value mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(int, int) IS 'value mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(bigint, int) IS 'value mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(timestamptz, int) IS 'milliseconds since 1970 mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(timestamp, int) IS 'milliseconds since 1970 (taken as UTC) mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(date, int) IS 'days since 1970-01-01 mod n, never negative: 1 byte up to 256 buckets, 2 bytes up to 65536';
COMMENT ON FUNCTION @extschema@.rowkey_bucket(text, int) IS 'always an error: text is salted, with rowkey_salt';

-- Hashes and digests.
CREATE FUNCTION @extschema@.rowkey_hash(value text, algorithm text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value text, algorithm text, nbytes int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value text, algorithm text, nbytes int, seed int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value bytea, algorithm text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value bytea, algorithm text, nbytes int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value bytea, algorithm text, nbytes int, seed int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value @extschema@.rowkey, algorithm text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value @extschema@.rowkey, algorithm text, nbytes int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_hash(value @extschema@.rowkey, algorithm text, nbytes int, seed int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_hash_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_hash(text, text) IS 'hash of the UTF-8 bytes; algorithm: a digest of OpenSSL, or java, bytes, murmur, murmur3, jenkins, crc32 (4 bytes)';
COMMENT ON FUNCTION @extschema@.rowkey_hash(text, text, int) IS 'the first nbytes of the hash of the UTF-8 bytes';
COMMENT ON FUNCTION @extschema@.rowkey_hash(text, text, int, int) IS 'the first nbytes of murmur, murmur3 or jenkins with a seed other than HBase''s -1';
COMMENT ON FUNCTION @extschema@.rowkey_hash(bytea, text) IS 'hash of the bytes; algorithm: a digest of OpenSSL, or java, bytes, murmur, murmur3, jenkins, crc32 (4 bytes)';
COMMENT ON FUNCTION @extschema@.rowkey_hash(bytea, text, int) IS 'the first nbytes of the hash of the bytes';
COMMENT ON FUNCTION @extschema@.rowkey_hash(bytea, text, int, int) IS 'the first nbytes of murmur, murmur3 or jenkins with a seed other than HBase''s -1';
COMMENT ON FUNCTION @extschema@.rowkey_hash(@extschema@.rowkey, text) IS 'hash of the key''s bytes; algorithm: a digest of OpenSSL, or java, bytes, murmur, murmur3, jenkins, crc32 (4 bytes)';
COMMENT ON FUNCTION @extschema@.rowkey_hash(@extschema@.rowkey, text, int) IS 'the first nbytes of the hash of the key''s bytes';
COMMENT ON FUNCTION @extschema@.rowkey_hash(@extschema@.rowkey, text, int, int) IS 'the first nbytes of murmur, murmur3 or jenkins with a seed other than HBase''s -1';

-- Reversals.
CREATE FUNCTION @extschema@.rowkey_reverse(value text) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_reverse(value bytea) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_reverse(value @extschema@.rowkey) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_bytes' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_unreverse(key @extschema@.rowkey) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION @extschema@.rowkey_reverse_domain(domain text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse(text) IS 'UTF-8 bytes of the text reversed by character; rowkey_unreverse leads back';
COMMENT ON FUNCTION @extschema@.rowkey_reverse(bytea) IS 'the bytes in reverse order';
COMMENT ON FUNCTION @extschema@.rowkey_reverse(@extschema@.rowkey) IS 'the key''s bytes in reverse order';
COMMENT ON FUNCTION @extschema@.rowkey_unreverse(@extschema@.rowkey) IS 'the text that rowkey_reverse(text) made this key of';
COMMENT ON FUNCTION @extschema@.rowkey_reverse_domain(text) IS 'the labels of a domain name in reverse order: www.example.com becomes com.example.www; its own inverse';

-- Reverse times: Long.MAX_VALUE - milliseconds since 1970, 8 bytes; the newest sorts first.
CREATE FUNCTION @extschema@.rowkey_reverse_ts(ms bigint) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at timestamptz) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at timestamp) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_reverse_ts(at date) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'rowkey_reverse_ts_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_unreverse_ms(key @extschema@.rowkey) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_unreverse_ts(key @extschema@.rowkey) RETURNS timestamptz AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(bigint) IS 'Long.MAX_VALUE - ms, 8 bytes: the newest sorts first';
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(timestamptz) IS 'Long.MAX_VALUE - milliseconds since 1970 (rounded down), 8 bytes: the newest sorts first';
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(timestamp) IS 'Long.MAX_VALUE - milliseconds since 1970 (taken as UTC, rounded down), 8 bytes: the newest sorts first';
COMMENT ON FUNCTION @extschema@.rowkey_reverse_ts(date) IS 'Long.MAX_VALUE - milliseconds from 1970 to midnight UTC of the date, 8 bytes: the newest sorts first';
COMMENT ON FUNCTION @extschema@.rowkey_unreverse_ms(@extschema@.rowkey) IS 'the milliseconds that rowkey_reverse_ts made these 8 bytes of';
COMMENT ON FUNCTION @extschema@.rowkey_unreverse_ts(@extschema@.rowkey) IS 'the time that rowkey_reverse_ts made these 8 bytes of, to the millisecond';

-- Fixed width.
CREATE FUNCTION @extschema@.rowkey_pad(value text, n int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.rowkey_unpad(key @extschema@.rowkey) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.rowkey_pad(text, int) IS 'UTF-8 bytes of the text, filled with blanks to n bytes; longer is an error';
COMMENT ON FUNCTION @extschema@.rowkey_unpad(@extschema@.rowkey) IS 'the text that rowkey_pad made this key of';

-- ---------------------------------------------------------------------------
-- layouts
-- ---------------------------------------------------------------------------

CREATE TYPE @extschema@.rowkey_layout;

CREATE FUNCTION @extschema@.rowkey_layout_in(cstring) RETURNS @extschema@.rowkey_layout AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_out(@extschema@.rowkey_layout) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_recv(internal) RETURNS @extschema@.rowkey_layout AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_send(@extschema@.rowkey_layout) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE @extschema@.rowkey_layout (
    INPUT = @extschema@.rowkey_layout_in, OUTPUT = @extschema@.rowkey_layout_out,
    RECEIVE = @extschema@.rowkey_layout_recv, SEND = @extschema@.rowkey_layout_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey_layout IS 'a declared composite row key: components, fields and their encoding, as in: salt(16), customer text, placed timestamptz desc';

CREATE FUNCTION @extschema@.rowkey_layout_eq(@extschema@.rowkey_layout, @extschema@.rowkey_layout) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_ne(@extschema@.rowkey_layout, @extschema@.rowkey_layout) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_layout_hash(@extschema@.rowkey_layout) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.rowkey_layout, RIGHTARG = @extschema@.rowkey_layout, FUNCTION = @extschema@.rowkey_layout_eq, COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES);
CREATE OPERATOR @extschema@.<> (LEFTARG = @extschema@.rowkey_layout, RIGHTARG = @extschema@.rowkey_layout, FUNCTION = @extschema@.rowkey_layout_ne, COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_layout, @extschema@.rowkey_layout) IS 'the same key';
COMMENT ON OPERATOR @extschema@.<> (@extschema@.rowkey_layout, @extschema@.rowkey_layout) IS 'another key';
CREATE OPERATOR CLASS @extschema@.rowkey_layout_hash_ops DEFAULT FOR TYPE @extschema@.rowkey_layout USING hash AS
    OPERATOR 1 @extschema@.=, FUNCTION 1 @extschema@.rowkey_layout_hash(@extschema@.rowkey_layout);

-- Building keys.  NULL is for core to refuse, with the name of the component.
CREATE FUNCTION @extschema@.rowkey_compose(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_compose(layout @extschema@.rowkey_layout, VARIADIC "values" "any") RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_prefix(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_prefix(layout @extschema@.rowkey_layout, VARIADIC "values" "any") RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_problem(layout @extschema@.rowkey_layout) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_problem(layout @extschema@.rowkey_layout, VARIADIC "values" "any") RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_compose(@extschema@.rowkey_layout) IS 'the key of a layout without fields';
COMMENT ON FUNCTION @extschema@.rowkey_compose(@extschema@.rowkey_layout, "any") IS 'the key of these values: one per field, in the order of first mention';
COMMENT ON FUNCTION @extschema@.rowkey_prefix(@extschema@.rowkey_layout) IS 'what all keys of a layout begin with';
COMMENT ON FUNCTION @extschema@.rowkey_prefix(@extschema@.rowkey_layout, "any") IS 'what all keys with these leading values begin with, each closed as in mid-key: a child key is prefix || child';
COMMENT ON FUNCTION @extschema@.rowkey_problem(@extschema@.rowkey_layout) IS 'why rowkey_compose would fail; NULL if it would not';
COMMENT ON FUNCTION @extschema@.rowkey_problem(@extschema@.rowkey_layout, "any") IS 'why rowkey_compose of these values would fail, as text and never an error; NULL if it would not';

-- Reading keys.
CREATE FUNCTION @extschema@.rowkey_field(layout @extschema@.rowkey_layout, key @extschema@.rowkey, name text, sample anyelement) RETURNS anyelement AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 2;
CREATE FUNCTION @extschema@.rowkey_decompose(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
CREATE FUNCTION @extschema@.rowkey_fields(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS jsonb AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_describe(layout @extschema@.rowkey_layout, key @extschema@.rowkey, OUT component text, OUT "offset" int, OUT length int, OUT bytes bytea, OUT value text) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 5;
CREATE FUNCTION @extschema@.rowkey_conforms(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_misfit(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_which(layouts @extschema@.rowkey_layout[], key @extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION @extschema@.rowkey_field(@extschema@.rowkey_layout, @extschema@.rowkey, text, anyelement) IS 'one field of a key, by name; NULL::type says its type; the fastest way back to columns';
COMMENT ON FUNCTION @extschema@.rowkey_decompose(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'the fields of a key, as a row: FROM rowkey_decompose(layout, key) AS k(name type, ...), each column is the field of its name';
COMMENT ON FUNCTION @extschema@.rowkey_fields(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'the fields of a key that can be read back, by name';
COMMENT ON FUNCTION @extschema@.rowkey_describe(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'the components of a key: where each stands, its bytes, and what they say';
COMMENT ON FUNCTION @extschema@.rowkey_conforms(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'whether the key is one that rowkey_compose makes: salt, buckets and hashes too, as far as the key tells';
COMMENT ON FUNCTION @extschema@.rowkey_misfit(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'why rowkey_conforms is false: the component, its byte offset and what is wrong; NULL if the key conforms';
COMMENT ON FUNCTION @extschema@.rowkey_which(@extschema@.rowkey_layout[], @extschema@.rowkey) IS 'which layout (from 1) the key conforms to, the first if several; NULL if none';

-- From a question to ranges of keys.
CREATE FUNCTION @extschema@.rowkey_scan_support(internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_range(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_range(layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_ranges(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkeymultirange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20;
CREATE FUNCTION @extschema@.rowkey_ranges(layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS @extschema@.rowkeymultirange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20;
CREATE FUNCTION @extschema@.rowkey_scan(layout @extschema@.rowkey_layout) RETURNS SETOF @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20 ROWS 16 SUPPORT @extschema@.rowkey_scan_support;
CREATE FUNCTION @extschema@.rowkey_scan(layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS SETOF @extschema@.rowkeyrange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20 ROWS 16 SUPPORT @extschema@.rowkey_scan_support;
CREATE FUNCTION @extschema@.rowkey_matches(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_matches(layout @extschema@.rowkey_layout, key @extschema@.rowkey, VARIADIC conditions "any") RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_scan_support(internal) IS 'tells the planner how many ranges rowkey_scan gives';
COMMENT ON FUNCTION @extschema@.rowkey_range(@extschema@.rowkey_layout) IS 'the range of all keys of a layout that needs one range';
COMMENT ON FUNCTION @extschema@.rowkey_range(@extschema@.rowkey_layout, "any") IS 'the range of keys that meet these conditions (as for rowkey_scan), for WHERE key <@ rowkey_range(...); an error when it is more than one';
COMMENT ON FUNCTION @extschema@.rowkey_ranges(@extschema@.rowkey_layout) IS 'the ranges of all keys of a layout, as one value';
COMMENT ON FUNCTION @extschema@.rowkey_ranges(@extschema@.rowkey_layout, "any") IS 'the ranges of keys that meet these conditions (as for rowkey_scan), as one value';
COMMENT ON FUNCTION @extschema@.rowkey_scan(@extschema@.rowkey_layout) IS 'the ranges of all keys of a layout: one for each salt and bucket';
COMMENT ON FUNCTION @extschema@.rowkey_scan(@extschema@.rowkey_layout, "any") IS 'the ranges of keys that meet these conditions, one per leading field: a value, an array, a range or a multirange; or a question in jsonb, {"field": value, ...}; disjoint, in key order. They hold every such key, and others where a condition follows a range, hashes are cut short, or a bound is finer than the key: then rowkey_matches is the recheck';
COMMENT ON FUNCTION @extschema@.rowkey_matches(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'whether the key has this layout';
COMMENT ON FUNCTION @extschema@.rowkey_matches(@extschema@.rowkey_layout, @extschema@.rowkey, "any") IS 'whether the key meets these conditions (as for rowkey_scan), as far as it tells: the recheck of its ranges';

-- The same key told to other tools.
CREATE FUNCTION @extschema@.rowkey_layout_ddl(layout @extschema@.rowkey_layout, tool text, table_name text DEFAULT 'table_name') RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION @extschema@.rowkey_layout_ddl(@extschema@.rowkey_layout, text, text) IS 'what phoenix, hive, spark, java or the HBase shell must be told to read and write these keys; an error names a component that the tool cannot express';

-- ---------------------------------------------------------------------------
-- wide rows
-- ---------------------------------------------------------------------------

-- type and I/O
CREATE TYPE @extschema@.widerow;

CREATE FUNCTION @extschema@.widerow_in(cstring) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_out(@extschema@.widerow) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_recv(internal) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_send(@extschema@.widerow) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE TYPE @extschema@.widerow (
    INPUT = @extschema@.widerow_in, OUTPUT = @extschema@.widerow_out,
    RECEIVE = @extschema@.widerow_recv, SEND = @extschema@.widerow_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.widerow IS 'one column family of an HBase row: its cells, sorted, with versions and delete markers';

-- comparison: equal rows are equal bytes; the order has no meaning
CREATE FUNCTION @extschema@.widerow_lt(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_le(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_eq(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_ne(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_ge(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_gt(@extschema@.widerow, @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_cmp(@extschema@.widerow, @extschema@.widerow) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_hash(@extschema@.widerow) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_hash_extended(@extschema@.widerow, bigint) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE OPERATOR @extschema@.< (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_lt, COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.widerow, @extschema@.widerow) IS 'bytes come first; no order of rows';
CREATE OPERATOR @extschema@.<= (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_le, COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.widerow, @extschema@.widerow) IS 'bytes come first or are equal; no order of rows';
CREATE OPERATOR @extschema@.= (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_eq, COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR @extschema@.= (@extschema@.widerow, @extschema@.widerow) IS 'the same cells';
CREATE OPERATOR @extschema@.<> (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_ne, COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.<> (@extschema@.widerow, @extschema@.widerow) IS 'not the same cells';
CREATE OPERATOR @extschema@.>= (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_ge, COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.widerow, @extschema@.widerow) IS 'bytes come last or are equal; no order of rows';
CREATE OPERATOR @extschema@.> (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_gt, COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.widerow, @extschema@.widerow) IS 'bytes come last; no order of rows';

CREATE OPERATOR CLASS @extschema@.widerow_ops DEFAULT FOR TYPE @extschema@.widerow USING btree AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=, OPERATOR 5 @extschema@.>,
    FUNCTION 1 @extschema@.widerow_cmp(@extschema@.widerow, @extschema@.widerow), FUNCTION 4 pg_catalog.btequalimage(oid);
CREATE OPERATOR CLASS @extschema@.widerow_ops DEFAULT FOR TYPE @extschema@.widerow USING hash AS
    OPERATOR 1 @extschema@.=,
    FUNCTION 1 @extschema@.widerow_hash(@extschema@.widerow), FUNCTION 2 @extschema@.widerow_hash_extended(@extschema@.widerow, bigint);

-- building
CREATE FUNCTION @extschema@.widerow_build() RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'widerow_build_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_build(VARIADIC pairs "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_build_as(encoding @extschema@.hbase_encoding, VARIADIC pairs "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow(r record) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'widerow_from_record' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_as(encoding @extschema@.hbase_encoding, r record) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'widerow_from_record_as' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_build() IS 'the empty row';
COMMENT ON FUNCTION @extschema@.widerow_build(VARIADIC "any") IS 'row of pairs of a qualifier and a value, encoded as Bytes.toBytes; NULL values are no cells';
COMMENT ON FUNCTION @extschema@.widerow_build_as(@extschema@.hbase_encoding, VARIADIC "any") IS 'row of pairs of a qualifier and a value, in this encoding; bytea values as they are';
COMMENT ON FUNCTION @extschema@.widerow(record) IS 'row of a record: a cell of each column that is not NULL';
COMMENT ON FUNCTION @extschema@.widerow_as(@extschema@.hbase_encoding, record) IS 'row of a record, in this encoding';

CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any") RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any", bigint) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any", timestamptz) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any", text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any", bigint, text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_transfn(internal, "any", "any", timestamptz, text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any") RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any", bigint) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any", timestamptz) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any", text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any", bigint, text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_as_transfn(internal, @extschema@.hbase_encoding, "any", "any", timestamptz, text) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_finalfn(internal) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_combinefn(internal, internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_serialfn(internal) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_agg_deserialfn(bytea, internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_merge_transfn(internal, @extschema@.widerow) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_merge_finalfn(internal) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;

CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any") (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts bigint) (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts timestamptz) (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", on_duplicate text) (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts bigint, on_duplicate text) (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts timestamptz, on_duplicate text) (SFUNC = @extschema@.widerow_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any") (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts bigint) (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts timestamptz) (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any", on_duplicate text) (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts bigint, on_duplicate text) (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.widerow_agg_as(encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts timestamptz, on_duplicate text) (SFUNC = @extschema@.widerow_agg_as_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any") IS 'row of the cells of a group';
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", bigint) IS 'row of the cells of a group, at these milliseconds';
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", timestamptz) IS 'row of the cells of a group, at these times';
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", text) IS 'row of the cells of a group; of a cell given twice the ''first'' or ''last'', or an ''error''';
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", bigint, text) IS 'row of the cells of a group, at these milliseconds; of a cell given twice the ''first'' or ''last'', or an ''error''';
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", timestamptz, text) IS 'row of the cells of a group, at these times; of a cell given twice the ''first'' or ''last'', or an ''error''';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any") IS 'row of the cells of a group, in this encoding';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any", bigint) IS 'row of the cells of a group, in this encoding, at these milliseconds';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any", timestamptz) IS 'row of the cells of a group, in this encoding, at these times';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any", text) IS 'row of the cells of a group, in this encoding; of a cell given twice the ''first'' or ''last'', or an ''error''';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any", bigint, text) IS 'row of the cells of a group, in this encoding, at these milliseconds; of a cell given twice the ''first'' or ''last'', or an ''error''';
COMMENT ON AGGREGATE @extschema@.widerow_agg_as(@extschema@.hbase_encoding, "any", "any", timestamptz, text) IS 'row of the cells of a group, in this encoding, at these times; of a cell given twice the ''first'' or ''last'', or an ''error''';

CREATE AGGREGATE @extschema@.widerow_merge(r @extschema@.widerow) (SFUNC = @extschema@.widerow_merge_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_merge_finalfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_merge(@extschema@.widerow) IS 'rows of a group landing one on another, in the order they come: || over all of them';

-- reading
CREATE FUNCTION @extschema@.widerow_value(r @extschema@.widerow, qualifier text) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_value(r @extschema@.widerow, qualifier bytea) RETURNS bytea AS 'MODULE_PATHNAME', 'widerow_value_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_text(r @extschema@.widerow, qualifier text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_text(r @extschema@.widerow, qualifier bytea) RETURNS text AS 'MODULE_PATHNAME', 'widerow_text_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_exists(r @extschema@.widerow, qualifier text) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_exists(r @extschema@.widerow, qualifier bytea) RETURNS boolean AS 'MODULE_PATHNAME', 'widerow_exists_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_exists_any(r @extschema@.widerow, qualifiers text[]) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_exists_all(r @extschema@.widerow, qualifiers text[]) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_contains(a @extschema@.widerow, b @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_contained(a @extschema@.widerow, b @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_get(r @extschema@.widerow, qualifier "any", sample anyelement, encoding @extschema@.hbase_encoding DEFAULT 'bytes', as_type text DEFAULT NULL) RETURNS anyelement AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_populate(base anyelement, r @extschema@.widerow, encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS anyelement AS 'MODULE_PATHNAME' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_cells(r @extschema@.widerow, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 10;
CREATE FUNCTION @extschema@.widerow_versions(r @extschema@.widerow, qualifier text, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 3;
CREATE FUNCTION @extschema@.widerow_versions(r @extschema@.widerow, qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME', 'widerow_versions_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 3;
CREATE FUNCTION @extschema@.widerow_count(r @extschema@.widerow) RETURNS int AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_is_stamped(r @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_newest_ts(r @extschema@.widerow) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_prefix(r @extschema@.widerow, prefix text) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_prefix(r @extschema@.widerow, prefix bytea) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'widerow_prefix_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_range(r @extschema@.widerow, start text, stop text, start_inclusive boolean DEFAULT true, stop_inclusive boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_range(r @extschema@.widerow, start bytea, stop bytea, start_inclusive boolean DEFAULT true, stop_inclusive boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'widerow_range_bytea' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_to_json(r @extschema@.widerow) RETURNS json AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_to_jsonb(r @extschema@.widerow) RETURNS jsonb AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_value(@extschema@.widerow, text) IS 'newest visible value of a column; NULL if there is none';
COMMENT ON FUNCTION @extschema@.widerow_value(@extschema@.widerow, bytea) IS 'newest visible value of a column; NULL if there is none';
COMMENT ON FUNCTION @extschema@.widerow_text(@extschema@.widerow, text) IS 'newest visible value of a column, as UTF-8 text';
COMMENT ON FUNCTION @extschema@.widerow_text(@extschema@.widerow, bytea) IS 'newest visible value of a column, as UTF-8 text';
COMMENT ON FUNCTION @extschema@.widerow_exists(@extschema@.widerow, text) IS 'whether a column has a visible value';
COMMENT ON FUNCTION @extschema@.widerow_exists(@extschema@.widerow, bytea) IS 'whether a column has a visible value';
COMMENT ON FUNCTION @extschema@.widerow_exists_any(@extschema@.widerow, text[]) IS 'whether one of these columns has a visible value';
COMMENT ON FUNCTION @extschema@.widerow_exists_all(@extschema@.widerow, text[]) IS 'whether all of these columns have a visible value';
COMMENT ON FUNCTION @extschema@.widerow_contains(@extschema@.widerow, @extschema@.widerow) IS 'whether a shows all columns that b shows, with the same values';
COMMENT ON FUNCTION @extschema@.widerow_contained(@extschema@.widerow, @extschema@.widerow) IS 'whether b shows all columns that a shows, with the same values';
COMMENT ON FUNCTION @extschema@.widerow_get(@extschema@.widerow, "any", anyelement, @extschema@.hbase_encoding, text) IS 'newest visible value of a column, as a value of the sample''s type';
COMMENT ON FUNCTION @extschema@.widerow_populate(anyelement, @extschema@.widerow, @extschema@.hbase_encoding) IS 'record whose columns are the visible columns of the same names; base for the rest';
COMMENT ON FUNCTION @extschema@.widerow_cells(@extschema@.widerow) IS 'all cells, versions and markers too, in HBase''s order';
COMMENT ON FUNCTION @extschema@.widerow_versions(@extschema@.widerow, text) IS 'all cells of one column, newest first';
COMMENT ON FUNCTION @extschema@.widerow_versions(@extschema@.widerow, bytea) IS 'all cells of one column, newest first';
COMMENT ON FUNCTION @extschema@.widerow_count(@extschema@.widerow) IS 'number of cells, versions and markers too';
COMMENT ON FUNCTION @extschema@.widerow_is_stamped(@extschema@.widerow) IS 'whether all cells have a timestamp';
COMMENT ON FUNCTION @extschema@.widerow_newest_ts(@extschema@.widerow) IS 'largest timestamp of a stamped cell; NULL if there is none';
COMMENT ON FUNCTION @extschema@.widerow_prefix(@extschema@.widerow, text) IS 'the columns that begin with a prefix; markers of the family stay';
COMMENT ON FUNCTION @extschema@.widerow_prefix(@extschema@.widerow, bytea) IS 'the columns that begin with a prefix; markers of the family stay';
COMMENT ON FUNCTION @extschema@.widerow_range(@extschema@.widerow, text, text, boolean, boolean) IS 'the columns from start to stop; NULL is an open end; markers of the family stay';
COMMENT ON FUNCTION @extschema@.widerow_range(@extschema@.widerow, bytea, bytea, boolean, boolean) IS 'the columns from start to stop; NULL is an open end; markers of the family stay';
COMMENT ON FUNCTION @extschema@.widerow_to_json(@extschema@.widerow) IS 'the visible columns as an object: values as text, or as hex where they are none';
COMMENT ON FUNCTION @extschema@.widerow_to_jsonb(@extschema@.widerow) IS 'the visible columns as an object: values as text, or as hex where they are none';

CREATE CAST (@extschema@.widerow AS json) WITH FUNCTION @extschema@.widerow_to_json(@extschema@.widerow);
CREATE CAST (@extschema@.widerow AS jsonb) WITH FUNCTION @extschema@.widerow_to_jsonb(@extschema@.widerow);

CREATE OPERATOR @extschema@.-> (LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_value);
COMMENT ON OPERATOR @extschema@.-> (@extschema@.widerow, text) IS 'newest visible value';
CREATE OPERATOR @extschema@.-> (LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_value);
COMMENT ON OPERATOR @extschema@.-> (@extschema@.widerow, bytea) IS 'newest visible value';
CREATE OPERATOR @extschema@.->> (LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_text);
COMMENT ON OPERATOR @extschema@.->> (@extschema@.widerow, text) IS 'newest visible value as text';
CREATE OPERATOR @extschema@.->> (LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_text);
COMMENT ON OPERATOR @extschema@.->> (@extschema@.widerow, bytea) IS 'newest visible value as text';
CREATE OPERATOR @extschema@.? (LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_exists, RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.? (@extschema@.widerow, text) IS 'the column has a visible value';
CREATE OPERATOR @extschema@.? (LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_exists, RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.? (@extschema@.widerow, bytea) IS 'the column has a visible value';
CREATE OPERATOR @extschema@.?| (LEFTARG = @extschema@.widerow, RIGHTARG = text[], FUNCTION = @extschema@.widerow_exists_any, RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.?| (@extschema@.widerow, text[]) IS 'one of the columns has a visible value';
CREATE OPERATOR @extschema@.?& (LEFTARG = @extschema@.widerow, RIGHTARG = text[], FUNCTION = @extschema@.widerow_exists_all, RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.?& (@extschema@.widerow, text[]) IS 'all of the columns have a visible value';
CREATE OPERATOR @extschema@.@> (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_contains, COMMUTATOR = OPERATOR(@extschema@.<@), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.widerow, @extschema@.widerow) IS 'shows all columns of the other, with the same values';
CREATE OPERATOR @extschema@.<@ (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_contained, COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.widerow, @extschema@.widerow) IS 'the other shows all columns of this one, with the same values';

-- changing: NULL counts as the empty row
CREATE FUNCTION @extschema@.widerow_concat(a @extschema@.widerow, b @extschema@.widerow) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_land(a @extschema@.widerow, b @extschema@.widerow) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_at(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_at(r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put(r @extschema@.widerow, qualifier "any", value "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put(r @extschema@.widerow, qualifier "any", value "any", ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put(r @extschema@.widerow, qualifier "any", value "any", ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put_as(r @extschema@.widerow, encoding @extschema@.hbase_encoding, qualifier "any", value "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put_as(r @extschema@.widerow, encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_put_as(r @extschema@.widerow, encoding @extschema@.hbase_encoding, qualifier "any", value "any", ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete(r @extschema@.widerow, qualifier "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete(r @extschema@.widerow, qualifier "any", ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete(r @extschema@.widerow, qualifier "any", ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_version(r @extschema@.widerow, qualifier "any", ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_version(r @extschema@.widerow, qualifier "any", ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_family_version(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_delete_family_version(r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_increment(r @extschema@.widerow, qualifier "any", by bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_increment(r @extschema@.widerow, qualifier "any", by bigint, ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_increment(r @extschema@.widerow, qualifier "any", by bigint, ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_append(r @extschema@.widerow, qualifier "any", value "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_append(r @extschema@.widerow, qualifier "any", value "any", ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_append(r @extschema@.widerow, qualifier "any", value "any", ts timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_matches(r @extschema@.widerow, qualifier "any", op text, value "any") RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_concat(@extschema@.widerow, @extschema@.widerow) IS 'b lands on a';
COMMENT ON FUNCTION @extschema@.widerow_land(@extschema@.widerow, @extschema@.widerow) IS 'b lands on a, and the order of landing is kept: for families with NEW_VERSION_BEHAVIOR';
COMMENT ON FUNCTION @extschema@.widerow_at(@extschema@.widerow, bigint) IS 'the unstamped cells get a timestamp: puts ts, markers ts - 1';
COMMENT ON FUNCTION @extschema@.widerow_at(@extschema@.widerow, timestamptz) IS 'the unstamped cells get a timestamp: puts ts, markers ts - 1';
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any") IS 'one cell lands on the row';
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any", bigint) IS 'one cell lands on the row';
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any", timestamptz) IS 'one cell lands on the row';
COMMENT ON FUNCTION @extschema@.widerow_put_as(@extschema@.widerow, @extschema@.hbase_encoding, "any", "any") IS 'one cell lands on the row, in this encoding';
COMMENT ON FUNCTION @extschema@.widerow_put_as(@extschema@.widerow, @extschema@.hbase_encoding, "any", "any", bigint) IS 'one cell lands on the row, in this encoding';
COMMENT ON FUNCTION @extschema@.widerow_put_as(@extschema@.widerow, @extschema@.hbase_encoding, "any", "any", timestamptz) IS 'one cell lands on the row, in this encoding';
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any") IS 'a DeleteColumn marker lands on the row: all versions up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any", bigint) IS 'a DeleteColumn marker lands on the row: all versions up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any", timestamptz) IS 'a DeleteColumn marker lands on the row: all versions up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_version(@extschema@.widerow, "any", bigint) IS 'a Delete marker lands on the row: the version of this timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_version(@extschema@.widerow, "any", timestamptz) IS 'a Delete marker lands on the row: the version of this timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow) IS 'a DeleteFamily marker lands on the row: all columns up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow, bigint) IS 'a DeleteFamily marker lands on the row: all columns up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow, timestamptz) IS 'a DeleteFamily marker lands on the row: all columns up to its timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_family_version(@extschema@.widerow, bigint) IS 'a DeleteFamilyVersion marker lands on the row: all columns at this timestamp';
COMMENT ON FUNCTION @extschema@.widerow_delete_family_version(@extschema@.widerow, timestamptz) IS 'a DeleteFamilyVersion marker lands on the row: all columns at this timestamp';
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint) IS 'the newest value of a column, an 8-byte counter or missing, plus an amount';
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint, bigint) IS 'the newest value of a column, an 8-byte counter or missing, plus an amount';
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint, timestamptz) IS 'the newest value of a column, an 8-byte counter or missing, plus an amount';
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any") IS 'the newest value of a column with bytes appended';
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any", bigint) IS 'the newest value of a column with bytes appended';
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any", timestamptz) IS 'the newest value of a column with bytes appended';
COMMENT ON FUNCTION @extschema@.widerow_matches(@extschema@.widerow, "any", text, "any") IS 'whether value op stored holds, as in checkAndMutate; NULL or empty asks for a missing cell';

CREATE OPERATOR @extschema@.|| (LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.widerow, @extschema@.widerow) IS 'the right row lands on the left one';

-- visibility
CREATE FUNCTION @extschema@.widerow_visible(r @extschema@.widerow, versions int DEFAULT 1, time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false, max_versions int DEFAULT NULL, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL, keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_visible(r @extschema@.widerow, versions int, time_from timestamptz, time_to timestamptz, raw boolean DEFAULT false, max_versions int DEFAULT NULL, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL, keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_flush(r @extschema@.widerow, versions int DEFAULT 1, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL, keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_compact(r @extschema@.widerow, versions int DEFAULT 1, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL, keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_visible(@extschema@.widerow, int, bigint, bigint, boolean, int, int, bigint, text, timestamptz, boolean) IS 'the cells that a get returns';
COMMENT ON FUNCTION @extschema@.widerow_visible(@extschema@.widerow, int, timestamptz, timestamptz, boolean, int, int, bigint, text, timestamptz, boolean) IS 'the cells that a get of a time range returns';
COMMENT ON FUNCTION @extschema@.widerow_flush(@extschema@.widerow, int, int, bigint, text, timestamptz, boolean) IS 'the cells that a flush leaves';
COMMENT ON FUNCTION @extschema@.widerow_compact(@extschema@.widerow, int, int, bigint, text, timestamptz, boolean) IS 'the cells that a major compaction leaves';

-- GIN: which rows show a column, or a column with a value
CREATE FUNCTION @extschema@.widerow_gin_extract_value(@extschema@.widerow, internal, internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_gin_extract_query(@extschema@.widerow, internal, int2, internal, internal, internal, internal) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_gin_consistent(internal, int2, @extschema@.widerow, int, internal, internal, internal, internal) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_gin_triconsistent(internal, int2, @extschema@.widerow, int, internal, internal, internal) RETURNS "char" AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE OPERATOR CLASS @extschema@.widerow_gin_ops DEFAULT FOR TYPE @extschema@.widerow USING gin AS
    OPERATOR 7 @extschema@.@> (@extschema@.widerow, @extschema@.widerow),
    OPERATOR 9 @extschema@.? (@extschema@.widerow, text),
    OPERATOR 10 @extschema@.?| (@extschema@.widerow, text[]),
    OPERATOR 11 @extschema@.?& (@extschema@.widerow, text[]),
    OPERATOR 12 @extschema@.? (@extschema@.widerow, bytea),
    FUNCTION 1 pg_catalog.btint4cmp(int, int),
    FUNCTION 2 @extschema@.widerow_gin_extract_value(@extschema@.widerow, internal, internal),
    FUNCTION 3 @extschema@.widerow_gin_extract_query(@extschema@.widerow, internal, int2, internal, internal, internal, internal),
    FUNCTION 4 @extschema@.widerow_gin_consistent(internal, int2, @extschema@.widerow, int, internal, internal, internal, internal),
    FUNCTION 6 @extschema@.widerow_gin_triconsistent(internal, int2, @extschema@.widerow, int, internal, internal, internal),
    STORAGE int;

-- time series in OpenTSDB's rows: family t, a cell for each point
CREATE FUNCTION @extschema@.opentsdb_qualifier(at bigint, value bigint) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_qualifier(at timestamptz, value bigint) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_qualifier(at bigint, value real) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_qualifier(at timestamptz, value real) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_qualifier(at bigint, value double precision) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_qualifier(at timestamptz, value double precision) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_value(value bigint) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_value(value real) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_value(value double precision) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, bigint, bigint) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, timestamptz, bigint) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, bigint, real) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, timestamptz, real) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, bigint, double precision) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.opentsdb_agg_transfn(internal, timestamptz, double precision) RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE AGGREGATE @extschema@.opentsdb_agg(at bigint, value bigint) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.opentsdb_agg(at timestamptz, value bigint) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.opentsdb_agg(at bigint, value real) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.opentsdb_agg(at timestamptz, value real) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.opentsdb_agg(at bigint, value double precision) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.opentsdb_agg(at timestamptz, value double precision) (SFUNC = @extschema@.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = @extschema@.widerow_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE FUNCTION @extschema@.opentsdb_points(r @extschema@.widerow, base bigint, OUT at timestamptz, OUT long bigint, OUT double double precision) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 100;
CREATE FUNCTION @extschema@.opentsdb_points(r @extschema@.widerow, base timestamptz, OUT at timestamptz, OUT long bigint, OUT double double precision) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 100;
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(bigint, bigint) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(timestamptz, bigint) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(bigint, real) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(timestamptz, real) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(bigint, double precision) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_qualifier(timestamptz, double precision) IS 'qualifier of a data point in OpenTSDB: its time within the hour and the format of its value';
COMMENT ON FUNCTION @extschema@.opentsdb_value(bigint) IS 'value of a data point in OpenTSDB: integers in the fewest bytes';
COMMENT ON FUNCTION @extschema@.opentsdb_value(real) IS 'value of a data point in OpenTSDB: floats of 4 bytes';
COMMENT ON FUNCTION @extschema@.opentsdb_value(double precision) IS 'value of a data point in OpenTSDB: floats of 8 bytes';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(bigint, bigint) IS 'OpenTSDB''s row of the data points of one hour: integers in the fewest bytes; at is seconds, or milliseconds where it needs more than 32 bits';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(timestamptz, bigint) IS 'OpenTSDB''s row of the data points of one hour: integers in the fewest bytes';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(bigint, real) IS 'OpenTSDB''s row of the data points of one hour: floats of 4 bytes; at is seconds, or milliseconds where it needs more than 32 bits';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(timestamptz, real) IS 'OpenTSDB''s row of the data points of one hour: floats of 4 bytes';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(bigint, double precision) IS 'OpenTSDB''s row of the data points of one hour: floats of 8 bytes; at is seconds, or milliseconds where it needs more than 32 bits';
COMMENT ON AGGREGATE @extschema@.opentsdb_agg(timestamptz, double precision) IS 'OpenTSDB''s row of the data points of one hour: floats of 8 bytes';
COMMENT ON FUNCTION @extschema@.opentsdb_points(@extschema@.widerow, bigint) IS 'the data points of an OpenTSDB row that begins at base (bigint: seconds): one of long and double is NULL; annotations are left out';
COMMENT ON FUNCTION @extschema@.opentsdb_points(@extschema@.widerow, timestamptz) IS 'the data points of an OpenTSDB row that begins at base (bigint: seconds): one of long and double is NULL; annotations are left out';

-- objects kept whole in one value
CREATE FUNCTION @extschema@.avro_encode(value jsonb, schema text) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.avro_decode(bytes bytea, schema text) RETURNS jsonb AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.avro_encode(jsonb, text) IS 'a JSON value in Avro''s binary encoding, by an Avro schema';
COMMENT ON FUNCTION @extschema@.avro_decode(bytea, text) IS 'the JSON value that Avro''s bytes hold, by the schema they were written with';

-- HBase's filter language
CREATE FUNCTION @extschema@.hbase_filter_ranges(filter text) RETURNS @extschema@.rowkeymultirange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.hbase_filter_ranges(filter bytea) RETURNS @extschema@.rowkeymultirange AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION @extschema@.rowkey_matches_fuzzy(key @extschema@.rowkey, pattern @extschema@.rowkey, mask bytea) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.hbase_filter_ranges(text) IS 'the row keys that a filter can keep; rows with other keys need not be read';
COMMENT ON FUNCTION @extschema@.hbase_filter_ranges(bytea) IS 'the row keys that a filter can keep; rows with other keys need not be read';
COMMENT ON FUNCTION @extschema@.rowkey_matches_fuzzy(@extschema@.rowkey, @extschema@.rowkey, bytea) IS 'FuzzyRowFilter: the key''s bytes equal the pattern''s where the mask is 0';

-- ---------------------------------------------------------------------------
-- schema hbase: the table layer
-- ---------------------------------------------------------------------------

CREATE SCHEMA hbase;
COMMENT ON SCHEMA hbase IS 'hbase_schema: whole HBase tables, advice, and files';
GRANT USAGE ON SCHEMA hbase TO PUBLIC;

-- Outcomes: what readers of relations put in the place of calls of our functions,
-- so that a rejected row comes to them as data.  Nobody calls these by name.
CREATE TYPE hbase.outcome;
CREATE FUNCTION hbase.outcome_in(cstring) RETURNS hbase.outcome AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.outcome_out(hbase.outcome) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE hbase.outcome (
    INPUT = hbase.outcome_in, OUTPUT = hbase.outcome_out,
    INTERNALLENGTH = variable, ALIGNMENT = double, STORAGE = plain, CATEGORY = 'U');
COMMENT ON TYPE hbase.outcome IS 'internal: what a call came to, a value or why its data were rejected';

CREATE FUNCTION hbase.outcome(call oidvector, VARIADIC arguments "any") RETURNS hbase.outcome AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION hbase.outcome_stable(call oidvector, VARIADIC arguments "any") RETURNS hbase.outcome AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION hbase.outcome_volatile(call oidvector, VARIADIC arguments "any") RETURNS hbase.outcome AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION hbase.outcome_true(condition hbase.outcome) RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase.in_sample(key @extschema@.rowkey, share bigint) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_in_sample' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION hbase.outcome(oidvector, VARIADIC "any") IS 'internal: the outcome of a call of an immutable function';
COMMENT ON FUNCTION hbase.outcome_stable(oidvector, VARIADIC "any") IS 'internal: the outcome of a call of a stable function';
COMMENT ON FUNCTION hbase.outcome_volatile(oidvector, VARIADIC "any") IS 'internal: the outcome of a call of a volatile function';
COMMENT ON FUNCTION hbase.outcome_true(hbase.outcome) IS 'internal: whether a condition is true or rejected its data';
COMMENT ON FUNCTION hbase.in_sample(@extschema@.rowkey, bigint) IS 'internal: whether a key is in a sample of so many of 2147483648; NULL is in each';

CREATE FUNCTION hbase.outcome_agg_transfn(internal, oidvector, VARIADIC "any") RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase.outcome_agg_finalfn(internal) RETURNS hbase.outcome AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase.outcome_merge_transfn(internal, oidvector, "any") RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase.outcome_merge_finalfn(internal) RETURNS hbase.outcome AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE AGGREGATE hbase.outcome_agg(call oidvector, VARIADIC arguments "any") (SFUNC = hbase.outcome_agg_transfn, STYPE = internal, FINALFUNC = hbase.outcome_agg_finalfn, COMBINEFUNC = @extschema@.widerow_agg_combinefn, SERIALFUNC = @extschema@.widerow_agg_serialfn, DESERIALFUNC = @extschema@.widerow_agg_deserialfn, PARALLEL = SAFE);
CREATE AGGREGATE hbase.outcome_merge(call oidvector, r "any") (SFUNC = hbase.outcome_merge_transfn, STYPE = internal, FINALFUNC = hbase.outcome_merge_finalfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE hbase.outcome_agg(oidvector, VARIADIC "any") IS 'internal: widerow_agg with an outcome';
COMMENT ON AGGREGATE hbase.outcome_merge(oidvector, "any") IS 'internal: widerow_merge with an outcome';

-- What users say about their relations.  Rows are written by functions, which
-- check who owns the relation; the database's owner may also restore them.
CREATE TABLE hbase.definition (
    relation_schema name NOT NULL, relation_name name NOT NULL,
    table_name text, layouts @extschema@.rowkey_layout[], families jsonb NOT NULL, regions int, splits @extschema@.rowkey[], ignore name[],
    owner name NOT NULL,
    PRIMARY KEY (relation_schema, relation_name));
CREATE TABLE hbase.column_dictionary (
    relation_schema name NOT NULL, relation_name name NOT NULL,
    family text NOT NULL, qualifier bytea NOT NULL, name text NOT NULL, type text NOT NULL, encoding @extschema@.hbase_encoding NOT NULL,
    owner name NOT NULL,
    PRIMARY KEY (relation_schema, relation_name, family, qualifier),
    UNIQUE (relation_schema, relation_name, name));
CREATE TABLE hbase.delta_baseline (
    baseline_schema name NOT NULL, baseline_name name NOT NULL,
    relation_schema name NOT NULL, relation_name name NOT NULL,
    stamp bigint NOT NULL, splits @extschema@.rowkey[],
    owner name NOT NULL,
    run text NOT NULL DEFAULT 'any' CHECK (run OPERATOR(pg_catalog.~) '^(any|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'),
    PRIMARY KEY (baseline_schema, baseline_name));
CREATE TABLE hbase.delta_run (
    run uuid PRIMARY KEY, previous text NOT NULL,
    baseline_schema name NOT NULL, baseline_name name NOT NULL,
    directory text NOT NULL, device bigint NOT NULL, inode bigint NOT NULL,
    stamp bigint NOT NULL, xid xid8 NOT NULL, created timestamptz NOT NULL);
CREATE TABLE hbase.uid_kind (
    kind text PRIMARY KEY,
    width int NOT NULL, last bigint NOT NULL,
    owner name NOT NULL);
CREATE TABLE hbase.uid_name (
    kind text NOT NULL, name text NOT NULL, id bigint NOT NULL,
    PRIMARY KEY (kind, name), UNIQUE (kind, id));
COMMENT ON TABLE hbase.definition IS 'what hbase.define() was told, by the relation''s name; read it with hbase.definition_of() and hbase.families()';
COMMENT ON TABLE hbase.column_dictionary IS 'what hbase.define_column() was told: names and types of qualifiers';
COMMENT ON TABLE hbase.delta_baseline IS 'tables that hold what HBase was told of a relation: the last run''s stamp, the split points of its table';
COMMENT ON TABLE hbase.delta_run IS 'runs of hbase.export_delta() that committed: what each folder is recognized by';
COMMENT ON TABLE hbase.uid_kind IS 'kinds of ids that hbase.uid() gives: width in bytes, the last id given';
COMMENT ON TABLE hbase.uid_name IS 'names and their ids, as hbase.uid() gave them';
COMMENT ON COLUMN hbase.column_dictionary.type IS 'the type of the values, with its schema';
COMMENT ON COLUMN hbase.delta_baseline.stamp IS 'stamp of the last run, milliseconds since 1970';
COMMENT ON COLUMN hbase.delta_baseline.splits IS 'where the regions of the table in HBase begin, the first aside; NULL: not known';
COMMENT ON COLUMN hbase.delta_baseline.run IS 'the last run: its uuid; none: nothing was exported yet; any: not known';
COMMENT ON COLUMN hbase.delta_run.previous IS 'the run before it, as in hbase.delta_baseline.run';
COMMENT ON COLUMN hbase.delta_run.stamp IS 'stamp of the run, milliseconds since 1970';
COMMENT ON COLUMN hbase.delta_run.xid IS 'the transaction that exported it, in the database where it ran';
COMMENT ON COLUMN hbase.uid_kind.width IS 'bytes of an id, 1 to 8';
COMMENT ON COLUMN hbase.uid_kind.last IS 'the last id given';
SELECT pg_catalog.pg_extension_config_dump('hbase.definition', $$WHERE relation_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.column_dictionary', $$WHERE relation_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.delta_baseline', $$WHERE relation_schema !~ '^pg_temp' AND baseline_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.delta_run', $$WHERE baseline_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.uid_kind', '');
SELECT pg_catalog.pg_extension_config_dump('hbase.uid_name', '');
GRANT SELECT ON hbase.definition, hbase.column_dictionary, hbase.delta_baseline, hbase.uid_kind, hbase.uid_name TO PUBLIC;
GRANT SELECT ON hbase.delta_run TO pg_read_server_files, pg_write_server_files;
GRANT SELECT, INSERT, UPDATE, DELETE ON hbase.delta_run TO pg_database_owner;
GRANT INSERT, UPDATE, DELETE ON hbase.definition, hbase.column_dictionary, hbase.delta_baseline, hbase.uid_kind, hbase.uid_name TO pg_database_owner;

-- Names for the SQL that functions build: with their schema, whatever the search_path.
CREATE FUNCTION hbase.sql_schema() RETURNS text AS 'MODULE_PATHNAME', 'hbase_sql_schema' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.sql_relation(relation regclass) RETURNS text AS 'MODULE_PATHNAME', 'hbase_sql_relation' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.sql_type(type oid, typmod int) RETURNS text AS 'MODULE_PATHNAME', 'hbase_sql_type' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase.sql_schema() IS 'the schema of the extension''s types, quoted; for the SQL that functions build';
COMMENT ON FUNCTION hbase.sql_relation(regclass) IS 'a relation''s name with its schema, quoted; for the SQL that functions build';
COMMENT ON FUNCTION hbase.sql_type(oid, int) IS 'a type''s name with its schema, quoted; for the SQL that functions build';

CREATE FUNCTION hbase.is_shaped(relation regclass) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_is_shaped' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hbase.define(relation regclass, table_name text DEFAULT NULL, layouts @extschema@.rowkey_layout[] DEFAULT NULL, families jsonb DEFAULT NULL, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, ignore name[] DEFAULT NULL, sample int DEFAULT 1000) RETURNS void AS 'MODULE_PATHNAME', 'hbase_define' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.forget(relation regclass) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_forget' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.sweep() RETURNS text[] AS 'MODULE_PATHNAME', 'hbase_sweep' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.definition_of(relation regclass, OUT defined boolean, OUT table_name text, OUT layouts @extschema@.rowkey_layout[], OUT regions int, OUT splits @extschema@.rowkey[], OUT ignore name[], OUT families jsonb) AS 'MODULE_PATHNAME', 'hbase_definition_of' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hbase.families(relation regclass, OUT family text, OUT column_name name, OUT versions int, OUT min_versions int, OUT ttl int, OUT keep_deleted_cells text, OUT new_version_behavior boolean, OUT compression text, OUT bloomfilter text, OUT data_block_encoding text, OUT blocksize int, OUT shell text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_families' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100 ROWS 3;
CREATE FUNCTION hbase.layout(relation regclass, number int DEFAULT 1) RETURNS @extschema@.rowkey_layout AS 'MODULE_PATHNAME', 'hbase_layout' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase.is_shaped(regclass) IS 'whether the relation has a column "key rowkey", and all others, less the defined "ignore", are of type widerow';
COMMENT ON FUNCTION hbase.define(regclass, text, @extschema@.rowkey_layout[], jsonb, int, @extschema@.rowkey[], name[], int) IS 'say what table of HBase a relation stands for: name, key layouts (one per record type), families with the shell''s options, regions; the layouts are held against so many of its keys (sample)';
COMMENT ON FUNCTION hbase.forget(regclass) IS 'take back hbase.define(), hbase.define_column() and hbase.baseline() of a relation; whether there was a definition';
COMMENT ON FUNCTION hbase.sweep() IS 'forget the definitions of relations that are no more, as far as they are yours; their names';
COMMENT ON FUNCTION hbase.definition_of(regclass) IS 'the definition of a relation, with defaults where nothing was said';
COMMENT ON FUNCTION hbase.families(regclass) IS 'the column families of a relation and their options, with HBase''s defaults where nothing was said; ttl in seconds, NULL is for ever; shell is what create and alter of the HBase shell take';
COMMENT ON FUNCTION hbase.layout(regclass, int) IS 'the defined layout of a relation''s key; its number when there are several record types';

-- True, or the error that the role that stored a row does not have the rights of the relation's owner.
CREATE FUNCTION hbase.stored_by(relation regclass, owner name) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_stored_by' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase.stored_by(regclass, name) IS 'true; an error if the role does not have the rights of the relation''s owner';

CREATE FUNCTION hbase.key_scan(relation regclass) RETURNS SETOF @extschema@.rowkeyrange AS 'MODULE_PATHNAME', 'hbase_key_scan' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100 ROWS 16;
CREATE FUNCTION hbase.key_scan(relation regclass, VARIADIC conditions "any") RETURNS SETOF @extschema@.rowkeyrange AS 'MODULE_PATHNAME', 'hbase_key_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 100 ROWS 16;
COMMENT ON FUNCTION hbase.key_scan(regclass) IS 'the ranges of all keys of a relation''s layout (the first)';
COMMENT ON FUNCTION hbase.key_scan(regclass, "any") IS 'rowkey_scan() by a relation''s layout (the first): the ranges of keys that meet these conditions';

-- The column dictionary, and typed rows by it.
CREATE FUNCTION hbase.define_column(relation regclass, family text, qualifier text, name text, type regtype, encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS void AS 'MODULE_PATHNAME', 'hbase_define_column' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.define_column(relation regclass, family text, qualifier bytea, name text, type regtype, encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS void AS 'MODULE_PATHNAME', 'hbase_define_column' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.columns(relation regclass, OUT name text, OUT family text, OUT qualifier bytea, OUT type text, OUT encoding @extschema@.hbase_encoding) RETURNS SETOF record LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 20
BEGIN ATOMIC
    SELECT c.name, c.family, c.qualifier, c.type, c.encoding
    FROM hbase.column_dictionary c
    WHERE (c.relation_schema, c.relation_name) OPERATOR(pg_catalog.=) (
        SELECT n.nspname, r.relname
        FROM pg_catalog.pg_class r JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) r.relnamespace
        WHERE r.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid)
    AND hbase.stored_by(relation, c.owner)
    ORDER BY c.family COLLATE pg_catalog."C", c.qualifier;
END;
CREATE FUNCTION hbase.layout_fields(layout @extschema@.rowkey_layout, OUT field text, OUT type text, OUT readable boolean, OUT rangeable boolean) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_layout_fields' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 4;
COMMENT ON FUNCTION hbase.define_column(regclass, text, text, text, regtype, @extschema@.hbase_encoding) IS 'name and type of a qualifier, for hbase.read() and for other tools';
COMMENT ON FUNCTION hbase.define_column(regclass, text, bytea, text, regtype, @extschema@.hbase_encoding) IS 'name and type of a qualifier, for hbase.read() and for other tools';
COMMENT ON FUNCTION hbase.columns(regclass) IS 'what hbase.define_column() said of a relation';
COMMENT ON FUNCTION hbase.layout_fields(@extschema@.rowkey_layout) IS 'the fields of a layout in the order of first mention, whether a key gives their value back, and whether a scan takes ranges of them';

CREATE FUNCTION hbase.known_columns(relation regclass, layout @extschema@.rowkey_layout) RETURNS text LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 AS $$
DECLARE
    names pg_catalog.text[] := ARRAY(SELECT k.field FROM hbase.layout_fields(layout) k WHERE k.readable UNION ALL SELECT c.name FROM hbase.columns(relation) c);
    family pg_catalog.name;
    more pg_catalog.text[];
BEGIN
    FOR family IN SELECT f.column_name FROM hbase.families(relation) f LOOP
        EXECUTE pg_catalog.format('SELECT pg_catalog.array_agg(q) FROM (SELECT r.%I AS cells FROM %s r LIMIT 100) x, pg_catalog.json_object_keys(%s.widerow_to_json(x.cells)) q',
            family, hbase.sql_relation(relation), hbase.sql_schema()) INTO more;
        names := pg_catalog.array_cat(names, more);
    END LOOP;
    RETURN (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(d.n), ', ' ORDER BY d.n) FROM (SELECT DISTINCT u.n COLLATE pg_catalog."C" AS n FROM pg_catalog.unnest(names) u(n) ORDER BY 1 LIMIT 30) d);
END $$;
COMMENT ON FUNCTION hbase.known_columns(regclass, @extschema@.rowkey_layout) IS 'names that hbase.read() finds in a relation, those of its first rows among them; for its errors';

CREATE FUNCTION hbase.read(row_type anyelement, relation regclass, number int DEFAULT 1) RETURNS SETOF anyelement LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 AS $$
DECLARE
    types pg_catalog.text := hbase.sql_schema();
    def pg_catalog.record := hbase.definition_of(relation);
    families pg_catalog.text[] := ARRAY(SELECT f.column_name::pg_catalog.text FROM hbase.families(relation) f);
    source pg_catalog.text;
    items pg_catalog.text;
    unknown pg_catalog.text;
    seen pg_catalog.bool;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'the relation is NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF pg_catalog.cardinality(def.layouts) OPERATOR(pg_catalog.=) 0 THEN
        number := NULL;     -- no columns come from the keys
    ELSIF number IS NULL OR number OPERATOR(pg_catalog.<) 1 OR number OPERATOR(pg_catalog.>) pg_catalog.cardinality(def.layouts) THEN
        RAISE EXCEPTION 'there is no layout % of %', number, hbase.sql_relation(relation) USING ERRCODE = 'invalid_parameter_value', DETAIL = pg_catalog.format('It has %s.', pg_catalog.cardinality(def.layouts));
    END IF;
    -- each column: a field of the key, a column of the dictionary, or a qualifier of that name
    SELECT pg_catalog.string_agg(pg_catalog.format('%s::%s', CASE
               WHEN k.field IS NOT NULL THEN pg_catalog.format('%1$s.rowkey_field(%2$L::%1$s.rowkey_layout, r.key, %3$L, NULL::%4$s)', types, def.layouts[number], k.field,
                   pg_catalog.regexp_replace(k.type, '^(text|bytea|uuid|date)$', 'pg_catalog.\1'))
               WHEN c.name IS NOT NULL THEN pg_catalog.format('%s.widerow_get(r.%I, %L::pg_catalog.bytea, NULL::%s, %L)', types, f.column_name, c.qualifier,
                   hbase.sql_type(c.type::pg_catalog.regtype, NULL), c.encoding)
               ELSE (SELECT pg_catalog.format('COALESCE(%s)', pg_catalog.string_agg(pg_catalog.format('%s.widerow_get(r.%I, %L::pg_catalog.text, NULL::%s)', types, family, a.attname, hbase.sql_type(a.atttypid, NULL)), ', '))
                     FROM pg_catalog.unnest(families) family)
           END, hbase.sql_type(a.atttypid, a.atttypmod)), ', ' ORDER BY a.attnum) INTO items
    FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) t.typrelid AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
    LEFT JOIN hbase.layout_fields(def.layouts[number]) k ON k.field OPERATOR(pg_catalog.=) a.attname AND k.readable
    LEFT JOIN hbase.columns(relation) c ON c.name OPERATOR(pg_catalog.=) a.attname
    LEFT JOIN hbase.families(relation) f ON f.family OPERATOR(pg_catalog.=) c.family
    WHERE t.oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(row_type)::pg_catalog.oid;
    IF items IS NULL THEN
        RAISE EXCEPTION 'type % is no row type', pg_catalog.pg_typeof(row_type) USING ERRCODE = 'datatype_mismatch', HINT = 'Give a row of a table or composite type, as in hbase.read(NULL::customer, ''customer_h'').';
    END IF;
    source := pg_catalog.format('%s r', hbase.sql_relation(relation));
    IF number IS NOT NULL AND pg_catalog.cardinality(def.layouts) OPERATOR(pg_catalog.>) 1 THEN
        source := source OPERATOR(pg_catalog.||) pg_catalog.format(' WHERE %1$s.rowkey_which(%2$L::%1$s.rowkey_layout[], r.key) OPERATOR(pg_catalog.=) %3$s', types, def.layouts, number);
    END IF;
    -- a qualifier that no row has is a misspelt column
    FOR unknown IN
        SELECT a.attname::pg_catalog.text
        FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) t.typrelid AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
        WHERE t.oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(row_type)::pg_catalog.oid
          AND NOT EXISTS (SELECT FROM hbase.layout_fields(def.layouts[number]) k WHERE k.field OPERATOR(pg_catalog.=) a.attname AND k.readable)
          AND NOT EXISTS (SELECT FROM hbase.columns(relation) c WHERE c.name OPERATOR(pg_catalog.=) a.attname)
        ORDER BY a.attnum
    LOOP
        EXECUTE pg_catalog.format('SELECT NOT EXISTS (SELECT FROM %1$s) OR EXISTS (SELECT FROM (SELECT %2$s AS seen FROM %1$s) x WHERE x.seen)', source,
            (SELECT pg_catalog.string_agg(pg_catalog.format('COALESCE(%s.widerow_exists(r.%I, %L::pg_catalog.text), false)', types, family, unknown), ' OR ') FROM pg_catalog.unnest(families) family)) INTO seen;
        IF NOT seen THEN
            RAISE EXCEPTION 'column "%" of type % does not exist in %', unknown, hbase.sql_type(pg_catalog.pg_typeof(row_type), NULL), hbase.sql_relation(relation) USING ERRCODE = 'undefined_column',
                DETAIL = CASE WHEN EXISTS (SELECT FROM hbase.layout_fields(def.layouts[number]) k WHERE k.field OPERATOR(pg_catalog.=) unknown) THEN 'The key does not give this field back.' ELSE 'It is no field of the key, no column of the dictionary, and no qualifier of any row.' END,
                HINT = pg_catalog.format('There are %s. A column that no row has yet is declared with hbase.define_column().', hbase.known_columns(relation, def.layouts[number]));
        END IF;
    END LOOP;
    RETURN QUERY EXECUTE pg_catalog.format('SELECT %s FROM %s', items, source);
END $$;
COMMENT ON FUNCTION hbase.read(anyelement, regclass, int) IS 'the rows of a relation as rows of a type: columns by name from the fields of the key, the column dictionary, and qualifiers; of the record type with that number';

-- Tables that are HBase tables.
CREATE FUNCTION hbase.next_stamp(VARIADIC families "any") RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_next_stamp' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.landed(relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_landed' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.landed(relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow, VARIADIC others "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_landed' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.landed_at(relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_landed_at' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.incremented(relation oid, family int, old @extschema@.widerow, qualifier bytea, amount bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_incremented' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.incremented(relation oid, family int, old @extschema@.widerow, qualifier bytea, amount bigint, VARIADIC others "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_incremented' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.appended(relation oid, family int, old @extschema@.widerow, qualifier bytea, bytes bytea) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_appended' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.appended(relation oid, family int, old @extschema@.widerow, qualifier bytea, bytes bytea, VARIADIC others "any") RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_appended' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.holds(relation oid, family int, cells @extschema@.widerow, qualifier bytea, op text, expected bytea) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_holds' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
CREATE FUNCTION hbase.is_stamped(cells @extschema@.widerow) RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_is_stamped' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.stamp_row() RETURNS trigger AS 'MODULE_PATHNAME', 'hbase_stamp_row' LANGUAGE c VOLATILE;
COMMENT ON FUNCTION hbase.next_stamp("any") IS 'the clock in milliseconds, or one more than the newest cell of these families, whichever is later; for the statements of hbase.put()';
COMMENT ON FUNCTION hbase.landed(oid, int, @extschema@.widerow, @extschema@.widerow) IS 'what a put makes of a family; for the statements of hbase.put()';
COMMENT ON FUNCTION hbase.landed(oid, int, @extschema@.widerow, @extschema@.widerow, "any") IS 'what a put makes of a family, beside the other families of the row; for the statements of hbase.put()';
COMMENT ON FUNCTION hbase.landed_at(oid, int, @extschema@.widerow, @extschema@.widerow, bigint) IS 'what a put at a timestamp makes of a family; for the statements of hbase.delete()';
COMMENT ON FUNCTION hbase.incremented(oid, int, @extschema@.widerow, bytea, bigint) IS 'what an increment makes of a family; for the statements of hbase.increment()';
COMMENT ON FUNCTION hbase.incremented(oid, int, @extschema@.widerow, bytea, bigint, "any") IS 'what an increment makes of a family, beside the other families of the row; for the statements of hbase.increment()';
COMMENT ON FUNCTION hbase.appended(oid, int, @extschema@.widerow, bytea, bytea) IS 'what an append makes of a family; for the statements of hbase.append()';
COMMENT ON FUNCTION hbase.appended(oid, int, @extschema@.widerow, bytea, bytea, "any") IS 'what an append makes of a family, beside the other families of the row; for the statements of hbase.append()';
COMMENT ON FUNCTION hbase.holds(oid, int, @extschema@.widerow, bytea, text, bytea) IS 'whether "expected op stored" holds of a column; for the statements of hbase.check_and_put()';
COMMENT ON FUNCTION hbase.is_stamped(@extschema@.widerow) IS 'whether every cell has a timestamp; for hbase.stamp()';

CREATE FUNCTION hbase.stamp(relation regclass, ts bigint DEFAULT NULL) RETURNS bigint LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
    families pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    stamped bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND t.tgfoid OPERATOR(pg_catalog.=) 'hbase.stamp_row()'::pg_catalog.regprocedure::pg_catalog.oid) THEN
        EXECUTE pg_catalog.format('CREATE TRIGGER hbase_stamp BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION hbase.stamp_row()', hbase.sql_relation(relation));
    END IF;
    EXECUTE pg_catalog.format('UPDATE %s SET %s WHERE NOT (%s)', hbase.sql_relation(relation),
        (SELECT pg_catalog.string_agg(CASE WHEN ts IS NULL THEN pg_catalog.format('%s = %1$s', f) ELSE pg_catalog.format('%s = %s.widerow_at(%1$s, $1)', f, hbase.sql_schema()) END, ', ') FROM pg_catalog.unnest(families) f),
        (SELECT pg_catalog.string_agg(pg_catalog.format('COALESCE(hbase.is_stamped(%s), true)', f), ' AND ') FROM pg_catalog.unnest(families) f)) USING ts;
    GET DIAGNOSTICS stamped = ROW_COUNT;
    RETURN stamped;
END $$;
COMMENT ON FUNCTION hbase.stamp(regclass, bigint) IS 'give every cell of a table a timestamp (this one, or the clock''s), from now on at every write; how many rows had cells without one';

CREATE FUNCTION hbase.create_table(relation text, families jsonb, table_name text DEFAULT NULL, layouts @extschema@.rowkey_layout[] DEFAULT NULL, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, partitions boolean DEFAULT false) RETURNS regclass LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
    -- the caller's search_path says where the table goes
    parts pg_catalog.text[] := pg_catalog.parse_ident(relation);
    target pg_catalog.text := (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(p), '.' ORDER BY n) FROM pg_catalog.unnest(parts) WITH ORDINALITY u(p, n));
    base pg_catalog.text := parts[pg_catalog.cardinality(parts)];
    prefix pg_catalog.text;
    types pg_catalog.text := hbase.sql_schema();
    points splits%TYPE;
BEGIN
    IF target IS NULL THEN
        RAISE EXCEPTION 'the name of the table is NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF families IS NULL OR pg_catalog.jsonb_typeof(families) OPERATOR(pg_catalog.<>) ALL ('{object,array}') OR families OPERATOR(pg_catalog.=) ANY ('{"{}",[]}') THEN
        RAISE EXCEPTION 'a table of HBase has at least one column family' USING ERRCODE = 'invalid_parameter_value', HINT = 'Write families as ["d", "i"], or with options as {"d": {"VERSIONS": 3}, "i": {}}.';
    END IF;
    IF pg_catalog.jsonb_typeof(families) OPERATOR(pg_catalog.=) 'array' THEN
        families := (SELECT pg_catalog.jsonb_object_agg(f, '{}'::pg_catalog.jsonb) FROM pg_catalog.jsonb_array_elements_text(families) f);
    END IF;
    -- with its schema, as a temporary table may have the name
    IF pg_catalog.cardinality(parts) OPERATOR(pg_catalog.=) 1 THEN
        target := COALESCE(pg_catalog.quote_ident(pg_catalog.current_schema()) OPERATOR(pg_catalog.||) '.', '') OPERATOR(pg_catalog.||) target;
    END IF;
    prefix := pg_catalog.left(target, OPERATOR(pg_catalog.-) pg_catalog.length(pg_catalog.quote_ident(base)));
    EXECUTE pg_catalog.format('CREATE TABLE %s (key %s.rowkey PRIMARY KEY, %s)%s', target, types,
        (SELECT pg_catalog.string_agg(pg_catalog.format('%I %s.widerow', f, types), ', ' ORDER BY f COLLATE pg_catalog."C") FROM pg_catalog.jsonb_object_keys(families) f),
        CASE WHEN partitions THEN ' PARTITION BY RANGE (key)' ELSE '' END);
    PERFORM hbase.define(target::pg_catalog.regclass, table_name, layouts, families, regions, splits);
    IF partitions THEN
        -- as defined, or where the salts begin, which the definition knows
        points := (SELECT d.splits FROM hbase.definition_of(target::pg_catalog.regclass) d);
        IF points IS NULL AND regions OPERATOR(pg_catalog.>) 1 THEN
            points := hbase.split_points('uniform', regions);
            PERFORM hbase.define(target::pg_catalog.regclass, table_name, layouts, families, splits => points);
        END IF;
        points := COALESCE(points, '{}');
        WHILE pg_catalog.octet_length(pg_catalog.format('%s_r%s', base, pg_catalog.cardinality(points))) OPERATOR(pg_catalog.>) 63 LOOP
            base := pg_catalog.left(base, -1);
        END LOOP;
        FOR i IN 0 .. pg_catalog.cardinality(points) LOOP
            EXECUTE pg_catalog.format('CREATE TABLE %s%I PARTITION OF %s FOR VALUES FROM (%s) TO (%s)', prefix, pg_catalog.format('%s_r%s', base, i), target,
                CASE WHEN i OPERATOR(pg_catalog.=) 0 THEN 'MINVALUE' ELSE pg_catalog.quote_literal(points[i]) END,
                CASE WHEN i OPERATOR(pg_catalog.=) pg_catalog.cardinality(points) THEN 'MAXVALUE' ELSE pg_catalog.quote_literal(points[i OPERATOR(pg_catalog.+) 1]) END);
        END LOOP;
    END IF;
    PERFORM hbase.stamp(target::pg_catalog.regclass);
    RETURN target;
END $$;
COMMENT ON FUNCTION hbase.create_table(text, jsonb, text, @extschema@.rowkey_layout[], int, @extschema@.rowkey[], boolean) IS 'make a table of the shape of an HBase table: key and families (["d"] or with options), its definition, stamps on every write; partitioned like its regions if you say so';

CREATE FUNCTION hbase.compacted(relation oid, family int, cells @extschema@.widerow, now timestamptz) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_compacted' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase.compacted(oid, int, @extschema@.widerow, timestamptz) IS 'what a major compaction at a time leaves of a family; NULL when that is nothing; for hbase.compact()';
CREATE FUNCTION hbase.compact(relation regclass, now timestamptz DEFAULT NULL, OUT rows_changed bigint, OUT rows_removed bigint) LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000 AS $$
DECLARE
    families pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    compacted pg_catalog.text[] := ARRAY(
        SELECT pg_catalog.format('hbase.compacted(%s, %s, %I, $1)', relation::pg_catalog.oid,
            (SELECT a.attnum FROM pg_catalog.pg_attribute a WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) f.column_name), f.column_name)
        FROM hbase.families(relation) f);
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}')) THEN
        RAISE EXCEPTION '% is not a table', hbase.sql_relation(relation) USING ERRCODE = 'wrong_object_type';
    END IF;
    now := COALESCE(now, pg_catalog.clock_timestamp());
    EXECUTE pg_catalog.format('DELETE FROM %s WHERE %s', hbase.sql_relation(relation),
        (SELECT pg_catalog.string_agg(pg_catalog.format('%s IS NULL', c), ' AND ') FROM pg_catalog.unnest(compacted) c)) USING now;
    GET DIAGNOSTICS rows_removed = ROW_COUNT;
    EXECUTE pg_catalog.format('UPDATE %s SET %s WHERE %s', hbase.sql_relation(relation),
        (SELECT pg_catalog.string_agg(pg_catalog.format('%s = %s', f, c), ', ') FROM ROWS FROM (pg_catalog.unnest(families), pg_catalog.unnest(compacted)) u(f, c)),
        (SELECT pg_catalog.string_agg(pg_catalog.format('%1$s IS NOT NULL AND (%2$s IS NULL OR %1$s OPERATOR(%3$s.<>) %2$s)', f, c, hbase.sql_schema()), ' OR ') FROM ROWS FROM (pg_catalog.unnest(families), pg_catalog.unnest(compacted)) u(f, c))) USING now;
    GET DIAGNOSTICS rows_changed = ROW_COUNT;
END $$;
COMMENT ON FUNCTION hbase.compact(regclass, timestamptz) IS 'leave of a table what a major compaction leaves at that time (now), by its families'' options; rows without cells go';

-- HBase's client calls.
CREATE FUNCTION hbase.put(relation regclass, key @extschema@.rowkey, family text, cells @extschema@.widerow) RETURNS void AS 'MODULE_PATHNAME', 'hbase_put_cells' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.put(relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any") RETURNS void AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.put(relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any", ts bigint) RETURNS void AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.put(relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any", ts timestamptz) RETURNS void AS 'MODULE_PATHNAME', 'hbase_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text, qualifier "any") RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts bigint) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete(relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts timestamptz) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete_version(relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts bigint) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete_version' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.delete_version(relation regclass, key @extschema@.rowkey, family text, qualifier "any", ts timestamptz) RETURNS void AS 'MODULE_PATHNAME', 'hbase_delete_version' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.increment(relation regclass, key @extschema@.rowkey, family text, qualifier "any", by bigint DEFAULT 1) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_increment' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.append(relation regclass, key @extschema@.rowkey, family text, qualifier "any", value "any") RETURNS bytea AS 'MODULE_PATHNAME', 'hbase_append' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.check_and_put(relation regclass, key @extschema@.rowkey, family text, qualifier "any", expected "any", value "any", op text DEFAULT '=') RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_check_and_put' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.check_and_delete(relation regclass, key @extschema@.rowkey, family text, qualifier "any", expected "any", op text DEFAULT '=') RETURNS boolean AS 'MODULE_PATHNAME', 'hbase_check_and_delete' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, @extschema@.widerow) IS 'put cells into a row''s family, all at one time where they have none; markers delete';
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any") IS 'put a cell; NULL is no cell';
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any", bigint) IS 'put a cell with this timestamp (milliseconds)';
COMMENT ON FUNCTION hbase.put(regclass, @extschema@.rowkey, text, "any", "any", timestamptz) IS 'put a cell with this timestamp';
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey) IS 'delete a row: a DeleteFamily marker in each family';
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text) IS 'delete a family of a row: a DeleteFamily marker';
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any") IS 'delete a column of a row, all versions: a DeleteColumn marker';
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any", bigint) IS 'delete the versions of a column up to a timestamp (milliseconds)';
COMMENT ON FUNCTION hbase.delete(regclass, @extschema@.rowkey, text, "any", timestamptz) IS 'delete the versions of a column up to a timestamp';
COMMENT ON FUNCTION hbase.delete_version(regclass, @extschema@.rowkey, text, "any", bigint) IS 'delete the version of a column with this timestamp (milliseconds): a Delete marker';
COMMENT ON FUNCTION hbase.delete_version(regclass, @extschema@.rowkey, text, "any", timestamptz) IS 'delete the version of a column with this timestamp: a Delete marker';
COMMENT ON FUNCTION hbase.increment(regclass, @extschema@.rowkey, text, "any", bigint) IS 'add to a counter of 8 bytes, 0 when it is missing; what it is now';
COMMENT ON FUNCTION hbase.append(regclass, @extschema@.rowkey, text, "any", "any") IS 'append bytes to a value, empty when it is missing; what it is now';
COMMENT ON FUNCTION hbase.check_and_put(regclass, @extschema@.rowkey, text, "any", "any", "any", text) IS 'put a cell if "expected op stored" holds of it; NULL asks whether it is missing; whether it was put';
COMMENT ON FUNCTION hbase.check_and_delete(regclass, @extschema@.rowkey, text, "any", "any", text) IS 'delete a column if "expected op stored" holds of it; whether it was deleted';

-- Rows of many key ranges in one order.
CREATE FUNCTION hbase.merge_scan(relation anyelement, ranges @extschema@.rowkeyrange[], max_rows bigint, skip_bytes int DEFAULT 1, condition text DEFAULT NULL) RETURNS SETOF anyelement AS 'MODULE_PATHNAME', 'hbase_merge_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 100;
COMMENT ON FUNCTION hbase.merge_scan(anyelement, @extschema@.rowkeyrange[], bigint, int, text) IS 'the first max_rows rows (NULL: all) of a table or view in these key ranges, in order of the key without its first skip_bytes bytes: one index scan for each range, merged; condition is what could stand after WHERE';
CREATE FUNCTION hbase.get(relation regclass, key @extschema@.rowkey, columns text[] DEFAULT NULL, versions int DEFAULT 1, time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false, OUT family text, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_get' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 100 ROWS 10;
CREATE FUNCTION hbase.scan(relation regclass, start @extschema@.rowkey DEFAULT '', stop @extschema@.rowkey DEFAULT '', filter text DEFAULT NULL, versions int DEFAULT 1, max_rows bigint DEFAULT NULL, columns text[] DEFAULT NULL, time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false, OUT key @extschema@.rowkey, OUT family text, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 1000;
COMMENT ON FUNCTION hbase.get(regclass, @extschema@.rowkey, text[], int, bigint, bigint, boolean) IS 'the cells of a row that a get shows, by the families'' options; columns as family or family:qualifier, times from inclusive to exclusive, raw with markers and all that is stored';
COMMENT ON FUNCTION hbase.scan(regclass, @extschema@.rowkey, @extschema@.rowkey, text, int, bigint, text[], bigint, bigint, boolean) IS 'the cells that a scan shows: from start (inclusive) to stop (exclusive), both open when empty; a filter as the HBase shell takes it; at most so many rows';

-- Deltas: what changed since a baseline, as puts and delete markers.
CREATE FUNCTION hbase.delta_cells(before @extschema@.widerow, after @extschema@.widerow, key @extschema@.rowkey, family text, stamp bigint, last bigint, versions int, restamp boolean) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_delta_cells' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION hbase.delta_landed(before @extschema@.widerow, delta @extschema@.widerow, stamp bigint) RETURNS @extschema@.widerow AS 'MODULE_PATHNAME', 'hbase_delta_landed' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION hbase.delta_key(key @extschema@.rowkey, previous @extschema@.rowkey, baseline_key @extschema@.rowkey, baseline_previous @extschema@.rowkey, relation oid, baseline oid) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'hbase_delta_key' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
CREATE FUNCTION hbase.delta_stamp(stamp bigint, last bigint) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_delta_stamp' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
CREATE FUNCTION hbase.set_baseline(baseline regclass, relation regclass, stamp bigint, splits @extschema@.rowkey[], run text DEFAULT NULL) RETURNS void AS 'MODULE_PATHNAME', 'hbase_set_baseline' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.delta_cells(@extschema@.widerow, @extschema@.widerow, @extschema@.rowkey, text, bigint, bigint, int, boolean) IS 'the puts and markers that turn a state of a family into another, NULL if they agree; puts of the run are left unstamped; for hbase.delta()';
COMMENT ON FUNCTION hbase.delta_landed(@extschema@.widerow, @extschema@.widerow, bigint) IS 'what a baseline holds of a family once these cells were written with that stamp; NULL is nothing; for hbase.export_delta()';
COMMENT ON FUNCTION hbase.delta_key(@extschema@.rowkey, @extschema@.rowkey, @extschema@.rowkey, @extschema@.rowkey, oid, oid) IS 'the key of a row of a relation or its baseline, unless it is NULL, empty or the one before it; for hbase.delta()';
COMMENT ON FUNCTION hbase.delta_stamp(bigint, bigint) IS 'the stamp of a run (NULL: the snapshot''s time), which must be at least 2 above the last; for hbase.delta()';
COMMENT ON FUNCTION hbase.set_baseline(regclass, regclass, bigint, @extschema@.rowkey[], text) IS 'remember that a table of yours holds what HBase was told of a relation, up to this stamp and run; splits or run NULL: as they were';

CREATE FUNCTION hbase.delta_query(relation regclass, baseline regclass, stamp bigint, last bigint, keys @extschema@.rowkey[], ranges @extschema@.rowkeyrange[], restamp boolean) RETURNS text LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    columns name[] := ARRAY(SELECT f.column_name FROM hbase.families(relation) f);
    others name[] := ARRAY(SELECT f.column_name FROM hbase.families(baseline) f);
    sides text;
    condition text := '';
    types text := hbase.sql_schema();
BEGIN
    IF relation IS NULL OR baseline IS NULL THEN
        RAISE EXCEPTION 'relation and baseline must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF relation = baseline THEN
        RAISE EXCEPTION '% cannot be its own baseline', relation USING ERRCODE = 'invalid_parameter_value', HINT = 'Make one with hbase.baseline().';
    ELSIF NOT columns <@ others OR NOT others <@ columns THEN
        RAISE EXCEPTION '% and % have different columns', relation, baseline USING ERRCODE = 'wrong_object_type',
            DETAIL = format('Families are in the columns %s and %s.', columns, others), HINT = 'A baseline has the columns of its relation; make one with hbase.baseline().';
    ELSIF keys IS NOT NULL AND ranges IS NOT NULL THEN
        RAISE EXCEPTION 'give keys or ranges, not both' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF keys IS NOT NULL THEN
        condition := format(' WHERE key OPERATOR(%1$s.=) ANY (%2$L::%1$s.rowkey[])', types, keys);
    ELSIF ranges IS NOT NULL THEN
        condition := COALESCE((SELECT format(' WHERE key OPERATOR(%1$s.<@) %2$L::%1$s.rowkeymultirange', types, range_agg(r)) FROM unnest(ranges) r), ' WHERE false');
    END IF;
    -- each side in key order, with the key before, so that a key given twice is seen; families are numbered, as they may have any name
    sides := (SELECT format('(SELECT key, pg_catalog.lag(key) OVER (ORDER BY key), %1$s FROM %2$s%4$s) r(key, previous, %5$s) FULL JOIN (SELECT key, pg_catalog.lag(key) OVER (ORDER BY key), %1$s FROM %3$s%4$s) b(key, previous, %5$s) ON r.key OPERATOR(%6$s.=) b.key',
        string_agg(quote_ident(c), ', ' ORDER BY n), hbase.sql_relation(relation), hbase.sql_relation(baseline), condition, string_agg('f' || n, ', ' ORDER BY n), types) FROM unnest(columns) WITH ORDINALITY u(c, n));
    RETURN (SELECT format('SELECT key, %s FROM (SELECT key, %s FROM (SELECT hbase.delta_key(r.key, r.previous, b.key, b.previous, %s, %s) AS key, %s FROM %s OFFSET 0) x OFFSET 0) y WHERE %s',
            string_agg(quote_ident(f.column_name), ', '),
            string_agg(format('hbase.delta_cells(b%s, r%s, key, %L, %s, %s, %s, %L) AS %I', n, n, f.family, stamp, last, f.versions, restamp, f.column_name), ', '),
            relation::oid, baseline::oid,
            string_agg(format('b.f%1$s AS b%1$s, r.f%1$s AS r%1$s', n), ', '),
            sides,
            string_agg(quote_ident(f.column_name) || ' IS NOT NULL', ' OR '))
        FROM (SELECT *, row_number() OVER () AS n FROM hbase.families(relation)) f);
END $$;
COMMENT ON FUNCTION hbase.delta_query(regclass, regclass, bigint, bigint, @extschema@.rowkey[], @extschema@.rowkeyrange[], boolean) IS 'SQL that gives the key and the cells of each row that a relation and its baseline have different; for hbase.delta()';

CREATE FUNCTION hbase.baseline_stamp(baseline regclass, relation regclass) RETURNS bigint LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found record;
BEGIN
    SELECT b.stamp, format('%I.%I', b.relation_schema, b.relation_name) AS name, (b.relation_schema, b.relation_name) = (s.nspname, r.relname) AS same, hbase.stored_by(baseline, b.owner) AS own INTO found
    FROM hbase.delta_baseline b
    JOIN pg_namespace n ON n.nspname = b.baseline_schema
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = b.baseline_name AND c.oid = baseline,
    pg_class r JOIN pg_namespace s ON s.oid = r.relnamespace
    WHERE r.oid = relation;
    IF NOT found.same THEN
        RAISE EXCEPTION '% is a baseline of %, not of %', baseline, found.name, relation USING ERRCODE = 'invalid_parameter_value', HINT = 'Make another with hbase.baseline().';
    END IF;
    RETURN found.stamp;
END $$;
COMMENT ON FUNCTION hbase.baseline_stamp(regclass, regclass) IS 'the stamp of the last run that a baseline of a relation knows of; NULL if the table is no baseline yet; an error if it is another relation''s';

CREATE FUNCTION hbase.delta(relation regclass, baseline regclass, keys @extschema@.rowkey[] DEFAULT NULL, ranges @extschema@.rowkeyrange[] DEFAULT NULL, stamp bigint DEFAULT NULL, restamp boolean DEFAULT false, OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$
DECLARE
    last bigint := hbase.baseline_stamp(baseline, relation);
    run bigint := hbase.delta_stamp(stamp, COALESCE(last, 0));
BEGIN
    RETURN QUERY EXECUTE pg_catalog.format('SELECT x.key, f.family, c.qualifier, c.ts, c.type, c.value FROM (%1$s) x, LATERAL (VALUES %2$s) f(n, family, cells), LATERAL %4$s.widerow_cells(%4$s.widerow_at(f.cells, %3$s::pg_catalog.int8)) WITH ORDINALITY c(qualifier, ts, type, value, n) ORDER BY x.key, f.n, c.n',
        hbase.delta_query(relation, baseline, run, COALESCE(last, run OPERATOR(pg_catalog.-) 2), keys, ranges, COALESCE(restamp, false)),
        (SELECT pg_catalog.string_agg(pg_catalog.format('(%s, %L::pg_catalog.name, x.%I)', f.n, f.family, f.column_name), ', ') FROM hbase.families(relation) WITH ORDINALITY f(family, column_name, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, n)),
        run, hbase.sql_schema());
END $$;
COMMENT ON FUNCTION hbase.delta(regclass, regclass, @extschema@.rowkey[], @extschema@.rowkeyrange[], bigint, boolean) IS 'the puts and delete markers that turn what a baseline holds into what a relation holds; of these keys or ranges alone, if given; stamp in milliseconds; restamp gives changed cells the run''s time whatever the data say';

CREATE FUNCTION hbase.baseline_manifest(directory text, OUT table_name text, OUT stamp bigint, OUT splits @extschema@.rowkey[], OUT run text) AS 'MODULE_PATHNAME', 'hbase_baseline_manifest' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.baseline_manifest(text) IS 'table, stamp, split points and run of an export, from its manifest; for hbase.baseline()';
CREATE FUNCTION hbase.baseline(relation regclass, name text DEFAULT NULL, directory text DEFAULT NULL, stamp bigint DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, empty boolean DEFAULT false, refresh boolean DEFAULT false) RETURNS regclass LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS $$
DECLARE
    def pg_catalog.record := hbase.definition_of(relation);
    columns pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    named pg_catalog.text := COALESCE(name, (SELECT pg_catalog.format('%I.%I', n.nspname, pg_catalog.left(c.relname, 54) OPERATOR(pg_catalog.||) '_baseline')
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid));
    target pg_catalog.text := (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(p), '.' ORDER BY n) FROM pg_catalog.unnest(pg_catalog.parse_ident(named)) WITH ORDINALITY u(p, n));
    there pg_catalog.regclass := pg_catalog.to_regclass(target);
    last bigint := CASE WHEN there IS NOT NULL THEN hbase.baseline_stamp(there, relation) END;
    manifest pg_catalog.record;
    types pg_catalog.text := hbase.sql_schema();
    run bigint;
BEGIN
    SELECT m.table_name, m.stamp, m.splits, m.run INTO manifest FROM hbase.baseline_manifest(directory) m;
    IF relation IS NULL THEN
        RAISE EXCEPTION 'the relation is NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF manifest.table_name OPERATOR(pg_catalog.<>) def.table_name THEN
        RAISE EXCEPTION 'the export is one of table %, not of %', manifest.table_name, def.table_name USING ERRCODE = 'invalid_parameter_value';
    ELSIF directory IS NOT NULL AND empty THEN
        RAISE EXCEPTION 'a baseline of an export is not empty' USING ERRCODE = 'invalid_parameter_value';
    ELSIF there IS NOT NULL AND last IS NULL THEN
        RAISE EXCEPTION '% is there and no baseline', there USING ERRCODE = 'duplicate_table', HINT = 'Choose another name.';
    ELSIF there IS NOT NULL AND NOT COALESCE(refresh, false) THEN
        RAISE EXCEPTION '% is a baseline of % already', there, relation USING ERRCODE = 'duplicate_table', HINT = 'To begin anew, after another full export, say refresh => true.';
    END IF;
    IF there IS NULL THEN
        EXECUTE pg_catalog.format('CREATE TABLE %s (key %s.rowkey PRIMARY KEY, %s)', target, types,
            (SELECT pg_catalog.string_agg(pg_catalog.format('%s %s.widerow', c, types), ', ') FROM pg_catalog.unnest(columns) c));
        there := target::pg_catalog.regclass;
        PERFORM hbase.define(there, table_name => def.table_name, families => def.families);
        EXECUTE pg_catalog.format('COMMENT ON TABLE %s IS %L', hbase.sql_relation(there), 'what HBase was told of ' OPERATOR(pg_catalog.||) relation::pg_catalog.text OPERATOR(pg_catalog.||) '; kept by hbase.export_delta()');
    ELSE
        EXECUTE pg_catalog.format('TRUNCATE %s', hbase.sql_relation(there));
    END IF;
    IF COALESCE(empty, false) THEN
        -- whatever the first delta's stamp, it is later
        run := 0;
    ELSE
        run := hbase.delta_stamp(COALESCE(stamp, manifest.stamp), COALESCE(last, 0));
        EXECUTE (SELECT pg_catalog.format('INSERT INTO %s (key, %s) SELECT key, %s FROM (SELECT key, %s FROM %s) r WHERE %s', hbase.sql_relation(there), pg_catalog.string_agg(c, ', '),
            pg_catalog.string_agg(pg_catalog.format('hbase.delta_landed(NULL, %s, %s)', c, run), ', '), pg_catalog.string_agg(c, ', '), hbase.sql_relation(relation),
            pg_catalog.string_agg(pg_catalog.format('%s.widerow_count(%s) OPERATOR(pg_catalog.>) 0', types, c), ' OR ')) FROM pg_catalog.unnest(columns) c);
    END IF;
    PERFORM hbase.set_baseline(there, relation, run, COALESCE(splits, manifest.splits, def.splits), CASE WHEN empty THEN 'none' ELSE COALESCE(manifest.run, 'any') END);
    RETURN there;
END $$;
COMMENT ON FUNCTION hbase.baseline(regclass, text, text, bigint, @extschema@.rowkey[], boolean, boolean) IS 'make the table that remembers what HBase was told of a relation: what it holds now, as a full export in the same snapshot with the same stamp tells it, or nothing (empty), so that the first delta is all; splits are those of the table in HBase';

-- Mappings proposed from the catalogue.
CREATE FUNCTION hbase.short_names(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    -- the first letters of its words, which _ or an upper-case letter begins
    SELECT COALESCE(pg_catalog.array_agg(pg_catalog.format('%s%s', s.initials, CASE WHEN s.nth OPERATOR(pg_catalog.>) 1 THEN s.nth END) ORDER BY s.n), '{}')
    FROM (SELECT u.n, i.initials, pg_catalog.row_number() OVER (PARTITION BY i.initials ORDER BY u.n) AS nth
          FROM pg_catalog.unnest(names) WITH ORDINALITY u(name, n),
               LATERAL (SELECT COALESCE(pg_catalog.lower(pg_catalog.string_agg(pg_catalog.left(m.word[1], 1), '' ORDER BY m.place)), 'c') AS initials
                        FROM pg_catalog.regexp_matches(u.name, '[A-Z]+[a-z0-9]*|[a-z][a-z0-9]*', 'g') WITH ORDINALITY m(word, place)) i) s;
END;
COMMENT ON FUNCTION hbase.short_names(text[]) IS 'short names, all different: the initials of the words of each; for hbase.from_table()';

CREATE FUNCTION hbase.base_type(type oid) RETURNS oid LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH RECURSIVE base(oid, typtype, typbasetype) AS (
        SELECT t.oid, t.typtype, t.typbasetype FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) base_type.type
        UNION ALL SELECT t.oid, t.typtype, t.typbasetype FROM base b JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.typbasetype WHERE b.typtype OPERATOR(pg_catalog.=) 'd')
    SELECT b.oid FROM base b WHERE b.typtype OPERATOR(pg_catalog.<>) 'd';
END;
COMMENT ON FUNCTION hbase.base_type(oid) IS 'the type below all domains; for hbase.from_table()';

CREATE FUNCTION hbase.key_columns(relation regclass) RETURNS name[] LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT COALESCE((
        SELECT k.columns
        FROM pg_catalog.pg_index i,
             LATERAL (SELECT COALESCE(pg_catalog.array_agg(a.attname ORDER BY u.n), '{}') AS columns, pg_catalog.bool_and(a.attnotnull) AS filled
                      FROM pg_catalog.unnest(i.indkey[0:i.indnkeyatts OPERATOR(pg_catalog.-) 1]) WITH ORDINALITY u(attnum, n)
                      JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) i.indrelid AND a.attnum OPERATOR(pg_catalog.=) u.attnum) k
        WHERE i.indrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND i.indisunique AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND k.filled
        ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid
        LIMIT 1), '{}');
END;
COMMENT ON FUNCTION hbase.key_columns(regclass) IS 'the columns of a table''s primary key, or of a unique index over columns that are NOT NULL; {} if there is none; for hbase.from_table()';

CREATE FUNCTION hbase.propose_key(relation regclass, columns name[], alias text, profile text, OUT layout @extschema@.rowkey_layout, OUT arguments text) LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
    encoding pg_catalog.text := CASE WHEN profile OPERATOR(pg_catalog.=) 'java' THEN 'bytes' ELSE profile END;
    fields pg_catalog.text[] := '{}';
    c pg_catalog.record;
    expression pg_catalog.text;
    type pg_catalog.text;
    separator pg_catalog.text;
    found boolean;
    has_text boolean := false;
BEGIN
    FOR c IN
        SELECT a.attname AS name, u.n OPERATOR(pg_catalog.=) pg_catalog.cardinality(columns) AS is_last, t.typtype OPERATOR(pg_catalog.=) 'd' AS is_domain,
               CASE WHEN b.typnamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace::pg_catalog.oid THEN b.typname::pg_catalog.text END AS base
        FROM pg_catalog.unnest(columns) WITH ORDINALITY u(name, n)
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) u.name
        JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
        JOIN pg_catalog.pg_type b ON b.oid OPERATOR(pg_catalog.=) hbase.base_type(t.oid)
        ORDER BY u.n
    LOOP
        expression := pg_catalog.format('%s.%I', alias, c.name);
        type := '{"bool": "boolean", "int2": "smallint", "int4": "int", "int8": "bigint", "float4": "real", "float8": "double precision", "numeric": "numeric", "text": "text", "varchar": "text", "uuid": "uuid",
                  "date": "date", "time": "time", "timestamp": "timestamp", "timestamptz": "timestamptz", "bytea": "bytea"}'::pg_catalog.jsonb OPERATOR(pg_catalog.->>) c.base;
        IF type IS NULL THEN
            type := 'text';
            expression := pg_catalog.format('%s::text', expression);
        ELSIF c.is_domain THEN
            expression := pg_catalog.format('%s::%s', expression, type);
        END IF;
        IF type OPERATOR(pg_catalog.=) ANY ('{time,timestamp,timestamptz}') THEN
            EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE EXTRACT(microseconds FROM %I)::bigint OPERATOR(pg_catalog.%%) 1000 OPERATOR(pg_catalog.<>) 0)', hbase.sql_relation(relation), c.name) INTO found;
            IF found THEN
                type := pg_catalog.format('%s(6)', type);
            ELSIF type OPERATOR(pg_catalog.=) 'timestamp' AND profile OPERATOR(pg_catalog.=) 'phoenix' THEN
                type := 'timestamp(3)';  -- a bare one could be Phoenix's of 12 bytes
            END IF;
        ELSIF type OPERATOR(pg_catalog.=) ANY ('{smallint,int,bigint,real,double precision,numeric}') AND encoding OPERATOR(pg_catalog.=) 'bytes' THEN
            -- Bytes.toBytes puts negative numbers last
            EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %I OPERATOR(pg_catalog.<) 0)', hbase.sql_relation(relation), c.name) INTO found;
            IF found THEN
                encoding := 'ordered';
            END IF;
        END IF;
        IF encoding OPERATOR(pg_catalog.=) 'bytes' AND c.base OPERATOR(pg_catalog.=) ANY ('{date,timestamp,timestamptz}') THEN
            -- and times before 1970
            EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE EXTRACT(epoch FROM %I) OPERATOR(pg_catalog.<) 0)', hbase.sql_relation(relation), c.name) INTO found;
            IF found THEN
                encoding := 'ordered';
            END IF;
        END IF;
        -- what ends in mid-key only by a separator
        IF NOT c.is_last AND type OPERATOR(pg_catalog.=) 'bytea' THEN
            expression := pg_catalog.format('''\x'' || encode(%s, ''hex'')', expression);
            type := 'text';
        ELSIF NOT c.is_last AND type OPERATOR(pg_catalog.=) 'numeric' AND profile OPERATOR(pg_catalog.=) 'java' THEN
            expression := pg_catalog.format('%s::text', expression);
            type := 'text';
        END IF;
        has_text := has_text OR type OPERATOR(pg_catalog.=) 'text';
        separator := CASE WHEN c.is_last OR profile OPERATOR(pg_catalog.=) 'phoenix' THEN ''
                          WHEN profile OPERATOR(pg_catalog.=) 'string' THEN CASE WHEN has_text THEN ', ''\x00''' ELSE ', ''_''' END
                          WHEN type OPERATOR(pg_catalog.=) 'text' THEN ', ''\x00''' ELSE '' END;
        fields := fields OPERATOR(pg_catalog.||) pg_catalog.format('"%s" %s%s', pg_catalog.replace(c.name, '"', '""'), type, separator);
        arguments := pg_catalog.concat_ws(', ', arguments, expression);
    END LOOP;
    layout := pg_catalog.format('%s using %s', pg_catalog.array_to_string(fields, ', '), encoding);
END $$;
COMMENT ON FUNCTION hbase.propose_key(regclass, name[], text, text) IS 'a layout for these columns of a table, and the arguments of rowkey_compose; for hbase.from_table()';

CREATE FUNCTION hbase.propose_values(relation regclass, columns name[], alias text, profile text, prefix text, OUT name name, OUT short text, OUT expression text, OUT type text, OUT encoding text) RETURNS SETOF record LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
    shorts pg_catalog.text[] := hbase.short_names(columns::pg_catalog.text[]);
    c pg_catalog.record;
    found boolean;
BEGIN
    FOR c IN
        SELECT a.attname AS name, u.n, b.oid, CASE WHEN b.typnamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace::pg_catalog.oid THEN b.typname::pg_catalog.text END AS base
        FROM pg_catalog.unnest(columns) WITH ORDINALITY u(name, n)
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) u.name
        JOIN pg_catalog.pg_type b ON b.oid OPERATOR(pg_catalog.=) hbase.base_type(a.atttypid)
        ORDER BY u.n
    LOOP
        name := c.name;
        short := shorts[c.n];
        expression := pg_catalog.format('%s.%I', alias, c.name);
        encoding := CASE WHEN profile OPERATOR(pg_catalog.=) 'java' THEN 'bytes' ELSE profile END;
        IF c.base OPERATOR(pg_catalog.=) ANY ('{bool,int2,int4,int8,float4,float8,numeric,text,varchar,bytea,uuid,date,time,timestamp,timestamptz,jsonb}') THEN
            type := pg_catalog.format_type(c.oid, NULL);
            found := false;
            -- what no encoding holds: as text
            IF c.base OPERATOR(pg_catalog.=) ANY ('{date,timestamp,timestamptz}') THEN
                EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE NOT pg_catalog.isfinite(%I))', hbase.sql_relation(relation), c.name) INTO found;
                IF found THEN
                    expression := pg_catalog.format('CASE WHEN isfinite(%1$s) THEN %2$shbase_encode(%1$s, ''string'', ''%3$s'') ELSE %2$shbase_encode(%1$s::text, ''string'') END',
                        expression, prefix, CASE WHEN c.base OPERATOR(pg_catalog.=) 'date' THEN c.base ELSE pg_catalog.format('%s(6)', c.base) END);
                    type := 'text';
                    encoding := 'string';
                END IF;
            ELSIF c.base OPERATOR(pg_catalog.=) 'numeric' THEN
                EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %I OPERATOR(pg_catalog.=) ANY (''{NaN,Infinity,-Infinity}''))', hbase.sql_relation(relation), c.name) INTO found;
                IF found THEN
                    expression := pg_catalog.format('%s::text', expression);
                    type := 'text';
                END IF;
            END IF;
            IF NOT found AND c.base OPERATOR(pg_catalog.=) ANY ('{time,timestamp,timestamptz}') THEN
                -- finer than milliseconds: as text, which keeps it
                EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE EXTRACT(microseconds FROM %I)::bigint OPERATOR(pg_catalog.%%) 1000 OPERATOR(pg_catalog.<>) 0)', hbase.sql_relation(relation), c.name) INTO found;
                IF found THEN
                    expression := pg_catalog.format('%shbase_encode(%s, ''string'', ''%s(6)'')', prefix, expression, c.base);
                    encoding := 'string';
                END IF;
            END IF;
        ELSE
            type := 'text';
            expression := pg_catalog.format('%s::text', expression);
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase.propose_values(regclass, name[], text, text, text) IS 'what to put into cells for these columns of a table, and how the column dictionary reads it back; for hbase.from_table()';

CREATE FUNCTION hbase.comment_line(remark text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN pg_catalog.format(E'-- %s\n', pg_catalog.translate(remark, E'\n\r', '  '));
COMMENT ON FUNCTION hbase.comment_line(text) IS 'a line of comment in SQL, whatever names stand in it; for hbase.from_table()';

CREATE FUNCTION hbase.propose_object(relation regclass, without name[]) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    -- the same whatever the reader's TimeZone and bytea_output
    SELECT COALESCE(pg_catalog.string_agg(pg_catalog.format('%L, %s', a.attname,
               CASE WHEN b.type OPERATOR(pg_catalog.=) 'pg_catalog.timestamptz'::pg_catalog.regtype::pg_catalog.oid
                   THEN pg_catalog.format('CASE WHEN c.%1$I >= ''0001-01-01Z'' AND c.%1$I < ''infinity'' THEN to_char(c.%1$I AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'') ELSE to_json(c.%1$I) #>> ''{}'' END', a.attname)
                   WHEN b.type OPERATOR(pg_catalog.=) 'pg_catalog.bytea'::pg_catalog.regtype::pg_catalog.oid THEN pg_catalog.format('''\x'' || encode(c.%I, ''hex'')', a.attname)
                   ELSE pg_catalog.format('c.%I', a.attname) END), ', ' ORDER BY a.attnum), '')
    FROM pg_catalog.pg_attribute a, LATERAL hbase.base_type(a.atttypid) b(type)
    WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped AND a.attname OPERATOR(pg_catalog.<>) ALL (without);
END;
COMMENT ON FUNCTION hbase.propose_object(regclass, name[]) IS 'the arguments of jsonb_build_object for a child''s columns; for hbase.from_table()';

CREATE FUNCTION hbase.propose_view(relation regclass, key_columns name[], profile text, view_name text, table_name text, families text[], joins text, condition text, prefix text) RETURNS text LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE AS $$
DECLARE
    key pg_catalog.record := hbase.propose_key(relation, key_columns, 't', profile);
    value_columns pg_catalog.name[] := ARRAY(
        SELECT a.attname FROM pg_catalog.pg_attribute a
        WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped AND a.attname OPERATOR(pg_catalog.<>) ALL (key_columns) ORDER BY a.attnum);
    build pg_catalog.text := CASE WHEN profile OPERATOR(pg_catalog.=) 'java' THEN pg_catalog.format('%swiderow_build(', prefix) ELSE pg_catalog.format('%swiderow_build_as(%L, ', prefix, profile) END;
    pairs pg_catalog.text[];
    rounded pg_catalog.text;
    columns pg_catalog.text;
    cells pg_catalog.text;
BEGIN
    SELECT COALESCE(pg_catalog.array_agg(pg_catalog.format('%L, %s', v.short, v.expression) ORDER BY a.attnum), '{}'),
           pg_catalog.string_agg(pg_catalog.quote_ident(v.name), ', ' ORDER BY a.attnum) FILTER (WHERE v.encoding OPERATOR(pg_catalog.<>) 'string' AND v.type OPERATOR(pg_catalog.~~) 'time%' AND (a.atttypmod OPERATOR(pg_catalog.<) 0 OR a.atttypmod OPERATOR(pg_catalog.>) 3)),
           pg_catalog.string_agg(pg_catalog.format(E'SELECT hbase.define_column(%L, ''d'', %L, %L, %L, %L);\n', view_name, v.short, v.name, v.type, v.encoding), '' ORDER BY a.attnum)
    INTO pairs, rounded, columns
    FROM hbase.propose_values(relation, value_columns, 't', profile, prefix) v JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) v.name;
    -- HBase has no row without a cell
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND a.attnotnull AND a.attname OPERATOR(pg_catalog.=) ANY (value_columns)) THEN
        pairs := pg_catalog.array_prepend(''''', ''''::bytea', pairs);
    END IF;
    -- a function takes 100 arguments
    cells := (SELECT pg_catalog.string_agg(pg_catalog.format('%s%s)', build, x.list), E'\n       || ' ORDER BY x.chunk)
              FROM (SELECT (u.n OPERATOR(pg_catalog.-) 1) OPERATOR(pg_catalog./) 40 AS chunk, pg_catalog.string_agg(u.pair, ', ' ORDER BY u.n) AS list FROM pg_catalog.unnest(pairs) WITH ORDINALITY u(pair, n) GROUP BY 1) x);
    RETURN pg_catalog.concat(
        CASE WHEN rounded IS NOT NULL THEN hbase.comment_line(pg_catalog.format('%s: in milliseconds, as all values are by now; hbase_encode(value, ''string'', ''type(6)'') would keep finer ones.', rounded)) END,
        pg_catalog.format(E'CREATE VIEW %s AS\nSELECT %s\nFROM %s t%s%s;\n', view_name,
            pg_catalog.array_to_string(ARRAY[pg_catalog.format('%srowkey_compose(%L, %s) AS key', prefix, key.layout, key.arguments), pg_catalog.format('%s AS d', cells)] OPERATOR(pg_catalog.||) families, E',\n       '),
            hbase.sql_relation(relation), joins, condition),
        pg_catalog.format(E'SELECT hbase.define(%L, %L, ARRAY[%L]::%srowkey_layout[]);\n', view_name, table_name, key.layout, prefix),
        columns);
END $$;
COMMENT ON FUNCTION hbase.propose_view(regclass, name[], text, text, text, text[], text, text, text) IS 'a mapping view, its definition and column dictionary; for hbase.from_table()';

CREATE FUNCTION hbase.proposed_name(name text, others text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT pg_catalog.concat(p.name, CASE
        WHEN p.name OPERATOR(pg_catalog.<>) $1
         AND EXISTS (SELECT FROM pg_catalog.unnest(others) o WHERE o OPERATOR(pg_catalog.<>) $1 AND pg_catalog.regexp_replace(o, '[^A-Za-z0-9_]', '_', 'g') OPERATOR(pg_catalog.=) p.name)
        THEN pg_catalog.format('_%s', pg_catalog.left(pg_catalog.md5($1), 8)) END)
    FROM pg_catalog.regexp_replace($1, '[^A-Za-z0-9_]', '_', 'g') p(name);
END;
COMMENT ON FUNCTION hbase.proposed_name(text, text[]) IS 'a name that HBase takes for a table, told from those of others by digits of its digest; for hbase.from_table()';

-- The view of a table: its name and _h, with room for that in a name's 63 bytes.
CREATE FUNCTION hbase.proposed_view(schema text, name text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT pg_catalog.format('%I.%I', schema, pg_catalog.format('%s_h', (
        SELECT pg_catalog.left(s.beginning, n)
        FROM (SELECT pg_catalog.left(proposed_view.name, 61) OFFSET 0) s(beginning), pg_catalog.generate_series(61, 0, -1) n
        WHERE pg_catalog.octet_length(pg_catalog.left(s.beginning, n)) OPERATOR(pg_catalog.<=) 61
        ORDER BY n DESC
        LIMIT 1)));
END;
COMMENT ON FUNCTION hbase.proposed_view(text, text) IS 'the name of the view that maps a table; for hbase.from_table()';

CREATE FUNCTION hbase.propose_mapping(relation regclass, profile text, children text, view_name text, table_name text, prefix text) RETURNS text LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE AS $$
DECLARE
    source_name pg_catalog.text;
    table_schema pg_catalog.text := (SELECT n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid);
    base_name pg_catalog.text := (SELECT c.relname FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid);
    key_columns pg_catalog.name[] := hbase.key_columns(relation);
    key pg_catalog.record;
    child_key pg_catalog.record;
    child pg_catalog.record;
    child_name pg_catalog.text;
    used pg_catalog.text[] := '{key,d}';
    short pg_catalog.text;
    family pg_catalog.text;
    alias pg_catalog.text;
    n int;
    rest pg_catalog.name[];
    refers pg_catalog.text;
    qualifier pg_catalog.text;
    source pg_catalog.text;
    families pg_catalog.text[] := '{}';
    joins pg_catalog.text := '';
    later pg_catalog.text := '';
    remarks pg_catalog.text := '';
    reading pg_catalog.text;
    reference pg_catalog.text;
    seen pg_catalog.text[] := '{}';
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'the relation is NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF profile IS NULL OR profile OPERATOR(pg_catalog.<>) ALL ('{java,phoenix,string}') THEN
        RAISE EXCEPTION 'unrecognized profile "%"', profile USING ERRCODE = 'invalid_parameter_value', HINT = 'Profiles are java (Bytes.toBytes), phoenix and string.';
    END IF;
    IF children IS NULL OR children OPERATOR(pg_catalog.<>) ALL ('{nest,key,none}') THEN
        RAISE EXCEPTION 'unrecognized treatment of children: "%"', children USING ERRCODE = 'invalid_parameter_value', HINT = 'Children nest in a family of their parent''s row (nest), have rows whose key begins with their parent''s (key), or are left alone (none).';
    END IF;
    source_name := hbase.sql_relation(relation);
    IF key_columns OPERATOR(pg_catalog.=) '{}' THEN
        RAISE EXCEPTION '% has no primary key', source_name USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'Rows of HBase are found by their key alone: add a primary key, or a unique index over columns that are NOT NULL.';
    END IF;
    -- a name as SQL writes it, with a schema or without
    view_name := COALESCE((SELECT pg_catalog.string_agg(pg_catalog.quote_ident(u.part), '.' ORDER BY u.place) FROM pg_catalog.unnest(pg_catalog.parse_ident(view_name)) WITH ORDINALITY u(part, place)),
        hbase.proposed_view(table_schema, base_name));
    table_name := COALESCE(table_name, hbase.proposed_name(base_name, ARRAY(
        SELECT c.relname::pg_catalog.text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid OPERATOR(pg_catalog.=) c.relnamespace
        WHERE s.nspname OPERATOR(pg_catalog.=) table_schema AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}') AND NOT c.relispartition)));
    key := hbase.propose_key(relation, key_columns, 't', profile);
    reading := pg_catalog.format('SELECT * FROM hbase.read(NULL::%s, %L);', source_name, view_name);

    -- the tables that refer to the key: those without a key of their own, those whose key begins with ours, and the rest
    FOR child IN
        SELECT r.conname AS name, r.conrelid::pg_catalog.regclass AS relation, hbase.sql_relation(r.conrelid) AS source_name, c.relname, s.nspname, k.keys, f.refers
        FROM pg_catalog.pg_constraint r
        JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.conrelid
        JOIN pg_catalog.pg_namespace s ON s.oid OPERATOR(pg_catalog.=) c.relnamespace,
        LATERAL (SELECT hbase.key_columns(r.conrelid) AS keys) k,
        LATERAL (SELECT pg_catalog.array_agg(a.attname ORDER BY pg_catalog.array_position(key_columns, p.attname)) AS refers, pg_catalog.array_agg(p.attname ORDER BY pg_catalog.array_position(key_columns, p.attname)) AS referred
                 FROM ROWS FROM (pg_catalog.unnest(r.conkey), pg_catalog.unnest(r.confkey)) u(own, parents)
                 JOIN pg_catalog.pg_attribute p ON p.attrelid OPERATOR(pg_catalog.=) r.confrelid AND p.attnum OPERATOR(pg_catalog.=) u.parents
                 JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) r.conrelid AND a.attnum OPERATOR(pg_catalog.=) u.own) f
        WHERE r.contype OPERATOR(pg_catalog.=) 'f' AND r.confrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND r.conparentid OPERATOR(pg_catalog.=) 0
          AND children OPERATOR(pg_catalog.<>) 'none' AND f.referred OPERATOR(pg_catalog.=) key_columns
        ORDER BY k.keys OPERATOR(pg_catalog.<>) '{}', NOT k.keys OPERATOR(pg_catalog.@>) f.refers, c.relname, r.conname
    LOOP
        -- one reference may be declared twice
        reference := pg_catalog.format('%s%s', child.source_name, child.refers);
        CONTINUE WHEN reference OPERATOR(pg_catalog.=) ANY (seen);
        seen := pg_catalog.array_append(seen, reference);
        rest := ARRAY(SELECT u.k FROM pg_catalog.unnest(child.keys) WITH ORDINALITY u(k, n) WHERE u.k OPERATOR(pg_catalog.<>) ALL (child.refers) ORDER BY u.n);
        refers := (SELECT pg_catalog.string_agg(pg_catalog.format('c.%I', u.k), ', ' ORDER BY u.n) FROM pg_catalog.unnest(child.refers) WITH ORDINALITY u(k, n));
        IF children OPERATOR(pg_catalog.=) 'key' THEN
            IF child.keys OPERATOR(pg_catalog.=) '{}' THEN
                remarks := pg_catalog.concat(remarks, hbase.comment_line(pg_catalog.format('%s has no primary key: it cannot have rows of its own.', child.source_name)));
            ELSE
                child_name := pg_catalog.format('%s_by_%s', child.relname, pg_catalog.array_to_string(child.refers, '_'));
                later := pg_catalog.concat(later, E'\n', hbase.propose_view(child.relation, child.refers OPERATOR(pg_catalog.||) rest, profile, hbase.proposed_view(child.nspname, child_name),
                    hbase.proposed_name(child_name, (
                        SELECT pg_catalog.array_agg(pg_catalog.format('%s_by_%s', c.relname, pg_catalog.array_to_string(ARRAY(
                                SELECT a.attname FROM pg_catalog.unnest(r.conkey) WITH ORDINALITY u(k, n)
                                JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) u.k ORDER BY u.n), '_')))
                        FROM pg_catalog.pg_constraint r JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.conrelid JOIN pg_catalog.pg_namespace s ON s.oid OPERATOR(pg_catalog.=) c.relnamespace
                        WHERE r.contype OPERATOR(pg_catalog.=) 'f' AND s.nspname OPERATOR(pg_catalog.=) child.nspname)), '{}', '',
                    (SELECT pg_catalog.concat(E'\nWHERE ' OPERATOR(pg_catalog.||) pg_catalog.string_agg(pg_catalog.format('t.%I IS NOT NULL', a.attname), ' AND ' ORDER BY a.attnum))
                     FROM pg_catalog.pg_attribute a WHERE a.attrelid OPERATOR(pg_catalog.=) child.relation::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) ANY (child.refers) AND NOT a.attnotnull), prefix));
            END IF;
            CONTINUE;
        END IF;
        IF pg_catalog.cardinality(families) OPERATOR(pg_catalog.>=) 2 AND child.keys OPERATOR(pg_catalog.<>) '{}' THEN
            remarks := pg_catalog.concat(remarks, hbase.comment_line(pg_catalog.format('%s (%s) is not nested here, as a table of HBase should have few families: map it by itself.', child.source_name, child.name)));
            CONTINUE;
        END IF;
        short := (hbase.short_names(ARRAY[child.relname::pg_catalog.text]))[1];
        family := short;
        n := 2;
        WHILE family OPERATOR(pg_catalog.=) ANY (used) LOOP
            family := pg_catalog.format('%s%s', short, n);
            n := n OPERATOR(pg_catalog.+) 1;
        END LOOP;
        used := pg_catalog.array_append(used, family);
        source := pg_catalog.format('%s c', child.source_name);
        IF child.keys OPERATOR(pg_catalog.=) '{}' THEN
            source := pg_catalog.format('(SELECT c.*, row_number() OVER (PARTITION BY %s ORDER BY jsonb_build_object(%s)) AS hbase_number FROM %s c) c', refers, hbase.propose_object(child.relation, child.refers), child.source_name);
            qualifier := 'c.hbase_number::text';
        ELSIF rest OPERATOR(pg_catalog.=) '{}' THEN
            qualifier := '''''';
        ELSE
            child_key := hbase.propose_key(child.relation, rest, 'c', CASE WHEN profile OPERATOR(pg_catalog.=) 'java' THEN 'string' ELSE profile END);
            qualifier := pg_catalog.format('%srowkey_compose(%L, %s)::bytea', prefix, child_key.layout, child_key.arguments);
        END IF;
        alias := CASE WHEN family OPERATOR(pg_catalog.=) 't' THEN 't_cells' ELSE family END;  -- t is the table
        families := pg_catalog.array_append(families, pg_catalog.format('%I.cells AS %I', alias, family));
        joins := pg_catalog.concat(joins, pg_catalog.format(E'\nLEFT JOIN (SELECT %1$s, %2$swiderow_agg(%3$s, jsonb_build_object(%4$s)) AS cells\n           FROM %5$s\n           GROUP BY %1$s) %6$I ON %7$s',
            refers, prefix, qualifier, hbase.propose_object(child.relation, child.refers), source, alias,
            (SELECT pg_catalog.string_agg(pg_catalog.format('%I.%I = t.%I', alias, u.k, u.p), ' AND ') FROM ROWS FROM (pg_catalog.unnest(child.refers), pg_catalog.unnest(key_columns)) u(k, p))));
        reading := pg_catalog.concat(reading, pg_catalog.format(E'\nSELECT c.* FROM %s r, %srowkey_decompose(%L, r.key) AS k(%s), %swiderow_cells(r.%I) x,\n       jsonb_populate_record(NULL::%s, convert_from(x.value, ''UTF8'')::jsonb || jsonb_build_object(%s)) c;',
            view_name, prefix, key.layout, (SELECT pg_catalog.string_agg(pg_catalog.format('%I %s', f.field, f.type), ', ') FROM hbase.layout_fields(key.layout) f),
            prefix, family, child.source_name,
            (SELECT pg_catalog.string_agg(pg_catalog.format('%L, k.%I', u.k, u.p), ', ') FROM ROWS FROM (pg_catalog.unnest(child.refers), pg_catalog.unnest(key_columns)) u(k, p))));
    END LOOP;
    RETURN pg_catalog.concat(remarks, hbase.propose_view(relation, key_columns, profile, view_name, table_name, families, joins, '', prefix),
        E'-- Reading back:\n-- ', pg_catalog.regexp_replace(reading, E'([\\n\\r])', E'\\1-- ', 'g'), E'\n', later);
END $$;
COMMENT ON FUNCTION hbase.propose_mapping(regclass, text, text, text, text, text) IS 'the script of hbase.from_table(), which adds how the caller names our functions (prefix)';

CREATE FUNCTION hbase.from_table(relation regclass, profile text DEFAULT 'java', children text DEFAULT 'nest', view_name text DEFAULT NULL, table_name text DEFAULT NULL) RETURNS text LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase.propose_mapping(relation, profile, children, view_name, table_name,
        CASE WHEN pg_catalog.pg_type_is_visible('@extschema@.rowkey'::pg_catalog.regtype) THEN '' ELSE pg_catalog.format('%s.', hbase.sql_schema()) END);
END;
COMMENT ON FUNCTION hbase.from_table(regclass, text, text, text, text) IS 'a mapping of a table onto HBase as SQL to run and edit: a view, its definition and column dictionary; profile java, phoenix or string for keys and values; children that refer to it nest in families (nest), get rows under its key (key), or none';

CREATE FUNCTION hbase.from_schema(schema regnamespace, profile text DEFAULT 'java', children text DEFAULT 'nest') RETURNS text LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT pg_catalog.string_agg(
        CASE WHEN pg_catalog.cardinality(hbase.key_columns(c.oid)) OPERATOR(pg_catalog.>) 0 THEN hbase.from_table(c.oid, profile, children)
             ELSE hbase.comment_line(pg_catalog.format('%s has no primary key: it has no rows of its own.', c.oid::pg_catalog.regclass)) END, E'\n' ORDER BY c.relname)
    FROM pg_catalog.pg_class c
    WHERE c.relnamespace OPERATOR(pg_catalog.=) schema::pg_catalog.oid AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}') AND NOT c.relispartition AND NOT hbase.is_shaped(c.oid);
END;
COMMENT ON FUNCTION hbase.from_schema(regnamespace, text, text) IS 'hbase.from_table() of every table of a schema';

CREATE FUNCTION hbase.ddl(relation regclass, tool text, number int DEFAULT 1) RETURNS text AS 'MODULE_PATHNAME', 'hbase_ddl' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION hbase.ddl(regclass, text, int) IS 'the whole table told to phoenix, hive, spark, java or the HBase shell: key by the layout with that number, families with their options, columns of the dictionary, split points; an error names what the tool cannot express';

-- The id dictionary.
CREATE FUNCTION hbase.uid(kind text, name text) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_uid' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.uid(kind text, name text, width int) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_uid' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100;
CREATE FUNCTION hbase.uid_find(kind text, name text) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_uid_find' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION hbase.uid_name(kind text, id bigint) RETURNS text AS 'MODULE_PATHNAME', 'hbase_uid_name' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION hbase.uid_left(kind text) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_uid_left' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION hbase.uid(text, text) IS 'the id of a name, given at the first call: 1, 2, 3 ... in each kind; of 8 bytes if the kind is new';
COMMENT ON FUNCTION hbase.uid(text, text, int) IS 'the id of a name, given at the first call; all ids of a kind have so many bytes';
COMMENT ON FUNCTION hbase.uid_find(text, text) IS 'the id of a name, NULL if it has none; writes nothing';
COMMENT ON FUNCTION hbase.uid_name(text, bigint) IS 'the name that has this id, NULL if it is not given';
COMMENT ON FUNCTION hbase.uid_left(text) IS 'how many ids of a kind can still be given';

CREATE FUNCTION hbase.filter(query text, filter text DEFAULT NULL, versions int DEFAULT 1, max_rows bigint DEFAULT NULL, family_versions int DEFAULT NULL, OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_filter' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
CREATE FUNCTION hbase.filter(query text, filter bytea, versions int DEFAULT 1, max_rows bigint DEFAULT NULL, family_versions int DEFAULT NULL, OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_filter' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000;
COMMENT ON FUNCTION hbase.filter(text, text, int, bigint, int) IS 'the cells that a scan with a filter string returns of the rows of a query (key rowkey, families widerow; in key order)';
COMMENT ON FUNCTION hbase.filter(text, bytea, int, bigint, int) IS 'the cells that a scan with a filter, given as bytes, returns of the rows of a query (key rowkey, families widerow; in key order)';

CREATE FUNCTION hbase.split_points(method text, regions integer, first @extschema@.rowkey DEFAULT NULL, last @extschema@.rowkey DEFAULT NULL) RETURNS @extschema@.rowkey[] AS 'MODULE_PATHNAME', 'hbase_split_points' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hbase.split_points(text, integer, @extschema@.rowkey, @extschema@.rowkey) IS 'split points for so many regions: uniform, hex, decimal (as RegionSplitter), range (as Admin.createTable), salt';
CREATE FUNCTION hbase.parse_splits(printed text) RETURNS @extschema@.rowkey[] AS 'MODULE_PATHNAME', 'hbase_parse_splits' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase.parse_splits(text) IS 'split points as get_splits of the HBase shell prints them, pasted whole';

-- Advice before there is a cluster.
-- Designs side by side. A question names fields and what is known of them.
CREATE FUNCTION hbase.question_ranges(layout @extschema@.rowkey_layout, question jsonb) RETURNS text AS 'MODULE_PATHNAME', 'hbase_question_ranges' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION hbase.check_designs(layouts @extschema@.rowkey_layout[]) RETURNS void AS 'MODULE_PATHNAME', 'hbase_check_designs' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.nearest_name(name text, names text[]) RETURNS text AS 'MODULE_PATHNAME', 'hbase_nearest_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase.question_ranges(@extschema@.rowkey_layout, jsonb) IS 'how many key ranges a question reads under a layout, or "full scan"; for hbase.compare()';
COMMENT ON FUNCTION hbase.check_designs(@extschema@.rowkey_layout[]) IS 'raises an error or a NOTICE when layouts are the components of one layout; for hbase.compare()';
COMMENT ON FUNCTION hbase.nearest_name(text, text[]) IS 'the name that is nearest to an unrecognized one; NULL if none is near; for messages';

CREATE FUNCTION hbase.compare_keys(INOUT design text, keys text, layout @extschema@.rowkey_layout, questions jsonb[], every interval, regions int,
    OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric, OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE AS $$
BEGIN
    EXECUTE pg_catalog.format($q$
        WITH k AS MATERIALIZED (%1$s),
             ends AS MATERIALIZED (SELECT %2$s.min(key) AS low, %2$s.max(key) AS high FROM k),
             -- where keys begin to differ, from 1
             differ AS MATERIALIZED (
                 SELECT (SELECT pg_catalog.min(i) FROM pg_catalog.generate_series(0, LEAST(%2$s.length(low), %2$s.length(high)) OPERATOR(pg_catalog.-) 1) i
                         WHERE %2$s.get_byte(low, i) OPERATOR(pg_catalog.<>) %2$s.get_byte(high, i)) OPERATOR(pg_catalog.+) 1 AS at FROM ends),
             span AS MATERIALIZED (
                 SELECT at, %2$s.substring(low, at) AS low, %2$s.rowkeyrange_subdiff(%2$s.substring(high, at), %2$s.substring(low, at)) AS width FROM ends, differ),
             cut AS MATERIALIZED (
                 SELECT k.key, k.at, pg_catalog.ntile($2) OVER w AS region, pg_catalog.lag(k.key) OVER w AS before,
                        CASE WHEN span.width OPERATOR(pg_catalog.>) 0
                             THEN LEAST($2, pg_catalog.width_bucket(%2$s.rowkeyrange_subdiff(%2$s.substring(k.key, span.at), span.low), 0, span.width, $2)) ELSE 1 END AS part
                 FROM k, span WHERE k.key IS NOT NULL WINDOW w AS (ORDER BY k.key)),
             -- a month counts as 30 days
             spots AS (
                 SELECT pg_catalog.date_bin(pg_catalog.make_interval(secs => EXTRACT(epoch FROM $1)), at, '2000-01-01 00:00+00') AS time_window, region, pg_catalog.count(*) AS n
                 FROM cut WHERE pg_catalog.isfinite(at) GROUP BY 1, 2),
             windows AS (SELECT pg_catalog.max(n) OPERATOR(pg_catalog./) pg_catalog.sum(n) AS share FROM spots GROUP BY time_window)
        SELECT pg_catalog.count(*), pg_catalog.count(*) OPERATOR(pg_catalog.-) pg_catalog.count(key), (SELECT pg_catalog.count(*) FROM cut WHERE key OPERATOR(%2$s.=) before),
               pg_catalog.round(pg_catalog.avg(%2$s.length(key)), 1), pg_catalog.max(%2$s.length(key)),
               (SELECT pg_catalog.round(($2 OPERATOR(pg_catalog.*) pg_catalog.max(n)) OPERATOR(pg_catalog./) pg_catalog.sum(n), 2) FROM (SELECT pg_catalog.count(*) AS n FROM cut GROUP BY part) parts),
               (SELECT pg_catalog.round(100 OPERATOR(pg_catalog.*) pg_catalog.avg(share), 1) FROM windows), pg_catalog.sum(bytes)
        FROM k $q$, keys, hbase.sql_schema()) INTO rows, rejected, collisions, key_bytes, longest, skew, hottest, bytes USING every, regions;
    ranges := ARRAY(SELECT COALESCE(hbase.question_ranges(layout, q.question), 'no layout') FROM pg_catalog.unnest(questions) WITH ORDINALITY q(question, n) ORDER BY q.n);
END $$;
COMMENT ON FUNCTION hbase.compare_keys(text, text, @extschema@.rowkey_layout, jsonb[], interval, int) IS 'a row of the result, from the key, at and bytes that a query (keys) gives; for hbase.compare()';

CREATE FUNCTION hbase.compare_check(relations regclass[], layouts @extschema@.rowkey_layout[], questions jsonb[], at name, every interval, regions int) RETURNS void LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    other jsonb := (SELECT q FROM unnest(questions) q WHERE jsonb_typeof(q) <> 'object' LIMIT 1);
    fields text[] := ARRAY(SELECT DISTINCT f.field FROM unnest(layouts) l, hbase.layout_fields(l) f ORDER BY 1);
    names text[] := fields || ARRAY(SELECT a.attname::text FROM unnest(relations) r JOIN pg_attribute a ON a.attrelid = r WHERE a.attnum > 0 AND NOT a.attisdropped UNION SELECT c.name FROM unnest(relations) r, hbase.columns(r) c);
    unknown text;
    near text;
    relation regclass;
    time_type regtype;
BEGIN
    FOR relation, time_type IN
        SELECT r, a.atttypid FROM unnest(relations) r LEFT JOIN pg_attribute a ON a.attrelid = r AND a.attname = at AND a.attnum > 0 WHERE at IS NOT NULL
    LOOP
        IF time_type IS NULL THEN
            RAISE EXCEPTION 'there is no column "%" in % to take the time from', at, relation USING ERRCODE = 'undefined_column', HINT = 'Name the column with the time of writes, as at => ''placed''.';
        ELSIF hbase.base_type(time_type) NOT IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype) THEN
            RAISE EXCEPTION 'column "%" is no time', at USING ERRCODE = 'datatype_mismatch', HINT = 'It is of type timestamptz, timestamp or date; the last two count as UTC.';
        END IF;
    END LOOP;
    IF every IS NULL OR extract(epoch FROM every) <= 0 THEN
        RAISE EXCEPTION 'windows cannot be of that length' USING ERRCODE = 'invalid_parameter_value', HINT = 'Say how long a window is with every => ''1 hour''.';
    ELSIF regions IS NULL OR regions < 1 THEN
        RAISE EXCEPTION 'number of regions must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    ELSIF other IS NOT NULL THEN
        RAISE EXCEPTION 'question % is not an object', other USING ERRCODE = 'invalid_parameter_value', HINT = 'Write fields and what is known of each: {"field": value, ...}.';
    ELSIF fields <> '{}' THEN
        -- a column that is no part of a key is known to be of no use to it
        unknown := (SELECT k FROM unnest(questions) q, jsonb_object_keys(q) k WHERE k <> ALL (names) LIMIT 1);
        IF unknown IS NOT NULL THEN
            near := hbase.nearest_name(unknown, names);
            RAISE EXCEPTION 'no layout has the field "%"', unknown USING ERRCODE = 'undefined_column',
                HINT = COALESCE(format('Did you mean "%s"? ', near), '') || format('Their fields are "%s".', array_to_string(fields, '", "'));
        END IF;
    END IF;
END $$;
COMMENT ON FUNCTION hbase.compare_check(regclass[], @extschema@.rowkey_layout[], jsonb[], name, interval, int) IS 'raises an error when a question is not an object, or asks for what is neither a field nor a column, and when a relation has no such column of times; for hbase.compare()';

CREATE FUNCTION hbase.compare(relations regclass[], questions jsonb[] DEFAULT '{}', at name DEFAULT NULL, every interval DEFAULT '1 hour', regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric, OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4 AS $$
DECLARE
    relation pg_catalog.regclass;
    types pg_catalog.text := hbase.sql_schema();
    cells pg_catalog.text;
BEGIN
    IF relations IS NULL OR pg_catalog.array_position(relations, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'the relation is NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase.compare_check(relations, ARRAY(SELECT (hbase.definition_of(r)).layouts[1] FROM pg_catalog.unnest(relations) r), questions, at, every, regions);
    -- the epoch of a timestamp or date is that of UTC, whatever the session says; HBase has later times than we
    FOREACH relation IN ARRAY relations LOOP
        SELECT pg_catalog.string_agg(pg_catalog.format('SELECT %s AS name_bytes, c.* FROM %s.widerow_cells(r.%I) c', pg_catalog.octet_length(f.family), types, f.column_name), ' UNION ALL ') INTO cells
        FROM hbase.families(relation) f;
        RETURN QUERY SELECT k.* FROM hbase.compare_keys(hbase.sql_relation(relation),
            pg_catalog.format('SELECT r.key, %1$s AS at, x.bytes FROM %2$s r, LATERAL (SELECT pg_catalog.sum(20 OPERATOR(pg_catalog.+) %4$s.length(r.key) OPERATOR(pg_catalog.+) c.name_bytes OPERATOR(pg_catalog.+) pg_catalog.octet_length(c.qualifier) OPERATOR(pg_catalog.+) pg_catalog.octet_length(c.value)) AS bytes,'
                              ' pg_catalog.max(c.ts) FILTER (WHERE c.ts OPERATOR(pg_catalog.<) 9224318016000000) AS latest FROM (%3$s) c) x',
                CASE WHEN at IS NULL THEN 'pg_catalog.to_timestamp(x.latest OPERATOR(pg_catalog./) 1000.0)' ELSE pg_catalog.format('pg_catalog.to_timestamp(EXTRACT(epoch FROM r.%I))', at) END,
                hbase.sql_relation(relation), cells, types),
            (hbase.definition_of(relation)).layouts[1], questions, every, regions) k;
    END LOOP;
END $$;
CREATE FUNCTION hbase.compare(source regclass, layouts @extschema@.rowkey_layout[], questions jsonb[] DEFAULT '{}', at name DEFAULT NULL, every interval DEFAULT '1 hour', regions int DEFAULT 16,
    OUT design text, OUT rows bigint, OUT rejected bigint, OUT collisions bigint, OUT key_bytes numeric, OUT longest int, OUT skew numeric, OUT hottest numeric, OUT bytes bigint, OUT ranges text[]) RETURNS SETOF record LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 4 AS $$
DECLARE
    given pg_catalog.record;
    types pg_catalog.text := hbase.sql_schema();
    missing pg_catalog.text;
    arguments pg_catalog.text;
    reason pg_catalog.text;
BEGIN
    IF source IS NULL OR layouts IS NULL THEN
        RAISE EXCEPTION 'relation and layouts must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase.compare_check(ARRAY[source], layouts, questions, at, every, regions);
    PERFORM hbase.check_designs(layouts);
    FOR given IN SELECT u.layout FROM pg_catalog.unnest(layouts) WITH ORDINALITY u(layout, n) ORDER BY u.n LOOP
        SELECT pg_catalog.string_agg(pg_catalog.format('"%s"', f.field), ', ') INTO missing
        FROM hbase.layout_fields(given.layout) f
        WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_attribute a
                          WHERE a.attrelid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) f.field AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped);
        IF missing IS NOT NULL THEN
            RAISE EXCEPTION '% has no column for field %', hbase.sql_relation(source), missing USING ERRCODE = 'undefined_column', HINT = 'Name the columns as the fields of the layout, in a view.';
        END IF;
        arguments := pg_catalog.concat(pg_catalog.format('%L::%s.rowkey_layout', given.layout, types), (SELECT pg_catalog.string_agg(pg_catalog.format(', s.%I', f.field), '') FROM hbase.layout_fields(given.layout) f));
        SELECT c.* INTO design, rows, rejected, collisions, key_bytes, longest, skew, hottest, bytes, ranges
        FROM hbase.compare_keys(given.layout::pg_catalog.text,
            pg_catalog.format('SELECT x.key, x.at, %4$s.length(x.key)::bigint AS bytes FROM (SELECT CASE WHEN %4$s.rowkey_problem(%1$s) IS NULL THEN %4$s.rowkey_compose(%1$s) END AS key, %2$s AS at FROM %3$s s) x',
                arguments, CASE WHEN at IS NULL THEN 'NULL::pg_catalog.timestamptz' ELSE pg_catalog.format('pg_catalog.to_timestamp(EXTRACT(epoch FROM s.%I))', at) END, hbase.sql_relation(source), types),
            given.layout, questions, every, regions) c;
        RETURN NEXT;
        IF rejected OPERATOR(pg_catalog.>) 0 THEN
            EXECUTE pg_catalog.format('SELECT x.problem FROM (SELECT %s.rowkey_problem(%s) AS problem FROM %s s) x WHERE x.problem IS NOT NULL LIMIT 1', types, arguments, hbase.sql_relation(source)) INTO reason;
            RAISE NOTICE 'rows without a key by %: % of %', given.layout, rejected, rows USING DETAIL = pg_catalog.format('One of them: %s.', reason);
        END IF;
    END LOOP;
END $$;
COMMENT ON FUNCTION hbase.compare(regclass[], jsonb[], name, interval, int) IS 'HBase-shaped relations side by side: rows, collisions, length and spread of keys, the share of the busiest region in a time window, bytes of KeyValues, and the key ranges that each question reads; at is a column with the time of writes, else the cells'' times count';
COMMENT ON FUNCTION hbase.compare(regclass, @extschema@.rowkey_layout[], jsonb[], name, interval, int) IS 'layouts side by side, over the rows of a relation whose columns are named as their fields; bytes are those of the keys';

CREATE FUNCTION hbase.rejects(relation regclass, OUT function text, OUT "values" text, OUT reason text, OUT hint text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_rejects' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10;
COMMENT ON FUNCTION hbase.rejects(regclass) IS 'every row of a relation that no key or cell can be made of: the function that rejected it, its arguments, and why';
CREATE FUNCTION hbase.check(relation regclass, layout @extschema@.rowkey_layout DEFAULT NULL, at name DEFAULT NULL, percent float8 DEFAULT NULL, examples int DEFAULT 100, OUT severity text, OUT rule text, OUT subject text, OUT measured text, OUT explanation text, OUT advice text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_check' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 10;
COMMENT ON FUNCTION hbase.check(regclass, @extschema@.rowkey_layout, name, float8, int) IS 'what is to be known of a relation before it becomes a table of HBase: errors, warnings and advice, with what was measured and what to do; by its layout (default: the defined ones), a further column with the time of writes, and percent of its rows';
CREATE FUNCTION hbase.plan(relation regclass, OUT kind text, OUT ranges int, OUT regions int, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT why text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_plan' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000 ROWS 1;
CREATE FUNCTION hbase.plan(relation regclass, VARIADIC conditions "any", OUT kind text, OUT ranges int, OUT regions int, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT why text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_plan' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000 ROWS 1;
COMMENT ON FUNCTION hbase.plan(regclass) IS 'what reading all rows of a relation''s first layout costs in HBase';
COMMENT ON FUNCTION hbase.plan(regclass, "any") IS 'what a question costs in HBase, by the relation''s first layout and what is known of its fields, as for rowkey_scan(): get, scan of so many key ranges, or full scan, and why; regions touched, expected rows, cells and bytes';

-- Plans and forecasts from the data.
CREATE FUNCTION hbase.plan_splits(relation regclass, regions int DEFAULT NULL, method text DEFAULT 'data', equal text DEFAULT 'rows', align int DEFAULT NULL, sample double precision DEFAULT NULL, first @extschema@.rowkey DEFAULT NULL, last @extschema@.rowkey DEFAULT NULL, OUT region int, OUT split @extschema@.rowkey, OUT rows bigint, OUT bytes bigint) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_plan_splits' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000 ROWS 16;
COMMENT ON FUNCTION hbase.plan_splits(regclass, int, text, text, int, double precision, @extschema@.rowkey, @extschema@.rowkey) IS 'the regions of a relation by a method (data, stats, uniform, hex, decimal, range, salt): where each begins, and the rows and bytes it will hold';
CREATE FUNCTION hbase.planned_splits(relation regclass, regions int DEFAULT NULL, method text DEFAULT 'data', equal text DEFAULT 'rows', align int DEFAULT NULL, sample double precision DEFAULT NULL, first @extschema@.rowkey DEFAULT NULL, last @extschema@.rowkey DEFAULT NULL) RETURNS @extschema@.rowkey[] LANGUAGE sql STABLE PARALLEL UNSAFE COST 1000000
    RETURN ARRAY(SELECT p.split FROM hbase.plan_splits(relation, regions, method, equal, align, sample, first, last) p WHERE p.split IS NOT NULL ORDER BY p.region);
COMMENT ON FUNCTION hbase.planned_splits(regclass, int, text, text, int, double precision, @extschema@.rowkey, @extschema@.rowkey) IS 'the split points of hbase.plan_splits() alone, for the splits of export_hfiles, create_table and define';
CREATE FUNCTION hbase.heat(relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, OUT starts timestamptz, OUT region int, OUT cells bigint, OUT share double precision) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_heat' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000 ROWS 1000;
CREATE FUNCTION hbase.heat_verdict(relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, OUT verdict text, OUT windows bigint, OUT regions_planned int, OUT cells bigint, OUT lowest_peak double precision, OUT mean_peak double precision, OUT highest_peak double precision, OUT max_avg double precision, OUT regions_hit int, OUT gini double precision, OUT trend double precision) AS 'MODULE_PATHNAME', 'hbase_heat_verdict' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000;
CREATE FUNCTION hbase.heat_svg(relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL, title text DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME', 'hbase_heat_svg' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.heat(regclass, int, interval, name, @extschema@.rowkey[]) IS 'where writes go: cells by window of time and region, and the region''s share of its window; time is that of the cells, or of a column (at)';
COMMENT ON FUNCTION hbase.heat_verdict(regclass, int, interval, name, @extschema@.rowkey[]) IS 'whether writes make a hotspot, of hbase.heat(): even, skewed or monotonic, with the share of the hottest region in a window';
COMMENT ON FUNCTION hbase.heat_svg(regclass, int, interval, name, @extschema@.rowkey[], text) IS 'where writes go, as a picture of hbase.heat(): SVG with tooltips, for light and dark pages';

-- Another number of salts.
CREATE FUNCTION hbase.resalt(key @extschema@.rowkey, before @extschema@.rowkey_layout, after @extschema@.rowkey_layout) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'hbase_resalt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
CREATE FUNCTION hbase.key_salt(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS int AS 'MODULE_PATHNAME', 'hbase_key_salt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION hbase.salt_prefix(layout @extschema@.rowkey_layout, salt int) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME', 'hbase_salt_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
CREATE FUNCTION hbase.with_salts(layout @extschema@.rowkey_layout, salts int) RETURNS @extschema@.rowkey_layout LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN layout::pg_catalog.text OPERATOR(pg_catalog.~) '^salt\(' THEN pg_catalog.regexp_replace(layout::pg_catalog.text, '^salt\(\d+', pg_catalog.format('salt(%s', salts))
                ELSE pg_catalog.format('salt(%s), %s', salts, layout) END::@extschema@.rowkey_layout;
COMMENT ON FUNCTION hbase.resalt(@extschema@.rowkey, @extschema@.rowkey_layout, @extschema@.rowkey_layout) IS 'the key of the same row by a layout that differs in its salt alone, or has one more or less';
COMMENT ON FUNCTION hbase.key_salt(@extschema@.rowkey_layout, @extschema@.rowkey) IS 'the salt that stands in a key, from 0';
COMMENT ON FUNCTION hbase.salt_prefix(@extschema@.rowkey_layout, int) IS 'what the keys of a salt begin with';
COMMENT ON FUNCTION hbase.with_salts(@extschema@.rowkey_layout, int) IS 'the same layout with another number of salts';

CREATE FUNCTION hbase.resalt_plan(relation regclass, salts int, OUT salt int, OUT rows_before bigint, OUT stay bigint, OUT leave bigint, OUT arrive bigint, OUT rows_after bigint, OUT reads @extschema@.rowkeyrange[]) RETURNS SETOF record LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 1000000 ROWS 16 AS $$
DECLARE
    layouts pg_catalog.record;
    salts_before int;
BEGIN
    SELECT l.before, hbase.with_salts(l.before, salts) AS after INTO layouts FROM hbase.layout(relation) l(before);
    salts_before := SUBSTRING(layouts.before::pg_catalog.text FROM '^salt\((\d+)')::int;
    IF salts_before IS NULL THEN
        RAISE EXCEPTION 'the layout of % does not begin with a salt', hbase.sql_relation(relation) USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = pg_catalog.format('It is %s.', layouts.before);
    END IF;
    RETURN QUERY EXECUTE pg_catalog.format($query$
        WITH moves AS MATERIALIZED (
            SELECT hbase.key_salt($1, key) AS source, hbase.key_salt($2, hbase.resalt(key, $1, $2)) AS target, pg_catalog.count(*) AS n FROM %1$s GROUP BY 1, 2)
        SELECT s, before.n, before.stay, before.n OPERATOR(pg_catalog.-) before.stay, after.n OPERATOR(pg_catalog.-) before.stay, after.n,
               ARRAY(SELECT DISTINCT %2$s.rowkey_prefix_range(p)
                     FROM (VALUES (CASE WHEN s OPERATOR(pg_catalog.<) $3 THEN hbase.salt_prefix($1, s) END), (CASE WHEN s OPERATOR(pg_catalog.<) $4 THEN hbase.salt_prefix($2, s) END)) v(p) WHERE p IS NOT NULL)
        FROM pg_catalog.generate_series(0, GREATEST($3, $4) OPERATOR(pg_catalog.-) 1) s,
             LATERAL (SELECT COALESCE(pg_catalog.sum(n), 0)::bigint AS n, COALESCE(pg_catalog.sum(n) FILTER (WHERE target OPERATOR(pg_catalog.=) s), 0)::bigint AS stay FROM moves WHERE source OPERATOR(pg_catalog.=) s) before,
             LATERAL (SELECT COALESCE(pg_catalog.sum(n), 0)::bigint AS n FROM moves WHERE target OPERATOR(pg_catalog.=) s) after
        ORDER BY s $query$, hbase.sql_relation(relation), hbase.sql_schema())
    USING layouts.before, layouts.after, salts_before, salts;
END $$;
COMMENT ON FUNCTION hbase.resalt_plan(regclass, int) IS 'what another number of salts means for a relation''s rows, by salt: how many stay, leave and arrive, and the key ranges to read while both are in use';
CREATE FUNCTION hbase.resalt_share(before int, after int) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN 1 OPERATOR(pg_catalog.-) (LEAST(before, after)::pg_catalog.float8 OPERATOR(pg_catalog./) pg_catalog.lcm(before, after));
COMMENT ON FUNCTION hbase.resalt_share(int, int) IS 'the share of rows that move when so many salts become so many, of even salts and without data';

CREATE FUNCTION hbase.estimate(relation regclass, percent float8 DEFAULT NULL, region_size bigint DEFAULT 4294967296, OUT family name, OUT rows bigint, OUT cells bigint, OUT key_bytes bigint, OUT name_bytes bigint, OUT value_bytes bigint, OUT keyvalue_bytes bigint, OUT hfile_bytes bigint, OUT "none" bigint, OUT snappy bigint, OUT lz4 bigint, OUT zstd bigint, OUT gz bigint, OUT regions int, OUT sort_bytes bigint, OUT exact boolean) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_estimate' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 3;
COMMENT ON FUNCTION hbase.estimate(regclass, float8, bigint) IS 'how large a relation will be in HBase: cells and bytes of each family and of all (family NULL), HFiles by compression, regions of region_size bytes, and the sort of the export';

-- ---------------------------------------------------------------------------
-- files: HFiles, TSV, shell scripts
-- ---------------------------------------------------------------------------

CREATE FUNCTION @extschema@.hfile_cells(hfile bytea, OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10000;
CREATE FUNCTION @extschema@.hfile_get(hfile bytea, key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10;
CREATE FUNCTION @extschema@.hfile_info(hfile bytea, OUT section text, OUT name text, OUT "offset" bigint, OUT value jsonb) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;
CREATE FUNCTION @extschema@.hfile_read_cells(path text, OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10000 ROWS 1000000;
CREATE FUNCTION @extschema@.hfile_read_get(path text, key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 100 ROWS 10;
CREATE FUNCTION @extschema@.hfile_read_info(path text, OUT section text, OUT name text, OUT "offset" bigint, OUT value jsonb) RETURNS SETOF record AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
REVOKE EXECUTE ON FUNCTION @extschema@.hfile_read_cells(text), @extschema@.hfile_read_get(text, @extschema@.rowkey), @extschema@.hfile_read_info(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION @extschema@.hfile_read_cells(text), @extschema@.hfile_read_get(text, @extschema@.rowkey), @extschema@.hfile_read_info(text) TO pg_read_server_files;
COMMENT ON FUNCTION @extschema@.hfile_cells(bytea) IS 'all cells of an HFile in file order, versions and markers too; verifies every block';
COMMENT ON FUNCTION @extschema@.hfile_get(bytea, @extschema@.rowkey) IS 'the cells of one row of an HFile, found by bloom filter and index';
COMMENT ON FUNCTION @extschema@.hfile_info(bytea) IS 'what an HFile says of itself: trailer, file info, index, bloom filters, blocks';
COMMENT ON FUNCTION @extschema@.hfile_read_cells(text) IS 'hfile_cells of a file of the server';
COMMENT ON FUNCTION @extschema@.hfile_read_get(text, @extschema@.rowkey) IS 'hfile_get of a file of the server';
COMMENT ON FUNCTION @extschema@.hfile_read_info(text) IS 'hfile_info of a file of the server';

CREATE FUNCTION @extschema@.hfile_agg_transfn(internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, bigint) RETURNS internal AS 'MODULE_PATHNAME', 'hfile_agg_transfn' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION @extschema@.hfile_agg_transfn(internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, bigint, jsonb) RETURNS internal AS 'MODULE_PATHNAME', 'hfile_agg_transfn' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION @extschema@.hfile_agg_transfn(internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, timestamptz) RETURNS internal AS 'MODULE_PATHNAME', 'hfile_agg_transfn_timestamptz' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION @extschema@.hfile_agg_transfn(internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, timestamptz, jsonb) RETURNS internal AS 'MODULE_PATHNAME', 'hfile_agg_transfn_timestamptz' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION @extschema@.hfile_agg_finalfn(internal) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE @extschema@.hfile_agg(key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp bigint) (SFUNC = @extschema@.hfile_agg_transfn, STYPE = internal, SSPACE = 300000, FINALFUNC = @extschema@.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.hfile_agg(key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp bigint, options jsonb) (SFUNC = @extschema@.hfile_agg_transfn, STYPE = internal, SSPACE = 300000, FINALFUNC = @extschema@.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.hfile_agg(key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp timestamptz) (SFUNC = @extschema@.hfile_agg_transfn, STYPE = internal, SSPACE = 300000, FINALFUNC = @extschema@.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
CREATE AGGREGATE @extschema@.hfile_agg(key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp timestamptz, options jsonb) (SFUNC = @extschema@.hfile_agg_transfn, STYPE = internal, SSPACE = 300000, FINALFUNC = @extschema@.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, bigint) IS 'an HFile of these cells, to be given in key order with HBase''s defaults';
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, bigint, jsonb) IS 'an HFile of these cells, to be given in key order, with these options';
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, timestamptz) IS 'an HFile of these cells, to be given in key order with HBase''s defaults';
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, timestamptz, jsonb) IS 'an HFile of these cells, to be given in key order, with these options';

CREATE FUNCTION @extschema@.hfile_stream(query text, stamp bigint, options jsonb DEFAULT '{}') RETURNS SETOF bytea AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 ROWS 1000;
CREATE FUNCTION @extschema@.hfile_stream(query text, stamp timestamptz, options jsonb DEFAULT '{}') RETURNS SETOF bytea AS 'MODULE_PATHNAME', 'hfile_stream_timestamptz' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 ROWS 1000;
COMMENT ON FUNCTION @extschema@.hfile_stream(text, bigint, jsonb) IS 'an HFile of the cells that a query gives in key order, of any size, in pieces of 1 MB';
COMMENT ON FUNCTION @extschema@.hfile_stream(text, timestamptz, jsonb) IS 'an HFile of the cells that a query gives in key order, of any size, in pieces of 1 MB';

CREATE FUNCTION hbase.shell_literal(bytea) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_literal(@extschema@.rowkey) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_literal(text) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_literal' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_split(@extschema@.rowkey) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_split' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_column(family text, qualifier bytea) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_column' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_column(family text, qualifier text) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_column' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase.shell_put(table_name text, key @extschema@.rowkey, family text, qualifier text, value text, ts bigint DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_put' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase.shell_put(table_name text, key @extschema@.rowkey, family text, qualifier text, value bytea, ts bigint DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_put' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase.shell_put(table_name text, key @extschema@.rowkey, family text, qualifier bytea, value text, ts bigint DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_put' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase.shell_put(table_name text, key @extschema@.rowkey, family text, qualifier bytea, value bytea, ts bigint DEFAULT NULL) RETURNS text AS 'MODULE_PATHNAME', 'hbase_shell_put' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hbase.shell_literal(bytea) IS 'these bytes as a double-quoted literal of the HBase shell: for qualifiers, values and scan bounds';
COMMENT ON FUNCTION hbase.shell_literal(@extschema@.rowkey) IS 'this row key as a double-quoted literal of the HBase shell: for put, get and scan; not for SPLITS';
COMMENT ON FUNCTION hbase.shell_literal(text) IS 'the UTF-8 bytes of this text as a double-quoted literal of the HBase shell';
COMMENT ON FUNCTION hbase.shell_split(@extschema@.rowkey) IS 'this row key as a single-quoted literal of the HBase shell: for SPLITS only';
COMMENT ON FUNCTION hbase.shell_column(text, bytea) IS 'family:qualifier as a double-quoted literal of the HBase shell: for get, scan and delete';
COMMENT ON FUNCTION hbase.shell_column(text, text) IS 'family:qualifier as a double-quoted literal of the HBase shell: for get, scan and delete';
COMMENT ON FUNCTION hbase.shell_put(text, @extschema@.rowkey, text, text, text, bigint) IS 'the HBase shell''s statement that puts this cell; text stands for its UTF-8 bytes';
COMMENT ON FUNCTION hbase.shell_put(text, @extschema@.rowkey, text, text, bytea, bigint) IS 'the HBase shell''s statement that puts this cell; text stands for its UTF-8 bytes';
COMMENT ON FUNCTION hbase.shell_put(text, @extschema@.rowkey, text, bytea, text, bigint) IS 'the HBase shell''s statement that puts this cell; text stands for its UTF-8 bytes';
COMMENT ON FUNCTION hbase.shell_put(text, @extschema@.rowkey, text, bytea, bytea, bigint) IS 'the HBase shell''s statement that puts this cell; text stands for its UTF-8 bytes';

CREATE FUNCTION hbase.tsv_line(key @extschema@.rowkey, VARIADIC cells "any") RETURNS text AS 'MODULE_PATHNAME', 'hbase_tsv_line' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase.tsv_line_bytes(key @extschema@.rowkey, VARIADIC cells "any") RETURNS bytea AS 'MODULE_PATHNAME', 'hbase_tsv_line_bytes' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hbase.tsv_line(@extschema@.rowkey, "any") IS 'a line for ImportTsv, without its LF: row key and values; what TSV cannot carry is an error';
COMMENT ON FUNCTION hbase.tsv_line_bytes(@extschema@.rowkey, "any") IS 'a line for ImportTsv, without its LF, of any bytes that TSV can carry';

CREATE FUNCTION hbase.export_hfiles(relation regclass, directory text, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    compression text DEFAULT NULL, bloomfilter text DEFAULT NULL, blocksize int DEFAULT NULL, stamp bigint DEFAULT NULL,
    max_file_size bigint DEFAULT NULL, only_regions int[] DEFAULT NULL, phoenix_empty_cell boolean DEFAULT false,
    file_mode text DEFAULT NULL, dir_mode text DEFAULT NULL, max_rejects bigint DEFAULT 0, rejects text DEFAULT NULL, max_region_size bigint DEFAULT NULL,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey)
    RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_export_hfiles' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.export_hfiles(regclass, text, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text, bigint, text, bigint) IS 'writes an HBase-shaped relation as HFiles for a bulk load, one a family and region, with manifest.json and load.sh; stamp in milliseconds';
CREATE FUNCTION hbase.export_hfiles(relation regclass, directory text, stamp timestamptz, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    compression text DEFAULT NULL, bloomfilter text DEFAULT NULL, blocksize int DEFAULT NULL,
    max_file_size bigint DEFAULT NULL, only_regions int[] DEFAULT NULL, phoenix_empty_cell boolean DEFAULT false,
    file_mode text DEFAULT NULL, dir_mode text DEFAULT NULL, max_rejects bigint DEFAULT 0, rejects text DEFAULT NULL, max_region_size bigint DEFAULT NULL,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey)
    RETURNS SETOF record LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100
BEGIN ATOMIC
    SELECT * FROM hbase.export_hfiles(relation, directory, regions, splits, compression, bloomfilter, blocksize, pg_catalog.floor(EXTRACT(epoch FROM stamp) OPERATOR(pg_catalog.*) 1000)::pg_catalog.int8, 
        max_file_size, only_regions, phoenix_empty_cell, file_mode, dir_mode, max_rejects, rejects, max_region_size);
END;
COMMENT ON FUNCTION hbase.export_hfiles(regclass, text, timestamptz, int, @extschema@.rowkey[], text, text, int, bigint, int[], boolean, text, text, bigint, text, bigint) IS 'writes an HBase-shaped relation as HFiles for a bulk load, one a family and region, with manifest.json and load.sh; stamp as a time';
REVOKE EXECUTE ON FUNCTION hbase.export_hfiles(regclass, text, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text, bigint, text, bigint), hbase.export_hfiles(regclass, text, timestamptz, int, @extschema@.rowkey[], text, text, int, bigint, int[], boolean, text, text, bigint, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_hfiles(regclass, text, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text, bigint, text, bigint), hbase.export_hfiles(regclass, text, timestamptz, int, @extschema@.rowkey[], text, text, int, bigint, int[], boolean, text, text, bigint, text, bigint) TO pg_write_server_files;

CREATE FUNCTION hbase.verify(relation regclass, directory text, with_relation boolean DEFAULT false, OUT region int, OUT start @extschema@.rowkey, OUT stop @extschema@.rowkey, OUT rows bigint, OUT cells bigint, OUT expected text, OUT found text, OUT ok boolean, OUT difference text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_verify' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 ROWS 100;
CREATE FUNCTION hbase.verify(relation regclass, directory text, live text, OUT region int, OUT start @extschema@.rowkey, OUT stop @extschema@.rowkey, OUT rows bigint, OUT cells bigint, OUT expected text, OUT found text, OUT ok boolean, OUT difference text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_verify_live' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION hbase.verify(regclass, text, boolean) IS 'reads an export''s files back and compares each range with the manifest and, on request, with the relation as it is now';
COMMENT ON FUNCTION hbase.verify(regclass, text, text) IS 'compares each range of an export''s manifest with the table in HBase, by the lines that RangeChecksums printed';
REVOKE EXECUTE ON FUNCTION hbase.verify(regclass, text, boolean), hbase.verify(regclass, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.verify(regclass, text, boolean), hbase.verify(regclass, text, text) TO pg_read_server_files;

CREATE FUNCTION hbase.import_hfiles(directory text, relation regclass, OUT files int, OUT rows bigint, OUT cells bigint) AS 'MODULE_PATHNAME', 'hbase_import_hfiles' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.import_hfiles(text, regclass) IS 'puts the cells of a folder''s HFiles, versions and markers too, into an HBase-shaped table';
REVOKE EXECUTE ON FUNCTION hbase.import_hfiles(text, regclass) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.import_hfiles(text, regclass) TO pg_read_server_files;

CREATE FUNCTION hbase.export_all(relations regclass[], directory text, stamp bigint DEFAULT NULL, regions int DEFAULT NULL,
    compression text DEFAULT NULL, bloomfilter text DEFAULT NULL, blocksize int DEFAULT NULL, max_file_size bigint DEFAULT NULL, file_mode text DEFAULT NULL, dir_mode text DEFAULT NULL,
    OUT relation regclass, OUT table_name text, OUT status text, OUT folder text, OUT files int, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT problem text)
    RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_export_all' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.export_all(regclass[], text, bigint, int, text, text, int, bigint, text, text) IS 'hbase.export_hfiles() of many relations in one snapshot with one stamp, a folder a table, with a manifest and a load.sh of all; a row a relation says whether it was exported, and why not';
REVOKE EXECUTE ON FUNCTION hbase.export_all(regclass[], text, bigint, int, text, text, int, bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_all(regclass[], text, bigint, int, text, text, int, bigint, text, text) TO pg_write_server_files;

CREATE FUNCTION hbase.export_delta_files(relation regclass, directory text, query text, baseline regclass, regions int, splits @extschema@.rowkey[],
    compression text, bloomfilter text, blocksize int, stamp bigint, max_file_size bigint, only_regions int[], phoenix_empty_cell boolean, file_mode text, dir_mode text,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey)
    RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_export_delta_files' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.export_delta_files(regclass, text, text, regclass, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text) IS 'writes the rows of a query (key, families named as the relation''s columns) as HFiles into a folder that appears at the commit; for hbase.export_delta()';
CREATE FUNCTION hbase.export_delta(relation regclass, baseline regclass, directory text, keys @extschema@.rowkey[] DEFAULT NULL, ranges @extschema@.rowkeyrange[] DEFAULT NULL,
    stamp bigint DEFAULT NULL, restamp boolean DEFAULT false, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    compression text DEFAULT NULL, bloomfilter text DEFAULT NULL, blocksize int DEFAULT NULL, max_file_size bigint DEFAULT NULL, file_mode text DEFAULT NULL, dir_mode text DEFAULT NULL,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint, OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey)
    RETURNS SETOF record LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 100 AS $$
#variable_conflict use_variable
DECLARE
    columns pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    last bigint;
    run bigint;
    delta pg_catalog.text := 'hbase_delta';
    types pg_catalog.text := hbase.sql_schema();
    target pg_catalog.text;
BEGIN
    IF baseline IS NULL THEN
        RAISE EXCEPTION 'the baseline is NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    -- one delta at a time; what is read below is read after the last one committed
    target := hbase.sql_relation(baseline);
    EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', target);
    last := hbase.baseline_stamp(baseline, relation);
    run := hbase.delta_stamp(stamp, COALESCE(last, 0));
    PERFORM hbase.set_baseline(baseline, relation, run, splits);
    -- by a name that no table of the caller's has
    WHILE pg_catalog.to_regclass('pg_temp.' OPERATOR(pg_catalog.||) delta) IS NOT NULL LOOP
        delta := delta OPERATOR(pg_catalog.||) '_';
    END LOOP;
    delta := 'pg_temp.' OPERATOR(pg_catalog.||) delta;
    EXECUTE pg_catalog.format('CREATE TEMPORARY TABLE %s ON COMMIT DROP AS ', delta) OPERATOR(pg_catalog.||)
        hbase.delta_query(relation, baseline, run, COALESCE(last, run OPERATOR(pg_catalog.-) 2), keys, ranges, COALESCE(restamp, false));
    EXECUTE (SELECT pg_catalog.format('UPDATE %s b SET %s FROM %s x WHERE b.key OPERATOR(%s.=) x.key', target,
        pg_catalog.string_agg(pg_catalog.format('%1$s = hbase.delta_landed(b.%1$s, x.%1$s, %2$s)', c, run), ', '), delta, types) FROM pg_catalog.unnest(columns) c);
    EXECUTE (SELECT pg_catalog.format('INSERT INTO %1$s (key, %2$s) SELECT x.key, %3$s FROM %4$s x WHERE NOT EXISTS (SELECT FROM %1$s b WHERE b.key OPERATOR(%5$s.=) x.key)', target,
        pg_catalog.string_agg(c, ', '), pg_catalog.string_agg(pg_catalog.format('hbase.delta_landed(NULL, x.%s, %s)', c, run), ', '), delta, types) FROM pg_catalog.unnest(columns) c);
    RETURN QUERY SELECT * FROM hbase.export_delta_files(relation, directory, pg_catalog.format('SELECT * FROM %s', delta), baseline, regions,
        COALESCE(splits, CASE WHEN regions IS NULL THEN (SELECT d.splits FROM hbase.delta_baseline d WHERE (d.baseline_schema, d.baseline_name) OPERATOR(pg_catalog.=) (SELECT n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace WHERE c.oid OPERATOR(pg_catalog.=) baseline::pg_catalog.oid)) END),
        compression, bloomfilter, blocksize, run, max_file_size, NULL, false, file_mode, dir_mode);
    EXECUTE pg_catalog.format('DROP TABLE %s', delta);
END $$;
COMMENT ON FUNCTION hbase.export_delta(regclass, regclass, text, @extschema@.rowkey[], @extschema@.rowkeyrange[], bigint, boolean, int, @extschema@.rowkey[], text, text, int, bigint, text, text) IS 'writes hbase.delta() as HFiles for a bulk load, with manifest.json and load.sh, and brings the baseline to the same state; the folder appears when the transaction commits';
REVOKE EXECUTE ON FUNCTION hbase.export_delta_files(regclass, text, text, regclass, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text), hbase.export_delta(regclass, regclass, text, @extschema@.rowkey[], @extschema@.rowkeyrange[], bigint, boolean, int, @extschema@.rowkey[], text, text, int, bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_delta_files(regclass, text, text, regclass, int, @extschema@.rowkey[], text, text, int, bigint, bigint, int[], boolean, text, text), hbase.export_delta(regclass, regclass, text, @extschema@.rowkey[], @extschema@.rowkeyrange[], bigint, boolean, int, @extschema@.rowkey[], text, text, int, bigint, text, text) TO pg_write_server_files;

CREATE FUNCTION hbase.finish_deltas(directory text, OUT folder text, OUT run uuid, OUT outcome text) RETURNS SETOF record AS 'MODULE_PATHNAME', 'hbase_finish_deltas' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 10;
COMMENT ON FUNCTION hbase.finish_deltas(text) IS 'after a crash: publishes the hidden folders in a directory whose deltas committed, and removes those of exports that did not end; hbase.export_delta() does so with those of its baseline';
REVOKE EXECUTE ON FUNCTION hbase.finish_deltas(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.finish_deltas(text) TO pg_write_server_files;

CREATE FUNCTION hbase.tsv_columns(relation regclass) RETURNS text[] AS 'MODULE_PATHNAME', 'hbase_tsv_columns' LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 100000;
CREATE FUNCTION hbase.export_tsv(relation regclass, columns text[] DEFAULT NULL, stamp bigint DEFAULT NULL, skip_empty boolean DEFAULT true) RETURNS SETOF text AS 'MODULE_PATHNAME', 'hbase_export_tsv' LANGUAGE c STABLE PARALLEL UNSAFE COST 100000 ROWS 100000;
CREATE FUNCTION hbase.export_tsv_bytes(relation regclass, columns text[] DEFAULT NULL, stamp bigint DEFAULT NULL, skip_empty boolean DEFAULT true) RETURNS SETOF bytea AS 'MODULE_PATHNAME', 'hbase_export_tsv_bytes' LANGUAGE c STABLE PARALLEL UNSAFE COST 100000 ROWS 100000;
CREATE FUNCTION hbase.export_tsv(relation regclass, path text, columns text[] DEFAULT NULL, stamp bigint DEFAULT NULL, skip_empty boolean DEFAULT true) RETURNS bigint AS 'MODULE_PATHNAME', 'hbase_export_tsv_file' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000;
CREATE FUNCTION hbase.shell_script(relation regclass, stamp bigint DEFAULT NULL) RETURNS SETOF text AS 'MODULE_PATHNAME', 'hbase_shell_script' LANGUAGE c STABLE PARALLEL UNSAFE COST 100000 ROWS 100000;
COMMENT ON FUNCTION hbase.tsv_columns(regclass) IS 'the columns of a line that export_tsv() writes, for -Dimporttsv.columns';
COMMENT ON FUNCTION hbase.export_tsv(regclass, text[], bigint, boolean) IS 'an HBase-shaped relation as lines for ImportTsv; what they cannot carry is an error that names the row';
COMMENT ON FUNCTION hbase.export_tsv_bytes(regclass, text[], bigint, boolean) IS 'an HBase-shaped relation as lines for ImportTsv, of keys and values that are not text';
COMMENT ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean) IS 'writes an HBase-shaped relation as lines for ImportTsv to a new file on the server; their number';
COMMENT ON FUNCTION hbase.shell_script(regclass, bigint) IS 'an HBase-shaped relation as a script for the HBase shell: create, then a statement a cell';
REVOKE EXECUTE ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean) TO pg_write_server_files;

-- One page of all advice.
CREATE FUNCTION hbase.html(value text) RETURNS text LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(COALESCE(value, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;');
COMMENT ON FUNCTION hbase.html(text) IS 'text as HTML shows it; NULL is empty; for hbase.report()';

CREATE FUNCTION hbase.report(relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL) RETURNS text LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 10000000
SET client_min_messages = warning AS $$
DECLARE
    style CONSTANT pg_catalog.text := $css$
:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1c212b;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 .5rem}
.muted,th{color:#565d6b}p{margin:.3rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem}
th{text-align:left;font-weight:600}th,td{padding:.35rem .7rem .35rem 0;vertical-align:top;border-bottom:1px solid #d9dde4}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre{font:.85rem/1.45 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;background:#f3f5f8;padding:.8rem;border-radius:6px;margin:.5rem 0}
.badge{display:inline-block;padding:0 .5em;border-radius:4px;font-weight:600;background:#e3e7ee;color:#1c212b}
.badge.error{background:#a3123a;color:#fff}.badge.warning{background:#ffcf79;color:#1c212b}
.meter{height:.6em;background:#6f7a90;border-radius:2px;min-width:1px}
svg.heat{max-width:100%;height:auto;display:block;margin:.5rem 0}
@media (prefers-color-scheme:dark){
body{background:#11141b;color:#e9ebf1}.muted,th{color:#a7aebd}th,td{border-color:#333a48}pre{background:#1d222d}
.badge{background:#333a48;color:#e9ebf1}.badge.error{background:#ff8fa6;color:#11141b}.badge.warning{background:#ffcb6d;color:#11141b}.meter{background:#8b96ad}}
@media print{main{max-width:none;padding:0}section{break-inside:auto}h2{break-after:avoid}tr,svg,pre{break-inside:avoid}.scroll{overflow:visible}body{font-size:11pt}}
$css$;
    def pg_catalog.record;
    page pg_catalog.text;
    part pg_catalog.text;
    message pg_catalog.text;
    hint pg_catalog.text;
BEGIN
    IF relation IS NULL OR every IS NULL THEN
        RAISE EXCEPTION 'relation and every must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    SELECT * INTO def FROM hbase.definition_of(relation);
    page := pg_catalog.format(E'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n<title>%1$s for HBase</title>\n<style>%2$s</style></head>\n<body><main>\n<h1>%1$s</h1>\n<p class="muted">what %3$s will be in HBase, from its rows as of %4$s UTC</p>\n',
        hbase.html(def.table_name), style, hbase.html(hbase.sql_relation(relation)), pg_catalog.to_char(pg_catalog.now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
    page := pg_catalog.concat(page, COALESCE((SELECT pg_catalog.string_agg(pg_catalog.format(E'<p>key: <code>%s</code></p>\n', hbase.html(u.layout::pg_catalog.text)), '' ORDER BY u.n) FROM pg_catalog.unnest(def.layouts) WITH ORDINALITY u(layout, n)),
        E'<p>No layout of the key is defined: <code>hbase.define</code> takes it.</p>\n'));

    SELECT pg_catalog.string_agg(pg_catalog.format('<tr><td><span class="badge %1$s">%1$s</span></td><td>%2$s</td><td>%3$s</td><td>%4$s</td><td>%5$s<br><span class="muted">%6$s</span></td></tr>',
               hbase.html(f.severity), hbase.html(f.rule), hbase.html(f.subject), hbase.html(f.measured), hbase.html(f.explanation), hbase.html(f.advice)), E'\n')
      INTO part FROM hbase.check(relation, at => report.at) f;
    page := pg_catalog.concat(page, E'<section id="findings"><h2>Findings</h2>\n',
        CASE WHEN part IS NULL THEN '<p>Nothing was found.</p>'
             ELSE pg_catalog.concat(E'<div class="scroll"><table><thead><tr><th></th><th>rule</th><th>subject</th><th>measured</th><th>explanation, and what to do</th></tr></thead><tbody>\n', part, E'\n</tbody></table></div>') END,
        E'</section>\n');

    BEGIN
        part := hbase.heat_svg(relation, regions, every, at, title => 'Cells by time and region');
    EXCEPTION WHEN object_not_in_prerequisite_state OR program_limit_exceeded THEN
        GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
        part := pg_catalog.format('<p>No forecast: %s.</p><p class="muted">%s</p>', hbase.html(message), hbase.html(hint));
    END;
    page := pg_catalog.concat(page, E'<section id="heat"><h2>Where writes go</h2>\n', part, E'</section>\n');

    SELECT pg_catalog.string_agg(pg_catalog.format('<tr><td class="number">%s</td><td><code>%s</code></td><td class="number">%s</td><td class="number">%s</td><td style="width:30%%"><div class="meter" style="width:%s%%"></div></td></tr>',
               p.region, hbase.html(COALESCE(p.split::pg_catalog.text, 'the beginning')), pg_catalog.to_char(p.rows, 'FM999,999,999,999,990'), pg_catalog.pg_size_pretty(p.bytes),
               pg_catalog.round((100.0 OPERATOR(pg_catalog.*) p.bytes) OPERATOR(pg_catalog./) GREATEST(p.most, 1), 1)), E'\n' ORDER BY p.region)
      INTO part FROM (SELECT s.*, pg_catalog.max(s.bytes) OVER () AS most FROM hbase.plan_splits(relation, regions) s) p;
    page := pg_catalog.concat(page, E'<section id="regions"><h2>Regions</h2>\n<div class="scroll"><table><thead><tr><th class="number">region</th><th>from row key</th><th class="number">rows</th><th class="number">KeyValues</th><th></th></tr></thead><tbody>\n',
        part, E'\n</tbody></table></div></section>\n');

    SELECT pg_catalog.string_agg(pg_catalog.format('<tr><td>%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">%s</td></tr>',
               hbase.html(COALESCE(e.family::pg_catalog.text, 'all')), pg_catalog.to_char(e.rows, 'FM999,999,999,999,990'), pg_catalog.to_char(e.cells, 'FM999,999,999,999,990'),
               pg_catalog.pg_size_pretty(e.keyvalue_bytes), pg_catalog.pg_size_pretty(e.hfile_bytes), pg_catalog.pg_size_pretty(e.snappy), pg_catalog.pg_size_pretty(e.gz)), E'\n' ORDER BY e.family)
      INTO part FROM hbase.estimate(relation) e;
    page := pg_catalog.concat(page, E'<section id="size"><h2>Size</h2>\n<div class="scroll"><table><thead><tr><th>family</th><th class="number">rows</th><th class="number">cells</th><th class="number">KeyValues</th><th class="number">HFiles as defined</th><th class="number">SNAPPY</th><th class="number">GZ</th></tr></thead><tbody>\n',
        part, E'\n</tbody></table></div></section>\n');

    page := pg_catalog.concat(page, E'<section id="ddl"><h2>For the HBase shell</h2>\n<pre>', hbase.html(hbase.ddl(relation, 'shell')), E'</pre>\n',
        CASE WHEN def.splits IS NULL THEN E'<p class="muted">The regions above become part of it with <code>hbase.define</code>: <code>splits =&gt; hbase.planned_splits(&#8230;)</code>.</p>\n' END, E'</section>\n');
    RETURN pg_catalog.concat(page, E'</main></body></html>');
END $$;
COMMENT ON FUNCTION hbase.report(regclass, int, interval, name) IS 'all advice on a relation as one HTML page: findings, heat map, regions, size and the shell''s create';

CREATE VIEW hbase.progress AS
SELECT pid, datid, CASE WHEN datid OPERATOR(pg_catalog.=) (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()) THEN relid END::pg_catalog.regclass AS relation, (ARRAY['export', 'verify', 'import'])[param8] AS command, param1 AS rows, param2 AS cells, param3 AS bytes, param4 AS region, CASE WHEN param5 OPERATOR(pg_catalog.<>) 0 THEN param5 END AS regions, CASE WHEN param6 OPERATOR(pg_catalog.<>) 0 THEN param6 END AS total_rows, param7 AS rows_read
  FROM pg_catalog.pg_stat_get_progress_info('COPY') WHERE param20 OPERATOR(pg_catalog.=) 448327152485;
COMMENT ON VIEW hbase.progress IS 'exports, verifications and imports that are running: rows, cells and bytes written or read, the region, all rows where known';
COMMENT ON COLUMN hbase.progress.pid IS 'the process, as in pg_stat_activity';
COMMENT ON COLUMN hbase.progress.datid IS 'its database';
COMMENT ON COLUMN hbase.progress.relation IS 'what is exported, verified or imported into; NULL in another database';
COMMENT ON COLUMN hbase.progress.command IS 'export, verify or import';
COMMENT ON COLUMN hbase.progress.rows IS 'rows written, by an export; read, by the others';
COMMENT ON COLUMN hbase.progress.cells IS 'cells written, by an export; read, by the others';
COMMENT ON COLUMN hbase.progress.bytes IS 'bytes written, by an export; read, by the others';
COMMENT ON COLUMN hbase.progress.region IS 'the region it is at, from 0';
COMMENT ON COLUMN hbase.progress.regions IS 'number of regions; NULL where it is not known';
COMMENT ON COLUMN hbase.progress.total_rows IS 'all rows: the planner''s estimate, or their number once all are read; NULL where there is neither';
COMMENT ON COLUMN hbase.progress.rows_read IS 'rows read, which counts before rows where the export sorts';
GRANT SELECT ON hbase.progress TO PUBLIC;
