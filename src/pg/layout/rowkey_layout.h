/*
 * rowkey_layout.h
 *		Type rowkey_layout: its datum, and the layout compiled from it.
 */
#ifndef ROWKEY_LAYOUT_H
#define ROWKEY_LAYOUT_H

#include "core/layout/layout.h"
#include "core/layout/layout_condition.h"
#include "pg/value/sql_value.h"

/*
 * A rowkey_layout datum: a varlena of version byte and canonical UTF-8 text.
 */
#define LAYOUT_VERSION	1

typedef struct varlena RowKeyLayout;

#define DatumGetLayoutPP(X)		((RowKeyLayout *) PG_DETOAST_DATUM_PACKED(X))
#define PG_GETARG_LAYOUT_PP(n)	DatumGetLayoutPP(PG_GETARG_DATUM(n))

/* Compile a stored layout in the current memory context. */
extern Layout *layout_compile(RowKeyLayout *stored);

#endif							/* ROWKEY_LAYOUT_H */
