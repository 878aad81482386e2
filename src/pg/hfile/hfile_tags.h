/*
 * hfile_tags.h
 *		Warn that cells of HFiles had tags, which are dropped.
 */
#ifndef HFILE_TAGS_H
#define HFILE_TAGS_H

#include "postgres.h"

#include "core/cell/cell_tags.h"

/* Warn if cells had tags; imported: the cells were inserted into a table. */
extern void hfile_tags_warn(const CellTagCounts *counts, bool imported);

#endif							/* HFILE_TAGS_H */
