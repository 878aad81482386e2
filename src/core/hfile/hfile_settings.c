/*
 * hfile_settings.c
 *		The settings of an HFile: defaults, limits, and names of values.
 */
#include "core/base/ascii.h"
#include "core/hfile/hfile_settings.h"

/* ---- names of values ---------------------------------------------------- */

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

/*
 * The position of a name in a list of three, ignoring case; -1 if it is not in
 * the list.
 */
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
hfile_bloom_from_name(const char *name, size_t len, HFileBloomType *bloom,
					  CoreError *err)
{
	int			i = find_name(bloom_names, name, len);

	if (i < 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "unrecognized bloom filter \"%.*s\"",
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
hfile_checksum_from_name(const char *name, size_t len, HFileChecksum *checksum,
						 CoreError *err)
{
	int			i = find_name(checksum_names, name, len);

	if (i < 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "unrecognized checksum \"%.*s\"",
				   core_shown(name, len, 40), name);
		return core_error_hint(err, "Checksums are CRC32C, CRC32 and NULL.");
	}
	*checksum = (HFileChecksum) i;
	return true;
}

/* ---- defaults and bounds ------------------------------------------------ */

void
hfile_settings_init(HFileSettings *settings)
{
	memset(settings, 0, sizeof(HFileSettings));
	settings->codec = HFILE_CODEC_NONE;
	settings->bloom = HFILE_BLOOM_ROW;
	settings->checksum = HFILE_CHECKSUM_CRC32C;
	settings->block_size = 65536;
	settings->index_block_size = 131072;
	settings->index_min_entries = 16;
	settings->bloom_chunk_size = 131072;
	settings->bytes_per_checksum = 16384;
	settings->max_cell_size = CELL_DEFAULT_MAX_SIZE;
	settings->sequence_ids = true;
	settings->store_info = true;
}

/* Check that a setting is within its limits. */
static bool
check_size(const char *what, uint32_t v, uint32_t min, uint32_t max,
		   CoreError *err)
{
	if (v >= min && v <= max)
		return true;
	core_error(err, CORE_ERR_PARAMETER, "HFile %s %u is out of range", what,
			   v);
	return core_error_detail(err, "It must be from %u to %u.", min, max);
}

bool
hfile_settings_check(const HFileSettings *s, CoreError *err)
{
	if (s->create_time < 0)
		return core_error(err, CORE_ERR_RANGE,
						  "HFile creation time %lld is negative",
						  (long long) s->create_time);
	return hfile_codec_available(s->codec, err) &&
		check_size("block size", s->block_size, 1, HFILE_MAX_BLOCK_SIZE,
				   err) &&
		check_size("index block size", s->index_block_size, 1,
				   HFILE_MAX_BLOCK_SIZE, err) &&
		check_size("least number of index entries", s->index_min_entries, 2,
				   1000000, err) &&
		check_size("bloom chunk size", s->bloom_chunk_size, 1,
				   HFILE_MAX_BLOCK_SIZE, err) &&
		check_size("number of bytes per checksum", s->bytes_per_checksum,
				   HFILE_HEADER_SIZE, HFILE_MAX_BLOCK_SIZE, err) &&
		check_size("largest cell size", s->max_cell_size, 1,
				   HFILE_MAX_CELL_SIZE, err);
}
