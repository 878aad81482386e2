/*
 * propose_questions.c
 *		Questions of hbase.workload() for the search for row keys.
 */
#include "pg/base/compat.h"

#include "fmgr.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

#include "core/base/sort.h"
#include "pg/advice/propose_options.h"
#include "pg/advice/propose_questions.h"

/* Questions about a relation; less frequent ones are left out. */
#define MOST_QUESTIONS	100

static const char *const kind_names[] = {"read", "insert", "update", "delete"};

static const char *const test_names[] = {"=", "join", "in", "range", ">", "<",
										 "prefix", "suffix", "null",
										 "pattern", "other"};

static const char *const member_names[] = {
	"question", "kind", "calls", "weight", "rows", "where", "order", "limit",
	"aggregate", "set"};

int
propose_column(ProposeColumns *columns, AttrNumber attnum)
{
	for (int i = 0; i < columns->n; i++)
		if (columns->attnums[i] == attnum)
			return i;
	if (columns->n == DESIGN_MAX_COLUMNS)
		return -1;
	columns->attnums[columns->n] = attnum;
	return columns->n++;
}

/* ---- JSON --------------------------------------------------------------- */

static void
invalid_question(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid question: %s", what),
			 errhint("Write it as in hbase.workload(), for example {\"where\": {\"customer\": \"=\"}, \"order\": [\"placed desc\"], \"limit\": 10, \"weight\": 100}.")));
}

static JsonbValue *
member(JsonbContainer *object, const char *name, JsonbValue *value)
{
	JsonbValue *found = getKeyJsonValueFromContainer(object, name,
													 strlen(name), value);

	return found == NULL || found->type == jbvNull ? NULL : found;
}

static double
number_of(const JsonbValue *value, const char *what)
{
	double		number;

	if (value->type != jbvNumeric)
		invalid_question(psprintf("\"%s\" must be a number", what));
	number = DatumGetFloat8(
		DirectFunctionCall1(numeric_float8_no_overflow,
							NumericGetDatum(value->val.numeric)));
	if (!(number >= 0 && number <= 1e15))
		invalid_question(psprintf("\"%s\" is out of range", what));
	return number;
}

static bool
is_word(const JsonbValue *value, const char *word)
{
	return value->type == jbvString &&
		value->val.string.len == (int) strlen(word) &&
		memcmp(value->val.string.val, word, value->val.string.len) == 0;
}

static int
word_of(const JsonbValue *value, const char *what, const char *const *words,
		int n)
{
	if (value->type != jbvString)
		invalid_question(psprintf("%s must be a string", what));
	for (int i = 0; i < n; i++)
		if (is_word(value, words[i]))
			return i;
	propose_unrecognized(what, value->val.string.val, value->val.string.len,
						 words, n);
}

/* ---- columns ------------------------------------------------------------ */

static int
find_column(ProposeColumns *columns, const char *name)
{
	AttrNumber	attnum = strlen(name) < NAMEDATALEN ?
		get_attnum(columns->relid, name) : InvalidAttrNumber;

	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of a question does not exist", name)));
	return attnum < 0 ? -1 : propose_column(columns, attnum);
}

static void
read_where(JsonbContainer *where, ProposeColumns *columns,
		   DesignQuestion *question)
{
	JsonbIterator *it = JsonbIteratorInit(where);
	JsonbIteratorToken token;
	JsonbValue	value;
	int			column = -1;

	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
			column = find_column(columns, pnstrdup(value.val.string.val,
												   value.val.string.len));
		else if (token == WJB_VALUE &&
				 question->nconditions < DESIGN_MAX_CONDITIONS)
		{
			int			test = word_of(&value, "condition", test_names,
									   lengthof(test_names));

			question->conditions[question->nconditions++] =
				(DesignCondition) {column, Min(test, (int) DESIGN_OTHER)};
		}
	}
}

/* "placed desc"; a column may have such a name too. */
static void
read_order(JsonbContainer *order, ProposeColumns *columns,
		   DesignQuestion *question)
{
	JsonbIterator *it = JsonbIteratorInit(order);
	JsonbIteratorToken token;
	JsonbValue	value;

	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		char	   *name;
		int			len;
		bool		descending;

		if (token != WJB_ELEM)
			continue;
		if (value.type != jbvString)
			invalid_question("\"order\" must have names of columns");
		if (question->norder == DESIGN_MAX_ORDER)
			continue;
		name = pnstrdup(value.val.string.val, value.val.string.len);
		len = strlen(name);
		descending = len > 5 && strcmp(name + len - 5, " desc") == 0 &&
			(len >= NAMEDATALEN ||
			 get_attnum(columns->relid, name) == InvalidAttrNumber);
		if (descending)
			name[len - 5] = '\0';
		question->order[question->norder++] =
			(DesignOrder) {find_column(columns, name), descending};
	}
}

static void
read_set(JsonbContainer *set, ProposeColumns *columns,
		 DesignQuestion *question)
{
	JsonbIterator *it = JsonbIteratorInit(set);
	JsonbIteratorToken token;
	JsonbValue	value;

	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		int			column;

		if (token != WJB_ELEM || value.type != jbvString)
			continue;
		column = find_column(columns, pnstrdup(value.val.string.val,
											   value.val.string.len));
		if (column >= 0)
			question->assigned |= DESIGN_SET(column);
	}
}

static JsonbContainer *
container_of(const JsonbValue *value, bool is_array, const char *what)
{
	if (value->type != jbvBinary ||
		JsonContainerIsArray(value->val.binary.data) != is_array)
		invalid_question(psprintf("%s must be a JSON %s", what,
								  is_array ? "array" : "object"));
	return value->val.binary.data;
}

static void
read_parts(JsonbContainer *object, ProposeColumns *columns,
		   DesignQuestion *question)
{
	JsonbValue	value;

	if (member(object, "where", &value) != NULL)
		read_where(container_of(&value, false, "\"where\""), columns,
				   question);
	if (member(object, "order", &value) != NULL)
		read_order(container_of(&value, true, "\"order\""), columns, question);
	if (member(object, "set", &value) != NULL)
		read_set(container_of(&value, true, "\"set\""), columns, question);
	/* null is a parameter */
	question->limited = getKeyJsonValueFromContainer(object, "limit",
													 strlen("limit"),
													 &value) != NULL;
	if (question->limited && value.type != jbvNull)
		question->limit = number_of(&value, "limit");
	question->aggregated = member(object, "aggregate", &value) != NULL &&
		value.type == jbvBool && value.val.boolean;
}

static void
check_members(JsonbContainer *object)
{
	JsonbIterator *it = JsonbIteratorInit(object);
	JsonbIteratorToken token;
	JsonbValue	value;

	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
		if (token == WJB_KEY)
			(void) word_of(&value, "member of a question", member_names,
						   lengthof(member_names));
}

/* The parts of a question alone, as text. */
static const char *
parts_text(JsonbValue *object)
{
	Datum		json = JsonbPGetDatum(JsonbValueToJsonb(object));

	for (int i = 0; i < lengthof(member_names); i++)
		if (strcmp(member_names[i], "where") == 0)
			break;
		else
			json = DirectFunctionCall2(jsonb_delete, json,
									   CStringGetTextDatum(member_names[i]));
	return JsonbToCString(NULL, &DatumGetJsonbP(json)->root, 0);
}

static int
compare_conditions(const void *a, const void *b)
{
	const DesignCondition *x = a;
	const DesignCondition *y = b;

	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

static void
read_question(const JsonbValue *element, ProposeColumns *columns,
			  DesignQuestion *question, const char **json)
{
	JsonbContainer *object = container_of(element, false, "each question");
	JsonbContainer *parts = object;
	JsonbValue	whole = *element;
	JsonbValue	value;

	memset(question, 0, sizeof(DesignQuestion));
	question->calls = 1;
	check_members(object);
	if (member(object, "question", &value) != NULL)
	{
		parts = container_of(&value, false, "\"question\"");
		whole = value;
		check_members(parts);
	}
	if (member(object, "kind", &value) != NULL)
		question->kind = word_of(&value, "kind", kind_names,
								 lengthof(kind_names));
	if (member(object, "weight", &value) != NULL)
		question->calls = number_of(&value, "weight");
	else if (member(object, "calls", &value) != NULL)
		question->calls = number_of(&value, "calls");
	if (member(object, "rows", &value) != NULL)
		question->rows = number_of(&value, "rows");
	read_parts(parts, columns, question);
	core_sort(question->conditions, question->nconditions,
			  sizeof(DesignCondition), compare_conditions);
	*json = parts_text(&whole);
}

/* ---- the list ----------------------------------------------------------- */

typedef struct Listed
{
	DesignQuestion question;
	const char *json;
} Listed;

/* The most frequent first; then by what is asked, not by names. */
static int
compare_listed(const void *a, const void *b)
{
	const DesignQuestion *x = &((const Listed *) a)->question;
	const DesignQuestion *y = &((const Listed *) b)->question;
	int			c;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	c = memcmp(x->conditions, y->conditions, sizeof(x->conditions));
	if (c == 0)
		c = memcmp(x->order, y->order, sizeof(x->order));
	if (c != 0)
		return c;
	if (x->limit != y->limit)
		return x->limit < y->limit ? -1 : 1;
	if (x->assigned != y->assigned)
		return x->assigned < y->assigned ? -1 : 1;
	return (x->aggregated > y->aggregated) - (x->aggregated < y->aggregated);
}

static bool
is_same(const Listed *a, const Listed *b)
{
	return a->question.kind == b->question.kind &&
		strcmp(a->json, b->json) == 0;
}

static int
compare_attnums(const void *a, const void *b)
{
	return *(const AttrNumber *) a - *(const AttrNumber *) b;
}

/*
 * Find the columns of all questions, and give them numbers in the order of the
 * relation: nothing depends on names, nor on the order of the questions.
 */
static void
number_columns(Jsonb *array, ProposeColumns *columns)
{
	JsonbIterator *it = JsonbIteratorInit(&array->root);
	JsonbIteratorToken token;
	JsonbValue	value;
	DesignQuestion question;
	const char *json;

	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == WJB_ELEM)
			read_question(&value, columns, &question, &json);
	}
	core_sort(columns->attnums, columns->n, sizeof(AttrNumber),
			  compare_attnums);
}

void
propose_questions_read(Jsonb *array, ProposeColumns *columns,
					   ProposeQuestions *questions)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	value;
	Listed	   *list;
	int			n = 0;

	memset(questions, 0, sizeof(ProposeQuestions));
	if (!JB_ROOT_IS_ARRAY(array) || JB_ROOT_IS_SCALAR(array))
		invalid_question("the questions must be a JSON array");
	list = palloc0((JB_ROOT_COUNT(array) + 1) * sizeof(Listed));
	number_columns(array, columns);
	it = JsonbIteratorInit(&array->root);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		bool		known = false;

		CHECK_FOR_INTERRUPTS();
		if (token != WJB_ELEM)
			continue;
		read_question(&value, columns, &list[n].question, &list[n].json);
		for (int i = 0; i < n && i < 10 * MOST_QUESTIONS && !known; i++)
			if (is_same(&list[i], &list[n]))
			{
				DesignQuestion *to = &list[i].question;
				DesignQuestion *from = &list[n].question;

				if (to->calls + from->calls > 0)
					to->rows = (to->rows * to->calls +
								from->rows * from->calls) /
						(to->calls + from->calls);
				to->calls += from->calls;
				known = true;
			}
		if (known)
			memset(&list[n], 0, sizeof(Listed));
		else
			n++;
	}
	core_sort(list, n, sizeof(Listed), compare_listed);
	questions->questions = palloc0((n + 1) * sizeof(DesignQuestion));
	questions->json = palloc0((n + 1) * sizeof(char *));
	for (int i = 0; i < n; i++)
	{
		if (i >= MOST_QUESTIONS)
		{
			questions->left_out += list[i].question.calls;
			continue;
		}
		questions->questions[i] = list[i].question;
		questions->json[i] = list[i].json;
		questions->n++;
	}
}
