-- Orders of a shop, through an object-relational mapper.
-- @rows purchase
CREATE TABLE buyer (id bigint PRIMARY KEY, email text NOT NULL UNIQUE);
INSERT INTO buyer SELECT i, 'buyer' || i || '@example.org' FROM generate_series(1, 4000) i;
CREATE TABLE purchase (
    id bigint PRIMARY KEY, buyer_id bigint NOT NULL REFERENCES buyer, placed_at timestamptz NOT NULL, status text NOT NULL,
    total numeric(10, 2) NOT NULL);
INSERT INTO purchase
SELECT i, 1 + skewed(i, 1, 4000), '2023-01-01 00:00+00'::timestamptz + i * interval '11 minutes',
       (ARRAY['paid', 'paid', 'paid', 'shipped', 'returned'])[1 + pick(i, 2, 5)], pick(i, 3, 50000) / 100.0
FROM generate_series(1, 40000) i;
ANALYZE buyer, purchase;
-- @case the newest orders of a buyer
-- @key <buyer_id> placed_at-desc
-- @calls 900 decides
SELECT "purchase"."id", "purchase"."buyer_id", "purchase"."placed_at", "purchase"."status", "purchase"."total" FROM "purchase" WHERE "purchase"."buyer_id" = $1 ORDER BY "purchase"."placed_at" DESC LIMIT $2
-- @calls 60
SELECT b.email, p.placed_at, p.total FROM buyer b JOIN purchase p ON p.buyer_id = b.id WHERE b.email = $1 ORDER BY p.placed_at DESC
-- @calls 2
SELECT count(*) FROM purchase WHERE buyer_id = $1 AND status = 'returned'
-- @calls 150
INSERT INTO purchase (id, buyer_id, placed_at, status, total) VALUES ($1, $2, $3, $4, $5)
-- @twin an order by its number
-- @key <id>
-- @calls 900 decides
SELECT "purchase".* FROM "purchase" WHERE "purchase"."id" = $1 LIMIT 1
-- @calls 300
UPDATE purchase SET status = $1 WHERE id = $2
-- @calls 100
SELECT * FROM purchase WHERE id IN ($1, $2, $3)
-- @calls 1
SELECT id FROM purchase WHERE buyer_id = $1 ORDER BY placed_at DESC LIMIT 10
-- @calls 150
INSERT INTO purchase (id, buyer_id, placed_at, status, total) VALUES ($1, $2, $3, $4, $5)
