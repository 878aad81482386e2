/*
 * hfile_bloom_writer.h
 *		A bloom filter of an HFile, being written.
 */
#ifndef HFILE_BLOOM_WRITER_H
#define HFILE_BLOOM_WRITER_H

#include "hfile_bloom.h"
#include "hfile_index.h"

/* A chunk: filled, or full and waiting for its place between data blocks. */
typedef struct HFileBloomChunk
{
	CoreBuf		payload;		/* with room for the header before the bits */
	CoreBuf		first_key;
	uint32_t	keys;
	struct HFileBloomChunk *next;
} HFileBloomChunk;

typedef struct HFileBloomWriter
{
	HFileBloomShape shape;
	HFileBloomChunk *filling;	/* NULL until there is a key */
	HFileBloomChunk *waiting;	/* full ones, oldest first */
	HFileBloomChunk **waiting_end;
	HFileBloomChunk *spare;		/* written ones, to be used again */
	HFileIndexList chunks;		/* the written ones */
	uint64_t	bytes;			/* of the written ones */
	uint64_t	keys;
	uint64_t	max_keys;
} HFileBloomWriter;

extern void hfile_bloom_writer_init(HFileBloomWriter *bloom, uint32_t chunk_size,
									double error_rate);
extern void hfile_bloom_writer_free(HFileBloomWriter *bloom);

/* Add a key; never the one added last. */
extern void hfile_bloom_add(HFileBloomWriter *bloom, const uint8_t *key, size_t n);

/* Between data blocks, and at the end: write the chunks that are due. */
extern bool hfile_bloom_flush(HFileBloomWriter *bloom, HFileOut *out, bool at_end,
							  CoreError *err);

/*
 * Write the block that describes the filter, general or of delete family
 * markers, unless it holds no key.  rowcol: keys are those of columns.
 */
extern bool hfile_bloom_finish(HFileBloomWriter *bloom, HFileOut *out,
							   HFileBlockKind kind, bool rowcol, CoreError *err);

#endif							/* HFILE_BLOOM_WRITER_H */
