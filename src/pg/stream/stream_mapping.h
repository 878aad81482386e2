/*
 * stream_mapping.h
 *		The mapping of a change stream as a text: what hbase.stream_mapping()
 *		returns and the output plugin reads.
 */
#ifndef STREAM_MAPPING_H
#define STREAM_MAPPING_H

#include "postgres.h"
#include "access/attnum.h"

/* A mapped relation. */
typedef struct StreamTable
{
	Oid			relid;
	Oid			base;
	char	   *relation;		/* its name, for messages */
	char	   *table_name;		/* in HBase */
	AttrNumber	key;
	int			nfamilies;
	char	  **names;			/* of the families, by their bytes */
	AttrNumber *columns;
	char	   *digest;			/* of the expressions (stream_view.h) */
} StreamTable;

typedef struct StreamMapping
{
	char	   *fingerprint;
	int			ntables;
	StreamTable *tables;		/* by the names in HBase */
} StreamMapping;

/*
 * Read the text, in the current memory context; an error if it is invalid.
 * Needs no transaction.
 */
extern StreamMapping *stream_mapping_read(const char *text);

#endif							/* STREAM_MAPPING_H */
