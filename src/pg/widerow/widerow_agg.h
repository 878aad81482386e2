/*
 * widerow_agg.h
 *		The states of the aggregates over cells.
 */
#ifndef WIDEROW_AGG_H
#define WIDEROW_AGG_H

#include "datatype/timestamp.h"

#include "core/widerow/widerow_format.h"
#include "pg/base/compat.h"
#include "pg/value/sql_value.h"

/*
 * The memory of an aggregate's state; an error if not called as an aggregate.
 */
extern MemoryContext widerow_aggregate_context(FunctionCallInfo fcinfo);

/*
 * The builder of argument 0, the state of an aggregate with the final function
 * of widerow_agg; a new one for NULL. It uses the aggregate's memory.
 */
extern WideBuilder *widerow_agg_builder(FunctionCallInfo fcinfo);

/*
 * The second at which the hour of opentsdb_agg's points begins, in its state;
 * -1: no point yet. widerow_agg_check_hour() sets it, or raises an error if
 * the hour differs.
 */
extern int64 *widerow_agg_hour(WideBuilder *builder);
extern void widerow_agg_check_hour(int64 *hour, int64 other);

#endif							/* WIDEROW_AGG_H */
