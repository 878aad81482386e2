# The source is in order: who includes whom, where a function is declared, how
# long lines are, and where the C function of an SQL function is.  All of it is
# read from the folders and from the install script.
use strict;
use warnings;
use Test::More;
use TestServer;

my @sources = grep { !/\.pb-c\./ } glob('src/*/*/*.[ch] src/client/*.[ch]');
my %text = map { $_ => read_file($_) } @sources;

# The path below src without its ending: a file and its header are one.
sub stem
{
	return $_[0] =~ s{^src/}{}r =~ s/\.[ch]$//r;
}

sub without_comments
{
	return $_[0] =~ s{/\*.*?\*/}{ }gsr;
}

# ---- who includes whom ----------------------------------------------------------

my (%files, %folders);
foreach my $file (@sources)
{
	my $from = stem($file);

	$files{$from} //= {};
	$folders{ $from =~ s{/\w+$}{}r } //= {};
	foreach my $to ($text{$file} =~ /^#include "((?:core\/\w+|pg\/\w+|client)\/\w+)\.h"/mg)
	{
		my ($here, $there) = map { s{/\w+$}{}r } $from, $to;

		$files{$from}{$to} = 1 if $to ne $from;
		$folders{$here}{$there} = 1 if $there ne $here;
	}
}

# The nodes of a graph in an order in which each comes after all that it
# includes; what is left over includes itself in a circle.
sub in_order
{
	my %graph = map { $_ => { %{ $_[0]{$_} } } } keys %{ $_[0] };
	my @order;

	while (my @free = sort grep { !%{ $graph{$_} } } keys %graph)
	{
		push @order, @free;
		delete @graph{@free};
		delete @{$_}{@free} foreach values %graph;
	}
	return (\@order, [ sort keys %graph ]);
}

my ($order, $circle) = in_order(\%folders);
is_deeply($circle, [], 'the folders do not include each other in a circle');
note("folders, each after those that it includes:\n", map { "  $_\n" } @$order);
(undef, $circle) = in_order(\%files);
is_deeply($circle, [], 'nor do the files');

# The tables of doc/architecture.md have the folders from the ground up.
my %place;
foreach my $part (qw(core pg))
{
	my ($table) = read_file('doc/architecture.md') =~ /^\| folder of `src\/$part` .*\n\|-.*\n((?:\|.*\n)+)/m;

	$place{"$part/$_"} = keys %place foreach $table =~ /^\| `(\w+)` \|/mg;
}
$place{client} = keys %place;
my @upwards;
foreach my $from (sort keys %folders)
{
	push @upwards, map { "$from includes $_" }
	  grep { ($place{$_} // 1000) > ($place{$from} // -1) } sort keys %{ $folders{$from} };
}
is_deeply(\@upwards, [], 'a folder includes only those above it in doc/architecture.md');

# ---- headers ----------------------------------------------------------------------

# Where functions and variables that are not static are defined.
my %defined;
foreach my $file (grep { /\.c$/ } @sources)
{
	my $code = without_comments($text{$file});

	while ($code =~ /^(.+)\n(\w+)\(/mg)
	{
		$defined{$2}{ stem($file) } = 1 if $1 !~ /\bstatic\b|^\s/;
	}
	while ($code =~ /^(?!static|extern|typedef|return|#)(?:\w+[\s*]+)+(\w+)(?:\[[^\]]*\])?\s*[=;]/mg)
	{
		$defined{$1}{ stem($file) } = 1;
	}
}

my (@elsewhere, $declared);
foreach my $file (grep { /\.h$/ } @sources)
{
	my $code = without_comments($text{$file});

	while ($code =~ /^extern\b([^;{]*);/mg)
	{
		my $declaration = $1 =~ s/(?:__attribute__|pg_attribute).*//sr;
		my ($name) = $declaration =~ /(\w+)\(/;

		($name) = $declaration =~ /(\w+)(?:\[[^\]]*\])?\s*$/ unless defined $name;
		$declared++;
		push @elsewhere, "$file: $name" unless $defined{$name}{ stem($file) };
	}
}
cmp_ok($declared, '>', 500, 'headers declare functions');
is_deeply(\@elsewhere, [], 'each in the header of the file that defines it');

# ---- lines ------------------------------------------------------------------------

# A long string literal stands alone but for what opens and closes.
my $alone = qr/^\s*(?:[?:] )?(?:\w+\(|\(|\{)*"(?:\\.|[^"\\])*"(?: ?(?:PRI\w+|[A-Z0-9_]+|:))?[\s)},;:]*$/;
my @long;
foreach my $file (grep { !/\.pb-c\./ } glob('src/*.h src/*/*/*.[ch] src/client/*.[ch] test/*/*.[ch] test/bench/core/*.[ch]'))
{
	my $number = 0;

	foreach my $line (split /\n/, read_file($file))
	{
		my $wide = $line;

		utf8::decode($wide);
		$number++;
		1 while $wide =~ s/^([^\t]*)\t/$1 . ' ' x (4 - length($1) % 4)/e;
		push @long, "$file:$number"
		  if length $wide > 79 && $line !~ /^#include/ && $line =~ s/\s*\\$//r !~ $alone;
	}
}
is_deeply(\@long, [], 'lines of C have at most 79 columns (tools/wrap-lines)');

# ---- functions of SQL ---------------------------------------------------------------

# The file of a C function is found by its SQL name: the file of that name, else
# the longest file name of several words with which it begins.  If there is
# none, it is the file of the fragment of the install script that declares it,
# and at last the file named as its first word.
my %stems = map { m{(\w+)\.c$} => $_ } grep { m{^src/pg/.*\.c$} } @sources;

# The files that define entry points.  Macros make some of them: from the whole
# name, from its beginning, or with a part of it in the middle.
my (%entry, @made);
foreach my $file (sort values %stems)
{
	$entry{$_} = $file foreach $text{$file} =~ /^PG_FUNCTION_INFO_V1\((\w+)\);/mg;
	next unless $text{$file} =~ /^\tPG_FUNCTION_INFO_V1\(/m;
	push @made, map { [ qr/^$_(?:_\w+)?$/, $file ] } $text{$file} =~ /^[A-Z_]+\((\w+), /mg;
	push @made, map { [ do { my $name = s/##\w+##/\\w+/gr; qr/^$name$/ }, $file ] }
	  $text{$file} =~ /^\tPG_FUNCTION_INFO_V1\((\w+##\w+##\w+)\)/mg;
}

sub begins
{
	my ($name, $stem) = @_;

	return $name eq $stem || $name =~ /^\Q$stem\E_/;
}

my ($calls, $found, @lost) = (0, 0);
foreach my $fragment (glob('sql/install/*.sql'))
{
	my ($own) = map { s/-/_/gr } $fragment =~ m{/\d+-([\w-]+)\.sql$};
	my $script = read_file($fragment) =~ s/^\s*--.*//mgr;
	my %seen;

	foreach my $statement (split /;\n/, $script)
	{
		my ($name) = $statement =~ /CREATE (?:OR REPLACE )?FUNCTION (?:@\w+@|\w+)\.(\w+)/ or next;
		my ($symbol) = $statement =~ /AS 'MODULE_PATHNAME'(?:, '(\w+)')?/ ? $1 // $name : next;

		next if $seen{"$name $symbol"}++;
		my $file = $entry{$symbol} // (map { $_->[1] } grep { $symbol =~ $_->[0] } @made)[0];
		my @by_name = sort { length $b <=> length $a } grep { begins($name, $_) } keys %stems;
		my ($guess) = (
			(grep { $_ eq $name || /_/ } @by_name),
			(grep { $_ eq $own } keys %stems),
			@by_name);

		$calls++;
		if (defined $file && defined $guess && $stems{$guess} eq $file)
		{
			$found++;
		}
		else
		{
			push @lost, "$fragment: $name is in " . ($file // '?') . ', not in ' . ($guess ? $stems{$guess} : '?');
		}
	}
}
note(map { "$_\n" } @lost);
cmp_ok($calls, '>', 200, 'the install script declares C functions');
cmp_ok(100 * $found, '>=', 90 * $calls, sprintf('%d of %d are in the file that their name says', $found, $calls));

done_testing();
