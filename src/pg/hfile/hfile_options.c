/*
 * hfile_options.c
 *		The options of the calls that write HFiles, as a JSON object:
 *		attributes of a column family as in the HBase shell, options of the
 *		file, and options of an export.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"
#include "utils/numeric.h"

#include "core/base/suggest.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/hfile/hfile_options.h"

PG_FUNCTION_INFO_V1(hbase_check_delta_options);

/*
 * HBase's default of hbase.hregion.max.filesize
 * (HConstants.DEFAULT_MAX_FILE_SIZE).
 */
#define DEFAULT_MAX_SIZE	(INT64CONST(10) * 1024 * 1024 * 1024)

/* Which calls accept an option. */
#define FOLDERS \
	(HFILE_OPTIONS_EXPORT | HFILE_OPTIONS_ALL | HFILE_OPTIONS_DELTA)
#define EXPORTS		(FOLDERS | HFILE_OPTIONS_STREAM)
#define EVERY_CALL	(HFILE_OPTIONS_FILE | EXPORTS)

/* The calls that export one relation, as it is. */
#define SINGLE		(HFILE_OPTIONS_EXPORT | HFILE_OPTIONS_STREAM)

/* The type of an option, which selects its reading function. */
typedef enum OptionKind
{
	OPTION_CODEC,
	OPTION_BLOOM,
	OPTION_CHECKSUM,
	OPTION_DUPLICATES,
	OPTION_SIZE,				/* uint32 */
	OPTION_LONG,				/* int64, at least min */
	OPTION_JOBS,				/* int64, at least min, of limited size */
	OPTION_TEXT,				/* char *, in UTF-8 */
	OPTION_NAME,				/* char * */
	OPTION_BOOLEAN,				/* bool */
	OPTION_MODE,				/* mode_t, with the bits of min set */
	OPTION_NUMBERS				/* only_regions, nregions */
} OptionKind;

static const struct
{
	const char *name;
	int			calls;
	OptionKind	kind;
	size_t		offset;			/* in HFileOptions */
	int64		min;
} option_list[] = {
	{"compression", EVERY_CALL, OPTION_CODEC, 0, 0},
	{"bloomfilter", EVERY_CALL, OPTION_BLOOM, 0, 0},
	{"blocksize", EVERY_CALL, OPTION_SIZE,
	 offsetof(HFileOptions, settings.block_size), 0},
	{"checksum", HFILE_OPTIONS_FILE, OPTION_CHECKSUM, 0, 0},
	{"bytes_per_checksum", HFILE_OPTIONS_FILE, OPTION_SIZE,
	 offsetof(HFileOptions, settings.bytes_per_checksum), 0},
	{"index_block_size", HFILE_OPTIONS_FILE, OPTION_SIZE,
	 offsetof(HFileOptions, settings.index_block_size), 0},
	{"bloom_chunk_size", HFILE_OPTIONS_FILE, OPTION_SIZE,
	 offsetof(HFileOptions, settings.bloom_chunk_size), 0},
	{"max_cell_size", HFILE_OPTIONS_FILE, OPTION_SIZE,
	 offsetof(HFileOptions, settings.max_cell_size), 0},
	{"create_time", HFILE_OPTIONS_FILE, OPTION_LONG,
	 offsetof(HFileOptions, settings.create_time), 0},
	{"source_task", HFILE_OPTIONS_FILE, OPTION_TEXT,
	 offsetof(HFileOptions, source_task), 0},
	{"duplicates", HFILE_OPTIONS_FILE, OPTION_DUPLICATES, 0, 0},
	{"max_file_size", EXPORTS, OPTION_LONG,
	 offsetof(HFileOptions, max_file_size), 1},
	{"max_region_size", EXPORTS, OPTION_LONG,
	 offsetof(HFileOptions, max_region_size), 1},
	{"only_regions", SINGLE, OPTION_NUMBERS, 0, 0},
	{"phoenix_empty_cell", SINGLE | HFILE_OPTIONS_ALL, OPTION_BOOLEAN,
	 offsetof(HFileOptions, phoenix_empty_cell), 0},
	{"file_mode", FOLDERS, OPTION_MODE, offsetof(HFileOptions, file_mode), 0},
	{"dir_mode", FOLDERS, OPTION_MODE, offsetof(HFileOptions, dir_mode),
	 S_IRWXU},
	{"max_rejects", SINGLE, OPTION_LONG,
	 offsetof(HFileOptions, max_rejects), 0},
	{"rejects", SINGLE, OPTION_NAME,
	 offsetof(HFileOptions, rejects), 0},
	{"jobs", HFILE_OPTIONS_EXPORT | HFILE_OPTIONS_ALL, OPTION_JOBS,
	 offsetof(HFileOptions, jobs), 1},
};

/* ---- values ------------------------------------------------------------ */

/* Raise the error for a value of another type. */
static void
wrong_type(const char *name, const char *type)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be %s", name, type)));
}

static char *
read_string(const char *name, const JsonbValue *v)
{
	if (v->type != jbvString)
		wrong_type(name, "a string");
	return pnstrdup(v->val.string.val, v->val.string.len);
}

/* An integer within the bounds, also as a string. */
static int64
read_number(const char *name, const JsonbValue *v, int64 min, int64 max)
{
	char	   *text = NULL;
	char	   *end;
	long long	number;

	if (v->type == jbvString)
		text = pnstrdup(v->val.string.val, v->val.string.len);
	else if (v->type == jbvNumeric)
		text = DatumGetCString(
			DirectFunctionCall1(numeric_out, NumericGetDatum(v->val.numeric)));
	else
		wrong_type(name, "a whole number");
	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || number < min ||
		number > max)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be an integer from " INT64_FORMAT
						" to " INT64_FORMAT ", not \"%s\"",
						name, min, max, text)));
	return number;
}

/* A mode in octal, which must have the bits "needed". */
static mode_t
read_mode(const char *name, const JsonbValue *v, mode_t needed)
{
	char	   *text;
	char	   *end;
	long		mode;

	if (v->type != jbvString)
		wrong_type(name, "a mode in octal as a string, such as \"0640\"");
	text = pnstrdup(v->val.string.val, v->val.string.len);
	mode = strtol(text, &end, 8);
	if (*text == '\0' || *end != '\0' || mode < 0 || mode > 0777)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a mode in octal, not \"%s\"",
						name, text),
				 errhint("An example is \"0640\".")));
	if ((mode & needed) != needed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must let the owner read, write and search, unlike \"%s\"",
						name, text),
				 errhint("The server writes in its folders. An example is \"0700\".")));
	return (mode_t) mode;
}

/* Read the numbers of regions. */
static void
read_numbers(const char *name, const JsonbValue *v, HFileOptions *options)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	element;
	int			n;

	if (v->type != jbvBinary || !JsonContainerIsArray(v->val.binary.data))
		wrong_type(name, "an array of numbers");
	n = JsonContainerSize(v->val.binary.data);
	options->only_regions = palloc(sizeof(int32) * Max(n, 1));
	options->nregions = 0;
	it = JsonbIteratorInit(v->val.binary.data);
	while ((token = JsonbIteratorNext(&it, &element, true)) != WJB_DONE)
		if (token == WJB_ELEM)
		{
			if (element.type != jbvNumeric)
				wrong_type(name, "an array of numbers");
			options->only_regions[options->nregions++] =
				read_number(name, &element, 0, PG_INT32_MAX);
		}
}

static bool
read_duplicates(const char *name, const char *text)
{
	bool		keep = pg_strcasecmp(text, "keep") == 0;

	if (!keep && pg_strcasecmp(text, "error") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be \"error\" or \"keep\", not \"%s\"",
						name, text)));
	return keep;
}

static char *
utf8_text(const char *text)
{
	int			len = strlen(text);
	const char *utf8 = utf8_text_from_server(text, &len);

	return pnstrdup(utf8, len);
}

/* ---- options ----------------------------------------------------------- */

static void
set_option(HFileOptions *options, int i, const JsonbValue *v)
{
	HFileSettings *settings = &options->settings;
	const char *name = option_list[i].name;
	int64		min = option_list[i].min;
	void	   *place = (char *) options + option_list[i].offset;
	const char *text;
	CoreError	err;
	bool		ok = true;

	switch (option_list[i].kind)
	{
		case OPTION_CODEC:
			text = read_string(name, v);
			ok = hfile_codec_from_name(text, strlen(text), &settings->codec,
									   &err);
			options->has_codec = true;
			break;
		case OPTION_BLOOM:
			text = read_string(name, v);
			ok = hfile_bloom_from_name(text, strlen(text), &settings->bloom,
									   &err);
			options->has_bloom = true;
			break;
		case OPTION_CHECKSUM:
			text = read_string(name, v);
			ok = hfile_checksum_from_name(text, strlen(text),
										  &settings->checksum, &err);
			break;
		case OPTION_DUPLICATES:
			settings->duplicates = read_duplicates(name, read_string(name, v));
			break;
		case OPTION_SIZE:
			*(uint32_t *) place = (uint32_t) read_number(name, v, 0,
														 PG_INT32_MAX);
			break;
		case OPTION_LONG:
			*(int64 *) place = read_number(name, v, min, PG_INT64_MAX);
			break;
		case OPTION_JOBS:
			*(int64 *) place = read_number(name, v, min,
										   HFILE_OPTIONS_MAX_JOBS);
			break;
		case OPTION_TEXT:
			*(char **) place = utf8_text(read_string(name, v));
			break;
		case OPTION_NAME:
			*(char **) place = read_string(name, v);
			break;
		case OPTION_BOOLEAN:
			if (v->type != jbvBool)
				wrong_type(name, "true or false");
			*(bool *) place = v->val.boolean;
			break;
		case OPTION_MODE:
			*(mode_t *) place = read_mode(name, v, (mode_t) min);
			break;
		case OPTION_NUMBERS:
			read_numbers(name, v, options);
			break;
	}
	if (!ok)
		core_error_raise(&err);
}

/* The index of an option that the call accepts; names match in any case. */
static int
find_option(const char *name, int call)
{
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;
	StringInfoData names;

	for (int i = 0; i < lengthof(option_list); i++)
		if ((option_list[i].calls & call) != 0 &&
			pg_strcasecmp(option_list[i].name, name) == 0)
			return i;
	initStringInfo(&names);
	suggest_init(&near, name, strlen(name));
	for (int i = 0; i < lengthof(option_list); i++)
	{
		if ((option_list[i].calls & call) == 0)
			continue;
		appendStringInfo(&names, "%s%s", names.len == 0 ? "" : ", ",
						 option_list[i].name);
		suggest_offer(&near, option_list[i].name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized option \"%s\"", name),
			 errhint("%sOptions are %s.", suggest_sentence(&near, sentence),
					 names.data)));
	return -1;
}

void
hfile_options_init(HFileOptions *options, int64 stamp)
{
	memset(options, 0, sizeof(HFileOptions));
	hfile_settings_init(&options->settings);
	options->settings.create_time = stamp;
	options->source_task = pstrdup("hbase_schema");
	options->max_file_size = DEFAULT_MAX_SIZE;
	options->max_region_size = DEFAULT_MAX_SIZE;
	options->jobs = 1;
	options->nregions = -1;
	options->file_mode = 0644;
	options->dir_mode = 0755;
}

void
hfile_options_read(Jsonb *json, int call, HFileOptions *options)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	v;
	CoreError	err;
	uint32		seen = 0;
	int			option = -1;

	StaticAssertStmt(lengthof(option_list) <= 32, "more options than bits");
	if (json != NULL && !JB_ROOT_IS_OBJECT(json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options must be a JSON object"),
				 errhint("An example is {\"compression\": \"GZ\"}.")));
	it = json == NULL ? NULL : JsonbIteratorInit(&json->root);
	while (it != NULL &&
		   (token = JsonbIteratorNext(&it, &v, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			option = find_option(pnstrdup(v.val.string.val, v.val.string.len),
								 call);
			if ((seen & (uint32) 1 << option) != 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("option \"%s\" is given more than once",
								option_list[option].name)));
			seen |= (uint32) 1 << option;
		}
		else if (token == WJB_VALUE && v.type != jbvNull)
			set_option(options, option, &v);
	}
	if (!hfile_settings_check(&options->settings, &err))
		core_error_raise(&err);
}

/*
 * hbase_internal.check_delta_options(options): raise an error, before the
 * delta is computed, if hbase.export_delta() does not accept the options.
 */
Datum
hbase_check_delta_options(PG_FUNCTION_ARGS)
{
	HFileOptions options;

	hfile_options_init(&options, 0);
	hfile_options_read(PG_GETARG_JSONB_P(0), HFILE_OPTIONS_DELTA, &options);
	PG_RETURN_VOID();
}
