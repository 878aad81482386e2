/*
 * sync_check.h
 *		Compare the state of a change stream in HBase with the server.
 */
#ifndef SYNC_CHECK_H
#define SYNC_CHECK_H

#include "client/sync.h"

extern bool sync_check(const Sync *sync, Session *session,
					   Replication *replication, const Applier *applier,
					   bool *again);

#endif							/* SYNC_CHECK_H */
