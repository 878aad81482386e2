/*
 * export_phoenix.h
 *		The cell without which Phoenix does not count a row.
 */
#ifndef EXPORT_PHOENIX_H
#define EXPORT_PHOENIX_H

#include "export_rows.h"

/*
 * Phoenix takes a row for there only with this cell, in the first family and
 * not older than the row.  False where it is not made: of a row that shows
 * nothing, for it is deleted, and of one that has the cell.  A row without
 * cells gets it at stamp.  The cell's row and family are the caller's to set.
 */
extern bool export_phoenix_cell(const Definition *def, const ExportRow *row, int64 stamp,
								Cell *cell);

#endif							/* EXPORT_PHOENIX_H */
