/*
 * verbs.c
 *		The verbs of the program, in the order in which they are used.
 */
#include "client/verbs.h"

#include <stddef.h>
#include <string.h>

#include "client/verb_assess.h"
#include "client/verb_delta.h"
#include "client/verb_export.h"
#include "client/verb_load.h"
#include "client/verb_map.h"
#include "client/verb_status.h"
#include "client/verb_sync.h"
#include "client/verb_verify.h"

/* Ends with NULL. */
const Verb *const verbs[] = {
	&verb_assess,
	&verb_map,
	&verb_export,
	&verb_load,
	&verb_verify,
	&verb_delta,
	&verb_sync,
	&verb_status,
	NULL
};

/* The verb of this name, or NULL. */
const Verb *
verbs_find(const char *name)
{
	for (const Verb *const *verb = verbs; *verb; verb++)
	{
		if (strcmp((*verb)->name, name) == 0)
			return *verb;
	}
	return NULL;
}
