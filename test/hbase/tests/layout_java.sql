-- A Java program of the methods that rowkey_layout_ddl gives, each called with the
-- values that rowkey_compose was given, and of the keys that it made of them.
CREATE TABLE layout_java (layout rowkey_layout, given text, java text);
INSERT INTO layout_java VALUES
    ('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int', $$'ALFKI', timestamptz '2022-12-24 18:00:00.123456+00', 3$$, '"ALFKI", Instant.parse("2022-12-24T18:00:00.123456Z"), 3'),
    ('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int', $$'é字😀', timestamptz '1969-12-31 23:59:59.9996+00', -3$$, '"é字😀", Instant.parse("1969-12-31T23:59:59.999600Z"), -3'),
    ('a text desc, b smallint, c bigint desc, d boolean, e real, f double precision desc, g text desc', $$'a', -7::smallint, -9::bigint, true, -1.5::real, 0.1::float8, 'z'$$, '"a", (short) -7, -9L, true, -1.5f, 0.1, "z"'),
    ('a text desc, b smallint, c bigint desc, d boolean, e real, f double precision desc, g text desc', $$'a', 32767::smallint, 9223372036854775807, false, 'NaN'::real, '-0'::float8, 'z'$$, '"a", Short.MAX_VALUE, Long.MAX_VALUE, false, Float.NaN, -0.0, "z"'),
    ('a tinyint, b unsigned_int, c unsigned_long desc, d unsigned_float, e unsigned_double, f unsigned_tinyint, g unsigned_smallint', '-1, 5, 6::bigint, 1.5::real, 2.5::float8, 7, 8', '(short) -1, 5, 6L, 1.5f, 2.5, (short) 7, (short) 8'),
    ('a char(5), b bytea(3), c uuid, d date, e time, f timestamp(3), g bytea', $$'ab', '\x01'::bytea, '123e4567-e89b-12d3-a456-426614174000'::uuid, date '1969-07-20', time '20:17:40.5', timestamp '2022-12-01 00:00:00.001', '\x00ff'::bytea$$,
        '"ab", new byte[] {1}, UUID.fromString("123e4567-e89b-12d3-a456-426614174000"), LocalDate.of(1969, 7, 20), LocalTime.of(20, 17, 40, 500000000), LocalDateTime.of(2022, 12, 1, 0, 0, 0, 1000000), new byte[] {0, -1}'),
    ('a timestamptz(6), b timestamptz(0), c timestamp(6) desc, d time(0)', $$timestamptz '1969-12-31 23:59:59.999999+00', timestamptz '1969-12-31 23:59:59.5+00', timestamp '2022-12-01 00:00:00.123456', time '00:00:01.5'$$,
        'Instant.parse("1969-12-31T23:59:59.999999Z"), Instant.parse("1969-12-31T23:59:59.500Z"), LocalDateTime.of(2022, 12, 1, 0, 0, 0, 123456000), LocalTime.of(0, 0, 1, 500000000)'),
    ('bucket(at, 100), bucket(n, 1000), at timestamptz, n int', $$timestamptz '1969-12-31 23:59:59.999+00', -1$$, 'Instant.parse("1969-12-31T23:59:59.999Z"), -1'),
    ('bucket(d, 7), d date', $$date '1969-12-30'$$, 'LocalDate.of(1969, 12, 30)'),
    ('a smallint, b int, c bigint, d real, e double precision, f boolean, g timestamptz, h timestamptz desc, i timestamptz(0), j date, k uuid, l text using bytes', $$1::smallint, 2, 3::bigint, 1.5::real, 2.5::float8, true, timestamptz '2022-12-01+00', timestamptz '1969-12-01+00', timestamptz '2022-12-01+00', date '2022-12-01', '123e4567-e89b-12d3-a456-426614174000'::uuid, 'x'$$,
        '(short) 1, 2, 3L, 1.5f, 2.5, true, Instant.parse("2022-12-01T00:00:00Z"), Instant.parse("1969-12-01T00:00:00Z"), Instant.parse("2022-12-01T00:00:00Z"), LocalDate.of(2022, 12, 1), UUID.fromString("123e4567-e89b-12d3-a456-426614174000"), "x"'),
    ($$a numeric, '|', b byte, c vint, '|', d bytea using bytes$$, $$100.010, 5, 300::bigint, '\x01'::bytea$$, 'new BigDecimal("100.010"), (short) 5, 300L, new byte[] {1}'),
    ($$salt(64, metric, tags), metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$, $$'\x3f20bc'::bytea, timestamptz '2005-08-29 02:50:17.103+00', '\x006f6b0085dc'::bytea$$, 'Bytes.fromHex("3f20bc"), Instant.parse("2005-08-29T02:50:17.103Z"), Bytes.fromHex("006f6b0085dc")'),
    ($$salt(1000, metric, tags) as 2 bytes, metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$, $$'\x7cf99b'::bytea, timestamptz '2026-09-24 18:15:59+00', '\x007d0100cf0c'::bytea$$, 'Bytes.fromHex("7cf99b"), Instant.parse("2026-09-24T18:15:59Z"), Bytes.fromHex("007d0100cf0c")'),
    ('salt(16) by java as text, id text using string', $$'polygenelubricants'$$, '"polygenelubricants"'),
    ('salt(10) by java_floormod as text, id text using string', $$'polygenelubricants'$$, '"polygenelubricants"'),
    ('salt(1000) by md5 as 2 bytes, id text using string', $$'abc'$$, '"abc"'),
    ('salt(7) by murmur3, id text', $$'abc'$$, '"abc"'), ('salt(7) by murmur, id text', $$'é'$$, '"é"'), ('salt(7) by jenkins, id text', $$'abc'$$, '"abc"'), ('salt(7) by crc32, id text', $$'abc'$$, '"abc"'),
    ($$md5hex(id text, 4), '-', sha256hex(id, 5), '_', digits(n int, 6), digits(n, 6) desc, digits(at timestamptz, 19) desc, reverse(id) using string$$, $$'añ字', 42, timestamptz '2022-12-24 18:00+00'$$, '"añ字", 42, Instant.parse("2022-12-24T18:00:00Z")'),
    ('crc32(a text), java(a), murmur3(a, 2), jenkinshex(a, 3), sha1(a, 3), sha512(b, 4), "sha512-256"(b, 2), b int', $$'host1', 7$$, '"host1", 7'),
    ($$a bigint, '|', b boolean, '|', c numeric, '|', d uuid, '|', e date, '|', f bytea using string$$, $$-5::bigint, true, 1.50, '123e4567-e89b-12d3-a456-426614174000'::uuid, date '2022-12-01', '\x41'::bytea$$, '-5L, true, new BigDecimal("1.50"), UUID.fromString("123e4567-e89b-12d3-a456-426614174000"), LocalDate.of(2022, 12, 1), new byte[] {0x41}'),
    ('reverse(a int), reverse(b text), c int', $$1, 'abc', 2$$, '1, "abc", 2'),
    ($$trunc(a timestamptz, '15 minutes'), trunc(b timestamptz, '1 week') desc, trunc(c timestamptz, '1 month'), trunc(d date, '2 years'), trunc(e timestamptz(6), '500 ms'), trunc(f timestamp(3), '7 hours')$$,
        $$timestamptz '2022-12-01 10:44:59+00', timestamptz '1969-12-28 12:00+00', timestamptz '2024-02-29 12:00+00', date '1969-06-01', timestamptz '2022-12-01 00:00:00.999999+00', timestamp '1969-12-31 23:00'$$,
        'Instant.parse("2022-12-01T10:44:59Z"), Instant.parse("1969-12-28T12:00:00Z"), Instant.parse("2024-02-29T12:00:00Z"), LocalDate.of(1969, 6, 1), Instant.parse("2022-12-01T00:00:00.999999Z"), LocalDateTime.of(1969, 12, 31, 23, 0)'),
    ('a smallint, b int desc, c bigint, d real desc, e double precision, f numeric desc, g text, h bytea desc, i boolean, j timestamptz, k uuid, l char(4), m tinyint using ordered', $$-1::smallint, 2, -3::bigint, -1.5::real, 2.5::float8, -100.01, 'abc', '\x00ff'::bytea, true, timestamptz '2022-12-01+00', '123e4567-e89b-12d3-a456-426614174000'::uuid, 'ab', 5$$,
        '(short) -1, 2, -3L, -1.5f, 2.5, new BigDecimal("-100.01"), "abc", new byte[] {0, -1}, true, Instant.parse("2022-12-01T00:00:00Z"), UUID.fromString("123e4567-e89b-12d3-a456-426614174000"), "ab", (short) 5'),
    ('a int null, b text desc null, c numeric null, d blob_copy using ordered', $$NULL::int, NULL::text, 1e20, '\x01'::bytea$$, 'null, null, new BigDecimal("1E+20"), new byte[] {1}'),
    ('a int null, b text desc null using ordered', $$5, 'x'$$, '5, "x"'),
    ($$"for" int, "two words" text, 'it''s', "\u0041" int, strictfp int, größe int, "€" int$$, $$1, 'x', 2, 3, 4, 5$$, '1, "x", 2, 3, 4, 5');

CREATE FUNCTION composed(layout rowkey_layout, given text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    key text;
BEGIN
    EXECUTE format('SELECT encode(rowkey_compose(%L, %s)::bytea, ''hex'')', layout, given) INTO key;
    RETURN key;
END $$;
SELECT 'import java.math.BigDecimal;
import java.time.*;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;

public class LayoutKeys {
    static int wrong = 0;

    static void check(int n, byte[] key, String wanted) {
        if (!Bytes.toHex(key).equals(wanted)) {
            System.out.println("case " + n + ": " + Bytes.toHex(key) + " instead of " + wanted);
            wrong++;
        }
    }
';
SELECT format(E'static class K%s {\n%s}', row_number() OVER (), rowkey_layout_ddl(layout, 'java', 't')) FROM layout_java;
-- A whole table: its descriptor says what was defined.
CREATE TABLE layout_java_table (key rowkey PRIMARY KEY, d widerow);
SELECT FROM hbase.define('layout_java_table', 'shop:orders', '{"salt(4), id text"}', '{"d": {"VERSIONS": 3, "TTL": "1 day", "COMPRESSION": "GZ", "BLOOMFILTER": "ROWCOL", "KEEP_DELETED_CELLS": "TTL"}}', regions => 4);
SELECT FROM hbase.define_column('layout_java_table', 'd', '\x00ff22'::bytea, 'größe', 'int');
SELECT format(E'static class Table {\n%s\n}', hbase.ddl('layout_java_table', 'java'));
SELECT '    public static void main(String[] args) {';
SELECT $$        check(0, Table.SPLITS[2], "03");
        check(0, Table.COLUMN_gr____e_1, "00ff22");
        org.apache.hadoop.hbase.client.ColumnFamilyDescriptor d = Table.table().getColumnFamily(Table.FAMILY_d);
        String said = Table.TABLE + " " + Table.SPLITS.length + " " + d.getMaxVersions() + " " + d.getTimeToLive() + " " + d.getCompressionType() + " " + d.getBloomFilterType() + " " + d.getKeepDeletedCells();
        if (!said.equals("shop:orders 3 3 86400 GZ ROWCOL TTL")) {
            System.out.println("the table is " + said);
            wrong++;
        }$$;
SELECT format('        check(%s, K%1$s.rowKey(%s), "%s");', row_number() OVER (), java, composed(layout, given)) FROM layout_java;
SELECT format(E'        System.out.println("%s keys built by Java, " + wrong + " differ");\n        System.exit(wrong);\n    }\n}', count(*)) FROM layout_java;
