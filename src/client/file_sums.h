/*
 * file_sums.h
 *		Sizes and checksums of files that arrive in pieces.
 */
#ifndef FILE_SUMS_H
#define FILE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FileSum
{
	char	   *path;
	double		bytes;
	uint32_t	crc;
	struct FileSum *next;
} FileSum;

/* A list, empty if NULL. */
extern void file_sums_add(FileSum **sums, const char *path, const void *piece,
						  size_t len);
extern double file_sums_total(const FileSum *sums);
extern void file_sums_free(FileSum **sums);

/* True if a file has this size and checksum, as in a manifest. */
extern bool file_sums_match(const FileSum *sums, const char *path,
							const char *bytes, const char *checksum);

#endif							/* FILE_SUMS_H */
