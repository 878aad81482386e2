# Input from outside is hostile: thousands of mutated literals and binary COPY
# streams give the right value or a clean error, and leave no memory behind.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('hostile');
my $dir = $server->basedir;
my $seed = 20260103;
srand($seed);

$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');

# What PostgreSQL may answer to bad input: text or binary form, value out of
# range, parameter, limit, character set, a broken COPY stream or message.
my %clean = map { $_ => 1 } qw(22P02 22P03 22P04 22003 22023 22021 22000 22001 54000 08P01);

# ---- corpus: the text forms of good values, by type -------------------------

my @key_literals = (
	'', 'row', 'a b', '\x00', '\xFF\xFF', 'k\x80\x00z', '\x5C', q{it's "q" #{1}},
	'\x00\x01\x02\x03\x04\x05\x06\x07', ('\xFF' x 40) . 'end', 'x' x 300);
my %corpus = (
	rowkey => \@key_literals,
	rowkeyrange => [
		'empty', '(,)', '[a,b)', '[a,)', '(,b)', '[a,a]', '(a,b]',
		'["a\\\\x00","a\\\\xFF")', '["a b","a\\"c")', '["",z)' ],
	rowkeymultirange => [
		'{}', '{[a,b)}', '{[a,b),[c,d)}', '{(,a),["b\\\\x00",)}', '{(,)}' ],
	rowkey_layout => [
		'customer text, ord bigint', q{a text, '_', digits(at timestamptz, 19) desc using string},
		'salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int using phoenix',
		'bucket(at, 100), at timestamptz, host text', 'k bytea(3), trunc(at timestamptz(0), \'1 hour\') using bytes' ],
	rowkey_bound => [
		'lower [a', 'upper b)', 'lower empty', 'upper a\x00)', 'lower [', 'upper )', 'upper \xFF\xFF)' ],
	widerow => [
		'{}', '{b=2, a=1}', '{q@5=new,q@3=old,q@4!DeleteColumn}', '{""@9!DeleteFamily, ""=""}',
		'{q="say ""hi"", {you}", r=\x00\xFF\x5C, "a b"="x@y"}', '{q@5#9=b, q@5#4!Delete, r@1#2=x}',
		'{' . join(', ', map { "q$_\@$_=v$_" } 1 .. 40) . '}' ],
	hbase_encoding => [ 'bytes', 'phoenix' ]);

# hbase_internal.outcome has no text form.
my @types = split / /, $server->safe_psql('postgres', q{
	SELECT string_agg(typname, ' ' ORDER BY typname) FROM (
		SELECT typname FROM pg_depend JOIN pg_type t ON t.oid = objid
		WHERE classid = 'pg_type'::regclass AND deptype = 'e' AND typtype <> 'p' AND typrelid = 0 AND typelem = 0 AND typname <> 'outcome'
		UNION SELECT typname FROM pg_range JOIN pg_type t ON t.oid = rngmultitypid WHERE rngsubtype = 'rowkey'::regtype) x});
is_deeply([ grep { !$corpus{$_} } @types ], [], 'every type has its corpus');

# ---- mutation ----------------------------------------------------------------

my @telling = ('\\', '\\x', '\\xG', '\\xf', '\\xff', "\t", "\n", "\r", "\x7f",
	"\xc3", "\xc3\xa9", "\xf0\x9f\x98\x80", '"', q{'}, ',', '(', ')', '[', ']', '{', '}',
	' ', '%s', '%n', '\\0', '-', '99999999999999999999', 'desc', 'salt(', '\\x5C');

# Some changes at random places of a byte string.
sub mutate
{
	my ($s, @pieces) = @_;

	foreach (1 .. 1 + int(rand(4)))
	{
		my $at = int(rand(length($s) + 1));
		my $kind = int(rand(6));

		if ($kind == 0) { substr($s, $at, 1) = chr(int(rand(256))) if $at < length $s }
		elsif ($kind == 1) { substr($s, $at, 0) = $pieces[ rand @pieces ] }
		elsif ($kind == 2) { substr($s, $at, 1 + int(rand(4))) = '' if $at < length $s }
		elsif ($kind == 3) { $s = substr($s, 0, $at) }
		elsif ($kind == 4) { $s .= substr($s, $at) }
		elsif ($at < length $s)
		{
			substr($s, $at, 1) = chr(ord(substr($s, $at, 1)) ^ (1 << int(rand(8))));
		}
	}
	return $s;
}

# Strings that a text parameter may hold: no 00, and valid UTF-8.
sub mutated_text
{
	my ($s) = @_;
	my $copy;

	do
	{
		$copy = mutate($s, @telling);
	} while ($copy =~ /\0/ || !utf8::decode(my $check = $copy));
	return $copy;
}

# ---- literals ----------------------------------------------------------------

# Each literal is read under an exception handler; what comes back is the
# value's own text, or SQLSTATE and message.
$server->safe_psql('postgres', q{
	CREATE TABLE literal (no serial, type text, input bytea, output text, code text, message text);
	CREATE PROCEDURE read_literals() LANGUAGE plpgsql AS $$
	DECLARE l record; again text;
	BEGIN
		FOR l IN SELECT no, type, convert_from(input, 'UTF8') AS input FROM literal ORDER BY no LOOP
			BEGIN
				EXECUTE format('SELECT %L::%s::text', l.input, l.type) INTO again;
				UPDATE literal SET output = again, code = NULL, message = NULL WHERE no = l.no;
			EXCEPTION WHEN others THEN
				UPDATE literal SET output = NULL, code = SQLSTATE, message = SQLERRM WHERE no = l.no;
			END;
		END LOOP;
	END $$;});

my %count;
{
	open my $file, '>', "$dir/literals" or die $!;
	foreach my $type (@types)
	{
		my @good = @{ $corpus{$type} };
		my $n = $type eq 'rowkey' ? 4000 : 1000;

		foreach my $i (1 .. $n)
		{
			my $literal = $i <= @good ? $good[ $i - 1 ] : mutated_text($good[ rand @good ]);

			print $file "$type\t\\\\x" . unpack('H*', $literal) . "\n";
			$count{$type}++;
		}
	}
	foreach my $n (32766, 32767, 32768, 40000)
	{
		print $file "rowkey\t\\\\x" . unpack('H*', 'k' x $n) . "\n";
		print $file "rowkey\t\\\\x" . unpack('H*', '\x80' x $n) . "\n";
		$count{rowkey} += 2;
	}
	close $file;
}
$server->safe_psql('postgres', "COPY literal (type, input) FROM '$dir/literals'");
$server->safe_psql('postgres', 'CALL read_literals()');

my @rows = map { [ split /\|/, $_, 6 ] } split /\n/,
  $server->safe_psql('postgres', q{
	SELECT type, encode(input, 'hex'), coalesce(encode(convert_to(output, 'UTF8'), 'hex'), '-'),
		   coalesce(code, ''), coalesce(translate(message, E'\n|', '  '), ''), no
	FROM literal ORDER BY no});
is(scalar @rows, eval { my $s = 0; $s += $_ foreach values %count; $s }, 'every literal was read');

# A row key's literal is good or bad by one rule, told here a second time.
sub is_row_key
{
	my ($s) = @_;

	return 0 unless $s =~ /\A(?:[\x20-\x5b\x5d-\x7e]|\\x[0-9A-F]{2})*\z/;
	return ($s =~ s/\\x../k/gr) =~ /\A.{0,32767}\z/s;
}

my (@wrong, @unclean, @nameless, %seen);
foreach my $row (@rows)
{
	my ($type, $hex, $output, $code, $message) = @$row;
	my $input = pack('H*', $hex);

	$seen{$type}{ $code eq '' ? 'read' : 'refused' }++;
	push @unclean, "$type $input: $code $message" if $code ne '' && !$clean{$code};
	next unless $type eq 'rowkey';
	push @wrong, $input if is_row_key($input) != ($code eq '');
	push @nameless, "$input: $message" if $code ne '' && $message !~ /row key/;
	# A plain byte written as an escape comes back plain; nothing else changes.
	push @wrong, $input
	  if $code eq '' && lc $output ne lc unpack('H*', $input =~
		  s/\\x(..)/my $c = chr hex $1; $c =~ m{[\x20-\x5b\x5d-\x7e]} ? $c : "\\x$1"/ger);
}
is_deeply(\@unclean, [], 'only clean errors');
is_deeply(\@wrong, [], 'a row key is read exactly when it should be, and as it should be');
is_deeply(\@nameless, [], 'its errors name the type');
foreach my $type (@types)
{
	my ($read, $refused) = map { $_ // 0 } @{ $seen{$type} }{qw(read refused)};

	note("$type: $count{$type} literals, $read read, $refused refused");
	ok($read > 0 && $refused > 0, "$type: mutation makes both good and bad literals");
}

# ---- binary ------------------------------------------------------------------

# COPY BINARY of one row: header, then per row a count of fields and each with
# its length, then a trailer.
my $header = "PGCOPY\n\xff\r\n\0" . pack('NN', 0, 0);
my $trailer = pack('n', 0xffff);

# What the type itself sends, one value each, as COPY writes it.
my %sent;
foreach my $type (@types)
{
	$server->safe_psql('postgres', "CREATE TABLE binary_$type (v $type)");
	foreach my $literal (@{ $corpus{$type} })
	{
		my $quoted = $literal =~ s/'/''/gr;

		$server->safe_psql('postgres', "COPY (SELECT '$quoted'::$type) TO '$dir/value' (FORMAT binary)");
		my $bytes = read_file("$dir/value");
		push @{ $sent{$type} }, substr($bytes, 19 + 2 + 4, -2);
	}
}

# The streams: some with a mutated value in a good frame, so that it reaches
# the type's own reader, some mutated anywhere behind the signature.
my @binary_telling = ("\0", "\xff", "\0\0\0\0", "\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\x80\0\0\0", "\0\0\0\1", 'x' x 40);
my %streams;
mkdir "$dir/streams";
foreach my $type (@types)
{
	foreach my $i (1 .. 600)
	{
		my $value = $sent{$type}[ rand @{ $sent{$type} } ];
		my $stream;

		if ($i % 3)
		{
			$value = mutate($value, @binary_telling);
			$stream = $header . pack('nN', 1, length $value) . $value . $trailer;
		}
		else
		{
			$stream = substr($header, 0, 15)
			  . mutate(substr($header, 15) . pack('nN', 1, length $value) . $value . $trailer,
				@binary_telling);
		}
		write_file("$dir/streams/$type.$i", $stream);
		$streams{$type}++;
	}
}
foreach my $n (32767, 32768, 100000)
{
	write_file("$dir/streams/rowkey.long$n", $header . pack('nN', 1, $n) . ('k' x $n) . $trailer);
}

my (%answers, @bad_answers);
foreach my $type (@types)
{
	my @files = sort glob("$dir/streams/$type.*");
	my $script = join '', map { "COPY binary_$type FROM '$_' (FORMAT binary);\n" } @files;
	my ($status, $output, $error) = $server->psql('postgres', "\\set VERBOSITY verbose\n$script",
		on_error_stop => 0);

	$answers{$type} = () = $error =~ /^psql:.*ERROR:/mg;
	push @bad_answers, grep { /ERROR: +(\w{5}): +(.*)/ && !is_clean($type, $1, $2) } split /\n/, $error;
	is($status, 0, "$type: the session outlives " . @files . ' binary streams');
	ok($answers{$type} > 0 && $answers{$type} < @files, "$type: $answers{$type} of them refused");
}
is_deeply(\@bad_answers, [], 'only clean errors');
my ($long_status, $long_output, $long_error) = $server->psql('postgres', "COPY binary_rowkey FROM '$dir/streams/rowkey.long32768' (FORMAT binary)");
like($long_error, qr/row key of 32768 bytes is too long/, 'which name the type');

# PostgreSQL's own reader of multiranges believes the count it reads.
sub is_clean
{
	my ($type, $code, $message) = @_;

	return 1 if $type =~ /multirange/ && $message =~ /^invalid memory alloc request size/;
	return $clean{$code};
}

# What was let in is sound: it prints, and reads back as itself.
foreach my $type (@types)
{
	my $back = $type eq 'rowkey' ? 'rowkey_from_notation(v::text)' : "v::text::$type";

	is( $server->safe_psql('postgres', "SELECT count(*) FROM binary_$type WHERE ($back)::text IS DISTINCT FROM v::text"),
		'0', "$type: what came in prints and reads back");
}
is( $server->safe_psql('postgres', 'SELECT max(length(v)) FROM binary_rowkey'),
	'32767', 'the longest row key is 32767 bytes');

# ---- memory ------------------------------------------------------------------

# The same bad input again and again in one session: its memory stays as it is
# after the first round.
my $one_round = q{CALL read_literals();}
  . join('', map { my $type = $_; map { "COPY binary_$type FROM '$_' (FORMAT binary);" } (sort glob("$dir/streams/$type.1*"))[ 0 .. 49 ] } @types);
my $used = q{SELECT 'used ' || sum(used_bytes) FROM pg_backend_memory_contexts WHERE name NOT IN ('MessageContext', 'PortalContext', 'ExecutorState');};
my ($status, $output) = $server->psql('postgres',
	"DELETE FROM literal WHERE no % 8 <> 0;\n" . "$one_round\n$used\n" x 6, on_error_stop => 0);
my @used = $output =~ /^used (\d+)$/mg;
note("bytes in use after each round: @used");
is(scalar @used, 6, 'six rounds');
ok($used[5] - $used[1] < 32768, 'no memory is left behind');

# ---- still alive -------------------------------------------------------------

is($server->safe_psql('postgres', q{SELECT 'alive\x00'::rowkey}), 'alive\x00', 'the server is alive');
unlike(read_file($server->logfile), qr/terminated by signal|PANIC:|TRAP:/, 'and never fell');

$server->stop;
done_testing();
