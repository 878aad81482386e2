/*
 * settings.c
 *		The extension's settings.
 */
#include "compat.h"

#include "fmgr.h"
#include "utils/guc.h"

#include "settings.h"

int			max_scan_ranges = 10000;

void		_PG_init(void);

void
_PG_init(void)
{
	DefineCustomIntVariable("hbase_schema.max_scan_ranges",
							"The most key ranges that one rowkey_scan, rowkey_ranges or rowkey_range may give.",
							"A key that begins with a bucket of 65,536 fans out into as many ranges.",
							&max_scan_ranges, 10000, 1, 10000000,
							PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("hbase_schema");
}
