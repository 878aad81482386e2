-- A library: a composite natural key, a self reference, an enum, an array, a
-- generated column, a domain, and loans whose key no constraint names.  Made for the
-- tests; the rows are computed.
CREATE SCHEMA library;
CREATE TYPE library.medium AS ENUM ('book', 'journal', 'disc');
CREATE DOMAIN library.shelf_mark AS varchar(20) CHECK (VALUE <> '');
CREATE TABLE library.subject (
    code text PRIMARY KEY, broader text REFERENCES library.subject, title text NOT NULL);
CREATE TABLE library.branch (branch smallint PRIMARY KEY, town text NOT NULL, opened date);
CREATE TABLE library.customer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, email text UNIQUE,
    joined timestamptz NOT NULL, tags text[] NOT NULL DEFAULT '{}');
CREATE TABLE library.work (
    isbn char(13) PRIMARY KEY, title text NOT NULL, medium library.medium NOT NULL,
    subject text REFERENCES library.subject, languages text[], price numeric(8, 2),
    title_length int GENERATED ALWAYS AS (length(title)) STORED);
-- copies are numbered within a work, and kept by a branch
CREATE TABLE library.copy (
    isbn char(13) REFERENCES library.work, copy smallint, mark library.shelf_mark,
    branch smallint NOT NULL REFERENCES library.branch, PRIMARY KEY (isbn, copy));
CREATE TABLE library.loan (
    isbn char(13) NOT NULL, copy smallint NOT NULL, customer bigint NOT NULL REFERENCES library.customer,
    lent timestamptz(3) NOT NULL, returned timestamptz(3), FOREIGN KEY (isbn, copy) REFERENCES library.copy);
CREATE TABLE library.review (
    isbn char(13) REFERENCES library.work, customer bigint REFERENCES library.customer, stars int NOT NULL,
    body text, PRIMARY KEY (isbn, customer));
CREATE TABLE library.visit (branch smallint, "on" date, visitors int);
INSERT INTO library.subject VALUES ('0', NULL, 'All'), ('0.1', '0', 'Sciences'), ('0.1.1', '0.1', 'Physics'), ('0.2', '0', 'Arts');
INSERT INTO library.branch SELECT i, 'Town ' || i, date '1990-01-01' + i * 400 FROM generate_series(1, 4) i;
INSERT INTO library.customer (name, email, joined, tags)
SELECT 'Customer ' || i, CASE WHEN i % 3 > 0 THEN 'c' || i || '@example.org' END,
       '2015-01-01 00:00+00'::timestamptz + i * interval '7 hours', CASE i % 4 WHEN 0 THEN '{}' ELSE ARRAY['t' || i % 4] END
FROM generate_series(1, 120) i;
INSERT INTO library.work (isbn, title, medium, subject, languages, price)
SELECT lpad((9780000000000 + i * 37)::text, 13, '0'), 'Work ' || repeat('x', i % 9) || i,
       (ARRAY['book', 'journal', 'disc']::library.medium[])[1 + i % 3], (ARRAY['0', '0.1', '0.1.1', '0.2', NULL])[1 + i % 5],
       CASE WHEN i % 2 = 0 THEN '{en,de}'::text[] END, CASE WHEN i % 7 > 0 THEN i * 1.25 END
FROM generate_series(1, 80) i;
INSERT INTO library.copy SELECT isbn, c, 'A ' || c, 1 + c % 4 FROM library.work, generate_series(1, 3) c;
INSERT INTO library.loan
SELECT c.isbn, c.copy, 1 + (row_number() OVER (ORDER BY c.isbn, c.copy) / 3 * 7 + n / 3) % 120,
       '2024-01-01 10:00+00'::timestamptz + n * interval '20 days', '2024-01-05 10:00+00'::timestamptz + n * interval '20 days'
FROM library.copy c, generate_series(1, 4) n;
INSERT INTO library.review
SELECT isbn, i, 1 + i % 5, CASE WHEN i % 2 = 0 THEN 'Review ' || i END
FROM library.work, generate_series(1, 4) i WHERE isbn > '9780000000740';
INSERT INTO library.visit SELECT b, date '2024-01-01' + d, 100 * b + d % 13 FROM generate_series(1, 4) b, generate_series(0, 89) d;
