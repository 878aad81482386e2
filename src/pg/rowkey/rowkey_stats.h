/*
 * rowkey_stats.h
 *		The kind of statistics that ANALYZE adds for a rowkey column.
 */
#ifndef ROWKEY_STATS_H
#define ROWKEY_STATS_H

/*
 * Kind of a pg_statistic slot: stanumbers[n] is the estimated number of
 * distinct prefixes of n bytes. It is in the range reserved for private use.
 */
#define STATISTIC_KIND_ROWKEY_PREFIXES	21887

#endif							/* ROWKEY_STATS_H */
