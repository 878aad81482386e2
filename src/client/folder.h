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
extern Folder *folder_begin_delta(const char *path);
extern bool folder_is_delta(const char *name);
extern Folder *folder_resume(const char *directory, const char *name);
extern void folder_keep(Folder *folder, bool kept);
extern const char *folder_path(const Folder *folder);
extern bool folder_flush(Folder *folder);
extern bool folder_has(const Folder *folder, const char *name);
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
