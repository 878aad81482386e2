# SqlCalls: what the extension offers to everyone, read from the catalogue, and
# values to call it with: good ones, with which calls succeed, and hostile ones,
# by type and by argument.  Used by test/t/019_hostile_calls.pl and by sql_fuzz.pl.
package SqlCalls;

use strict;
use warnings;
use Exporter 'import';
use POSIX ();
use SqlWire;

our @EXPORT_OK = qw($fixtures $with_each_session prepare_database read_catalogue good_values hostile_values good_call call_of watch_timeouts values_of_type types_with_values is_large);

# Bytes of the largest values.
our $large = $ENV{HOSTILE_SIZE} || 1_000_000;

# What an ordinary user has, in the database of the calls.
our $fixtures = q{
CREATE TABLE source (id int PRIMARY KEY, customer text, at timestamptz, amount numeric, note text, doc jsonb, tags text[]);
INSERT INTO source SELECT i, 'customer ' || i % 5, '2024-01-01T00:00Z'::timestamptz + i * interval '1 h', i / 3.0,
	NULLIF('note ' || i, 'note 7'), jsonb_build_object('a', i, 'b', ARRAY[i, NULL]), ARRAY['x', NULL, i::text] FROM generate_series(1, 40) i;
CREATE TABLE child (id int PRIMARY KEY, source_id int REFERENCES source, what text);
INSERT INTO child SELECT i, 1 + i % 40, 'what ' || i FROM generate_series(1, 60) i;
CREATE VIEW orders AS SELECT rowkey_compose('customer text, at timestamptz desc', customer, at) AS key,
	widerow_build('amount', amount, 'note', note) AS d, widerow_build('id', id) AS e, at FROM source;
SELECT hbase.define('orders', layouts => '{"customer text, at timestamptz desc"}', ignore => '{at}');
SELECT hbase.create_table('t', '{"d": {"VERSIONS": 3}, "e": {"TTL": 100000000}}', layouts => '{"id int"}');
INSERT INTO t SELECT rowkey_compose('id int', id), widerow_at(widerow_build('amount', amount, 'note', note), 1000), widerow_at(widerow_build('id', id), 1000) FROM source;
SELECT hbase.define_column('t', 'd', 'note', 'note', 'text');
SELECT hbase.create_table('base', '{"d": {"VERSIONS": 3}, "e": {"TTL": 100000000}}');
INSERT INTO base SELECT * FROM t WHERE key <> rowkey_compose('id int', 1);
SELECT hbase_internal.set_baseline('base', 't', 1000, NULL);
CREATE TABLE plain (key rowkey PRIMARY KEY, d widerow, at timestamptz);
INSERT INTO plain VALUES ('a', '{q=1}', now()), ('b\x00', '{q@5=1, r@4!Delete}', now());
CREATE TABLE loose (key rowkey, d widerow);
INSERT INTO loose VALUES (NULL, NULL), ('', '{}'), ('a', NULL), ('a', '{q=1}');
CREATE TABLE no_columns ();
CREATE TABLE empty_table (key rowkey PRIMARY KEY, d widerow);
CREATE TABLE dropped (a int, key rowkey, b int, d widerow);
ALTER TABLE dropped DROP COLUMN a, DROP COLUMN b;
CREATE TABLE parts (key rowkey, d widerow) PARTITION BY RANGE (key);
CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM ('a') TO ('b');
CREATE TABLE halves (key rowkey) PARTITION BY RANGE (key);
CREATE TABLE "Odd ""name"" '" (key rowkey PRIMARY KEY, "d " widerow);
CREATE VIEW failing AS SELECT (1 / (id - 3))::text::rowkey AS key, widerow_build('a', id) AS d FROM source;
CREATE VIEW wrong_keys AS SELECT rowkey_compose('id int', CASE WHEN id % 3 > 0 THEN id END) AS key, widerow_build('a', id) AS d FROM source;
CREATE MATERIALIZED VIEW materialized AS SELECT key, d FROM orders;
CREATE SEQUENCE sequence;
CREATE VIEW salted AS SELECT rowkey_compose('salt(4), id int', id) AS key, widerow_build('id', id) AS d FROM source;
SELECT hbase.define('salted', layouts => '{"salt(4), id int"}');
CREATE VIEW texts AS SELECT ('k' || id)::rowkey AS key, widerow_build('note', note) AS d FROM source;
CREATE TYPE id_row AS (id int, note text);
CREATE INDEX plain_index ON plain (d);
CREATE INDEX plain_gin ON plain USING gin (d);
CREATE TYPE composite AS (a int, b text, c rowkey);
CREATE DOMAIN key_domain AS rowkey CHECK (length(VALUE) < 5);
CREATE DOMAIN text_domain AS text;
CREATE TYPE enum AS ENUM ('one', 'two');
CREATE TYPE text_range AS RANGE (subtype = text);
CREATE TABLE of_domain (key key_domain PRIMARY KEY, d widerow, c composite, n text_domain);
CREATE TABLE files AS SELECT (SELECT hfile_agg(key, 'd', 'q', ts, 'Put', 'v', 5) FROM (SELECT ('k' || i)::rowkey AS key, i::bigint AS ts FROM generate_series(100, 199) i) x) AS file;
CREATE TABLE bytes (n int, bytes bytea);
INSERT INTO bytes SELECT row_number() OVER (), b FROM (SELECT file AS b FROM files UNION ALL SELECT substr(file, 1, length(file) / 2) FROM files
	UNION ALL SELECT set_byte(file, length(file) * i / 40, get_byte(file, length(file) * i / 40) # 255) FROM files, generate_series(0, 39) i) x;
SELECT hbase.uid('metric', 'a');
};

# ---- values: SQL expressions -------------------------------------------------

my $deep = 10000;
my @numbers = (-1, 0, 1, 2, 3, 7, 255, 256, 65535, 65536, 2147483647, -2147483648);
my @wide = (@numbers, 2147483648, -2147483649, '9223372036854775807', '(-9223372036854775807 - 1)', 1700000000000);

# JSON values put wherever a template has @.
my @json = ('null', 'true', '-1', '0', '1', '1.5', '2147483647', '2147483648', '-2147483648', '9223372036854775808', '1e400', '-1e-400',
	'""', '"x"', '"\\\\u0000x"', '[]', '{}', '[[]]', '{"":""}', '[null, 1, "a"]', '{"a": {"a": {"a": null}}}');
my %template = (
	avro => [
		'{"type":"fixed","name":"f","size":@}', '{"type":"array","items":@}', '{"type":"map","values":@}', '{"type":"enum","name":"e","symbols":@}',
		'{"type":"record","name":"r","fields":@}', '{"type":"record","name":@,"fields":[]}', '{"type":"record","name":"r","fields":[{"name":@,"type":"int"}]}',
		'{"type":"record","name":"r","fields":[{"name":"x","type":@}]}', '{"type":"record","name":"r","fields":[{"name":"x","type":["null","r"],"default":@}]}',
		'["null",@]', '[@]', '{"type":@}', '{"type":"bytes","logicalType":"decimal","precision":@,"scale":2}', '{"type":"fixed","name":"f","size":4,"logicalType":"decimal","precision":@}',
		'{"type":"record","name":"r","fields":[{"name":"x","type":"r"}]}', '{"type":"array","items":"unknown"}', '@' ],
	families => [
		'{"d": @}', '@', '[@]', '{"": @}', '["d", "d"]', '{"d\\\\u00e9": {}}', map { "{\"d\": {\"$_\": \@}}" }
		  qw(VERSIONS MIN_VERSIONS TTL KEEP_DELETED_CELLS NEW_VERSION_BEHAVIOR COMPRESSION BLOOMFILTER DATA_BLOCK_ENCODING BLOCKSIZE column unknown) ],
	options => [ '@', map { "{\"$_\": \@}" } qw(compression bloomfilter blocksize max_cell_size tags encoding unknown) ],
	question => [ '@', '{"id": @}', '{"customer": @, "at": @}', '{"nobody": @}' ]);

# What a template becomes: each place holds each value once.
sub filled
{
	my @out;

	foreach my $template (@{ $template{ $_[0] } })
	{
		push @out, map { my $value = $_; quoted($template =~ s/@/$value/gr) } @json;
	}
	my %seen;
	return grep { !$seen{$_}++ } @out;
}

sub quoted { return "'" . ($_[0] =~ s/'/''/gr) . "'" }

my @deep_json = (
	"repeat('[', $deep) || repeat(']', $deep)", "repeat('{\"a\":', $deep) || '1' || repeat('}', $deep)",
	"'[' || repeat('0,', 100000) || '0]'", "'{\"type\":\"record\",\"name\":\"r\",\"fields\":' || repeat('[{\"name\":\"x\",\"type\":', 5000)",
	"repeat('{\"type\":\"array\",\"items\":', 3000) || '\"int\"' || repeat('}', 3000)", "'\"' || repeat('x', 1000000) || '\"'");

my @layouts = map { quoted($_) } (
	'id int', 'customer text, at timestamptz desc', "salt(256), k text", "salt(1), k bytea(3)", 'bucket(at, 65536), at timestamptz, host text',
	"a text null, b text null using ordered", "a numeric desc, b text desc using phoenix", "a bytea(32767)", "digits(at timestamptz, 19) desc using string",
	"md5(c text, 16), c", "trunc(at timestamptz(0), '1 hour'), at desc", "a text, '\\x00', b text using string", "reverse(a text), b int",
	'salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int using phoenix', 'a uuid, b date, c boolean, d real, e double precision, f smallint, g bigint');
my @bad_layouts = map { "$_" } (
	"''", "'a'", "'a int' || repeat(', b int', 5000)", "repeat('salt(', 5000) || repeat(')', 5000)", "'salt(0), a int'", "'salt(-1), a int'", "'salt(99999999999999999999), a int'",
	"'bytea(2147483648)'", "'a bytea(2147483648)'", "'a char(0)'", "'digits(a int, 2147483647)'", "'a int, a int'", "repeat('x', 100000) || ' int'", "'a int using nothing'",
	"E'a \\x01 int'", "'a int desc desc'", "'trunc(a timestamptz, ''-1 hour'')'", "'trunc(a timestamptz, ''999999999 years'')'", "'bucket(a, 0), a int'", "quote_literal(repeat('x', 40000)) || ', a int'",
	"'salt(2), salt(2), salt(2), a int'", "'a text, b text'", "'é int'", "'a numeric(1000,2000)'", "'a timestamp(99)'", "'a int, '''''");

# As many bytes as the largest values have.
sub is_large { return $_[0] =~ /repeat\('\w+ ?', \d{6,}\)/ }

sub large_text { return "repeat('$_[0]', " . int($large / length $_[0]) . ')' }

my @texts = (
	"''", "'a'", "' '", "'\\x00'", "'\\xZZ'", "E'\\x01\\x7f'", "'é€😀'", "E'a\\nb\\r\\tc'", "'it''s \"q\" #{1} \$(x) `x`'", "'%s%n%d'", "'null'", "'-1'", "'0'", "'NaN'", "'99999999999999999999'",
	"'1e1000000'", "'{}'", "'[]'", "'{NULL}'", "'(,)'", "'[a,b)'", "'a,b;c|d'", "'../../etc/passwd'", "'pg_class'", "'t'", "'source'", "'public.t'", "'d:q'", "'SELECT 1'", "'SELECT key, d FROM t; SELECT 1'", "'=' ", "'<>'", "'~'",
	"repeat('x', 64)", "repeat('é', 40)", "repeat('k', 32768)", "repeat('\\x00', 10000)", "repeat('(', $deep)", "repeat('{', $deep)", "repeat('''', 5001)", "repeat(',', 100000)", "repeat(E'\\n', 100000)",
	large_text('xyz '), large_text('1'));

my %good = (
	'text' => [ "'a'", "'customer 1'" ],
	'cstring' => [ "'a'::cstring" ],
	'character' => ["'a'"],
	'character varying' => ["'a'"],
	'"char"' => ["'a'"],
	'rowkey' => [ q{'\x80\x00\x00\x01'}, "'a'", "'k\\x00'" ],
	'rowkey[]' => [ "'{b,c}'" ],
	'rowkeyrange' => [ "'[a,b)'" ],
	'rowkeyrange[]' => [ q{'{"[a,b)","[b,c)"}'} ],
	'rowkeymultirange' => [ "'{[a,b),[c,d)}'" ],
	'rowkey_bound' => [ "'lower [a'" ],
	'rowkey_layout' => [ "'id int'", @layouts ],
	'rowkey_layout[]' => [ q{'{id int}'}, "ARRAY['id int', 'customer text']" ],
	'widerow' => [ "'{q\@5=1}'", "'{a=1, b=x}'", "'{a\@9=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01, a\@8!Delete, b\@7=2}'" ],
	'hbase_encoding' => [ "'bytes'", "'phoenix'", "'string'", "'ordered'" ],
	'hbase_internal.outcome' => [ "hbase_internal.outcome('0 16', true)" ],
	'oidvector' => [ "'0 23'" ],
	'bytea' => [ "'\\x71'" ],
	'jsonb' => [ "'{}'" ],
	'jsonb[]' => [ "ARRAY['{}']" ],
	'json' => [ "'{}'" ],
	'boolean' => [ 'true', 'false' ],
	'smallint' => ['1'],
	'integer' => [ '1', '4' ],
	'bigint' => [ '1', '1000' ],
	'real' => ['1.5'],
	'double precision' => ['1.5'],
	'double precision[]' => ["'{}'"],
	'numeric' => ['1.5'],
	'date' => ["'2024-02-29'"],
	'timestamp without time zone' => ["'2024-02-29 12:00:00'"],
	'timestamp with time zone' => ["'2024-02-29 12:00:00Z'"],
	'interval' => ["'1 h'"],
	'name' => ["'d'"],
	'name[]' => ["'{}'"],
	'text[]' => [ "'{}'", "'{d}'" ],
	'oid' => [ "'t'::regclass::oid", "'plain'::regclass::oid", "'int'::regtype::oid" ],
	'regclass' => [ "'t'", "'orders'", "'plain'" ],
	'regclass[]' => [ "'{t,orders}'" ],
	'regnamespace' => [ "'public'" ],
	'regnamespace[]' => [ "'{public}'" ],
	'regtype' => [ "'int'", "'text'" ],
	'record' => [ "ROW(1, 'a'::text)", "(SELECT s FROM source s WHERE id = 1)" ],
	'"any"' => [ "'a'::text", '1', "'\\x01'::bytea", "'2024-02-29 12:00:00Z'::timestamptz" ],
	'anyelement' => [ '1', "'a'::text" ],
	'anyarray' => [ 'ARRAY[1]' ],
	'internal' => ['NULL'],
	'trigger' => []);

# An outcome of rejects: a key of 40,000 bytes.
my $rejected = "hbase_internal.outcome((format('%s %s %s', 'hbase_internal.rowkey_concat(rowkey,rowkey)'::regprocedure::oid, 'rowkey'::regtype::oid, 'rowkey'::regtype::oid))::oidvector, repeat('a', 20000)::rowkey, repeat('a', 20000)::rowkey)";

my %hostile = (
	'text' => \@texts,
	'character' => \@texts,
	'character varying' => \@texts,
	'"char"' => [ "''", "'\\x00'::\"char\"", "'é'", "'\\377'" ],
	'cstring' => [ map { "($_)::text::cstring" } @texts, @deep_json, @bad_layouts, "'{a=1'", "'{a\@99999999999999999999=1}'", "'lower ['", "'{\"\"\@9!DeleteFamily}'" ],
	'rowkey' => [ "''", "'\\x00'", "'\\xFF'", "repeat('\\xFF', 32767)::rowkey", "repeat('k', 32767)", "repeat('k', 2704)::rowkey", "'\\xFF\\xFF\\xFF\\xFF'", "'é'", "'a\\x'", "'\\x80'", "repeat('\\x00', 8)::rowkey" ],
	'rowkeyrange' => [ "'empty'", "'(,)'", "'[a,)'", "'(,b)'", "'[b,a)'", "rowkeyrange('', repeat('\\xFF', 32767)::rowkey)", "rowkeyrange(repeat('\\xFF', 32767)::rowkey, NULL, '()')", "rowkeyrange(NULL, NULL)", "'[,]'", "'[\"\\\\\\\\x00\",\"\\\\\\\\xFF\")'" ],
	'rowkeymultirange' => [ "'{}'", "'{(,)}'", "'{(,a),[b,)}'", "(SELECT range_agg(rowkeyrange(i::text::rowkey, (i::text || 'a')::rowkey)) FROM generate_series(10000, 14999) i)", "'{empty}'" ],
	'rowkey_bound' => [ "'lower empty'", "'upper empty'", "'lower ['", "'upper )'", "'upper a\\x00)'", "'lower [a b\\xFF\\xFF'", "('lower [' || repeat('\\xFF', 32767))::rowkey_bound" ],
	'rowkey_layout' => [ @layouts, map { "($_)::text::rowkey_layout" } @bad_layouts ],
	'widerow' => [ "'{}'", "'{\"\"=\"\"}'", "'{q\@0=1}'", "'{q\@9223372036854775806=1}'", "'{q\@9223372036854775807=1}'", "'{q\@-1=1}'", "'{\"\"\@9!DeleteFamily, a\@10=1, a\@9=1, a\@8!DeleteColumn}'", "'{q\@5#9=b, q\@5#4!Delete, r\@1#2=x}'",
		"(SELECT widerow_agg(i::text, i) FROM generate_series(1, 5000) i)", "(SELECT widerow_agg('q', i, i::bigint) FROM generate_series(1, 3000) i)", "widerow_build('q', " . large_text('x') . ')', "widerow_build(repeat('q', 32767), '')", "widerow_build('a', repeat('\\x00', 10000), 'b', NULL)", "'{a\@1!DeleteFamilyVersion}'" ],
	'hbase_internal.outcome' => [ "hbase_internal.outcome('0 25', 'text'::text)", "hbase_internal.outcome('0 17', ''::bytea)", "hbase_internal.outcome('0 20', 1::bigint)", "hbase_internal.outcome('0 23', NULL::int)", $rejected ],
	'oidvector' => [ "''", "'0'", "'0 0'", "'0 25'", "'0 2249'", "'0 2281'", "'4294967295 23'", "'1 23 23 23'", "(SELECT string_agg('0', ' ')::oidvector FROM generate_series(1, 1000))",
		"(format('%s 3802 23', 'rowkey_reverse(rowkey)'::regprocedure::oid))::oidvector", "(format('%s 23', 'length(text)'::regprocedure::oid))::oidvector", "(format('%s 25', 'rowkey_layout_in(cstring)'::regprocedure::oid))::oidvector" ],
	'hbase_encoding' => [ "'ordered'", "'string'", "'phoenix'", "'bytes'", "'nothing'" ],
	'bytea' => [ "''", "'\\x00'", "'\\xff'", "'\\x0000000000000000'", "'\\xffffffffffffffff'", "'\\x7fffffff'", "'\\x80000000'", "decode(repeat('ff', 1000), 'hex')", "decode(repeat('00', 40000), 'hex')", "(SELECT file FROM files)",
		(map { "(SELECT bytes FROM bytes WHERE n = $_)" } 1 .. 41), "widerow_send('{q\@5=1}')", "decode(" . large_text('5a00ff') . ", 'hex')", "'\\x0a0548656c6c6f'", "decode(repeat('0a', 5000), 'hex')", "'\\xfeffffffffffffffff01'", "'\\xffffffffffffffffff01'" ],
	'jsonb' => [ filled('families'), filled('options'), filled('question'), map { "($_)::jsonb" } @deep_json ],
	'json' => [ map { "($_)::json" } @deep_json ],
	'boolean' => [ 'true', 'false' ],
	'smallint' => [ '0', '-1', '32767', '(-32768)::smallint' ],
	'integer' => [ map { "($_)::int" } @numbers ],
	'bigint' => [ map { "($_)::bigint" } @wide ],
	'real' => [ map { "'$_'::real" } qw(0 -0 NaN Infinity -Infinity 3.4e38 1e-45) ],
	'double precision[]' => [ "'{}'", "'{NULL}'", "'{NaN,Infinity,-1}'", "'{{1,2},{3,4}}'", 'array_fill(1.5::float8, ARRAY[10000])' ],
	'double precision' => [ map { "'$_'::float8" } qw(0 -0 -1 100 101 NaN Infinity -Infinity 1.7e308 4.9e-324 1e18) ],
	'numeric' => [ map { "'$_'::numeric" } qw(0 -1 NaN Infinity -Infinity 1e131071 1e-16383 -1e131071 0.00000000000000000000000000000000000000001 99999999999999999999999999999999999999.5) ],
	'date' => [ map { "'$_'::date" } 'infinity', '-infinity', '4714-11-24 BC', '5874897-12-31', '1969-12-31' ],
	'timestamp without time zone' => [ map { "'$_'::timestamp" } 'infinity', '-infinity', '4714-11-24 00:00:00 BC', '294276-12-31 23:59:59.999999', '1969-12-31 23:59:59.999999', 'epoch' ],
	'timestamp with time zone' => [ map { "'$_'::timestamptz" } 'infinity', '-infinity', '4714-11-24 00:00:00 BC', '294276-12-31 23:59:59.999999', '1969-12-31 23:59:59.999999', 'epoch' ],
	'interval' => [ map { "'$_'::interval" } '0', '-1 h', '1 microsecond', '1 month', '-178000000 years', '178000000 years', '2147483647 days', '1 mon -30 days' ],
	'name' => [ "''", "'key'", "'nobody'", "repeat('x', 100)::name", "'\"'", "'at'" ],
	'oid' => [ '0::oid', "'-1'::oid", "'plain_index'::regclass::oid", "'pg_class'::regclass::oid", "'no_columns'::regclass::oid", "'sequence'::regclass::oid", "'failing'::regclass::oid", "16::oid", "2249::oid", "2276::oid", "'composite'::regtype::oid", "'t[]'::regtype::oid" ],
	'regclass' => [ '0::oid::regclass', "'-1'::oid::regclass", map { quoted($_) }
		qw(nobody orders plain loose no_columns empty_table dropped parts part_1 failing wrong_keys materialized sequence plain_index plain_gin composite of_domain source child temporary pg_class pg_catalog.pg_stats hbase_internal.definition hbase.progress pg_toast.pg_toast_1255), 'base', '"Odd ""name"" \'"' ],
	'regnamespace' => [ "'pg_catalog'", "'hbase'", "'information_schema'", "'pg_toast'", '0::oid::regnamespace', "'-1'::oid::regnamespace", "'public'" ],
	'regnamespace[]' => [ "'{}'", "'{NULL}'", "'{hbase}'", "'{pg_catalog,public}'", "'{{public},{hbase}}'", "ARRAY[0::oid::regnamespace, '-1'::oid::regnamespace]" ],
	'regtype' => [ map { /::/ ? $_ : quoted($_) } '0::oid::regtype', "'-1'::oid::regtype", qw(rowkey widerow record internal cstring anyelement trigger void int[] composite key_domain text_domain enum text_range numeric timestamptz bytea xml refcursor t) ],
	'record' => [ 'ROW()', 'ROW(NULL)', 'NULL::record', 'NULL::composite', 'ROW(ROW(ROW(1)))', 'ROW(NULL, NULL, NULL)::composite', '(SELECT o FROM of_domain o LIMIT 1)', 'ROW(1, ARRAY[1, NULL], ARRAY[[1, 2]])', "ROW('unknown')", "ROW('NaN'::float8, 'infinity'::timestamptz)",
		'(SELECT ROW(s.*) FROM source s LIMIT 1)', 'ROW(' . large_text('x') . ')', '(SELECT d FROM dropped d LIMIT 1)', '(SELECT p FROM pg_class p LIMIT 1)', '(SELECT n FROM (SELECT) n)', "ROW('{a=1}'::widerow, 'a'::rowkey)" ]);

# For "any" there is each of these types, and an invalid one.
$hostile{'"any"'} = [ "'unknown'", 'NULL', 'ARRAY[1, NULL]', "ARRAY[['a', 'b'], ['c', NULL]]", "'{}'::int[]", "'[5:6]={1,2}'::int[]", 'ROW(1, 2)', 'ROW()', "'one'::enum", "'a'::text_domain", "'a'::key_domain", "'[a,b)'::text_range", "'{[1,2)}'::int4multirange", "'[1,2)'::int4range",
	"'<a/>'::xml", 'point(1, 2)', "'1.2.3.4'::inet", "'101'::bit(3)", "'x'::\"char\"", "'a'::bpchar", "'ab'::char(5)", "'a'::varchar(3)", "'a'::name", "'1 h'::interval", "'12:00'::time", "'12:00+01'::timetz", '1::money', "gen_random_uuid()", "'a'::tsvector", "'pg_class'::regclass", "'0/0'::pg_lsn",
	"ARRAY['[a,b)'::rowkeyrange, NULL]", "ARRAY['a'::rowkey]", "ARRAY['{a=1}'::widerow]", "(SELECT t FROM t LIMIT 1)",
	map { @{ $hostile{$_} }[ 0 .. ($#{ $hostile{$_} } > 13 ? 13 : $#{ $hostile{$_} }) ] } 'smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'date', 'timestamp without time zone', 'timestamp with time zone', 'rowkeyrange' ];
push @{ $hostile{'"any"'} }, map { "$_\::rowkey" } @{ $hostile{rowkey} }[ 0 .. 4 ];
push @{ $hostile{'"any"'} }, map { "($_)::text" } @texts;
push @{ $hostile{'"any"'} }, map { "$_\::bytea" } @{ $hostile{bytea} }[ 0 .. 9 ], "decode(" . large_text('5a00ff') . ", 'hex')";
push @{ $hostile{'"any"'} }, map { "$_\::widerow" } "'{}'", "'{q\@5=1}'";
push @{ $hostile{'"any"'} }, "'{\"a\": [1, null]}'::jsonb";
$hostile{anyelement} = [ grep { !/^'unknown'$/ } @{ $hostile{'"any"'} } ];
push @{ $hostile{anyelement} }, map { "NULL::$_" } qw(t orders plain loose no_columns dropped composite of_domain source materialized key_domain enum int[] record);
$hostile{anyarray} = [ 'ARRAY[1]', "'{}'::text[]" ];
$hostile{internal} = [];

# The values of an array type are those of its elements, in odd shapes.
foreach my $type ('rowkey', 'rowkeyrange', 'rowkey_layout', 'jsonb', 'name', 'text', 'regclass')
{
	my @some = @{ $hostile{$type} } > 60 ? @{ $hostile{$type} }[ 0 .. 59 ] : @{ $hostile{$type} };

	$hostile{"$type\[]"} = [
		"'{}'", 'ARRAY[NULL]', (map { "ARRAY[$_]" } @some, @{ $good{$type} }[0]), "ARRAY[[$good{$type}[0]], [$good{$type}[0]]]", "ARRAY[$good{$type}[0], NULL, $good{$type}[0]]",
		"array_fill($good{$type}[0]::$type, '{5}', '{-3}')", "array_fill($good{$type}[0]::$type, '{5000}')", "(ARRAY[$good{$type}[0]]::$type\[])[2:1]", "array_fill($good{$type}[0]::$type, '{1,1,1,1,1,1}')" ];
}

# Values that fit one argument: of a function, or of whatever function has an
# argument of this name and type.  The first is the one with which calls succeed.
my %argument = (
	'avro_encode.schema' => [ q{'"int"'}, filled('avro'), @deep_json ],
	'avro_decode.schema' => [ q{'"int"'}, filled('avro'), @deep_json ],
	'avro_encode.value' => [ "'1'", map({ quoted($_) } grep { !/^-?1e/ } @json), "('[' || repeat('1,', 1000) || '1]')::jsonb" ],
	'avro_decode.bytes' => [ "'\\x02'" ],
	'mapping_script.mapping' => [ "hbase.mapping()", "hbase.mapping('{public}', 'phoenix')", q{'{"tables": {"source": {"view": "m", "table": "m", "key": "id int", "families": {"d": {}}, "columns": {"note": {"family": "d", "qualifier": "n", "type": "text"}}}}}'}, @deep_json ],
	'families:jsonb' => [ q{'["d", "e"]'}, filled('families') ],
	'options:jsonb' => [ "'{}'", filled('options') ],
	'findings:jsonb' => [ q{'[{"severity": "error"}]'}, "'{}'", "'[1]'" ],
	'sizes:jsonb' => [ q{'[{"family": "d", "rows": 1}]'}, "'{}'", "'[1]'" ],
	'relations:jsonb' => [ q{'[{"relation": "t"}]'}, "'{}'", "'[1]'" ],
	'question:jsonb' => [ q{'{"id": 1}'}, filled('question') ],
	'hfile:bytea' => [ '(SELECT file FROM files)' ],
	'printed:text' => [ "'a b'", "'[\"a\", \"b\"]'" ],
	'filter:text' => [ q{'PrefixFilter(''a'')'}, map { quoted($_) }
		q{PrefixFilter('')}, q{(((PrefixFilter('a')}, q{ColumnPaginationFilter(-1, 0)}, q{PageFilter(99999999999999999999)}, q{ValueFilter(=, 'regexstring:(a*)*b')}, q{RowFilter(=, 'regexstring:[')},
		q{FuzzyRowFilter('a','b')}, q{MultiRowRangeFilter('a', true, 'b', false)}, q{SKIP WHILE SKIP PrefixFilter('a')}, q{SingleColumnValueFilter('d', 'q', <, 'binary:a', true, false)} ],
	'filter:bytea' => [ 'NULL' ],
	'query:text' => [ q{'SELECT key, d FROM t'}, map { quoted($_) } 'SELECT 1', 'SELECT', 'SELECT 1 / 0', 'SELECT key, d FROM t ORDER BY 1; SELECT 2', 'DELETE FROM plain', 'COMMIT', 'DROP TABLE nobody',
		'SELECT NULL::rowkey AS key, NULL::widerow AS d', 'SELECT key, key FROM t', 'SELECT key, d, d FROM t', 'SELECT key, d FROM t ORDER BY key DESC', 'SELECT $1', 'COPY t TO STDOUT', 'SELECT key, d FROM failing', 'WITH x AS (DELETE FROM loose RETURNING *) SELECT * FROM x' ],
	'condition:text' => [ "'true'", "'false'", "'1 / 0 = 1'", "'d = d'", "'true) OR (true'", "'true; SELECT 1'" ],
	'algorithm:text' => [ "'md5'", "'sha256'", "'murmur3'", "'jenkins'" ],
	'tool:text' => [ "'shell'", "'java'", "'phoenix'", "'hive'" ],
	'method:text' => [ "'UniformSplit'", "'HexStringSplit'", "'DecimalStringSplit'", "'data'", "'stats'" ],
	'profile:text' => [ "'java'", "'phoenix'", "'string'" ],
	'op:text' => [ "'='", "'<'", "'>='", "'<>'", "'exists'" ],
	'family:text' => ["'d'"],
	'family:name' => ["'d'"],
	'family:integer' => ['2'],
	'relation:oid' => [ "'t'::regclass::oid" ],
	'type:oid' => [ "'int'::regtype::oid" ],
	'type:text' => [ "'Put'", "'Delete'", "'DeleteColumn'", "'DeleteFamily'" ],
	'at:name' => [ 'NULL', "'at'" ],
	'on_duplicate:text' => [ "'last'", "'error'", "'first'" ],
	'keep_deleted:text' => [ "'FALSE'", "'TRUE'", "'TTL'" ],
	'as_type:text' => [ 'NULL', "'INTEGER'", "'UNSIGNED_LONG'", "'DECIMAL'" ],
	'children:text' => [ "'nest'", "'tables'" ],
	'kind:text' => [ "'metric'" ],
	'layout:rowkey_layout' => ["'id int'"],
	'layouts:rowkey_layout[]' => ["'{id int}'"],
	'key_scan.conditions' => ['1'], 'plan.conditions' => ['1'], 'rowkey_compose.values' => ['1'], 'rowkey_prefix.values' => ['1'], 'rowkey_range.conditions' => ['1'], 'rowkey_ranges.conditions' => ['1'],
	'rowkey_scan.conditions' => ['1'], 'rowkey_matches.conditions' => ['1'], 'widerow_build.pairs' => [ "'q'::text, 1" ], 
	'appended.others' => ["'{}'::widerow"], 'incremented.others' => ["'{}'::widerow"], 'applied.others' => ["'{}'::widerow"], 'next_stamp.families' => ["'{q\@5=1}'::widerow"],
	'baseline.name' => ["'another'"], 'baseline.directory' => ['NULL'], 'baseline.stamp' => ['5000'], 'baseline.splits' => ['NULL'], 'delta.baseline' => ["'base'"], 'delta_query.baseline' => ["'base'"], 'delta_key.baseline' => ["'base'::regclass::oid"],
	'execute_delta.query' => [ q{$$SELECT key, 'd'::name, ''::bytea, 5::bigint, 'Put', NULL::bytea FROM public.t$$} ], 'execute_statement.statement' => ["'SELECT 1'"],
	'set_baseline.#4' => ["'any'"], 'delta.stamp' => ['NULL', '5000'], 'delta_stamp.stamp' => ['5000'], 'delta_begin.stamp' => ['5000'], 'export_delta_stream.stamp' => ['5000'], 'export_delta_stream.ranges' => ['NULL'], 'export_delta_stream.baseline' => ["'base'"], 'export_delta_pieces.baseline' => ["'base'"], 'export_delta_pieces.query' => [ q{'SELECT key, d, e FROM t'} ],
	'baseline_manifest.manifest' => [ q{'{"format": 1, "table": "t", "stamp": 5000, "rows": 0, "rejects": 0, "empty_rows": 0, "expired_cells": 0, "cells_over_versions": 0, "phoenix_empty_cell": false, "regions": [{"region": 0, "start": "", "stop": "", "written": true, "rows": 0, "cells": 0, "sum": "0000000000000000"}], "files": []}'}, @deep_json ],
	'baseline.manifest' => ['NULL'], 'baseline.deltas' => ['NULL'], 'delta_begin.ranges' => ['NULL'], 'delta_begin.baseline' => ["'base'"], 'delta_job.baseline' => ["'base'"], 'delta_key.previous' => ["'a'"], 'delta_key.baseline_previous' => ["'a'"],
	'questions:text' => [ q{'{"{\\"id\\": 1}"}'}, "'{}'" ],
	'questions:anyarray' => [ q{ARRAY['{"id": 1}']}, "ARRAY['{}']::jsonb[]", "'{}'::text[]" ],
	'statement_questions.statements' => [ q{'SELECT * FROM public.t WHERE key = $1; COMMIT'} ], 'workload.statements' => [ q{'{SELECT * FROM public.t ORDER BY key LIMIT 5}'} ], 'workload.weights' => [ q{'{7}'} ],
	'propose_keys.relation' => [ "'source'", "'t'" ], 'propose_keys.statements' => [ 'NULL', q{'{SELECT * FROM source WHERE id = 1}'} ], 'propose_keys.weights' => [ 'NULL', q{'{7}'} ], 'propose_keys.options' => [ q{'{}'}, q{'{"questions": [{"where": {"id": "="}, "weight": 5}]}'}, q{'{"weights": {"seek": 0}, "regions": 10000}'} ],
	'propose_keys.questions' => [ q{'[]'}, q{'[{"question": {"where": {"id": "range"}, "order": ["id desc"], "limit": 5}, "kind": "read", "calls": 7, "rows": 0}]'} ], 'check_propose_options.options' => [ q{'{}'}, q{'{"regions": 3}'} ],
	'workload_of.relation' => ["'source'"], 'workload_of.statements' => [ q{'{SELECT * FROM source WHERE id = 1}'} ], 'workload_of.weights' => [ q{'{7}'} ], 'design_cells.relation' => ["'source'"], 'design_script.relation' => ["'source'"], 'design_view.relation' => ["'source'"], 'design_view.suffix' => ["'_h'"], 'design_script.main' => [ 'NULL', "'id int'" ], 'design_script.number' => [ '0', '1' ], 'design_script.cells' => [ "hbase_internal.design_cells('source', 'phoenix')" ],
	'compare.relation' => ["'source'"], 'compare_keys.keys' => [ q{'SELECT key, NULL::timestamptz AS at, 1::bigint AS bytes FROM public.t'} ], 'create_table.relation' => ["'another'"], 'create_table.splits' => ['NULL'], 'define.families' => [ q{'{"d": {}, "e": {}}'} ], 'define.splits' => ['NULL'],
	'define_column.name' => ["'another'"], 'export_tsv.columns' => [ 'NULL', "'{HBASE_ROW_KEY,d:amount}'" ], 'estimate.percent' => ['NULL'],
	'key_salt.layout' => ["'salt(4), id int'"], 'salt_prefix.layout' => ["'salt(4), id int'"], 'with_salts.layout' => ["'salt(4), id int'"], 'key_salt.key' => [ q{'\x01\x80\x00\x00\x01'} ], 'resalt_plan.relation' => ["'salted'"],
	'rowkey_resalt.key' => [ q{rowkey_compose('salt(4), id int', 1)} ], 'rowkey_resalt.before' => ["'salt(4), id int'"], 'rowkey_resalt.after' => ["'salt(8), id int'"],
	'merge_scan.relation' => ['NULL::t'], 'read.row_type' => ['NULL::id_row'], 'widerow_populate.base' => ['NULL::composite'], 'stored_by.owner' => ["'ordinary'"],
	'plan_splits.method' => ["'data'"], 'plan_splits.equal' => ["'rows'"], 'plan_splits.first' => ['NULL'], 'plan_splits.last' => ['NULL'], 'planned_splits.method' => ["'data'"], 'planned_splits.equal' => ["'rows'"], 'planned_splits.first' => ['NULL'], 'planned_splits.last' => ['NULL'],
	'plan_splits.sample' => ['NULL'], 'planned_splits.sample' => ['NULL'], 'rowkey_split_points.last' => ["'z'"], 'rowkey_split_points.regions' => ['4'],
	'merge_mapping.prefer' => [ 'NULL', "'yours'", "'proposed'" ], 'mapping_type.type' => [ "'int'", "'no_type'" ], 'mapping_column.type' => ["'int'"],
	(map { ("$_.entry" => [ q{'{"leave_out": true, "view": "v", "table": "m"}'}, @deep_json ]) } qw(mapping_checked)),
	(map { ("$_.mapping" => [ q{'{"tables": {"source": {"view": "m", "table": "m", "key": "id int", "families": {"d": {}}, "columns": {"note": {"family": "d", "qualifier": "n", "type": "text"}}}}}'}, @deep_json ], "$_.name" => ["'source'"]) }
		qw(mapping_action mapping_records mapping_mark check_records mapping_statements)),
	'mapping_record_action.mapping' => [ q{'{"tables": {"source": {"rows_of": "t", "leave_out": true}}}'}, @deep_json ], 'mapping_record_action.name' => ["'source'"], 'mapping.children' => [ "'none'", "'rows'", "'cells'" ], 'check_cells.name' => ["'id_row'"], 'check_cells.parent_name' => ["'source'"], 'included_tables.children' => [ "'rows'", "'cells'" ],
	'check_cells.mapping' => [ q{'{"tables": {"source": {"families": {"d": {}, "l": {}}, "columns": {}}, "id_row": {"cells_of": "source", "reference": {"id": "id"}, "family": "l", "columns": {}}}}'}, @deep_json ],
	'mapping_expression.name' => ["'id'"], 'mapping_expression.type' => ["'int'"], 'mapping_expression.relation' => ["'source'"], 'mapping_expression.member' => [ "'fields'", "'value'" ], 'written_type.type' => ["'int'::regtype"],
	'usable_entry.relation' => ["'source'"], 'usable_entry.entry' => [ q{'{"key": "id int using phoenix"}'}, @deep_json ], 'usable_entry.profile' => ["'phoenix'"],
	'mapping_key.layout' => ["'id int'"], 'mapping_key.fields' => ["'{}'"], 'mapping_key.relation' => ["'source'"], 'mapping_cast.entry' => [ q{'{"type": "int", "value": "1"}'}, @deep_json ],
	'mapping_cells.relation' => ["'source'"], 'mapping_cells.parent' => ["'source'"], 'mapping_cells.entry' => [ q{'{"reference": {"id": "id"}, "qualifier": "id int", "columns": {"note": {}}}'}, @deep_json ],
	'mapping_query.relation' => ["'source'"], 'mapping_query.entry' => [ q{'{"key": "id int", "columns": {}}'}, @deep_json ], 'mapping_query.families' => [ q{'{"d": {}}'} ], 'mapping_query.cells' => [ "'[]'", @deep_json ],
	(map { ("$_.records" => [ q{'[{"relation": "source", "entry": {"key": "id int", "families": {"d": {}}, "columns": {}}}]'}, "'[]'", @deep_json ]) } qw(mapping_view rounded_remark)),
	(map { ("$_.relation" => ["'source'"], "$_.keys" => [ "'{id}'", "'{}'" ], "$_.refers" => ["'{id}'"], "$_.parent" => ["'source'"], "$_.key_columns" => ["'{id}'"]) } qw(propose_cells)),
	'mapping_value.name' => ["'id'"], 'mapping_value.relation' => ["'source'"], 'mapping_value.entry' => [ q{'{"type": "int"}'}, @deep_json ], 'mapping_value.family_encoding' => ["'phoenix'"],
	'nested_remarks.relation' => ["'source'"], 'nested_remarks.key_columns' => ["'{id}'"], 'nested_remarks.layout' => ["'id int'"],
	'propose_layout.components' => ["'id int'"], 'propose_entries.types' => [ "'[]'", q{'[{"relation": 1}]'}, @deep_json ],
	'propose_key.relation' => ["'source'"], 'propose_key.columns' => ["'{id}'"],
	'hbase_decode.bytes' => [ q{'\x00000001'} ], 'rowkey_decode.descending' => ['false'], 'rowkey_encode.descending' => ['false'], 'rowkey_field.name' => ["'id'"],
	'opentsdb_agg.at' => ['1700000000 + i'], 'opentsdb_agg.value' => ['1'], 'hfile_agg.stamp' => ['1700000000000'], 'hfile_stream.stamp' => ['1700000000000'], 'widerow_agg.ts' => ['5'], 'widerow_visible.time_from' => ['NULL'], 'widerow_visible.time_to' => ['NULL'], 'hfile_agg.key' => [ q{('k' || i)} ],
	'hfile_stream.query' => [ q{'SELECT key, ''d''::name, ''q''::bytea, 1::bigint, ''Put'', ''x''::bytea FROM t ORDER BY 1'} ],
	'widerow_agg.qualifier' => [ q{('q' || i)} ], 'opentsdb_points.r' => [ q{'{\\x00\\x00=\\x01}'} ], 'base:bigint' => ['3600'],
	'delta.ranges' => ['NULL'], 'delta_query.ranges' => ['NULL'], 'export_tsv.relation' => ["'texts'"], 'incremented.old' => [ q{'{a@5=1}'} ],
	'rowkey_split_points.first' => ["'a'"],
	'rowkey_bucket.value' => ['7'], 'rowkey_hash.algorithm' => [ "'murmur'", "'murmur3'", "'md5'" ], 'rowkey_matches_fuzzy.mask' => [ q{'\x00'} ], 'rowkey_matches_fuzzy.pattern' => ["'a'"], 'rowkey_matches_fuzzy.key' => ["'a'"],
	'rowkey_unreverse_ts.key' => ['rowkey_reverse_ts(1)'], 'get_byte.n' => ['0'], 'rowkeyrange.#2' => [ "'[)'" ], 'rowkey_layout_in.#0' => [ "'id int'::cstring" ], 'widerow_in.#0' => [ "'{a=1}'::cstring" ],
	(map { ("$_.call" => [ "'0 25'" ], "$_.arguments" => ["'a'::text"]) } 'outcome', 'outcome_stable', 'outcome_volatile'),
	'create_partitions.target' => ["'halves'"], 'create_partitions.prefix' => ["''"], 'create_partitions.base' => ["'halves'"], 'create_partitions.points' => ["'{m}'"],
	'has_microseconds.relation' => ["'source'"], 'has_microseconds.name' => ["'at'"], 'delta_cells.stamp' => ['5000'], 'delta_cells.last' => ['1000'],
	'propose_child.child' => ["'child'"], 'propose_child.refers' => ["'{source_id}'"], 'propose_child.rest' => ["'{id}'"],
	'get_text.columns' => [ "'d:q'::text", "'{d}'::text[]" ], 'scan_text.columns' => [ "'d:q'::text", "'{d}'::text[]" ],
	'scan_text.filter' => [ "'KeyOnlyFilter()'::text", "convert_to('KeyOnlyFilter()', 'UTF8')" ],
	'get.columns' => [ "'d:q'::text", "'{d}'::text[]" ], 'scan.columns' => [ "'d:q'::text", "'{d}'::text[]" ], 'put.column' => ["'d:q'"],
	'scan.filter' => [ "'KeyOnlyFilter()'::text", "convert_to('KeyOnlyFilter()', 'UTF8')" ],
	(map { ("$_.comparisons" => [ "'0='", "'0@'", "'0g0<'", "'9='", "'0'", "'x'" ], "$_.values" => ['1']) } 'field_range', 'field_ranges'),
	'export_begin.directory' => ['NULL'], 'export_begin.stamp' => ['5000'], 'export_stream.splits' => ['NULL'], 'export_plan.whole' => ["'SELECT key FROM t'"], 'export_plan.part' => ["'SELECT key FROM t WHERE d IS NULL'"],
	'stream_mapping.relations' => [ "'{salted}'", "'{t}'", "'{orders,salted}'", "'{failing}'" ],
	'read_view.view_name' => ["'another'"], 'read_view.row_type' => [ "'id_row'", 'NULL' ], 'read_view_script.view_name' => ["'another'"],
	'rowkey_bound_in.#0' => [ "'lower [a'::cstring" ]);

# The good and the hostile values of one argument.
sub good_values
{
	my ($function, $n) = @_;
	my ($type, $name) = ($function->{types}[$n], $function->{names}[$n]);

	foreach my $key ("$function->{signature}.$name", "$function->{name}.$name", "$function->{name}.#$n", "$name:$type", $type)
	{
		my $values = $argument{$key} // $good{$key};

		return $values if $values && @$values;
	}
	return undef;
}

sub hostile_values
{
	my ($function, $n) = @_;
	my ($type, $name) = ($function->{types}[$n], $function->{names}[$n]);
	my $general = $hostile{$type} or return undef;

	return [ 'NULL', @{ $argument{"$function->{name}.$name"} // $argument{"$name:$type"} // [] }, @$general ];
}


sub types_with_values { return keys %hostile }

sub values_of_type { return [ @{ $good{ $_[0] } // [] }, @{ $hostile{ $_[0] } // [] } ] }

# ---- the catalogue -------------------------------------------------------------

# What every session does first.
our $with_each_session = q{CREATE TEMP TABLE temporary (key rowkey PRIMARY KEY, d widerow)};

# Install the extension in an empty database and make what calls refer to.  The
# role ordinary may do what everyone may, and owns it all.
sub prepare_database
{
	my ($super, $ordinary) = @_;

	$super->query(q{
		DO $$ BEGIN CREATE ROLE ordinary LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
		CREATE EXTENSION hbase_schema;
		GRANT CREATE ON SCHEMA public TO ordinary});
	$ordinary->()->query($fixtures);
}

# The functions of the extension that everyone may call, with what their
# arguments are; kind is pg_proc's, or w for an aggregate as a window function.
sub read_catalogue
{
	my ($connection) = @_;
	my @functions;

	foreach my $row ($connection->query(q{
		SELECT p.oid::regprocedure::text, p.oid::regproc::text, p.proname, p.prokind, p.proretset, format_type(p.prorettype, NULL), p.provariadic <> 0,
			   array_to_string(ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY u(t, i) ORDER BY i), '|'),
			   array_to_string(ARRAY(SELECT COALESCE(NULLIF((ARRAY(SELECT n FROM unnest(p.proargnames) WITH ORDINALITY v(n, k)
					WHERE p.proargmodes IS NULL OR p.proargmodes[k] IN ('i', 'b', 'v') ORDER BY k))[i], ''), '-') FROM generate_series(1, p.pronargs) i ORDER BY i), '|'),
			   p.proallargtypes IS NULL, p.provolatile
		  FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
		 WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema')
		   AND has_function_privilege('public', p.oid, 'EXECUTE')
		 ORDER BY 1}))
	{
		my ($signature, $quoted, $name, $kind, $set, $result, $variadic, $types, $names, $no_out, $volatile) = @$row;

		push @functions, {
			signature => $signature, quoted => $quoted, name => $name, kind => $kind, set => $set eq 't', result => $result,
			variadic => $variadic eq 't', types => [ split /\|/, $types ], names => [ split /\|/, $names ],
			columns => $result eq 'record' && $no_out eq 't', volatile => $volatile eq 'v' };
	}
	return @functions;
}

# A statement that calls a function with these arguments and prints the result.
sub call_of
{
	my ($function, @arguments) = @_;
	my $n = 0;
	my @typed = map {
		my ($argument, $type) = ($_, $function->{types}[$n] // '"any"');

		$n++;
		$type =~ /^("any"|any\w+|record|internal)$/ ? $argument
		  : $type eq 'cstring' ? $argument : "($argument)::$type";
	} @arguments;
	$typed[-1] = "VARIADIC $typed[-1]" if $function->{variadic} && $function->{types}[-1] =~ /\[\]$/;
	my $call = "$function->{quoted}(" . join(', ', @typed) . ')';

	return "SELECT length(($call)::text) FROM generate_series(1, 3) i" if $function->{kind} eq 'a';
	return "SELECT length(($call OVER (ORDER BY i ROWS 1 PRECEDING))::text) FROM generate_series(1, 3) i" if $function->{kind} eq 'w';
	return "SELECT * FROM $call AS x (id int)" if $function->{columns};
	return "SELECT $call" if $function->{result} =~ /^(void|internal|trigger|cstring)$/;
	return "SELECT sum(length(x::text)) FROM $call AS x" if $function->{set};
	return "SELECT length(($call)::text)";
}

# The arguments with which a call succeeds.
sub good_call
{
	my ($function) = @_;

	return map { my $values = good_values($function, $_); $values ? $values->[0] : () } 0 .. $#{ $function->{types} };
}


# ---- deaf statements -------------------------------------------------------------

# Start a process that looks for statements of the role ordinary that go on after
# their timeout, both in seconds.  They are counted by the processor time of their
# backend, as others may need the processors, too.  They are written to a file.
sub watch_timeouts
{
	my ($socket, $user, $timeout, $grace, $file) = @_;
	my $parent = $$;
	my $watcher = fork() // die "fork: $!\n";
	my ($connection, %first);

	return $watcher if $watcher;
	close $_ foreach *STDOUT, *STDERR;
	while (getppid() == $parent)
	{
		my @late = eval {
			$connection //= SqlWire->new($socket, $user, 'postgres');
			$connection->query(qq{SELECT pid, query_start, query FROM pg_stat_activity
				WHERE state = 'active' AND usename = 'ordinary' AND clock_timestamp() > query_start + interval '$timeout s'});
		};

		undef $connection if $@;
		foreach my $row (@late)
		{
			my ($pid, $start, $query) = @$row;

			open my $stat, '<', "/proc/$pid/stat" or next;
			my @field = split ' ', <$stat> =~ s/.*\) //r;
			my $seconds = ($field[11] + $field[12]) / POSIX::sysconf(&POSIX::_SC_CLK_TCK);
			my $first = $first{"$pid $start"} //= $seconds;

			next if $seconds - $first <= $grace;
			open my $out, '>>', $file;
			print $out "$query\n";
			$first{"$pid $start"} = 1e9;
		}
		select undef, undef, undef, 0.5;
	}
	POSIX::_exit(0);
}

1;
