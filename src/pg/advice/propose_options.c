/*
 * propose_options.c
 *		The options of hbase.propose_keys().
 */
#include "pg/base/compat.h"

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/numeric.h"

#include "core/base/suggest.h"
#include "core/design/design_cost.h"
#include "pg/advice/propose_options.h"

#define USUAL_SAMPLE	10000
#define MOST_SAMPLE		100000
#define USUAL_REGIONS	16
#define MOST_REGIONS	10000
#define USUAL_DESIGNS	3

/* The largest number of an option. */
#define MOST_NUMBER		1e15

static const char *const option_names[] = {
	"search_path", "time", "questions", "regions", "rows", "writes", "sample",
	"designs", "weights", "layouts"};

static const struct
{
	const char *name;
	size_t		offset;
}			weight_list[] = {
	{"seek", offsetof(DesignWeights, seek)},
	{"range", offsetof(DesignWeights, range)},
	{"row", offsetof(DesignWeights, row)},
	{"byte", offsetof(DesignWeights, byte)},
	{"reverse", offsetof(DesignWeights, reverse)},
	{"write", offsetof(DesignWeights, write)},
	{"hot", offsetof(DesignWeights, hot)},
	{"stored", offsetof(DesignWeights, stored)}
};

void
propose_unrecognized(const char *what, const char *word, int len,
					 const char *const *words, int n)
{
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;
	StringInfoData list;

	suggest_init(&near, word, len);
	initStringInfo(&list);
	for (int i = 0; i < n; i++)
	{
		suggest_offer(&near, words[i]);
		appendStringInfo(&list, "%s%s", i > 0 ? ", " : "", words[i]);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized %s \"%.*s\"", what, Min(len, 60), word),
			 errhint("%sUse one of %s.", suggest_sentence(&near, sentence),
					 list.data)));
}

static int
find_word(const char *const *words, int n, const JsonbValue *key)
{
	for (int i = 0; i < n; i++)
		if ((int) strlen(words[i]) == key->val.string.len &&
			memcmp(words[i], key->val.string.val,
				   key->val.string.len) == 0)
			return i;
	return -1;
}

static double
read_number(const char *name, const JsonbValue *json, double least,
			double most)
{
	double		number;

	if (json->type != jbvNumeric)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a number", name)));
	number = DatumGetFloat8(
		DirectFunctionCall1(numeric_float8_no_overflow,
							NumericGetDatum(json->val.numeric)));
	if (!(number >= least && number <= most))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be between %g and %g", name, least,
						most)));
	return number;
}

static const char *
read_text(const char *name, const JsonbValue *json)
{
	if (json->type != jbvString)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a string", name)));
	return pnstrdup(json->val.string.val, json->val.string.len);
}

static void
read_weights(const JsonbValue *json, DesignWeights *weights)
{
	const char *names[lengthof(weight_list)];
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	value;
	int			which = 0;

	for (int i = 0; i < lengthof(weight_list); i++)
		names[i] = weight_list[i].name;
	if (json->type != jbvBinary ||
		!JsonContainerIsObject(json->val.binary.data))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a JSON object", "weights")));
	it = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			which = find_word(names, lengthof(names), &value);
			if (which < 0)
				propose_unrecognized("weight", value.val.string.val,
									 value.val.string.len, names,
									 lengthof(names));
		}
		else if (token == WJB_VALUE)
			*(double *) ((char *) weights + weight_list[which].offset) =
				read_number(names[which], &value, 0, 1e9);
	}
}

static void
read_layouts(const JsonbValue *json, ProposeOptions *options)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	value;

	if (json->type != jbvBinary ||
		!JsonContainerIsArray(json->val.binary.data))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a JSON array", "layouts")));
	it = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		if (token != WJB_ELEM)
			continue;
		if (options->nlayouts == DESIGN_MAX_PROPOSALS)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has more than %d elements",
							"layouts", DESIGN_MAX_PROPOSALS)));
		options->layouts[options->nlayouts++] = read_text("layouts", &value);
	}
}

static void
read_option(ProposeOptions *options, const char *name, const JsonbValue *value)
{
	if (value->type == jbvNull)
		return;					/* the default */
	if (strcmp(name, "time") == 0)
		options->time = read_text(name, value);
	else if (strcmp(name, "search_path") == 0)
		(void) read_text(name, value);
	else if (strcmp(name, "regions") == 0)
		options->regions = (int) read_number(name, value, 1, MOST_REGIONS);
	else if (strcmp(name, "rows") == 0)
		options->rows = read_number(name, value, 1, MOST_NUMBER);
	else if (strcmp(name, "writes") == 0)
		options->writes = read_number(name, value, 0, MOST_NUMBER);
	else if (strcmp(name, "sample") == 0)
		options->sample = (int) read_number(name, value, 1, MOST_SAMPLE);
	else if (strcmp(name, "designs") == 0)
		options->designs = (int) read_number(name, value, 1,
											 DESIGN_MAX_PROPOSALS);
	else if (strcmp(name, "weights") == 0)
		read_weights(value, &options->weights);
	else if (strcmp(name, "layouts") == 0)
		read_layouts(value, options);
	else if (value->type != jbvBinary ||
			 !JsonContainerIsArray(value->val.binary.data))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a JSON array", name)));
}

void
propose_options_read(Jsonb *json, ProposeOptions *options)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	value;
	int			which = 0;

	*options = (ProposeOptions) {
		.writes = -1,
		.sample = USUAL_SAMPLE,
		.regions = USUAL_REGIONS,
		.designs = USUAL_DESIGNS,
		.weights = design_default_weights
	};
	if (json == NULL)
		return;
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options must be a JSON object")));
	it = JsonbIteratorInit(&json->root);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			which = find_word(option_names, lengthof(option_names), &value);
			if (which < 0)
				propose_unrecognized("option", value.val.string.val,
									 value.val.string.len, option_names,
									 lengthof(option_names));
		}
		else if (token == WJB_VALUE)
			read_option(options, option_names[which], &value);
	}
}
