# Designs: the cases of test/data/designs, and what hbase.propose_keys says of them.
package Designs;

use strict;
use warnings;
use Exporter 'import';
use TestServer;

our @EXPORT = qw(read_cases load_case propose propose_for quote_all simple_layout is_expert decided);

my $folder = 'test/data/designs';

# The cases with these names, or all: { name, relation, rows, workloads }; a workload
# is { title, keys, statements }, a statement { calls, decides, text }.
sub read_cases
{
	my (@names) = @_;

	@names = grep { $_ ne 'common' } map { m{([^/]+)\.sql$} } sort glob("$folder/*.sql")
	  unless @names;
	return map { read_case($_) } @names;
}

sub read_case
{
	my ($name) = @_;
	my %case = (name => $name, workloads => []);
	my $part;

	foreach my $line (split /^/, read_file("$folder/$name.sql"))
	{
		my $workload = $case{workloads}[-1];

		if ($line =~ /^-- \@rows (\w+)/) { $case{relation} = $1; $part = \$case{rows}; }
		elsif ($line =~ /^-- \@(?:case|twin) (.*)/) { push @{ $case{workloads} }, { title => $1, keys => [], statements => [] }; }
		elsif ($line =~ /^-- \@key (.*)/) { push @{ $workload->{keys} }, $1; }
		elsif ($line =~ /^-- \@calls (\d+)( decides)?$/)
		{
			push @{ $workload->{statements} }, { calls => $1, decides => defined $2, text => '' };
			$part = \$workload->{statements}[-1]{text};
		}
		elsif ($line =~ /^-- \@/) { die "$name: $line"; }
		elsif (defined $part) { $$part .= $line; }
	}
	return \%case;
}

# Make the table of a case, in a schema with its name.
sub load_case
{
	my ($case) = @_;

	sql("CREATE SCHEMA $case->{name}; SET search_path = $case->{name}, public;\n" . read_file("$folder/common.sql") . $case->{rows});
}

# Texts as an array of SQL.
sub quote_all
{
	return 'ARRAY[' . join(', ', map { my $text = s/\s+$//r; "\$quoted\$$text\$quoted\$" } @_) . ']';
}

# The proposals for a workload.
sub propose
{
	my ($case, $workload, $options) = @_;
	my @statements = @{ $workload->{statements} };

	return propose_for("SET search_path = $case->{name}, public", $case->{relation},
		[ map { $_->{text} } @statements ], [ map { $_->{calls} } @statements ], $options);
}

# The same for statements and weights.
sub propose_for
{
	my ($before, $relation, $statements, $weights, $options) = @_;
	my $list = quote_all(@$statements);
	my $numbers = join ',', @$weights;

	$options //= '{}';
	return map {
		my %row;
		@row{qw(rank cost served uniqueness decided_by questions layout form reason)} = split /\x1f/;
		\%row
	} split /\x1e/, sql(qq{
		$before;
		SELECT string_agg(array_to_string(ARRAY[rank::text, cost::text, served::text, uniqueness, decided_by::text, questions::text, layout::text, form, reason],
			chr(31), ''), chr(30) ORDER BY rank)
		FROM hbase.propose_keys('$relation', $list, '{$numbers}', '$options') WHERE form = 'main'});
}

# A layout without types, numbers and encodings: its components as words.
sub simple_layout
{
	my ($layout) = @_;
	my $name = qr/("(?:[^"]|"")+"|\w+)/;
	my @words;

	$layout =~ s/ using \w+$//;
	foreach my $component (split /,\s*(?![^(]*\))/, $layout)
	{
		my $descending = $component =~ /\bdesc\b/ ? '-desc' : '';
		my $word =
		    $component =~ /^salt\(/ ? 'salt'
		  : $component =~ /^(bucket|reverse|trunc)\($name/ ? "$1($2)"
		  : $component =~ /^digits\($name/ ? $1
		  : $component =~ /^(?!(?:varchar|numeric|char|timestamp)\b)\w+\($name/ ? "digest($1)"
		  : $component =~ /^$name/ ? $1
		  : $component;

		$word =~ s/"//g;
		push @words, "$word$descending";
	}
	return join ' ', @words;
}

# Whether a layout starts as one of the keys of a workload.
sub is_expert
{
	my ($workload, $layout) = @_;
	my $simple = simple_layout($layout);

	foreach my $key (@{ $workload->{keys} })
	{
		my $pattern = join ' ', map {
			my $f = quotemeta s/[<>~]//gr;

			    /^</ ? "(?:(?:salt )?(?:(?:digest\\($f\\) |bucket\\($f\\) )?$f|reverse\\($f\\)|digest\\($f\\)))"
			  : /~$/ ? "(?:$f|trunc\\($f\\))(?:-desc)?"
			  : $f
		} split / /, $key;

		return 1 if $simple =~ /^$pattern(?: |$)/;
	}
	return 0;
}

# Whether a marked question of a workload has decided about a proposal.
sub decided
{
	my ($case, $workload, $proposal) = @_;
	my $list = quote_all(map { $_->{text} } grep { $_->{decides} } @{ $workload->{statements} });

	return sql(qq{
		SET search_path = $case->{name}, public;
		SELECT count(*) FROM hbase.workload($list) w, (SELECT NULLIF(\$d\$$proposal->{decided_by}\$d\$, '')::jsonb AS d) x
		WHERE w.relation = '$case->{relation}'::regclass
		AND (d -> 'question' = w.question OR w.kind = 'insert' AND d ->> 'figure' = 'hottest_region')}) > 0;
}

1;
