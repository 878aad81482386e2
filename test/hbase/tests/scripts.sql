-- Rows for a script of the HBase shell: bytes of every kind in keys, qualifiers
-- and values, versions, markers of all four types, Ruby's own characters.
CREATE TABLE script_h (key rowkey PRIMARY KEY, d widerow, "e-1" widerow);
INSERT INTO script_h
SELECT CASE i % 3 WHEN 0 THEN set_byte('\x6100', 1, i)::rowkey WHEN 1 THEN set_byte('\x8000', 1, i)::rowkey ELSE rowkey_from_text('row "#{' || i || '}"\') END,
       widerow_build('num', i, set_byte('\x00', 0, i), set_byte('\x00ff', 0, i)),
       CASE WHEN i % 2 = 0 THEN widerow_agg('v' || v % 2, 'text ' || v, 1600000000000 + v) END
  FROM generate_series(0, 255) i, generate_series(1, 4) v
 GROUP BY i;
INSERT INTO script_h VALUES
  ('markers', widerow_delete(widerow_delete_version('{gone@7=x, stays@7=y, one@7=a, one@8=b, "a:b"@9=colon}', 'one', 8::bigint), 'gone', 7::bigint),
   widerow_delete_family_version(widerow_delete_family('{old@3=x, mid@5=y, new@9=z}', 4::bigint), 5::bigint));
SELECT hbase.define('script_h', 'script', splits => '{m,\\x80\\x00}', families => '{"d": {"VERSIONS": 5}, "e-1": {"VERSIONS": 5, "BLOOMFILTER": "ROWCOL"}}') \g /dev/null
