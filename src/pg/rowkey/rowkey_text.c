/*
 * rowkey_text.c
 *		Row keys from strings: casts,
 *
 * , and arguments that are a row key or a string.
 *
 * A literal 'a\x00' is in HBase's notation; a string has its UTF-8 bytes. A
 * string that contains \xHH is an error here. Otherwise its meaning would
 * change silently when a literal is replaced by a column or a parameter.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "nodes/primnodes.h"
#include "parser/parse_coerce.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/base/notation.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/rowkey/rowkey_text.h"

PG_FUNCTION_INFO_V1(rowkey_text);
PG_FUNCTION_INFO_V1(rowkey_bpchar);
PG_FUNCTION_INFO_V1(rowkey_name);
PG_FUNCTION_INFO_V1(rowkey_char);
PG_FUNCTION_INFO_V1(rowkey_from_text);
PG_FUNCTION_INFO_V1(rowkey_from_notation);
PG_FUNCTION_INFO_V1(rowkey_concat);
PG_FUNCTION_INFO_V1(rowkey_concat_text);
PG_FUNCTION_INFO_V1(text_concat_rowkey);

/* ---- strings ------------------------------------------------------------ */

bool
rowkey_of_text(const char *s, int len, RowKey **key, CoreError *err)
{
	if (!utf8_text_convert(&s, &len, err) ||
		!notation_check_text(s, len, err) || !rowkey_fits(len, err))
		return false;
	*key = rowkey_from_bytes(s, len);
	return true;
}

/* From a text, or a char(n) without its trailing blanks. */
static bool
key_of_text(text *t, RowKey **key, CoreError *err)
{
	return rowkey_of_text(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), key, err);
}

static bool
key_of_bpchar(BpChar *t, RowKey **key, CoreError *err)
{
	return rowkey_of_text(VARDATA_ANY(t),
						  bpchartruelen(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t)),
						  key, err);
}

bool
rowkey_of_notation(const char *s, int len, RowKey **key, CoreError *err)
{
	size_t		n;

	*key = (RowKey *) palloc(VARHDRSZ + len);
	if (!notation_read(s, len, (uint8_t *) VARDATA(*key), &n, err) ||
		!rowkey_fits(n, err))
		return false;
	SET_VARSIZE(*key, VARHDRSZ + n);
	return true;
}

/* The same; raises the error. */
static RowKey *
key_of_notation(const char *s)
{
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_of_notation(s, strlen(s), &key, &err))
		core_error_raise(&err);
	return key;
}

/*
 * Types without a cast of their own, such as citext, and assignments in
 * PL/pgSQL use the input function. The executor passes the expression; when
 * the planner computes a constant, the expression is a call of the function.
 */
bool
rowkey_input_is_cast(FunctionCallInfo fcinfo)
{
	Node	   *expr = fcinfo->flinfo != NULL ? fcinfo->flinfo->fn_expr : NULL;

	return expr != NULL && (IsA(expr, CoerceViaIO) || IsA(expr, FuncExpr));
}

/* ---- casts -------------------------------------------------------------- */

Datum
rowkey_text(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!key_of_text(PG_GETARG_TEXT_PP(0), &key, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_bpchar(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!key_of_bpchar(PG_GETARG_BPCHAR_PP(0), &key, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_name(PG_FUNCTION_ARGS)
{
	const char *s = NameStr(*PG_GETARG_NAME(0));
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_of_text(s, strlen(s), &key, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

/* One character cannot contain \xHH. */
Datum
rowkey_char(PG_FUNCTION_ARGS)
{
	char		c = PG_GETARG_CHAR(0);
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_of_text(&c, c != '\0', &key, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(key);
}

/* The UTF-8 bytes of any text, in any server encoding. */
Datum
rowkey_from_text(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	int			len = VARSIZE_ANY_EXHDR(t);
	const char *utf8 = VARDATA_ANY(t);
	CoreError	err;

	if (!utf8_text_convert(&utf8, &len, &err) || !rowkey_fits(len, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(rowkey_from_bytes(utf8, len));
}

/* A text in HBase's notation. */
Datum
rowkey_from_notation(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	size_t		len = VARSIZE_ANY_EXHDR(t);
	RowKey	   *key = (RowKey *) palloc(VARHDRSZ + len);
	size_t		n;
	CoreError	err;

	if (!notation_read(VARDATA_ANY(t), len, (uint8_t *) VARDATA(key), &n,
					   &err) ||
		!rowkey_fits(n, &err))
		return core_error_reject(fcinfo, &err);
	SET_VARSIZE(key, VARHDRSZ + n);
	PG_RETURN_ROWKEY_P(key);
}

/* ---- || ----------------------------------------------------------------- */

static Datum
concat(FunctionCallInfo fcinfo, RowKey *a, RowKey *b)
{
	size_t		alen = VARSIZE_ANY_EXHDR(a);
	size_t		blen = VARSIZE_ANY_EXHDR(b);
	RowKey	   *key;
	CoreError	err;

	if (!rowkey_fits(alen + blen, &err))
		return core_error_reject(fcinfo, &err);
	key = rowkey_new(alen + blen);
	memcpy(VARDATA(key), VARDATA_ANY(a), alen);
	memcpy(VARDATA(key) + alen, VARDATA_ANY(b), blen);
	PG_RETURN_ROWKEY_P(key);
}

/* The right side may also be bytea: the representation is the same. */
Datum
rowkey_concat(PG_FUNCTION_ARGS)
{
	return concat(fcinfo, PG_GETARG_ROWKEY_PP(0), PG_GETARG_ROWKEY_PP(1));
}

Datum
rowkey_concat_text(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!key_of_text(PG_GETARG_TEXT_PP(1), &key, &err))
		return core_error_reject(fcinfo, &err);
	return concat(fcinfo, PG_GETARG_ROWKEY_PP(0), key);
}

Datum
text_concat_rowkey(PG_FUNCTION_ARGS)
{
	RowKey	   *key;
	CoreError	err;

	if (!key_of_text(PG_GETARG_TEXT_PP(0), &key, &err))
		return core_error_reject(fcinfo, &err);
	return concat(fcinfo, key, PG_GETARG_ROWKEY_PP(1));
}

/* ---- arguments ---------------------------------------------------------- */

static void
look_at_type(FunctionCallInfo fcinfo, int n, KeySite *site)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);
	Oid			base = OidIsValid(type) ? getBaseType(type) : InvalidOid;
	Oid			output;
	bool		varlena;

	if (!OidIsValid(base))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("could not determine the type of argument %d",
						n + 1)));
	memset(site, 0, sizeof(KeySite));
	if (base == BYTEAOID || extension_is_type(base, "rowkey"))
		site->is_bytes = true;
	else if (base == TEXTOID || base == VARCHAROID)
		site->is_text = true;
	else if (base == BPCHAROID)
		site->is_padded = true;
	else if (base == UNKNOWNOID)
		site->is_literal = true;
	else if (base == CHAROID || TypeCategory(base) == TYPCATEGORY_STRING)
	{
		getTypeOutputInfo(base, &output, &varlena);
		fmgr_info_cxt(output, &site->output, fcinfo->flinfo->fn_mcxt);
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("argument %d has type %s, which cannot be used as a row key",
						n + 1, format_type_be(type)),
				 errhint("Use rowkey_encode() or rowkey_compose() to make a row key of it.")));
	site->type = type;
}

bool
rowkey_take_arg(FunctionCallInfo fcinfo, int n, KeySite *site, RowKey **key,
				CoreError *err)
{
	Datum		datum = PG_GETARG_DATUM(n);
	const char *s;

	if (unlikely(!OidIsValid(site->type)))
		look_at_type(fcinfo, n, site);
	if (likely(site->is_bytes))
		*key = DatumGetRowKeyPP(datum);
	else if (site->is_text)
		return key_of_text(DatumGetTextPP(datum), key, err);
	else if (site->is_padded)
		return key_of_bpchar(DatumGetBpCharPP(datum), key, err);
	else if (site->is_literal)
		*key = key_of_notation(DatumGetCString(datum));
	else
	{
		s = OutputFunctionCall(&site->output, datum);
		return rowkey_of_text(s, strlen(s), key, err);
	}
	return true;
}
