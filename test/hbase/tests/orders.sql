-- Northwind's orders, their lines nested in a family of their own.
CREATE TABLE orders (order_id int PRIMARY KEY, customer_id text, employee_id int, order_date date, required_date date, shipped_date date, ship_via int, freight numeric,
    ship_name text, ship_address text, ship_city text, ship_region text, ship_postal_code text, ship_country text);
CREATE TABLE lines (order_id int, product_id int, unit_price numeric, quantity int, discount real, PRIMARY KEY (order_id, product_id));
\copy orders FROM 'northwind_orders.csv' CSV HEADER
\copy lines FROM 'northwind_order_details.csv' CSV HEADER
CREATE VIEW orders_h AS
SELECT rowkey_compose('salt(4), md5(customer text, 4), customer, placed timestamptz desc, id int', o.customer_id, o.order_date::timestamp AT TIME ZONE 'UTC', o.order_id) AS key,
       widerow_build('f', o.freight, 'n', o.ship_name, 'a', o.ship_address, 'c', o.ship_city, 'r', o.ship_region, 's', o.shipped_date) AS d,
       l.i
  FROM orders o LEFT JOIN (SELECT order_id, widerow_agg(product_id::text, widerow_send(widerow_build('p', unit_price, 'q', quantity, 'd', discount))) AS i FROM lines GROUP BY order_id) l USING (order_id);
