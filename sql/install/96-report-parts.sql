-- The parts of hbase.report().

CREATE FUNCTION hbase_internal.html(value text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN replace(replace(replace(replace(COALESCE(value, ''),
        '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;');
COMMENT ON FUNCTION hbase_internal.html(text) IS 'text as HTML; NULL is empty';

CREATE FUNCTION hbase_internal.report_style() RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.report_style() IS 'style sheet of hbase.report()';

CREATE FUNCTION hbase_internal.report_script() RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.report_script() IS 'script of hbase.report()';

CREATE FUNCTION hbase_internal.heat_figure(
    relation regclass, regions int, every interval, at name, splits @extschema@.rowkey[], title text) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_heat_figure' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase_internal.heat_figure(regclass, int, interval, name, @extschema@.rowkey[], text)
    IS 'picture of hbase.heat_svg() as a figure of hbase.report()';

CREATE FUNCTION hbase_internal.report_table(caption text, head text, body text, foot text DEFAULT '') RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(E'<table><caption>%s</caption>\n<thead><tr>%s</tr></thead>\n<tbody>\n%s\n</tbody>%s</table>\n',
        caption, head, body, foot);
COMMENT ON FUNCTION hbase_internal.report_table(text, text, text, text)
    IS 'table of hbase.report() from header cells and rows';

-- Names that start with # are headers of numbers.
CREATE FUNCTION hbase_internal.report_head(VARIADIC names text[]) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT string_agg(format('<th scope="col"%s>%s</th>', CASE WHEN u.name LIKE '#%' THEN ' class="number"' END,
               ltrim(u.name, '#')), '' ORDER BY u.n)
    FROM unnest(names) WITH ORDINALITY u(name, n);
END;
COMMENT ON FUNCTION hbase_internal.report_head(text[]) IS 'header cells for hbase_internal.report_table()';

-- A phone shows the label before the number.
CREATE FUNCTION hbase_internal.report_cell(label text, number text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format('<td class="number" data-label="%s">%s</td>', label, number);
COMMENT ON FUNCTION hbase_internal.report_cell(text, text) IS 'cell with a number for hbase_internal.report_table()';

CREATE FUNCTION hbase_internal.report_number(value bigint) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN to_char(value, 'FM999,999,999,999,990');
COMMENT ON FUNCTION hbase_internal.report_number(bigint) IS 'number in the format of hbase.report()';

-- All sizes of a table have one unit, which suits the largest.
CREATE FUNCTION hbase_internal.report_unit(largest bigint, OUT unit text, OUT bytes bigint)
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT u.unit, u.bytes
    FROM (VALUES ('kB', 1024), ('MB', 1048576), ('GB', 1073741824), ('TB', 1099511627776)) u(unit, bytes)
    WHERE u.bytes = 1024 OR u.bytes <= largest / 10
    ORDER BY u.bytes DESC LIMIT 1;
END;
COMMENT ON FUNCTION hbase_internal.report_unit(bigint) IS 'unit of the sizes of a table of hbase.report()';

CREATE FUNCTION hbase_internal.report_size(size bigint, unit bigint) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN size > 0 AND size::numeric / unit < 0.05 THEN '&lt;0.1'
                ELSE to_char(round(size::numeric / unit, 1), 'FM999,999,999,990.0') END;
COMMENT ON FUNCTION hbase_internal.report_size(bigint, bigint) IS 'size in a unit for hbase.report()';

CREATE FUNCTION hbase_internal.report_count(findings jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT COALESCE(string_agg(format('<span class="badge %1$s">%2$s %1$s%3$s</span>', c.severity, c.n,
               CASE WHEN c.n > 1 AND c.severity <> 'advice' THEN 's' END), ' ' ORDER BY c.place), 'none')
    FROM (SELECT f ->> 'severity' AS severity, count(*) AS n,
                 array_position('{error,warning,advice}', f ->> 'severity') AS place
          FROM jsonb_array_elements(findings) f GROUP BY 1) c;
END;
COMMENT ON FUNCTION hbase_internal.report_count(jsonb) IS 'numbers of findings for hbase.report()';

CREATE FUNCTION hbase_internal.report_findings(findings jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format(E'<ul class="findings">\n%s\n</ul>\n', string_agg(format(
            '<li><p><span class="badge %1$s">%1$s</span> <b>%2$s</b> <code>%3$s</code> %4$s</p>'
            '<p>%5$s</p><p class="muted">%6$s</p></li>',
            hbase_internal.html(f.finding ->> 'severity'), hbase_internal.html(f.finding ->> 'rule'),
            hbase_internal.html(f.finding ->> 'subject'), hbase_internal.html(f.finding ->> 'measured'),
            hbase_internal.html(f.finding ->> 'explanation'), hbase_internal.html(f.finding ->> 'advice')), E'\n'
            ORDER BY f.n))
    FROM jsonb_array_elements(findings) WITH ORDINALITY f(finding, n)
    HAVING count(*) > 0;
END;
COMMENT ON FUNCTION hbase_internal.report_findings(jsonb) IS 'findings of hbase.check() for hbase.report()';

-- The totals of several results of hbase.estimate(), whose rows are in one array.
CREATE FUNCTION hbase_internal.report_facts(relations bigint, sizes jsonb, findings jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT format(E'<dl>%s</dl>\n', string_agg(format('<div><dt>%s</dt><dd>%s</dd></div>', f.name, f.value), ''
               ORDER BY f.n))
    FROM (SELECT sum(e.rows)::bigint AS rows, sum(e.cells)::bigint AS cells,
                 sum(e.keyvalue_bytes)::bigint AS keyvalue_bytes, sum(e.hfile_bytes)::bigint AS hfile_bytes,
                 sum(e.regions) AS regions
          FROM jsonb_to_recordset(sizes) AS e(
              family text, rows bigint, cells bigint, keyvalue_bytes bigint, hfile_bytes bigint, regions int)
          WHERE e.family IS NULL) s,
         LATERAL hbase_internal.report_unit(10 * s.keyvalue_bytes) k,
         LATERAL hbase_internal.report_unit(10 * s.hfile_bytes) h,
         LATERAL (VALUES
             (1, 'relations', hbase_internal.report_number(relations)),
             (2, 'rows', hbase_internal.report_number(s.rows)),
             (3, 'cells', hbase_internal.report_number(s.cells)),
             (4, 'KeyValues', hbase_internal.report_size(s.keyvalue_bytes, k.bytes) || ' ' || k.unit),
             (5, 'HFiles as defined', hbase_internal.report_size(s.hfile_bytes, h.bytes) || ' ' || h.unit),
             (6, 'regions for this size', hbase_internal.report_number(s.regions)),
             (7, 'findings', hbase_internal.report_count(findings))) f(n, name, value)
    WHERE f.value IS NOT NULL;
END;
COMMENT ON FUNCTION hbase_internal.report_facts(bigint, jsonb, jsonb) IS 'totals at the top of hbase.report()';

-- Many regions are shown when the reader opens them, and on paper.
CREATE FUNCTION hbase_internal.report_regions(relation regclass, regions int, at name) RETURNS text
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    WITH planned AS MATERIALIZED (
        SELECT s.*, max(s.bytes) OVER () AS most
        FROM hbase.plan_splits(relation, report_regions.regions, at => report_regions.at) s)
    SELECT format(
        CASE WHEN count(*) > 20 THEN E'<details><summary>%s regions</summary>\n%s</details>\n' ELSE '%2$s' END,
        count(*), hbase_internal.report_table(
            format('planned from the data; KeyValues in %s', min(u.unit)),
            hbase_internal.report_head('#region', 'from row key', '#rows', '#KeyValues', 'share of the largest'),
            string_agg(concat('<tr>',
                hbase_internal.report_cell('region', p.region::text),
                format('<td class="key"><code>%s</code></td>',
                    hbase_internal.html(COALESCE(p.split::text, 'the beginning'))),
                hbase_internal.report_cell('rows', hbase_internal.report_number(p.rows)),
                hbase_internal.report_cell('KeyValues', hbase_internal.report_size(p.bytes, u.bytes)),
                format('<td class="meter"><svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" '
                    'aria-label="%1$s %%"><rect width="%1$s" height="1"/></svg></td></tr>',
                    round(100.0 * p.bytes / GREATEST(p.most, 1), 1))), E'\n' ORDER BY p.region)))
    FROM planned p, LATERAL hbase_internal.report_unit(p.most) u;
END;
COMMENT ON FUNCTION hbase_internal.report_regions(regclass, int, name)
    IS 'regions of hbase.plan_splits() for hbase.report()';

CREATE FUNCTION hbase_internal.report_sizes(sizes jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT e.*, max(GREATEST(e.keyvalue_bytes, e.hfile_bytes)) OVER () AS most
        FROM jsonb_to_recordset(sizes) AS e(
            family text, rows bigint, cells bigint, keyvalue_bytes bigint, hfile_bytes bigint, snappy bigint,
            gz bigint))
    SELECT hbase_internal.report_table(
        format('sizes in %s', min(u.unit)),
        hbase_internal.report_head('family', '#rows', '#cells', '#KeyValues', '#HFiles as defined',
            '#HFiles with SNAPPY', '#HFiles with GZ'),
        string_agg(concat('<tr>',
            format('<th scope="row">%s</th>', hbase_internal.html(COALESCE(g.family, 'all families'))),
            hbase_internal.report_cell('rows', hbase_internal.report_number(g.rows)),
            hbase_internal.report_cell('cells', hbase_internal.report_number(g.cells)),
            hbase_internal.report_cell('KeyValues', hbase_internal.report_size(g.keyvalue_bytes, u.bytes)),
            hbase_internal.report_cell('HFiles', hbase_internal.report_size(g.hfile_bytes, u.bytes)),
            hbase_internal.report_cell('SNAPPY', hbase_internal.report_size(g.snappy, u.bytes)),
            hbase_internal.report_cell('GZ', hbase_internal.report_size(g.gz, u.bytes)),
            '</tr>'), E'\n' ORDER BY g.family COLLATE "C"))
    FROM given g, LATERAL hbase_internal.report_unit(g.most) u;
END;
COMMENT ON FUNCTION hbase_internal.report_sizes(jsonb) IS 'sizes of hbase.estimate() for hbase.report()';

CREATE FUNCTION hbase_internal.report_heat(
    relation regclass, regions int, every interval, at name, title text) RETURNS text
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
DECLARE
    message pg_catalog.text;
    hint pg_catalog.text;
BEGIN
    RETURN hbase_internal.heat_figure(relation, regions, every, at, NULL, title);
EXCEPTION WHEN object_not_in_prerequisite_state OR program_limit_exceeded THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
    RETURN pg_catalog.format(E'<div><p>No forecast: %s.</p>\n<p class="muted">%s</p></div>',
        hbase_internal.html(message), hbase_internal.html(hint));
END $$;
COMMENT ON FUNCTION hbase_internal.report_heat(regclass, int, interval, name, text)
    IS 'heat map of hbase.heat_svg() for hbase.report(), or the reason why there is none';

CREATE FUNCTION hbase_internal.report_hash(content text) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN format('''sha256-%s''', encode(sha256(convert_to(content, 'UTF8')), 'base64'));
COMMENT ON FUNCTION hbase_internal.report_hash(text)
    IS 'hash of a style sheet or script for the Content-Security-Policy of hbase.report()';

-- The browser uses and runs nothing but this style sheet and this script.
CREATE FUNCTION hbase_internal.report_page(title text, intro text, body text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(
        E'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src ''none''; style-src %6$s; script-src %7$s; '
        'base-uri ''none''; form-action ''none''">\n'
        '<meta name="viewport" content="width=device-width">\n<title>%1$s for HBase</title>\n'
        '<style>%2$s</style></head>\n<body><main>\n<h1>%1$s</h1>\n'
        '<p class="muted">What %3$s will be in HBase, from the rows as of %4$s UTC.</p>\n%5$s</main>\n'
        '<script>%8$s</script></body></html>',
        hbase_internal.html(title), hbase_internal.report_style(), hbase_internal.html(intro),
        to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), body,
        hbase_internal.report_hash(hbase_internal.report_style()),
        hbase_internal.report_hash(hbase_internal.report_script()), hbase_internal.report_script());
COMMENT ON FUNCTION hbase_internal.report_page(text, text, text)
    IS 'page of hbase.report() and hbase.report_schema()';

-- A page has one relation with the level 2, or several with the level 3 and different prefixes.
CREATE FUNCTION hbase_internal.report_section(level int, prefix text, id text, title text, body text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(E'<section id="%1$s%2$s"><h%3$s>%4$s</h%3$s>\n%5$s</section>\n', prefix, id, level, title, body);
COMMENT ON FUNCTION hbase_internal.report_section(int, text, text, text, text)
    IS 'section of hbase.report(), with a heading of a level and a prefix for its id';
