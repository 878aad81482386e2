/*
 * hfile_bloom_writer.h
 *		Write a compound bloom filter.
 */
#ifndef HFILE_BLOOM_WRITER_H
#define HFILE_BLOOM_WRITER_H

#include "core/base/buffer.h"
#include "core/hfile/hfile_bloom.h"
#include "core/hfile/hfile_index.h"

/* A chunk of the filter: being filled, or full and not yet written. */
typedef struct HFileBloomChunk
{
	CoreBuf		payload;		/* the bits, after room for the block header */
	CoreBuf		first_key;
	uint32_t	keys;
	struct HFileBloomChunk *next;
} HFileBloomChunk;

typedef struct HFileBloomWriter
{
	HFileBloomShape shape;
	HFileBloomChunk *filling;	/* NULL before the first key */
	HFileBloomChunk *waiting;	/* full chunks, oldest first */
	HFileBloomChunk **waiting_end;
	HFileBloomChunk *spare;		/* written chunks, for reuse */
	HFileIndexList chunks;		/* index entries of the written chunks */
	uint64_t	bytes;			/* total size of the written chunks */
	uint64_t	keys;
	uint64_t	max_keys;
} HFileBloomWriter;

extern void hfile_bloom_writer_init(HFileBloomWriter *bloom,
									uint32_t chunk_size, double error_rate);
extern void hfile_bloom_writer_free(HFileBloomWriter *bloom);

/* Add a key.  It must differ from the last added key. */
extern void hfile_bloom_add(HFileBloomWriter *bloom, const uint8_t *key,
							size_t n);

/* Write the full chunks.  Called between data blocks and at the end. */
extern bool hfile_bloom_flush(HFileBloomWriter *bloom, HFileOut *out,
							  bool at_end, CoreError *err);

/*
 * Write the meta block of the general or delete family filter, unless the
 * filter is empty. rowcol: the keys are those of columns.
 */
extern bool hfile_bloom_finish(HFileBloomWriter *bloom, HFileOut *out,
							   HFileBlockKind kind, bool rowcol,
							   CoreError *err);

#endif							/* HFILE_BLOOM_WRITER_H */
