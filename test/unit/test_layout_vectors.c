/*
 * test_layout_vectors.c
 *		Whole keys of Phoenix, HBase's Struct and OpenTSDB, composed and
 *		decomposed by layouts.
 */
#include "unit/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "unit/json.h"
#include "unit/values.h"

#define MAX_TEXT	4096

/* A layout that must be valid. */
static Layout *
read_layout(const char *text)
{
	CoreError	err;
	Layout	   *layout = layout_read(text, strlen(text), &err);

	if (layout == NULL)
	{
		fprintf(stderr, "%s: %s\n", text, err.message);
		exit(2);
	}
	return layout;
}

/* The values of a row, and the memory of its texts. */
typedef struct Row
{
	int			n;
	CoreValue	values[LAYOUT_MAX_FIELDS];
	char		texts[LAYOUT_MAX_FIELDS][MAX_TEXT];
} Row;

/* Convert a JSON array to the values of a layout's fields. */
static void
read_row(const Layout *layout, const char *json, Row *row)
{
	size_t		len;
	bool		null;

	row->n = 0;
	while (json_next(&json, row->texts[row->n], &len, &null))
	{
		CoreValue  *v = &row->values[row->n];
		ValueKind	kind = layout->fields[row->n].kind;
		char	   *text = row->texts[row->n++];

		v->kind = null ? VALUE_NULL : kind;
		if (null)
			continue;
		if (kind == VALUE_BYTES)
			json_hex_to_bytes(text, &len);
		if (kind == VALUE_TEXT || kind == VALUE_BYTES)
		{
			v->bytes.data = (const uint8_t *) text;
			v->bytes.len = len;
		}
		else if (kind == VALUE_TIMESTAMP && len == strlen("2024-01-02"))
			CHECK(value_read(kind, strcat(text, " 00:00:00"), len + 9, v));
		else
			CHECK(value_read(kind, text, len, v));
	}
	CHECK_INT(row->n, layout->nfields);
}

static void
free_row(Row *row)
{
	for (int i = 0; i < row->n; i++)
	{
		if (row->values[i].kind == VALUE_NUMERIC)
			value_free(&row->values[i], NULL, 0);
	}
}

/* Phoenix reads empty text where NULL was written. */
static bool
same_read_back(const Layout *layout, const CoreValue *in, const CoreValue *out)
{
	if (layout->encoding == ENCODING_PHOENIX && out->kind == VALUE_NULL)
		return in->kind == VALUE_NULL || in->bytes.len == 0;
	/* binary(n) is padded with zeros. */
	if (in->kind == VALUE_BYTES && out->kind == VALUE_BYTES &&
		out->bytes.len > in->bytes.len)
		return memcmp(in->bytes.data, out->bytes.data, in->bytes.len) == 0;
	return value_same(in, out);
}

/* Compose, compare, decompose, verify. */
static void
check_key(const Layout *layout, const Row *row, const uint8_t *key, size_t n)
{
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	if (!layout_compose(layout, row->values, &buf, &err))
	{
		CHECK_STR(err.message, "");
		core_buf_free(&buf);
		return;
	}
	CHECK_BYTES(buf.data, buf.len, key, n);
	core_buf_free(&buf);

	if (!layout_verify(layout, key, n, &err))
		CHECK_STR(err.message, "");
	if (CHECK(layout_split(layout, key, n, parts, &err)))
	{
		for (int i = 0; i < layout->nfields; i++)
		{
			CoreValue	v;

			if (CHECK(layout_read_field(layout, i, key, parts, &v, &err)))
			{
				CHECK(same_read_back(layout, &row->values[i], &v));
				layout_release(&v, key, n);
			}
		}
	}
}

/* Compose must reject it. */
static bool
check_refused(const Layout *layout, const Row *row)
{
	CoreBuf		buf;
	CoreError	err;
	bool		composed;

	core_buf_init(&buf);
	composed = layout_compose(layout, row->values, &buf, &err);
	CHECK(!composed);
	CHECK(composed || strlen(err.message) > 0);
	core_buf_free(&buf);
	return !composed;
}

/* Append to a text with enough room. */
static void append(char *text, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

static void
append(char *text, const char *fmt,...)
{
	va_list		ap;

	va_start(ap, fmt);
	vsprintf(text + strlen(text), fmt, ap);
	va_end(ap);
}

/* ---- Phoenix --------------------------------------------------------- */

/*
 * Convert "VARCHAR DESC NULL, BIGINT NOT NULL" and buckets to a layout's text.
 */
static void
phoenix_layout(const char *schema, const char *buckets, char *text)
{
	static const char *const types[][2] = {
		{"VARCHAR", "text"}, {"DECIMAL", "numeric"}, {"VARBINARY", "bytea"},
		{"FLOAT", "real"}, {"DOUBLE", "double precision"}, {"BIGINT",
															"bigint"},
		{"INTEGER", "int"}, {"SMALLINT", "smallint"}, {"TINYINT", "tinyint"},
		{"BOOLEAN", "boolean"}, {"UNSIGNED_LONG", "unsigned_long"},
		{"UNSIGNED_INT", "unsigned_int"}, {"DATE", "timestamp(3)"},
		{"TIMESTAMP", "timestamp(6)"}, {"CHAR(5)", "char(5)"}, {"BINARY(6)",
																"bytea(6)"}
	};
	char		columns[1000];
	char	   *rest = columns;
	char	   *column;
	int			n = 0;

	strcpy(columns, schema);
	text[0] = '\0';
	if (buckets[0] != '\0')
		append(text, "salt(%s), ", buckets);
	while ((column = strsep(&rest, ",")) != NULL)
	{
		char		type[40];
		const char *name = NULL;

		sscanf(column, " %39s", type);
		for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		{
			if (strcmp(types[i][0], type) == 0)
				name = types[i][1];
		}
		if (name == NULL)
		{
			fprintf(stderr, "no such type: %s\n", type);
			exit(2);
		}
		append(text, "%sc%d %s%s%s", n > 0 ? ", " : "", n, name,
			   strstr(column, " DESC") != NULL ? " desc" : "",
			   strstr(column, "NOT NULL") == NULL ? " null" : "");
		n++;
	}
}

static void
test_phoenix(void)
{
	Tsv		   *tsv = tsv_open("phoenix_rowkey.tsv");
	int			equal = 0;
	int			refused = 0;
	int			without = 0;
	static Row	row;

	while (tsv_next(tsv))
	{
		char		text[2000];
		Layout	   *layout;
		size_t		n;
		const uint8_t *key;

		/* PostgreSQL's text has no U+0000. */
		if (strstr(tsv_raw(tsv, "values"), "\\u0000") != NULL)
		{
			without++;
			continue;
		}
		phoenix_layout(tsv_raw(tsv, "schema"), tsv_raw(tsv, "salt_buckets"),
					   text);
		layout = read_layout(text);
		read_row(layout, tsv_raw(tsv, "values"), &row);
		if (tsv_is_error(tsv, "hex"))
			refused += check_refused(layout, &row);
		else
		{
			key = tsv_hex(tsv, "hex", &n);
			check_key(layout, &row, key, n);
			equal++;
		}
		free_row(&row);
		core_free(layout);
	}
	tsv_close(tsv);
	printf("phoenix_rowkey.tsv: %d keys equal, %d refused by both, %d with U+0000 left out\n",
		   equal, refused, without);
}

static void
test_phoenix_salt(void)
{
	Tsv		   *tsv = tsv_open("phoenix_salt.tsv");
	int			equal = 0;
	int			without = 0;

	while (tsv_next(tsv))
	{
		char		text[100];
		Layout	   *layout;
		size_t		n;
		size_t		nsalt;
		CoreValue	v = {.kind = VALUE_BYTES};
		const uint8_t *salt = tsv_hex(tsv, "salt_hex", &nsalt);
		CoreBuf		buf;
		CoreError	err;

		v.bytes.data = tsv_hex(tsv, "key_hex", &n);
		v.bytes.len = n;
		sprintf(text, "salt(%s), k bytea using bytes",
				tsv_raw(tsv, "buckets"));
		layout = read_layout(text);
		core_buf_init(&buf);
		if (n == 0)
			without++;			/* a key must not be empty */
		else if (CHECK(layout_compose(layout, &v, &buf, &err)))
		{
			CHECK_BYTES(buf.data, 1, salt, nsalt);
			CHECK(layout_verify(layout, buf.data, buf.len, &err));
			/* With another salt it is not a key of this layout. */
			buf.data[0]++;
			CHECK(!layout_verify(layout, buf.data, buf.len, &err));
			equal++;
		}
		core_buf_free(&buf);
		core_free(layout);
	}
	tsv_close(tsv);
	printf("phoenix_salt.tsv: %d salts equal, %d of the empty key left out\n",
		   equal, without);
}

/* ---- HBase's Struct --------------------------------------------------- */

/* A struct's field in a layout; NULL: not possible. */
typedef struct StructField
{
	const char *schema;
	const char *ordered;		/* using ordered */
	const char *bytes;			/* using bytes */
} StructField;

static const StructField struct_fields[] = {
	{"OrderedInt8", "OrderedInt8", NULL},
	{"OrderedInt16", "smallint", NULL},
	{"OrderedInt32", "int", NULL},
	{"OrderedInt64", "bigint", NULL},
	{"OrderedFloat32", "real", NULL},
	{"OrderedFloat64", "double precision", NULL},
	{"OrderedNumeric", "numeric", NULL},
	{"OrderedString", "text", NULL},
	{"OrderedBlobVar", "bytea", NULL},
	{"OrderedBlob", "blob_copy", NULL},
	{"TerminatedWrapper(OrderedString,7c)", "text, '|'", NULL},
	{"RawByte", NULL, "byte"},
	{"RawShort", NULL, "smallint"},
	{"RawInteger", NULL, "int"},
	{"RawLong", NULL, "bigint"},
	{"RawFloat", NULL, "real"},
	{"RawDouble", NULL, "double precision"},
	{"RawString", NULL, "text"},
	{"RawStringTerminated(00)", NULL, "text, '\\x00'"},
	{"RawStringTerminated(7c)", NULL, "text, '|'"},
	{"RawBytes", NULL, "bytea"},
	{"RawBytesTerminated(00)", NULL, "bytea, '\\x00'"},
	{"RawBytesFixedLength(12)", NULL, "bytea(12)"}
};

typedef enum StructReason
{
	STRUCT_FITS,
	STRUCT_MIXED,				/* Ordered and Raw fields in one struct */
	STRUCT_TYPE,				/* a wrapper that layouts do not have */
	STRUCT_DESC,				/* a Raw field in descending order */
	STRUCT_LAST					/* a field that must be last is not */
} StructReason;

static StructReason
struct_layout(const char *schema, char *text)
{
	char		columns[1000];
	char	   *rest = columns;
	char	   *column;
	int			n = 0;
	int			ordered = 0;
	int			open = 0;

	strcpy(columns, schema);
	text[0] = '\0';
	while ((column = strsep(&rest, " ")) != NULL)
	{
		char	   *colon = strrchr(column, ':');
		bool		descending = colon != NULL && strcmp(colon, ":desc") == 0;
		const StructField *field = NULL;

		if (colon != NULL)
			*colon = '\0';
		for (size_t i = 0;
			 i < sizeof(struct_fields) / sizeof(struct_fields[0]); i++)
		{
			if (strcmp(struct_fields[i].schema, column) == 0)
				field = &struct_fields[i];
		}
		if (field == NULL)
			return STRUCT_TYPE;
		if (descending && field->bytes != NULL)
			return STRUCT_DESC;
		open += rest != NULL && (strcmp(column, "RawString") == 0 ||
								 strcmp(column, "RawBytes") == 0 ||
								 strcmp(column, "OrderedBlob") == 0);
		ordered += field->ordered != NULL;
		if (strncmp(column, "Terminated", 10) == 0)
			/* In descending order the terminator is complemented, too. */
			append(text, "%sf%d text%s null, '%s'", n > 0 ? ", " : "", n,
				   descending ? " desc" : "", descending ? "\\x83" : "|");
		else
			append(text, "%sf%d %s%s%s", n > 0 ? ", " : "", n,
				   field->ordered != NULL ? field->ordered : field->bytes,
				   descending ? " desc" : "",
				   field->ordered != NULL ? " null" : "");
		n++;
	}
	if (ordered > 0 && ordered < n)
		return STRUCT_MIXED;
	if (open > 0)
		return STRUCT_LAST;
	append(text, " using %s", ordered > 0 ? "ordered" : "bytes");
	return STRUCT_FITS;
}

/* A struct omits NULLs at its end, a layout writes them. */
static bool
ends_in_null(const Row *row)
{
	return row->n > 0 && row->values[row->n - 1].kind == VALUE_NULL;
}

static bool
has_negative(const Row *row)
{
	for (int i = 0; i < row->n; i++)
	{
		const CoreValue *v = &row->values[i];

		if ((value_kind_is_integer(v->kind) && v->i < 0) ||
			(v->kind == VALUE_FLOAT4 && signbit(v->f4)) ||
			(v->kind == VALUE_FLOAT8 && signbit(v->f8)))
			return true;
	}
	return false;
}

/* The significant digits of the longest numeric, in base 100. */
static bool
has_long_numeric(const Row *row)
{
	for (int i = 0; i < row->n; i++)
	{
		const char *p = row->texts[i];
		int			digits = 0;

		if (row->values[i].kind != VALUE_NUMERIC)
			continue;
		while (*p != '\0' && strchr("-0.", *p) != NULL)
			p++;
		for (; *p != '\0' && *p != 'E'; p++)
			digits += *p != '.';
		if (digits > 31)
			return true;
	}
	return false;
}

static void
test_struct(void)
{
	Tsv		   *tsv = tsv_open("struct.tsv");
	int			equal = 0;
	int			refused = 0;
	int			negative = 0;
	int			rounded = 0;
	int			nulls = 0;
	int			without[STRUCT_LAST + 1] = {0};
	static Row	row;

	while (tsv_next(tsv))
	{
		char		text[2000];
		StructReason reason = struct_layout(tsv_raw(tsv, "schema"), text);
		Layout	   *layout;
		size_t		n;
		const uint8_t *key;

		if (reason != STRUCT_FITS)
		{
			without[reason]++;
			continue;
		}
		layout = read_layout(text);
		read_row(layout, tsv_raw(tsv, "values"), &row);
		if (tsv_is_error(tsv, "hex"))
			refused += check_refused(layout, &row);
		else if (layout->encoding == ENCODING_BYTES && has_negative(&row))
			/* it would sort wrong */
			negative += check_refused(layout, &row);
		else if (has_long_numeric(&row))
			rounded += check_refused(layout, &row);		/* Java rounds */
		else if (ends_in_null(&row))
			nulls++;
		else
		{
			key = tsv_hex(tsv, "hex", &n);
			if (n == 0)
				refused += layout->nfields == 1;		/* an empty key */
			else
				check_key(layout, &row, key, n);
			equal++;
		}
		free_row(&row);
		core_free(layout);
	}
	tsv_close(tsv);
	printf("struct.tsv: %d keys equal, %d refused by both; refused here: %d negative under bytes, %d of more than 31 digits; "
		   "left out: %d that end in NULL, %d mixing Raw and Ordered fields, %d with wrappers no layout has, %d descending Raw fields, %d that cannot be read back\n",
		   equal, refused, negative, rounded, nulls, without[STRUCT_MIXED],
		   without[STRUCT_TYPE], without[STRUCT_DESC], without[STRUCT_LAST]);
}

/* ---- OpenTSDB -------------------------------------------------------- */

static int
compare_tags(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* Convert "k=v,k=v" to the bytes of the pairs, sorted. */
static size_t
tag_bytes(const char *tags, char *dst)
{
	char		copy[1000];
	char	   *rest = copy;
	char	   *pairs[16];
	int			n = 0;
	size_t		len;

	strcpy(copy, tags);
	while ((pairs[n] = strsep(&rest, ",")) != NULL)
	{
		char	   *equal = strchr(pairs[n], '=');

		memmove(equal, equal + 1, strlen(equal));
		n++;
	}
	qsort(pairs, n, sizeof(char *), compare_tags);
	dst[0] = '\0';
	for (int i = 0; i < n; i++)
		strcat(dst, pairs[i]);
	len = strlen(dst);
	json_hex_to_bytes(dst, &len);
	return len;
}

static void
test_opentsdb(void)
{
	Tsv		   *tsv = tsv_open("opentsdb.tsv");
	int			equal[3] = {0};
	int			wrapped = 0;

	while (tsv_next(tsv))
	{
		int			width = (int) tsv_int(tsv, "salt_width");
		int64_t		ts = tsv_int(tsv, "ts");
		char		text[300];
		char		tags[1000];
		size_t		metric_len;
		size_t		n;
		const uint8_t *metric = tsv_hex(tsv, "metric_uid", &metric_len);
		const uint8_t *key;
		CoreValue	values[3];
		Layout	   *layout;
		LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
		CoreBuf		buf;
		CoreError	err;

		text[0] = '\0';
		if (width > 0)
			append(text, "salt(%s, metric, tags) as %d bytes, ",
				   tsv_raw(tsv, "salt_buckets"), width);
		append(text,
			   "metric bytea(%zu), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes",
			   metric_len);
		layout = read_layout(text);

		values[0].kind = values[2].kind = VALUE_BYTES;
		values[0].bytes.data = metric;
		values[0].bytes.len = metric_len;
		values[1].kind = VALUE_TIMESTAMPTZ;
		/* Seconds, or milliseconds if more than 32 bits are needed. */
		values[1].i = (ts >> 32 != 0 ? ts * 1000 : ts * 1000000) -
			INT64_C(946684800000000);
		values[2].bytes.data = (const uint8_t *) tags;
		values[2].bytes.len = tag_bytes(tsv_raw(tsv, "tags"), tags);

		core_buf_init(&buf);
		key = tsv_hex(tsv, "rowkey_hex", &n);
		if (ts / 1000 > UINT32_MAX)
		{
			/* After 2106 OpenTSDB drops the high bits of the seconds. */
			CHECK(!layout_compose(layout, values, &buf, &err));
			CHECK_INT(err.code, CORE_ERR_RANGE);
			wrapped++;
			core_buf_free(&buf);
			core_free(layout);
			continue;
		}
		if (CHECK(layout_compose(layout, values, &buf, &err)))
			equal[width] += CHECK_BYTES(buf.data, buf.len, key, n);
		if (CHECK(layout_verify(layout, key, n, &err)) &&
			CHECK(layout_split(layout, key, n, parts, &err)))
		{
			CoreValue	v;
			int64_t		hour = INT64_C(3600000000);

			CHECK(layout_read_field(layout, 1, key, parts, &v, &err));
			CHECK_INT(v.i, values[1].i - (values[1].i % hour + hour) % hour);
			CHECK(layout_read_field(layout, 2, key, parts, &v, &err));
			CHECK_BYTES(v.bytes.data, v.bytes.len, values[2].bytes.data,
						values[2].bytes.len);
		}
		core_buf_free(&buf);
		core_free(layout);
	}
	tsv_close(tsv);
	printf("opentsdb.tsv: %d row keys without salt equal, %d with one byte, %d with two; %d refused whose time OpenTSDB cuts\n",
		   equal[0], equal[1], equal[2], wrapped);
}

int
main(void)
{
	test_phoenix();
	test_phoenix_salt();
	test_struct();
	test_opentsdb();
	return unit_done();
}
