-- The cells of an HBase-shaped relation, in HBase's order, a line each: row,
-- family, qualifier in hex, timestamp, type, value in hex. Computed from the
-- relation, not from files. With visible set: only what a scan shows.
\pset fieldsep '\t'
\if :{?visible}
\else
\set visible 0
\endif
SELECT string_agg(format('SELECT key, %L::text AS family, c.* FROM %s, LATERAL widerow_cells(CASE WHEN %L::boolean THEN widerow_visible(widerow_at(%I, %s::bigint)) ELSE widerow_at(%I, %s::bigint) END) c',
                         attname, :'relation'::regclass, :'visible'::int = 1, attname, :'stamp', attname, :'stamp'), ' UNION ALL ') AS query
  FROM pg_attribute WHERE attrelid = :'relation'::regclass AND atttypid = 'widerow'::regtype AND NOT attisdropped \gset
SELECT encode(key::bytea, 'hex'), encode(convert_to(family, 'UTF8'), 'hex'), encode(qualifier, 'hex'), ts, type, encode(value, 'hex')
  FROM (:query) s
 ORDER BY key, convert_to(family, 'UTF8'), qualifier, ts DESC,
          array_position('{DeleteFamily,DeleteColumn,DeleteFamilyVersion,Delete,Put}', type);
