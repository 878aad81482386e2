-- Requirements of the extension: an error with a hint, before the first object needs them.
DO $$
DECLARE
    state text;
    message text;
    detail text;
    libdir text := (SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR');
    existing text := (SELECT min(nspname) FROM pg_namespace WHERE nspname IN ('hbase', 'hbase_internal'));
BEGIN
    IF existing IS NOT NULL THEN
        RAISE duplicate_schema USING MESSAGE = format('schema "%s" already exists', existing),
            HINT = 'The extension creates the schemas hbase and hbase_internal itself.'
                ' Rename or drop the existing schema.';
    END IF;
    LOAD 'MODULE_PATHNAME';
EXCEPTION WHEN undefined_file OR internal_error OR io_error OR insufficient_privilege THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    -- Messages can be translated: only one about another version has a detail, and only one about
    -- a file that exists has the ending of its name.
    RAISE EXCEPTION USING ERRCODE = state, MESSAGE = message,
        DETAIL = coalesce(nullif(detail, ''), format('The libraries of this server are in "%s".', libdir)),
        HINT = CASE
            WHEN detail <> '' THEN 'Build and install the extension with the pg_config of this server.'
            WHEN strpos(message, 'hbase_schema.') > 0
                THEN format('Install the missing library; "ldd %s/hbase_schema.so" lists what is missing.', libdir)
            ELSE 'Run "make install" with the pg_config of this server, or install its package of hbase_schema.'
        END;
END $$;
