/*
 * sampled_table.h
 *		The keys that a layout gives to the sample.
 */
#ifndef SAMPLED_TABLE_H
#define SAMPLED_TABLE_H

#include "core/design/design.h"
#include "core/design/design_key.h"
#include "core/layout/layout.h"
#include "core/layout/layout_condition.h"
#include "core/layout/layout_scan.h"

typedef struct SampledKey
{
	size_t		start;			/* in the bytes of the table */
	size_t		len;
	int			row;			/* of the sample */
} SampledKey;

typedef struct SampledTable
{
	DesignKey	key;
	Layout	   *layout;
	int			columns[LAYOUT_MAX_FIELDS];	/* of each field */
	CoreBuf		bytes;
	SampledKey *keys;			/* in key order */
	int			nkeys;
	int			step;			/* one row of the sample in this many */
	double		key_bytes;
	bool		distinct;
	double		hottest;
	bool		monotonic;
} SampledTable;

/*
 * Compose the keys of every nth row of the sample. False if no encoding has
 * this layout, or a row does not have such a key.
 */
extern bool sampled_table_make(const DesignInput *input, const DesignKey *key,
							   int step, SampledTable *table);
extern void sampled_table_free(SampledTable *table);

/* The number of keys in ranges. */
extern int	sampled_table_count(const SampledTable *table,
								const LayoutRanges *ranges);

/* The number of rows that n keys of the table stand for. */
extern double sampled_table_rows(const DesignInput *input,
								 const SampledTable *table, int n);

#endif							/* SAMPLED_TABLE_H */
