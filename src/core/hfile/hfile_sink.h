/*
 * hfile_sink.h
 *		The destination of an HFile.
 */
#ifndef HFILE_SINK_H
#define HFILE_SINK_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"

/* Receives the bytes, in order. write may leave by longjmp. */
typedef struct HFileSink
{
	bool		(*write) (void *context, const void *data, size_t n,
						  CoreError *err);
	void	   *context;
} HFileSink;

#endif							/* HFILE_SINK_H */
