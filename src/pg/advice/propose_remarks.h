/*
 * propose_remarks.h
 *		What no key can do for a table, and other remarks on its design.
 */
#ifndef PROPOSE_REMARKS_H
#define PROPOSE_REMARKS_H

#include "postgres.h"

#include "core/design/design.h"

/* A remark: its word for programs, a figure, and a sentence. */
typedef void (*ProposeRemark) (void *context, const char *word, double figure,
							   const char *sentence);

extern void propose_remarks(const DesignInput *input,
							const DesignAnswer *answer,
							ProposeRemark remark, void *context);

#endif							/* PROPOSE_REMARKS_H */
