/*
 * avro_schema.h
 *		Parse and check Avro schemas.
 */
#ifndef AVRO_SCHEMA_H
#define AVRO_SCHEMA_H

#include "core/avro/avro_types.h"
#include "core/base/error.h"

/*
 * Parse a schema and check it with its defaults.  NULL with an error if it is
 * invalid. *json is not used after the call.
 */
extern AvroSchema *avro_schema_parse(const AvroJson *json,
									 const AvroJsonHost *host, CoreError *err);
extern void avro_schema_free(AvroSchema *schema);	/* may be NULL */

#endif							/* AVRO_SCHEMA_H */
