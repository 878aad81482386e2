/*
 * widerow_mutation.c
 *		Compute the value of an Increment and the comparison of checkAndMutate.
 */
#include "core/widerow/widerow_mutation.h"

/* HRegion.increment, HBase 2.6.1, for one cell. */
bool
wide_add(const uint8_t *value, size_t len, int64_t amount, int64_t *result,
			CoreError *err)
{
	if (len != 8)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "cannot increment a value of %zu bytes", len);
		return core_error_detail(err,
								 "A counter is a long of exactly 8 bytes.");
	}
	*result = (int64_t) (core_get_u64(value) + (uint64_t) amount);
	return true;
}

bool
wide_compare_op_from_name(const char *name, size_t len, WideCompareOp *op,
							 CoreError *err)
{
	static const char *const names[] = {"<", "<=", "=", "!=", ">=", ">"};

	for (int i = 0; i < 6; i++)
		if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
		{
			*op = (WideCompareOp) i;
			return true;
		}
	core_error(err, CORE_ERR_PARAMETER, "unrecognized comparison: \"%.*s\"",
			   core_shown(name, len, 60), name);
	return core_error_hint(err,
						   "Use <, <=, =, !=, >= or >, between the given value and the stored value.");
}

/* HRegion.matches, HBase 2.6.1. */
bool
wide_compare_holds(WideCompareOp op, int c)
{
	switch (op)
	{
		case WIDEROW_LESS:
			return c < 0;
		case WIDEROW_LESS_OR_EQUAL:
			return c <= 0;
		case WIDEROW_EQUAL:
			return c == 0;
		case WIDEROW_NOT_EQUAL:
			return c != 0;
		case WIDEROW_GREATER_OR_EQUAL:
			return c >= 0;
		case WIDEROW_GREATER:
			return c > 0;
	}
	return false;
}

/* HRegion.checkAndMutateInternal and matches, HBase 2.6.1. */
bool
wide_check(WideCompareOp op, const uint8_t *given, size_t given_len,
			  const uint8_t *stored, size_t stored_len)
{
	if (given == NULL || given_len == 0)
	{
		/* then the check is "missing or empty" for every operator */
		bool		missing = stored == NULL || stored_len == 0;

		return op == WIDEROW_NOT_EQUAL ? !missing : missing;
	}
	if (stored == NULL)
		return false;
	return wide_compare_holds(op,
							  bytes_compare(given, given_len, stored,
											stored_len));
}
