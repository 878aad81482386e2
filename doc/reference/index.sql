-- The public objects of the extension with their comments, for the index of the
-- reference (tools/reference-index.pl): kind, schema, name and description.
-- Public are the objects with a comment outside of hbase_internal, except the
-- functions of operators.  Of overloads the first in the install script describes all.
WITH member AS (
    SELECT classid, objid
    FROM pg_depend
    WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
      AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema')
), object AS (
    SELECT CASE prokind WHEN 'a' THEN 'aggregate' ELSE 'function' END AS kind,
           pronamespace AS namespace, proname::text AS name, classid, objid
    FROM member JOIN pg_proc ON classid = 'pg_proc'::regclass AND pg_proc.oid = objid
    WHERE NOT EXISTS (SELECT FROM pg_operator WHERE oprcode = pg_proc.oid)
      AND prorettype <> 'trigger'::regtype AND 'internal'::regtype <> ALL (proargtypes)
    UNION ALL
    SELECT 'type', typnamespace, typname, classid, objid
    FROM member JOIN pg_type ON classid = 'pg_type'::regclass AND pg_type.oid = objid
    UNION ALL
    SELECT CASE relkind WHEN 'v' THEN 'view' ELSE 'table' END, relnamespace, relname, classid, objid
    FROM member JOIN pg_class ON classid = 'pg_class'::regclass AND pg_class.oid = objid
    UNION ALL
    SELECT 'operator', oprnamespace,
           CASE WHEN oprleft::regtype::text IN ('text', 'bytea') THEN oprright::regtype ELSE oprleft::regtype END || ' ' || oprname,
           classid, objid
    FROM member JOIN pg_operator ON classid = 'pg_operator'::regclass AND pg_operator.oid = objid
), described AS (
    SELECT DISTINCT ON (kind, schema, name) kind, nspname AS schema, name,
           obj_description(objid, classid::regclass::text::name) AS description
    FROM object JOIN pg_namespace ON pg_namespace.oid = namespace,
         LATERAL (SELECT CASE nspname WHEN 'hbase' THEN nspname END) s(schema)
    WHERE nspname <> 'hbase_internal' AND name NOT LIKE 'rowkey_bound _%'
      AND obj_description(objid, classid::regclass::text::name) IS NOT NULL
    ORDER BY kind, schema, name, objid
)
SELECT kind, CASE WHEN schema = 'hbase' THEN 'hbase.' || name ELSE name END AS name, description
FROM described
WHERE description !~ 'as without this extension'
UNION ALL
SELECT 'setting', name, lower(left(short_desc, 1)) || trim(trailing '.' FROM substr(short_desc, 2))
FROM pg_settings
WHERE name LIKE 'hbase\_schema.%'
ORDER BY 2, 1;
