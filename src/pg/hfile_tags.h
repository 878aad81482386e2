/*
 * hfile_tags.h
 *		The warning that cells of HFiles had tags, which nothing here keeps.
 */
#ifndef HFILE_TAGS_H
#define HFILE_TAGS_H

#include "postgres.h"

#include "../core/cell_tags.h"

/* Warn if cells had tags; imported: the cells went into a table. */
extern void hfile_tags_warn(const CellTagCounts *counts, bool imported);

#endif							/* HFILE_TAGS_H */
