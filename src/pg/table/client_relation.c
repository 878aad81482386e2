/*
 * client_relation.c
 *		HBase-shaped relations for the client calls: definitions and prepared
 *		statements, cached between calls.
 *
 * A change of the relation, or of its stored definition, invalidates the
 * relation; a renamed schema invalidates all. The next call then reads it
 * again, or the end of the transaction frees it.
 */
#include "pg/base/compat.h"

#include "access/genam.h"
#include "access/relation.h"
#include "access/xact.h"
#include "catalog/pg_index.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "core/base/bytes.h"
#include "pg/base/extension_objects.h"
#include "pg/table/client_relation.h"
#include "pg/table/columns.h"

static HTAB *relations = NULL;
static Shaped *retired = NULL;
static Oid	being_read = InvalidOid;
static bool changed_meanwhile;	/* changed while it was read */
static bool any_invalid = false;	/* some entry of the hash table is
									 * invalid */

/* An entry of the hash table. */
typedef struct Entry
{
	Oid			relid;
	Shaped	   *shaped;
} Entry;

/* ---- cache -------------------------------------------------------------- */

static void
entry_changed(Entry *entry)
{
	if (entry == NULL || entry->shaped == NULL)
		return;
	entry->shaped->valid = false;
	any_invalid = true;
}

static void
all_changed(void)
{
	HASH_SEQ_STATUS status;
	Entry	   *entry;

	changed_meanwhile = true;
	hash_seq_init(&status, relations);
	while ((entry = hash_seq_search(&status)) != NULL)
		entry_changed(entry);
}

static void
relation_changed(Datum arg, Oid relid)
{
	if (!OidIsValid(relid))
	{
		all_changed();
		return;
	}
	if (relid == being_read)
		changed_meanwhile = true;
	entry_changed(hash_search(relations, &relid, HASH_FIND, NULL));
}

/* Renaming a schema does not invalidate its relations, so invalidate all. */
static void
schema_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	all_changed();
}

static void
free_shaped(Shaped *shaped)
{
	for (int i = 0; i < SHAPED_NPLANS * (shaped->definition->nfamilies + 1);
		 i++)
		if (shaped->plans[i] != NULL)
			SPI_freeplan(shaped->plans[i]);
	MemoryContextDelete(shaped->context);
}

/*
 * Free replaced entries, and entries of changed or dropped relations: at the
 * end of the transaction no caller uses them.
 */
static void
free_unused(XactEvent event, void *arg)
{
	HASH_SEQ_STATUS status;
	Entry	   *entry;

	if (event != XACT_EVENT_COMMIT && event != XACT_EVENT_ABORT &&
		event != XACT_EVENT_PREPARE)
		return;
	while (retired != NULL)
	{
		Shaped	   *shaped = retired;

		retired = shaped->retired;
		free_shaped(shaped);
	}
	if (!any_invalid)
		return;
	any_invalid = false;
	hash_seq_init(&status, relations);
	while ((entry = hash_seq_search(&status)) != NULL)
	{
		if (entry->shaped != NULL)
		{
			if (entry->shaped->valid)
				continue;
			free_shaped(entry->shaped);
		}
		hash_search(relations, &entry->relid, HASH_REMOVE, NULL);
	}
}

static Shaped *
read_relation(Oid relid)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "HBase-shaped relation",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	Shaped	   *shaped = palloc0(sizeof(Shaped));

	being_read = relid;
	changed_meanwhile = false;
	shaped->relid = relid;
	shaped->context = context;
	shaped->definition = definition_read(relid, NULL);
	shaped->name = definition_relation_name(relid);
	shaped->valid = !changed_meanwhile;
	any_invalid |= changed_meanwhile;
	shaped->plans = palloc0(sizeof(SPIPlanPtr) * SHAPED_NPLANS *
							(shaped->definition->nfamilies + 1));
	MemoryContextSwitchTo(old);
	MemoryContextSetParent(context, CacheMemoryContext);
	return shaped;
}

Shaped *
shaped_open(Oid relid)
{
	Entry	   *entry;
	bool		found;

	if (relations == NULL)
	{
		HASHCTL		control;

		control.keysize = sizeof(Oid);
		control.entrysize = sizeof(Entry);
		relations = hash_create("HBase-shaped relations", 16, &control,
								HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
		CacheRegisterSyscacheCallback(NAMESPACEOID, schema_changed, (Datum) 0);
		RegisterXactCallback(free_unused, NULL);
	}
	entry = hash_search(relations, &relid, HASH_FIND, NULL);
	if (entry != NULL && entry->shaped != NULL)
	{
		if (likely(entry->shaped->valid))
			return entry->shaped;
		entry->shaped->retired = retired;
		retired = entry->shaped;
		entry->shaped = NULL;
	}
	{
		Shaped	   *shaped = read_relation(relid);

		entry = hash_search(relations, &relid, HASH_ENTER, &found);
		entry->shaped = shaped;
		return shaped;
	}
}

/* True if a unique index on the key alone exists, for ON CONFLICT (key). */
static bool
has_unique_key(Relation rel, AttrNumber key)
{
	List	   *indexes = RelationGetIndexList(rel);
	ListCell   *lc;
	bool		found = false;

	foreach(lc, indexes)
	{
		Relation	index = index_open(lfirst_oid(lc), AccessShareLock);
		Form_pg_index form = index->rd_index;

		found = found ||
			(form->indisunique && form->indimmediate && form->indisvalid &&
			 form->indnkeyatts == 1 && form->indkey.values[0] == key &&
			 RelationGetIndexPredicate(index) == NIL);
		index_close(index, AccessShareLock);
	}
	return found;
}

Shaped *
shaped_open_writable(Oid relid)
{
	Shaped	   *shaped = shaped_open(relid);

	if (unlikely(!shaped->checked_writable))
	{
		Relation	rel;

		definition_check_kind(relid, true);
		rel = relation_open(relid, AccessShareLock);
		if (!has_unique_key(rel, shaped->definition->key))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("the key of %s is not unique", shaped->name),
					 errhint("Cells can be put only into tables with a unique key: ALTER TABLE %s ADD PRIMARY KEY (key).",
							 shaped->name)));
		relation_close(rel, NoLock);
		shaped->checked_writable = true;
	}
	return shaped;
}

int
shaped_family(Shaped *shaped, WideName name)
{
	Definition *def = shaped->definition;

	for (int i = 0; i < def->nfamilies; i++)
		if (bytes_compare(def->families[i].bytes, def->families[i].len,
						  name.data, name.len) == 0)
			return i;
	if (name.len > 0 && memchr(name.data, ':', name.len) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column family must be given without a qualifier"),
				 errhint("Write family and qualifier as two arguments: 'cf', 'q' instead of 'cf:q'.")));
	definition_family(def, name.data, name.len);	/* its error lists the
													 * families */
	return -1;
}

/* The next column of the family, from column n on. */
const DefinedColumn *
shaped_next_column(Shaped *shaped, int family, int *n)
{
	if (shaped->columns == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(shaped->context);

		shaped->columns = definition_columns(shaped->relid, &shaped->ncolumns);
		MemoryContextSwitchTo(old);
	}
	while (*n < shaped->ncolumns)
	{
		const DefinedColumn *column = &shaped->columns[(*n)++];

		if (strcmp(column->family,
				   shaped->definition->families[family].name) == 0)
			return column;
	}
	return NULL;
}

const DefinedColumn *
shaped_column(Shaped *shaped, int family, WideName qualifier)
{
	const DefinedColumn *column;
	int			n = 0;

	while ((column = shaped_next_column(shaped, family, &n)) != NULL)
		if (bytes_compare((const uint8_t *) VARDATA(column->qualifier),
						  VARSIZE(column->qualifier) - VARHDRSZ,
						  qualifier.data, qualifier.len) == 0)
			return column;
	return NULL;
}

/* ---- statements ------------------------------------------------------- */

/* Append the other families of the row as arguments. */
static void
add_others(StringInfo sql, const Definition *def, int family)
{
	for (int i = 0; i < def->nfamilies; i++)
		if (i != family)
			appendStringInfo(sql, ", t.%s",
							 quote_identifier(def->families[i].column));
}

/* SQL that inserts the key and one family, or updates the existing row. */
static void
upsert_sql(StringInfo sql, Shaped *shaped, int family, const char *function,
		   const char *arguments)
{
	const Definition *def = shaped->definition;
	const char *column = quote_identifier(def->families[family].column);
	int			number = def->families[family].attnum;

	appendStringInfo(
		sql,
		"INSERT INTO %s AS t (key, %s) VALUES ($1, hbase_internal.%s(%u, %d, NULL, %s))"
		" ON CONFLICT (key) DO UPDATE SET %s = hbase_internal.%s(%u, %d, t.%s, %s",
		shaped->name, column, function, shaped->relid, number, arguments,
		column, function, shaped->relid, number, column, arguments);
	add_others(sql, def, family);
	appendStringInfoChar(sql, ')');
}

/*
 * SQL that applies the same cells to every family of the row, with one
 * timestamp.
 */
static void
land_row_sql(StringInfo sql, Shaped *shaped)
{
	const Definition *def = shaped->definition;

	appendStringInfo(sql, "INSERT INTO %s AS t (key", shaped->name);
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql, ", %s",
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, ") SELECT $1");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql,
						 ", hbase_internal.applied_at(%u, %d, NULL, $2, s.ts)",
						 shaped->relid, def->families[i].attnum);
	appendStringInfoString(sql,
						   " FROM hbase_internal.next_stamp(NULL) AS s(ts) ON CONFLICT (key) DO UPDATE SET (");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql, "%s%s", i > 0 ? ", " : "",
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, ") = (SELECT ");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql,
						 "%shbase_internal.applied_at(%u, %d, t.%s, $2, s.ts)",
						 i > 0 ? ", " : "", shaped->relid,
						 def->families[i].attnum,
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, " FROM hbase_internal.next_stamp(NULL");
	add_others(sql, def, -1);
	appendStringInfoString(sql, ") AS s(ts))");
}

SPIPlanPtr
shaped_plan(Shaped *shaped, ShapedPlan plan, int family)
{
	SPIPlanPtr *slot = &shaped->plans[(family + 1) * SHAPED_NPLANS + plan];
	const OwnObjects *own = own_objects();
	const Definition *def = shaped->definition;
	const char *column = family >= 0 ?
		quote_identifier(def->families[family].column) :
		"";
	int			number = family >= 0 ? def->families[family].attnum : 0;
	Oid			types[5] = {own->rowkey, own->widerow, BYTEAOID, TEXTOID,
							BYTEAOID};
	int			nargs = 2;
	StringInfoData sql;
	SPIPlanPtr	made;

	if (likely(*slot != NULL))
		return *slot;
	initStringInfo(&sql);
	switch (plan)
	{
		case SHAPED_APPLY:
			upsert_sql(&sql, shaped, family, "applied", "$2");
			break;
		case SHAPED_APPLY_ROW:
			land_row_sql(&sql, shaped);
			break;
		case SHAPED_INCREMENT:
		case SHAPED_APPEND:
			types[1] = BYTEAOID;
			types[2] = plan == SHAPED_INCREMENT ? INT8OID : BYTEAOID;
			nargs = 3;
			upsert_sql(&sql, shaped, family,
					   plan == SHAPED_INCREMENT ? "incremented" : "appended",
					   "$2, $3");
			appendStringInfo(&sql, " RETURNING %s", column);
			break;
		case SHAPED_CHECK_MISSING:
			nargs = 5;
			upsert_sql(&sql, shaped, family, "applied", "$2");
			appendStringInfo(&sql,
							 " WHERE hbase_internal.holds(%u, %d, t.%s, $3, $4, $5)",
							 shaped->relid, number, column);
			break;
		case SHAPED_CHECK_PRESENT:
			nargs = 5;
			appendStringInfo(
				&sql,
				"UPDATE %s AS t SET %s = hbase_internal.applied(%u, %d, t.%s, $2",
				shaped->name, column, shaped->relid, number, column);
			add_others(&sql, def, family);
			appendStringInfo(&sql,
							 ") WHERE t.key OPERATOR(%s.=) $1 AND hbase_internal.holds(%u, %d, t.%s, $3, $4, $5)",
							 own->types, shaped->relid, number, column);
			break;
		case SHAPED_GET:
			nargs = 1;
			appendStringInfoString(&sql, "SELECT t.key");
			add_others(&sql, def, -1);
			appendStringInfo(&sql,
							 " FROM %s AS t WHERE t.key OPERATOR(%s.=) $1",
							 shaped->name, own->types);
			break;
		case SHAPED_NPLANS:
			break;
	}
	made = SPI_prepare(sql.data, nargs, types);
	if (made == NULL || SPI_keepplan(made) != 0)
		elog(ERROR, "could not prepare \"%s\": %s", sql.data,
			 SPI_result_code_string(SPI_result));
	*slot = made;
	return made;
}

/* ---- clock and key ------------------------------------------------------ */

int64
shaped_clock(void)
{
	return widerow_milliseconds(GetCurrentTimestamp());
}

/* The longest key that fits into a btree index entry. */
#define MAX_INDEXED_KEY		2692

void
shaped_check_key(const struct varlena *key)
{
	size_t		n = VARSIZE_ANY_EXHDR(key);

	if (n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("row key must not be empty"),
				 errdetail("HBase does not accept an empty row key.")));
	if (n > MAX_INDEXED_KEY)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("row key of %zu bytes is too long for a table's index",
						n),
				 errdetail("An index entry can have a key of up to %d bytes.",
						   MAX_INDEXED_KEY),
				 errhint(
					 "Views and exports can have keys of up to 32767 bytes.")));
}
