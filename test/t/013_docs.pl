# What the documentation shows is true: the SQL blocks of each page run without an
# error in an empty database (those of the reference: with the extension), and a
# plain block after one is what it prints.  Links lead to pages and headings that
# exist, the functions and objects that pages name exist, and the index of the
# reference is current.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('docs');

# The fenced blocks of a page: kind, text, first and last line.
sub blocks
{
	my ($page) = @_;
	my @blocks;
	my $line = 0;

	foreach (split /^/, read_file($page))
	{
		$line++;
		if (/^```(\w*)$/ && !(@blocks && $blocks[-1]{open}))
		{
			push @blocks, { kind => $1, text => '', line => $line, open => 1 };
		}
		elsif (/^```$/) { @{ $blocks[-1] }{qw(open last)} = (0, $line) }
		elsif (@blocks && $blocks[-1]{open}) { $blocks[-1]{text} .= $_ }
	}
	return @blocks;
}

# Lines compare whatever the widths of their columns.
sub trimmed
{
	return map { s/^\s+|\s+$//gr =~ s/\s+/ /gr =~ s/--+/--/gr } split /\n/, shift;
}

foreach my $page ('README.md', glob('doc/*.md doc/reference/*.md'))
{
	my $before;

	next unless grep { $_->{kind} eq 'sql' } blocks($page);
	$server->safe_psql('postgres', 'DROP DATABASE IF EXISTS docs');
	$server->safe_psql('postgres', 'CREATE DATABASE docs');
	$server->safe_psql('docs', 'CREATE EXTENSION hbase_schema') if $page =~ m{^doc/reference/};

	# Where pages write files.
	my $out = $server->basedir . '/' . ($page =~ s/\W/_/gr);
	mkdir $out or die $!;

	# One session for all blocks, each introduced by a line of its own.
	my @sql = grep { $_->{kind} eq 'sql' } blocks($page);
	my $script = $server->basedir . '/script.sql';
	open my $file, '>', $script or die $!;
	print $file "SET TimeZone = 'UTC';\n", map { "\\echo block $_->{line}\n" . $_->{text} =~ s{/srv/out}{$out}gr . "\n" } @sql;
	close $file;
	my ($output, $error);
	my $ok = IPC::Run::run(
		[ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-h', $server->host, '-p', $server->port, '-d', 'docs', '-f', $script ],
		'>', \$output, '2>', \$error);
	ok($ok, "$page: " . @sql . ' blocks of SQL run') or diag($error);

	my %printed = $output =~ /^block (\d+)\n(.*?)(?=^block |\z)/msg;
	foreach my $block (blocks($page))
	{
		if ($block->{kind} eq '' && $before && $before->{kind} eq 'sql' && $block->{line} <= $before->{last} + 2)
		{
			my %have = map { $_ => 1 } trimmed($printed{ $before->{line} } // '');
			my @missing = grep { $_ ne '' && !$have{$_} } trimmed($block->{text});

			is_deeply(\@missing, [], "$page line $block->{line}: it prints what is shown");
		}
		$before = $block;
	}
}

# ---- links --------------------------------------------------------------------

# GitHub's anchors of a page.
sub anchors
{
	my ($page) = @_;
	my $text = read_file($page) =~ s/^```.*?^```$//msgr;

	return map { lc($_) =~ s/`|[^\w\- ]//gr =~ tr/ /-/r } $text =~ /^#+ (.*)/mg;
}

my (@broken, %shown);
foreach my $page (glob('*.md doc/*.md doc/reference/*.md examples/*.md examples/*/*.md'))
{
	my $folder = $page =~ m{(.*/)} ? $1 : '';
	my $text = read_file($page) =~ s/^```.*?^```$//msgr =~ s/`[^`\n]*`//gr;

	foreach my $link ($text =~ /\]\(([^)\s]+)\)/g)
	{
		next if $link =~ /^\w+:/;
		my ($path, $anchor) = split /#/, $link, 2;
		my $target = $path eq '' ? $page : $folder . $path;

		1 while $target =~ s{[^/]+/\.\./}{};
		$shown{$target} = 1;
		push @broken, "$page: $link"
		  unless -e $target && (!defined $anchor || grep { $_ eq $anchor } anchors($target));
	}
}
is_deeply(\@broken, [], 'links lead to pages and headings that exist');

# ---- images -------------------------------------------------------------------

# The extension draws doc/images (040_heat_svg.pl), tools/draw-diagrams draws
# doc/diagrams.
my @images = glob('doc/images/* doc/diagrams/*.svg');
cmp_ok(scalar(@images), '>', 5, 'there are images');
is_deeply([ grep { !$shown{$_} } @images ], [], 'each image is on a page');
is_deeply(
	[ map { s/svg$/pikchr/r } glob('doc/diagrams/*.svg') ],
	[ glob('doc/diagrams/*.pikchr') ],
	'each diagram has its source');

# The diagram of the architecture has every folder.
my ($pg, $core) = read_file('doc/diagrams/architecture.pikchr') =~ /"src\/pg".*?\n(.*?)"src\/core".*?\n(.*)/s;
is_deeply(
	[ sort map { /"([a-z]+)"/g } grep { /^(?:box|three)/ } split /\n/, $pg ],
	[ sort map { m{([^/]+)$} } grep { -d } glob('src/pg/*') ],
	'the diagram of the architecture has the folders of src/pg');
is_deeply(
	[ sort map { /"([a-z]+)"/g } grep { /^(?:box|three)/ } split /\n/, $core ],
	[ sort map { m{([^/]+)$} } grep { -d } glob('src/core/*') ],
	'and of src/core');

my ($fossil) = (`fossil version 2>/dev/null` // '') =~ /version (\S+)/;
foreach my $diagram (glob('doc/diagrams/*.svg'))
{
	my ($name) = $diagram =~ m{([^/]*)\.svg$};
	my $svg = read_file($diagram);
	my ($sum, $version) = $svg =~ /, sha256 (\w+), fossil (\S+) -->/;

	is($sum . "\n", `tools/draw-diagrams --sum $name`, "$diagram is drawn from its source");
	is(`tools/draw-diagrams --print $name`, $svg, "$diagram is what the source gives")
	  if ($fossil // '') eq $version;
}

# ---- names ---------------------------------------------------------------------

$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');
my %known = map { $_ => 1 } qw(hbase_schema hbase_internal hbase_digest hbase_copy), split /\n/, $server->safe_psql('postgres', q{
	SELECT CASE WHEN schema IN ('hbase', 'hbase_internal') THEN schema || '.' ELSE '' END || name
	FROM (SELECT proname, pronamespace FROM pg_proc
	      UNION SELECT unnest(proargnames), 'public'::regnamespace FROM pg_proc
	      UNION SELECT typname, typnamespace FROM pg_type
	      UNION SELECT relname, relnamespace FROM pg_class
	      UNION SELECT opcname, opcnamespace FROM pg_opclass) object(name, namespace),
	     LATERAL (SELECT namespace::regnamespace::text) n(schema)});
my @unknown;
foreach my $page (glob('*.md doc/*.md doc/reference/*.md examples/*.md examples/*/*.md'))
{
	push @unknown, map { "$page: $_" } grep { !$known{$_} }
	  read_file($page) =~ /(?<![\w.\/])((?:hbase(?:_internal)?\.|(?:rowkey|widerow|hfile|opentsdb|avro|hbase)_)\w+)(?=\(|`)/g;
}
is_deeply(\@unknown, [], 'functions and objects that pages name exist');

# ---- the index of the reference -------------------------------------------------

{
	local $ENV{PGHOST} = $server->host;
	local $ENV{PGPORT} = $server->port;
	local $ENV{PGDATABASE} = 'postgres';
	run_ok('tools/reference-index.pl --check', 'the index of the reference is current');
}

$server->stop;
done_testing();
