/*
 * encoding_bytes.h
 *		Encoding "bytes": the bytes of Bytes.toBytes.
 */
#ifndef ENCODING_BYTES_H
#define ENCODING_BYTES_H

#include "core/value/encoding_methods.h"

extern const EncodingMethods encoding_bytes;

#endif							/* ENCODING_BYTES_H */
