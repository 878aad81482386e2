/*
 * test_hfile_writer.c
 *		Write HFiles byte for byte like HBase; checksums, bloom filters and
 *		vints compared with known values; rejected cells.
 */
#include "core/base/crc32c.h"
#include "core/hfile/hfile_bloom.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_writer.h"
#include "core/transform/hash.h"
#include "unit/hfile_vectors.h"

/*
 * Every reference file whose settings are supported, except other compressors.
 */
static void
test_identical(void)
{
	Tsv		   *manifest = tsv_open("hfile/manifest.tsv");
	struct
	{
		char		name[40];
		char		settings[100];
		int64_t		cells;
	}			files[40];
	int			n = 0;
	int			same = 0;

	/* Read it to the end first: only one vector file can be open. */
	while (tsv_next(manifest) && CHECK(n < 40))
	{
		snprintf(files[n].name, sizeof(files[n].name), "%s",
				 tsv_raw(manifest, "name"));
		snprintf(files[n].settings, sizeof(files[n].settings), "%s",
				 tsv_raw(manifest, "settings"));
		files[n++].cells = tsv_int(manifest, "cells");
	}
	tsv_close(manifest);

	for (int i = 0; i < n; i++)
	{
		HFileSettings settings;
		HFileSummary summary;
		CoreBuf		buf;
		bool		bulk;
		char		v[32];
		uint8_t    *want;
		size_t		len;

		if (vector_setting(files[i].settings, "enc", v))
			continue;
		vector_settings(files[i].settings, &settings, &bulk);
		if (settings.codec != HFILE_CODEC_NONE &&
			settings.codec != HFILE_CODEC_GZ)
			continue;
		core_buf_init(&buf);
		want = vector_file(files[i].name, &len);
		if (vector_write(files[i].name, &settings, bulk, &buf, &summary))
		{
			CHECK_INT(summary.cells, files[i].cells);
			CHECK_INT(summary.size, len);
			if (CHECK_BYTES(buf.data, buf.len, want, len))
				same++;
		}
		core_buf_free(&buf);
		free(want);
	}
	CHECK_INT(same, 9);
	printf("  %d of %d HFiles written byte for byte\n", same, n);
}

static void
test_crc32c(void)
{
	uint64_t	seed = 11;
	uint8_t		bytes[3000];

	/* The check value of the polynomial, and zeros and ones (RFC 3720). */
	CHECK(crc32c(0, "123456789", 9) == 0xe3069283);
	CHECK(crc32c_scalar(0, "123456789", 9) == 0xe3069283);
	memset(bytes, 0, 32);
	CHECK(crc32c(0, bytes, 32) == 0x8a9136aa);
	memset(bytes, 0xff, 32);
	CHECK(crc32c(0, bytes, 32) == 0x62a8ab43);
	CHECK(crc32c(0, bytes, 0) == 0 && crc32c_scalar(0, bytes, 0) == 0);

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t) unit_random(&seed);
	for (int i = 0; i < 2000; i++)
	{
		size_t		from = unit_random(&seed) % 100;
		size_t		n = unit_random(&seed) % (sizeof(bytes) - 100);

		CHECK(crc32c(0, bytes + from, n) == crc32c_scalar(0, bytes + from, n));
		CHECK(crc32c(crc32c(0, bytes, from), bytes + from, n) ==
			  crc32c_scalar(0, bytes, from + n));
	}
}

static void
test_bloom(void)
{
	HFileBloomShape shape;
	uint8_t		bits[256] = {0};
	uint32_t	byte_size = 256;
	uint32_t	max_keys = 212;

	CHECK_INT(hash_murmur(NULL, 0, 0), 0);
	CHECK_INT(hash_murmur((const uint8_t *) "user00000001", 12, 0),
			  0x86e6b0de);
	CHECK_INT(hash_murmur((const uint8_t *) "abcd\x80\x90\xa0", 7, 0),
			  0x4b41deb1);
	CHECK_INT(hash_murmur((const uint8_t *) "row\x80\xff", 5, 7), 0x9675037f);

	hfile_bloom_shape(&shape, 131072, HFILE_BLOOM_ROW_ERROR_RATE);
	CHECK_INT(shape.byte_size, 131072);
	CHECK_INT(shape.hashes, 7);
	CHECK_INT(shape.max_keys, 109306);
	hfile_bloom_shape(&shape, 4096, HFILE_BLOOM_ROW_ERROR_RATE);
	CHECK_INT(shape.hashes, 7);
	CHECK_INT(shape.max_keys, 3415);
	hfile_bloom_shape(&shape, 131072, hfile_bloom_rowcol_error_rate());
	CHECK_INT(shape.hashes, 8);
	CHECK_INT(shape.max_keys, 95069);
	hfile_bloom_shape(&shape, 512, hfile_bloom_rowcol_error_rate());
	CHECK_INT(shape.max_keys, 371);
	hfile_bloom_shape(&shape, 130, HFILE_BLOOM_ROW_ERROR_RATE);
	CHECK_INT(shape.byte_size, 256);

	/* Keys are found, also after folding; most other keys are not. */
	for (int i = 0; i < 20; i++)
	{
		char		key[16];

		hfile_bloom_set(bits, 256, 7, (uint8_t *) key,
						snprintf(key, 16, "k%d", i));
	}
	hfile_bloom_fold(bits, &byte_size, &max_keys, 20);
	CHECK_INT(byte_size, 32);
	CHECK_INT(max_keys, 26);
	for (int i = 0; i < 20; i++)
	{
		char		key[16];

		CHECK(hfile_bloom_test(bits, byte_size, 7, (uint8_t *) key,
							   snprintf(key, 16, "k%d", i)));
	}
	max_keys = 0;
	for (int i = 100; i < 1100; i++)
	{
		char		key[16];

		max_keys += hfile_bloom_test(bits, byte_size, 7, (uint8_t *) key,
									 snprintf(key, 16, "k%d", i));
	}
	CHECK(max_keys < 30);

	/* A size that is not a power of two. */
	memset(bits, 0, sizeof(bits));
	for (int i = 0; i < 20; i++)
		hfile_bloom_set(bits, 128 + 64, 7, (uint8_t *) &i, sizeof(i));
	for (int i = 0; i < 20; i++)
		CHECK(hfile_bloom_test(bits, 128 + 64, 7, (uint8_t *) &i, sizeof(i)));
}

static void
test_vint(void)
{
	static const int64_t values[] = {0,			1,		   -1,
									 127,		128,	   -112,
									 -113,		255,	   256,
									 300,		65535,	   65536,
									 INT32_MAX, INT32_MIN, INT64_MAX,
									 INT64_MIN, -257,	   INT64_C(1) << 40};
	uint8_t		b[HFILE_MAX_VINT + 1];
	int64_t		v;
	uint64_t	seed = 5;

	CHECK_BYTES(b, hfile_put_vint(b, 128) - b, "\x8f\x80", 2);
	CHECK_BYTES(b, hfile_put_vint(b, 300) - b, "\x8e\x01\x2c", 3);
	CHECK_BYTES(b, hfile_put_vint(b, -112) - b, "\x90", 1);
	for (size_t i = 0; i < 2000; i++)
	{
		int64_t		want = i < sizeof(values) / sizeof(values[0]) ? values[i] :
			(int64_t) (unit_random(&seed) >> unit_random(&seed) % 64);
		size_t		n = hfile_put_vint(b, want) - b;

		CHECK_INT(n, hfile_vint_size(want));
		CHECK(hfile_get_vint(b, b + n, &v) == b + n);
		CHECK_INT(v, want);
		CHECK(hfile_get_vint(b, b + n - 1, &v) == NULL);
	}
	CHECK(hfile_get_vint(b, b, &v) == NULL);
}

/* ---- what is refused ---------------------------------------------------- */

static Cell
a_cell(const char *row, const char *family, const char *qualifier, int64_t ts,
	   CellType type)
{
	Cell		cell = {(const uint8_t *) row, (const uint8_t *) family,
		(const uint8_t *) qualifier, (const uint8_t *) "v",
		strlen(row), strlen(family), strlen(qualifier), 1, ts, type};

	return cell;
}

/* Whether a file that begins with this cell rejects that one with an error. */
static void
refuse(Cell first, Cell second, CoreErrorCode code, const char *message)
{
	HFileSettings settings;
	CoreBuf		buf;
	HFileSink	sink = buf_sink(&buf);
	HFileWriter *writer;
	CoreError	err;

	core_buf_init(&buf);
	hfile_settings_init(&settings);
	writer = hfile_writer_new(&settings, (const uint8_t *) "f", 1, &sink,
							  &err);
	CHECK(hfile_writer_add(writer, &first, &err));
	CHECK(!hfile_writer_add(writer, &second, &err));
	CHECK_INT(err.code, code);
	CHECK_STR(err.message, message);
	hfile_writer_free(writer);
	core_buf_free(&buf);
}

static void
test_refused(void)
{
	Cell		cell = a_cell("b", "f", "q", 5, CELL_PUT);
	Cell		large = a_cell("b", "f", "r", 5, CELL_PUT);
	uint8_t    *value = malloc(CELL_DEFAULT_MAX_SIZE);

	refuse(cell, a_cell("a", "f", "q", 5, CELL_PUT), CORE_ERR_PARAMETER,
		   "rows out of order: \"a\" comes after \"b\"");
	refuse(cell, a_cell("b", "f", "p", 5, CELL_PUT), CORE_ERR_PARAMETER,
		   "cells of row \"b\" out of order: Put at 5 with qualifier \"p\" comes too late");
	refuse(cell, a_cell("b", "f", "q", 6, CELL_PUT), CORE_ERR_PARAMETER,
		   "cells of row \"b\" out of order: Put at 6 with qualifier \"q\" comes too late");
	refuse(cell, a_cell("b", "f", "q", 5, CELL_DELETE), CORE_ERR_PARAMETER,
		   "cells of row \"b\" out of order: Delete at 5 with qualifier \"q\" comes too late");
	refuse(cell, cell, CORE_ERR_DUPLICATE,
		   "two cells in row \"b\" have the same qualifier \"q\", timestamp 5 and type Put");
	refuse(cell, a_cell("c", "g", "q", 5, CELL_PUT), CORE_ERR_PARAMETER,
		   "cell in row \"c\" is not of the HFile's column family");
	refuse(cell, a_cell("c", "f", "q", -1, CELL_PUT), CORE_ERR_RANGE,
		   "timestamp -1 in row \"c\" is negative");
	refuse(cell, a_cell("c", "f", "q", CELL_LATEST_TIMESTAMP, CELL_PUT),
		   CORE_ERR_RANGE, "cell in row \"c\" has no timestamp");
	refuse(cell, a_cell("", "f", "q", 5, CELL_PUT), CORE_ERR_PARAMETER,
		   "row key of a cell must not be empty");
	memset(value, 0, CELL_DEFAULT_MAX_SIZE);
	large.value = value;
	large.value_len = CELL_DEFAULT_MAX_SIZE;
	refuse(cell, large, CORE_ERR_LIMIT,
		   "cell of 10485783 bytes in row \"b\" is too large");
	free(value);
}

static void
bad_setting(HFileSettings *settings, CoreErrorCode code, const char *message)
{
	CoreError	err;

	CHECK(!hfile_settings_check(settings, &err));
	CHECK_INT(err.code, code);
	CHECK_STR(err.message, message);
	hfile_settings_init(settings);
}

static void
test_settings(void)
{
	HFileSettings s;
	HFileCodec	codec;
	HFileBloomType bloom;
	HFileChecksum checksum;
	CoreError	err;
	CoreBuf		buf;
	HFileSink	sink = buf_sink(&buf);
	HFileWriter *writer;

	hfile_settings_init(&s);
	CHECK(hfile_settings_check(&s, &err));
	s.block_size = 0;
	bad_setting(&s, CORE_ERR_PARAMETER, "HFile block size 0 is out of range");
	s.index_block_size = HFILE_MAX_BLOCK_SIZE + 1;
	bad_setting(&s, CORE_ERR_PARAMETER,
				"HFile index block size 16777217 is out of range");
	s.index_min_entries = 1;
	bad_setting(&s, CORE_ERR_PARAMETER,
				"HFile least number of index entries 1 is out of range");
	s.bloom_chunk_size = 0;
	bad_setting(&s, CORE_ERR_PARAMETER,
				"HFile bloom chunk size 0 is out of range");
	s.bytes_per_checksum = 32;
	bad_setting(&s, CORE_ERR_PARAMETER,
				"HFile number of bytes per checksum 32 is out of range");
	s.max_cell_size = 0;
	bad_setting(&s, CORE_ERR_PARAMETER,
				"HFile largest cell size 0 is out of range");
	s.create_time = -1;
	bad_setting(&s, CORE_ERR_RANGE, "HFile creation time -1 is negative");
	s.codec = HFILE_CODEC_LZO;
	bad_setting(&s, CORE_ERR_UNSUPPORTED,
				"HFile compression LZO is not supported");

	CHECK(hfile_codec_from_name("gz", 2, &codec, &err) &&
		  codec == HFILE_CODEC_GZ);
	CHECK(hfile_codec_from_name("Zstd", 4, &codec, &err) &&
		  codec == HFILE_CODEC_ZSTD);
	CHECK(!hfile_codec_from_name("gzip", 4, &codec, &err));
	CHECK_STR(err.message, "unrecognized compression \"gzip\"");
	CHECK(hfile_codec_name(9) == NULL);
	CHECK(!hfile_codec_available(9, &err));
	CHECK(hfile_bloom_from_name("rowCol", 6, &bloom, &err) &&
		  bloom == HFILE_BLOOM_ROWCOL);
	CHECK(!hfile_bloom_from_name("ROWPREFIX_FIXED_LENGTH", 22, &bloom, &err));
	CHECK_STR(err.message,
			  "unrecognized bloom filter \"ROWPREFIX_FIXED_LENGTH\"");
	CHECK(hfile_checksum_from_name("NULL", 4, &checksum, &err) &&
		  checksum == HFILE_CHECKSUM_NULL);
	CHECK(!hfile_checksum_from_name("MD5", 3, &checksum, &err));
	CHECK_STR(err.message, "unrecognized checksum \"MD5\"");

	core_buf_init(&buf);
	CHECK(hfile_writer_new(&s, (const uint8_t *) "a:b", 3, &sink, &err) ==
		  NULL);
	CHECK_INT(err.code, CORE_ERR_PARAMETER);
	writer = hfile_writer_new(&s, (const uint8_t *) "f", 1, &sink, &err);
	CHECK(writer != NULL);
	hfile_writer_free(writer);
}

static bool
failing_write(void *context, const void *data, size_t n, CoreError *err)
{
	int		   *left = context;

	if ((*left)-- > 0)
		return true;
	return core_error(err, CORE_ERR_IO, "the disk is full");
}

/* A sink that fails at any block is an error without a leak. */
static void
test_failing_sink(void)
{
	for (int good = 0; good < 12; good++)
	{
		int			left = good;
		HFileSink	sink = {failing_write, &left};
		HFileSettings settings;
		HFileWriter *writer;
		CoreError	err;
		bool		ok = true;

		hfile_settings_init(&settings);
		settings.block_size = 64;
		settings.index_block_size = 64;
		settings.bloom_chunk_size = 128;
		writer = hfile_writer_new(&settings, (const uint8_t *) "f", 1, &sink,
								  &err);
		for (int i = 0; ok && i < 100; i++)
		{
			char		row[16];
			Cell		cell;

			snprintf(row, sizeof(row), "row%06d", i);
			cell = a_cell(row, "f", "q", 1, CELL_PUT);
			ok = hfile_writer_add(writer, &cell, &err);
		}
		ok = ok && hfile_writer_finish(writer, NULL, &err);
		CHECK(!ok);
		CHECK_STR(err.message, "the disk is full");
		hfile_writer_free(writer);
	}
}

int
main(void)
{
	test_identical();
	test_crc32c();
	test_bloom();
	test_vint();
	test_refused();
	test_settings();
	test_failing_sink();
	return unit_done();
}
