/*
 * hfile_proto.h
 *		The two protobuf messages of an HFile: trailer and file info.
 */
#ifndef HFILE_PROTO_H
#define HFILE_PROTO_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/hfile/hfile_format.h"

/* Write all HFILE_TRAILER_SIZE bytes. */
extern void hfile_put_trailer(uint8_t *dst, const HFileTrailer *trailer);

/*
 * Read the trailer from the last HFILE_TRAILER_SIZE bytes of a file of
 * file_size bytes, and check its fields.
 */
extern bool hfile_get_trailer(const uint8_t *src, uint64_t file_size,
							  HFileTrailer *trailer, CoreError *err);

extern void hfile_info_init(HFileInfo *info);
extern void hfile_info_free(HFileInfo *info);

/* Add a copy of an entry.  Replaces an entry with the same key. */
extern void hfile_info_set(HFileInfo *info, const uint8_t *key, size_t key_len,
						   const void *value, size_t value_len);

/* Find an entry by a C string; NULL if it does not exist. */
extern const HFileInfoEntry *hfile_info_get(const HFileInfo *info,
											const char *key);

/* Append the payload of the file info block. */
extern void hfile_put_info(CoreBuf *dst, HFileInfo *info);

/*
 * Read the payload of the file info block at offset into an initialised info.
 */
extern bool hfile_get_info(const uint8_t *src, size_t n, uint64_t offset,
						   HFileInfo *info, CoreError *err);

#endif							/* HFILE_PROTO_H */
