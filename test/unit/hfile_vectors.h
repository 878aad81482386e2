/*
 * hfile_vectors.h
 *		The reference HFiles for the tests: files, cells and settings.
 */
#ifndef HFILE_VECTORS_H
#define HFILE_VECTORS_H

#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_source.h"
#include "core/hfile/hfile_writer.h"

/* All bytes of test/data/vectors/hfile/NAME.hfile, allocated with malloc. */
static inline uint8_t *
vector_file(const char *name, size_t *len)
{
	char		path[1024];
	FILE	   *file;
	uint8_t    *bytes;

	snprintf(path, sizeof(path), "%s/vectors/hfile/%s.hfile", TEST_DATA, name);
	file = fopen(path, "rb");
	if (file == NULL)
	{
		perror(path);
		exit(2);
	}
	fseek(file, 0, SEEK_END);
	*len = (size_t) ftell(file);
	rewind(file);
	bytes = malloc(*len + 1);
	if (fread(bytes, 1, *len, file) != *len)
		exit(2);
	fclose(file);
	return bytes;
}

/* Whether this build can read the file: one needs the snappy library. */
static inline bool
vector_is_readable(const char *name)
{
	CoreError	err;

	return strcmp(name, "snappy-row") != 0 ||
		hfile_codec_available(HFILE_CODEC_SNAPPY, &err);
}

/* The cell in the current row of tsv, valid until the next row. */
static inline Cell
vector_cell(Tsv *tsv)
{
	Cell		cell;
	CellType	type = CELL_PUT;
	CoreError	err;
	size_t		len;

	cell.row = tsv_hex(tsv, "row_hex", &len);
	cell.row_len = len;
	cell.family = tsv_hex(tsv, "family_hex", &len);
	cell.family_len = len;
	cell.qualifier = tsv_hex(tsv, "qualifier_hex", &len);
	cell.qualifier_len = len;
	cell.value = tsv_hex(tsv, "value_hex", &len);
	cell.value_len = len;
	cell.ts = tsv_int(tsv, "ts");
	CHECK(cell_type_from_name(tsv_raw(tsv, "type"),
							  strlen(tsv_raw(tsv, "type")), &type, &err));
	cell.type = type;
	return cell;
}

/* Open the cells of a reference file. */
static inline Tsv *
vector_cells(const char *name)
{
	static char path[200];

	snprintf(path, sizeof(path), "hfile/%s.tsv", name);
	return tsv_open(path);
}

/* Copy the value of a setting "key=value" from a list separated by blanks. */
static inline bool
vector_setting(const char *settings, const char *key, char value[32])
{
	size_t		n = strlen(key);

	for (const char *p = settings; p != NULL && *p != '\0'; p = strchr(p, ' '))
	{
		p += *p == ' ';
		if (strncmp(p, key, n) == 0 && p[n] == '=')
		{
			snprintf(value, 32, "%.*s", (int) strcspn(p + n + 1, " "),
					 p + n + 1);
			return true;
		}
	}
	return false;
}

/*
 * The settings of a reference file; *bulk: it has the info keys of a bulk
 * load.
 */
static inline void
vector_settings(const char *text, HFileSettings *settings, bool *bulk)
{
	char		v[32];
	CoreError	err;

	hfile_settings_init(settings);
	settings->create_time = INT64_C(1700000000000);
	if (vector_setting(text, "comp", v))
		CHECK(hfile_codec_from_name(v, strlen(v), &settings->codec, &err));
	if (vector_setting(text, "bloom", v))
		CHECK(hfile_bloom_from_name(v, strlen(v), &settings->bloom, &err));
	if (vector_setting(text, "cksum", v))
		CHECK(
			hfile_checksum_from_name(v, strlen(v), &settings->checksum, &err));
	if (vector_setting(text, "block", v))
		settings->block_size = strtoul(v, NULL, 10);
	if (vector_setting(text, "index", v))
		settings->index_block_size = strtoul(v, NULL, 10);
	if (vector_setting(text, "bloomchunk", v))
		settings->bloom_chunk_size = strtoul(v, NULL, 10);
	if (vector_setting(text, "bpc", v))
		settings->bytes_per_checksum = strtoul(v, NULL, 10);
	if (vector_setting(text, "tags", v))
		settings->tags = strcmp(v, "true") == 0;
	if (vector_setting(text, "mvcc", v))
		settings->sequence_ids = strcmp(v, "true") == 0;
	*bulk = !(vector_setting(text, "mode", v) && strcmp(v, "plain") == 0);
	settings->store_info = *bulk;
}

/* A sink that appends to a CoreBuf. */
static inline bool
buf_write(void *context, const void *data, size_t n, CoreError *err)
{
	core_buf_add(context, data, n);
	return true;
}

static inline HFileSink
buf_sink(CoreBuf *buf)
{
	HFileSink	sink = {buf_write, buf};

	return sink;
}

/* A source over bytes in memory, which must stay valid. */
typedef struct BytesSource
{
	const uint8_t *data;
	size_t		len;
} BytesSource;

static inline bool
bytes_read(void *context, uint64_t offset, void *dst, size_t n, CoreError *err)
{
	const BytesSource *bytes = context;

	if (offset > bytes->len || n > bytes->len - offset)
		abort();				/* the reader must not ask for this */
	memcpy(dst, bytes->data + offset, n);
	return true;
}

static inline HFileSource
bytes_source(BytesSource *bytes)
{
	HFileSource source = {bytes_read, bytes, bytes->len};

	return source;
}

/* Write the reference cells to a new file; the caller frees the buffer. */
static inline bool
vector_write(const char *name, const HFileSettings *settings, bool bulk,
			 CoreBuf *buf, HFileSummary *summary)
{
	HFileSink	sink = buf_sink(buf);
	HFileWriter *writer;
	CoreError	err;
	bool		ok = true;
	Tsv		   *tsv;

	writer = hfile_writer_new(settings, (const uint8_t *) "cf", 2, &sink,
							  &err);
	if (writer == NULL)
		return CHECK_STR(err.message, "");
	tsv = strcmp(name, "empty") == 0 ? NULL : vector_cells(name);
	while (ok && tsv != NULL && tsv_next(tsv))
	{
		Cell		cell = vector_cell(tsv);

		ok = hfile_writer_add(writer, &cell, &err);
	}
	if (tsv != NULL)
		tsv_close(tsv);
	ok = ok &&
		(!bulk ||
		 hfile_writer_add_bulk_info(writer, INT64_C(1700000000000),
									"hfile_proto", &err)) &&
		hfile_writer_finish(writer, summary, &err);
	hfile_writer_free(writer);
	return ok || CHECK_STR(err.message, "");
}

#endif							/* HFILE_VECTORS_H */
