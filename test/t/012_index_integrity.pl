# After a random workload the indexes are whole (amcheck), and find what a scan
# of the table finds.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('integrity');

if ($server->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'amcheck'}) eq '0')
{
	$server->stop;
	plan skip_all => 'no amcheck';
}
$server->safe_psql('postgres', 'CREATE EXTENSION amcheck; CREATE EXTENSION hbase_schema');

# Keys of all shapes: short and long, many with a prefix in common, bytes at the
# edges, every tenth one a key that is there already.
$server->safe_psql('postgres', q{
	CREATE TABLE keys (id bigserial, key rowkey NOT NULL, payload text DEFAULT repeat('p', 40));
	CREATE INDEX keys_key ON keys (key);
	CREATE UNIQUE INDEX keys_unique ON keys (key, id);
	CREATE INDEX keys_desc ON keys (key DESC) INCLUDE (id);
	CREATE INDEX keys_partial ON keys (key) WHERE key ^@ 'a';
	CREATE INDEX keys_concat ON keys ((rowkey 'x' || key));
	CREATE INDEX keys_hash ON keys USING hash (key);
	CREATE INDEX keys_brin ON keys USING brin (key) WITH (pages_per_range = 4);
	CREATE INDEX keys_bytea ON keys ((key::bytea));

	CREATE FUNCTION random_key() RETURNS rowkey LANGUAGE plpgsql AS $$
	DECLARE
		prefixes rowkey[] := ARRAY['', 'a', 'aa', 'ab\x00', '\xFF', '\xFF\xFF', '\x00', 'customer\x00\x80']::rowkey[];
		key rowkey := prefixes[1 + floor(random() * 8)];
		size int := floor(CASE WHEN random() < 0.02 THEN 600 ELSE 12 END * random());
		alphabet bytea := '\x00017f80feff61';
	BEGIN
		FOR i IN 1 .. size LOOP
			key := key || substr(alphabet, 1 + floor(random() * 7)::int, 1);
		END LOOP;
		RETURN key;
	END $$;

	CREATE PROCEDURE work(seed float8, rounds int) LANGUAGE plpgsql AS $$
	BEGIN
		PERFORM setseed(seed);
		FOR i IN 1 .. rounds LOOP
			INSERT INTO keys (key) SELECT random_key() FROM generate_series(1, 20);
			INSERT INTO keys (key) SELECT key FROM keys ORDER BY id DESC OFFSET 5 LIMIT 2;
			UPDATE keys SET key = random_key() WHERE id % 97 = (random() * 96)::int;
			UPDATE keys SET payload = 'updated' WHERE id % 89 = (random() * 88)::int;
			DELETE FROM keys WHERE id % 53 = (random() * 52)::int;
			IF i % 10 = 0 THEN COMMIT; END IF;
		END LOOP;
	END $$;
});

# Every btree, with each row of the table looked up in it; parent_check also
# compares each page with its parent and finds each row again from the root.
sub check_indexes
{
	my ($when) = @_;

	foreach my $function ('bt_index_check(i, true)', 'bt_index_parent_check(i, true, true)')
	{
		my ($status, $output, $error) = $server->psql('postgres', qq{
			SELECT count(*) FROM (
				SELECT $function FROM (
					SELECT c.oid::regclass AS i FROM pg_class c JOIN pg_am a ON a.oid = relam AND amname = 'btree'
					WHERE relname LIKE 'keys\\_%') x) y});

		is($output, '6', "$when: six indexes pass $function") or diag($error);
	}
}

# What indexes find is what brute force over bytea finds: prefixes, ranges,
# equality, order.
sub compare_answers
{
	my ($when) = @_;

	is( $server->safe_psql('postgres', q{
			SET enable_seqscan = off;
			SELECT setseed(0.25);
			CREATE TEMP TABLE probe AS
				SELECT no, substring(random_key(), 1, (random() * 4)::int) AS p, random_key() AS a, random_key() AS b FROM generate_series(1, 150) no;
			SELECT count(*) FROM probe,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE key ^@ p) by_prefix,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE substr(key::bytea, 1, length(p)) = p::bytea) prefix_scan,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE key <@ rowkeyrange(least(a, b), greatest(a, b))) by_range,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE key::bytea || '' >= least(a, b)::bytea AND key::bytea || '' < greatest(a, b)::bytea) range_scan,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE key = a) by_key,
				LATERAL (SELECT count(*) AS n, sum(id) AS ids FROM keys WHERE key::bytea || '' = a::bytea) key_scan
			WHERE by_prefix IS DISTINCT FROM prefix_scan OR by_range IS DISTINCT FROM range_scan OR by_key IS DISTINCT FROM key_scan}) =~ s/^\n//r,
		'0', "$when: indexes find what a scan finds");
	is( $server->safe_psql('postgres', q{
			SET enable_seqscan = off; SET enable_sort = off;
			SELECT count(*) FROM (
				SELECT row_number() OVER (ORDER BY key, id) AS by_key, row_number() OVER (ORDER BY key::bytea || '', id) AS by_bytes FROM keys) x
			WHERE by_key <> by_bytes}),
		'0', "$when: the order is that of bytes");
}

$server->safe_psql('postgres', 'CALL work(0.5, 150)');
ok($server->safe_psql('postgres', 'SELECT count(*) FROM keys') > 1000, 'rows are left');
check_indexes('after a random workload');
compare_answers('after a random workload');

# Several sessions at once, then vacuum, then more, so that pages are reused.
SKIP:
{
	my $script = $server->basedir . '/work.sql';

	skip 'no pgbench', 1 unless `sh -c 'command -v pgbench'`;
	open my $file, '>', $script or die $!;
	print $file q{
		\set n random(1, 1000000)
		SELECT setseed(:n / 1000000.0);
		INSERT INTO keys (key) SELECT int8send(:n * 7919::bigint)::rowkey || random_key() FROM generate_series(1, 3);
		DELETE FROM keys WHERE id = :n % 4000;
	};
	close $file;
	$server->command_ok(
		[ 'pgbench', '-n', '-c', '4', '-j', '2', '-t', '200', '--random-seed=20260104', '-f', $script, 'postgres' ],
		'four sessions write at once');
}
$server->safe_psql('postgres', 'VACUUM keys');
$server->safe_psql('postgres', 'CALL work(-0.5, 60)');
check_indexes('after concurrent writers and a vacuum');
compare_answers('after concurrent writers and a vacuum');

# Built anew, with and without parallel workers.
$server->safe_psql('postgres', 'REINDEX TABLE keys');
check_indexes('after REINDEX');
$server->safe_psql('postgres', q{
	ALTER TABLE keys SET (parallel_workers = 2);
	SET min_parallel_table_scan_size = 0; SET max_parallel_maintenance_workers = 2;
	REINDEX INDEX keys_key; REINDEX INDEX keys_desc; REINDEX INDEX keys_concat});
check_indexes('after a parallel REINDEX');
compare_answers('after a parallel REINDEX');

# A crash replays them.
$server->safe_psql('postgres', 'CALL work(0.75, 20)');
$server->stop('immediate');
$server->start;
check_indexes('after a crash');
compare_answers('after a crash');

# A GIN index stores hashes: an index that was made by an older version of the
# library stays right only while they are computed in the same way.
SKIP:
{
	skip 'no pageinspect', 1 if $server->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pageinspect'}) eq '0';
	is($server->safe_psql('postgres', q{
		CREATE EXTENSION pageinspect;
		CREATE TABLE hashed AS SELECT widerow_build('name', 'value') AS d;
		CREATE INDEX hashed_d ON hashed USING gin (d);
		WITH expected AS (
			SELECT unnest(ARRAY[int4send(hashtext('name')),
				substr(int8send(hashtextextended('value', (hashtext('name')::bigint & 4294967295) + 4294967296)), 5)]) AS key)
		SELECT count(*) FROM expected, get_raw_page('hashed_d', 1) AS page
		WHERE position(key IN page) > 0
			OR position(substr(key, 4, 1) || substr(key, 3, 1) || substr(key, 2, 1) || substr(key, 1, 1) IN page) > 0}),
		2, 'a GIN index has the hash of the name, and of the value with the name as seed');
}

$server->stop;
done_testing();
