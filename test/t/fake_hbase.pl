#!/usr/bin/perl
# fake_hbase: in the place of the program hbase, the applier of pg2hbase sync without HBase.
#
# FAKE_HBASE is its folder: state, the state row; start, the last start frame; commit-LSN, the frames
# of each commit.  wrong lists what an applier must never see, such as a commit that comes again with
# other bytes.  If the file die exists, it has the number of the step before which this process is
# killed; stop, a line of an answer to give instead of acknowledging.
use strict;
use warnings;
use IO::Handle;

# load.sh: the load itself is not its matter
exit 0 if $ENV{LOAD_ACTION};

my $store = $ENV{FAKE_HBASE};
my $die = -1;
my (%state, $generation, $commit, $start);

sub content
{
	my ($path) = @_;

	open my $file, '<:raw', $path or return;
	local $/;
	return scalar <$file>;
}

sub replace
{
	my ($path, $bytes) = @_;

	open my $file, '>:raw', "$path.$$" or die "$path: $!";
	print $file $bytes;
	close $file or die "$path: $!";
	rename "$path.$$", $path or die "$path: $!";
}

sub wrong
{
	open my $file, '>>', "$store/wrong" or die $!;
	print $file "@_\n";
}

sub read_state
{
	my $text = content("$store/state") // '';

	return map { split /=/, $_, 2 } split /\n/, $text;
}

sub write_state
{
	my (%fields) = @_;
	my %there = read_state();

	if (($there{generation} // 0) != $generation)
	{
		answer('NAK 0 - Taken another client has taken over the stream');
		exit 1;
	}
	%state = (%there, %fields);
	replace("$store/state", join '', map { "$_=$state{$_}\n" } sort keys %state);
}

open my $answers, '>', $ENV{SYNC_ANSWERS} or die "$ENV{SYNC_ANSWERS}: $!";
$answers->autoflush(1);
binmode STDIN;

sub answer
{
	print $answers "@_\n";
}

# Before each step the process may be killed.
sub step
{
	kill KILL => $$ if $die == 0;
	$die--;
}

sub lsn_text
{
	return sprintf '%X/%X', $_[0] >> 32, $_[0] & 0xffffffff;
}

sub acknowledge
{
	my ($lsn, $stamp) = @_;
	my $text = content("$store/stop");

	if (defined $text)
	{
		answer($text);
		exit 1 if $text =~ /^NAK/;
		sleep 1 while -e "$store/stop";
	}
	step();
	write_state(lsn => lsn_text($lsn), stamp => $stamp);
	step();
	answer("ACK $lsn $stamp");
	step();
}

%state = read_state();
answer("STATE $_ $state{$_}") foreach sort keys %state;
answer('READY 1');

while (read(STDIN, my $header, 5) == 5)
{
	my ($type, $length) = unpack 'a N', $header;
	my $body = '';

	if ($length > 0)
	{
		exit 0 if (read(STDIN, $body, $length) // 0) != $length;
	}
	if ($type eq 'S') { $start = $header . $body; replace("$store/start", $start); }
	elsif ($type eq 'B')
	{
		$commit = $header . $body;
		$die = content("$store/die") // -1 if $die < 0;
		unlink "$store/die";
		step();
	}
	elsif ($type eq 'M') { $commit .= $header . $body; }
	elsif ($type eq 'R') { $commit = undef; }
	elsif ($type eq 'C')
	{
		my ($lsn, $stamp) = unpack 'Q> q>', $body;
		my $path = sprintf '%s/commit-%016X', $store, $lsn;

		$commit .= $header . $body;
		wrong("commit $lsn has other bytes") if -e $path && content($path) ne $commit;
		step();
		replace($path, $commit);
		acknowledge($lsn, $stamp);
	}
	elsif ($type eq 'F')
	{
		my ($lsn) = unpack 'Q>', $body;

		acknowledge($lsn, $state{stamp});
	}
	elsif ($type eq 'I')
	{
		$generation = 0;
		write_state((map { split /=/, $_, 2 } split /\n/, $body), generation => 1);
		answer("ACK 1 $state{stamp}");
	}
	elsif ($type eq 'T')
	{
		my ($high, $low) = map { hex } split m{/}, $state{lsn};

		$generation = $state{generation};
		write_state((map { split /=/, $_, 2 } split /\n/, $body), generation => $generation + 1);
		$generation++;
		answer('ACK', $high << 32 | $low, $state{stamp});
	}
	elsif ($type eq 'D') { unlink "$store/state"; answer('ACK 0 0'); }
	else { wrong("unknown frame $type"); }
}
