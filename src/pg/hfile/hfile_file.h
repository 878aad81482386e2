/*
 * hfile_file.h
 *		A file of the server as a source for core.
 */
#ifndef HFILE_FILE_H
#define HFILE_FILE_H

#include "core/hfile/hfile_source.h"

typedef struct HFileFile HFileFile;

/*
 * Open a regular file; a symbolic link or any other kind is an error. The
 * caller checks the path. summed: hfile_file_crc() will be called.
 */
extern HFileFile *hfile_file_open(const char *path, bool summed);

/*
 * The same below an open folder: no component of "name" may be a link. The
 * path is for messages.
 */
extern HFileFile *hfile_file_open_below(int folder, const char *name,
										const char *path, bool summed);
extern void hfile_file_close(HFileFile *file);

extern const char *hfile_file_path(const HFileFile *file);
extern uint64 hfile_file_size(const HFileFile *file);

/* The offset after the last bytes read. */
extern uint64 hfile_file_reached(const HFileFile *file);

/* The file's bytes as a source; read errors are raised. */
extern HFileSource hfile_file_source(HFileFile *file);

/*
 * The CRC-32C of all bytes of a file opened with summed. Bytes that were read
 * in sequence from the start are not read again.
 */
extern uint32 hfile_file_crc(HFileFile *file);

#endif							/* HFILE_FILE_H */
