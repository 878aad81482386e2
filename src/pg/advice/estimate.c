/*
 * estimate.c
 *		hbase.estimate(): the size of a relation in HBase, before anything is
 *		written.
 *
 * Cells and bytes are counted. File sizes are measured: rows go in key order
 * through the HFile writer with every compression, and the output is dropped.
 */
#include "pg/base/compat.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/tuplestore.h"

#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_writer.h"
#include "pg/base/core_error.h"
#include "pg/base/set_result.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rows.h"
#include "pg/relation/relation_rows.h"

PG_FUNCTION_INFO_V1(hbase_estimate);

/*
 * Rows per run. When more KeyValue bytes of a family than this have been
 * written, only every second run is written, after twice as many every fourth,
 * and so on.
 */
#define RUN_ROWS		1000
#define WRITTEN_BYTES	(32 * 1024 * 1024)

static const HFileCodec codecs[] = {HFILE_CODEC_NONE, HFILE_CODEC_SNAPPY,
									HFILE_CODEC_LZ4, HFILE_CODEC_ZSTD,
									HFILE_CODEC_GZ};

/* Counts of one family, or of all. */
typedef struct Counts
{
	double		rows;			/* with at least one cell */
	double		cells;
	double		key_bytes;		/* of row keys, once per cell */
	double		name_bytes;		/* of family and qualifier, the same */
	double		value_bytes;
	double		keyvalue_bytes;
	double		squares;		/* of the KeyValue bytes of each row */
	double		hfile[lengthof(codecs)];	/* bytes of files; -1: codec not
											 * built in */
	double		hfile_defined;	/* with the compression that the definition
								 * names */
	bool		partial;		/* some rows were not written */
} Counts;

/*
 * A family: its counts and its writers, whose output is dropped. Parts of a
 * relation differ, and a smaller share of the later rows is written. So each
 * stretch of rows with one share is scaled separately.
 */
typedef struct Measured
{
	Counts		counts;
	double		written;		/* KeyValue bytes given to the writers */
	uint64		every;			/* one run in this many is written */
	double		stretch_counted;	/* keyvalue_bytes at the stretch's start */
	double		stretch_written;	/* written at the stretch's start */
	double		stretch_size[lengthof(codecs)]; /* bytes of the file at that
												 * point */
	double		data[lengthof(codecs)]; /* estimate for the rows before it,
										 * had all been written */
	HFileWriter *writers[lengthof(codecs)];	/* NULL: codec not built in */
} Measured;

typedef struct Estimate
{
	const Definition *def;
	Measured   *families;
	Counts		total;
	double		sort_bytes;
	uint64		total_cells;	/* so far, for progress */
} Estimate;

/* ---- rows --------------------------------------------------------------- */

/* HFile sink that drops the bytes; the writer counts them. */
static bool
write_nowhere(void *context, const void *data, size_t n, CoreError *err)
{
	return true;
}

static void
count_cell(Counts *counts, const Cell *cell)
{
	counts->cells++;
	counts->key_bytes += cell->row_len;
	counts->name_bytes += cell->family_len + cell->qualifier_len;
	counts->value_bytes += cell->value_len;
	counts->keyvalue_bytes += cell_size(cell);
}

static void
measure_cell(Measured *family, const Cell *cell, bool write)
{
	CoreError	err;

	count_cell(&family->counts, cell);
	if (!write)
		return;
	family->written += cell_size(cell);
	for (int i = 0; i < lengthof(codecs); i++)
	{
		if (family->writers[i] != NULL &&
			!hfile_writer_add(family->writers[i], cell, &err))
			core_error_raise(&err);
	}
}

/* Offset of the end of a value of n bytes in a tuple that has "at" bytes. */
static size_t
add_value(size_t at, size_t n)
{
	if (n + VARHDRSZ_SHORT <= VARATT_SHORT_MAX)
		return at + VARHDRSZ_SHORT + n;
	return INTALIGN(at) + VARHDRSZ + n;
}

/*
 * Bytes that the sort of an export needs on disk for a row: a tuple and its
 * length. Families are counted with their stamps, a few bytes too large.
 */
static double
sort_size(const Definition *def, const RelationRow *row)
{
	size_t		size = MAXALIGN(SizeofMinimalTupleHeader +
								BITMAPLEN(def->nfamilies + 1));

	size = add_value(size, row->key_len);
	for (int f = 0; f < def->nfamilies; f++)
	{
		if (row->families[f].cells > 0)
			size = add_value(size, row->families[f].size);
	}
	return sizeof(unsigned int) + size - MINIMAL_TUPLE_DATA_OFFSET;
}

static void
end_stretch(Measured *measured)
{
	double		counted = measured->counts.keyvalue_bytes -
		measured->stretch_counted;
	double		written = measured->written - measured->stretch_written;

	if (written <= 0)
		return;
	for (int i = 0; i < lengthof(codecs); i++)
	{
		double		size;

		if (measured->writers[i] == NULL)
			continue;
		size = hfile_writer_size(measured->writers[i]);
		measured->data[i] += (size - measured->stretch_size[i]) *
			(counted / written);
		measured->stretch_size[i] = size;
	}
	measured->stretch_counted = measured->counts.keyvalue_bytes;
	measured->stretch_written = measured->written;
}

static void
measure_row(void *context, const RelationRow *row)
{
	Estimate   *estimate = context;
	const Definition *def = estimate->def;
	double		row_bytes = 0;

	CHECK_FOR_INTERRUPTS();
	for (int f = 0; f < def->nfamilies; f++)
	{
		double		bytes;
		const WideRow *family = &row->families[f];
		Measured   *measured = &estimate->families[f];
		bool		write = row->number / RUN_ROWS % measured->every == 0;
		Cell		cell = {.row = row->key,
							.row_len = row->key_len,
							.family = def->families[f].bytes,
							.family_len = def->families[f].len};

		if (family->cells == 0)
			continue;
		measured->counts.rows++;
		bytes = -measured->counts.keyvalue_bytes;
		for (uint32_t column = 0; column < family->columns; column++)
		{
			WideSpan	span = wide_span(family, column);

			/* a row may have millions of cells */
			CHECK_FOR_INTERRUPTS();
			for (uint32_t c = span.first; c < span.stop; c++)
			{
				export_load_cell(&cell, family, column, c);
				measure_cell(measured, &cell, write);
			}
		}
		bytes += measured->counts.keyvalue_bytes;
		measured->counts.squares += bytes * bytes;
		row_bytes += bytes;
		while (measured->written > (double) WRITTEN_BYTES * measured->every)
		{
			end_stretch(measured);
			measured->every *= 2;
		}
	}
	estimate->total.rows += row->cells > 0;
	estimate->total.squares += row_bytes * row_bytes;
	estimate->total_cells += row->cells;
	if ((row->number + 1) % EXPORT_PROGRESS_ROWS == 0)
		export_progress_written(row->number + 1, estimate->total_cells, 0);
	estimate->sort_bytes += sort_size(def, row);
}

/* ---- result ------------------------------------------------------------- */

static void
begin_family(Measured *measured, const DefinedFamily *family, int64 now)
{
	HFileSink	sink = {.write = write_nowhere};
	HFileSettings settings;
	CoreError	err;

	measured->every = 1;
	hfile_settings_init(&settings);
	settings.create_time = now;
	settings.block_size = family->options.blocksize;
	if (!hfile_bloom_from_name(family->options.bloomfilter,
							   strlen(family->options.bloomfilter),
							   &settings.bloom, &err))
		core_error_raise(&err);
	for (int i = 0; i < lengthof(codecs); i++)
	{
		settings.codec = codecs[i];
		if (!hfile_codec_available(codecs[i], &err))
			continue;
		measured->writers[i] = hfile_writer_new(&settings, family->bytes,
												family->len, &sink, &err);
		if (measured->writers[i] == NULL ||
			!hfile_writer_add_bulk_info(measured->writers[i], now,
										"hbase_schema", &err))
			core_error_raise(&err);
	}
}

/* Scale what was written to all that was counted. */
static void
end_family(Measured *measured, const DefinedFamily *family)
{
	Counts	   *counts = &measured->counts;
	HFileCodec	defined;
	CoreError	err;

	if (!hfile_codec_from_name(family->options.compression,
							   strlen(family->options.compression), &defined,
							   &err))
		core_error_raise(&err);
	counts->hfile_defined = -1;
	counts->partial = measured->written != counts->keyvalue_bytes;
	end_stretch(measured);
	for (int i = 0; i < lengthof(codecs); i++)
	{
		HFileSummary summary;

		counts->hfile[i] = -1;
		if (measured->writers[i] == NULL)
			continue;
		if (!hfile_writer_finish(measured->writers[i], &summary, &err))
			core_error_raise(&err);
		hfile_writer_free(measured->writers[i]);
		/* blocks after the data grow in proportion to the data */
		counts->hfile[i] = measured->written > 0 ? measured->data[i] *
					(counts->keyvalue_bytes / measured->stretch_counted) +
				(summary.size - measured->stretch_size[i]) *
					(counts->keyvalue_bytes / measured->written) :
												   0;
		if (codecs[i] == defined)
			counts->hfile_defined = counts->hfile[i];
	}
}

/*
 * Add a family to the total; a number unknown for one family is unknown for
 * the total.
 */
static void
add_counts(Counts *total, const Counts *counts)
{
	total->cells += counts->cells;
	total->key_bytes += counts->key_bytes;
	total->name_bytes += counts->name_bytes;
	total->value_bytes += counts->value_bytes;
	total->keyvalue_bytes += counts->keyvalue_bytes;
	total->partial |= counts->partial;
	for (int i = 0; i < lengthof(codecs); i++)
		total->hfile[i] = counts->hfile[i] < 0 ?
			-1 :
			total->hfile[i] + counts->hfile[i];
	total->hfile_defined = counts->hfile_defined < 0 ||
			total->hfile_defined < 0 ?
		-1 :
		total->hfile_defined + counts->hfile_defined;
}

/*
 * Scale a number to the whole relation; of a tiny share the scale may be
 * infinite.
 */
static Datum
scaled(double number, double scale)
{
	return Int64GetDatum(number > 0 ? (int64) Min(rint(number * scale), 9e18) :
									  0);
}

/* The pages of a table and its partitions; 0 for a relation without pages. */
static double
count_pages(Oid relid)
{
	double		pages = 0;
	ListCell   *lc;

	foreach(lc, find_all_inheritors(relid, AccessShareLock, NULL))
	{
		Relation	rel = relation_open(lfirst_oid(lc), NoLock);

		if (RELKIND_HAS_STORAGE(rel->rd_rel->relkind))
			pages += RelationGetNumberOfBlocks(rel);
		relation_close(rel, NoLock);
	}
	return pages;
}

/*
 * Half the width of the 95 % confidence interval of the total, as a share of
 * it. Each row of a view is in the sample with the same probability. Of a
 * table it is each page: then this is an upper bound, reached if the rows of a
 * page have the same size.
 */
static double
sampling_error(const Counts *counts, const Estimate *estimate, double share)
{
	double		variance = (1 - share) * counts->squares;
	double		pages = count_pages(estimate->def->relid);

	if (pages > 0)
		variance *= Max(estimate->total.rows / (share * pages), 1);
	return 1.96 * sqrt(variance) / counts->keyvalue_bytes;
}

static void
put_counts(ReturnSetInfo *out, const Counts *counts, const char *family,
		   const Estimate *estimate, double scale, int64 region_size)
{
	Datum		values[17];
	bool		nulls[17] = {0};
	double		numbers[16];
	NameData	name;
	int			n = 0;

	numbers[n++] = counts->rows;
	numbers[n++] = counts->cells;
	numbers[n++] = counts->key_bytes;
	numbers[n++] = counts->name_bytes;
	numbers[n++] = counts->value_bytes;
	numbers[n++] = counts->keyvalue_bytes;
	numbers[n++] = counts->hfile_defined;
	for (int i = 0; i < lengthof(codecs); i++)
		numbers[n++] = counts->hfile[i];

	nulls[0] = family == NULL;
	namestrcpy(&name, family == NULL ? "" : family);
	values[0] = NameGetDatum(&name);
	for (int i = 0; i < n; i++)
	{
		nulls[i + 1] = numbers[i] < 0;	/* unknown */
		values[i + 1] = scaled(numbers[i], scale);
	}
	n++;

	/* a region holds all families */
	nulls[n] = family != NULL || counts->hfile_defined < 0;
	values[n++] = Int32GetDatum(
		(int32) Min(Max(ceil(counts->hfile_defined * scale / region_size), 1),
					1000000));
	nulls[n] = family != NULL;
	values[n++] = scaled(estimate->sort_bytes, scale);
	values[n++] = BoolGetDatum(!counts->partial && scale == 1);
	nulls[n] = scale > 1 && counts->cells == 0;
	values[n] = Float8GetDatum(0);
	if (scale > 1 && counts->cells > 0)
		values[n] = Float8GetDatum(
			rint(1000 * sampling_error(counts, estimate, 1 / scale)) / 10);
	n++;
	Assert(n == lengthof(values));
	tuplestore_putvalues(out->setResult, out->setDesc, values, nulls);
}

/* hbase.estimate(relation, percent, region_size, at) */
Datum
hbase_estimate(PG_FUNCTION_ARGS)
{
	Definition *def;
	double		percent;
	int64		region_size = PG_ARGISNULL(2) ? 0 : PG_GETARG_INT64(2);
	int64		now = export_default_stamp();
	ExportQuery query = {.stamp = now};
	Estimate	estimate = {0};
	ReturnSetInfo *out;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	if (region_size < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("region_size must be at least 1 byte")));
	def = definition_arg(fcinfo, 3);
	percent = relation_percent(def, PG_ARGISNULL(1),
							   PG_ARGISNULL(1) ? 0 : PG_GETARG_FLOAT8(1));

	estimate.def = query.def = def;
	if (percent < 100)
		query.query = psprintf("SELECT * FROM %s",
							   relation_sample(def, percent,
											   &query.condition));
	estimate.families = palloc0(sizeof(Measured) * (def->nfamilies + 1));
	for (int f = 0; f < def->nfamilies; f++)
		begin_family(&estimate.families[f], &def->families[f], now);
	query.rejects = export_rejects_new(def, PG_INT64_MAX, NULL);
	export_progress_begin(PROGRESS_ESTIMATE, def->relid, 0);
	export_rows(&query, measure_row, &estimate);
	export_rejects_finish(query.rejects);
	export_progress_end();
	for (int f = 0; f < def->nfamilies; f++)
	{
		end_family(&estimate.families[f], &def->families[f]);
		add_counts(&estimate.total, &estimate.families[f].counts);
	}

	out = set_result_begin(fcinfo);
	for (int f = 0; f < def->nfamilies; f++)
		put_counts(out, &estimate.families[f].counts, def->families[f].name,
				   &estimate, 100 / percent, region_size);
	put_counts(out, &estimate.total, NULL, &estimate, 100 / percent,
			   region_size);
	return (Datum) 0;
}
