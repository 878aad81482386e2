/*
 * test_encoding.c
 *		The encodings against Java's bytes, in both directions.
 */
#include "unit.h"

#include "datetime.h"
#include "values.h"

/* How many vectors went which way; printed after a file. */
typedef struct Counts
{
	int			encoded;		/* value -> Java's bytes */
	int			decoded;		/* Java's bytes -> value */
	int			refused;		/* an error where Java has one, or a defect */
	int			lossy;			/* read back padded or cut, as the format is */
	int			left_out;		/* what PostgreSQL has no value for */
} Counts;

static void
print_counts(const char *name, const Counts *c)
{
	printf("  %s: %d encoded, %d decoded, %d refused, %d lossy, %d left out\n",
		   name, c->encoded, c->decoded, c->refused, c->lossy, c->left_out);
}

static bool
has_zero(const CoreValue *v)
{
	return (v->kind == VALUE_TEXT) && v->bytes.len > 0 &&
		memchr(v->bytes.data, 0, v->bytes.len) != NULL;
}

/* v must encode to these bytes. */
static bool
check_encode(const EncodingType *type, bool descending, const CoreValue *v,
			 const uint8_t *want, size_t wantlen)
{
	CoreBuf		out;
	CoreError	err;
	bool		ok;

	core_buf_init(&out);
	ok = encoding_encode(type, descending, v, &out, &err);
	if (!ok)
		fprintf(stderr, "encode: %s\n", err.message);
	ok = CHECK(ok) && CHECK_BYTES(out.data, out.len, want, wantlen);
	core_buf_free(&out);
	return ok;
}

/* These bytes must decode to v. */
static bool
check_decode(const EncodingType *type, bool descending, const CoreValue *v,
			 const uint8_t *p, size_t n)
{
	CoreValue	got;
	CoreError	err;
	bool		ok = encoding_decode(type, descending, p, n, &got, &err);

	if (!ok)
		fprintf(stderr, "decode: %s\n", err.message);
	if (!CHECK(ok))
		return false;
	ok = CHECK(value_same(&got, v));
	value_free(&got, p, n);
	return ok;
}

static bool
check_undecodable(const EncodingType *type, bool descending, const uint8_t *p, size_t n)
{
	CoreValue	got;
	CoreError	err;

	return CHECK(!encoding_decode(type, descending, p, n, &got, &err));
}

/*
 * One vector both ways.  A text with U+0000 is written as Java writes it, but
 * read as an error: PostgreSQL has no such text.
 */
static void
check_both(const EncodingType *type, bool descending, const CoreValue *v,
		   const uint8_t *p, size_t n, Counts *c)
{
	size_t		used;
	CoreError	err;

	c->encoded += check_encode(type, descending, v, p, n);
	if (has_zero(v))
		c->refused += check_undecodable(type, descending, p, n);
	else
		c->decoded += check_decode(type, descending, v, p, n);
	if (type->width >= 0 && v->kind != VALUE_NULL)
	{
		CHECK_INT(n, type->width);
		CHECK(encoding_measure(type, descending, p, n, &used, &err) && used == n);
	}
}

/* ---- bytes.tsv --------------------------------------------------------- */

typedef struct BytesType
{
	const char *vector;
	ValueKind	kind;
	const char *name;			/* NULL: the usual one of the kind */
} BytesType;

static void
test_bytes(void)
{
	static const BytesType types[] = {
		{"boolean", VALUE_BOOL, NULL},
		{"byte", VALUE_INT2, "byte"},
		{"short", VALUE_INT2, NULL},
		{"int", VALUE_INT4, NULL},
		{"long", VALUE_INT8, NULL},
		{"vint", VALUE_INT8, "vint"},
		{"float", VALUE_FLOAT4, NULL},
		{"double", VALUE_FLOAT8, NULL},
		{"bigdecimal", VALUE_NUMERIC, NULL},
		{"bigdecimal_negscale", VALUE_NUMERIC, NULL},
		{"string", VALUE_TEXT, NULL},
		{"uuid", VALUE_UUID, NULL},
		{"reverse_long", VALUE_TIMESTAMPTZ, NULL},
	};
	Tsv		   *tsv = tsv_open("bytes.tsv");
	Counts		c = {0};

	while (tsv_next(tsv))
	{
		size_t		len,
					n;
		const char *text = tsv_text(tsv, "input", &len);
		const uint8_t *p = tsv_hex(tsv, "hex", &n);
		size_t		i = 0;
		EncodingType type;
		CoreValue	v;
		CoreError	err;

		while (!tsv_is(tsv, "type", types[i].vector))
			i++;
		type = value_type(ENCODING_BYTES, types[i].kind, types[i].name, -1);
		if (strcmp(types[i].vector, "reverse_long") == 0)
		{
			/* A timestamp in descending order, where there is such a time. */
			if (!value_from_epoch(VALUE_TIMESTAMPTZ, 3, tsv_int(tsv, "input"), &v, &err))
				c.left_out++;
			else
				check_both(&type, true, &v, p, n, &c);
			continue;
		}
		if (types[i].kind == VALUE_TEXT)
		{
			v.kind = VALUE_TEXT;
			v.bytes.data = (const uint8_t *) text;
			v.bytes.len = len;
		}
		else if (!CHECK(value_read(types[i].kind, text, len, &v)))
			continue;
		if (strcmp(types[i].vector, "bigdecimal_negscale") == 0)
			c.decoded += check_decode(&type, false, &v, p, n);
		else
			check_both(&type, false, &v, p, n, &c);
		value_free(&v, text, len);
	}
	tsv_close(tsv);
	print_counts("bytes.tsv", &c);
}

/* The scale comes back with a BigDecimal. */
static void
test_scale(void)
{
	static const char *const texts[] = {"0", "0.00", "1.50", "-1.500", "100", "0.001", "123456789.000"};
	EncodingType type = value_type(ENCODING_BYTES, VALUE_NUMERIC, NULL, -1);
	EncodingType string = value_type(ENCODING_STRING, VALUE_NUMERIC, NULL, -1);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		CoreBuf		out;
		CoreValue	v,
					got;
		CoreError	err;
		size_t		n;

		core_buf_init(&out);
		CHECK(value_read(VALUE_NUMERIC, texts[i], strlen(texts[i]), &v));
		CHECK(encoding_encode(&type, false, &v, &out, &err));
		n = out.len;
		CHECK(encoding_decode(&type, false, out.data, n, &got, &err));
		CHECK(encoding_encode(&string, false, &got, &out, &err));
		core_buf_add_byte(&out, '\0');
		CHECK_STR((char *) out.data + n, texts[i]);
		value_free(&v, texts[i], strlen(texts[i]));
		value_free(&got, out.data, n);
		core_buf_free(&out);
	}
}

/* ---- text of dates and times ------------------------------------------- */

typedef struct TimeText
{
	ValueKind	kind;
	int			precision;
	const char *in;
	const char *out;
} TimeText;

static void
test_times(void)
{
	static const TimeText texts[] = {
		{VALUE_DATE, -1, "2000-01-01", "2000-01-01"},
		{VALUE_DATE, -1, "1970-01-01", "1970-01-01"},
		{VALUE_DATE, -1, "2000-02-29", "2000-02-29"},
		{VALUE_DATE, -1, "1900-02-28", "1900-02-28"},
		{VALUE_DATE, -1, "0001-01-01", "0001-01-01"},
		{VALUE_DATE, -1, "0001-12-31 BC", "0001-12-31 BC"},
		{VALUE_DATE, -1, "4714-11-24 BC", "4714-11-24 BC"},
		{VALUE_DATE, -1, "5874897-12-31", "5874897-12-31"},
		{VALUE_TIME, -1, "00:00", "00:00:00"},
		{VALUE_TIME, -1, "24:00:00", "24:00:00"},
		{VALUE_TIME, 3, "23:59:59.999999", "23:59:59.999"},
		{VALUE_TIMESTAMP, -1, "1969-12-31T23:59:59.1", "1969-12-31 23:59:59.1"},
		{VALUE_TIMESTAMP, 0, "1969-12-31 23:59:59.999999", "1969-12-31 23:59:59"},
		{VALUE_TIMESTAMP, -1, "294276-12-31 23:59:59.999999", "294276-12-31 23:59:59.999999"},
		{VALUE_TIMESTAMP, -1, "4714-11-24 00:00:00 BC", "4714-11-24 00:00:00 BC"},
		{VALUE_TIMESTAMPTZ, -1, "2024-02-29T23:30:00-01:30", "2024-03-01 01:00:00+00"},
		{VALUE_TIMESTAMPTZ, -1, "2024-02-29 23:30:00.000100Z", "2024-02-29 23:30:00.0001+00"},
		{VALUE_TIMESTAMPTZ, -1, "0001-01-01 00:00:00+0530", "0001-12-31 18:30:00+00 BC"},
	};
	static const struct
	{
		ValueKind	kind;
		const char *text;
	}			bad[] = {
		{VALUE_DATE, ""}, {VALUE_DATE, "2023-02-29"}, {VALUE_DATE, "2023-13-01"},
		{VALUE_DATE, "2023-1-01"}, {VALUE_DATE, "0000-01-01"}, {VALUE_DATE, "2023-01-01 "},
		{VALUE_DATE, "infinity"}, {VALUE_DATE, "5874898-01-01"}, {VALUE_DATE, "4714-11-23 BC"},
		{VALUE_TIME, "24:00:01"}, {VALUE_TIME, "1:00"}, {VALUE_TIME, "12:60"},
		{VALUE_TIME, "12:00:00."}, {VALUE_TIME, "12:00:00.1234567"},
		{VALUE_TIMESTAMP, "2023-01-01"}, {VALUE_TIMESTAMP, "2023-01-01 00:00+00"},
		{VALUE_TIMESTAMP, "294277-01-01 00:00"}, {VALUE_TIMESTAMP, "4714-11-23 23:59:59 BC"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00"}, {VALUE_TIMESTAMPTZ, "2023-01-01 00:00 UTC"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00+1"}, {VALUE_TIMESTAMPTZ, "2023-01-01 00:00+16"},
		{VALUE_TIMESTAMPTZ, "294276-12-31 23:59-01"},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		const TimeText *t = &texts[i];
		char		text[DATETIME_MAX_TEXT + 1];
		CoreValue	v;

		if (!CHECK(value_read(t->kind, t->in, strlen(t->in), &v)))
			continue;
		text[datetime_write(&v, t->precision < 0 ? 6 : t->precision, text)] = '\0';
		CHECK_STR(text, t->out);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		CoreValue	v;
		CoreError	err;

		if (!CHECK(!datetime_parse(bad[i].kind, bad[i].text, strlen(bad[i].text), &v, &err)))
			fprintf(stderr, "read: %s\n", bad[i].text);
	}
}

/* Every day of the calendar there is, by its text and back. */
static void
test_calendar(void)
{
	CoreValue	v = {.kind = VALUE_DATE},
				back;
	CoreError	err;
	uint64_t	seed = 4;
	int			wrong = 0;

	for (int i = 0; i < 100000; i++)
	{
		char		text[DATETIME_MAX_TEXT];
		int64_t		ms;

		v.i = i < 1000 ? -2451545 + i
			: i < 50000 ? (int64_t) (unit_random(&seed) % 1000000) - 500000
			: (int64_t) (unit_random(&seed) % 2147483494) - 2451545;
		wrong += !datetime_parse(VALUE_DATE, text, datetime_write(&v, 6, text), &back, &err) ||
			back.i != v.i;
		wrong += !value_to_epoch(&v, 3, &ms, &err) ||
			!value_from_epoch(VALUE_DATE, 3, ms, &back, &err) || back.i != v.i;
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_bytes();
	test_scale();
	test_times();
	test_calendar();
	return unit_done();
}
