/*
 * layout_question.c
 *		Conditions in JSON: an object of fields with the condition on each; and
 *		what hbase.compare() needs from layouts.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/numeric.h"

#include "core/base/ascii.h"
#include "core/base/bytes.h"
#include "core/base/sort.h"
#include "core/base/suggest.h"
#include "core/layout/layout_parse.h"
#include "core/layout/layout_scan.h"
#include "core/layout/record_types.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/settings.h"
#include "pg/base/utf8_text.h"
#include "pg/layout/layout_literal.h"
#include "pg/layout/layout_question.h"
#include "pg/layout/rowkey_layout.h"

PG_FUNCTION_INFO_V1(hbase_question_ranges);
PG_FUNCTION_INFO_V1(hbase_check_designs);
PG_FUNCTION_INFO_V1(hbase_nearest_name);

/* ---- values ------------------------------------------------------------- */

/* A scalar as text in UTF-8; jsonb as its own text. */
static const char *
scalar_text(const LayoutField *field, JsonbValue *json, int *len)
{
	const char *text;

	if (field->kind == VALUE_JSONB)
		text = JsonbToCString(NULL, &JsonbValueToJsonb(json)->root, 0);
	else if (json->type == jbvString)
		text = pnstrdup(json->val.string.val, json->val.string.len);
	else if (json->type == jbvNumeric)
		text = DatumGetCString(
			DirectFunctionCall1(numeric_out,
								NumericGetDatum(json->val.numeric)));
	else
		text = json->val.boolean ? "true" : "false";
	*len = strlen(text);
	return utf8_text_from_server(text, len);
}

static bool
read_scalar(const LayoutField *field, JsonbValue *json, CoreValue *v,
			CoreError *err)
{
	const char *p;
	int			len;

	if (json->type == jbvNull)
		return layout_null_condition(field, err);
	if (json->type == jbvBinary)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "condition on field \"%s\" is nested too deeply",
				   field->name);
		return core_error_hint(err,
							   "An array has values, and each of \"from\", \"to\" and \"prefix\" has one value.");
	}
	p = scalar_text(field, json, &len);
	return layout_read_literal(field, p, len, v, err) &&
		layout_condition_value(field, v, err);
}

/*
 * Add a value, alone or as an element of an array; for a field that is not
 * textual it may be a range.
 */
static bool
add_scalar(const LayoutField *field, JsonbValue *json, bool element,
		   LayoutCondition *condition, CoreError *err)
{
	LayoutItem	item = {.point = true};

	if (json->type == jbvString &&
		layout_is_range_literal(json->val.string.val, json->val.string.len))
	{
		int			len;
		const char *p = scalar_text(field, json, &len);

		if (!layout_is_textual(field))
		{
			if (!layout_read_range(field, p, len, &item, err))
				return false;
			layout_add_item(condition, &item);
			return true;
		}
		if (!element)
		{
			core_error(
				err, CORE_ERR_TYPE,
				"condition \"%.*s\" on field \"%s\" of type %s is ambiguous",
				core_shown(p, len, 60), p, field->name, field->type_name);
			core_error_detail(err, "It can be a value or a range.");
			return core_error_hint(err,
								   "Write a range as {\"from\": \"a\", \"to\": \"b\"}, a prefix as {\"prefix\": \"a\"}, a value in an array, [\"...\"]; for any value leave out the field.");
		}
	}
	if (!read_scalar(field, json, &item.low.value, err))
		return false;
	layout_add_item(condition, &item);
	return true;
}

/* ---- arrays, ranges, prefixes ------------------------------------------- */

/* Add the elements of an array; null elements are skipped, as in = ANY. */
static bool
add_elements(const LayoutField *field, JsonbContainer *array,
			 LayoutCondition *condition, CoreError *err)
{
	JsonbIterator *it = JsonbIteratorInit(array);
	JsonbIteratorToken token;
	JsonbValue	json;

	while ((token = JsonbIteratorNext(&it, &json, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == WJB_ELEM && json.type != jbvNull &&
			!add_scalar(field, &json, true, condition, err))
			return false;
	}
	return true;
}

static bool
set_bound(const LayoutField *field, JsonbValue *json, bool inclusive,
		  LayoutBound *bound, CoreError *err)
{
	bound->infinite = false;
	bound->inclusive = inclusive;
	return read_scalar(field, json, &bound->value, err);
}

/*
 * The range of all values that begin with a text: from the text to its
 * successor.
 */
static bool
set_prefix(const LayoutField *field, JsonbValue *json, LayoutItem *item,
		   CoreError *err)
{
	uint8_t    *stop;
	size_t		n;

	if (!layout_is_textual(field) || field->kind == VALUE_JSONB)
	{
		core_error(err, CORE_ERR_TYPE,
				   "field \"%s\" of type %s does not accept a prefix",
				   field->name, field->type_name);
		return core_error_hint(err,
							   "Text and bytea have prefixes; other fields take {\"from\": value, \"to\": value}.");
	}
	if (!set_bound(field, json, true, &item->low, err))
		return false;
	n = item->low.value.bytes.len;
	stop = palloc(n + 1);
	n = bytes_prefix_stop(item->low.value.bytes.data, n, stop);
	item->low.infinite = item->low.value.bytes.len == 0;
	item->high = item->low;
	item->high.infinite = n == 0;
	item->high.inclusive = false;
	item->high.value.bytes.data = stop;
	item->high.value.bytes.len = n;
	return true;
}

/* {"from": value, "to": value} with one or both, or {"prefix": text}. */
static bool
add_interval(const LayoutField *field, JsonbContainer *object,
			 LayoutCondition *condition, CoreError *err)
{
	static const char *const names[] = {"from", "to", "prefix"};
	LayoutItem	item = {.low = {.infinite = true}, .high = {.infinite = true}};
	JsonbIterator *it = JsonbIteratorInit(object);
	JsonbIteratorToken token;
	JsonbValue	json;
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;
	int			given[lengthof(names)] = {0};
	int			name = -1;

	suggest_init(&near, "", 0);
	while ((token = JsonbIteratorNext(&it, &json, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			name = -1;
			suggest_init(&near, json.val.string.val, json.val.string.len);
			for (int i = 0; i < lengthof(names); i++)
			{
				suggest_offer(&near, names[i]);
				if (core_same_word(json.val.string.val, json.val.string.len,
								   names[i]))
					name = i;
			}
			if (name < 0)
				break;
			given[name]++;
		}
		else if (token == WJB_VALUE &&
				 !(name == 0 ? set_bound(field, &json, true, &item.low, err) :
					   name == 1 ? set_bound(field, &json, false, &item.high,
											 err) :
								   set_prefix(field, &json, &item, err)))
			return false;
	}
	if (token != WJB_DONE || given[0] > 1 || given[1] > 1 || given[2] > 1 ||
		(given[2] > 0) == (given[0] + given[1] > 0))
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "condition on field \"%s\" must have \"from\", \"to\" or both, or \"prefix\" alone",
				   field->name);
		return core_error_hint(
			err,
			"%sWrite {\"from\": value, \"to\": value}, where \"to\" is not in the range, or {\"prefix\": text}.",
			token == WJB_DONE ? "" : suggest_sentence(&near, sentence));
	}
	if (!layout_check_bounds(field, &item, err))
		return false;
	layout_add_item(condition, &item);
	return true;
}

/* ---- conditions of a JSON object ---------------------------------------- */

/*
 * Read on to the next value of a field; *field is -1 at the end of the object.
 * A name that is not a field is an error, unless others are allowed too.
 */
static bool
next_value(const Layout *layout, JsonbIterator **it, bool others_too,
		   int *field, JsonbValue *json, CoreError *err)
{
	JsonbIteratorToken token;

	*field = -1;
	while ((token = JsonbIteratorNext(it, json, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			int			len = json->val.string.len;
			const char *name = utf8_text_from_server(json->val.string.val,
													 &len);

			*field = layout_find_field(layout, name, len);
			if (*field < 0 && !others_too)
				return layout_no_field(layout, name, len, err);
		}
		else if (token == WJB_VALUE && *field >= 0)
			return true;
	}
	*field = -1;
	return true;
}

static bool
add_known(const LayoutField *field, JsonbValue *json,
		  LayoutCondition *condition, CoreError *err)
{
	if (json->type != jbvBinary)
		return add_scalar(field, json, false, condition, err);
	if (JsonContainerIsArray(json->val.binary.data))
		return add_elements(field, json->val.binary.data, condition, err);
	return add_interval(field, json->val.binary.data, condition, err);
}

bool
layout_question(const Layout *layout, Jsonb *question, bool others_too,
				LayoutCondition *conditions, CoreError *err)
{
	JsonbIterator *it;
	JsonbValue	json;
	int			field;

	for (int i = 0; i < layout->nfields; i++)
		conditions[i] = (LayoutCondition) {.all = true};
	if (!JB_ROOT_IS_OBJECT(question))
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "a question must be a JSON object");
		return core_error_hint(err,
							   "Write the condition of each field: {\"field\": value, ...}.");
	}
	it = JsonbIteratorInit(&question->root);
	for (;;)
	{
		if (!next_value(layout, &it, others_too, &field, &json, err))
			return false;
		if (field < 0)
			return true;
		conditions[field].all = false;
		if (!add_known(&layout->fields[field], &json, &conditions[field], err))
			return false;
	}
}

/* ---- values of a JSON object -------------------------------------------- */

static bool
read_value(const LayoutField *field, JsonbValue *json, CoreValue *v,
		   CoreError *err)
{
	const char *p;
	int			len;

	if (json->type == jbvNull)
	{
		v->kind = VALUE_NULL;
		return true;
	}
	if (json->type == jbvBinary && field->kind != VALUE_JSONB)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "field \"%s\" must have a single value", field->name);
		return false;
	}
	p = scalar_text(field, json, &len);
	return layout_read_literal(field, p, len, v, err);
}

bool
layout_question_values(const Layout *layout, Jsonb *object, CoreValue *values,
					   int *n, CoreError *err)
{
	bool		given[LAYOUT_MAX_FIELDS] = {false};
	JsonbIterator *it;
	JsonbValue	json;
	int			field;

	if (!JB_ROOT_IS_OBJECT(object))
	{
		core_error(err, CORE_ERR_PARAMETER, "values must be a JSON object");
		return core_error_hint(err,
							   "Write the value of each field: {\"field\": value, ...}.");
	}
	it = JsonbIteratorInit(&object->root);
	for (;;)
	{
		if (!next_value(layout, &it, false, &field, &json, err))
			return false;
		if (field < 0)
			break;
		given[field] = true;
		if (!read_value(&layout->fields[field], &json, &values[field], err))
			return false;
	}
	for (*n = 0; *n < layout->nfields && given[*n];)
		(*n)++;
	for (int i = *n; i < layout->nfields; i++)
		if (given[i])
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "a value for field \"%s\" is missing",
					   layout->fields[*n].name);
			return false;
		}
	return true;
}

/* ---- questions about a table with several layouts ---------------------- */

/* Set the error for a name that is not a field of any of the layouts. */
static bool
no_field(Layout *const *layouts, int n, const char *name, int len,
		 CoreError *err)
{
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;

	if (n == 1)
		return layout_no_field(layouts[0], name, len, err);
	suggest_init(&near, name, len);
	for (int i = 0; i < n; i++)
		for (int f = 0; f < layouts[i]->nfields; f++)
			suggest_offer(&near, layouts[i]->fields[f].name);
	core_error(err, CORE_ERR_PARAMETER,
			   "none of the layouts has a field \"%.*s\"",
			   core_shown(name, len, 60), name);
	return core_error_hint(err,
						   "%sA question names fields of one of the layouts; hbase.definition_of() lists them.",
						   suggest_sentence(&near, sentence));
}

bool
layout_question_select(Layout *const *layouts, int n, Jsonb *question,
					   bool others_too, bool *which, CoreError *err)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	json;
	int			left = n;

	for (int i = 0; i < n; i++)
		which[i] = true;
	if (!JB_ROOT_IS_OBJECT(question))
		return true;			/* layout_question() sets the error */
	it = JsonbIteratorInit(&question->root);
	while ((token = JsonbIteratorNext(&it, &json, true)) != WJB_DONE)
	{
		const char *name;
		int			len;
		int			with = 0;

		if (token != WJB_KEY)
			continue;
		len = json.val.string.len;
		name = utf8_text_from_server(json.val.string.val, &len);
		for (int i = 0; i < n; i++)
			with += layout_find_field(layouts[i], name, len) >= 0;
		if (with == 0 && !others_too)
			return no_field(layouts, n, name, len, err);
		for (int i = 0; i < n && with > 0; i++)
			if (which[i] && layout_find_field(layouts[i], name, len) < 0)
			{
				which[i] = false;
				left--;
			}
	}
	if (left > 0)
		return true;
	core_error(err, CORE_ERR_PARAMETER,
			   "none of the layouts has all fields of the question");
	return core_error_hint(err,
						   "A question is about the record types whose keys have its fields.");
}

static int
compare_starts(const void *a, const void *b)
{
	const LayoutRange *left = a;
	const LayoutRange *right = b;

	return bytes_compare(left->start, left->start_len, right->start,
						 right->start_len);
}

void
layout_question_add(LayoutRanges *all, const LayoutRanges *more)
{
	LayoutRange *ranges = palloc(((size_t) all->n + more->n + 1) *
								 sizeof(LayoutRange));
	int			n = 0;

	core_copy(ranges, all->ranges, all->n * sizeof(LayoutRange));
	core_copy(ranges + all->n, more->ranges, more->n * sizeof(LayoutRange));
	core_sort(ranges, all->n + more->n, sizeof(LayoutRange), compare_starts);
	for (int i = 0; i < all->n + more->n; i++)
	{
		LayoutRange *last = n > 0 ? &ranges[n - 1] : NULL;
		LayoutRange *next = &ranges[i];

		if (last == NULL ||
			(last->has_stop &&
			 bytes_compare(last->stop, last->stop_len, next->start,
						   next->start_len) <= 0))
			ranges[n++] = *next;
		else if (last->has_stop &&
				 (!next->has_stop ||
				  bytes_compare(last->stop, last->stop_len, next->stop,
								next->stop_len) < 0))
		{
			last->has_stop = next->has_stop;
			last->stop = next->stop;
			last->stop_len = next->stop_len;
		}
	}
	all->ranges = ranges;
	all->room = all->n + more->n;
	all->n = n;
}

/* ---- for hbase.compare() ------------------------------------------------ */

/* The layouts of an array; NULL elements are left out. */
static int
compile_layouts(ArrayType *array, Layout ***layouts)
{
	Datum	   *datums;
	bool	   *nulls;
	int			nelements;
	int			n = 0;

	deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_INT,
					  &datums, &nulls, &nelements);
	*layouts = palloc((nelements + 1) * sizeof(Layout *));
	for (int i = 0; i < nelements; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!nulls[i])
			(*layouts)[n++] = layout_compile(DatumGetLayoutPP(datums[i]));
	}
	return n;
}

/*
 * hbase_internal.question_ranges(layouts, question): the number of ranges in a
 * table with these layouts, or "full scan".
 */
Datum
hbase_question_ranges(PG_FUNCTION_ARGS)
{
	Jsonb	   *question = PG_GETARG_JSONB_P(1);
	Layout	  **layouts;
	int			n = compile_layouts(PG_GETARG_ARRAYTYPE_P(0), &layouts);
	bool	   *which = palloc((n + 1) * sizeof(bool));
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	LayoutRanges all = {0};
	bool		full = true;
	CoreError	err;

	if (n == 0)
		PG_RETURN_NULL();
	if (!layout_question_select(layouts, n, question, true, which, &err))
		core_error_raise(&err);
	for (int i = 0; i < n; i++)
	{
		LayoutRanges ranges = {0};
		bool		every;

		if (!which[i])
		{
			full = false;
			continue;
		}
		if (!layout_question(layouts[i], question, true, conditions, &err))
			core_error_raise(&err);
		(void) layout_drop_ranges(layouts[i], conditions);
		if (!layout_prepare(layouts[i], conditions, &err) ||
			!layout_scan(layouts[i], conditions, max_scan_ranges, &ranges,
						 &err) ||
			!layout_ranges_are_all(layouts[i], &ranges, max_scan_ranges,
								   &every, &err))
			core_error_raise(&err);
		full = full && every;
		layout_question_add(&all, &ranges);
	}
	PG_RETURN_TEXT_P(
		cstring_to_text(full ? "full scan" : psprintf("%d", all.n)));
}

/* True if two of the layouts mention the same field. */
static bool
share_field(Layout **layouts, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			for (int f = 0; f < layouts[i]->nfields; f++)
			{
				const char *name = layouts[i]->fields[f].name;

				if (layout_find_field(layouts[k], name, strlen(name)) >= 0)
					return true;
			}
	return false;
}

/*
 * hbase_internal.check_designs(layouts): an error or a NOTICE if these seem to
 * be the parts of one layout, split at its commas.
 */
Datum
hbase_check_designs(PG_FUNCTION_ARGS)
{
	Layout	  **layouts;
	const Layout *const *given;
	int			n = compile_layouts(PG_GETARG_ARRAYTYPE_P(0), &layouts);
	CoreError	err;

	given = (const Layout *const *) layouts;
	if (!layout_check_array(given, n, &err))
		core_error_raise(&err);
	if (layout_are_components(given, n) && !share_field(layouts, n))
	{
		CoreBuf		text;

		core_buf_init(&text);
		layout_print_array(given, n, &text);
		core_buf_add_byte(&text, '\0');
		ereport(NOTICE,
				(errmsg("%d designs are compared, each a key of a single component",
						n),
				 errhint("For one design of these components, write %s.",
						 core_error_message((const char *) text.data))));
	}
	PG_RETURN_VOID();
}

/*
 * hbase_internal.nearest_name(name, names): the most similar name; NULL if
 * none is similar.
 */
Datum
hbase_nearest_name(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	Suggestion	near;
	Datum	   *datums;
	bool	   *nulls;
	int			n;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), TEXTOID, -1, false,
					  TYPALIGN_INT, &datums, &nulls, &n);
	suggest_init(&near, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name));
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!nulls[i])
			suggest_offer(&near, TextDatumGetCString(datums[i]));
	}
	if (near.best == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(near.best));
}
