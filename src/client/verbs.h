/*
 * verbs.h
 *		The verbs of the program.
 */
#ifndef VERBS_H
#define VERBS_H

#include "client/arguments.h"

extern const Verb *const verbs[];

extern const Verb *verbs_find(const char *name);

#endif							/* VERBS_H */
