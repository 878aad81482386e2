/*
 * hfile_codec.h
 *		The compressions of HFile blocks, in the forms HBase writes them.
 */
#ifndef HFILE_CODEC_H
#define HFILE_CODEC_H

#include "core.h"

/* The numbers are the trailer's. */
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

/* HBase's name, as in COMPRESSION => 'GZ'; NULL for a number unknown to it. */
extern const char *hfile_codec_name(uint32_t codec);

/* The codec of that name, in any case. */
extern bool hfile_codec_from_name(const char *name, size_t len, HFileCodec *codec,
								  CoreError *err);

/* Can this build write and read it?  Else the error says what is missing. */
extern bool hfile_codec_available(uint32_t codec, CoreError *err);

/*
 * A codec with the library state that it keeps from block to block.  State
 * is made when first needed, where core_alloc allocates then: use one coder in
 * one memory context, and free it before that goes or not at all.
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

/* Append n bytes to dst, compressed.  Not for NONE. */
extern bool hfile_compress(HFileCoder *coder, const uint8_t *src, size_t n,
						   CoreBuf *dst, CoreError *err);

/*
 * Decompress n bytes into exactly dst_len.  Any bytes are safe to give.  An
 * error is CORE_ERR_CORRUPT, its message a part of a sentence ("the snappy
 * stream is damaged") for the caller to complete.
 */
extern bool hfile_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
							 uint8_t *dst, size_t dst_len, CoreError *err);

/*
 * The most bytes that n compressed bytes can become: what a header may claim
 * before memory is allocated for it.
 */
extern uint64_t hfile_codec_expansion(HFileCodec codec, uint64_t n);

#endif							/* HFILE_CODEC_H */
