# A key is the same wherever it is computed: in another session with other
# settings, after dump and restore, by parallel workers, on a standby, in a
# database of another encoding, and through binary COPY.
use strict;
use warnings;
use Test::More;
use TestServer;

my $primary = new_server('primary', allows_streaming => 1);

# One key of each kind.
my %keys = (
	plain => q{rowkey_from_text(customer) || '\x00'::rowkey || rowkey_encode(id, 'bytes')},
	newest_first => q{rowkey_pad(customer, 24) || rowkey_reverse_ts(at)},
	time_first => q{rowkey_encode(at, 'bytes') || rowkey_encode(local, 'bytes') || rowkey_encode(day, 'bytes')},
	hashed => q{rowkey_hash(customer, 'md5') || rowkey_hash(id::text, 'sha256', 8) || rowkey_hash(customer, 'murmur3')},
	salted => q{rowkey_salt(rowkey_encode(at, 'bytes') || rowkey_encode(id, 'bytes'), 16)},
	bucketed => q{rowkey_bucket(id, 1000) || rowkey_bucket(at, 100) || rowkey_reverse(customer)},
	phoenix => q{rowkey_compose('salt(16), customer text, at timestamptz desc, price numeric, local timestamp(3), day date, id bigint', customer, at, price, local, day, id)},
	ordered => q{rowkey_compose('customer text, amount float8 desc, price numeric, at timestamptz(6), flag bool, id bigint using ordered', customer, amount, price, at, flag, id)},
	strings => q{rowkey_compose($$md5hex(customer text, 4), '-', reverse(phone text), '-', id bigint using string$$, customer, '49' || id, id)},
	as_text => q{rowkey_encode(at, 'string') || rowkey_encode(price, 'string') || rowkey_encode(amount, 'string') || rowkey_encode(day, 'string')},
	as_bytes => q{rowkey_encode(price, 'bytes') || rowkey_encode(amount, 'bytes') || rowkey_encode(flag, 'bytes')});
my @kinds = sort keys %keys;

my $source = q{
	CREATE TABLE source AS
	SELECT i AS id, (ARRAY['Ada', 'Zürich', 'Köln', 'naïve café', 'x' || i])[1 + i % 5] AS customer,
		   '2022-12-01 00:00:00+00'::timestamptz + i * interval '1 hour 1.2345 s' AS at,
		   '1965-03-01 12:00:00'::timestamp + i * interval '1 day 0.9996 s' AS local, '2000-02-29'::date + (i - 2000)::int AS day,
		   i * 0.1::float8 - 100 AS amount, (i * 1.005)::numeric(12, 3) - 500 AS price, i % 3 = 0 AS flag
	FROM generate_series(1::bigint, 2000) i;
};
my $composed = join ', ', map { "$keys{$_} AS $_" } @kinds;
my $digest = 'md5(string_agg(concat_ws(\'|\', ' . join(', ', @kinds) . '), \',\' ORDER BY id))';
# Of keys composed now; and of those that are stored.
my $now = "SELECT $digest FROM (SELECT id, $composed FROM source) x";
my $stored = "SELECT $digest FROM stored";

$primary->safe_psql('postgres', 'CREATE DATABASE origin');
$primary->safe_psql('origin', 'CREATE EXTENSION hbase_schema;' . $source
	  . 'CREATE TABLE stored (LIKE source, '
	  . join(', ', map { "$_ rowkey GENERATED ALWAYS AS ($keys{$_}) STORED" } @kinds) . ');'
	  . 'INSERT INTO stored SELECT * FROM source;'
	  . join('', map { "CREATE INDEX stored_$_ ON stored ($_); CREATE INDEX source_$_ ON source (($keys{$_}));" } @kinds)
	  . 'ANALYZE;');
my $expected = $primary->safe_psql('origin', $stored);
like($expected, qr/^[0-9a-f]{32}$/, 'keys are generated columns and indexed expressions');
is($primary->safe_psql('origin', $now), $expected, 'composed again: the same');

# What each index finds for 40 rows of the table, by equality and by prefix.
my $found = join ' UNION ALL ', map { qq{
	SELECT '$_' AS kind, count(*) AS n, sum(s.id) AS ids FROM probe p JOIN stored s ON s.$_ = p.$_
	UNION ALL SELECT '$_ prefix', count(*), sum(s.id) FROM probe p JOIN stored s ON s.$_ ^@ substring(p.$_, 1, 3)} } @kinds;
$found = "WITH probe AS MATERIALIZED (SELECT $composed FROM source WHERE id % 100 = 0)
	SELECT md5(string_agg(kind || n || ids, ',' ORDER BY kind)) FROM ($found) x";
my $by_scan = $primary->safe_psql('origin', "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; $found");
is($primary->safe_psql('origin', "SET enable_seqscan = off; $found"), $by_scan, 'indexes find what a scan finds');

# ---- other settings ------------------------------------------------------------

my $settings = q{
	SET TimeZone = 'Asia/Kolkata'; SET DateStyle = 'German, DMY'; SET IntervalStyle = 'iso_8601';
	SET extra_float_digits = -2; SET bytea_output = 'escape'; SET standard_conforming_strings = on;
	SET search_path = pg_catalog, public; SET jit = on; SET jit_above_cost = 0;};
is($primary->safe_psql('origin', "$settings $now"), $expected, 'with other settings');

# ---- parallel workers ----------------------------------------------------------

my $parallel = q{
	SET max_parallel_workers_per_gather = 4; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off;};
my ($plan, $by_workers) = split /^digest\n/m, $primary->safe_psql('origin', qq{
	$parallel EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) CREATE TEMP TABLE by_workers AS SELECT id, $composed FROM source;
	SELECT 'digest'; SELECT $digest FROM by_workers});
like($plan, qr/Workers Launched: [1-9]/, 'parallel workers compose keys');
is($by_workers, $expected, 'the same');
is( $primary->safe_psql('origin',
		"SET min_parallel_table_scan_size = 0; ALTER TABLE stored SET (parallel_workers = 2); SET maintenance_work_mem = '64MB'; REINDEX TABLE stored; SET enable_seqscan = off; $found"),
	$by_scan, 'and in indexes that they built');

# ---- dump and restore ----------------------------------------------------------

foreach my $format ([ 'plain', 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', 'copy', '-f' ],
	[ 'custom', 'pg_restore', '-d', 'copy' ])
{
	my ($name, @restore) = @$format;
	my $file = $primary->basedir . "/$name.dump";

	$primary->safe_psql('postgres', 'CREATE DATABASE copy');
	$primary->safe_psql('postgres', q{
		ALTER DATABASE copy SET TimeZone = 'America/St_Johns'; ALTER DATABASE copy SET DateStyle = 'SQL, DMY'; ALTER DATABASE copy SET extra_float_digits = 0;});
	$primary->command_ok([ 'pg_dump', "--format=$name", '-f', $file, 'origin' ], "dump in format $name");
	$primary->command_ok([ @restore, $file ], 'restore');
	is($primary->safe_psql('copy', $stored), $expected, 'keys generated at restore: the same');
	is($primary->safe_psql('copy', $now), $expected, 'composed from what was restored: the same');
	is($primary->safe_psql('copy', "SET enable_seqscan = off; $found"), $by_scan, 'its indexes find the same');
	$primary->safe_psql('postgres', 'DROP DATABASE copy');
}

# ---- binary COPY ---------------------------------------------------------------

my $columns = join ', ', @kinds;
my $file = $primary->basedir . '/keys';
is( $primary->safe_psql('origin', "COPY (SELECT id, $columns FROM stored) TO '$file' (FORMAT binary);"
		  . 'CREATE TEMP TABLE copied (id bigint, ' . join(', ', map { "$_ rowkey" } @kinds) . ");"
		  . "COPY copied FROM '$file' (FORMAT binary); SELECT $digest FROM copied"),
	$expected, 'through binary COPY');
is( $primary->safe_psql('origin', "COPY (SELECT id, $columns FROM stored) TO '$file';"
		  . 'CREATE TEMP TABLE copied (id bigint, ' . join(', ', map { "$_ rowkey" } @kinds) . ");"
		  . "COPY copied FROM '$file'; SELECT $digest FROM copied"),
	$expected, 'through text COPY');

# ---- another encoding ----------------------------------------------------------

$primary->safe_psql('postgres', q{CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0});
$primary->safe_psql('latin', "SET client_encoding = 'UTF8'; CREATE EXTENSION hbase_schema; $source");
is($primary->safe_psql('latin', $now), $expected, 'in a database in Latin 1');

# ---- a standby -----------------------------------------------------------------

$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

# Rows that come after the backup get there by replay.
$primary->safe_psql('origin', q{
	INSERT INTO stored (id, customer, at, local, day, amount, price, flag) SELECT id + 100000, customer || '!', at, local, day, amount, price, flag FROM source WHERE id % 3 = 0;
	DELETE FROM stored WHERE id % 7 = 0; UPDATE stored SET customer = 'moved' WHERE id % 11 = 0; VACUUM stored;});
$primary->wait_for_catchup($standby);
my $later = $primary->safe_psql('origin', $stored);
isnt($later, $expected, 'rows changed since');
is($standby->safe_psql('origin', $stored), $later, 'replayed on a standby');
is($standby->safe_psql('origin', $now), $expected, 'composed on a standby');
is($standby->safe_psql('origin', "SET enable_seqscan = off; $found"),
	$primary->safe_psql('origin', "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; $found"), 'its indexes find what a scan finds on the primary');

$standby->stop;
$primary->stop;
done_testing();
