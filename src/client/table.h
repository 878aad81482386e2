/*
 * table.h
 *		Print the result of a query as a table of text.
 */
#ifndef TABLE_H
#define TABLE_H

#include "libpq-fe.h"

extern void table_print(const PGresult *result);

#endif							/* TABLE_H */
