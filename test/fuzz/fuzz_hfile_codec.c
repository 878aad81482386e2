/*
 * fuzz_hfile_codec.c
 *		Fuzz the codecs: any bytes decompress to the given size or are an
 *		error; compressed bytes decompress to the original.  The first byte of
 *		the input selects the codec, the next two are the size.
 */
#include <stdlib.h>

#include "core/base/byte_order.h"
#include "core/hfile/hfile_codec.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const HFileCodec codecs[] = {HFILE_CODEC_NONE, HFILE_CODEC_GZ,
									HFILE_CODEC_SNAPPY, HFILE_CODEC_LZ4,
									HFILE_CODEC_ZSTD};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	HFileCoder	coder;
	CoreError	err;
	CoreBuf		packed;
	size_t		dst_len;
	uint8_t    *dst;

	if (size < 3)
		return 0;
	hfile_coder_init(&coder, codecs[data[0] % 5]);
	if (!hfile_codec_available(coder.codec, &err))
		return 0;
	dst_len = core_get_u16(data + 1);
	data += 3;
	size -= 3;
	dst = core_alloc(dst_len);
	err.code = CORE_OK;
	if (!hfile_decompress(&coder, data, size, dst, dst_len, &err) &&
		err.code != CORE_ERR_CORRUPT)
		abort();
	core_free(dst);

	core_buf_init(&packed);
	if (coder.codec != HFILE_CODEC_NONE)
	{
		dst = core_alloc(size);
		if (!hfile_compress(&coder, data, size, &packed, &err) ||
			size > hfile_codec_expansion(coder.codec, packed.len) ||
			!hfile_decompress(&coder, packed.data, packed.len, dst, size,
							  &err) ||
			(size > 0 && memcmp(dst, data, size) != 0))
			abort();
		core_free(dst);
	}
	core_buf_free(&packed);
	hfile_coder_free(&coder);
	return 0;
}
