/*
 * test_layout.c
 *		Layouts as text: the canonical form, errors and their positions;
 *		numbers and periods of times.
 */
#include "core/base/host.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_print.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/layout/layout_time.h"
#include "unit/values.h"

/* ---- the canonical form ----------------------------------------------- */

typedef struct Canonical
{
	const char *text;
	const char *canonical;
	bool		two_way;
} Canonical;

static const Canonical canonical[] = {
	{"salt(16), md5(customer text, 4), customer, placed timestamptz desc, 'L', line int",
	"salt(16), md5(customer text, 4), customer, placed timestamptz desc, 'L', line int using phoenix",
	true},
	{"A  Text ,b\nINT4\tDESC", "a text, b int desc using phoenix", true},
	{"a asc, b int2 not null, a int8", "a bigint, b smallint, a using phoenix",
	 true},
	{"a float4, b float8, c bool, d decimal",
	 "a real, b double precision, c boolean, d numeric using phoenix", true},
	{"a character varying, b character(3), c varchar(9), d char",
	"a text, b char(3), c varchar(9), d char(1) using phoenix", true},
	{"a timestamp with time zone, b timestamp(3), c timestamp(6) without time zone, d time without time zone, e timestamp(0) with time zone",
	"a timestamptz, b timestamp(3), c timestamp(6), d time, e timestamptz(0) using phoenix",
	true},
	{"a timestamp, b timestamp(3) using bytes",
	 "a timestamp, b timestamp using bytes", true},
	{"a unsigned_long, b UNSIGNED_INT, c tinyint",
	 "a unsigned_long, b unsigned_int, c tinyint using phoenix", true},
	{"a rowkey using ordered", "a bytea using ordered", true},
	{"a text null, b int null desc, c text using ordered", NULL, false},
	{"a text null, b int desc null, c text null using ordered",
	 "a text null, b int desc null, c text null using ordered", true},
	{"a bytea(3), b bytea using bytes", "a bytea(3), b bytea using bytes",
	 true},
	{"\"A b\" text, \"using\" int, \"x\"\"y\" int, \"plain\" int, \"1\" int",
	"\"A b\" text, \"using\" int, \"x\"\"y\" int, plain int, \"1\" int using phoenix",
	true},
	{"\xc3\xa9t\xc3\xa9 text", "\"\xc3\xa9t\xc3\xa9\" text using phoenix",
	 true},
	{"'a''b', '\\x00\\x5C', '\xe5\x88\x86', a int",
	 "'a''b', '\\x00\\x5C', '\\xE5\\x88\\x86', a int using phoenix", true},
	{"salt(4) by phoenix as 1 byte, a int", "salt(4), a int using phoenix",
	 true},
	{"salt(256, b, a) by md5 as 2 bytes, a int, b int",
	 "salt(256, a, b) by md5 as 2 bytes, a int, b int using phoenix", true},
	{"salt(16) by java as text, id text using string",
	 "salt(16) by java as text, id text using string", true},
	{"salt(300) by \"sha512-256\" as text, id text using string",
	 "salt(300) by \"sha512-256\" as text, id text using string", true},
	{"bucket(100, at), at timestamptz",
	 "bucket(at timestamptz, 100), at using phoenix", true},
	{"bucket(at timestamptz, 100), at",
	 "bucket(at timestamptz, 100), at using phoenix", true},
	{"md5(a text, 16), sha256(a, 32), md5hex(a, 32), MD5HEX(a, 5)",
	"md5(a text), sha256(a), md5hex(a), md5hex(a, 5) using phoenix", false},
	{"shake128(a text, 7), a, \"sha512-256\"(a)",
	 "shake128(a text, 7), a, \"sha512-256\"(a) using phoenix", true},
	{"java(a text), crc32(a), murmur3(a, 2), jenkinshex(a)",
	 "java(a text), crc32(a), murmur3(a, 2), jenkinshex(a) using phoenix",
	false},
	{"reverse(number text), digits(n int, 10), digits(m bigint, 19) desc",
	"reverse(number text), digits(n int, 10), digits(m bigint, 19) desc using phoenix",
	true},
	{"trunc(a timestamptz, 'hour'), trunc(b timestamptz, '60 minutes') desc, trunc(c date, '24 months'), trunc(d timestamp(3), '90 s'), trunc(e timestamp(3), '1500ms'), trunc(f timestamp without time zone, '14 days'), trunc(g date, '2 weeks')",
	"trunc(a timestamptz, '1 hour'), trunc(b timestamptz, '1 hour') desc, trunc(c date, '2 years'), trunc(d timestamp(3), '90 seconds'), trunc(e timestamp(3), '1500 milliseconds'), trunc(f timestamp(3), '14 days'), trunc(g date, '2 weeks') using phoenix",
	true},
	{"trunc(a timestamptz, '1 hour'), bucket(3, a)",
	 "trunc(a timestamptz, '1 hour'), bucket(a, 3) using phoenix", false},
	{"salt int, bucket text, md5 int, digits int, trunc int, reverse int",
	 "salt int, bucket text, md5 int, digits int, trunc int, reverse int using phoenix",
	 true},
	{"who text, ':', rel text, ':', whom text using string",
	 "who text, ':', rel text, ':', whom text using string", true},
	{"'only a constant'", "'only a constant' using phoenix", true}
};

static void
test_canonical(void)
{
	for (size_t i = 0; i < sizeof(canonical) / sizeof(canonical[0]); i++)
	{
		CoreError	err;
		Layout	   *layout = layout_read(canonical[i].text,
										 strlen(canonical[i].text), &err);
		CoreBuf		buf;

		if (canonical[i].canonical == NULL)
		{
			CHECK(layout == NULL);
			continue;
		}
		if (!CHECK(layout != NULL))
		{
			CHECK_STR(err.message, canonical[i].text);
			continue;
		}
		core_buf_init(&buf);
		layout_print(layout, &buf);
		core_buf_add_byte(&buf, 0);
		CHECK_STR((char *) buf.data, canonical[i].canonical);
		CHECK_INT(layout->two_way, canonical[i].two_way);
		core_free(layout);

		/* The canonical form reads back as itself. */
		layout = layout_read((char *) buf.data, buf.len - 1, &err);
		if (CHECK(layout != NULL))
		{
			CoreBuf		again;

			core_buf_init(&again);
			layout_print(layout, &again);
			CHECK_BYTES(again.data, again.len, buf.data, buf.len - 1);
			core_buf_free(&again);
			core_free(layout);
		}
		core_buf_free(&buf);
	}
}

/* ---- what is refused -------------------------------------------------- */

typedef struct Refused
{
	const char *text;
	const char *message;		/* start of the message */
	int			position;		/* and this character position */
} Refused;

static const Refused refused[] = {
	{"", "syntax error", 1},
	{"a", "field \"a\" has no type", 1},
	{"a int,", "syntax error", 7},
	{"a int b int", "encoding \"phoenix\" does not have a type \"int b int\"",
	 3},
	{"a int, , b int", "syntax error", 8},
	{"a int using klingon", "syntax error", 13},
	{"a int using", "syntax error", 12},
	{"a int using bytes b", "syntax error", 19},
	{"desc int", "syntax error", 1},
	{"a int null null", "syntax error", 12},
	{"a int not", "syntax error", 10},
	{"(a int)", "syntax error", 1},
	{"3", "syntax error", 1},
	{"'a", "unterminated literal", 1},
	{"a int, \"b", "unterminated quoted name", 8},
	{"''", "empty literal", 1},
	{"'\\xfe'", "invalid escape in the literal", 1},
	{"'\\n'", "invalid escape in the literal", 1},
	{"\"\" int", "invalid name of a field", 1},
	{"a2345678901234567890123456789012345678901234567890123456789012345 int",
	 "name of a field is too long", 1},
	{"a txet", "encoding \"phoenix\" does not have a type \"txet\"", 3},
	{"a int[]", "syntax error", 6},
	{"a int(3)", "type", 3},
	{"a char(0)", "length of", 3},
	{"a char(40000)", "length of", 3},
	{"a timestamptz(4)", "precision 4", 3},
	{"a float", "ambiguous type \"float\"", 3},
	{"a numeric_rounded using ordered",
	 "type numeric_rounded cannot be used in a key", 3},
	{"a decimal_rounded", "type decimal_rounded cannot be used in a key", 3},
	{"a int, a bigint", "field \"a\" is of type int and of type bigint", 10},
	{"a int, salt(3)", "salt must be the first component", 8},
	{"salt(3)", "a key cannot consist of a salt alone", 1},
	{"salt(3), salt(4), a int", "salt must be the first component", 10},
	{"salt(0), a int", "number of buckets must be between 1 and 256, not 0",
	 1},
	{"salt(257), a int",
	 "number of buckets must be between 1 and 256, not 257", 1},
	{"salt(65537) as 2 bytes, a int",
	 "number of buckets must be between 1 and 65536, not 65537", 1},
	{"salt(4) as 9 bytes, a int", "a salt takes at most 8 bytes", 1},
	{"salt(4) as 0 bytes, a int", "a salt takes at least one byte", 14},
	{"salt(4) as hex, a int", "syntax error", 12},
	{"salt(4) by nothing, a int", "unrecognized salt algorithm \"nothing\"",
	 1},
	{"salt(4) by shake128, a int",
	 "digest \"shake128\" does not have a fixed length and cannot be used for salts",
	 1},
	{"salt(4, b), a int", "field \"b\" in salt does not exist", 9},
	{"salt(4, a, a), a int", "field \"a\" is listed twice in salt", 12},
	{"salt(99999999999), a int", "number too large", 6},
	{"bucket(0, a int)",
	 "number of buckets must be between 1 and 65536, not 0", 1},
	{"bucket(65537, a int)",
	 "number of buckets must be between 1 and 65536, not 65537", 1},
	{"bucket(4, a text)",
	 "bucket requires a number, but \"a\" is of type text",
	 1},
	{"bucket(4, a numeric)",
	 "bucket requires a number, but \"a\" is of type numeric", 1},
	{"bucket(a int)", "syntax error", 13},
	{"bucket(a int, b)", "syntax error", 15},
	{"bucket(4, 4)", "syntax error", 11},
	{"a TIMESTAMP", "ambiguous type \"timestamp\"", 3},
	{"a timestamp using phoenix", "ambiguous type \"timestamp\"", 3},
	{"nohash(a text)", "unrecognized component \"nohash\"", 1},
	{"a int, reverse_ts(b)", "unrecognized component \"reverse_ts\"", 8},
	{"reverse(a timestamptz)",
	 "reverse would reverse the bytes of \"a\" of type timestamptz", 1},
	{"reverse(a date) using string",
	 "reverse would reverse the bytes of \"a\" of type date", 1},
	{"reverse(a time)",
	 "reverse would reverse the bytes of \"a\" of type time", 1},
	{"reverse(a unsigned_timestamp)",
	 "reverse would reverse the bytes of \"a\" of type unsigned_timestamp", 1},
	{"md5(a text, 0)", "\"md5\" can keep 1 to 16 bytes, not 0", 1},
	{"md5(a text, 17)", "\"md5\" can keep 1 to 16 bytes, not 17", 1},
	{"md5hex(a text, 33)", "\"md5hex\" can keep 1 to 32 digits, not 33", 1},
	{"shake256(a text)", "\"shake256\" requires a length", 1},
	{"shake256(a text, 65)", "\"shake256\" can keep 1 to 64 bytes, not 65", 1},
	{"md5(a numeric) using bytes",
	 "numeric \"a\" cannot be hashed under \"bytes\"", 1},
	{"reverse(a numeric) using string",
	 "numeric \"a\" cannot be reversed under \"string\"", 1},
	{"digits(a text, 4)",
	 "digits requires an integer, but \"a\" is of type text", 1},
	{"digits(a int, 20)", "number of digits must be between 1 and 19, not 20",
	 1},
	{"digits(a timestamptz, 13) desc",
	 "a time in descending digits needs 19 digits, not 13", 1},
	{"trunc(a int, '1 hour')",
	 "trunc requires a date or timestamp, but \"a\" is of type int", 1},
	{"trunc(a timestamptz, '1 fortnight')", "invalid period", 22},
	{"trunc(a timestamptz, '0 days')", "invalid period", 22},
	{"trunc(a timestamptz, '-1 day')", "invalid period", 22},
	{"trunc(a timestamptz, '1.5 hours')", "invalid period", 22},
	{"trunc(a timestamptz, 1)", "syntax error", 22},
	{"trunc(a date, '1 hour')", "the period of \"a\"", 1},
	{"trunc(a timestamptz(0), '100 ms')", "the period of \"a\"", 1},
	{"trunc(a date, '1001 years')", "the period of \"a\"", 1},
	{"a int desc using bytes", "\"a\" cannot be descending under \"bytes\"",
	 1},
	{"a timestamptz(0) desc using bytes",
	 "\"a\" cannot be descending under \"bytes\"", 1},
	{"a timestamptz desc using string",
	 "\"a\" cannot be descending under \"string\"", 1},
	{"a bytea desc", "\"a\" cannot be descending under \"phoenix\"", 1},
	{"a int null", "\"a\" cannot be null under \"phoenix\"", 1},
	{"a text null using bytes", "\"a\" cannot be null under \"bytes\"", 1},
	{"a bytea null, 'x'",
	 "\"a\" can be null under \"phoenix\" only as the last component", 1},
	{"md5(a text), a null", "field \"a\" may be null elsewhere, but not", 1},
	{"a text null, a", "field \"a\" may be null elsewhere, but not", 14},
	{"a text, b text using string",
	 "the end of \"a\" cannot be distinguished from \"b\"", 1},
	{"a text, b int using bytes",
	 "the end of \"a\" cannot be distinguished from \"b\"",
	 1},
	{"x int, a bytea, b int",
	 "the end of \"a\" cannot be distinguished from \"b\"", 8},
	{"a blob_copy, b int using ordered",
	 "the end of \"a\" cannot be distinguished from \"b\"", 1},
	{"reverse(a text), b text using bytes",
	 "the end of \"reverse(a)\" cannot be distinguished from \"b\"", 1},
	{"\xc3\xa9 text, b text using string",
	 "the end of \"\"\xc3\xa9\"\" cannot be distinguished from \"b\"", 1},
	{"'\xc3\xa9', b txt", "encoding \"phoenix\" does not have a type", 8},
	{"a char(20000), b char(20000)", "the key is too wide, 40000 bytes so far",
	 16}
};

static void
test_refused(void)
{
	char		many[5000] = "a int";
	CoreError	err;

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		const Refused *r = &refused[i];
		Layout	   *layout = layout_read(r->text, strlen(r->text), &err);
		char		where[40];

		if (!CHECK(layout == NULL))
		{
			printf("accepted: %s\n", r->text);
			core_free(layout);
			continue;
		}
		snprintf(where, sizeof(where), "at character %d of the layout",
				 r->position);
		if (!CHECK(strncmp(err.message, r->message, strlen(r->message)) ==
				   0) ||
			!CHECK(r->position == 0 || strstr(err.message, where) != NULL))
			printf("%s: %s\n", r->text, err.message);
		CHECK_INT(err.code, CORE_ERR_SYNTAX);
	}

	for (int i = 1; i <= LAYOUT_MAX_COMPONENTS; i++)
		sprintf(many + strlen(many), ", 'x'");
	CHECK(layout_read(many, strlen(many), &err) == NULL);
	CHECK(strncmp(err.message, "too many components", 19) == 0);
	CHECK(layout_read(many, LAYOUT_MAX_TEXT + 1, &err) == NULL);
	CHECK_INT(err.code, CORE_ERR_LIMIT);
}

/* ---- times ------------------------------------------------------------ */

typedef struct Period
{
	const char *type;
	const char *period;
	const char *time;
	const char *start;
} Period;

static const Period periods[] = {
	{"timestamp", "1 hour", "2022-12-01 10:59:59.999", "2022-12-01 10:00:00"},
	{"timestamp", "1 hour", "1969-12-31 23:30:00", "1969-12-31 23:00:00"},
	{"timestamp", "7 hours", "1970-01-01 06:59:59", "1970-01-01 00:00:00"},
	{"timestamp", "7 hours", "1970-01-01 07:00:00", "1970-01-01 07:00:00"},
	{"timestamp", "15 minutes", "2022-12-01 10:44:59", "2022-12-01 10:30:00"},
	{"timestamp", "1 day", "2000-02-29 23:59:59", "2000-02-29 00:00:00"},
	{"timestamp", "1 week", "2022-12-04 23:59:59", "2022-11-28 00:00:00"},
	{"timestamp", "1 week", "2022-12-05 00:00:00", "2022-12-05 00:00:00"},
	{"timestamp", "1 week", "1969-12-28 12:00:00", "1969-12-22 00:00:00"},
	{"timestamp", "2 weeks", "1970-01-19 00:00:00", "1970-01-19 00:00:00"},
	{"timestamp", "2 weeks", "1970-01-18 23:00:00", "1970-01-05 00:00:00"},
	{"timestamp", "1 month", "2024-02-29 12:00:00", "2024-02-01 00:00:00"},
	{"timestamp", "1 month", "1970-01-01 00:00:00", "1970-01-01 00:00:00"},
	{"timestamp", "3 months", "2024-12-31 23:00:00", "2024-10-01 00:00:00"},
	{"timestamp", "5 months", "0001-03-15 00:00:00", "0000-11-01 00:00:00"},
	{"timestamp", "1 year", "1969-12-31 23:00:00", "1969-01-01 00:00:00"},
	{"timestamp", "10 years", "2029-12-31 23:00:00", "2020-01-01 00:00:00"},
	{"date", "1 month", "2024-02-29", "2024-02-01"},
	{"date", "1 week", "2024-03-03", "2024-02-26"},
	{"date", "10 days", "1969-12-31", "1969-12-22"},
	{"date", "1 year", "0001-06-01 BC", "0001-01-01 BC"}
};

/* The year before 1 is written as 1 BC. */
static CoreValue
read_time(ValueKind kind, const char *text)
{
	CoreValue	v = {0};

	if (strncmp(text, "0000-", 5) == 0)
	{
		char		bc[40];

		snprintf(bc, sizeof(bc), "0001-%s BC", text + 5);
		CHECK(value_read(kind, bc, strlen(bc), &v));
	}
	else
		CHECK(value_read(kind, text, strlen(text), &v));
	return v;
}

static void
test_periods(void)
{
	for (size_t i = 0; i < sizeof(periods) / sizeof(periods[0]); i++)
	{
		const Period *p = &periods[i];
		char		text[100];
		CoreError	err;
		Layout	   *layout;
		CoreValue	time;
		CoreValue	start;
		CoreValue	wanted;

		snprintf(text, sizeof(text), "trunc(t %s, '%s') using bytes", p->type,
				 p->period);
		layout = layout_read(text, strlen(text), &err);
		if (!CHECK(layout != NULL))
			continue;
		time = read_time(layout->fields[0].kind, p->time);
		wanted = read_time(layout->fields[0].kind, p->start);
		CHECK(layout_trunc(&layout->components[0], &time, &start, &err));
		if (!CHECK_INT(start.i, wanted.i))
			printf("%s of %s\n", text, p->time);
		/* The start is in the same period. */
		CHECK(layout_trunc(&layout->components[0], &start, &start, &err));
		CHECK_INT(start.i, wanted.i);
		core_free(layout);
	}
}

int
main(void)
{
	test_canonical();
	test_refused();
	test_periods();
	return unit_done();
}
