/*
 * merge_scan.c
 *		hbase.merge_scan(): merge the rows of several key ranges into one
 *		order.
 *
 * With a salt or bucket, the rows of one query are in as many ranges as there
 * are buckets. Each range is an index scan in key order. The scans are merged
 * by the key without its first bytes, so that the first n rows cost n fetches
 * and one index descent for each range.
 *
 * A plain table is read through its index directly. In other cases - row
 * security, column privileges, a condition, views, partitions, foreign tables,
 * virtual columns - each range is a cursor of an ordinary query.
 */
#include "pg/base/compat.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relscan.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "lib/binaryheap.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "parser/parser.h"
#include "pgstat.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/rel.h"
#include "utils/rls.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

#include "core/base/bytes.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/base/settings.h"

PG_FUNCTION_INFO_V1(hbase_merge_scan);

/* The key column of an HBase-shaped relation. */
#define KEY_COLUMN		"key"

/* Maximum number of rows of one fetch from a cursor, after the first. */
#define MAX_BATCH		50

/* Maximum number of index entries of a range read at once. */
#define MAX_ENTRIES		500

/* An index entry: its row, and the offset of its key in the source's keys. */
typedef struct Entry
{
	ItemPointerData tid;
	size_t		offset;
	size_t		len;
} Entry;

/* One range and its next row. */
typedef struct Source
{
	RowKey	   *start;			/* NULL: open */
	RowKey	   *stop;
	const uint8_t *key;			/* of the current row */
	size_t		key_len;

	Entry	   *entries;		/* direct: read from the index, not yet
								 * returned */
	int			nentries;
	int			room;
	int			entry;			/* index of the current one */
	CoreBuf		keys;
	bool		resumed;		/* start is the last key read */
	bool		ended;			/* all entries were read */

	MemoryContext context;		/* by a query: for a key that had to be
								 * detoasted */
	Portal		portal;
	SPITupleTable *rows;
	uint64		nrows;
	uint64		row;
} Source;

typedef struct MergeScan
{
	Relation	rel;
	AttrNumber	key_attno;
	Relation	index;			/* NULL: by queries */
	IndexScanDesc scan;			/* used by one source after another */
	IndexScanDesc bounded_scan; /* the same with a bound, once set */
	FmgrInfo	less;			/* comparison with the bound */
	uint8_t    *bound;			/* the key without its first bytes; NULL:
								 * not set */
	size_t		bound_len;
	TupleTableSlot *slot;
	Oid			range_type;
	int			skip;			/* first bytes, not part of the order */
	int			nsources;
	int			room;
	Source	   *sources;
	int64		wanted;			/* rows still to return */
} MergeScan;

/* ---- arguments ------------------------------------------------------- */

/* Open the relation whose row type the first argument has. */
static void
open_relation(MergeScan *merge, Oid row_type)
{
	Oid			relid = OidIsValid(row_type) ? get_typ_typrelid(row_type) :
											   InvalidOid;
	char		relkind = OidIsValid(relid) ? get_rel_relkind(relid) : '\0';

	if (relkind == '\0' || relkind == RELKIND_COMPOSITE_TYPE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("the first argument must be of the row type of a relation"),
				 errhint("Write NULL::table_name.")));
	merge->rel = table_open(relid, AccessShareLock);
	merge->key_attno = get_attnum(relid, KEY_COLUMN);
	if (merge->key_attno == InvalidAttrNumber ||
		TupleDescAttr(merge->rel->rd_att, merge->key_attno - 1)->atttypid !=
		extension_objects()->rowkey)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("relation \"%s\" has no column \"%s\" of type rowkey",
						RelationGetRelationName(merge->rel), KEY_COLUMN)));
}

/*
 * The keys of one range must agree in the skipped bytes; otherwise they would
 * not be in order.
 */
static bool
is_under_one_prefix(const Source *source, int skip)
{
	const uint8_t *start = source->start == NULL ?
		NULL :
		(const uint8_t *) VARDATA_ANY(source->start);
	size_t		start_len = source->start == NULL ?
		0 :
		VARSIZE_ANY_EXHDR(source->start);
	const uint8_t *stop = source->stop == NULL ?
		NULL :
		(const uint8_t *) VARDATA_ANY(source->stop);
	size_t		stop_len = source->stop == NULL ?
		0 :
		VARSIZE_ANY_EXHDR(source->stop);
	uint8_t    *end;
	size_t		end_len;

	if (skip == 0)
		return true;
	if (start_len < (size_t) skip)
		return false;
	end = palloc(skip);
	end_len = bytes_prefix_stop(start, skip, end);
	if (end_len == 0)
		return true;			/* no prefix follows this one */
	return stop != NULL && bytes_compare(stop, stop_len, end, end_len) <= 0;
}

/*
 * Raise the error for ranges that span several prefixes, and so are not in
 * order.
 */
static void
raise_spanning(const MergeScan *merge, int number)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("range %d spans keys that differ in their first %d bytes",
					number, merge->skip),
			 errdetail("Its rows would not be in the order of the bytes that follow."),
			 errhint("Give one range for each salt or bucket, as rowkey_scan does, and its width as skip_bytes.")));
}

static void
add_source(MergeScan *merge, const Source *source)
{
	if (merge->nsources == merge->room)
	{
		merge->room = Max(16, 2 * merge->room);
		merge->sources = merge->sources == NULL ?
			palloc(merge->room * sizeof(Source)) :
			repalloc_huge(merge->sources, merge->room * sizeof(Source));
	}
	merge->sources[merge->nsources++] = *source;
}

/* A key, padded with zeros to a number of bytes. */
static RowKey *
padded_key(const uint8_t *key, size_t len, size_t size)
{
	RowKey	   *padded = rowkey_new(Max(len, size));

	memset(VARDATA(padded), 0, Max(len, size));
	core_copy(VARDATA(padded), key, len);
	return padded;
}

/*
 * The sources of a multirange's range: one for each prefix that it spans,
 * because a multirange joins adjacent ranges. No key is shorter than its
 * prefix.
 */
static void
add_divided(MergeScan *merge, const Source *whole, int number)
{
	Source		source = *whole;
	uint8_t    *end = palloc(merge->skip);

	source.start = whole->start == NULL ?
		padded_key(NULL, 0, merge->skip) :
		padded_key((const uint8_t *) VARDATA_ANY(whole->start),
				   VARSIZE_ANY_EXHDR(whole->start), merge->skip);
	for (;;)
	{
		size_t		n = bytes_prefix_stop(
			(const uint8_t *) VARDATA_ANY(source.start), merge->skip, end);
		bool		last = n == 0 ||
			(whole->stop != NULL &&
			 bytes_compare(VARDATA_ANY(whole->stop),
						   VARSIZE_ANY_EXHDR(whole->stop), end, n) <= 0);

		CHECK_FOR_INTERRUPTS();
		if (merge->nsources >= max_scan_ranges)
			raise_spanning(merge, number);
		source.stop = last ? whole->stop : rowkey_from_bytes(end, n);
		add_source(merge, &source);
		if (last)
			break;
		source.start = padded_key(end, n, merge->skip);
	}
	pfree(end);
}

/* The source of range number n, or its sources; none if the range is empty. */
static void
add_range(MergeScan *merge, TypeCacheEntry *typcache, const RangeType *range,
		  bool divided, int number)
{
	Source		source = {0};
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
		return;
	/* Canonical: start inclusive, stop exclusive. */
	source.start = lower.infinite ? NULL : DatumGetRowKeyPP(lower.val);
	source.stop = upper.infinite ? NULL : DatumGetRowKeyPP(upper.val);
	if (is_under_one_prefix(&source, merge->skip))
		add_source(merge, &source);
	else if (divided)
		add_divided(merge, &source, number);
	else
		raise_spanning(merge, number);
}

/* The ranges of argument n: an array or a multirange. */
static void
read_ranges(MergeScan *merge, FunctionCallInfo fcinfo, int n)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);
	TypeCacheEntry *typcache;

	merge->range_type = get_element_type(type);
	if (OidIsValid(merge->range_type))
	{
		Datum	   *datums;
		bool	   *nulls;
		int			count = 0;

		typcache = lookup_type_cache(merge->range_type, TYPECACHE_RANGE_INFO);
		if (!PG_ARGISNULL(n))
			deconstruct_array(PG_GETARG_ARRAYTYPE_P(n), merge->range_type, -1,
							  false, typcache->typalign, &datums, &nulls,
							  &count);
		for (int i = 0; i < count; i++)
			if (!nulls[i])
				add_range(merge, typcache, DatumGetRangeTypeP(datums[i]),
						  false, i + 1);
	}
	else
	{
		RangeType **ranges;
		int			count = 0;

		typcache = lookup_type_cache(type, TYPECACHE_MULTIRANGE_INFO)->rngtype;
		merge->range_type = typcache->type_id;
		if (!PG_ARGISNULL(n))
			multirange_deserialize(typcache, PG_GETARG_MULTIRANGE_P(n), &count,
								   &ranges);
		for (int i = 0; i < count; i++)
			add_range(merge, typcache, ranges[i], true, i + 1);
	}
}

/* ---- directly through the index --------------------------------------- */

/*
 * A btree on the key, valid for every snapshot; InvalidOid if none exists. It
 * must be ascending, so that a forward scan is in key order.
 */
static Oid
find_index(MergeScan *merge)
{
	Oid			opfamily = lookup_type_cache(TupleDescAttr(merge->rel->rd_att,
														   merge->key_attno -
															   1)
												 ->atttypid,
											 TYPECACHE_BTREE_OPFAMILY)
							   ->btree_opf;
	List	   *indexes = RelationGetIndexList(merge->rel);
	ListCell   *lc;

	foreach(lc, indexes)
	{
		Relation	index = index_open(lfirst_oid(lc), AccessShareLock);

		if (index->rd_rel->relam == BTREE_AM_OID &&
			index->rd_index->indisvalid && !index->rd_index->indcheckxmin &&
			index->rd_index->indkey.values[0] == merge->key_attno &&
			index->rd_opfamily[0] == opfamily && index->rd_indoption[0] == 0 &&
			RelationGetIndexPredicate(index) == NIL)
		{
			merge->index = index;
			return RelationGetRelid(index);
		}
		index_close(index, AccessShareLock);
	}
	return InvalidOid;
}

/* True if the caller may read all rows of the table without a query. */
static bool
can_read_directly(MergeScan *merge, text *condition)
{
	Oid			relid = RelationGetRelid(merge->rel);
	char		relkind = merge->rel->rd_rel->relkind;

	return condition == NULL &&
		(relkind == RELKIND_RELATION ||
		 (relkind == RELKIND_MATVIEW && RelationIsPopulated(merge->rel))) &&
		!has_subclass(relid) &&
		!compat_has_virtual_columns(RelationGetDescr(merge->rel)) &&
		pg_class_aclcheck(relid, GetUserId(), ACL_SELECT) == ACLCHECK_OK &&
		check_enable_rls(relid, InvalidOid, true) == RLS_NONE &&
		OidIsValid(find_index(merge));
}

static IndexScanDesc
begin_scan(MergeScan *merge, int nkeys)
{
	IndexScanDesc scan = compat_index_beginscan(merge->rel, merge->index,
												GetActiveSnapshot(), nkeys);

	scan->xs_want_itup = true;
	return scan;
}

/*
 * The comparison of the scan key: always true, because the index descent has
 * already found the start.
 */
static Datum
lies_behind_start(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(true);
}

/*
 * The bound of a source's first read: the last key read of another source,
 * compared without the skipped bytes. Salted keys are spread evenly, so more
 * entries are rarely needed, and the rest of the index page is not read. NULL:
 * no bound, or it is not after the start.
 */
static RowKey *
source_bound(const MergeScan *merge, const Source *source)
{
	RowKey	   *bound;

	if (merge->bound == NULL || source->resumed)
		return NULL;
	bound = rowkey_new(merge->skip + merge->bound_len);
	memcpy(VARDATA(bound), VARDATA_ANY(source->start), merge->skip);
	core_copy(VARDATA(bound) + merge->skip, merge->bound, merge->bound_len);
	if (bytes_compare(VARDATA(bound), merge->skip + merge->bound_len,
					  VARDATA_ANY(source->start),
					  VARSIZE_ANY_EXHDR(source->start)) > 0)
		return bound;
	pfree(bound);
	return NULL;
}

/* Set the bound for the next sources to the last key read of this source. */
static void
set_bound(MergeScan *merge, const Source *source)
{
	const Entry *last = &source->entries[source->nentries - 1];
	Oid			type = merge->index->rd_opcintype[0];

	if (merge->skip == 0 || merge->bound != NULL)
		return;
	merge->bound_len = last->len - merge->skip;
	merge->bound = memcpy(palloc(merge->bound_len + 1),
						  source->keys.data + last->offset + merge->skip,
						  merge->bound_len);
	fmgr_info(get_opcode(get_opfamily_member(merge->index->rd_opfamily[0],
											 type, type,
											 BTLessStrategyNumber)),
			  &merge->less);
	merge->bounded_scan = begin_scan(merge, 2);
}

/*
 * Position at the start of a source's range, or after its last key; the scan
 * ends before the bound, if given.
 */
static IndexScanDesc
seek_source(MergeScan *merge, Source *source, const RowKey *bound)
{
	IndexScanDesc scan = bound == NULL ? merge->scan : merge->bounded_scan;
	ScanKeyData keys[2];
	FmgrInfo	condition = {.fn_addr = lies_behind_start,
							 .fn_nargs = 2,
							 .fn_strict = true,
							 .fn_mcxt = CurrentMemoryContext};

	ScanKeyEntryInitializeWithInfo(&keys[0], 0, 1,
								   source->resumed ?
									   BTGreaterStrategyNumber :
									   BTGreaterEqualStrategyNumber,
								   merge->index->rd_opcintype[0], InvalidOid,
								   &condition, PointerGetDatum(source->start));
	if (bound != NULL)
		ScanKeyEntryInitializeWithInfo(&keys[1], 0, 1, BTLessStrategyNumber,
									   merge->index->rd_opcintype[0],
									   InvalidOid, &merge->less,
									   PointerGetDatum(bound));
	index_rescan(scan, keys, bound == NULL ? 1 : 2, NULL, 0);
	return scan;
}

static void
add_entry(Source *source, const ItemPointerData *tid, const RowKey *key)
{
	Entry	   *entry;

	if (source->nentries == source->room)
	{
		source->room = Max(16, 2 * source->room);
		source->entries = source->entries == NULL ?
			palloc(source->room * sizeof(Entry)) :
			repalloc(source->entries, source->room * sizeof(Entry));
	}
	entry = &source->entries[source->nentries++];
	entry->tid = *tid;
	entry->offset = source->keys.len;
	entry->len = VARSIZE_ANY_EXHDR(key);
	core_buf_add(&source->keys, VARDATA_ANY(key), entry->len);
}

static bool
is_last_key(const Source *source, const RowKey *key)
{
	const Entry *last = &source->entries[source->nentries - 1];

	return bytes_compare(source->keys.data + last->offset, last->len,
						 VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key)) == 0;
}

/*
 * Read entries up to the bound: about as many as the source is likely to
 * return, and all with the same key as the last one. Returns whether more may
 * follow. The stop is compared here: as a scan key it would be compared with
 * every entry of the page.
 */
static bool
read_up_to(MergeScan *merge, Source *source, const RowKey *bound)
{
	int64		share = merge->wanted / merge->nsources;
	int			batch = (int) Min(4 + 2 * Min(share, MAX_ENTRIES),
								  MAX_ENTRIES);
	IndexScanDesc scan = seek_source(merge, source, bound);
	ItemPointer tid;

	while ((tid = index_getnext_tid(scan, ForwardScanDirection)) != NULL)
	{
		bool		isnull;
		Datum		datum = index_getattr(scan->xs_itup, 1, scan->xs_itupdesc,
										  &isnull);
		RowKey	   *key;

		CHECK_FOR_INTERRUPTS();
		if (isnull)
			return false;		/* NULLs sort last and are in no range */
		key = DatumGetRowKeyPP(datum);
		if (source->stop != NULL &&
			bytes_compare(VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key),
						  VARDATA_ANY(source->stop),
						  VARSIZE_ANY_EXHDR(source->stop)) >= 0)
			return false;
		if (source->nentries >= batch && !is_last_key(source, key))
			return true;
		add_entry(source, tid, key);
		if ((Pointer) key != DatumGetPointer(datum))
			pfree(key);
	}
	return bound != NULL;
}

/* Read a source's next entries; false if none is left. */
static bool
read_entries(MergeScan *merge, Source *source)
{
	RowKey	   *bound;
	bool		more;

	if (source->ended)
		return false;
	if (source->start == NULL)
		source->start = rowkey_new(0);
	source->nentries = source->entry = 0;
	source->keys.len = 0;
	bound = source_bound(merge, source);
	more = read_up_to(merge, source, bound);
	if (more && source->nentries == 0)
		more = read_up_to(merge, source, NULL);
	source->ended = !more;
	if (more)
	{
		const Entry *last = &source->entries[source->nentries - 1];

		set_bound(merge, source);
		source->start = rowkey_from_bytes(source->keys.data + last->offset,
										  last->len);
		source->resumed = true;
	}
	return source->nentries > 0;
}

static bool
next_direct(MergeScan *merge, Source *source)
{
	const Entry *entry;

	if (source->entry + 1 < source->nentries)
		source->entry++;
	else if (!read_entries(merge, source))
		return false;
	entry = &source->entries[source->entry];
	source->key = source->keys.data + entry->offset;
	source->key_len = entry->len;
	return true;
}

/* Fetch the current row into the slot; false if it is not visible. */
static bool
fetch_direct(MergeScan *merge, const Source *source)
{
	ItemPointerData tid = source->entries[source->entry].tid;
	bool		again = false;
	bool		all_dead = false;

	if (!table_index_fetch_tuple(merge->scan->xs_heapfetch, &tid,
								 merge->scan->xs_snapshot, merge->slot, &again,
								 &all_dead))
		return false;
	pgstat_count_heap_fetch(merge->index);
	return true;
}

/* ---- by queries ------------------------------------------------------- */

/* An error position refers to the condition, not to the caller's query. */
static void
condition_error(void *arg)
{
	int			position = geterrposition();

	if (position > 0)
	{
		errposition(0);
		internalerrposition(position);
		internalerrquery((const char *) arg);
	}
}

static List *
parse_condition(const char *condition)
{
	ErrorContextCallback callback = {.previous = error_context_stack,
									 .callback = condition_error,
									 .arg = (void *) condition};
	List	   *parsed;

	error_context_stack = &callback;
	parsed = raw_parser(condition, RAW_PARSE_PLPGSQL_EXPR);
	error_context_stack = callback.previous;
	return parsed;
}

/* Raise an error if the condition is more than one expression. */
static void
check_condition(const char *condition)
{
	List	   *parsed = parse_condition(condition);
	SelectStmt *select = (SelectStmt *) linitial_node(RawStmt, parsed)->stmt;
	ResTarget  *target;

	if (IsA(select, SelectStmt) && select->op == SETOP_NONE &&
		list_length(select->targetList) == 1 && select->fromClause == NIL &&
		select->whereClause == NULL && select->groupClause == NIL &&
		select->havingClause == NULL && select->sortClause == NIL &&
		select->limitCount == NULL && select->limitOffset == NULL &&
		select->lockingClause == NIL && select->intoClause == NULL &&
		select->distinctClause == NIL && select->windowClause == NIL)
	{
		target = linitial(select->targetList);
		if (target->name == NULL)
			return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("condition must be one expression"),
			 errhint("Write an expression as after WHERE.")));
}

/*
 * The query of one range; $1: the key, and the whole row (a plain t could be a
 * column).
 */
static SPIPlanPtr
prepare_query(MergeScan *merge, text *condition)
{
	const char *relation =
		quote_qualified_identifier(get_namespace_name(
									   RelationGetNamespace(merge->rel)),
								   RelationGetRelationName(merge->rel));
	StringInfoData sql;
	SPIPlanPtr	plan;

	initStringInfo(&sql);
	appendStringInfo(
		&sql,
		"SELECT t.%s, t.*::%s FROM %s AS t WHERE t.%s OPERATOR(%s.<@) $1",
		KEY_COLUMN, relation, relation, KEY_COLUMN,
		extension_objects()->types);
	if (condition != NULL)
	{
		char	   *text = text_to_cstring(condition);

		check_condition(text);
		/* The line break ends a comment. */
		appendStringInfo(&sql, " AND (%s\n)", text);
	}
	appendStringInfo(&sql, " ORDER BY t.%s", KEY_COLUMN);

	plan = SPI_prepare_cursor(sql.data, 1, &merge->range_type,
							  CURSOR_OPT_FAST_PLAN | CURSOR_OPT_GENERIC_PLAN |
								  CURSOR_OPT_NO_SCROLL);
	if (plan == NULL)
		elog(ERROR, "SPI_prepare_cursor failed: %s",
			 SPI_result_code_string(SPI_result));
	return plan;
}

/* Fetch the next rows of a cursor. */
static bool
fetch_rows(MergeScan *merge, Source *source)
{
	int64		batch = 1;

	/*
	 * Fetch more than one row only if each range is likely to return as many.
	 */
	if (source->rows != NULL)
	{
		SPI_freetuptable(source->rows);
		batch = Min(MAX_BATCH, 1 + merge->wanted / (2 * merge->nsources));
	}
	SPI_cursor_fetch(source->portal, true, batch);
	source->rows = SPI_tuptable;
	source->nrows = SPI_processed;
	source->row = 0;
	return source->nrows > 0;
}

/* Store the current row's key in memory that lasts until the next one. */
static void
set_key(Source *source, Datum datum)
{
	RowKey	   *key;
	MemoryContext old;

	if (source->context == NULL)
		source->context = AllocSetContextCreate(CurrentMemoryContext,
												"merge_scan key",
												ALLOCSET_SMALL_SIZES);
	else
		MemoryContextReset(source->context);
	old = MemoryContextSwitchTo(source->context);
	key = DatumGetRowKeyPP(datum);
	MemoryContextSwitchTo(old);
	source->key = (const uint8_t *) VARDATA_ANY(key);
	source->key_len = VARSIZE_ANY_EXHDR(key);
}

static bool
next_by_query(MergeScan *merge, Source *source)
{
	bool		isnull;

	if (source->rows != NULL && source->row + 1 < source->nrows)
		source->row++;
	else if (!fetch_rows(merge, source))
		return false;
	set_key(source,
			SPI_getbinval(source->rows->vals[source->row],
						  source->rows->tupdesc, 1, &isnull));
	return true;
}

/* ---- merging ---------------------------------------------------------- */

/* The bytes of a source's key without the skipped ones, and their number. */
static inline const uint8_t *
counted_key(const MergeScan *merge, const Source *source, size_t *len)
{
	size_t		skip = Min((size_t) merge->skip, source->key_len);

	*len = source->key_len - skip;
	return source->key + skip;
}

/* For the binary heap, whose first element is the largest: the next row. */
static int
compare_sources(Datum a, Datum b, void *arg)
{
	const MergeScan *merge = arg;
	const Source *x = (const Source *) DatumGetPointer(a);
	const Source *y = (const Source *) DatumGetPointer(b);
	size_t		xlen;
	size_t		ylen;
	const uint8_t *xkey = counted_key(merge, x, &xlen);
	const uint8_t *ykey = counted_key(merge, y, &ylen);
	int			c = bytes_compare(xkey, xlen, ykey, ylen);

	if (c == 0)
		c = bytes_compare(x->key, x->key_len, y->key, y->key_len);
	return -c;
}

static bool
next_row(MergeScan *merge, Source *source)
{
	return merge->index != NULL ? next_direct(merge, source) :
								  next_by_query(merge, source);
}

/* Return a source's current row; false if it is not visible. */
static bool
put_row(MergeScan *merge, Source *source, Tuplestorestate *result)
{
	TupleDesc	tupdesc = RelationGetDescr(merge->rel);
	HeapTupleHeader row;
	HeapTupleData tuple;
	bool		isnull;

	if (merge->index != NULL)
	{
		if (!fetch_direct(merge, source))
			return false;
		if (tupdesc->constr != NULL && tupdesc->constr->missing != NULL)
		{
			/*
			 * Stored rows lack columns that were added later with a default.
			 */
			slot_getallattrs(merge->slot);
			tuplestore_putvalues(result, tupdesc, merge->slot->tts_values,
								 merge->slot->tts_isnull);
		}
		else
			tuplestore_puttupleslot(result, merge->slot);
		return true;
	}
	row = DatumGetHeapTupleHeader(
		SPI_getbinval(source->rows->vals[source->row], source->rows->tupdesc,
					  2, &isnull));
	tuple.t_len = HeapTupleHeaderGetDatumLength(row);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = row;
	tuplestore_puttuple(result, &tuple);
	return true;
}

static void
merge_rows(MergeScan *merge, Tuplestorestate *result)
{
	binaryheap *heap = binaryheap_allocate(merge->nsources + 1,
										   compare_sources, merge);

	for (int i = 0; i < merge->nsources; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (next_row(merge, &merge->sources[i]))
			binaryheap_add_unordered(heap,
									 PointerGetDatum(&merge->sources[i]));
	}
	binaryheap_build(heap);
	while (!binaryheap_empty(heap) && merge->wanted > 0)
	{
		Source	   *source = (Source *) DatumGetPointer(
			binaryheap_first(heap));

		if (put_row(merge, source, result) && --merge->wanted == 0)
			break;
		if (next_row(merge, source))
			binaryheap_replace_first(heap, PointerGetDatum(source));
		else
			binaryheap_remove_first(heap);
	}
}

/*
 * One or two scans serve all sources in turn: a scan for each would take too
 * much memory for a few rows.
 */
static void
merge_directly(MergeScan *merge, Tuplestorestate *result)
{
	merge->scan = begin_scan(merge, 1);
	merge->slot = table_slot_create(merge->rel, NULL);
	merge_rows(merge, result);
	ExecDropSingleTupleTableSlot(merge->slot);
	index_endscan(merge->scan);
	if (merge->bounded_scan != NULL)
		index_endscan(merge->bounded_scan);
	index_close(merge->index, NoLock);
}

static void
merge_by_queries(MergeScan *merge, text *condition, Tuplestorestate *result,
				 TypeCacheEntry *typcache)
{
	SPIPlanPtr	plan;

	SPI_connect();
	plan = prepare_query(merge, condition);
	for (int i = 0; i < merge->nsources; i++)
	{
		Source	   *source = &merge->sources[i];
		RangeBound	lower = {.infinite = source->start == NULL,
							 .inclusive = true, .lower = true};
		RangeBound	upper = {.infinite = source->stop == NULL};
		Datum		range;

		CHECK_FOR_INTERRUPTS();
		lower.val = PointerGetDatum(source->start);
		upper.val = PointerGetDatum(source->stop);
		range = RangeTypePGetDatum(
			make_range(typcache, &lower, &upper, false COMPAT_NO_ESCONTEXT));
		source->portal = SPI_cursor_open(NULL, plan, &range, NULL, true);
	}
	merge_rows(merge, result);
	for (int i = 0; i < merge->nsources; i++)
		SPI_cursor_close(merge->sources[i].portal);
	SPI_finish();
}

/*
 * hbase.merge_scan(NULL::relation, ranges, max_rows, skip_bytes, condition):
 * the rows in these ranges, ordered by the key without its first bytes.
 */
Datum
hbase_merge_scan(PG_FUNCTION_ARGS)
{
	MergeScan	merge = {0};
	ReturnSetInfo *rsinfo;
	text	   *condition = PG_ARGISNULL(4) ? NULL : PG_GETARG_TEXT_PP(4);

	if (PG_ARGISNULL(3) || PG_GETARG_INT32(3) < 0 ||
		PG_GETARG_INT32(3) > BYTES_MAX_ROW)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("skip_bytes must be between 0 and %d",
						BYTES_MAX_ROW)));
	if (!PG_ARGISNULL(2) && PG_GETARG_INT64(2) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("max_rows must not be negative")));
	merge.skip = PG_GETARG_INT32(3);
	merge.wanted = PG_ARGISNULL(2) ? PG_INT64_MAX : PG_GETARG_INT64(2);
	open_relation(&merge, get_fn_expr_argtype(fcinfo->flinfo, 0));

	rsinfo = set_result_begin(fcinfo);
	read_ranges(&merge, fcinfo, 1);
	if (can_read_directly(&merge, condition))
		merge_directly(&merge, rsinfo->setResult);
	else
		merge_by_queries(&merge, condition, rsinfo->setResult,
						 lookup_type_cache(merge.range_type,
										   TYPECACHE_RANGE_INFO));
	table_close(merge.rel, NoLock);
	return (Datum) 0;
}
