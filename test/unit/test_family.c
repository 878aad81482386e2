/*
 * test_family.c
 *		Column family options and table names.
 */
#include "unit/unit.h"

#include <stdio.h>

#include "core/cell/family.h"

/* The canonical "NAME value" of an option, or the error's message. */
static const char *
set(Family *family, const char *name, const char *value)
{
	static char out[400];
	const char *canonical;
	bool		quoted;
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	if (family_set(family, name, strlen(name), value, strlen(value),
				   &canonical, &buf, &quoted, &err))
	{
		core_buf_add_byte(&buf, '\0');
		snprintf(out, sizeof(out), "%s %s%s", canonical, (char *) buf.data,
				 quoted ? " quoted" : "");
	}
	else
		snprintf(out, sizeof(out), "%s", err.message);
	core_buf_free(&buf);
	return out;
}

static bool
good_name(const char *name)
{
	CoreError	err;

	return family_check_table_name(name, strlen(name), &err);
}

int
main(void)
{
	Family		family;
	CoreError	err;

	family_init(&family);
	CHECK_INT(family.versions, 1);
	CHECK_INT(family.ttl, FAMILY_FOREVER);
	CHECK_STR(set(&family, "versions", "3"), "VERSIONS 3");
	CHECK_INT(family.versions, 3);
	CHECK_STR(set(&family, "VERSIONS", "0"), "VERSIONS cannot be \"0\"");
	CHECK_STR(set(&family, "VERSIONS", "2147483648"),
			  "VERSIONS cannot be \"2147483648\"");
	CHECK_STR(set(&family, "VERSIONS", "-1"), "VERSIONS cannot be \"-1\"");
	CHECK_STR(set(&family, "VERSIONS", ""), "VERSIONS cannot be \"\"");
	CHECK_INT(family.versions, 3);
	CHECK_STR(set(&family, "TTL", "forever"), "TTL 2147483647");
	CHECK_STR(set(&family, "TTL", "1 day  12 HOURS"), "TTL 129600");
	CHECK_INT(family.ttl, 129600);
	CHECK_STR(set(&family, "TTL", "1 fortnight"),
			  "TTL cannot be \"1 fortnight\"");
	CHECK_STR(set(&family, "TTL", "1"), "TTL 1");
	CHECK_STR(set(&family, "TTL", "30000 days"),
			  "TTL cannot be \"30000 days\"");
	CHECK_STR(set(&family, "keep_deleted_cells", "ttl"),
			  "KEEP_DELETED_CELLS TTL quoted");
	CHECK_STR(family.keep_deleted_cells, "TTL");
	CHECK_STR(set(&family, "COMPRESSION", "gz"), "COMPRESSION GZ quoted");
	CHECK_STR(set(&family, "COMPRESSION", "zip"),
			  "COMPRESSION cannot be \"zip\"");
	CHECK_STR(set(&family, "BLOOMFILTER", "ROWCOL"),
			  "BLOOMFILTER ROWCOL quoted");
	CHECK_STR(set(&family, "NEW_VERSION_BEHAVIOR", "True"),
			  "NEW_VERSION_BEHAVIOR true");
	CHECK(family.new_version_behavior);
	CHECK_STR(set(&family, "IN_MEMORY", "yes"), "IN_MEMORY cannot be \"yes\"");
	CHECK_STR(set(&family, "ENCRYPTION", "AES"), "ENCRYPTION AES quoted");
	CHECK_STR(set(&family, "ENCRYPTION", "A'S"),
			  "ENCRYPTION cannot be \"A'S\"");
	CHECK_STR(set(&family, "VERSION", "1"),
			  "unrecognized column family option \"VERSION\"");
	CHECK_STR(set(&family, "VERSIONSS", "1"),
			  "unrecognized column family option \"VERSIONSS\"");

	CHECK(family_check(&family, &err));
	set(&family, "MIN_VERSIONS", "4");
	CHECK(!family_check(&family, &err));
	CHECK_STR(err.message, "MIN_VERSIONS 4 is above VERSIONS 3");

	CHECK(good_name("blog"));
	CHECK(good_name("ns:blog"));
	CHECK(good_name("a.b-c_D9"));
	CHECK(good_name("n_1:a.b"));
	CHECK(!good_name(""));
	CHECK(!good_name(":a"));
	CHECK(!good_name("a:"));
	CHECK(!good_name("a:b:c"));
	CHECK(!good_name(".a"));
	CHECK(!good_name("ns:-a"));
	CHECK(!good_name("n-s:a"));
	CHECK(!good_name("a b"));
	CHECK(!good_name("\xc3\xa4"));
	return unit_done();
}
