# shellcheck shell=bash disable=SC2154
# The Java that rowkey_layout_ddl writes builds the keys that rowkey_compose builds.

test_layout_java() {
	mkdir -m 777 "$work/layouts"
	sql -f "$here/tests/layout_java.sql" >"$work/layouts/LayoutKeys.java"
	javac -encoding UTF-8 -d "$work/layouts" -cp "$lab_classpath" "$work/layouts/LayoutKeys.java"
	chmod -R a+rX "$work/layouts"
	"$here/lab" java -cp "$lab_classpath:$work/layouts" LayoutKeys
}
