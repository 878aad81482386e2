-- Mappings as JSON: the merge of edits with a new proposal.

-- The members of an object in their order, then those that only the other one has.
CREATE FUNCTION hbase_internal.merge_names(yours json, proposed json) RETURNS TABLE(name text, n bigint)
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT u.name, min(u.n)
    FROM (SELECT k.name, k.n FROM json_object_keys(yours) WITH ORDINALITY k(name, n)
          UNION ALL
          SELECT k.name, 1000000000 + k.n FROM json_object_keys(proposed) WITH ORDINALITY k(name, n)) u
    GROUP BY u.name;
END;
COMMENT ON FUNCTION hbase_internal.merge_names(json, json) IS 'names of the members of two objects, in order';

CREATE FUNCTION hbase_internal.same_json(a json, b json) RETURNS boolean
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN a::jsonb IS NOT DISTINCT FROM b::jsonb;
COMMENT ON FUNCTION hbase_internal.same_json(json, json) IS 'true if two values are equal, or both do not exist';

-- NULL is a member that does not exist. Mappings have up to six levels; below, objects are merged as a whole.
CREATE FUNCTION hbase_internal.merge_member(
    path text[], base json, yours json, proposed json, prefer text, OUT merged json, OUT conflicts jsonb)
    LANGUAGE plpgsql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    m pg_catalog.record;
    part pg_catalog.record;
    members pg_catalog.text[] := '{}';
BEGIN
    conflicts := '[]';
    IF hbase_internal.same_json(yours, proposed) OR hbase_internal.same_json(base, proposed) THEN
        merged := yours;
    ELSIF hbase_internal.same_json(base, yours) THEN
        merged := proposed;
    ELSIF pg_catalog.cardinality(path) OPERATOR(pg_catalog.<) 6
        AND pg_catalog.json_typeof(yours) OPERATOR(pg_catalog.=) 'object'
        AND pg_catalog.json_typeof(proposed) OPERATOR(pg_catalog.=) 'object'
    THEN
        FOR m IN SELECT k.name FROM hbase_internal.merge_names(yours, proposed) k ORDER BY k.n LOOP
            SELECT p.* INTO part FROM hbase_internal.merge_member(
                pg_catalog.array_append(path, m.name), base OPERATOR(pg_catalog.->) m.name,
                yours OPERATOR(pg_catalog.->) m.name, proposed OPERATOR(pg_catalog.->) m.name, prefer) p;
            conflicts := conflicts OPERATOR(pg_catalog.||) part.conflicts;
            IF part.merged IS NOT NULL THEN
                members := pg_catalog.array_append(members,
                    pg_catalog.format('%s: %s', pg_catalog.to_json(m.name), part.merged));
            END IF;
        END LOOP;
        merged := pg_catalog.format('{%s}', pg_catalog.array_to_string(members, ', '));
    ELSIF prefer IS NOT NULL THEN
        merged := CASE WHEN prefer OPERATOR(pg_catalog.=) 'yours' THEN yours ELSE proposed END;
    ELSE
        merged := yours;
        conflicts := pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
            'member', path, 'base', base, 'yours', yours, 'proposed', proposed));
    END IF;
END $$;
COMMENT ON FUNCTION hbase_internal.merge_member(text[], json, json, json, text)
    IS 'three-way merge of a member of a mapping, and its conflicts';

CREATE FUNCTION hbase.merge_mapping(
    base json, yours json, proposed json, prefer text DEFAULT NULL, OUT merged json, OUT conflicts jsonb)
    LANGUAGE plpgsql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10000
AS $$
BEGIN
    IF prefer OPERATOR(pg_catalog.<>) ALL ('{yours,proposed}') THEN
        RAISE EXCEPTION 'unrecognized preference "%"', prefer
            USING ERRCODE = 'invalid_parameter_value', HINT = 'It is yours or proposed.';
    END IF;
    SELECT m.merged, m.conflicts INTO merged, conflicts
    FROM hbase_internal.merge_member('{}', base, yours, proposed, prefer) m;
    merged := hbase_internal.mapping_text(merged, 0);
END $$;
COMMENT ON FUNCTION hbase.merge_mapping(json, json, json, text)
    IS 'three-way merge of an edited mapping with a new proposal; a conflict keeps yours, and is listed';
