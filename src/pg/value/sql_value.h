/*
 * sql_value.h
 *		Convert between datums and core's values.
 */
#ifndef SQL_VALUE_H
#define SQL_VALUE_H

#include "core/value/encoding_type.h"
#include "core/value/value.h"

/*
 * The properties of a datum's type for the encodings: looked up once for each
 * call site and kept in fn_extra.
 */
typedef struct ValueType
{
	Oid			type;			/* as declared */
	Oid			base;			/* below all domains */
	ValueKind	kind;
	int			precision;		/* for times, as in timestamptz(3); else -1 */
	int32		typmod;			/* of the base type: varchar(3),
								 * numeric(5,2) */
	Oid			coerce;			/* applies the type modifier; InvalidOid:
								 * none */
	MemoryContext context;		/* where the next member is allocated */
	void	   *domain;			/* cache of domain_check() */
} ValueType;

/*
 * Look up a type. typmod may be -1; context must live as long as *vt. The
 * first function returns false for a type without an encoder; the second
 * raises an error that begins with "what": 'column "x"', "argument 2".
 */
extern bool value_type_find(ValueType *vt, Oid type, int32 typmod,
							MemoryContext context);
extern void value_type_lookup(ValueType *vt, Oid type, int32 typmod,
							  MemoryContext context, const char *what);

/*
 * Datum to value. Text is converted to UTF-8 from any server encoding; false
 * for text that is not valid UTF-8. The value may point into the datum or into
 * memory of the current context.
 */
extern bool value_from_datum(const ValueType *vt, Datum datum, CoreValue *v,
							 CoreError *err);

/* The same for a numeric; its digits may point into the datum. */
extern void value_from_numeric(Datum datum, ValueNumeric *num);

/*
 * value_from_datum() without a call for kinds that are a number in both forms.
 */
static inline bool
value_take_datum(const ValueType *vt, Datum datum, CoreValue *v,
				 CoreError *err)
{
	if (vt->kind == VALUE_INT8 || vt->kind == VALUE_TIMESTAMPTZ)
	{
		v->kind = vt->kind;
		v->i = DatumGetInt64(datum);
		return true;
	}
	return value_from_datum(vt, datum, v, err);
}

/*
 * Value to datum of vt->type, in the current context. v is of vt->kind or
 * VALUE_NULL, which sets *isnull. The type modifier is applied as in an
 * assignment, and domains are checked.
 */
extern Datum value_to_datum(ValueType *vt, const CoreValue *v, bool *isnull);

/* The encoding for a value of the enum hbase_encoding. */
extern Encoding value_encoding(Oid enum_value);

#endif							/* SQL_VALUE_H */
