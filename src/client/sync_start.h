/*
 * sync_start.h
 *		Make a change stream: its slot, the first load, its state row.
 */
#ifndef SYNC_START_H
#define SYNC_START_H

#include "client/sync.h"

extern ExitCode sync_start(Sync *sync, Applier *applier);

#endif							/* SYNC_START_H */
