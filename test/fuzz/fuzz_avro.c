/*
 * fuzz_avro.c
 *		Fuzz Avro: any JSON is a schema or an error; any bytes and any JSON are
 *		a value or an error; an encoded value decodes to the same value.
 *
 * The input is a line with the schema, then bytes.
 */
#include <stdlib.h>

#include "core/avro/avro_encode.h"
#include "core/avro/avro_schema.h"
#include "core/avro/avro_types.h"
#include "core/base/host.h"
#include "unit/avro_json.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Encode; NULL if the value is rejected, which must set an error. */
static JsonTree *
round_trip(AvroSchema *schema, const JsonTree *tree)
{
	CoreError	err = {0};
	CoreBuf		out;
	JsonTree   *back = NULL;

	core_buf_init(&out);
	if (avro_encode_value(schema, &tree->json, &json_tree_host, &out, &err))
	{
		char	   *text =
			json_text_decode(schema, out.len > 0 ? out.data : (uint8_t *) "",
							 out.len, &err);

		/* Only defaults can make a large value from little JSON. */
		if (text == NULL && err.code != CORE_ERR_LIMIT)
			abort();
		if (text != NULL && strlen(text) < JSON_TEXT_MAX &&
			(back = json_tree_parse(text)) == NULL)
			abort();
		core_free(text);
	}
	else if (err.message[0] == '\0')
		abort();
	core_buf_free(&out);
	return back;
}

/* A decoded value must encode and decode to the same value. */
static void
check_round_trip(AvroSchema *schema, const JsonTree *tree)
{
	JsonTree   *once = round_trip(schema, tree);

	if (once != NULL)
	{
		JsonTree   *twice = round_trip(schema, once);

		if (twice != NULL && !json_tree_equal(once, twice))
			abort();
		json_tree_free(twice);
	}
	json_tree_free(once);
}

static void
use_schema(AvroSchema *schema, const uint8_t *bytes, size_t size)
{
	CoreError	err = {0};
	char	   *text = json_text_decode(schema, bytes, size, &err);
	JsonTree   *tree;

	if (text == NULL && err.message[0] == '\0')
		abort();
	if (text != NULL)
	{
		JsonTree   *back;

		/*
		 * Decoded bytes may have a map key twice, and may have very many
		 * nulls.
		 */
		tree = strlen(text) < JSON_TEXT_MAX ? json_tree_parse(text) : NULL;
		back = tree != NULL ? round_trip(schema, tree) : NULL;
		if (back != NULL && !json_tree_equal(tree, back))
			abort();
		json_tree_free(back);
		json_tree_free(tree);
		core_free(text);
	}

	text = core_alloc(size + 1);
	memcpy(text, bytes, size);
	text[size] = '\0';
	tree = json_tree_parse(text);
	if (tree != NULL)
		check_round_trip(schema, tree);
	json_tree_free(tree);
	core_free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *line = memchr(data, '\n', size);
	size_t		len = line != NULL ? (size_t) (line - data) : size;
	char	   *text = core_alloc(len + 1);
	JsonTree   *tree;

	if (len > 0)
		memcpy(text, data, len);
	text[len] = '\0';
	tree = json_tree_parse(text);
	core_free(text);
	if (tree != NULL)
	{
		CoreError	err = {0};
		AvroSchema *schema = avro_schema_parse(&tree->json, &json_tree_host,
											   &err);

		json_tree_free(tree);
		if (schema == NULL && err.message[0] == '\0')
			abort();
		if (schema != NULL)
			use_schema(schema, line != NULL ? line + 1 : data + size,
					   line != NULL ? size - len - 1 : 0);
		avro_schema_free(schema);
	}
	return 0;
}
