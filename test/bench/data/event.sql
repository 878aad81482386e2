-- @data source
-- Events by time: [ts 8][id 8], and the same behind one of 16 salts.
CREATE FUNCTION event_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE
RETURN 'ts bigint, id bigint using phoenix'::rowkey_layout;
CREATE FUNCTION event_salted_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE
RETURN 'salt(16), ts bigint, id bigint using phoenix'::rowkey_layout;
CREATE UNLOGGED TABLE event AS SELECT rowkey_compose(event_layout(), ts, id) AS key, phone AS val FROM source;
CREATE UNLOGGED TABLE event_salted AS SELECT rowkey_compose(event_salted_layout(), ts, id) AS key, phone AS val FROM source;
CREATE UNIQUE INDEX ON event (key);
CREATE UNIQUE INDEX ON event_salted (key);
VACUUM (FREEZE, ANALYZE) event;
VACUUM (FREEZE, ANALYZE) event_salted;
