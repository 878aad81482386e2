-- What happened to each object of an application.
-- @rows audit_event
CREATE TABLE audit_event (
    id bigserial PRIMARY KEY, object_type varchar(30) NOT NULL, object_id bigint NOT NULL, actor_id int NOT NULL, action text NOT NULL,
    happened_at timestamptz NOT NULL DEFAULT now(), changes jsonb);
INSERT INTO audit_event (object_type, object_id, actor_id, action, happened_at, changes)
SELECT (ARRAY['invoice', 'contract', 'user', 'product'])[1 + pick(i, 1, 4)], 1 + pick(i, 2, 3000), 1 + skewed(i, 3, 700),
       (ARRAY['create', 'update', 'update', 'delete'])[1 + pick(i, 4, 4)], '2023-03-01 00:00+00'::timestamptz + i * interval '5 minutes', '{"a": [1, 2]}'
FROM generate_series(1, 50000) i;
ANALYZE audit_event;
-- @case the history of an object
-- @key <object_type> object_id happened_at~
-- @key <object_id> object_type happened_at~
-- @calls 600 decides
SELECT e.id, e.action, e.actor_id, e.changes FROM audit_event e WHERE e.object_type = $1 AND e.object_id = $2 ORDER BY e.happened_at DESC
-- @calls 100 decides
SELECT e.changes FROM audit_event e WHERE e.object_type = 'invoice' AND e.object_id = $1 ORDER BY e.happened_at DESC LIMIT 1
-- @calls 800
INSERT INTO audit_event (object_type, object_id, actor_id, action, changes) VALUES ($1, $2, $3, $4, $5)
-- @twin what an actor did in a window of time
-- @key <actor_id> happened_at~
-- @calls 600 decides
SELECT * FROM audit_event WHERE actor_id = $1 AND happened_at >= $2 AND happened_at < $3
-- @calls 1
SELECT * FROM audit_event WHERE object_type = $1 AND object_id = $2
-- @calls 800
INSERT INTO audit_event (object_type, object_id, actor_id, action, changes) VALUES ($1, $2, $3, $4, $5)
