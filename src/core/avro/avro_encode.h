/*
 * avro_encode.h
 *		Encode JSON values as Avro's bytes.
 */
#ifndef AVRO_ENCODE_H
#define AVRO_ENCODE_H

#include "core/avro/avro_types.h"
#include "core/base/buffer.h"
#include "core/base/error.h"

/* Append the bytes of a value.  After an error *out has a part of them. */
extern bool avro_encode_value(AvroSchema *schema, const AvroJson *json,
							  const AvroJsonHost *host, CoreBuf *out,
							  CoreError *err);

/* Encode the default of a field. depth is that of the value that needs it. */
extern bool avro_encode_default(AvroSchema *schema, AvroField *field,
								int depth, const AvroJsonHost *host,
								CoreError *err);

#endif							/* AVRO_ENCODE_H */
