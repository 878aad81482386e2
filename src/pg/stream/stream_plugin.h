/*
 * stream_plugin.h
 *		The output plugin: changes in PostgreSQL's log as mutations of HBase.
 */
#ifndef STREAM_PLUGIN_H
#define STREAM_PLUGIN_H

#include "postgres.h"
#include "replication/output_plugin.h"

extern PGDLLEXPORT void _PG_output_plugin_init(OutputPluginCallbacks *cb);

#endif							/* STREAM_PLUGIN_H */
