/*
 * stream_options.h
 *		The options of the output plugin.
 */
#ifndef STREAM_OPTIONS_H
#define STREAM_OPTIONS_H

#include "postgres.h"
#include "nodes/pg_list.h"

#include "core/stream/stream_state.h"
#include "pg/stream/stream_mapping.h"

typedef enum StreamFormat
{
	STREAM_FRAMES,
	STREAM_SHELL,
	STREAM_JSON
} StreamFormat;

typedef struct StreamOptions
{
	StreamMapping *mapping;
	bool		has_state;
	StreamState state;
	StreamFormat format;
	bool		skip_rejects;
	size_t		max_cell_size;	/* in bytes */
} StreamOptions;

/*
 * Read a list of DefElem, in the current memory context. Needs no transaction.
 */
extern StreamOptions *stream_options_read(List *list);

#endif							/* STREAM_OPTIONS_H */
