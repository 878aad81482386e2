-- @data point
CREATE INDEX point_i8 ON point (i8);
CREATE INDEX point_b16 ON point (b16);
CREATE INDEX point_k16 ON point (k16);
CREATE INDEX point_b24 ON point (b24);
CREATE INDEX point_k24 ON point (k24);
CREATE INDEX point_b40 ON point (b40);
CREATE INDEX point_k40 ON point (k40);
