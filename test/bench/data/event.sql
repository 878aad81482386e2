-- @data source
-- Events by time: [ts 8][id 8], and the same behind one of 16 salt bytes.
CREATE UNLOGGED TABLE event AS
SELECT (int8send(ts) || int8send(id))::rowkey AS k, phone AS val FROM source;
CREATE UNLOGGED TABLE event_salted AS
SELECT (set_byte('\x00'::bytea, 0, (id % 16)::int) || int8send(ts) || int8send(id))::rowkey AS k, phone AS val FROM source;
CREATE UNIQUE INDEX ON event (k);
CREATE UNIQUE INDEX ON event_salted (k);
VACUUM (FREEZE, ANALYZE) event;
VACUUM (FREEZE, ANALYZE) event_salted;
