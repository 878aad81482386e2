/*
 * verb_delta.h
 *		pg2hbase delta.
 */
#ifndef VERB_DELTA_H
#define VERB_DELTA_H

#include "client/arguments.h"

extern const Verb verb_delta;

#endif							/* VERB_DELTA_H */
