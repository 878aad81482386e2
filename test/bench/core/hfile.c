/*
 * hfile.c
 *		What writing and reading an HFile costs: processor time a cell, for
 *		rows of 5 cells of 100 bytes (row key 33, value 44, half of it random
 *		letters), beside memcpy of the same bytes.
 *
 * The file stays in memory, so that no system call is measured.  Each line is
 * the median of five rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/buffer.h"
#include "core/base/byte_order.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_source.h"
#include "core/hfile/hfile_writer.h"

#define ROUNDS	5
#define CELLS	5

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static int
compare_doubles(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return (x > y) - (x < y);
}

static double
median(double *times)
{
	qsort(times, ROUNDS, sizeof(double), compare_doubles);
	return times[ROUNDS / 2];
}

static void
die(const CoreError *err)
{
	fprintf(stderr, "%s\n", err->message);
	exit(1);
}

static bool
write_bytes(void *context, const void *data, size_t n, CoreError *err)
{
	core_buf_add(context, data, n);
	return true;
}

static bool
read_bytes(void *context, uint64_t offset, void *dst, size_t n, CoreError *err)
{
	memcpy(dst, ((CoreBuf *) context)->data + offset, n);
	return true;
}

/* The file of so many rows into buf; its cells. */
static uint64_t
write_file(const HFileSettings *settings, uint32_t rows, CoreBuf *buf)
{
	static const char *const qualifiers[CELLS] = {"a", "b", "c", "d", "e"};
	HFileSink	sink = {write_bytes, buf};
	HFileSummary summary;
	CoreError	err;
	HFileWriter *writer = hfile_writer_new(settings, (const uint8_t *) "d", 1,
										   &sink, &err);
	uint8_t		row[33];
	uint8_t		value[44];
	uint64_t	seed = 1;

	if (writer == NULL)
		die(&err);
	buf->len = 0;
	memset(row, 'k', sizeof(row));
	memset(value, 'v', sizeof(value));
	for (uint32_t i = 0; i < rows; i++)
	{
		core_put_u64(row + 16, i);
		for (int j = 0; j < CELLS; j++)
		{
			Cell		cell = {row,
								(const uint8_t *) "d",
								(const uint8_t *) qualifiers[j],
								value,
								sizeof(row),
								1,
								1,
								sizeof(value),
								INT64_C(1700000000000),
								CELL_PUT};

			for (int k = 0; k < 24; k += 8)
			{
				seed = seed * UINT64_C(6364136223846793005) +
					1442695040888963407;
				core_put_u64(value + k,
							 (seed >> 3 & UINT64_C(0x0f0f0f0f0f0f0f0f)) +
								 UINT64_C(0x6161616161616161));
			}
			if (!hfile_writer_add(writer, &cell, &err))
				die(&err);
		}
	}
	if (!hfile_writer_finish(writer, &summary, &err))
		die(&err);
	hfile_writer_free(writer);
	return summary.cells;
}

static void
read_file(CoreBuf *buf, uint64_t cells)
{
	HFileSource source = {read_bytes, buf, buf->len};
	CoreError	err;
	HFileReader *reader = hfile_reader_new(&source, false, &err);
	Cell		cell;
	bool		found;
	uint64_t	n = 0;

	if (reader == NULL)
		die(&err);
	do
	{
		if (!hfile_reader_next(reader, &cell, &found, &err))
			die(&err);
		n += found;
	} while (found);
	hfile_reader_free(reader);
	if (n != cells)
		abort();
}

int
main(int argc, char **argv)
{
	uint32_t	rows = argc > 1 ? strtoul(argv[1], NULL, 10) : 400000;
	double		writes[ROUNDS];
	double		reads[ROUNDS];
	double		copies[ROUNDS];
	CoreBuf		buf;
	CoreBuf		copy;
	double		memcpy_ns = 0;

	core_buf_init(&buf);
	core_buf_init(&copy);
	printf("| codec, bloom filter | file MB | write ns/cell | read ns/cell |\n|---|---|---|---|\n");
	for (HFileCodec codec = HFILE_CODEC_GZ; codec <= HFILE_CODEC_ZSTD; codec++)
		for (HFileBloomType bloom = HFILE_BLOOM_NONE;
			 bloom <= HFILE_BLOOM_ROWCOL; bloom++)
		{
			HFileSettings settings;
			CoreError	err;
			uint64_t	cells = 0;
			uint32_t	n = codec == HFILE_CODEC_GZ ? rows / 10 : rows;

			/* Filters cost the same whatever the codec. */
			if (!hfile_codec_available(codec, &err) ||
				(codec != HFILE_CODEC_NONE && bloom != HFILE_BLOOM_ROW))
				continue;
			hfile_settings_init(&settings);
			settings.codec = codec;
			settings.bloom = bloom;
			for (int round = 0; round < ROUNDS; round++)
			{
				double		start = seconds();

				cells = write_file(&settings, n, &buf);
				writes[round] = (seconds() - start) / cells * 1e9;
				start = seconds();
				read_file(&buf, cells);
				reads[round] = (seconds() - start) / cells * 1e9;
				if (codec != HFILE_CODEC_NONE)
					continue;
				copy.len = 0;
				core_buf_reserve(&copy, buf.len);
				start = seconds();
				for (size_t at = 0; at < buf.len; at += 65536)
					core_buf_add(&copy, buf.data + at,
								 buf.len - at < 65536 ? buf.len - at : 65536);
				copies[round] = (seconds() - start) / cells * 1e9;
			}
			printf("| %s, %s | %.0f | %.1f | %.1f |\n",
				   hfile_codec_name(codec), hfile_bloom_name(bloom),
				   buf.len / 1e6, median(writes), median(reads));
			if (codec == HFILE_CODEC_NONE)
				memcpy_ns = median(copies);
		}
	printf("| memcpy of the uncompressed file | | %.1f | |\n", memcpy_ns);
	core_buf_free(&buf);
	core_buf_free(&copy);
	return 0;
}
