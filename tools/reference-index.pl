#!/usr/bin/perl
# reference-index.pl: write the A to Z index in doc/reference/README.md, inside
# tools/private-server; "make reference-index" is the usual way to call it.
#
# The descriptions are the COMMENTs of the installed extension, by
# doc/reference/index.sql.  Each name is linked to its entry: the first line of a
# chapter that starts with `name(...)` or, for other objects than functions,
# with `name`, in a paragraph, a list or the first cell of a table.  A name
# without an entry is an error.  With --check nothing is written; the exit
# status tells whether the index is current.
use strict;
use warnings;

my $folder = 'doc/reference';
my $check = @ARGV && $ARGV[0] eq '--check';

# Operators have no entries of their own.  Where those of a type are described.
my %operators = (
	rowkey => 'rowkey.md#functions-and-operators',
	rowkeyrange => 'rowkey.md#ranges-and-prefixes',
	'rowkeyrange[]' => 'rowkey.md#functions-and-operators',
	rowkeymultirange => 'rowkey.md#ranges-and-prefixes',
	rowkey_layout => 'layouts.md',
	widerow => 'widerow.md#reading');

sub slurp
{
	my ($path) = @_;
	open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
	local $/;
	return scalar <$file>;
}

# GitHub's anchor of a heading.
sub anchor
{
	my ($title) = @_;

	return lc($title) =~ s/[^\w\- ]//gr =~ tr/ /-/r;
}

# ---- the entries of the chapters ---------------------------------------------

my $readme = slurp("$folder/README.md");
my @chapters = $readme =~ /^\| \[[^\]]+\]\((\w+\.md)\)/mg;
my %on_disk = map { s{.*/}{}r => 1 } grep { !/README/ } glob("$folder/*.md");
delete @on_disk{@chapters};
die "README.md does not list ", join(', ', sort keys %on_disk), "\n" if %on_disk;

my (%entry, $code);
foreach my $chapter (@chapters)
{
	my $place = $chapter;

	foreach (split /\n/, slurp("$folder/$chapter"))
	{
		$code = !$code if /^```/;
		next if $code;
		$place = "$chapter#" . anchor($1) if /^##+ (.*)/;

		# The code at the start of a table row, a paragraph or a heading.
		my ($head) = /^\| *(`.*?)(?<!\\)\|/ ? $1 : /^(?:#+ |[-*] )?(`[^`]*(?:`(?:,? (?:and )?`[^`]*`)*)?)/;
		foreach my $quoted (($head // '') =~ /`([^`]+)/g)
		{
			my ($name, $call) = $quoted =~ /^((?:hbase(?:_schema)?\.)?\w+)(\(?)/ or next;

			$entry{ $name . $call } //= $place;
		}
	}
}

# ---- the index ----------------------------------------------------------------

my $query = slurp("$folder/index.sql");
open my $psql, '-|:encoding(UTF-8)', 'psql', '-XAtq', '-F', "\t", '-v', 'ON_ERROR_STOP=1', '-c',
  'SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS hbase_schema', '-c', q{DO $$BEGIN PERFORM ''::rowkey; END$$},
  '-c', $query
  or die "psql: $!\n";
my (@rows, @missing);
while (<$psql>)
{
	chomp;
	my ($kind, $name, $description) = split /\t/;
	my $bare = $kind eq 'operator' ? $name =~ s/.* //r : $name =~ s/^hbase\.//r;
	my $place =
	  $kind eq 'operator' ? $operators{ $name =~ s/ .*//r }
	  : $kind =~ /^(function|aggregate)$/ ? $entry{"$name("}
	  :                                     $entry{$name};

	push @missing, "$kind $name" unless $place;
	my $shown = '`' . ($kind eq 'operator' ? $bare : $name . ($kind =~ /^(function|aggregate)$/ ? '()' : '')) . '`';
	$shown .= ' of ' . $name =~ s/ .*//r if $kind eq 'operator';
	push @rows,
	  {
		order => ($bare =~ /^\w/ ? 1 : 0) . lc "$bare $name",
		line => '| ' . join(' | ', ("[$shown](" . ($place // '') . ')') =~ s/\|/\\|/gr, $kind, $description =~ s/([|<\\*])/\\$1/gr) . " |\n"
	  };
}
close $psql or die "reference-index: psql failed\n";
die "no chapter has an entry for: ", join(', ', @missing), "\n" if @missing;

my $index = "| name | kind | description |\n|---|---|---|\n"
  . join('', map { $_->{line} } sort { $a->{order} cmp $b->{order} } @rows);
(my $new = $readme) =~ s/(<!-- index: .*? -->\n).*?(?=<!-- end of index -->)/$1\n$index\n/s
  or die "$folder/README.md has no index\n";
exit 0 if $new eq $readme;
if ($check)
{
	print STDERR "the index of $folder/README.md is not current: run make reference-index\n";
	exit 1;
}
open my $file, '>:encoding(UTF-8)', "$folder/README.md" or die "$folder/README.md: $!\n";
print $file $new;
close $file or die "$folder/README.md: $!\n";
