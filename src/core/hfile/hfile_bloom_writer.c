/*
 * hfile_bloom_writer.c
 *		Write a compound bloom filter: chunks with a fixed number of keys
 *		between the data blocks, and their index at the end of the file.
 *
 * Held against CompoundBloomFilterWriter, HBase 2.6.1.
 */
#include "core/hfile/hfile_bloom_writer.h"

/* The comparator name in the meta block of ROWCOL filters. */
#define ROWCOL_COMPARATOR	"org.apache.hadoop.hbase.CellComparatorImpl"

/* The size of the meta block before the comparator's name. */
#define META_SIZE	40

void
hfile_bloom_writer_init(HFileBloomWriter *bloom, uint32_t chunk_size,
						double error_rate)
{
	memset(bloom, 0, sizeof(HFileBloomWriter));
	hfile_bloom_shape(&bloom->shape, chunk_size, error_rate);
	hfile_index_list_init(&bloom->chunks);
	bloom->waiting_end = &bloom->waiting;
}

static void
free_chunks(HFileBloomChunk *chunk)
{
	while (chunk != NULL)
	{
		HFileBloomChunk *next = chunk->next;

		core_buf_free(&chunk->payload);
		core_buf_free(&chunk->first_key);
		core_free(chunk);
		chunk = next;
	}
}

void
hfile_bloom_writer_free(HFileBloomWriter *bloom)
{
	free_chunks(bloom->filling);
	free_chunks(bloom->waiting);
	free_chunks(bloom->spare);
	hfile_index_list_free(&bloom->chunks);
}

/*
 * Put the current chunk into the queue of chunks to write.  It is full or the
 * last one (CompoundBloomFilterWriter.enqueueReadyChunk).
 */
static void
close_chunk(HFileBloomWriter *bloom)
{
	*bloom->waiting_end = bloom->filling;
	bloom->waiting_end = &bloom->filling->next;
	bloom->filling = NULL;
}

/*
 * Begin an empty chunk; key is its first key
 * (CompoundBloomFilterWriter.allocateNewChunk).
 */
static void
open_chunk(HFileBloomWriter *bloom, const uint8_t *key, size_t n)
{
	HFileBloomChunk *chunk = bloom->spare;

	if (chunk != NULL)
		bloom->spare = chunk->next;
	else
	{
		chunk = core_alloc(sizeof(HFileBloomChunk));
		core_buf_init(&chunk->payload);
		core_buf_init(&chunk->first_key);
	}
	chunk->next = NULL;
	chunk->keys = 0;
	bloom->filling = chunk;

	hfile_out_begin(&chunk->payload);
	memset(core_buf_reserve(&chunk->payload, bloom->shape.byte_size), 0,
		   bloom->shape.byte_size);
	chunk->payload.len += bloom->shape.byte_size;
	chunk->first_key.len = 0;
	core_buf_add(&chunk->first_key, key, n);
}

/* CompoundBloomFilterWriter.append. */
void
hfile_bloom_add(HFileBloomWriter *bloom, const uint8_t *key, size_t n)
{
	if (bloom->filling != NULL &&
		bloom->filling->keys >= bloom->shape.max_keys)
		close_chunk(bloom);
	if (bloom->filling == NULL)
		open_chunk(bloom, key, n);
	hfile_bloom_set(bloom->filling->payload.data + HFILE_HEADER_SIZE,
					bloom->shape.byte_size, bloom->shape.hashes, key, n);
	bloom->filling->keys++;
}

static bool
write_chunk(HFileBloomWriter *bloom, HFileOut *out, HFileBloomChunk *chunk,
			CoreError *err)
{
	uint32_t	byte_size = bloom->shape.byte_size;
	uint32_t	max_keys = bloom->shape.max_keys;
	HFileBlockRef ref;

	hfile_bloom_fold(chunk->payload.data + HFILE_HEADER_SIZE, &byte_size,
					 &max_keys, chunk->keys);
	chunk->payload.len = HFILE_HEADER_SIZE + byte_size;
	bloom->bytes += byte_size;
	bloom->keys += chunk->keys;
	bloom->max_keys += max_keys;
	if (!hfile_out_block(out, HFILE_BLOCK_BLOOM_CHUNK, &chunk->payload, &ref,
						 err))
		return false;
	hfile_index_list_add(&bloom->chunks, &ref, chunk->first_key.data,
						 chunk->first_key.len);
	return true;
}

/* CompoundBloomFilterWriter.writeInlineBlock. */
bool
hfile_bloom_flush(HFileBloomWriter *bloom, HFileOut *out, bool at_end,
				  CoreError *err)
{
	if (bloom->filling != NULL &&
		(at_end || bloom->filling->keys >= bloom->shape.max_keys))
		close_chunk(bloom);
	while (bloom->waiting != NULL)
	{
		HFileBloomChunk *chunk = bloom->waiting;

		if (!write_chunk(bloom, out, chunk, err))
			return false;
		bloom->waiting = chunk->next;
		if (bloom->waiting == NULL)
			bloom->waiting_end = &bloom->waiting;
		chunk->next = bloom->spare;
		bloom->spare = chunk;
	}
	return true;
}

/* CompoundBloomFilterWriter.MetaWriter.write. */
bool
hfile_bloom_finish(HFileBloomWriter *bloom, HFileOut *out,
				   HFileBlockKind kind, bool rowcol, CoreError *err)
{
	const char *comparator = rowcol ? ROWCOL_COMPARATOR : "";
	CoreBuf		buf;
	HFileBlockRef ref;
	uint8_t    *p;
	bool		ok;

	if (bloom->chunks.n == 0)
		return true;
	core_buf_init(&buf);
	hfile_out_begin(&buf);
	p = core_buf_reserve(&buf, META_SIZE + HFILE_MAX_VINT);
	core_put_u32(p, HFILE_BLOOM_VERSION);
	core_put_u64(p + 4, bloom->bytes);
	core_put_u32(p + 12, bloom->shape.hashes);
	core_put_u32(p + 16, HFILE_BLOOM_HASH_MURMUR);
	core_put_u64(p + 20, bloom->keys);
	core_put_u64(p + 28, bloom->max_keys);
	core_put_u32(p + 36, bloom->chunks.n);
	p = hfile_put_vint(p + 40, (int64_t) strlen(comparator));
	buf.len = p - buf.data;
	core_buf_add(&buf, comparator, strlen(comparator));
	hfile_index_put_root(&buf, &bloom->chunks);
	ok = hfile_out_block(out, kind, &buf, &ref, err);
	core_buf_free(&buf);
	return ok;
}
