/*
 * avro_json.h
 *		JSON text as a tree, which is the host and the sink of Avro in the
 *		tests, as jsonb is in the server.
 */
#ifndef TEST_AVRO_JSON_H
#define TEST_AVRO_JSON_H

#include <ctype.h>
#include <stdio.h>

#include "core/avro/avro_decode.h"
#include "core/avro/avro_types.h"
#include "core/base/host.h"
#include "core/base/utf8.h"
#include "core/value/numeric.h"
#include "unit/json.h"

typedef struct JsonTree
{
	AvroJson	json;			/* its container is the tree itself */
	char	   *text;			/* a string; in an object the name is beside
								 * it */
	char	   *name;
	size_t		name_len;
	struct JsonTree *items;
	struct JsonTree *next;
} JsonTree;

static void
json_tree_free(JsonTree *tree)
{
	while (tree != NULL)
	{
		JsonTree   *next = tree->next;

		json_tree_free(tree->items);
		if (tree->json.kind == AVRO_JSON_NUMBER &&
			tree->json.number.ndigits > 0)
			core_free(tree->json.number.digits);
		core_free(tree->text);
		core_free(tree->name);
		core_free(tree);
		tree = next;
	}
}

/* ---- text to tree ------------------------------------------------------- */

static const char *
json_skip(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
		p++;
	return p;
}

/* Read a quoted string; it must be valid in jsonb. */
static const char *
json_tree_string(const char *p, char **text, size_t *len)
{
	char	   *out;
	CoreError	ignored;

	*text = NULL;
	if (*p++ != '"')
		return NULL;
	out = *text = core_alloc(strlen(p) + 1);
	for (; *p != '"'; p++)
	{
		static const char escapes[] = "\"\\/bfnrt";
		const char *escape;
		unsigned	c;
		unsigned	low;

		if ((unsigned char) *p < 0x20)
			return NULL;
		if (*p != '\\')
		{
			*out++ = *p;
			continue;
		}
		p++;
		if (*p != '\0' && (escape = strchr(escapes, *p)) != NULL)
			*out++ = "\"\\/\b\f\n\r\t"[escape - escapes];
		else if (*p == 'u' && strspn(p + 1, "0123456789abcdefABCDEF") >= 4 &&
				 sscanf(p + 1, "%4x", &c) == 1 && c != 0)
		{
			p += 4;
			if (c >= 0xd800 && c <= 0xdbff && p[1] == '\\' && p[2] == 'u' &&
				strspn(p + 3, "0123456789abcdefABCDEF") >= 4 &&
				sscanf(p + 3, "%4x", &low) == 1 && low >= 0xdc00 &&
				low <= 0xdfff)
			{
				c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
				p += 6;
			}
			if (c >= 0xd800 && c <= 0xdfff)
				return NULL;
			out = json_put_character(c, out);
		}
		else
			return NULL;
	}
	*out = '\0';
	*len = (size_t) (out - *text);
	return utf8_check((uint8_t *) *text, *len, &ignored) ? p + 1 : NULL;
}

static const char *json_tree_value(const char *p, JsonTree *tree);

/*
 * Read the members of an object or the elements of an array, after its
 * bracket.
 */
static const char *
json_tree_items(const char *p, JsonTree *tree, char close)
{
	JsonTree  **last = &tree->items;

	p = json_skip(p);
	if (*p == close)
		return p + 1;
	for (;;)
	{
		JsonTree   *item = core_alloc(sizeof(JsonTree));

		memset(item, 0, sizeof(JsonTree));
		*last = item;
		last = &item->next;
		tree->json.n++;
		if (close == '}')
		{
			p = json_tree_string(json_skip(p), &item->name, &item->name_len);
			if (p == NULL)
				return NULL;
			for (JsonTree *other = tree->items; other != item;
				 other = other->next)
				if (other->name_len == item->name_len &&
					memcmp(other->name, item->name, item->name_len) == 0)
					return NULL;
			p = json_skip(p);
			if (*p++ != ':')
				return NULL;
		}
		p = json_tree_value(p, item);
		if (p == NULL)
			return NULL;
		p = json_skip(p);
		if (*p == close)
			return p + 1;
		if (*p++ != ',')
			return NULL;
	}
}

static const char *
json_tree_value(const char *p, JsonTree *tree)
{
	CoreError	ignored;
	size_t		n;

	p = json_skip(p);
	tree->json.container = tree;
	if (*p == '{' || *p == '[')
	{
		tree->json.kind = *p == '{' ? AVRO_JSON_OBJECT : AVRO_JSON_ARRAY;
		return json_tree_items(p + 1, tree, *p == '{' ? '}' : ']');
	}
	if (*p == '"')
	{
		p = json_tree_string(p, &tree->text, &tree->json.len);
		tree->json.kind = AVRO_JSON_STRING;
		tree->json.text = tree->text;
		return p;
	}
	if (strncmp(p, "null", 4) == 0)
		return p + 4;
	tree->json.boolean = strncmp(p, "true", 4) == 0;
	if (tree->json.boolean || strncmp(p, "false", 5) == 0)
	{
		tree->json.kind = AVRO_JSON_BOOLEAN;
		return p + (tree->json.boolean ? 4 : 5);
	}
	n = strspn(p, "+-0123456789.eE");
	if (!isdigit((unsigned char) p[*p == '-']) ||
		!numeric_parse(p, n, &tree->json.number, &ignored))
		return NULL;
	tree->json.kind = AVRO_JSON_NUMBER;
	return p + n;
}

/* Parse a terminated text; NULL if it is not JSON. */
static JsonTree *
json_tree_parse(const char *text)
{
	JsonTree   *tree = core_alloc(sizeof(JsonTree));
	const char *end;

	memset(tree, 0, sizeof(JsonTree));
	end = json_tree_value(text, tree);
	if (end != NULL && *json_skip(end) == '\0')
		return tree;
	json_tree_free(tree);
	return NULL;
}

/* ---- the host ----------------------------------------------------------- */

static bool
json_tree_find(const AvroJson *object, const char *name, AvroJson *value)
{
	for (JsonTree *item = ((JsonTree *) object->container)->items;
		 item != NULL; item = item->next)
		if (item->name_len == strlen(name) &&
			memcmp(item->name, name, item->name_len) == 0)
		{
			*value = item->json;
			return true;
		}
	return false;
}

static bool
json_tree_next(const AvroJson *container, void **state, AvroJson *key,
			   AvroJson *value)
{
	JsonTree   *last = *state;
	JsonTree   *item = last == NULL ?
		((JsonTree *) container->container)->items :
		last->next;

	if (item == NULL)
		return false;
	*state = item;
	if (item->name != NULL)
	{
		memset(key, 0, sizeof(AvroJson));
		key->kind = AVRO_JSON_STRING;
		key->text = item->name;
		key->len = item->name_len;
	}
	*value = item->json;
	return true;
}

static const AvroJsonHost json_tree_host = {json_tree_find, json_tree_next};

/* Whether two trees are equal: objects in any order, numbers by value. */
static bool
json_tree_equal(const JsonTree *a, const JsonTree *b)
{
	const AvroJson *x = &a->json;
	const AvroJson *y = &b->json;

	if (x->kind != y->kind || x->n != y->n)
		return false;
	switch (x->kind)
	{
		case AVRO_JSON_NULL:
			return true;
		case AVRO_JSON_BOOLEAN:
			return x->boolean == y->boolean;
		case AVRO_JSON_NUMBER:
			return x->number.ndigits == y->number.ndigits &&
				(x->number.ndigits == 0 ||
				 (x->number.sign == y->number.sign &&
				  x->number.weight == y->number.weight &&
				  memcmp(x->number.digits, y->number.digits,
						 x->number.ndigits * sizeof(int16_t)) == 0));
		case AVRO_JSON_STRING:
			return x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
		default:
			break;
	}
	for (const JsonTree *item = a->items, *at = b->items; item != NULL;
		 item = item->next)
	{
		const JsonTree *other = at;

		if (x->kind == AVRO_JSON_OBJECT)
			for (other = b->items; other != NULL; other = other->next)
				if (other->name_len == item->name_len &&
					memcmp(other->name, item->name, item->name_len) == 0)
					break;
		if (other == NULL || !json_tree_equal(item, other))
			return false;
		at = at->next;
	}
	return true;
}

/* ---- the sink: text ----------------------------------------------------- */

/*
 * The limit of the printed text, because few bytes may decode to very much
 * JSON.
 */
#define JSON_TEXT_MAX	100000

typedef struct JsonText
{
	CoreBuf		buf;
	bool		comma;			/* before the next item */
} JsonText;

static void
json_text_string(JsonText *text, const uint8_t *s, size_t len)
{
	core_buf_add_byte(&text->buf, '"');
	for (size_t i = 0; i < len; i++)
	{
		if (s[i] < 0x20)
			core_buf_printf(&text->buf, "\\u%04x", s[i]);
		else
		{
			if (s[i] == '"' || s[i] == '\\')
				core_buf_add_byte(&text->buf, '\\');
			core_buf_add_byte(&text->buf, s[i]);
		}
	}
	core_buf_add_byte(&text->buf, '"');
}

static void
json_text_comma(JsonText *text, bool after)
{
	if (text->comma)
		core_buf_add_byte(&text->buf, ',');
	text->comma = after;
}

static void
json_text_begin(void *context, bool object)
{
	JsonText   *text = context;

	if (text->buf.len > JSON_TEXT_MAX)
		return;
	json_text_comma(text, false);
	core_buf_add_byte(&text->buf, object ? '{' : '[');
}

static void
json_text_end(void *context, bool object)
{
	JsonText   *text = context;

	if (text->buf.len > JSON_TEXT_MAX)
		return;
	core_buf_add_byte(&text->buf, object ? '}' : ']');
	text->comma = true;
}

static void
json_text_key(void *context, const char *key, size_t len)
{
	JsonText   *text = context;

	if (text->buf.len > JSON_TEXT_MAX)
		return;
	json_text_comma(text, false);
	json_text_string(text, (const uint8_t *) key, len);
	core_buf_add_byte(&text->buf, ':');
}

static void
json_text_scalar(void *context, const CoreValue *value)
{
	JsonText   *text = context;
	char		number[CORE_FLOAT_TEXT];

	if (text->buf.len > JSON_TEXT_MAX)
		return;
	json_text_comma(text, true);
	switch (value->kind)
	{
		case VALUE_NULL:
			core_buf_add(&text->buf, "null", 4);
			break;
		case VALUE_BOOL:
			core_buf_printf(&text->buf, "%s", value->b ? "true" : "false");
			break;
		case VALUE_INT8:
			core_buf_printf(&text->buf, "%lld", (long long) value->i);
			break;
		case VALUE_FLOAT4:
			core_float4_text(value->f4, number);
			core_buf_printf(&text->buf, "%s", number);
			break;
		case VALUE_FLOAT8:
			core_float8_text(value->f8, number);
			core_buf_printf(&text->buf, "%s", number);
			break;
		case VALUE_TEXT:
			json_text_string(text, value->bytes.data, value->bytes.len);
			break;
		default:
			core_buf_add(&text->buf, "\"\\\\x", 4);
			for (size_t i = 0; i < value->bytes.len; i++)
				core_buf_printf(&text->buf, "%02x", value->bytes.data[i]);
			core_buf_add_byte(&text->buf, '"');
			break;
	}
}

/*
 * Decode to a terminated text, to be freed with core_free.  NULL with an
 * error.
 */
static char *
json_text_decode(const AvroSchema *schema, const uint8_t *bytes, size_t len,
				 CoreError *err)
{
	JsonText	text = {.comma = false};
	AvroSink	sink = {&text, json_text_begin, json_text_end, json_text_key,
						json_text_scalar};

	core_buf_init(&text.buf);
	if (!avro_decode_value(schema, bytes, len, &sink, err))
	{
		core_buf_free(&text.buf);
		return NULL;
	}
	core_buf_add_byte(&text.buf, '\0');
	return (char *) text.buf.data;
}

#endif							/* TEST_AVRO_JSON_H */
