-- The tables of TPC-C; the rows are computed. Keys are composite, history has none, and customer and orders
-- are names of TPC-H too.
CREATE SCHEMA tpcc;
CREATE TABLE tpcc.warehouse (w_id int PRIMARY KEY, w_name varchar(10), w_tax numeric(4, 4), w_ytd numeric(12, 2));
CREATE TABLE tpcc.district (
    d_id int, d_w_id int REFERENCES tpcc.warehouse, d_name varchar(10), d_tax numeric(4, 4), d_next_o_id int,
    PRIMARY KEY (d_w_id, d_id));
CREATE TABLE tpcc.customer (
    c_id int, c_d_id int, c_w_id int, c_last varchar(16), c_since timestamp, c_credit char(2), c_balance numeric(12, 2),
    c_data varchar(500), PRIMARY KEY (c_w_id, c_d_id, c_id),
    FOREIGN KEY (c_w_id, c_d_id) REFERENCES tpcc.district);
CREATE TABLE tpcc.history (
    h_c_id int, h_c_d_id int, h_c_w_id int, h_d_id int, h_w_id int, h_date timestamp, h_amount numeric(6, 2),
    h_data varchar(24), FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES tpcc.customer);
CREATE TABLE tpcc.orders (
    o_id int, o_d_id int, o_w_id int, o_c_id int, o_entry_d timestamp, o_carrier_id int, o_ol_cnt int,
    PRIMARY KEY (o_w_id, o_d_id, o_id), FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES tpcc.customer);
CREATE TABLE tpcc.new_order (
    no_o_id int, no_d_id int, no_w_id int, PRIMARY KEY (no_w_id, no_d_id, no_o_id),
    FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES tpcc.orders);
CREATE TABLE tpcc.item (i_id int PRIMARY KEY, i_name varchar(24), i_price numeric(5, 2), i_data varchar(50));
CREATE TABLE tpcc.stock (
    s_i_id int REFERENCES tpcc.item, s_w_id int REFERENCES tpcc.warehouse, s_quantity int, s_dist_01 char(24),
    s_ytd int, PRIMARY KEY (s_w_id, s_i_id));
CREATE TABLE tpcc.order_line (
    ol_o_id int, ol_d_id int, ol_w_id int, ol_number int, ol_i_id int, ol_delivery_d timestamp, ol_amount numeric(6, 2),
    PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number), FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES tpcc.orders,
    FOREIGN KEY (ol_w_id, ol_i_id) REFERENCES tpcc.stock (s_w_id, s_i_id));
INSERT INTO tpcc.warehouse SELECT w, 'w' || w, w / 20.0, 300000 FROM generate_series(1, 2) w;
INSERT INTO tpcc.district SELECT d, w, 'd' || d, d / 50.0, 21 FROM generate_series(1, 2) w, generate_series(1, 5) d;
INSERT INTO tpcc.customer
SELECT c, d, w, 'LAST' || c % 7, timestamp '2024-01-01' + c * interval '1 h', CASE c % 5 WHEN 0 THEN 'BC' ELSE 'GC' END,
       -10, repeat('data ', c)
FROM generate_series(1, 2) w, generate_series(1, 5) d, generate_series(1, 20) c;
INSERT INTO tpcc.history
SELECT c_id, c_d_id, c_w_id, c_d_id, c_w_id, timestamp '2024-02-01' + (c_id / 4) * interval '1 h', 10, 'initial'
FROM tpcc.customer, generate_series(1, 1 + (c_id = 3)::int);
INSERT INTO tpcc.orders
SELECT o, d, w, 1 + o * 7 % 20, timestamp '2024-03-01' + o * interval '1 min', CASE WHEN o < 15 THEN o % 10 END, 3
FROM generate_series(1, 2) w, generate_series(1, 5) d, generate_series(1, 20) o;
INSERT INTO tpcc.new_order SELECT o_id, o_d_id, o_w_id FROM tpcc.orders WHERE o_carrier_id IS NULL;
INSERT INTO tpcc.item SELECT i, 'item ' || i, 1 + i % 90, 'data' FROM generate_series(1, 50) i;
INSERT INTO tpcc.stock SELECT i, w, 10 + i % 90, repeat('s', 24), 0 FROM generate_series(1, 2) w, generate_series(1, 50) i;
INSERT INTO tpcc.order_line
SELECT o_id, o_d_id, o_w_id, n, 1 + (o_id * n) % 50, CASE WHEN o_carrier_id IS NOT NULL THEN o_entry_d END, n * 1.25
FROM tpcc.orders, generate_series(1, 3) n;
