/*
 * export_expect.h
 *		What the planner expects of the export of a relation.
 */
#ifndef EXPORT_EXPECT_H
#define EXPORT_EXPECT_H

#include "postgres.h"

#include "pg/export/export_regions.h"
#include "pg/table/definition.h"

typedef struct ExportExpected
{
	int64		rows;
	int64		bytes;
	bool		divisible;		/* a region is read without the others */
} ExportExpected;

/*
 * Explain the query of the relation and that of one region. A relation whose
 * regions are not known in advance is not divisible.
 */
extern void export_expect(const Definition *def, const ExportRegions *regions,
						  ExportExpected *expected);

#endif							/* EXPORT_EXPECT_H */
