/*
 * verb_verify.h
 *		pg2hbase verify.
 */
#ifndef VERB_VERIFY_H
#define VERB_VERIFY_H

#include "client/arguments.h"

extern const Verb verb_verify;

#endif							/* VERB_VERIFY_H */
