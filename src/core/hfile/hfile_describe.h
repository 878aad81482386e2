/*
 * hfile_describe.h
 *		List the contents of an HFile as JSON items.
 */
#ifndef HFILE_DESCRIBE_H
#define HFILE_DESCRIBE_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_codec.h"
#include "core/hfile/hfile_settings.h"

/*
 * List the contents of the file, item by item, in this order: trailer, info,
 * index, bloom, block.  Reads only the headers of data blocks. value is JSON
 * (ASCII).
 */
typedef struct HFileItem
{
	const char *section;
	const char *name;			/* ASCII */
	bool		has_offset;		/* the item is about the block at offset */
	uint64_t	offset;
	const char *value;
} HFileItem;

typedef bool (*HFileItemFunction) (void *context, const HFileItem *item,
								   CoreError *err);

extern bool hfile_reader_describe(HFileReader *reader, HFileItemFunction emit,
								  void *context, CoreError *err);

#endif							/* HFILE_DESCRIBE_H */
