/*
 * job_results.c
 *		What jobs tell their leader: the files and regions that they have
 *		written or verified, and rejected rows.
 *
 * Each result is a row with one column, bytes in PostgreSQL's message format,
 * in a store that all jobs share. So a job never waits for the leader.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type_d.h"
#include "executor/tuptable.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"

#include "pg/base/rowkey_datum.h"
#include "pg/export/job_results.h"

/* The first byte of a result. */
#define RESULT_UNIT		'U'
#define RESULT_REJECT	'R'
#define RESULT_VERIFIED	'V'

struct JobResults
{
	SharedTuplestoreAccessor *store;
	TupleTableSlot *slot;
	StringInfoData message;
};

JobResults *
job_results_begin(SharedTuplestoreAccessor *store)
{
	JobResults *results = palloc(sizeof(JobResults));
	TupleDesc	desc = CreateTemplateTupleDesc(1);

	TupleDescInitEntry(desc, 1, NULL, BYTEAOID, -1, 0);
	results->store = store;
	results->slot = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
	initStringInfo(&results->message);
	return results;
}

/* ---- write -------------------------------------------------------------- */

/* Begin a message, as a bytea whose length is set later. */
static StringInfo
begin(JobResults *results, char kind)
{
	StringInfo	message = &results->message;

	resetStringInfo(message);
	appendStringInfoSpaces(message, VARHDRSZ);
	pq_sendbyte(message, kind);
	return message;
}

/* Bytes with their length; NULL is length -1. */
static void
put(StringInfo message, const void *bytes, size_t len)
{
	pq_sendint32(message, bytes == NULL ? (uint32) -1 : (uint32) len);
	if (bytes != NULL)
		appendBinaryStringInfo(message, bytes, len);
}

static void
put_text(StringInfo message, const char *text)
{
	put(message, text, strlen(text));
}

static void
put_key(StringInfo message, const RowKey *key)
{
	if (key == NULL)
		put(message, NULL, 0);
	else
		put(message, VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key));
}

static void
end(JobResults *results)
{
	TupleTableSlot *slot = results->slot;
	bool		should_free;
	MinimalTuple tuple;

	SET_VARSIZE(results->message.data, results->message.len);
	ExecClearTuple(slot);
	slot->tts_values[0] = PointerGetDatum(results->message.data);
	slot->tts_isnull[0] = false;
	ExecStoreVirtualTuple(slot);
	tuple = ExecFetchSlotMinimalTuple(slot, &should_free);
	sts_puttuple(results->store, NULL, tuple);
	if (should_free)
		pfree(tuple);
}

static void
put_file(StringInfo message, const ExportedFile *file)
{
	const ManifestFile *entry = &file->entry;

	pq_sendint32(message, file->family);
	put_text(message, entry->path);
	pq_sendint32(message, entry->region);
	pq_sendint64(message, entry->rows);
	pq_sendint64(message, entry->cells);
	pq_sendint64(message, entry->bytes);
	pq_sendint32(message, entry->crc);
	put_key(message, entry->first_row);
	put_key(message, entry->last_row);
}

static void
put_region(StringInfo message, const ExportedRegion *region)
{
	put_key(message, region->start);
	pq_sendint64(message, region->sum.rows);
	pq_sendint64(message, region->sum.cells);
	pq_sendint64(message, region->sum.sum);
}

void
job_results_add_unit(JobResults *results, int unit,
					 const ExportResult *result)
{
	StringInfo	message = begin(results, RESULT_UNIT);
	ListCell   *lc;

	pq_sendint32(message, unit);
	pq_sendint64(message, result->rows);
	pq_sendint64(message, result->cells);
	pq_sendint64(message, result->bytes);
	pq_sendint64(message, result->empty_rows);
	pq_sendint64(message, result->expired);
	pq_sendint64(message, result->over_versions);
	pq_sendint32(message, list_length(result->regions));
	foreach(lc, result->regions)
		put_region(message, lfirst(lc));
	pq_sendint32(message, list_length(result->files));
	foreach(lc, result->files)
		put_file(message, lfirst(lc));
	end(results);
}

void
job_results_add_reject(JobResults *results, const ExportReject *reject)
{
	StringInfo	message = begin(results, RESULT_REJECT);

	pq_sendint32(message, reject->sqlstate);
	put(message, reject->key, reject->key_len);
	put_text(message, reject->function);
	put_text(message, reject->values);
	put_text(message, reject->reason);
	put_text(message, reject->hint);
	end(results);
}

void
job_results_add_verified(JobResults *results, const JobVerified *region)
{
	StringInfo	message = begin(results, RESULT_VERIFIED);

	pq_sendint32(message, region->region);
	pq_sendint64(message, region->sum.rows);
	pq_sendint64(message, region->sum.cells);
	pq_sendint64(message, region->sum.sum);
	put_text(message, region->difference);
	pq_sendint64(message, region->rows_differ);
	put_text(message, region->rows_differ > 0 ? region->first_row : "");
	end(results);
}

void
job_results_end(JobResults *results)
{
	sts_end_write(results->store);
}

/* ---- read --------------------------------------------------------------- */

static const char *
get(StringInfo message, int *len)
{
	*len = (int) pq_getmsgint(message, 4);
	return *len < 0 ? NULL : pq_getmsgbytes(message, *len);
}

static char *
get_text(StringInfo message)
{
	int			len;
	const char *text = get(message, &len);

	return pnstrdup(text, len);
}

static RowKey *
get_key(StringInfo message)
{
	int			len;
	const char *key = get(message, &len);

	return key == NULL ? NULL : rowkey_from_bytes(key, len);
}

static ExportedFile *
get_file(StringInfo message)
{
	ExportedFile *file = palloc0(sizeof(ExportedFile));
	ManifestFile *entry = &file->entry;

	file->family = pq_getmsgint(message, 4);
	entry->path = get_text(message);
	entry->region = pq_getmsgint(message, 4);
	entry->rows = pq_getmsgint64(message);
	entry->cells = pq_getmsgint64(message);
	entry->bytes = pq_getmsgint64(message);
	entry->crc = pq_getmsgint(message, 4);
	entry->first_row = get_key(message);
	entry->last_row = get_key(message);
	return file;
}

static ExportedRegion *
get_region(StringInfo message)
{
	ExportedRegion *region = palloc0(sizeof(ExportedRegion));

	region->start = get_key(message);
	region->sum.rows = pq_getmsgint64(message);
	region->sum.cells = pq_getmsgint64(message);
	region->sum.sum = pq_getmsgint64(message);
	return region;
}

static void
get_unit(StringInfo message, const JobResultsReader *reader)
{
	int			unit = pq_getmsgint(message, 4);
	ExportResult *result = &reader->units[unit];
	int			n;

	Assert(unit < reader->nunits);
	result->rows = pq_getmsgint64(message);
	result->cells = pq_getmsgint64(message);
	result->bytes = pq_getmsgint64(message);
	result->empty_rows = pq_getmsgint64(message);
	result->expired = pq_getmsgint64(message);
	result->over_versions = pq_getmsgint64(message);
	n = pq_getmsgint(message, 4);
	for (int i = 0; i < n; i++)
		result->regions = lappend(result->regions, get_region(message));
	n = pq_getmsgint(message, 4);
	for (int i = 0; i < n; i++)
		result->files = lappend(result->files, get_file(message));
}

static void
get_reject(StringInfo message, ExportRejects *rejects)
{
	ExportReject reject;
	int			len;

	reject.sqlstate = pq_getmsgint(message, 4);
	reject.key = (const uint8_t *) get(message, &len);
	reject.key_len = Max(len, 0);
	reject.function = get_text(message);
	reject.values = get_text(message);
	reject.reason = get_text(message);
	reject.hint = get_text(message);
	export_rejects_add_again(rejects, &reject);
}

static void
get_verified(StringInfo message, const JobResultsReader *reader)
{
	JobVerified region;

	region.region = pq_getmsgint(message, 4);
	region.sum.rows = pq_getmsgint64(message);
	region.sum.cells = pq_getmsgint64(message);
	region.sum.sum = pq_getmsgint64(message);
	region.difference = get_text(message);
	region.rows_differ = pq_getmsgint64(message);
	region.first_row = get_text(message);
	reader->verified(reader->context, &region);
}

static void
get_message(StringInfo message, const JobResultsReader *reader)
{
	switch (pq_getmsgbyte(message))
	{
		case RESULT_UNIT:
			get_unit(message, reader);
			break;
		case RESULT_VERIFIED:
			get_verified(message, reader);
			break;
		default:
			get_reject(message, reader->rejects);
			break;
	}
}

void
job_results_read(JobResults *results, const JobResultsReader *reader)
{
	TupleTableSlot *slot =
		MakeSingleTupleTableSlot(results->slot->tts_tupleDescriptor,
								 &TTSOpsMinimalTuple);
	MinimalTuple tuple;

	sts_begin_parallel_scan(results->store);
	while ((tuple = sts_parallel_scan_next(results->store, NULL)) != NULL)
	{
		struct varlena *bytes;
		StringInfoData message;

		CHECK_FOR_INTERRUPTS();
		ExecStoreMinimalTuple(tuple, slot, false);
		slot_getallattrs(slot);
		bytes = PG_DETOAST_DATUM_PACKED(slot->tts_values[0]);
		message.data = VARDATA_ANY(bytes);
		message.len = message.maxlen = VARSIZE_ANY_EXHDR(bytes);
		message.cursor = 0;
		get_message(&message, reader);
	}
	sts_end_parallel_scan(results->store);
	ExecDropSingleTupleTableSlot(slot);
}
