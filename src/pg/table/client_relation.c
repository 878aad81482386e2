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
static ClientRelation *retired = NULL;
static Oid	being_read = InvalidOid;
static bool changed_meanwhile;	/* changed while it was read */
static bool any_invalid = false;	/* some entry of the hash table is
									 * invalid */

/* An entry of the hash table. */
typedef struct Entry
{
	Oid			relid;
	ClientRelation *relation;
} Entry;

/* ---- cache -------------------------------------------------------------- */

static void
entry_changed(Entry *entry)
{
	if (entry == NULL || entry->relation == NULL)
		return;
	entry->relation->valid = false;
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
free_relation(ClientRelation *relation)
{
	for (int i = 0; i < CLIENT_NPLANS * (relation->definition->nfamilies + 1);
		 i++)
		if (relation->plans[i] != NULL)
			SPI_freeplan(relation->plans[i]);
	MemoryContextDelete(relation->context);
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
		ClientRelation *relation = retired;

		retired = relation->retired;
		free_relation(relation);
	}
	if (!any_invalid)
		return;
	any_invalid = false;
	hash_seq_init(&status, relations);
	while ((entry = hash_seq_search(&status)) != NULL)
	{
		if (entry->relation != NULL)
		{
			if (entry->relation->valid)
				continue;
			free_relation(entry->relation);
		}
		hash_search(relations, &entry->relid, HASH_REMOVE, NULL);
	}
}

static ClientRelation *
read_relation(Oid relid)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "HBase-shaped relation",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	ClientRelation *relation = palloc0(sizeof(ClientRelation));

	being_read = relid;
	changed_meanwhile = false;
	relation->relid = relid;
	relation->context = context;
	relation->definition = definition_read(relid, NULL);
	relation->name = definition_relation_name(relid);
	relation->valid = !changed_meanwhile;
	any_invalid |= changed_meanwhile;
	relation->plans = palloc0(sizeof(SPIPlanPtr) * CLIENT_NPLANS *
							  (relation->definition->nfamilies + 1));
	MemoryContextSwitchTo(old);
	MemoryContextSetParent(context, CacheMemoryContext);
	return relation;
}

ClientRelation *
client_relation_open(Oid relid)
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
	if (entry != NULL && entry->relation != NULL)
	{
		if (likely(entry->relation->valid))
			return entry->relation;
		entry->relation->retired = retired;
		retired = entry->relation;
		entry->relation = NULL;
	}
	{
		ClientRelation *relation = read_relation(relid);

		entry = hash_search(relations, &relid, HASH_ENTER, &found);
		entry->relation = relation;
		return relation;
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

ClientRelation *
client_relation_open_writable(Oid relid)
{
	ClientRelation *relation = client_relation_open(relid);

	if (unlikely(!relation->checked_writable))
	{
		Relation	rel;

		definition_check_kind(relid, true);
		rel = relation_open(relid, AccessShareLock);
		if (!has_unique_key(rel, relation->definition->key))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("the key of %s is not unique", relation->name),
					 errhint("Cells can be put only into tables with a unique key: ALTER TABLE %s ADD PRIMARY KEY (key).",
							 relation->name)));
		relation_close(rel, NoLock);
		relation->checked_writable = true;
	}
	return relation;
}

int
client_relation_family(ClientRelation *relation, WideName name)
{
	Definition *def = relation->definition;

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
client_relation_next_column(ClientRelation *relation, int family, int *n)
{
	if (relation->columns == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(relation->context);

		relation->columns = columns_read(relation->relid, &relation->ncolumns);
		MemoryContextSwitchTo(old);
	}
	while (*n < relation->ncolumns)
	{
		const DefinedColumn *column = &relation->columns[(*n)++];

		if (strcmp(column->family,
				   relation->definition->families[family].name) == 0)
			return column;
	}
	return NULL;
}

const DefinedColumn *
client_relation_column(ClientRelation *relation, int family,
					   WideName qualifier)
{
	const DefinedColumn *column;
	int			n = 0;

	while ((column = client_relation_next_column(relation, family, &n)) !=
		   NULL)
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
upsert_sql(StringInfo sql, ClientRelation *relation, int family,
		   const char *function, const char *arguments)
{
	const Definition *def = relation->definition;
	const char *column = quote_identifier(def->families[family].column);
	int			number = def->families[family].attnum;

	appendStringInfo(
		sql,
		"INSERT INTO %s AS t (key, %s) VALUES ($1, hbase_internal.%s(%u, %d, NULL, %s))"
		" ON CONFLICT (key) DO UPDATE SET %s = hbase_internal.%s(%u, %d, t.%s, %s",
		relation->name, column, function, relation->relid, number, arguments,
		column, function, relation->relid, number, column, arguments);
	add_others(sql, def, family);
	appendStringInfoChar(sql, ')');
}

/*
 * SQL that applies the same cells to every family of the row, with one
 * timestamp.
 */
static void
apply_row_sql(StringInfo sql, ClientRelation *relation)
{
	const Definition *def = relation->definition;

	appendStringInfo(sql, "INSERT INTO %s AS t (key", relation->name);
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql, ", %s",
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, ") SELECT $1");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql,
						 ", hbase_internal.applied_at(%u, %d, NULL, $2, s.ts)",
						 relation->relid, def->families[i].attnum);
	appendStringInfoString(sql,
						   " FROM hbase_internal.next_stamp(NULL) AS s(ts) ON CONFLICT (key) DO UPDATE SET (");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql, "%s%s", i > 0 ? ", " : "",
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, ") = (SELECT ");
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(sql,
						 "%shbase_internal.applied_at(%u, %d, t.%s, $2, s.ts)",
						 i > 0 ? ", " : "", relation->relid,
						 def->families[i].attnum,
						 quote_identifier(def->families[i].column));
	appendStringInfoString(sql, " FROM hbase_internal.next_stamp(NULL");
	add_others(sql, def, -1);
	appendStringInfoString(sql, ") AS s(ts))");
}

SPIPlanPtr
client_relation_plan(ClientRelation *relation, ClientPlan plan, int family)
{
	SPIPlanPtr *slot = &relation->plans[(family + 1) * CLIENT_NPLANS + plan];
	const ExtensionObjects *own = extension_objects();
	const Definition *def = relation->definition;
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
		case CLIENT_APPLY:
			upsert_sql(&sql, relation, family, "applied", "$2");
			break;
		case CLIENT_APPLY_ROW:
			apply_row_sql(&sql, relation);
			break;
		case CLIENT_INCREMENT:
		case CLIENT_APPEND:
			types[1] = BYTEAOID;
			types[2] = plan == CLIENT_INCREMENT ? INT8OID : BYTEAOID;
			nargs = 3;
			upsert_sql(&sql, relation, family,
					   plan == CLIENT_INCREMENT ? "incremented" : "appended",
					   "$2, $3");
			appendStringInfo(&sql, " RETURNING %s", column);
			break;
		case CLIENT_CHECK_MISSING:
			nargs = 5;
			upsert_sql(&sql, relation, family, "applied", "$2");
			appendStringInfo(&sql,
							 " WHERE hbase_internal.holds(%u, %d, t.%s, $3, $4, $5)",
							 relation->relid, number, column);
			break;
		case CLIENT_CHECK_PRESENT:
			nargs = 5;
			appendStringInfo(
				&sql,
				"UPDATE %s AS t SET %s = hbase_internal.applied(%u, %d, t.%s, $2",
				relation->name, column, relation->relid, number, column);
			add_others(&sql, def, family);
			appendStringInfo(&sql,
							 ") WHERE t.key OPERATOR(%s.=) $1 AND hbase_internal.holds(%u, %d, t.%s, $3, $4, $5)",
							 own->types, relation->relid, number, column);
			break;
		case CLIENT_GET:
			nargs = 1;
			appendStringInfoString(&sql, "SELECT t.key");
			add_others(&sql, def, -1);
			appendStringInfo(&sql,
							 " FROM %s AS t WHERE t.key OPERATOR(%s.=) $1",
							 relation->name, own->types);
			break;
		case CLIENT_NPLANS:
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
client_relation_clock(void)
{
	return widerow_milliseconds(GetCurrentTimestamp());
}

/* The longest key that fits into a btree index entry. */
#define MAX_INDEXED_KEY		2692

void
client_relation_check_key(const struct varlena *key)
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
				 errhint("Views and exports can have keys of up to 32767 bytes.")));
}
