/*
 * layout_check.h
 *		Read and check a layout.
 */
#ifndef LAYOUT_CHECK_H
#define LAYOUT_CHECK_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/transform/salt.h"

/*
 * Read the text of a layout (UTF-8) and check it.  The result is one block of
 * core_alloc.  NULL is an error; it has the position and a hint.
 */
extern Layout *layout_read(const char *text, size_t len, CoreError *err);

/*
 * Resolve types and hashes.  An error if keys cannot be composed or
 * decomposed.
 */
extern bool layout_check(Layout *layout, CoreError *err);

#endif							/* LAYOUT_CHECK_H */
