/*
 * module.c
 *		What happens when the server loads the library.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "pg/base/settings.h"
#include "pg/layout/key_quals.h"

PG_MODULE_MAGIC;

void		_PG_init(void);

void
_PG_init(void)
{
	settings_define();
	key_quals_install();
}
