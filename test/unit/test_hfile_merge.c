/*
 * test_hfile_merge.c
 *		Read several HFiles as one, row by row in key order.
 */
#include "core/hfile/hfile_merge.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_source.h"
#include "core/hfile/hfile_writer.h"
#include "unit/hfile_vectors.h"

#define N_FILES		7
#define N_CELLS		4000

/* Cells with short keys, so that files have rows in common. */
typedef struct TestCell
{
	uint8_t		row[3];
	uint32_t	row_len;
	uint8_t		family[1];
	uint8_t		qualifier[1];
	uint8_t		value[4];
	int64_t		ts;
	int			file;
} TestCell;

typedef struct Files
{
	CoreBuf		bytes[N_FILES];
	BytesSource source[N_FILES];
	int			open;			/* currently, and the maximum */
	int			most_open;
	int			failed;			/* number of failures */
	int			last_failed;
} Files;

static Cell
as_cell(const TestCell *t)
{
	Cell		cell = {t->row, t->family, t->qualifier, t->value, t->row_len,
						1, 1, 4, t->ts, CELL_PUT};

	return cell;
}

static int
compare_test_cells(const void *a, const void *b)
{
	Cell		x = as_cell(a);
	Cell		y = as_cell(b);
	int			c = cell_compare(&x, &y);

	return c != 0 ?
		c :
		((const TestCell *) a)->file - ((const TestCell *) b)->file;
}

static HFileReader *
open_file(void *context, int file, CoreError *err)
{
	Files	   *files = context;
	HFileSource source;

	files->source[file] = (BytesSource) {.data = files->bytes[file].data,
										 .len = files->bytes[file].len};
	source = bytes_source(&files->source[file]);
	if (++files->open > files->most_open)
		files->most_open = files->open;
	return hfile_reader_new(&source, false, err);
}

static void
close_file(void *context, int file)
{
	Files	   *files = context;

	files->open--;
}

static void
failed(void *context, int file, const CoreError *err)
{
	Files	   *files = context;

	files->failed++;
	files->last_failed = file;
	CHECK(err->message[0] != '\0');
}

/* The family of a file: files 0 to 3 have one, the others another. */
static uint8_t
family_of(int file)
{
	return file < 4 ? 'd' : 'e';
}

/* Write the sorted cells to their files. */
static void
write_files(Files *files, const TestCell *cells, int n, HFileChecksum checksum)
{
	for (int file = 0; file < N_FILES; file++)
	{
		uint8_t		family = family_of(file);
		HFileSink	sink;
		HFileSettings settings;
		HFileWriter *writer;
		CoreError	err;

		core_buf_init(&files->bytes[file]);
		sink = buf_sink(&files->bytes[file]);
		hfile_settings_init(&settings);
		settings.block_size = 512;
		settings.checksum = checksum;
		writer = hfile_writer_new(&settings, &family, 1, &sink, &err);
		for (int i = 0; i < n; i++)
		{
			Cell		cell = as_cell(&cells[i]);

			if (cells[i].file == file &&
				(i == 0 || compare_test_cells(&cells[i - 1], &cells[i]) != 0))
				CHECK(hfile_writer_add(writer, &cell, &err));
		}
		CHECK(hfile_writer_finish(writer, NULL, &err));
		hfile_writer_free(writer);
	}
}

/* Random cells; with ranges, file f has rows from letter f on. */
static void
make_cells(TestCell *cells, int n, bool ranges, uint64_t seed)
{
	for (int i = 0; i < n; i++)
	{
		TestCell   *c = &cells[i];

		memset(c, 0, sizeof(TestCell));
		c->file = (int) (unit_random(&seed) % N_FILES);
		c->row_len = 1 + (uint32_t) (unit_random(&seed) % 3);
		for (uint32_t b = 0; b < c->row_len; b++)
			c->row[b] = (uint8_t) (unit_random(&seed) % 40);
		if (ranges)
			c->row[0] = (uint8_t) c->file;
		c->family[0] = family_of(c->file);
		c->qualifier[0] = (uint8_t) (unit_random(&seed) % 3);
		c->ts = (int64_t) (unit_random(&seed) % 1000000);
		memcpy(c->value, &i, 4);
	}
	qsort(cells, n, sizeof(TestCell), compare_test_cells);
}

static HFileMerge *
begin(Files *files, HFileMergeStart *starts, uint8_t rows[][8])
{
	HFileMergeHost host = {open_file, close_file, failed, files};

	for (int file = 0; file < N_FILES; file++)
	{
		CoreError	err;
		HFileReader *reader = open_file(files, file, &err);
		const uint8_t *row;

		CHECK(hfile_reader_first_row(reader, &row, &starts[file].len, &err));
		memcpy(rows[file], row, starts[file].len);
		starts[file].row = rows[file];
		hfile_reader_free(reader);
		files->open--;
	}
	files->most_open = 0;
	return hfile_merge_new(&host, starts, N_FILES);
}

static void
test_merge(bool ranges)
{
	static TestCell cells[N_CELLS];
	static Files files;
	HFileMergeStart starts[N_FILES];
	uint8_t		rows[N_FILES][8];
	HFileMerge *merge;
	HFileMergeRow row;
	int			at = 0;

	memset(&files, 0, sizeof(files));
	make_cells(cells, N_CELLS, ranges, 7);
	write_files(&files, cells, N_CELLS, HFILE_CHECKSUM_CRC32C);
	merge = begin(&files, starts, rows);
	while (hfile_merge_next(merge, &row))
	{
		CHECK(row.n > 0);
		for (uint32_t i = 0; i < row.n && at < N_CELLS; i++)
		{
			const HFileMergeCell *got = &row.cells[i];
			Cell		want = as_cell(&cells[at]);
			uint8_t		written[64];

			CHECK(cell_compare(&got->cell, &want) == 0);
			CHECK_BYTES(got->cell.value, got->cell.value_len, want.value,
						want.value_len);
			CHECK_INT(got->file, cells[at].file);
			CHECK_BYTES(row.row, row.row_len, want.row, want.row_len);
			cell_write(written, &want);
			CHECK_BYTES(got->written, got->written_size, written,
						cell_size(&want));
			do
				at++;
			while (at < N_CELLS &&
				   compare_test_cells(&cells[at - 1], &cells[at]) == 0);
		}
	}
	CHECK_INT(at, N_CELLS);
	CHECK_INT(files.failed, 0);
	CHECK_INT(files.open, 0);
	CHECK_INT(files.most_open, ranges ? 1 : N_FILES);
	hfile_merge_free(merge);
	for (int file = 0; file < N_FILES; file++)
		core_buf_free(&files.bytes[file]);
}

/*
 * A damaged file is reported, and the others continue, also without a skipped
 * file.
 */
static void
test_damage(void)
{
	static TestCell cells[N_CELLS];
	static Files files;
	HFileMergeStart starts[N_FILES];
	uint8_t		rows[N_FILES][8];
	HFileMerge *merge;
	HFileMergeRow row;
	int			want[N_FILES] = {0};
	int			got[N_FILES] = {0};

	memset(&files, 0, sizeof(files));
	make_cells(cells, N_CELLS, false, 8);
	write_files(&files, cells, N_CELLS, HFILE_CHECKSUM_CRC32C);
	merge = begin(&files, starts, rows);
	for (int i = 0; i < N_CELLS; i++)
		want[cells[i].file] += i == 0 ||
			compare_test_cells(&cells[i - 1], &cells[i]) != 0;
	files.bytes[2].data[files.bytes[2].len / 4] ^= 1;
	starts[5].row = NULL;
	hfile_merge_free(merge);
	merge = hfile_merge_new(&(HFileMergeHost) {open_file, close_file, failed,
											   &files},
							starts, N_FILES);
	while (hfile_merge_next(merge, &row))
	{
		for (uint32_t i = 0; i < row.n; i++)
			got[row.cells[i].file]++;
	}
	CHECK_INT(files.failed, 1);
	CHECK_INT(files.last_failed, 2);
	CHECK_INT(files.open, 0);
	for (int file = 0; file < N_FILES; file++)
	{
		if (file == 2)
			CHECK(got[file] > 0 && got[file] < want[file]);
		else
			CHECK_INT(got[file], file == 5 ? 0 : want[file]);
	}

	/* a file whose index begins after its first row has no cells */
	hfile_merge_free(merge);
	files.failed = 0;
	got[1] = 0;
	memset(rows[1], 0xff, 8);
	starts[1].len = 3;
	merge = hfile_merge_new(&(HFileMergeHost) {open_file, close_file, failed,
											   &files},
							starts, N_FILES);
	while (hfile_merge_next(merge, &row))
	{
		for (uint32_t i = 0; i < row.n; i++)
			got[1] += row.cells[i].file == 1;
	}
	CHECK_INT(got[1], 0);
	CHECK_INT(files.failed, 2);
	CHECK_INT(files.open, 0);
	hfile_merge_free(merge);
	for (int file = 0; file < N_FILES; file++)
		core_buf_free(&files.bytes[file]);
}

/* A file with an invalid first cell has no cells. */
static void
test_first_cell(void)
{
	static TestCell cells[N_CELLS];
	static Files files;
	HFileMergeStart starts[N_FILES];
	uint8_t		rows[N_FILES][8];
	HFileMerge *merge;
	HFileMergeRow row;
	int			got = 0;

	memset(&files, 0, sizeof(files));
	make_cells(cells, N_CELLS, false, 9);
	write_files(&files, cells, N_CELLS, HFILE_CHECKSUM_NULL);
	memset(files.bytes[3].data + 33 + 8, 0xff, 2);	/* length of the row */
	merge = begin(&files, starts, rows);
	while (hfile_merge_next(merge, &row))
	{
		for (uint32_t i = 0; i < row.n; i++)
			got += row.cells[i].file == 3;
	}
	CHECK_INT(got, 0);
	CHECK_INT(files.failed, 1);
	CHECK_INT(files.last_failed, 3);
	CHECK_INT(files.open, 0);
	hfile_merge_free(merge);
	for (int file = 0; file < N_FILES; file++)
		core_buf_free(&files.bytes[file]);
}

int
main(void)
{
	test_merge(true);
	test_merge(false);
	test_damage();
	test_first_cell();
	return unit_done();
}
