/*
 * export_options.c
 *		Options of the calls that write HFiles.
 */
#include "pg/base/compat.h"

#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "core/cell/family.h"
#include "pg/base/core_error.h"
#include "pg/export/export.h"
#include "pg/export/export_options.h"
#include "pg/export/export_run.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

/*
 * The options of the call. *settings gets the settings of each family's files:
 * those of the definition, overridden by the call's.
 */
static HFileOptions
read_options(const ExportArguments *args, int call, const Definition *def,
			 int64 now, HFileSettings **settings)
{
	Jsonb	   *json = args->options.isnull ?
		NULL :
		DatumGetJsonbP(args->options.value);
	HFileOptions options;

	*settings = palloc(sizeof(HFileSettings) * Max(def->nfamilies, 1));
	hfile_options_init(&options, now);
	for (int f = 0; f < def->nfamilies; f++)
	{
		const Family *defined = &def->families[f].options;
		CoreError	err;

		hfile_options_init(&options, now);
		options.settings.block_size = defined->blocksize;
		hfile_options_read(json, call, &options);
		if ((!options.has_codec &&
			 !hfile_codec_from_name(defined->compression,
									strlen(defined->compression),
									&options.settings.codec, &err)) ||
			(!options.has_bloom &&
			 !hfile_bloom_from_name(defined->bloomfilter,
									strlen(defined->bloomfilter),
									&options.settings.bloom, &err)) ||
			!hfile_settings_check(&options.settings, &err))
			core_error_raise(&err);
		(*settings)[f] = options.settings;
	}
	return options;
}

/*
 * Split points from the call or the definition, or the number of regions to
 * plan.
 */
static void
region_options(const ExportArguments *args, const Definition *def,
			   ExportRegions *regions)
{
	int			wanted = args->regions.isnull ?
		0 :
		DatumGetInt32(args->regions.value);

	if (!args->regions.isnull && (wanted < 1 || wanted > SPLITS_MAX_REGIONS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of regions must be between 1 and %d, not %d",
						SPLITS_MAX_REGIONS, wanted)));
	if (!args->splits.isnull)
		export_regions_given(regions, DatumGetArrayTypeP(args->splits.value));
	else
		export_regions_plan(regions, def, wanted);
}

void
export_options_only_regions(ExportOptions *options, int n,
							const int32 *numbers)
{
	int			regions = export_regions_count(&options->regions);

	if (!export_regions_known(&options->regions))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("only_regions requires split points"),
				 errhint("Give splits, or define them with hbase.define().")));
	options->wanted = palloc0(sizeof(bool) * regions);
	for (int i = 0; i < n; i++)
	{
		int			region = numbers[i];

		if (region < 0 || region >= regions)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("region %d does not exist", region),
					 errdetail("Regions are numbered 0 to %d.",
							   regions - 1)));
		options->wanted[region] = true;
	}
}

/* Check the names that folders and scripts contain. */
static void
check_names(const Definition *def)
{
	CoreError	err;

	if (!family_check_table_name(def->table_name, strlen(def->table_name),
								 &err))
	{
		if (!def->defined)
			core_error_hint(
				&err,
				"Give the name of the table: hbase.define(relation, 'name').");
		core_error_raise(&err);
	}
	for (int f = 0; f < def->nfamilies; f++)
		if (strcmp(def->families[f].name, "load.sh") == 0 ||
			strcmp(def->families[f].name, "manifest.json") == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("family \"%s\" cannot be exported: the export has a file of that name beside the folders of the families",
							def->families[f].name)));
}

void
export_options_read(const ExportArguments *args, int call,
					const Definition *def, ExportOptions *options)
{
	HFileOptions given;
	CoreError	err;

	memset(options, 0, sizeof(ExportOptions));
	check_names(def);
	options->below = "";
	export_run_make_id(options->run);
	strlcpy(options->previous, RUN_ANY, sizeof(options->previous));
	options->now = export_millis(GetCurrentTimestamp());
	given = read_options(args, call, def, options->now, &options->settings);
	region_options(args, def, &options->regions);
	if (given.nregions >= 0)
		export_options_only_regions(options, given.nregions,
									given.only_regions);
	options->stamp = args->stamp.isnull ? export_default_stamp() :
										  DatumGetInt64(args->stamp.value);
	options->max_file_size = given.max_file_size;
	options->max_region_size = given.max_region_size;
	options->phoenix_empty_cell = given.phoenix_empty_cell;
	if (options->phoenix_empty_cell &&
		!export_regions_at_phoenix_salts(&options->regions, def))
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("not every salt begins a region"),
				 errdetail("If a region has several salts, Phoenix finds wrong rows for conditions on ranges of the key."),
				 errhint("Omit regions and splits, or use at least as many regions as salts.")));
	options->modes.file = given.file_mode;
	options->modes.dir = given.dir_mode;
	options->max_rejects = given.max_rejects;
	options->rejects_table = given.rejects;
	options->jobs = given.jobs;
	if (!cell_check_stamp(options->stamp, &err))
		core_error_raise(&err);
}
