# What must not change the proposals of hbase.propose_keys: names, the order of
# statements, the unit of the weights, more rows of the same kind; what a more
# frequent question gets; and that keys are as unique as they are said to be.
use strict;
use warnings;
use Test::More;
use JSON::PP;
use Designs;
use TestServer;

my $server = new_server('same_designs');

sql('CREATE EXTENSION hbase_schema');

# The layouts of proposals, with their costs, and without.
sub layouts_of
{
	return [ map { $_->{layout} } @_ ];
}

sub costs_of
{
	return [ map { "$_->{layout}: $_->{cost}" } @_ ];
}

# A question as text.
sub text_of
{
	my ($kind, $question) = @_;

	return "$kind " . JSON::PP->new->canonical->encode($question);
}

# The cost of a call of each question.
sub question_costs
{
	my ($proposal) = @_;

	return map { text_of(@$_{qw(kind question)}) => $_->{cost} } @{ decode_json($proposal->{questions}) };
}

foreach my $case (read_cases())
{
	my $name = $case->{name};
	my $relation = $case->{relation};
	my $workload = $case->{workloads}[0];
	my @statements = map { $_->{text} } @{ $workload->{statements} };
	my @weights = map { $_->{calls} } @{ $workload->{statements} };
	my $here = "SET search_path = $name, public";

	load_case($case);
	my @proposals = propose($case, $workload);

	# Statements in another order, and weights in another unit.
	is_deeply(costs_of(propose_for($here, $relation, [ reverse @statements ], [ reverse @weights ])), costs_of(@proposals), "$name: the order of the statements");
	is_deeply(layouts_of(propose_for($here, $relation, \@statements, [ map { 1000 * $_ } @weights ])), layouts_of(@proposals), 'the unit of the weights');

	# Other names, which sort in another order.
	my @columns = split /\n/, sql(qq{SELECT attname FROM pg_attribute WHERE attrelid = '$name.$relation'::regclass AND attnum > 0 ORDER BY attnum});
	my %new_name;
	@new_name{@columns} = map { sprintf 'c%02d_%s', @columns - $_, 'x' x $_ } 1 .. @columns;
	my $old = join '|', @columns;
	my @renamed = map { s/"//gr =~ s/(?<!\bb\.)\b($old)\b/$new_name{$1}/gr =~ s/\b\Q$relation\E\b/renamed/gr } @statements;
	sql(join ';', $here, (map { "ALTER TABLE $relation RENAME $_ TO $new_name{$_}" } @columns), "ALTER TABLE $relation RENAME TO renamed");
	my %old_name = reverse %new_name;
	my $new = join '|', values %new_name;
	is_deeply([ map { s/\b($new)\b/$old_name{$1}/gr } @{ costs_of(propose_for($here, 'renamed', \@renamed, \@weights)) } ],
		[ map { s/"//gr } @{ costs_of(@proposals) } ], 'other names');
	sql(join ';', $here, "ALTER TABLE renamed RENAME TO $relation", map { "ALTER TABLE $relation RENAME $new_name{$_} TO $_" } @columns);

	# Half as many rows of the same kind.
	load_case({ %$case, name => "half_$name", rows => $case->{rows} =~ s/generate_series\((\d), (\d{5,}|99)\)/"generate_series($1, " . int($2 \/ 2) . ')'/egr });
	my ($of_half) = propose_for("SET search_path = half_$name, public", $relation, \@statements, \@weights, qq({"search_path": "half_$name, public"}));
	my @as_good = grep { $_->{cost} < 1.02 * $proposals[0]{cost} } @proposals;
	ok((grep { simple_layout($_->{layout}) eq simple_layout($of_half->{layout}) } @as_good), 'half the rows') or diag($of_half->{layout});
	sql("DROP SCHEMA half_$name CASCADE");

	# A question that is asked a hundred times as often never costs more.
	my %before = question_costs($proposals[0]);
	my %asked;
	foreach my $row (split /\n/, sql(qq{
		$here;
		SELECT json_build_array(u.n - 1, w.kind, w.question)
		FROM unnest(} . quote_all(@statements) . qq{) WITH ORDINALITY u(statement, n), hbase.workload(ARRAY[u.statement]) w
		WHERE w.relation = '$relation'::regclass}))
	{
		my ($i, @question) = @{ decode_json($row) };

		push @{ $asked{$i} }, text_of(@question);
	}
	foreach my $i (0 .. $#statements)
	{
		my @more = @weights;

		$more[$i] *= 100;
		my ($first) = propose_for($here, $relation, \@statements, \@more);
		my %after = question_costs($first);
		my @worse = map { "$_: $before{$_}, then $after{$_}" } grep { $after{$_} > $before{$_} } @{ $asked{$i} };

		ok($asked{$i} && @worse == 0, "a hundred times: $statements[$i]") or diag("$proposals[0]{layout}, then $first->{layout}: @worse");
	}

	# Each layout is as unique as the proposal says.
	foreach my $proposal (@proposals)
	{
		my $collisions = sql(qq{$here; SELECT collisions FROM hbase.compare('$relation', ARRAY[\$l\$$proposal->{layout}\$l\$]::rowkey_layout[])});

		ok($proposal->{uniqueness} =~ /sample of|not unique/ || $collisions == 0, "unique: $proposal->{layout}") or diag("$proposal->{uniqueness}, $collisions collisions");
	}
}

done_testing();
