/*
 * hfile_format.c
 *		The parts of the HFile format that reader and writer share: block
 *		headers, checksums, numbers and names.
 */
#include "core/hfile/hfile_format.h"

#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include "core/base/crc32c.h"

/* ---- Hadoop's variable-length integers --------------------------------- */

/*
 * The length of Hadoop's vint (WritableUtils.writeVLong). -112..127 take one
 * byte.  Otherwise the first byte has the sign and the number of the bytes
 * that follow, the big-endian bytes of v or ~v.
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
} block_kinds[HFILE_BLOCK_KINDS] = {
	[HFILE_BLOCK_DATA] = {"DATABLK*", "data"},
	[HFILE_BLOCK_ENCODED_DATA] = {"DATABLKE", "encoded data"},
	[HFILE_BLOCK_LEAF_INDEX] = {"IDXLEAF2", "leaf index"},
	[HFILE_BLOCK_BLOOM_CHUNK] = {"BLMFBLK2", "bloom chunk"},
	[HFILE_BLOCK_META] = {"METABLKc", "meta"},
	[HFILE_BLOCK_INTERMEDIATE_INDEX] = {"IDXINTE2", "intermediate index"},
	[HFILE_BLOCK_ROOT_INDEX] = {"IDXROOT2", "root index"},
	[HFILE_BLOCK_FILE_INFO] = {"FILEINF2", "file info"},
	[HFILE_BLOCK_GENERAL_BLOOM_META] = {"BLMFMET2", "bloom meta"},
	[HFILE_BLOCK_DELETE_FAMILY_BLOOM_META] = {"DFBLMET2",
											  "delete family bloom meta"},
};

const char *
hfile_block_name(HFileBlockKind kind)
{
	return block_kinds[kind].name;
}

/* ---- block headers ------------------------------------------------------ */

/* HFileBlock.Writer.putHeader, HBase 2.6.1. */
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
hfile_get_header(const uint8_t *src, uint64_t offset, HFileHeader *header,
				 CoreError *err)
{
	int			kind = 0;

	while (kind < HFILE_BLOCK_KINDS &&
		   memcmp(src, block_kinds[kind].magic, HFILE_MAGIC_SIZE) != 0)
		kind++;
	if (kind == HFILE_BLOCK_KINDS)
		return hfile_block_error(err, offset, "a block does not begin there");
	header->kind = (HFileBlockKind) kind;
	header->on_disk_size = core_get_u32(src + 8);
	header->uncompressed_size = core_get_u32(src + 12);
	header->previous_offset = (int64_t) core_get_u64(src + 16);
	header->bytes_per_checksum = core_get_u32(src + 25);
	header->data_size = core_get_u32(src + 29);

	if (src[24] > HFILE_CHECKSUM_CRC32C)
		return hfile_block_error(err, offset,
								 "unrecognized checksum type %u", src[24]);
	header->checksum = (HFileChecksum) src[24];
	if (header->bytes_per_checksum < HFILE_HEADER_SIZE)
		return hfile_block_error(err, offset,
								 "a checksum for every %u bytes is too many",
								 header->bytes_per_checksum);
	if (header->on_disk_size > INT32_MAX ||
		header->uncompressed_size > INT32_MAX ||
		header->data_size < HFILE_HEADER_SIZE ||
		header->data_size - HFILE_HEADER_SIZE +
				hfile_checksums_size(header->data_size,
									 header->bytes_per_checksum) !=
			header->on_disk_size)
		return hfile_block_error(err, offset,
								 "the sizes in its header disagree");
	return true;
}

/* ---- checksums ---------------------------------------------------------- */

/* One chunk of ChecksumUtil.generateChecksums, HBase 2.6.1. */
uint32_t
hfile_checksum(HFileChecksum checksum, const uint8_t *p, size_t n)
{
	if (checksum == HFILE_CHECKSUM_CRC32)
		return (uint32_t) crc32(crc32(0, NULL, 0), p, (uInt) n);
	return crc32c(0, p, n);
}

/* ---- errors ------------------------------------------------------------- */

bool
hfile_block_error(CoreError *err, uint64_t offset, const char *fmt,...)
{
	char		rest[200];
	va_list		ap;

	va_start(ap, fmt);
	if (vsnprintf(rest, sizeof(rest), fmt, ap) < 0)
		rest[0] = '\0';
	va_end(ap);
	return core_error(err, CORE_ERR_CORRUPT,
					  "damaged HFile block at offset %llu: %s",
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
