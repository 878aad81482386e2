/*
 * export_phoenix.h
 *		The cell without which Phoenix does not count a row.
 */
#ifndef EXPORT_PHOENIX_H
#define EXPORT_PHOENIX_H

#include "export_rows.h"

/*
 * Phoenix takes a row for there only with this cell, in the first family and
 * not older than the row; a row without cells has it at the stamp.  Fills all
 * of the cell but row and family.  False when the row is to have none: it is
 * deleted and shows nothing, or has such a column already.
 */
extern bool export_phoenix_cell(const Definition *def, const ExportRow *row, int64 stamp,
								Cell *cell);

#endif							/* EXPORT_PHOENIX_H */
