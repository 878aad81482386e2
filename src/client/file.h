/*
 * file.h
 *		Files of the user: configuration files and reports.
 */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>

extern char *file_read(const char *path, size_t max_size, bool *exists);
extern bool file_write(const char *path, const char *text);
extern bool file_exists(const char *path);

#endif							/* FILE_H */
