/*
 * hfile_proto.c
 *		The two protobuf messages of an HFile: trailer and file info.
 *
 * Held against FixedFileTrailer.serializeAsPB and deserializeFromPB, and
 * HFileInfo.write and read, HBase 2.6.1.
 */
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_proto.h"

#include <stdlib.h>

#include "core/hfile/hfile.pb-c.h"

/*
 * The comparator class that HBase 2 still writes; it reads it as
 * CellComparatorImpl.
 */
#define COMPARATOR		"org.apache.hadoop.hbase.KeyValue$KVComparator"
#define NEW_COMPARATOR	"org.apache.hadoop.hbase.CellComparatorImpl"

#define TRAILER_MAGIC	"TRABLK\"$"
#define INFO_MAGIC		"PBUF"
#define INFO_MAGIC_SIZE 4

/* The size limit of a file info.  Its largest entries are keys of 32 KB. */
#define MAX_INFO_SIZE	(16 * 1024 * 1024)

/* ---- protobuf's memory and framing -------------------------------------- */

static void *
message_alloc(void *data, size_t size)
{
	return core_alloc(size);
}

static void
message_free(void *data, void *p)
{
	if (p != NULL)
		core_free(p);
}

static ProtobufCAllocator message_memory = {message_alloc, message_free, NULL};

static uint8_t *
put_varint(uint8_t *dst, uint64_t v)
{
	while (v >= 0x80)
	{
		*dst++ = (uint8_t) (v | 0x80);
		v >>= 7;
	}
	*dst++ = (uint8_t) v;
	return dst;
}

/* Read the length before a message.  The message must lie within n bytes. */
static const uint8_t *
get_length(const uint8_t *p, size_t n, size_t *length)
{
	const uint8_t *end = p + n;
	uint64_t	v = 0;

	for (int shift = 0; shift < 35; shift += 7)
	{
		if (p >= end)
			return NULL;
		v |= (uint64_t) (*p & 0x7f) << shift;
		if (*p++ < 0x80)
		{
			*length = (size_t) v;
			return v <= (uint64_t) (end - p) ? p : NULL;
		}
	}
	return NULL;
}

/* ---- trailer ------------------------------------------------------------ */

/* FixedFileTrailer.serializeAsPB, HBase 2.6.1. */
void
hfile_put_trailer(uint8_t *dst, const HFileTrailer *trailer)
{
	Hfile__Trailer m = HFILE__TRAILER__INIT;
	uint8_t    *p;

	m.has_file_info_offset = true;
	m.file_info_offset = trailer->file_info_offset;
	m.has_load_on_open_data_offset = true;
	m.load_on_open_data_offset = trailer->load_on_open_offset;
	m.has_uncompressed_data_index_size = true;
	m.uncompressed_data_index_size = trailer->index_size;
	m.has_total_uncompressed_bytes = true;
	m.total_uncompressed_bytes = trailer->total_uncompressed;
	m.has_data_index_count = true;
	m.data_index_count = trailer->index_count;
	m.has_meta_index_count = true;
	m.meta_index_count = trailer->meta_index_count;
	m.has_entry_count = true;
	m.entry_count = trailer->cells;
	m.has_num_data_index_levels = true;
	m.num_data_index_levels = trailer->index_levels;
	m.has_first_data_block_offset = true;
	m.first_data_block_offset = (uint64_t) trailer->first_data_offset;
	m.has_last_data_block_offset = true;
	m.last_data_block_offset = (uint64_t) trailer->last_data_offset;
	m.comparator_class_name = COMPARATOR;
	m.has_compression_codec = true;
	m.compression_codec = trailer->codec;

	memset(dst, 0, HFILE_TRAILER_SIZE);
	memcpy(dst, TRAILER_MAGIC, HFILE_MAGIC_SIZE);
	p = put_varint(dst + HFILE_MAGIC_SIZE,
				   hfile__trailer__get_packed_size(&m));
	hfile__trailer__pack(&m, p);
	core_put_u32(dst + HFILE_TRAILER_SIZE - 4,
				 HFILE_MINOR_VERSION << 24 | HFILE_MAJOR_VERSION);
}

static bool
trailer_error(CoreError *err, const char *what)
{
	return core_error(err, CORE_ERR_CORRUPT, "damaged HFile trailer: %s",
					  what);
}

/* Whether v is -1 or the offset of a data block before limit. */
static bool
data_offset_fits(uint64_t v, uint64_t limit)
{
	return v < limit || v == UINT64_MAX;
}

/* Copy the fields of the message after checking them against the file size. */
static bool
judge_trailer(const Hfile__Trailer *m, uint64_t file_size,
			  HFileTrailer *trailer, CoreError *err)
{
	uint64_t	end = file_size - HFILE_TRAILER_SIZE;
	char		quoted[CELL_QUOTE_SIZE];

	if (!m->has_file_info_offset || !m->has_load_on_open_data_offset ||
		!m->has_data_index_count || !m->has_entry_count ||
		!m->has_num_data_index_levels || !m->has_compression_codec)
		return trailer_error(err, "a field is missing");
	if (m->has_encryption_key)
		return core_error(err, CORE_ERR_UNSUPPORTED,
						  "encrypted HFiles are not supported");
	if (m->comparator_class_name != NULL &&
		strcmp(m->comparator_class_name, COMPARATOR) != 0 &&
		strcmp(m->comparator_class_name, NEW_COMPARATOR) != 0)
		return core_error(err, CORE_ERR_UNSUPPORTED,
						  "HFile comparator %s is not supported",
						  cell_quote((const uint8_t *)
										 m->comparator_class_name,
									 strlen(m->comparator_class_name), quoted,
									 sizeof(quoted)));
	if (m->load_on_open_data_offset >= end ||
		m->file_info_offset <= m->load_on_open_data_offset ||
		m->file_info_offset >= end)
		return trailer_error(err, "an offset is outside the file");
	if (!m->has_first_data_block_offset || !m->has_last_data_block_offset ||
		!data_offset_fits(m->first_data_block_offset,
						  m->load_on_open_data_offset) ||
		!data_offset_fits(m->last_data_block_offset,
						  m->load_on_open_data_offset))
		return trailer_error(
			err, "the offset of a data block is outside the data");
	if (m->num_data_index_levels < 1 || m->num_data_index_levels > 16)
		return trailer_error(err, "the number of index levels is impossible");

	memset(trailer, 0, sizeof(HFileTrailer));
	trailer->file_info_offset = m->file_info_offset;
	trailer->load_on_open_offset = m->load_on_open_data_offset;
	trailer->index_size = m->uncompressed_data_index_size;
	trailer->total_uncompressed = m->total_uncompressed_bytes;
	trailer->index_count = m->data_index_count;
	trailer->meta_index_count = m->meta_index_count;
	trailer->cells = m->entry_count;
	trailer->index_levels = m->num_data_index_levels;
	trailer->first_data_offset = (int64_t) m->first_data_block_offset;
	trailer->last_data_offset = (int64_t) m->last_data_block_offset;
	trailer->codec = m->compression_codec;
	return hfile_codec_available(m->compression_codec, err);
}

/* FixedFileTrailer.deserializeFromPB, HBase 2.6.1. */
bool
hfile_get_trailer(const uint8_t *src, uint64_t file_size,
				  HFileTrailer *trailer, CoreError *err)
{
	uint32_t	version = core_get_u32(src + HFILE_TRAILER_SIZE - 4);
	const uint8_t *p;
	size_t		length;
	Hfile__Trailer *m;
	bool		ok;

	if (memcmp(src, TRAILER_MAGIC, HFILE_MAGIC_SIZE) != 0)
	{
		core_error(
			err, CORE_ERR_CORRUPT,
			"not an HFile of version 3: its last %d bytes do not contain a trailer",
			HFILE_TRAILER_SIZE);
		return core_error_hint(
			err, "A truncated file does not have a trailer.");
	}
	if ((version & 0xffffff) != HFILE_MAJOR_VERSION ||
		version >> 24 > HFILE_MINOR_VERSION)
		return core_error(err, CORE_ERR_UNSUPPORTED,
						  "HFile version %u.%u is not supported",
						  version & 0xffffff, version >> 24);
	p = get_length(src + HFILE_MAGIC_SIZE,
				   HFILE_TRAILER_SIZE - HFILE_MAGIC_SIZE - 4, &length);
	m = p == NULL ? NULL : hfile__trailer__unpack(&message_memory, length, p);
	if (m == NULL)
		return trailer_error(err, "its protobuf message cannot be read");
	ok = judge_trailer(m, file_size, trailer, err);
	trailer->minor_version = version >> 24;
	hfile__trailer__free_unpacked(m, &message_memory);
	return ok;
}

/* ---- file info ---------------------------------------------------------- */

void
hfile_info_init(HFileInfo *info)
{
	memset(info, 0, sizeof(HFileInfo));
}

void
hfile_info_free(HFileInfo *info)
{
	for (uint32_t i = 0; i < info->n; i++)
	{
		core_free((void *) info->entries[i].key);
		core_free((void *) info->entries[i].value);
	}
	if (info->entries != NULL)
		core_free(info->entries);
	hfile_info_init(info);
}

static const uint8_t *
copy_bytes(const void *p, size_t n)
{
	uint8_t    *copy = core_alloc(n > 0 ? n : 1);

	core_copy(copy, p, n);
	return copy;
}

static int
compare_entry_key(const HFileInfoEntry *e, const uint8_t *key, size_t key_len)
{
	return bytes_compare(e->key, e->key_len, key, key_len);
}

/* Append an entry, without a search for its key. */
static void
info_append(HFileInfo *info, const uint8_t *key, size_t key_len,
			const void *value, size_t value_len)
{
	HFileInfoEntry *e;

	if (info->n == info->room)
	{
		info->room = info->room == 0 ? 32 : info->room * 2;
		info->entries = info->entries == NULL ?
			core_alloc(info->room * sizeof(HFileInfoEntry)) :
			core_realloc(info->entries, info->room * sizeof(HFileInfoEntry));
	}
	e = &info->entries[info->n];
	e->key = copy_bytes(key, key_len);
	e->key_len = (uint32_t) key_len;
	e->value = copy_bytes(value, value_len);
	e->value_len = (uint32_t) value_len;
	info->n++;
}

void
hfile_info_set(HFileInfo *info, const uint8_t *key, size_t key_len,
			   const void *value, size_t value_len)
{
	for (uint32_t i = 0; i < info->n; i++)
	{
		HFileInfoEntry *e = &info->entries[i];

		if (compare_entry_key(e, key, key_len) == 0)
		{
			core_free((void *) e->value);
			e->value = copy_bytes(value, value_len);
			e->value_len = (uint32_t) value_len;
			return;
		}
	}
	info_append(info, key, key_len, value, value_len);
}

const HFileInfoEntry *
hfile_info_get(const HFileInfo *info, const char *key)
{
	for (uint32_t i = 0; i < info->n; i++)
		if (compare_entry_key(&info->entries[i], (const uint8_t *) key,
							  strlen(key)) == 0)
			return &info->entries[i];
	return NULL;
}

static int
compare_entries(const void *a, const void *b)
{
	const HFileInfoEntry *y = b;

	return compare_entry_key(a, y->key, y->key_len);
}

/* HFileInfo.write, HBase 2.6.1. */
void
hfile_put_info(CoreBuf *dst, HFileInfo *info)
{
	Hfile__FileInfo m = HFILE__FILE_INFO__INIT;
	Hfile__FileInfo__Entry *entries = core_alloc((info->n + 1) *
												 sizeof(*entries));
	Hfile__FileInfo__Entry **pointers = core_alloc((info->n + 1) *
												   sizeof(*pointers));
	size_t		size;
	uint8_t    *p;

	qsort(info->entries, info->n, sizeof(HFileInfoEntry), compare_entries);
	for (uint32_t i = 0; i < info->n; i++)
	{
		hfile__file_info__entry__init(&entries[i]);
		entries[i].first.data = (uint8_t *) info->entries[i].key;
		entries[i].first.len = info->entries[i].key_len;
		entries[i].second.data = (uint8_t *) info->entries[i].value;
		entries[i].second.len = info->entries[i].value_len;
		pointers[i] = &entries[i];
	}
	m.n_entry = info->n;
	m.entry = pointers;

	size = hfile__file_info__get_packed_size(&m);
	p = core_buf_reserve(dst, INFO_MAGIC_SIZE + 10 + size);
	memcpy(p, INFO_MAGIC, INFO_MAGIC_SIZE);
	p = put_varint(p + INFO_MAGIC_SIZE, size);
	p += hfile__file_info__pack(&m, p);
	dst->len = p - dst->data;
	core_free(pointers);
	core_free(entries);
}

/* HFileInfo.read, HBase 2.6.1. */
bool
hfile_get_info(const uint8_t *src, size_t n, uint64_t offset, HFileInfo *info,
			   CoreError *err)
{
	const uint8_t *p;
	size_t		length;
	Hfile__FileInfo *m;

	if (n > MAX_INFO_SIZE)
		return hfile_block_error(err, offset,
								 "file info of %zu bytes is too large", n);
	if (n < INFO_MAGIC_SIZE || memcmp(src, INFO_MAGIC, INFO_MAGIC_SIZE) != 0)
		return hfile_block_error(err, offset,
								 "the file info does not begin with \"%s\"",
								 INFO_MAGIC);
	p = get_length(src + INFO_MAGIC_SIZE, n - INFO_MAGIC_SIZE, &length);
	m = p == NULL ? NULL :
					hfile__file_info__unpack(&message_memory, length, p);
	if (m == NULL)
		return hfile_block_error(
			err, offset, "the file info's protobuf message cannot be read");
	for (size_t i = 0; i < m->n_entry; i++)
		info_append(info, m->entry[i]->first.data, m->entry[i]->first.len,
					m->entry[i]->second.data, m->entry[i]->second.len);
	hfile__file_info__free_unpacked(m, &message_memory);
	return true;
}
