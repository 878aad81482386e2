-- hbase.read(): rows of an HBase-shaped relation as rows of a type.

CREATE FUNCTION hbase_internal.known_columns(relation regclass, layout @extschema@.rowkey_layout,
    missing text) RETURNS text
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000
AS $$
DECLARE
    names pg_catalog.text[] := ARRAY(
        SELECT k.field FROM hbase_internal.layout_fields(layout) k WHERE k.readable
        UNION ALL
        SELECT c.name FROM hbase.columns(relation) c);
    family pg_catalog.name;
    more pg_catalog.text[];
BEGIN
    FOR family IN SELECT f.column_name FROM hbase.families(relation) f LOOP
        EXECUTE pg_catalog.format(
            'SELECT pg_catalog.array_agg(q) FROM (SELECT r.%I AS cells FROM %s r LIMIT 100) x, '
            'pg_catalog.json_object_keys(%s.widerow_to_json(x.cells)) q',
            family, hbase_internal.sql_relation(relation), hbase_internal.sql_schema()) INTO more;
        names := pg_catalog.array_cat(names, more);
    END LOOP;
    RETURN pg_catalog.concat(
        'Did you mean "' OPERATOR(pg_catalog.||)
            hbase_internal.nearest_name(missing, pg_catalog.array_remove(names, missing))
            OPERATOR(pg_catalog.||) '"? ',
        'There are ',
        (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(d.n), ', ' ORDER BY d.n)
         FROM (SELECT DISTINCT u.n COLLATE pg_catalog."C" AS n
               FROM pg_catalog.unnest(names) u(n) ORDER BY 1 LIMIT 30) d), '.');
END $$;
COMMENT ON FUNCTION hbase_internal.known_columns(regclass, @extschema@.rowkey_layout, text)
    IS 'names that hbase.read() finds in a relation, and the nearest one to a missing name; for error messages';

-- Each column of a row type is a field of the key, a column of the dictionary, or a qualifier
-- with that name in one of the families.
CREATE FUNCTION hbase_internal.read_columns(
    row_type oid, relation regclass, layout @extschema@.rowkey_layout,
    OUT number smallint, OUT name text, OUT expression text, OUT shown text) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT a.attnum, a.attname,
           format('%s::%s',
               CASE WHEN k.field IS NOT NULL
                    THEN format('%1$s.rowkey_field(%2$L::%1$s.rowkey_layout, r.key, %3$L, NULL::%4$s)',
                        s.types, layout, k.field, regexp_replace(k.type, '^(text|bytea|uuid|date)$', 'pg_catalog.\1'))
                    WHEN c.name IS NOT NULL
                    THEN format('%s.widerow_get(r.%I, %L::pg_catalog.bytea, NULL::%s, %L)',
                        s.types, f.column_name, c.qualifier, hbase_internal.sql_type(c.type::regtype, NULL),
                        c.encoding)
                    ELSE (SELECT format('COALESCE(%s)', string_agg(
                              format('%s.widerow_get(r.%I, %L::pg_catalog.text, NULL::%s)',
                                  s.types, g.column_name, a.attname, hbase_internal.sql_type(a.atttypid, NULL)), ', '))
                          FROM hbase.families(relation) g)
               END, hbase_internal.sql_type(a.atttypid, a.atttypmod)),
           CASE WHEN k.field IS NULL AND c.name IS NULL
                THEN (SELECT string_agg(
                          format('COALESCE(%s.widerow_exists(r.%I, %L::pg_catalog.text), false)',
                              s.types, g.column_name, a.attname), ' OR ')
                      FROM hbase.families(relation) g) END
    FROM (SELECT hbase_internal.sql_schema()) s(types), pg_type t
    JOIN pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN hbase_internal.layout_fields(layout) k ON k.field = a.attname AND k.readable
    LEFT JOIN hbase.columns(relation) c ON c.name = a.attname
    LEFT JOIN hbase.families(relation) f ON f.family = c.family
    WHERE t.oid = row_type;
END;
COMMENT ON FUNCTION hbase_internal.read_columns(oid, regclass, @extschema@.rowkey_layout)
    IS 'expression for each column of a row type in hbase.read(), and the condition that a qualifier exists';

-- The rows of a relation whose keys satisfy a question, as a FROM clause. A table reads each of many
-- ranges by its index; a view is read once.
CREATE FUNCTION hbase_internal.read_source(
    relation regclass, layouts @extschema@.rowkey_layout[], number int, question jsonb, ranges bigint) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT concat(
        CASE WHEN t.joined
             THEN format('%1$s.rowkey_scan(%2$s, %3$L::pg_catalog.jsonb) k JOIN ', t.types, t.layout, question) END,
        hbase_internal.sql_relation(relation), ' r',
        CASE WHEN t.joined
             THEN format(' ON r.key OPERATOR(%s.<@) k', t.types) END,
        ' WHERE ' || nullif(concat_ws(' AND ',
            CASE WHEN question IS NOT NULL AND NOT t.joined
                 THEN format('r.key OPERATOR(%1$s.<@) %1$s.rowkey_ranges(%2$s, %3$L::pg_catalog.jsonb)',
                     t.types, t.layout, question) END,
            -- a key of another record type may not be tested by this layout
            CASE WHEN cardinality(layouts) > 1 AND question IS NOT NULL
                 THEN format('CASE WHEN %1$s THEN %2$s.rowkey_matches(%3$s, r.key, %4$L::pg_catalog.jsonb) END',
                     t.of_type, t.types, t.layout, question)
                 WHEN cardinality(layouts) > 1 AND number IS NOT NULL THEN t.of_type
                 WHEN question IS NOT NULL
                 THEN format('%s.rowkey_matches(%s, r.key, %L::pg_catalog.jsonb)', t.types, t.layout, question)
                 END), ''))
    FROM pg_class c, LATERAL (
        SELECT s.types, question IS NOT NULL AND ranges > 64 AND c.relkind = ANY ('{r,p,m}') AS joined,
               format('%L::%s.rowkey_layout', layouts[number], s.types) AS layout,
               format('%1$s.rowkey_which(%2$L::%1$s.rowkey_layout[], r.key) OPERATOR(pg_catalog.=) %3$s',
                   s.types, layouts, number) AS of_type
        FROM hbase_internal.sql_schema() s(types)) t
    WHERE c.oid = relation;
END;
COMMENT ON FUNCTION hbase_internal.read_source(regclass, @extschema@.rowkey_layout[], int, jsonb, bigint)
    IS 'FROM and WHERE of hbase.read()';

CREATE FUNCTION hbase_internal.layout_number(relation regclass, layouts @extschema@.rowkey_layout[], number int)
    RETURNS int
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
BEGIN
    IF pg_catalog.cardinality(layouts) OPERATOR(pg_catalog.=) 0 THEN
        RETURN NULL;
    ELSIF number IS NULL OR number OPERATOR(pg_catalog.<) 1
        OR number OPERATOR(pg_catalog.>) pg_catalog.cardinality(layouts)
    THEN
        RAISE EXCEPTION 'layout % of % does not exist', number, hbase_internal.sql_relation(relation)
            USING ERRCODE = 'invalid_parameter_value',
                DETAIL = pg_catalog.format('It has %s layouts.', pg_catalog.cardinality(layouts));
    END IF;
    RETURN number;
END $$;
COMMENT ON FUNCTION hbase_internal.layout_number(regclass, @extschema@.rowkey_layout[], int)
    IS 'the number of a layout of a relation, if it exists; NULL if the relation has none';

CREATE FUNCTION hbase_internal.count_ranges(relation regclass, layout @extschema@.rowkey_layout, question jsonb)
    RETURNS bigint
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL SAFE
AS $$
DECLARE
    ranges bigint;
BEGIN
    IF question IS NULL THEN
        RETURN NULL;
    ELSIF layout IS NULL THEN
        RAISE EXCEPTION 'a layout of % is not defined', hbase_internal.sql_relation(relation)
            USING ERRCODE = 'object_not_in_prerequisite_state',
                HINT = 'Define it with hbase.define(), and question its fields.';
    ELSIF (SELECT f.type OPERATOR(pg_catalog.=) 'jsonb' FROM hbase_internal.layout_fields(layout) f LIMIT 1) THEN
        RAISE EXCEPTION 'a layout whose first field is of type jsonb does not accept a question'
            USING ERRCODE = 'feature_not_supported';
    END IF;
    EXECUTE pg_catalog.format('SELECT pg_catalog.count(*) FROM %s.rowkey_scan($1, $2)', hbase_internal.sql_schema())
        INTO ranges USING layout, question;
    RETURN ranges;
END $$;
COMMENT ON FUNCTION hbase_internal.count_ranges(regclass, @extschema@.rowkey_layout, jsonb)
    IS 'number of key ranges of a question by a layout of a relation, for hbase.read()';

CREATE FUNCTION hbase.read(
    row_type anyelement, relation regclass, number int DEFAULT 1, question jsonb DEFAULT NULL) RETURNS SETOF anyelement
    LANGUAGE plpgsql STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000
AS $$
DECLARE
    def pg_catalog.record := hbase.definition_of(relation);
    source pg_catalog.text;
    ranges bigint;
    items pg_catalog.text;
    c pg_catalog.record;
    seen pg_catalog.bool;
BEGIN
    IF relation IS NULL THEN
        RAISE EXCEPTION 'relation must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    number := hbase_internal.layout_number(relation, def.layouts, number);
    ranges := hbase_internal.count_ranges(relation, def.layouts[number], question);
    items := (
        SELECT pg_catalog.string_agg(i.expression, ', ' ORDER BY i.number)
        FROM hbase_internal.read_columns(pg_catalog.pg_typeof(row_type), relation, def.layouts[read.number]) i);
    IF items IS NULL THEN
        RAISE EXCEPTION 'type % is not a row type', pg_catalog.pg_typeof(row_type)
            USING ERRCODE = 'datatype_mismatch',
                HINT = 'Give a row of a table or composite type, for example '
                       'hbase.read(NULL::customer, ''customer_h'').';
    END IF;
    -- all rows of the type, because those of a question need not have each column
    source := hbase_internal.read_source(relation, def.layouts, number, NULL, NULL);
    -- a qualifier that no row has is a misspelled column
    FOR c IN
        SELECT i.name, i.shown
        FROM hbase_internal.read_columns(pg_catalog.pg_typeof(row_type), relation, def.layouts[read.number]) i
        WHERE i.shown IS NOT NULL
        ORDER BY i.number
    LOOP
        EXECUTE pg_catalog.format(
            'SELECT NOT EXISTS (SELECT FROM %1$s) OR EXISTS ('
            'SELECT FROM (SELECT %2$s AS seen FROM %1$s) x WHERE x.seen)',
            source, c.shown) INTO seen;
        IF NOT seen THEN
            RAISE EXCEPTION 'column "%" of type % does not exist in %', c.name,
                hbase_internal.sql_type(pg_catalog.pg_typeof(row_type), NULL), hbase_internal.sql_relation(relation)
                USING ERRCODE = 'undefined_column',
                    DETAIL = CASE WHEN EXISTS (
                                 SELECT FROM hbase_internal.layout_fields(def.layouts[number]) k
                                 WHERE k.field OPERATOR(pg_catalog.=) c.name)
                             THEN 'The key does not give this field back.'
                             ELSE 'It is not a field of the key, a column of the dictionary, '
                                  'or a qualifier of a row.' END,
                    HINT = pg_catalog.concat(hbase_internal.known_columns(relation, def.layouts[number], c.name),
                        ' A column that no row has yet is declared with hbase.define_column().');
        END IF;
    END LOOP;
    RETURN QUERY EXECUTE pg_catalog.format('SELECT %s FROM %s', items,
        hbase_internal.read_source(relation, def.layouts, number, question, ranges));
END $$;
COMMENT ON FUNCTION hbase.read(anyelement, regclass, int, jsonb)
    IS 'rows of a relation as rows of a type, with columns from the key, the column dictionary and qualifiers; '
       'all rows, or those whose key satisfies a question';
