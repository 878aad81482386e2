-- What SQL statements ask of tables.

CREATE FUNCTION hbase_internal.statement_questions(
    statements text, search_path text, OUT number int, OUT statement text, OUT relation regclass, OUT kind text,
    OUT question jsonb, OUT reason text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_statement_questions'
    LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000 ROWS 10;
COMMENT ON FUNCTION hbase_internal.statement_questions(text, text)
    IS 'what statements, which are analyzed and not executed, ask of tables; or why they cannot be read';
