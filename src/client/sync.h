/*
 * sync.h
 *		A change stream: what the actions of pg2hbase sync share.
 */
#ifndef SYNC_H
#define SYNC_H

#include "client/applier.h"
#include "client/replication.h"
#include "client/session.h"
#include "client/sync_folder.h"

typedef struct Sync
{
	const Arguments *arguments;
	const char *dbname;			/* NULL: that of the options */
	const char *slot;
	const char *directory;
	bool		quiet;
	SyncFolder *folder;
	ApplierOptions applier_options;
	Applier    *applier;		/* NULL: none runs */
	SyncProgress progress;
} Sync;

#endif							/* SYNC_H */
