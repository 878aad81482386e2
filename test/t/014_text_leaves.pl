# Scripts and TSV leave PostgreSQL byte for byte: by psql -At, through \o, and by
# COPY in a form that escapes nothing. (Plain COPY in text format does not.)
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('text');
my $dir = $server->basedir;

$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');

# Every byte, and what the ways out might trip over.
my @values = (
	(map { chr } 0 .. 255), join('', map { chr } 0 .. 255),
	'', '\\', '\\\\', '\\.', '\\N', '\\x00', '"', '""', q{'}, '#{1}', '#$x', '#@x', ',', ' ', '  x  ',
	'%s', '$1', ':x', ":'x'", "\xc3\xa9", "\xe5\x8c\x97\xe4\xba\xac", "a\nb", "a\r\nb", "\xff" x 100);

my $script = "$dir/values.sql";
open my $file, '>', $script or die $!;
print $file "CREATE TABLE value (no int, v bytea);\n",
  map { "INSERT INTO value VALUES ($_, '\\x" . unpack('H*', $values[$_]) . "');\n" } 0 .. $#values;
close $file;
$server->command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', 'postgres', '-f', $script ], 'every byte is there');

# The shell's literal of bytes, told here a second time.
sub literal
{
	return '"' . ($_[0] =~ s/([^ -~]|["\\#])/sprintf '\\x%02X', ord $1/gers) . '"';
}

# A put of this value in a row and column of the same bytes.
sub put
{
	my ($no) = @_;
	my $v = $values[$no];
	my $k = literal("k$v");

	return qq{get_table("t").table.put(org.apache.hadoop.hbase.client.Put.new($k.to_java_bytes)}
	  . '.addColumn("f".to_java_bytes, ' . literal($v) . ".to_java_bytes, $no, " . literal($v) . '.to_java_bytes))'
	  if $v =~ /:/;
	return qq{put "t", $k, } . literal("f:$v") . ', ' . literal($v) . ", $no";
}

# Run psql, and return what it puts out, as bytes.
sub psql_bytes
{
	my ($input, @options) = @_;
	my ($output, $error);

	IPC::Run::run([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-h', $server->host, '-p', $server->port, '-d', 'postgres', @options ],
		'<', \$input, '>', \$output, '2>', \$error) or diag($error);
	return $output;
}

# TSV of what it can carry as text, the rest is refused.
my $lines = join '', map { "$values[$_]\x09$values[$_]\n" }
  grep { my $v = $values[$_]; $v ne '' && $v !~ /[\0\t\r\n]/ && utf8::decode(my $copy = $v) } 0 .. $#values;
# Whole relations: the same statements and lines, in the order of their keys.
psql_bytes(q{
	CREATE TABLE cells AS SELECT rowkey('k'::bytea || v) AS key, widerow_put('{}', v, v, min(no)) AS f FROM value GROUP BY v;
	CREATE FUNCTION is_text(v bytea) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN convert_from(v, 'UTF8') !~ E'[\\t\\r\\n]'; EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN RETURN false; END $$;
	CREATE TABLE texts AS SELECT DISTINCT rowkey(v) AS key, widerow_build('q', v) AS f FROM value WHERE length(v) > 0 AND is_text(v);
	SELECT hbase.define('cells', 't');});
my (%first, %seen);
$first{$values[$_]} //= $_ foreach 0 .. $#values;
my $want = qq{create "t", {NAME => "f"}\n} . join '', map { put($first{$_}) . "\n" } sort keys %first;
psql_bytes("\\pset tuples_only on\n\\pset format unaligned\n\\o $dir/script.rb\nSELECT hbase.shell_script('cells');\n");
is(read_file("$dir/script.rb"), $want, 'hbase.shell_script: through \o');
isnt(psql_bytes("COPY (SELECT hbase.shell_script('cells')) TO STDOUT;\n"), $want, 'plain COPY would double the backslashes');
is(psql_bytes(q{SELECT hbase.shell_script('cells');}, '-At'), $want, 'hbase.shell_script: psql -At');
is(psql_bytes("COPY (SELECT hbase.shell_script('cells')) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02');\n"), $want, 'hbase.shell_script: COPY CSV');
$lines = join '', map { "$_\x097\x09$_\n" } sort grep { !$seen{$_}++ } map { (split /\x09/)[0] } split /\n/, $lines;
is(psql_bytes(q{SELECT hbase.export_tsv('texts', stamp => 7);}, '-At'), $lines, 'hbase.export_tsv: psql -At');
is(psql_bytes("COPY (SELECT hbase.export_tsv('texts', stamp => 7)) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02');\n") =~ s/^\x01(.*)\x01$/$1/mgr =~ s/\x01\x01/\x01/gr,
	$lines, 'hbase.export_tsv: COPY CSV');

# A file takes any bytes but TAB, CR and LF.
psql_bytes(q{CREATE TABLE files AS SELECT rowkey_from_text(lpad(no::text, 9, '0')) AS key, widerow_build('q', v) AS f FROM value WHERE length(v) > 0 AND position('\x09' in v) = 0 AND position('\x0d' in v) = 0 AND position('\x0a' in v) = 0;});
my $raw = join '', map { sprintf "%09d\x097\x09%s\n", $_, $values[$_] } grep { $values[$_] !~ /^$|[\t\r\n]/ } 0 .. $#values;
psql_bytes("SELECT hbase.export_tsv('files', '$dir/any.tsv', stamp => 7);");
is(read_file("$dir/any.tsv"), $raw, 'hbase.export_tsv: any bytes in a file');

$server->stop;
done_testing();
