/*
 * test_hfile_bare.c
 *		A build without compression libraries reports it, and supports the
 *		rest.
 */
#undef HFILE_WITH_SNAPPY
#undef HFILE_WITH_LZ4
#undef HFILE_WITH_ZSTD

/* The file itself, with other names than the one in core. */
#define hfile_codec_name		bare_codec_name
#define hfile_codec_from_name	bare_codec_from_name
#define hfile_codec_available	bare_codec_available
#define hfile_codec_expansion	bare_codec_expansion
#define hfile_coder_init		bare_coder_init
#define hfile_coder_free		bare_coder_free
#define hfile_compress			bare_compress
#define hfile_decompress		bare_decompress

#include "core/hfile/hfile_codec.c"

#include <stdio.h>

#include "unit/unit.h"

int
main(void)
{
	static const HFileCodec left_out[] = {HFILE_CODEC_SNAPPY, HFILE_CODEC_LZ4,
										  HFILE_CODEC_ZSTD};
	static const uint8_t text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	uint8_t		back[sizeof(text)];
	HFileCodec	codec;
	HFileCoder	coder;
	CoreBuf		buf;
	CoreError	err;

	for (int i = 0; i < 3; i++)
	{
		char		message[100];
		const char *name = bare_codec_name(left_out[i]);

		snprintf(message, sizeof(message),
				 "HFile compression %s is not supported by this build", name);
		CHECK(bare_codec_from_name(name, strlen(name), &codec, &err) &&
			  codec == left_out[i]);
		CHECK(!bare_codec_available(codec, &err));
		CHECK_INT(err.code, CORE_ERR_UNSUPPORTED);
		CHECK_STR(err.message, message);
		CHECK(err.hint[0] != '\0');

		/* If called anyway they fail without harm. */
		bare_coder_init(&coder, codec);
		core_buf_init(&buf);
		CHECK(!bare_compress(&coder, text, sizeof(text), &buf, &err));
		CHECK(!bare_decompress(&coder, text, sizeof(text), back, sizeof(back),
							   &err));
		core_buf_free(&buf);
		bare_coder_free(&coder);
	}

	CHECK(bare_codec_available(HFILE_CODEC_NONE, &err) &&
		  bare_codec_available(HFILE_CODEC_GZ, &err));
	bare_coder_init(&coder, HFILE_CODEC_GZ);
	core_buf_init(&buf);
	CHECK(bare_compress(&coder, text, sizeof(text), &buf, &err));
	CHECK(
		bare_decompress(&coder, buf.data, buf.len, back, sizeof(back), &err));
	CHECK_BYTES(back, sizeof(back), text, sizeof(text));
	core_buf_free(&buf);
	bare_coder_free(&coder);
	return unit_done();
}
