-- Mappings as JSON: hbase.mapping_script() writes the SQL that applies one.

-- An object of a mapping has only known members, each one time.
CREATE FUNCTION hbase_internal.mapping_members(object json, what text, known text[]) RETURNS void
    LANGUAGE plpgsql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    wrong pg_catalog.text;
BEGIN
    IF object IS NULL OR pg_catalog.json_typeof(object) OPERATOR(pg_catalog.<>) 'object' THEN
        RAISE EXCEPTION '% must be a JSON object', what USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT k.name INTO wrong
    FROM pg_catalog.json_object_keys(object) k(name)
    GROUP BY k.name
    HAVING pg_catalog.count(*) OPERATOR(pg_catalog.>) 1 OR k.name OPERATOR(pg_catalog.<>) ALL (known)
    ORDER BY k.name COLLATE pg_catalog."C"
    LIMIT 1;
    IF wrong OPERATOR(pg_catalog.=) ANY (known) OR known IS NULL AND wrong IS NOT NULL THEN
        RAISE EXCEPTION '% has "%" more than once', what, wrong USING ERRCODE = 'invalid_parameter_value';
    ELSIF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'unrecognized member "%" of %', wrong, what
            USING ERRCODE = 'invalid_parameter_value',
                HINT = pg_catalog.format('The members are %s.', pg_catalog.array_to_string(known, ', '));
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_members(json, text, text[])
    IS 'raises an error if JSON is not an object, has a member twice, or one that is not known (NULL: any)';

CREATE FUNCTION hbase_internal.mapping_checked(name text, entry json) RETURNS boolean
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    c pg_catalog.record;
    what pg_catalog.text := pg_catalog.format('table "%s"', name);
BEGIN
    PERFORM hbase_internal.mapping_members(entry, what,
        '{view,table,key,note,fields,where,families,columns,regions,splits,leave_out}');
    IF (entry OPERATOR(pg_catalog.->>) 'leave_out')::pg_catalog.bool THEN
        RETURN false;
    END IF;
    PERFORM hbase_internal.mapping_members(entry OPERATOR(pg_catalog.->) 'families',
        pg_catalog.format('"families" of %s', what), NULL);
    PERFORM hbase_internal.mapping_members(entry OPERATOR(pg_catalog.->) 'columns',
        pg_catalog.format('"columns" of %s', what), NULL);
    IF entry OPERATOR(pg_catalog.->) 'fields' IS NOT NULL THEN
        PERFORM hbase_internal.mapping_members(entry OPERATOR(pg_catalog.->) 'fields',
            pg_catalog.format('"fields" of %s', what), NULL);
    END IF;
    FOR c IN SELECT e.key, e.value FROM pg_catalog.json_each(entry OPERATOR(pg_catalog.->) 'columns') e LOOP
        PERFORM hbase_internal.mapping_members(c.value, pg_catalog.format('column "%s" of %s', c.key, what),
            '{family,qualifier,type,encoding,value}');
        IF c.value OPERATOR(pg_catalog.->>) 'qualifier' IS NULL
            OR c.value OPERATOR(pg_catalog.->>) 'type' IS NULL
        THEN
            RAISE EXCEPTION 'column "%" of % needs "qualifier" and "type"', c.key, what
                USING ERRCODE = 'invalid_parameter_value';
        ELSIF entry OPERATOR(pg_catalog.->) 'families' OPERATOR(pg_catalog.->)
            (c.value OPERATOR(pg_catalog.->>) 'family') IS NULL
        THEN
            RAISE EXCEPTION 'column "%" of % needs one of the "families"', c.key, what
                USING ERRCODE = 'invalid_parameter_value';
        END IF;
    END LOOP;
    SELECT pg_catalog.min(e.key) AS name INTO c
    FROM pg_catalog.json_each(entry OPERATOR(pg_catalog.->) 'columns') e
    GROUP BY e.value OPERATOR(pg_catalog.->>) 'family', e.value OPERATOR(pg_catalog.->>) 'qualifier'
    HAVING pg_catalog.count(*) OPERATOR(pg_catalog.>) 1
    ORDER BY 1 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'column "%" of % has the qualifier of another column', c.name, what
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN true;
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_checked(text, json)
    IS 'true if a table of a mapping is mapped, false if it is left out; an error if its mapping is invalid';

-- The records in the view of a table: its own rows, and those of the tables with "rows_of" or "cells_of".
CREATE FUNCTION hbase_internal.mapping_records(
    mapping json, name text, OUT n bigint, OUT relation text, OUT entry json) RETURNS SETOF record
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN t.name = mapping_records.name THEN 0 ELSE t.n END, t.name,
           CASE WHEN t.name = mapping_records.name OR t.entry ->> 'cells_of' IS NOT NULL THEN t.entry
                ELSE json_strip_nulls(json_build_object('key', t.entry -> 'key', 'fields', t.entry -> 'fields',
                         'where', t.entry -> 'where', 'columns', t.entry -> 'columns',
                         'families', mapping #> ARRAY['tables', mapping_records.name, 'families'])) END
    FROM json_each(mapping -> 'tables') WITH ORDINALITY t(name, entry, n)
    WHERE t.name = mapping_records.name
       OR json_typeof(t.entry) = 'object'
      AND mapping_records.name IN (t.entry ->> 'rows_of', t.entry ->> 'cells_of')
      AND NOT (t.entry ->> 'cells_of' IS NULL AND t.entry ->> 'key' IS NULL)
      AND (t.entry ->> 'leave_out')::boolean IS NOT TRUE;
END;
COMMENT ON FUNCTION hbase_internal.mapping_records(json, text)
    IS 'tables that are types of records in the view of a table of a mapping, and their members';

-- What is stored as the comment of a view, to know later which mapping it is.
CREATE FUNCTION hbase_internal.mapping_mark(mapping json, name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format('mapping of %s: %s', name,
               (mapping #> ARRAY['tables', name])::jsonb - 'note'
               || CASE WHEN count(*) > 1
                       THEN jsonb_build_object('rows', jsonb_object_agg(r.relation, r.entry) FILTER (WHERE r.n > 0))
                       ELSE '{}' END)
    FROM hbase_internal.mapping_records(mapping, name) r;
END;
COMMENT ON FUNCTION hbase_internal.mapping_mark(json, text) IS 'comment of a view that a mapping made';

-- A view has one dictionary: a column of one name is the same in all types of records.
CREATE FUNCTION hbase_internal.check_records(mapping json, name text) RETURNS void
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    wrong pg_catalog.record;
BEGIN
    SELECT c.one, c.other, c.is_name INTO wrong
    FROM (SELECT pg_catalog.min(c.key) AS one, pg_catalog.max(c.key) AS other, false AS is_name
          FROM hbase_internal.mapping_records(mapping, name) r,
               LATERAL pg_catalog.json_each(r.entry OPERATOR(pg_catalog.->) 'columns') c
          WHERE r.entry OPERATOR(pg_catalog.->>) 'cells_of' IS NULL
          GROUP BY c.value OPERATOR(pg_catalog.->>) 'family', c.value OPERATOR(pg_catalog.->>) 'qualifier'
          HAVING pg_catalog.min(c.key) OPERATOR(pg_catalog.<>) pg_catalog.max(c.key)
          UNION ALL
          SELECT c.key, pg_catalog.string_agg(DISTINCT r.relation, ' and '), true
          FROM hbase_internal.mapping_records(mapping, name) r,
               LATERAL pg_catalog.json_each(r.entry OPERATOR(pg_catalog.->) 'columns') c
          WHERE r.entry OPERATOR(pg_catalog.->>) 'cells_of' IS NULL
          GROUP BY c.key
          HAVING pg_catalog.count(DISTINCT ROW(c.value OPERATOR(pg_catalog.->>) 'family',
                     c.value OPERATOR(pg_catalog.->>) 'qualifier',
                     hbase_internal.mapping_type(c.value OPERATOR(pg_catalog.->>) 'type'),
                     COALESCE(c.value OPERATOR(pg_catalog.->>) 'encoding', 'bytes'))) OPERATOR(pg_catalog.>) 1) c
    ORDER BY c.is_name, c.one COLLATE pg_catalog."C"
    LIMIT 1;
    IF wrong.is_name THEN
        RAISE EXCEPTION 'column "%" differs between tables that are rows of one view', wrong.one
            USING ERRCODE = 'invalid_parameter_value', DETAIL = pg_catalog.format('The tables are %s.', wrong.other),
                HINT = 'Give it the same family, qualifier, type and encoding in all of them.';
    ELSIF wrong.one IS NOT NULL THEN
        RAISE EXCEPTION 'columns "%" and "%" have the same qualifier in the view of table "%"', wrong.one,
            wrong.other, name
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.check_records(json, text)
    IS 'raises an error if the types of records in a view do not have the same columns';

CREATE FUNCTION hbase_internal.mapping_statements(mapping json, name text, view_name text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.mapping_view(
        json_agg(json_build_object('relation', r.relation, 'entry', r.entry) ORDER BY r.n), view_name,
        hbase_internal.mapping_mark(mapping, name), format('%s.', hbase_internal.sql_schema()))
    FROM hbase_internal.mapping_records(mapping, name) r;
END;
COMMENT ON FUNCTION hbase_internal.mapping_statements(json, text, text)
    IS 'statements that make the view of a table of a mapping';

CREATE FUNCTION hbase_internal.removal(view text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN format(E'SELECT hbase.forget(%L);\nDROP VIEW %s;\n', view, view);
COMMENT ON FUNCTION hbase_internal.removal(text) IS 'statements that remove the view of a mapping';

-- The rows of a table as cells: the other tables of the view leave the family to it.
CREATE FUNCTION hbase_internal.check_cells(mapping json, name text, parent_name text) RETURNS void
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    entry pg_catalog.json := mapping OPERATOR(pg_catalog.#>) ARRAY['tables', name];
    families pg_catalog.json := mapping OPERATOR(pg_catalog.#>) ARRAY['tables', parent_name, 'families'];
    family pg_catalog.text := entry OPERATOR(pg_catalog.->>) 'family';
    what pg_catalog.text := pg_catalog.format('table "%s"', name);
    wrong pg_catalog.text;
BEGIN
    PERFORM hbase_internal.mapping_members(entry OPERATOR(pg_catalog.->) m,
        pg_catalog.format('"%s" of %s', m, what), NULL)
    FROM pg_catalog.unnest('{reference,columns,fields}'::pg_catalog.text[]) m
    WHERE m OPERATOR(pg_catalog.<>) 'fields' OR entry OPERATOR(pg_catalog.->) m IS NOT NULL;
    PERFORM hbase_internal.mapping_members(c.value, pg_catalog.format('column "%s" of %s', c.key, what),
        '{type,value}')
    FROM pg_catalog.json_each(entry OPERATOR(pg_catalog.->) 'columns') c;
    wrong := (
        SELECT c.key FROM pg_catalog.json_each(entry OPERATOR(pg_catalog.->) 'columns') c
        WHERE c.value OPERATOR(pg_catalog.->>) 'value' IS NOT NULL
          AND c.value OPERATOR(pg_catalog.->>) 'type' IS NULL
        LIMIT 1);
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'column "%" of % needs "type"', wrong, what USING ERRCODE = 'invalid_parameter_value';
    ELSIF (SELECT pg_catalog.bool_and(r.value IS NOT NULL)
           FROM pg_catalog.json_each_text(entry OPERATOR(pg_catalog.->) 'reference') r) IS NOT TRUE
    THEN
        RAISE EXCEPTION '% needs columns in "reference"', what
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Give each column that refers to the parent, with the parent''s column.';
    ELSIF family IS NULL OR families OPERATOR(pg_catalog.->) family IS NULL THEN
        RAISE EXCEPTION '% needs one of the "families" of table "%"', what, parent_name
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    wrong := (
        SELECT pg_catalog.min(r.relation)
        FROM hbase_internal.mapping_records(mapping, parent_name) r
        WHERE r.relation OPERATOR(pg_catalog.<>) name
          AND (r.entry OPERATOR(pg_catalog.->>) 'family' OPERATOR(pg_catalog.=) family
               OR r.entry OPERATOR(pg_catalog.->>) 'cells_of' IS NULL
              AND EXISTS (SELECT FROM pg_catalog.json_each(r.entry OPERATOR(pg_catalog.->) 'columns') c
                          WHERE c.value OPERATOR(pg_catalog.->>) 'family' OPERATOR(pg_catalog.=) family)));
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'family "%" has cells of table "%" and of table "%"', family, wrong, name
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Rows that are cells need a family without other columns.';
    ELSIF NOT EXISTS (
        SELECT FROM pg_catalog.json_object_keys(families) f
        WHERE f OPERATOR(pg_catalog.<>) ALL (ARRAY(
            SELECT r.entry OPERATOR(pg_catalog.->>) 'family'
            FROM hbase_internal.mapping_records(mapping, parent_name) r
            WHERE r.entry OPERATOR(pg_catalog.->>) 'cells_of' IS NOT NULL
              AND r.entry OPERATOR(pg_catalog.->>) 'family' IS NOT NULL)))
    THEN
        RAISE EXCEPTION 'table "%" needs a family of its own', parent_name
            USING ERRCODE = 'invalid_parameter_value',
                HINT = 'Its rows without cells of other tables would not exist in HBase.';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.check_cells(json, text, text)
    IS 'raises an error if the mapping of a table whose rows are cells is invalid';

-- A table whose rows are in the view of another one; the view that it had before is removed.
CREATE FUNCTION hbase_internal.mapping_record_action(
    mapping json, name text, OUT view_name text, OUT action text, OUT script text)
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    entry pg_catalog.json := mapping OPERATOR(pg_catalog.#>) ARRAY['tables', name];
    is_cells pg_catalog.bool := entry OPERATOR(pg_catalog.->>) 'cells_of' IS NOT NULL;
    parent_name pg_catalog.text := COALESCE(entry OPERATOR(pg_catalog.->>) 'cells_of',
        entry OPERATOR(pg_catalog.->>) 'rows_of');
    parent pg_catalog.json := mapping OPERATOR(pg_catalog.#>) ARRAY['tables', parent_name];
BEGIN
    PERFORM hbase_internal.mapping_members(entry, pg_catalog.format('table "%s"', name),
        CASE WHEN is_cells THEN '{cells_of,reference,family,qualifier,note,fields,where,columns,leave_out}'
             ELSE '{rows_of,key,note,fields,where,columns,leave_out}' END::pg_catalog.text[]);
    view_name := parent OPERATOR(pg_catalog.->>) 'view';
    script := (
        SELECT pg_catalog.string_agg(hbase_internal.removal(hbase_internal.sql_relation(v.oid)), '' ORDER BY v.oid)
        FROM pg_catalog.pg_class v
        WHERE v.relkind OPERATOR(pg_catalog.=) 'v'
          AND pg_catalog.starts_with(pg_catalog.obj_description(v.oid, 'pg_class'),
                  pg_catalog.format('mapping of %s: ', name)));
    IF (entry OPERATOR(pg_catalog.->>) 'leave_out')::pg_catalog.bool THEN
        action := CASE WHEN script IS NULL THEN 'left out' ELSE 'removed' END;
        RETURN;
    ELSIF parent OPERATOR(pg_catalog.->>) 'view' IS NULL
        OR (parent OPERATOR(pg_catalog.->>) 'leave_out')::pg_catalog.bool
    THEN
        RAISE EXCEPTION 'table "%" needs a table with a "view" in "%"', name,
            CASE WHEN is_cells THEN 'cells_of' ELSE 'rows_of' END
            USING ERRCODE = 'invalid_parameter_value';
    ELSIF entry OPERATOR(pg_catalog.->>) 'key' IS NULL AND NOT is_cells THEN
        action := 'no key';
        script := NULL;
        RETURN;
    ELSIF NOT is_cells THEN
        PERFORM hbase_internal.mapping_checked(name, r.entry)
        FROM hbase_internal.mapping_records(mapping, parent_name) r
        WHERE r.relation OPERATOR(pg_catalog.=) name;
    END IF;
    action := 'included';
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_record_action(json, text)
    IS 'what applying a mapping does for a table whose rows are in the view of another one';

CREATE FUNCTION hbase_internal.mapping_action(
    mapping json, name text, OUT relation text, OUT view_name text, OUT action text, OUT script text)
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    entry pg_catalog.json := mapping OPERATOR(pg_catalog.#>) ARRAY['tables', name];
    is_mapped pg_catalog.bool;
    existing pg_catalog.regclass;
    mark pg_catalog.text;
BEGIN
    relation := name;
    IF pg_catalog.json_typeof(entry) OPERATOR(pg_catalog.=) 'object'
        AND COALESCE(entry OPERATOR(pg_catalog.->>) 'rows_of',
                     entry OPERATOR(pg_catalog.->>) 'cells_of') IS NOT NULL
    THEN
        SELECT r.view_name, r.action, r.script INTO view_name, action, script
        FROM hbase_internal.mapping_record_action(mapping, name) r;
        is_mapped := action OPERATOR(pg_catalog.=) 'included';
    ELSE
        is_mapped := hbase_internal.mapping_checked(name, entry);
        IF entry OPERATOR(pg_catalog.->>) 'view' IS NULL OR entry OPERATOR(pg_catalog.->>) 'table' IS NULL THEN
            RAISE EXCEPTION 'table "%" needs "view" and "table"', name USING ERRCODE = 'invalid_parameter_value';
        END IF;
        view_name := entry OPERATOR(pg_catalog.->>) 'view';
    END IF;
    IF is_mapped AND pg_catalog.to_regclass(name) IS NULL THEN
        RAISE EXCEPTION 'table "%" does not exist', name
            USING ERRCODE = 'undefined_table', HINT = 'Remove it from the mapping, or set "leave_out" to true.';
    END IF;
    view_name := (
        SELECT pg_catalog.string_agg(pg_catalog.quote_ident(u.part), '.' ORDER BY u.n)
        FROM pg_catalog.unnest(pg_catalog.parse_ident(view_name)) WITH ORDINALITY u(part, n));
    existing := pg_catalog.to_regclass(view_name);
    mark := pg_catalog.obj_description(existing, 'pg_class');
    IF action IS NOT NULL THEN
        RETURN;
    ELSIF NOT is_mapped THEN
        action := CASE WHEN pg_catalog.starts_with(mark, 'mapping of ') THEN 'removed' ELSE 'left out' END;
        script := CASE WHEN action OPERATOR(pg_catalog.=) 'removed' THEN hbase_internal.removal(view_name) END;
        RETURN;
    ELSIF entry OPERATOR(pg_catalog.->>) 'key' IS NULL THEN
        action := 'no key';
        RETURN;
    END IF;
    PERFORM hbase_internal.check_cells(mapping, r.relation, name)
    FROM hbase_internal.mapping_records(mapping, name) r
    WHERE r.entry OPERATOR(pg_catalog.->>) 'cells_of' IS NOT NULL
    ORDER BY r.n;
    PERFORM hbase_internal.check_records(mapping, name);
    IF mark OPERATOR(pg_catalog.=) hbase_internal.mapping_mark(mapping, name) THEN
        action := 'unchanged';
    ELSIF existing IS NULL THEN
        action := 'created';
        script := hbase_internal.mapping_statements(mapping, name, view_name);
    ELSIF pg_catalog.starts_with(mark, 'mapping of ') THEN
        action := 'replaced';
        script := pg_catalog.concat(hbase_internal.removal(view_name),
            hbase_internal.mapping_statements(mapping, name, view_name));
    ELSE
        RAISE EXCEPTION 'relation % already exists, and was not made by a mapping', view_name
            USING ERRCODE = 'duplicate_object', HINT = 'Give another "view" in the mapping.';
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.mapping_action(json, text)
    IS 'what applying a mapping does for one of its tables';

CREATE FUNCTION hbase.mapping_script(
    mapping json, OUT relation text, OUT view_name text, OUT action text, OUT script text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE COST 1000000 ROWS 30
AS $$
DECLARE
    twice pg_catalog.record;
BEGIN
    PERFORM hbase_internal.mapping_members(mapping, 'the mapping', '{schemas,profile,namespace,children,tables}');
    PERFORM hbase_internal.mapping_members(mapping OPERATOR(pg_catalog.->) 'tables', '"tables"', NULL);
    SELECT pg_catalog.min(t.key) AS one, pg_catalog.max(t.key) AS other,
           t.value OPERATOR(pg_catalog.->>) 'table' AS name
      INTO twice
      FROM pg_catalog.json_each(mapping OPERATOR(pg_catalog.->) 'tables') t
     WHERE (t.value OPERATOR(pg_catalog.->>) 'leave_out')::pg_catalog.bool IS NOT TRUE
     GROUP BY t.value OPERATOR(pg_catalog.->>) 'table'
    HAVING pg_catalog.count(t.value OPERATOR(pg_catalog.->>) 'table') OPERATOR(pg_catalog.>) 1
     ORDER BY 3 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'tables "%" and "%" have the same table in HBase, "%"', twice.one, twice.other, twice.name
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give one of them another name or namespace in "table".';
    END IF;
    RETURN QUERY
        SELECT a.relation, a.view_name, a.action, a.script
        FROM pg_catalog.json_each(mapping OPERATOR(pg_catalog.->) 'tables') WITH ORDINALITY t(name, entry, n),
             LATERAL hbase_internal.mapping_action(mapping, t.name) a
        ORDER BY t.n;
END $$;
COMMENT ON FUNCTION hbase.mapping_script(json)
    IS 'SQL that applies a mapping of hbase.mapping(), for each table, and what it does';
