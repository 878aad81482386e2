/*
 * test_avro.c
 *		Avro compared with Java (avro.tsv), and its limits.
 */
#include "core/avro/avro_encode.h"
#include "core/avro/avro_schema.h"
#include "core/avro/avro_types.h"
#include "core/base/host.h"
#include "unit/avro_json.h"
#include "unit/unit.h"

#include <stdlib.h>

/* Parse the text of a schema; NULL with an error. */
static AvroSchema *
parse(const char *text, CoreError *err)
{
	JsonTree   *tree = json_tree_parse(text);
	AvroSchema *schema = NULL;

	if (CHECK(tree != NULL))
		schema = avro_schema_parse(&tree->json, &json_tree_host, err);
	json_tree_free(tree);
	return schema;
}

/* ---- vectors ------------------------------------------------------------ */

static void
check_encode(AvroSchema *schema, const JsonTree *tree, const uint8_t *want,
			 size_t len)
{
	CoreBuf		out;
	CoreError	err;

	core_buf_init(&out);
	if (CHECK(avro_encode_value(schema, &tree->json, &json_tree_host, &out,
								&err)))
		CHECK_BYTES(out.data, out.len, want, len);
	core_buf_free(&out);
}

static void
check_decode(const AvroSchema *schema, const JsonTree *want,
			 const uint8_t *bytes, size_t len)
{
	CoreError	err;
	char	   *text = json_text_decode(schema, bytes, len, &err);
	JsonTree   *got;

	if (!CHECK(text != NULL))
		return;
	got = json_tree_parse(text);
	if (!CHECK(got != NULL && json_tree_equal(got, want)))
		printf("  %s\n", text);
	json_tree_free(got);
	core_free(text);

	/*
	 * No prefix of the bytes is a value, and neither are the bytes plus one.
	 */
	for (size_t n = 0; n < len; n++)
	{
		text = json_text_decode(schema, bytes, n, &err);
		CHECK(text == NULL);
	}
}

static void
test_vectors(void)
{
	Tsv		   *tsv = tsv_open("avro.tsv");

	while (tsv_next(tsv))
	{
		char	   *schema_text = strdup(tsv_text(tsv, "schema", NULL));
		CoreError	err;
		AvroSchema *schema = parse(schema_text, &err);

		if (tsv_is(tsv, "way", "schema"))
			CHECK((schema == NULL) == tsv_is_error(tsv, "hex"));
		else if (CHECK(schema != NULL))
		{
			JsonTree   *tree = json_tree_parse(tsv_text(tsv, "json", NULL));
			size_t		len;
			const uint8_t *bytes = tsv_hex(tsv, "hex", &len);

			if (CHECK(tree != NULL) && !tsv_is(tsv, "way", "decode"))
				check_encode(schema, tree, bytes, len);
			if (tree != NULL && !tsv_is(tsv, "way", "encode"))
				check_decode(schema, tree, bytes, len);
			json_tree_free(tree);
		}
		avro_schema_free(schema);
		free(schema_text);
	}
	tsv_close(tsv);
}

/* ---- bounds ------------------------------------------------------------- */

static void
check_refused(const char *schema_text, const uint8_t *bytes, size_t len,
			  CoreErrorCode code)
{
	CoreError	err = {0};
	AvroSchema *schema = parse(schema_text, &err);

	if (schema != NULL)
	{
		char	   *text = json_text_decode(schema, bytes, len, &err);

		CHECK(text == NULL);
		core_free(text);
	}
	if (!CHECK_INT(err.code, code))
		printf("  %s: %s\n", schema_text, err.message);
	avro_schema_free(schema);
}

#define REFUSED(schema, bytes, code) \
	check_refused((schema), (const uint8_t *) (bytes), sizeof(bytes) - 1, \
				  (code))

static void
test_hostile_bytes(void)
{
	static const char list[] =
		"{\"type\":\"record\",\"name\":\"n\",\"fields\":[{\"name\":\"x\",\"type\":[\"null\",\"n\"]}]}";
	uint8_t		many[AVRO_MAX_DEPTH + 10];

	/* lengths and counts beyond the end */
	REFUSED("\"bytes\"", "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01",
			CORE_ERR_BINARY);
	REFUSED("\"string\"", "\x01", CORE_ERR_BINARY);
	REFUSED("\"string\"", "\x04" "a", CORE_ERR_BINARY);
	REFUSED("\"string\"", "\x02\xff", CORE_ERR_CHARACTER);
	REFUSED("\"string\"", "\x02\0", CORE_ERR_CHARACTER);
	REFUSED("{\"type\":\"fixed\",\"name\":\"f\",\"size\":134217726}",
			"\x04"
			"a",
			CORE_ERR_BINARY);
	REFUSED("{\"type\":\"array\",\"items\":\"null\"}",
			"\xfe\xff\xff\xff\xff\xff\xff\xff\x7f", CORE_ERR_LIMIT);
	REFUSED("{\"type\":\"array\",\"items\":\"null\"}",
			"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0", CORE_ERR_LIMIT);
	REFUSED("{\"type\":\"array\",\"items\":{\"type\":\"fixed\",\"name\":\"f\",\"size\":0}}",
			"\xfe\xff\xff\xff\xff\xff\xff\xff\x7f", CORE_ERR_LIMIT);
	REFUSED("{\"type\":\"map\",\"values\":\"null\"}",
			"\xfe\xff\xff\xff\xff\xff\xff\xff\x7f", CORE_ERR_BINARY);
	/* a block whose size is wrong or beyond the end */
	REFUSED("{\"type\":\"array\",\"items\":\"int\"}", "\x01\x04\x02\0",
			CORE_ERR_BINARY);
	REFUSED("{\"type\":\"array\",\"items\":\"int\"}", "\x01\x03\x02\0",
			CORE_ERR_BINARY);
	REFUSED("{\"type\":\"array\",\"items\":\"int\"}",
			"\x01\xfe\xff\xff\xff\x0f\x02\0", CORE_ERR_BINARY);
	/* numbers that are too long */
	REFUSED("\"long\"", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
			CORE_ERR_BINARY);
	REFUSED("\"long\"", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80",
			CORE_ERR_BINARY);
	REFUSED("\"int\"", "\x80\x80\x80\x80\x10", CORE_ERR_BINARY);
	REFUSED("\"boolean\"", "\x02", CORE_ERR_BINARY);
	REFUSED("[\"null\"]", "\x02", CORE_ERR_BINARY);
	REFUSED("[\"null\"]", "\x01", CORE_ERR_BINARY);
	REFUSED("{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[]}", "\0",
			CORE_ERR_BINARY);
	REFUSED("\"null\"", "\0", CORE_ERR_BINARY);
	/* records nested without end */
	memset(many, 2, sizeof(many));
	check_refused(list, many, sizeof(many), CORE_ERR_LIMIT);
}

/* A text with a part repeated n times; the caller frees it. */
static char *
repeated(const char *before, const char *part, size_t n, const char *between,
		 const char *end, const char *after)
{
	CoreBuf		buf;

	core_buf_init(&buf);
	core_buf_printf(&buf, "%s", before);
	for (size_t i = 0; i < n; i++)
		core_buf_printf(&buf, "%s", part);
	core_buf_printf(&buf, "%s", between);
	for (size_t i = 0; i < n; i++)
		core_buf_printf(&buf, "%s", end);
	core_buf_printf(&buf, "%s", after);
	core_buf_add_byte(&buf, '\0');
	return (char *) buf.data;
}

static void
check_schema(char *text, CoreErrorCode code)
{
	CoreError	err = {0};
	AvroSchema *schema = parse(text, &err);

	CHECK((schema != NULL) == (code == CORE_OK));
	if (!CHECK_INT(err.code, code))
		printf("  %.200s: %s\n", text, err.message);
	avro_schema_free(schema);
	core_free(text);
}

static void
test_hostile_schemas(void)
{
	static const char array[] = "{\"type\":\"array\",\"items\":";
	CoreBuf		buf;

	check_schema(repeated("", array, AVRO_MAX_SCHEMA_DEPTH, "\"int\"", "}",
						  ""),
				 CORE_OK);
	check_schema(repeated("", array, AVRO_MAX_SCHEMA_DEPTH + 1, "\"int\"", "}",
						  ""),
				 CORE_ERR_LIMIT);
	check_schema(repeated("", "{\"type\":", 1000, "\"int\"", "}", ""),
				 CORE_ERR_LIMIT);
	check_schema(repeated("{\"type\":\"fixed\",\"size\":1,\"name\":\"", "a",
						  100000, "", "", "\"}"),
				 CORE_OK);
	check_schema(repeated("{\"type\":\"fixed\",\"size\":1,\"name\":\"", "a.",
						  100000, "a", "", "\"}"),
				 CORE_OK);
	check_schema(repeated("{\"type\":\"fixed\",\"size\":1,\"name\":\"", "a.",
						  100000, "", "", "\"}"),
				 CORE_ERR_PARAMETER);
	/* without finite values: directly, by a union of one branch, in a ring */
	check_schema(repeated("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":\"r\"}]}",
						  "", 0, "", "", ""),
				 CORE_ERR_PARAMETER);
	check_schema(repeated("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":[\"r\"]}]}",
						  "", 0, "", "", ""),
				 CORE_ERR_PARAMETER);
	check_schema(repeated("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":"
						  "{\"type\":\"record\",\"name\":\"s\",\"fields\":[{\"name\":\"a\",\"type\":\"r\"}]}}]}",
						  "", 0, "", "", ""),
				 CORE_ERR_PARAMETER);
	/* finite values found late: s contains r, and r does not need s */
	check_schema(repeated("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":[\"null\","
						  "{\"type\":\"record\",\"name\":\"s\",\"fields\":[{\"name\":\"a\",\"type\":\"r\"}]}]}]}",
						  "", 0, "", "", ""),
				 CORE_OK);
	/* a default that needs itself */
	check_schema(repeated("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"r\"},\"default\":[{}]}]}",
						  "", 0, "", "", ""), CORE_ERR_PARAMETER);

	/* defaults of defaults: each record doubles the size */
	core_buf_init(&buf);
	core_buf_printf(&buf,
					"[{\"type\":\"record\",\"name\":\"r0\",\"fields\":[{\"name\":\"a\",\"type\":\"string\",\"default\":\"0123456789\"}]}");
	for (int i = 1; i < 60; i++)
		core_buf_printf(&buf,
						",{\"type\":\"record\",\"name\":\"r%d\",\"fields\":[{\"name\":\"a\",\"type\":\"r%d\",\"default\":{}},"
						"{\"name\":\"b\",\"type\":\"r%d\",\"default\":{}}]}",
						i, i - 1, i - 1);
	core_buf_add(&buf, "]", 2);
	check_schema((char *) buf.data, CORE_ERR_LIMIT);
}

/* A value with more levels than allowed. */
static void
test_deep_value(void)
{
	CoreError	err;
	AvroSchema *schema = parse(
		"{\"type\":\"record\",\"name\":\"n\",\"fields\":[{\"name\":\"x\",\"type\":{\"type\":\"array\",\"items\":\"n\"}}]}",
		&err);

	for (int levels = AVRO_MAX_DEPTH / 2 - 1; levels <= AVRO_MAX_DEPTH / 2 + 1;
		 levels++)
	{
		char	   *text = repeated("", "{\"x\":[", levels, "", "]}", "");
		JsonTree   *tree = json_tree_parse(text);
		CoreBuf		out;

		core_buf_init(&out);
		if (levels <= AVRO_MAX_DEPTH / 2)
			CHECK(avro_encode_value(schema, &tree->json, &json_tree_host, &out,
									&err));
		else
		{
			CHECK(!avro_encode_value(schema, &tree->json, &json_tree_host,
									 &out, &err));
			CHECK_INT(err.code, CORE_ERR_LIMIT);
		}
		core_buf_free(&out);
		json_tree_free(tree);
		core_free(text);
	}
	avro_schema_free(schema);
}

int
main(void)
{
	test_vectors();
	test_hostile_bytes();
	test_hostile_schemas();
	test_deep_value();
	return unit_done();
}
