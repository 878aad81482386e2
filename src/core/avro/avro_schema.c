/*
 * avro_schema.c
 *		Parse and check Avro schemas, and keep their encoded defaults.
 *
 * Held against org.apache.avro.Schema.Parser of Avro 1.12.0 and Avro's
 * specification.  There are two differences: a record without finite values is
 * an error, and the default of a union may be of any branch, as in Avro 1.12
 * but not in 1.11.  Attributes that do not change the encoding (doc, aliases,
 * order, logicalType) are ignored.
 */
#include "core/avro/avro_encode.h"
#include "core/avro/avro_schema.h"
#include "core/avro/avro_types.h"
#include "core/base/ascii.h"
#include "core/base/host.h"

#include <stdio.h>

#include "core/value/numeric.h"

typedef struct Parser
{
	AvroSchema *schema;
	const AvroJsonHost *host;
	CoreError  *err;
} Parser;

static const AvroType primitives[AVRO_PRIMITIVES] = {
	{.kind = AVRO_NULL, .finite = true},
	{.kind = AVRO_BOOLEAN, .finite = true},
	{.kind = AVRO_INT, .finite = true},
	{.kind = AVRO_LONG, .finite = true},
	{.kind = AVRO_FLOAT, .finite = true},
	{.kind = AVRO_DOUBLE, .finite = true},
	{.kind = AVRO_BYTES, .finite = true},
	{.kind = AVRO_STRING, .finite = true}
};

/* A copy of some text in the memory of the schema. */
static char *
copy_text(Parser *p, const char *text, size_t len)
{
	char	   *copy = avro_schema_alloc(p->schema, len + 1);

	memcpy(copy, text, len);
	return copy;
}

/* ---- errors and attributes ---------------------------------------------- */

/* Set an error that begins with "invalid Avro schema at PATH: ". */
static bool
invalid(Parser *p, const AvroPlace *at, const char *fmt,...)
	__attribute__((format(printf, 3, 4)));

static bool
invalid(Parser *p, const AvroPlace *at, const char *fmt,...)
{
	char		what[180];
	char		path[AVRO_PATH];
	va_list		ap;

	va_start(ap, fmt);
	core_format(what, sizeof(what), fmt, ap);
	va_end(ap);
	return core_error(p->err, CORE_ERR_PARAMETER,
					  "invalid Avro schema at %s: %s", avro_path(at, path),
					  what);
}

/* Get a required attribute of a JSON kind. */
static bool
find_attribute(Parser *p, const AvroJson *json, const AvroPlace *at,
			   const char *name, AvroJsonKind kind, const char *must_be,
			   AvroJson *value)
{
	if (!p->host->find(json, name, value))
		return invalid(p, at, "attribute \"%s\" is missing", name);
	return value->kind == kind ||
		invalid(p, at, "attribute \"%s\" must be %s", name, must_be);
}

static bool
is_word(const AvroJson *json, const char *word)
{
	return json->len == strlen(word) &&
		memcmp(json->text, word, json->len) == 0;
}

/*
 * Check for [A-Za-z_][A-Za-z0-9_]*, with dots between such names if allowed.
 */
static bool
is_name(const char *text, size_t len, bool dots)
{
	bool		first = true;

	for (size_t i = 0; i < len; i++)
	{
		char		c = text[i];
		bool		letter = c == '_' ||
			(core_lower(c) >= 'a' && core_lower(c) <= 'z');

		if (dots && c == '.' && !first)
			first = true;
		else if (letter || (!first && c >= '0' && c <= '9'))
			first = false;
		else
			return false;
	}
	return !first;
}

static bool
check_name(Parser *p, const AvroPlace *at, const char *what,
		   const AvroJson *name, bool dots)
{
	if (is_name(name->text, name->len, dots))
		return true;
	invalid(p, at, "\"%.*s\" cannot be the name of a %s",
			core_shown(name->text, name->len, 60), name->text, what);
	return core_error_hint(p->err,
						   "A name has ASCII letters, digits and underscores and does not begin with a digit.");
}

/* NAMESPACE.NAME, or only the name if it has dots or there is no namespace. */
static char *
full_name(Parser *p, const char *space, const AvroJson *name)
{
	size_t		len = strlen(space);
	char	   *full;

	if (len == 0 || memchr(name->text, '.', name->len) != NULL)
		return copy_text(p, name->text, name->len);
	full = avro_schema_alloc(p->schema, len + name->len + 2);
	memcpy(full, space, len);
	full[len] = '.';
	memcpy(full + len + 1, name->text, name->len);
	return full;
}

/* ---- types -------------------------------------------------------------- */

static const AvroType *parse_type(Parser *p, const AvroJson *json,
								  const char *space, const AvroPlace *at,
								  int depth);

static const AvroType *
find_primitive(const char *text, size_t len)
{
	for (int i = 0; i < AVRO_PRIMITIVES; i++)
		if (len == strlen(avro_kind_name(i)) &&
			memcmp(text, avro_kind_name(i), len) == 0)
			return &primitives[i];
	return NULL;
}

static AvroType *
new_type(Parser *p, AvroKind kind)
{
	AvroType   *type = avro_schema_alloc(p->schema, sizeof(AvroType));

	type->kind = kind;
	*p->schema->last = type;
	p->schema->last = &type->next;
	return type;
}

/*
 * Find a primitive type, or a type defined before.  A name without a namespace
 * that is not defined in the enclosing namespace is looked up outside of all
 * namespaces, because Schema.toString writes it that way.
 */
static const AvroType *
parse_name(Parser *p, const AvroJson *json, const char *space,
		   const AvroPlace *at)
{
	const AvroType *type = find_primitive(json->text, json->len);
	const AvroName *known;
	char	   *full;

	if (type != NULL)
		return type;
	full = full_name(p, space, json);
	known = avro_name_find(p->schema, NULL, full, strlen(full));
	if (known == NULL)
		known = avro_name_find(p->schema, NULL, json->text, json->len);
	if (known != NULL)
		return known->type;
	invalid(p, at, "type \"%.*s\" does not exist",
			core_shown(full, strlen(full), 100), full);
	core_error_hint(p->err,
					"A type must be defined before its name is used; array, map, enum, fixed and record are written as objects.");
	return NULL;
}

static const AvroType *
parse_union(Parser *p, const AvroJson *json, const char *space,
			const AvroPlace *at, int depth)
{
	AvroType   *type = new_type(p, AVRO_UNION);
	AvroPlace	place = {.up = at};
	void	   *state = NULL;
	AvroJson	key;
	AvroJson	branch;

	if (json->n == 0)
	{
		invalid(p, at, "a union must have a branch");
		return NULL;
	}
	type->branches = avro_schema_alloc(p->schema,
									   json->n * sizeof(AvroType *));
	for (; p->host->next(json, &state, &key, &branch); place.index++)
	{
		const AvroType *t = parse_type(p, &branch, space, &place, depth + 1);
		const char *name;

		if (t == NULL)
			return NULL;
		if (t->kind == AVRO_UNION)
		{
			invalid(p, &place, "a union cannot be a branch of a union");
			return NULL;
		}
		name = t->name != NULL ? t->name : avro_kind_name(t->kind);
		if (avro_name_add(p->schema, type, name) == NULL)
		{
			invalid(p, &place, "the union has type \"%.*s\" twice",
					core_shown(name, strlen(name), 100), name);
			return NULL;
		}
		type->branches[type->n++] = t;
	}
	return type;
}

static bool
parse_symbols(Parser *p, AvroType *type, const AvroJson *json,
			  const AvroPlace *at)
{
	AvroPlace	symbols = {.up = at,
						   .name = "symbols",
						   .len = strlen("symbols")};
	AvroPlace	place = {.up = &symbols};
	void	   *state = NULL;
	AvroJson	list;
	AvroJson	key;
	AvroJson	symbol;

	if (!find_attribute(p, json, at, "symbols", AVRO_JSON_ARRAY, "an array",
						&list))
		return false;
	type->symbols = avro_schema_alloc(p->schema, list.n * sizeof(char *));
	for (; p->host->next(&list, &state, &key, &symbol); place.index++)
	{
		char	   *text;
		AvroName   *name;

		if (symbol.kind != AVRO_JSON_STRING)
			return invalid(p, &place, "a symbol must be a string");
		if (!check_name(p, &place, "symbol", &symbol, false))
			return false;
		text = copy_text(p, symbol.text, symbol.len);
		name = avro_name_add(p->schema, type, text);
		if (name == NULL)
			return invalid(p, &place, "symbol \"%.*s\" is listed twice",
						   core_shown(text, symbol.len, 100), text);
		name->index = type->n;
		type->symbols[type->n++] = text;
	}
	if (p->host->find(json, "default", &symbol) &&
		(symbol.kind != AVRO_JSON_STRING ||
		 avro_name_find(p->schema, type, symbol.text, symbol.len) == NULL))
		return invalid(p, at, "the default must be a symbol");
	return true;
}

static bool
parse_size(Parser *p, AvroType *type, const AvroJson *json,
		   const AvroPlace *at)
{
	AvroJson	size;
	int64_t		bytes;
	CoreError	ignored;

	if (!find_attribute(p, json, at, "size", AVRO_JSON_NUMBER, "a number",
						&size))
		return false;
	if (!numeric_to_int64(&size.number, &bytes, &ignored) ||
		bytes < 0 || bytes > (int64_t) AVRO_MAX_BYTES)
		return invalid(p, at,
					   "the size of a fixed must be an integer from 0 to %lld",
					   (long long) AVRO_MAX_BYTES);
	type->size = (size_t) bytes;
	return true;
}

static bool
parse_field(Parser *p, AvroType *type, const AvroJson *json, const char *space,
			const AvroPlace *at, int depth)
{
	AvroField  *field = &type->fields[type->n];
	AvroPlace	place = {.up = at, .name = "type", .len = strlen("type")};
	AvroJson	name;
	AvroJson	of;
	AvroName   *entry;

	if (json->kind != AVRO_JSON_OBJECT)
		return invalid(p, at, "a field must be an object");
	if (!find_attribute(p, json, at, "name", AVRO_JSON_STRING, "a string",
						&name) ||
		!check_name(p, at, "field", &name, false))
		return false;
	field->name = copy_text(p, name.text, name.len);
	entry = avro_name_add(p->schema, type, field->name);
	if (entry == NULL)
		return invalid(p, at, "field \"%.*s\" is listed twice",
					   core_shown(field->name, name.len, 100), field->name);
	entry->index = type->n;
	if (!p->host->find(json, "type", &of))
		return invalid(p, at, "attribute \"type\" is missing");
	field->type = parse_type(p, &of, space, &place, depth + 1);
	if (field->type == NULL)
		return false;
	if (p->host->find(json, "default", &field->default_json))
		field->default_state = AVRO_DEFAULT_JSON;
	type->n++;
	return true;
}

static bool
parse_fields(Parser *p, AvroType *type, const AvroJson *json,
			 const char *space, const AvroPlace *at, int depth)
{
	AvroPlace	fields = {.up = at, .name = "fields", .len = strlen("fields")};
	AvroPlace	place = {.up = &fields};
	void	   *state = NULL;
	AvroJson	list;
	AvroJson	key;
	AvroJson	field;

	if (!find_attribute(p, json, at, "fields", AVRO_JSON_ARRAY, "an array",
						&list))
		return false;
	type->fields = avro_schema_alloc(p->schema, list.n * sizeof(AvroField));
	for (; p->host->next(&list, &state, &key, &field); place.index++)
		if (!parse_field(p, type, &field, space, &place, depth))
			return false;
	return true;
}

/* Parse a record, enum or fixed: the types with names. */
static const AvroType *
parse_named(Parser *p, AvroKind kind, const AvroJson *json, const char *space,
			const AvroPlace *at, int depth)
{
	AvroType   *type = new_type(p, kind);
	AvroJson	name;
	AvroJson	given;
	AvroName   *entry;
	char	   *inner;
	char	   *dot;
	bool		ok;

	if (!find_attribute(p, json, at, "name", AVRO_JSON_STRING, "a string",
						&name) ||
		!check_name(p, at, avro_kind_name(kind), &name, true))
		return NULL;
	if (p->host->find(json, "namespace", &given) &&
		given.kind != AVRO_JSON_NULL)
	{
		if (given.kind != AVRO_JSON_STRING)
		{
			invalid(p, at, "attribute \"namespace\" must be a string");
			return NULL;
		}
		if (given.len > 0 && !check_name(p, at, "namespace", &given, true))
			return NULL;
		space = copy_text(p, given.text, given.len);
	}
	type->name = full_name(p, space, &name);
	entry = find_primitive(type->name, strlen(type->name)) != NULL ? NULL :
		avro_name_add(p->schema, NULL, type->name);
	if (entry == NULL)
	{
		invalid(p, at, "type \"%.*s\" already exists",
				core_shown(type->name, strlen(type->name), 100), type->name);
		return NULL;
	}
	entry->type = type;

	/* Names within it are looked up in its namespace. */
	inner = copy_text(p, type->name, strlen(type->name));
	dot = strrchr(inner, '.');
	*(dot != NULL ? dot : inner) = '\0';
	if (kind == AVRO_RECORD)
		ok = parse_fields(p, type, json, inner, at, depth);
	else if (kind == AVRO_ENUM)
		ok = parse_symbols(p, type, json, at);
	else
		ok = parse_size(p, type, json, at);
	return ok ? type : NULL;
}

/* Parse an array or a map with the type of its items or values. */
static const AvroType *
parse_collection(Parser *p, AvroKind kind, const char *attribute,
				 const AvroJson *json, const char *space, const AvroPlace *at,
				 int depth)
{
	AvroType   *type = new_type(p, kind);
	AvroPlace	place = {.up = at,
						 .name = attribute,
						 .len = strlen(attribute)};
	AvroJson	items;

	if (!p->host->find(json, attribute, &items))
	{
		invalid(p, at, "attribute \"%s\" is missing", attribute);
		return NULL;
	}
	type->items = parse_type(p, &items, space, &place, depth + 1);
	return type->items != NULL ? type : NULL;
}

static const AvroType *
parse_type(Parser *p, const AvroJson *json, const char *space,
		   const AvroPlace *at, int depth)
{
	AvroPlace	place = {.up = at, .name = "type", .len = strlen("type")};
	AvroJson	type;

	core_check_interrupts();
	if (depth > AVRO_MAX_SCHEMA_DEPTH)
	{
		core_error(p->err, CORE_ERR_LIMIT,
				   "Avro schema is nested deeper than %d types",
				   AVRO_MAX_SCHEMA_DEPTH);
		core_error_hint(p->err,
						"Define the inner types earlier and use their names.");
		return NULL;
	}
	if (json->kind == AVRO_JSON_STRING)
		return parse_name(p, json, space, at);
	if (json->kind == AVRO_JSON_ARRAY)
		return parse_union(p, json, space, at, depth);
	if (json->kind != AVRO_JSON_OBJECT)
	{
		invalid(p, at, "a type must be a string, an array or an object");
		return NULL;
	}
	if (!p->host->find(json, "type", &type))
	{
		invalid(p, at, "attribute \"type\" is missing");
		return NULL;
	}
	if (type.kind != AVRO_JSON_STRING)
		return parse_type(p, &type, space, &place, depth + 1);
	if (is_word(&type, "record") || is_word(&type, "error"))
		return parse_named(p, AVRO_RECORD, json, space, at, depth);
	if (is_word(&type, "enum"))
		return parse_named(p, AVRO_ENUM, json, space, at, depth);
	if (is_word(&type, "fixed"))
		return parse_named(p, AVRO_FIXED, json, space, at, depth);
	if (is_word(&type, "array"))
		return parse_collection(p, AVRO_ARRAY, "items", json, space, at,
								depth);
	if (is_word(&type, "map"))
		return parse_collection(p, AVRO_MAP, "values", json, space, at, depth);
	return parse_name(p, &type, space, &place);
}

/* ---- the whole ---------------------------------------------------------- */

static bool
is_finite(const AvroType *type)
{
	if (type->kind == AVRO_UNION)
	{
		for (uint32_t i = 0; i < type->n; i++)
			if (type->branches[i]->finite)
				return true;
		return false;
	}
	for (uint32_t i = 0; i < type->n && type->kind == AVRO_RECORD; i++)
		if (!type->fields[i].type->finite)
			return false;
	return true;
}

/* Find records without finite values: they always contain themselves. */
static bool
check_finite(Parser *p)
{
	bool		changed = true;

	while (changed)
	{
		changed = false;
		core_check_interrupts();
		for (AvroType *type = p->schema->first; type != NULL;
			 type = type->next)
			if (!type->finite && is_finite(type))
				type->finite = changed = true;
	}
	for (AvroType *type = p->schema->first; type != NULL; type = type->next)
		if (!type->finite && type->kind == AVRO_RECORD)
		{
			core_error(p->err, CORE_ERR_PARAMETER,
					   "Avro record \"%.*s\" contains itself without an end",
					   core_shown(type->name, strlen(type->name), 100),
					   type->name);
			return core_error_hint(p->err,
								   "A record may contain itself in an array, in a map or in a union with null.");
		}
	return true;
}

static bool
encode_defaults(Parser *p)
{
	for (AvroType *type = p->schema->first; type != NULL; type = type->next)
		for (uint32_t i = 0; i < type->n && type->kind == AVRO_RECORD; i++)
		{
			AvroField  *field = &type->fields[i];
			CoreError	why;

			if (field->default_state != AVRO_DEFAULT_JSON ||
				avro_encode_default(p->schema, field, 0, p->host, &why))
				continue;
			core_error(
				p->err, why.code,
				"invalid default of field \"%.*s\" of Avro record \"%.*s\"",
				core_shown(field->name, strlen(field->name), 60), field->name,
				core_shown(type->name, strlen(type->name), 60), type->name);
			core_error_detail(p->err, "In the default: %s.", why.message);
			return core_error_hint(p->err, "%s", why.hint);
		}
	return true;
}

AvroSchema *
avro_schema_parse(const AvroJson *json, const AvroJsonHost *host,
				  CoreError *err)
{
	AvroSchema *schema = core_alloc(sizeof(AvroSchema));
	Parser		p = {schema, host, err};
	AvroPlace	root = {.up = NULL};

	memset(schema, 0, sizeof(AvroSchema));
	schema->last = &schema->first;
	schema->root = parse_type(&p, json, "", &root, 0);
	if (schema->root == NULL || !check_finite(&p) || !encode_defaults(&p))
	{
		avro_schema_free(schema);
		return NULL;
	}
	return schema;
}

void
avro_schema_free(AvroSchema *schema)
{
	if (schema == NULL)
		return;
	for (AvroBlock *block = schema->blocks; block != NULL;)
	{
		AvroBlock  *next = block->next;

		core_free(block);
		block = next;
	}
	core_free(schema);
}
