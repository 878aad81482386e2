-- Documents of tenants, of which one has nearly half.
-- @rows document
CREATE TABLE document (
    id uuid PRIMARY KEY, tenant_id int NOT NULL, folder text NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz, title text);
INSERT INTO document
SELECT md5('document ' || i)::uuid, CASE WHEN pick(i, 1, 100) < 45 THEN 17 ELSE 1 + pick(i, 2, 400) END, '/folder/' || pick(i, 3, 12),
       '2023-09-01 00:00+00'::timestamptz + i * interval '90 seconds', NULL, 'document ' || i
FROM generate_series(1, 40000) i;
CREATE INDEX ON document (tenant_id, created_at);
ANALYZE document;
-- @case the newest documents of a tenant
-- @key <tenant_id> created_at-desc
-- @calls 900 decides
SELECT d.id, d.title, d.created_at FROM document d WHERE d.tenant_id = $1 ORDER BY d.created_at DESC LIMIT 25
-- @calls 50
SELECT d.id, d.title FROM document d WHERE d.tenant_id = $1 AND d.created_at >= $2 AND d.created_at < $3 ORDER BY d.created_at DESC LIMIT $4
-- @calls 400
INSERT INTO document (id, tenant_id, folder, created_at, title) VALUES ($1, $2, $3, $4, $5)
-- @twin a document by its id
-- @key <id>
-- @calls 900 decides
SELECT * FROM document WHERE id = $1
-- @calls 200
UPDATE document SET title = $1, updated_at = now() WHERE id = $2
-- @calls 1
SELECT id, title FROM document WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 25
-- @calls 400
INSERT INTO document (id, tenant_id, folder, created_at, title) VALUES ($1, $2, $3, $4, $5)
