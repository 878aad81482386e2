/*
 * layout_site.h
 *		What a call site of a layout function keeps from row to row: the
 *		compiled layout, and how its arguments become core's values.
 */
#ifndef LAYOUT_SITE_H
#define LAYOUT_SITE_H

#include "value.h"

#include "../core/layout_scan.h"

/* A rowkey_layout datum: a varlena of version byte and canonical UTF-8 text. */
#define LAYOUT_VERSION	1

typedef struct varlena RowKeyLayout;

#define DatumGetLayoutPP(X)		((RowKeyLayout *) PG_DETOAST_DATUM_PACKED(X))
#define PG_GETARG_LAYOUT_PP(n)	DatumGetLayoutPP(PG_GETARG_DATUM(n))

/* The form in which an argument says what a field is. */
typedef enum LayoutArgForm
{
	LAYOUT_ARG_VALUE,
	LAYOUT_ARG_ARRAY,
	LAYOUT_ARG_RANGE,
	LAYOUT_ARG_MULTIRANGE
} LayoutArgForm;

/* The elements of an array, as deconstruct_array wants to know them. */
typedef struct LayoutElement
{
	Oid			type;
	int16		len;
	bool		byval;
	char		align;
} LayoutElement;

typedef struct LayoutArg
{
	Oid			type;			/* as the call has it */
	int16		len;			/* of that type */
	bool		byval;
	LayoutArgForm form;
	ValueType	value;			/* of the value, element or bound */
	struct TypeCacheEntry *range;	/* of ranges and of a multirange's */
	struct TypeCacheEntry *multirange;
	bool		unbounded;		/* bounds of another type than the field's:
								 * only a range without any is taken */
	LayoutElement element;		/* of arrays */
	bool		plain;			/* a value of the field's kind, to be taken
								 * as it is */
	bool		read;			/* text, read as the field's type */
	bool		known;			/* an untyped literal: read already, */
	LayoutItem	literal;		/* this is it; only a condition is no point */
} LayoutArg;

typedef struct LayoutSite
{
	MemoryContext context;		/* of this layout and its arguments */
	RowKeyLayout *stored;		/* the datum it was compiled from */
	bool		constant;		/* the call site's layout never changes */
	Layout	   *layout;
	bool		conditions;		/* arguments may be arrays and ranges */
	bool		lenient;		/* conditions that the key cannot answer with
								 * ranges are dropped, no error */
	uint64		dropped;		/* these, one bit a field */
	bool		question;		/* the one argument is a question in jsonb */
	bool		variadic;		/* the values stand in one VARIADIC array, */
	LayoutElement element;		/* of these elements */
	int			nargs;			/* values given, in other cases */
	LayoutArg	args[LAYOUT_MAX_FIELDS];
	CoreValue	values[LAYOUT_MAX_FIELDS];
	void	   *extra;			/* the calling function's, in context */
} LayoutSite;

/*
 * Whether an argument is written into the call as a constant.  A parameter is
 * not enough: PL/pgSQL keeps fn_extra while its value changes.
 */
extern bool layout_arg_is_const(FmgrInfo *flinfo, int n);

/* Compile a stored layout in the current memory context. */
extern Layout *layout_compile(RowKeyLayout *stored);

/*
 * The site of this call, whose argument layout_arg (not NULL) is the layout and
 * whose arguments from first_value on are the fields' values (0: it has none).
 * With conditions, they may be arrays and ranges too.  NULL with an error when
 * the arguments do not suit the layout.
 */
extern LayoutSite *layout_site(FunctionCallInfo fcinfo, int layout_arg,
							   int first_value, bool conditions, CoreError *err);

/*
 * The same for a call that has no fn_extra to keep it in: in the current
 * memory context.
 */
extern LayoutSite *layout_site_make(FunctionCallInfo fcinfo, RowKeyLayout *stored,
									int first_value, bool conditions, CoreError *err);

/*
 * Fill site->values from the arguments that are fields' values; *n is how many
 * there are.  NULL is VALUE_NULL.
 */
extern bool layout_site_values(LayoutSite *site, NullableDatum *args,
							   int *n, CoreError *err);

/* The error unless all (or at most all) fields are given. */
extern bool layout_check_count(const Layout *layout, int n, bool all, CoreError *err);

/*
 * The prepared conditions of a call, one per field; fields not given are
 * unconditional.  In the current memory context.
 */
extern bool layout_site_conditions(LayoutSite *site, NullableDatum *args,
								   LayoutCondition *conditions, CoreError *err);

#endif							/* LAYOUT_SITE_H */
