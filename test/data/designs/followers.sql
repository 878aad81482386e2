-- Who follows whom.
-- @rows follow
CREATE TABLE follow (follower_id bigint, followee_id bigint, since timestamptz NOT NULL, PRIMARY KEY (follower_id, followee_id));
INSERT INTO follow
SELECT 1 + pick(i, 1, 8000), 1 + skewed(i, 2, 8000), '2022-01-01 00:00+00'::timestamptz + i * interval '9 minutes'
FROM generate_series(1, 60000) i
ON CONFLICT DO NOTHING;
CREATE INDEX ON follow (followee_id);
ANALYZE follow;
-- @case whom a user follows, and sometimes who follows the user
-- @key <follower_id> followee_id
-- @calls 700 decides
SELECT followee_id FROM follow WHERE follower_id = $1
-- @calls 200
SELECT EXISTS (SELECT 1 FROM follow WHERE follower_id = $1 AND followee_id = $2)
-- @calls 20
SELECT follower_id FROM follow WHERE followee_id = $1
-- @calls 30
INSERT INTO follow VALUES ($1, $2, now()) ON CONFLICT DO NOTHING
-- @calls 10
DELETE FROM follow WHERE follower_id = $1 AND followee_id = $2
-- @twin who follows a user
-- @key <followee_id> follower_id
-- @calls 900 decides
SELECT f.follower_id, f.since FROM follow f WHERE f.followee_id = $1
-- @calls 1
SELECT followee_id FROM follow WHERE follower_id = $1
-- @calls 30
INSERT INTO follow VALUES ($1, $2, now()) ON CONFLICT DO NOTHING
