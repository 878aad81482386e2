-- The parts of hbase.report().

CREATE FUNCTION hbase_internal.html(value text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN replace(replace(replace(replace(COALESCE(value, ''),
        '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;');
COMMENT ON FUNCTION hbase_internal.html(text) IS 'text as HTML; NULL is empty';

CREATE FUNCTION hbase_internal.report_style() RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN $css$
:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1c212b;
font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 .5rem}
h3{font-size:1rem;margin:1.6rem 0 .4rem}a{color:inherit}
.muted,th{color:#565d6b}p{margin:.3rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem}
th{text-align:left;font-weight:600}
th,td{padding:.35rem .7rem .35rem 0;vertical-align:top;border-bottom:1px solid #d9dde4}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre{font:.85rem/1.45 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;background:#f3f5f8;padding:.8rem;border-radius:6px;margin:.5rem 0}
.badge{display:inline-block;padding:0 .5em;border-radius:4px;font-weight:600;background:#e3e7ee;color:#1c212b}
.badge.error{background:#a3123a;color:#fff}.badge.warning{background:#ffcf79;color:#1c212b}
.meter{height:.6em;background:#6f7a90;border-radius:2px;min-width:1px}
svg.heat{max-width:100%;height:auto;display:block;margin:.5rem 0}
@media (prefers-color-scheme:dark){
body{background:#11141b;color:#e9ebf1}.muted,th{color:#a7aebd}th,td{border-color:#333a48}pre{background:#1d222d}
.badge{background:#333a48;color:#e9ebf1}.badge.error{background:#ff8fa6;color:#11141b}
.badge.warning{background:#ffcb6d;color:#11141b}.meter{background:#8b96ad}}
@media print{main{max-width:none;padding:0}section{break-inside:auto}h2{break-after:avoid}
tr,svg,pre{break-inside:avoid}.scroll{overflow:visible}body{font-size:11pt}}
$css$;
COMMENT ON FUNCTION hbase_internal.report_style() IS 'style sheet of hbase.report()';

CREATE FUNCTION hbase_internal.report_table(head text, body text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(E'<div class="scroll"><table><thead><tr>%s</tr></thead><tbody>\n%s\n</tbody></table></div>',
        head, body);
COMMENT ON FUNCTION hbase_internal.report_table(text, text) IS 'table of hbase.report() from header cells and rows';

CREATE FUNCTION hbase_internal.report_number(value bigint) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN to_char(value, 'FM999,999,999,999,990');
COMMENT ON FUNCTION hbase_internal.report_number(bigint) IS 'number in the format of hbase.report()';

CREATE FUNCTION hbase_internal.report_findings(findings jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.report_table(
        '<th></th><th>rule</th><th>subject</th><th>measured</th><th>explanation, and what to do</th>',
        string_agg(format(
            '<tr><td><span class="badge %1$s">%1$s</span></td><td>%2$s</td><td>%3$s</td><td>%4$s</td>'
            '<td>%5$s<br><span class="muted">%6$s</span></td></tr>',
            hbase_internal.html(f.finding ->> 'severity'), hbase_internal.html(f.finding ->> 'rule'),
            hbase_internal.html(f.finding ->> 'subject'), hbase_internal.html(f.finding ->> 'measured'),
            hbase_internal.html(f.finding ->> 'explanation'), hbase_internal.html(f.finding ->> 'advice')), E'\n'
            ORDER BY f.n))
    FROM jsonb_array_elements(findings) WITH ORDINALITY f(finding, n)
    HAVING count(*) > 0;
END;
COMMENT ON FUNCTION hbase_internal.report_findings(jsonb) IS 'findings of hbase.check() for hbase.report()';

CREATE FUNCTION hbase_internal.report_regions(relation regclass, regions int, at name) RETURNS text
    LANGUAGE sql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT hbase_internal.report_table(
        '<th class="number">region</th><th>from row key</th><th class="number">rows</th>'
        '<th class="number">KeyValues</th><th></th>',
        string_agg(format(
            '<tr><td class="number">%s</td><td><code>%s</code></td><td class="number">%s</td>'
            '<td class="number">%s</td><td style="width:30%%"><div class="meter" style="width:%s%%"></div></td></tr>',
            p.region, hbase_internal.html(COALESCE(p.split::text, 'the beginning')),
            hbase_internal.report_number(p.rows),
            pg_size_pretty(p.bytes), round(100.0 * p.bytes / GREATEST(p.most, 1), 1)), E'\n' ORDER BY p.region))
    FROM (SELECT s.*, max(s.bytes) OVER () AS most
          FROM hbase.plan_splits(relation, report_regions.regions, at => report_regions.at) s) p;
END;
COMMENT ON FUNCTION hbase_internal.report_regions(regclass, int, name)
    IS 'regions of hbase.plan_splits() for hbase.report()';

CREATE FUNCTION hbase_internal.report_size(sizes jsonb) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
BEGIN ATOMIC
    SELECT hbase_internal.report_table(
        '<th>family</th><th class="number">rows</th><th class="number">cells</th><th class="number">KeyValues</th>'
        '<th class="number">HFiles as defined</th><th class="number">SNAPPY</th><th class="number">GZ</th>',
        string_agg(format(
            '<tr><td>%s</td><td class="number">%s</td><td class="number">%s</td><td class="number">%s</td>'
            '<td class="number">%s</td><td class="number">%s</td><td class="number">%s</td></tr>',
            hbase_internal.html(COALESCE(e.family, 'all')), hbase_internal.report_number(e.rows),
            hbase_internal.report_number(e.cells),
            pg_size_pretty(e.keyvalue_bytes), pg_size_pretty(e.hfile_bytes), pg_size_pretty(e.snappy),
            pg_size_pretty(e.gz)), E'\n' ORDER BY e.family COLLATE "C"))
    FROM jsonb_to_recordset(sizes) AS e(
        family text, rows bigint, cells bigint, keyvalue_bytes bigint, hfile_bytes bigint, snappy bigint, gz bigint);
END;
COMMENT ON FUNCTION hbase_internal.report_size(jsonb) IS 'sizes of hbase.estimate() for hbase.report()';

CREATE FUNCTION hbase_internal.report_heat(relation regclass, regions int, every interval, at name) RETURNS text
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE
AS $$
DECLARE
    message pg_catalog.text;
    hint pg_catalog.text;
BEGIN
    RETURN hbase.heat_svg(relation, regions, every, at, title => 'Cells by time and region');
EXCEPTION WHEN object_not_in_prerequisite_state OR program_limit_exceeded THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
    RETURN pg_catalog.format('<p>No forecast: %s.</p><p class="muted">%s</p>',
        hbase_internal.html(message), hbase_internal.html(hint));
END $$;
COMMENT ON FUNCTION hbase_internal.report_heat(regclass, int, interval, name)
    IS 'heat map of hbase.heat_svg() for hbase.report(), or the reason why there is none';

CREATE FUNCTION hbase_internal.report_page(title text, intro text, body text) RETURNS text
    LANGUAGE sql STABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(
        E'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">\n<title>%1$s for HBase</title>\n'
        '<style>%2$s</style></head>\n<body><main>\n<h1>%1$s</h1>\n'
        '<p class="muted">what %3$s will be in HBase, from the rows as of %4$s UTC</p>\n%5$s</main></body></html>',
        hbase_internal.html(title), hbase_internal.report_style(), hbase_internal.html(intro),
        to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), body);
COMMENT ON FUNCTION hbase_internal.report_page(text, text, text)
    IS 'page of hbase.report() and hbase.report_schema()';

-- A page has one relation with the level 2, or several with the level 3 and different prefixes.
CREATE FUNCTION hbase_internal.report_section(level int, prefix text, id text, title text, body text) RETURNS text
    LANGUAGE sql IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE
    RETURN format(E'<section id="%1$s%2$s"><h%3$s>%4$s</h%3$s>\n%5$s</section>\n', prefix, id, level, title, body);
COMMENT ON FUNCTION hbase_internal.report_section(int, text, text, text, text)
    IS 'section of hbase.report(), with a heading of a level and a prefix for its id';
