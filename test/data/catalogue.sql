-- What the catalogue knows of the extension, one line a fact, without object ids:
-- two databases with the same output have the same extension, however they came by it.
SET search_path = pg_catalog, pg_temp;
\pset format unaligned
\pset tuples_only on
WITH
-- every object that belongs to the extension, and what belongs to those
members AS (
    SELECT d.classid, d.objid FROM pg_depend d
    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
      AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema')),
relations AS (
    SELECT objid AS oid FROM members WHERE classid = 'pg_class'::regclass),
facts(kind, name, fact) AS (
    SELECT 'object', i.type, i.identity FROM members m, pg_identify_object(m.classid, m.objid, 0) i
    UNION ALL
    -- source, volatility, cost, support function, settings
    SELECT 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    FROM pg_proc p JOIN members m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid WHERE p.prokind <> 'a'
    UNION ALL
    SELECT 'aggregate', p.oid::regprocedure::text,
           concat_ws(' ', pg_get_function_arguments(p.oid), p.proparallel, p.provolatile, a.aggkind, a.aggtransfn::regprocedure,
               a.aggfinalfn::regprocedure, a.aggcombinefn::regprocedure, a.aggserialfn::regprocedure,
               a.aggdeserialfn::regprocedure, a.aggfinalextra, a.aggfinalmodify, a.aggsortop::regoperator,
               a.aggtranstype::regtype, a.aggtransspace, coalesce(a.agginitval, 'NULL'))
    FROM pg_proc p JOIN pg_aggregate a ON a.aggfnoid = p.oid
    JOIN members m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid
    UNION ALL
    SELECT 'rights', i.identity, concat_ws(' ', x.owner::regrole, (SELECT string_agg(u.item::text, ' ' ORDER BY u.item::text) FROM unnest(x.acl) u(item)))
    FROM members m
    JOIN (SELECT 'pg_proc'::regclass, oid, proowner, proacl FROM pg_proc
          UNION ALL SELECT 'pg_type'::regclass, oid, typowner, typacl FROM pg_type
          UNION ALL SELECT 'pg_class'::regclass, oid, relowner, relacl FROM pg_class
          UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner, nspacl FROM pg_namespace) x(classid, oid, owner, acl)
      ON (x.classid, x.oid) = (m.classid, m.objid), pg_identify_object(m.classid, m.objid, 0) i
    UNION ALL
    SELECT 'type', t.oid::regtype::text,
           concat_ws(' ', t.typtype, t.typlen, t.typbyval, t.typcategory, t.typispreferred, t.typalign, t.typstorage, t.typinput::regprocedure,
               t.typoutput::regprocedure, t.typreceive::regprocedure, t.typsend::regprocedure, t.typanalyze::regproc, t.typdelim,
               t.typarray::regtype, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
    FROM pg_type t JOIN members m ON m.classid = 'pg_type'::regclass AND m.objid = t.oid
    UNION ALL
    SELECT 'range', r.rngtypid::regtype::text, concat_ws(' ', r.rngsubtype::regtype, r.rngmultitypid::regtype, r.rngcanonical, r.rngsubdiff, c.opcname)
    FROM pg_range r JOIN members m ON m.classid = 'pg_type'::regclass AND m.objid = r.rngtypid JOIN pg_opclass c ON c.oid = r.rngsubopc
    UNION ALL
    SELECT 'operator', o.oid::regoperator::text,
           concat_ws(' ', o.oprresult::regtype, o.oprcode::regprocedure, o.oprcom::regoperator, o.oprnegate::regoperator, o.oprrest, o.oprjoin,
               o.oprcanhash, o.oprcanmerge)
    FROM pg_operator o JOIN members m ON m.classid = 'pg_operator'::regclass AND m.objid = o.oid
    UNION ALL
    SELECT 'operator class', c.opcname::text, concat_ws(' ', a.amname, f.opfname, c.opcintype::regtype, c.opcdefault, c.opckeytype::regtype)
    FROM pg_opclass c JOIN members m ON m.classid = 'pg_opclass'::regclass AND m.objid = c.oid
    JOIN pg_opfamily f ON f.oid = c.opcfamily JOIN pg_am a ON a.oid = c.opcmethod
    UNION ALL
    SELECT 'pg_amop', f.opfname::text,
           concat_ws(' ', a.amname, o.amoplefttype::regtype, o.amoprighttype::regtype, o.amopstrategy, o.amoppurpose, o.amopopr::regoperator)
    FROM pg_amop o JOIN members m ON m.classid = 'pg_opfamily'::regclass AND m.objid = o.amopfamily
    JOIN pg_opfamily f ON f.oid = o.amopfamily JOIN pg_am a ON a.oid = f.opfmethod
    UNION ALL
    SELECT 'pg_amproc', f.opfname::text,
           concat_ws(' ', a.amname, o.amproclefttype::regtype, o.amprocrighttype::regtype, o.amprocnum, o.amproc::regprocedure)
    FROM pg_amproc o JOIN members m ON m.classid = 'pg_opfamily'::regclass AND m.objid = o.amprocfamily
    JOIN pg_opfamily f ON f.oid = o.amprocfamily JOIN pg_am a ON a.oid = f.opfmethod
    UNION ALL
    SELECT 'cast', concat(c.castsource::regtype, ' as ', c.casttarget::regtype),
           concat_ws(' ', c.castcontext, c.castmethod, CASE WHEN c.castfunc <> 0 THEN c.castfunc::regprocedure END)
    FROM pg_cast c JOIN members m ON m.classid = 'pg_cast'::regclass AND m.objid = c.oid
    UNION ALL
    SELECT 'column', concat(a.attrelid::regclass, '.', a.attname),
           concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN relations r ON r.oid = a.attrelid LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 'constraint', concat(c.conrelid::regclass, ' ', c.conname), pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN relations r ON r.oid = c.conrelid WHERE c.contype <> 'n'
    UNION ALL
    SELECT 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN relations r ON r.oid = i.indrelid
    UNION ALL
    SELECT 'view', c.oid::regclass::text, pg_get_viewdef(c.oid) FROM pg_class c JOIN relations r ON r.oid = c.oid WHERE c.relkind = 'v'
    UNION ALL
    SELECT 'comment', concat(i.type, ' ', i.identity), d.description
    FROM pg_description d JOIN members m ON (m.classid, m.objid) = (d.classoid, d.objoid), pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    UNION ALL
    SELECT 'first rights', i.identity, (SELECT string_agg(u.item::text, ' ' ORDER BY u.item::text) FROM unnest(p.initprivs) u(item))
    FROM pg_init_privs p JOIN members m ON (m.classid, m.objid) = (p.classoid, p.objoid), pg_identify_object(p.classoid, p.objoid, p.objsubid) i
    UNION ALL
    SELECT 'dumped', u.oid::regclass::text, u.condition
    FROM pg_extension e, unnest(e.extconfig, e.extcondition) u(oid, condition) WHERE e.extname = 'hbase_schema'
    UNION ALL
    SELECT 'extension', e.extname::text, concat_ws(' ', e.extversion, e.extnamespace::regnamespace, e.extrelocatable)
    FROM pg_extension e WHERE e.extname = 'hbase_schema')
SELECT concat(kind, ' ', name, ': ', replace(fact, E'\n', E'\n    ')) FROM facts ORDER BY kind COLLATE "C", name COLLATE "C", fact COLLATE "C";
