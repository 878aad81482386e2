/*
 * hfile_out.h
 *		The end of the writer that makes blocks of payloads and gives them to
 *		the sink.
 */
#ifndef HFILE_OUT_H
#define HFILE_OUT_H

#include "hfile_format.h"

typedef struct HFileOut
{
	HFileSink	sink;
	HFileChecksum checksum;
	uint32_t	bytes_per_checksum;
	uint64_t	offset;			/* where the next block begins */
	uint64_t	uncompressed;	/* what the trailer counts of all blocks */
	int64_t		previous[HFILE_BLOCK_KINDS];	/* last block of each kind */
	HFileCoder	coder;
	CoreBuf		packed;			/* a compressed block */
} HFileOut;

/* Where a block went. */
typedef struct HFileBlockRef
{
	uint64_t	offset;
	uint32_t	size;			/* whole, on disk */
} HFileBlockRef;

extern void hfile_out_init(HFileOut *out, const HFileSettings *settings, const HFileSink *sink);
extern void hfile_out_free(HFileOut *out);

/*
 * Begin a payload in buf: what was in it goes, and room is left for the
 * header, so that buf.len is HFILE_HEADER_SIZE.
 */
extern void hfile_out_begin(CoreBuf *buf);

/*
 * Write the block of kind whose payload stands in buf behind the room for
 * its header.  buf may grow by the checksums; its content is used up.
 */
extern bool hfile_out_block(HFileOut *out, HFileBlockKind kind, CoreBuf *buf,
							HFileBlockRef *ref, CoreError *err);

/* Write bytes that are no block: the trailer. */
extern bool hfile_out_bytes(HFileOut *out, const void *data, size_t n, CoreError *err);

#endif							/* HFILE_OUT_H */
