/*
 * settings.h
 *		The extension's settings (GUCs).
 */
#ifndef SETTINGS_H
#define SETTINGS_H

/* hbase_schema.max_scan_ranges: maximum number of key ranges of a scan. */
extern int	max_scan_ranges;

/* Define the settings, when the library is loaded. */
extern void settings_define(void);

#endif							/* SETTINGS_H */
