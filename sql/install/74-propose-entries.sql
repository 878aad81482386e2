-- Mappings from the catalog: the entries of a mapping for a table.

-- Each type is {"relation": oid, "columns": [name, ...], "literal": text, "where": SQL, "note": text, "view": name,
-- "table": name, "rows_of": name, "families": [name, ...]}.  The columns are the key's.  With literals, the keys of
-- the types after the first begin with the columns of the first.
CREATE FUNCTION hbase_internal.propose_entries(
    types jsonb, profile text, prefix text, OUT number bigint, OUT relation text, OUT entry json)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS MATERIALIZED (
        SELECT g.n, g.relation::regclass AS source, g.columns::name[] AS columns, g.literal,
               jsonb_build_object('where', g."where", 'note', g.note, 'view', g.view, 'table', g."table",
                   'rows_of', g.rows_of) AS told,
               COALESCE(g.families, '{}') AS families
        FROM ROWS FROM (jsonb_to_recordset(types) AS (
                 relation oid, columns text[], literal text, "where" text, note text, view text, "table" text,
                 rows_of text, families text[]))
             WITH ORDINALITY g(relation, columns, literal, "where", note, view, "table", rows_of, families, n)),
    key AS MATERIALIZED (
        SELECT g.n, k.components, k.fields, bool_or(k.is_negative) OVER () AS is_negative
        FROM given g
        JOIN given first ON first.n = 1,
             LATERAL hbase_internal.propose_key(g.source, g.columns, profile, first.source,
                 CASE WHEN g.literal IS NULL THEN '{}' ELSE first.columns END, g.literal) k),
    -- a column has one qualifier and one type in all types of records
    value AS MATERIALIZED (
        SELECT g.n, v.*, min(v.type || v.encoding) OVER w <> max(v.type || v.encoding) OVER w AS differs
        FROM given g, LATERAL hbase_internal.propose_values(g.source, g.columns, profile, prefix) v
        WINDOW w AS (PARTITION BY v.name)),
    name AS MATERIALIZED (
        SELECT u.name, u.short
        FROM (SELECT array_agg(m.name ORDER BY m.place) AS names
              FROM (SELECT v.name, min(ARRAY[v.n, v.number]) AS place FROM value v GROUP BY v.name) m) m,
             ROWS FROM (unnest(m.names), unnest(hbase_internal.short_names(m.names::text[]))) u(name, short)),
    listed AS (
        SELECT v.n, json_object_agg(v.name, jsonb_strip_nulls(jsonb_build_object(
                   'family', 'd', 'qualifier', s.short,
                   'type', CASE WHEN v.differs THEN 'text'
                                WHEN v.is_fine THEN regexp_replace(v.type, '^(\w+)', '\1(6)')
                                ELSE v.type END,
                   'encoding', CASE WHEN v.differs THEN 'string' ELSE v.encoding END,
                   'value', CASE WHEN v.differs THEN v.text_value ELSE v.value END))
                   ORDER BY v.number) AS columns
        FROM value v JOIN name s ON s.name = v.name
        GROUP BY v.n)
    SELECT g.n, hbase_internal.sql_relation(g.source), json_strip_nulls(json_build_object(
        'view', g.told -> 'view', 'table', g.told -> 'table', 'rows_of', g.told -> 'rows_of',
        'key', hbase_internal.propose_layout(k.components, profile, k.is_negative),
        'note', g.told -> 'note', 'fields', k.fields, 'where', g.told -> 'where',
        'families', CASE WHEN g.n = 1
                         THEN (SELECT json_object_agg(f.name, json_build_object() ORDER BY f.n)
                               FROM unnest(ARRAY['d'] || g.families) WITH ORDINALITY f(name, n)) END,
        'columns', COALESCE(l.columns, '{}')))
    FROM given g
    JOIN key k ON k.n = g.n
    LEFT JOIN listed l ON l.n = g.n
    ORDER BY g.n;
END;
COMMENT ON FUNCTION hbase_internal.propose_entries(jsonb, text, text)
    IS 'entries of a mapping for tables that are types of records in one view';

-- The qualifier is the rest of the key.  Without a key it is a digest of the row, and equal rows are numbered.
CREATE FUNCTION hbase_internal.propose_cells(
    relation regclass, keys name[], refers name[], parent regclass, key_columns name[], family text, profile text)
    RETURNS json
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH own AS (
        SELECT p.profile, k.components, k.is_negative,
               CASE WHEN keys = '{}'
                    THEN json_build_object('hbase_digest', format(
                             'concat(%1$s, ''_'' || NULLIF(row_number() OVER (PARTITION BY %1$s), 1))',
                             hbase_internal.propose_digest(relation)))
                    ELSE k.fields END AS fields
        FROM (SELECT CASE WHEN propose_cells.profile = 'java' THEN 'string' ELSE propose_cells.profile END) p(profile),
             LATERAL hbase_internal.propose_key(relation, hbase_internal.without_names(keys, refers), p.profile,
                 relation, '{}', NULL) k)
    SELECT json_strip_nulls(json_build_object(
        'cells_of', hbase_internal.sql_relation(parent),
        'reference', (SELECT json_object_agg(u.own, u.parents ORDER BY u.n)
                      FROM ROWS FROM (unnest(refers), unnest(key_columns)) WITH ORDINALITY u(own, parents, n)),
        'family', family,
        'qualifier', hbase_internal.propose_layout(
            CASE WHEN keys = '{}' THEN 'hbase_digest text' ELSE o.components END, o.profile, o.is_negative),
        'fields', o.fields,
        'columns', COALESCE((
            SELECT json_object_agg(a.attname, json_build_object() ORDER BY a.attnum)
            FROM pg_attribute a
            WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (refers)), '{}')))
    FROM own o;
END;
COMMENT ON FUNCTION hbase_internal.propose_cells(regclass, name[], name[], regclass, name[], text, text)
    IS 'entry of a mapping for a table whose rows are cells of the rows of another one';

-- The record types of a table: itself, and the tables that refer to it or, in a mapping of a schema, belong to it.
CREATE FUNCTION hbase_internal.record_types(
    relation regclass, key_columns name[], only_owned boolean,
    OUT number bigint, OUT child regclass, OUT columns name[], OUT head name[], OUT evidence text)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT c.number, c.child, c.head || hbase_internal.without_names(k.columns, c.head), c.head, k.evidence
    FROM (SELECT o.number, o.child, o.head
          FROM pg_class r, LATERAL hbase_internal.owned_tables(r.relnamespace) o
          WHERE only_owned AND r.oid = relation AND o.root = relation
          UNION ALL
          SELECT r.number, r.child, r.refers FROM hbase_internal.referring_tables(relation, key_columns) r
          WHERE NOT only_owned AND r.child <> relation) c,
         LATERAL hbase_internal.proposed_key(c.child) k;
END;
COMMENT ON FUNCTION hbase_internal.record_types(regclass, name[], boolean)
    IS 'tables whose rows are mapped beside the rows of a table, and their keys';

CREATE FUNCTION hbase_internal.table_mapping(
    relation regclass, profile text, children text, only_owned boolean, view_name text, table_name text, prefix text,
    OUT number bigint, OUT member text, OUT entry json) RETURNS SETOF record
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH mapped AS MATERIALIZED (
        SELECT k.columns, k.evidence FROM hbase_internal.proposed_key(relation) k),
    type AS MATERIALIZED (
        SELECT r.* FROM mapped m, LATERAL hbase_internal.record_types(relation, m.columns, only_owned) r
        WHERE children = 'rows'),
    nested AS MATERIALIZED (
        SELECT r.number, r.child, r.keys, r.refers, r.family
        FROM mapped m, LATERAL hbase_internal.referring_tables(relation, m.columns) r
        WHERE children = 'nest' AND r.family IS NOT NULL
        UNION ALL
        SELECT o.number, o.child, k.keys, o.head, o.family
        FROM pg_class c, LATERAL hbase_internal.included_tables(c.relnamespace, 'cells') o,
             LATERAL hbase_internal.key_columns(o.child) k(keys)
        WHERE children = 'cells' AND c.oid = relation AND o.root = relation),
    -- each type of records has a number after the key of the table
    types AS (
        SELECT jsonb_build_array(jsonb_build_object(
                   'relation', relation::oid::bigint, 'columns', m.columns,
                   'literal', CASE WHEN t.n > 0 THEN lpad('1', t.width, '0') END, 'note', m.evidence,
                   'view', view_name, 'table', table_name,
                   'families', (SELECT jsonb_agg(n.family ORDER BY n.number) FROM nested n)))
               || COALESCE((
                   SELECT jsonb_agg(jsonb_build_object(
                              'relation', r.child::oid::bigint, 'columns', r.columns,
                              'literal', lpad((r.number + 1)::text, t.width, '0'), 'note', r.evidence,
                              'where', hbase_internal.filled_condition(r.child, r.head),
                              'rows_of', hbase_internal.sql_relation(relation)) ORDER BY r.number)
                   FROM type r), '[]') AS list
        FROM mapped m, (SELECT count(*), length((count(*) + 1)::text) FROM type) t(n, width))
    SELECT e.number, e.relation, e.entry
    FROM types t, LATERAL hbase_internal.propose_entries(t.list, profile, prefix) e
    UNION ALL
    SELECT 1000000 + n.number, hbase_internal.sql_relation(n.child),
           hbase_internal.propose_cells(n.child, n.keys, n.refers, relation, m.columns, n.family, profile)
    FROM mapped m, nested n
    ORDER BY 1;
END;
COMMENT ON FUNCTION hbase_internal.table_mapping(regclass, text, text, boolean, text, text, text)
    IS 'entries of a mapping for a table, and for the tables whose rows are in its view';
