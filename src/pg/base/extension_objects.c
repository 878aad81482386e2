/*
 * extension_objects.c
 *		The extension's own schemas, types, functions and tables, in any
 *		schema.
 */
#include "pg/base/compat.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_proc.h"
#include "commands/extension.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "pg/base/extension_objects.h"

static ExtensionObjects own;
static bool own_valid = false;
static uint32 own_type_hash;

/*
 * Callback for invalidated types (DROP EXTENSION removes them) and schemas
 * (which may be renamed): forget what was looked up.
 */
static void
forget_objects(Datum arg, int cacheid, uint32 hashvalue)
{
	if (cacheid == NAMESPACEOID || hashvalue == 0 ||
		hashvalue == own_type_hash)
		own_valid = false;
}

/* The schema of the extension's objects. */
static Oid
extension_schema(Oid extension)
{
	Relation	rel = table_open(ExtensionRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Oid			schema = InvalidOid;

	ScanKeyInit(&key, Anum_pg_extension_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(extension));
	scan = systable_beginscan(rel, ExtensionOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		schema = ((Form_pg_extension) GETSTRUCT(tuple))->extnamespace;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return schema;
}

static Oid
extension_type(const char *name, Oid schema)
{
	Oid			type = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
									   CStringGetDatum(name),
									   ObjectIdGetDatum(schema));

	if (!OidIsValid(type))
		elog(ERROR, "type %s of extension hbase_schema is missing", name);
	return type;
}

/* A schema whose name the extension's SQL contains. */
static Oid
extension_named_schema(const char *name)
{
	Oid			schema = get_namespace_oid(name, true);

	if (!OidIsValid(schema))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("schema \"%s\" does not exist", name),
				 errhint("The extension requires this name: ALTER SCHEMA ... RENAME TO %s.",
						 name)));
	return schema;
}

const ExtensionObjects *
extension_objects(void)
{
	static bool registered = false;

	if (own_valid)
		return &own;
	if (!registered)
	{
		CacheRegisterSyscacheCallback(TYPEOID, forget_objects, (Datum) 0);
		CacheRegisterSyscacheCallback(NAMESPACEOID, forget_objects, (Datum) 0);
		registered = true;
	}
	own.schema = extension_schema(get_extension_oid("hbase_schema", false));
	extension_named_schema("hbase");
	own.internal = extension_named_schema("hbase_internal");
	own.rowkey = extension_type("rowkey", own.schema);
	own.widerow = extension_type("widerow", own.schema);
	own.layout = extension_type("rowkey_layout", own.schema);
	own.encoding = extension_type("hbase_encoding", own.schema);
	own.outcome = extension_type("outcome", own.internal);
	own.rowkey_array = get_array_type(own.rowkey);
	own.layout_array = get_array_type(own.layout);
	strlcpy(own.types, quote_identifier(get_namespace_name(own.schema)),
			sizeof(own.types));
	own_type_hash = GetSysCacheHashValue1(TYPEOID,
										  ObjectIdGetDatum(own.rowkey));
	own_valid = true;
	return &own;
}

Oid
extension_function(const char *name, int nargs, const Oid *types)
{
	Oid			function =
		GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
						CStringGetDatum(name),
						PointerGetDatum(buildoidvector(types, nargs)),
						ObjectIdGetDatum(extension_objects()->internal));

	if (!OidIsValid(function))
		elog(ERROR,
			 "function hbase_internal.%s of extension hbase_schema is missing",
			 name);
	return function;
}

Oid
extension_table(const char *name)
{
	Oid			relid = get_relname_relid(name, extension_objects()->internal);

	if (!OidIsValid(relid))
		elog(ERROR,
			 "table hbase_internal.%s of extension hbase_schema is missing",
			 name);
	return relid;
}

ExtensionUser
extension_become_owner(void)
{
	ExtensionUser before;
	HeapTuple	tuple = SearchSysCache1(RELOID,
										ObjectIdGetDatum(
											extension_table("definition")));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR,
			 "table hbase_internal.definition of extension hbase_schema is missing");
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	GetUserIdAndSecContext(&before.user, &before.context);
	SetUserIdAndSecContext(owner,
						   before.context | SECURITY_LOCAL_USERID_CHANGE |
							   SECURITY_RESTRICTED_OPERATION);
	return before;
}

void
extension_become_user(ExtensionUser before)
{
	SetUserIdAndSecContext(before.user, before.context);
}

bool
extension_is_type(Oid type, const char *name)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	bool		named;

	if (!HeapTupleIsValid(tuple))
		return false;
	named = strcmp(NameStr(((Form_pg_type) GETSTRUCT(tuple))->typname),
				   name) == 0;
	ReleaseSysCache(tuple);
	return named &&
		getExtensionOfObject(TypeRelationId, type) ==
		get_extension_oid("hbase_schema", true);
}
