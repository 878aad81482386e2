/*
 * settings.c
 *		Define the extension's settings (GUCs).
 */
#include "pg/base/compat.h"

#include "utils/guc.h"

#include "pg/base/settings.h"

int			max_scan_ranges = 10000;

void
settings_define(void)
{
	DefineCustomIntVariable("hbase_schema.max_scan_ranges",
							"Sets the maximum number of key ranges that rowkey_scan, rowkey_ranges or rowkey_range return.",
							"A key that starts with a bucket of 65,536 has as many ranges.",
							&max_scan_ranges, 10000, 1, 10000000,
							PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("hbase_schema");
}
