# TestBrowser: what a page shows in headless Chromium.
package TestBrowser;

use strict;
use warnings;
use Exporter 'import';
use File::Temp;
use JSON::PP;
use Test::More;

our @EXPORT = qw(need_browser facts_of print_page contrast);

my ($chromium) = grep { -x } map { ("$_/chromium", "$_/chromium-browser", "$_/google-chrome") } split /:/, $ENV{PATH};

sub need_browser
{
	plan skip_all => 'no Chromium' unless $chromium;
}

# Texts, cells and colours of a page that holds an SVG, told by the browser itself
# once it has laid them out.  The page is HTML; the scheme is light or dark.
my $ask = <<'EOF';
<pre id="facts"></pre><script>
const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
const svg = document.querySelector('svg'), all = box(svg);
const texts = [...svg.querySelectorAll('text')];
const meet = (a, b) => a[0] < b[2] - 1 && b[0] < a[2] - 1 && a[1] < b[3] - 4 && b[1] < a[3] - 4;
const fill = e => getComputedStyle(e).fill;
document.getElementById('facts').textContent = JSON.stringify({
	pictures: document.querySelectorAll('svg').length,
	headings: [...document.querySelectorAll('h1, h2')].map(h => h.textContent),
	tables: [...document.querySelectorAll('table')].map(t => [...t.rows].map(r => [...r.cells].map(c => c.textContent))),
	page: [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor],
	wide: document.documentElement.scrollWidth,
	requests: performance.getEntriesByType('resource').length,
	size: [all[2] - all[0], all[3] - all[1]],
	texts: texts.map(t => t.textContent),
	outside: texts.filter(t => { const b = box(t); return b[0] < all[0] || b[2] > all[2] || b[1] < all[1] || b[3] > all[3]; }).map(t => t.textContent),
	overlaps: texts.flatMap((t, i) => texts.slice(i + 1).filter(u => meet(box(t), box(u))).map(u => t.textContent + ' / ' + u.textContent)),
	ground: fill(svg.querySelector('.ground')),
	inks: [...new Set(texts.map(fill))],
	ramp: [...svg.querySelectorAll('.legend rect[class^=h]')].map(fill),
	cells: [...svg.querySelectorAll('.cells rect')].map(r => ({ box: box(r), fill: fill(r), level: r.className.baseVal, title: r.querySelector('title').textContent })),
});
</script>
EOF

# Have Chromium do something with a page, in a folder of its own; returns what it
# puts out.
sub chromium
{
	my ($html, $folder, @options) = @_;

	open my $file, '>:raw', "$folder/page.html" or die $!;
	print $file $html;
	close $file;
	local $ENV{HOME} = "$folder";
	return `timeout 120 $chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir=$folder/profile @options file://$folder/page.html 2>$folder/errors`;
}

# The page as PDF.
sub print_page
{
	my ($html, $folder) = @_;

	chromium($html, $folder, "--print-to-pdf=$folder/page.pdf");
	open my $file, '<:raw', "$folder/page.pdf" or BAIL_OUT('Chromium printed nothing: ' . `tail -n 5 $folder/errors`);
	local $/;
	return scalar <$file>;
}

sub facts_of
{
	my ($html, $scheme) = @_;
	my $folder = File::Temp->newdir;
	my $dark = $scheme eq 'dark' ? 0 : 1;
	my $dom = chromium($html . $ask, $folder, "--window-size=800,1000 --blink-settings=preferredColorScheme=$dark --dump-dom");
	my ($facts) = $dom =~ m{<pre id="facts">(.+?)</pre>}s
	  or BAIL_OUT('Chromium showed nothing: ' . `tail -n 5 $folder/errors`);
	$facts =~ s/&lt;/</g;
	$facts =~ s/&gt;/>/g;
	$facts =~ s/&nbsp;/\x{c2}\x{a0}/g;
	$facts =~ s/&amp;/&/g;
	return decode_json($facts);
}

# WCAG's contrast of two colours as the browser writes them: 1 to 21.
sub contrast
{
	my @light = map {
		my ($r, $g, $b) = map { my $c = $_ / 255; $c <= 0.04045 ? $c / 12.92 : (($c + 0.055) / 1.055)**2.4 } /(\d+)/g;
		0.2126 * $r + 0.7152 * $g + 0.0722 * $b + 0.05
	} @_;
	my ($low, $high) = sort { $a <=> $b } @light;

	return $high / $low;
}

1;
