# Proposed row keys: what must not change them, what a role may read, cancels and progress, other encodings.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('propose_keys');

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE orders (id bigint PRIMARY KEY, customer text NOT NULL, placed timestamptz NOT NULL, status text, total numeric);
	INSERT INTO orders SELECT i, 'c' || (i * 7919 % 300), '2024-01-01+00'::timestamptz + i * interval '1 minute',
		(ARRAY['open', 'paid', 'sent'])[1 + i % 3], i FROM generate_series(1, 6000) i;
	-- the same rows under other names, and each of them ten times
	CREATE TABLE renamed (zz bigint PRIMARY KEY, "a B" text NOT NULL, aa timestamptz NOT NULL, "desc" text, b numeric);
	INSERT INTO renamed TABLE orders;
	CREATE TABLE larger (LIKE orders INCLUDING ALL);
	INSERT INTO larger SELECT 10 * id + n, customer, placed + n * interval '1 second', status, total FROM orders, generate_series(0, 9) n;});

my @statements = (
	'SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
	'SELECT * FROM orders WHERE customer = $1 AND status = $2',
	'SELECT * FROM orders WHERE placed BETWEEN $1 AND $2',
	'SELECT * FROM orders WHERE id = $1',
	'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)',
	'UPDATE orders SET status = $1 WHERE id = $2');

# The designs for statements with weights, as text.
sub designs
{
	my ($relation, $statements, $weights, $columns) = @_;
	my $array = join(',', map { "'" . ($_ =~ s/'/''/gr) . "'" } @$statements);
	my $numbers = join(',', @$weights);

	return sql("SELECT rank, form, layout, " . ($columns // 'round(cost::numeric, 6)') .
		" FROM hbase.propose_keys('$relation', ARRAY[$array], '{$numbers}', '{\"designs\": 4}') WHERE rank IS NOT NULL");
}

my @weights = (500, 40, 0.1, 200, 300, 100);
my $plain = designs('orders', \@statements, \@weights);
like($plain, qr/^1\|main\|customer text, placed timestamptz desc, id bigint using phoenix\|/, 'a key for the workload');
is(designs('orders', [ reverse @statements ], [ reverse @weights ]), $plain, 'the order of statements changes nothing');
is(designs('orders', \@statements, [ map { $_ * 1000 } @weights ]), $plain, 'nor do larger weights');
is(designs('orders', [ @statements, @statements ], [ map { $_ / 2 } @weights, @weights ]), $plain, 'nor statements given twice');
sql('ANALYZE; VACUUM orders');
is(designs('orders', \@statements, \@weights), $plain, 'nor statistics');

my %name = (id => 'zz', customer => '"a B"', placed => 'aa', status => '"desc"', orders => 'renamed');
my @renamed = map { s/\b(id|customer|placed|status|orders)\b/$name{$1}/gr } @statements;
my $other = designs('renamed', \@renamed, \@weights);
my $expected = $plain =~ s/\b(id|customer|placed|status)\b/$name{$1}/gr;
is($other, $expected, 'nor names');

sub layouts { return join("\n", map { s/\|[^|]*$//r } split /\n/, $_[0]) }
my ($best) = $plain =~ /^(.*?)\|[\d.]+$/m;
my ($best_of_larger) = designs('larger', [ map { s/\borders\b/larger/gr } @statements ], \@weights) =~ /^(.*?)\|[\d.]+$/m;
is($best_of_larger, $best, 'ten times as many rows have the same best key');

# A question that becomes more frequent never costs more under the first design.
sub cost_of
{
	my ($n, $weights) = @_;
	my $rows = designs('orders', \@statements, $weights, 'questions');
	my ($questions) = split /\n/, $rows;
	my $condition = (q{'{"customer": "="}' AND q -> 'question' ? 'order'}, q{'{"status": "=", "customer": "="}'},
		q{'{"placed": "range"}'}, q{'{"id": "="}' AND q ->> 'kind' = 'read'})[$n];

	$questions =~ s/^.*?\|(?=\[)//;
	return sql("SELECT q -> 'cost' FROM jsonb_array_elements('" . ($questions =~ s/'/''/gr) . "') q WHERE q #> '{question,where}' = $condition");
}

my $base = cost_of(0, \@weights);
foreach my $n (0 .. 3)
{
	my @more = @weights;

	$more[$n] *= 100;
	cmp_ok(cost_of($n, \@more), '<=', cost_of($n, \@weights) * 1.001, "question $n is not slower if it is frequent");
}

# Rights: the rows are those of the caller.
sql(q{
	CREATE ROLE propose_keys_other;
	CREATE TABLE secret (id int PRIMARY KEY, owner text);
	INSERT INTO secret SELECT i, 'o' || i % 10 FROM generate_series(1, 1000) i;});
my $call = q{hbase.propose_keys('secret', '{SELECT * FROM secret WHERE owner = $1}')};
my (undef, undef, $error) = $server->psql('postgres', "SET ROLE propose_keys_other; SELECT * FROM $call");
like($error, qr/permission denied for table secret/, 'a table that the role may not read');
sql(q{
	GRANT SELECT ON secret TO propose_keys_other;
	ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
	CREATE POLICY own ON secret USING (owner = 'o7')});
like(sql("SET ROLE propose_keys_other; SELECT reason FROM $call WHERE decided_by ->> 'remark' = 'order of writes' OR rank = 1"), qr/./, 'row security applies');
is(sql(q{SET ROLE propose_keys_other; SELECT uniqueness FROM hbase.propose_keys('secret', options => '{"sample": 50, "questions": [{"where": {"owner": "="}}]}') WHERE rank = 1}), 'primary key', 'with a sample');

# A cancel ends it, and the progress is shown.
sql(q{CREATE VIEW slow AS SELECT o.*, pg_sleep(0.05)::text AS wait FROM orders o});
my $output;
my $session = start_psql(\$output, q{SELECT count(*) FROM hbase.propose_keys('slow', options => '{"questions": [{"where": {"wait": "="}}]}')});
ok($server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM hbase.progress WHERE command = 'propose_keys' AND rows_read > 0 AND relation = 'slow'::regclass}), 'progress');
sql(q{SELECT pg_cancel_backend(pid) FROM hbase.progress WHERE command = 'propose_keys'});
ok($server->poll_query_until('postgres', q{SELECT count(*) = 0 FROM hbase.progress}), 'a cancel ends it');
eval { $session->finish };

# Text in another encoding.
$server->safe_psql('postgres', q{CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0});
is($server->safe_psql('latin', q{
	SET client_encoding = 'UTF8';
	CREATE EXTENSION hbase_schema;
	CREATE TABLE "Straße" ("Größe" text PRIMARY KEY, "naïve" int);
	INSERT INTO "Straße" SELECT 'é' || i, i FROM generate_series(1, 200) i;
	SELECT layout FROM hbase.propose_keys('"Straße"', ARRAY['SELECT * FROM "Straße" WHERE "Größe" = $1', 'SELECT FROM "Straße" WHERE "naïve" = 5'],
		options => '{"designs": 1}') WHERE form = 'main'}),
	'salt(16), "Größe" text using phoenix', 'names and texts in LATIN1');

done_testing();
