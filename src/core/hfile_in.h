/*
 * hfile_in.h
 *		The beginning of the reader, that gets blocks from the source and makes
 *		payloads of them.
 */
#ifndef HFILE_IN_H
#define HFILE_IN_H

#include "hfile_format.h"

/* The largest payload that is read: what fits one allocation of the server. */
#define HFILE_MAX_PAYLOAD	0x3fff0000

/* And the largest of an index, file info or bloom filter's description. */
#define HFILE_MAX_LOAD_ON_OPEN	(64 * 1024 * 1024)

typedef struct HFileIn
{
	HFileSource source;
	HFileCoder	coder;
	bool		ignore_checksums;
} HFileIn;

/* A block; its memory is kept for the next one read into it. */
typedef struct HFileBlock
{
	HFileHeader header;
	uint64_t	offset;
	uint64_t	end;			/* offset behind it */
	const uint8_t *payload;
	uint32_t	payload_len;
	uint8_t    *raw;			/* the bytes on disk */
	size_t		raw_room;
	uint8_t    *unpacked;
	size_t		unpacked_room;
} HFileBlock;

extern void hfile_block_init(HFileBlock *block);
extern void hfile_block_free(HFileBlock *block);

/* Read the header at offset, of a block that must end by limit. */
extern bool hfile_in_header(HFileIn *in, uint64_t offset, uint64_t limit,
							HFileBlock *block, CoreError *err);

/*
 * Read the rest of the block whose header is there, and compare the
 * checksums; if unpack, make its payload.
 */
extern bool hfile_in_rest(HFileIn *in, HFileBlock *block, bool unpack, CoreError *err);

/* Both, for a block that must be of one kind and of at most max_payload bytes. */
extern bool hfile_in_block(HFileIn *in, uint64_t offset, uint64_t limit, HFileBlockKind kind,
						   uint32_t max_payload, HFileBlock *block, CoreError *err);

#endif							/* HFILE_IN_H */
