/*
 * standard.h
 *		The standard C headers that every file of core needs.
 *
 * Core does not depend on PostgreSQL: no postgres.h, no fmgr, no catalogue.
 * The extension, the unit tests and the fuzzers link it.
 */
#ifndef STANDARD_H
#define STANDARD_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#endif							/* STANDARD_H */
