# Options of exports as HFiles: what they make of the rows.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('export_options');
my $dir = $server->basedir . '/out';
mkdir $dir;

sub sql
{
	return $server->safe_psql('postgres', @_);
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE FUNCTION cells(path text) RETURNS SETOF text LANGUAGE plpgsql AS $$
	BEGIN
		RETURN QUERY SELECT concat_ws(' ', key, family, encode(qualifier, 'escape'), ts, type, encode(value, 'escape'))
		  FROM (SELECT f ->> 'path' AS file FROM json_array_elements(pg_read_file(path || '/manifest.json')::json -> 'files') f) l,
		       hfile_read_cells(path || '/' || file) c;
	END $$});

# ---- Phoenix's empty cell ------------------------------------------------------

sql(q{CREATE TABLE phoenix(key rowkey PRIMARY KEY, b widerow, a widerow);
	INSERT INTO phoenix VALUES
	('both', widerow_build('q', 'b'), widerow_build('q', 'a')),
	('second', widerow_build('q', 'b'), NULL),
	('bare', NULL, NULL),
	('stamped', widerow_at(widerow_build('q', 'b'), 50), widerow_at(widerow_build('q', 'a'), 40)),
	('given', NULL, widerow_build('_0', 'mine')),
	('column', NULL, widerow_build('a', 'before', 'z', 'after'));
	INSERT INTO phoenix(key, b, a) SELECT 'deleted', NULL, widerow_delete_family(NULL::widerow, 60);
	INSERT INTO phoenix(key, b, a) SELECT 'again', widerow_at(widerow_build('q', 'b'), 50), widerow_delete_family(NULL::widerow, 50)});
sql("SELECT hbase.export_hfiles('phoenix', '$dir/phoenix', stamp => 100::bigint, phoenix_empty_cell => true)");
is(sql("SELECT rtrim(c) FROM cells('$dir/phoenix') c WHERE c LIKE '% a %' ORDER BY c COLLATE \"C\""), join("\n",
		'again a  50 DeleteFamily',
		'again a _0 51 Put x',
		'bare a _0 100 Put x',
		'both a _0 100 Put x',
		'both a q 100 Put a',
		'column a _0 100 Put x',
		'column a a 100 Put before',
		'column a z 100 Put after',
		'deleted a  60 DeleteFamily',
		'given a _0 100 Put mine',
		'second a _0 100 Put x',
		'stamped a _0 50 Put x',
		'stamped a q 40 Put a'), 'every row that shows has one, in the first family, not older than the row');
is(sql("SELECT count(*) FROM cells('$dir/phoenix') c WHERE c LIKE '% b %'"), '4', 'the other family has none');
is(sql("SELECT m ->> 'rows', m ->> 'empty_rows', m ->> 'phoenix_empty_cell', m -> 'regions' -> 0 ->> 'rows' FROM (SELECT pg_read_file('$dir/phoenix/manifest.json')::json AS m) s"),
	'8|0|true|7', 'and the manifest counts them: the deleted row does not show');

done_testing();
