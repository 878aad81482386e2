/*
 * unit.h
 *		Checks and the vector reader of the unit tests.
 *
 * A test program is one file test_NAME.c whose main() calls its tests and
 * ends in "return unit_done();".  A failed check is printed and counted, and
 * the program goes on; while a vector file is open, its line is printed too.
 */
#ifndef UNIT_H
#define UNIT_H

#include "core/base/standard.h"


/* ---- checks ---------------------------------------------------------- */

/* True if cond is true; the check is counted. */
#define CHECK(cond) \
	unit_check((cond), __FILE__, __LINE__, #cond)

/* Two integers, up to 64 bits signed. */
#define CHECK_INT(got, want) \
	unit_check_int((got), (want), __FILE__, __LINE__, #got)

/* Two C strings. */
#define CHECK_STR(got, want) \
	unit_check_str((got), (want), __FILE__, __LINE__, #got)

/* Two byte strings, shown in hex when they differ. */
#define CHECK_BYTES(got, gotlen, want, wantlen) \
	unit_check_bytes((got), (gotlen), (want), (wantlen), __FILE__, __LINE__, \
					 #got)

extern bool unit_check(bool ok, const char *file, int line, const char *what);
extern bool unit_check_int(int64_t got, int64_t want,
						   const char *file, int line, const char *what);
extern bool unit_check_str(const char *got, const char *want,
						   const char *file, int line, const char *what);
extern bool unit_check_bytes(const void *got, size_t gotlen,
							 const void *want, size_t wantlen,
							 const char *file, int line, const char *what);

/* Print the counts.  The result is that of main(). */
extern int	unit_done(void);

/* A reproducible random number (splitmix64); the seed is the state. */
extern uint64_t unit_random(uint64_t *state);

/* ---- vectors: test/data/vectors/README.md has the format -------------- */

typedef struct Tsv Tsv;

/* Open test/data/vectors/NAME; the program ends if this fails. */
extern Tsv *tsv_open(const char *name);

/* Read the next row; false at the end. */
extern bool tsv_next(Tsv *tsv);

/* Close it, and print the number of rows. */
extern void tsv_close(Tsv *tsv);

/*
 * A column of the row, by its name in the first line; the program ends if it
 * does not exist. Results are valid until the next row.
 *
 * tsv_raw: as in the file.
 * tsv_text: \\ and \uXXXX resolved, as UTF-8 with a terminator; *len may be
 * NULL.  A lone surrogate becomes its three bytes, which are not valid UTF-8.
 * tsv_hex: the bytes of a hex column.
 * tsv_int: decimal, up to 64 bits signed.
 */
extern const char *tsv_raw(Tsv *tsv, const char *column);
extern const char *tsv_text(Tsv *tsv, const char *column, size_t *len);
extern const uint8_t *tsv_hex(Tsv *tsv, const char *column, size_t *len);
extern int64_t tsv_int(Tsv *tsv, const char *column);

/* \N: no value; "!Exception": Java raised an exception. */
extern bool tsv_is_null(Tsv *tsv, const char *column);
extern bool tsv_is_error(Tsv *tsv, const char *column);

/* Whether a column has exactly this text. */
extern bool tsv_is(Tsv *tsv, const char *column, const char *value);

#endif							/* UNIT_H */
