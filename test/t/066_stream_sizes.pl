# Large transactions in a change stream: a million changes within bounded memory,
# a hundred thousand subtransactions, and thousands of changes of the catalog.
use strict;
use warnings;
use Test::More;
use TestServer;
use StreamStore;

my $changes = $ENV{STREAM_CHANGES} || 1_000_000;
my $server = new_server('stream_sizes');

$server->append_conf('postgresql.conf', <<'END');
wal_level = logical
shared_buffers = 16MB
max_wal_size = 4GB
checkpoint_timeout = 1h
END
restart_server();
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	restart_server();
}

sql(<<'END');
CREATE EXTENSION hbase_schema;
CREATE TABLE item (id int PRIMARY KEY, a int, t text, extra int);
ALTER TABLE item REPLICA IDENTITY FULL;
CREATE VIEW item_h AS SELECT rowkey_compose('salt(16), id int', id) AS key, widerow_build('a', a, 't', t) AS d FROM item;
CREATE TABLE other (id int);
END
my $mapping = sql("SELECT hbase.stream_mapping('{item_h}')");
my $source = "pg_logical_slot_peek_binary_changes('s', NULL, NULL, 'mapping', '$mapping')";

sub new_slot
{
	sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
	sql("SELECT pg_create_logical_replication_slot('s', 'hbase_schema')");
}

# A store with the frames of the slot, and what is wrong with them.
sub stored
{
	my $store = {};

	is(apply_frames($store, frames_of(pack 'H*', join '', split /\n/, sql("SELECT encode(data, 'hex') FROM $source"))),
		undef, 'the frames follow the format');
	return $store;
}

sub shown
{
	return sql(q{
		SELECT line
		FROM (SELECT encode(v.key::bytea, 'hex') || ' 64 ' || encode(c.qualifier, 'hex') || ' ' || encode(c.value, 'hex')
			  FROM item_h v, widerow_cells(v.d) c) q(line)
		ORDER BY line COLLATE "C"});
}

# ---- many subtransactions, and changes of the catalog ---------------------------

new_slot();
sql(<<'END');
DO $$
BEGIN
    FOR i IN 1 .. 100000 LOOP
        BEGIN
            INSERT INTO item VALUES (i % 20000, i, 'x');
        EXCEPTION
            WHEN unique_violation THEN UPDATE item SET a = i WHERE id = i % 20000;
        END;
    END LOOP;
END $$;
END
my $store = stored();
is(scalar @{ $store->{commits} }, 1, 'a hundred thousand subtransactions are one transaction');
is(live_cells($store, 'item_h'), shown(), '... and leave the rows of the view');

sql(<<'END');
DO $$
BEGIN
    FOR i IN 1 .. 10000 LOOP
        EXECUTE format('CREATE FUNCTION made_%s() RETURNS int LANGUAGE sql AS ''SELECT 1''', i);
        IF i % 100 = 0 THEN
            EXECUTE 'ALTER TABLE item ALTER extra SET DEFAULT ' || i;
        END IF;
        UPDATE item SET a = -i, extra = i WHERE id = i;
        IF i % 3 = 0 THEN DELETE FROM item WHERE id = i - 1; END IF;
    END LOOP;
END $$;
END
$store = stored();
is(scalar @{ $store->{commits} }, 2, 'thousands of changes of the catalog are one transaction');
is(live_cells($store, 'item_h'), shown(), '... and leave the rows of the view');

# ---- many changes within bounded memory ------------------------------------------

new_slot();
my $half = int($changes / 2);
sql("BEGIN;
	DELETE FROM item;
	INSERT INTO item SELECT i, i, 'text ' || i FROM generate_series(1, $half) i;
	UPDATE item SET a = a + 1, t = NULLIF(t, 'text 7');
	COMMIT");
SKIP:
{
	skip 'no /proc', 2 unless -r '/proc/self/status';
	skip 'sanitizers keep freed memory', 2 if $ENV{SERVER_WRAPPER};
	my ($before, $frames, $after) = split /\n/, sql(qq{
		SET work_mem = '1MB';
		SET logical_decoding_work_mem = '1MB';
		SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\\s*(\\d+)'))[1];
		SELECT count(*) > 100 FROM $source;
		SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\\s*(\\d+)'))[1];});

	is($frames, 't', 'a million changes are many messages');
	cmp_ok($after - $before, '<', 60_000, 'and take less than 60 MB') or diag("$before kB before, $after kB after");
}
is(sql("SELECT count(*) FROM (SELECT DISTINCT key FROM item_h) v"), $half, 'the view has half as many rows');
# most rows are new, so the mutations can be counted without a store
my $tail = sql("SET work_mem = '1MB'; SELECT encode(data, 'hex') FROM $source WITH ORDINALITY o(lsn, xid, data, n) ORDER BY n DESC LIMIT 1");
my ($commit) = grep { $_->[0] eq 'C' } frames_of(pack 'H*', $tail);
my (undef, undef, $mutations) = unpack('Q> q> N', $commit->[1]);
cmp_ok($mutations, '>=', $half, 'each row has a mutation');
cmp_ok($mutations, '<=', $half + 20000, 'and only one');

done_testing();
