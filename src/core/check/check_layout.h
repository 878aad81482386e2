/*
 * check_layout.h
 *		Statistics over many keys of one layout: salts and buckets, digits in
 *		text, and the order of keys and values.
 */
#ifndef CHECK_LAYOUT_H
#define CHECK_LAYOUT_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/check/check_keys.h"
#include "core/layout/layout.h"
#include "core/value/value.h"

/* The number of keys that are kept to find the number of salts. */
#define CHECK_KEPT_KEYS		64

typedef enum CheckFit
{
	CHECK_FITS,
	CHECK_WRONG_SALT,			/* fits except for its salt */
	CHECK_NEGATIVE,				/* has a negative number under "bytes" */
	CHECK_MISFIT
} CheckFit;

typedef struct CheckLayout
{
	const Layout *layout;
	uint64_t	keys;			/* number of keys that fit, at least except
								 * for: */
	uint64_t	wrong_salts;
	uint64_t	negatives;
	uint64_t   *buckets[LAYOUT_MAX_COMPONENTS];	/* keys per bucket; NULL:
												 * the component has no
												 * buckets */
	CheckDigits digits[LAYOUT_MAX_COMPONENTS];	/* for text fields */
	CoreBuf		kept;			/* keys with wrong salts, one after the
								 * other */
	size_t		kept_ends[CHECK_KEPT_KEYS];
	int			nkept;
} CheckLayout;

extern void check_layout_init(CheckLayout *check, const Layout *layout);

/*
 * Whether a key is of the layout; the error has the reason if not.  Does not
 * count the key.
 */
extern CheckFit check_layout_fit(const CheckLayout *check, const uint8_t *key,
								 size_t n, CoreError *err);

/* Count a key that is of the layout. */
extern void check_layout_add(CheckLayout *check, CheckFit fit,
							 const uint8_t *key, size_t n);

/*
 * The number of buckets that occur in a component, and the number of keys in
 * the largest one.
 */
extern uint32_t check_layout_spread(const CheckLayout *check, int component,
									uint64_t *most);

/* The number of salts that explains all kept keys; 0 if there is none. */
extern uint32_t check_layout_salts(const CheckLayout *check);

/*
 * For two keys of the layout, low before high: whether their values are in
 * that order, too.  If not, *component is the first one in the wrong order,
 * and *a and *b are its values; memory as in layout_read_component.
 */
extern bool check_layout_order(const Layout *layout, const uint8_t *low,
							   size_t low_len, const uint8_t *high,
							   size_t high_len, int *component, CoreValue *a,
							   CoreValue *b);

#endif							/* CHECK_LAYOUT_H */
