# hbase.report() as a browser shows it: its sections against what the calls say,
# in light and dark, on 800 pixels and on paper.
use strict;
use warnings;
use Test::More;
use TestServer;
use TestBrowser;

need_browser();
my $server = new_server('report');
$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema;' . read_file('test/data/log.sql') . q{
	SELECT hbase.define('log_salt', 'log_salt', ARRAY['salt(16), at timestamptz, host text, event text']::rowkey_layout[])});
my $page = $server->safe_psql('postgres', "SELECT hbase.report('log_salt')");

foreach my $scheme ('light', 'dark')
{
	my $facts = facts_of($page, $scheme);
	my ($ink, $ground) = @{ $facts->{page} };

	is_deeply($facts->{headings}, [ 'log_salt', 'Findings', 'Where writes go', 'Regions', 'Size', 'For the HBase shell' ], "$scheme: every section");
	cmp_ok(contrast($ink, $ground), '>=', 7, "$scheme: text can be read");
	is($facts->{ground}, $ground, "$scheme: the picture has the page's ground");
	is($facts->{requests}, 0, "$scheme: nothing is fetched");
	cmp_ok($facts->{wide}, '<=', 800, "$scheme: 800 pixels are enough");
	is($facts->{pictures}, 1, "$scheme: one picture");
	is_deeply($facts->{overlaps}, [], "$scheme: no label covers another");
	is(scalar @{ $facts->{cells} }, 35 * 16, "$scheme: all cells of the heat map");

	my ($findings, $regions, $size) = @{ $facts->{tables} };
	is(@$findings - 1, $server->safe_psql('postgres', "SELECT count(*) FROM hbase.check('log_salt')"), "$scheme: all findings");
	is_deeply(
		[ map { join '|', @$_[ 0 .. 2 ] } @$regions[ 1 .. 16 ] ],
		[ split /\n/, $server->safe_psql('postgres', q{SELECT concat_ws('|', region, coalesce(split::text, 'the beginning'), to_char(rows, 'FM999,999')) FROM hbase.plan_splits('log_salt') ORDER BY region}) ],
		"$scheme: the regions");
	is_deeply([ @{ $size->[1] }[ 0 .. 2 ] ], [ 'd', '100,000', '100,000' ], "$scheme: the size");
}

# On paper
my $folder = File::Temp->newdir;
my $pdf = print_page($page, $folder);
my $pages = () = $pdf =~ m{/Type\s*/Page\b}g;
cmp_ok($pages, '>=', 2, 'it prints');
cmp_ok($pages, '<=', 4, 'on a few pages');

$server->stop;
done_testing();
