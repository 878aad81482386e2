/*
 * encoding_string.h
 *		Encoding "string": UTF-8 of a value's canonical text.
 */
#ifndef ENCODING_STRING_H
#define ENCODING_STRING_H

#include "core/value/encoding_methods.h"

extern const EncodingMethods encoding_string;

#endif							/* ENCODING_STRING_H */
