/*
 * column_value.h
 *		Values for columns of which the dictionary says the type.
 */
#ifndef COLUMN_VALUE_H
#define COLUMN_VALUE_H

#include "definition.h"
#include "widerow.h"

/*
 * The bytes of a value for a column: converted to its type, where a number
 * loses nothing by it, and in its encoding; bytes must be such a value.  All
 * else is an error.  They live as those of value_site_get do.
 */
extern WideName column_value_get(const DefinedColumn *column, ValueSite *site, Datum datum);

/* Raise an error unless all puts of the row to the column are of its type. */
extern void column_value_check_row(const DefinedColumn *column, const WideRow *row);

/* Raise an error unless increments, or appends, leave it of its type. */
extern void column_value_check_increment(const DefinedColumn *column);
extern void column_value_check_append(const DefinedColumn *column);

#endif							/* COLUMN_VALUE_H */
