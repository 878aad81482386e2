# What a change stream does at rows that HBase cannot have, at DDL, TRUNCATE and
# partitions that come and go: it goes on, or ends with an error that names the
# place; and its options.
use strict;
use warnings;
use Test::More;
use TestServer;
use StreamStore;

my $server = new_server('stream_events');

$server->append_conf('postgresql.conf', "wal_level = logical\nautovacuum = off\n");
restart_server();
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	restart_server();
}
sql('CREATE EXTENSION hbase_schema');

my $setup = <<'END';
DROP SCHEMA IF EXISTS s CASCADE;
CREATE SCHEMA s;
SET search_path = s, public;
CREATE TABLE item (id int PRIMARY KEY, name text UNIQUE, n int, extra int);
ALTER TABLE item REPLICA IDENTITY FULL;
CREATE VIEW item_h AS
SELECT name::rowkey AS key, widerow_build('n', 100 / n, 't', repeat('x', n)) AS d
FROM item WHERE id > 0;
CREATE FUNCTION doubled(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2';
CREATE VIEW doubled_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', s.doubled(n)) AS d FROM item;
CREATE TABLE stored (key rowkey PRIMARY KEY, d widerow);
ALTER TABLE stored REPLICA IDENTITY FULL;
CREATE TABLE part (id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10);
CREATE VIEW part_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', n) AS d FROM part;
INSERT INTO item VALUES (1, 'one', 1, 1), (2, 'two', 2, 2);
INSERT INTO stored VALUES ('a', '{q=1}');
INSERT INTO part VALUES (1, 1);
END

my $mapping;

# New tables and a new slot.
sub set_up
{
	sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
	sql($setup);
	$mapping = sql("SELECT hbase.stream_mapping('{s.item_h,s.doubled_h,s.stored,s.part_h}')");
	sql("SELECT pg_create_logical_replication_slot('s', 'hbase_schema')");
}

# The query that reads the slot.
sub reading
{
	my (%options) = (mapping => $mapping, @_);
	my $arguments = join '', map { defined $options{$_} ? ", '$_', '$options{$_}'" : '' } sort keys %options;

	return "SELECT encode(data, 'hex') FROM pg_logical_slot_peek_binary_changes('s', NULL, NULL$arguments)";
}

# What statements leave in the stream: the rows of mutations and rejects, or its
# error.
sub stream_of
{
	my ($statements, %options) = @_;

	set_up();
	sql("SET search_path = s, public; $statements");
	my ($status, $output, $messages) = $server->psql('postgres', reading(%options));

	return $messages if $status;
	my $store = {};
	my $wrong = apply_frames($store, frames_of(pack 'H*', join '', split /\n/, $output));

	die $wrong if $wrong;
	my @rows;
	foreach my $table (@{ $store->{tables} // [] })
	{
		push @rows, "$table " . join ' ', map { /[^ -~]/ ? hex_of($_) : $_ } sort keys %{ $store->{cells}{$table} }
		  if $store->{cells}{$table};
	}
	push @rows, map { "rejected $_->[0] $_->[1]: $_->[2]" } @{ $store->{rejects} // [] };
	return join "\n", @rows;
}

# ---- rows -------------------------------------------------------------------------

my $place = qr{row \(name\)=\(\S*\) of s\.item at [0-9A-F]+/[0-9A-F]+ of the log, mapped by s\.item_h};
foreach my $case (
	[ "INSERT INTO item VALUES (3, NULL, 1)", qr/row key is NULL.*Every part of a key must have a value/s, 'a key of NULL' ],
	[ "INSERT INTO item VALUES (3, '', 1)", qr/row key has 0 bytes.*keys of 1 to 32767/s, 'an empty key' ],
	[ "INSERT INTO item VALUES (3, 'zero', 0)", qr/division by zero/, 'an expression with an error' ],
	[ "UPDATE item SET n = 0 WHERE id = 1", qr/division by zero/, 'the same after an UPDATE' ])
{
	my ($statement, $error, $what) = @$case;
	my $result = stream_of($statement);

	like($result, qr/ERROR:.*$error/s, "$what ends the stream");
	like($result, $place, '... with the row and the LSN');
	like($result, qr/HINT/, '... and a hint');
}
like(stream_of("INSERT INTO item VALUES (3, 'large', 80)", max_cell_size => 100),
	qr/cell of \d+ bytes in row "large" is too large.*$place/s, 'a cell that is too large ends the stream');
like(stream_of(q(INSERT INTO stored VALUES ('b', '{q@5=1}'))),
	qr/family "d" has a cell with a timestamp of its own or a delete marker.*hbase\.export_delta.*\(key\)=\(b\)/s,
	'a timestamp ends the stream');
is(stream_of("INSERT INTO item VALUES (-3, NULL, 0)"), 'doubled_h 7ffffffd', 'the condition leaves a row out');
is(stream_of("SELECT 1"), '', 'no changes, no frames');

# skipped rows, and the same row when it can be mapped again
is(stream_of(<<'END', rejects => 'skip'), <<'END' =~ s/\n\z//r, 'with skip, rejected rows are listed, and the others are there');
BEGIN;
INSERT INTO item VALUES (3, 'zero', 0), (4, '', 1), (5, 'five', 5);
UPDATE item SET n = 0 WHERE id = 1;
COMMIT;
UPDATE item SET n = 3 WHERE id = 3;
INSERT INTO stored VALUES ('b', '{q@5=1}');
DELETE FROM item WHERE id = 4;
END
doubled_h 80000001 80000003 80000004 80000005
item_h five one zero
rejected item_h (name)=(zero): division by zero
rejected item_h (name)=(): row key has 0 bytes
rejected item_h (name)=(one): division by zero
rejected stored (key)=(b): family "d" has a cell with a timestamp of its own or a delete marker
END
my $text = sql(reading(rejects => 'skip', format => 'json') =~ s/encode\(data, 'hex'\)/convert_from(data, 'UTF8')/r);
is(join("\n", grep { /rejected/ } split /\n/, $text) =~ s{"lsn":"[^"]*"}{"lsn":""}gr =~ s{\n.*}{}sr,
	'{"rejected":{"lsn":"","table":"item_h","row":"(name)=(zero)","reason":"division by zero"}}', 'rejects as JSON');

# ---- DDL --------------------------------------------------------------------------

is(stream_of(<<'END'), "doubled_h 80000001 80000009\nitem_h more one", 'DDL that does not change a mapping does not matter');
CREATE TABLE another (id int);
ANALYZE item;
BEGIN;
UPDATE item SET n = 7 WHERE id = 1;
ALTER TABLE item ADD more int;
CREATE INDEX ON item (n);
CREATE OR REPLACE FUNCTION other(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
UPDATE item SET more = 1;
INSERT INTO item VALUES (9, 'more', 1);
COMMIT;
ALTER TABLE item RENAME n TO m;
ALTER TABLE item RENAME TO renamed;
ALTER VIEW item_h RENAME TO renamed_h;
ALTER TABLE renamed DROP extra;
CLUSTER renamed USING item_pkey;
VACUUM FULL renamed;
UPDATE renamed SET m = 8 WHERE id = 1;
END

my $changed = qr/the mapping of s\.item_h has changed.*Load the table again/s;
like(stream_of("CREATE OR REPLACE VIEW item_h AS SELECT key, widerow_build('z', 1) AS d FROM (SELECT name::rowkey AS key FROM item) r"),
	qr/changes of s\.item_h cannot be streamed.*does not read a table/s, 'a new view that cannot be streamed ends the stream');
like(stream_of("CREATE OR REPLACE VIEW item_h AS SELECT rowkey_compose('name text', name) AS key, widerow_build('n', n) AS d FROM item"),
	$changed, 'a changed view ends the stream');
like(stream_of("UPDATE item SET n = 2; DROP VIEW item_h"), $changed, 'a dropped view ends the stream');
like(stream_of("UPDATE item SET n = 2; DROP TABLE item CASCADE"), qr/the mapping of s\.(item|doubled)_h has changed/, 'a dropped table, too');
like(stream_of(<<'END'), qr/has changed/, 'a view that was made again, too');
BEGIN;
DROP VIEW item_h;
CREATE VIEW item_h AS
SELECT name::rowkey AS key, widerow_build('n', 100 / n, 't', repeat('x', n)) AS d
FROM item WHERE id > 0;
COMMIT;
UPDATE item SET n = 9;
END
like(stream_of("CREATE OR REPLACE FUNCTION doubled(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT \$1 * 3'; UPDATE item SET n = 2"),
	qr/the mapping of s\.doubled_h has changed/, 'a changed body of an inlined function ends the stream');
like(stream_of("ALTER TABLE item ALTER extra TYPE bigint"), qr{ALTER TABLE has rewritten s\.item.*[0-9A-F]+/[0-9A-F]+ does not tell.*Load the table again}s,
	'ALTER TABLE that rewrites a table ends the stream');
like(stream_of("ALTER TABLE part ADD r float DEFAULT random()"), qr/ALTER TABLE has rewritten s\.part_1/, '... also of a partition');
like(stream_of("ALTER TABLE item SET UNLOGGED"), qr/Changes of s\.item are not logged/, 'a table that is unlogged from now on');
like(stream_of("TRUNCATE item"), qr{TRUNCATE of s\.item cannot be streamed.*[0-9A-F]+/[0-9A-F]+ does not have.*Use DELETE}s, 'TRUNCATE ends the stream');
like(stream_of("TRUNCATE part_1"), qr/TRUNCATE of s\.part_1/, '... of a partition, too');
is(stream_of("CREATE TABLE another (id int); TRUNCATE another; TRUNCATE another, another"), '', '... of another table does not matter');
like(stream_of("ALTER TABLE item REPLICA IDENTITY DEFAULT; DELETE FROM item"),
	qr/not in the replica identity of s\.item.*ALTER TABLE s\.item REPLICA IDENTITY FULL/s, 'a smaller replica identity ends the stream');
like(stream_of("ALTER TABLE item ENABLE ROW LEVEL SECURITY; UPDATE item SET n = 2"), qr/row-level security/, 'row-level security, too');

# ---- partitions -------------------------------------------------------------------

is(stream_of(<<'END'), 'part_h 8000000b 80000015 80000016 8000001f', 'new partitions are part of the stream');
CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (10) TO (20);
INSERT INTO part VALUES (11, 1);
BEGIN;
CREATE TABLE part_3 (LIKE part INCLUDING ALL);
ALTER TABLE part ATTACH PARTITION part_3 FOR VALUES FROM (20) TO (30);
INSERT INTO part VALUES (21, 1);
SAVEPOINT a;
CREATE TABLE part_4 (n int, id int PRIMARY KEY);
ALTER TABLE part ATTACH PARTITION part_4 FOR VALUES FROM (30) TO (40);
INSERT INTO part VALUES (31, 1);
COMMIT;
INSERT INTO part_3 VALUES (22, 1);
END
my $partition = qr/does not have the rows.*Load the table again/s;
like(stream_of("CREATE TABLE part_2 (LIKE part INCLUDING ALL); INSERT INTO part_2 VALUES (11, 1); ALTER TABLE part ATTACH PARTITION part_2 FOR VALUES FROM (10) TO (20)"),
	qr/partition s\.part_2 of the table of s\.part_h was attached.*$partition/s, 'a partition with rows ends the stream');
like(stream_of("BEGIN; CREATE TABLE part_2 (LIKE part INCLUDING ALL); INSERT INTO part_2 VALUES (11, 1); ALTER TABLE part ATTACH PARTITION part_2 FOR VALUES FROM (10) TO (20); COMMIT"),
	qr/partition s\.part_2 of the table of s\.part_h was attached/, '... also from the same transaction');
like(stream_of("ALTER TABLE part DETACH PARTITION part_1"), qr/partition s\.part_1 of the table of s\.part_h was removed.*$partition/s,
	'a detached partition ends the stream');
like(stream_of("ALTER TABLE part DETACH PARTITION part_1 CONCURRENTLY"), qr/partition s\.part_1 of the table of s\.part_h was removed/, '... concurrently, too');
like(stream_of("INSERT INTO part VALUES (2, 2); DROP TABLE part_1"), qr/partition with OID \d+ of the table of s\.part_h was removed/, 'a dropped partition, too');
like(stream_of("ALTER TABLE part_1 SET UNLOGGED"), qr/partition s\.part_1 of the table of s\.part_h was made unlogged/, 'an unlogged partition, too');

# ---- the slot and its options -----------------------------------------------------

set_up();
sql("SELECT pg_drop_replication_slot('s'); DROP VIEW s.item_h; SELECT pg_create_logical_replication_slot('s', 'hbase_schema')");
sql("INSERT INTO s.part VALUES (3, 3)");
sql("SET search_path = s, public; CREATE VIEW item_h AS SELECT rowkey_compose('name text', name) AS key, widerow_build('n', n) AS d FROM item");
$mapping = sql("SELECT hbase.stream_mapping('{s.item_h,s.part_h}')");
is($server->psql('postgres', reading()), 0, 'a view may be made after the slot');
sql("UPDATE s.item SET n = n + 1");
is($server->psql('postgres', reading()), 0, '... and before the first change');
set_up();
sql("UPDATE s.item SET n = n + 1");
sql("SET search_path = s, public; CREATE VIEW late AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', n) AS d FROM item");
$mapping = sql("SELECT hbase.stream_mapping('{s.late}')");
like(messages_of(reading()), qr/the mapping of s\.late has changed/, '... not after it');

set_up();
sql("UPDATE s.item SET n = n + 1");
my ($fingerprint) = $mapping =~ /"fingerprint": "(\w+)"/;
foreach my $case (
	[ { mapping => undef }, qr/option "mapping" is missing.*hbase\.stream_mapping/s ],
	[ { mapping => '{}' }, qr/invalid mapping of a change stream.*hbase\.stream_mapping/s ],
	[ { mapping => '[' }, qr/invalid input syntax for type json/ ],
	[ { mapping => '{"version": 2}' }, qr/invalid mapping/ ],
	[ { mapping => '{"version": 1e30}' }, qr/out of range/ ],
	[ { mapping => $mapping =~ s/"tables": \[/"tables": 5, "x": [/r }, qr/invalid mapping/ ],
	[ { mapping => $mapping =~ s/"column": 1/"column": 99/r }, qr/has changed/ ],
	[ { mapping => $mapping =~ s/"column": 1/"column": -1/r }, qr/invalid mapping/ ],
	[ { mapping => $mapping =~ s/"oid": \d+/"oid": 1/gr }, qr/has changed/ ],
	[ { mapping => $mapping =~ s/"oid": \d+/"oid": 1259/gr }, qr/has changed|cannot be streamed/ ],
	[ { mapping => $mapping =~ s/"digest": "..../"digest": "0000/gr }, qr/the mapping of \S+ has changed/ ],
	[ { what => 'x' }, qr/unrecognized option "what".*Options are mapping, state/s ],
	[ { format => 'xml' }, qr/unrecognized value "xml" of option "format".*Formats are/s ],
	[ { rejects => '10' }, qr/unrecognized value "10" of option "rejects".*stop.*skip/s ],
	[ { max_cell_size => '0' }, qr/unrecognized value "0" of option "max_cell_size".*number of bytes/s ],
	[ { max_cell_size => '10k' }, qr/unrecognized value "10k"/ ],
	[ { state => '0/1' }, qr{invalid state "0/1".*LSN/stamp/fingerprint}s ],
	[ { state => '0/1/1/ff' }, qr/mapping has changed since.*fingerprint of the mapping is $fingerprint, that of the state is ff.*Restore/s ],
	[ { state => "0/1/1/$fingerprint" }, qr/slot "s" is ahead of the state/ ])
{
	my ($options, $error) = @$case;

	like(messages_of(reading(%$options)), $error, 'options: ' . join ' ', map { "$_=" . substr($options->{$_} // '', 0, 20) } keys %$options);
}
is($server->psql('postgres', reading(state => 'FFFFFFFF/0/1/')), 0, 'a state without a fingerprint');
is(sql(reading(state => "FFFFFFFF/0/1/$fingerprint")), '', 'transactions up to the state are skipped');
like(sql("SELECT string_agg(data, E'\\n') FROM pg_logical_slot_peek_changes('s', NULL, NULL, 'format', 'shell', 'mapping', '$mapping')"),
	qr{\Aput "doubled_h", "\\x80\\x00\\x00\\x01", "d:n", "\\x00\\x00\\x00\\x04", \d+\n.*\n# commit [0-9A-F]+/[0-9A-F]+ stamp \d+ xid \d+ rows 4\z}s,
	'statements for the HBase shell');
like(messages_of("SELECT * FROM pg_logical_slot_peek_changes('s', NULL, NULL, 'mapping', '$mapping')"),
	qr/produces binary output/, 'frames are binary');

done_testing();
