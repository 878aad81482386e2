/*
 * verb_status.h
 *		pg2hbase status.
 */
#ifndef VERB_STATUS_H
#define VERB_STATUS_H

#include "client/arguments.h"

extern const Verb verb_status;

#endif							/* VERB_STATUS_H */
