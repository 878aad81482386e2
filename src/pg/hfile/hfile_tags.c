/*
 * hfile_tags.c
 *		Warn that cells of HFiles had tags, which are dropped.
 */
#include "pg/base/compat.h"

#include "lib/stringinfo.h"

#include "pg/hfile/hfile_tags.h"

/* Append "TTL: 3 (1 expired)" or similar, separated by semicolons. */
static void
add_kind(StringInfo list, const char *kind, uint64 cells, uint64 expired)
{
	if (cells == 0)
		return;
	appendStringInfo(list, "%s%s: " UINT64_FORMAT, list->len > 0 ? "; " : "",
					 kind, cells);
	if (expired > 0)
		appendStringInfo(list, " (expired: " UINT64_FORMAT ")", expired);
}

void
hfile_tags_warn(const CellTagCounts *counts, bool imported)
{
	StringInfoData kinds;

	if (counts->cells == 0)
		return;
	initStringInfo(&kinds);
	add_kind(&kinds, "TTL", counts->ttl, counts->expired);
	add_kind(&kinds, "visibility label", counts->visibility, 0);
	add_kind(&kinds, "ACL", counts->acl, 0);
	add_kind(&kinds, "other", counts->other, 0);
	if (imported)
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("tags of " UINT64_FORMAT " cells were not imported",
						counts->cells),
				 errdetail("Cells by kind of tag: %s. Expired cells were left out, as in HBase.",
						   kinds.data),
				 errhint("The other cells no longer have a TTL of their own, and every role that can read the table can read them.")));
	else
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("tags of " UINT64_FORMAT " cells are not shown",
						counts->cells),
				 errdetail("Cells by kind of tag: %s.", kinds.data)));
}
