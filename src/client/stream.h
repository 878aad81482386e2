/*
 * stream.h
 *		Files of an export that arrive through the connections of a pool.
 */
#ifndef STREAM_H
#define STREAM_H

#include "client/pool.h"

typedef struct Stream Stream;

/* What a part has. */
typedef struct StreamPart
{
	double		rows;
	double		bytes;
} StreamPart;

/* The statement of a part; its parameters are relation, stamp, options and
 * regions. */
extern const char stream_sql[];

extern Stream *stream_begin(const char *directory, const PGresult *begun,
							int parts);
extern bool stream_take(Stream *stream, const PoolTask *task,
						const PGresult *row);
extern bool stream_end_part(Stream *stream, Session *session,
							const PoolTask *task, StreamPart *part);
extern bool stream_is_problem(const char *sqlstate);
extern const char *stream_set_problem(Stream *stream, int table,
									  const char *error);
extern double stream_received(const Stream *stream, int table);
extern const char *stream_manifest(const Stream *stream, int table);
extern PGresult *stream_publish(Stream *stream, Session *session);
extern void stream_free(Stream *stream);

#endif							/* STREAM_H */
