/*
 * propose_options.h
 *		The options of hbase.propose_keys().
 */
#ifndef PROPOSE_OPTIONS_H
#define PROPOSE_OPTIONS_H

#include "postgres.h"
#include "utils/jsonb.h"

#include "core/design/design.h"

typedef struct ProposeOptions
{
	const char *time;			/* a column with the order of writes, or
								 * NULL */
	double		rows;			/* of the relation; 0: estimated */
	double		writes;			/* rows written, in the unit of the calls; -1:
								 * those of the workload */
	int			sample;			/* most rows to read */
	int			regions;
	int			designs;
	DesignWeights weights;
	const char *layouts[DESIGN_MAX_PROPOSALS];	/* to judge */
	int			nlayouts;
} ProposeOptions;

/* Read the options; an error for an unrecognized or invalid one. */
extern void propose_options_read(Jsonb *json, ProposeOptions *options);

/* Raise an error for a word that is not one of these. */
extern void propose_unrecognized(const char *what, const char *word, int len,
								 const char *const *words, int n)
			pg_attribute_noreturn();

#endif							/* PROPOSE_OPTIONS_H */
