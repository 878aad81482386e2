-- hbase_schema: install script.
\echo Use "CREATE EXTENSION hbase_schema" to load this file. \quit

-- Unqualified operators and functions are PostgreSQL's own, even if other roles can create
-- objects in the schema of the extension.
SET LOCAL search_path = pg_catalog, pg_temp;
