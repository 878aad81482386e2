# hbase.report() and hbase.report_schema() as a browser shows them: the content against what
# the calls return, on wide and narrow screens, light and dark, on paper, and without the script.
use strict;
use warnings;
use Test::More;
use TestServer;
use TestBrowser;

need_browser();
my $server = new_server('report');
my $hostile = q(<img src="x" onerror="hacked=1">&</b><script>hacked=2</script>);
my $relation = '"' . $hostile =~ s/"/""/gr . '"';

$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema;' . read_file('test/data/log.sql') . qq{
	SELECT hbase.define('log_time', 'log', ARRAY['at timestamptz, host text, event text']::rowkey_layout[]);
	SELECT hbase.define('log_salt', 'log', ARRAY['salt(16), at timestamptz, host text, event text']::rowkey_layout[]);
	CREATE SCHEMA odd;
	-- long keys and names that would break out of HTML; more windows and regions than the map has columns and rows
	CREATE TABLE odd.$relation AS
	SELECT rowkey_from_text('$hostile' || repeat('long', 20) || i % 60 + 10 || repeat('x', i % 7)) AS key,
	       widerow_at(widerow_build('<q>', i), '2022-12-01+00'::timestamptz + i * interval '20 minutes') AS "<i>"
	FROM generate_series(1, 3000) i;
	CREATE TABLE odd.one AS SELECT '{k}'::rowkey AS key, '{q\@1669852800000=1}'::widerow AS d;
	CREATE TABLE odd.untimed AS SELECT 'k'::rowkey AS key, widerow_build('q', 1) AS d;
	CREATE TABLE odd.nothing (key rowkey, d widerow);
	CREATE TABLE odd.plain (id int PRIMARY KEY)});

my %page = map { $_->[0] => $server->safe_psql('postgres', "SELECT $_->[1]") } (
	[ one => q{hbase.report('log_salt')} ],
	[ designs => q{hbase.report('log_time', 16, compare_with => '{log_salt}')} ],
	[ hostile => qq{hbase.report('odd.$relation', 60)} ],
	[ schema => q{hbase.report_schema('odd', 'public')} ]);

# The assessment of a database whose name, too, would break out of HTML.
$server->safe_psql('postgres', q{CREATE DATABASE "<i>\\1&amp;"});
$server->safe_psql('<i>\1&amp;', q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE orders (id bigint PRIMARY KEY, placed timestamptz NOT NULL, status text);
	INSERT INTO orders SELECT i, '2022-12-01+00'::timestamptz + i * interval '1 minute', 'open' FROM generate_series(1, 2000) i;
	CREATE TABLE "<b>'lines'" ("<u>" int PRIMARY KEY, "order" bigint REFERENCES orders);
	ANALYZE});
connect_programs();
(my $code, $page{assess}) = client('assess', '-q', '-f', 'html', '<i>\1&amp;');
is($code, 0, 'an assessment');

# ---- how every page looks -------------------------------------------------------

my $look = <<'EOF';
all('details').forEach(d => d.open = true);
const texts = shown();
return {
	width: document.documentElement.scrollWidth,
	requests: performance.getEntriesByType('resource').length,
	// beyond the right edge, or in the narrowest columns, a few characters to a line
	cut: texts.filter(e => !e.closest('svg') && box(e)[2] > innerWidth + 0.5).map(e => e.textContent),
	shreds: texts.filter(e => e.matches('td, th:not(thead th), code, a, p, b') && e.textContent.trim().length > 12 && e.getBoundingClientRect().height > 40
		&& e.getBoundingClientRect().width < 90).map(e => e.textContent),
	overlaps: all('figure').flatMap(overlaps),
	outside: all('figure').flatMap(f => all('text', f).filter(visible).filter(t => box(t)[0] < box(f)[0] - 1 || box(t)[2] > box(f)[2] + 1).map(t => t.textContent)),
	colours: [...new Set(texts.map(e => (e.closest('svg') ? fill(e) : getComputedStyle(e).color) + ' on ' + ground(e)))],
	tables: all('table').length,
	captions: all('table > caption').filter(c => c.textContent.trim() !== '').length,
	unscoped: all('th:not([scope])').length,
	broken: all('a').map(a => a.getAttribute('href')).filter(h => !document.getElementById(h.slice(1))),
	repeated: all('[id]').map(e => e.id).filter((id, i, ids) => ids.indexOf(id) !== i),
	images: document.images.length,
	hacked: typeof hacked,
};
EOF

foreach my $name (sort keys %page)
{
	foreach my $how ([ 1280, 'dark' ], [ 390, 'light' ], [ 700, 'light', 1 ])
	{
		my ($width, $scheme, $without_script) = @$how;
		my $label = "$name, $width pixels, $scheme" . ($without_script ? ', without script' : '');
		my ($facts, @console) = ask_page($page{$name}, $look, width => $width, scheme => $scheme, without_script => $without_script);

		is_deeply(\@console, [], "$label: no message in the console");
		is($facts->{requests}, 0, "$label: nothing is fetched");
		cmp_ok($facts->{width}, '<=', $width, "$label: the page is not wider");
		is_deeply($facts->{$_}, [], "$label: no text is $_") foreach qw(cut shreds overlaps outside);
		is_deeply([ grep { contrast(split / on /) < 4.5 } @{ $facts->{colours} } ], [], "$label: every text can be read");
		cmp_ok(scalar @{ $facts->{colours} }, '>=', 2, "$label: there are texts");
		is($facts->{captions}, $facts->{tables}, "$label: every table has a caption");
		is($facts->{unscoped}, 0, "$label: every header has a scope");
		is_deeply([ @$facts{qw(broken repeated)} ], [ [], [] ], "$label: links lead somewhere");
		is_deeply([ @$facts{qw(images hacked)} ], [ 0, 'undefined' ], "$label: names and keys are text");
	}
}

# ---- what they say ----------------------------------------------------------------

my $read = <<'EOF';
const clean = e => e.textContent.trim();
return {
	headings: all('h1, h2').map(clean),
	findings: all('.findings li').length,
	tables: all('table').map(t => [...t.rows].map(r => [...r.cells].map(clean))),
	verdicts: all('.verdict').map(clean),
	links: all('table a').map(a => clean(a) + ' ' + document.getElementById(a.getAttribute('href').slice(1)).querySelector('h2').textContent),
	cells: all('figure').map(f => all('.cells rect', f).length),
	tops: all('figure').map(f => box(f)[1]),
	levels: all('figure').map(f => [...new Set(all('.cells rect', f).map(r => r.className.baseVal))].sort()),
	buttons: all('button').length,
};
EOF

my $facts = ask_page($page{one}, $read);
is_deeply($facts->{headings}, [ 'log', 'Findings', 'Where writes go', 'Regions', 'Size', 'For the HBase shell' ], 'every section');
is($facts->{findings}, $server->safe_psql('postgres', q{SELECT count(*) FROM hbase.check('log_salt')}), 'all findings');
my ($regions, $size) = @{ $facts->{tables} };
is_deeply(
	[ map { join '|', @$_[ 0 .. 2 ] } @$regions[ 1 .. 16 ] ],
	[ split /\n/, $server->safe_psql('postgres', q{SELECT concat_ws('|', region, coalesce(split::text, 'the beginning'), to_char(rows, 'FM999,999')) FROM hbase.plan_splits('log_salt') ORDER BY region}) ],
	'the regions');
is_deeply([ @{ $size->[1] }[ 0 .. 2 ] ], [ 'd', '100,000', '100,000' ], 'the size');
is_deeply($facts->{cells}, [ 35 * 16 ], 'all cells of the heat map');

$facts = ask_page($page{designs}, $read, width => 1280);
is_deeply($facts->{headings}, [ 'log', 'Designs', 'Where writes go', 'public.log_time', 'public.log_salt' ], 'a section for each design');
is_deeply($facts->{links}, [ map { "$_ $_" } 'public.log_time', 'public.log_salt' ], 'with links');
is_deeply([ map { /^(\w+):/ } @{ $facts->{verdicts} } ], [qw(monotonic even)], 'their verdicts');
is($facts->{tops}[0], $facts->{tops}[1], 'the heat maps are side by side');
is_deeply($facts->{levels}[1], [qw(h2 h3)], 'the even design has no warm colour');
is_deeply([ grep { /h[67]/ } @{ $facts->{levels}[0] } ], [qw(h6 h7)], 'the monotonic one is hot');

$facts = ask_page($page{hostile}, $read);
is($facts->{headings}[0], $hostile, 'a hostile name');
is($facts->{tables}[0][3][1], $server->safe_psql('postgres', qq{SELECT split FROM hbase.plan_splits('odd.$relation', 60) WHERE region = 2}), 'a long key in full');

$facts = ask_page($page{schema}, $read);
my @index = @{ $facts->{tables}[0] };
is_deeply([ map { $_->[0] } @index ],
	[ 'relation', qq{odd.$relation}, 'odd.nothing', 'odd.one', 'odd.untimed', 'public.log_salt', 'public.log_time', 'all' ], 'a line for each relation');
is(scalar @{ $facts->{links} }, 6, 'each with a link');
is_deeply([ grep { !/^(.+) \1$/ } @{ $facts->{links} } ], [], 'to its section');
is(join('|', @{ $index[-1] }[ 2, 3 ]), $server->safe_psql('postgres', q{SELECT concat_ws('|', to_char(rows, 'FM999,999'), to_char(cells, 'FM999,999')) FROM hbase.estimate_schema('odd', 'public') WHERE relation IS NULL}), 'the totals');
is($facts->{tables}[0][2][4], '0.0', 'an empty relation');

$facts = ask_page($page{schema}, $read, without_script => 1);
is($facts->{buttons}, 0, 'without the script there are no controls');
is_deeply($facts->{tables}[0], \@index, 'and everything else');

$facts = ask_page($page{assess}, $read, width => 1280);
is_deeply([ @{ $facts->{headings} }[ 0 .. 3 ] ], [ '<i>\1&amp;', 'Decisions and effort', 'Where writes go', 'Relations' ], 'the sections of an assessment');
is_deeply([ map { $_->[0] } @{ $facts->{tables}[0] } ], [ 'table', 'public.orders', q{public."<b>'lines'"} ], 'its tables');
is($facts->{tables}[0][1][1], 'id bigint using bytes', 'with the key');
cmp_ok($facts->{tables}[0][1][2], '>', 80, 'its hottest region');
cmp_ok($facts->{tables}[0][1][3], '<', 30, 'and that with a salt');
is((grep { $_ eq 'public.orders public.orders' } @{ $facts->{links} }), 1, 'and links with the names of the tables');

# ---- its controls -----------------------------------------------------------------

my $use = <<'EOF';
const figure = document.querySelector('figure'), detail = figure.querySelector('.detail'), time = figure.querySelector('.time');
const cells = all('.cells rect', figure), plot = figure.querySelector('.plot'), [less, more] = all('button', figure);
const click = e => { const b = box(e); e.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: (b[0] + b[2]) / 2, clientY: (b[1] + b[3]) / 2 })); };
const key = name => { plot.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })); return detail.textContent; };
const size = () => [Math.round(time.getBoundingClientRect().width / figure.querySelector('.scroll').clientWidth), less.disabled, more.disabled,
	document.documentElement.scrollWidth <= innerWidth];
const before = detail.textContent;
const clicked = cells.map(c => { click(c); return detail.textContent; });
const marks = all('.mark').length, mark = box(all('.mark')[0]), last = box(cells[cells.length - 1]);
const keys = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'x'].map(key);
const zooms = [size(), ...[more, more, more, less, less, less].map(b => { b.click(); return size(); })];
more.click();
click(cells[0]);
const zoomed = detail.textContent;
all('summary').forEach(s => s.click());
return { before, clicked, marks, off: Math.max(...mark.map((m, i) => Math.abs(m - last[i]))), keys, zooms, zoomed,
	closed: all('details').filter(d => !d.open).length, focus: plot.tabIndex, names: all('button').map(b => b.getAttribute('aria-label')).slice(0, 2) };
EOF

foreach my $width (1280, 390)
{
	my ($facts, @console) = ask_page($page{designs}, $use, width => $width);
	my @heat = split /\n/, $server->safe_psql('postgres', q{
		SELECT concat_ws('|', to_char(starts AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), region, trim(to_char(cells, '999,999')))
		FROM hbase.heat('log_time', 16) ORDER BY starts, region});
	my @keys = split /\n/, $server->safe_psql('postgres', q{SELECT split FROM hbase.plan_splits('log_time', 16) ORDER BY region});
	my @clicked = map { /^(\S+ \S+) to \S+ \S+ UTC\nregion (\d+), from (.*) to (.*)\n(\S+) cells, \S+ % of the window, \S+ times an even share$/
		  && $3 eq ($keys[$2] || 'the beginning') && $4 eq ($keys[ $2 + 1 ] // 'the end') ? "$1|$2|$5" : $_ } @{ $facts->{clicked} };

	is_deeply(\@console, [], "$width pixels: no message in the console");
	is($facts->{before}, 'Select a field of the map for its region, window and counts.', "$width pixels: a hint");
	is_deeply(\@clicked, \@heat, "$width pixels: a click shows window, region, its keys, and counts");
	is($facts->{marks}, 1, "$width pixels: the field is marked");
	cmp_ok($facts->{off}, '<', 0.5, "$width pixels: at its place");
	# the last field is the newest window of the last region
	like($facts->{keys}[0], qr/^2022-12-02 09:00 .*\nregion 15, .*\n\S+ cells/, "$width pixels: left");
	like($facts->{keys}[1], qr/^2022-12-02 09:00 .*\nregion 14, .*\nno cells$/, "$width pixels: up, no cells");
	like($facts->{keys}[2], qr/^2022-12-02 10:00 .*\nregion 14, /, "$width pixels: right");
	like($facts->{keys}[3], qr/^2022-12-02 10:00 .*\nregion 15, /, "$width pixels: down");
	is_deeply([ @{ $facts->{keys} }[ 4, 5 ] ], [ ($facts->{keys}[3]) x 2 ], "$width pixels: not beyond the edge, and no other key");
	is_deeply([ map { $_->[0] } @{ $facts->{zooms} } ], [ 1, 2, 4, 8, 4, 2, 1 ], "$width pixels: zoom");
	is_deeply([ map { join '', map { $_ ? 1 : 0 } @$_[ 1, 2, 3 ] } @{ $facts->{zooms} } ], [qw(101 001 001 011 001 001 101)], "$width pixels: to its limits, and the page keeps its width");
	is($facts->{zoomed}, $facts->{clicked}[0], "$width pixels: a click in a zoomed map");
	is($facts->{focus}, 0, "$width pixels: the map gets the focus");
	is_deeply($facts->{names}, [ 'Zoom out', 'Zoom in' ], "$width pixels: the buttons have names");
}
$facts = ask_page($page{hostile}, $use);
is($facts->{closed}, 0, 'many regions open with a click');
like($facts->{clicked}[0], qr/^2022-12-01 .*\nregions 0 to 1, from the beginning to \Q$hostile\E(?:long)+\S*\n/s, 'a long key in full with a click');

# Another script does not run.
my ($hacked, @console) = ask_page($page{one} =~ s{(<main>)}{$1<script>window.hacked = 1</script><b onclick="hacked = 2">b</b>}r,
	q{document.querySelector('main > b').click(); return typeof hacked;});
is($hacked, 'undefined', 'the policy of the page stops other scripts');
is((grep { /Content Security Policy/ } @console), 2, 'and the browser says so');

# ---- on paper -----------------------------------------------------------------------

my $folder = File::Temp->newdir;
my $pdf = print_page($page{one}, $folder);
my $pages = () = $pdf =~ m{/Type\s*/Page\b}g;
cmp_ok($pages, '>=', 2, 'it prints');
cmp_ok($pages, '<=', 3, 'on a few pages');

$server->stop;
done_testing();
