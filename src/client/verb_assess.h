/*
 * verb_assess.h
 *		pg2hbase assess
 */
#ifndef VERB_ASSESS_H
#define VERB_ASSESS_H

#include "client/arguments.h"

extern const Verb verb_assess;

#endif							/* VERB_ASSESS_H */
