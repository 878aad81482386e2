/*
 * hfile_codec.c
 *		The compression codecs of HFile blocks, in the formats that HBase
 *		writes.
 *
 * GZ is one gzip member.  SNAPPY, LZ4 and ZSTD use Hadoop's block format
 * (org.apache.hadoop.io.compress.BlockCompressorStream): the uncompressed
 * size, then pieces, each after its compressed size.  All sizes are 4 bytes,
 * big-endian.  The reader also accepts ZSTD as one bare frame, as Hadoop's
 * native codec writes it.
 */
#include "core/base/ascii.h"
#include "core/base/byte_order.h"
#include "core/base/host.h"
#include "core/hfile/hfile_codec.h"

#include <zlib.h>

#ifdef HFILE_WITH_SNAPPY
#include <snappy-c.h>
#endif
#ifdef HFILE_WITH_LZ4
#include <lz4.h>
#endif
#ifdef HFILE_WITH_ZSTD
#include <zstd.h>
#endif

/* The uncompressed size of a piece.  Readers have buffers of 256 KB. */
#define PIECE_SIZE	(128 * 1024)

/* The bytes that zlib handles between two checks for interrupts. */
#define GZ_STEP		(1024 * 1024)

/*
 * HBase's compression levels: Java's default for GZ, and the default of
 * hbase.io.compress.zstd.level.
 */
#define GZ_LEVEL	6
#define ZSTD_LEVEL	3

/*
 * The sizes of a gzip header (no name, no time, unknown system) and of its
 * trailer.
 */
#define GZ_HEADER_SIZE	10
#define GZ_TRAILER_SIZE 8
static const uint8_t gz_begin[GZ_HEADER_SIZE] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0,
												 0, 0xff};

static const struct
{
	HFileCodec	codec;
	const char *name;
	bool		known;			/* a codec of HBase, whether built in or not */
	bool		built;
}			codecs[] = {
	{HFILE_CODEC_LZO, "LZO", false, false},
	{HFILE_CODEC_GZ, "GZ", true, true},
	{HFILE_CODEC_NONE, "NONE", true, true},
#ifdef HFILE_WITH_SNAPPY
	{HFILE_CODEC_SNAPPY, "SNAPPY", true, true},
#else
	{HFILE_CODEC_SNAPPY, "SNAPPY", true, false},
#endif
#ifdef HFILE_WITH_LZ4
	{HFILE_CODEC_LZ4, "LZ4", true, true},
#else
	{HFILE_CODEC_LZ4, "LZ4", true, false},
#endif
	{HFILE_CODEC_BZIP2, "BZIP2", false, false},
#ifdef HFILE_WITH_ZSTD
	{HFILE_CODEC_ZSTD, "ZSTD", true, true},
#else
	{HFILE_CODEC_ZSTD, "ZSTD", true, false},
#endif
	{HFILE_CODEC_LZMA, "LZMA", false, false},
	{HFILE_CODEC_BROTLI, "BROTLI", false, false},
};

#define N_CODECS	(sizeof(codecs) / sizeof(codecs[0]))

/* ---- names ------------------------------------------------------------ */

const char *
hfile_codec_name(uint32_t codec)
{
	return codec < N_CODECS ? codecs[codec].name : NULL;
}

bool
hfile_codec_from_name(const char *name, size_t len, HFileCodec *codec,
					  CoreError *err)
{
	for (size_t i = 0; i < N_CODECS; i++)
		if (core_same_word(name, len, codecs[i].name))
		{
			*codec = codecs[i].codec;
			return true;
		}
	core_error(err, CORE_ERR_PARAMETER, "unrecognized compression \"%.*s\"",
			   core_shown(name, len, 40), name);
	return core_error_hint(err,
						   "Compressions are NONE, GZ, SNAPPY, LZ4 and ZSTD.");
}

bool
hfile_codec_available(uint32_t codec, CoreError *err)
{
	if (codec >= N_CODECS)
		return core_error(err, CORE_ERR_UNSUPPORTED,
						  "unrecognized HFile compression %u", codec);
	if (codecs[codec].built)
		return true;
	core_error(err, CORE_ERR_UNSUPPORTED,
			   "HFile compression %s is not supported%s", codecs[codec].name,
			   codecs[codec].known ? " by this build" : "");
	if (codecs[codec].known)
		return core_error_hint(err,
							   "Install the development files of the library and build the extension again.");
	return core_error_hint(err,
						   "Supported are NONE, GZ, SNAPPY, LZ4 and ZSTD.");
}

uint64_t
hfile_codec_expansion(HFileCodec codec, uint64_t n)
{
	switch (codec)
	{
		case HFILE_CODEC_GZ:
			return n * 1032;	/* at most 258 bytes from two bits */
		case HFILE_CODEC_SNAPPY:
			return n * 32;		/* at most 64 bytes from three */
		case HFILE_CODEC_LZ4:
			return n * 255 + 64;
		case HFILE_CODEC_ZSTD:
			return n * 32768;	/* at most 128 KB from a block of four */
		default:
			return n;
	}
}

/* ---- GZ --------------------------------------------------------------- */

static voidpf
gz_alloc(voidpf opaque, uInt items, uInt size)
{
	return core_alloc((size_t) items * size);
}

static void
gz_free(voidpf opaque, voidpf p)
{
	core_free(p);
}

/* Create a z_stream that allocates with core_alloc only. */
static z_stream *
gz_stream(void)
{
	z_stream   *z = core_alloc(sizeof(z_stream));

	memset(z, 0, sizeof(z_stream));
	z->zalloc = gz_alloc;
	z->zfree = gz_free;
	return z;
}

/* gzip's numbers are little-endian. */
static void
put_u32_le(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t) (v >> 8 * i);
}

static bool
gz_compress(HFileCoder *coder, const uint8_t *src, size_t n, CoreBuf *dst,
			CoreError *err)
{
	z_stream   *z = coder->deflater;
	uint8_t    *out;
	size_t		room;
	size_t		used;
	size_t		left = n;
	uint32_t	crc = (uint32_t) crc32(0, NULL, 0);
	int			result;

	if (n > UINT32_MAX / 2)
		return core_error(err, CORE_ERR_LIMIT,
						  "block of %zu bytes is too large to compress", n);
	if (z == NULL)
	{
		z = gz_stream();
		if (deflateInit2(z, GZ_LEVEL, Z_DEFLATED, -MAX_WBITS, 8,
						 Z_DEFAULT_STRATEGY) != Z_OK)
			return core_error(err, CORE_ERR_LIBRARY,
							  "could not initialize zlib");
		coder->deflater = z;
	}
	else
		deflateReset(z);

	room = deflateBound(z, n);
	out = core_buf_reserve(dst, GZ_HEADER_SIZE + room + GZ_TRAILER_SIZE);
	memcpy(out, gz_begin, GZ_HEADER_SIZE);
	z->next_in = (Bytef *) src;
	z->next_out = out + GZ_HEADER_SIZE;
	z->avail_out = (uInt) room;
	do
	{
		size_t		step = left < GZ_STEP ? left : GZ_STEP;

		core_check_interrupts();
		crc = (uint32_t) crc32(crc, z->next_in, (uInt) step);
		z->avail_in = (uInt) step;
		result = deflate(z, step == left ? Z_FINISH : Z_NO_FLUSH);
		left -= step;
	} while (left > 0 && result == Z_OK && z->avail_in == 0);
	if (result != Z_STREAM_END)
		return core_error(err, CORE_ERR_LIBRARY,
						  "zlib could not compress a block of %zu bytes", n);
	used = GZ_HEADER_SIZE + (room - z->avail_out);
	put_u32_le(out + used, crc);
	put_u32_le(out + used + 4, (uint32_t) n);
	dst->len += used + GZ_TRAILER_SIZE;
	return true;
}

static bool
gz_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
			  uint8_t *dst, size_t dst_len, CoreError *err)
{
	z_stream   *z = coder->inflater;
	size_t		left = dst_len;
	bool		last;
	uint8_t		none;
	int			result;

	if (z == NULL)
	{
		z = gz_stream();
		if (inflateInit2(z, MAX_WBITS + 16) != Z_OK)
			return core_error(err, CORE_ERR_LIBRARY,
							  "could not initialize zlib");
		coder->inflater = z;
	}
	else
		inflateReset(z);

	z->next_in = (Bytef *) src;
	z->avail_in = (uInt) n;
	z->next_out = dst_len > 0 ? dst : &none;
	do
	{
		size_t		step = left < GZ_STEP ? left : GZ_STEP;

		core_check_interrupts();
		last = step == left;
		z->avail_out = (uInt) step;
		result = inflate(z, last ? Z_FINISH : Z_NO_FLUSH);
		left -= step;
	} while (!last && result == Z_OK && z->avail_out == 0);
	if (!last || result != Z_STREAM_END || z->avail_out != 0 ||
		z->avail_in != 0)
		return core_error(err, CORE_ERR_CORRUPT, "the gzip member is damaged");
	return true;
}

/* ---- pieces of the block stream ---------------------------------------- */

/* The largest compressed size of a piece of n bytes. */
static size_t
piece_bound(HFileCodec codec, size_t n)
{
	switch (codec)
	{
#ifdef HFILE_WITH_SNAPPY
		case HFILE_CODEC_SNAPPY:
			return snappy_max_compressed_length(n);
#endif
#ifdef HFILE_WITH_LZ4
		case HFILE_CODEC_LZ4:
			return LZ4_compressBound((int) n);
#endif
#ifdef HFILE_WITH_ZSTD
		case HFILE_CODEC_ZSTD:
			return ZSTD_compressBound(n);
#endif
		default:
			return 0;
	}
}

/*
 * Compress a piece to dst, which has room for the largest size.  Returns 0 on
 * failure.
 */
static size_t
piece_compress(HFileCoder *coder, const uint8_t *src, size_t n, uint8_t *dst,
			   size_t room)
{
	switch (coder->codec)
	{
#ifdef HFILE_WITH_SNAPPY
		case HFILE_CODEC_SNAPPY:
			if (snappy_compress((const char *) src, n, (char *) dst, &room) !=
				SNAPPY_OK)
				return 0;
			return room;
#endif
#ifdef HFILE_WITH_LZ4
		case HFILE_CODEC_LZ4:
			if (coder->lz4_state == NULL)
				coder->lz4_state = core_alloc(LZ4_sizeofState());
			return LZ4_compress_fast_extState(coder->lz4_state,
											  (const char *) src, (char *) dst,
											  (int) n, (int) room, 1);
#endif
#ifdef HFILE_WITH_ZSTD
		case HFILE_CODEC_ZSTD:
			{
				size_t		used = ZSTD_compressCCtx(coder->zstd_compressor,
													 dst, room, src, n,
													 ZSTD_LEVEL);

				return ZSTD_isError(used) ? 0 : used;
			}
#endif
		default:
			return 0;
	}
}

/*
 * Decompress a piece of n bytes into at most room bytes and set *used to the
 * uncompressed size.
 */
static bool
piece_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
				 uint8_t *dst, size_t room, size_t *used)
{
	switch (coder->codec)
	{
#ifdef HFILE_WITH_SNAPPY
		case HFILE_CODEC_SNAPPY:
			*used = room;
			return snappy_uncompress((const char *) src, n, (char *) dst,
									 used) == SNAPPY_OK;
#endif
#ifdef HFILE_WITH_LZ4
		case HFILE_CODEC_LZ4:
			{
				int			size;

				if (n > INT32_MAX || room > INT32_MAX)
					return false;
				size = LZ4_decompress_safe((const char *) src, (char *) dst,
										   (int) n, (int) room);
				*used = size < 0 ? 0 : (size_t) size;
				return size >= 0;
			}
#endif
#ifdef HFILE_WITH_ZSTD
		case HFILE_CODEC_ZSTD:
			*used = ZSTD_decompressDCtx(coder->zstd_decompressor, dst, room,
										src, n);
			return !ZSTD_isError(*used);
#endif
		default:
			return false;
	}
}

#ifdef HFILE_WITH_ZSTD

static void
release_compressor(void *context)
{
	ZSTD_freeCCtx(context);
}

static void
release_decompressor(void *context)
{
	ZSTD_freeDCtx(context);
}

#endif

/*
 * Create the zstd contexts and their owners.  Called first, because it can
 * fail.
 */
static bool
begin_pieces(HFileCoder *coder, bool compress, CoreError *err)
{
#ifdef HFILE_WITH_ZSTD
	if (coder->codec == HFILE_CODEC_ZSTD && compress &&
		coder->zstd_compressor == NULL)
	{
		ZSTD_CCtx  *context = ZSTD_createCCtx();

		if (context == NULL)
			return core_error(err, CORE_ERR_LIBRARY, "zstd is out of memory");
		coder->zstd_compressor_owner = core_own(context, release_compressor);
		coder->zstd_compressor = context;
	}
	if (coder->codec == HFILE_CODEC_ZSTD && !compress &&
		coder->zstd_decompressor == NULL)
	{
		ZSTD_DCtx  *context = ZSTD_createDCtx();

		if (context == NULL)
			return core_error(err, CORE_ERR_LIBRARY, "zstd is out of memory");
		coder->zstd_decompressor_owner = core_own(context,
												  release_decompressor);
		coder->zstd_decompressor = context;
	}
#endif
	return true;
}

/* ---- the block stream -------------------------------------------------- */

static bool
stream_compress(HFileCoder *coder, const uint8_t *src, size_t n, CoreBuf *dst,
				CoreError *err)
{
	if (!begin_pieces(coder, true, err))
		return false;
	core_put_u32(core_buf_reserve(dst, 4), (uint32_t) n);
	dst->len += 4;
	while (n > 0)
	{
		size_t		piece = n < PIECE_SIZE ? n : PIECE_SIZE;
		size_t		room = piece_bound(coder->codec, piece);
		uint8_t    *out = core_buf_reserve(dst, 4 + room);
		size_t		used = piece_compress(coder, src, piece, out + 4, room);

		core_check_interrupts();
		if (used == 0)
			return core_error(err, CORE_ERR_LIBRARY,
							  "%s could not compress a block of %zu bytes",
							  hfile_codec_name(coder->codec), n);
		core_put_u32(out, (uint32_t) used);
		dst->len += 4 + used;
		src += piece;
		n -= piece;
	}
	return true;
}

/*
 * Whether this is a bare zstd frame and not a block stream of dst_len bytes.
 */
static bool
is_bare_zstd(HFileCoder *coder, const uint8_t *src, size_t n, size_t dst_len)
{
	return coder->codec == HFILE_CODEC_ZSTD && n >= 4 &&
		core_get_u32(src) == 0x28b52ffd && dst_len != 0x28b52ffd;
}

static bool
stream_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
				  uint8_t *dst, size_t dst_len, CoreError *err)
{
	const char *name = hfile_codec_name(coder->codec);
	const uint8_t *end = src + n;
	size_t		done = 0;
	size_t		used;

	if (!begin_pieces(coder, false, err))
		return false;
	if (is_bare_zstd(coder, src, n, dst_len))
	{
		if (!piece_decompress(coder, src, n, dst, dst_len, &used) ||
			used != dst_len)
			return core_error(err, CORE_ERR_CORRUPT,
							  "the zstd frame is damaged");
		return true;
	}

	/*
	 * Usually one sequence of pieces, but Hadoop starts a new one for each
	 * write call.
	 */
	do
	{
		size_t		run;

		if (end - src < 4 || (run = core_get_u32(src)) > dst_len - done)
			return core_error(err, CORE_ERR_CORRUPT,
							  "the %s stream is damaged", name);
		src += 4;
		while (run > 0)
		{
			size_t		size;

			core_check_interrupts();
			if (end - src < 4 ||
				(size = core_get_u32(src)) > (size_t) (end - src - 4) ||
				!piece_decompress(coder, src + 4, size, dst + done, run,
								  &used))
				return core_error(err, CORE_ERR_CORRUPT,
								  "the %s stream is damaged", name);
			src += 4 + size;
			done += used;
			run -= used;
		}
	} while (src < end);
	if (done != dst_len)
		return core_error(err, CORE_ERR_CORRUPT, "the %s stream is too short",
						  name);
	return true;
}

/* ---- coders ------------------------------------------------------------ */

void
hfile_coder_init(HFileCoder *coder, HFileCodec codec)
{
	memset(coder, 0, sizeof(HFileCoder));
	coder->codec = codec;
}

void
hfile_coder_free(HFileCoder *coder)
{
	if (coder->deflater != NULL)
	{
		deflateEnd(coder->deflater);
		core_free(coder->deflater);
	}
	if (coder->inflater != NULL)
	{
		inflateEnd(coder->inflater);
		core_free(coder->inflater);
	}
	if (coder->lz4_state != NULL)
		core_free(coder->lz4_state);
	if (coder->zstd_compressor_owner != NULL)
		core_disown(coder->zstd_compressor_owner);
	if (coder->zstd_decompressor_owner != NULL)
		core_disown(coder->zstd_decompressor_owner);
	hfile_coder_init(coder, coder->codec);
}

bool
hfile_compress(HFileCoder *coder, const uint8_t *src, size_t n, CoreBuf *dst,
			   CoreError *err)
{
	if (coder->codec == HFILE_CODEC_GZ)
		return gz_compress(coder, src, n, dst, err);
	return stream_compress(coder, src, n, dst, err);
}

bool
hfile_decompress(HFileCoder *coder, const uint8_t *src, size_t n,
				 uint8_t *dst, size_t dst_len, CoreError *err)
{
	if (coder->codec == HFILE_CODEC_NONE)
	{
		if (n != dst_len)
			return core_error(err, CORE_ERR_CORRUPT,
							  "the sizes in its header disagree");
		if (n > 0)
			memcpy(dst, src, n);
		return true;
	}
	if (coder->codec == HFILE_CODEC_GZ)
		return gz_decompress(coder, src, n, dst, dst_len, err);
	return stream_decompress(coder, src, n, dst, dst_len, err);
}
