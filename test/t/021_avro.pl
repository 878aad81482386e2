# Avro in cells: values come back, schemas and bytes are judged, hostile bytes do
# no harm. Without libavro the functions say so.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('avro');
$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');

my ($status, $output, $error) = $server->psql('postgres', q{SELECT avro_encode('1', '"int"')});
if ($error =~ /has no Avro/)
{
	like($error, qr/libavro-dev/, 'without libavro the hint says what to install');
	done_testing();
	$server->stop;
	exit;
}

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
	[q{avro_encode('{"a": 1, "b": 2}', '{"type": "record", "name": "t", "fields": [{"name": "a", "type": "long"}]}')}, qr/keys that the Avro schema has not/],
	[q{avro_encode('1', 'nonsense')}, qr/invalid Avro schema/],
	[q{avro_encode('{}', '{"type": "record", "name": "node", "fields": [{"name": "next", "type": ["null", "node"]}]}')}, qr/contains itself/],
	[q{avro_decode('\xfeffffffffffffff7f', '{"type": "array", "items": "null"}')}, qr/elements without bytes/],
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
is($server->safe_psql('postgres', 'SELECT 1'), 1, 'the server is alive');

$server->stop;
done_testing();
