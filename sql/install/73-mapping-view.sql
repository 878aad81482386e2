-- Mappings from the catalog: the view of a table, or of several tables as record types.

-- Each type is {"relation": oid, "columns": [name, ...], "literal": text, "families": [SQL, ...], "joins": SQL,
-- "condition": SQL}.  The keys of the types after the first begin with the columns of the first.
CREATE FUNCTION hbase_internal.propose_view(
    types jsonb, profile text, view_name text, table_name text, prefix text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS MATERIALIZED (
        SELECT g.n, g.relation::regclass AS relation, g.columns::name[] AS columns, g.literal,
               COALESCE(g.families, '{}') AS families, g.joins, g.condition
        FROM ROWS FROM (jsonb_to_recordset(types) AS (
                 relation oid, columns text[], literal text, families text[], joins text, condition text))
             WITH ORDINALITY g(relation, columns, literal, families, joins, condition, n)),
    key AS MATERIALIZED (
        SELECT g.n, k.components, k.arguments, bool_or(k.is_negative) OVER () AS is_negative
        FROM given g
        JOIN given first ON first.n = 1,
             LATERAL hbase_internal.propose_key(g.relation, g.columns, 't', profile, first.relation,
                 CASE WHEN g.literal IS NULL THEN '{}' ELSE first.columns END, g.literal) k),
    layout AS (
        SELECT k.n, k.arguments, hbase_internal.propose_layout(k.components, profile, k.is_negative) AS text
        FROM key k),
    rest AS (
        SELECT g.n, COALESCE(array_agg(a.attname ORDER BY a.attnum), '{}') AS columns,
               COALESCE(bool_or(a.attnotnull), false) AS has_cell
        FROM given g
        LEFT JOIN pg_attribute a ON a.attrelid = g.relation AND a.attnum > 0 AND NOT a.attisdropped
                                AND a.attname <> ALL (g.columns)
        GROUP BY g.n),
    value AS MATERIALIZED (
        SELECT g.n, v.*, min(v.type || v.encoding) OVER w <> max(v.type || v.encoding) OVER w AS differs
        FROM given g
        JOIN rest r ON r.n = g.n,
             LATERAL hbase_internal.propose_values(g.relation, r.columns, 't', profile, prefix) v
        WINDOW w AS (PARTITION BY v.name)),
    -- a column has one qualifier and one type in all types of records
    cell AS (
        SELECT v.n, v.number, v.name, v.is_rounded AND NOT v.differs AS is_rounded,
               CASE WHEN v.differs THEN v.text_expression ELSE v.expression END AS expression,
               CASE WHEN v.differs THEN 'text' ELSE v.type END AS type,
               CASE WHEN v.differs THEN 'string' ELSE v.encoding END AS encoding
        FROM value v),
    column_name AS (
        SELECT array_agg(c.name ORDER BY c.place) AS names
        FROM (SELECT name, min(ARRAY[n, number]) AS place FROM cell GROUP BY name) c),
    short AS (
        SELECT u.name, u.short
        FROM column_name c, ROWS FROM (unnest(c.names), unnest(hbase_internal.short_names(c.names::text[])))
             u(name, short)),
    -- HBase has no row without cells; a function has at most 100 arguments
    pair AS (
        SELECT p.n, row_number() OVER (PARTITION BY p.n ORDER BY p.number) AS number, p.text
        FROM (SELECT r.n, 0 AS number, ''''', ''''::bytea' AS text FROM rest r WHERE NOT r.has_cell
              UNION ALL
              SELECT c.n, c.number, format('%L, %s', s.short, c.expression)
              FROM cell c JOIN short s ON s.name = c.name) p),
    call AS (
        SELECT p.n, (p.number - 1) / 40 AS number, string_agg(p.text, ', ' ORDER BY p.number) AS pairs
        FROM pair p GROUP BY 1, 2),
    built AS (
        SELECT c.n, string_agg(
                   CASE WHEN profile = 'java' THEN format('%swiderow_build(%s)', prefix, c.pairs)
                        ELSE format('%1$swiderow_build(%2$L::%1$shbase_encoding, %3$s)', prefix, profile, c.pairs) END,
                   CASE WHEN prefix = '' THEN E'\n       || ' ELSE format(E'\n       OPERATOR(%s||) ', prefix) END
                   ORDER BY c.number) AS cells
        FROM call c GROUP BY c.n),
    part AS (
        SELECT string_agg(format(E'SELECT %s\nFROM %s t%s%s',
                   array_to_string(
                       ARRAY[format('%srowkey_compose(%L, %s) AS key', prefix, l.text, l.arguments),
                             format('%s AS d', b.cells)] || g.families, E',\n       '),
                   hbase_internal.own_rows(g.relation), g.joins, g.condition), E'\nUNION ALL\n' ORDER BY g.n)
                   AS selects,
               string_agg(quote_literal(l.text), ', ' ORDER BY g.n) AS layouts
        FROM given g JOIN layout l ON l.n = g.n JOIN built b ON b.n = g.n),
    dictionary AS (
        SELECT string_agg(format(E'SELECT hbase.define_column(%L, ''d'', %L, %L, %L, %L);\n',
                   view_name, d.short, d.name, d.type, d.encoding), '' ORDER BY d.n, d.number) AS columns,
               string_agg(quote_ident(d.name), ', ' ORDER BY d.n, d.number) FILTER (WHERE d.is_rounded) AS rounded
        FROM (SELECT DISTINCT ON (c.name) c.*, s.short
              FROM cell c JOIN short s ON s.name = c.name
              ORDER BY c.name, c.n) d)
    SELECT concat(
        CASE WHEN d.rounded IS NOT NULL
             THEN hbase_internal.comment_line(format(
                 '%s: in milliseconds, as all values are by now; '
                 'hbase_encode(value, ''string'', ''type(6)'') would keep finer ones.', d.rounded)) END,
        format(E'CREATE OR REPLACE VIEW %s AS\n%s;\n', view_name, p.selects),
        format(E'SELECT hbase.define(%L, %L, ARRAY[%s]::%srowkey_layout[]);\n', view_name, table_name, p.layouts,
            prefix),
        d.columns)
    FROM part p, dictionary d;
END;
COMMENT ON FUNCTION hbase_internal.propose_view(jsonb, text, text, text, text)
    IS 'SQL of a mapping view with its definition and column dictionary';
