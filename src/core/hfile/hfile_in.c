/*
 * hfile_in.c
 *		Read blocks: header, checksums, decompression.
 */
#include "core/hfile/hfile_in.h"

void
hfile_block_init(HFileBlock *block)
{
	memset(block, 0, sizeof(HFileBlock));
}

void
hfile_block_free(HFileBlock *block)
{
	if (block->raw != NULL)
		core_free(block->raw);
	if (block->unpacked != NULL)
		core_free(block->unpacked);
	hfile_block_init(block);
}

/* Make room for n bytes plus a reserve.  Discards the content. */
static void
make_room(uint8_t **p, size_t *room, size_t n)
{
	if (*p != NULL && *room >= n)
		return;
	if (*p != NULL)
	{
		core_free(*p);
		*p = NULL;
	}
	*room = (n + 65535) / 65536 * 65536;
	*p = core_alloc(*room);
}

bool
hfile_in_header(HFileIn *in, uint64_t offset, uint64_t limit,
				HFileBlock *block, CoreError *err)
{
	uint8_t		header[HFILE_HEADER_SIZE];

	if (offset > limit || limit - offset < HFILE_HEADER_SIZE)
		return hfile_block_error(err, offset,
								 "the file is too short for a block there");
	if (!in->source.read(in->source.context, offset, header, HFILE_HEADER_SIZE,
						 err) ||
		!hfile_get_header(header, offset, &block->header, err))
		return false;
	if (block->header.on_disk_size > limit - offset - HFILE_HEADER_SIZE)
		return hfile_block_error(err, offset,
								 "it extends beyond its section of the file");
	block->offset = offset;
	block->end = offset + HFILE_HEADER_SIZE + block->header.on_disk_size;
	block->payload = NULL;
	block->payload_len = 0;
	return true;
}

/*
 * Verify the checksums of a block that has been read
 * (ChecksumUtil.validateChecksum, HBase 2.6.1).
 */
static bool
verify(const HFileBlock *block, CoreError *err)
{
	const HFileHeader *header = &block->header;
	const uint8_t *sums = block->raw + header->data_size;

	if (header->checksum == HFILE_CHECKSUM_NULL)
		return true;
	for (size_t at = 0; at < header->data_size;
		 at += header->bytes_per_checksum, sums += 4)
	{
		size_t		n = header->data_size - at;

		if (n > header->bytes_per_checksum)
			n = header->bytes_per_checksum;
		if (hfile_checksum(header->checksum, block->raw + at, n) !=
			core_get_u32(sums))
			return hfile_block_error(
				err, block->offset,
				"the %s checksum of its bytes from %zu is wrong",
				hfile_checksum_name(header->checksum), at);
	}
	return true;
}

bool
hfile_in_rest(HFileIn *in, HFileBlock *block, bool unpack, CoreError *err)
{
	const HFileHeader *header = &block->header;
	size_t		size = HFILE_HEADER_SIZE + (size_t) header->on_disk_size;
	size_t		packed = header->data_size - HFILE_HEADER_SIZE;

	core_check_interrupts();
	if (size > HFILE_MAX_PAYLOAD ||
		header->uncompressed_size > HFILE_MAX_PAYLOAD)
		return hfile_block_error(
			err, block->offset,
			"its payload of %u bytes is too large",
			header->uncompressed_size);
	make_room(&block->raw, &block->raw_room, size);
	if (!in->source.read(in->source.context, block->offset, block->raw, size,
						 err))
		return false;
	if (!in->ignore_checksums && !verify(block, err))
		return false;
	if (!unpack)
		return true;

	block->payload_len = header->uncompressed_size;
	if (in->coder.codec == HFILE_CODEC_NONE)
	{
		if (packed != header->uncompressed_size)
			return hfile_block_error(err, block->offset,
									 "the sizes in its header disagree");
		block->payload = block->raw + HFILE_HEADER_SIZE;
		return true;
	}
	if (header->uncompressed_size >
		hfile_codec_expansion(in->coder.codec, packed))
		return hfile_block_error(err, block->offset,
								 "%zu bytes of %s cannot become %u", packed,
								 hfile_codec_name(in->coder.codec),
								 header->uncompressed_size);
	make_room(&block->unpacked, &block->unpacked_room,
			  header->uncompressed_size);
	if (!hfile_decompress(&in->coder, block->raw + HFILE_HEADER_SIZE, packed,
						  block->unpacked, header->uncompressed_size, err))
		return hfile_block_error_from(err, block->offset);
	block->payload = block->unpacked;
	return true;
}

/* FSReaderImpl.readBlockDataInternal, HBase 2.6.1. */
bool
hfile_in_block(HFileIn *in, uint64_t offset, uint64_t limit,
			   HFileBlockKind kind, uint32_t max_payload, HFileBlock *block,
			   CoreError *err)
{
	if (!hfile_in_header(in, offset, limit, block, err))
		return false;
	if (block->header.kind != kind)
		return hfile_block_error(err, offset,
								 "it is a %s block where a %s block should be",
								 hfile_block_name(block->header.kind),
								 hfile_block_name(kind));
	if (block->header.uncompressed_size > max_payload)
		return hfile_block_error(err, offset,
								 "%u bytes are too many for a %s block",
								 block->header.uncompressed_size,
								 hfile_block_name(kind));
	return hfile_in_rest(in, block, true, err);
}
