# pg2hbase map --children cells: the rows of a table are cells of the rows to which they
# belong. The exported cells are the rows of the children, and a delta has what changed.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use TestServer;

my $server = new_server('pg2hbase_cells');
my $dir = new_folder();
connect_programs();
my $file = $server->basedir . '/cells.json';

# The rows of the JSON objects in a family of the exported files, as the child's rows.
sub exported
{
	my ($folder, $table, $family, $type, $key) = @_;

	return qq{SELECT x.* FROM pg_ls_dir('$folder/$family') f, hfile_cells(pg_read_binary_file('$folder/$family/' || f)) c,
		jsonb_populate_record(NULL::$table, convert_from(c.value, 'UTF8')::jsonb || jsonb_build_object('$key', rowkey_field('salt(4), id int', c.key, 'id', NULL::int))) x
		WHERE c.type = '$type'};
}

sub differences
{
	my ($one, $other) = @_;

	return sql("SELECT count(*) FROM (($one EXCEPT ALL $other) UNION ALL ($other EXCEPT ALL $one)) x");
}

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE SCHEMA crm;
	CREATE TABLE crm.orders (id int PRIMARY KEY, placed timestamptz, customer text);
	CREATE TABLE crm.line (orders int REFERENCES crm.orders, line int, amount numeric, shipped timestamptz, raw bytea, tags text[], PRIMARY KEY (orders, line));
	CREATE TABLE crm.remark (orders int NOT NULL REFERENCES crm.orders, said text);
	CREATE TABLE crm.visit (id int PRIMARY KEY, orders int REFERENCES crm.orders);
	INSERT INTO crm.orders SELECT i, '2024-01-01 UTC'::timestamptz + i * interval '1 hour', 'c' || i % 7 FROM generate_series(1, 200) i;
	INSERT INTO crm.line SELECT 1 + i % 190, i, i / 8.0, '2024-01-01 00:00:00.000001 UTC'::timestamptz + i * interval '1 minute', int4send(i), ARRAY['a', i::text] FROM generate_series(1, 1500) i;
	INSERT INTO crm.remark SELECT 1 + i % 50, 'remark ' || i % 10 FROM generate_series(1, 300) i;
	INSERT INTO crm.visit SELECT i, i FROM generate_series(1, 20) i});

# ---- the file ----------------------------------------------------------------------------

my ($code, $output, $messages) = client('map', '-f', $file, '-n', 'crm', '--children', 'cells');
is($code, 0, 'a new file') or diag($messages);
is($output, "created    crm.orders as crm.orders_h\nincluded   crm.line as crm.orders_h\nincluded   crm.remark as crm.orders_h\ncreated    crm.visit as crm.visit_h\n", 'with rows that are cells');
my $tables = decode_json(read_file($file))->{tables};
is($tables->{'crm.line'}{cells_of}, 'crm.orders', 'of their parent');
is($tables->{'crm.line'}{qualifier}, 'line int using string', 'their key is the qualifier');
ok(!$tables->{'crm.visit'}{cells_of}, 'a table that only refers to another one has a view');
my $text = read_file($file);
$text =~ s/"key": "id int using bytes"/"key": "salt(4), id int"/ or die;
write_file($file, $text);
is((client('map', '-f', $file))[0], 0, 'an edit is applied');

sql('ALTER TABLE crm.line ADD note text DEFAULT $$x$$');
($code, $output, $messages) = client('map', '-f', $file, '--update');
is($code, 0, 'an update') or diag($messages);
like($output, qr/^replaced   crm\.orders as crm\.orders_h\nincluded   crm\.line/m, 'makes the view again');
$tables = decode_json(read_file($file))->{tables};
is_deeply($tables->{'crm.line'}{columns}, { map { $_ => {} } qw(line amount shipped raw tags note) }, 'with the new column');
is($tables->{'crm.orders'}{key}, 'salt(4), id int', 'and the edit');
is(sql(q{SELECT count(*) FROM hbase.check_schema('crm') WHERE severity = 'error'}), '0', 'nothing is wrong with it');
is(sql(q{SELECT family, rows, cells, exact FROM hbase.estimate('crm.orders_h') WHERE family = 'l'}), 'l|190|1500|t', 'an estimate counts its cells');

# ---- an export, and the rows in it ---------------------------------------------------------

($code, $output, $messages) = client('export', '-D', "$dir/full", '-j', '2', '-n', 'crm');
is($code, 0, 'an export') or diag($messages);
my $folder = "$dir/full/" . sql(q{SELECT replace(table_name, ':', '-') FROM hbase.definition_of('crm.orders_h')});
is(sql("SELECT bool_and(ok) FROM hbase.verify('crm.orders_h', '$folder', true)"), 't', 'its files are right');
is(differences('SELECT * FROM crm.line', exported($folder, 'crm.line', 'l', 'Put', 'orders')), '0', 'the cells are the rows of the children');
is(differences('SELECT * FROM crm.remark', exported($folder, 'crm.remark', 'r', 'Put', 'orders')), '0', 'also without a key, and equal ones');
is(sql(qq{SELECT count(*), count(DISTINCT (c.key, c.qualifier)) FROM pg_ls_dir('$folder/r') f, hfile_cells(pg_read_binary_file('$folder/r/' || f)) c}), '300|300', 'each is a cell of its own');
sql(q{DO $$ BEGIN EXECUTE hbase.read_view('crm.orders_h', 'crm.lines', row_type => 'crm.line', family => 'l'); END $$});
is(differences('SELECT * FROM crm.line', 'SELECT orders, line, amount, shipped, raw, tags, note FROM crm.lines'), '0', 'a view has them with their types');

# ---- a delta ---------------------------------------------------------------------------------

sql(q{
	INSERT INTO crm.line VALUES (1, -1, 7, NULL, NULL, NULL, 'new');
	UPDATE crm.line SET amount = 8 WHERE line = 100;
	DELETE FROM crm.line WHERE line = 101;
	INSERT INTO crm.remark VALUES (5, 'remark 4'), (6, 'another')});
($code, $output, $messages) = client('delta', '-D', $dir, '-n', 'crm');
is($code, 0, 'a delta') or diag($messages);
my ($new) = $output =~ m{^crm\.orders_h: 5 cells in \d+ files, (\S+)$}m;
ok($new, 'has a folder') or diag($output);
is(differences(q{SELECT * FROM crm.line WHERE line IN (-1, 100)}, exported($new, 'crm.line', 'l', 'Put', 'orders')), '0', 'the new and the changed row are put');
is(sql(qq{SELECT c.type, convert_from(c.qualifier, 'UTF8') FROM pg_ls_dir('$new/l') f, hfile_cells(pg_read_binary_file('$new/l/' || f)) c WHERE c.type <> 'Put'}), 'DeleteColumn|101', 'the deleted one is deleted, and no other cell');
is(sql(qq{SELECT count(*) FROM pg_ls_dir('$new/r') f, hfile_cells(pg_read_binary_file('$new/r/' || f)) c}), '2', 'new rows without a key are new cells');

# ---- a role without the right to read the child ---------------------------------------------

sql(q{CREATE ROLE pg2hbase_cells LOGIN; GRANT USAGE ON SCHEMA crm TO pg2hbase_cells; GRANT SELECT ON crm.orders, crm.line, crm.visit TO pg2hbase_cells});
foreach my $children (qw(rows cells))
{
	($code, $output, $messages) = client('map', '-f', "$file.$children", '-n', 'crm', '--children', $children, '--dry-run', '-U', 'pg2hbase_cells');
	is($code, 0, "without a child, $children") or diag($messages);
	like($messages, qr/WARNING:  1 tables are not mapped, because the role may not read them\nDETAIL:  crm\.remark/, 'it is left out');
	is_deeply([ sort keys %{ decode_json(read_file("$file.$children"))->{tables} } ], [ map { "crm.$_" } qw(line orders visit) ], 'the others are mapped');
}

$server->stop;
done_testing();
