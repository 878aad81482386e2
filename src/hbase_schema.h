/*
 * hbase_schema.h
 *		What other C code may rely on: the type rowkey from the outside.
 *
 * A rowkey datum is a varlena of 0..ROWKEY_MAX_SIZE bytes, laid out as bytea.
 * It may arrive compressed, out of line or with a short header: take it with
 * PG_GETARG_ROWKEY_PP and read it with VARDATA_ANY and VARSIZE_ANY_EXHDR.
 */
#ifndef HBASE_SCHEMA_H
#define HBASE_SCHEMA_H

#include "fmgr.h"

/* The longest row HBase takes: Short.MAX_VALUE bytes. */
#define ROWKEY_MAX_SIZE			32767

typedef struct varlena RowKey;

#define DatumGetRowKeyPP(X)		((RowKey *) PG_DETOAST_DATUM_PACKED(X))
#define PG_GETARG_ROWKEY_PP(n)	DatumGetRowKeyPP(PG_GETARG_DATUM(n))
#define PG_RETURN_ROWKEY_P(x)	PG_RETURN_POINTER(x)

#endif							/* HBASE_SCHEMA_H */
