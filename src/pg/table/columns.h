/*
 * columns.h
 *		The column dictionary of a relation.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "postgres.h"
#include "access/attnum.h"
#include "fmgr.h"
#include "nodes/pg_list.h"
#include "utils/array.h"
#include "utils/jsonb.h"

#include "core/cell/family.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_visible.h"
#include "pg/table/definition.h"

/* The column dictionary of a relation, ordered by family and qualifier. */
extern DefinedColumn *columns_read(Oid relid, int *n);

#endif							/* COLUMNS_H */
