/*
 * settings.h
 *		The extension's settings.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

/* hbase_schema.max_scan_ranges: the most key ranges a scan may have. */
extern int	max_scan_ranges;

#endif							/* SETTINGS_H */
