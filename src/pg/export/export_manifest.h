/*
 * export_manifest.h
 *		manifest.json of an export.
 */
#ifndef EXPORT_MANIFEST_H
#define EXPORT_MANIFEST_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/table/definition.h"

/* Write manifest.json and load.sh. */
extern void export_write_manifest(ExportDir *dir, const Definition *def,
								  const ExportOptions *options,
								  const ExportResult *result);

#endif							/* EXPORT_MANIFEST_H */
