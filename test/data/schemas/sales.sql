-- Sales: a table of the same name as in the library, a fact table with four parents and no
-- key, rows that are equal to others, a table with a unique index only, and one to one.
-- Made for the tests; the rows are computed.
CREATE SCHEMA sales;
CREATE TABLE sales.customer (
    customer_id int PRIMARY KEY, company text NOT NULL, region text, credit numeric, rating real, notes jsonb);
CREATE TABLE sales.customer_address (
    customer_id int PRIMARY KEY REFERENCES sales.customer, street text, zip text, located inet);
CREATE TABLE sales.product (sku text NOT NULL, revision int NOT NULL, name text, weight float8, UNIQUE (sku, revision));
CREATE TABLE sales.store (store_id int PRIMARY KEY, name text, opened timestamp);
CREATE TABLE sales.promotion (promotion_id int PRIMARY KEY, title text, starts date, ends date);
CREATE TABLE sales.fact (
    customer_id int NOT NULL REFERENCES sales.customer, store_id int NOT NULL REFERENCES sales.store,
    promotion_id int REFERENCES sales.promotion, sku text NOT NULL, revision int NOT NULL,
    sold date NOT NULL, amount numeric(10, 2) NOT NULL, units int NOT NULL,
    FOREIGN KEY (sku, revision) REFERENCES sales.product (sku, revision));
CREATE TABLE sales.click (at timestamptz NOT NULL, page text NOT NULL, session uuid);
CREATE TABLE sales.account (account_no text PRIMARY KEY, owner int REFERENCES sales.customer, balance numeric, parent text REFERENCES sales.account);
CREATE TABLE sales.posting (
    account_no text NOT NULL REFERENCES sales.account, seq int NOT NULL, posted timestamptz NOT NULL, amount numeric NOT NULL,
    PRIMARY KEY (account_no, seq));
CREATE TABLE sales.posting_tag (
    account_no text NOT NULL, seq int NOT NULL, tag text NOT NULL, amount int,
    PRIMARY KEY (account_no, seq, tag), FOREIGN KEY (account_no, seq) REFERENCES sales.posting);
CREATE TABLE sales.posting_note (
    account_no text NOT NULL, seq int NOT NULL, note text, FOREIGN KEY (account_no, seq) REFERENCES sales.posting);
INSERT INTO sales.customer SELECT i, 'Company ' || i, 'region ' || i % 4, i * 100 + 0.25, i / 3.0, jsonb_build_object('n', i) FROM generate_series(1, 60) i;
INSERT INTO sales.customer_address SELECT i, 'Street ' || i, lpad(i::text, 5, '0'), ('10.0.0.' || i)::inet FROM generate_series(1, 60) i WHERE i % 2 = 0;
INSERT INTO sales.product SELECT 'sku' || i % 20, i / 20, 'Product ' || i, i * 0.5 FROM generate_series(0, 59) i;
INSERT INTO sales.store SELECT i, 'Store ' || i, timestamp '2001-01-01 10:00' + i * interval '1 day' FROM generate_series(1, 5) i;
INSERT INTO sales.promotion SELECT i, 'Promotion ' || i, date '2024-01-01' + i, date '2024-02-01' + i FROM generate_series(1, 6) i;
INSERT INTO sales.fact
SELECT 1 + i % 60, 1 + i % 5, NULLIF(i % 7, 0), 'sku' || i % 20, i % 3, date '2024-01-01' + i % 30, i % 90 * 1.5, 1 + i % 4
FROM (SELECT i % 1800 AS i FROM generate_series(1, 2000) i) s;
INSERT INTO sales.click SELECT '2024-05-01 00:00+00'::timestamptz + i % 400 * interval '1 s', 'page ' || i % 3, NULL FROM generate_series(1, 900) i;
INSERT INTO sales.account SELECT 'A' || i, 1 + i % 60, i * 10, CASE WHEN i > 1 THEN 'A' || i / 2 END FROM generate_series(1, 40) i;
INSERT INTO sales.posting SELECT 'A' || 1 + i % 40, i / 40, '2024-01-01 00:00+00'::timestamptz + i * interval '1 h', -200 + i FROM generate_series(0, 399) i;
INSERT INTO sales.posting_tag SELECT account_no, seq, 'tag ' || t, t FROM sales.posting, generate_series(1, 2) t WHERE seq % 2 = 0;
INSERT INTO sales.posting_note SELECT account_no, seq, 'note' FROM sales.posting, generate_series(1, 2) WHERE seq = 3;
