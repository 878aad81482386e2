/*
 * export_script.h
 *		load.sh of an export.
 */
#ifndef EXPORT_SCRIPT_H
#define EXPORT_SCRIPT_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/table/definition.h"

extern void export_write_load_script(ExportDir *dir, const Definition *def,
									 const ExportOptions *options,
									 const ExportResult *result);

#endif							/* EXPORT_SCRIPT_H */
