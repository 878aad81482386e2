/*
 * key_store.h
 *		The keys of a relation in order, with what stands under them: kept on
 *		disk beyond work_mem, and read as often as needed.
 */
#ifndef KEY_STORE_H
#define KEY_STORE_H

#include "glue.h"

#include "../core/split_plan.h"

/*
 * One entry.  A row has one, or one for each window of time it has cells in:
 * its first then counts the row and its bytes.
 */
typedef struct KeyEntry
{
	const uint8_t *key;
	size_t		key_len;
	int64		rows;
	int64		bytes;
	int64		window;
	int64		cells;
} KeyEntry;

typedef struct KeyStore KeyStore;

/* A new store in the current memory context; sample as in SurveyOptions. */
extern KeyStore *key_store_begin(double sample);

extern void key_store_add(KeyStore *store, const KeyEntry *entry);

/* All are added: sort them. */
extern void key_store_sort(KeyStore *store);

/* What the whole relation holds, as far as the sample tells. */
extern double key_store_rows(const KeyStore *store);
extern double key_store_bytes(const KeyStore *store);

/* The keys, each once, for core. */
extern SizedKeys key_store_keys(KeyStore *store);

/* Call the function for each entry in key order. */
typedef void (*KeyEntryFunction) (void *context, const KeyEntry *entry);

extern void key_store_entries(KeyStore *store, KeyEntryFunction function, void *context);

extern void key_store_end(KeyStore *store);

#endif							/* KEY_STORE_H */
