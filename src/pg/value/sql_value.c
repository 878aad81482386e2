/*
 * sql_value.c
 *		Convert between datums and core's values.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "lib/stringinfo.h"
#include "parser/parse_coerce.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/uuid.h"

#include "core/value/encoding_type.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/value/sql_value.h"

/* ---- types ------------------------------------------------------------ */

bool
value_type_find(ValueType *vt, Oid type, int32 typmod, MemoryContext context)
{
	vt->type = type;
	vt->base = getBaseTypeAndTypmod(type, &typmod);
	vt->typmod = typmod;
	vt->coerce = InvalidOid;
	if (typmod >= 0)
		find_typmod_coercion_function(vt->base, &vt->coerce);
	vt->precision = -1;
	vt->context = context;
	vt->domain = NULL;
	switch (vt->base)
	{
		case BOOLOID:
			vt->kind = VALUE_BOOL;
			break;
		case INT2OID:
			vt->kind = VALUE_INT2;
			break;
		case INT4OID:
			vt->kind = VALUE_INT4;
			break;
		case INT8OID:
			vt->kind = VALUE_INT8;
			break;
		case FLOAT4OID:
			vt->kind = VALUE_FLOAT4;
			break;
		case FLOAT8OID:
			vt->kind = VALUE_FLOAT8;
			break;
		case NUMERICOID:
			vt->kind = VALUE_NUMERIC;
			break;
		case TEXTOID:
		case VARCHAROID:
		case BPCHAROID:
		case UNKNOWNOID:
			vt->kind = VALUE_TEXT;
			break;
		case BYTEAOID:
			vt->kind = VALUE_BYTES;
			break;
		case UUIDOID:
			vt->kind = VALUE_UUID;
			break;
		case DATEOID:
			vt->kind = VALUE_DATE;
			break;
		case TIMEOID:
			vt->kind = VALUE_TIME;
			vt->precision = typmod;
			break;
		case TIMESTAMPOID:
			vt->kind = VALUE_TIMESTAMP;
			vt->precision = typmod;
			break;
		case TIMESTAMPTZOID:
			vt->kind = VALUE_TIMESTAMPTZ;
			vt->precision = typmod;
			break;
		case JSONBOID:
			vt->kind = VALUE_JSONB;
			break;
		default:
			if (!extension_is_type(vt->base, "rowkey"))
				return false;
			vt->kind = VALUE_BYTES;
			break;
	}
	return true;
}

void
value_type_lookup(ValueType *vt, Oid type, int32 typmod,
				  MemoryContext context, const char *what)
{
	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("could not determine the type of %s", what)));
	if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("the type of %s, with OID %u, does not exist", what,
						type)));
	if (!value_type_find(vt, type, typmod, context))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s has type %s, which has no encoding", what,
						format_type_be(type)),
				 errdetail("Its text can depend on settings of the session, so it is not used implicitly."),
				 errhint("Cast it to text: \"::text\".")));
}

/* ---- numeric ---------------------------------------------------------- */

/* Signs in the binary form of numeric_send and numeric_recv. */
#define NUMERIC_WIRE_NEGATIVE	0x4000
#define NUMERIC_WIRE_NAN		0xC000
#define NUMERIC_WIRE_PINF		0xD000
#define NUMERIC_WIRE_NINF		0xF000

/*
 * The parts of a numeric, read from its binary form, which PostgreSQL keeps
 * for clients: number of digits, weight, sign and scale, then the digits of
 * base 10000, all of them 16-bit integers in network byte order.
 */
void
value_from_numeric(Datum datum, ValueNumeric *num)
{
	bytea	   *sent = DatumGetByteaPP(
		DirectFunctionCall1(numeric_send, datum));
	const uint8 *p = (const uint8 *) VARDATA_ANY(sent);

	num->ndigits = core_get_u16(p);
	num->weight = (int16) core_get_u16(p + 2);
	num->scale = core_get_u16(p + 6);
	switch (core_get_u16(p + 4))
	{
		case 0:
			num->sign = VALUE_NUM_POSITIVE;
			break;
		case NUMERIC_WIRE_NEGATIVE:
			num->sign = VALUE_NUM_NEGATIVE;
			break;
		case NUMERIC_WIRE_PINF:
			num->sign = VALUE_NUM_POS_INFINITY;
			break;
		case NUMERIC_WIRE_NINF:
			num->sign = VALUE_NUM_NEG_INFINITY;
			break;
		default:
			num->sign = VALUE_NUM_NAN;
			break;
	}
	num->digits = palloc(sizeof(int16) * Max(num->ndigits, 1));
	for (int i = 0; i < num->ndigits; i++)
		num->digits[i] = (int16) core_get_u16(p + 8 + 2 * i);
	pfree(sent);
}

/* Use numeric_recv, which checks and rounds as for a value from a client. */
static Datum
numeric_to_datum(const ValueNumeric *num)
{
	StringInfoData buf;
	uint16		sign = 0;
	size_t		len = (4 + num->ndigits) * sizeof(uint16);
	uint8	   *p;

	switch (num->sign)
	{
		case VALUE_NUM_POSITIVE:
			break;
		case VALUE_NUM_NEGATIVE:
			sign = NUMERIC_WIRE_NEGATIVE;
			break;
		case VALUE_NUM_NAN:
			sign = NUMERIC_WIRE_NAN;
			break;
		case VALUE_NUM_POS_INFINITY:
			sign = NUMERIC_WIRE_PINF;
			break;
		case VALUE_NUM_NEG_INFINITY:
			sign = NUMERIC_WIRE_NINF;
			break;
	}
	buf.data = palloc(len);
	buf.len = buf.maxlen = (int) len;
	buf.cursor = 0;
	p = (uint8 *) buf.data;
	core_put_u16(p, (uint16) num->ndigits);
	core_put_u16(p + 2, (uint16) num->weight);
	core_put_u16(p + 4, sign);
	core_put_u16(p + 6, (uint16) num->scale);
	for (int i = 0; i < num->ndigits; i++)
		core_put_u16(p + 8 + 2 * i, (uint16) num->digits[i]);
	return DirectFunctionCall3(numeric_recv, PointerGetDatum(&buf),
							   ObjectIdGetDatum(InvalidOid),
							   Int32GetDatum(-1));
}

/* ---- datum -> Value --------------------------------------------------- */

static inline void
set_bytes(CoreValue *v, const void *data, size_t len)
{
	v->bytes.data = data;
	v->bytes.len = len;
}

static bool
text_from_datum(const ValueType *vt, Datum datum, CoreValue *v, CoreError *err)
{
	const char *p;
	int			len;

	if (vt->base == UNKNOWNOID)
	{
		p = DatumGetCString(datum);
		len = strlen(p);
	}
	else
	{
		text	   *t = DatumGetTextPP(datum);

		p = VARDATA_ANY(t);
		len = VARSIZE_ANY_EXHDR(t);
		/*
		 * As in the cast to text: trailing blanks of char(n) are not
		 * significant.
		 */
		if (vt->base == BPCHAROID)
		{
			while (len > 0 && p[len - 1] == ' ')
				len--;
		}
	}
	if (!utf8_text_convert(&p, &len, err))
		return false;
	set_bytes(v, p, len);
	return true;
}

bool
value_from_datum(const ValueType *vt, Datum datum, CoreValue *v,
				 CoreError *err)
{
	v->kind = vt->kind;
	switch (vt->kind)
	{
		case VALUE_BOOL:
			v->b = DatumGetBool(datum);
			break;
		case VALUE_INT2:
			v->i = DatumGetInt16(datum);
			break;
		case VALUE_INT4:
			v->i = DatumGetInt32(datum);
			break;
		case VALUE_INT8:
			v->i = DatumGetInt64(datum);
			break;
		case VALUE_FLOAT4:
			v->f4 = DatumGetFloat4(datum);
			break;
		case VALUE_FLOAT8:
			v->f8 = DatumGetFloat8(datum);
			break;
		case VALUE_NUMERIC:
			value_from_numeric(datum, &v->num);
			break;
		case VALUE_TEXT:
			return text_from_datum(vt, datum, v, err);
		case VALUE_BYTES:
			{
				bytea	   *b = DatumGetByteaPP(datum);

				set_bytes(v, VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b));
				break;
			}
		case VALUE_UUID:
			set_bytes(v, DatumGetUUIDP(datum)->data, UUID_LEN);
			break;
		case VALUE_DATE:
			{
				DateADT		date = DatumGetDateADT(datum);

				v->i = DATE_IS_NOBEGIN(date) ? VALUE_NEG_INFINITY :
					DATE_IS_NOEND(date) ? VALUE_INFINITY : date;
				break;
			}
		case VALUE_TIME:
			v->i = DatumGetTimeADT(datum);
			break;
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			StaticAssertStmt(DT_NOEND == VALUE_INFINITY &&
								 DT_NOBEGIN == VALUE_NEG_INFINITY,
							 "infinite timestamps must be the same numbers");
			v->i = DatumGetTimestamp(datum);
			break;
		case VALUE_JSONB:
			{
				Jsonb	   *jb = DatumGetJsonbP(datum);
				const char *p = JsonbToCString(NULL, &jb->root, VARSIZE(jb));
				int			len = strlen(p);

				if (!utf8_text_convert(&p, &len, err))
					return false;
				set_bytes(v, p, len);
				break;
			}
		case VALUE_NULL:
			elog(ERROR, "value type was not looked up");
	}
	return true;
}

/* ---- Value -> datum --------------------------------------------------- */

static Datum
text_to_datum(const CoreValue *v)
{
	int			len = (int) v->bytes.len;
	const char *p = server_text_from_utf8((const char *) v->bytes.data, &len);

	return PointerGetDatum(cstring_to_text_with_len(p, len));
}

static Datum
bytes_to_datum(const ValueType *vt, const CoreValue *v)
{
	if (vt->base != BYTEAOID)
		return PointerGetDatum(rowkey_from_bytes(v->bytes.data, v->bytes.len));
	return PointerGetDatum(varlena_bytea(v->bytes.data, v->bytes.len));
}

/* A datum of the base type. */
static Datum
base_datum(const ValueType *vt, const CoreValue *v)
{
	switch (v->kind)
	{
		case VALUE_BOOL:
			return BoolGetDatum(v->b);
		case VALUE_INT2:
			return Int16GetDatum((int16) v->i);
		case VALUE_INT4:
			return Int32GetDatum((int32) v->i);
		case VALUE_INT8:
			return Int64GetDatum(v->i);
		case VALUE_FLOAT4:
			return Float4GetDatum(v->f4);
		case VALUE_FLOAT8:
			return Float8GetDatum(v->f8);
		case VALUE_NUMERIC:
			return numeric_to_datum(&v->num);
		case VALUE_TEXT:
			return text_to_datum(v);
		case VALUE_BYTES:
			return bytes_to_datum(vt, v);
		case VALUE_UUID:
			{
				pg_uuid_t  *uuid = palloc(sizeof(pg_uuid_t));

				memcpy(uuid->data, v->bytes.data, UUID_LEN);
				return UUIDPGetDatum(uuid);
			}
		case VALUE_DATE:
			return DateADTGetDatum((DateADT) v->i);
		case VALUE_TIME:
			return TimeADTGetDatum(v->i);
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return TimestampGetDatum(v->i);
		case VALUE_JSONB:
			{
				char	   *json = TextDatumGetCString(text_to_datum(v));

				return DirectFunctionCall1(jsonb_in, CStringGetDatum(json));
			}
		case VALUE_NULL:
			break;
	}
	return (Datum) 0;
}

Datum
value_to_datum(ValueType *vt, const CoreValue *v, bool *isnull)
{
	Datum		datum = base_datum(vt, v);

	*isnull = v->kind == VALUE_NULL;
	if (OidIsValid(vt->coerce) && !*isnull)
		datum = OidFunctionCall3(vt->coerce, datum, Int32GetDatum(vt->typmod),
								 BoolGetDatum(false));
	if (vt->base != vt->type)
		domain_check(datum, *isnull, vt->type, &vt->domain, vt->context);
	return datum;
}

/* ---- the enum --------------------------------------------------------- */

Encoding
value_encoding(Oid enum_value)
{
	HeapTuple	tuple = SearchSysCache1(ENUMOID, ObjectIdGetDatum(enum_value));
	Encoding	encoding;
	const char *label;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid internal value for enum: %u", enum_value)));
	label = NameStr(((Form_pg_enum) GETSTRUCT(tuple))->enumlabel);
	if (!encoding_from_name(label, strlen(label), &encoding))
		elog(ERROR, "unrecognized encoding \"%s\"", label);
	ReleaseSysCache(tuple);
	return encoding;
}
