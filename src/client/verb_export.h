/*
 * verb_export.h
 *		pg2hbase export: write relations as HFiles by several sessions.
 */
#ifndef VERB_EXPORT_H
#define VERB_EXPORT_H

#include "client/arguments.h"

extern const Verb verb_export;

#endif							/* VERB_EXPORT_H */
