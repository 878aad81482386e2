# Whatever everyone may call is called with hostile values: each function with
# each of them in the place of each argument, the others good; each operator,
# cast, aggregate and input function likewise.  No call ends a backend, raises an
# internal error, is deaf to its timeout or takes memory without bound.
#
# A new function is found in the catalogue.  Where its call with good values
# fails, test/fuzz/SqlCalls.pm wants better ones.  From the environment:
# HOSTILE_CALLS, a pattern for the names to call (all); HOSTILE_SIZE, the bytes
# of the largest values; HOSTILE_TIMEOUT, seconds.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/../fuzz";
use TestServer;
use SqlWire;
use SqlCalls qw($with_each_session prepare_database read_catalogue good_values hostile_values good_call call_of watch_timeouts is_large);

# Seconds that a statement has, and those of processor time that it may take
# after them; bytes of memory that a session may have held.
my $timeout = $ENV{HOSTILE_TIMEOUT} || 2;
my $grace = 2;
my $memory = 700_000_000 + 12 * ($ENV{HOSTILE_SIZE} || 0);
# sanitizers keep freed memory
$memory *= 3 if $ENV{SERVER_WRAPPER};

# Functions whose call with good values raises an error all the same.
my %always_refuses = map { $_ => 1 } (
	'hbase_internal.baseline_manifest(text)',	# a right that not everyone has
	'hbase_internal.stamp_row()',				# a trigger
	'rowkey_compose(rowkey_layout)',	# a layout has a field
	'hbase_internal.outcome_in(cstring)', 'hbase_internal.outcome_out(hbase_internal.outcome)',	# has no text form
	map { "hbase_internal.$_(oidvector,\"any\")" } qw(outcome outcome_stable outcome_volatile outcome_agg outcome_merge));

# XX001 means damaged data; these read data that somebody gives them.
my $reads_damaged = qr/\b(hfile_cells|hfile_get|hfile_info|avro_decode|baseline|baseline_manifest)\(/;

my $server = new_server('calls');
$server->append_conf('postgresql.conf', "shared_buffers = 64MB\nrestart_after_crash = on\nclient_min_messages = error\nlog_statement = none\n");
restart_server();
my $socket = $server->host . '/.s.PGSQL.' . $server->port;
my $user = getpwuid($<);
my $super = SqlWire->new($socket, $user, 'postgres');

prepare_database($super, sub { SqlWire->new($socket, 'ordinary', 'postgres') });
my $wanted = $ENV{HOSTILE_CALLS} // '';
my @functions = grep { $_->{signature} =~ /$wanted/ } read_catalogue($super);

# ---- calls, and what comes of them -------------------------------------------

my (%bad, $calls, $errors, $largest);
my $session;

sub new_session
{
	$session = SqlWire->new($socket, 'ordinary', 'postgres');
	$session->query($_) foreach $with_each_session, "SET statement_timeout = '${timeout}s'";
}

# How much memory a session has held; a new one begins.
sub end_session
{
	my ($what) = @_;
	my $peak = $session->peak_memory;

	note(sprintf("%5d s, %7d calls: %s, %d bytes", time - $^T, $calls, $what, $peak));

	push @{ $bad{memory} }, "$what: $peak bytes" if $peak > $memory;
	$largest = $peak if $peak > ($largest // 0);
	undef $session;
}

# Run statements; each begins where the one before changed nothing.
sub calls
{
	my ($what, @statements) = @_;
	my $lost = 0;

	while (my @some = splice(@statements, 0, 50))
	{
		new_session() unless $session;
		my @answers = $session->run(map { ('BEGIN', $_, 'ROLLBACK') } @some);

		foreach my $statement (@some)
		{
			my (undef, $answer) = splice(@answers, 0, 3);
			my $text = ref $statement ? "$statement->[0] with $statement->[1]" : $statement;

			if (!$answer)
			{
				push @{ $bad{lost} }, $text;
				diag("connection lost: $text");
				undef $session;
				wait_for_server();
				return if ++$lost == 3;
				last;
			}
			$calls++;
			$errors++ if $answer->{code} ne '';
			next if $answer->{code} !~ /^XX/ || ($answer->{code} eq 'XX001' && $text =~ $reads_damaged);
			# PostgreSQL's own reader of multiranges believes the count it reads.
			next if $text =~ /\$1::\w*multirange/ && $answer->{message} =~ /^invalid memory alloc request size/;
			push @{ $bad{internal} }, "$text: $answer->{code} $answer->{message}";
		}
	}
}

sub wait_for_server
{
	foreach (1 .. 120)
	{
		return if eval { SqlWire->new($socket, $user, 'postgres') };
		sleep 1;
	}
}

my $deaf_file = $server->basedir . '/deaf';
my $watcher = watch_timeouts($socket, $user, $timeout, $grace, $deaf_file);

# ---- functions -------------------------------------------------------------------

my @missing;
my @refused;
foreach my $function (@functions)
{
	my @types = @{ $function->{types} };
	my $call = sub { call_of($function, @_) };

	# No value of type internal can be named: no such function, or (before 15.20)
	# no input for the type.
	if (grep { $_ eq 'internal' } @types)
	{
		new_session() unless $session;
		my ($answer) = $session->run($call->(good_call($function)));

		push @refused, "$function->{signature}: $answer->{code}" if $answer->{code} !~ /^(42883|0A000)$/;
		next;
	}
	if (my @none = grep { !good_values($function, $_) || !hostile_values($function, $_) } 0 .. $#types)
	{
		push @missing, "$function->{signature}, arguments @none of @types";
		next;
	}

	my @good = good_call($function);
	new_session();
	my (undef, $answer) = $session->run('BEGIN', $call->(@good), 'ROLLBACK');
	push @refused, "$function->{signature}: " . ($answer ? "$answer->{code} $answer->{message}" : 'lost connection')
	  if !$answer || ($answer->{code} ne '') != !!$always_refuses{ $function->{signature} };

	my @statements = $call->(('NULL') x @types);
	foreach my $n (0 .. $#types)
	{
		foreach my $value (@{ good_values($function, $n) }, @{ hostile_values($function, $n) })
		{
			my @arguments = @good;

			$arguments[$n] = $value;
			push @statements, $call->(@arguments);
			# an aggregate over a window, over none and over NULL
			push @statements, call_of({ %$function, kind => 'w' }, @arguments) if $function->{kind} eq 'a';
		}
	}
	# some pairs
	srand(7);
	foreach (1 .. (@types > 1 ? 20 : 0))
	{
		my @arguments = @good;

		foreach my $n (int(rand(@types)), int(rand(@types)))
		{
			my $values = hostile_values($function, $n);

			$arguments[$n] = $values->[ rand @$values ];
		}
		push @statements, $call->(@arguments);
	}
	calls($function->{signature}, @statements);
	end_session($function->{signature}) if $session;
}
is_deeply(\@missing, [], 'each type of argument has its values');
is(join("\n", @refused), '', 'good values are taken');
note("$calls calls of functions, $errors raised an error");

# ---- operators, casts, input ---------------------------------------------------

$super = SqlWire->new($socket, $user, 'postgres');
my %value = map { my $type = $_; $type => [ 'NULL', @{ SqlCalls::values_of_type($type) } ] } SqlCalls::types_with_values();
foreach my $row ($super->query(q{
	SELECT o.oid::regoperator::text, n.nspname || '.' || oprname, format_type(oprleft, NULL), format_type(oprright, NULL)
	  FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e' JOIN pg_namespace n ON n.oid = o.oprnamespace ORDER BY 1}))
{
	my ($operator, $name, $left, $right) = @$row;

	next unless $operator =~ /$wanted/;

	calls($operator, map { my $l = $_; map { "SELECT length((($l)::$left OPERATOR($name) ($_)::$right)::text)" } @{ $value{$right} // [] } } @{ $value{$left} // [] });
	ok($value{$left} && $value{$right}, "operator $operator");
	end_session($operator) if $session;
}
foreach my $row ($super->query(q{
	SELECT format_type(castsource, NULL), format_type(casttarget, NULL)
	  FROM pg_cast c JOIN pg_depend d ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'e' ORDER BY 1, 2}))
{
	my ($source, $target) = @$row;

	next unless "$source to $target" =~ /$wanted/;

	ok($value{$source}, "cast from $source to $target");
	calls("$source to $target", map { "SELECT length((($_)::$source\::$target)::text)" } @{ $value{$source} // [] });
}

# Each type reads and prints itself, as text and in binary form: what it sends,
# cut, lengthened and with a byte changed.
foreach my $row ($super->query(q{
	SELECT format_type(t.oid, NULL) FROM pg_depend d JOIN pg_type t ON t.oid = d.objid
	 WHERE d.classid = 'pg_type'::regclass AND d.deptype = 'e' AND t.typtype IN ('b', 'e', 'r', 'm') ORDER BY 1}))
{
	my ($type) = @$row;

	next unless $type =~ /$wanted/;
	my @statements = map { "SELECT (($_)::text)::$type\::text" } @{ $value{text} };

	if (!ok($value{$type}, "type $type"))
	{
		next;
	}
	foreach my $value (grep { !is_large($_) } @{ $value{$type} })
	{
		new_session() unless $session;
		push @statements, "SELECT ((($value)::$type)::text)::$type = ($value)::$type" unless $type =~ /bound/;
		my ($send) = $super->query("SELECT typsend::regproc FROM pg_type WHERE oid = '$type'::regtype");
		my ($answer) = $session->run("SELECT encode($send->[0](($value)::$type), 'hex')");
		next if !$answer || $answer->{code} ne '' || !defined $answer->{rows}[0][0] || length $answer->{rows}[0][0] > 20000;
		my $bytes = pack('H*', $answer->{rows}[0][0]);

		foreach my $changed ($bytes, "$bytes\0", "\xff$bytes", map({ substr($bytes, 0, $_) } grep { $_ < length $bytes } 0 .. 12),
			map({ my $copy = $bytes; substr($copy, $_, 1) = "\xff"; $copy } grep { $_ < length $bytes } 0 .. 12),
			map({ my $copy = $bytes; substr($copy, $_, 4) = "\x7f\xff\xff\xff"; $copy } grep { $_ < length($bytes) - 4 } 0 .. 9))
		{
			push @statements, [ "SELECT length((\$1::$type)::text)", $changed ];
		}
	}
	calls("type $type", @statements);
	end_session($type) if $session;
}

# ---- what came of them -------------------------------------------------------------

kill 'TERM', $watcher;
waitpid $watcher, 0;

# Beyond what a value can have it is a limit, not an internal error.
new_session();
$session->query('RESET statement_timeout');
my ($too_large) = $session->run(q{SELECT length(hbase_encode(repeat('x', 1000000000), 'string'))});
is("$too_large->{code} $too_large->{message}", '54000 value of 1142857149 bytes is too large', 'a value of more than 1 GB is a limit');
undef $session;

note("$calls calls in all, $errors raised an error; the largest session held $largest bytes");
cmp_ok($calls, '>', 20000, 'many calls') if $wanted eq '';
is_deeply($bad{lost} // [], [], 'no connection was lost');
is_deeply($bad{internal} // [], [], 'no internal error');
is_deeply($bad{memory} // [], [], 'memory is bounded');
is(-e $deaf_file ? read_file($deaf_file) : '', '', 'each statement heeds its timeout');
unlike(read_file($server->logfile), qr/terminated by signal|PANIC:|TRAP:|runtime error:|AddressSanitizer/, 'the log knows of no crash');

$server->stop;
done_testing();
