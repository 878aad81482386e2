/*
 * check_rules.h
 *		The rules of hbase.check() over keys.
 */
#ifndef CHECK_RULES_H
#define CHECK_RULES_H

#include "pg/advice/check_findings.h"

/* Apply all rules, in the order in which their findings are shown. */
extern void check_key_rules(Check *check);

#endif							/* CHECK_RULES_H */
