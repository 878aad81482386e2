/*
 * hfile_options.c
 *		Options of HFiles as a JSON object: the HBase shell's words for a column
 *		family, and some for the file.
 */
#include "compat.h"

#include "utils/builtins.h"
#include "utils/numeric.h"

#include "core/suggest.h"
#include "hfile.h"

typedef enum OptionKind
{
	OPTION_CODEC,
	OPTION_BLOOM,
	OPTION_CHECKSUM,
	OPTION_SIZE,				/* a uint32 of the settings */
	OPTION_CREATE_TIME,
	OPTION_SOURCE_TASK,
	OPTION_DUPLICATES
} OptionKind;

static const struct
{
	const char *name;
	OptionKind	kind;
	size_t		offset;			/* of a size in the settings */
}			option_list[] = {
	{"COMPRESSION", OPTION_CODEC, 0},
	{"BLOOMFILTER", OPTION_BLOOM, 0},
	{"BLOCKSIZE", OPTION_SIZE, offsetof(HFileSettings, block_size)},
	{"CHECKSUM", OPTION_CHECKSUM, 0},
	{"BYTES_PER_CHECKSUM", OPTION_SIZE, offsetof(HFileSettings, bytes_per_checksum)},
	{"INDEX_BLOCK_SIZE", OPTION_SIZE, offsetof(HFileSettings, index_block_size)},
	{"BLOOM_CHUNK_SIZE", OPTION_SIZE, offsetof(HFileSettings, bloom_chunk_size)},
	{"MAX_CELL_SIZE", OPTION_SIZE, offsetof(HFileSettings, max_cell_size)},
	{"CREATE_TIME", OPTION_CREATE_TIME, 0},
	{"SOURCE_TASK", OPTION_SOURCE_TASK, 0},
	{"DUPLICATES", OPTION_DUPLICATES, 0},
};

/* The text of a scalar; other values are an error. */
static char *
scalar_text(const char *name, const JsonbValue *v)
{
	if (v->type == jbvString)
		return pnstrdup(v->val.string.val, v->val.string.len);
	if (v->type == jbvNumeric)
		return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(v->val.numeric)));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("HFile option \"%s\" must be a string or a number", name)));
	return NULL;
}

/* A whole number within the bounds. */
static int64
read_number(const char *name, const char *text, int64 min, int64 max)
{
	char	   *end;
	long long	v;

	errno = 0;
	v = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || v < min || v > max)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("HFile option \"%s\" must be a whole number from " INT64_FORMAT " to " INT64_FORMAT ", not \"%s\"",
						name, min, max, text)));
	return v;
}

static void
set_option(HFileOptions *options, int i, const char *text)
{
	HFileSettings *settings = &options->settings;
	const char *name = option_list[i].name;
	CoreError	err;
	bool		ok = true;

	switch (option_list[i].kind)
	{
		case OPTION_CODEC:
			ok = hfile_codec_from_name(text, strlen(text), &settings->codec, &err);
			break;
		case OPTION_BLOOM:
			ok = hfile_bloom_from_name(text, strlen(text), &settings->bloom, &err);
			break;
		case OPTION_CHECKSUM:
			ok = hfile_checksum_from_name(text, strlen(text), &settings->checksum, &err);
			break;
		case OPTION_SIZE:
			*(uint32_t *) ((char *) settings + option_list[i].offset) =
				(uint32_t) read_number(name, text, 0, PG_INT32_MAX);
			break;
		case OPTION_CREATE_TIME:
			settings->create_time = read_number(name, text, 0, PG_INT64_MAX);
			break;
		case OPTION_SOURCE_TASK:
			{
				int			len = strlen(text);
				const char *utf8 = glue_to_utf8(text, &len);

				options->source_task = pnstrdup(utf8, len);
			}
			break;
		case OPTION_DUPLICATES:
			settings->duplicates = pg_strcasecmp(text, "keep") == 0;
			if (!settings->duplicates && pg_strcasecmp(text, "error") != 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("HFile option \"%s\" must be \"error\" or \"keep\", not \"%s\"",
								name, text)));
			break;
	}
	if (!ok)
		glue_raise(&err);
}

/* The place of an option, in any case. */
static int
find_option(const char *name)
{
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;
	StringInfoData names;

	for (int i = 0; i < lengthof(option_list); i++)
		if (pg_strcasecmp(option_list[i].name, name) == 0)
			return i;
	initStringInfo(&names);
	suggest_init(&near, name, strlen(name));
	for (int i = 0; i < lengthof(option_list); i++)
	{
		appendStringInfo(&names, "%s%s", i == 0 ? "" : ", ", option_list[i].name);
		suggest_offer(&near, option_list[i].name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown HFile option \"%s\"", name),
			 errhint("%sOptions are %s.", suggest_sentence(&near, sentence), names.data)));
	return -1;
}

void
hfile_options_read(Jsonb *json, int64 stamp, HFileOptions *options)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	v;
	CoreError	err;
	int			option = -1;

	hfile_settings_init(&options->settings);
	options->settings.create_time = stamp;
	options->source_task = pstrdup("hbase_schema");
	if (json == NULL)
		return;
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("HFile options must be a JSON object")));
	it = JsonbIteratorInit(&json->root);
	while ((token = JsonbIteratorNext(&it, &v, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
			option = find_option(pnstrdup(v.val.string.val, v.val.string.len));
		else if (token == WJB_VALUE)
			set_option(options, option, scalar_text(option_list[option].name, &v));
	}
	if (!hfile_settings_check(&options->settings, &err))
		glue_raise(&err);
}
