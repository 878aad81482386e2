# Row keys that experts choose: for each workload of test/data/designs the proposals
# of hbase.propose_keys begin with the design of experts, and say which question
# decided.
use strict;
use warnings;
use Test::More;
use Designs;
use TestServer;
use Time::HiRes 'time';

my @cases = read_cases();
my $server = new_server('designs');
my @times;

sql('CREATE EXTENSION hbase_schema');
foreach my $case (@cases)
{
	load_case($case);
	foreach my $workload (@{ $case->{workloads} })
	{
		my $what = "$case->{name}: $workload->{title}";
		my $start = time;
		my @proposals = eval { propose($case, $workload) };
		my $seconds = time - $start;

		diag($@) if $@;
		my ($rank) = grep { is_expert($workload, $proposals[ $_ - 1 ]{layout}) } 1 .. @proposals;

		push @times, sprintf('%-75s rank %s, %4.1f s', $what, $rank // '-', $seconds);
		ok(defined $rank && $rank <= 2, $what)
		  or diag(map { "$_->{rank} ($_->{cost}): $_->{layout}: $_->{reason}\n" } @proposals);
		ok(!!(grep { decided($case, $workload, $_) } @proposals[ 0 .. ($#proposals < 1 ? $#proposals : 1) ]), 'the question that decides is named')
		  or diag(map { "$_->{decided_by}\n" } @proposals);
	}
}
note($_) foreach @times;

done_testing();
