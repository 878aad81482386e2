/*
 * assessment.h
 *		Assess one table: what it is, and what a mapping of it would be.
 */
#ifndef ASSESSMENT_H
#define ASSESSMENT_H

#include "client/session.h"

typedef struct AssessmentOptions
{
	const char *profile;		/* of hbase.mapping() */
	const char *percent;		/* share of the rows to read; NULL: the
								 * default */
	bool		can_map;		/* temporary views can be created */
	bool		has_pictures;	/* maps of writes, as HTML */
	char	   *mapping;		/* of hbase.mapping() */
} AssessmentOptions;

extern char *assessment_of_table(Session *session, const char *table,
								 const AssessmentOptions *options);

#endif							/* ASSESSMENT_H */
