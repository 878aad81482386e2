-- Pages of the web.
-- @rows page
CREATE TABLE page (domain text, path text, fetched timestamptz NOT NULL, status int NOT NULL, title text, PRIMARY KEY (domain, path));
INSERT INTO page
SELECT (ARRAY['www', 'en', 'blog', 'shop', 'docs', 'api'])[1 + pick(i, 1, 6)] || '.' || (ARRAY['alpha', 'beta', 'gamma', 'delta'])[1 + pick(i, 2, 4)]
           || skewed(i, 3, 300) || (ARRAY['.com', '.com', '.org', '.de', '.co.uk'])[1 + pick(skewed(i, 3, 300), 4, 5)],
       '/' || pick(i, 5, 40) || '/' || i, '2024-01-01 00:00+00'::timestamptz + pick(i, 6, 100000) * interval '1 minute',
       CASE WHEN pick(i, 7, 20) = 0 THEN 404 ELSE 200 END, 'page ' || i
FROM generate_series(1, 40000) i;
ANALYZE page;
-- @case all pages of a domain with its subdomains
-- @key reverse(domain)
-- @calls 600 decides
SELECT domain, path, title FROM page WHERE domain LIKE '%.alpha7.com'
-- @calls 100
SELECT path, title FROM page WHERE domain = $1 AND path = $2
-- @calls 200
INSERT INTO page VALUES ($1, $2, $3, $4, $5) ON CONFLICT (domain, path) DO UPDATE SET fetched = excluded.fetched, status = excluded.status
-- @twin domains by their first letters
-- @key domain
-- @calls 600 decides
SELECT domain, path, title FROM page WHERE domain LIKE 'shop.be%'
-- @calls 100
SELECT path, title FROM page WHERE domain = $1 AND path = $2
-- @calls 200
INSERT INTO page VALUES ($1, $2, $3, $4, $5) ON CONFLICT (domain, path) DO UPDATE SET fetched = excluded.fetched, status = excluded.status
