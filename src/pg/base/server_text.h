/*
 * server_text.h
 *		UTF-8 as text of the database.
 */
#ifndef SERVER_TEXT_H
#define SERVER_TEXT_H

#include "postgres.h"

/* Convert UTF-8 to the server's encoding; may return src. */
extern const char *server_text_from_utf8(const char *src, int *len);

#endif							/* SERVER_TEXT_H */
