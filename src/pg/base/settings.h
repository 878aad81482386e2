/*
 * settings.h
 *		The extension's settings (GUCs).
 */
#ifndef SETTINGS_H
#define SETTINGS_H

/* hbase_schema.max_scan_ranges: maximum number of key ranges of a scan. */
extern int	max_scan_ranges;

#endif							/* SETTINGS_H */
