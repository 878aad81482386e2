-- Cells one a row, in key order: 10 of each key, text of 20 characters.
CREATE UNLOGGED TABLE cell (
    k rowkey NOT NULL, fam text COLLATE "C" NOT NULL, qual text COLLATE "C" NOT NULL,
    ts int8 NOT NULL, val text NOT NULL);
INSERT INTO cell
SELECT k, 'f', 'q' || q, 1700000000000, substr(md5(i::text || q), 1, 20)
FROM (SELECT i, rowkey_hash(i::text, 'md5') k FROM generate_series(1, :wide) i ORDER BY 2) s, generate_series(0, 9) q;
CREATE UNIQUE INDEX ON cell (k, fam, qual, ts DESC);
VACUUM (FREEZE, ANALYZE) cell;
