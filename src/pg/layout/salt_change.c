/*
 * salt_change.c
 *		Change the number of salts: the rows that move, and their new keys.
 */
#include "pg/base/compat.h"

#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "hbase_schema.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/layout/rowkey_layout.h"

PG_FUNCTION_INFO_V1(rowkey_resalt);
PG_FUNCTION_INFO_V1(hbase_key_salt);
PG_FUNCTION_INFO_V1(hbase_salt_prefix);

/* A layout compiled for a call site, kept until another one is given. */
typedef struct KnownLayout
{
	RowKeyLayout *stored;
	Layout	   *layout;
} KnownLayout;

/* Layout argument n, compiled; slot is its index in the state of the call. */
static const Layout *
layout_arg(FunctionCallInfo fcinfo, int n, int slot)
{
	RowKeyLayout *given = PG_GETARG_LAYOUT_PP(n);
	KnownLayout *known = fcinfo->flinfo->fn_extra;
	MemoryContext old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);

	if (known == NULL)
		known = fcinfo->flinfo->fn_extra = palloc0(sizeof(KnownLayout) * 2);
	known += slot;
	if (known->stored == NULL ||
		VARSIZE_ANY(known->stored) != VARSIZE_ANY(given) ||
		memcmp(known->stored, given, VARSIZE_ANY(given)) != 0)
	{
		if (known->stored != NULL)
		{
			pfree(known->stored);
			pfree(known->layout);
			known->stored = NULL;
		}
		known->layout = layout_compile(given);
		known->stored = palloc(VARSIZE_ANY(given));
		memcpy(known->stored, given, VARSIZE_ANY(given));
	}
	MemoryContextSwitchTo(old);
	return known->layout;
}

static bool
is_salted(const Layout *layout)
{
	return layout->components[0].kind == LAYOUT_SALT;
}

static void
check_salted(const Layout *layout)
{
	if (!is_salted(layout))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the layout must begin with a salt")));
}

/*
 * rowkey_resalt(key, before, after): the key of the same row by the other
 * layout.
 */
Datum
rowkey_resalt(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	const Layout *before = layout_arg(fcinfo, 1, 0);
	const Layout *after = layout_arg(fcinfo, 2, 1);
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(key);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	size_t		salt = is_salted(after) ? after->components[0].width : 0;
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	RowKey	   *result;
	uint8_t    *out;
	uint32_t	bucket;
	CoreError	err;

	if (!layout_split(before, p, n, parts, &err))
		core_error_raise(&err);
	if (is_salted(before))
	{
		p += before->components[0].width;
		n -= before->components[0].width;
	}
	result = rowkey_new(salt + n);
	out = (uint8_t *) VARDATA(result);
	memcpy(out + salt, p, n);
	if (salt > 0)
	{
		layout_write_salt(&after->components[0], 0, out);
		if (!layout_split(after, out, salt + n, parts, &err) ||
			!layout_right_salt(after, out, salt + n, parts, &bucket, &err))
			core_error_raise(&err);
		layout_write_salt(&after->components[0], bucket, out);
	}
	PG_RETURN_POINTER(result);
}

/* hbase_internal.key_salt(layout, key): the salt in a key. */
Datum
hbase_key_salt(PG_FUNCTION_ARGS)
{
	const Layout *layout = layout_arg(fcinfo, 0, 0);
	RowKey	   *key = PG_GETARG_ROWKEY_PP(1);
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(key);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	uint32_t	bucket;
	CoreError	err;

	check_salted(layout);
	if (!layout_split(layout, p, n, parts, &err) ||
		!layout_read_bucket(layout, 0, p, parts, &bucket, &err))
		core_error_raise(&err);
	PG_RETURN_INT32((int32) bucket);
}

/*
 * hbase_internal.salt_prefix(layout, salt): the first bytes of the keys with a
 * salt.
 */
Datum
hbase_salt_prefix(PG_FUNCTION_ARGS)
{
	const Layout *layout = layout_arg(fcinfo, 0, 0);
	int32		salt = PG_GETARG_INT32(1);
	RowKey	   *prefix;

	check_salted(layout);
	if (salt < 0 || salt >= layout->components[0].number)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("salt %d does not exist", salt),
				 errdetail("The layout has %lld salts, numbered from 0.",
						   (long long) layout->components[0].number)));
	prefix = rowkey_new(layout->components[0].width);
	layout_write_salt(&layout->components[0], (uint32_t) salt,
					  (uint8_t *) VARDATA(prefix));
	PG_RETURN_POINTER(prefix);
}
