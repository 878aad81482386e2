# The change stream: the frames of concurrent transactions, applied with HBase's
# rules, leave the cells that the views show.  Each table of the workload has a
# way of its own to lose or keep a row: TOAST and a condition with full replica
# identity, only the key in the identity, partitions with other columns, keys
# that are swapped within a statement, and a table with keys and cells of HBase.
use strict;
use warnings;
use Test::More;
use IPC::Run;
use TestServer;
use StreamStore;

my $server = new_server('stream');

$server->append_conf('postgresql.conf', <<'END');
wal_level = logical
max_wal_senders = 5
max_replication_slots = 5
autovacuum = on
autovacuum_naptime = 1
autovacuum_vacuum_threshold = 20
autovacuum_analyze_threshold = 20
max_prepared_transactions = 10
deadlock_timeout = 50ms
END
restart_server();
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	like(messages_of("SELECT pg_create_logical_replication_slot('s', 'hbase_schema')"),
		qr/add it to "output_plugin_libraries"/, 'the server names the setting that allows the library');
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	restart_server();
}
else
{
	pass('every library can be an output plugin');
}

sql(<<'END');
CREATE EXTENSION hbase_schema;

-- TOAST, NULL, a condition, two families
CREATE TABLE account (
    id bigint PRIMARY KEY, customer bigint NOT NULL, placed timestamptz NOT NULL, status text, note text, big text);
ALTER TABLE account REPLICA IDENTITY FULL;
ALTER TABLE account ALTER big SET STORAGE EXTERNAL;
CREATE VIEW account_h AS
SELECT rowkey_compose('salt(4), customer bigint, placed timestamptz desc, id bigint', customer, placed, id) AS key,
       widerow_build('phoenix'::hbase_encoding, 's', status, 'n', note, 'b', big) AS d,
       widerow_build('c', customer) AS e
FROM account WHERE status IS DISTINCT FROM 'hidden';
CREATE SCHEMA "Odd schema";
SELECT hbase.define('account_h', 'bank:account', families => '{"d": {"NAME": "data"}}');

-- only the key is in the identity
CREATE TABLE item (id int PRIMARY KEY, a int, b bigint, hidden boolean NOT NULL);
CREATE VIEW "Odd schema"."Items" AS
SELECT rowkey_compose('salt(2), id int', id) AS key, widerow_build('', id, 'a', a, 'b', b) AS d,
       widerow_build('b', b) AS e
FROM item WHERE NOT hidden;
SELECT hbase.define('"Odd schema"."Items"', 'item');

-- partitions, one with other columns, one with the key as its identity
CREATE TABLE part (id int, region int, a int, primary key (id, region)) PARTITION BY LIST (region);
CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part_2 (dropped text, a int, region int NOT NULL, id int NOT NULL, PRIMARY KEY (id, region));
ALTER TABLE part_2 DROP dropped;
ALTER TABLE part ATTACH PARTITION part_2 FOR VALUES IN (2);
CREATE TABLE part_3 PARTITION OF part FOR VALUES IN (3, 4) PARTITION BY LIST (region);
CREATE TABLE part_3_3 PARTITION OF part_3 FOR VALUES IN (3);
CREATE TABLE part_3_4 PARTITION OF part_3 FOR VALUES IN (4);
ALTER TABLE part_1 REPLICA IDENTITY FULL;
CREATE VIEW part_h AS
SELECT rowkey_compose('region int, id int', region, id) AS key, widerow_build('a', a, 'r', region) AS d FROM part;

-- keys that are swapped in one statement
CREATE TABLE swap (id int PRIMARY KEY, place int UNIQUE DEFERRABLE, t text);
ALTER TABLE swap REPLICA IDENTITY FULL;
CREATE VIEW swap_h AS SELECT rowkey_compose('place int', place) AS key, widerow_build('i', id, 't', t) AS d FROM swap;

-- a table with keys and cells of HBase
CREATE TABLE stored (key rowkey PRIMARY KEY, d widerow NOT NULL, e widerow);
ALTER TABLE stored REPLICA IDENTITY FULL;

-- the same table by another key
CREATE VIEW by_note AS
SELECT rowkey_compose('id bigint, status text', id, status) AS key,
       widerow_build('n', note) AS d
FROM account WHERE status IS NOT NULL;

CREATE TABLE other (id int);

CREATE FUNCTION pick(n int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1 + (random() * n)::int % n';

CREATE PROCEDURE one(kind int) LANGUAGE plpgsql AS $$
DECLARE
    n int := pick(60);
BEGIN
    CASE kind
    WHEN 1 THEN INSERT INTO account VALUES (n, pick(9), '2022-12-05+00', 'new', NULL, NULL)
                ON CONFLICT (id) DO UPDATE SET note = 'again' || n;
    WHEN 2 THEN UPDATE account SET customer = pick(9) WHERE id = n;
    WHEN 3 THEN DELETE FROM account WHERE id = n;
    WHEN 4 THEN UPDATE account SET note = NULL, status = 's' || pick(5) WHERE id BETWEEN n AND n + 3;
    WHEN 5 THEN UPDATE account SET status = CASE WHEN status = 'hidden' THEN 'back' ELSE 'hidden' END WHERE id = n;
    WHEN 6 THEN UPDATE account SET big = repeat(md5(n::text), pick(100)) WHERE id = n;
    WHEN 7 THEN DELETE FROM account WHERE id = n;
                INSERT INTO account VALUES (n, pick(9), '2022-12-06+00', 're', 'r', repeat('z', 4000));
                UPDATE account SET status = 're2' WHERE id = n;
    WHEN 8 THEN UPDATE account SET id = id + 10000 WHERE id = n;
                UPDATE account SET id = id - 10000 WHERE id = n + 10000;
    WHEN 9 THEN UPDATE account SET id = -1 WHERE id = n;
                UPDATE account SET id = n WHERE id = n + 1;
                UPDATE account SET id = n + 1 WHERE id = -1;
    WHEN 10 THEN INSERT INTO item VALUES (n, pick(5), pick(5), false) ON CONFLICT (id) DO UPDATE SET a = item.a + 1;
    WHEN 11 THEN UPDATE item SET b = NULLIF(pick(3), 1), hidden = pick(3) = 1 WHERE id = n;
    WHEN 12 THEN UPDATE item SET a = 7 WHERE id = n; DELETE FROM item WHERE id = n;
    WHEN 13 THEN DELETE FROM item WHERE id = n; INSERT INTO item VALUES (n, 1, NULL, pick(2) = 1);
                 DELETE FROM item WHERE id = n;
    WHEN 14 THEN UPDATE item SET id = id + 1000 WHERE id = n; UPDATE item SET id = id - 1000 WHERE id = n + 1000;
    WHEN 15 THEN UPDATE item SET id = -1 WHERE id = n; UPDATE item SET id = n WHERE id = n + 1;
                 UPDATE item SET id = n + 1 WHERE id = -1;
    WHEN 16 THEN UPDATE item SET id = -n WHERE id = n;
    WHEN 17 THEN INSERT INTO part VALUES (n, pick(4), pick(9)) ON CONFLICT DO NOTHING;
    WHEN 18 THEN UPDATE part SET region = 1 + (region + 1) % 4 WHERE id = n AND NOT EXISTS (
                     SELECT FROM part p WHERE p.id = n AND p.region = 1 + (part.region + 1) % 4);
    WHEN 19 THEN UPDATE part SET a = NULLIF(pick(9), 1) WHERE id BETWEEN n AND n + 5;
    WHEN 20 THEN DELETE FROM part WHERE id = n;
    WHEN 21 THEN INSERT INTO swap VALUES (n, n, 'x') ON CONFLICT (id) DO NOTHING;
    WHEN 22 THEN UPDATE swap SET place = CASE place WHEN n THEN n + 1 ELSE n END
                 WHERE place IN (n, n + 1)
                   AND (SELECT count(*) FROM swap WHERE place IN (n, n + 1)) = 2;
    WHEN 23 THEN UPDATE swap SET t = repeat('y', pick(3000)) WHERE id = n; DELETE FROM swap WHERE id = n + 1;
    WHEN 24 THEN INSERT INTO stored VALUES (int4send(n)::rowkey, widerow_build('q', n), NULL)
                 ON CONFLICT (key) DO UPDATE SET d = stored.d || widerow_build('r' || pick(3), n),
                     e = NULLIF(widerow_build('e', NULLIF(pick(2), 1)), widerow_build());
    WHEN 25 THEN DELETE FROM stored WHERE key = int4send(n)::rowkey;
    WHEN 26 THEN ANALYZE item; CREATE TEMP TABLE IF NOT EXISTS t (i int); INSERT INTO other VALUES (n);
    END CASE;
END $$;

CREATE PROCEDURE work(seed float8, n int) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setseed(seed);
    FOR i IN 1 .. n LOOP
        BEGIN
            FOR j IN 1 .. pick(4) LOOP
                BEGIN
                    CALL one(pick(26));
                    IF pick(8) = 1 THEN RAISE EXCEPTION 'undo'; END IF;
                EXCEPTION
                    WHEN unique_violation OR raise_exception THEN NULL;
                END;
            END LOOP;
        EXCEPTION
            WHEN deadlock_detected OR unique_violation OR serialization_failure THEN NULL;
        END;
        IF pick(10) = 1 THEN ROLLBACK; ELSE COMMIT; END IF;
    END LOOP;
END $$;
END

my %view = ('bank:account' => 'account_h', item => '"Odd schema"."Items"', part_h => 'part_h', swap_h => 'swap_h',
	stored => 'stored', by_note => 'by_note');
my $relations = 'ARRAY[' . join(', ', map { "'$_'" } sort values %view) . ']::regclass[]';

# What a view shows, as live_cells() writes it.
sub shown
{
	my ($table) = @_;
	my $families = sql("SELECT string_agg(attname, ',') FROM pg_attribute "
		  . "WHERE attrelid = '$view{$table}'::regclass AND attnum > 1 AND NOT attisdropped");
	my $query = join ' UNION ALL ', map {
		my $name = $table eq 'bank:account' && $_ eq 'd' ? 'data' : $_;

		"SELECT encode(v.key::bytea, 'hex') || ' ' || encode('$name', 'hex') || ' ' || encode(c.qualifier, 'hex') "
		  . "|| ' ' || encode(c.value, 'hex') AS line FROM $view{$table} v, widerow_cells(v.$_) c"
	} split /,/, $families;

	return sql("SELECT line FROM ($query) q ORDER BY line COLLATE \"C\"");
}

my $mapping = sql("SELECT hbase.stream_mapping($relations)");
unlike($mapping, qr/'/, 'a mapping has no single quotes');
is(sql("SELECT hbase.stream_mapping($relations)"), $mapping, 'a mapping is deterministic');
sql("SELECT pg_create_logical_replication_slot('s', 'hbase_schema')");

# Read the slot without moving it.
sub peek
{
	my (%options) = @_;
	my $arguments = join '', map { ", '$_', '$options{$_}'" } sort keys %options;

	return pack 'H*', join '', split /\n/,
	  sql("SELECT encode(data, 'hex') FROM pg_logical_slot_peek_binary_changes('s', NULL, NULL, 'mapping', '$mapping'$arguments)");
}

# ---- concurrent transactions ---------------------------------------------------

my @output;
my @sessions = map { start_psql(\$output[$_], 'SET client_min_messages = error', 'CALL work(0.' . ($_ + 1) . ', 400)') } 0 .. 3;
IPC::Run::finish($_) for @sessions;
is(join('', @output), '', 'the transactions ran');
sql(<<'END');
BEGIN;
INSERT INTO item VALUES (2000, 1, 1, false);
UPDATE account SET note = 'prepared';
PREPARE TRANSACTION 'p';
BEGIN;
DELETE FROM part WHERE id < 20;
PREPARE TRANSACTION 'q';
INSERT INTO item VALUES (2001, 1, 1, false);
COMMIT PREPARED 'p';
ROLLBACK PREPARED 'q';
END

my $bytes = peek();
my @frames = frames_of($bytes);
my $store = {};
is(apply_frames($store, @frames), undef, 'the frames follow the format');
cmp_ok(scalar @{ $store->{commits} }, '>', 500, 'the stream has hundreds of transactions');
foreach my $table (sort keys %view)
{
	my $shown = shown($table);

	cmp_ok(length $shown, '>', 0, "$view{$table} has cells");
	is(live_cells($store, $table), $shown, "the stream leaves the cells of $view{$table}");
}

# ---- redelivery ---------------------------------------------------------------

ok(peek() eq $bytes, 'a second read gives the same bytes');
my ($fingerprint) = $mapping =~ /"fingerprint": "(\w+)"/;
my $lsn = sub { return sprintf '%X/%X', $_[0] >> 32, $_[0] & 0xffffffff };
my $start = $frames[0][2];
my $equal = 0;

# The bytes after the commit at an index.
sub tail
{
	my ($index) = @_;
	my $seen = 0;
	my $tail = $start;

	foreach my $frame (@frames)
	{
		$tail .= $frame->[2] if $seen > $index;
		$seen++ if $frame->[0] eq 'C';
	}
	return $tail;
}

my @indexes = map { int($_ * $#{ $store->{commits} } / 6) } 1 .. 5;
foreach my $index (@indexes)
{
	my ($at, $stamp) = @{ $store->{commits}[$index] };

	$equal++ if peek(state => $lsn->($at) . "/$stamp/$fingerprint") eq tail($index);
}
is($equal, scalar @indexes, 'from any commit the stream goes on with the same bytes');

# a confirmed slot continues as well
my ($at, $stamp) = @{ $store->{commits}[ $indexes[2] ] };
sql("SELECT pg_replication_slot_advance('s', '" . $lsn->($at) . "')");
ok(peek(state => $lsn->($at) . "/$stamp/$fingerprint") eq tail($indexes[2]), 'a confirmed slot continues with the same bytes');
my ($early, $early_stamp) = @{ $store->{commits}[ $indexes[1] ] };
like(messages_of("SELECT count(*) FROM pg_logical_slot_peek_binary_changes('s', NULL, NULL, 'mapping', '$mapping', "
		  . "'state', '" . $lsn->($early) . "/$early_stamp/$fingerprint')"),
	qr/slot "s" is ahead of the state.*confirmed up to .*restored to another time/s,
	'a slot that is ahead of the state is an error');

# pg_recvlogical gets the same frames
my $end = sql('SELECT pg_current_wal_lsn()');
my $file = new_folder() . '/stream';
run_ok("pg_recvlogical -d '" . $server->connstr('postgres') . "' --slot s --start --no-loop --endpos $end -f $file "
	  . "-o 'mapping=$mapping' -o state=" . $lsn->($at) . "/$stamp/$fingerprint", 'pg_recvlogical reads the stream');
ok(join('', map { $_->[2] } frames_of(read_file($file))) eq tail($indexes[2]), 'pg_recvlogical gets the same frames');

done_testing();
