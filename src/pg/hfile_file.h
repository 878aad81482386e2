/*
 * hfile_file.h
 *		A file of the server as core reads it.
 */
#ifndef HFILE_FILE_H
#define HFILE_FILE_H

#include "glue.h"

#include "../core/hfile.h"

typedef struct HFileFile HFileFile;

/*
 * Open a regular file, through no symbolic link; anything else is an error.
 * The path is the caller's to judge.  summed tells that hfile_file_crc will be
 * asked for.
 */
extern HFileFile *hfile_file_open(const char *path, bool summed);

/*
 * The same below an open folder: through no link in "name" either.  The path is
 * for messages.
 */
extern HFileFile *hfile_file_open_below(int folder, const char *name,
										const char *path, bool summed);
extern void hfile_file_close(HFileFile *file);

extern const char *hfile_file_path(const HFileFile *file);
extern uint64 hfile_file_size(const HFileFile *file);

/* The offset behind the bytes that the last reading brought. */
extern uint64 hfile_file_reached(const HFileFile *file);

/* Its bytes; errors of reading are raised. */
extern HFileSource hfile_file_source(HFileFile *file);

/*
 * The CRC-32C of all bytes of a file opened for that.  Those that were read one
 * after another from the first on are summed already.
 */
extern uint32 hfile_file_crc(HFileFile *file);

#endif							/* HFILE_FILE_H */
