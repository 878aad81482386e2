/*
 * baseline.h
 *		Tables that hold what HBase was told of a relation.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include "export.h"

/*
 * The split points that a run planned are those of the table in HBase from now
 * on: later runs cut their files there.
 */
extern void baseline_remember_splits(Oid baseline, const ExportResult *result);

#endif							/* BASELINE_H */
