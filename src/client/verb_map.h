/*
 * verb_map.h
 *		pg2hbase map
 */
#ifndef VERB_MAP_H
#define VERB_MAP_H

#include "client/arguments.h"

extern const Verb verb_map;

#endif							/* VERB_MAP_H */
