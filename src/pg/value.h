/*
 * value.h
 *		Between datums and core's Values.
 */
#ifndef PG_VALUE_H
#define PG_VALUE_H

#include "glue.h"

#include "../core/encoding.h"

/*
 * What a datum's type means to the encodings: looked up once per call site and
 * kept in fn_extra.
 */
typedef struct ValueType
{
	Oid			type;			/* as declared */
	Oid			base;			/* below all domains */
	ValueKind	kind;
	int			precision;		/* of times, as timestamptz(3) says; else -1 */
	int32		typmod;			/* of the base type: varchar(3), numeric(5,2) */
	Oid			coerce;			/* brings a value into it; InvalidOid: none to */
	MemoryContext context;		/* where the next is kept */
	void	   *domain;			/* domain_check's own cache */
} ValueType;

/*
 * Look a type up.  typmod may be -1; context must live as long as *vt.  The
 * first form gives false for a type without an encoder, the second raises an
 * error that begins with what: 'column "x"', "argument 2".
 */
extern bool value_type_find(ValueType *vt, Oid type, int32 typmod,
							MemoryContext context);
extern void value_type_lookup(ValueType *vt, Oid type, int32 typmod,
							  MemoryContext context, const char *what);

/*
 * Datum -> Value.  Text is converted to UTF-8 whatever the server's encoding;
 * false for text that has no UTF-8 form.  The Value may point into the datum or
 * into memory of the current context.
 */
extern bool value_from_datum(const ValueType *vt, Datum datum, CoreValue *v, CoreError *err);

/* Of a numeric alone; its digits may lie in the datum. */
extern void value_from_numeric(Datum datum, ValueNumeric *num);

/* value_from_datum without a call for the kinds that are a number in both. */
static inline bool
value_take_datum(const ValueType *vt, Datum datum, CoreValue *v, CoreError *err)
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
 * Value -> datum of vt->type, in the current context.  v is of vt->kind or
 * VALUE_NULL, for which *isnull is set.  It is brought into the type's modifier
 * as by assignment, and domains are checked.
 */
extern Datum value_to_datum(ValueType *vt, const CoreValue *v, bool *isnull);

/* The encoding that a value of the enum hbase_encoding stands for. */
extern Encoding value_encoding(Oid enum_value);

#endif							/* PG_VALUE_H */
