-- hbase.propose_keys(): row keys for the questions that a relation gets.

-- The questions of a relation, and a remark on what is not read or where they come from.
CREATE FUNCTION hbase_internal.workload_of(
    relation regclass, statements text[], weights float8[], search_path text, OUT questions jsonb, OUT remark text)
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT COALESCE(jsonb_agg(jsonb_build_object('question', w.question, 'kind', w.kind, 'calls', w.calls,
                                                 'rows', COALESCE(w.rows, 0)))
                    FILTER (WHERE w.relation = workload_of.relation), '[]'),
           CASE WHEN bool_or(w.source ^@ 'index ' OR w.source ^@ 'foreign key ' OR w.source = 'row counts')
                THEN 'the workload is taken from indexes and foreign keys, because there are no statements'
                WHEN sum(w.calls) FILTER (WHERE w.relation IS NULL) > 0
                THEN format('%s %% of the calls are statements that could not be read; hbase.workload() lists them',
                         round((100 * sum(w.calls) FILTER (WHERE w.relation IS NULL) / sum(w.calls))::numeric, 2))
                END
    FROM hbase.workload(statements, weights, workload_of.search_path) w;
END;
COMMENT ON FUNCTION hbase_internal.workload_of(regclass, text[], float8[], text)
    IS 'questions of a relation from hbase.workload(), for hbase.propose_keys()';

-- All columns as cells; a design leaves out those of its key.
CREATE FUNCTION hbase_internal.design_cells(relation regclass, profile text) RETURNS json
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH value AS MATERIALIZED (
        SELECT v.*
        FROM hbase_internal.propose_values(relation, '{}', profile, format('%s.', hbase_internal.sql_schema())) v),
    name AS MATERIALIZED (
        SELECT u.name, u.short
        FROM (SELECT array_agg(v.name ORDER BY v.number) AS names FROM value v) n,
             ROWS FROM (unnest(n.names), unnest(hbase_internal.short_names(n.names::text[]))) u(name, short))
    SELECT json_object_agg(v.name, jsonb_strip_nulls(jsonb_build_object(
               'family', 'd', 'qualifier', n.short, 'encoding', v.encoding, 'value', v.value,
               'type', CASE WHEN v.is_fine THEN regexp_replace(v.type, '^(\w+)', '\1(6)') ELSE v.type END))
               ORDER BY v.number)
    FROM value v JOIN name n ON n.name = v.name;
END;
COMMENT ON FUNCTION hbase_internal.design_cells(regclass, text) IS 'columns of a table as cells of a mapping';

-- The first name that is free, or that a mapping of the relation has.
CREATE FUNCTION hbase_internal.design_view(relation regclass, suffix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT v.name
    FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace,
         LATERAL (SELECT CASE WHEN octet_length(c.relname) <= 55 THEN c.relname::text
                              ELSE format('%s_%s', left(c.relname, 10), left(md5(c.relname), 8)) END) b(stem),
         generate_series(1, 1000) n,
         LATERAL (SELECT format('%I.%I', s.nspname, concat(b.stem, suffix, NULLIF(n, 1)))) v(name),
         LATERAL (SELECT to_regclass(v.name)) e(existing)
    WHERE c.oid = design_view.relation
      AND (e.existing IS NULL
           OR starts_with(obj_description(e.existing, 'pg_class'),
                  format('mapping of %s: ', hbase_internal.sql_relation(design_view.relation))))
    ORDER BY n LIMIT 1;
END;
COMMENT ON FUNCTION hbase_internal.design_view(regclass, text) IS 'name of the view for a proposed row key';

-- An index has the columns of the main key that its own key does not have.
CREATE FUNCTION hbase_internal.design_script(
    relation regclass, layout @extschema@.rowkey_layout, main text, number int, cells json)
    RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH wanted AS (
        SELECT COALESCE(json_object_agg(c.name, c.value ORDER BY c.n), '{}') AS columns
        FROM json_each(cells) WITH ORDINALITY c(name, value, n)
        WHERE c.name NOT IN (SELECT f.field FROM hbase_internal.layout_fields(layout) f)
          AND (main IS NULL
               OR c.name IN (SELECT f.field FROM hbase_internal.layout_fields(main::@extschema@.rowkey_layout) f)))
    SELECT m.script
    FROM wanted w, pg_class c,
         LATERAL hbase.mapping_script(json_build_object('tables', json_build_object(
             hbase_internal.sql_relation(design_script.relation), json_build_object(
                 'view', hbase_internal.design_view(design_script.relation,
                             CASE number WHEN 0 THEN '_h' WHEN 1 THEN '_i' ELSE '_j' END),
                 'table', concat(hbase_internal.proposed_table(c.oid, NULL), '_index' || NULLIF(number, 0)),
                 'key', layout::text,
                 'families', json_build_object('d', json_build_object()),
                 'columns', w.columns)))) m
    WHERE c.oid = design_script.relation;
END;
COMMENT ON FUNCTION hbase_internal.design_script(
    regclass, @extschema@.rowkey_layout, text, int, json)
    IS 'SQL that makes a view with a proposed row key, and its definition';

CREATE FUNCTION hbase.propose_keys(
    relation regclass, statements text[] DEFAULT NULL, weights float8[] DEFAULT NULL, options jsonb DEFAULT '{}',
    OUT rank int, OUT layout @extschema@.rowkey_layout, OUT form text, OUT cost float8, OUT served numeric,
    OUT questions jsonb, OUT hottest_region numeric, OUT key_bytes numeric, OUT uniqueness text, OUT loses jsonb,
    OUT reason text, OUT decided_by jsonb, OUT definition text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 5
AS $$
DECLARE
    given pg_catalog.jsonb := COALESCE(options, '{}');
    asked pg_catalog.jsonb;
    remark pg_catalog.text;
    cells pg_catalog.json;
    main pg_catalog.text;
    number pg_catalog.int4 := 0;
    proposed pg_catalog.record;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    PERFORM hbase_internal.check_propose_options(given);
    asked := given OPERATOR(pg_catalog.->) 'questions';
    IF asked IS NULL OR pg_catalog.jsonb_typeof(asked) OPERATOR(pg_catalog.=) 'null' THEN
        SELECT w.questions, w.remark INTO asked, remark
        FROM hbase_internal.workload_of(relation, statements, weights,
                 given OPERATOR(pg_catalog.->>) 'search_path') w;
    ELSIF statements IS NOT NULL THEN
        RAISE EXCEPTION 'statements and option "questions" exclude each other'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give the workload in one of the two ways.';
    END IF;
    FOR proposed IN SELECT p.* FROM hbase_internal.propose_keys(relation, asked, given) p LOOP
        rank := proposed.rank;
        form := proposed.form;
        cost := proposed.cost;
        served := proposed.served;
        questions := proposed.costs;
        hottest_region := proposed.hottest_region;
        key_bytes := proposed.key_bytes;
        uniqueness := proposed.uniqueness;
        loses := proposed.loses;
        reason := proposed.reason;
        decided_by := proposed.decided_by;
        layout := proposed.layout;
        definition := NULL;
        IF layout IS NOT NULL THEN
            cells := COALESCE(cells, hbase_internal.design_cells(relation, 'phoenix'));
            IF form OPERATOR(pg_catalog.=) 'main' THEN
                main := proposed.layout;
                number := 0;
                definition := hbase_internal.design_script(relation, layout, NULL, 0, cells);
            ELSE
                number := number OPERATOR(pg_catalog.+) 1;
                definition := hbase_internal.design_script(relation, layout, main, number, cells);
            END IF;
        END IF;
        RETURN NEXT;
    END LOOP;
    IF remark IS NOT NULL THEN
        SELECT NULL, NULL, 'remark', NULL, NULL, NULL, NULL, NULL, NULL, NULL, remark,
               pg_catalog.jsonb_build_object('remark', 'workload'), NULL
        INTO rank, layout, form, cost, served, questions, hottest_region, key_bytes, uniqueness, loses, reason,
             decided_by, definition;
        RETURN NEXT;
    END IF;
END $$;
COMMENT ON FUNCTION hbase.propose_keys(regclass, text[], float8[], jsonb)
    IS 'row keys for the questions that a relation gets, the best first, with their cost and the reason';
