/*
 * column_value.h
 *		Values for columns with a type in the column dictionary.
 */
#ifndef COLUMN_VALUE_H
#define COLUMN_VALUE_H

#include "pg/table/definition.h"
#include "pg/widerow/widerow.h"

/*
 * The bytes of a value in the column's type and encoding. A number is
 * converted if that is lossless; bytes must be a valid encoding; all else is
 * an error. The bytes live as long as value_site_get()'s.
 */
extern WideName column_value_get(const DefinedColumn *column, ValueSite *site,
								 Datum datum);

/* Raise an error unless all puts of the row to the column have its type. */
extern void column_value_check_row(const DefinedColumn *column,
								   const WideRow *row);

/* Raise an error if increments, or appends, could give another type. */
extern void column_value_check_increment(const DefinedColumn *column);
extern void column_value_check_append(const DefinedColumn *column);

#endif							/* COLUMN_VALUE_H */
