/*
 * hfile_out.c
 *		Write blocks: compression, header, checksums, sink.
 */
#include "core/hfile/hfile_out.h"

void
hfile_out_init(HFileOut *out, const HFileSettings *settings,
			   const HFileSink *sink)
{
	memset(out, 0, sizeof(HFileOut));
	out->sink = *sink;
	out->checksum = settings->checksum;
	out->bytes_per_checksum = settings->bytes_per_checksum;
	for (int i = 0; i < HFILE_BLOCK_KINDS; i++)
		out->previous[i] = -1;
	hfile_coder_init(&out->coder, settings->codec);
	core_buf_init(&out->packed);
}

void
hfile_out_free(HFileOut *out)
{
	hfile_coder_free(&out->coder);
	core_buf_free(&out->packed);
}

void
hfile_out_begin(CoreBuf *buf)
{
	buf->len = 0;
	core_buf_reserve(buf, HFILE_HEADER_SIZE);
	buf->len = HFILE_HEADER_SIZE;
}

/*
 * Append the checksums of the contents of buf (ChecksumUtil.generateChecksums,
 * HBase 2.6.1).
 */
static void
add_checksums(const HFileOut *out, CoreBuf *buf)
{
	size_t		data_size = buf->len;
	size_t		size = hfile_checksums_size(data_size,
											out->bytes_per_checksum);
	uint8_t    *dst = core_buf_reserve(buf, size);

	if (out->checksum == HFILE_CHECKSUM_NULL)
		memset(dst, 0, size);
	else
		for (size_t at = 0; at < data_size;
			 at += out->bytes_per_checksum, dst += 4)
		{
			size_t		n = data_size - at;

			if (n > out->bytes_per_checksum)
				n = out->bytes_per_checksum;
			core_put_u32(dst,
						 hfile_checksum(out->checksum, buf->data + at, n));
		}
	buf->len += size;
}

/* HFileBlock.Writer.finishBlock and writeHeaderAndData, HBase 2.6.1. */
bool
hfile_out_block(HFileOut *out, HFileBlockKind kind, CoreBuf *buf,
				HFileBlockRef *ref, CoreError *err)
{
	CoreBuf    *whole = buf;
	HFileHeader header;

	core_check_interrupts();
	header.uncompressed_size = (uint32_t) (buf->len - HFILE_HEADER_SIZE);
	if (out->coder.codec != HFILE_CODEC_NONE)
	{
		whole = &out->packed;
		hfile_out_begin(whole);
		if (!hfile_compress(&out->coder, buf->data + HFILE_HEADER_SIZE,
							header.uncompressed_size, whole, err))
			return false;
	}

	header.kind = kind;
	header.data_size = (uint32_t) whole->len;
	header.on_disk_size =
		(uint32_t) (whole->len - HFILE_HEADER_SIZE +
					hfile_checksums_size(whole->len, out->bytes_per_checksum));
	header.previous_offset = out->previous[kind];
	header.checksum = out->checksum;
	header.bytes_per_checksum = out->bytes_per_checksum;
	hfile_put_header(whole->data, &header);
	add_checksums(out, whole);

	ref->offset = out->offset;
	ref->size = (uint32_t) whole->len;
	out->previous[kind] = (int64_t) out->offset;

	/* The trailer's total does not include these two kinds. */
	if (kind != HFILE_BLOCK_ROOT_INDEX &&
		kind != HFILE_BLOCK_INTERMEDIATE_INDEX)
		out->uncompressed += HFILE_HEADER_SIZE + header.uncompressed_size;
	return hfile_out_bytes(out, whole->data, whole->len, err);
}

bool
hfile_out_bytes(HFileOut *out, const void *data, size_t n, CoreError *err)
{
	if (!out->sink.write(out->sink.context, data, n, err))
		return false;
	out->offset += n;
	return true;
}
