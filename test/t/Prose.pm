# Prose.pm
#		Wording of comments, messages, documentation and descriptions of SQL
#		objects: find habits that are hard to understand.
package Prose;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(find_old_habits);

# Each habit is a pattern and what to write instead.  "There is no ..." is
# plain English, and so are "is no longer", "has not been", "told apart" and
# "stands for".
my @habits = (
	[ qr/\bthat (?:is|are) none\b/i, 'an invalid ...' ],
	[
		qr/(?<!there )\b(?:is|are) no (?!longer\b|more\b|further\b|other\b|different\b|such\b|need\b|\w+er\b)[a-z]/i,
		'is not a ..., must be a ...'
	],
	[ qr/\b(?:has|have) not (?:the|an?|any|enough|\d)\b/i, 'does not have' ],
	[ qr/\bhas not(?=[.,;:])/i, 'does not have' ],
	[ qr/\b(?:is|are|was|were|be|been) told\b(?! apart)/i, 'is reported' ],
	[ qr/\btold (?:to|of)\b/i, 'reported, passed' ],
	[ qr/\bbears?\b/i, 'has' ],
	[ qr/\bstands? (?:in|at|on|beside|behind|there|below)\b/i, 'is in' ],
	[ qr/\b(?:lands?|landed|landing) on\b/i, 'is applied to' ],
	[ qr/\blean(?:s|ing)? on\b/i, 'uses' ],
	[ qr/\bpass(?:es)? by the\b/i, 'bypasses' ],
	[ qr/\bwithout a word\b/i, 'silently' ],
	[
		qr/(?:^|[,;:.] |\b(?:and|of|by|for|to) )who (?:writes?|reads?|calls?|asks?)\b/i,
		'the writer, the reader'
	],
	[ qr/^unknown [a-z ]+(?:\\"|:|%)/, 'unrecognized, does not exist' ]);

# The prose of a file: [line, text] for each comment and string of C, and for
# each line of other files that is not a program's.
sub prose_of
{
	my ($file, $text) = @_;
	my @prose;

	if ($file =~ /\.[ch]$/)
	{
		while ($text =~ m{(/\*.*?\*/)|"((?:\\.|[^"\\\n])*)"|'(?:\\.|[^'\\\n])*'}sg)
		{
			my ($comment, $string) = ($1, $2);
			my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);

			next if !defined $comment && !defined $string;
			push @prose, [ $line, ($comment // $string) =~ s/\n[\s*]+/ /gr ];
		}
		return @prose;
	}

	my $fenced = 0;
	my $line = 0;
	foreach (split /\n/, $text)
	{
		$line++;
		$fenced = !$fenced if $file =~ /\.md$/ && /^\s*```/;
		push @prose, [ $line, $_ ] unless $fenced;
	}
	return @prose;
}

# Each passage of a file that has an old habit, with the wording to use.
sub find_old_habits
{
	my ($file, $text) = @_;
	my @found;

	foreach my $passage (prose_of($file, $text))
	{
		my ($line, $prose) = @$passage;

		foreach my $habit (@habits)
		{
			my ($pattern, $instead) = @$habit;

			push @found, "$file:$line: \"$&\", write \"$instead\""
			  if $prose =~ $pattern;
		}
	}
	return @found;
}

1;
