# load.sh of an export: its arguments, what it runs, and the manifest that it reads
# (test/hbase runs it against a real HBase).
use strict;
use warnings;
use JSON::PP;
use Test::More;
use TestServer;

new_server('load_script');
my $dir = new_folder();

# In HBase's place: a program that writes down how it was called.
my $log = "$dir/log";
write_program("$dir/hbase", <<"END");
{ printf '[%s]' "\$1" "\$2" "\$LOAD_ACTION" "\$LOAD_PLACE" "\$LOAD_FOLDERS"; cat "\$3"; } >>'$log'
[ -r "\$LOAD_SCRIPT" ] && cp "\$LOAD_SCRIPT" '$log.rb'
echo "\${3%/*}" >'$log.folder'
exit \${FAIL:-0}
END

# Run the script of a folder; returns what it called.
sub load
{
	my ($folder, $environment, $arguments) = @_;

	unlink $log;
	my $output = `HBASE='$dir/hbase' $environment '$folder/load.sh' $arguments 2>&1`;
	return ($? == 0 ? '' : "failed: $output") . (-e $log ? read_file($log) : '');
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE TABLE t(key rowkey PRIMARY KEY, d widerow, f widerow);
	INSERT INTO t SELECT rowkey_from_text('k' || i), widerow_build('q', i), NULL FROM generate_series(1, 200) i;
	SELECT hbase.define('t', 'shop:orders', families => '{"d": {"NAME": "it''s $HOME", "VERSIONS": 3, "COMPRESSION": "GZ"}}', splits => '{k5,"k\\\\xFF"}')});
like(messages_of("SELECT hbase.export_hfiles('t', '$dir/t', stamp => 1700000000000, options => '{\"max_file_size\": 1, \"blocksize\": 1}')"),
	qr/WARNING:  region 0 has 73 files of family "it's \$HOME".*at most 32.*HINT:  Raise max_file_size or regions, or load with -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=73/s,
	'more files than the loader takes: which setting helps');
sql("SELECT hbase.export_hfiles('t', '$dir/u', stamp => 5)");

# ---- arguments --------------------------------------------------------------------------

my $start = "Kernel.load(ENV['LOAD_SCRIPT'])\n";
is(load("$dir/t", '', ''), "[shell][-n][load][copy][$dir/t\n]$start", 'one call of the HBase shell');
ok(!-e (read_file("$log.folder") =~ s/\n//r), 'nothing temporary is left');
is(load("$dir/t", '', 'local'), "[shell][-n][load][local][$dir/t\n]$start", 'files where they are');
is(load("$dir/t", '', 'check'), "[shell][-n][check][copy][$dir/t\n]$start", 'only a check');
is(load("$dir/t", '', "check local '$dir/u' '$dir/t/../t'"), "[shell][-n][check][local][$dir/u\n$dir/t\n]$start", 'other folders');
is(load("$dir/t", '', 'checksums'), "[shell][-n][checksums][copy][$dir/t\n]$start", 'checksums');
is(load("$dir/t", '', $_), "failed: usage: load.sh [check|checksums] [local] [FOLDER...]; its first lines say more\n", "$_ loads nothing")
  foreach '--help', 'loacl', "local $dir/nothing";
is(load("$dir/t", qq{PREVIOUS="'"}, 'local'), "failed: load.sh: PREVIOUS must be a run, none or any\n", 'the run that must be the last is a word');
is(load("$dir/t", '', "check hdfs:///tmp/a '$dir/t' 's3a://b/c d/'"), "[shell][-n][check][copy][hdfs:///tmp/a\n$dir/t\ns3a://b/c d\n]$start", 'folders on file systems of Hadoop');
is(`cd '$dir' && mkdir -p 'x:/y' && cp t/manifest.json 'x:/y/' && HBASE='$dir/hbase' t/load.sh check 'x:/y' 2>&1 && tail -n 2 '$log'`, "[shell][-n][check][copy][$dir/x:/y\n]$start", 'a folder that looks like a URI');
is(load("$dir/t", "HBASE='$dir/no hbase'", ''), "failed: load.sh: cannot run \"$dir/no hbase\": install the client of HBase, or set HBASE to its program\n", 'the client of HBase is missing');
like(load("$dir/t", 'FAIL=3', ''), qr/^failed: .*\[shell\]/s, 'it fails as HBase does');
like(read_file("$log.rb"), qr/^require 'json'\n.*^HBaseSchemaLoad.run\n\z/ms, 'the script for the HBase shell');
unlink "$dir/u/manifest.json";
like(load("$dir/u", '', ''), qr/^failed: .*not whole/, 'without a manifest a folder is not whole');

# ---- the manifest -------------------------------------------------------------------------

my $manifest = decode_json(read_file("$dir/t/manifest.json"));
is_deeply([ map { [ $_->{name}, $_->{options} ] } @{ $manifest->{families} } ],
	[ [ 'f', {} ], [ "it's \$HOME", { NAME => "it's \$HOME", VERSIONS => 3, COMPRESSION => 'GZ' } ] ], 'the families as defined');
is_deeply([ @{$manifest}{qw(database relation table previous)} ], [qw(postgres public.t shop:orders any)], 'the names');
is_deeply([ map { $_->{start} } @{ $manifest->{regions} } ], [ '', 'k5', 'k\xFF' ], 'the regions');

# ---- names ----------------------------------------------------------------------------

sql(q{CREATE TABLE "x'; reboot"(key rowkey, d widerow); CREATE TABLE files(key rowkey, "load.sh" widerow)});
like(messages_of(qq{SELECT hbase.export_hfiles('"x''; reboot"', '$dir/x')}), qr/HBase does not accept the table name .*\n.*HINT:  Give the name of the table: hbase.define/s, 'a name that HBase does not accept');
like(messages_of("SELECT hbase.export_hfiles('files', '$dir/x')"), qr/family "load.sh" cannot be exported/, 'a family named as a file');
ok(!-e "$dir/x", 'nothing is published');

done_testing();
