/*
 * hfile_codec.h
 *		The compression codecs of HFile blocks, in the formats that HBase
 *		writes.
 */
#ifndef HFILE_CODEC_H
#define HFILE_CODEC_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/host.h"

/* The values are stored in the trailer (Compression.Algorithm). */
typedef enum HFileCodec
{
	HFILE_CODEC_LZO = 0,
	HFILE_CODEC_GZ = 1,
	HFILE_CODEC_NONE = 2,
	HFILE_CODEC_SNAPPY = 3,
	HFILE_CODEC_LZ4 = 4,
	HFILE_CODEC_BZIP2 = 5,
	HFILE_CODEC_ZSTD = 6,
	HFILE_CODEC_LZMA = 7,
	HFILE_CODEC_BROTLI = 8
} HFileCodec;

/*
 * HBase's name, as in COMPRESSION => 'GZ'; NULL for a number that HBase does
 * not define.
 */
extern const char *hfile_codec_name(uint32_t codec);

/* Find a codec by name, ignoring case. */
extern bool hfile_codec_from_name(const char *name, size_t len,
								  HFileCodec *codec, CoreError *err);

/*
 * Check that this build supports the codec.  The error has the missing
 * library.
 */
extern bool hfile_codec_available(uint32_t codec, CoreError *err);

/*
 * A codec with the library state that it keeps between blocks.  The state is
 * created on first use in the memory of core_alloc.  Use one coder in one
 * memory context only, and free it before the context.
 */
typedef struct HFileCoder
{
	HFileCodec	codec;
	void	   *deflater;		/* z_stream */
	void	   *inflater;		/* z_stream */
	void	   *lz4_state;
	void	   *zstd_compressor;	/* ZSTD_CCtx */
	CoreOwner  *zstd_compressor_owner;
	void	   *zstd_decompressor;	/* ZSTD_DCtx */
	CoreOwner  *zstd_decompressor_owner;
} HFileCoder;

extern void hfile_coder_init(HFileCoder *coder, HFileCodec codec);
extern void hfile_coder_free(HFileCoder *coder);

/* Append the compressed form of n bytes to dst.  Not for NONE. */
extern bool hfile_compress(HFileCoder *coder, const uint8_t *src, size_t n,
						   CoreBuf *dst, CoreError *err);

/*
 * Decompress n bytes to exactly dst_len bytes.  Any bytes are safe input.
 * Errors are CORE_ERR_CORRUPT; the caller completes the message ("the snappy
 * stream is damaged").
 */
extern bool hfile_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
							 uint8_t *dst, size_t dst_len, CoreError *err);

/*
 * The largest uncompressed size of n compressed bytes.  Limits the size in a
 * block header before memory is allocated.
 */
extern uint64_t hfile_codec_expansion(HFileCodec codec, uint64_t n);

#endif							/* HFILE_CODEC_H */
