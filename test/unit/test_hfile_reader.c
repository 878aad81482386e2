/*
 * test_hfile_reader.c
 *		Read HFiles of HBase and our own; find rows by index and bloom filter;
 *		codecs.
 */
#include "core/hfile/hfile_cells.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_in.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_source.h"
#include "core/hfile/hfile_state.h"
#include "core/hfile/hfile_writer.h"
#include "unit/hfile_vectors.h"

static const char *const names[] = {
	"none-row", "none-nobloom-plain", "none-row-multilevel", "none-rowcol",
	"gz-row",
	"snappy-row", "none-row-crc32", "tags-nomvcc", "deletes", "fastdiff-row",
	"empty"
};

#define N_NAMES		(sizeof(names) / sizeof(names[0]))

static void
check_cell(const Cell *got, const Cell *want)
{
	CHECK(cell_compare(got, want) == 0);
	CHECK_BYTES(got->value, got->value_len, want->value, want->value_len);
}

/* Cells with an expired TTL are skipped, and kinds of tags counted. */
static void
test_tags(const char *name, int64_t now, int left_out)
{
	BytesSource bytes;
	uint8_t    *file = vector_file(name, &bytes.len);
	Tsv		   *tsv = vector_cells(name);
	CellTagCounts counts = {0};
	HFileSource source;
	HFileReader *reader;
	Cell		cell;
	bool		found;
	int			missing = 0;
	CoreError	err;

	bytes.data = file;
	source = bytes_source(&bytes);
	reader = hfile_reader_new(&source, false, &err);
	if (!CHECK(reader != NULL))
		return;
	hfile_reader_count_tags(reader, now, &counts);
	CHECK(hfile_reader_next(reader, &cell, &found, &err));
	while (tsv_next(tsv))
	{
		Cell		want = vector_cell(tsv);

		if (!found || cell_compare(&cell, &want) != 0)
		{
			missing++;
			continue;
		}
		check_cell(&cell, &want);
		CHECK(hfile_reader_next(reader, &cell, &found, &err));
	}
	CHECK(!found);
	CHECK_INT(missing, left_out);
	CHECK_INT(counts.cells, 9);
	CHECK_INT(counts.ttl, 6);
	CHECK_INT(counts.expired, left_out);
	CHECK_INT(counts.visibility, 2);
	CHECK_INT(counts.acl, 2);
	CHECK_INT(counts.other, 1);
	hfile_reader_free(reader);
	tsv_close(tsv);
	free(file);
}

/* Invalid tags are counted, and never read beyond their end. */
static void
test_bad_tags(void)
{
	static const uint8_t bytes[] = {0, 9, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 8,
									0, 4, 8, 1, 2, 3};
	CellTags	tags;

	for (size_t n = 1; n <= sizeof(bytes); n++)
	{
		cell_tags_read(bytes, n, &tags);
		CHECK_INT(tags.ttl, n >= 11);
		CHECK_INT(tags.other, n != 11);
	}
	cell_tags_read(bytes + 14, 6, &tags);
	CHECK(tags.other && !tags.ttl && !cell_tags_expired(&tags, 0, INT64_MAX));
}

/* Every reference file gives exactly its cells. */
static void
test_vectors(void)
{
	int			same = 0;
	int			readable = 0;

	for (size_t i = 0; i < N_NAMES; i++)
	{
		BytesSource bytes;
		HFileSource source;
		uint8_t    *file = vector_file(names[i], &bytes.len);
		Tsv		   *tsv = strcmp(names[i], "empty") == 0 ||
				!vector_is_readable(names[i]) ?
			NULL :
			vector_cells(names[i]);
		HFileReader *reader;
		Cell		cell;
		bool		found = true;
		bool		ok = true;
		CoreError	err;

		bytes.data = file;
		source = bytes_source(&bytes);
		readable += vector_is_readable(names[i]);
		reader = !vector_is_readable(names[i]) ?
			NULL :
			hfile_reader_new(&source, false, &err);
		if (reader != NULL)
		{
			while (tsv != NULL && ok && tsv_next(tsv))
			{
				Cell		want = vector_cell(tsv);

				ok = CHECK(hfile_reader_next(reader, &cell, &found, &err)) &&
					CHECK(found);
				if (ok)
					check_cell(&cell, &want);
			}
			ok = ok && CHECK(hfile_reader_next(reader, &cell, &found, &err)) &&
				CHECK(!found);
			same += ok;
			hfile_reader_free(reader);
		}
		if (tsv != NULL)
			tsv_close(tsv);
		free(file);
	}
	CHECK_INT(same, readable);
	printf("  %d of %zu HFiles read back equal\n", same, N_NAMES);
}

/* Compare the payloads of two files, independently of the compressor. */
static int
same_payloads(BytesSource *a, BytesSource *b, HFileCodec codec)
{
	HFileIn		in[2];
	HFileBlock	block[2];
	uint64_t	at[2] = {0, 0};
	CoreError	err;
	int			same = 0;

	memset(in, 0, sizeof(in));
	in[0].source = bytes_source(a);
	in[1].source = bytes_source(b);
	for (int i = 0; i < 2; i++)
	{
		hfile_coder_init(&in[i].coder, codec);
		hfile_block_init(&block[i]);
	}
	while (at[0] < a->len - HFILE_TRAILER_SIZE)
	{
		bool		ok = true;

		for (int i = 0; i < 2; i++)
			ok = ok &&
				CHECK(hfile_in_header(&in[i], at[i],
									  in[i].source.size - HFILE_TRAILER_SIZE,
									  &block[i], &err)) &&
				CHECK(hfile_in_rest(&in[i], &block[i], true, &err));
		if (!ok || !CHECK(block[0].header.kind == block[1].header.kind))
			break;

		/* Indexes and filters have offsets, which differ. */
		if (block[0].header.kind == HFILE_BLOCK_DATA ||
			block[0].header.kind == HFILE_BLOCK_FILE_INFO)
			same += CHECK_BYTES(block[0].payload, block[0].payload_len,
								block[1].payload, block[1].payload_len);
		else
			CHECK_INT(block[0].payload_len, block[1].payload_len);
		at[0] = block[0].end;
		at[1] = block[1].end;
	}
	CHECK_INT(b->len - at[1], HFILE_TRAILER_SIZE);
	for (int i = 0; i < 2; i++)
	{
		hfile_block_free(&block[i]);
		hfile_coder_free(&in[i].coder);
	}
	return same;
}

static void
test_snappy(void)
{
	HFileSettings settings;
	HFileSummary summary;
	CoreBuf		buf;
	BytesSource theirs,
				ours;
	uint8_t    *file;
	bool		bulk;

	if (!vector_is_readable("snappy-row"))
		return;
	file = vector_file("snappy-row", &theirs.len);
	theirs.data = file;
	core_buf_init(&buf);
	vector_settings("comp=SNAPPY block=4096", &settings, &bulk);
	if (vector_write("snappy-row", &settings, bulk, &buf, &summary))
	{
		ours.data = buf.data;
		ours.len = buf.len;
		CHECK_INT(same_payloads(&theirs, &ours, HFILE_CODEC_SNAPPY),
				  summary.data_blocks + 1);
		printf("  snappy-row: %d blocks equal before compression\n",
			   (int) summary.data_blocks + 1);
	}
	core_buf_free(&buf);
	free(file);
}

/* ---- files of our own --------------------------------------------------- */

/*
 * A file with rows 0, 2, 4 ... with versions and delete markers, and its
 * parameters.
 */
typedef struct Made
{
	HFileSettings settings;
	int			rows;
	int			value_len;		/* at most */
	int			row_len;
	CoreBuf		bytes;
	HFileSummary summary;
} Made;

static void
make_row(const Made *made, int i, uint8_t *row)
{
	char		text[32];

	memset(row, 'r', made->row_len);
	snprintf(text, sizeof(text), "%08d", i);
	memcpy(row + made->row_len - 8, text, 8);
}

/* The cells of row i, in order; pseudo-random. */
static int
make_cells(const Made *made, int i, uint8_t *row, uint8_t *value,
		   Cell cells[8])
{
	static const char *const qualifiers[] = {"", "a", "a\xff", "q\0q",
											 "zzzzzzzzzzzz"};
	uint64_t	seed = i + 1;
	int			n = 0;

	make_row(made, i, row);
	for (int j = 0; j < made->value_len; j++)
		value[j] = (uint8_t) (unit_random(&seed) % 7 + 'a');
	if (unit_random(&seed) % 5 == 0)
	{
		Cell		marker = {row,
							  (const uint8_t *) "fam",
							  NULL,
							  NULL,
							  made->row_len,
							  3,
							  0,
							  0,
							  1000 + (int64_t) i,
							  CELL_DELETE_FAMILY};

		cells[n++] = marker;
	}
	for (int q = 0; q < 5; q++)
	{
		Cell		cell = {row,
							(const uint8_t *) "fam",
							(const uint8_t *) qualifiers[q],
							value,
							made->row_len,
							3,
							q == 3 ? 3 : strlen(qualifiers[q]),
							unit_random(&seed) % (made->value_len + 1),
							500 + q,
							CELL_PUT};

		if (unit_random(&seed) % 3 == 0)
			continue;
		cells[n++] = cell;
	}
	if (n == 0)
	{
		Cell		cell = {row,
							(const uint8_t *) "fam",
							NULL,
							value,
							made->row_len,
							3,
							0,
							0,
							7,
							CELL_PUT};

		cells[n++] = cell;
	}
	return n;
}

static void
make_file(Made *made)
{
	HFileSink	sink = buf_sink(&made->bytes);
	HFileWriter *writer;
	uint8_t    *row = malloc(made->row_len);
	uint8_t    *value = malloc(made->value_len + 1);
	CoreError	err;

	core_buf_init(&made->bytes);
	writer = hfile_writer_new(&made->settings, (const uint8_t *) "fam", 3,
							  &sink, &err);
	if (!CHECK(writer != NULL))
		return;
	for (int i = 0; i < made->rows; i++)
	{
		Cell		cells[8];
		int			n = make_cells(made, 2 * i, row, value, cells);

		for (int j = 0; j < n; j++)
			CHECK(hfile_writer_add(writer, &cells[j], &err));
	}
	if (!CHECK(hfile_writer_finish(writer, &made->summary, &err)))
		CHECK_STR(err.message, "");
	CHECK_INT(made->summary.size, made->bytes.len);
	CHECK_INT(made->summary.rows, made->rows);
	hfile_writer_free(writer);
	free(row);
	free(value);
}

/* All cells are read; existing rows are found, others are not. */
static void
check_file(Made *made, uint32_t levels)
{
	BytesSource bytes = {made->bytes.data, made->bytes.len};
	HFileSource source = bytes_source(&bytes);
	HFileReader *reader;
	uint8_t    *row = malloc(made->row_len);
	uint8_t    *value = malloc(made->value_len + 1);
	Cell		cells[8];
	Cell		cell;
	bool		found;
	bool		maybe;
	CoreError	err;
	int			ruled_out = 0;
	uint64_t	seed = 3;

	reader = hfile_reader_new(&source, false, &err);
	if (!CHECK(reader != NULL))
	{
		CHECK_STR(err.message, "");
		return;
	}
	CHECK_INT(reader->trailer.index_levels, levels);
	for (int i = 0; i < made->rows; i++)
	{
		int			n = make_cells(made, 2 * i, row, value, cells);

		for (int j = 0; j < n; j++)
		{
			if (!CHECK(hfile_reader_next(reader, &cell, &found, &err)) ||
				!CHECK(found))
			{
				CHECK_STR(err.message, "");
				return;
			}
			check_cell(&cell, &cells[j]);
		}
	}
	CHECK(hfile_reader_next(reader, &cell, &found, &err));
	CHECK(!found);

	/* Any row in any order, also one below all and one above all. */
	for (int i = 0; i < 150; i++)
	{
		int			want = (int) (unit_random(&seed) % (2 * made->rows));
		int			n = make_cells(made, want, row, value, cells);

		CHECK(hfile_reader_seek(reader, row, made->row_len, &maybe, &err));
		if (want % 2 != 0)
		{
			ruled_out += !maybe;
			if (maybe)
			{
				CHECK(hfile_reader_next(reader, &cell, &found, &err));
				if (found)
					CHECK(bytes_compare(cell.row, cell.row_len, row,
										made->row_len) > 0);
			}
			continue;
		}
		CHECK(maybe);
		for (int j = 0; j < n; j++)
		{
			CHECK(hfile_reader_next(reader, &cell, &found, &err));
			if (CHECK(found))
				check_cell(&cell, &cells[j]);
		}
		CHECK(hfile_reader_next(reader, &cell, &found, &err));
		CHECK(!found ||
			  bytes_compare(cell.row, cell.row_len, row, made->row_len) > 0);
	}
	if (made->settings.bloom == HFILE_BLOOM_ROW)
		CHECK(ruled_out > 65);
	else
		CHECK_INT(ruled_out, 0);
	CHECK(hfile_reader_seek(reader, (const uint8_t *) "a", 1, &maybe, &err));
	if (maybe)
	{
		make_row(made, 0, row);
		CHECK(hfile_reader_next(reader, &cell, &found, &err) && found);
		CHECK_BYTES(cell.row, cell.row_len, row, made->row_len);
	}
	CHECK(hfile_reader_seek(reader, (const uint8_t *) "z", 1, &maybe, &err));
	CHECK(!maybe ||
		  (hfile_reader_next(reader, &cell, &found, &err) && !found));
	hfile_reader_free(reader);
	free(row);
	free(value);
	core_buf_free(&made->bytes);
}

static void
test_own_files(void)
{
	static const HFileCodec codecs[] = {HFILE_CODEC_NONE, HFILE_CODEC_GZ,
										HFILE_CODEC_SNAPPY, HFILE_CODEC_LZ4,
										HFILE_CODEC_ZSTD};
	Made		made = {.rows = 800,.value_len = 60,.row_len = 20};
	CoreError	err;

	for (int c = 0; c < 5; c++)
		for (int b = HFILE_BLOOM_NONE; b <= HFILE_BLOOM_ROWCOL; b++)
		{
			if (!hfile_codec_available(codecs[c], &err))
				continue;
			hfile_settings_init(&made.settings);
			made.settings.codec = codecs[c];
			made.settings.bloom = b;
			made.settings.block_size = 2000;
			made.settings.index_block_size = 1000;
			made.settings.bloom_chunk_size = 512;
			made.settings.checksum = b;
			make_file(&made);
			check_file(&made, 2);
		}

	/* Four levels; one; no store info; small checksums. */
	hfile_settings_init(&made.settings);
	made.settings.block_size = 100;
	made.settings.index_block_size = 300;
	made.settings.index_min_entries = 2;
	made.settings.bytes_per_checksum = 64;
	make_file(&made);
	check_file(&made, 4);
	hfile_settings_init(&made.settings);
	made.settings.bloom = HFILE_BLOOM_NONE;
	made.settings.store_info = false;
	made.settings.sequence_ids = false;
	make_file(&made);
	check_file(&made, 1);

	/* Row keys of the maximum length, and values larger than a block. */
	made.rows = 120;
	made.row_len = CELL_MAX_ROW;
	hfile_settings_init(&made.settings);
	make_file(&made);
	check_file(&made, 3);
	made.rows = 8;
	made.row_len = 10;
	made.value_len = 400000;
	for (int c = 0; c < 5; c++)
	{
		if (!hfile_codec_available(codecs[c], &err))
			continue;
		hfile_settings_init(&made.settings);
		made.settings.codec = codecs[c];
		make_file(&made);
		check_file(&made, 1);
	}
}

/*
 * The same cell many times: accepted if allowed, and never split between
 * blocks.
 */
static void
test_duplicates(void)
{
	HFileSettings settings;
	CoreBuf		buf;
	HFileSink	sink = buf_sink(&buf);
	HFileWriter *writer;
	HFileSummary summary;
	HFileReader *reader;
	BytesSource bytes;
	HFileSource source;
	Cell		cell = {(const uint8_t *) "row",
						(const uint8_t *) "f",
						(const uint8_t *) "q",
						(const uint8_t *) "value",
						3,
						1,
						1,
						5,
						9,
						CELL_PUT};
	Cell		got;
	CoreError	err;
	bool		found;
	int			n = 0;

	core_buf_init(&buf);
	hfile_settings_init(&settings);
	settings.block_size = 100;
	settings.duplicates = true;
	writer = hfile_writer_new(&settings, cell.family, 1, &sink, &err);
	for (int i = 0; i < 50; i++)
		CHECK(hfile_writer_add(writer, &cell, &err));
	cell.ts--;
	CHECK(hfile_writer_add(writer, &cell, &err));
	CHECK(hfile_writer_finish(writer, &summary, &err));
	CHECK_INT(summary.data_blocks, 2);
	CHECK_INT(summary.rows, 1);
	CHECK_INT(summary.min_ts, 8);
	CHECK_INT(summary.max_ts, 9);
	hfile_writer_free(writer);

	bytes.data = buf.data;
	bytes.len = buf.len;
	source = bytes_source(&bytes);
	reader = hfile_reader_new(&source, false, &err);
	while (CHECK(hfile_reader_next(reader, &got, &found, &err)) && found)
		n++;
	CHECK_INT(n, 51);
	hfile_reader_free(reader);
	core_buf_free(&buf);
}

/* ---- ZSTD's other form, and pieces -------------------------------------- */

static void
test_codec_forms(void)
{
	uint8_t		large[300000];
	uint8_t    *back = malloc(sizeof(large));
	CoreBuf		buf;
	HFileCoder	coder;
	CoreError	err;

	for (size_t i = 0; i < sizeof(large); i++)
		large[i] = (uint8_t) (i / 1000 * 7 + i % 13);
	for (HFileCodec c = HFILE_CODEC_GZ; c <= HFILE_CODEC_ZSTD; c++)
	{
		if (c == HFILE_CODEC_NONE || !hfile_codec_available(c, &err))
			continue;
		hfile_coder_init(&coder, c);
		core_buf_init(&buf);
		for (size_t n = 0; n < sizeof(large); n = n * 3 + 1)
		{
			buf.len = 0;
			CHECK(hfile_compress(&coder, large, n, &buf, &err));
			CHECK(hfile_decompress(&coder, buf.data, buf.len, back, n, &err));
			CHECK_BYTES(back, n, large, n);
			CHECK(n <= hfile_codec_expansion(c, buf.len));

			/* A wrong size is an error. */
			CHECK(!hfile_decompress(&coder, buf.data, buf.len, back, n + 1,
									&err));
			CHECK_INT(err.code, CORE_ERR_CORRUPT);
			if (n > 0)
				CHECK(!hfile_decompress(&coder, buf.data, buf.len, back, n - 1,
										&err));
			CHECK(!hfile_decompress(&coder, buf.data, buf.len - 1, back, n,
									&err));
			if (c != HFILE_CODEC_GZ && n == 0)
				CHECK_BYTES(buf.data, buf.len, "\0\0\0\0", 4);
		}
		/* Pieces of at most 128 KB, which fit the buffers of readers. */
		if (c == HFILE_CODEC_LZ4)
		{
			size_t		at = 4;
			int			pieces = 0;

			buf.len = 0;
			CHECK(hfile_compress(&coder, large, sizeof(large), &buf, &err));
			CHECK_INT(core_get_u32(buf.data), sizeof(large));
			for (; at < buf.len; at += 4 + core_get_u32(buf.data + at))
				pieces++;
			CHECK_INT(pieces, 3);
		}
		core_buf_free(&buf);
		hfile_coder_free(&coder);
	}
	free(back);
}

#ifdef HFILE_WITH_ZSTD

/* Hadoop's native codec writes one bare frame. */
static void
test_bare_zstd(void)
{
	/* The numbers 0 to 99 as bytes, not compressible, by zstd -3. */
	uint8_t		frame[100 + 16] = {0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x64, 0x21,
								   0x03, 0x00};
	uint8_t		out[100];
	HFileCoder	coder;
	CoreError	err;

	for (int i = 0; i < 100; i++)
		frame[9 + i] = (uint8_t) i;
	hfile_coder_init(&coder, HFILE_CODEC_ZSTD);
	CHECK(hfile_decompress(&coder, frame, 109, out, 100, &err));
	CHECK_BYTES(out, 100, frame + 9, 100);
	CHECK(!hfile_decompress(&coder, frame, 109, out, 99, &err));
	CHECK(!hfile_decompress(&coder, frame, 108, out, 100, &err));
	CHECK_STR(err.message, "the zstd frame is damaged");
	hfile_coder_free(&coder);
}

#endif

/* Read the cells of a data block; returns their number. */
static int
count_cells(const uint8_t *bytes, size_t len, HFileBlockKind kind,
			bool sequence_ids, Cell *last)
{
	uint8_t    *payload = malloc(len);
	HFileBlock	block = {.payload = payload, .payload_len = (uint32_t) len};
	HFileCellFormat format = {.sequence_ids = sequence_ids};
	HFileCells	cells;
	CoreError	err;
	int			n = 0;

	memcpy(payload, bytes, len);
	block.header.kind = kind;
	hfile_cells_init(&cells);
	if (hfile_cells_begin(&cells, &format, &block, &err))
	{
		while (!hfile_cells_at_end(&cells) &&
			   hfile_cells_next(&cells, last, &err))
			n++;
	}
	hfile_cells_free(&cells);
	free(payload);
	return n;
}

/*
 * Two cells of a data block, the second a marker without a value, which ends
 * with the block: all bytes are needed.
 */
static void
test_end_of_block(void)
{
	static const uint8_t plain[] = {
		0, 0, 0, 15, 0, 0, 0, 1, 0, 1, 'r', 1, 'f', 'q', 0, 0, 0, 0, 0, 0, 1,
		0, CELL_PUT, 'v', 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 1, 'r', 1, 'f', 'q',
		0, 0, 0, 0, 0, 0, 0, 255, CELL_DELETE, 0};
	static const uint8_t fast_diff[] = {
		0, 4, 0, 0, 0, 47,		/* the encoding and the unencoded size */
		0, 15, 1, 0, 0, 1, 'r', 1, 'f', 'q', 0, 0, 0, 0, 0, 0, 1, 0,
		CELL_PUT, 'v', 0x08, 0, 6, 0, 0, 0, 0, 0, 0, 0, 255, CELL_DELETE};
	Cell		last;

	for (size_t len = 6; len <= sizeof(fast_diff); len++)
		CHECK_INT(count_cells(fast_diff, len, HFILE_BLOCK_ENCODED_DATA, false,
							  &last),
				  len == sizeof(fast_diff) ? 2 : len > 26 ? 1 : 0);
	CHECK_INT(last.type, CELL_DELETE);
	CHECK_INT(last.ts, 255);
	CHECK_INT(last.value_len, 0);
	for (size_t len = 1; len <= sizeof(plain); len++)
		CHECK_INT(count_cells(plain, len, HFILE_BLOCK_DATA, true, &last),
				  len == sizeof(plain) ? 2 : len >= 25 ? 1 : 0);
	CHECK_INT(last.type, CELL_DELETE);
	CHECK_INT(last.ts, 255);
}

int
main(void)
{
	test_end_of_block();

#ifdef HFILE_WITH_ZSTD
	test_bare_zstd();
#endif
	test_tags("tags-kinds", INT64_MIN, 0);
	test_tags("tags-kinds", INT64_C(1790000000000), 4);
	test_tags("tags-kinds-fastdiff", INT64_C(1790000000000), 4);
	test_bad_tags();
	test_vectors();
	test_snappy();
	test_own_files();
	test_duplicates();
	test_codec_forms();
	return unit_done();
}
