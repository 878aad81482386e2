/*
 * filter_parse.h
 *		HBase's filter language, as in the HBase shell and Thrift.
 */
#ifndef FILTER_PARSE_H
#define FILTER_PARSE_H

#include "core/base/error.h"
#include "core/filter/filter_tree.h"

/*
 * Parse a filter string.  NULL is an error; it has the byte offset.  The
 * filter is allocated with core_alloc. host must outlive it.
 */
extern Filter *filter_parse(const char *text, size_t len,
							const FilterHost *host, CoreError *err);
extern void filter_free(Filter *filter);

#endif							/* FILTER_PARSE_H */
