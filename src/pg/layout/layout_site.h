/*
 * layout_site.h
 *		The state of a call site of a layout function: the compiled layout, and
 *		the conversion of its arguments to core's values.
 */
#ifndef LAYOUT_SITE_H
#define LAYOUT_SITE_H

#include "utils/jsonb.h"

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/layout/layout_condition.h"
#include "core/value/value.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/value/sql_value.h"

/* The form of an argument. */
typedef enum LayoutArgForm
{
	LAYOUT_ARG_VALUE,
	LAYOUT_ARG_ARRAY,
	LAYOUT_ARG_RANGE,
	LAYOUT_ARG_MULTIRANGE
} LayoutArgForm;

/* The elements of an array, for deconstruct_array(). */
typedef struct LayoutElement
{
	Oid			type;
	int16		len;
	bool		byval;
	char		align;
} LayoutElement;

typedef struct LayoutArg
{
	Oid			type;			/* as in the call */
	int16		len;			/* of that type */
	bool		byval;
	LayoutArgForm form;
	ValueType	value;			/* of the value, element or bound */
	struct TypeCacheEntry *range;	/* of ranges, and of a multirange's
									 * ranges */
	struct TypeCacheEntry *multirange;
	bool		unbounded;		/* bounds of another type than the field's:
								 * only a range without bounds is valid */
	LayoutElement element;		/* of arrays */
	bool		plain;			/* a value of the field's kind, needs no
								 * conversion */
	bool		read;			/* text, read as the field's type */
	bool		known;			/* an untyped literal, read already: */
	LayoutItem	literal;		/* its value; as a condition it may be a
								 * range */
} LayoutArg;

typedef struct LayoutSite
{
	MemoryContext context;		/* of this layout and its arguments */
	RowKeyLayout *stored;		/* the datum it was compiled from */
	bool		constant;		/* the layout is a constant of the call */
	Layout	   *layout;
	bool		conditions;		/* arguments may be arrays and ranges */
	bool		lenient;		/* drop conditions that ranges of keys
								 * cannot answer, without an error */
	uint64		dropped;		/* the dropped fields, one bit each */
	bool		question;		/* the only argument is a jsonb object of
								 * conditions, or of values */
	struct varlena *literal;	/* its jsonb, if it is an untyped literal */
	bool		variadic;		/* the values are in one VARIADIC array, */
	LayoutElement element;		/* with these elements */
	int			nargs;			/* otherwise, number of values */
	LayoutArg	args[LAYOUT_MAX_FIELDS];
	CoreValue	values[LAYOUT_MAX_FIELDS];
	void	   *extra;			/* state of the calling function, in context */
} LayoutSite;

/*
 * True if an argument is a constant of the call. A parameter is not enough:
 * PL/pgSQL keeps fn_extra while its value changes.
 */
extern bool layout_arg_is_const(FmgrInfo *flinfo, int n);

/*
 * The site of this call. Argument layout_arg (not NULL) is the layout; the
 * arguments from first_value on are the fields' values (0: there are none).
 * With conditions, they may be arrays and ranges too. NULL with an error if
 * the arguments do not fit the layout.
 */
extern LayoutSite *layout_site(FunctionCallInfo fcinfo, int layout_arg,
							   int first_value, bool conditions,
							   CoreError *err);

/*
 * The same for a call without fn_extra; allocates in the current memory
 * context.
 */
extern LayoutSite *layout_site_make(FunctionCallInfo fcinfo,
									RowKeyLayout *stored, int first_value,
									bool conditions, CoreError *err);

/*
 * The question of a call; NULL if its conditions are by position, or it is
 * NULL.
 */
extern Jsonb *layout_site_question(const LayoutSite *site,
								   const NullableDatum *args);

/*
 * Fill site->values from the arguments that are fields' values; *n is their
 * number. SQL NULL becomes VALUE_NULL.
 */
extern bool layout_site_values(LayoutSite *site, NullableDatum *args,
							   int *n, CoreError *err);

/* Set the error unless all (or at most all) fields are given. */
extern bool layout_check_count(const Layout *layout, int n, bool all,
							   CoreError *err);

/*
 * The prepared conditions of a call, one per field; fields not given have
 * none. Allocated in the current memory context.
 */
extern bool layout_site_conditions(LayoutSite *site, NullableDatum *args,
								   LayoutCondition *conditions,
								   CoreError *err);

/* Bind an argument of this type to a field of the site's layout. */
extern bool layout_bind_arg(LayoutSite *site, const LayoutField *field,
							LayoutArg *arg, Oid type, CoreError *err);

/* Add what a bound argument, not NULL, says to the condition on its field. */
extern bool layout_add_condition(const LayoutField *field,
								 const LayoutArg *arg, Datum datum,
								 LayoutCondition *condition, CoreError *err);

#endif							/* LAYOUT_SITE_H */
