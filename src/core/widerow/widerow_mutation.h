/*
 * widerow_mutation.h
 *		Compute the value of an Increment and the comparison of checkAndMutate.
 */
#ifndef WIDEROW_MUTATION_H
#define WIDEROW_MUTATION_H

#include "core/base/error.h"
#include "core/cell/cell.h"

/*
 * value + amount as a 64-bit integer that wraps around.  The value must be 8
 * bytes long, as in HRegion.increment of HBase 2.6.1.
 */
extern bool wide_add(const uint8_t *value, size_t len, int64_t amount,
						int64_t *result, CoreError *err);

typedef enum WideCompareOp
{
	WIDEROW_LESS,
	WIDEROW_LESS_OR_EQUAL,
	WIDEROW_EQUAL,
	WIDEROW_NOT_EQUAL,
	WIDEROW_GREATER_OR_EQUAL,
	WIDEROW_GREATER
} WideCompareOp;

extern bool wide_compare_op_from_name(const char *name, size_t len,
										 WideCompareOp *op, CoreError *err);

/* Whether the operator is true for a comparison result c. */
extern bool wide_compare_holds(WideCompareOp op, int c);

/*
 * The comparison of checkAndMutate: given op stored, in this order. stored is
 * NULL if the cell is missing. given is NULL or empty to test whether the cell
 * is missing or empty (with WIDEROW_NOT_EQUAL: neither).
 */
extern bool wide_check(WideCompareOp op, const uint8_t *given,
					   size_t given_len, const uint8_t *stored,
					   size_t stored_len);

#endif							/* WIDEROW_MUTATION_H */
