/*
 * test_hfile_damage.c
 *		Detection of damaged HFiles, the errors, and the description of an
 *		HFile.
 */
#include "core/hfile/hfile_describe.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_state.h"
#include "core/hfile/hfile_source.h"
#include "unit/hfile_vectors.h"

static const char *const names[] = {
	"none-row", "none-nobloom-plain", "none-row-multilevel", "none-rowcol",
	"gz-row",
	"snappy-row", "none-row-crc32", "tags-nomvcc", "deletes", "fastdiff-row",
	"empty"
};

#define N_NAMES		(sizeof(names) / sizeof(names[0]))

/* Read a whole file: a checksum of its cells in order. */
static bool
digest(const uint8_t *data, size_t len, bool ignore_checksums, uint64_t *sum,
	   CoreError *err)
{
	BytesSource bytes = {data, len};
	HFileSource source = bytes_source(&bytes);
	HFileReader *reader = hfile_reader_new(&source, ignore_checksums, err);
	bool		ok = reader != NULL;
	bool		found = true;
	Cell		cell;

	*sum = 0;
	while (ok && found)
	{
		ok = hfile_reader_next(reader, &cell, &found, err);
		if (ok && found)
		{
			const uint8_t *parts[] = {cell.row, cell.family, cell.qualifier,
									  cell.value};
			uint32_t	lens[] = {cell.row_len, cell.family_len,
								  cell.qualifier_len, cell.value_len};

			for (int i = 0; i < 4; i++)
			{
				*sum = *sum * 31 + lens[i];
				for (uint32_t j = 0; j < lens[i]; j++)
					*sum = *sum * 1000003 + parts[i][j];
			}
			*sum = *sum * 31 + (uint64_t) cell.ts * 257 + cell.type;
		}
	}
	if (reader != NULL)
		hfile_reader_free(reader);
	return ok;
}

/* Use all other functions on a file, whatever they return. */
static bool
tell_nothing(void *context, const HFileItem *item, CoreError *err)
{
	*(uint64_t *) context += strlen(item->value);
	return true;
}

static void
use(const uint8_t *data, size_t len, bool ignore_checksums, const uint8_t *row,
	size_t row_len)
{
	BytesSource bytes = {data, len};
	HFileSource source = bytes_source(&bytes);
	CoreError	err;
	HFileReader *reader = hfile_reader_new(&source, ignore_checksums, &err);
	uint64_t	told = 0;
	bool		maybe,
				found;
	Cell		cell;

	if (reader == NULL)
		return;
	hfile_reader_describe(reader, tell_nothing, &told, &err);
	if (hfile_reader_seek(reader, row, row_len, &maybe, &err) && maybe)
		hfile_reader_next(reader, &cell, &found, &err);
	hfile_reader_free(reader);
}

/*
 * A file with a random bit flipped is an error or has the same cells (for
 * example in the zeros of the trailer).  Without checksums any result is
 * valid, but no crash.
 */
static void
test_flips(void)
{
	uint64_t	seed = 20261121;
	int			errors = 0;
	int			same = 0;

	for (size_t i = 0; i < N_NAMES; i++)
	{
		size_t		len;
		uint8_t    *file = vector_file(names[i], &len);
		uint64_t	want;
		uint64_t	sum;
		CoreError	err;

		if (!vector_is_readable(names[i]))
		{
			free(file);
			continue;
		}
		CHECK(digest(file, len, false, &want, &err));
		for (int j = 0; j < 150; j++)
		{
			size_t		at = unit_random(&seed) % len;
			uint8_t		bit = (uint8_t) (1 << unit_random(&seed) % 8);

			/* Every second bit in the part with the most references. */
			if (j % 2 != 0)
				at = len - 1 - at % (len < 6000 ? len : 6000);
			file[at] ^= bit;
			if (digest(file, len, false, &sum, &err))
			{
				CHECK(sum == want);
				same++;
			}
			else
			{
				CHECK(err.message[0] != '\0');
				errors++;
			}
			use(file, len, false, (const uint8_t *) "user0000002", 11);
			digest(file, len, true, &sum, &err);
			use(file, len, true, (const uint8_t *) "user0000002", 11);
			file[at] ^= bit;
		}
		free(file);
	}
	CHECK(errors > same / 3 && same > 0);
	printf("  %d files with a bit turned: %d errors, %d with the same cells\n",
		   errors + same, errors, same);
}

/*
 * A turned bit in a block that is read when a file is opened is an error, its
 * header included.  Only a checksum type that becomes NULL (0) hides it.
 */
static void
test_opened_blocks(void)
{
	int			n = 0;

	for (size_t i = 0; i < N_NAMES; i++)
	{
		size_t		len;
		uint8_t    *file = vector_file(names[i], &len);
		BytesSource bytes = {file, len};
		HFileSource source = bytes_source(&bytes);
		CoreError	err;
		HFileReader *reader = hfile_reader_new(&source, false, &err);
		size_t		at;

		CHECK(reader != NULL);
		at = reader->trailer.load_on_open_offset;
		hfile_reader_free(reader);
		for (; at < len - HFILE_TRAILER_SIZE; at++, n++)
		{
			uint8_t		bit = (uint8_t) (1 << at % 8);

			file[at] ^= bit;
			reader = hfile_reader_new(&source, false, &err);
			CHECK(reader == NULL || file[at] == 0);
			if (reader != NULL)
				hfile_reader_free(reader);
			file[at] ^= bit;
		}
		free(file);
	}
	printf("  %d bits of opened blocks turned\n", n);
}

/* A truncated file is an error. */
static void
test_truncated(void)
{
	uint64_t	seed = 4;
	int			n = 0;

	for (size_t i = 0; i < N_NAMES; i++)
	{
		size_t		len;
		uint8_t    *file = vector_file(names[i], &len);

		for (int j = 0; j < 60; j++, n++)
		{
			size_t		cut = j < 20 ? len - 1 - j * 250 % len :
									   unit_random(&seed) % len;
			uint8_t    *copy = malloc(cut + 1);
			uint64_t	sum;
			CoreError	err;

			/* The end is missing, or the middle is missing. */
			memcpy(copy, file, cut);
			CHECK(!digest(copy, cut, false, &sum, &err));
			if (cut >= HFILE_TRAILER_SIZE)
			{
				memcpy(copy + cut - HFILE_TRAILER_SIZE,
					   file + len - HFILE_TRAILER_SIZE, HFILE_TRAILER_SIZE);
				CHECK(!digest(copy, cut, false, &sum, &err));
			}
			free(copy);
		}
		free(file);
	}
	printf("  %d truncated files refused\n", n);
}

static void
check_damage(const char *name, size_t at, const char *patch, size_t n,
			 bool ignore_checksums, CoreErrorCode code, const char *message)
{
	size_t		len;
	uint8_t    *file = vector_file(name, &len);
	uint64_t	sum;
	CoreError	err = {0};

	if (at >= len)				/* counted from the end */
		at += len;
	memcpy(file + at, patch, n);
	CHECK(!digest(file, len, ignore_checksums, &sum, &err));
	CHECK_INT(err.code, code);
	CHECK_STR(err.message, message);
	free(file);
}

/* The offset counted from the end of the file. */
#define FROM_END(n)		((size_t) 0 - (n))

/* The error messages. */
static void
test_messages(void)
{
	uint64_t	sum;
	CoreError	err;

	check_damage("none-row", 100, "\xff", 1, false, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the CRC32C checksum of its bytes from 0 is wrong");
	check_damage(
		"none-row-crc32", 3000, "\xff\xff", 2, false, CORE_ERR_CORRUPT,
		"damaged HFile block at offset 2128: the CRC32 checksum of its bytes from 512 is wrong");
	check_damage("none-row", 0, "X", 1, false, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: a block does not begin there");
	check_damage("none-row", 24, "\3", 1, false, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: unrecognized checksum type 3");
	check_damage("none-row", 25, "\0\0\0\1", 4, false, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: a checksum for every 1 bytes is too many");
	check_damage("none-row", 8, "\0\1\0\0", 4, false, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the sizes in its header disagree");
	check_damage("none-row", 12, "\0\0\1\0", 4, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the sizes in its header disagree");
	check_damage("none-row", 16, "\0", 1, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the data block before it is at offset -1, but it says 72057594037927935");
	check_damage("none-row", 33, "\0\1", 2, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the cell at byte 0 of its payload does not fit");
	check_damage("none-row", 33 + 8 + 20, "\5", 1, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the cell at byte 0 of its payload cannot be stored in HBase");
	check_damage("none-row", 33 + 10, "s", 1, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: its cells are out of order in row \"r000000\"");
	check_damage(
		"gz-row", 12, "\177\0\0\0", 4, true, CORE_ERR_CORRUPT,
		"damaged HFile block at offset 0: its payload of 2130706432 bytes is too large");
	check_damage("gz-row", 12, "\0\377\0\0", 4, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: 1820 bytes of GZ cannot become 16711680");
	check_damage("gz-row", 60, "\377\377\377\377", 4, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the gzip member is damaged");
	if (vector_is_readable("snappy-row"))
		check_damage(
			"snappy-row", 40, "\377\377\377\377", 4, true, CORE_ERR_CORRUPT,
			"damaged HFile block at offset 0: the SNAPPY stream is damaged");
	check_damage("fastdiff-row", 33, "\0\2", 2, true, CORE_ERR_UNSUPPORTED,
				 "data block encoding PREFIX is not supported");
	check_damage("fastdiff-row", 33, "\0\1", 2, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: unrecognized data block encoding 1");
	check_damage("fastdiff-row", 35, "\0\0\0\1", 4, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the cell at byte 6 of its payload exceeds the number of cells in the block's header");
	check_damage("fastdiff-row", 39, "\1", 1, true, CORE_ERR_CORRUPT,
				 "damaged HFile block at offset 0: the cell at byte 6 of its payload does not fit");
	check_damage("none-row", FROM_END(HFILE_TRAILER_SIZE), "X", 1, false,
				 CORE_ERR_CORRUPT,
				 "not an HFile of version 3: its last 4096 bytes do not contain a trailer");
	check_damage("none-row", FROM_END(4), "\4", 1, false, CORE_ERR_UNSUPPORTED,
				 "HFile version 3.4 is not supported");
	check_damage("none-row", FROM_END(1), "\2", 1, false, CORE_ERR_UNSUPPORTED,
				 "HFile version 2.3 is not supported");
	check_damage("none-row", FROM_END(HFILE_TRAILER_SIZE - 8),
				 "\377\377\377\377\377", 5, false, CORE_ERR_CORRUPT,
				 "damaged HFile trailer: its protobuf message cannot be read");
	CHECK(!digest((const uint8_t *) "", 0, false, &sum, &err));
	CHECK_STR(err.message, "not an HFile: 0 bytes are too few");
}

/* Items expected in a description. */
typedef struct Told
{
	const char *section;
	const char *name;
	char		value[400];
	int			n;
} Told;

static bool
tell_one(void *context, const HFileItem *item, CoreError *err)
{
	Told	   *told = context;

	if (strcmp(item->section, told->section) == 0 &&
		strcmp(item->name, told->name) == 0 && told->n++ == 0)
		snprintf(told->value, sizeof(told->value), "%s", item->value);
	return true;
}

static void
check_told(const char *file_name, const char *section, const char *name, int n,
		   const char *value)
{
	BytesSource bytes;
	uint8_t    *file = vector_file(file_name, &bytes.len);
	HFileSource source;
	Told		told = {section, name, "", 0};
	CoreError	err;
	HFileReader *reader;

	bytes.data = file;
	source = bytes_source(&bytes);
	reader = hfile_reader_new(&source, false, &err);
	CHECK(hfile_reader_describe(reader, tell_one, &told, &err));
	CHECK_INT(told.n, n);
	CHECK_STR(told.value, value);
	hfile_reader_free(reader);
	free(file);
}

static void
test_describe(void)
{
	check_told("none-row", "trailer", "version", 1, "\"3.3\"");
	check_told("gz-row", "trailer", "compression", 1, "\"GZ\"");
	check_told("none-row", "trailer", "entry_count", 1, "300");
	check_told("empty", "trailer", "first_data_block_offset", 1, "-1");
	check_told("none-row", "info", "TIMERANGE", 1, "[0, 1700000099037]");
	check_told("none-row", "info", "BULKLOAD_SOURCE_TASK", 1,
			   "\"hfile_proto\"");
	check_told("none-row", "info", "MAJOR_COMPACTION_KEY", 1, "true");
	check_told("none-row", "info", "hfile.CREATE_TIME_TS", 1, "1700000000000");
	check_told("none-row", "info", "hfile.LASTKEY", 1,
			   "{\"row\": \"r000059\", \"family\": \"cf\", \"qualifier\": \"q\", \"ts\": 1, \"type\": \"Put\"}");
	check_told("none-rowcol", "info", "BLOOM_FILTER_TYPE", 1, "\"ROWCOL\"");
	check_told("none-row-multilevel", "block", "data", 87,
			   "{\"size\": 805, \"compressed\": 768, \"uncompressed\": 768, \"previous\": -1, \"checksum\": \"CRC32C\"}");
	check_told("fastdiff-row", "block", "encoded data", 13,
			   "{\"size\": 3256, \"compressed\": 3219, \"uncompressed\": 3219, \"previous\": -1, \"checksum\": \"CRC32C\"}");
	check_told("deletes", "bloom", "delete family", 1,
			   "{\"keys\": 39, \"max_keys\": 53, \"hashes\": 7, \"chunks\": 1, \"bytes\": 64}");
	check_told("none-nobloom-plain", "bloom", "general", 0, "");
}

int
main(void)
{
	test_flips();
	test_opened_blocks();
	test_truncated();
	test_messages();
	test_describe();
	return unit_done();
}
