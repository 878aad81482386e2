/*
 * stream_sort.c
 *		The changes of a transaction in the order of tables and rows.
 *
 * Most transactions are small: their records are in one buffer. When it
 * reaches work_mem, a tuplesort gets all records, as values of type bytea.
 */
#include "pg/base/compat.h"

#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/tuplesort.h"

#include "core/base/sort.h"
#include "pg/base/varlena_buffer.h"
#include "pg/stream/stream_sort.h"

/* A record in the buffer. */
typedef struct Entry
{
	size_t		at;
	size_t		len;
} Entry;

/* The same while they are sorted. */
typedef struct Sorted
{
	const uint8 *data;
	size_t		len;
} Sorted;

struct StreamSort
{
	MemoryContext memory;
	uint64		sequence;
	size_t		limit;
	CoreBuf		records;
	Entry	   *entries;
	int64		count;
	int64		capacity;
	Sorted	   *sorted;
	int64		next;
	Tuplesortstate *external;	/* NULL: all records are in memory */
	struct varlena *current;	/* the record that was read from it */
};

StreamSort *
stream_sort_begin(void)
{
	StreamSort *sort = palloc0(sizeof(StreamSort));

	sort->memory = CurrentMemoryContext;
	sort->limit = Min((size_t) work_mem * 1024, MaxAllocSize / 4);
	core_buf_init(&sort->records);
	return sort;
}

bool
stream_sort_any(const StreamSort *sort)
{
	return sort->sequence > 0;
}

/* Hand all records in memory to a tuplesort. */
static void
spill(StreamSort *sort)
{
	StringInfoData value;

	sort->external = tuplesort_begin_datum(BYTEAOID, ByteaLessOperator,
										   InvalidOid, false, work_mem, NULL,
										   0);
	initStringInfo(&value);
	for (int64 i = 0; i < sort->count; i++)
	{
		resetStringInfo(&value);
		enlargeStringInfo(&value, VARHDRSZ + sort->entries[i].len);
		SET_VARSIZE(value.data, VARHDRSZ + sort->entries[i].len);
		memcpy(VARDATA(value.data), sort->records.data + sort->entries[i].at,
			   sort->entries[i].len);
		tuplesort_putdatum(sort->external, PointerGetDatum(value.data), false);
	}
	pfree(value.data);
	core_buf_free(&sort->records);
	core_buf_init(&sort->records);
	if (sort->entries != NULL)
		pfree(sort->entries);
	sort->entries = NULL;
	sort->count = sort->capacity = 0;
}

static void
add_entry(StreamSort *sort, size_t at)
{
	if (sort->count == sort->capacity)
	{
		sort->capacity = sort->capacity == 0 ? 16 : sort->capacity * 2;
		sort->entries = sort->entries == NULL ?
			palloc(sizeof(Entry) * sort->capacity) :
			repalloc_huge(sort->entries, sizeof(Entry) * sort->capacity);
	}
	sort->entries[sort->count].at = at;
	sort->entries[sort->count++].len = sort->records.len - at;
}

void
stream_sort_add(StreamSort *sort, NetChange *change)
{
	MemoryContext before = MemoryContextSwitchTo(sort->memory);
	size_t		at = sort->records.len;

	change->sequence = sort->sequence++;
	if (sort->external == NULL)
	{
		net_change_write(change, &sort->records);
		add_entry(sort, at);
		if (sort->records.len +
				sort->count * (sizeof(Entry) + sizeof(Sorted)) >
			sort->limit)
			spill(sort);
	}
	else
	{
		CoreBuf		value;

		varlena_buffer_init(&value, VARHDRSZ);
		net_change_write(change, &value);
		tuplesort_putdatum(sort->external,
						   PointerGetDatum(varlena_buffer_end(&value)), false);
		core_buf_free(&value);
	}
	MemoryContextSwitchTo(before);
}

static int
compare_sorted(const void *a, const void *b)
{
	const Sorted *x = a;
	const Sorted *y = b;
	int			c = memcmp(x->data, y->data, Min(x->len, y->len));

	return c != 0 ? c : (x->len > y->len) - (x->len < y->len);
}

void
stream_sort_perform(StreamSort *sort)
{
	MemoryContext before = MemoryContextSwitchTo(sort->memory);

	if (sort->external != NULL)
		tuplesort_performsort(sort->external);
	else if (sort->count > 0)
	{
		sort->sorted = palloc_extended(sizeof(Sorted) * sort->count,
									   MCXT_ALLOC_HUGE);
		for (int64 i = 0; i < sort->count; i++)
		{
			sort->sorted[i].data = sort->records.data + sort->entries[i].at;
			sort->sorted[i].len = sort->entries[i].len;
		}
		if (sort->count > 1)
			core_sort(sort->sorted, sort->count, sizeof(Sorted),
					  compare_sorted);
	}
	MemoryContextSwitchTo(before);
}

bool
stream_sort_next(StreamSort *sort, const uint8 **record, size_t *len)
{
	MemoryContext before;
	Datum		value;
	bool		isnull;
	bool		found;

	CHECK_FOR_INTERRUPTS();
	if (sort->external == NULL)
	{
		if (sort->next == sort->count)
			return false;
		*record = sort->sorted[sort->next].data;
		*len = sort->sorted[sort->next++].len;
		return true;
	}
	before = MemoryContextSwitchTo(sort->memory);
	if (sort->current != NULL)
		pfree(sort->current);
	sort->current = NULL;
	found = compat_tuplesort_getdatum(sort->external, &value, &isnull);
	if (found)
	{
		sort->current = (struct varlena *) DatumGetPointer(value);
		*record = (const uint8 *) VARDATA_ANY(sort->current);
		*len = VARSIZE_ANY_EXHDR(sort->current);
	}
	MemoryContextSwitchTo(before);
	return found;
}

void
stream_sort_end(StreamSort *sort)
{
	if (sort->external != NULL)
		tuplesort_end(sort->external);
	sort->external = NULL;
}
