/*
 * fuzz_decode.h
 *		Fuzz a decoder: any bytes decode to a value or are an error; the value
 *		encodes to the same bytes if it has one encoded form only.
 *
 * The first byte of the input selects the type, the second one the order.
 */
#ifndef FUZZ_DECODE_H
#define FUZZ_DECODE_H

#include "core/base/host.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "unit/values.h"

/* Enough for every branch; a BigDecimal of 4096 bytes would be slow. */
#define MAX_INPUT	300

typedef struct FuzzType
{
	ValueKind	kind;
	const char *name;
	bool		one_way;		/* every value has one encoded form only */
} FuzzType;

/* NaN has many forms, but the encoder writes one. */
static bool
is_nan(const CoreValue *v)
{
	return (v->kind == VALUE_FLOAT4 && isnan(v->f4)) ||
		(v->kind == VALUE_FLOAT8 && isnan(v->f8));
}

/*
 * Encode v again: to the same bytes, or at least to bytes of the same value.
 */
static void
encode_again(const EncodingType *type, const FuzzType *fuzz, bool descending,
			 const CoreValue *v, const uint8_t *p, size_t n)
{
	CoreBuf		out;
	CoreValue	back;
	CoreError	err;

	/* The same is true for 1e131071 and 1.000... with a scale of 16383. */
	if (v->kind == VALUE_NUMERIC &&
		(v->num.weight > 500 || v->num.scale > 2000))
		return;
	core_buf_init(&out);
	core_buf_reserve(&out, 1);
	if (!encoding_encode(type, descending, v, &out, &err))
		abort();
	if (fuzz->one_way && !is_nan(v) &&
		(out.len != n || (n > 0 && memcmp(out.data, p, n) != 0)))
		abort();
	if (!encoding_decode(type, descending, out.data, out.len, &back, &err) ||
		!value_same(v, &back))
		abort();
	value_free(&back, out.data, out.len);
	core_buf_free(&out);
}

static void
fuzz_decode(Encoding encoding, const FuzzType *types, size_t ntypes,
			const uint8_t *data, size_t size)
{
	const FuzzType *fuzz;
	EncodingType type;
	bool		descending;
	uint8_t    *p;
	size_t		n;
	size_t		used;
	CoreValue	v;
	CoreError	err = {0};

	if (size < 2 || size > MAX_INPUT)
		return;
	fuzz = &types[data[0] % ntypes];
	descending = data[1] & 1;
	type = value_type(encoding, fuzz->kind, fuzz->name, -1);

	/* A copy of exactly its size, so that overruns are detected. */
	n = size - 2;
	p = core_alloc(n);
	memcpy(p, data + 2, n);

	if (encoding_measure(&type, descending, p, n, &used, &err))
	{
		if (used == 0 || used > n)
			abort();
	}
	else if (err.message[0] == '\0')
		abort();
	if (encoding_decode(&type, descending, p, n, &v, &err))
	{
		encode_again(&type, fuzz, descending, &v, p, n);
		value_free(&v, p, n);
	}
	else if (err.message[0] == '\0')
		abort();
	core_free(p);
}

#define FUZZ_DECODE(encoding, types) \
	extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); \
	\
	int \
	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) \
	{ \
		fuzz_decode(encoding, types, sizeof(types) / sizeof(types[0]), data, \
					size); \
		return 0; \
	}

#endif							/* FUZZ_DECODE_H */
