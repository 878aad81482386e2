# SqlWire: a client that speaks PostgreSQL's protocol by itself, so that many
# statements go out at once, each answer belongs to its statement, values go out
# in binary form too, and a lost connection is an outcome like any other.
package SqlWire;

use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;

# Connect through the server's socket (a path) as a role to a database.
sub new
{
	my ($class, $socket, $user, $database) = @_;
	my $self = bless { in => '' }, $class;
	my $startup = pack('N', 196608) . join("\0", 'user', $user, 'database', $database, 'client_encoding', 'UTF8') . "\0\0";

	$self->{socket} = IO::Socket::UNIX->new(Peer => $socket) or die "$socket: $!\n";
	$self->{socket}->blocking(0);
	my ($answer) = $self->exchange(pack('N', 4 + length $startup) . $startup, 1);
	die "no connection\n" if !$answer || $answer->{code} ne '';
	return $self;
}

# The process at the other end.
sub pid { return $_[0]->{pid} }

# A statement, or [statement, parameter...] whose parameters go out in binary
# form (undef is NULL), as messages that end in one answer.
sub messages
{
	my ($statement) = @_;

	return message('Q', "$statement\0") unless ref $statement;
	my ($text, @values) = @$statement;
	my $bind = "\0\0" . pack('nnn', 1, 1, scalar @values)
	  . join('', map { defined $_ ? pack('N', length $_) . $_ : pack('N', 0xffffffff) } @values)
	  . pack('n', 0);
	return message('P', "\0$text\0" . pack('n', 0)) . message('B', $bind)
	  . message('E', "\0" . pack('N', 0)) . message('S', '');
}

sub message
{
	my ($type, $body) = @_;

	return $type . pack('N', 4 + length $body) . $body;
}

# Run statements, and return for each its { code, message, rows }: code is the
# SQLSTATE, or empty; rows are those of the last result as arrays of strings.
# Where the connection is lost, the list ends there.
sub run
{
	my ($self, @statements) = @_;

	return $self->exchange(join('', map { messages($_) } @statements), scalar @statements);
}

# Write out while reading answers, until so many are there or none will come.
sub exchange
{
	my ($self, $out, $wanted) = @_;
	my $select = IO::Select->new($self->{socket});
	my $at = 0;
	my @answers;
	my %answer = (code => '', message => '', rows => []);

	local $SIG{PIPE} = 'IGNORE';
	while (@answers < $wanted)
	{
		my ($readable, $writable) =
		  IO::Select->select($select, $at < length $out ? $select : undef, undef, undef);

		if ($writable && @$writable)
		{
			my $n = syswrite($self->{socket}, $out, 1 << 16, $at);

			$at += $n if $n;
		}
		next unless $readable && @$readable;
		my $n = sysread($self->{socket}, $self->{in}, 1 << 18, length $self->{in});

		next if !defined $n && $!{EAGAIN};
		if (!$n)
		{
			$self->{lost} = 1;
			return @answers;
		}
		my $from = 0;
		while (length($self->{in}) - $from >= 5)
		{
			my ($type, $length) = unpack('aN', substr($self->{in}, $from, 5));

			last if length($self->{in}) - $from < 1 + $length;
			my $body = substr($self->{in}, $from + 5, $length - 4);
			$from += 1 + $length;
			if ($type eq 'E')
			{
				my %field = map { substr($_, 0, 1) => substr($_, 1) } split /\0/, $body;

				@answer{qw(code message)} = @field{qw(C M)};
			}
			elsif ($type eq 'D')
			{
				my ($count, @fields) = (unpack('n', $body));
				my $p = 2;

				foreach (1 .. $count)
				{
					my $size = unpack('l>', substr($body, $p, 4));

					push @fields, $size < 0 ? undef : substr($body, $p + 4, $size);
					$p += 4 + ($size < 0 ? 0 : $size);
				}
				push @{ $answer{rows} }, \@fields if @{ $answer{rows} } < 10000;
			}
			elsif ($type eq 'T') { $answer{rows} = [] }
			elsif ($type eq 'K') { $self->{pid} = unpack('N', $body) }
			elsif ($type eq 'G') { $out .= message('f', "no data\0") }
			elsif ($type eq 'Z')
			{
				push @answers, {%answer};
				%answer = (code => '', message => '', rows => []);
			}
			# an error that ends the connection has no Z
			elsif ($type eq 'R' && unpack('N', $body) != 0) { die "the server wants a password\n" }
		}
		substr($self->{in}, 0, $from) = '';
	}
	return @answers;
}

# The rows of one statement that must not fail.
sub query
{
	my ($self, $statement) = @_;
	my ($answer) = $self->run($statement);

	die "connection lost: $statement\n" unless $answer;
	die "$answer->{code} $answer->{message}: $statement\n" if $answer->{code} ne '';
	return @{ $answer->{rows} };
}

# The most memory that the process at the other end has held, in bytes.
sub peak_memory
{
	my ($self) = @_;

	open my $file, '<', "/proc/$self->{pid}/status" or return 0;
	my ($kilobytes) = join('', <$file>) =~ /^VmHWM:\s*(\d+)/m;
	return 1024 * ($kilobytes // 0);
}

1;
