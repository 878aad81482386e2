-- @data point
CREATE INDEX point_bytea_i8 ON point_bytea (i8);
CREATE INDEX point_bytea_k16 ON point_bytea (k16);
CREATE INDEX point_bytea_k24 ON point_bytea (k24);
CREATE INDEX point_bytea_k40 ON point_bytea (k40);
CREATE INDEX point_k16 ON point (k16);
CREATE INDEX point_k24 ON point (k24);
CREATE INDEX point_k40 ON point (k40);
