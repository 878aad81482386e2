/*
 * family.h
 *		What the definition of a column family says, in the HBase shell's own
 *		option names: VERSIONS, TTL, BLOOMFILTER and the rest.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include "core.h"

/* TTL of cells that never expire. */
#define FAMILY_FOREVER		INT32_MAX

/*
 * The options that something here acts on; defaults as HBase's.  Names point
 * to constants.  All other options are checked and left to HBase.
 */
typedef struct Family
{
	int32_t		versions;
	int32_t		min_versions;
	int32_t		ttl;			/* seconds, or FAMILY_FOREVER */
	const char *keep_deleted_cells; /* FALSE, TRUE, TTL */
	bool		new_version_behavior;
	const char *compression;	/* NONE, GZ, SNAPPY, ... */
	const char *bloomfilter;	/* NONE, ROW, ROWCOL, ROWPREFIX_FIXED_LENGTH */
	const char *data_block_encoding;	/* NONE, FAST_DIFF, ... */
	int32_t		blocksize;		/* bytes */
} Family;

extern void family_init(Family *family);

/*
 * Set an option from its text; name and value in any case, numbers in
 * decimal, TTL also as FOREVER or "1 day 2 hours".  *canonical_name is the
 * shell's spelling; its value as the shell prints it goes to canonical, which
 * tells by *quoted whether it is a word and no number.
 */
extern bool family_set(Family *family, const char *name, size_t name_len,
					   const char *value, size_t value_len,
					   const char **canonical_name, CoreBuf *canonical,
					   bool *quoted, CoreError *err);

/* May MIN_VERSIONS, VERSIONS and TTL stand together? */
extern bool family_check(const Family *family, CoreError *err);

/*
 * Is it a table name HBase takes: [namespace:]name of letters, digits, '_',
 * '-' and '.', the name not starting with '.' or '-', a namespace without
 * '-' and '.'?
 */
extern bool family_check_table_name(const char *name, size_t len, CoreError *err);

#endif							/* FAMILY_H */
