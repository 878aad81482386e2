/*
 * bigdecimal.h
 *		Bytes.toBytes(BigDecimal): a scale and an unscaled big integer.
 */
#ifndef BIGDECIMAL_H
#define BIGDECIMAL_H

#include "value.h"

/* Append 4 bytes of scale and the shortest two's complement; num is finite. */
extern void bigdecimal_write(const ValueNumeric *num, CoreBuf *out);

/* Read it; a scale below zero, which Java knows, is fine. */
extern bool bigdecimal_read(const uint8_t *p, size_t n, ValueNumeric *num,
							CoreError *err);

#endif							/* BIGDECIMAL_H */
