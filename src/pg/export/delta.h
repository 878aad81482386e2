/*
 * delta.h
 *		Baselines: tables that hold the state of a relation in HBase after the
 *		last export.
 */
#ifndef DELTA_H
#define DELTA_H

#include "pg/export/export.h"

/*
 * Store the split points that a run planned: the table in HBase has them from
 * now on, and later runs split their files there.
 */
extern void delta_remember_splits(Oid baseline, const ExportResult *result);

#endif							/* DELTA_H */
