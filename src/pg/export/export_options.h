/*
 * export_options.h
 *		The options of an export.
 */
#ifndef EXPORT_OPTIONS_H
#define EXPORT_OPTIONS_H

#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"

#include "core/cell/range_sum.h"
#include "core/hfile/hfile_settings.h"
#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_regions.h"
#include "pg/hfile/hfile_options.h"
#include "pg/table/definition.h"

/*
 * Read the options of a call (HFILE_OPTIONS_...); they override the
 * definition's.
 */
extern void export_options_read(const ExportArguments *args, int call,
								const Definition *def, ExportOptions *options);

/*
 * Write only these regions, numbered from 0; an error if they do not exist or
 * are not known in advance.
 */
extern void export_options_only_regions(ExportOptions *options, int n,
										const int32 *numbers);

#endif							/* EXPORT_OPTIONS_H */
