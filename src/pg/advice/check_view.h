/*
 * check_view.h
 *		What the text of a view says.
 */
#ifndef CHECK_VIEW_H
#define CHECK_VIEW_H

#include "pg/advice/check_findings.h"

/* Read the definition of a view; relations below it are not read. */
extern void check_view(Oid relid, ViewFacts *facts);

#endif							/* CHECK_VIEW_H */
