/*
 * key_scan.h
 *		Which layouts of a relation the conditions of a call are about.
 */
#ifndef KEY_SCAN_H
#define KEY_SCAN_H

#include "fmgr.h"
#include "utils/jsonb.h"

#include "core/layout/layout.h"
#include "pg/table/definition.h"

/*
 * The question of a call (relation, condition...), if the relation has several
 * layouts; NULL if the first layout is the only one that counts.
 */
extern Jsonb *key_scan_question(FunctionCallInfo fcinfo,
								const Definition *def);

/*
 * The layouts of a relation that have all fields of a question, and their
 * numbers from 1; an error if there is none. Returns how many.
 */
extern int	key_scan_layouts(const Definition *def, Jsonb *question,
							 Layout ***layouts, int **numbers);

#endif							/* KEY_SCAN_H */
