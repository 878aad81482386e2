/*
 * define.c
 *		hbase.define() and functions that return definitions.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"

#include "core/layout/layout.h"
#include "core/layout/layout_decompose.h"
#include "core/layout/record_types.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/set_result.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_is_shaped);
PG_FUNCTION_INFO_V1(hbase_define);
PG_FUNCTION_INFO_V1(hbase_forget);
PG_FUNCTION_INFO_V1(hbase_forget_dropped);
PG_FUNCTION_INFO_V1(hbase_definition_of);
PG_FUNCTION_INFO_V1(hbase_families);
PG_FUNCTION_INFO_V1(hbase_layout);
PG_FUNCTION_INFO_V1(hbase_stored_by);

/* hbase_internal.is_shaped(relation) */
Datum
hbase_is_shaped(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(definition_shape_problem(PG_GETARG_OID(0)) == NULL);
}

/* ---- checks of hbase.define() ----------------------------------------- */

/* The layouts of a definition, compiled. */
static Layout **
compile_layouts(const Definition *def)
{
	Layout	  **layouts = palloc(sizeof(Layout *) * (def->nlayouts + 1));

	for (int i = 0; i < def->nlayouts; i++)
		layouts[i] = layout_compile((RowKeyLayout *) def->layouts[i]);
	return layouts;
}

/*
 * Keys of different record types must be distinguishable, and a parent should
 * sort before its children.
 */
static void
check_layouts(const Definition *def, Layout **layouts)
{
	CoreError	err;

	if (!layout_check_record_types((const Layout *const *) layouts,
								   def->nlayouts, &err))
		core_error_raise(&err);
	for (int i = 0; i < def->nlayouts; i++)
		for (int k = 0; k < i; k++)
		{
			if (!layout_disjoint(layouts[k], layouts[i]))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("keys of layouts %d and %d cannot be distinguished",
								k + 1, i + 1),
						 errdetail("A key can match both layouts."),
						 errhint("Give each record type its own literal at the same position, for example $$customer bigint, '1'$$ and $$customer bigint, '2', ord bigint$$.")));
			if (layout_parent_order(layouts[k], layouts[i]) > 0 ||
				layout_parent_order(layouts[i], layouts[k]) > 0)
				ereport(WARNING,
						(errcode(ERRCODE_WARNING),
						 errmsg("layouts %d and %d: rows of the child sort before rows of their parent",
								k + 1, i + 1),
						 errhint("Give the parent the smallest literal of its group, so that one scan reads a parent and then its children.")));
		}
}

/*
 * True if a key conforms to one of the layouts; else the reason for the first
 * one.
 */
static bool
key_conforms(Layout **layouts, int n, const struct varlena *key,
			 CoreError *why)
{
	for (int i = 0; i < n; i++)
	{
		CoreError	err;

		if (layout_verify(layouts[i], (const uint8_t *) VARDATA_ANY(key),
						  VARSIZE_ANY_EXHDR(key), &err))
			return true;
		if (i == 0)
			*why = err;
	}
	return false;
}

/* Check some keys, with the caller's privileges. */
static void
check_sample(const Definition *def, Layout **layouts, int sample)
{
	char	   *relation = definition_relation_name(def->relid);

	if (def->nlayouts == 0 || sample <= 0)
		return;
	SPI_connect();
	if (SPI_execute(
			psprintf("SELECT key FROM %s WHERE key IS NOT NULL LIMIT %d",
					 relation, sample),
			true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read keys of %s", relation);
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		bool		isnull;
		Datum		datum = SPI_getbinval(SPI_tuptable->vals[i],
										  SPI_tuptable->tupdesc, 1, &isnull);
		struct varlena *key = PG_DETOAST_DATUM_PACKED(datum);
		CoreError	why;
		char		quoted[CELL_QUOTE_SIZE];

		if (key_conforms(layouts, def->nlayouts, key, &why))
			continue;
		ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("key %s of %s has %s",
					cell_quote((const uint8_t *) VARDATA_ANY(key),
							   VARSIZE_ANY_EXHDR(key), quoted, sizeof(quoted)),
					relation,
					def->nlayouts == 1 ? "not this layout" :
										 "none of these layouts"),
			 errdetail("%s%s.",
					   def->nlayouts == 1 ? "" : "The first layout: ",
					   core_error_message(why.message)),
			 errhint("Use the layout that the keys are composed with.")));
	}
	SPI_finish();
}

/* ---- hbase.define() --------------------------------------------------- */

/* The families as given, each in its canonical form. */
static Jsonb *
canonical_families(const Definition *def)
{
	JsonbParseState *state = NULL;
	JsonbValue *result;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	for (int i = 0; i < def->nfamilies; i++)
	{
		const DefinedFamily *family = &def->families[i];
		JsonbValue	value;

		if (family->given == NULL)
			continue;
		value.type = jbvString;
		value.val.string.val = (char *) family->column;
		value.val.string.len = strlen(family->column);
		pushJsonbValue(&state, WJB_KEY, &value);
		value.type = jbvBinary;
		value.val.binary.data = &family->given->root;
		value.val.binary.len = VARSIZE(family->given) - VARHDRSZ;
		pushJsonbValue(&state, WJB_VALUE, &value);
	}
	result = pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	return JsonbValueToJsonb(result);
}

/*
 * SQL condition: rows of a configuration table may be deleted because their
 * relation, of this schema and name, does not exist. With $2, only if the
 * whole schema does not exist.
 */
#define IS_STALE(schema, name) \
	"NOT EXISTS (SELECT FROM pg_catalog.pg_class c" \
	" JOIN pg_catalog.pg_namespace n" \
	" ON n.oid OPERATOR(pg_catalog.=) c.relnamespace" \
	" WHERE n.nspname OPERATOR(pg_catalog.=) d." schema \
	" AND c.relname OPERATOR(pg_catalog.=) d." name ")" \
	" AND (NOT $2 OR d." schema " OPERATOR(pg_catalog.~~) 'pg\\_temp%'" \
	" OR NOT EXISTS (SELECT FROM pg_catalog.pg_namespace n" \
	" WHERE n.nspname OPERATOR(pg_catalog.=) d." schema "))"

/*
 * SQL condition: the rows belong to user $1; the database's owner may delete
 * all.
 */
#define OWNS \
	"(pg_catalog.pg_has_role($1, 'pg_database_owner', 'USAGE')" \
	" OR EXISTS (SELECT FROM pg_catalog.pg_roles r" \
	" WHERE r.rolname OPERATOR(pg_catalog.=) d.owner" \
	" AND pg_catalog.pg_has_role($1, r.oid, 'USAGE')))"

/* SQL that deletes the rows of relations that do not exist. */
#define SWEEP \
	"WITH gone AS (" \
	"DELETE FROM hbase_internal.definition d" \
	" WHERE " IS_STALE("relation_schema", "relation_name") " AND " OWNS \
	" RETURNING relation_schema, relation_name), columns AS (" \
	"DELETE FROM hbase_internal.column_dictionary d" \
	" WHERE " IS_STALE("relation_schema", "relation_name") " AND " OWNS \
	" RETURNING relation_schema, relation_name), baselines AS (" \
	"DELETE FROM hbase.delta_baseline d" \
	" WHERE " IS_STALE("baseline_schema", "baseline_name") " AND " OWNS ")" \
	" SELECT pg_catalog.format('%I.%I', relation_schema, relation_name)" \
	" FROM (SELECT * FROM gone UNION SELECT * FROM columns) g ORDER BY 1"

/* Run SWEEP; the result, the names, is in SPI. */
static void
sweep(Oid user, bool whole_schemas_only)
{
	Oid			types[] = {OIDOID, BOOLOID};
	Datum		values[] = {ObjectIdGetDatum(user),
							BoolGetDatum(whole_schemas_only)};

	if (SPI_execute_with_args(SWEEP, 2, types, values, NULL, false, 0) !=
		SPI_OK_SELECT)
		elog(ERROR, "could not forget stale definitions");
}

static void
store_definition(const Definition *def, FunctionCallInfo fcinfo)
{
	const ExtensionObjects *own = extension_objects();
	Oid			types[] = {NAMEOID,			  NAMEOID,		TEXTOID,
						   own->layout_array, JSONBOID,		INT4OID,
						   own->rowkey_array, NAMEARRAYOID, NAMEOID};
	Datum		values[9];
	char		nulls[10] = "         ";
	Oid			user = GetUserId();
	NameData	names[3];
	ExtensionUser before;

	definition_names(def->relid, names);
	namestrcpy(&names[2], GetUserNameFromId(user, false));
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
	values[4] = JsonbPGetDatum(canonical_families(def));
	values[8] = NameGetDatum(&names[2]);
	for (int i = 2; i <= 7; i++)
	{
		if (i == 4)
			continue;
		values[i] = PG_GETARG_DATUM(i - 1);
		if (PG_ARGISNULL(i - 1))
			nulls[i] = 'n';
	}

	before = extension_become_owner();
	SPI_connect();
	sweep(user, true);
	if (SPI_execute_with_args(
			"INSERT INTO hbase_internal.definition AS d"
			" (relation_schema, relation_name, table_name, layouts, families, regions, splits, ignore, owner)"
			" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
			" ON CONFLICT (relation_schema, relation_name) DO UPDATE SET table_name = excluded.table_name,"
			" layouts = excluded.layouts, families = excluded.families, regions = excluded.regions,"
			" splits = excluded.splits, ignore = excluded.ignore, owner = excluded.owner",
			9, types, values, nulls, false, 0) != SPI_OK_INSERT)
		elog(ERROR, "could not store the definition");
	SPI_finish();
	extension_become_user(before);
	CacheInvalidateRelcacheByRelid(def->relid);
}

static ArrayType *
array_arg(FunctionCallInfo fcinfo, int n)
{
	return PG_ARGISNULL(n) ? NULL : PG_GETARG_ARRAYTYPE_P(n);
}

/*
 * hbase.define(relation, table_name, layouts, families, regions, splits,
 * ignore, sample)
 */
Datum
hbase_define(PG_FUNCTION_ARGS)
{
	Oid			relid;
	Definition *def;
	Layout	  **layouts;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation must not be NULL")));
	relid = PG_GETARG_OID(0);
	definition_check_owner(relid);
	if (!PG_ARGISNULL(4) && PG_GETARG_INT32(4) < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a table cannot have %d regions",
						PG_GETARG_INT32(4))));
	def = definition_try(relid,
						 PG_ARGISNULL(1) ?
							 NULL :
							 text_to_cstring(PG_GETARG_TEXT_PP(1)),
						 array_arg(fcinfo, 2),
						 PG_ARGISNULL(3) ? NULL : PG_GETARG_JSONB_P(3),
						 PG_ARGISNULL(4) ? 0 : PG_GETARG_INT32(4),
						 array_arg(fcinfo, 5), array_arg(fcinfo, 6));
	layouts = compile_layouts(def);
	check_layouts(def, layouts);
	check_sample(def, layouts, PG_ARGISNULL(7) ? 0 : PG_GETARG_INT32(7));
	store_definition(def, fcinfo);
	PG_RETURN_VOID();
}

/*
 * hbase.forget(relation): delete its definition, column dictionary and
 * baseline entry.
 */
Datum
hbase_forget(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	Oid			types[] = {NAMEOID, NAMEOID};
	Datum		values[2];
	NameData	names[2];
	ExtensionUser before;
	bool		found;

	definition_check_owner(relid);
	definition_names(relid, names);
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
	before = extension_become_owner();
	SPI_connect();
	SPI_execute_with_args("DELETE FROM hbase_internal.definition"
						  " WHERE relation_schema OPERATOR(pg_catalog.=) $1 AND relation_name OPERATOR(pg_catalog.=) $2",
						  2, types, values, NULL, false, 0);
	found = SPI_processed > 0;
	SPI_execute_with_args("DELETE FROM hbase_internal.column_dictionary"
						  " WHERE relation_schema OPERATOR(pg_catalog.=) $1 AND relation_name OPERATOR(pg_catalog.=) $2",
						  2, types, values, NULL, false, 0);
	SPI_execute_with_args("DELETE FROM hbase.delta_baseline"
						  " WHERE baseline_schema OPERATOR(pg_catalog.=) $1 AND baseline_name OPERATOR(pg_catalog.=) $2",
						  2, types, values, NULL, false, 0);
	SPI_finish();
	extension_become_user(before);
	CacheInvalidateRelcacheByRelid(relid);
	PG_RETURN_BOOL(found);
}

/* hbase.forget(): delete the rows of relations that do not exist. */
Datum
hbase_forget_dropped(PG_FUNCTION_ARGS)
{
	Oid			user = GetUserId();
	MemoryContext context = CurrentMemoryContext;
	ExtensionUser before = extension_become_owner();
	Datum	   *names;
	int			n;

	SPI_connect();
	sweep(user, false);
	n = (int) SPI_processed;
	names = MemoryContextAlloc(context, sizeof(Datum) * (n + 1));
	for (int i = 0; i < n; i++)
	{
		bool		isnull;
		Datum		name = SPI_getbinval(SPI_tuptable->vals[i],
										 SPI_tuptable->tupdesc, 1, &isnull);

		names[i] = SPI_datumTransfer(name, false, -1);
	}
	SPI_finish();
	extension_become_user(before);
	PG_RETURN_ARRAYTYPE_P(
		construct_array(names, n, TEXTOID, -1, false, TYPALIGN_INT));
}

/* ---- reading definitions ------------------------------------------------ */

/* The names of columns as name[]. */
static Datum
column_names(Oid relid, int n, const AttrNumber *columns)
{
	Datum	   *datums = palloc(sizeof(Datum) * (n + 1));

	for (int i = 0; i < n; i++)
	{
		Name		name = palloc(NAMEDATALEN);

		namestrcpy(name, get_attname(relid, columns[i], false));
		datums[i] = NameGetDatum(name);
	}
	return PointerGetDatum(construct_array(datums, n, NAMEOID, NAMEDATALEN,
										   false, TYPALIGN_CHAR));
}

/*
 * hbase.definition_of(relation, at), not STRICT: one row, with defaults; at is
 * a column of times beside key and families.
 */
Datum
hbase_definition_of(PG_FUNCTION_ARGS)
{
	Definition *def;
	TupleDesc	desc;
	Datum		values[7];
	bool		nulls[7] = {false};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	def = definition_arg(fcinfo, 1);
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[0] = BoolGetDatum(def->defined);
	values[1] = CStringGetTextDatum(def->table_name);
	values[2] = PointerGetDatum(
		def->layout_array != NULL ?
			def->layout_array :
			construct_empty_array(extension_objects()->layout));
	values[3] = Int32GetDatum(def->regions);
	nulls[3] = def->regions == 0;
	values[4] = PointerGetDatum(def->split_array);
	nulls[4] = def->split_array == NULL;
	values[5] = column_names(def->relid, def->nignored, def->ignored);
	values[6] = JsonbPGetDatum(canonical_families(def));
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* hbase.families(relation): a row for each column family, with defaults. */
Datum
hbase_families(PG_FUNCTION_ARGS)
{
	Definition *def = definition_read(PG_GETARG_OID(0), NULL);
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);

	for (int i = 0; i < def->nfamilies; i++)
	{
		const DefinedFamily *family = &def->families[i];
		const Family *options = &family->options;
		NameData	column;
		Datum		values[12];
		bool		nulls[12] = {false};

		namestrcpy(&column, family->column);
		values[0] = CStringGetTextDatum(family->name);
		values[1] = NameGetDatum(&column);
		values[2] = Int32GetDatum(options->versions);
		values[3] = Int32GetDatum(options->min_versions);
		values[4] = Int32GetDatum(options->ttl);
		nulls[4] = options->ttl == FAMILY_FOREVER;
		values[5] = CStringGetTextDatum(options->keep_deleted_cells);
		values[6] = BoolGetDatum(options->new_version_behavior);
		values[7] = CStringGetTextDatum(options->compression);
		values[8] = CStringGetTextDatum(options->bloomfilter);
		values[9] = CStringGetTextDatum(options->data_block_encoding);
		values[10] = Int32GetDatum(options->blocksize);
		values[11] = CStringGetTextDatum(family->shell);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 nulls);
	}
	return (Datum) 0;
}

/* hbase.layout(relation [, number]) */
Datum
hbase_layout(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(definition_layout(PG_GETARG_OID(0), PG_GETARG_INT32(1)));
}

/*
 * hbase_internal.stored_by(relation, owner): definition_check_stored_by() for
 * SQL.
 */
Datum
hbase_stored_by(PG_FUNCTION_ARGS)
{
	definition_check_stored_by(PG_GETARG_OID(0), PG_GETARG_NAME(1));
	PG_RETURN_BOOL(true);
}
