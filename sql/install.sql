-- What CREATE EXTENSION makes keeps the rules of the house: each query lists
-- offenders.

SELECT extversion = default_version AS version_agrees
FROM pg_extension JOIN pg_available_extensions ON name = extname
WHERE extname = 'hbase_schema';

CREATE TEMP VIEW members AS
SELECT classid, objid
FROM pg_depend
WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema');

-- Functions that something else calls: type I/O, operators, casts, operator
-- classes, aggregates, the planner, triggers.
CREATE TEMP VIEW inner_functions AS
SELECT unnest(ARRAY[typinput, typoutput, typreceive, typsend, typmodin, typmodout]::oid[]) AS oid FROM pg_type
UNION SELECT oprcode FROM pg_operator
UNION SELECT unnest(ARRAY[oprrest, oprjoin]::oid[]) FROM pg_operator
UNION SELECT castfunc FROM pg_cast
UNION SELECT amproc FROM pg_amproc
UNION SELECT unnest(ARRAY[aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn, aggmtransfn, aggminvtransfn, aggmfinalfn]::oid[]) FROM pg_aggregate
UNION SELECT unnest(ARRAY[rngcanonical, rngsubdiff]::oid[]) FROM pg_range
UNION SELECT prosupport FROM pg_proc
UNION SELECT oid FROM pg_proc WHERE prorettype IN ('trigger'::regtype, 'event_trigger'::regtype);

-- Everything a user may call or name has a comment.  (A range type brings its
-- multirange and its constructors, which PostgreSQL makes without one.)
SELECT pg_describe_object(classid, objid, 0) AS uncommented
FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
  AND CASE classid
          WHEN 'pg_proc'::regclass THEN
              objid NOT IN (SELECT oid FROM inner_functions WHERE oid IS NOT NULL)
              AND objid NOT IN (SELECT oid FROM pg_proc
                                WHERE prosrc ~ '^(range|multirange)_constructor')
          WHEN 'pg_type'::regclass THEN
              objid IN (SELECT oid FROM pg_type
                        WHERE typelem = 0 AND typrelid = 0 AND typtype <> 'm')
          ELSE classid IN ('pg_operator'::regclass, 'pg_class'::regclass, 'pg_namespace'::regclass)
      END
  AND NOT (classid = 'pg_class'::regclass
           AND objid IN (SELECT oid FROM pg_class WHERE relkind NOT IN ('r', 'v')))
ORDER BY 1;

-- A name says what the call is about (doc/reference/README.md): rowkey_, widerow_,
-- hfile_, hbase_, avro_ or opentsdb_.  Others are PostgreSQL's own names for the
-- same thing, as length(), and names of types.
SELECT DISTINCT proname COLLATE "C" AS misnamed
FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
WHERE pronamespace = (SELECT extnamespace FROM pg_extension WHERE extname = 'hbase_schema')
  AND p.oid NOT IN (SELECT oid FROM inner_functions WHERE oid IS NOT NULL)
  AND proname !~ '^(rowkey|widerow|hfile|hbase|avro|opentsdb)_'
  AND proname NOT IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace)
  AND proname NOT IN (SELECT typname FROM members JOIN pg_type t ON classid = 'pg_type'::regclass AND objid = t.oid)
ORDER BY 1;

-- A name has at most 4 overloads.
SELECT proname COLLATE "C" AS overloaded, count(*)
FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
WHERE pronamespace = (SELECT extnamespace FROM pg_extension WHERE extname = 'hbase_schema')
  AND p.oid NOT IN (SELECT oid FROM inner_functions WHERE oid IS NOT NULL)
GROUP BY proname HAVING count(*) > 4
ORDER BY 1;

-- Every operator class is complete and consistent.
SELECT opcname AS invalid_operator_class
FROM members JOIN pg_opclass o ON classid = 'pg_opclass'::regclass AND objid = o.oid
WHERE NOT amvalidate(o.oid)
ORDER BY 1;

-- An operator has the volatility, strictness, LEAKPROOF and parallel safety of
-- its commutator and negator.
SELECT o.oid::regoperator AS operator, c.oid::regoperator AS differs_from
FROM members JOIN pg_operator o ON classid = 'pg_operator'::regclass AND objid = o.oid
JOIN pg_operator c ON c.oid IN (o.oprcom, o.oprnegate)
JOIN pg_proc op ON op.oid = o.oprcode
JOIN pg_proc cp ON cp.oid = c.oprcode
WHERE (op.provolatile, op.proleakproof, op.proisstrict, op.proparallel)
   IS DISTINCT FROM (cp.provolatile, cp.proleakproof, cp.proisstrict, cp.proparallel)
ORDER BY 1, 2;

-- Tables hold what a dump must carry.
SELECT c.oid::regclass AS table_without_dump
FROM members JOIN pg_class c ON classid = 'pg_class'::regclass AND objid = c.oid
WHERE relkind IN ('r', 'S')
  AND c.oid <> ALL (SELECT unnest(coalesce(extconfig, '{}'))
                    FROM pg_extension WHERE extname = 'hbase_schema')
ORDER BY 1;

-- pg_upgrade restores functions from their text: for a body in SQL, what the parser made of it.
DO $$
DECLARE
    function record;
BEGIN
    FOR function IN
        SELECT pg_get_functiondef(p.oid) AS text, p.oid
        FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
        WHERE prosqlbody IS NOT NULL
    LOOP
        EXECUTE function.text;
        ASSERT pg_get_functiondef(function.oid) = function.text, function.text;
    END LOOP;
END $$;

-- SECURITY DEFINER comes with a search_path of its own.
SELECT p.oid::regprocedure AS without_search_path
FROM members JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
WHERE prosecdef AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=%', false)
ORDER BY 1;

-- It leaves nothing behind, and comes back in a schema of the user's choice.
DROP VIEW inner_functions, members;
DROP EXTENSION hbase_schema;
SELECT nspname FROM pg_namespace WHERE nspname IN ('hbase', 'hbase_internal');
CREATE SCHEMA elsewhere;
CREATE EXTENSION hbase_schema SCHEMA elsewhere;
SELECT n.nspname AS schema, t.typname AS type
FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
WHERE typname = 'rowkey';
DROP EXTENSION hbase_schema;

-- Any other one will do, too.
\set VERBOSITY terse
CREATE SCHEMA "Any, 100% other";
CREATE EXTENSION hbase_schema SCHEMA "Any, 100% other";
SELECT hbase.create_table('cells', '["d"]', layouts => '{a int}', regions => 2, partitions => true);
SELECT hbase.put('cells', "Any, 100% other".rowkey_compose('a int', 7), 'd', 'q', 'x');
SELECT key, family, qualifier FROM hbase.scan('cells');
SET client_min_messages = warning;
DROP EXTENSION hbase_schema CASCADE;
RESET client_min_messages;
DROP SCHEMA "Any, 100% other";

-- A schema of that name that belongs to someone is never adopted.
\set VERBOSITY default
\set SHOW_CONTEXT never
CREATE SCHEMA hbase;
CREATE EXTENSION hbase_schema;
CREATE EXTENSION hbase_schema SCHEMA hbase;
DROP SCHEMA hbase;
CREATE SCHEMA hbase_internal;
CREATE EXTENSION hbase_schema;
DROP SCHEMA hbase_internal;
CREATE EXTENSION hbase_schema;
