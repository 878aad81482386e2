/*
 * export_script.c
 *		load.sh, the script that loads an export into HBase.
 *
 * The script is the same for every export: manifest.json has what it needs.
 * load.sh contains a Ruby script for the HBase shell.
 */
#include "pg/base/compat.h"

#include "pg/export/export_script.h"

static const char load_script[] =
#include "pg/export/load.sh.inc"
	;

void
export_write_load_script(ExportDir *dir, const char *below)
{
	export_dir_write_text(dir, psprintf("%sload.sh", below), load_script,
						  true);
}
