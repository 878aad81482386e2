/*
 * verb_load.h
 *		pg2hbase load.
 */
#ifndef VERB_LOAD_H
#define VERB_LOAD_H

#include "client/arguments.h"

extern const Verb verb_load;

#endif							/* VERB_LOAD_H */
