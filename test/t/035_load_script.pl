# load.sh of an export: what it runs, with programs that only write down how they
# were called (test/hbase runs it against a real HBase).
use strict;
use warnings;
use Test::More;
use TestServer;

new_server('load_script');
my $dir = new_folder();

# The programs: every argument in brackets; the HBase shell's script too.
my $log = "$dir/log";
foreach my $name (qw(hbase hdfs))
{
	write_program("$dir/$name", <<"END");
{ printf $name; printf ' [%s]' "\$@"; [ "\${2:-}" != -put ] || printf ' in %s' "\$PWD"; echo; } >>'$log'
if [ "\${1:-}" = shell ]; then cat "\$3" >>'$log'; fi
if [ "\${1:-} \${2:-}" = "dfs \$FAIL" ]; then exit 1; fi
END
}

# Run the script of a folder; returns what it called.
sub load
{
	my ($folder, $environment, $arguments) = @_;

	unlink $log;
	my $output = `FAIL= HBASE='$dir/hbase' HDFS='$dir/hdfs' $environment '$folder/load.sh' $arguments 2>&1`;
	return ($? == 0 ? '' : "failed: $output") . (-e $log ? read_file($log) : '');
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE TABLE t(key rowkey PRIMARY KEY, d widerow, f widerow);
	INSERT INTO t SELECT rowkey_from_text('k' || i), widerow_build('q', i), NULL FROM generate_series(1, 200) i;
	SELECT hbase.define('t', 'shop:orders', families => '{"d": {"NAME": "it''s $HOME", "VERSIONS": 3, "COMPRESSION": "GZ"}}', splits => '{k5,"k\\\\xFF"}')});
like(messages_of("SELECT hbase.export_hfiles('t', '$dir/t', stamp => 1700000000000, options => '{\"max_file_size\": 1, \"blocksize\": 1}')"),
	qr/WARNING:  region 0 has 73 files of family "it's \$HOME".*at most 32.*HINT:  Raise max_file_size or regions, or load with -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=73/s,
	'more files than the loader takes: which setting helps');
my $script = <<'END';
splits = ['k5', 'k\xFF']
unless list.include?('shop:orders')
  begin
    create_namespace 'shop'
  rescue => e  # it is there, or somebody else's to make: create tells
    puts e.message unless e.message.include?('NamespaceExist') || e.message.include?('already exists')
  end
  create 'shop:orders', {NAME => "f"}, {NAME => "it's $HOME", VERSIONS => 3, COMPRESSION => 'GZ'}, SPLITS => splits
end
there = get_splits('shop:orders')
unless there == splits
  raise "the table's split points are #{there.inspect}, those of the files #{splits.inspect}: export with splits => the table's"
end
END
my $table = <<'END';
connection = org.apache.hadoop.hbase.client.ConnectionFactory.createConnection
admin = connection.getAdmin
table = admin.getDescriptor(org.apache.hadoop.hbase.TableName.valueOf('shop:orders'))
END

# The scripts for the shell: what comes before the load, and after it.
sub before
{
	my ($folder, $previous) = @_;

	return "previous = '$previous'\n$script$table" . <<"END";
last = table.getValue('hbase_schema.run') || 'none'
connection.close
unless [last, 'any'].include?(previous) || last == '@{[ run_of($folder) ]}'
  raise "the last run of the table is #{last}, this folder needs #{previous}: load the folders in their order (PREVIOUS=any does not compare)"
end
END
}

sub after
{
	my ($folder) = @_;

	return $table . <<"END";
table = org.apache.hadoop.hbase.client.TableDescriptorBuilder.newBuilder(table).setValue('hbase_schema.run', '@{[ run_of($folder) ]}').build
begin
  admin.modifyTable(table, false)
rescue NameError, ArgumentError  # HBase before 2.6
  admin.modifyTable(table)
end
connection.close
END
}

sub run_of
{
	my ($folder) = @_;

	return read_file("$folder/manifest.json") =~ /^  "run": "(\w{8}(?:-\w{4}){3}-\w{12})",$/m ? $1 : die;
}

my $temporary = qr{hbase \[shell\] \[-n\] \[[^]]+\]\n};
my $loader = 'hbase [org.apache.hadoop.hbase.tool.BulkLoadHFilesTool] [-Dcreate.table=no] [-Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=73]';

my ($first, $second) = (before("$dir/t", 'any'), after("$dir/t"));
like(load("$dir/t", '', 'local'), qr/^$temporary\Q$first$loader [file:\/\/$dir\/t] [shop:orders]\E\n$temporary\Q$second\E$/, 'files where they are: table, split points, load, last run');
like(load("$dir/t", 'PREVIOUS=none', 'local'), qr/^${temporary}previous = 'none'\n/, 'the run that must be the last');
is(load("$dir/t", qq{PREVIOUS="'"}, 'local'), "failed: load.sh: PREVIOUS must be a run, none or any\n", 'which does not contain arbitrary text');
is(load("$dir/t", '', $_), "failed: usage: load.sh [local]; its first lines say more\n", "$_ loads nothing") foreach '--help', 'loacl';
my $target = '/tmp/hbase_schema-shop-orders-1700000000000';
is(load("$dir/t", "TARGET='s3a://b/x y' OWNER=", '') =~ s/^.*^end\n(?=hdfs)//smr =~ s/$temporary\Q$second\E$//r, "hdfs [dfs] [-mkdir] [s3a://b/x y]\n"
	  . "hdfs [dfs] [-put] [./it%27s%20%24HOME] [s3a://b/x y] in $dir/t\n"
	  . "hdfs [dfs] [-chmod] [-R] [a+rwX] [s3a://b/x y]\n"
	  . "$loader [s3a://b/x y] [shop:orders]\n", 'another target, no owner to give the files to');
is(load("$dir/t", '', '') =~ s/^.*^end\n(?=hdfs)//smr =~ s/$temporary\Q$second\E$//r, "hdfs [dfs] [-mkdir] [$target]\n"
	  . "hdfs [dfs] [-put] [./it%27s%20%24HOME] [$target] in $dir/t\n"
	  . "hdfs [dfs] [-chown] [-R] [hbase:hbase] [$target]\n"
	  . "hdfs [dfs] [-chmod] [-R] [u+rwX,go+rX] [$target]\n"
	  . "$loader [$target] [shop:orders]\n", 'through HDFS, with owner and modes');
unlike(load("$dir/t", 'FAIL=-put', ''), qr/BulkLoad/, 'nothing is loaded when a copy fails');

# ---- parts, and folders that are not whole -------------------------------------------

sql("SELECT hbase.export_hfiles('t', '$dir/part', stamp => 5, options => '{\"only_regions\": [2]}')");
($first, $second) = (before("$dir/part", 'any'), after("$dir/part"));
like(load("$dir/part", '', ''), qr/^$temporary\Q$first\E$temporary\Q$second\E$/, 'a part without files makes and compares the table');
unlink "$dir/part/manifest.json";
like(load("$dir/part", '', ''), qr/^failed: .*not whole/, 'without a manifest a folder is not whole');

# ---- names ----------------------------------------------------------------------------

sql(q{CREATE TABLE "x'; reboot"(key rowkey, d widerow); CREATE TABLE files(key rowkey, "load.sh" widerow)});
like(messages_of(qq{SELECT hbase.export_hfiles('"x''; reboot"', '$dir/x')}), qr/HBase does not accept the table name .*\n.*HINT:  Give the name of the table: hbase.define/s, 'a name that HBase does not accept');
like(messages_of("SELECT hbase.export_hfiles('files', '$dir/x')"), qr/family "load.sh" cannot be exported/, 'a family named as a file');
ok(!-e "$dir/x", 'nothing is published');

done_testing();
