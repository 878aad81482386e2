/*
 * hfile_describe.c
 *		List the contents of an HFile as JSON items: trailer, file info, index,
 *		bloom filters and blocks.
 */
#include "core/hfile/hfile_describe.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_state.h"

#include <stdio.h>

#include "core/base/notation.h"

/* The receiver of the items, and the current value. */
typedef struct Lister
{
	HFileReader *r;
	HFileItemFunction emit;
	void	   *context;
	CoreBuf		json;
	CoreBuf		name;			/* key of a file info entry */
} Lister;

/* ---- JSON --------------------------------------------------------------- */

static void
put_text(CoreBuf *dst, const char *text)
{
	core_buf_add(dst, text, strlen(text));
}

/* Append the printable form of bytes (notation.h), not escaped. */
static void
put_notation(CoreBuf *dst, const uint8_t *p, size_t n)
{
	size_t		len = notation_length(p, n);

	notation_write(p, n, (char *) core_buf_reserve(dst, len));
	dst->len += len;
}

/* Append the printable form as a JSON string with \ and " escaped. */
static void
put_bytes(CoreBuf *dst, const uint8_t *p, size_t n)
{
	core_buf_add_byte(dst, '"');
	for (size_t i = 0; i < n; i++)
	{
		if (p[i] == '"')
			put_text(dst, "\\\"");
		else
		{
			if (notation_length(p + i, 1) > 1)
				core_buf_add_byte(dst, '\\');
			put_notation(dst, p + i, 1);
		}
	}
	core_buf_add_byte(dst, '"');
}

/*
 * Append a cell's key as a JSON object, or its bytes if it is not a valid key.
 */
static void
put_key(CoreBuf *dst, const uint8_t *p, size_t n)
{
	Cell		cell;

	if (!cell_read_key(p, n, &cell))
	{
		put_bytes(dst, p, n);
		return;
	}
	put_text(dst, "{\"row\": ");
	put_bytes(dst, cell.row, cell.row_len);
	put_text(dst, ", \"family\": ");
	put_bytes(dst, cell.family, cell.family_len);
	put_text(dst, ", \"qualifier\": ");
	put_bytes(dst, cell.qualifier, cell.qualifier_len);
	core_buf_printf(dst, ", \"ts\": %lld, \"type\": ", (long long) cell.ts);
	if (cell_type_is_stored(cell.type))
		core_buf_printf(dst, "\"%s\"}", cell_type_name(cell.type));
	else
		core_buf_printf(dst, "%u}", cell.type);
}

/* ---- items -------------------------------------------------------------- */

/* Emit an item with the value in t->json, and reset the value. */
static bool
emit_item(Lister *t, const char *section, const char *name,
		  const uint64_t *offset, CoreError *err)
{
	HFileItem	item = {section, name, offset != NULL,
						offset != NULL ? *offset : 0, NULL};
	bool		ok;

	core_check_interrupts();
	core_buf_add_byte(&t->json, '\0');
	item.value = (const char *) t->json.data;
	ok = t->emit(t->context, &item, err);
	t->json.len = 0;
	return ok;
}

static bool
emit_number(Lister *t, const char *section, const char *name, int64_t v,
			CoreError *err)
{
	core_buf_printf(&t->json, "%lld", (long long) v);
	return emit_item(t, section, name, NULL, err);
}

static bool
emit_trailer(Lister *t, CoreError *err)
{
	const HFileTrailer *trailer = &t->r->trailer;
	const char *s = "trailer";

	core_buf_printf(&t->json, "\"%d.%u\"", HFILE_MAJOR_VERSION,
					trailer->minor_version);
	if (!emit_item(t, s, "version", NULL, err))
		return false;
	core_buf_printf(&t->json, "\"%s\"", hfile_codec_name(trailer->codec));
	return emit_item(t, s, "compression", NULL, err) &&
		emit_number(t, s, "file_size", (int64_t) t->r->in.source.size, err) &&
		emit_number(t, s, "entry_count", (int64_t) trailer->cells, err) &&
		emit_number(t, s, "data_index_levels", trailer->index_levels, err) &&
		emit_number(t, s, "data_index_count", trailer->index_count, err) &&
		emit_number(t, s, "meta_index_count", trailer->meta_index_count,
					err) &&
		emit_number(t, s, "uncompressed_data_index_size",
					(int64_t) trailer->index_size, err) &&
		emit_number(t, s, "total_uncompressed_bytes",
					(int64_t) trailer->total_uncompressed, err) &&
		emit_number(t, s, "first_data_block_offset",
					trailer->first_data_offset, err) &&
		emit_number(t, s, "last_data_block_offset", trailer->last_data_offset,
					err) &&
		emit_number(t, s, "load_on_open_data_offset",
					(int64_t) trailer->load_on_open_offset, err) &&
		emit_number(t, s, "file_info_offset",
					(int64_t) trailer->file_info_offset, err);
}

/* ---- file info ---------------------------------------------------------- */

typedef enum InfoForm
{
	INFO_BYTES,					/* also: values with an invalid length */
	INFO_NUMBER,				/* a number of 4 or 8 bytes */
	INFO_BOOLEAN,
	INFO_RANGE,					/* two numbers of 8 bytes each */
	INFO_KEY
} InfoForm;

static const struct
{
	const char *key;
	InfoForm	form;
}			info_forms[] = {
	{HFILE_INFO_LAST_KEY, INFO_KEY},
	{HFILE_INFO_AVG_KEY_LEN, INFO_NUMBER},
	{HFILE_INFO_AVG_VALUE_LEN, INFO_NUMBER},
	{HFILE_INFO_CREATE_TIME, INFO_NUMBER},
	{HFILE_INFO_BIGGEST_KEY, INFO_KEY},
	{HFILE_INFO_BIGGEST_LEN, INFO_NUMBER},
	{HFILE_INFO_MAX_TAGS_LEN, INFO_NUMBER},
	{HFILE_INFO_TAGS_COMPRESSED, INFO_BOOLEAN},
	{HFILE_INFO_KEY_VALUE_VERSION, INFO_NUMBER},
	{HFILE_INFO_MAX_SEQUENCE_ID, INFO_NUMBER},
	{HFILE_INFO_BLOOM_PARAM, INFO_NUMBER},
	{HFILE_INFO_DELETE_FAMILY_COUNT, INFO_NUMBER},
	{HFILE_INFO_TIMERANGE, INFO_RANGE},
	{HFILE_INFO_EARLIEST_PUT, INFO_NUMBER},
	{HFILE_INFO_HISTORICAL, INFO_BOOLEAN},
	{HFILE_INFO_BULKLOAD_TIMESTAMP, INFO_NUMBER},
	{HFILE_INFO_MAJOR_COMPACTION, INFO_BOOLEAN},
	{HFILE_INFO_EXCLUDE_MINOR, INFO_BOOLEAN},
	{"MAX_SEQ_ID_KEY", INFO_NUMBER},
};

static InfoForm
info_form(const HFileInfoEntry *e)
{
	for (size_t i = 0; i < sizeof(info_forms) / sizeof(info_forms[0]); i++)
		if (strlen(info_forms[i].key) == e->key_len &&
			memcmp(info_forms[i].key, e->key, e->key_len) == 0)
			return info_forms[i].form;
	return INFO_BYTES;
}

static void
put_info_value(CoreBuf *dst, const HFileInfoEntry *e)
{
	InfoForm	form = info_form(e);

	if (form == INFO_KEY)
		put_key(dst, e->value, e->value_len);
	else if (form == INFO_NUMBER && e->value_len == 4)
		core_buf_printf(dst, "%d", (int32_t) core_get_u32(e->value));
	else if (form == INFO_NUMBER && e->value_len == 8)
		core_buf_printf(dst, "%lld", (long long) core_get_u64(e->value));
	else if (form == INFO_BOOLEAN && e->value_len == 1)
		put_text(dst, e->value[0] != 0 ? "true" : "false");
	else if (form == INFO_RANGE && e->value_len == 16)
		core_buf_printf(dst, "[%lld, %lld]",
						(long long) core_get_u64(e->value),
						(long long) core_get_u64(e->value + 8));
	else
		put_bytes(dst, e->value, e->value_len);
}

static bool
emit_info(Lister *t, CoreError *err)
{
	for (uint32_t i = 0; i < t->r->info.n; i++)
	{
		const HFileInfoEntry *e = &t->r->info.entries[i];

		t->name.len = 0;
		put_notation(&t->name, e->key, e->key_len);
		core_buf_add_byte(&t->name, '\0');
		put_info_value(&t->json, e);
		if (!emit_item(t, "info", (const char *) t->name.data, NULL, err))
			return false;
	}
	return true;
}

/* ---- index, bloom filters, blocks --------------------------------------- */

static bool
emit_index(Lister *t, CoreError *err)
{
	for (uint32_t i = 0; i < t->r->trailer.index_count; i++)
	{
		const HFileIndexRef *ref = &t->r->index[i];

		core_buf_printf(&t->json, "{\"size\": %u, \"key\": ", ref->size);
		put_key(&t->json, ref->key, ref->key_len);
		core_buf_add_byte(&t->json, '}');
		if (!emit_item(t, "index", "root entry", &ref->offset, err))
			return false;
	}
	return true;
}

static bool
emit_bloom(Lister *t, const char *name, const HFileBloomMeta *bloom,
		   CoreError *err)
{
	if (!bloom->present)
		return true;
	core_buf_printf(
		&t->json,
		"{\"keys\": %llu, \"max_keys\": %llu, \"hashes\": %u, \"chunks\": %u, \"bytes\": %llu}",
		(unsigned long long) bloom->keys, (unsigned long long) bloom->max_keys,
		bloom->hashes, bloom->n, (unsigned long long) bloom->bytes);
	return emit_item(t, "bloom", name, &bloom->block.offset, err);
}

/* Read all block headers, from the first block to the trailer. */
static bool
emit_blocks(Lister *t, CoreError *err)
{
	uint64_t	limit = t->r->in.source.size - HFILE_TRAILER_SIZE;
	uint64_t	end;

	for (uint64_t offset = 0; offset < limit; offset = end)
	{
		HFileBlock *block = &t->r->aside;

		if (!hfile_in_header(&t->r->in, offset, limit, block, err))
			return false;
		end = block->end;
		core_buf_printf(&t->json,
						"{\"size\": %llu, \"compressed\": %u, \"uncompressed\": %u, \"previous\": %lld, \"checksum\": \"%s\"}",
						(unsigned long long) (end - offset),
						block->header.data_size - HFILE_HEADER_SIZE,
						block->header.uncompressed_size,
						(long long) block->header.previous_offset,
						hfile_checksum_name(block->header.checksum));
		if (!emit_item(t, "block", hfile_block_name(block->header.kind),
					   &offset, err))
			return false;
	}
	return true;
}

bool
hfile_reader_describe(HFileReader *r, HFileItemFunction emit, void *context,
					  CoreError *err)
{
	Lister		t = {r, emit, context, {NULL, 0, 0}, {NULL, 0, 0}};
	bool		ok = emit_trailer(&t, err) && emit_info(&t, err) &&
		emit_index(&t, err) && emit_bloom(&t, "general", &r->bloom, err) &&
		emit_bloom(&t, "delete family", &r->delete_bloom, err) &&
		emit_blocks(&t, err);

	core_buf_free(&t.json);
	core_buf_free(&t.name);
	return ok;
}
