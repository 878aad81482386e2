#!/usr/bin/perl
# sql_fuzz.pl: random SQL calls of all that the extension offers, nested in each
# other, with good and hostile values, on the server of PGHOST.
#
#   tools/private-server perl test/fuzz/sql_fuzz.pl
#   SQL_CALLS=1000000 SQL_SEED=7 SQL_JOBS=2 tools/private-server perl test/fuzz/sql_fuzz.pl
#
# SQL_CALLS, how many statements (50000); SQL_SEED, another seed gives others;
# SQL_JOBS, sessions side by side (2); SQL_REFUSE, a pattern: no function that
# it fits.  A lost connection, an internal error, a statement that is deaf to its
# timeout or a session of too much memory is a failure: its statement is made as
# short as possible and printed.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use SqlWire;
use SqlCalls qw($with_each_session prepare_database read_catalogue good_values hostile_values values_of_type types_with_values call_of watch_timeouts is_large);

my $calls = $ENV{SQL_CALLS} || 50_000;
my $seed = $ENV{SQL_SEED} || 1;
my $jobs = $ENV{SQL_JOBS} || 2;
my $refuse = $ENV{SQL_REFUSE} || '(?!)';
my $socket = "$ENV{PGHOST}/.s.PGSQL." . ($ENV{PGPORT} || 5432);
my $user = $ENV{PGUSER} || getpwuid($<);
my $folder = $ENV{SQL_OUTPUT} || $ENV{SERVER_DIR} || '.';
my $timeout = 2;
my $grace = 2;
my $memory = 1_000_000_000;
my $batch = 50;

# XX001 means damaged data; these read data that somebody gives them.
my $reads_damaged = qr/\b(hfile_cells|hfile_get|hfile_info|avro_decode|baseline|baseline_manifest)\(/;

# ---- what there is ------------------------------------------------------------------

my (@functions, %giving, @operators, @types);

sub read_all
{
	my ($super) = @_;

	@functions = grep { $_->{signature} !~ /$refuse/ && !grep { /^(internal|trigger)$/ } @{ $_->{types} }, $_->{result} } read_catalogue($super);
	@operators = $super->query(q{
		SELECT n.nspname || '.' || oprname, format_type(oprleft, NULL), format_type(oprright, NULL), format_type(oprresult, NULL)
		  FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e' JOIN pg_namespace n ON n.oid = o.oprnamespace ORDER BY o.oid});
	@types = sort grep { !/any|internal|record|cstring/ } types_with_values();
	foreach my $function (@functions)
	{
		push @{ $giving{ $function->{result} } }, $function if $function->{kind} eq 'f' && !$function->{set} && !$function->{columns};
	}
}

# ---- random expressions ------------------------------------------------------------
#
# A node is { type, text } or { type, of => sub (parts) -> text, parts => [nodes] }.

sub one_of { return $_[ rand @_ ] }

# One of the values of an argument, seldom one that takes long to make.
sub one_value
{
	my $value = one_of(@_);

	$value = one_of(@_) foreach grep { $value =~ /repeat|generate_series|FROM bytes|array_fill/ && rand() < 0.9 } 1 .. 4;
	return $value;
}

sub leaf { return { type => $_[0], text => $_[1] } }

# An expression for an argument; columns are what the FROM clause offers, by type.
sub argument
{
	my ($function, $n, $depth, $columns) = @_;
	my $type = $function->{types}[$n];

	return any($depth, $columns) if $type =~ /^("any"|anyelement)$/ && rand() < 0.7;
	return leaf($type, one_value(@{ good_values($function, $n) })) if rand() < 0.45;
	return leaf($type, one_value(@{ hostile_values($function, $n) })) if rand() < 0.3 || $type =~ /^(any|record|cstring)/;
	return expression($type, $depth, $columns);
}

sub any
{
	my ($depth, $columns) = @_;

	return rand() < 0.3 ? leaf('"any"', one_value(@{ values_of_type('"any"') })) : expression(one_of(@types), $depth, $columns);
}

sub expression
{
	my ($type, $depth, $columns) = @_;
	my $own = $columns->{$type};

	return leaf($type, one_of(@$own)) if $own && rand() < 0.4;
	if ($depth > 0 && rand() < 0.6)
	{
		my @choices = @{ $giving{$type} // [] };

		return call(one_of(@choices), $depth - 1, $columns) if @choices && rand() < 0.8;
		my @fitting = grep { $_->[3] eq $type } @operators;
		if (@fitting && rand() < 0.7)
		{
			my ($name, $left, $right) = @{ one_of(@fitting) };

			return { type => $type, parts => [ expression($left, $depth - 1, $columns), expression($right, $depth - 1, $columns) ],
				of => sub { "(($_[0])::$left OPERATOR($name) ($_[1])::$right)" } };
		}
		return { type => $type, parts => [ map { expression($type, $depth - 1, $columns) } 1 .. 2 ],
			of => sub { "CASE WHEN random() < 0.5 THEN ($_[0])::$type ELSE ($_[1])::$type END" } } if rand() < 0.3;
		return mutated_text($type) if rand() < 0.5;
	}
	my $values = values_of_type($type);
	return @$values ? leaf($type, one_value(@$values, 'NULL')) : leaf($type, 'NULL');
}

sub call
{
	my ($function, $depth, $columns) = @_;
	my @parts = map { argument($function, $_, $depth, $columns) } 0 .. $#{ $function->{types} };

	push @parts, map { any($depth, $columns) } 1 .. int(rand(4)) if $function->{variadic} && $function->{types}[-1] eq '"any"';
	return { type => $function->{result}, parts => \@parts, of => sub { call_text($function, @_) }, function => $function };
}

# The call alone, without what prints it.
sub call_text
{
	my ($function, @arguments) = @_;

	return call_of({ %$function, kind => 'f', set => 0, columns => 0, result => 'void' }, @arguments) =~ s/^SELECT //r;
}

# A literal of the type with some changes.
my @telling = ('\\x00', '\\xff', '\\', '"', "'", ',', '(', ')', '[', ']', '{', '}', ' ', '@', '=', '!', '#', '-', '0', '1', '9999999999', '-1', 'desc', 'salt(', 'é', '%s', 'NULL', '..');

sub mutated_text
{
	my ($type) = @_;
	my ($text) = one_of(@{ values_of_type($type) }) =~ /^'((?:[^']|'')*)'/ or return leaf($type, 'NULL');

	$text =~ s/''/'/g;
	foreach (1 .. 1 + int(rand(3)))
	{
		my $at = int(rand(length($text) + 1));
		my $kind = int(rand(4));

		if ($kind == 0) { substr($text, $at, 0) = one_of(@telling) }
		elsif ($kind == 1) { substr($text, $at, 1 + int(rand(3))) = '' if $at < length $text }
		elsif ($kind == 2) { $text .= substr($text, $at) }
		else { substr($text, $at, 1) = one_of(@telling) if $at < length $text }
	}
	utf8::decode(my $check = $text) or return leaf($type, 'NULL');
	return leaf($type, "'" . ($text =~ s/'/''/gr) . "'");
}

sub text_of
{
	my ($node) = @_;

	return $node->{text} // $node->{of}->(map { text_of($_) } @{ $node->{parts} });
}

# ---- random statements ---------------------------------------------------------------

my %relations = (
	't' => { rowkey => ['key'], widerow => [ 'd', 'e' ] },
	'plain' => { rowkey => ['key'], widerow => ['d'], 'timestamp with time zone' => ['at'] },
	'loose' => { rowkey => ['key'], widerow => ['d'] },
	'orders' => { rowkey => ['key'], widerow => [ 'd', 'e' ] },
	'source' => { integer => ['id'], text => [ 'customer', 'note' ], 'timestamp with time zone' => ['at'], numeric => ['amount'], jsonb => ['doc'], 'text[]' => ['tags'] },
	'bytes' => { integer => ['n'], bytea => ['bytes'] },
	'generate_series(1, 5) i' => { integer => ['i'] });

# A statement: a node whose text it is.
sub statement
{
	my $kind = rand();
	my $depth = int(rand(4));
	my $relation = one_of(sort keys %relations);
	my $columns = rand() < 0.5 ? {} : $relations{$relation};
	my $from = %$columns ? "FROM $relation" : 'FROM generate_series(1, 2) i';

	if ($kind < 0.65)
	{
		my $function = one_of(@functions);

		# those of relations read all their rows
		$function = one_of(@functions) if rand() < 0.7 && grep { /^reg(class|namespace)/ } @{ $function->{types} };
		my $node = call($function, $depth, $function->{set} ? {} : $columns);

		return { parts => [$node], volatile => $function->{volatile},
			of => sub {
				return "SELECT sum(length(x::text)) FROM $_[0] AS x" if $function->{set} && !$function->{columns};
				return "SELECT * FROM $_[0] AS x (id int)" if $function->{columns};
				return "SELECT length(($_[0] OVER (ORDER BY 1 ROWS 1 PRECEDING))::text) $from" if $function->{kind} eq 'a' && $depth == 0;
				return "SELECT $_[0]" . (%$columns ? " $from LIMIT 3" : '') if $function->{result} =~ /^(void|cstring)$/;
				return "SELECT length(($_[0])::text) " . (%$columns || $function->{kind} eq 'a' ? $from : '');
			} };
	}
	if ($kind < 0.75)
	{
		# what indexes, planner and statistics make of a condition
		my @fitting = grep { $_->[3] eq 'boolean' && $_->[1] =~ /^(rowkey|widerow)$/ } @operators;
		my ($name, $left, $right) = @{ one_of(@fitting) };
		my ($table) = one_of('t', 'plain', 'orders', 'parts', 'empty_table');
		my $column = $left eq 'rowkey' ? 'key' : 'd';
		my $explain = rand() < 0.3 ? 'EXPLAIN ' : '';
		my $order = rand() < 0.5 ? "ORDER BY $column" : '';

		return { parts => [ expression($right, $depth, {}) ], of => sub { "${explain}SELECT $column FROM $table WHERE $column OPERATOR($name) ($_[0])::$right $order" } };
	}
	if ($kind < 0.85)
	{
		my ($key, $cells) = (expression('rowkey', $depth, {}), expression('widerow', $depth, {}));
		my $table = one_of('t (key, d)', 'plain (key, d)', 'parts (key, d)', 'of_domain (key, d)', 'base (key, d)');

		return { parts => [ $key, $cells ], volatile => 1, of => sub { "INSERT INTO $table VALUES (($_[0])::rowkey, ($_[1])::widerow) ON CONFLICT DO NOTHING" } } if rand() < 0.5;
		my ($name) = $table =~ /^(\w+)/;
		return { parts => [ $key, $cells ], volatile => 1, of => sub { "UPDATE $name SET d = ($_[1])::widerow WHERE key >= ($_[0])::rowkey" } };
	}
	my $type = one_of(@types);
	return { parts => [ expression($type, $depth + 1, $columns) ], of => sub { "SELECT length((($_[0])::$type)::text) " . (%$columns ? $from : '') } };
}

# Changed bytes of a type's binary form, for its own reader.
my %sent;
sub binary_statement
{
	my $type = one_of(sort keys %sent);
	my $bytes = one_of(@{ $sent{$type} });

	foreach (1 .. 1 + int(rand(3)))
	{
		my $at = int(rand(length($bytes) + 1));
		my $kind = int(rand(4));

		if ($kind == 0) { substr($bytes, $at, 1) = chr(int(rand(256))) if $at < length $bytes }
		elsif ($kind == 1) { substr($bytes, $at, 0) = one_of("\0", "\xff", "\x7f\xff\xff\xff", "\0\0\0\1", 'x' x 40) }
		elsif ($kind == 2) { $bytes = substr($bytes, 0, $at) }
		else { substr($bytes, $at, 1 + int(rand(4))) = '' if $at < length $bytes }
	}
	return [ "SELECT length((\$1::$type)::text)", $bytes ];
}

# ---- a session -------------------------------------------------------------------------

sub connection
{
	my ($database) = @_;

	foreach (1 .. 300)
	{
		my $connection = eval { SqlWire->new($socket, 'ordinary', $database) };

		if ($connection)
		{
			$connection->query($_) foreach $with_each_session, "SET statement_timeout = '${timeout}s'", 'SET client_min_messages = error';
			return $connection;
		}
		sleep 1;
	}
	die "no server\n";
}

sub is_internal
{
	my ($answer, $text) = @_;

	# PostgreSQL's own reader of multiranges believes the count it reads.
	return 0 if $text =~ /\$1::\w*multirange/ && $answer->{message} =~ /^invalid memory alloc request size/;
	return $answer->{code} =~ /^XX/ && !($answer->{code} eq 'XX001' && $text =~ $reads_damaged);
}

# Whether the statement alone, in a new session, fails: "lost", SQLSTATE or "".
sub fails
{
	my ($database, $text) = @_;
	my $connection = connection($database);
	my (undef, $answer) = $connection->run('BEGIN', $text);

	return !$answer ? 'lost' : is_internal($answer, $text) ? $answer->{code} : '';
}

# Put NULL or a part of its own in the place of each part, as long as it fails alike.
sub shorten
{
	my ($database, $statement, $how) = @_;
	my $tries = 0;
	my $changed = 1;

	while ($changed && $tries < 100)
	{
		my @places = ($statement);

		$changed = 0;
		while (my $node = shift @places)
		{
			foreach my $part (@{ $node->{parts} // [] })
			{
				my $before = $part;

				foreach my $other (leaf($part->{type}, 'NULL'), grep { $_->{type} eq $part->{type} } @{ $part->{parts} // [] })
				{
					last if ($part->{text} // '') eq 'NULL' || ++$tries > 100;
					$part = $other;
					if (fails($database, text_of($statement)) eq $how)
					{
						$changed = 1;
						last;
					}
					$part = $before;
				}
				push @places, $part;
			}
		}
	}
	return text_of($statement);
}

# One job: so many statements; returns how many failed.
sub run_job
{
	my ($job, $count) = @_;
	my $database = "sql_fuzz_$job";
	my $connection = connection($database);
	my ($done, $errors, $failed, $peak) = (0, 0, 0, 0);
	my $start = time;

	srand($seed * 1000 + $job);
	open my $report, '>', "$folder/$database.failed" or die "$folder: $!\n";
	$report->autoflush(1);
	while ($done < $count && $failed < 20)
	{
		my (@statements, @messages);

		foreach (1 .. $batch)
		{
			my $statement = rand() < 0.1 ? { binary => binary_statement() } : statement();

			push @statements, $statement;
			$statement->{line} = $statement->{binary} // text_of($statement);
			$statement->{framed} = $statement->{volatile} && rand() < 0.8;
			push @messages, $statement->{framed} ? ('BEGIN', $statement->{line}, 'ROLLBACK') : $statement->{line};
		}
		my @answers = $connection->run(@messages);
		foreach my $statement (@statements)
		{
			my ($answer) = $statement->{framed} ? (splice(@answers, 0, 3))[1] : shift @answers;
			my $text = ref $statement->{line} ? "$statement->{line}[0] with " . unpack('H*', $statement->{line}[1]) : $statement->{line};

			$done++;
			if (!$answer)
			{
				my $how = $statement->{binary} ? '' : fails($database, $text);
				my $short = $how eq '' ? "(not alone)\n" . join("\n", map { ref $_ ? $_->[0] : $_ } @messages) : shorten($database, $statement, $how);

				print $report "lost connection, statement $done: $text\n  in short: $short\n\n";
				$failed++;
				$connection = connection($database);
				last;
			}
			$errors++ if $answer->{code} ne '';
			next unless is_internal($answer, $text);
			my $how = $statement->{binary} ? '' : fails($database, $text);
			print $report "$answer->{code} $answer->{message}, statement $done: $text\n  in short: " . ($how eq '' ? 'not alone' : shorten($database, $statement, $how)) . "\n\n";
			$failed++;
		}
		my $now = $connection->peak_memory;
		$peak = $now if $now > $peak;
		if ($now > $memory)
		{
			print $report "$now bytes of memory, statements before $done:\n" . join("\n", map { ref $_ ? $_->[0] : $_ } @messages) . "\n\n";
			$failed++;
			$connection = connection($database);
		}
		elsif ($done % 5000 < $batch)
		{
			$connection = connection($database);
			$connection->run('DELETE FROM t WHERE random() < 0.8', 'DELETE FROM plain WHERE random() < 0.8', 'DELETE FROM base WHERE random() < 0.8', 'DELETE FROM parts', 'DELETE FROM of_domain');
		}
	}
	print "job $job: $done statements, $errors raised an error, $failed failed, at most $peak bytes, " . (time - $start) . " s\n";
	return $failed;
}

# ---- all --------------------------------------------------------------------------------

$| = 1;
my $super = SqlWire->new($socket, $user, 'postgres');
foreach my $job (1 .. $jobs)
{
	$super->query("DROP DATABASE IF EXISTS sql_fuzz_$job");
	$super->query("CREATE DATABASE sql_fuzz_$job TEMPLATE template0 ENCODING 'UTF8'");
	my $owner = SqlWire->new($socket, $user, "sql_fuzz_$job");
	prepare_database($owner, sub { SqlWire->new($socket, 'ordinary', "sql_fuzz_$job") });
	next if $job > 1;
	read_all($owner);
	foreach my $row ($owner->query(q{
		SELECT format_type(t.oid, NULL), t.typsend::regproc FROM pg_depend d JOIN pg_type t ON t.oid = d.objid
		 WHERE d.classid = 'pg_type'::regclass AND d.deptype = 'e' AND t.typtype IN ('b', 'e', 'r', 'm') ORDER BY 1}))
	{
		my ($type, $send) = @$row;
		my $ordinary = connection('sql_fuzz_1');

		foreach my $answer ($ordinary->run(map { "SELECT encode($send(($_)::$type), 'hex')" } grep { !is_large($_) } @{ values_of_type($type) }))
		{
			push @{ $sent{$type} }, pack('H*', $answer->{rows}[0][0]) if $answer->{code} eq '' && defined $answer->{rows}[0][0] && length $answer->{rows}[0][0] < 4000;
		}
	}
}

my $deaf = "$folder/sql_fuzz.deaf";
unlink $deaf;
my $watcher = watch_timeouts($socket, $user, $timeout, $grace, $deaf);
my %jobs;
foreach my $job (1 .. $jobs)
{
	my $pid = fork() // die "fork: $!\n";

	exit(run_job($job, $calls / $jobs) ? 1 : 0) if $pid == 0;
	$jobs{$pid} = $job;
}
my $failed = 0;
while (%jobs)
{
	my $pid = wait();

	next unless delete $jobs{$pid};
	$failed = 1 if $?;
}
kill 'TERM', $watcher;
waitpid $watcher, 0;
foreach my $file (grep { -s $_ } map({ "$folder/sql_fuzz_$_.failed" } 1 .. $jobs), $deaf)
{
	open my $in, '<', $file;
	print $file eq $deaf ? "deaf to their timeout:\n" : '', <$in>;
	$failed = 1;
}
print $failed ? "sql_fuzz: FAILED\n" : "sql_fuzz: $calls statements passed\n";
exit $failed;
