/*
 * layout_site.c
 *		The state of a call site of a layout function: the compiled layout, and
 *		the conversion of its arguments to core's values.
 *
 * Invalid arguments are not raised here but returned as a CoreError, so that
 * rowkey_reject_reason can return the message as text.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "nodes/primnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "pg/layout/layout_literal.h"
#include "pg/layout/layout_question.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_layout.h"

/* ---- types of arguments ---------------------------------------------- */

static bool
type_mismatch(const LayoutField *field, Oid given, CoreError *err)
{
	char	   *name = OidIsValid(given) ? format_type_be(given) : "unknown";

	core_error(err, CORE_ERR_TYPE,
			   "field \"%s\" is of type %s, and the value given is of type %s",
			   field->name, field->type_name, name);
	if (field->kind == VALUE_TIMESTAMPTZ)
		return core_error_hint(err,
							   "A date or timestamp has no time zone; say which, as (x AT TIME ZONE 'UTC').");
	if (given == TIMESTAMPTZOID && value_kind_is_time(field->kind))
		return core_error_hint(err,
							   "It is another one in each time zone; say in which, as (x AT TIME ZONE 'UTC')::%s.",
							   value_kind_name(field->kind));
	return core_error_hint(err, "Cast it to %s.",
						   value_kind_name(field->kind));
}

/* Set the error for a range whose bounds have another type than the field. */
static bool
range_mismatch(const LayoutField *field, Oid given, CoreError *err)
{
	static const char *const ranges[] = {
		[VALUE_INT2] = "int4range",
		[VALUE_INT4] = "int4range",
		[VALUE_INT8] = "int8range",
		[VALUE_FLOAT4] = "numrange",
		[VALUE_FLOAT8] = "numrange",
		[VALUE_NUMERIC] = "numrange",
		[VALUE_TEXT] = "rowkeyrange",
		[VALUE_BYTES] = "rowkeyrange",
		[VALUE_DATE] = "daterange",
		[VALUE_TIMESTAMP] = "tsrange",
		[VALUE_TIMESTAMPTZ] = "tstzrange",
		[VALUE_JSONB] = "rowkeyrange",
	};

	core_error(err, CORE_ERR_TYPE,
			   "field \"%s\" is of type %s, and the range given is of type %s",
			   field->name, field->type_name, format_type_be(given));
	if (ranges[field->kind] == NULL)
		return core_error_hint(err,
							   "Give a value or an array of values; any value is '(,)'::rowkeyrange.");
	return core_error_hint(
		err, "Give its range as %s%s; any value is '(,)'::rowkeyrange.",
		ranges[field->kind],
		field->kind == VALUE_TEXT ? ", in the order of the bytes" : "");
}

static bool
is_float(ValueKind kind)
{
	return kind == VALUE_FLOAT4 || kind == VALUE_FLOAT8;
}

/*
 * True if a field accepts values of a kind: the same family, with a check of
 * the value's range. PostgreSQL reads a number with a decimal point as
 * numeric.
 */
static bool
takes_kind(const LayoutField *field, ValueKind given)
{
	if (value_kind_takes(field->kind, given))
		return true;
	return is_float(field->kind) &&
		(given == VALUE_NUMERIC || value_kind_is_integer(given));
}

/*
 * Bind text that is read as the field's type: literals, and times with an
 * offset.
 */
static bool
bind_text(const LayoutField *field, LayoutArg *arg, CoreError *err)
{
	if (field->kind == VALUE_DATE || field->kind == VALUE_TIME ||
		field->kind == VALUE_TIMESTAMP)
	{
		core_error(err, CORE_ERR_TYPE,
				   "field \"%s\" of type %s is given an untyped literal",
				   field->name, field->type_name);
		core_error_detail(
			err, "Its meaning could depend on the session's settings.");
		return core_error_hint(err, "Write the type before it, as %s '...'.",
							   value_kind_name(field->kind));
	}
	if (field->kind == VALUE_JSONB)
	{
		core_error(err, CORE_ERR_TYPE,
				   "field \"%s\" of type %s is given an untyped literal",
				   field->name, field->type_name);
		core_error_detail(err,
						  "Texts of the same value can differ in blanks and order. Only jsonb has one form.");
		return core_error_hint(err,
							   "Write the type before it, as jsonb '...'.");
	}
	arg->read = true;
	return true;
}

/* Bind a value or an array element of this type. */
static bool
bind_value(const LayoutSite *site, const LayoutField *field, LayoutArg *arg,
		   Oid type, CoreError *err)
{
	if (!OidIsValid(type) ||
		!value_type_find(&arg->value, type, -1, site->context))
	{
		type_mismatch(field, type, err);
		if (OidIsValid(type))
			core_error_detail(err,
							  "A value of type %s has no encoding of its own.",
							  format_type_be(type));
		return core_error_hint(err, "Cast it to %s.",
							   field->kind == VALUE_TEXT ?
								   "text: \"::text\"" :
								   value_kind_name(field->kind));
	}
	if (takes_kind(field, arg->value.kind) ||
		(site->conditions && is_float(field->kind) &&
		 is_float(arg->value.kind)))
		return true;
	/* an array of text has values of all types, as JSON's strings */
	if (arg->value.kind == VALUE_TEXT && site->variadic &&
		field->kind != VALUE_JSONB)
	{
		arg->read = true;
		return true;
	}
	if (arg->value.kind == VALUE_TEXT &&
		(arg->value.base == UNKNOWNOID || field->kind == VALUE_TIMESTAMPTZ))
		return bind_text(field, arg, err);
	return type_mismatch(field, type, err);
}

/* Bind the bounds of a range type, or of the ranges of a multirange type. */
static void
bind_bounds(const LayoutSite *site, const LayoutField *field, LayoutArg *arg,
			Oid type)
{
	bool		fits = value_type_find(&arg->value, type, -1, site->context);

	/*
	 * Bounds of text are row keys, because no collation changes their order.
	 */
	if (field->kind == VALUE_TEXT || field->kind == VALUE_JSONB)
		fits = fits && arg->value.kind == VALUE_BYTES;
	else
		fits = fits && (takes_kind(field, arg->value.kind) ||
						(is_float(field->kind) && is_float(arg->value.kind)));
	arg->unbounded = !fits;
}

bool
layout_bind_arg(LayoutSite *site, const LayoutField *field, LayoutArg *arg,
				Oid type, CoreError *err)
{
	Oid			base = OidIsValid(type) ? getBaseType(type) : InvalidOid;
	Oid			element = InvalidOid;

	arg->type = type;
	arg->form = LAYOUT_ARG_VALUE;
	if (OidIsValid(type))
		get_typlenbyval(type, &arg->len, &arg->byval);
	if (site->conditions && OidIsValid(base))
	{
		switch (get_typtype(base))
		{
			case TYPTYPE_RANGE:
				arg->form = LAYOUT_ARG_RANGE;
				arg->range = lookup_type_cache(base, TYPECACHE_RANGE_INFO);
				element = arg->range->rngelemtype->type_id;
				break;
			case TYPTYPE_MULTIRANGE:
				arg->form = LAYOUT_ARG_MULTIRANGE;
				arg->multirange = lookup_type_cache(base,
													TYPECACHE_MULTIRANGE_INFO);
				arg->range = arg->multirange->rngtype;
				element = arg->range->rngelemtype->type_id;
				break;
			default:
				element = get_element_type(base);
				if (!OidIsValid(element))
					break;
				arg->form = LAYOUT_ARG_ARRAY;
				arg->element.type = element;
				get_typlenbyvalalign(element, &arg->element.len,
									 &arg->element.byval, &arg->element.align);
				break;
		}
	}
	if (arg->form == LAYOUT_ARG_RANGE || arg->form == LAYOUT_ARG_MULTIRANGE)
	{
		bind_bounds(site, field, arg, element);
		return true;
	}
	return bind_value(site, field, arg, OidIsValid(element) ? element : type,
					  err);
}

/* ---- the site -------------------------------------------------------- */

/*
 * Bind an untyped literal. As a condition it may be a range; for a text field
 * it could be either, so it must have a type.
 */
static bool
read_literal(const LayoutSite *site, const LayoutField *field, LayoutArg *arg,
			 Datum datum, CoreError *err)
{
	CoreValue	text;
	const char *p;
	size_t		n;

	if (!value_from_datum(&arg->value, datum, &text, err))
		return false;
	p = (const char *) text.bytes.data;
	n = text.bytes.len;
	if (site->conditions && layout_is_textual(field) &&
		(layout_is_range_literal(p, n) ||
		 (n >= 2 && p[0] == '{' && p[n - 1] == '}')))
	{
		core_error(
			err, CORE_ERR_TYPE,
			"condition \"%.*s\" on field \"%s\" of type %s is ambiguous",
			core_shown(p, n, 60), p, field->name, field->type_name);
		core_error_detail(
			err, "It can be a value, a range, an array or a question.");
		return core_error_hint(err,
							   "Write a value as '...'::%s, a range as rowkeyrange('a', 'b'), a prefix as rowkey_prefix_range('a'), any value as '(,)'::rowkeyrange, an array as ARRAY['a', 'b'], a question as '{...}'::jsonb.",
							   value_kind_name(field->kind));
	}
	if (!arg->read)
		return true;			/* the text is the value */
	arg->known = true;
	if (site->conditions && layout_is_range_literal(p, n))
		return layout_read_range(field, p, n, &arg->literal, err);
	arg->literal.point = true;
	return layout_read_literal(field, p, n, &arg->literal.low.value, err);
}

/*
 * True if the only condition, or value, is a jsonb object; a jsonb field has
 * precedence.
 */
static bool
is_question(const LayoutSite *site, Oid type)
{
	const Layout *layout = site->layout;

	return site->nargs == 1 && OidIsValid(type) &&
		getBaseType(type) == JSONBOID && layout->nfields > 0 &&
		layout->fields[0].kind != VALUE_JSONB;
}

/*
 * True if the only condition is an untyped literal with a JSON object,
 * {"field": ...}. For a text field it may also be a value; read_literal()
 * raises the error. No other type has such values.
 */
static bool
is_literal_question(const LayoutSite *site, FunctionCallInfo fcinfo, int n)
{
	const Layout *layout = site->layout;
	const char *p;

	if (!site->conditions || site->nargs != 1 || layout->nfields == 0 ||
		layout_is_textual(&layout->fields[0]) ||
		get_fn_expr_argtype(fcinfo->flinfo, n) != UNKNOWNOID ||
		PG_ARGISNULL(n) || !layout_arg_is_const(fcinfo->flinfo, n))
		return false;
	p = PG_GETARG_CSTRING(n);
	if (*p++ != '{')
		return false;
	while (*p == ' ')
		p++;
	return *p == '"';
}

bool
layout_arg_is_const(FmgrInfo *flinfo, int n)
{
	FuncExpr   *call = (FuncExpr *) flinfo->fn_expr;

	return call != NULL && IsA(call, FuncExpr) &&
		n < list_length(call->args) && IsA(list_nth(call->args, n), Const);
}

bool
layout_check_count(const Layout *layout, int n, bool all, CoreError *err)
{
	char		names[256];
	size_t		len = 0;

	if (n == layout->nfields || (!all && n < layout->nfields))
		return true;
	names[0] = '\0';
	for (int i = 0;
		 i < layout->nfields && len < sizeof(names) - LAYOUT_MAX_NAME - 8; i++)
		len += snprintf(names + len, sizeof(names) - len, "%s%s",
						i > 0 ? ", " : "", layout->fields[i].name);
	core_error(err, CORE_ERR_PARAMETER,
			   "layout has %d field%s, but %d value%s given", layout->nfields,
			   layout->nfields == 1 ? "" : "s", n, n == 1 ? " is" : "s are");
	if (layout->nfields > 0)
		core_error_detail(err, "Its fields are, in this order: %s.", names);
	return false;
}

LayoutSite *
layout_site_make(FunctionCallInfo fcinfo, RowKeyLayout *stored,
				 int first_value, bool conditions, CoreError *err)
{
	LayoutSite *site = palloc0(sizeof(LayoutSite));
	Size		size = VARSIZE_ANY(stored);

	site->context = CurrentMemoryContext;
	site->stored = palloc(size);
	memcpy(site->stored, stored, size);
	site->layout = layout_compile(stored);
	site->conditions = conditions;
	if (first_value == 0)
		return site;

	site->variadic = get_fn_expr_variadic(fcinfo->flinfo);
	if (site->variadic)
	{
		LayoutElement *element = &site->element;

		/* One array contains the values, all of the same type. */
		element->type = get_base_element_type(
			get_fn_expr_argtype(fcinfo->flinfo, first_value));
		get_typlenbyvalalign(element->type, &element->len, &element->byval,
							 &element->align);
		for (int i = 0; i < site->layout->nfields; i++)
		{
			if (!layout_bind_arg(site, &site->layout->fields[i],
								 &site->args[i], element->type, err))
				return NULL;
		}
		/* The argument is the array. */
		site->args[0].len = -1;
		site->args[0].byval = false;
		return site;
	}

	site->nargs = PG_NARGS() - first_value;
	if (is_question(site, get_fn_expr_argtype(fcinfo->flinfo, first_value)))
	{
		site->question = true;
		site->args[0].len = -1;
		return site;
	}
	if (is_literal_question(site, fcinfo, first_value))
	{
		site->question = true;
		site->literal = (struct varlena *) DatumGetPointer(
			DirectFunctionCall1(jsonb_in, PG_GETARG_DATUM(first_value)));
		site->args[0].len = -2;
		return site;
	}
	if (!layout_check_count(site->layout, site->nargs, false, err))
		return NULL;
	for (int i = 0; i < site->nargs; i++)
	{
		const LayoutField *field = &site->layout->fields[i];
		LayoutArg  *arg = &site->args[i];

		if (!layout_bind_arg(site, field, arg,
							 get_fn_expr_argtype(fcinfo->flinfo,
												 first_value + i),
							 err))
			return NULL;
		/* An untyped literal of a statement never changes. */
		if (arg->value.base == UNKNOWNOID && !PG_ARGISNULL(first_value + i) &&
			layout_arg_is_const(fcinfo->flinfo, first_value + i) &&
			!read_literal(site, field, arg, PG_GETARG_DATUM(first_value + i),
						  err))
			return NULL;
		arg->plain = !arg->read && arg->value.kind == field->kind;
	}
	return site;
}

/* True if the site was compiled from this layout. */
static inline bool
site_fits(const LayoutSite *site, RowKeyLayout *stored)
{
	return VARSIZE_ANY_EXHDR(site->stored) == VARSIZE_ANY_EXHDR(stored) &&
		memcmp(VARDATA_ANY(site->stored), VARDATA_ANY(stored),
			   VARSIZE_ANY_EXHDR(stored)) == 0;
}

LayoutSite *
layout_site(FunctionCallInfo fcinfo, int layout_arg, int first_value,
			bool conditions, CoreError *err)
{
	LayoutSite *site = fcinfo->flinfo->fn_extra;
	RowKeyLayout *stored;
	MemoryContext context;
	MemoryContext old;

	if (likely(site != NULL && site->constant))
		return site;
	stored = PG_GETARG_LAYOUT_PP(layout_arg);
	if (site != NULL && site_fits(site, stored))
		return site;

	/*
	 * A layout that changes in every row is rare: each layout has its context.
	 */
	context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "rowkey layout",
									ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(context);
	if (site != NULL)
	{
		fcinfo->flinfo->fn_extra = NULL;
		MemoryContextDelete(site->context);
	}
	site = layout_site_make(fcinfo, stored, first_value, conditions, err);
	MemoryContextSwitchTo(old);
	if (site == NULL)
	{
		MemoryContextDelete(context);
		return NULL;
	}
	site->constant = layout_arg_is_const(fcinfo->flinfo, layout_arg);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

/* ---- values ---------------------------------------------------------- */

/*
 * Convert a datum; the error for text that is not valid UTF-8 names the field.
 */
static bool
take_datum(const LayoutField *field, const LayoutArg *arg, Datum datum,
		   CoreValue *v, CoreError *err)
{
	char		message[sizeof(err->message)];

	if (likely(value_take_datum(&arg->value, datum, v, err)))
		return true;
	strlcpy(message, err->message, sizeof(message));
	snprintf(err->message, sizeof(err->message), "field \"%s\": %.200s",
			 field->name, message);
	return false;
}

/* Convert the datum of an argument to its field's value. */
static bool
arg_value(const LayoutField *field, const LayoutArg *arg, Datum datum,
		  CoreValue *v, CoreError *err)
{
	CoreValue	given;

	if (likely(!arg->read && arg->value.kind == field->kind))
		return take_datum(field, arg, datum, v, err);
	if (!take_datum(field, arg, datum, &given, err))
		return false;
	if (arg->read)
		return layout_read_literal(field, (const char *) given.bytes.data,
								   given.bytes.len, v, err);
	if (is_float(field->kind))
		return layout_read_float(field, &given, v, err);
	*v = given;					/* of the same family: core converts */
	return true;
}

/* The elements of the VARIADIC array; none if it is NULL. */
static int
variadic_elements(const LayoutSite *site, const NullableDatum *array,
				  Datum **datums, bool **nulls)
{
	const LayoutElement *element = &site->element;
	int			n = 0;

	if (!array->isnull)
		deconstruct_array(DatumGetArrayTypeP(array->value), element->type,
						  element->len, element->byval, element->align,
						  datums, nulls, &n);
	return n;
}

bool
layout_site_values(LayoutSite *site, NullableDatum *args, int *n,
				   CoreError *err)
{
	const Layout *layout = site->layout;

	if (unlikely(site->question))
	{
		if (args[0].isnull)
		{
			core_error(err, CORE_ERR_NULL, "the values are NULL");
			return false;
		}
		return layout_question_values(layout, DatumGetJsonbP(args[0].value),
									  site->values, n, err);
	}
	if (unlikely(site->variadic))
	{
		Datum	   *datums;
		bool	   *nulls;

		*n = variadic_elements(site, args, &datums, &nulls);
		for (int i = 0; i < *n && i < layout->nfields; i++)
		{
			if (nulls[i])
				site->values[i].kind = VALUE_NULL;
			else if (!arg_value(&layout->fields[i], &site->args[i], datums[i],
								&site->values[i], err))
				return false;
		}
		return true;
	}

	*n = site->nargs;
	for (int i = 0; i < site->nargs; i++)
	{
		const LayoutArg *arg = &site->args[i];

		if (args[i].isnull)
			site->values[i].kind = VALUE_NULL;
		else if (likely(arg->plain))
		{
			if (unlikely(!take_datum(&layout->fields[i], arg, args[i].value,
									 &site->values[i], err)))
				return false;
		}
		else if (arg->known)
			site->values[i] = arg->literal.low.value;
		else if (!arg_value(&layout->fields[i], arg, args[i].value,
							&site->values[i], err))
			return false;
	}
	return true;
}

/* ---- conditions ------------------------------------------------------ */

/* Add a single value. */
static bool
add_point(const LayoutField *field, const LayoutArg *arg, Datum datum,
		  LayoutCondition *condition, CoreError *err)
{
	LayoutItem	item = {.point = true};

	if (arg->read || !is_float(field->kind))
	{
		if (!arg_value(field, arg, datum, &item.low.value, err))
			return false;
	}
	else if (!take_datum(field, arg, datum, &item.low.value, err))
		return false;
	if (!layout_condition_value(field, &item.low.value, err))
		return false;
	layout_add_item(condition, &item);
	return true;
}

static bool
set_bound(const LayoutField *field, const LayoutArg *arg,
		  const RangeBound *given, LayoutBound *bound, CoreError *err)
{
	bound->infinite = given->infinite;
	bound->inclusive = given->inclusive;
	if (given->infinite)
		return true;
	if (arg->unbounded)
		return range_mismatch(field, arg->type, err);
	return take_datum(field, arg, given->val, &bound->value, err) &&
		layout_condition_value(field, &bound->value, err);
}

static bool
add_range(const LayoutField *field, const LayoutArg *arg,
		  const RangeType *range, LayoutCondition *condition, CoreError *err)
{
	LayoutItem	item = {.point = false};
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(arg->range, range, &lower, &upper, &empty);
	if (empty)
		return true;
	if (!set_bound(field, arg, &lower, &item.low, err) ||
		!set_bound(field, arg, &upper, &item.high, err))
		return false;
	layout_add_item(condition, &item);
	return true;
}

bool
layout_add_condition(const LayoutField *field, const LayoutArg *arg,
					 Datum datum, LayoutCondition *condition, CoreError *err)
{
	switch (arg->form)
	{
		case LAYOUT_ARG_VALUE:
			return add_point(field, arg, datum, condition, err);

		case LAYOUT_ARG_ARRAY:
			{
				Datum	   *datums;
				bool	   *nulls;
				int			n;

				deconstruct_array(DatumGetArrayTypeP(datum), arg->element.type,
								  arg->element.len, arg->element.byval,
								  arg->element.align, &datums, &nulls, &n);
				for (int i = 0; i < n; i++)
				{
					if (!nulls[i] &&
						!add_point(field, arg, datums[i], condition, err))
						return false;
				}
				return true;
			}

		case LAYOUT_ARG_RANGE:
			return add_range(field, arg, DatumGetRangeTypeP(datum), condition,
							 err);

		case LAYOUT_ARG_MULTIRANGE:
			{
				int32		n;
				RangeType **ranges;

				multirange_deserialize(arg->range,
									   DatumGetMultirangeTypeP(datum), &n,
									   &ranges);
				for (int i = 0; i < n; i++)
				{
					if (!add_range(field, arg, ranges[i], condition, err))
						return false;
				}
				return true;
			}
	}
	return false;
}

static bool
null_condition(const char *message, CoreError *err)
{
	core_error(err, CORE_ERR_NULL, "%s", message);
	return core_error_hint(
		err, "NULL is not a condition. Omit it to ask for all keys.");
}

static bool
prepare(LayoutSite *site, LayoutCondition *conditions, CoreError *err)
{
	site->dropped = site->lenient ?
		layout_drop_ranges(site->layout, conditions) :
		0;
	return layout_prepare(site->layout, conditions, err);
}

Jsonb *
layout_site_question(const LayoutSite *site, const NullableDatum *args)
{
	if (!site->question || args[0].isnull)
		return NULL;
	return site->literal != NULL ? (Jsonb *) site->literal :
								   DatumGetJsonbP(args[0].value);
}

bool
layout_site_conditions(LayoutSite *site, NullableDatum *args,
					   LayoutCondition *conditions, CoreError *err)
{
	const Layout *layout = site->layout;
	int			n = site->nargs;
	Datum	   *datums = NULL;
	bool	   *nulls = NULL;

	if (site->question)
	{
		if (args[0].isnull)
			return null_condition("the question is NULL", err);
		if (!layout_question(layout, layout_site_question(site, args), false,
							 conditions, err))
			return false;
		return prepare(site, conditions, err);
	}
	if (site->variadic)
	{
		if (args[0].isnull)
			return null_condition("the array of conditions is NULL", err);
		n = variadic_elements(site, args, &datums, &nulls);
		if (!layout_check_count(layout, n, false, err))
			return false;
	}
	for (int i = 0; i < layout->nfields; i++)
	{
		LayoutCondition *condition = &conditions[i];
		const LayoutField *field = &layout->fields[i];
		const LayoutArg *arg = &site->args[i];

		condition->all = i >= n;
		condition->nitems = 0;
		condition->items = NULL;
		if (i >= n)
			continue;
		if (site->variadic ? nulls[i] : args[i].isnull)
			return layout_null_condition(field, err);
		if (arg->known)
		{
			LayoutItem	item = arg->literal;

			if (item.point &&
				!layout_condition_value(field, &item.low.value, err))
				return false;
			layout_add_item(condition, &item);
		}
		else if (!layout_add_condition(field, arg,
									   site->variadic ? datums[i] :
														args[i].value,
									   condition, err))
			return false;
	}
	return prepare(site, conditions, err);
}
