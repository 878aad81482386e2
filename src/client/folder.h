/*
 * folder.h
 *		A local folder that appears complete or not at all.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Folder Folder;

/*
 * The functions return false or NULL after a message. Names are paths within
 * the folder.
 */
extern Folder *folder_begin(const char *path);
extern bool folder_append(Folder *folder, const char *name, const void *data,
						  size_t n);
extern bool folder_complete(Folder *folder, const char *name,
							bool executable);
extern bool folder_write(Folder *folder, const char *name, const char *text,
						 bool executable);
extern bool folder_move(Folder *folder, const char *from, const char *to);
extern void folder_remove(Folder *folder, const char *name);
extern bool folder_publish(Folder *folder);
extern void folder_end(Folder *folder);

#endif							/* FOLDER_H */
