-- hbase.propose_keys(): the search for row keys.

CREATE FUNCTION hbase_internal.check_propose_options(options jsonb) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_check_propose_options' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.check_propose_options(jsonb)
    IS 'raises an error for invalid options of hbase.propose_keys()';

CREATE FUNCTION hbase_internal.propose_keys(
    relation regclass, questions jsonb, options jsonb,
    OUT rank int, OUT layout text, OUT form text, OUT cost float8, OUT served numeric, OUT costs jsonb,
    OUT hottest_region numeric, OUT key_bytes numeric, OUT uniqueness text, OUT loses jsonb, OUT reason text,
    OUT decided_by jsonb) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_propose_keys' LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 1000000 ROWS 5;
COMMENT ON FUNCTION hbase_internal.propose_keys(regclass, jsonb, jsonb)
    IS 'rows of hbase.propose_keys() for questions as in hbase.workload()';
