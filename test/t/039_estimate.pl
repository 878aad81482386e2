# hbase.estimate against the files that are then written: within 10 %, whether all
# rows were measured or a part of them.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('estimate');
my $dir = new_folder();

sql(q{
	CREATE EXTENSION hbase_schema;
	-- time series in key order: keys that share much
	CREATE TABLE series AS SELECT rowkey_compose('host text, event text, at timestamptz', 'host' || i % 20, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1],
		'2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s') AS key, widerow_build('m', 'm' || i) AS d FROM generate_series(0, 99999) i;
	-- hashed keys, text, two families
	CREATE TABLE people AS SELECT rowkey_compose('salt(16), md5(id text, 8), id', i::text) AS key,
		widerow_build('name', 'Name of ' || i, 'city', (ARRAY['Oslo', 'Paris', 'Rome', 'Quito'])[i % 4 + 1], 'mail', md5(i::text) || '@example.com') AS d,
		CASE WHEN i % 3 = 0 THEN widerow_build('note', repeat('text ', i % 40)) END AS n FROM generate_series(1, 50000) i;
	-- more than is written: 60 MB of random values
	CREATE TABLE heavy AS SELECT rowkey_compose('id int', i) AS key,
		widerow_build('v', sha512((i || 'a')::bytea) || sha512((i || 'b')::bytea) || sha512((i || 'c')::bytea) || sha512((i || 'd')::bytea) || repeat('0', 150)::bytea) AS v
		FROM generate_series(1, 130000) i;
	CREATE VIEW heavy_view AS TABLE heavy;
	ANALYZE});

my %exact = (series => 't', people => 't', heavy => 'f');
for my $relation (qw(series people heavy))
{
	my $estimate = sql(qq{
		CREATE TABLE ${relation}_said AS SELECT * FROM hbase.estimate('$relation');
		SELECT exact FROM ${relation}_said WHERE family IS NULL});

	is($estimate, $exact{$relation}, "$relation: says whether all rows were written");
	for my $compression ($relation eq 'heavy' ? qw(NONE ZSTD) : qw(NONE GZ SNAPPY LZ4 ZSTD))
	{
		my $off = sql(qq{
			SELECT max(abs(bytes - said) / bytes), sum(rows) = max(rows_said), sum(cells) = max(cells_said)
			FROM (SELECT family, sum(bytes) AS bytes, sum(cells) AS cells, sum(rows) AS rows
			        FROM hbase.export_hfiles('$relation', '$dir/$relation$compression', regions => 3, options => '{"compression": "$compression"}') GROUP BY family) w
			JOIN (SELECT family, \L$compression\E::numeric AS said, sum(cells) OVER () AS cells_said, sum(rows) OVER () AS rows_said FROM ${relation}_said WHERE family IS NOT NULL) s USING (family)});
		my ($worst, $rows, $cells) = split /\|/, $off;

		cmp_ok($worst, '<', 0.1, "$relation: files with $compression");
		is("$rows$cells", 'tt', "$relation: rows and cells");
		system('rm', '-r', "$dir/$relation$compression");
	}
}

# a part of the rows
for my $relation (qw(heavy heavy_view))
{
	my $off = sql(qq{
		SELECT max(abs(s."none" - e."none")::numeric / s."none"), max(abs(s.zstd - e.zstd)::numeric / s.zstd), bool_or(e.exact)
		FROM heavy_said s JOIN hbase.estimate('$relation', percent => 80) e ON s.family = e.family});
	my ($none, $zstd, $exact) = split /\|/, $off;

	cmp_ok($none, '<', 0.1, "$relation: from four fifths of the rows");
	cmp_ok($zstd, '<', 0.1, "$relation: compressed too");
	is($exact, 'f', "$relation: and says so");
}

# the space of the sort
for my $relation (qw(series people))
{
	my ($said) = sql("SELECT sort_bytes FROM ${relation}_said WHERE family IS NULL");
	my $families = $relation eq 'people' ? 'key, d, n' : 'key, d';
	my ($taken) = sql("SET work_mem = '1MB'; SET max_parallel_workers_per_gather = 0; EXPLAIN (ANALYZE, TIMING OFF) SELECT $families FROM $relation ORDER BY key") =~ /Disk: (\d+)kB/;

	cmp_ok(abs($said / 1024 / $taken - 1.1), '<', 0.15, "$relation: the sort takes $taken kB on disk, and a little more is said");
}

$server->stop;
done_testing();
