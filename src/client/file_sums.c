/*
 * file_sums.c
 *		Sizes and checksums of files that arrive in pieces.
 */
#include "client/file_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/message.h"
#include "core/base/crc32c.h"

/* Add the next piece of a file. */
void
file_sums_add(FileSum **sums, const char *path, const void *piece, size_t len)
{
	FileSum    *sum = *sums;

	while (sum && strcmp(sum->path, path) != 0)
		sum = sum->next;
	if (sum == NULL)
	{
		sum = memory_checked(calloc(1, sizeof(FileSum)));
		sum->path = text_copy(path);
		sum->next = *sums;
		*sums = sum;
	}
	sum->crc = crc32c(sum->crc, piece, len);
	sum->bytes += len;
}

double
file_sums_total(const FileSum *sums)
{
	double		bytes = 0;

	for (; sums; sums = sums->next)
		bytes += sums->bytes;
	return bytes;
}

bool
file_sums_match(const FileSum *sums, const char *path, const char *bytes,
				const char *checksum)
{
	char		crc[16];

	while (sums && strcmp(sums->path, path) != 0)
		sums = sums->next;
	if (sums == NULL || sums->bytes != atof(bytes))
		return false;
	snprintf(crc, sizeof(crc), "%08x", sums->crc);
	return strcmp(crc, checksum) == 0;
}

void
file_sums_free(FileSum **sums)
{
	while (*sums)
	{
		FileSum    *next = (*sums)->next;

		free((*sums)->path);
		free(*sums);
		*sums = next;
	}
}
