/*
 * verb_sync.h
 *		pg2hbase sync: HBase follows PostgreSQL.
 */
#ifndef VERB_SYNC_H
#define VERB_SYNC_H

#include "client/arguments.h"

extern const Verb verb_sync;

#endif							/* VERB_SYNC_H */
