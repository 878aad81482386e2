# TestBrowser: what a page shows in headless Chromium.
package TestBrowser;

use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use Exporter 'import';
use File::Temp;
use JSON::PP;
use Test::More;

our @EXPORT = qw(need_browser ask_page print_page contrast);

my ($chromium) = grep { -x } map { ("$_/chromium", "$_/chromium-browser", "$_/google-chrome") } split /:/, $ENV{PATH};

sub need_browser
{
	plan skip_all => 'no Chromium' unless $chromium;
}

sub write_file
{
	my ($path, $text) = @_;

	open my $file, '>:raw', $path or die $!;
	print $file $text;
	close $file;
}

# Have Chromium do something with a file of a folder; returns what it puts out.
sub chromium
{
	my ($folder, $file, @options) = @_;

	local $ENV{HOME} = "$folder";
	return `timeout 120 $chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --enable-logging=stderr --user-data-dir=$folder/profile @options file://$folder/$file 2>$folder/errors`;
}

# For every script of a test: where elements are, and the texts of the page with their colours.
my $helpers = <<'EOF';
const all = (selector, within) => [...(within || document).querySelectorAll(selector)];
const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
const visible = e => { const b = box(e); return b[2] > b[0] && b[3] > b[1]; };
const meet = (a, b) => a[0] < b[2] - 1 && b[0] < a[2] - 1 && a[1] < b[3] - 4 && b[1] < a[3] - 4;
const fill = e => getComputedStyle(e).fill;
const overlaps = within => { const texts = all('text', within).filter(visible); return texts.flatMap((t, i) =>
	texts.slice(i + 1).filter(u => meet(box(t), box(u))).map(u => t.textContent + ' / ' + u.textContent)); };
const shown = () => { const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const e = n.parentElement;
		if (n.data.trim() !== '' && e.checkVisibility() && !e.closest('title, script, style')) found.push(e);
	}
	return [...new Set(found)]; };
const ground = e => { for (; e; e = e.parentElement) {
		const colour = getComputedStyle(e).backgroundColor;
		if (!/, 0\)$/.test(colour)) return colour;
	}
	return 'rgb(255, 255, 255)'; };
EOF

# Run a script in a page, and return what it returns and the messages of the console.  The page
# is in a frame, since windows are at least 500 pixels wide.  The options are scheme (light or
# dark), width, height, and without_script, which removes the scripts of the page.
sub ask_page
{
	my ($html, $script, %how) = @_;
	my $folder = File::Temp->newdir;
	my $code = "{ $helpers let answer; try { answer = (() => { $script })(); } catch (e) { answer = { failed: e.stack }; }\n"
	  . "parent.postMessage(encodeURIComponent(JSON.stringify(answer)), '*'); }";
	my $hash = sha256_base64($code) . '=';
	my ($width, $height) = ($how{width} // 800, $how{height} // 1000);
	my $dark = ($how{scheme} // 'light') eq 'dark' ? 0 : 1;

	$html =~ s{<script>.*?</script>}{}gs if $how{without_script};
	# the page's policy stays as it is, with this script added
	$html =~ s/(script-src )/$1'sha256-$hash' /;
	write_file("$folder/page.html", "$html<script>$code</script>");
	write_file("$folder/frame.html", qq(<!DOCTYPE html><iframe src="page.html" style="border:0;width:${width}px;height:${height}px"></iframe>)
		. q(<pre id="answer"></pre><script>addEventListener('message', e => { document.getElementById('answer').textContent = e.data; })</script>));
	my $dom = chromium($folder, 'frame.html', "--window-size=1400,1200 --blink-settings=preferredColorScheme=$dark --virtual-time-budget=5000 --dump-dom");
	open my $errors, '<:raw', "$folder/errors" or die $!;
	my @console = map { /:CONSOLE\W*\d+\W*\] "(.*)", source: / ? $1 : () } <$errors>;
	my ($answer) = $dom =~ m{<pre id="answer">(.+?)</pre>}s
	  or BAIL_OUT('Chromium showed nothing: ' . `tail -n 5 $folder/errors`);

	$answer =~ s/%(..)/chr hex $1/ge;
	my $facts = JSON::PP->new->utf8->allow_nonref->decode($answer);
	BAIL_OUT("the script failed: $facts->{failed}") if ref $facts eq 'HASH' && $facts->{failed};
	return wantarray ? ($facts, @console) : $facts;
}

# The page as PDF.
sub print_page
{
	my ($html, $folder) = @_;

	write_file("$folder/page.html", $html);
	chromium($folder, 'page.html', "--print-to-pdf=$folder/page.pdf");
	open my $file, '<:raw', "$folder/page.pdf" or BAIL_OUT('Chromium printed nothing: ' . `tail -n 5 $folder/errors`);
	local $/;
	return scalar <$file>;
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
