# Heat maps as a browser shows them: labels, cells, tooltips, and colours in both
# schemes; and doc/images is what the product draws.
use strict;
use warnings;
use Test::More;
use TestServer;
use TestBrowser;

need_browser();
my $server = new_server('heat_svg');
$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema;' . read_file('test/data/log.sql'));

sub picture
{
	return $server->safe_psql('postgres', "SELECT hbase.heat_svg($_[0])");
}

# What a browser shows of a picture.
sub facts_of
{
	my ($picture, $scheme) = @_;

	return scalar ask_page("<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0\">$picture", <<'EOF', scheme => $scheme);
const svg = document.querySelector('svg'), whole = box(svg), texts = all('text').filter(visible);
return {
	requests: performance.getEntriesByType('resource').length,
	size: [whole[2] - whole[0], whole[3] - whole[1]],
	texts: texts.map(t => t.textContent),
	outside: texts.filter(t => { const b = box(t); return b[0] < whole[0] || b[2] > whole[2] || b[1] < whole[1] || b[3] > whole[3]; }).map(t => t.textContent),
	overlaps: overlaps(svg),
	ground: fill(svg.querySelector('.ground')),
	inks: [...new Set(texts.map(fill))],
	ramp: all('.legend rect[class^=h]').map(fill),
	rows: all('.row title').map(t => t.textContent),
	cells: all('.cells rect').map(r => ({ box: box(r), fill: fill(r), level: r.className.baseVal, title: r.querySelector('title').textContent })),
};
EOF
}

my %picture = (
	time => picture("'log_time', 16, '1 hour'"),
	salt => picture("'log_salt', 16, '1 hour'"));

foreach my $scheme ('light', 'dark')
{
	my $facts = facts_of($picture{time}, $scheme);

	is_deeply($facts->{size}, [ 800, 626 ], "$scheme: 800 pixels wide");
	is_deeply($facts->{outside}, [], "$scheme: no label leaves the picture");
	is_deeply($facts->{overlaps}, [], "$scheme: no label covers another");
	is($facts->{requests}, 0, "$scheme: nothing is fetched");
	is((grep { contrast($_, $facts->{ground}) < 4.5 } @{ $facts->{inks} }), 0, "$scheme: every label can be read on its ground");
	is(scalar @{ $facts->{ramp} }, 10, "$scheme: ten colours in the legend");
	my %colour = map { ("h$_" => $facts->{ramp}[$_]) } 0 .. 9;
	my @cool = map { /(\d+), (\d+), (\d+)/ ? $3 > $1 : die } @{ $facts->{ramp} }[ 0 .. 3 ];
	is_deeply(\@cool, [ 1, 1, 1, 1 ], "$scheme: blue up to twice an even share");
	is((grep { $_->{fill} ne $colour{ $_->{level} } } @{ $facts->{cells} }), 0, "$scheme: cells have the legend's colours");
	# lightness goes one way, from the ground to the hottest
	my @steps = map { contrast($facts->{ramp}[$_], $facts->{ground}) } 0 .. 9;
	is_deeply([ sort { $a <=> $b } @steps ], \@steps, "$scheme: the hotter, the further from the ground");
}
my ($light, $dark) = map { facts_of($picture{salt}, $_) } 'light', 'dark';
isnt($light->{ground}, $dark->{ground}, 'the schemes differ');
cmp_ok(contrast($light->{ground}, 'rgb(255,255,255)'), '<', 1.1, 'light ground is light');
cmp_ok(contrast($dark->{ground}, 'rgb(0,0,0)'), '<', 1.3, 'dark ground is dark');

# What it says, against the table
my $facts = facts_of($picture{time}, 'light');
my @rows = split /\n/, $server->safe_psql('postgres', q{
	SELECT to_char(starts AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || '|' || region || '|' || trim(to_char(cells, '999,999'))
	FROM hbase.heat('log_time', 16, '1 hour') ORDER BY starts, region});
my @shown = map { $_->{title} =~ /^(\S+ \S+) to .* UTC\nregion (\d+), from .*\n(\S+) cells, / ? "$1|$2|$3" : $_->{title} } @{ $facts->{cells} };
is_deeply(\@shown, \@rows, 'a cell for each window and region with cells, and what it says');
ok((grep { /^monotonic: the hottest region gets 90 % of a window's cells on average \(52 % to 100 %\), 14.3 times an even share$/ } @{ $facts->{texts} }), 'the verdict');
foreach my $text ('log_time', '2022-12-01 00:00 to 2022-12-02 11:00 UTC, 35 windows of 1 hour, 16 regions', 'the beginning', 'from row key, region', 'UTC', '00:00', '12:00', 'Dec 1', 'Dec 2', 'none', '1/4', 'even', '64', 'cells per window, up to 2,911')
{
	ok((grep { $_ eq $text } @{ $facts->{texts} }), "it says: $text");
}
# time goes right, keys go down
my @by_time = sort { $a->{box}[0] <=> $b->{box}[0] || $a->{box}[1] <=> $b->{box}[1] } @{ $facts->{cells} };
is_deeply([ map { $_->{title} } @by_time ], [ map { $_->{title} } @{ $facts->{cells} } ], 'time to the right, keys downwards');
cmp_ok($by_time[-1]{box}[1], '>', $by_time[0]{box}[1] + 300, 'the newest rows go to the end of the table');
is(scalar @{ $light->{cells} }, 35 * 16, 'salted: every region in every window');
ok((grep { /^even: / } @{ $light->{texts} }), 'salted: even');

# A title and keys that would break out of XML; merged windows and regions
$server->safe_psql('postgres', q{
	CREATE TABLE odd AS SELECT rowkey_from_text('<b>&"' || i % 90 + 10) AS key, widerow_at(widerow_build('v', i), '2020-01-01 00:00+00'::timestamptz + i * interval '7 hours') AS d FROM generate_series(1, 9000) i});
$facts = facts_of(picture(q{'odd', 90, '1 day', title => '<script>alert("&")</script>'}), 'dark');
is($facts->{texts}[0], '<script>alert("&")</script>', 'a title is text');
ok((grep { /^<b>&"\d\d$/ } @{ $facts->{texts} }), 'a key is text');
is_deeply([ $facts->{outside}, $facts->{overlaps} ], [ [], [] ], 'labels find their places when there are many');
cmp_ok(scalar @{ $facts->{cells} }, '<=', 3200, 'not more cells than a browser likes');
ok((grep { /; a column is 33 windows; a row is 3 regions$/ } @{ $facts->{texts} }), 'and it says that they are merged');
is($facts->{rows}[1], 'regions 3 to 5, from <b>&"13 to <b>&"16', 'a row has its keys in full');
$facts = facts_of(picture(q{'odd', 4, '100 days', title => repeat('a long title ', 30)}), 'light');
is_deeply([ $facts->{outside}, $facts->{overlaps} ], [ [], [] ], 'a long title is cut');
# an even design has the same colours for any number of regions
foreach my $regions (2, 4, 16)
{
	$facts = facts_of(picture("'log_salt', $regions, '12 hours'"), 'light');
	is_deeply([ grep { $_->{level} !~ /^h[23]$/ } @{ $facts->{cells} } ], [], "even with $regions regions: no warm colour");
}

my $folder = $server->basedir;

# The pictures of the documentation, each as tools/draw-images draws it
$server->safe_psql('postgres', join '', map { s{/srv/out}{$folder}gr } read_file('doc/designing-a-row-key.md') =~ /^```sql\n(.*?)^```$/msg);
my %drawn = read_file('tools/draw-images') =~ /^draw (\S+) "(.*)"$/mg;
is(scalar keys %drawn, scalar(() = glob('doc/images/*.svg')), 'every picture is drawn');
foreach my $name (sort keys %drawn)
{
	is(picture($drawn{$name}) . "\n", read_file("doc/images/$name.svg"), "doc/images/$name.svg is what the product draws");
}

$server->stop;
done_testing();
