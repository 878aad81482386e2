/*
 * split_points.h
 *		Regions of a relation: planned from its data, or from given split
 *		points.
 */
#ifndef SPLIT_POINTS_H
#define SPLIT_POINTS_H

#include "utils/array.h"

#include "core/region/splits.h"
#include "pg/region/key_store.h"

/* The end of a range of rows; NULL: the method's default. */
extern SplitEnd split_end_arg(FunctionCallInfo fcinfo, int argno);

#endif							/* SPLIT_POINTS_H */
