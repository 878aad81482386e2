/*
 * uid.c
 *		The id dictionary: numbers of fixed width for names, as OpenTSDB
 *		assigns UIDs to metrics and tags.
 *
 * A kind's row holds the last id assigned. A session that assigns one locks
 * that row until the end of the transaction, so that ids have no gaps and no
 * name gets two. Looking up an existing name takes no lock. Compared with
 * UniqueId.getOrCreateId of OpenTSDB 2.4.
 */
#include "pg/base/compat.h"

#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/syscache.h"

#include "pg/base/extension_objects.h"

PG_FUNCTION_INFO_V1(hbase_uid);
PG_FUNCTION_INFO_V1(hbase_uid_find);
PG_FUNCTION_INFO_V1(hbase_uid_name);

/* Default width of an id in bytes. */
#define DEFAULT_WIDTH	8

typedef enum UidPlan
{
	UID_FIND,
	UID_NAME,
	UID_KIND,
	UID_NEW_KIND,
	UID_NEXT,
	UID_ENTER,
	UID_NPLANS
} UidPlan;

static const struct
{
	const char *sql;
	int			nargs;
	Oid			types[3];
} statements[UID_NPLANS] = {
	{"SELECT id FROM hbase.uid_name WHERE kind OPERATOR(pg_catalog.=) $1 AND name OPERATOR(pg_catalog.=) $2",
	 2,
	 {TEXTOID, TEXTOID}},
	{"SELECT name FROM hbase.uid_name WHERE kind OPERATOR(pg_catalog.=) $1 AND id OPERATOR(pg_catalog.=) $2",
	 2,
	 {TEXTOID, INT8OID}},
	{"SELECT width, last, owner FROM hbase.uid_kind WHERE kind OPERATOR(pg_catalog.=) $1",
	 1,
	 {TEXTOID}},
	{"INSERT INTO hbase.uid_kind (kind, width, last, owner) VALUES ($1, $2, 0, $3) ON CONFLICT DO NOTHING",
	 3,
	 {TEXTOID, INT4OID, NAMEOID}},
	{"UPDATE hbase.uid_kind SET last = last OPERATOR(pg_catalog.+) 1"
	 " WHERE kind OPERATOR(pg_catalog.=) $1 RETURNING last, width",
	 1,
	 {TEXTOID}},
	{"INSERT INTO hbase.uid_name (kind, name, id) VALUES ($1, $2, $3)",
	 3,
	 {TEXTOID, TEXTOID, INT8OID}},
};

/* Run a statement; its plan is kept for the session. */
static int
run(UidPlan plan, Datum *values, bool read_only)
{
	static SPIPlanPtr plans[UID_NPLANS];
	int			rc;

	if (plans[plan] == NULL)
	{
		SPIPlanPtr	made = SPI_prepare(statements[plan].sql,
									   statements[plan].nargs,
									   (Oid *) statements[plan].types);

		if (made == NULL || SPI_keepplan(made) != 0)
			elog(ERROR, "could not prepare \"%s\": %s", statements[plan].sql,
				 SPI_result_code_string(SPI_result));
		plans[plan] = made;
	}
	rc = SPI_execute_plan(plans[plan], values, NULL, read_only, 0);
	if (rc < 0)
		elog(ERROR, "could not use the id dictionary: %s",
			 SPI_result_code_string(rc));
	return (int) SPI_processed;
}

/* Column n of the row found. */
static Datum
result(int n)
{
	bool		isnull;

	return SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, n,
						 &isnull);
}

/* The largest id of this width. */
static int64
largest(int width)
{
	return width >= 8 ? PG_INT64_MAX : ((int64) 1 << (8 * width)) - 1;
}

static bool
find(Datum kind, Datum name, bool read_only, int64 *id)
{
	Datum		values[] = {kind, name};

	if (run(UID_FIND, values, read_only) == 0)
		return false;
	*id = DatumGetInt64(result(1));
	return true;
}

/*
 * The creator of a kind assigns its ids, and so do roles with the creator's
 * rights.
 */
static void
check_kind_owner(Oid user, const char *kind, const char *owner)
{
	Oid			role = get_role_oid(owner, true);

	if (superuser_arg(user) ||
		(OidIsValid(role) && has_privs_of_role(user, role)) ||
		has_privs_of_role(user, ROLE_PG_DATABASE_OWNER))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("ids of kind \"%s\" can be assigned only by role \"%s\"",
					kind, owner),
			 errhint("Use hbase.uid_find() to find existing ids.")));
}

/* Create the kind if it is new, and check it against the arguments. */
static void
check_kind(Oid user, Datum kind, bool width_given, int width)
{
	char	   *name = TextDatumGetCString(kind);
	NameData	owner;

	if (run(UID_KIND, &kind, false) == 0)
	{
		Datum		values[] = {kind, Int32GetDatum(width),
								NameGetDatum(&owner)};

		namestrcpy(&owner, GetUserNameFromId(user, false));
		run(UID_NEW_KIND, values, false);
		if (run(UID_KIND, &kind, false) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("could not see kind \"%s\", made by a concurrent transaction",
							name),
					 errhint("The transaction might succeed if retried.")));
	}
	if (width_given && DatumGetInt32(result(1)) != width)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("ids of kind \"%s\" have width %d, not %d", name,
						DatumGetInt32(result(1)), width),
				 errdetail("The first id of a kind determines the width.")));
	check_kind_owner(user, name, NameStr(*DatumGetName(result(3))));
}

/* Assign the next id of a kind; its row stays locked. */
static int64
allocate(Datum kind, Datum name)
{
	int64		id;
	int			width;
	Datum		values[3];

	if (run(UID_NEXT, &kind, false) == 0)
		elog(ERROR, "kind \"%s\" of ids is missing",
			 TextDatumGetCString(kind));
	id = DatumGetInt64(result(1));
	width = DatumGetInt32(result(2));

	/* the session that held the lock may have inserted this name */
	{
		int64		there;

		if (find(kind, name, false, &there))
		{
			/* return the number: no other session has seen it */
			SPI_execute_with_args("UPDATE hbase.uid_kind SET last = last OPERATOR(pg_catalog.-) 1"
								  " WHERE kind OPERATOR(pg_catalog.=) $1",
								  1, (Oid[]) {TEXTOID}, &kind, NULL, false, 0);
			return there;
		}
	}
	if (id > largest(width))
		ereport(ERROR,
				(errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
				 errmsg("ids of kind \"%s\" are used up",
						TextDatumGetCString(kind)),
				 errdetail("Ids of width %d go up to " INT64_FORMAT ".", width,
						   largest(width)),
				 errhint("Ids are parts of keys and keep their width. Use a new kind with a greater width, and compose the keys again.")));
	values[0] = kind;
	values[1] = name;
	values[2] = Int64GetDatum(id);
	run(UID_ENTER, values, false);
	return id;
}

/* hbase.uid(kind, name [, width]) */
Datum
hbase_uid(PG_FUNCTION_ARGS)
{
	Datum		kind,
				name;
	bool		width_given = PG_NARGS() > 2 && !PG_ARGISNULL(2);
	int			width = width_given ? PG_GETARG_INT32(2) : DEFAULT_WIDTH;
	Oid			user = GetUserId();
	ExtensionUser before;
	int64		id;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	kind = PG_GETARG_DATUM(0);
	name = PG_GETARG_DATUM(1);
	if (width < 1 || width > 8)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("id width %d is out of range", width),
				 errhint("The width is 1 to 8 bytes.")));
	before = extension_become_owner();
	SPI_connect();
	if (!find(kind, name, false, &id))
	{
		check_kind(user, kind, width_given, width);
		id = allocate(kind, name);
	}
	SPI_finish();
	extension_become_user(before);
	PG_RETURN_INT64(id);
}

/* hbase.uid_find(kind, name): the id; NULL if the name has none. */
Datum
hbase_uid_find(PG_FUNCTION_ARGS)
{
	int64		id;
	bool		found;

	SPI_connect();
	found = find(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), true, &id);
	SPI_finish();
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_INT64(id);
}

/* hbase.uid_name(kind, id): the name; NULL if the id is not assigned. */
Datum
hbase_uid_name(PG_FUNCTION_ARGS)
{
	Datum		values[] = {PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)};
	Datum		name = (Datum) 0;
	bool		found;

	SPI_connect();
	found = run(UID_NAME, values, true) > 0;
	if (found)
		name = SPI_datumTransfer(result(1), false, -1);
	SPI_finish();
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(name);
}
