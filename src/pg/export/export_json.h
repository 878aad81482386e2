/*
 * export_json.h
 *		Text as JSON, for manifests.
 */
#ifndef EXPORT_JSON_H
#define EXPORT_JSON_H

#include "postgres.h"
#include "lib/stringinfo.h"

/*
 * Append text in the server's encoding as a JSON string in UTF-8, as in
 * manifests.
 */
extern void export_json_text(StringInfo out, const char *text);

#endif							/* EXPORT_JSON_H */
