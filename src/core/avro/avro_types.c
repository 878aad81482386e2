/*
 * avro_types.c
 *		Functions shared by the Avro files: kinds of types, places in JSON, and
 *		the memory and names of a schema.
 */
#include "core/avro/avro_types.h"

#include <stdio.h>

#include "core/base/host.h"

static const char *const kind_names[] = {
	"null", "boolean", "int", "long", "float", "double", "bytes", "string",
	"fixed", "enum", "array", "map", "union", "record"
};

/* ---- kinds and places --------------------------------------------------- */

const char *
avro_kind_name(AvroKind kind)
{
	return kind_names[kind];
}

int
avro_null_branch(const AvroType *type)
{
	if (type->kind == AVRO_UNION)
		for (uint32_t i = 0; i < type->n; i++)
			if (type->branches[i]->kind == AVRO_NULL)
				return (int) i;
	return -1;
}

const char *
avro_path(const AvroPlace *place, char path[AVRO_PATH])
{
	char	   *p = path + AVRO_PATH - 1;

	*p = '\0';
	for (; place->up != NULL; place = place->up)
	{
		char		part[64];
		int			n;

		if (place->name != NULL)
			n = snprintf(part, sizeof(part), ".%.*s",
						 core_shown(place->name, place->len, 60), place->name);
		else
			n = snprintf(part, sizeof(part), "[%llu]",
						 (unsigned long long) place->index);
		if (p - path < n + 3)
			return memcpy(p - 3, "...", 3);
		p -= n;
		memcpy(p, part, n);
	}
	*--p = '$';
	return p;
}

bool
avro_too_deep(const AvroPlace *place, CoreError *err)
{
	char		path[AVRO_PATH];

	return core_error(err, CORE_ERR_LIMIT,
					  "value at %s is nested deeper than %d levels",
					  avro_path(place, path), AVRO_MAX_DEPTH);
}

/* ---- memory and names --------------------------------------------------- */

void *
avro_schema_alloc(AvroSchema *schema, size_t size)
{
	AvroBlock  *block = core_alloc(sizeof(AvroBlock) + size);

	block->next = schema->blocks;
	schema->blocks = block;
	memset(block->data, 0, size);
	return block->data;
}

/* FNV-1a over scope and name */
static uint64_t
hash_name(const void *scope, const char *name, size_t len)
{
	uint64_t	hash = UINT64_C(0xcbf29ce484222325) ^ (uintptr_t) scope;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (uint8_t) name[i]) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

const AvroName *
avro_name_find(const AvroSchema *schema, const void *scope, const char *name,
			   size_t len)
{
	uint64_t	hash = hash_name(scope, name, len);

	/* An attacker can choose names that share a bucket. */
	core_check_interrupts();
	if (schema->nbuckets > 0)
		for (const AvroName *n = schema->buckets[hash % schema->nbuckets];
			 n != NULL; n = n->next)
			if (n->hash == hash && n->scope == scope &&
				strncmp(n->name, name, len) == 0 && n->name[len] == '\0')
				return n;
	return NULL;
}

static void
more_buckets(AvroSchema *schema)
{
	size_t		nbuckets = schema->nbuckets == 0 ? 64 : schema->nbuckets * 2;
	AvroName  **buckets = avro_schema_alloc(schema,
											nbuckets * sizeof(AvroName *));

	for (size_t i = 0; i < schema->nbuckets; i++)
	{
		AvroName   *name = schema->buckets[i];

		while (name != NULL)
		{
			AvroName   *next = name->next;

			name->next = buckets[name->hash % nbuckets];
			buckets[name->hash % nbuckets] = name;
			name = next;
		}
	}
	schema->buckets = buckets;
	schema->nbuckets = nbuckets;
}

AvroName *
avro_name_add(AvroSchema *schema, const void *scope, const char *name)
{
	size_t		len = strlen(name);
	AvroName   *entry;

	if (avro_name_find(schema, scope, name, len) != NULL)
		return NULL;
	if (schema->nnames == schema->nbuckets)
		more_buckets(schema);
	entry = avro_schema_alloc(schema, sizeof(AvroName));
	entry->scope = scope;
	entry->hash = hash_name(scope, name, len);
	entry->name = name;
	entry->next = schema->buckets[entry->hash % schema->nbuckets];
	schema->buckets[entry->hash % schema->nbuckets] = entry;
	schema->nnames++;
	return entry;
}
