/*
 * bigdecimal.h
 *		java.math.BigDecimal as bytes: a scale and an unscaled big integer.
 */
#ifndef BIGDECIMAL_H
#define BIGDECIMAL_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/value/value.h"

/* Append 4 bytes of scale and the shortest two's complement. num is finite. */
extern void bigdecimal_write(const ValueNumeric *num, CoreBuf *out);

/* Read a BigDecimal.  A negative scale is valid, as in Java. */
extern bool bigdecimal_read(const uint8_t *p, size_t n, ValueNumeric *num,
							CoreError *err);

#endif							/* BIGDECIMAL_H */
