/*
 * fuzz_hfile.c
 *		Fuzz the HFile reader: any bytes are read to the end, described and
 *		searched, or are an error with a message.
 *
 * Checksums are not verified, because the code after them is the target.  To
 * keep inputs small, they do not have the zeros of the trailer.  The last two
 * bytes are the length of the start of the trailer, which is before them.
 */
#include <stdlib.h>

#include "core/hfile/hfile_describe.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_reader.h"
#include "core/hfile/hfile_source.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A file in memory. */
typedef struct Bytes
{
	uint8_t    *data;
	size_t		len;
} Bytes;

static bool
read_bytes(void *context, uint64_t offset, void *dst, size_t n, CoreError *err)
{
	Bytes	   *bytes = context;

	if (offset > bytes->len || n > bytes->len - offset)
		abort();
	memcpy(dst, bytes->data + offset, n);
	return true;
}

/* Restore the zeros and the version of the trailer. */
static Bytes
unpack(const uint8_t *data, size_t size)
{
	Bytes		bytes;
	size_t		trailer = size < 2 ? 0 : core_get_u16(data + size - 2);
	size_t		body;

	size -= size < 2 ? size : 2;
	if (trailer > size)
		trailer = size;
	if (trailer > HFILE_TRAILER_SIZE - 4)
		trailer = HFILE_TRAILER_SIZE - 4;
	body = size - trailer;
	bytes.len = body + HFILE_TRAILER_SIZE;
	bytes.data = core_alloc(bytes.len);
	memset(bytes.data, 0, bytes.len);
	memcpy(bytes.data, data, size);
	core_put_u32(bytes.data + bytes.len - 4, 0x03000003);
	return bytes;
}

static void
check_error(const CoreError *err)
{
	if (err->code == CORE_OK || err->message[0] == '\0')
		abort();
}

static bool
tell(void *context, const HFileItem *item, CoreError *err)
{
	if (item->section[0] == '\0' || item->name == NULL ||
		item->value[0] == '\0')
		abort();
	return true;
}

/* Seek to a row; the result must not be before it. */
static void
search(HFileReader *reader, const uint8_t *row, size_t row_len)
{
	CoreError	err = {0};
	Cell		cell;
	bool		maybe;
	bool		found;

	if (!hfile_reader_seek(reader, row, row_len, &maybe, &err))
		check_error(&err);
	else if (maybe && hfile_reader_next(reader, &cell, &found, &err) &&
			 found && bytes_compare(cell.row, cell.row_len, row, row_len) < 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Bytes		bytes = unpack(data, size);
	HFileSource source = {read_bytes, &bytes, bytes.len};
	CoreError	err = {0};
	HFileReader *reader = hfile_reader_new(&source, true, &err);
	uint64_t	seen = 0;
	uint8_t		row[100];
	size_t		row_len = 0;
	bool		found = true;
	Cell		cell;

	if (reader == NULL)
		check_error(&err);
	else
	{
		if (!hfile_reader_describe(reader, tell, NULL, &err))
			check_error(&err);
		while (found)
		{
			if (!hfile_reader_next(reader, &cell, &found, &err))
			{
				check_error(&err);
				break;
			}
			if (found)
			{
				seen += cell.value_len;
				row_len = cell.row_len < sizeof(row) ? cell.row_len :
													   sizeof(row);
				memcpy(row, cell.row, row_len);

				/* Shared values may repeat often; this is not the target. */
				if (seen > 10000000)
					break;
			}
		}
		search(reader, row, row_len);
		search(reader, (const uint8_t *) "", 0);
		hfile_reader_free(reader);
	}
	core_free(bytes.data);
	return 0;
}
