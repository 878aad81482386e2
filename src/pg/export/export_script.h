/*
 * export_script.h
 *		load.sh of an export.
 */
#ifndef EXPORT_SCRIPT_H
#define EXPORT_SCRIPT_H

#include "postgres.h"

#include "pg/export/export_dir.h"

/* Write load.sh into a folder of the export: "" or as "orders/". */
extern void export_write_load_script(ExportDir *dir, const char *below);

#endif							/* EXPORT_SCRIPT_H */
