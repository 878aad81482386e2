/*
 * export_stream.h
 *		The files of an export as rows.
 */
#ifndef EXPORT_STREAM_H
#define EXPORT_STREAM_H

#include "postgres.h"

/* An ExportTake: returns a piece as a row (path, piece); context is the
 * ReturnSetInfo. */
extern void export_stream_take(void *context, const char *name,
							   const void *data, size_t n);

#endif							/* EXPORT_STREAM_H */
