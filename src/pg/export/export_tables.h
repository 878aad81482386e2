/*
 * export_tables.h
 *		The tables of an export of several relations.
 */
#ifndef EXPORT_TABLES_H
#define EXPORT_TABLES_H

#include "postgres.h"
#include "fmgr.h"
#include "utils/array.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/table/definition.h"

/* A relation and the result of its export. */
typedef struct ExportTable
{
	Oid			relid;
	char	   *relation;
	Definition *def;
	char	   *folder;			/* name of the table's folder */
	ExportOptions options;		/* below: the folder with a slash */
	ExportResult result;
	char	   *problem;		/* NULL: exported */
} ExportTable;

/*
 * Read the relations (regclass[]) and their options, all with the same stamp.
 * An error if two of them have the same folder.
 */
extern ExportTable *export_tables_read(ArrayType *array,
									   const ExportArguments *args, int *n);

/*
 * The arguments of a call on (relations, directory, regions, stamp, options);
 * an error if the relations are NULL.
 */
extern ExportArguments export_tables_arguments(FunctionCallInfo fcinfo);

/*
 * Export a table in a subtransaction. False if its data cannot be exported:
 * then the reason is in table->problem, and nothing in the folder. Other
 * errors are raised.
 */
extern bool export_tables_run(ExportDir *dir, ExportTable *table);

/* Return a row for each table, as hbase.export_all() does. */
extern void export_tables_return(FunctionCallInfo fcinfo,
								 const ExportTable *tables, int n);

/*
 * Write manifest.json and load.sh of the whole, publish the folder, and return
 * the rows.
 */
extern void export_tables_publish(FunctionCallInfo fcinfo, ExportDir *dir,
								  const ExportTable *tables, int n);

#endif							/* EXPORT_TABLES_H */
