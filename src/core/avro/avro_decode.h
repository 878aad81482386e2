/*
 * avro_decode.h
 *		Decode Avro's bytes to JSON values.
 */
#ifndef AVRO_DECODE_H
#define AVRO_DECODE_H

#include "core/avro/avro_types.h"
#include "core/base/error.h"

/*
 * Decode a value that uses all of the bytes; bytes is not NULL.  After an
 * error the sink has received a part of the value.
 */
extern bool avro_decode_value(const AvroSchema *schema, const uint8_t *bytes,
							  size_t len, const AvroSink *sink,
							  CoreError *err);

#endif							/* AVRO_DECODE_H */
