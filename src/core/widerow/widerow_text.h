/*
 * widerow_text.h
 *		The text form of a wide row.
 */
#ifndef WIDEROW_TEXT_H
#define WIDEROW_TEXT_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/widerow/widerow_format.h"

/* Append the text form, without a terminator. */
extern void wide_print(const WideRow *row, CoreBuf *out);

/* Read the text form and append the packed row to out. */
extern bool wide_parse(const char *text, size_t len, CoreBuf *out,
						  CoreError *err);

#endif							/* WIDEROW_TEXT_H */
