/*
 * key_store.c
 *		The keys of a relation in order, with rows, bytes and cells of each.
 */
#include "pg/base/compat.h"

#include "access/tupdesc.h"
#include "catalog/pg_type.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "utils/tuplesort.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/region/key_store.h"
#include "pg/relation/export_progress.h"

#define KEY_STORE_COLUMNS	5	/* key, rows, bytes, window, cells */

struct KeyStore
{
	Tuplesortstate *sort;
	TupleTableSlot *in;
	TupleTableSlot *out;
	double		scale;			/* rows that each row of the sample
								 * represents */
	int64		rows;
	int64		bytes;
	int64		returned;		/* entries since the last rewind */
	bool		pending;		/* "out" holds an entry that was not
								 * returned yet */
	CoreBuf		key;
};

KeyStore *
key_store_begin(double percent)
{
	KeyStore   *store = palloc0(sizeof(KeyStore));
	TupleDesc	tupdesc = CreateTemplateTupleDesc(KEY_STORE_COLUMNS);
	AttrNumber	column = 1;
	Oid			less = lookup_type_cache(extension_objects()->rowkey,
										 TYPECACHE_LT_OPR)
						   ->lt_opr;
	Oid			collation = InvalidOid;
	bool		nulls_first = false;

	TupleDescInitEntry(tupdesc, 1, "key", extension_objects()->rowkey, -1, 0);
	TupleDescInitEntry(tupdesc, 2, "rows", INT8OID, -1, 0);
	TupleDescInitEntry(tupdesc, 3, "bytes", INT8OID, -1, 0);
	TupleDescInitEntry(tupdesc, 4, "window", INT8OID, -1, 0);
	TupleDescInitEntry(tupdesc, 5, "cells", INT8OID, -1, 0);
	store->sort = tuplesort_begin_heap(tupdesc, 1, &column, &less, &collation,
									   &nulls_first, work_mem, NULL,
									   TUPLESORT_RANDOMACCESS);
	store->in = MakeSingleTupleTableSlot(tupdesc, &TTSOpsVirtual);
	store->out = MakeSingleTupleTableSlot(tupdesc, &TTSOpsMinimalTuple);
	store->scale = 100 / percent;
	core_buf_init(&store->key);
	return store;
}

void
key_store_add(KeyStore *store, const KeyEntry *entry)
{
	TupleTableSlot *slot = store->in;
	RowKey	   *key = rowkey_from_bytes(entry->key, entry->key_len);

	ExecClearTuple(slot);
	memset(slot->tts_isnull, 0, sizeof(bool) * KEY_STORE_COLUMNS);
	slot->tts_values[0] = PointerGetDatum(key);
	slot->tts_values[1] = Int64GetDatum(entry->rows);
	slot->tts_values[2] = Int64GetDatum(entry->bytes);
	slot->tts_values[3] = Int64GetDatum(entry->window);
	slot->tts_values[4] = Int64GetDatum(entry->cells);
	ExecStoreVirtualTuple(slot);
	tuplesort_puttupleslot(store->sort, slot);
	pfree(key);
	store->rows += entry->rows;
	store->bytes += entry->bytes;
}

void
key_store_sort(KeyStore *store)
{
	export_progress_sorting(store->rows);
	tuplesort_performsort(store->sort);
	export_progress_sorted(store->rows);
}

double
key_store_rows(const KeyStore *store)
{
	return store->rows * store->scale;
}

double
key_store_bytes(const KeyStore *store)
{
	return store->bytes * store->scale;
}

/* ---- reading ------------------------------------------------------------ */

static void
store_rewind(void *context)
{
	KeyStore   *store = context;

	tuplesort_rescan(store->sort);
	store->pending = false;
	store->returned = 0;
}

/* The next entry, unmodified. */
static bool
next_entry(KeyStore *store, KeyEntry *entry)
{
	RowKey	   *key;

	CHECK_FOR_INTERRUPTS();
	if (!store->pending &&
		!tuplesort_gettupleslot(store->sort, true, false, store->out, NULL))
		return false;
	store->pending = false;
	if (++store->returned % EXPORT_PROGRESS_ROWS == 0)
		export_progress_written(store->returned, 0, 0);
	slot_getallattrs(store->out);
	key = DatumGetRowKeyPP(store->out->tts_values[0]);
	entry->key = (const uint8_t *) VARDATA_ANY(key);
	entry->key_len = VARSIZE_ANY_EXHDR(key);
	entry->rows = DatumGetInt64(store->out->tts_values[1]);
	entry->bytes = DatumGetInt64(store->out->tts_values[2]);
	entry->window = DatumGetInt64(store->out->tts_values[3]);
	entry->cells = DatumGetInt64(store->out->tts_values[4]);
	return true;
}

/* All entries of the next key, combined. */
static bool
store_next(void *context, SizedKey *key)
{
	KeyStore   *store = context;
	KeyEntry	entry;

	if (!next_entry(store, &entry))
		return false;
	store->key.len = 0;
	core_buf_add(&store->key, entry.key, entry.key_len);
	*key = (SizedKey) {store->key.data, store->key.len, entry.rows,
					   entry.bytes};
	while (next_entry(store, &entry))
	{
		if (bytes_compare(key->p, key->len, entry.key, entry.key_len) != 0)
		{
			store->pending = true;
			break;
		}
		key->rows += entry.rows;
		key->bytes += entry.bytes;
	}
	key->rows *= store->scale;
	key->bytes *= store->scale;
	return true;
}

SizedKeys
key_store_keys(KeyStore *store)
{
	return (SizedKeys) {store, store_rewind, store_next};
}

void
key_store_entries(KeyStore *store, KeyEntryFunction function, void *context)
{
	KeyEntry	entry;

	store_rewind(store);
	while (next_entry(store, &entry))
		function(context, &entry);
}

void
key_store_end(KeyStore *store)
{
	ExecDropSingleTupleTableSlot(store->in);
	ExecDropSingleTupleTableSlot(store->out);
	tuplesort_end(store->sort);
	core_buf_free(&store->key);
	pfree(store);
}
