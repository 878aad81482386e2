/*
 * delta_outcome.h
 *		Whether the transaction of a delta committed.
 */
#ifndef DELTA_OUTCOME_H
#define DELTA_OUTCOME_H

#include "postgres.h"

#include "pg/export/export_run.h"

/* True if the transaction of a delta of this server may still commit. */
extern bool delta_outcome_in_progress(const ExportRunHead *head);

/* True if this server wrote the delta, in its present history. */
extern bool delta_outcome_is_own(const ExportRunHead *head);

#endif							/* DELTA_OUTCOME_H */
