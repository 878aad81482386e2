/*
 * filter_parse.c
 *		HBase's filter language.
 *
 *		expression := term { OR term }
 *		term       := factor { AND factor }
 *		factor     := SKIP factor | WHILE factor | "(" expression ")" | filter
 *		filter     := Name "(" [ argument { "," argument } ] ")"
 *
 * Arguments are 'text' (with quotes doubled and no escapes), integers, true,
 * false, and comparison operators.  Keywords are in upper case, with a space
 * or a parenthesis on both sides.
 *
 * Held against ParseFilter of HBase 2.6.1.  Everything that ParseFilter
 * rejects is rejected: line breaks, and a "(" around operators of which its
 * stack has two kinds left at the ")", as in (a OR b AND c).  Some strings
 * that it accepts are rejected, too: it reads (a as a, and ignores commas and
 * any text after a quote.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/filter/filter_parse.h"
#include "core/filter/filter_tree.h"
#include "core/widerow/widerow_mutation.h"

#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/filter/lower_case.h"

/* The limit of nesting. */
#define MAX_DEPTH	100

/* The kinds of arguments of a filter, one letter each. */
#define TEXT		's'
#define NUMBER		'n'
#define FLAG		'b'
#define OPERATOR	'o'
#define COMPARATOR	'c'

typedef struct FilterForm
{
	const char *name;
	FilterKind	kind;
	const char *arguments;		/* "x*" at the end: any number of x */
	const char *longer;			/* alternative arguments, or NULL */
	const char *longest;
} FilterForm;

static const FilterForm forms[FILTER_NAMED] = {
	{"ColumnCountGetFilter", FILTER_COLUMN_COUNT_GET, "n", NULL, NULL},
	{"ColumnPaginationFilter", FILTER_COLUMN_PAGINATION, "nn", NULL, NULL},
	{"ColumnPrefixFilter", FILTER_COLUMN_PREFIX, "s", NULL, NULL},
	{"ColumnRangeFilter", FILTER_COLUMN_RANGE, "sbsb", NULL, NULL},
	{"ColumnValueFilter", FILTER_COLUMN_VALUE, "ssoc", NULL, NULL},
	{"DependentColumnFilter", FILTER_DEPENDENT_COLUMN, "ss", "ssb", "ssboc"},
	{"FamilyFilter", FILTER_FAMILY, "oc", NULL, NULL},
	{"FirstKeyOnlyFilter", FILTER_FIRST_KEY_ONLY, "", NULL, NULL},
	{"InclusiveStopFilter", FILTER_INCLUSIVE_STOP, "s", NULL, NULL},
	{"KeyOnlyFilter", FILTER_KEY_ONLY, "", "b", NULL},
	{"MultipleColumnPrefixFilter", FILTER_MULTIPLE_COLUMN_PREFIX, "s*", NULL,
	 NULL},
	{"PageFilter", FILTER_PAGE, "n", NULL, NULL},
	{"PrefixFilter", FILTER_PREFIX, "s", NULL, NULL},
	{"QualifierFilter", FILTER_QUALIFIER, "oc", NULL, NULL},
	{"RowFilter", FILTER_ROW, "oc", NULL, NULL},
	{"SingleColumnValueFilter", FILTER_SINGLE_COLUMN_VALUE, "ssoc", "ssocbb",
	 NULL},
	{"SingleColumnValueExcludeFilter", FILTER_SINGLE_COLUMN_VALUE_EXCLUDE,
	 "ssoc", "ssocbb", NULL},
	{"TimestampsFilter", FILTER_TIMESTAMPS, "n*", NULL, NULL},
	{"ValueFilter", FILTER_VALUE, "oc", NULL, NULL}
};

/* ---- tokens ------------------------------------------------------------ */

typedef struct Parser
{
	const char *text;
	size_t		len;
	size_t		at;
	int			depth;
	bool		in_arguments;	/* inside a filter: tabs are not allowed */
	int			pending;		/* kinds of operators left on ParseFilter's
								 * stack */
	const FilterHost *host;
	CoreError  *err;
} Parser;

/* One parsed argument. */
typedef struct Argument
{
	char		kind;			/* TEXT, NUMBER, FLAG or OPERATOR */
	size_t		at;
	FilterBytes text;
	int64_t		number;
	bool		flag;
	WideCompareOp op;
} Argument;

static bool
parse_error(Parser *parser, size_t at, const char *expected)
{
	if (at >= parser->len)
		return core_error(parser->err, CORE_ERR_PARAMETER,
						  "filter ends too early: expected %s", expected);
	return core_error(parser->err, CORE_ERR_PARAMETER,
					  "invalid filter at byte offset %zu: expected %s", at,
					  expected);
}

static void
skip_blanks(Parser *parser)
{
	while (parser->at < parser->len &&
		   (parser->text[parser->at] == ' ' ||
			(parser->text[parser->at] == '\t' && !parser->in_arguments)))
		parser->at++;
}

static bool
take(Parser *parser, char c)
{
	skip_blanks(parser);
	if (parser->at < parser->len && parser->text[parser->at] == c)
	{
		parser->at++;
		return true;
	}
	return false;
}

static inline bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The length of the word at the current position: letters and digits. */
static size_t
word_length(Parser *parser)
{
	size_t		n = parser->at;

	skip_blanks(parser);
	n = parser->at;
	while (
		n < parser->len &&
		(is_letter(parser->text[n]) ||
		 (n > parser->at && parser->text[n] >= '0' && parser->text[n] <= '9')))
		n++;
	return n - parser->at;
}

/* Whether the keyword has a space or a parenthesis on both sides. */
static bool
is_set_off(const Parser *parser, size_t n)
{
	const char *text = parser->text + parser->at;
	bool		before = parser->at == 0 || text[-1] == ' ' ||
		text[-1] == '(' || text[-1] == ')';

	return before && parser->at + n < parser->len &&
		(text[n] == ' ' || text[n] == '(');
}

/* Skip this keyword if it is the next word (ParseFilter.checkForAnd). */
static bool
take_keyword(Parser *parser, const char *keyword)
{
	size_t		n = word_length(parser);

	if (n != strlen(keyword) ||
		memcmp(parser->text + parser->at, keyword, n) != 0 ||
		!is_set_off(parser, n))
		return false;
	parser->at += n;
	return true;
}

/*
 * Skip true or false, ignoring case (ParseFilter.convertByteArrayToBoolean).
 */
static bool
take_flag(Parser *parser, bool *flag)
{
	size_t		n = word_length(parser);

	*flag = core_same_word(parser->text + parser->at, n, "true");
	if (!*flag && !core_same_word(parser->text + parser->at, n, "false"))
		return false;
	parser->at += n;
	return true;
}

/* Read 'text' with quotes doubled (ParseFilter.createUnescapdArgument). */
static bool
parse_text(Parser *parser, Argument *argument)
{
	CoreBuf		buf;

	core_buf_init(&buf);
	core_buf_reserve(&buf, 1);
	parser->at++;
	for (;;)
	{
		char		c;

		if (parser->at >= parser->len)
		{
			core_buf_free(&buf);
			return parse_error(parser, parser->at, "a closing quote");
		}
		c = parser->text[parser->at++];
		if (c == '\'')
		{
			if (parser->at >= parser->len || parser->text[parser->at] != '\'')
				break;
			parser->at++;
		}
		core_buf_add_byte(&buf, (uint8_t) c);
	}
	argument->kind = TEXT;
	argument->text.data = buf.data;
	argument->text.len = buf.len;
	return true;
}

/* ParseFilter.convertByteArrayToLong. */
static bool
parse_number(Parser *parser, Argument *argument)
{
	bool		negative = parser->text[parser->at] == '-';
	size_t		start = parser->at + negative;
	uint64_t	v = 0;

	for (parser->at = start; parser->at < parser->len &&
		 parser->text[parser->at] >= '0' && parser->text[parser->at] <= '9';
		 parser->at++)
	{
		unsigned	digit = (unsigned) (parser->text[parser->at] - '0');

		if (v > ((uint64_t) INT64_MAX - digit) / 10)
			return core_error(
				parser->err, CORE_ERR_RANGE,
				"number in filter at byte offset %zu is out of range", start);
		v = v * 10 + digit;
	}
	if (parser->at == start)
		return parse_error(parser, start, "a number");
	argument->kind = NUMBER;
	argument->number = negative ? -(int64_t) v : (int64_t) v;
	return true;
}

/*
 * Read one of =, !=, <, <=, >, >= (ParseFilter.createCompareOperator).
 */
static bool
parse_operator(Parser *parser, Argument *argument)
{
	const char *p = parser->text + parser->at;
	size_t		n = 1;

	if (parser->len - parser->at > 1 && p[1] == '=')
		n = 2;
	argument->kind = OPERATOR;
	if (!wide_compare_op_from_name(p, n, &argument->op, parser->err))
		return parse_error(parser, parser->at, "=, !=, <, <=, > or >=");
	parser->at += n;
	return true;
}

static bool
parse_argument(Parser *parser, Argument *argument)
{
	char		c;

	skip_blanks(parser);
	memset(argument, 0, sizeof(Argument));
	argument->at = parser->at;
	if (parser->at >= parser->len)
		return parse_error(parser, parser->at, "an argument");
	c = parser->text[parser->at];
	if (c == '\'')
		return parse_text(parser, argument);
	if (c == '-' || (c >= '0' && c <= '9'))
		return parse_number(parser, argument);
	if (c == '=' || c == '!' || c == '<' || c == '>')
		return parse_operator(parser, argument);
	argument->kind = FLAG;
	if (take_flag(parser, &argument->flag))
		return true;
	parse_error(parser, parser->at,
				"an argument: 'text', a number, true, false or an operator");
	return core_error_hint(parser->err, "Text must be in single quotes.");
}

/* ---- arguments ---------------------------------------------------------- */

/* Whether the arguments have these kinds.  A comparator is a text. */
static bool
fits(const Argument *arguments, uint32_t n, const char *kinds)
{
	uint32_t	i = 0;

	if (kinds == NULL)
		return false;
	for (; *kinds != '\0'; kinds++)
	{
		char		kind = *kinds == COMPARATOR ? TEXT : *kinds;

		if (kinds[1] == '*')
		{
			while (i < n && arguments[i].kind == kind)
				i++;
			return i == n;
		}
		if (i >= n || arguments[i++].kind != kind)
			return false;
	}
	return i == n;
}

/*
 * Parse a comparator: 'binary:v', 'binaryprefix:v', 'regexstring:v',
 * 'regexstringnocase:v', 'substring:v' (ParseFilter.createComparator)
 */
static bool
make_comparator(Parser *parser, Filter *filter, WideCompareOp op,
				Argument *argument)
{
	static const struct
	{
		const char *name;
		FilterCompareKind kind;
		bool		nocase;
	} kinds[] = {{"binary", FILTER_BINARY, false},
				 {"binaryprefix", FILTER_BINARY_PREFIX, false},
				 {"regexstring", FILTER_REGEX, false},
				 {"regexstringnocase", FILTER_REGEX, true},
				 {"substring", FILTER_SUBSTRING, false}};
	FilterComparator *comparator = &filter->comparator;
	const uint8_t *text = argument->text.data;
	const uint8_t *colon = argument->text.len > 0 ?
		memchr(text, ':', argument->text.len) :
		NULL;
	size_t		name_len = colon == NULL ? 0 : (size_t) (colon - text);

	for (int i = 0; i < 5; i++)
	{
		const uint8_t *value;
		size_t		len;

		if (colon == NULL || strlen(kinds[i].name) != name_len ||
			memcmp(kinds[i].name, text, name_len) != 0)
			continue;
		value = colon + 1;
		len = argument->text.len - name_len - 1;
		/* HBase accepts them with every operator in DependentColumnFilter */
		if ((kinds[i].kind == FILTER_REGEX ||
			 kinds[i].kind == FILTER_SUBSTRING) &&
			filter->kind != FILTER_DEPENDENT_COLUMN && op != WIDEROW_EQUAL &&
			op != WIDEROW_NOT_EQUAL)
			return core_error(parser->err, CORE_ERR_PARAMETER,
							  "invalid filter at byte offset %zu: \"%s\" can be used with = and != only",
							  argument->at, kinds[i].name);
		filter->has_comparator = true;
		comparator->op = op;
		comparator->kind = kinds[i].kind;
		comparator->value.data = core_alloc(len * LOWER_CASE_GROWTH + 1);
		comparator->value.len = len;
		if (kinds[i].kind == FILTER_SUBSTRING)
			comparator->value.len = lower_case(value, len,
											   comparator->value.data);
		else
			core_copy(comparator->value.data, value, len);
		if (kinds[i].kind == FILTER_REGEX)
		{
			comparator->regex = parser->host->compile(value, len,
													  kinds[i].nocase,
													  parser->err);
			return comparator->regex != NULL;
		}
		return true;
	}
	parse_error(parser, argument->at, "a comparator");
	return core_error_hint(parser->err,
						   "It begins with 'binary:', 'binaryprefix:', 'regexstring:', 'regexstringnocase:' or 'substring:'.");
}

/* Whether the text is one of the filter's strings. */
static bool
has_string(const Filter *filter, const FilterBytes *text)
{
	for (uint32_t i = 0; i < filter->nstrings; i++)
		if (bytes_compare(filter->strings[i].data, filter->strings[i].len,
						  text->data, text->len) == 0)
			return true;
	core_check_interrupts();
	return false;
}

/* Move the arguments and their texts into the filter. */
static bool
set_arguments(Parser *parser, Filter *filter, Argument *arguments, uint32_t n,
			  const char *kinds)
{
	bool		comparator = strchr(kinds, COMPARATOR) != NULL;
	WideCompareOp op = WIDEROW_EQUAL;
	uint32_t	nflags = 0;

	filter->strings = core_alloc((size_t) n * sizeof(FilterBytes) + 1);
	filter->numbers = core_alloc((size_t) n * sizeof(int64_t) + 1);
	for (uint32_t i = 0; i < n; i++)
		switch (arguments[i].kind)
		{
			case TEXT:
				/* the last text after an operator is the comparator */
				if (comparator && i > 0 && arguments[i - 1].kind == OPERATOR)
				{
					if (!make_comparator(parser, filter, op, &arguments[i]))
						return false;
				}
				else
				{
					if (filter->kind == FILTER_MULTIPLE_COLUMN_PREFIX &&
						has_string(filter, &arguments[i].text))
						return core_error(parser->err, CORE_ERR_PARAMETER,
										  "invalid filter at byte offset %zu: a prefix given twice",
										  arguments[i].at);
					filter->strings[filter->nstrings++] = arguments[i].text;
					arguments[i].text.data = NULL;
				}
				break;
			case NUMBER:
				if (arguments[i].number < 0)
					return core_error(parser->err, CORE_ERR_PARAMETER,
									  "invalid filter at byte offset %zu: a negative number",
									  arguments[i].at);
				/* int in Java */
				if (arguments[i].number > INT32_MAX &&
					(filter->kind == FILTER_COLUMN_COUNT_GET ||
					 filter->kind == FILTER_COLUMN_PAGINATION))
					return core_error(parser->err, CORE_ERR_RANGE,
									  "number in filter at byte offset %zu is out of range",
									  arguments[i].at);
				filter->numbers[filter->nnumbers++] = arguments[i].number;
				break;
			case FLAG:
				filter->flags[nflags++] = arguments[i].flag;
				break;
			case OPERATOR:
				op = arguments[i].op;
				break;
		}
	return true;
}

/* ---- filters ------------------------------------------------------------ */

static Filter *
new_filter(FilterKind kind, const FilterHost *host)
{
	Filter	   *filter = core_alloc(sizeof(Filter));

	memset(filter, 0, sizeof(Filter));
	filter->kind = kind;
	filter->host = host;
	/*
	 * SingleColumnValueFilter's defaults: keep rows without the column, test
	 * the newest version
	 */
	filter->flags[1] = true;
	filter->row_out = kind == FILTER_PREFIX;
	return filter;
}

void
filter_free(Filter *filter)
{
	if (filter == NULL)
		return;
	for (uint32_t i = 0; i < filter->nparts; i++)
		filter_free(filter->parts[i]);
	for (uint32_t i = 0; i < filter->nstrings; i++)
		core_free(filter->strings[i].data);
	if (filter->comparator.value.data != NULL)
		core_free(filter->comparator.value.data);
	if (filter->comparator.regex != NULL && filter->host->release != NULL)
		filter->host->release(filter->comparator.regex);
	if (filter->parts != NULL)
		core_free(filter->parts);
	if (filter->strings != NULL)
		core_free(filter->strings);
	if (filter->numbers != NULL)
		core_free(filter->numbers);
	if (filter->previous != NULL)
		core_free(filter->previous);
	if (filter->included != NULL)
		core_free(filter->included);
	if (filter->stamps != NULL)
		core_free(filter->stamps);
	core_free(filter);
}

static void
add_part(Filter *filter, Filter *part)
{
	/* Grow to the next power of two. */
	if ((filter->nparts & (filter->nparts - 1)) == 0)
	{
		size_t		size =
			(filter->nparts == 0 ? 1 : 2 * (size_t) filter->nparts) *
			sizeof(Filter *);

		filter->parts = filter->parts == NULL ? core_alloc(size) :
			core_realloc(filter->parts, size);
	}
	filter->parts[filter->nparts++] = part;
}

/*
 * Read the arguments between parentheses, at most max.  Returns -1 with an
 * error (ParseFilter.getFilterArguments).
 */
static int
parse_arguments(Parser *parser, Argument **arguments)
{
	uint32_t	n = 0,
				capacity = 8;

	*arguments = core_alloc(capacity * sizeof(Argument));
	if (take(parser, ')'))
		return 0;
	for (;;)
	{
		if (n == capacity)
		{
			capacity *= 2;
			*arguments = core_realloc(*arguments, capacity * sizeof(Argument));
		}
		if (!parse_argument(parser, &(*arguments)[n++]))
			break;
		if (take(parser, ')'))
			return (int) n;
		if (!take(parser, ','))
		{
			parse_error(parser, parser->at, "\",\" or \")\"");
			break;
		}
		core_check_interrupts();
	}
	for (uint32_t i = 0; i < n; i++)
		if ((*arguments)[i].text.data != NULL)
			core_free((*arguments)[i].text.data);
	core_free(*arguments);
	*arguments = NULL;
	return -1;
}

/* Read Name(arguments) (ParseFilter.parseSimpleFilterExpression). */
static Filter *
parse_named(Parser *parser)
{
	size_t		n = word_length(parser);
	size_t		at = parser->at;
	const FilterForm *form = NULL;
	const char *kinds;
	Argument   *arguments;
	int			count;
	Filter	   *filter;
	bool		ok;

	if (n == 0)
	{
		parse_error(parser, at, "a filter");
		return NULL;
	}
	for (int i = 0; i < FILTER_NAMED; i++)
		if (strlen(forms[i].name) == n &&
			memcmp(forms[i].name, parser->text + at, n) == 0)
			form = &forms[i];
	if (form == NULL)
	{
		core_error(parser->err, CORE_ERR_PARAMETER,
				   "unrecognized filter \"%.*s\" at byte offset %zu",
				   core_shown(parser->text + at, n, 60), parser->text + at,
				   at);
		core_error_hint(parser->err,
						"Names are case-sensitive; AND, OR, SKIP and WHILE are in upper case. FuzzyRowFilter, MultiRowRangeFilter and RandomRowFilter are not in HBase's filter language.");
		return NULL;
	}
	parser->at += n;
	parser->in_arguments = true;
	if (!take(parser, '('))
	{
		parse_error(parser, parser->at, "\"(\"");
		return NULL;
	}
	count = parse_arguments(parser, &arguments);
	if (count < 0)
		return NULL;
	parser->in_arguments = false;
	parser->pending = 0;
	kinds = fits(arguments, count, form->arguments) ? form->arguments :
		fits(arguments, count, form->longer) ? form->longer :
		fits(arguments, count, form->longest) ? form->longest : NULL;
	filter = new_filter(form->kind, parser->host);
	if (kinds == NULL)
		ok = core_error(parser->err, CORE_ERR_PARAMETER,
						"wrong arguments of %s at byte offset %zu", form->name,
						at);
	else
		ok = set_arguments(parser, filter, arguments, count, kinds);
	for (int i = 0; i < count; i++)
		if (arguments[i].text.data != NULL)
			core_free(arguments[i].text.data);
	core_free(arguments);
	if (!ok)
	{
		filter_free(filter);
		return NULL;
	}
	return filter;
}

static Filter *parse_expression(Parser *parser);

/* Read the expression after "(" and its ")". */
static Filter *
parse_group(Parser *parser)
{
	Filter	   *filter;
	size_t		stop;

	parser->depth++;
	filter = parse_expression(parser);
	parser->depth--;
	if (filter == NULL)
		return NULL;
	stop = parser->at;
	if (!take(parser, ')'))
		parse_error(parser, parser->at, "\")\"");
	else if (parser->pending > 1)
	{
		core_error(parser->err, CORE_ERR_PARAMETER,
				   "invalid filter at byte offset %zu: HBase does not accept these operators within one pair of parentheses",
				   stop);
		core_error_hint(parser->err,
						"Put the last operator and its operands into their own parentheses: (a OR (b AND c)), (a AND (SKIP b)).");
	}
	else
	{
		parser->pending = 0;
		return filter;
	}
	filter_free(filter);
	return NULL;
}

static Filter *
parse_factor(Parser *parser)
{
	Filter	   *part,
			   *filter;
	bool		skip = take_keyword(parser, "SKIP");

	if (parser->depth >= MAX_DEPTH)
	{
		core_error(parser->err, CORE_ERR_LIMIT,
				   "filter is nested more than %d deep", MAX_DEPTH);
		return NULL;
	}
	if (skip || take_keyword(parser, "WHILE"))
	{
		parser->depth++;
		part = parse_factor(parser);
		parser->depth--;
		if (part == NULL)
			return NULL;
		filter = new_filter(skip ? FILTER_SKIP : FILTER_WHILE, parser->host);
		add_part(filter, part);
		parser->pending++;
		return filter;
	}
	if (take(parser, '('))
		return parse_group(parser);
	return parse_named(parser);
}

/*
 * Read factors joined by AND, or terms joined by OR.  A single one is returned
 * unchanged (ParseFilter.popArguments).
 */
static Filter *
parse_list(Parser *parser, FilterKind kind)
{
	const char *keyword = kind == FILTER_AND ? "AND" : "OR";
	Filter	   *list = NULL;
	Filter	   *part;

	for (;;)
	{
		core_check_interrupts();
		part = kind == FILTER_AND ? parse_factor(parser) :
									parse_list(parser, FILTER_AND);
		if (part == NULL)
		{
			filter_free(list);
			return NULL;
		}
		if (list == NULL && !take_keyword(parser, keyword))
			return part;
		if (list == NULL)
		{
			list = new_filter(kind, parser->host);
			add_part(list, part);
			continue;
		}
		add_part(list, part);
		if (!take_keyword(parser, keyword))
		{
			parser->pending++;
			return list;
		}
	}
}

static Filter *
parse_expression(Parser *parser)
{
	return parse_list(parser, FILTER_OR);
}

/* ParseFilter.parseFilterString, HBase 2.6.1. */
Filter *
filter_parse(const char *text, size_t len, const FilterHost *host,
			 CoreError *err)
{
	Parser		parser = {.text = text, .len = len, .host = host, .err = err};
	Filter	   *filter = parse_expression(&parser);

	if (filter == NULL)
		return NULL;
	skip_blanks(&parser);
	if (parser.at < len)
	{
		parse_error(&parser, parser.at, "AND, OR or the end");
		core_error_hint(err,
						"HBase requires a space or a parenthesis on both sides of AND and OR, and does not accept line breaks.");
		filter_free(filter);
		return NULL;
	}
	return filter;
}
