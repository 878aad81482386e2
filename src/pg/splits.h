/*
 * splits.h
 *		Regions of a relation: planned from its data, or as they are given.
 */
#ifndef PG_SPLITS_H
#define PG_SPLITS_H

#include "definition.h"
#include "key_store.h"
#include "utils/array.h"

#include "../core/splits.h"

/* An end of a range of rows; NULL means the method's own end. */
extern SplitEnd split_end_arg(FunctionCallInfo fcinfo, int argno);

/* Split points that a user gives, ascending and none of them empty. */
extern void split_points_arg(ArrayType *array, SplitPoints *points);

/* A number of regions; NULL is 0, not said. */
extern int	regions_arg(FunctionCallInfo fcinfo, int n);

typedef struct PlanOptions
{
	int			regions;		/* 0: as defined, else by salts and size */
	bool		by_bytes;
	int			align;			/* -1: to the salt or bucket, if there is one */
} PlanOptions;

/* The number of regions wanted, once the size of the data is known. */
extern int	plan_regions(const Definition *def, KeyStore *store, const PlanOptions *options);

/* Split points from the data in the store, which is sorted. */
extern void plan_splits(const Definition *def, KeyStore *store, const PlanOptions *options,
						SplitPoints *points);

#endif							/* PG_SPLITS_H */
