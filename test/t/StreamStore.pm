# StreamStore: the frames of a change stream, and a store that applies them with
# HBase's rules.
package StreamStore;

use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(frames_of apply_frames live_cells hex_of);

# CRC-32C by a table.
my @crc_table = map {
	my $c = $_;
	$c = $c & 1 ? ($c >> 1) ^ 0x82f63b78 : $c >> 1 for 1 .. 8;
	$c
} 0 .. 255;

sub crc32c
{
	my ($crc, $bytes) = @_;

	$crc ^= 0xffffffff;
	$crc = $crc_table[ ($crc ^ $_) & 255 ] ^ ($crc >> 8) for unpack('C*', $bytes);
	return $crc ^ 0xffffffff;
}

# The frames in these bytes: [type, body, all bytes].  pg_recvlogical writes a
# newline after each message, and no type is a newline.
sub frames_of
{
	my ($bytes) = @_;
	my @frames;
	my $at = 0;

	while ($at < length $bytes)
	{
		if (substr($bytes, $at, 1) eq "\n")
		{
			$at++;
			next;
		}
		my ($type, $length) = unpack('a N', substr($bytes, $at, 5));

		die "no frame at $at" unless $type =~ /[SBMCX]/ && $at + 5 + $length <= length $bytes;
		push @frames, [ $type, substr($bytes, $at + 5, $length), substr($bytes, $at, 5 + $length) ];
		$at += 5 + $length;
	}
	return @frames;
}

# Read bytes after a length; @_ is (bytes, place by reference, template).
sub take
{
	my ($bytes, $at, $template, $size) = @_;
	my $value = unpack($template, substr($$bytes, $$at, $size));

	$$at += $size;
	return $value;
}

sub take_bytes
{
	my ($bytes, $at, $template, $size) = @_;
	my $length = take($bytes, $at, $template, $size);
	my $value = substr($$bytes, $$at, $length);

	die 'bytes end too early' unless length $value == $length;
	$$at += $length;
	return $value;
}

# Apply frames to a store: {cells}{table}{row}{family}{qualifier} is a list of
# [timestamp, type, value]; {commits} has [lsn, stamp] of all transactions,
# {rejects} the frames X.  Returns the first violation of the format, or undef.
sub apply_frames
{
	my ($store, @frames) = @_;
	my $open;

	foreach my $frame (@frames)
	{
		my ($type, $body, $all) = @$frame;
		my $at = 0;

		if ($type eq 'S')
		{
			return 'wrong magic' unless substr($body, 0, 8) eq "HBSTRM\0\1";
			$at = 8;
			$store->{fingerprint} = take_bytes(\$body, \$at, 'n', 2);
			my $n = take(\$body, \$at, 'n', 2);

			$store->{tables} = [];
			for (1 .. $n)
			{
				my $name = take_bytes(\$body, \$at, 'n', 2);
				my $families = take(\$body, \$at, 'C', 1);
				my @families = map { take_bytes(\$body, \$at, 'C', 1) } 1 .. $families;

				push @{ $store->{tables} }, $name;
				return 'families are not in order' unless "@families" eq join ' ', sort @families;
			}
		}
		elsif ($type eq 'B')
		{
			return 'B within a transaction' if $open;
			my ($lsn, $stamp, $time, $xid) = unpack('Q> q> q> N', $body);

			$at = 28;
			return 'stamp does not increase' if $stamp < ($store->{stamp} // 0) + 2 || $stamp < int($time / 1000);
			return 'position does not increase' if $lsn <= ($store->{lsn} // 0);
			$open = { lsn => $lsn, stamp => $stamp, xid => $xid, mutations => 0, crc => 0, last => '' };
		}
		elsif ($type eq 'M')
		{
			return 'M outside of a transaction' unless $open;
			$open->{mutations}++;
			$open->{crc} = crc32c($open->{crc}, $all);
			my $number = take(\$body, \$at, 'n', 2);
			my $table = $store->{tables}[$number] // return 'unknown table';
			my $row = take_bytes(\$body, \$at, 'N', 4);
			my $cells = take(\$body, \$at, 'N', 4);

			return 'rows are not in order' unless (pack('n', $number) . $row) gt $open->{last};
			$open->{last} = pack('n', $number) . $row;
			return 'mutation without cells' unless $cells > 0;
			for (1 .. $cells)
			{
				my $cell = take(\$body, \$at, 'C', 1);
				my $family = take_bytes(\$body, \$at, 'C', 1);
				my $qualifier = take_bytes(\$body, \$at, 'N', 4);
				my $ts = take(\$body, \$at, 'q>', 8);
				my $value = take_bytes(\$body, \$at, 'N', 4);

				return 'wrong timestamp' unless $ts == $open->{stamp} - ($cell == 4 ? 0 : 1);
				push @{ $store->{cells}{$table}{$row}{$family}{ $cell == 14 ? '' : $qualifier } }, [ $ts, $cell, $value ];
			}
		}
		elsif ($type eq 'X')
		{
			return 'X outside of a transaction' unless $open;
			my $number = take(\$body, \$at, 'n', 2);
			my $lsn = take(\$body, \$at, 'Q>', 8);
			my $row = take_bytes(\$body, \$at, 'N', 4);
			my $reason = take_bytes(\$body, \$at, 'N', 4);

			push @{ $store->{rejects} }, [ $store->{tables}[$number], $row, $reason, $lsn ];
		}
		else
		{
			my ($lsn, $stamp, $mutations, $crc) = unpack('Q> q> N N', $body);

			$at = 24;
			return 'C without B' unless $open && $lsn == $open->{lsn} && $stamp == $open->{stamp};
			return 'wrong number of mutations' unless $mutations == $open->{mutations};
			return 'wrong checksum' unless $crc == $open->{crc};
			@$store{qw(lsn stamp)} = ($lsn, $stamp);
			push @{ $store->{commits} }, [ $lsn, $stamp ];
			$open = undef;
		}
		return "frame $type has bytes left" if $at != length $body;
	}
	return $open ? 'transaction without end' : undef;
}

sub hex_of
{
	return unpack('H*', $_[0]);
}

# The live cells of a table, one "row family qualifier value" a line, in hex,
# sorted.  A marker hides the puts up to its timestamp.
sub live_cells
{
	my ($store, $table) = @_;
	my $rows = $store->{cells}{$table} // {};
	my @lines;

	while (my ($row, $families) = each %$rows)
	{
		while (my ($family, $columns) = each %$families)
		{
			my $deleted = -1;

			foreach my $cell (@{ $columns->{''} // [] })
			{
				$deleted = $cell->[0] if $cell->[1] == 14 && $cell->[0] > $deleted;
			}
			while (my ($qualifier, $cells) = each %$columns)
			{
				my $hidden = $deleted;
				my $put;

				foreach my $cell (@$cells)
				{
					my ($ts, $type) = @$cell;

					$hidden = $ts if $type == 12 && $ts > $hidden;
					$put = $cell if $type == 4 && (!$put || $ts > $put->[0]);
					die "unexpected type $type" unless $type =~ /^(4|12|14)$/;
				}
				push @lines, join ' ', map { hex_of($_) } $row, $family, $qualifier, $put->[2]
				  if $put && $put->[0] > $hidden;
			}
		}
	}
	return join "\n", sort @lines;
}

1;
