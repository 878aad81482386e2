/*
 * hfile_source.h
 *		The source of an HFile.
 */
#ifndef HFILE_SOURCE_H
#define HFILE_SOURCE_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"

/* Provides the bytes: exactly n bytes at offset, which are within size. */
typedef struct HFileSource
{
	bool		(*read) (void *context, uint64_t offset, void *dst, size_t n,
						 CoreError *err);
	void	   *context;
	uint64_t	size;
} HFileSource;

#endif							/* HFILE_SOURCE_H */
