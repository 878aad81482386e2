/*
 * check_keys.h
 *		What many keys say together: lengths, where the next one lands, digits
 *		that sort wrong, salts and buckets, and whether keys and the values in
 *		them are in the same order.
 *
 * Plain counters in bounded memory: add every key, then read the fields.
 */
#ifndef CHECK_KEYS_H
#define CHECK_KEYS_H

#include "layout_key.h"

/* ---- numbers written as text ------------------------------------------- */

/* Texts at one place; "10" sorts before "9". */
typedef struct CheckDigits
{
	uint64_t	texts;
	uint64_t	numbers;		/* of digits alone */
	size_t		shortest;		/* digits of a number */
	size_t		longest;
} CheckDigits;

extern void check_digits_add(CheckDigits *digits, const uint8_t *p, size_t n);

/* Are they numbers of different lengths, all of them? */
extern bool check_digits_sort_wrong(const CheckDigits *digits);

/* ---- keys as bytes ------------------------------------------------------- */

/* Parts of a printable key between signs that people join keys with. */
#define CHECK_MAX_PARTS		8

typedef struct CheckKeys
{
	uint64_t	keys;
	size_t		shortest;
	size_t		longest;
	double		sum;			/* of lengths */
	double		sum_squares;
	uint64_t	highest;		/* keys above all that came before */
	CoreBuf		top;			/* the highest so far */
	uint64_t	hexed;			/* a byte, then an even number of hex digits */
	uint64_t	hexed_texts;	/* of these, where the digits stand for text */
	uint64_t	hexed_binaries; /* of these, whose first byte is not printable */
	bool		hex_letters;	/* some digit is above 9 */
	bool		joined;			/* all are printable, of nparts parts */
	int			nparts;
	CheckDigits parts[CHECK_MAX_PARTS];
} CheckKeys;

extern void check_keys_init(CheckKeys *keys);
extern void check_keys_add(CheckKeys *keys, const uint8_t *key, size_t n);

/*
 * Do all look like bytea's text form, \x6b6579, read in HBase's notation: the
 * byte 6b, then 6579?
 */
extern bool check_keys_look_hex(const CheckKeys *keys);
extern double check_keys_deviation(const CheckKeys *keys);

/* ---- keys in the order of time ------------------------------------------- */

/* A sample of writes, each as good as any other, and its keys' first bytes. */
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
	uint64_t	random;			/* state of the generator: the same sample of
								 * the same rows */
	CheckWrite *writes;			/* memory of core_alloc, or NULL */
} CheckWrites;

extern void check_writes_init(CheckWrites *writes);
extern void check_writes_add(CheckWrites *writes, int64_t time, const uint8_t *key, size_t n);

/*
 * Sort the sample by time; *ahead and *behind are the shares of its writes that
 * land above, and below, all of earlier times.  Gives how many writes these are
 * shares of: those with enough earlier ones.
 */
extern uint32_t check_writes_ends(CheckWrites *writes, double *ahead, double *behind);

/* ---- keys of a layout ----------------------------------------------------- */

/* Keys kept to find out with how many salts they were made. */
#define CHECK_KEPT_KEYS		64

typedef enum CheckFit
{
	CHECK_FITS,
	CHECK_WRONG_SALT,			/* fits but for its salt */
	CHECK_NEGATIVE,				/* has a negative number under "bytes" */
	CHECK_MISFIT
} CheckFit;

typedef struct CheckLayout
{
	const Layout *layout;
	uint64_t	keys;			/* that fit, or fit but for these: */
	uint64_t	wrong_salts;
	uint64_t	negatives;
	uint64_t   *buckets[LAYOUT_MAX_COMPONENTS];	/* keys in each; NULL: no such
												 * component */
	CheckDigits digits[LAYOUT_MAX_COMPONENTS];	/* of text fields */
	CoreBuf		kept;			/* keys of wrong salts, one behind the other */
	size_t		kept_ends[CHECK_KEPT_KEYS];
	int			nkept;
} CheckLayout;

extern void check_layout_init(CheckLayout *check, const Layout *layout);

/* Whether a key is of the layout; the error says why not.  Counts nothing. */
extern CheckFit check_layout_fit(const CheckLayout *check, const uint8_t *key, size_t n,
								 CoreError *err);

/* Count a key that is (not CHECK_MISFIT). */
extern void check_layout_add(CheckLayout *check, CheckFit fit, const uint8_t *key, size_t n);

/*
 * Keys in a bucket component: how many of its values occur, and the most that
 * one of them has.
 */
extern uint32_t check_layout_spread(const CheckLayout *check, int component, uint64_t *most);

/* The number of salts that explains all kept keys; 0: there is none. */
extern uint32_t check_layout_salts(const CheckLayout *check);

/*
 * Two keys of the layout, the first below the second: whether their values are
 * in that order too.  If not, *component is the one that contradicts, and *a
 * and *b are its values; memory as layout_read_component's.
 */
extern bool check_layout_order(const Layout *layout, const uint8_t *low, size_t low_len,
							   const uint8_t *high, size_t high_len,
							   int *component, CoreValue *a, CoreValue *b);

#endif							/* CHECK_KEYS_H */
