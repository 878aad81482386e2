/*
 * hfile_format.c
 *		Block headers, checksums, and the numbers and names of the format.
 */
#include "hfile_format.h"

#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include "crc32c.h"

/* ---- Hadoop's variable-length integers --------------------------------- */

/*
 * -112 .. 127 is one byte, itself.  Otherwise a first byte tells sign and
 * number of the bytes that follow, big-endian, of v or of ~v.
 */
static int
vint_following(int64_t v)
{
	uint64_t	u = (uint64_t) (v < 0 ? ~v : v);
	int			n = 1;

	if (v >= -112 && v <= 127)
		return 0;
	while (n < 8 && u >> (8 * n) != 0)
		n++;
	return n;
}

size_t
hfile_vint_size(int64_t v)
{
	return 1 + vint_following(v);
}

uint8_t *
hfile_put_vint(uint8_t *dst, int64_t v)
{
	int			n = vint_following(v);
	uint64_t	u = (uint64_t) (v < 0 ? ~v : v);

	if (n == 0)
	{
		*dst++ = (uint8_t) v;
		return dst;
	}
	*dst++ = (uint8_t) ((v < 0 ? -120 : -112) - n);
	while (n-- > 0)
		*dst++ = (uint8_t) (u >> (8 * n));
	return dst;
}

const uint8_t *
hfile_get_vint(const uint8_t *p, const uint8_t *end, int64_t *v)
{
	int			first;
	int			n;
	uint64_t	u = 0;

	if (p >= end)
		return NULL;
	first = (int8_t) *p++;
	if (first >= -112)
	{
		*v = first;
		return p;
	}
	n = first >= -120 ? -112 - first : -120 - first;
	if (end - p < n)
		return NULL;
	for (int i = 0; i < n; i++)
		u = u << 8 | *p++;
	*v = (int64_t) (first >= -120 ? u : ~u);
	return p;
}

/* ---- names ------------------------------------------------------------- */

static const struct
{
	const char *magic;
	const char *name;
}			block_kinds[HFILE_BLOCK_KINDS] = {
	[HFILE_BLOCK_DATA] = {"DATABLK*", "data"},
	[HFILE_BLOCK_ENCODED_DATA] = {"DATABLKE", "encoded data"},
	[HFILE_BLOCK_LEAF_INDEX] = {"IDXLEAF2", "leaf index"},
	[HFILE_BLOCK_BLOOM_CHUNK] = {"BLMFBLK2", "bloom chunk"},
	[HFILE_BLOCK_META] = {"METABLKc", "meta"},
	[HFILE_BLOCK_INTERMEDIATE_INDEX] = {"IDXINTE2", "intermediate index"},
	[HFILE_BLOCK_ROOT_INDEX] = {"IDXROOT2", "root index"},
	[HFILE_BLOCK_FILE_INFO] = {"FILEINF2", "file info"},
	[HFILE_BLOCK_GENERAL_BLOOM_META] = {"BLMFMET2", "bloom meta"},
	[HFILE_BLOCK_DELETE_FAMILY_BLOOM_META] = {"DFBLMET2", "delete family bloom meta"},
};

const char *
hfile_block_name(HFileBlockKind kind)
{
	return block_kinds[kind].name;
}

static const char *const bloom_names[] = {
	[HFILE_BLOOM_NONE] = "NONE",
	[HFILE_BLOOM_ROW] = "ROW",
	[HFILE_BLOOM_ROWCOL] = "ROWCOL",
};

static const char *const checksum_names[] = {
	[HFILE_CHECKSUM_NULL] = "NULL",
	[HFILE_CHECKSUM_CRC32] = "CRC32",
	[HFILE_CHECKSUM_CRC32C] = "CRC32C",
};

/* The place of a name in a list of three, in any case; -1 if it is not there. */
static int
find_name(const char *const names[3], const char *name, size_t len)
{
	for (int i = 0; i < 3; i++)
		if (core_same_word(name, len, names[i]))
			return i;
	return -1;
}

const char *
hfile_bloom_name(HFileBloomType bloom)
{
	return bloom_names[bloom];
}

bool
hfile_bloom_from_name(const char *name, size_t len, HFileBloomType *bloom, CoreError *err)
{
	int			i = find_name(bloom_names, name, len);

	if (i < 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "unknown bloom filter \"%.*s\"",
				   core_shown(name, len, 40), name);
		return core_error_hint(err, "Bloom filters are NONE, ROW and ROWCOL.");
	}
	*bloom = (HFileBloomType) i;
	return true;
}

const char *
hfile_checksum_name(uint32_t checksum)
{
	return checksum <= HFILE_CHECKSUM_CRC32C ? checksum_names[checksum] : NULL;
}

bool
hfile_checksum_from_name(const char *name, size_t len, HFileChecksum *checksum, CoreError *err)
{
	int			i = find_name(checksum_names, name, len);

	if (i < 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "unknown checksum \"%.*s\"",
				   core_shown(name, len, 40), name);
		return core_error_hint(err, "Checksums are CRC32C, CRC32 and NULL.");
	}
	*checksum = (HFileChecksum) i;
	return true;
}

/* ---- block headers ------------------------------------------------------ */

void
hfile_put_header(uint8_t *dst, const HFileHeader *header)
{
	memcpy(dst, block_kinds[header->kind].magic, HFILE_MAGIC_SIZE);
	core_put_u32(dst + 8, header->on_disk_size);
	core_put_u32(dst + 12, header->uncompressed_size);
	core_put_u64(dst + 16, (uint64_t) header->previous_offset);
	dst[24] = (uint8_t) header->checksum;
	core_put_u32(dst + 25, header->bytes_per_checksum);
	core_put_u32(dst + 29, header->data_size);
}

bool
hfile_get_header(const uint8_t *src, uint64_t offset, HFileHeader *header, CoreError *err)
{
	int			kind = 0;

	while (kind < HFILE_BLOCK_KINDS &&
		   memcmp(src, block_kinds[kind].magic, HFILE_MAGIC_SIZE) != 0)
		kind++;
	if (kind == HFILE_BLOCK_KINDS)
		return hfile_block_error(err, offset, "no block begins there");
	header->kind = (HFileBlockKind) kind;
	header->on_disk_size = core_get_u32(src + 8);
	header->uncompressed_size = core_get_u32(src + 12);
	header->previous_offset = (int64_t) core_get_u64(src + 16);
	header->bytes_per_checksum = core_get_u32(src + 25);
	header->data_size = core_get_u32(src + 29);

	if (src[24] > HFILE_CHECKSUM_CRC32C)
		return hfile_block_error(err, offset, "its checksum type %u is unknown", src[24]);
	header->checksum = (HFileChecksum) src[24];
	if (header->bytes_per_checksum < HFILE_HEADER_SIZE)
		return hfile_block_error(err, offset, "a checksum for every %u bytes is too many",
								 header->bytes_per_checksum);
	if (header->on_disk_size > INT32_MAX || header->uncompressed_size > INT32_MAX ||
		header->data_size < HFILE_HEADER_SIZE ||
		header->data_size - HFILE_HEADER_SIZE +
		hfile_checksums_size(header->data_size, header->bytes_per_checksum) !=
		header->on_disk_size)
		return hfile_block_error(err, offset, "the sizes in its header disagree");
	return true;
}

/* ---- checksums ---------------------------------------------------------- */

uint32_t
hfile_checksum(HFileChecksum checksum, const uint8_t *p, size_t n)
{
	if (checksum == HFILE_CHECKSUM_CRC32)
		return (uint32_t) crc32(crc32(0, NULL, 0), p, (uInt) n);
	return crc32c(p, n);
}

/* ---- errors -------------------------------------------------------------- */

bool
hfile_block_error(CoreError *err, uint64_t offset, const char *fmt,...)
{
	char		rest[200];
	va_list		ap;

	va_start(ap, fmt);
	if (vsnprintf(rest, sizeof(rest), fmt, ap) < 0)
		rest[0] = '\0';
	va_end(ap);
	return core_error(err, CORE_ERR_CORRUPT, "damaged HFile block at offset %llu: %s",
					  (unsigned long long) offset, rest);
}

bool
hfile_block_error_from(CoreError *err, uint64_t offset)
{
	char		rest[sizeof(err->message)];

	if (err->code != CORE_ERR_CORRUPT)
		return false;
	memcpy(rest, err->message, sizeof(rest));
	return hfile_block_error(err, offset, "%s", rest);
}
