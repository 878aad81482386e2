# shellcheck shell=bash disable=SC2154
# load.sh: checks everything first, loads all tables with one process, stops at the first
# failure and goes on there; a table that it did not make is left alone.

# A program in the place of hbase that counts its calls.
counting_hbase() {
	printf '#!/bin/sh\necho call >>"%s"\nexec "%s" "$@"\n' "$work/$1.calls" "$here/hbase" >"$work/$1.hbase"
	chmod 755 "$work/$1.hbase"
	: >"$work/$1.calls"
}

# stops WORDS COMMAND...: the command fails, and its output has the words.
stops() {
	local words=$1 said
	shift
	if said=$("$@" 2>&1); then
		printf 'should fail: %s\n' "$*"
		return 1
	fi
	[[ $said == *"$words"* ]] || {
		printf '%s\n' "$said"
		return 1
	}
}

# hbase_script RUBY: statements of the HBase shell.
hbase_script() {
	echo "$1" >"$work/statements-$BASHPID.rb"
	"$HBASE" shell -n "$work/statements-$BASHPID.rb"
}

test_load_tables() {
	local folder=$work/load
	sql -c "CREATE TABLE one (key rowkey PRIMARY KEY, d widerow)" \
		-c "CREATE TABLE two (key rowkey PRIMARY KEY, d widerow, e widerow)" \
		-c "INSERT INTO one SELECT rowkey_from_text('k' || i), widerow_build('q', i) FROM generate_series(1, 1000) i" \
		-c "INSERT INTO two SELECT key, d, d FROM one" \
		-c "SELECT hbase.define('one', 'load_one', families => '{\"d\": {\"VERSIONS\": 3, \"TTL\": \"FOREVER\", \"COMPRESSION\": \"GZ\"}}', splits => '{k3,k6}')" \
		-c "SELECT hbase.define('two', 'loaded:two')" \
		-c "SELECT count(*) FROM hbase.export_all('{one,two}', '$folder', stamp => 7)"

	# checked first: nothing is changed
	hbase_script "create_namespace 'loaded'; create 'loaded:two', 'd'; put 'loaded:two', 'x', 'd:q', 'v'"
	stops "the table's families are d, those of the files d, e" load "$folder"
	stops "the table is not empty" load "$folder"
	stops "load_one" hbase_script "get_table('load_one').table.getDescriptor"
	hbase_script "disable 'loaded:two'; drop 'loaded:two'"
	mv "$folder/load_one/d" "$folder/load_one/away"
	stops "is missing, cannot be read or has another size" load "$folder"
	mv "$folder/load_one/away" "$folder/load_one/d"
	chmod a-w "$folder"/load_one/d/*
	stops "cannot read and write file:$folder/load_one/d/" load "$folder"
	chmod u+w "$folder"/load_one/d/*
	if [ "$(id -u)" = 0 ]; then
		chown root "$folder/loaded-two"
		chmod 700 "$folder/loaded-two"
		stops "manifest.json cannot be read" load "$folder"
		chmod 755 "$folder/loaded-two"
	fi
	"$folder/load.sh" check local

	# one process; the second table fails, and a second call goes on with it
	counting_hbase load
	export TARGET=$work/load_target
	mkdir -p "$TARGET/loaded-two"
	chmod 777 "$TARGET"
	HBASE=$work/load.hbase stops "exists: remove it" "$folder/load.sh"
	[ "$(wc -l <"$work/load.calls")" = 1 ]
	rmdir "$TARGET/loaded-two"
	HBASE=$work/load.hbase "$folder/load.sh" >"$work/load.second" 2>&1 || { cat "$work/load.second"; return 1; }
	grep -q "load_one: .* is loaded already" "$work/load.second"
	grep -q "loaded:two: loaded" "$work/load.second"
	[ "$(wc -l <"$work/load.calls")" = 2 ]
	[ -z "$(ls "$TARGET")" ]
	unset TARGET
	ranges one "$folder/load_one" load_one
	ranges two "$folder/loaded-two" loaded:two

	# the checksums of the script are those of RangeChecksums
	"$folder/load_one/load.sh" checksums | grep -P '^\d+\t' >"$work/load.sums"
	diff "$work/load.sums" "$folder/load_one.live"

	# another relation, an older definition, and what is accepted
	sql -c "CREATE TABLE three (LIKE one)" -c "INSERT INTO three VALUES ('k1', widerow_build('q', 1))" \
		-c "SELECT hbase.define('three', 'load_one', splits => '{k3,k6}')" \
		-c "SELECT count(*) FROM hbase.export_hfiles('three', '$work/load_three', stamp => 8)"
	stops "was loaded from" load "$work/load_three"
	stops "the table is not empty" load "$work/load_three"
	stops "d: VERSIONS is 3, not 1" load "$work/load_three"
	stops "options differ" env ACCEPT='relation rows' "$work/load_three/load.sh" local
	ACCEPT='relation,rows options' "$work/load_three/load.sh" local
	ranges one "$folder/load_one" load_one && return 1
	sql -c "SELECT hbase.define('three', 'load_one', splits => '{k4}')" \
		-c "SELECT count(*) FROM hbase.export_hfiles('three', '$work/load_splits', stamp => 9)"
	stops 'the table'"'"'s split points are ["k3", "k6"], those of the files ["k4"]' load "$work/load_splits"
}

# What is asked of the client: its version, and a ticket. Classes and settings in a folder of the
# boot class path come before those of the client.
test_load_client() {
	local folder=$work/load_client first=$work/load_client_first version kerberos
	sql -c "CREATE TABLE asking (key rowkey PRIMARY KEY, d widerow)" -c "INSERT INTO asking VALUES ('k', widerow_build('q', 1))" \
		-c "SELECT count(*) FROM hbase.export_hfiles('asking', '$folder', stamp => 7)"
	mkdir -p "$first/kerberos" "$first/source"
	echo '<configuration><property><name>hadoop.security.authentication</name><value>kerberos</value></property></configuration>' >"$first/kerberos/core-site.xml"
	# the defaults are for one version
	for version in 2.4.18 2.5.11 3.0.0; do
		mkdir "$first/$version"
		echo '<configuration><property><name>hbase.defaults.for.version.skip</name><value>true</value><final>true</final></property></configuration>' >"$first/$version/core-site.xml"
		echo "package org.apache.hadoop.hbase; public class Version { public static final String version = new String(\"$version\"), revision = \"\", user = \"\", date = \"\", url = \"\", srcChecksum = \"\"; }" >"$first/source/Version.java"
		javac -d "$first/$version" "$first/source/Version.java"
	done
	chmod -R a+rX "$first"

	kerberos="-Xbootclasspath/a:$first/kerberos -Djava.security.krb5.realm=EXAMPLE.COM -Djava.security.krb5.kdc=localhost"
	JDK_JAVA_OPTIONS=$kerberos stops "there is no Kerberos ticket: run kinit first" load "$folder"
	JDK_JAVA_OPTIONS=$kerberos stops "there is no Kerberos ticket: run kinit first" pg2hbase load "$folder"
	for version in 2.4.18 3.0.0; do
		JDK_JAVA_OPTIONS=-Xbootclasspath/a:$first/$version stops "the HBase client has version $version; this script is for 2.5 and 2.6" pg2hbase load --local "$folder"
	done
	stops "Table asking does not exist" hbase_script "describe 'asking'"
	JDK_JAVA_OPTIONS=-Xbootclasspath/a:$first/2.4.18 pg2hbase load --check --local --accept version "$folder"
	JDK_JAVA_OPTIONS=-Xbootclasspath/a:$first/2.5.11 pg2hbase load --local "$folder"
	ranges asking "$folder" asking
}
