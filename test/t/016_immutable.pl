# The bytes of a value depend on the value alone: not on TimeZone, DateStyle,
# IntervalStyle, extra_float_digits, bytea_output, lc_* or the database's
# encoding.  Each type in each encoding, from the value and back.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('immutable');

# Two rows of every type; the text fits into LATIN1.
my %columns = (
	bool => [ 'boolean', 'true', 'false' ],
	int2 => [ 'smallint', '-32768', '258' ],
	int4 => [ 'integer', '-2147483648', '65537' ],
	int8 => [ 'bigint', '-9223372036854775808', '1609459200000' ],
	float4 => [ 'real', '0.1', '-1.17549435e-38' ],
	float8 => [ 'double precision', '0.1', '1.7976931348623157e308' ],
	numeric => [ 'numeric', '-1234567.8900', '0.000001' ],
	text => [ 'text', 'Zürich, naïve café', 'ÿ' ],
	varchar => [ 'varchar(20)', 'größer', 'ab' ],
	char => [ 'char(8)', 'Åse', 'x' ],
	bytea => [ 'bytea', '\x00ff5c27', '\x61' ],
	key => [ 'rowkey', 'a\x00\xFF', 'b' ],
	uuid => [ 'uuid', '123e4567-e89b-12d3-a456-426614174000', 'ffffffff-ffff-ffff-ffff-ffffffffffff' ],
	date => [ 'date', '1582-10-15', '0044-03-15 BC' ],
	time => [ 'time', '23:59:59.999999', '02:30:00' ],
	# in Berlin a local time that there is twice, and one that there is not
	timestamp => [ 'timestamp', '2022-10-30 02:30:00.123456', '2022-03-27 02:30:00' ],
	timestamptz => [ 'timestamptz', '1883-11-18 12:03:58.999999+00', '2022-10-30 00:30:00.5+00' ],
	jsonb => [ 'jsonb', '{"ä": [1.50, 1e3, null], "b": "é"}', '[]' ]);
my @names = sort keys %columns;

my @encodings = qw(bytes string ordered phoenix);
my @calls;
foreach my $name (@names)
{
	foreach my $encoding (@encodings)
	{
		push @calls, "hbase_encode($name, '$encoding')";
		push @calls, "rowkey_encode($name, '$encoding', true)"
		  if $encoding eq 'ordered' || $encoding eq 'phoenix';
	}
}
push @calls, map { "hbase_encode($_, 'phoenix', 'TIMESTAMP')" } qw(date time timestamp timestamptz);
push @calls, map { "hbase_encode($_, 'bytes', '$_(6)')" } qw(timestamp timestamptz);
push @calls, map { "rowkey_encode($_, 'bytes', true)" } qw(timestamp timestamptz date);
push @calls, "hbase_encode(char, 'bytes', 'char(8)')", "hbase_encode(float8, 'ordered', 'numeric')";

# Hex of everything, a line a call; and whether each value comes back.
my $bytes = join ' UNION ALL ',
  map { "SELECT no, $_ AS call, " . $calls[$_] . '::bytea AS bytes FROM source' } 0 .. $#calls;
my $query = "SELECT string_agg(call || '/' || no || ': ' || pg_catalog.encode(bytes, 'hex'), E'\\n' ORDER BY call, no) FROM ($bytes) x";
my $back = "SELECT " . join ', ', map {
	my $name = $_;
	map {
		my $same = $name eq 'timestamptz' || $name eq 'timestamp' ? "date_trunc('milliseconds', $name)" : $name;
		$same = "date_trunc('milliseconds', '2000-01-01'::date + $name)::time" if $name eq 'time';
		$same = $name if $_ eq 'string';
		"bool_and(hbase_decode(hbase_encode($name, '$_'), $name, '$_') = $same)"
	} @encodings
} @names;
$back .= ' FROM source';

sub load
{
	my ($database) = @_;

	$server->safe_psql($database,
		"SET client_encoding = 'UTF8'; CREATE EXTENSION hbase_schema; SET DateStyle = 'ISO, YMD';"
		  . 'CREATE TABLE source (no int, ' . join(', ', map { "$_ $columns{$_}[0]" } @names) . ');'
		  . join('', map { my $i = $_;
				"INSERT INTO source VALUES ($i, " . join(', ', map { "'$columns{$_}[$i]'" } @names) . ');' } 1, 2));
}

$server->safe_psql('postgres', "CREATE DATABASE utf8 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
load('utf8');
my $expected = $server->safe_psql('utf8', $query);
my $lines = () = $expected =~ /^\d+\/[12]: [0-9a-f]*$/mg;
is($lines, 2 * @calls, "$lines encoded values");
unlike($server->safe_psql('utf8', "SET TimeZone = 'UTC'; $back"), qr/f/, 'all come back');

my @settings = (
	"SET TimeZone = 'Europe/Berlin'",
	"SET TimeZone = 'America/St_Johns'; SET DateStyle = 'SQL, DMY'",
	"SET TimeZone = 'Pacific/Apia'; SET DateStyle = 'German'",
	"SET TimeZone = 'Asia/Kathmandu'; SET DateStyle = 'Postgres, MDY'; SET IntervalStyle = 'sql_standard'",
	"SET TimeZone = '+13:45'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'escape'",
	'SET extra_float_digits = -15', 'SET extra_float_digits = 0', 'SET extra_float_digits = 3',
	'SET search_path = pg_catalog, public', 'SET standard_conforming_strings = off; SET escape_string_warning = off');

# Whatever locales this system has.
my @locales = grep { /de_DE|fr_FR|tr_TR|C\.(utf8|UTF-8)/ } split /\n/, `locale -a`;
push @settings, map { "SET lc_numeric = '$_'; SET lc_time = '$_'; SET lc_monetary = '$_'; SET lc_messages = '$_'" } @locales;

foreach my $settings (@settings)
{
	is($server->safe_psql('utf8', "$settings; $query"), $expected, $settings);
	unlike($server->safe_psql('utf8', "$settings; $back"), qr/f/, '... and back');
}

foreach my $encoding ('LATIN1', 'WIN1252')
{
	my $database = lc $encoding;

	$server->safe_psql('postgres', "CREATE DATABASE $database ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
	load($database);
	is($server->safe_psql($database, $query), $expected, "a database in $encoding");
	unlike($server->safe_psql($database, $back), qr/f/, '... and back');
}

# A character the database has no room for is an error, not a question mark.
my ($rc, $out, $error) = $server->psql('latin1', q{SELECT hbase_decode('\xe282ac', NULL::text, 'string')});
like($error, qr/has no equivalent in encoding "LATIN1"/, 'no equivalent in LATIN1');

my $folder = new_folder();

# Text without a UTF-8 form (in SQL_ASCII any bytes are text, in WIN1252 some bytes
# are no character) is a bad row among the others, not the end of a check.
foreach (['SQL_ASCII', '\xfc', 'bytes are not UTF-8'], ['WIN1252', '\x81', 'text contains a character that does not exist in UTF-8'])
{
	my ($encoding, $byte, $why) = @$_;
	my $database = "bad_\L$encoding";

	$server->safe_psql('postgres', "CREATE DATABASE $database ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
	$server->safe_psql($database, qq{
		SET client_encoding = '$encoding';
		CREATE EXTENSION hbase_schema;
		CREATE TABLE customer (id int, name text);
		INSERT INTO customer VALUES (1, 'Mia'), (2, E'M${byte}ller'), (3, 'Leo');
		CREATE VIEW by_name AS SELECT rowkey_compose('name text, id int', name, id) AS key, widerow_build('i', id) AS d FROM customer;
		CREATE VIEW by_id AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', name, 'c', '{}'::jsonb) AS d FROM customer;
		CREATE VIEW reversed AS SELECT rowkey_reverse(name) || rowkey_pad(name, 9) AS key, widerow_build(name, id) AS d FROM customer});
	foreach my $view ('by_name', 'by_id', 'reversed')
	{
		like($server->safe_psql($database, "SET client_encoding = '$encoding'; SELECT function, reason FROM hbase.rejects('$view')"),
			qr/^\w+\|(field "name": )?\Q$why\E/, "$encoding: $view has a bad row");
		is($server->safe_psql($database, "SET client_encoding = '$encoding'; SELECT DISTINCT rule FROM hbase.check('$view') WHERE severity = 'error'"),
			'rejected', '... which a check finds');
	}
	is($server->safe_psql($database, "SET client_encoding = '$encoding'; SELECT id, rowkey_reject_reason('name text, id int', name, id) FROM customer"),
		"1|\n2|field \"name\": $why\n3|", '... and rowkey_reject_reason tells');
	like($server->safe_psql($database, "SET client_encoding = '$encoding'; SELECT status, problem FROM hbase.export_all('{by_name}', '$folder/$database')"),
		qr/^failed\|/, '... and a run of several tables');
	like(read_file("$folder/$database/manifest.json"), qr/"failed".*1 row/s, '... with a manifest');
	my ($rc, $out, $error) = $server->psql($database, "SET client_encoding = '$encoding'; SELECT rowkey_from_text(name) FROM customer");
	like($error, qr/\Q$why\E/, '... and a single call');
}

# Names of fields are reported in the database's encoding.
($rc, $out, $error) = $server->psql('latin1', qq{SET client_encoding = 'UTF8'; SELECT 'f\xc3\xa9 int, f\xc3\xa9 bigint'::rowkey_layout});
like($error, qr/field "f\xc3\xa9" is of type int and of type bigint/, 'a message in LATIN1');
is($server->safe_psql('latin1', qq{SET client_encoding = 'UTF8'; SELECT rowkey_reject_reason('f\xc3\xa9 int', NULL)}),
	qq{row key component ""f\xc3\xa9"" is NULL}, '... and text');
is($server->safe_psql('latin1', qq{SET client_encoding = 'UTF8'; SELECT field FROM hbase_internal.layout_fields('f\xc3\xa9 int')}), "f\xc3\xa9", '... and rows');
is( $server->safe_psql('latin1', qq{SET client_encoding = 'UTF8';
	CREATE TABLE named (key rowkey, d widerow); INSERT INTO named VALUES (rowkey_compose('f\xc3\xa9 int', 7), '{q=1}');
	SELECT hbase.define('named', layouts => ARRAY['f\xc3\xa9 int']::rowkey_layout[]);
	CREATE TYPE named_row AS ("f\xc3\xa9" int); SELECT * FROM hbase.read(NULL::named_row, 'named');
	SELECT why FROM hbase.plan('named', int8range(1, 9));
	SELECT DISTINCT true FROM hbase.check('named', 'md5(f\xc3\xa9 int)') WHERE subject LIKE '%f\xc3\xa9%'}),
	qq{\n7\nthe key leads with "f\xc3\xa9"\nt}, '... and rows of a relation');
foreach my $call ("rowkey_field(l, k, 'x', NULL::int)", "rowkey_field(l, k, 'f\xc3\xa9', NULL::text)",
	"rowkey_field('md5(f\xc3\xa9 int)', k, 'f\xc3\xa9', NULL::int)", '(SELECT a FROM rowkey_decompose(l, k) d(a int, b int))')
{
	($rc, $out, $error) = $server->psql('latin1', qq{SET client_encoding = 'UTF8';
		SELECT $call FROM (SELECT 'f\xc3\xa9 int'::rowkey_layout AS l, rowkey_compose('f\xc3\xa9 int', 7) AS k) x});
	like($error, qr/ERROR.*f\xc3\xa9/s, "... and what refuses $call");
}

$server->stop;
done_testing();
