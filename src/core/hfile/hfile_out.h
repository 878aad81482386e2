/*
 * hfile_out.h
 *		Write blocks: compression, header, checksums, sink.
 */
#ifndef HFILE_OUT_H
#define HFILE_OUT_H

#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_sink.h"

typedef struct HFileOut
{
	HFileSink	sink;
	HFileChecksum checksum;
	uint32_t	bytes_per_checksum;
	uint64_t	offset;			/* offset of the next block */
	uint64_t	uncompressed;	/* total uncompressed size, for the trailer */
	int64_t		previous[HFILE_BLOCK_KINDS];	/* offset of the last block
												 * of each kind */
	HFileCoder	coder;
	CoreBuf		packed;			/* buffer for a compressed block */
} HFileOut;

/* The place of a written block. */
typedef struct HFileBlockRef
{
	uint64_t	offset;
	uint32_t	size;			/* total size on disk */
} HFileBlockRef;

extern void hfile_out_init(HFileOut *out, const HFileSettings *settings,
						   const HFileSink *sink);
extern void hfile_out_free(HFileOut *out);

/*
 * Begin a payload in buf: discard its content and reserve the block header, so
 * that buf.len is HFILE_HEADER_SIZE.
 */
extern void hfile_out_begin(CoreBuf *buf);

/*
 * Write a block of a kind.  The payload is in buf after the reserved header.
 * The content of buf is changed.
 */
extern bool hfile_out_block(HFileOut *out, HFileBlockKind kind, CoreBuf *buf,
							HFileBlockRef *ref, CoreError *err);

/* Write bytes outside of blocks: the trailer. */
extern bool hfile_out_bytes(HFileOut *out, const void *data, size_t n,
							CoreError *err);

#endif							/* HFILE_OUT_H */
