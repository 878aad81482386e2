-- Numbers that look random, the same in each run: from 0 to n - 1.
CREATE FUNCTION pick(i bigint, seed int, n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN abs(hashint8extended(i, seed) % n);
-- The same, small numbers more often: the first percent has a fifth.
CREATE FUNCTION skewed(i bigint, seed int, n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN floor(n * power(pick(i, seed, 1000000) / 1e6::float8, 3))::bigint;
