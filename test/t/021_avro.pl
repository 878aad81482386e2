# Avro in cells: values come back, schemas and bytes are judged, and no schema, no
# value and no bytes hurt the server, take much memory or keep a cancel waiting.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('avro');
$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');

my ($status, $output, $error);
my $order = q({"type": "record", "name": "order", "fields": [
	{"name": "id", "type": "long"}, {"name": "customer", "type": "string"}, {"name": "freight", "type": "double"},
	{"name": "paid", "type": "boolean"}, {"name": "state", "type": {"type": "enum", "name": "state", "symbols": ["open", "sent"]}},
	{"name": "coupon", "type": ["null", "string"]}, {"name": "note", "type": ["null", "bytes"]},
	{"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "line", "fields": [
		{"name": "item", "type": "string"}, {"name": "quantity", "type": "int"}, {"name": "price", "type": "float"}]}}},
	{"name": "tags", "type": {"type": "map", "values": "string"}}, {"name": "hash", "type": {"type": "fixed", "name": "four", "size": 4}}]});
my $value = q({"id": 10248, "customer": "Åsa", "freight": 32.38, "paid": true, "state": "sent", "coupon": null, "note": "\\\\x00ff",
	"lines": [{"item": "ink", "quantity": 2, "price": 9.5}, {"item": "pen", "quantity": -1, "price": 3}], "tags": {"a": "1", "b": "2"}, "hash": "\\\\x01020304"});
$server->safe_psql('postgres', "CREATE FUNCTION order_schema() RETURNS text LANGUAGE sql IMMUTABLE RETURN \$s\$$order\$s\$;");

# What Avro's specification says of single values.
for (['"int"', '1', '02'], ['"int"', '-64', '7f'], ['"long"', '64', '8001'], ['"string"', '"foo"', '06666f6f'],
	['"boolean"', 'true', '01'], ['"null"', 'null', ''], ['"double"', '1.5', '000000000000f83f'], ['"float"', '-0.25', '000080be'],
	['"bytes"', '"\\\\x00ff"', '0400ff'], ['["null", "string"]', '"a"', '020261'], ['["null", "string"]', 'null', '00'],
	['{"type": "array", "items": "long"}', '[3, 27]', '04063600'],
	['{"type": "record", "name": "test", "fields": [{"name": "a", "type": "long"}, {"name": "b", "type": "string"}]}', '{"a": 27, "b": "foo"}', '3606666f6f'])
{
	my ($schema, $json, $hex) = @$_;
	is($server->safe_psql('postgres', "SELECT encode(avro_encode(\$\$$json\$\$, \$\$$schema\$\$), 'hex')"), $hex, "$json as $schema");
	is($server->safe_psql('postgres', "SELECT avro_decode('\\x$hex', \$\$$schema\$\$) = \$\$$json\$\$::jsonb"), 't', "$hex is $json again");
}

is($server->safe_psql('postgres', "SELECT avro_decode(avro_encode(v, order_schema()), order_schema()) = v FROM (SELECT \$v\$$value\$v\$::jsonb) x(v)"), 't', 'a whole order comes back');
is($server->safe_psql('postgres', "SELECT avro_decode(avro_encode(v - 'coupon', order_schema()), order_schema()) = v FROM (SELECT \$v\$$value\$v\$::jsonb) x(v)"), 't', 'what may be null may be left out');

# In a cell, behind a version; a reader of a later model fills in what is missing.
is( $server->safe_psql('postgres', qq{
	CREATE TABLE schema_version (version smallint PRIMARY KEY, schema text);
	INSERT INTO schema_version VALUES (1, '{"type": "record", "name": "o", "fields": [{"name": "id", "type": "long"}]}'),
		(2, '{"type": "record", "name": "o", "fields": [{"name": "id", "type": "long"}, {"name": "coupon", "type": "string"}]}');
	CREATE TYPE model AS (id bigint, coupon text);
	CREATE TABLE orders AS SELECT i AS no, widerow_build('o', int2send(v.version) || avro_encode(CASE version WHEN 1 THEN jsonb_build_object('id', i) ELSE jsonb_build_object('id', i, 'coupon', 'c' || i) END, v.schema)) AS d
		FROM generate_series(1, 4) i JOIN schema_version v ON v.version = 1 + i % 2;
	SELECT string_agg(p::text, ' ' ORDER BY no) FROM orders, LATERAL (SELECT d -> 'o') c(bytes) JOIN schema_version v ON int2send(v.version) = substring(bytes, 1, 2),
		jsonb_populate_record(ROW(0, 'none')::model, avro_decode(substring(bytes, 3), v.schema)) p}),
	'(1,c1) (2,none) (3,c3) (4,none)', 'old values stay readable');

for (
	[q{avro_encode('1', '"string"')}, qr/a number at \$ does not fit Avro type string/],
	[q{avro_encode('"a"', '"int"')}, qr/a string at \$ does not fit Avro type int/],
	[q{avro_encode('1.5', '"long"')}, qr/does not fit/],
	[q{avro_encode('2147483648', '"int"')}, qr/does not fit/],
	[q{avro_encode('9223372036854775808', '"long"')}, qr/does not fit/],
	[q{avro_encode('"\\\\xf"', '"bytes"')}, qr/does not fit/],
	[q{avro_encode('"c"', '{"type": "enum", "name": "e", "symbols": ["a", "b"]}')}, qr/does not fit/],
	[q{avro_encode('true', '["null", "string"]')}, qr/does not fit Avro type union/],
	[q{avro_encode('{}', order_schema())}, qr/field \$\.id of the Avro schema is missing/],
	[q{avro_encode('{"a": 1, "b": 2}', '{"type": "record", "name": "t", "fields": [{"name": "a", "type": "long"}]}')}, qr/keys that Avro record t does not have/],
	[q{avro_encode('1', 'nonsense')}, qr/invalid input syntax for type json.*Avro schema/s],
	[q{avro_encode('{}', '{"type": "record", "name": "node", "fields": [{"name": "next", "type": "node"}]}')}, qr/contains itself/],
	[q{avro_decode('\xfeffffffffffffff7f', '{"type": "array", "items": "null"}')}, qr/more than 4194304 values/],
	[q{avro_decode('\x', '"int"')}, qr/bytes are not Avro of this schema/],
	[q{avro_decode('\x0202', '"int"')}, qr/only the first 1 of 2/],
	[q{avro_decode('\x06', '{"type": "enum", "name": "e", "symbols": ["a", "b"]}')}, qr/bytes are not Avro/],
	[q{avro_decode('\x04ff', '["null", "string"]')}, qr/bytes are not Avro/],
	[q{avro_decode('\x02ff', '"string"')}, qr/not UTF-8/],
	[q{avro_decode('\xfeffffffff7f', '"bytes"')}, qr/bytes are not Avro/])
{
	my ($call, $message) = @$_;
	($status, $output, $error) = $server->psql('postgres', "SELECT $call");
	like($error, $message, $call);
}

# Changed and cut bytes are refused or read as something else, and the server lives.
is( $server->safe_psql('postgres', qq{
	CREATE FUNCTION readable(b bytea) RETURNS boolean LANGUAGE plpgsql AS \$\$
	BEGIN
		RETURN avro_decode(b, order_schema()) IS NOT NULL;
	EXCEPTION WHEN OTHERS THEN
		RETURN false;
	END \$\$;
	SELECT setseed(0.42);
	SELECT count(*) > 0 AND count(*) < 4000 FROM (SELECT readable(CASE WHEN i % 4 = 0 THEN substring(b, 1, i % length(b))
			ELSE set_byte(set_byte(b, i % length(b), floor(random() * 256)::int), floor(random() * length(b))::int, floor(random() * 256)::int) END) AS ok
		FROM generate_series(1, 4000) i, (SELECT avro_encode(\$v\$$value\$v\$, order_schema())) x(b)) y WHERE ok} =~ s/\s+\z//r) =~ s/^\s*\n//r, 't', '4,000 changed values');

# ---- schemas made to hurt -----------------------------------------------------

# Called with schemas, an error is fine and a lost connection is not.
$server->safe_psql('postgres', q{
	CREATE FUNCTION sqlstate_of(value jsonb, bytes bytea, schema text) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		state text := '';
	BEGIN
		BEGIN
			PERFORM avro_encode(value, schema);
		EXCEPTION WHEN OTHERS THEN
			state := SQLSTATE;
		END;
		BEGIN
			PERFORM avro_decode(bytes, schema);
		EXCEPTION WHEN OTHERS THEN
			state := state || ' ' || SQLSTATE;
		END;
		RETURN state;
	END $$;
	-- the most memory that this session has had, in MB
	CREATE FUNCTION peak() RETURNS int LANGUAGE sql AS $$ SELECT substring(pg_read_file('/proc/self/status', 0, 10000) FROM 'VmHWM:\s+(\d+)')::int / 1024 $$;});

my %hostile = (
	'a fixed of size -1' => [q{'{"type": "fixed", "name": "f", "size": -1}'}, '22023 22023'],
	'a fixed of 2 GB' => [q{'{"type": "fixed", "name": "f", "size": 2147483647}'}, '22023 22023'],
	'a fixed of the most' => [q{'{"type": "fixed", "name": "f", "size": 134217726}'}, '22023 22P03'],
	'an enum without symbols' => [q{'{"type": "enum", "name": "e", "symbols": []}'}, '22023 22P03'],
	'a name of 1 MB' => [q{'{"type": "fixed", "size": 1, "name": "' || repeat('a', 1000000) || '"}'}, '22023'],
	'a name of 500,000 parts' => [q{'{"type": "fixed", "size": 1, "name": "' || repeat('a.', 500000) || 'a"}'}, '22023'],
	'a schema of 100 MB' => [q{'"int"' || repeat(' ', 100000000)}, '54000 54000'],
	'arrays in arrays' => [q{repeat('{"type": "array", "items": ', 30000) || '"int"' || repeat('}', 30000)}, '(54000|54001) (54000|54001)'],
	'brackets without an end' => [q{repeat('[', 1000000)}, '54001 54001'],
	'a record in itself' => [q{'{"type": "record", "name": "r", "fields": [{"name": "a", "type": "r"}]}'}, '22023 22023'],
	'a record that may be in itself' => [q{'{"type": "record", "name": "r", "fields": [{"name": "a", "type": ["null", "r"]}]}'}, '22023 22P03'],
	'20,000 fields' => [q{(SELECT '{"type": "record", "name": "r", "fields": [' || string_agg(format('{"name": "f%s", "type": "null"}', i), ',') || ']}' FROM generate_series(1, 20000) i)}, '22023 22P03'],
	'60,000 symbols' => [q{(SELECT '{"type": "enum", "name": "e", "symbols": ["' || string_agg('s' || i, '", "') || '"]}' FROM generate_series(1, 60000) i)}, '22023 22P03'],
	'15,000 branches' => [q{(SELECT '["null"' || string_agg(format(', {"type": "fixed", "name": "f%s", "size": 9}', i), '') || ']' FROM generate_series(1, 15000) i)}, '22023 22P03'],
	'fields in both directions' => [q{(SELECT '["null"' || string_agg(format(',{"type":"record","name":"R%s","fields":[%s{"name":"x","type":["null",{"type":"record","name":"S%s","fields":[{"name":"r","type":"R%s"}]}]}]}',
		i, CASE WHEN i > 0 THEN format('{"name":"s","type":"S%s"},', i - 1) ELSE '' END, i, i), '' ORDER BY i) || ']' FROM generate_series(0, 5000) i)}, '22023 22P03']);
foreach my $what (sort keys %hostile)
{
	my ($schema, $sqlstates) = @{ $hostile{$what} };

	($status, $output, $error) = $server->psql('postgres', qq{
		SELECT sqlstate_of('1', '\\x01', s) FROM (SELECT $schema) x(s);
		SELECT peak() < 600});
	like($output, qr/^$sqlstates\nt$/, $what);
}

# ---- random schemas and random bytes -------------------------------------------

srand(20261122);

sub pick { return $_[ int rand @_ ]; }

# Mostly valid; sizes, names and whole types are now and then not.
sub random_schema
{
	my ($depth) = @_;
	my $kind = int rand($depth > 0 ? 14 : 7);
	my $name = pick(qw(a b c d e f n.a n.b), '1', 'a..b', 'int', 'x' x 300);

	return '"' . pick(qw(null boolean int long float double bytes string), pick(qw(a b c n.a record nonsense))) . '"' if $kind < 5;
	return qq({"type": "fixed", "name": "$name", "size": ) . pick(0, 1, 2, 16, -1, 2147483647, 4294967296, -2147483648, '1e400', 1.5, '"x"', 134217726) . '}' if $kind == 5;
	return qq({"type": "enum", "name": "$name", "symbols": [) . join(', ', map { '"' . pick(qw(a b c d 1)) . '"' } 1 .. int rand 4) . ']}' if $kind == 6;
	return '{"type": "array", "items": ' . random_schema($depth - 1) . '}' if $kind == 7;
	return '{"type": "map", "values": ' . random_schema($depth - 1) . '}' if $kind == 8;
	return '[' . join(', ', map { random_schema($depth - 1) } 0 .. int rand 4) . ']' if $kind < 11;
	return qq({"type": "record", "name": "$name", "fields": [)
	  . join(', ', map { qq({"name": "f$_", "type": ) . random_schema($depth - 1) . (rand() < 0.3 ? ', "default": ' . random_json(2) : '') . '}' } 0 .. int rand 4) . ']}';
}

sub random_json
{
	my ($depth) = @_;
	my $kind = int rand($depth > 0 ? 8 : 6);

	return pick('null', 'true', 0, 1, -1, 2147483648, '1e400', '-9223372036854775808', 0.1, '"a"', '"NaN"', '"\\\\x01"', '"\\u00ff"', '{}', '[]') if $kind < 6;
	return '[' . join(', ', map { random_json($depth - 1) } 0 .. int rand 3) . ']' if $kind == 6;
	return '{' . join(', ', map { qq("f$_": ) . random_json($depth - 1) } 0 .. int rand 3) . '}';
}

my $calls = '';
foreach (1 .. 10000)
{
	my $bytes = join '', map { sprintf '%02x', pick(0, 1, 2, 3, 4, 6, 0x7f, 0x80, 0xfe, 0xff, int rand 256) } 0 .. int rand 20;

	$calls .= join("\t", random_json(3) =~ s/\\/\\\\/gr, "\\\\x$bytes", random_schema(4) =~ s/\\/\\\\/gr) . "\n";
}
$server->psql('postgres', "CREATE TABLE call (value jsonb, bytes bytea, schema text)");
($status, $output, $error) = $server->psql('postgres', "COPY call FROM stdin;\n$calls\\.\n");
is($error, '', '10,000 random calls');
is($server->safe_psql('postgres', q{
	SELECT count(*) FILTER (WHERE state = '') > 20, count(*) FILTER (WHERE state ~ 'XX') FROM (SELECT sqlstate_of(value, bytes, schema) AS state FROM call OFFSET 0) x}),
	't|0', 'some are right, and none is an internal error');
is($server->safe_psql('postgres', 'SELECT peak() FROM call LIMIT 1') < 600, 1, 'in little memory');

# ---- a cancel is heard -----------------------------------------------------------

$server->safe_psql('postgres', q{CREATE TABLE slow AS SELECT
	to_jsonb(array_fill('{}'::json, ARRAY[400])) AS value, '{"type": "array", "items": {"type": "record", "name": "r", "fields": [{"name": "a", "type": "string", "default": "' || repeat('a', 600000) || '"}]}}' AS schema});
for ([q{SELECT length(avro_encode(value, schema)) FROM slow, generate_series(1, 1000)}, 'while defaults are written'],
	[q{SELECT avro_encode('1', 'x' || i) FROM generate_series(1, 1) i, pg_sleep(60)}, 'while it waits'],
	[q{SELECT pg_column_size(avro_decode('\xfeffff0300', CASE WHEN i > 0 THEN '{"type": "array", "items": "null"}' END)) FROM generate_series(1, 1000) i}, 'while nulls are read'])
{
	my ($statement, $when) = @$_;
	my $begin = time;

	($status, $output, $error) = $server->psql('postgres', "SET statement_timeout = '300ms'; $statement");
	like($error, qr/statement timeout/, "canceled $when");
	cmp_ok(time - $begin, '<', 20, "and not long after");
}
is($server->safe_psql('postgres', 'SELECT 1'), 1, 'the server is alive');

$server->stop;
done_testing();
