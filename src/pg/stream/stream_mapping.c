/*
 * stream_mapping.c
 *		The mapping of a change stream as a text.
 *
 * The fingerprint is a digest of all that decides which cells HBase gets. The
 * text also has OIDs and digests, by which the output plugin detects that a
 * relation has changed; they differ after pg_upgrade, the fingerprint does
 * not.
 */
#include "pg/base/compat.h"

#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "storage/lmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/json.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"

#include "core/base/error.h"
#include "core/transform/digest.h"
#include "pg/base/core_error.h"
#include "pg/stream/stream_mapping.h"
#include "pg/stream/stream_view.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_stream_mapping);

#define MAPPING_VERSION	1

/* ---- writing ------------------------------------------------------------ */

/*
 * Use settings by which expressions have one text, with all names qualified
 * except those of pg_catalog. Returns the level for AtEOXact_GUC.
 */
static int
plain_settings(void)
{
	static const char *const settings[][2] = {
		{"search_path", "pg_catalog, pg_temp"},
		{"DateStyle", "ISO, YMD"},
		{"IntervalStyle", "postgres"},
		{"TimeZone", "UTC"},
		{"extra_float_digits", "1"},
		{"bytea_output", "hex"},
		{"quote_all_identifiers", "off"},
	};
	int			level = NewGUCNestLevel();

	for (int i = 0; i < lengthof(settings); i++)
		(void) set_config_option(settings[i][0], settings[i][1], PGC_USERSET,
								 PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
								 false);
	return level;
}

static void
add_member(StringInfo out, const char *name, const char *value)
{
	appendStringInfo(out, "\"%s\": ", name);
	escape_json(out, value);
}

/*
 * Append the members of a relation's object that count; the first is the name
 * of the table in HBase.
 */
static void
add_mapping(StringInfo out, const Definition *def, const StreamView *view)
{
	List	   *context = deparse_context_for(get_rel_name(view->base),
											  view->base);
	int			i = -1;
	bool		first = true;

	add_member(out, "table", def->table_name);
	appendStringInfo(out, ", \"key\": {\"column\": %d, ", def->key);
	add_member(out, "expression",
			   deparse_expression((Node *) view->key, context, false, false));
	appendStringInfoString(out, "}, \"families\": [");
	for (int f = 0; f < def->nfamilies; f++)
	{
		appendStringInfoString(out, f > 0 ? ", {" : "{");
		add_member(out, "name", def->families[f].name);
		appendStringInfo(out, ", \"column\": %d, ", def->families[f].attnum);
		add_member(out, "expression",
				   deparse_expression((Node *) view->families[f], context,
									  false, false));
		appendStringInfoChar(out, '}');
	}
	appendStringInfoString(out, "], ");
	if (view->condition != NULL)
	{
		add_member(out, "condition",
				   deparse_expression((Node *) view->condition, context, false,
									  false));
		appendStringInfoString(out, ", ");
	}
	appendStringInfoString(out, "\"columns\": {");
	while ((i = bms_next_member(view->columns, i)) >= 0)
	{
		AttrNumber	n = i + FirstLowInvalidHeapAttributeNumber;
		Oid			type;
		int32		typmod;
		Oid			collation;

		get_atttypetypmodcoll(view->base, n, &type, &typmod, &collation);
		if (!first)
			appendStringInfoString(out, ", ");
		first = false;
		escape_json(out, get_attname(view->base, n, false));
		appendStringInfoString(out, ": ");
		escape_json(out, format_type_with_typemod(type, typmod));
	}
	appendStringInfoChar(out, '}');
}

/* Check the identity of the table or of all its partitions. */
static bool
check_identities(const StreamView *view)
{
	List	   *members = find_all_inheritors(view->base, AccessShareLock,
											  NULL);
	Relation	base = table_open(view->base, AccessShareLock);
	bool		full = true;
	ListCell   *lc;

	if (base->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		members = list_make1_oid(view->base);
	foreach(lc, members)
	{
		Relation	member = table_open(lfirst_oid(lc), AccessShareLock);

		if (member->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
			stream_view_refuse(
				view->relid,
				psprintf("Partition %s is a foreign table, whose changes are not in the log.",
						 definition_relation_name(RelationGetRelid(member))),
				"Use hbase.export_delta() for this relation.");
		if (member->rd_rel->relkind == RELKIND_RELATION &&
			!stream_view_check_identity(
				view, member,
				compat_attribute_map(RelationGetDescr(member),
									 RelationGetDescr(base))))
			full = false;
		table_close(member, NoLock);
	}
	table_close(base, NoLock);
	return full;
}

/* A relation while its text is made. */
typedef struct Written
{
	Oid			relid;
	Oid			base;
	char	   *table_name;
	StringInfoData text;		/* what counts */
	StringInfoData rest;
} Written;

static void
write_relation(Oid relid, Written *written)
{
	Definition *def = definition_read(relid, NULL);
	AttrNumber *columns = palloc(sizeof(AttrNumber) * (def->nfamilies + 1));
	StreamView *view;
	CoreError	err;

	if (!family_check_table_name(def->table_name, strlen(def->table_name),
								 &err))
		core_error_raise(&err);
	for (int f = 0; f < def->nfamilies; f++)
		columns[f] = def->families[f].attnum;
	view = stream_view_read(relid, def->key, def->nfamilies, columns);
	LockRelationOid(view->base, AccessShareLock);
	written->relid = relid;
	written->base = view->base;
	written->table_name = def->table_name;
	initStringInfo(&written->text);
	initStringInfo(&written->rest);
	appendStringInfoString(&written->rest, ", ");
	add_member(&written->rest, "relation", definition_relation_name(relid));
	appendStringInfo(&written->rest, ", \"oid\": %u, ", relid);
	add_member(&written->rest, "base", definition_relation_name(view->base));
	appendStringInfo(&written->rest, ", \"base_oid\": %u, ", view->base);
	add_member(&written->rest, "identity",
			   check_identities(view) ? "full" : "key");
	appendStringInfoString(&written->rest, ", ");
	add_member(&written->rest, "digest", view->digest);
	add_mapping(&written->text, def, view);
}

/*
 * Changes of a partition belong to one mapping only: that of the partition, or
 * that of a table above it.
 */
static void
check_roots(const Written *written, int n)
{
	for (int i = 0; i < n; i++)
	{
		List	   *ancestors;

		if (!get_rel_relispartition(written[i].base))
			continue;
		ancestors = get_partition_ancestors(written[i].base);
		for (int j = 0; j < n; j++)
			if (list_member_oid(ancestors, written[j].base))
				stream_view_refuse(
					written[i].relid,
					psprintf(
						"Its table %s is a partition of %s, the table of %s.",
						definition_relation_name(written[i].base),
						definition_relation_name(written[j].base),
						definition_relation_name(written[j].relid)),
					"Use a stream for each of them.");
	}
}

static int
compare_written(const void *a, const void *b)
{
	return strcmp(((const Written *) a)->table_name,
				  ((const Written *) b)->table_name);
}

static char *
fingerprint(const Written *written, int n)
{
	StringInfoData all;
	Digest	   *digest;
	uint8		bytes[32];
	char	   *text = palloc0(2 * sizeof(bytes) + 1);
	CoreError	err;

	initStringInfo(&all);
	appendStringInfo(&all, "%d", MAPPING_VERSION);
	for (int i = 0; i < n; i++)
		appendStringInfo(&all, "\n%s", written[i].text.data);
	if (!digest_find("sha256", 6, &digest, &err) ||
		!digest_compute(digest, (const uint8_t *) all.data, all.len, bytes,
						sizeof(bytes), &err))
		core_error_raise(&err);
	hex_encode((const char *) bytes, sizeof(bytes), text);
	return text;
}

/*
 * Single quotes are written as \u0027, so that the text needs no quotes within
 * an option of a replication command.
 */
static text *
without_quotes(const char *json)
{
	StringInfoData out;

	initStringInfo(&out);
	for (; *json != '\0'; json++)
	{
		if (*json == '\'')
			appendStringInfoString(&out, "\\u0027");
		else
			appendStringInfoChar(&out, *json);
	}
	return cstring_to_text_with_len(out.data, out.len);
}

/* hbase.stream_mapping(relations) */
Datum
hbase_stream_mapping(PG_FUNCTION_ARGS)
{
	Datum	   *oids;
	bool	   *nulls;
	int			n;
	Written    *written;
	StringInfoData out;
	int			level;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(0), REGCLASSOID, sizeof(Oid), true,
					  TYPALIGN_INT, &oids, &nulls, &n);
	if (n < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"relations\" must not be empty")));
	if (n > PG_UINT16_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("a change stream can have at most %d relations",
						PG_UINT16_MAX)));
	written = palloc0(sizeof(Written) * n);
	level = plain_settings();
	for (int i = 0; i < n; i++)
	{
		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("\"relations\" must not contain NULL")));
		write_relation(DatumGetObjectId(oids[i]), &written[i]);
	}
	AtEOXact_GUC(true, level);
	check_roots(written, n);
	qsort(written, n, sizeof(Written), compare_written);
	for (int i = 1; i < n; i++)
		if (compare_written(&written[i - 1], &written[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("relations %s and %s have the same table \"%s\" in HBase",
							definition_relation_name(
								Min(written[i - 1].relid, written[i].relid)),
							definition_relation_name(
								Max(written[i - 1].relid, written[i].relid)),
							written[i].table_name),
					 errhint("List each relation once, and give each a table of its own with hbase.define().")));
	initStringInfo(&out);
	appendStringInfo(&out, "{\"version\": %d, ", MAPPING_VERSION);
	add_member(&out, "fingerprint", fingerprint(written, n));
	appendStringInfoString(&out, ", \"tables\": [");
	for (int i = 0; i < n; i++)
		appendStringInfo(&out, "%s{%s%s}", i > 0 ? ", " : "",
						 written[i].text.data, written[i].rest.data);
	appendStringInfoString(&out, "]}");
	PG_RETURN_TEXT_P(without_quotes(out.data));
}

/* ---- reading ------------------------------------------------------------ */

static void
invalid_mapping(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid mapping of a change stream"),
			 errhint("Pass the text that hbase.stream_mapping() returns.")));
}

/* A member of an object, of this type. */
static JsonbValue *
get_member(JsonbContainer *object, const char *name, enum jbvType type)
{
	JsonbValue *value = NULL;

	if (JsonContainerIsObject(object))
		value = getKeyJsonValueFromContainer(object, name, strlen(name), NULL);
	if (value == NULL || value->type != type)
		invalid_mapping();
	return value;
}

static char *
get_text(JsonbContainer *object, const char *name)
{
	JsonbValue *value = get_member(object, name, jbvString);

	return pnstrdup(value->val.string.val, value->val.string.len);
}

static int64
get_number(JsonbContainer *object, const char *name, int64 from, int64 to)
{
	JsonbValue *value = get_member(object, name, jbvNumeric);
	Datum		number =
		DirectFunctionCall1(numeric_int8, NumericGetDatum(value->val.numeric));

	if (DatumGetInt64(number) < from || DatumGetInt64(number) > to)
		invalid_mapping();
	return DatumGetInt64(number);
}

/* A member that is an array of at least one element, or an object. */
static JsonbContainer *
get_container(JsonbContainer *object, const char *name, bool is_array, int max)
{
	JsonbContainer *c = get_member(object, name, jbvBinary)->val.binary.data;

	if (is_array ? !JsonContainerIsArray(c) || JsonContainerSize(c) < 1 ||
			JsonContainerSize(c) > max :
			!JsonContainerIsObject(c))
		invalid_mapping();
	return c;
}

static JsonbContainer *
get_element(JsonbContainer *array, int i)
{
	JsonbValue *value = getIthJsonbValueFromContainer(array, i);

	if (value == NULL || value->type != jbvBinary)
		invalid_mapping();
	return value->val.binary.data;
}

static void
read_table(JsonbContainer *object, StreamTable *table)
{
	JsonbContainer *families = get_container(object, "families", true,
											 PG_UINT8_MAX);

	table->relid = (Oid) get_number(object, "oid", 1, OID_MAX);
	table->base = (Oid) get_number(object, "base_oid", 1, OID_MAX);
	table->relation = get_text(object, "relation");
	table->table_name = get_text(object, "table");
	table->digest = get_text(object, "digest");
	table->key = (AttrNumber) get_number(get_container(object, "key", false,
													   0),
										 "column", 1, PG_INT16_MAX);
	table->nfamilies = JsonContainerSize(families);
	table->names = palloc(sizeof(char *) * table->nfamilies);
	table->columns = palloc(sizeof(AttrNumber) * table->nfamilies);
	for (int f = 0; f < table->nfamilies; f++)
	{
		JsonbContainer *family = get_element(families, f);

		table->names[f] = get_text(family, "name");
		table->columns[f] = (AttrNumber) get_number(family, "column", 1,
													PG_INT16_MAX);
	}
}

StreamMapping *
stream_mapping_read(const char *text)
{
	StreamMapping *mapping = palloc0(sizeof(StreamMapping));
	Jsonb	   *json = DatumGetJsonbP(
		DirectFunctionCall1(jsonb_in, CStringGetDatum(text)));
	JsonbContainer *tables;

	if (get_number(&json->root, "version", 0, PG_INT32_MAX) != MAPPING_VERSION)
		invalid_mapping();
	mapping->fingerprint = get_text(&json->root, "fingerprint");
	tables = get_container(&json->root, "tables", true, PG_UINT16_MAX);
	mapping->ntables = JsonContainerSize(tables);
	mapping->tables = palloc0(sizeof(StreamTable) * mapping->ntables);
	for (int i = 0; i < mapping->ntables; i++)
		read_table(get_element(tables, i), &mapping->tables[i]);
	return mapping;
}
