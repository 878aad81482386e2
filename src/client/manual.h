/*
 * manual.h
 *		The help texts and the manual page, from the descriptions of the verbs.
 */
#ifndef MANUAL_H
#define MANUAL_H

#include "client/arguments.h"

extern void manual_print_help(void);
extern void manual_print_verb(const Verb *verb);
extern void manual_print_page(void);

#endif							/* MANUAL_H */
