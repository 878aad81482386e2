/*
 * splits_text.h
 *		Read split points in the output format of the HBase shell.
 */
#ifndef SPLITS_TEXT_H
#define SPLITS_TEXT_H

#include "core/base/error.h"
#include "core/region/splits.h"

/*
 * Read the output of get_splits in the HBase shell: the array if there is one,
 * otherwise the lines.  Free with splits_free in any case.
 */
extern bool splits_from_text(const char *text, size_t len, SplitPoints *points,
							 CoreError *err);

#endif							/* SPLITS_TEXT_H */
