/*
 * rowkey_stats.h
 *		The statistics kind that ANALYZE of a rowkey column adds.
 */
#ifndef ROWKEY_STATS_H
#define ROWKEY_STATS_H

/*
 * pg_statistic slot: numbers only, the n-th the estimated number of distinct
 * prefixes of n bytes.  In the range that PostgreSQL leaves for private use.
 */
#define STATISTIC_KIND_ROWKEY_PREFIXES	21887

#endif							/* ROWKEY_STATS_H */
