/*
 * plan_splits.h
 *		Regions of a relation, planned from its data.
 */
#ifndef PLAN_SPLITS_H
#define PLAN_SPLITS_H

#include "utils/array.h"

#include "core/region/splits.h"
#include "pg/region/key_store.h"
#include "pg/table/definition.h"

/* Split points from an argument: ascending, none empty; else an error. */
extern void plan_splits_points_arg(ArrayType *array, SplitPoints *points);

/* A number of regions; NULL becomes 0, not given. */
extern int	plan_splits_regions_arg(FunctionCallInfo fcinfo, int n);

typedef struct PlanOptions
{
	int			regions;		/* 0: as defined, else by salts and size */
	bool		by_bytes;
	int			align;			/* -1: to the salt or bucket, if the layout
								 * has one */
} PlanOptions;

/* The number of regions, once the size of the data is known. */
extern int	plan_splits_regions(const Definition *def, KeyStore *store,
								const PlanOptions *options);

/* Split points from the data in the store, which is sorted. */
extern void plan_splits(const Definition *def, KeyStore *store,
						const PlanOptions *options, SplitPoints *points);

#endif							/* PLAN_SPLITS_H */
