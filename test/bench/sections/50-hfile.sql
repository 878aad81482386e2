-- @title An HFile as a value
-- @data export
-- @per export
-- @memory
-- @session
SET work_mem = '512MB';
-- @init
CREATE UNLOGGED TABLE hfile AS
SELECT hfile_agg(key, 'f', qualifier, ts, type, value, 1700000000000) AS file
FROM (SELECT * FROM export_wide_sorted LIMIT 200000) s, widerow_cells(f);
SELECT count(*) FROM export_columns \g /dev/null
SELECT count(*) FROM export_columns_sorted \g /dev/null
SELECT count(*) FROM export_wide_sorted \g /dev/null
-- @item COPY BINARY ORDER BY key, to nowhere
COPY (SELECT * FROM export_columns ORDER BY key) TO '/dev/null' BINARY;
-- @item hfile_stream, ORDER BY key
-- @against COPY BINARY ORDER BY key, to nowhere
SELECT sum(length(piece)) FROM hfile_stream('SELECT key, ''f''::name, qualifier, ts, type, value FROM (SELECT * FROM export_wide ORDER BY key) s, widerow_cells(f)', 1700000000000) AS piece;
-- @item COPY BINARY of a table in key order
COPY export_columns_sorted TO '/dev/null' BINARY;
-- @item widerow_cells of a table in key order
SELECT count(value) FROM export_wide_sorted, widerow_cells(f);
-- @item hfile_agg of a table in key order
-- @against COPY BINARY of a table in key order
SELECT length(hfile_agg(key, 'f', qualifier, ts, type, value, 1700000000000)) FROM (SELECT * FROM export_wide_sorted LIMIT 200000) s, widerow_cells(f);
-- @item reading it back: hfile_cells
-- @against hfile_agg of a table in key order <= 1.0
SELECT count(value) FROM hfile, hfile_cells(file);
