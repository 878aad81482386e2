# pg2hbase map: a configuration file is proposed, edited and applied, all or
# nothing; and changes of the tables are merged into it.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use TestServer;

my $server = new_server('pg2hbase_map');
connect_programs();
my $folder = $server->basedir;
our $file = "$folder/mapping.json";

sub map_tables
{
	return client('map', '-f', $file, @_);
}

sub edit
{
	my ($from, $to) = @_;
	my $text = read_file($file);

	$text =~ s/\Q$from\E/$to/ or die "no $from";
	write_file($file, $text);
}

sub views
{
	return sql(q{SELECT string_agg(format('%s %s', c.oid::regclass, md5(pg_get_viewdef(c.oid) || d::text)), ' ' ORDER BY c.relname)
		FROM pg_class c, LATERAL hbase.definition_of(c.oid) d WHERE c.relnamespace = 'crm'::regnamespace AND c.relkind = 'v'});
}

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE SCHEMA crm;
	CREATE SCHEMA billing;
	CREATE TABLE crm.customer (id bigint PRIMARY KEY, name text NOT NULL, born date);
	CREATE TABLE crm.orders (id bigint PRIMARY KEY, customer bigint REFERENCES crm.customer, placed timestamptz);
	CREATE TABLE crm.keyless (a int, b text);
	CREATE TABLE billing.customer (id bigint PRIMARY KEY, name text);
	INSERT INTO crm.customer SELECT i, 'name ' || i, '2000-01-01' FROM generate_series(1, 100) i;
	INSERT INTO crm.orders SELECT i, 1 + i % 100, '2024-01-01 UTC' FROM generate_series(1, 100) i;
	INSERT INTO crm.keyless VALUES (1, 'a'), (1, 'a')});

# ---- a new file ------------------------------------------------------------------------

my ($code, $output, $messages) = map_tables('--dry-run', '-n', 'crm');
is($code, 0, 'a dry run');
like($output, qr/^-- crm\.customer: created\nCREATE VIEW crm\.customer_h AS\n/m, 'prints the SQL');
is(views(), '', 'and makes no view');
unlink $file, "$file.base";

($code, $output, $messages) = map_tables();
is($code, 0, 'a new file');
is($output, join('', map { "created    $_ as ${_}_h\n" } qw(billing.customer crm.customer crm.keyless crm.orders)), 'makes the views');
like($messages, qr/^wrote "\Q$file\E"$/m, 'and is reported');
is(decode_json(read_file($file))->{tables}{'crm.customer'}{table}, 'crm:customer', 'schemas are namespaces');
is(read_file($file), read_file("$file.base") . "\n", 'the base is kept');
is(sql("SELECT count(*) FROM hbase.read(NULL::crm.customer, 'crm.customer_h')"), '100', 'the views have the rows');
is(sql("SELECT count(DISTINCT key) FROM crm.keyless_h"), '2', 'equal rows have different keys');
is(sql("SELECT count(*) FROM hbase.check_schema('crm') WHERE severity = 'error'"), '0', 'nothing is wrong with them');

my $views = views();
($code, $output) = map_tables();
is("$code $output", '0 ' . join('', map { "unchanged  $_ as ${_}_h\n" } qw(billing.customer crm.customer crm.keyless crm.orders)), 'a second run changes nothing');
is(views(), $views, 'nothing at all');
foreach ([ '-n', 'crm' ], [ '--profile', 'java' ], [ '--prefer', 'yours' ])
{
	is((map_tables(@$_))[0], 2, "@$_ is not for an existing file");
}

# ---- edits -----------------------------------------------------------------------------

edit('"key": "id bigint using bytes"', '"key": "salt(4), id bigint using bytes"');
edit('"born": {"type": "date", "family": "d", "encoding": "bytes", "qualifier": "b"}', '"born": {"type": "date", "family": "e", "encoding": "string", "qualifier": "b"}');
edit(qq{"crm:customer",\n      "key": "id bigint using bytes",\n      "families": \{}, qq{"shop:c",\n      "key": "id bigint using bytes",\n      "families": \{"e": {"VERSIONS": 3},});
edit('"view": "crm.keyless_h"', '"leave_out": true, "view": "crm.keyless_h"');
($code, $output) = map_tables();
is($code, 0, 'edits');
is($output, "replaced   billing.customer as billing.customer_h\nreplaced   crm.customer as crm.customer_h\nremoved    crm.keyless as crm.keyless_h\nunchanged  crm.orders as crm.orders_h\n", 'are applied');
is(sql("SELECT table_name, layouts[1] FROM hbase.definition_of('billing.customer_h')"), 'billing:customer|salt(4), id bigint using bytes', 'the key');
is(sql("SELECT table_name, families FROM hbase.definition_of('crm.customer_h')"), 'shop:c|{"d": {}, "e": {"VERSIONS": 3}}', 'names and families');
is(sql("SELECT widerow_get(e, 'b', NULL::date, 'string') FROM crm.customer_h LIMIT 1"), '2000-01-01', 'the encoding');

# ---- errors: all or nothing --------------------------------------------------------------

my $good = read_file($file);
$views = views();
foreach (
	[ '"schemas"', '"schema"', 2, 'unrecognized member "schema" of the mapping' ],
	[ '"tables"', '"tables" x', 2, 'invalid input syntax for type json' ],
	[ '"crm.orders": {', '"crm.nobody": {', 2, 'table "crm.nobody" does not exist' ],
	[ '"view": "crm.orders_h"', '"view": "crm.customer"', 2, 'relation crm.customer already exists, and was not made by a mapping' ],
	[ '"crm:orders"', '"shop:c"', 2, 'have the same table in HBase' ],
	[ '"type": "date"', '"type": "date[]"', 1, 'this is the mapping of crm.customer' ],
	[ '"salt(4), id bigint using bytes"', '"name text using bytes", "where": "1 / 0"', 1, 'this is the mapping of billing.customer' ])
{
	my ($from, $to, $expected, $message) = @$_;

	edit($from, $to);
	($code, $output, $messages) = map_tables();
	is("$code$output", $expected, "$to is an error");
	like($messages, qr/\Q$message\E/, 'with a message');
	like($messages, qr/\Q$file\E/, 'that names the file');
	is(views(), $views, 'and nothing is changed');
	write_file($file, $good);
}
edit('"tables"', '"tables" x');
like((map_tables())[2], qr/JSON data, line 6:/, 'the line of an error in JSON is shown');
write_file($file, '[' x 100000);
($code, undef, $messages) = map_tables();
is($code, 2, 'a deep file');
like($messages, qr/stack depth limit exceeded/, 'is an error of the server');
write_file($file, ' ' x 17000000);
is((map_tables())[0], 1, 'so is a large one');
write_file($file, "{}\0");
like((map_tables())[2], qr/contains a zero byte/, 'and one with a zero byte');
unlink $file;
is((map_tables('--update'))[0], 2, 'a missing file cannot be updated');
mkdir $file;
like((map_tables())[2], qr/is not a regular file/, 'a folder is not a file');
rmdir $file;
write_file($file, $good);

# ---- update -------------------------------------------------------------------------------

($code, $output, $messages) = map_tables('--update');
is($code, 0, 'an update without changes');
is_deeply(decode_json(read_file($file)), decode_json($good), 'keeps the file');
is(views(), $views, 'and the views');

sql(q{
	ALTER TABLE crm.orders ADD note text;
	ALTER TABLE crm.orders DROP customer CASCADE;	-- and the view
	CREATE TABLE crm.extra (id int PRIMARY KEY);
	INSERT INTO billing.customer VALUES (-1, 'negative')});
($code, $output, $messages) = map_tables('--update');
is($code, 4, 'a conflict');
is($output, "conflict in tables > billing.customer > key:\n  base:     id bigint using bytes\n  yours:    salt(4), id bigint using bytes\n  proposed: id bigint using ordered\n", 'is listed with both sides');
like($messages, qr/1 conflicts; nothing was changed/, 'and reported');
is_deeply(decode_json(read_file($file)), decode_json($good), 'the file is as it was');
is((map_tables('--update', '--prefer', 'mine'))[0], 2, 'an unrecognized preference');

edit('"salt(4), id bigint using bytes"', '"salt(4), id bigint using ordered"');
is((map_tables('--update'))[0], 4, 'another edit of it is a conflict too');
write_file("$folder/before", read_file("$file.base"));
($code, $output) = map_tables('--update', '--prefer', 'yours');
is($code, 0, 'a preference resolves it');
is($output, "replaced   billing.customer as billing.customer_h\nunchanged  crm.customer as crm.customer_h\nleft out   crm.keyless as crm.keyless_h\ncreated    crm.orders as crm.orders_h\ncreated    crm.extra as crm.extra_h\n", 'and the changes of the tables are applied');
my $merged = decode_json(read_file($file))->{tables};
is($merged->{'billing.customer'}{key}, 'salt(4), id bigint using ordered', 'the edit is kept');
is_deeply([ sort keys %{ $merged->{'crm.orders'}{columns} } ], [qw(note placed)], 'columns are added and removed');
is($merged->{'crm.customer'}{table}, 'shop:c', 'other edits are kept');
is((map_tables('--update'))[0], 0, 'the base has the new proposal');

write_file("$file.base", read_file("$folder/before"));
edit('"salt(4), id bigint using ordered"', '"salt(8), id bigint using ordered"');
is((map_tables('--update', '--prefer', 'proposed'))[0], 0, 'the other preference');
is(decode_json(read_file($file))->{tables}{'billing.customer'}{key}, 'id bigint using ordered', 'takes the proposal');
unlink "$file.base";
is((map_tables('--update'))[0], 4, 'without a base, each difference is a conflict');

# ---- rows of the parent's view ---------------------------------------------------------------

{
	local $file = "$folder/tree.json";

	sql(q{
		CREATE SCHEMA tree;
		CREATE TABLE tree.parent (id int PRIMARY KEY, note text);
		CREATE TABLE tree.child (id int REFERENCES tree.parent, n int, PRIMARY KEY (id, n));
		INSERT INTO tree.parent SELECT i, 'note ' || i FROM generate_series(1, 5) i;
		INSERT INTO tree.child SELECT id, n FROM tree.parent, generate_series(1, 3) n});
	($code, $output) = map_tables('-n', 'tree');
	is("$code$output", "0created    tree.child as tree.child_h\ncreated    tree.parent as tree.parent_h\n", 'children have views of their own');
	edit('"tree:parent"', '"forest"');
	edit('"children": "none"', '"children": "rows"');
	($code, $output, $messages) = map_tables('--update');
	is("$code$output", "0included   tree.child as tree.parent_h\nreplaced   tree.parent as tree.parent_h\n", 'or are rows in that of their parent') or diag($messages);
	is(decode_json(read_file($file))->{tables}{'tree.child'}{rows_of}, 'tree.parent', 'as the file says');
	is(sql(q{SELECT to_regclass('tree.child_h') IS NULL, count(*) FROM tree.parent_h}), 't|20', 'with all rows');
	is(sql(q{SELECT table_name, cardinality(layouts) FROM hbase.definition_of('tree.parent_h')}), 'forest|2', 'and the edits');
	is((map_tables('--children', 'rows'))[0], 2, 'a file keeps its kind of children');
	unlink $file, "$file.base";
	is((map_tables('-n', 'tree', '--children', 'nest'))[0], 1, 'an unrecognized kind');
	($code, $output) = map_tables('-n', 'tree', '--children', 'rows', '--dry-run');
	is($code, 0, 'a new file');
	like($output, qr/^UNION ALL$/m, 'with rows of the parent');
}

# ---- a key that rows cannot have ------------------------------------------------------------

{
	local $file = "$folder/blank.json";

	sql(q{
		CREATE SCHEMA blank;
		CREATE TABLE blank.word (word text PRIMARY KEY, n int);
		CREATE TABLE blank.other (id int PRIMARY KEY);
		INSERT INTO blank.word VALUES ('', 1), ('a', 2)});
	($code, $output, $messages) = map_tables('-n', 'blank', '--profile', 'phoenix');
	is($code, 4, 'a key that the profile does not have');
	is($output, "created    blank.other as blank.other_h\nno key     blank.word as blank.word_h\n", 'is a decision, and does not end the others');
	like($messages, qr/^pg2hbase: blank\.word is not mapped: it needs "key"/m, 'that is reported');
	my $entry = decode_json(read_file($file))->{tables}{'blank.word'};
	is_deeply([ $entry->{key}, $entry->{note} =~ /(rows do not have the key .* empty)/ ], [ undef, 'rows do not have the key word text using phoenix: row key component "word" is empty' ], 'with its reason');
	like((client('assess', '-q', '-n', 'blank', '--profile', 'phoenix'))[1], qr/decide: key: rows do not have the key word text using phoenix/, 'also in the assessment');
}

# ---- Ctrl-C leaves nothing half done --------------------------------------------------------

{
	my $before = read_file($file);

	$views = views();
	edit('"crm:orders"', '"crm:o"');
	edit('"shop:c"', '"shop:d"');
	my $keeper = start_psql(\my $kept, 'BEGIN', 'SELECT FROM crm.orders_h LIMIT 1', 'SELECT pg_advisory_lock(47)', 'SELECT pg_sleep(600)');
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	my ($said, $errors) = ('', '');
	my $run = IPC::Run::start([ 'pg2hbase', 'map', '-f', $file, '-d', 'application_name=pg2hbase' ], '<', \undef, '>', \$said, '2>', \$errors);

	# the first view is replaced, the second one is locked
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'pg2hbase' AND wait_event_type = 'Lock'}) or die;
	$run->signal('INT');
	$run->finish;
	is($run->full_result >> 8, 130, 'Ctrl-C');
	is($said, '', 'nothing was done');
	sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted});
	$keeper->finish;
	is(views(), $views, 'all views are as they were');
	is((map_tables())[0], 0, 'and the next run does it');
	isnt(views(), $views, 'indeed');
}

$server->stop;
done_testing();
