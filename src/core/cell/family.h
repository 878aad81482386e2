/*
 * family.h
 *		Options of a column family by their names in the HBase shell: VERSIONS,
 *		TTL, BLOOMFILTER and the rest.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include "core/base/buffer.h"
#include "core/base/error.h"

/* The TTL of cells that never expire (HConstants.FOREVER). */
#define FAMILY_FOREVER		INT32_MAX

/*
 * The options that the extension acts on, with HBase's defaults.  Names point
 * to constants.  All other options are only checked.
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
 * Set an option from text.  Name and value are case-insensitive, numbers are
 * decimal, TTL may also be FOREVER or "1 day 2 hours".  Sets *canonical_name
 * to the shell's spelling.  Appends the value as the shell prints it to
 * canonical, and sets *quoted if it is a word and not a number.
 */
extern bool family_set(Family *family, const char *name, size_t name_len,
					   const char *value, size_t value_len,
					   const char **canonical_name, CoreBuf *canonical,
					   bool *quoted, CoreError *err);

/* Check that MIN_VERSIONS, VERSIONS and TTL are consistent. */
extern bool family_check(const Family *family, CoreError *err);

/*
 * Check a table name as HBase does: [namespace:]name of letters, digits, '_',
 * '-' and '.'.  The name must not begin with '.' or '-'; the namespace must
 * not contain '-' or '.'.
 */
extern bool family_check_table_name(const char *name, size_t len,
									CoreError *err);

#endif							/* FAMILY_H */
