/*
 * check_cell_rules.h
 *		The rules of hbase.check() over cells.
 */
#ifndef CHECK_CELL_RULES_H
#define CHECK_CELL_RULES_H

#include "pg/advice/check_findings.h"

extern void check_cell_rules(Check *check);

#endif							/* CHECK_CELL_RULES_H */
