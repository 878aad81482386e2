-- The size of the API: the names of functions that users call.  The functions of
-- operators, casts, operator classes, types and aggregates do not count.
CREATE TEMPORARY VIEW members AS
SELECT p.*
FROM pg_depend d JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
  AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema');

CREATE TEMPORARY VIEW inner_functions AS
SELECT unnest(ARRAY[typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze]::oid[]) AS oid
FROM pg_type
UNION SELECT unnest(ARRAY[rngcanonical, rngsubdiff]::oid[]) FROM pg_range
UNION SELECT unnest(ARRAY[oprcode, oprrest, oprjoin]::oid[]) FROM pg_operator
UNION SELECT amproc FROM pg_amproc
UNION SELECT castfunc FROM pg_cast
UNION SELECT prosupport FROM pg_proc
UNION SELECT unnest(ARRAY[aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn]::oid[]) FROM pg_aggregate;

CREATE TEMPORARY VIEW api AS
SELECT CASE WHEN pronamespace = 'hbase'::regnamespace THEN 'hbase.' ELSE '' END || proname AS name, count(*) AS functions
FROM members
WHERE pronamespace <> 'hbase_internal'::regnamespace
  AND oid NOT IN (SELECT oid FROM inner_functions WHERE oid IS NOT NULL)
GROUP BY 1;

SELECT count(*) AS names, sum(functions) AS functions FROM api;

-- names with more than 4 functions
SELECT name, functions FROM api WHERE functions > 4 ORDER BY name COLLATE "C";

-- all names, with the number of functions where it is not 1
SELECT concat(name, ' (' || nullif(functions, 1) || ')') AS name FROM api ORDER BY api.name COLLATE "C";

-- Schema hbase has no other functions.
SELECT oid::regprocedure AS inner_function FROM members
WHERE pronamespace = 'hbase'::regnamespace
  AND (prorettype = 'trigger'::regtype OR oid IN (SELECT oid FROM inner_functions WHERE oid IS NOT NULL))
ORDER BY 1;
