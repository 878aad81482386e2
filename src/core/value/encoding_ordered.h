/*
 * encoding_ordered.h
 *		Encoding "ordered": HBase's OrderedBytes.
 */
#ifndef ENCODING_ORDERED_H
#define ENCODING_ORDERED_H

#include "core/value/encoding_methods.h"

extern const EncodingMethods encoding_ordered;

#endif							/* ENCODING_ORDERED_H */
