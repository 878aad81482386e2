-- @title Exporting HFiles
-- @data export
-- @per export
-- @measure processor
-- @memory
-- @session
\set folder `echo "$SERVER_DIR/export"`
\set kept_folder `echo "$SERVER_DIR/kept"`
\set copy `echo "$SERVER_DIR/export.copy"`
SET work_mem = '512MB';
-- @init
CREATE VIEW export_mapping AS
SELECT key, widerow_build('c1', c1, 'c2', c2, 'c3', c3, 'c4', c4, 'c5', c5) AS f FROM export_columns;
CREATE TABLE export_kept AS SELECT :'kept_folder' || '/' || path AS path FROM hbase.export_hfiles('export_wide', :'kept_folder');
SELECT count(*) FROM export_columns \g /dev/null
SELECT count(*) FROM export_wide \g /dev/null
SELECT count(*) FROM export_columns_sorted \g /dev/null
SELECT count(*) FROM export_wide_sorted \g /dev/null
-- @check the export holds every cell
SELECT sum(cells) = :export * 5 AND sum(rows) = :export FROM hbase.export_hfiles('export_wide', :'folder', regions => 4);
\! rm -rf "$SERVER_DIR/export"
-- @check and they are those of the relation
SELECT bool_and(ok) FROM hbase.verify('export_wide', :'kept_folder', with_relation => true);
-- @check and reading it back finds them
SELECT count(*) = :export * 5 FROM hfile_cells((SELECT path FROM export_kept));
-- @item COPY BINARY
COPY export_columns TO :'copy' BINARY;
-- @item COPY ORDER BY key, BINARY
COPY (SELECT * FROM export_columns ORDER BY key) TO :'copy' BINARY;
-- @item export_hfiles, to be sorted
-- @against COPY ORDER BY key, BINARY <= 1.6
-- @against COPY BINARY
SELECT * FROM hbase.export_hfiles('export_wide', :'folder');
-- @after export_hfiles, to be sorted
\! rm -rf "$SERVER_DIR/export"
-- @item export_hfiles of a mapping view, to be sorted
-- @against COPY ORDER BY key, BINARY
SELECT * FROM hbase.export_hfiles('export_mapping', :'folder');
-- @after export_hfiles of a mapping view, to be sorted
\! rm -rf "$SERVER_DIR/export"
-- @item COPY of a table in key order, BINARY
COPY export_columns_sorted TO :'copy' BINARY;
-- @item export_hfiles of a table in key order
-- @against COPY of a table in key order, BINARY <= 1.8
SELECT * FROM hbase.export_hfiles('export_wide_sorted', :'folder');
-- @after export_hfiles of a table in key order
\! rm -rf "$SERVER_DIR/export"
-- @item export_hfiles, SNAPPY
-- @against export_hfiles, to be sorted <= 1.25
SELECT * FROM hbase.export_hfiles('export_wide', :'folder', options => '{"compression": "SNAPPY"}');
-- @after export_hfiles, SNAPPY
\! rm -rf "$SERVER_DIR/export"
-- @item export_hfiles, LZ4
-- @against export_hfiles, to be sorted <= 1.25
SELECT * FROM hbase.export_hfiles('export_wide', :'folder', options => '{"compression": "LZ4"}');
-- @after export_hfiles, LZ4
\! rm -rf "$SERVER_DIR/export"
-- @item export_hfiles, ZSTD
-- @against export_hfiles, to be sorted
SELECT * FROM hbase.export_hfiles('export_wide', :'folder', options => '{"compression": "ZSTD"}');
-- @after export_hfiles, ZSTD
\! rm -rf "$SERVER_DIR/export"
-- @item export_hfiles, work_mem 64 MB
-- @against export_hfiles, to be sorted
SET work_mem = '64MB';
SELECT * FROM hbase.export_hfiles('export_wide', :'folder');
-- @after export_hfiles, work_mem 64 MB
\! rm -rf "$SERVER_DIR/export"
-- @item reading them back: hfile_cells(path)
-- @against export_hfiles, to be sorted <= 1.0
SELECT count(value) FROM hfile_cells((SELECT path FROM export_kept));
-- @item reading and verifying them: hbase.verify
-- @against export_hfiles of a table in key order <= 1.0
SELECT bool_and(ok) FROM hbase.verify('export_wide', :'kept_folder');
-- @item export_hfiles, GZ
-- @against export_hfiles, to be sorted
SELECT * FROM hbase.export_hfiles('export_wide', :'folder', options => '{"compression": "GZ"}');
-- @after export_hfiles, GZ
\! rm -rf "$SERVER_DIR/export"
