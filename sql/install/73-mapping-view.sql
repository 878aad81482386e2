-- Mappings from the catalog: the view of a table.

CREATE FUNCTION hbase_internal.propose_view(
    relation regclass, key_columns name[], profile text, view_name text, table_name text, families text[],
    joins text, condition text, prefix text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH rest AS (
        SELECT COALESCE(array_agg(a.attname ORDER BY a.attnum), '{}') AS columns,
               COALESCE(bool_or(a.attnotnull), false) AS has_cell
        FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (key_columns)),
    cell AS MATERIALIZED (
        SELECT v.*, a.attnum, a.atttypmod
        FROM rest r, LATERAL hbase_internal.propose_values(relation, r.columns, 't', profile, prefix) v
        JOIN pg_attribute a ON a.attrelid = relation AND a.attname = v.name),
    -- HBase has no row without cells; a function has at most 100 arguments
    pair AS (
        SELECT row_number() OVER (ORDER BY p.n) AS n, p.text
        FROM (SELECT 0, ''''', ''''::bytea' FROM rest r WHERE NOT r.has_cell
              UNION ALL
              SELECT c.attnum, format('%L, %s', c.short, c.expression) FROM cell c) p(n, text)),
    call AS (
        SELECT (p.n - 1) / 40 AS n, string_agg(p.text, ', ' ORDER BY p.n) AS pairs FROM pair p GROUP BY 1),
    built AS (
        SELECT string_agg(
                   CASE WHEN profile = 'java' THEN format('%swiderow_build(%s)', prefix, c.pairs)
                        ELSE format('%1$swiderow_build(%2$L::%1$shbase_encoding, %3$s)', prefix, profile, c.pairs) END,
                   E'\n       || ' ORDER BY c.n) AS cells
        FROM call c),
    told AS (
        SELECT string_agg(quote_ident(c.name), ', ' ORDER BY c.attnum)
                   FILTER (WHERE c.encoding <> 'string' AND c.type LIKE 'time%'
                             AND (c.atttypmod < 0 OR c.atttypmod > 3)) AS rounded,
               string_agg(format(E'SELECT hbase.define_column(%L, ''d'', %L, %L, %L, %L);\n',
                   view_name, c.short, c.name, c.type, c.encoding), '' ORDER BY c.attnum) AS columns
        FROM cell c)
    SELECT concat(
        CASE WHEN t.rounded IS NOT NULL
             THEN hbase_internal.comment_line(format(
                 '%s: in milliseconds, as all values are by now; '
                 'hbase_encode(value, ''string'', ''type(6)'') would keep finer ones.', t.rounded)) END,
        format(E'CREATE VIEW %s AS\nSELECT %s\nFROM %s t%s%s;\n', view_name,
            array_to_string(
                ARRAY[format('%srowkey_compose(%L, %s) AS key', prefix, k.layout, k.arguments),
                      format('%s AS d', b.cells)] || families, E',\n       '),
            hbase_internal.sql_relation(relation), joins, condition),
        format(E'SELECT hbase.define(%L, %L, ARRAY[%L]::%srowkey_layout[]);\n',
            view_name, table_name, k.layout, prefix),
        t.columns)
    FROM hbase_internal.propose_key(relation, key_columns, 't', profile) k, built b, told t;
END;
COMMENT ON FUNCTION hbase_internal.propose_view(regclass, name[], text, text, text, text[], text, text, text)
    IS 'SQL of a mapping view with its definition and column dictionary';
