/*
 * export_phoenix.h
 *		The empty key value that Phoenix writes into every row.
 */
#ifndef EXPORT_PHOENIX_H
#define EXPORT_PHOENIX_H

#include "pg/relation/export_rows.h"

/*
 * Phoenix sees a row only if the first family has this cell, no older than the
 * row's other cells; a row without cells has it at the stamp. Fills the cell
 * but not its row and family. False if no cell is to be added: the row is
 * deleted and has no visible cell, or has the column already.
 */
extern bool export_phoenix_cell(const Definition *def, const RelationRow *row,
								int64 stamp, Cell *cell);

#endif							/* EXPORT_PHOENIX_H */
