/*
 * cell_tags.c
 *		Tags of cells in HFiles: count them by kind, and check the TTL of a
 *		cell.
 */
#include "core/base/byte_order.h"
#include "core/cell/cell_tags.h"

/* org.apache.hadoop.hbase.TagType, HBase 2.6.1. */
enum
{
	TAG_ACL = 1,
	TAG_VISIBILITY = 2,
	TAG_VISIBILITY_FORMAT = 4,
	TAG_MOB_REFERENCE = 5,
	TAG_STRING_VISIBILITY = 7,
	TAG_TTL = 8
};

/*
 * Format of a tag: length of type and value (2 bytes), type, value
 * (TagUtil.asList, HBase 2.6.1).
 */
void
cell_tags_read(const uint8_t *p, size_t n, CellTags *tags)
{
	memset(tags, 0, sizeof(CellTags));
	while (n > 0)
	{
		size_t		len = n < 3 ? 0 : 2 + (size_t) core_get_u16(p);

		if (len < 3 || len > n)
		{
			tags->other = true;
			return;
		}
		switch (p[2])
		{
			case TAG_ACL:
				tags->acl = true;
				break;
			case TAG_VISIBILITY:
			case TAG_VISIBILITY_FORMAT:
			case TAG_STRING_VISIBILITY:
				tags->visibility = true;
				break;
			case TAG_MOB_REFERENCE:
				tags->mob = true;
				break;
			case TAG_TTL:
				if (len != 3 + 8)
					tags->other = true;
				else if (!tags->ttl)
				{
					tags->ttl = true;
					tags->ttl_ms = (int64_t) core_get_u64(p + 3);
				}
				break;
			default:
				tags->other = true;
		}
		p += len;
		n -= len;
	}
}

void
cell_tags_count(CellTagCounts *counts, const CellTags *tags, bool expired)
{
	counts->cells++;
	counts->ttl += tags->ttl;
	counts->expired += expired;
	counts->visibility += tags->visibility;
	counts->acl += tags->acl;
	counts->other += tags->other;
}

/*
 * ScanQueryMatcher.isCellTTLExpired, HBase 2.6.1 (HBASE-10560): only the first
 * TTL tag counts.  It is in milliseconds, and the sum wraps around as in Java.
 */
bool
cell_tags_expired(const CellTags *tags, int64_t ts, int64_t now)
{
	return tags->ttl &&
		(int64_t) ((uint64_t) ts + (uint64_t) tags->ttl_ms) < now;
}
