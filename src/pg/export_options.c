/*
 * export_options.c
 *		The options of the calls that write HFiles.
 */
#include "compat.h"

#include <sys/stat.h>

#include "catalog/pg_type_d.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "core/family.h"
#include "export.h"
#include "export_rows.h"

/* HBase's own default of hbase.hregion.max.filesize. */
#define DEFAULT_MAX_SIZE	(INT64CONST(10) * 1024 * 1024 * 1024)

/* The arguments that are options, in the order of every such call. */
typedef enum Option
{
	OPTION_REGIONS,
	OPTION_SPLITS,
	OPTION_COMPRESSION,
	OPTION_BLOOMFILTER,
	OPTION_BLOCKSIZE,
	OPTION_STAMP,
	OPTION_MAX_FILE_SIZE,
	OPTION_ONLY_REGIONS,
	OPTION_PHOENIX_EMPTY_CELL,
	OPTION_FILE_MODE,
	OPTION_DIR_MODE,
	OPTION_MAX_REJECTS,
	OPTION_REJECTS,
	OPTION_MAX_REGION_SIZE
} Option;

/* The arguments of a call, of which those from first on are options. */
typedef struct Arguments
{
	FunctionCallInfo fcinfo;
	int			first;
} Arguments;

static bool
given(const Arguments *args, Option option)
{
	int			n = args->first + option;

	return n < args->fcinfo->nargs && !args->fcinfo->args[n].isnull;
}

static Datum
value_of(const Arguments *args, Option option)
{
	return args->fcinfo->args[args->first + option].value;
}

static char *
text_of(const Arguments *args, Option option)
{
	return TextDatumGetCString(value_of(args, option));
}

/* How each family's files are written: as defined, unless the call says so. */
static HFileSettings *
family_settings(const Arguments *args, const Definition *def, int64 now)
{
	HFileSettings *settings = palloc(sizeof(HFileSettings) * Max(def->nfamilies, 1));

	for (int f = 0; f < def->nfamilies; f++)
	{
		const Family *defined = &def->families[f].options;
		const char *codec = given(args, OPTION_COMPRESSION) ? text_of(args, OPTION_COMPRESSION) : defined->compression;
		const char *bloom = given(args, OPTION_BLOOMFILTER) ? text_of(args, OPTION_BLOOMFILTER) : defined->bloomfilter;
		CoreError	err;

		hfile_settings_init(&settings[f]);
		settings[f].create_time = now;
		settings[f].block_size = given(args, OPTION_BLOCKSIZE) ?
			DatumGetInt32(value_of(args, OPTION_BLOCKSIZE)) : defined->blocksize;
		if (!hfile_codec_from_name(codec, strlen(codec), &settings[f].codec, &err) ||
			!hfile_bloom_from_name(bloom, strlen(bloom), &settings[f].bloom, &err) ||
			!hfile_settings_check(&settings[f], &err))
			glue_raise(&err);
	}
	return settings;
}

/* Split points of the call or the definition, or a number of regions to plan. */
static void
region_options(const Arguments *args, const Definition *def, ExportRegions *regions)
{
	int			wanted = given(args, OPTION_REGIONS) ? DatumGetInt32(value_of(args, OPTION_REGIONS)) : 0;

	if (given(args, OPTION_REGIONS) && (wanted < 1 || wanted > SPLITS_MAX_REGIONS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of regions must be between 1 and %d, not %d", SPLITS_MAX_REGIONS, wanted)));
	if (given(args, OPTION_SPLITS))
		export_regions_given(regions, DatumGetArrayTypeP(value_of(args, OPTION_SPLITS)));
	else
		export_regions_plan(regions, def, wanted);
}

/* A size in bytes, with its default. */
static int64
size_option(const Arguments *args, Option option, const char *name)
{
	int64		size = given(args, option) ? DatumGetInt64(value_of(args, option)) : DEFAULT_MAX_SIZE;

	if (size < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must be at least 1 byte", name)));
	return size;
}

/* A mode in octal, with its default; the bits that it needs are there. */
static mode_t
mode_option(const Arguments *args, Option option, mode_t otherwise, mode_t needed)
{
	char	   *text,
			   *end;
	long		mode;

	if (!given(args, option))
		return otherwise;
	text = text_of(args, option);
	mode = strtol(text, &end, 8);
	if (*text == '\0' || *end != '\0' || mode < 0 || mode > 0777)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid mode \"%s\"", text),
				 errhint("Modes are octal, as \"0640\".")));
	if ((mode & needed) != needed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("mode \"%s\" keeps the server out of its own folder", text),
				 errhint("The owner reads, writes and searches it, as in \"0700\".")));
	return (mode_t) mode;
}

/* The regions that this call writes; NULL means all. */
static bool *
wanted_regions(const Arguments *args, const ExportOptions *options)
{
	ArrayType  *array;
	int			n,
				regions = export_regions_count(&options->regions);
	int32	   *numbers;
	bool	   *wanted;

	if (!given(args, OPTION_ONLY_REGIONS))
		return NULL;
	if (!export_regions_known(&options->regions))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a part of the regions needs their split points"),
				 errhint("Give splits, or define them with hbase.define().")));
	array = DatumGetArrayTypeP(value_of(args, OPTION_ONLY_REGIONS));
	if (array_contains_nulls(array))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("numbers of regions must not be NULL")));
	n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	numbers = (int32 *) ARR_DATA_PTR(array);
	wanted = palloc0(sizeof(bool) * regions);
	for (int i = 0; i < n; i++)
	{
		if (numbers[i] < 0 || numbers[i] >= regions)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("there is no region %d", numbers[i]),
					 errdetail("Regions are numbered from 0 to %d.", regions - 1)));
		wanted[numbers[i]] = true;
	}
	return wanted;
}

/* The names that folders and scripts are made of. */
static void
check_names(const Definition *def)
{
	CoreError	err;

	if (!family_check_table_name(def->table_name, strlen(def->table_name), &err))
	{
		if (!def->defined)
			core_error_hint(&err, "Say the table's name: hbase.define(relation, 'name').");
		glue_raise(&err);
	}
	for (int f = 0; f < def->nfamilies; f++)
		if (strcmp(def->families[f].name, "load.sh") == 0 || strcmp(def->families[f].name, "manifest.json") == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("family \"%s\" cannot be exported: beside the families' folders stands a file of that name",
							def->families[f].name)));
}

void
export_options_read(FunctionCallInfo fcinfo, int first, const Definition *def,
					ExportOptions *options)
{
	const Arguments args = {fcinfo, first};
	CoreError	err;

	memset(options, 0, sizeof(ExportOptions));
	check_names(def);
	options->below = "";
	run_make_id(options->run);
	strlcpy(options->previous, RUN_ANY, sizeof(options->previous));
	options->now = export_millis(GetCurrentTimestamp());
	region_options(&args, def, &options->regions);
	options->wanted = wanted_regions(&args, options);
	options->settings = family_settings(&args, def, options->now);
	options->stamp = given(&args, OPTION_STAMP) ? DatumGetInt64(value_of(&args, OPTION_STAMP)) :
		export_default_stamp();
	options->max_file_size = size_option(&args, OPTION_MAX_FILE_SIZE, "max_file_size");
	options->max_region_size = size_option(&args, OPTION_MAX_REGION_SIZE, "max_region_size");
	options->phoenix_empty_cell = given(&args, OPTION_PHOENIX_EMPTY_CELL) &&
		DatumGetBool(value_of(&args, OPTION_PHOENIX_EMPTY_CELL));
	if (options->phoenix_empty_cell && !export_regions_at_phoenix_salts(&options->regions, def))
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("not every salt of the keys begins a region"),
				 errdetail("Where one region has several salts, Phoenix's conditions on ranges of the key find wrong rows."),
				 errhint("Leave out regions and splits, or ask for at least as many regions as salts.")));
	options->modes.file = mode_option(&args, OPTION_FILE_MODE, 0644, 0);
	options->modes.dir = mode_option(&args, OPTION_DIR_MODE, 0755, S_IRWXU);
	options->max_rejects = given(&args, OPTION_MAX_REJECTS) ? DatumGetInt64(value_of(&args, OPTION_MAX_REJECTS)) : 0;
	options->rejects_table = given(&args, OPTION_REJECTS) ? text_of(&args, OPTION_REJECTS) : NULL;
	if (options->max_rejects < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("max_rejects must not be negative")));
	if (!cell_check_stamp(options->stamp, &err))
		glue_raise(&err);
}
