-- Messages of chats.
-- @rows message
CREATE TABLE message (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, chat_id int NOT NULL, author_id int NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now(), body text NOT NULL);
INSERT INTO message (chat_id, author_id, sent_at, body)
SELECT 1 + skewed(i, 1, 500), 1 + skewed(i, 2, 2000), '2024-05-01 00:00+00'::timestamptz + i * interval '7 seconds',
       repeat('text ', 4 + pick(i, 3, 20)::int)
FROM generate_series(1, 50000) i;
CREATE INDEX ON message (chat_id, id);
ANALYZE message;
-- @case the last messages of a chat, page by page
-- @key <chat_id> id-desc
-- @calls 700 decides
SELECT m.* FROM message m WHERE m.chat_id = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT 50
-- @calls 300
SELECT id, author_id, sent_at, body FROM message WHERE chat_id = $1 ORDER BY id DESC LIMIT 50
-- @calls 400
INSERT INTO message (chat_id, author_id, body) VALUES ($1, $2, $3) RETURNING id
-- @calls 3
SELECT count(*) FROM message WHERE author_id = $1 AND sent_at > now() - interval '1 day'
-- @twin the last messages of an author
-- @key <author_id> sent_at-desc
-- @calls 900 decides
SELECT id, chat_id, body FROM message WHERE author_id = $1 AND sent_at >= $2 ORDER BY sent_at DESC LIMIT $3
-- @calls 1
SELECT * FROM message WHERE chat_id = $1 ORDER BY id DESC LIMIT 50
-- @calls 400
INSERT INTO message (chat_id, author_id, body) VALUES ($1, $2, $3) RETURNING id
