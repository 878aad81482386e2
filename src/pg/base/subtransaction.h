/*
 * subtransaction.h
 *		A function in a subtransaction.
 */
#ifndef SUBTRANSACTION_H
#define SUBTRANSACTION_H

#include "postgres.h"

/*
 * Run a function in a subtransaction. Returns NULL on success. On an error,
 * rolls the subtransaction back and returns the error, in the current memory
 * context.
 */
extern ErrorData *subtransaction_try(void (*function) (void *context),
									 void *context);

/* The same, but the subtransaction is rolled back in any case. */
extern ErrorData *subtransaction_undo(void (*function) (void *context),
									  void *context);

#endif							/* SUBTRANSACTION_H */
