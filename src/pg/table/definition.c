/*
 * definition.c
 *		The shape of an HBase-shaped relation and its definition by
 *		hbase.define().
 */
#include "pg/base/compat.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "core/base/bytes.h"
#include "core/base/suggest.h"
#include "core/cell/cell.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/region/split_plan.h"
#include "core/region/splits.h"
#include "core/text/shell_text.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/table/definition.h"

/* ---- names and rights ------------------------------------------------- */

void
definition_names(Oid relid, NameData names[2])
{
	char	   *schema = get_namespace_name(get_rel_namespace(relid));
	char	   *name = get_rel_name(relid);

	if (schema == NULL || name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relid)));
	namestrcpy(&names[0], schema);
	namestrcpy(&names[1], name);
}

char *
definition_relation_name(Oid relid)
{
	NameData	names[2];

	definition_names(relid, names);
	return quote_qualified_identifier(NameStr(names[0]), NameStr(names[1]));
}

void
definition_check_kind(Oid relid, bool to_write)
{
	char	   *name = definition_relation_name(relid);

	switch (get_rel_relkind(relid))
	{
		case RELKIND_RELATION:
		case RELKIND_PARTITIONED_TABLE:
			return;
		case RELKIND_FOREIGN_TABLE:
		case RELKIND_VIEW:
		case RELKIND_MATVIEW:
			if (!to_write)
				return;
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("%s is not a table", name),
					 errhint("Cells can be put only into tables. Create one with hbase.create_table(), or CREATE TABLE ... AS TABLE %s.",
							 name)));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("%s is not a table or view", name)));
	}
}

void
definition_check_owner(Oid relid)
{
	char	   *name = definition_relation_name(relid);

	if (!compat_relation_ownercheck(relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER,
					   get_relkind_objtype(get_rel_relkind(relid)), name);
}

/*
 * The configuration tables store relations by name, and a relation of that
 * name may be new and have another owner. A row is invalid unless its author
 * has the rights of the present owner; it must be neither used nor silently
 * ignored.
 */
void
definition_check_stored_by(Oid relid, Name owner)
{
	Oid			role = get_role_oid(NameStr(*owner), true);
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Oid			relation_owner;

	if (!HeapTupleIsValid(tuple))
		return;					/* dropped meanwhile; the caller detects
								 * that */
	relation_owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	if (OidIsValid(role) && has_privs_of_role(role, relation_owner))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the definition of %s was not stored by its owner",
					definition_relation_name(relid)),
			 errdetail(
				 "Role \"%s\" stored it; the owner of the relation is \"%s\".",
				 NameStr(*owner), GetUserNameFromId(relation_owner, true)),
			 errhint("The relation has a new owner, or it replaces a relation of the same name. Its owner can call hbase.forget() and define it again.")));
}

/* ---- the stored definition -------------------------------------------- */

/* A row of hbase_internal.definition. */
typedef struct StoredDefinition
{
	bool		found;
	char	   *table_name;
	ArrayType  *layouts;
	Jsonb	   *families;
	int			regions;
	ArrayType  *splits;
	ArrayType  *ignore;
} StoredDefinition;

/* An array attribute, detoasted into the current context; NULL: none. */
static ArrayType *
array_attribute(HeapTuple tuple, int n, TupleDesc desc)
{
	bool		isnull;
	Datum		datum = heap_getattr(tuple, n, desc, &isnull);

	return isnull ? NULL : DatumGetArrayTypePCopy(datum);
}

/*
 * Read with a fresh catalog snapshot, independent of the caller's privileges
 * and search_path: the result is cached (client_relation.c) until the relation
 * changes again, so it must be current.
 */
static void
read_stored(Oid relid, StoredDefinition *stored)
{
	Relation	rel = table_open(extension_table("definition"),
								 AccessShareLock);
	TupleDesc	desc = RelationGetDescr(rel);
	Oid			index = compat_primary_key_index(rel);
	NameData	names[2];
	NameData	owner;
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	memset(stored, 0, sizeof(StoredDefinition));
	definition_names(relid, names);
	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_NAMEEQ,
				NameGetDatum(&names[0]));
	ScanKeyInit(&keys[1], 2, BTEqualStrategyNumber, F_NAMEEQ,
				NameGetDatum(&names[1]));
	scan = systable_beginscan(rel, index, true, NULL, 2, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
	{
		bool		isnull;
		Datum		datum;

		stored->found = true;
		datum = heap_getattr(tuple, 3, desc, &isnull);
		if (!isnull)
			stored->table_name = TextDatumGetCString(datum);
		stored->layouts = array_attribute(tuple, 4, desc);
		datum = heap_getattr(tuple, 5, desc, &isnull);
		if (!isnull)
			stored->families = DatumGetJsonbPCopy(datum);
		datum = heap_getattr(tuple, 6, desc, &isnull);
		if (!isnull)
			stored->regions = DatumGetInt32(datum);
		stored->splits = array_attribute(tuple, 7, desc);
		stored->ignore = array_attribute(tuple, 8, desc);
		datum = heap_getattr(tuple, 9, desc, &isnull);
		namestrcpy(&owner, NameStr(*DatumGetName(datum)));
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (stored->found)
		definition_check_stored_by(relid, &owner);
}

/* ---- the shape -------------------------------------------------------- */

static bool
name_in_array(const char *name, ArrayType *names)
{
	Datum	   *datums;
	bool	   *nulls;
	int			n;

	if (names == NULL)
		return false;
	deconstruct_array(names, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR,
					  &datums, &nulls, &n);
	for (int i = 0; i < n; i++)
		if (!nulls[i] && strcmp(name, NameStr(*DatumGetName(datums[i]))) == 0)
			return true;
	return false;
}

/*
 * The relation's columns for a detail; *near gets the one similar to another
 * name.
 */
static char *
list_columns(Relation rel, const char *missing, Suggestion *near)
{
	StringInfoData names;

	initStringInfo(&names);
	suggest_init(near, missing, strlen(missing));
	for (int i = 0; i < RelationGetDescr(rel)->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(rel), i);

		if (attribute->attisdropped)
			continue;
		appendStringInfo(&names, "%s\"%s\"", names.len > 0 ? ", " : "",
						 NameStr(attribute->attname));
		suggest_offer(near, pstrdup(NameStr(attribute->attname)));
	}
	return names.data;
}

/* Names in ignore must be columns: a misspelled name would have no effect. */
static void
check_ignored(Relation rel, ArrayType *names)
{
	Datum	   *datums;
	bool	   *nulls;
	int			n;

	if (names == NULL)
		return;
	deconstruct_array(names, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR,
					  &datums, &nulls, &n);
	for (int i = 0; i < n; i++)
	{
		const char *name;
		Suggestion	near;
		char	   *columns;

		if (nulls[i])
			continue;
		name = NameStr(*DatumGetName(datums[i]));
		if (AttributeNumberIsValid(get_attnum(RelationGetRelid(rel), name)))
			continue;
		columns = list_columns(rel, name, &near);
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of %s in \"ignore\" does not exist",
						name, definition_relation_name(RelationGetRelid(rel))),
				 errdetail("Its columns are %s.", columns),
				 near.best == NULL ?
					 0 :
					 errhint("Did you mean \"%s\"?", near.best)));
	}
}

/*
 * Find the key and the families. Returns the reason if the relation is not
 * HBase-shaped, else NULL. def has room for all columns. With keys_only, a
 * relation without families is read as keys alone; its other columns do not
 * count.
 */
static char *
read_shape(Relation rel, ArrayType *ignore, ArrayType *ignore_too,
		   bool keys_only, Definition *def)
{
	const ExtensionObjects *own = extension_objects();
	TupleDesc	desc = RelationGetDescr(rel);
	StringInfoData wrong;

	initStringInfo(&wrong);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);
		const char *name = NameStr(attribute->attname);

		if (attribute->attisdropped)
			continue;
		if (name_in_array(name, ignore) || name_in_array(name, ignore_too))
			def->ignored[def->nignored++] = attribute->attnum;
		else if (attribute->atttypid == own->rowkey &&
				 strcmp(name, "key") == 0)
			def->key = attribute->attnum;
		else if (attribute->atttypid == own->widerow &&
				 strcmp(name, "key") != 0)
		{
			DefinedFamily *family = &def->families[def->nfamilies++];

			family->attnum = attribute->attnum;
			strlcpy(family->column, name, NAMEDATALEN);
			family->name = pstrdup(name);
			family_init(&family->options);
		}
		else
			appendStringInfo(&wrong, "%scolumn \"%s\" is of type %s",
							 wrong.len > 0 ? ", " : "", name,
							 format_type_be(attribute->atttypid));
	}
	if (!AttributeNumberIsValid(def->key) &&
		strstr(wrong.data, "column \"key\"") == NULL)
		appendStringInfo(&wrong, "%sthere is no column \"key\"",
						 wrong.len > 0 ? ", " : "");
	if (def->nfamilies == 0 && keys_only && AttributeNumberIsValid(def->key))
		return NULL;
	if (def->nfamilies == 0)
		appendStringInfo(&wrong, "%sthere is no column of type widerow",
						 wrong.len > 0 ? ", " : "");
	if (wrong.len == 0)
		return NULL;
	appendStringInfoChar(&wrong, '.');
	wrong.data[0] = pg_toupper((unsigned char) wrong.data[0]);
	return wrong.data;
}

/* ---- families --------------------------------------------------------- */

/* An option's value as text; an error for an array or object. */
static char *
option_text(const JsonbValue *value, const char *column, const char *option)
{
	switch (value->type)
	{
		case jbvString:
			return pnstrdup(value->val.string.val, value->val.string.len);
		case jbvNumeric:
			return DatumGetCString(
				DirectFunctionCall1(numeric_out,
									NumericGetDatum(value->val.numeric)));
		case jbvBool:
			return pstrdup(value->val.boolean ? "true" : "false");
		default:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" of family \"%s\" must be a number, a string or a boolean",
							option, column),
					 errhint("Write options like {\"d\": {\"VERSIONS\": 3}}.")));
	}
	return NULL;
}

static DefinedFamily *
family_of_column(Definition *def, const char *column)
{
	StringInfoData columns;

	for (int i = 0; i < def->nfamilies; i++)
		if (strcmp(def->families[i].column, column) == 0)
			return &def->families[i];
	initStringInfo(&columns);
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&columns, "%s\"%s\"", i > 0 ? ", " : "",
						 def->families[i].column);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("%s has no column family \"%s\"",
					definition_relation_name(def->relid), column),
			 errdetail("Its families are %s.", columns.data),
			 errhint("If a column was renamed or dropped, call hbase.define() again.")));
	return NULL;
}

/* Raise a core error about a family. */
static void
raise_family_error(CoreError *err, const char *column)
{
	ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("%s", err->message),
			 err->detail[0] ? errdetail("%s", err->detail) :
							  errdetail("Column family \"%s\".", column),
			 err->hint[0] ? errhint("%s", err->hint) : 0));
}

/* Read one family's object of options. */
static void
read_options(DefinedFamily *family, JsonbContainer *object)
{
	JsonbIterator *it = JsonbIteratorInit(object);
	JsonbValue	key,
				value;
	JsonbIteratorToken token;
	JsonbParseState *state = NULL;
	StringInfoData shell;
	JsonbValue *result;
	CoreError	err;

	initStringInfo(&shell);
	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	while ((token = JsonbIteratorNext(&it, &key, true)) != WJB_DONE)
	{
		const char *name;
		char	   *text;
		CoreBuf		canonical;
		bool		quoted;
		JsonbValue	out;

		if (token != WJB_KEY)
			continue;
		text = pnstrdup(key.val.string.val, key.val.string.len);
		JsonbIteratorNext(&it, &value, true);
		if (pg_strcasecmp(text, "NAME") == 0)
		{
			family->name = option_text(&value, family->column, text);
			name = "NAME";
			out.type = jbvString;
			out.val.string.val = family->name;
			out.val.string.len = strlen(family->name);
		}
		else
		{
			char	   *given = option_text(&value, family->column, text);

			core_buf_init(&canonical);
			if (!family_set(&family->options, text, strlen(text), given,
							strlen(given), &name, &canonical, &quoted, &err))
				raise_family_error(&err, family->column);
			core_buf_add_byte(&canonical, '\0');
			appendStringInfo(&shell, quoted ? ", %s => '%s'" : ", %s => %s",
							 name, (char *) canonical.data);
			if (quoted)
			{
				out.type = jbvString;
				out.val.string.val = (char *) canonical.data;
				out.val.string.len = canonical.len - 1;
			}
			else if (canonical.data[0] == 't' || canonical.data[0] == 'f')
			{
				out.type = jbvBool;
				out.val.boolean = canonical.data[0] == 't';
			}
			else
			{
				out.type = jbvNumeric;
				out.val.numeric = DatumGetNumeric(
					DirectFunctionCall1(int8_numeric,
										Int64GetDatum(
											strtoll((char *) canonical.data,
													NULL, 10))));
			}
		}
		key.type = jbvString;
		key.val.string.val = pstrdup(name);
		key.val.string.len = strlen(name);
		pushJsonbValue(&state, WJB_KEY, &key);
		pushJsonbValue(&state, WJB_VALUE, &out);
	}
	result = pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	if (!family_check(&family->options, &err))
		raise_family_error(&err, family->column);
	family->given = JsonbValueToJsonb(result);
	family->shell = shell.data;
}

static void
read_families(Definition *def, Jsonb *families)
{
	JsonbIterator *it;
	JsonbValue	value;
	JsonbIteratorToken token;

	if (!JB_ROOT_IS_OBJECT(families))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"families\" must be a JSON object"),
				 errhint("Write families like {\"d\": {\"VERSIONS\": 3}}.")));
	it = JsonbIteratorInit(&families->root);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		char	   *column;
		DefinedFamily *family;

		if (token != WJB_KEY)
			continue;
		column = pnstrdup(value.val.string.val, value.val.string.len);
		family = family_of_column(def, column);
		JsonbIteratorNext(&it, &value, true);
		if (value.type != jbvBinary ||
			!JsonContainerIsObject(value.val.binary.data))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("options of family \"%s\" must be a JSON object",
							column),
					 errhint("Write families like {\"d\": {\"VERSIONS\": 3}}.")));
		read_options(family, value.val.binary.data);
	}
}

static int
compare_families(const void *a, const void *b)
{
	const DefinedFamily *x = a;
	const DefinedFamily *y = b;

	return bytes_compare(x->bytes, x->len, y->bytes, y->len);
}

/*
 * Check the names and convert them to UTF-8; order the families by bytes; make
 * the shell's attributes.
 */
static void
finish_families(Definition *def)
{
	for (int i = 0; i < def->nfamilies; i++)
	{
		DefinedFamily *family = &def->families[i];
		int			len = strlen(family->name);
		CoreBuf		literal;
		CoreError	err;

		family->bytes = (const uint8_t *) utf8_text_from_server(family->name,
																&len);
		family->len = len;
		if (!cell_check_family(family->bytes, family->len, &err))
		{
			if (family->given == NULL)
				core_error_hint(&err,
								"Rename the column, or give the name of the family in hbase.define: families => '{\"%.60s\": {\"NAME\": \"d\"}}'.",
								family->column);
			raise_family_error(&err, family->column);
		}
		core_buf_init(&literal);
		shell_write_literal(family->bytes, family->len, &literal);
		family->shell = psprintf("NAME => %.*s%s", (int) literal.len,
								 (char *) literal.data,
								 family->shell != NULL ? family->shell : "");
	}
	qsort(def->families, def->nfamilies, sizeof(DefinedFamily),
		  compare_families);
	for (int i = 1; i < def->nfamilies; i++)
		if (compare_families(&def->families[i - 1], &def->families[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("columns \"%s\" and \"%s\" are both family \"%s\"",
							def->families[i - 1].column,
							def->families[i].column, def->families[i].name)));
}

DefinedFamily *
definition_family(Definition *def, const uint8_t *name, size_t len)
{
	StringInfoData names;
	Suggestion	near;

	for (int i = 0; i < def->nfamilies; i++)
		if (bytes_compare(def->families[i].bytes, def->families[i].len, name,
						  len) == 0)
			return &def->families[i];
	initStringInfo(&names);
	suggest_init(&near, (const char *) name, len);
	for (int i = 0; i < def->nfamilies; i++)
	{
		appendStringInfo(&names, "%s\"%s\"", i > 0 ? ", " : "",
						 def->families[i].name);
		suggest_offer(&near, def->families[i].name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("%s has no column family \"%.*s\"",
					definition_relation_name(def->relid), (int) len,
					(const char *) name),
			 errdetail("Its families are %s.", names.data),
			 near.best == NULL ? 0 :
								 errhint("Did you mean \"%s\"?", near.best)));
	return NULL;
}

WideFamily
definition_wide_family(const DefinedFamily *family, int64 now)
{
	const Family *options = &family->options;
	WideFamily	wide;

	wide.versions = options->versions;
	wide.min_versions = options->min_versions;
	wide.keep_deleted = strcmp(options->keep_deleted_cells, "TRUE") == 0 ?
		WIDEROW_KEEP_TRUE :
		strcmp(options->keep_deleted_cells, "TTL") == 0 ? WIDEROW_KEEP_TTL :
														  WIDEROW_KEEP_FALSE;
	wide.new_version_behavior = options->new_version_behavior;
	wide.oldest = options->ttl == FAMILY_FOREVER ? WIDEROW_NO_EXPIRY :
		now - (int64) options->ttl * 1000;
	return wide;
}

/* ---- whole definitions -------------------------------------------------- */

/* The elements of an array of a varlena type; NULL elements are errors. */
static struct varlena **
array_varlenas(ArrayType *array, Oid type, const char *what, int *n)
{
	Datum	   *datums;
	bool	   *nulls;
	struct varlena **out;

	*n = 0;
	if (array == NULL)
		return NULL;
	deconstruct_array(array, type, -1, false, TYPALIGN_INT, &datums, &nulls,
					  n);
	out = palloc(sizeof(struct varlena *) * (*n + 1));
	for (int i = 0; i < *n; i++)
	{
		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s must not contain NULL", what)));
		out[i] = PG_DETOAST_DATUM_PACKED(datums[i]);
	}
	return out;
}

struct varlena **
definition_splits(ArrayType *array, int *n)
{
	struct varlena **splits =
		array_varlenas(array, extension_objects()->rowkey, "split points", n);

	for (int i = 0; i < *n; i++)
	{
		struct varlena *split = splits[i];
		struct varlena *before = i > 0 ? splits[i - 1] : NULL;

		if (VARSIZE_ANY_EXHDR(split) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("split point %d is empty", i + 1),
					 errdetail("The first region always starts with the empty key.")));
		if (before != NULL &&
			bytes_compare(VARDATA_ANY(before), VARSIZE_ANY_EXHDR(before),
						  VARDATA_ANY(split), VARSIZE_ANY_EXHDR(split)) >= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("split point %d is not above the one before it",
							i + 1),
					 errhint("List split points in ascending byte order, each once.")));
	}
	return splits;
}

/* With split points, the number of regions is one more. */
static void
check_regions(const Definition *def)
{
	if (def->regions < 0 ||
		(def->nsplits == 0 && def->regions > SPLITS_MAX_REGIONS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a table cannot have %d regions", def->regions)));
	if (def->nsplits > 0 && def->regions != 0 &&
		def->regions != def->nsplits + 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%d split points make %d regions, not %d",
						def->nsplits, def->nsplits + 1, def->regions)));
}

/*
 * If there is a region for each salt or bucket, split at the salts or buckets.
 */
static void
split_at_salts(Definition *def)
{
	Layout	   *layout;
	SplitPoints points;
	Datum	   *datums;

	if (def->nsplits > 0 || def->regions <= 1 || def->nlayouts == 0)
		return;
	layout = layout_compile((RowKeyLayout *) def->layouts[0]);
	if (layout_salts(layout) != def->regions ||
		!split_plan_buckets(layout, &points))
		return;
	def->nsplits = points.count;
	def->splits = palloc(sizeof(struct varlena *) * points.count);
	datums = palloc(sizeof(Datum) * points.count);
	for (int i = 0; i < points.count; i++)
	{
		datums[i] = PointerGetDatum(
			rowkey_from_bytes(points.bytes.data + points.starts[i],
							  points.starts[i + 1] - points.starts[i]));
		def->splits[i] = (struct varlena *) DatumGetPointer(datums[i]);
	}
	splits_free(&points);
	def->split_array = construct_array(datums, def->nsplits,
									   extension_objects()->rowkey, -1, false,
									   TYPALIGN_INT);
}

static Definition *
new_definition(Relation rel)
{
	int			natts = RelationGetDescr(rel)->natts;
	Definition *def = palloc0(sizeof(Definition));

	def->relid = RelationGetRelid(rel);
	def->relkind = rel->rd_rel->relkind;
	def->families = palloc0(sizeof(DefinedFamily) * (natts + 1));
	def->ignored = palloc0(sizeof(AttrNumber) * (natts + 1));
	return def;
}

/*
 * Open and lock the relation, then read its stored definition: a session that
 * changes both holds a lock until both are visible.
 */
static Relation
open_shape(Oid relid)
{
	Relation	rel = try_relation_open(relid, AccessShareLock);

	definition_check_kind(relid, false);	/* its error covers a dropped
											 * relation too */
	Assert(rel != NULL);
	return rel;
}

/* True for a table without keys and cells. */
static bool
is_plain_table(Relation rel, const Definition *def)
{
	return !AttributeNumberIsValid(def->key) && def->nfamilies == 0 &&
		RelationGetDescr(rel)->natts > 0 &&
		(rel->rd_rel->relkind == RELKIND_RELATION ||
		 rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE);
}

static Definition *
make_definition(Relation rel, const StoredDefinition *stored,
				ArrayType *ignore, bool keys_only)
{
	Oid			relid = RelationGetRelid(rel);
	Definition *def = new_definition(rel);
	char	   *wrong;
	CoreError	err;

	check_ignored(rel, ignore);
	wrong = read_shape(rel, stored->ignore, ignore, keys_only, def);
	if (wrong != NULL)
		ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("%s is not HBase-shaped", definition_relation_name(relid)),
			 errdetail("%s", wrong),
			 is_plain_table(rel, def) ?
			 errhint("Map its rows to keys and cells with a view: hbase.from_table(%s) writes one.",
					 quote_literal_cstr(definition_relation_name(relid))) :
			 errhint("It has a column \"key\" of type rowkey, and every other column is a column family of type widerow; columns to leave out are named in \"ignore\".")));
	def->defined = stored->found;
	if (stored->families != NULL)
		read_families(def, stored->families);
	finish_families(def);

	def->table_name = stored->table_name != NULL ? stored->table_name :
		pstrdup(RelationGetRelationName(rel));
	if (stored->table_name != NULL &&
		!family_check_table_name(def->table_name, strlen(def->table_name),
								 &err))
		core_error_raise(&err);
	def->layout_array = stored->layouts;
	def->layouts = array_varlenas(stored->layouts, extension_objects()->layout,
								  "layouts", &def->nlayouts);
	def->split_array = stored->splits;
	def->splits = definition_splits(stored->splits, &def->nsplits);
	def->regions = stored->regions;
	check_regions(def);
	if (def->nsplits > 0)
		def->regions = def->nsplits + 1;
	split_at_salts(def);
	return def;
}

/* The column with the rows' time, as a name[] of columns to ignore. */
static ArrayType *
ignore_time(Oid relid, const char *at)
{
	Datum		name = DirectFunctionCall1(namein, CStringGetDatum(at));

	if (!AttributeNumberIsValid(get_attnum(relid, at)))
	{
		Suggestion	near;
		char		sentence[SUGGEST_SIZE];
		char	   *columns =
			list_columns(relation_open(relid, AccessShareLock), at, &near);

		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of %s in \"at\" does not exist",
						at, definition_relation_name(relid)),
				 errdetail("Its columns are %s.", columns),
				 errhint("%sIn \"at\", give a column of the relation.",
						 suggest_sentence(&near, sentence))));
	}
	return construct_array(&name, 1, NAMEOID, NAMEDATALEN, false,
						   TYPALIGN_CHAR);
}

static Definition *
read_definition(Oid relid, const char *at, bool keys_only)
{
	StoredDefinition stored;
	Relation	rel = open_shape(relid);
	Definition *def;

	read_stored(relid, &stored);
	def = make_definition(rel, &stored,
						  at != NULL ? ignore_time(relid, at) : NULL,
						  keys_only);
	relation_close(rel, NoLock);
	return def;
}

/* The column of times at argument n; NULL: none. */
static const char *
at_arg(FunctionCallInfo fcinfo, int n)
{
	return PG_ARGISNULL(n) ? NULL : NameStr(*PG_GETARG_NAME(n));
}

Definition *
definition_read(Oid relid, const char *at)
{
	return read_definition(relid, at, false);
}

Definition *
definition_arg(FunctionCallInfo fcinfo, int n)
{
	return read_definition(PG_GETARG_OID(0), at_arg(fcinfo, n), false);
}

Definition *
definition_keys_arg(FunctionCallInfo fcinfo, int n)
{
	return read_definition(PG_GETARG_OID(0), at_arg(fcinfo, n), true);
}

Definition *
definition_try(Oid relid, char *table_name, ArrayType *layouts,
			   Jsonb *families, int regions, ArrayType *splits,
			   ArrayType *ignore)
{
	StoredDefinition stored = {true, table_name, layouts, families, regions,
							   splits, NULL};
	Relation	rel = open_shape(relid);
	Definition *def = make_definition(rel, &stored, ignore, false);

	relation_close(rel, NoLock);
	return def;
}

char *
definition_shape_problem(Oid relid)
{
	StoredDefinition stored;
	Relation	rel = open_shape(relid);
	char	   *wrong;

	read_stored(relid, &stored);
	wrong = read_shape(rel, stored.ignore, NULL, false, new_definition(rel));
	relation_close(rel, NoLock);
	return wrong;
}

struct varlena *
definition_layout(Oid relid, int n)
{
	return definition_get_layout(definition_read(relid, NULL), n);
}

struct varlena *
definition_get_layout(const Definition *def, int n)
{
	if (def->nlayouts == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("no layout is defined for %s",
						definition_relation_name(def->relid)),
				 errhint("Declare it with hbase.define(relation, layouts => ARRAY['...']::rowkey_layout[]).")));
	if (n < 1 || n > def->nlayouts)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("layout %d of %s does not exist", n,
						definition_relation_name(def->relid)),
				 errdetail("It has %d.", def->nlayouts)));
	return def->layouts[n - 1];
}
