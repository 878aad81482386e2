/*
 * stream_partition.c
 *		The partitions of a streamed table.
 */
#include "pg/base/compat.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "pg/stream/stream_partition.h"

static int
compare_oids(const void *a, const void *b)
{
	Oid			x = *(const Oid *) a;
	Oid			y = *(const Oid *) b;

	return (x > y) - (x < y);
}

void
stream_partitions_read(Oid base, StreamPartitions *partitions)
{
	List	   *members;
	ListCell   *lc;

	memset(partitions, 0, sizeof(StreamPartitions));
	if (get_rel_relkind(base) != RELKIND_PARTITIONED_TABLE)
		return;
	members = find_all_inheritors(base, NoLock, NULL);
	partitions->tables = palloc(sizeof(Oid) * list_length(members));
	foreach(lc, members)
	{
		if (get_rel_relkind(lfirst_oid(lc)) != RELKIND_PARTITIONED_TABLE)
			partitions->tables[partitions->count++] = lfirst_oid(lc);
	}
	qsort(partitions->tables, partitions->count, sizeof(Oid), compare_oids);
	list_free(members);
}

bool
stream_partitions_has(const StreamPartitions *partitions, Oid table)
{
	return partitions->count > 0 &&
		bsearch(&table, partitions->tables, partitions->count, sizeof(Oid),
				compare_oids) != NULL;
}

/* True if this is the transaction or one of its subtransactions. */
static bool
is_of_transaction(TransactionId xid, const ReorderBufferTXN *txn)
{
	dlist_iter	i;

	if (xid == txn->xid)
		return true;
	dlist_foreach(i, &((ReorderBufferTXN *) txn)->subtxns)
	{
		if (dlist_container(ReorderBufferTXN, node, i.cur)->xid == xid)
			return true;
	}
	return false;
}

/* True if the transaction has created the table. */
static bool
is_created(Oid table, const ReorderBufferTXN *txn)
{
	/* the row type is not updated later, unlike the row of pg_class */
	HeapTuple	tuple = SearchSysCache1(TYPEOID,
										ObjectIdGetDatum(
											get_rel_type_id(table)));
	bool		created;

	if (!HeapTupleIsValid(tuple))
		return false;
	created = is_of_transaction(HeapTupleHeaderGetRawXmin(tuple->t_data), txn);
	ReleaseSysCache(tuple);
	return created;
}

/* True if the transaction has made the table a partition. */
static bool
is_attached(Oid table, const ReorderBufferTXN *txn)
{
	Relation	rel = table_open(InheritsRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		attached = false;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(table));
	scan = systable_beginscan(rel, InheritsRelidSeqnoIndexId, true, NULL, 1,
							  &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		attached = attached ||
			is_of_transaction(HeapTupleHeaderGetRawXmin(tuple->t_data), txn);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return attached;
}

static char *
table_name(Oid table)
{
	char	   *name = get_rel_name(table);

	if (name == NULL)
		return psprintf("with OID %u", table);
	return quote_qualified_identifier(
		get_namespace_name(get_rel_namespace(table)), name);
}

static void
refuse(const char *relation, Oid table, const char *what, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("partition %s of the table of %s was %s",
					table_name(table), relation, what),
			 errdetail("The log does not have the rows that the table has got or lost."),
			 errhint("Load the table again, and start a new stream after the change. %s",
					 hint)));
}

void
stream_partitions_check(const char *relation, const StreamPartitions *before,
						const StreamPartitions *after,
						const ReorderBufferTXN *txn,
						bool (*is_changed) (void *context, Oid table),
						void *context)
{
	for (int i = 0; i < before->count; i++)
	{
		if (!stream_partitions_has(after, before->tables[i]))
			refuse(relation, before->tables[i], "removed",
				   "Delete the rows of a partition before you remove it from a stream's table, and keep it.");
	}
	for (int i = 0; i < after->count; i++)
	{
		Oid			table = after->tables[i];

		if (get_rel_persistence(table) != RELPERSISTENCE_PERMANENT)
			refuse(relation, table, "made unlogged",
				   "Keep the partitions of a stream's table logged.");
		/* another transaction was checked at its own end */
		if (stream_partitions_has(before, table) || !is_attached(table, txn))
			continue;
		if (!is_created(table, txn) || is_changed(context, table))
			refuse(relation, table, "attached",
				   "Create a partition in the transaction that attaches it, and fill it afterwards.");
	}
}
