/*
 * encoding_phoenix.h
 *		Encoding "phoenix": the PDataType classes of Apache Phoenix.
 */
#ifndef ENCODING_PHOENIX_H
#define ENCODING_PHOENIX_H

#include "core/value/encoding_methods.h"

extern const EncodingMethods encoding_phoenix;

#endif							/* ENCODING_PHOENIX_H */
