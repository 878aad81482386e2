/*
 * export_hfiles.h
 *		The result of hbase.export_hfiles().
 */
#ifndef EXPORT_HFILES_H
#define EXPORT_HFILES_H

#include "postgres.h"
#include "fmgr.h"

#include "pg/export/export.h"
#include "pg/table/definition.h"

/* Return one row for each file, as hbase.export_hfiles() does. */
extern void export_return_files(FunctionCallInfo fcinfo, const Definition *def,
								const ExportResult *result);

#endif							/* EXPORT_HFILES_H */
