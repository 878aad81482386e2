/*
 * check_layout.c
 *		Statistics over many keys of one layout: salts and buckets, digits in
 *		text, and the order of keys and values.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/check/check_keys.h"
#include "core/check/check_layout.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/transform/salt.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

void
check_layout_init(CheckLayout *check, const Layout *layout)
{
	memset(check, 0, sizeof(CheckLayout));
	check->layout = layout;
	core_buf_init(&check->kept);
	core_buf_reserve(&check->kept, 1); /* allocate in the current memory
									    * context */
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		size_t		size;

		if (component->kind != LAYOUT_SALT && component->kind != LAYOUT_BUCKET)
			continue;
		size = (size_t) component->number * sizeof(uint64_t);
		check->buckets[i] = core_alloc(size);
		memset(check->buckets[i], 0, size);
	}
}

/* ---- fitting ------------------------------------------------------------ */

/* Whether the key has a number that its encoding sorts wrong. */
static bool
has_negative(const Layout *layout, const uint8_t *key, size_t n,
			 const LayoutPart *parts)
{
	if (layout->encoding != ENCODING_BYTES)
		return false;
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutField *field = layout_field_of(layout,
												   &layout->components[i]);
		CoreValue	v;
		CoreError	err;
		bool		negative;

		if (layout->components[i].kind != LAYOUT_FIELD ||
			!value_kind_is_integer(field->kind) ||
			!layout_read_component(layout, i, key, parts, &v, &err))
			continue;
		negative = v.kind != VALUE_NULL && v.i < 0;
		layout_release(&v, key, n);
		if (negative)
			return true;
	}
	return false;
}

/* Whether the key would fit the layout with the correct salt. */
static bool
fits_salted(const Layout *layout, const uint8_t *key, size_t n,
			const LayoutPart *parts)
{
	uint32_t	right;
	uint8_t    *salted;
	CoreError	err;
	bool		fits;

	if (layout->components[0].kind != LAYOUT_SALT ||
		!layout_right_salt(layout, key, n, parts, &right, &err))
		return false;
	salted = core_alloc(n + 1);
	core_copy(salted, key, n);
	layout_write_salt(&layout->components[0], right, salted);
	fits = layout_verify(layout, salted, n, &err);
	core_free(salted);
	return fits;
}

CheckFit
check_layout_fit(const CheckLayout *check, const uint8_t *key, size_t n,
				 CoreError *err)
{
	const Layout *layout = check->layout;
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	CoreError	ignored;

	if (layout_verify(layout, key, n, err))
		return CHECK_FITS;
	if (!layout_split(layout, key, n, parts, &ignored))
		return CHECK_MISFIT;
	if (has_negative(layout, key, n, parts))
		return CHECK_NEGATIVE;
	return fits_salted(layout, key, n, parts) ? CHECK_WRONG_SALT :
												CHECK_MISFIT;
}

/* ---- counting ----------------------------------------------------------- */

static void
keep_key(CheckLayout *check, const uint8_t *key, size_t n)
{
	if (check->nkept == CHECK_KEPT_KEYS)
		return;
	core_buf_add(&check->kept, key, n);
	check->kept_ends[check->nkept++] = check->kept.len;
}

void
check_layout_add(CheckLayout *check, CheckFit fit, const uint8_t *key,
				 size_t n)
{
	const Layout *layout = check->layout;
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	CoreError	err;

	check->keys++;
	check->negatives += fit == CHECK_NEGATIVE;
	if (fit == CHECK_WRONG_SALT)
	{
		check->wrong_salts++;
		keep_key(check, key, n);
	}
	if (!layout_split(layout, key, n, parts, &err))
		return;
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const LayoutField *field = layout_field_of(layout, component);
		uint32_t	bucket;

		if (parts[i].null)
			continue;
		if (check->buckets[i] != NULL)
		{
			if (layout_read_bucket(layout, i, key, parts, &bucket, &err) &&
				bucket < component->number)
				check->buckets[i][bucket]++;
		}
		else if (component->kind == LAYOUT_FIELD && field->kind == VALUE_TEXT)
		{
			CoreValue	v;

			if (!layout_read_component(layout, i, key, parts, &v, &err))
				continue;
			check_digits_add(&check->digits[i], v.bytes.data, v.bytes.len);
			layout_release(&v, key, n);
		}
	}
}

uint32_t
check_layout_spread(const CheckLayout *check, int component, uint64_t *most)
{
	uint32_t	occur = 0;

	*most = 0;
	for (int64_t i = 0; i < check->layout->components[component].number; i++)
	{
		uint64_t	keys = check->buckets[component][i];

		occur += keys > 0;
		if (keys > *most)
			*most = keys;
	}
	return occur;
}

/* Whether this number of salts explains the salts of all kept keys. */
static bool
salts_explain(const CheckLayout *check, const Layout *layout)
{
	size_t		start = 0;

	for (int i = 0; i < check->nkept; i++)
	{
		const uint8_t *key = check->kept.data + start;
		size_t		n = check->kept_ends[i] - start;
		LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
		uint32_t	salt;
		uint32_t	right;
		CoreError	err;

		start = check->kept_ends[i];
		if (!layout_split(layout, key, n, parts, &err) ||
			!layout_read_bucket(layout, 0, key, parts, &salt, &err) ||
			!layout_right_salt(layout, key, n, parts, &right, &err) ||
			salt != right)
			return false;
	}
	return true;
}

uint32_t
check_layout_salts(const CheckLayout *check)
{
	Layout	   *other;
	uint32_t	found = 0;

	/* Few keys may fit a number of salts by chance. */
	if (check->nkept < 8 || check->layout->components[0].kind != LAYOUT_SALT)
		return 0;
	other = core_alloc(sizeof(Layout));
	*other = *check->layout;	/* its names stay in the pool of the
								 * original */
	for (uint32_t n = 2; n <= SALT_MAX_BUCKETS && found == 0; n++)
	{
		core_check_interrupts();
		other->components[0].number = n;
		if (salts_explain(check, other))
			found = n;
	}
	core_free(other);
	return found;
}

/* ---- order -------------------------------------------------------------- */

/*
 * Compare one component of two keys: by value (sets *valued), or by bytes if
 * the values cannot be read.  Negative if the first key is lower.
 */
static int
compare_component(const Layout *layout, int i,
				  const uint8_t *low, const LayoutPart *low_parts,
				  const uint8_t *high, const LayoutPart *high_parts,
				  CoreValue *a, CoreValue *b, bool *valued)
{
	const LayoutComponent *component = &layout->components[i];
	CoreError	err;
	int			c;

	*valued = false;
	if ((component->kind != LAYOUT_FIELD && component->kind != LAYOUT_DIGITS &&
		 component->kind != LAYOUT_TRUNC) ||
		low_parts[i].null || high_parts[i].null ||
		!layout_read_component(layout, i, low, low_parts, a, &err) ||
		!layout_read_component(layout, i, high, high_parts, b, &err) ||
		a->kind != b->kind)
		return bytes_compare(low + low_parts[i].offset, low_parts[i].len,
							 high + high_parts[i].offset, high_parts[i].len);
	*valued = true;
	c = value_compare(a, b);
	return component->descending ? -c : c;
}

bool
check_layout_order(const Layout *layout, const uint8_t *low, size_t low_len,
				   const uint8_t *high, size_t high_len,
				   int *component, CoreValue *a, CoreValue *b)
{
	LayoutPart	low_parts[LAYOUT_MAX_COMPONENTS];
	LayoutPart	high_parts[LAYOUT_MAX_COMPONENTS];
	CoreError	err;

	if (!layout_split(layout, low, low_len, low_parts, &err) ||
		!layout_split(layout, high, high_len, high_parts, &err))
		return true;			/* of another layout */
	for (int i = 0; i < layout->ncomponents; i++)
	{
		bool		valued;
		int			c;

		a->kind = b->kind = VALUE_NULL;
		c = compare_component(layout, i, low, low_parts, high, high_parts, a,
							  b, &valued);
		if (c > 0 && valued)
		{
			*component = i;
			return false;
		}
		layout_release(a, low, low_len);
		layout_release(b, high, high_len);
		if (c != 0)
			return true;
	}
	return true;
}
