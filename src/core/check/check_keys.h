/*
 * check_keys.h
 *		Statistics over many keys without a layout: lengths, order of
 *		insertion, digits that sort wrong.
 *
 * All counters are in bounded memory: add every key, then read the fields.
 */
#ifndef CHECK_KEYS_H
#define CHECK_KEYS_H

#include "core/base/buffer.h"

/* ---- numbers written as text ------------------------------------------- */

/* Numbers as text in one place of the keys; "10" sorts before "9". */
typedef struct CheckDigits
{
	uint64_t	texts;
	uint64_t	numbers;		/* values of digits only */
	size_t		shortest;		/* length of the shortest number */
	size_t		longest;
} CheckDigits;

extern void check_digits_add(CheckDigits *digits, const uint8_t *p, size_t n);

/* Whether all values are numbers, of different lengths. */
extern bool check_digits_sort_wrong(const CheckDigits *digits);

/* ---- keys as bytes ------------------------------------------------------ */

/* The largest number of parts of a printable key between usual separators. */
#define CHECK_MAX_PARTS		8

typedef struct CheckKeys
{
	uint64_t	keys;
	size_t		shortest;
	size_t		longest;
	double		sum;			/* sum of the lengths */
	double		sum_squares;
	uint64_t	highest;		/* keys above all earlier keys */
	CoreBuf		top;			/* the highest key so far */
	uint64_t	hexed;			/* one byte, then an even number of hex
								 * digits */
	uint64_t	hexed_texts;	/* of these: the digits are the hex form of
								 * text */
	uint64_t	hexed_binaries; /* of these: the first byte is not printable */
	bool		hex_letters;	/* some hex digit is a letter */
	bool		joined;			/* all keys are printable and have nparts
								 * parts */
	int			nparts;
	CheckDigits parts[CHECK_MAX_PARTS];
} CheckKeys;

extern void check_keys_init(CheckKeys *keys);
extern void check_keys_add(CheckKeys *keys, const uint8_t *key, size_t n);

/*
 * Whether all keys look like bytea's text form, \x6b6579, read in HBase's
 * notation: the byte 6b, then the text 6579.
 */
extern bool check_keys_look_hex(const CheckKeys *keys);
extern double check_keys_deviation(const CheckKeys *keys);

/* ---- keys in the order of time ------------------------------------------ */

/*
 * The size of the random sample of writes, and of the stored part of their
 * keys.
 */
#define CHECK_WRITES		10000
#define CHECK_WRITE_BYTES	48

typedef struct CheckWrite
{
	int64_t		time;
	uint16_t	len;
	uint8_t		key[CHECK_WRITE_BYTES];
} CheckWrite;

typedef struct CheckWrites
{
	uint64_t	seen;
	uint32_t	n;
	uint64_t	random;			/* state of the generator: the same rows
								 * give the same sample */
	CheckWrite *writes;			/* memory of core_alloc, or NULL */
} CheckWrites;

extern void check_writes_init(CheckWrites *writes);
extern void check_writes_add(CheckWrites *writes, int64_t time,
							 const uint8_t *key, size_t n);

/*
 * Sort the sample by time. *ahead and *behind are the shares of the writes
 * above, and below, all keys of earlier times.  Returns the number of writes
 * with enough earlier ones, on which the shares are based.
 */
extern uint32_t check_writes_ends(CheckWrites *writes, double *ahead,
								  double *behind);

#endif							/* CHECK_KEYS_H */
