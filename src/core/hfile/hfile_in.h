/*
 * hfile_in.h
 *		Read blocks: header, checksums, decompression.
 */
#ifndef HFILE_IN_H
#define HFILE_IN_H

#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_source.h"

/* The largest payload: it must fit one allocation of the server. */
#define HFILE_MAX_PAYLOAD	0x3fff0000

/*
 * The largest payload of an index, the file info or a bloom filter's meta
 * block.
 */
#define HFILE_MAX_LOAD_ON_OPEN	(64 * 1024 * 1024)

typedef struct HFileIn
{
	HFileSource source;
	HFileCoder	coder;
	bool		ignore_checksums;
} HFileIn;

/* A block.  Its memory is reused for the next block read into it. */
typedef struct HFileBlock
{
	HFileHeader header;
	uint64_t	offset;
	uint64_t	end;			/* offset of the end */
	const uint8_t *payload;
	uint32_t	payload_len;
	uint8_t    *raw;			/* the bytes on disk */
	size_t		raw_room;
	uint8_t    *unpacked;
	size_t		unpacked_room;
} HFileBlock;

extern void hfile_block_init(HFileBlock *block);
extern void hfile_block_free(HFileBlock *block);

/* Read the header at offset.  The block must end by limit. */
extern bool hfile_in_header(HFileIn *in, uint64_t offset, uint64_t limit,
							HFileBlock *block, CoreError *err);

/*
 * Read the rest of a block after its header, and verify the checksums.  If
 * unpack is set, decompress the payload.
 */
extern bool hfile_in_rest(HFileIn *in, HFileBlock *block, bool unpack,
						  CoreError *err);

/*
 * Read header and block.  The block must be of one kind, with a payload of at
 * most max_payload bytes.
 */
extern bool hfile_in_block(HFileIn *in, uint64_t offset, uint64_t limit,
						   HFileBlockKind kind, uint32_t max_payload,
						   HFileBlock *block, CoreError *err);

#endif							/* HFILE_IN_H */
