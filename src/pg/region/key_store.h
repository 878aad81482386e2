/*
 * key_store.h
 *		The keys of a relation in order, with rows, bytes and cells of each;
 *		spilled to disk beyond work_mem, and read as often as needed.
 */
#ifndef KEY_STORE_H
#define KEY_STORE_H

#include "core/region/split_plan.h"

/*
 * One entry. A row has one entry, or one for each time window of its cells:
 * then the first one counts the row and its bytes.
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

/*
 * A new store in the current memory context, for a percentage of the rows;
 * 100: all.
 */
extern KeyStore *key_store_begin(double percent);

extern void key_store_add(KeyStore *store, const KeyEntry *entry);

/* Sort, after all entries were added. */
extern void key_store_sort(KeyStore *store);

/* Estimated number of rows of the whole relation. */
extern double key_store_rows(const KeyStore *store);
extern double key_store_bytes(const KeyStore *store);

/* The keys for core, each once. */
extern SizedKeys key_store_keys(KeyStore *store);

/* Call the function for each entry in key order. */
typedef void (*KeyEntryFunction) (void *context, const KeyEntry *entry);

extern void key_store_entries(KeyStore *store, KeyEntryFunction function,
							  void *context);

extern void key_store_end(KeyStore *store);

#endif							/* KEY_STORE_H */
