-- Rows of random length with several columns, versions and all kinds of markers.
CREATE SCHEMA hfile_twin;
CREATE FUNCTION hfile_twin.bits(seed text) RETURNS int IMMUTABLE RETURN hashtext(seed) & 1048575;
CREATE FUNCTION hfile_twin.made(rows int, row_len int, value_len int, options jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT hfile_agg(key, 'cf', qualifier, ts, type, value, 1700000000000, options || '{"SOURCE_TASK": "twin"}' ORDER BY key)
    FROM (SELECT DISTINCT ON (i, qualifier, ts, type) rowkey_from_text(lpad(i::text, 10, '0') || repeat('k', hfile_twin.bits('row' || i) % row_len)) AS key,
                 CASE WHEN type ~ 'Family' THEN '' ELSE qualifier END AS qualifier, ts, type,
                 CASE type WHEN 'Put' THEN left(repeat(md5(i::text || j), value_len / 32 + 1), hfile_twin.bits('value' || i || j) % (value_len + 1))::bytea ELSE '' END AS value
          FROM generate_series(1, rows) i, generate_series(1, 1 + hfile_twin.bits('cells' || i) % 6) j,
               LATERAL (SELECT decode(left('00ff610062', hfile_twin.bits('qualifier' || i || j) % 6 * 2), 'hex') AS qualifier, 1000 + hfile_twin.bits('ts' || i || j) % 4 AS ts,
                               (ARRAY['Put', 'Put', 'Put', 'Put', 'Delete', 'DeleteColumn', 'DeleteFamily', 'DeleteFamilyVersion'])[1 + hfile_twin.bits('type' || i || j) % 8] AS type) c
          ORDER BY i, qualifier, ts, type) x
$$;
CREATE FUNCTION hfile_twin.digest(file bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT count(*) || md5(string_agg(c::text, E'\n')) FROM hfile_cells(file) c $$;
